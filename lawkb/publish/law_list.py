"""The list of the held laws of an edition; a long one takes several pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from lawkb.model.address import Address
from lawkb.model.finding import Severity
from lawkb.model.law import Law, provisions_of
from lawkb.publish.findings import doubted, law_desk, open_counts
from lawkb.publish.laws import reading_order
from lawkb.publish.parts import Part, cut, own_pages, parts_of
from lawkb.publish.places import Place, laws_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class TitleView:
    """A law in one language: its title, and how much of it is there.

    Attributes:
        language: Tag of the expression.
        text: The title; empty when it has none.
        provisions: Number of provisions, the law itself among them.
        missing: Number of those that only other languages have.
        incomplete: Number of provisions that lack words, as an editor has found.
        doubtful: Number of others of which the checks say so.
        lost: Number of headings, the title among them, that the source lost and nobody supplied.
    """

    language: str
    text: str
    provisions: int
    missing: int
    incomplete: int
    doubtful: int
    lost: int

    @property
    def whole(self) -> bool:
        """Whether nothing of it is known to be missing."""
        return not (self.missing or self.incomplete or self.doubtful or self.lost)


@dataclass(frozen=True, slots=True)
class LawLine:
    """A held law in the list.

    Attributes:
        name: Its number with the reader's word for a law.
        place: Its page.
        titles: Its title in each language it is held in, the reader's first.
        titled: Whether any language has one.
        lost: Whether a source lost one.
        comments: Number of readers' comments, replies not counted.
        open: Number of those that nobody has settled.
        desk: What is to be done on it; None where the desk has no page of it.
        counts: Number of open findings by severity, those that occur.
    """

    name: str
    place: Place | None
    titles: tuple[TitleView, ...]
    titled: bool
    lost: bool
    comments: int
    open: int
    desk: Place | None
    counts: tuple[tuple[Severity, int], ...]


@dataclass(frozen=True, slots=True)
class LawsPart:
    """A page of the list, as the home page leads to it.

    Attributes:
        part: Which laws it has.
        laws: Number and page of each.
    """

    part: Part
    laws: tuple[tuple[int, Place | None], ...]


@dataclass(frozen=True, slots=True)
class LawsView:
    """What a page of the list shows.

    Attributes:
        edition: Id of the edition.
        parts: All pages of the list.
        lines: The laws of this one.
    """

    edition: str
    parts: tuple[Part, ...]
    lines: tuple[LawLine, ...]


def list_pages(tree: Tree, edition: str) -> int:
    """Number of pages of the list; 0 where it stands on the home page."""
    return own_pages(tree.code.numbers(edition))


def list_parts(tree: Tree, edition: str) -> tuple[LawsPart, ...]:
    """The pages of the list with the laws of each; none where it stands on the home page."""
    pages = cut(tree.code.numbers(edition))
    return tuple(
        LawsPart(part, tuple((n, tree.place(edition, Address((n,)))) for n in numbers))
        for part, numbers in zip(_parts(tree, edition), pages, strict=False)
    )


def list_view(tree: Tree, edition: str, part: int) -> LawsView:
    """A page of the list, counted from 1."""
    return LawsView(
        edition=edition,
        parts=_parts(tree, edition, part),
        lines=tuple(law_line(tree, edition, n) for n in cut(tree.code.numbers(edition))[part - 1]),
    )


def law_line(tree: Tree, edition: str, number: int) -> LawLine:
    """A law as the list has it."""
    laws = reading_order(tree, edition, number)
    comments = [comment for law in laws for comment in law.comments]
    return LawLine(
        name=law_name(tree, number),
        place=tree.place(edition, Address((number,))),
        titles=tuple(_title(tree, law, len(provisions_of(laws))) for law in laws),
        titled=any(law.root.heading for law in laws),
        lost=any(law.root.lost for law in laws),
        comments=len(comments),
        open=sum(comment.status == "open" for comment in comments),
        desk=law_desk(tree, edition, number),
        counts=open_counts(tree, edition, number),
    )


def _parts(tree: Tree, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = cut(tree.code.numbers(edition))
    return parts_of(pages, partial(laws_path, tree.language.code, edition), str, here)


def _title(tree: Tree, law: Law, provisions: int) -> TitleView:
    """A law in one language, beside the number of provisions that all languages have together."""
    heading = law.root.heading
    held = list(law.provisions())
    whole = {each.address for each in held if each.complete}
    lost = (what for each in held if "heading" not in each.editorial for what in each.lost)
    return TitleView(
        language=law.language,
        text=heading.text if heading else "",
        provisions=len(held),
        missing=provisions - len(held),
        incomplete=len(held) - len(whole),
        doubtful=len(doubted(tree, law) & whole),
        lost=sum(what in ("heading", "title") for what in lost),
    )
