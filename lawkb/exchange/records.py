"""The JSON of the reading commands: plain records with stable names.

Source of the shapes: the command line section of the design. Fields may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lawkb.checks.changes import Change
from lawkb.corpus.settlements import comment_id
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.model.law import Comment, Law, Loss, Provision, provisions_of
from lawkb.model.page import PIECE_KINDS, Account
from lawkb.model.passage import Note, Passage, Reference, Table
from lawkb.refs.graph import Citation, Graph

Record = dict[str, Any]
_Held = Sequence[tuple[Law, Mapping[Address, Provision]]]


def show_record(code: Code, graph: Graph, edition: str, address: Address) -> Record:
    """A provision and all in it, in every language: the JSON of ``lawkb show``."""
    laws = tuple(
        law
        for tag in code.languages_of(edition, address.law)
        if (law := code.law(edition, tag, address.law))
    )
    held = [(law, _by_address(law)) for law in laws]
    found = {place for _, provisions in held for place in provisions if address.holds(place)}
    missing = list(code.lacking_languages(edition, address.law))
    records = [
        {**_provision_record(place, held, code, graph), "missing": missing}
        for place in sorted(found)
    ]
    others = code.companions.values()
    names = dict.fromkeys(c.name for c in others if (c.edition, c.law) == (edition, address.law))
    return {"edition": edition, "provisions": records, "commentaries": list(names)}


def cited_by_records(graph: Graph, edition: str, address: Address, scheme: Scheme) -> list[Record]:
    """Who cites a provision, a record for each citation."""
    return [
        {
            "edition": citation.edition,
            "lang": citation.language,
            "from": scheme.write(citation.citing),
        }
        for citation in graph.cited_by(edition, address)
    ]


def reference_record(citation: Citation, scheme: Scheme) -> Record:
    """A reference with the place it stands in; ``note`` is the marker of the note it stands in."""
    reference = citation.reference
    record = reference_fields(reference, scheme)
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
    return {**place, **reference_fields(reference, scheme), "note": None}


def comment_record(comment: Comment, text: Law | Companion, scheme: Scheme) -> Record:
    """A comment with its replies; ``companion`` is the name of the text when it is no law."""
    return {
        "id": comment_id(text.origin.page, comment),
        "page": text.origin.page,
        "edition": text.edition,
        "lang": text.language,
        "companion": text.name if isinstance(text, Companion) else None,
        "address": scheme.write(comment.address) if comment.address else None,
        "author": comment.author,
        "created": comment.created,
        "text": comment.text,
        "quote": comment.quote,
        "status": comment.status,
        "inferred": list(comment.inferred),
        "replies": [comment_record(reply, text, scheme) for reply in comment.replies],
    }


def page_record(
    page: str,
    texts: tuple[Law | Companion, ...],
    account: Account,
    losses: tuple[Loss, ...],
    scheme: Scheme,
) -> Record:
    """What ``lawkb ingest`` says of one page."""
    laws = [text for text in texts if isinstance(text, Law)]
    provisions = [p for law in laws for p in law.provisions()]
    companions = [text for text in texts if isinstance(text, Companion)]
    return {
        "page": page,
        "law": laws[0].number if laws else None,
        "companions": list(dict.fromkeys(companion.name for companion in companions)),
        "edition": texts[0].edition if texts else None,
        "languages": list(dict.fromkeys(text.language for text in texts)),
        "provisions": len(provisions_of(laws)),
        "references": sum(len(_references(p)) for p in provisions)
        + sum(_count(passage) for companion in companions for passage in companion.passages()),
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


def note_record(note: Note) -> Record:
    """A note of a text."""
    return {
        "marker": note.marker,
        "text": note.text or None,
        "inferred": list(note.inferred),
        "lost": list(note.lost),
    }


def mark_records(passages: tuple[Passage, ...]) -> list[Record]:
    """Emphasis of a text; offsets into it, as those of references.

    Args:
        passages: The text: they are joined by line ends.
    """
    return [
        {"kind": mark.kind, "start": begin + mark.start, "end": begin + mark.end}
        for begin, passage in _placed(passages)
        for mark in passage.marks
    ]


def link_records(passages: tuple[Passage, ...]) -> list[Record]:
    """Links of a text. Mail addresses never leave the source: they are left out."""
    return [
        {
            "kind": link.kind,
            "start": begin + link.start,
            "end": begin + link.end,
            "target": link.target,
            "anchor": link.anchor,
        }
        for begin, passage in _placed(passages)
        for link in passage.links
        if link.kind != "mail"
    ]


def table_record(table: Table) -> list[list[str]]:
    """Rows of the texts of cells, an empty one for an empty cell."""
    return [[cell.passage.text if cell.passage else "" for cell in row] for row in table.rows]


def reference_fields(reference: Reference, scheme: Scheme) -> Record:
    """A reference without the place it stands in."""
    edition = f"{reference.edition}:" if reference.edition else ""
    linked = f"{reference.linked_edition}:" if reference.linked_edition else ""
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
        "linked": f"{linked}{scheme.write(reference.linked)}" if reference.linked else None,
        "subparagraph": reference.subparagraph,
    }


def _by_address(law: Law) -> dict[Address, Provision]:
    """The provisions of a law; the first where two have one address, as ``Law.find`` gives."""
    found: dict[Address, Provision] = {}
    for provision in law.provisions():
        found.setdefault(provision.address, provision)
    return found


def _provision_record(address: Address, held: _Held, code: Code, graph: Graph) -> Record:
    scheme = code.outline.scheme
    edition = held[0][0].edition
    texts = {
        law.language: _text_record(provisions[address], law, scheme)
        for law, provisions in held
        if address in provisions
    }
    return {
        "address": scheme.write(address),
        "eid": scheme.eid(address),
        "parent": scheme.write(address.parent) if address.parent else None,
        "texts": texts,
        "cited_by": cited_by_records(graph, edition, address, scheme),
        "comments": [
            comment_record(comment, law, scheme)
            for law, _ in held
            for comment in law.comments
            if (comment.address or law.root.address) == address
        ],
    }


def _text_record(provision: Provision, law: Law, scheme: Scheme) -> Record:
    language, passages = read_language(law.language), provision.passages
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
        "notes": [note_record(note) for note in provision.notes],
        "references": [
            {**place, **reference_fields(reference, scheme), "note": marker}
            for reference, marker in _references(provision)
        ],
        "marks": mark_records(passages),
        "links": link_records(passages),
        "tables": [table_record(item) for item in provision.body if isinstance(item, Table)],
        "source": {
            "page": law.origin.page,
            "lines": list(provision.lines) if provision.lines else None,
        },
    }


def _references(provision: Provision) -> list[tuple[Reference, str | None]]:
    """References of a provision's text, then of its notes with the marker of the note."""
    own: list[tuple[Reference, str | None]] = [(r, None) for r in provision.references]
    return own + [(r, note.marker) for note in provision.notes for r in note.references]


def _loss_record(loss: Loss, scheme: Scheme) -> Record:
    return {
        "kind": loss.kind,
        "address": scheme.write(loss.address) if loss.address else None,
        "lang": loss.language,
        "message": loss.message,
        "line": loss.line,
    }


def _count(passage: Passage) -> int:
    """Number of references in a passage and its notes."""
    return len(passage.references) + sum(len(note.references) for note in passage.notes)


def _placed(passages: tuple[Passage, ...]) -> Iterator[tuple[int, Passage]]:
    """The passages of a text, each with its place in it."""
    begin = 0
    for passage in passages:
        yield begin, passage
        begin += len(passage.text) + 1
