"""The page of a law: held, or known only because others cite it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.cells import provision_id
from lawkb.publish.places import Place
from lawkb.publish.remarks import CitationView, CommentView, citation_views, comment_views
from lawkb.publish.rows import Row, law_rows
from lawkb.publish.strings import written_date
from lawkb.publish.supplied import Supplied, supplied_views
from lawkb.publish.tree import Tree
from lawkb.refs.graph import Citation


@dataclass(frozen=True, slots=True)
class Column:
    """A language of a law page.

    Attributes:
        number: From 1, the language of the reader first.
        language: Tag.
        name: Its own name for itself.
    """

    number: int
    language: str
    name: str


@dataclass(frozen=True, slots=True)
class Colophon:
    """Where the text of a column came from, and whose it is.

    Attributes:
        language: Tag of the expression, and of the notice.
        name: The language's own name for itself.
        notice: Whose text it is and on what terms it is shown.
        source: Title of the source.
        source_language: Tag of that title, by its script.
        page: Page id in the source.
        revised: Last change of the page, ISO 8601, or empty.
        written: The same as the reader's language writes it.
        supplied: What the editors supplied or repaired in it.
    """

    language: str
    name: str
    notice: str
    source: str
    source_language: str
    page: str
    revised: str
    written: str
    supplied: tuple[Supplied, ...]


@dataclass(frozen=True, slots=True)
class LawView:
    """A law that is held.

    Attributes:
        name: Its number with the reader's word for a law: ``Νόμος 57``.
        edition: Id of the edition.
        columns: Its languages.
        rows: Its provisions.
        comments: Comments that name no provision of it.
        colophons: One per column.
        before: The held law before it, as name and place; None for the first.
        after: The held law after it.
    """

    name: str
    edition: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    comments: tuple[CommentView, ...]
    colophons: tuple[Colophon, ...]
    before: tuple[str, Place] | None
    after: tuple[str, Place] | None


@dataclass(frozen=True, slots=True)
class CitedProvision:
    """A provision that is not held, and who cites it.

    Attributes:
        id: Its id on the page.
        name: Its address in the language of the reader.
        cited_by: Provisions that cite it.
    """

    id: str
    name: str
    cited_by: tuple[CitationView, ...]


@dataclass(frozen=True, slots=True)
class AbsentView:
    """A law that is cited but not held.

    Attributes:
        name: Its number with the reader's word for a law.
        edition: Id of the edition.
        provisions: What of it is cited, in the order of the laws.
    """

    name: str
    edition: str
    provisions: tuple[CitedProvision, ...]


def law_name(tree: Tree, number: int) -> str:
    """A law by its number, in the language of the reader: ``Νόμος 57``."""
    return f"{tree.language.law} {number}"


def law_view(tree: Tree, edition: str, number: int) -> LawView:
    """What the page of a held law shows."""
    laws = reading_order(tree, edition, number)
    return LawView(
        name=law_name(tree, number),
        edition=edition,
        columns=tuple(_column(n, law) for n, law in enumerate(laws, 1)),
        rows=law_rows(tree, laws),
        comments=tuple(view for law in laws for view in comment_views(tree, law, None)),
        colophons=tuple(_colophon(tree, law) for law in laws),
        before=_neighbour(
            tree, edition, [n for n in tree.code.numbers(edition) if n < number][-1:]
        ),
        after=_neighbour(tree, edition, [n for n in tree.code.numbers(edition) if n > number][:1]),
    )


def absent_view(tree: Tree, edition: str, number: int, citations: Sequence[Citation]) -> AbsentView:
    """What the page of a law that is not held shows: every provision of it that is cited."""
    groups: dict[Address, list[Citation]] = {}
    for citation in citations:
        ends = (citation.reference.target, citation.reference.upto)
        # Between the ends of a range stands the law as a whole: 62 to 64 cites 63.
        cited = next((end for end in ends if end and end.law == number), Address((number,)))
        groups.setdefault(cited, []).append(citation)
    provisions = tuple(
        CitedProvision(
            id=provision_id(tree, address),
            name=tree.name(address) if address.depth else law_name(tree, number),
            cited_by=citation_views(tree, edition, group),
        )
        for address, group in sorted(groups.items())
    )
    return AbsentView(law_name(tree, number), edition, provisions)


def reading_order(tree: Tree, edition: str, number: int) -> tuple[Law, ...]:
    """The expressions of a law: the reader's language first, then as the outline has them."""
    tags = sorted(
        tree.code.languages_of(edition, number), key=lambda tag: tag != tree.language.code
    )
    return tuple(tree.code.laws[edition, tag, number] for tag in tags)


def _column(number: int, law: Law) -> Column:
    return Column(number, law.language, read_language(law.language).name)


def _colophon(tree: Tree, law: Law) -> Colophon:
    expression = tree.code.outline.expression(law.edition, law.language)
    revised = law.origin.revised or ""
    return Colophon(
        language=law.language,
        name=read_language(law.language).name,
        notice=expression.notice,
        source=law.origin.source,
        source_language=tree.language_of(law.origin.source),
        page=law.origin.page,
        revised=revised,
        written=written_date(revised, tree.language.code),
        supplied=supplied_views(tree, law),
    )


def _neighbour(tree: Tree, edition: str, numbers: Sequence[int]) -> tuple[str, Place] | None:
    place = tree.place(edition, Address((numbers[0],))) if numbers else None
    return (law_name(tree, numbers[0]), place) if place else None
