"""Home pages: the one that offers the languages, one for each language, and lists of laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.model.address import Address
from lawkb.model.code import Code, Edition, Expression
from lawkb.model.finding import Severity
from lawkb.model.language import read_language
from lawkb.model.law import Law, provisions_of
from lawkb.publish.strings import read_strings
from lawkb.publish.views.editions_page import compared_editions
from lawkb.publish.views.laws.law_page import reading_order
from lawkb.publish.views.localized_site import (
    AbsentLine,
    LocalizedSite,
    absent_lines,
    companion_name,
    companion_names,
    companions_of,
    title_of,
)
from lawkb.publish.views.page import SitePage, with_links
from lawkb.publish.views.pagination import Part, page_links, paginate
from lawkb.publish.views.terms_page import terms_place
from lawkb.publish.views.translators.findings import doubted, law_translation_place, open_counts
from lawkb.publish.views.urls import Paths, Place


@dataclass(frozen=True, slots=True)
class TitleView:
    """A law in one language: its title, and how much of it is there.

    Attributes:
        provisions: Number of provisions, the law itself among them.
        missing: Number of those that only other languages have.
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
        titles: Its title in each language it is held in, the reader's first.
        comments: Number of readers' comments, replies not counted.
        open: Number of those that nobody has settled.
    """

    name: str
    place: Place | None
    titles: tuple[TitleView, ...]
    titled: bool
    lost: bool
    comments: int
    open: int
    translation: Place | None
    counts: tuple[tuple[Severity, int], ...]


@dataclass(frozen=True, slots=True)
class LawsView:
    """What a page of the list shows."""

    edition: str
    parts: tuple[Part, ...]
    lines: tuple[LawLine, ...]


def list_parts(
    site: LocalizedSite, edition: str
) -> Iterator[tuple[Part, tuple[tuple[int, Place | None], ...]]]:
    """Yield the pages of the list with the laws of each; none where it is on the home page."""
    for part, numbers in zip(_parts(site, edition), paginate(site.numbers[edition]), strict=False):
        yield part, tuple((n, site.place(edition, Address((n,)))) for n in numbers)


def list_view(site: LocalizedSite, edition: str, part: int) -> LawsView:
    """Return a page of the list, counted from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    lines = tuple(law_line(site, edition, number) for number in numbers)
    return LawsView(edition, _parts(site, edition, part), lines)


def law_line(site: LocalizedSite, edition: str, number: int) -> LawLine:
    """Return a law as the list has it."""
    laws = reading_order(site, edition, number)
    comments = [comment for law in laws for comment in law.comments]
    return LawLine(
        name=site.law_name(number),
        place=site.place(edition, Address((number,))),
        titles=tuple(_title(site, law, len(provisions_of(laws))) for law in laws),
        titled=any(law.root.heading for law in laws),
        lost=any(law.root.lost for law in laws),
        comments=len(comments),
        open=sum(comment.status == "open" for comment in comments),
        translation=law_translation_place(site, edition, number),
        counts=open_counts(site, edition, number),
    )


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = paginate(site.numbers[edition])
    return page_links(pages, partial(site.paths.laws, edition), str, here)


def _title(site: LocalizedSite, law: Law, provisions: int) -> TitleView:
    """A law in one language, from the number of provisions that all languages have together."""
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
        doubtful=len(doubted(site, law) & whole),
        lost=sum(what in ("heading", "title") for what in lost),
    )


@dataclass(frozen=True, slots=True)
class ExpressionView:
    """An edition in one language."""

    language: str
    name: str
    by: str
    by_language: str
    original: bool
    held: int


@dataclass(frozen=True, slots=True)
class CompanionLine:
    """A text of an edition that is no law.

    Attributes:
        titles: Its title in the other languages it is held in, by tag; empty where it has none.
        missing: Own names of the languages of the edition that it is not held in, by tag.
        comments: Number of readers' comments, replies not counted.
        open: Number of those that nobody has settled.
    """

    name: str
    place: Place
    titles: tuple[tuple[str, str], ...]
    law: str
    missing: tuple[tuple[str, str], ...]
    comments: int
    open: int


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition in the list.

    Attributes:
        held: Number of those held in any language.
        commentaries: Its commentaries on laws, in the order of the laws.
        lines: Its held laws; none where they take pages of their own.
    """

    id: str
    laws: int
    held: int
    expressions: tuple[ExpressionView, ...]
    companions: tuple[CompanionLine, ...]
    commentaries: tuple[CompanionLine, ...]
    lines: tuple[LawLine, ...]
    parts: tuple[tuple[Part, tuple[tuple[int, Place | None], ...]], ...]
    absent: tuple[AbsentLine, ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    """The home page of a tree.

    Attributes:
        titles: Title of the code by language, the reader's first.
        compared: Two editions that share laws, the older first, and the page of both.
    """

    titles: tuple[tuple[str, str], ...]
    editions: tuple[EditionView, ...]
    references: Place
    terms: Place | None
    translation: Place | None
    compared: tuple[tuple[str, str, Place], ...] = ()


def home_view(site: LocalizedSite) -> HomeView:
    """Return what the home page of a tree shows."""
    outline = site.code.outline
    titles = sorted(outline.titles.items(), key=lambda title: title[0] != site.language.code)
    editions = tuple(_edition(site, edition) for edition in outline.editions)
    return HomeView(
        titles=tuple(titles),
        editions=editions,
        references=Place(site.paths.references()),
        terms=terms_place(site),
        translation=Place(site.paths.translation()) if site.editorial.report else None,
        compared=compared_editions(site),
    )


def _edition(site: LocalizedSite, edition: Edition) -> EditionView:
    numbers = site.numbers[edition.id]
    parts = tuple(list_parts(site, edition.id))
    expressions = (e for e in site.code.outline.expressions if e.edition == edition.id)
    companions = [_companion(site, edition.id, n) for n in companion_names(site, edition.id)]
    return EditionView(
        id=edition.id,
        laws=edition.laws,
        held=len(numbers),
        expressions=tuple(_expression(site, expression) for expression in expressions),
        companions=tuple(line for line in companions if not line.law),
        commentaries=tuple(line for line in companions if line.law),
        lines=() if parts else tuple(law_line(site, edition.id, number) for number in numbers),
        parts=parts,
        absent=absent_lines(site, edition.id),
    )


def _expression(site: LocalizedSite, expression: Expression) -> ExpressionView:
    outline = site.code.outline
    body = outline.organization(expression.by).name
    held = (
        edition == expression.edition and tag == expression.language
        for edition, tag, _ in site.code.laws
    )
    return ExpressionView(
        language=expression.language,
        name=read_language(expression.language).name,
        by=body,
        by_language=site.language_of(body),
        original=expression.language == outline.authoritative,
        held=sum(held),
    )


def _companion(site: LocalizedSite, edition: str, name: str) -> CompanionLine:
    first, *others = found = companions_of(site, edition, name)
    comments = [comment for each in found for comment in each.comments]
    tags = [e.language for e in site.code.outline.expressions if e.edition == edition]
    held = {each.language for each in found}
    shown = others if first.language == site.language.code else found
    return CompanionLine(
        name=companion_name(site, first),
        place=Place(site.paths.companion(edition, name)),
        titles=tuple((each.language, each.heading.text if each.heading else "") for each in shown),
        law=site.law_name(first.law) if first.law else "",
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
        comments=len(comments),
        open=sum(comment.status == "open" for comment in comments),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """An interface language to choose."""

    language: str
    name: str
    title: str
    title_language: str
    place: Place
    not_found: str


def chooser_page(code: Code, languages: Sequence[str], path: str, template: str) -> SitePage:
    """Return one of the two pages that are in every interface language at once."""
    choices = tuple(
        Choice(
            tag,
            read_language(tag).name,
            *title_of(code, tag),
            Place(Paths(tag).home()),
            read_strings(tag).gettext("Page not found"),
        )
        for tag in languages
    )
    titles = " · ".join(dict.fromkeys(choice.title for choice in choices))
    return with_links(SitePage(path, languages[0], "", titles, template, choices))
