"""The page of a law: held, or known only because others cite it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.publish.cells import provision_id
from lawkb.publish.columns import Colophon, Column, colophon_of, column_of
from lawkb.publish.comparing import comparisons_of
from lawkb.publish.downloads import DownloadView, download_views
from lawkb.publish.findings import law_desk
from lawkb.publish.places import Place, law_references_path
from lawkb.publish.remarks import Cited, CommentView, cited_by, comment_views
from lawkb.publish.rows import Row, law_rows
from lawkb.publish.terms import terms_place
from lawkb.publish.titles import commentaries_on, law_name
from lawkb.publish.tree import Tree
from lawkb.refs.graph import Citation


@dataclass(frozen=True, slots=True)
class LetterView:
    """A provision of the first level, to jump to.

    Attributes:
        label: Its address without the law, in the language of the reader.
        heading: Its heading in the language of the reader; empty for none.
        place: Its row.
    """

    label: str
    heading: str
    place: Place


@dataclass(frozen=True, slots=True)
class LawView:
    """A law that is held.

    Attributes:
        name: Its number with the reader's word for a law: ``Νόμος 57``.
        edition: Id of the edition.
        columns: Its languages.
        rows: Its provisions.
        commented: Whether any row has comments.
        comments: Comments that name no provision of it.
        colophons: One per column.
        before: The held law before it, as name and place; None for the first.
        after: The held law after it.
        letters: Its provisions of the first level.
        references: The page of its references.
        terms: The page of the terms; None for a code that keeps no glossary.
        marked: Whether any term is marked in its text.
        desk: What is to be done on it; None where the desk has no page of it.
        downloads: Its files.
        commentaries: Name and place of each commentary on it.
        compared: Other editions that have it, and the page of both side by side.
    """

    name: str
    edition: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    commented: bool
    comments: tuple[CommentView, ...]
    colophons: tuple[Colophon, ...]
    before: tuple[str, Place] | None
    after: tuple[str, Place] | None
    letters: tuple[LetterView, ...]
    references: Place
    terms: Place | None
    marked: bool
    desk: Place | None
    downloads: tuple[DownloadView, ...]
    commentaries: tuple[tuple[str, Place], ...] = ()
    compared: tuple[tuple[str, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class CitedProvision:
    """A provision that is not held, and who cites it.

    Attributes:
        id: Its id on the page.
        name: Its address in the language of the reader.
        cited: Provisions that cite it.
    """

    id: str
    name: str
    cited: Cited


@dataclass(frozen=True, slots=True)
class AbsentView:
    """A law that is cited but not held.

    Attributes:
        name: Its number with the reader's word for a law.
        edition: Id of the edition.
        provisions: What of it is cited, in the order of the laws.
        commentaries: Name and place of each commentary on it.
    """

    name: str
    edition: str
    provisions: tuple[CitedProvision, ...]
    commentaries: tuple[tuple[str, Place], ...] = ()


def law_view(tree: Tree, edition: str, number: int) -> LawView:
    """What the page of a held law shows."""
    laws = reading_order(tree, edition, number)
    rows = law_rows(tree, laws)
    held = tree.numbers[edition]
    at = bisect_left(held, number)
    return LawView(
        name=law_name(tree, number),
        edition=edition,
        columns=tuple(column_of(n, law) for n, law in enumerate(laws, 1)),
        rows=rows,
        commented=any(row.comments for row in rows),
        comments=tuple(view for law in laws for view in comment_views(tree, law, None)),
        colophons=tuple(colophon_of(tree, law) for law in laws),
        before=_neighbour(tree, edition, held[at - 1 : at] if at else ()),
        after=_neighbour(tree, edition, held[at + 1 : at + 2]),
        letters=tuple(_letters(tree, str(number), rows)),
        references=Place(law_references_path(tree.language.code, edition, number)),
        terms=terms_place(tree),
        marked=any(tree.terms.marked(law) for law in laws),
        desk=law_desk(tree, edition, number),
        downloads=download_views(laws, tree.code.outline.authoritative),
        commentaries=commentaries_on(tree, edition, number),
        compared=comparisons_of(tree, edition, number),
    )


def absent_view(tree: Tree, edition: str, number: int, citations: Sequence[Citation]) -> AbsentView:
    """What the page of a law that is not held shows: every provision of it that is cited."""
    groups: dict[Address, list[Citation]] = {}
    for citation in citations:
        ends = (citation.reference.target, citation.reference.upto)
        # Between the ends of a range stands the law as a whole: 62 to 64 cites 63.
        named = next((end for end in ends if end and end.law == number), Address((number,)))
        groups.setdefault(named, []).append(citation)
    cited = cited_by(tree, (edition, number), dict(sorted(groups.items())))
    provisions = tuple(
        CitedProvision(
            id=provision_id(tree, address),
            name=tree.name(address) if address.depth else law_name(tree, number),
            cited=each,
        )
        for address, each in cited.items()
    )
    commentaries = commentaries_on(tree, edition, number)
    return AbsentView(law_name(tree, number), edition, provisions, commentaries)


def reading_order(tree: Tree, edition: str, number: int) -> tuple[Law, ...]:
    """The expressions of a law: the reader's language first, then as the outline has them."""
    tags = sorted(
        tree.code.languages_of(edition, number), key=lambda tag: tag != tree.language.code
    )
    return tuple(tree.code.laws[edition, tag, number] for tag in tags)


def _letters(tree: Tree, law: str, rows: Sequence[Row]) -> Iterator[LetterView]:
    """The provisions right below the law, at whatever level that is."""
    highest = min((row.depth for row in rows if row.depth), default=0)
    for row in rows:
        if row.depth == highest and row.depth and row.place:
            own = (cell for cell in row.cells if cell.language == tree.language.code)
            heading = "".join(cell.text.heading for cell in own if cell.text)
            yield LetterView(row.name.removeprefix(law), heading, row.place)


def _neighbour(tree: Tree, edition: str, numbers: Sequence[int]) -> tuple[str, Place] | None:
    place = tree.place(edition, Address((numbers[0],))) if numbers else None
    return (law_name(tree, numbers[0]), place) if place else None
