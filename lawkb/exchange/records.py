"""What the model holds, as the types of the public face: the JSON of the reading commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lawkb.corpus.comment_decisions import Settlement, comment_id
from lawkb.exchange import public_types as public
from lawkb.exchange.public_types import Record
from lawkb.history.changes import ProvisionChange
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.label import label
from lawkb.model.language import Language, read_language
from lawkb.model.law import Comment, Law, Loss, Provision, provisions_of
from lawkb.model.page import PIECE_KINDS, Account
from lawkb.model.passage import Note, Passage, Reference, Table
from lawkb.references.graph import (
    Citation,
    Disagreement,
    Graph,
    ParagraphPlace,
    written_subparagraph,
)
from lawkb.references.resolve import GivenText, read_place, references_of_text

_Held = Sequence[tuple[Law, Mapping[Address, Provision]]]


def excerpt_of(
    code: Code, graph: Graph, places: Iterable[tuple[str, Address]], lang: str | None = None
) -> public.Excerpt:
    """Return provisions and all in them: the JSON of ``lawkb show``.

    Args:
        code: The laws.
        graph: Who cites whom.
        places: Edition and address of each, at least one.
        lang: The only language of the texts; None for every one.
    """
    named = [*places]
    found = [each for place in named for each in _provisions_in(*place, code, graph, lang)]
    names = dict.fromkeys(name for place in named for name in code.commentaries_on(*place))
    return public.Excerpt(named[0][0], tuple(found), tuple(names))


def provision_of(code: Code, graph: Graph, edition: str, address: Address) -> public.Provision:
    """Return a provision in every language; without texts where it is not there."""
    return _provision(address, _held_laws(code, edition, address.law), edition, code, graph)


def citing_provisions(
    graph: Graph, edition: str, address: Address, scheme: Scheme
) -> tuple[public.CitedBy, ...]:
    """Return who cites a provision, one for each citation."""
    found = graph.cited_by(edition, address)
    return tuple(public.CitedBy(c.edition, c.language, scheme.write(c.citing)) for c in found)


def cited_reference(citation: Citation, scheme: Scheme) -> public.Reference:
    """Return a reference of the corpus."""
    place = (citation.edition, citation.language, scheme.write(citation.citing))
    return reference_at(place, citation.reference, scheme, citation.note)


def reference_at(
    place: tuple[str, str, str | None],
    reference: Reference,
    scheme: Scheme,
    note: str | None = None,
) -> public.Reference:
    """Return a reference in its place: edition, language and citing provision."""
    return public.Reference(*place, **reference_fields(reference, scheme), note=note)


def public_disagreement(found: Disagreement, scheme: Scheme) -> public.Disagreement:
    """Return a provision whose languages cite differently, with what not all of them cite.

    The second paragraph without a number of 5(2) is ``5(2)¶2``.
    """
    cited = {
        language: tuple(_cited_place(place, found.edition, scheme) for place in places)
        for language, places in found.cited
    }
    return public.Disagreement(found.edition, scheme.write(found.address), cited)


def _cited_place(place: ParagraphPlace, edition: str, scheme: Scheme) -> str:
    of, address, which = place
    front = "" if of == edition else f"{of}:"
    return front + scheme.write(address) + written_subparagraph(which)


def given_references(
    code: Code, text: GivenText, language: Language, edition: str
) -> tuple[public.Reference, ...]:
    """Return the references of a text that is not in the corpus.

    Raises:
        LawkbError: The provision that is said to contain it has no such address.
    """
    scheme, at = code.outline.scheme, read_place(text, code)
    found = references_of_text(text.words, language, at, edition, code)
    place = (edition, language.code, scheme.write(at) if at else None)
    return tuple(reference_at(place, each, scheme) for each in found)


def public_comment(comment: Comment, text: Law | Companion, scheme: Scheme) -> public.Comment:
    """Return a comment with its replies."""
    return public.Comment(**_comment_fields(comment, text, scheme))


def texts_with_comments(code: Code) -> Iterator[tuple[Law | Companion, Comment]]:
    """Yield every comment of a code with the text it was written under."""
    texts: tuple[Law | Companion, ...] = (*code.laws.values(), *code.companions.values())
    for text in texts:
        for comment in text.comments:
            yield text, comment


def decided_comments(
    code: Code, decisions: Mapping[str, Settlement], status: str | None = None
) -> tuple[public.DecidedComment, ...]:
    """Return the comments of a status, or all, each with the decision of an editor on it."""
    found = (pair for pair in texts_with_comments(code) if status in {None, pair[1].status})
    return tuple(_decided(comment, text, code, decisions) for text, comment in found)


def _decided(
    comment: Comment, text: Law | Companion, code: Code, decisions: Mapping[str, Settlement]
) -> public.DecidedComment:
    made = decisions.get(comment_id(text.origin.page, comment))
    decision = (
        public.Decision(made.comment, made.status, made.reason, made.author, made.date)
        if made
        else None
    )
    own = _comment_fields(comment, text, code.outline.scheme)
    return public.DecidedComment(**own, settled=decision)


def _comment_fields(comment: Comment, text: Law | Companion, scheme: Scheme) -> Record:
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
        "inferred": comment.inferred,
        "replies": tuple(public_comment(reply, text, scheme) for reply in comment.replies),
    }


def ingested_page(
    page: str,
    texts: tuple[Law | Companion, ...],
    account: Account,
    losses: tuple[Loss, ...],
    scheme: Scheme,
) -> public.IngestedPage:
    """Return what ``lawkb ingest`` reports of one page."""
    laws = [text for text in texts if isinstance(text, Law)]
    provisions = [p for law in laws for p in law.provisions()]
    companions = [text for text in texts if isinstance(text, Companion)]
    return public.IngestedPage(
        page=page,
        law=laws[0].number if laws else None,
        companions=tuple(dict.fromkeys(companion.name for companion in companions)),
        edition=texts[0].edition if texts else None,
        languages=tuple(dict.fromkeys(text.language for text in texts)),
        provisions=len(provisions_of(laws)),
        references=sum(len(_references(p)) for p in provisions)
        + sum(_count(passage) for companion in companions for passage in companion.passages()),
        chars={"total": account.total, **{kind: account.counts[kind] for kind in PIECE_KINDS}},
        losses=tuple(_loss(loss, scheme) for loss in losses),
    )


def public_change(change: ProvisionChange, scheme: Scheme) -> public.Change:
    """Return a provision that is not what it was, with the words of the difference."""
    return public.Change(
        edition=change.edition,
        lang=change.language,
        address=scheme.write(change.address),
        kind=change.kind,
        diff=tuple((piece.kind, piece.text) for piece in change.diff),
    )


def public_note(note: Note) -> public.Note:
    """Return a note of a text."""
    return public.Note(note.marker, note.text or None, note.inferred, note.lost)


def marks_of(passages: tuple[Passage, ...]) -> tuple[public.Mark, ...]:
    """Return the emphasis of a text; offsets into it, as those of references.

    Args:
        passages: The text: they are joined by line ends.
    """
    return tuple(
        public.Mark(mark.kind, begin + mark.start, begin + mark.end)
        for begin, passage in _placed(passages)
        for mark in passage.marks
    )


def links_of(passages: tuple[Passage, ...]) -> tuple[public.Link, ...]:
    """Return the links of a text. Mail addresses never leave the source: they are left out."""
    return tuple(
        public.Link(link.kind, begin + link.start, begin + link.end, link.target, link.anchor)
        for begin, passage in _placed(passages)
        for link in passage.links
        if link.kind != "mail"
    )


def rows_of(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the rows of the texts of cells, an empty one for an empty cell."""
    return tuple(
        tuple(cell.passage.text if cell.passage else "" for cell in row) for row in table.rows
    )


def reference_fields(reference: Reference, scheme: Scheme) -> Record:
    """Return a reference without the place it is in."""
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
        "candidates": tuple(scheme.write(candidate) for candidate in reference.candidates),
        "folded": reference.folded,
        "linked": f"{linked}{scheme.write(reference.linked)}" if reference.linked else None,
        "subparagraph": reference.subparagraph,
    }


def _held_laws(code: Code, edition: str, number: int) -> _Held:
    laws = (code.law(edition, tag, number) for tag in code.languages_of(edition, number))
    return tuple((law, _by_address(law)) for law in laws if law)


def _by_address(law: Law) -> dict[Address, Provision]:
    """Return the provisions of a law by address; the first of equal ones, as ``Law.find``."""
    found: dict[Address, Provision] = {}
    for provision in law.provisions():
        found.setdefault(provision.address, provision)
    return found


def _provisions_in(
    edition: str, address: Address, code: Code, graph: Graph, lang: str | None
) -> Iterator[public.Provision]:
    every = _held_laws(code, edition, address.law)
    held = [(law, provisions) for law, provisions in every if lang in {None, law.language}]
    found = {place for _, provisions in held for place in provisions if address.holds(place)}
    for place in sorted(found):
        yield _provision(place, held, edition, code, graph)


def _provision(
    address: Address, held: _Held, edition: str, code: Code, graph: Graph
) -> public.Provision:
    scheme = code.outline.scheme
    return public.Provision(
        edition=edition,
        address=scheme.write(address),
        eid=scheme.eid(address),
        parent=scheme.write(address.parent) if address.parent else None,
        texts={
            law.language: _text(provisions[address], law, scheme)
            for law, provisions in held
            if address in provisions
        },
        cited_by=citing_provisions(graph, edition, address, scheme),
        comments=tuple(
            public_comment(comment, law, scheme)
            for law, _ in held
            for comment in law.comments
            if (comment.address or law.root.address) == address
        ),
        missing=code.lacking_languages(edition, address.law),
    )


def _text(provision: Provision, law: Law, scheme: Scheme) -> public.Text:
    language, passages = read_language(law.language), provision.passages
    place = (law.edition, law.language, scheme.write(provision.address))
    return public.Text(
        label=label(provision.address, scheme, language),
        num=provision.num or None,
        heading=provision.heading.text if provision.heading else None,
        text=provision.text,
        complete=provision.complete,
        inferred=provision.inferred,
        lost=provision.lost,
        editorial=provision.editorial,
        notes=tuple(public_note(note) for note in provision.notes),
        references=tuple(
            reference_at(place, reference, scheme, marker)
            for reference, marker in _references(provision)
        ),
        marks=marks_of(passages),
        links=links_of(passages),
        tables=tuple(rows_of(item) for item in provision.body if isinstance(item, Table)),
        source=public.PagePlace(law.origin.page, provision.lines),
    )


def _references(provision: Provision) -> list[tuple[Reference, str | None]]:
    """Return the references of a provision, then those of its notes with the note marker."""
    own: list[tuple[Reference, str | None]] = [(r, None) for r in provision.references]
    return own + [(r, note.marker) for note in provision.notes for r in note.references]


def _loss(loss: Loss, scheme: Scheme) -> public.Loss:
    place = scheme.write(loss.address) if loss.address else None
    return public.Loss(loss.kind, place, loss.language, loss.message, loss.line)


def _count(passage: Passage) -> int:
    """Return the number of references in a passage and its notes."""
    return len(passage.references) + sum(len(note.references) for note in passage.notes)


def _placed(passages: tuple[Passage, ...]) -> Iterator[tuple[int, Passage]]:
    """Yield the passages of a text with their offsets."""
    begin = 0
    for passage in passages:
        yield begin, passage
        begin += len(passage.text) + 1
