"""The JSON of the reading commands: plain records with stable names.

Source of the shapes: the command line section of the design. Fields may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lawkb.checks.changes import Change
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.model.law import Comment, Law, Loss, Provision
from lawkb.model.page import PIECE_KINDS, Account
from lawkb.model.passage import Note, Passage, Reference, Table
from lawkb.refs.graph import Citation, Graph

Record = dict[str, Any]


def show_record(code: Code, graph: Graph, edition: str, address: Address) -> Record:
    """A provision and all in it, in every language: the JSON of ``lawkb show``."""
    laws = tuple(
        law
        for tag in code.languages_of(edition, address.law)
        if (law := code.law(edition, tag, address.law))
    )
    found = {p.address for law in laws for p in law.provisions() if address.holds(p.address)}
    records = [_provision_record(a, laws, code, graph) for a in sorted(found)]
    return {"edition": edition, "provisions": records}


def reference_record(citation: Citation, scheme: Scheme) -> Record:
    """A reference with the place it stands in; ``note`` is the marker of the note it stands in."""
    reference = citation.reference
    record = _reference(reference, scheme)
    place = {
        "edition": citation.edition,
        "lang": citation.language,
        "from": scheme.write(citation.citing),
    }
    return {**place, **record, "note": citation.note}


def text_reference_record(
    reference: Reference, scheme: Scheme, edition: str, lang: str, at: Address | None
) -> Record:
    """A reference found in a text given by hand."""
    place = {"edition": edition, "lang": lang, "from": scheme.write(at) if at else None}
    return {**place, **_reference(reference, scheme), "note": None}


def comment_record(comment: Comment, law: Law, scheme: Scheme) -> Record:
    """A comment with its replies."""
    return {
        "page": law.origin.page,
        "edition": law.edition,
        "lang": law.language,
        "address": scheme.write(comment.address) if comment.address else None,
        "author": comment.author,
        "created": comment.created,
        "text": comment.text,
        "quote": comment.quote,
        "status": comment.status,
        "inferred": list(comment.inferred),
        "replies": [comment_record(reply, law, scheme) for reply in comment.replies],
    }


def page_record(
    page: str, laws: tuple[Law, ...], account: Account, losses: tuple[Loss, ...], scheme: Scheme
) -> Record:
    """What ``lawkb ingest`` says of one page."""
    provisions = [p for law in laws for p in law.provisions()]
    return {
        "page": page,
        "law": laws[0].number if laws else None,
        "edition": laws[0].edition if laws else None,
        "languages": [law.language for law in laws],
        "provisions": len({p.address for p in provisions}),
        "references": sum(len(_references(p)) for p in provisions),
        "chars": {"total": account.total, **{kind: account.counts[kind] for kind in PIECE_KINDS}},
        "losses": [_loss_record(loss, scheme) for loss in losses],
    }


def change_record(change: Change, scheme: Scheme) -> Record:
    """A provision that is not what it was, with the words of the difference."""
    return {
        "edition": change.edition,
        "lang": change.language,
        "address": scheme.write(change.address),
        "kind": change.kind,
        "diff": [[piece.kind, piece.text] for piece in change.diff],
    }


def _provision_record(address: Address, laws: tuple[Law, ...], code: Code, graph: Graph) -> Record:
    scheme = code.outline.scheme
    edition = laws[0].edition
    texts = {
        law.language: _text_record(provision, law, scheme)
        for law in laws
        if (provision := law.find(address))
    }
    return {
        "address": scheme.write(address),
        "eid": scheme.eid(address),
        "parent": scheme.write(address.parent) if address.parent else None,
        "texts": texts,
        "cited_by": [
            {
                "edition": citation.edition,
                "lang": citation.language,
                "from": scheme.write(citation.citing),
            }
            for citation in graph.cited_by(edition, address)
        ],
        "comments": [
            comment_record(comment, law, scheme)
            for law in laws
            for comment in law.comments
            if (comment.address or law.root.address) == address
        ],
    }


def _text_record(provision: Provision, law: Law, scheme: Scheme) -> Record:
    language = read_language(law.language)
    place = {
        "edition": law.edition,
        "lang": law.language,
        "from": scheme.write(provision.address),
    }
    return {
        "label": label(provision.address, scheme, language),
        "num": provision.num or None,
        "heading": provision.heading.text if provision.heading else None,
        "text": provision.text,
        "complete": provision.complete,
        "inferred": list(provision.inferred),
        "lost": list(provision.lost),
        "editorial": list(provision.editorial),
        "notes": [_note_record(note) for note in provision.notes],
        "references": [
            {**place, **_reference(reference, scheme), "note": marker}
            for reference, marker in _references(provision)
        ],
        "marks": _marks(provision),
        "links": _links(provision),
        "tables": [_table(item) for item in provision.body if isinstance(item, Table)],
        "source": {
            "page": law.origin.page,
            "lines": list(provision.lines) if provision.lines else None,
        },
    }


def _note_record(note: Note) -> Record:
    return {
        "marker": note.marker,
        "text": note.text or None,
        "inferred": list(note.inferred),
        "lost": list(note.lost),
    }


def _references(provision: Provision) -> list[tuple[Reference, str | None]]:
    """References of a provision's text, then of its notes with the marker of the note."""
    own: list[tuple[Reference, str | None]] = [(r, None) for r in provision.references]
    return own + [(r, note.marker) for note in provision.notes for r in note.references]


def _marks(provision: Provision) -> list[Record]:
    """Emphasis of a provision's text; offsets into ``text``, as those of references."""
    return [
        {"kind": mark.kind, "start": begin + mark.start, "end": begin + mark.end}
        for begin, passage in _placed(provision)
        for mark in passage.marks
    ]


def _links(provision: Provision) -> list[Record]:
    """Links of a provision's text. Mail addresses never leave the source: they are left out."""
    return [
        {
            "kind": link.kind,
            "start": begin + link.start,
            "end": begin + link.end,
            "target": link.target,
            "anchor": link.anchor,
        }
        for begin, passage in _placed(provision)
        for link in passage.links
        if link.kind != "mail"
    ]


def _placed(provision: Provision) -> Iterator[tuple[int, Passage]]:
    """The passages of a provision, each with its place in ``Provision.text``."""
    begin = 0
    for passage in provision.passages:
        yield begin, passage
        begin += len(passage.text) + 1


def _table(table: Table) -> list[list[str]]:
    """Rows of the texts of cells, an empty one for an empty cell."""
    return [[cell.passage.text if cell.passage else "" for cell in row] for row in table.rows]


def _reference(reference: Reference, scheme: Scheme) -> Record:
    edition = f"{reference.edition}:" if reference.edition else ""
    return {
        "raw": reference.raw,
        "start": reference.start,
        "end": reference.end,
        "form": reference.form,
        "target": f"{edition}{scheme.write(reference.target)}" if reference.target else None,
        "upto": scheme.write(reference.upto) if reference.upto else None,
        "status": reference.status,
        "candidates": [scheme.write(candidate) for candidate in reference.candidates],
        "folded": reference.folded,
    }


def _loss_record(loss: Loss, scheme: Scheme) -> Record:
    return {
        "kind": loss.kind,
        "address": scheme.write(loss.address) if loss.address else None,
        "lang": loss.language,
        "message": loss.message,
        "line": loss.line,
    }
