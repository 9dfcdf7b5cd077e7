"""Home pages: the choice of language, the home page of each language, and lists of laws."""

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
from lawkb.publish.views.history.recent_changes import changes_place
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
from lawkb.publish.views.subjects import subjects_place
from lawkb.publish.views.terms_page import terms_place
from lawkb.publish.views.translators.findings import doubted, law_translation_place, open_counts
from lawkb.publish.views.urls import Paths, Place


@dataclass(frozen=True, slots=True)
class TitleView:
    """A law in one language: its title, and how complete its text is.

    Attributes:
        language: BCP 47 tag.
        text: The title; empty if it has none.
        provisions: Number of provisions that this language has, including the law itself.
        missing: Number of provisions that only other languages have.
        incomplete: Number of provisions marked as incomplete.
        doubtful: Number of further provisions in which the checks find lost or untranslated text.
        lost: Number of headings, including the title, that the source lacks and no editor supplied.
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
        """Whether no part of the law is known to be missing in this language."""
        return not (self.missing or self.incomplete or self.doubtful or self.lost)


@dataclass(frozen=True, slots=True)
class LawLine:
    """A law in the list of laws whose text is available here.

    Attributes:
        name: ``Law 57``.
        place: Link to its page.
        titles: Its title in each available language, the reader's language first.
        titled: Whether any language has a title.
        lost: Whether the source lacks the title in any language.
        comments: Number of readers' comments, without replies.
        open: Number of comments that no editor has decided on.
        translation: Link to its translators' page; None if it has none.
        counts: Number of open findings by severity.
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
    """A page of the list of laws of an edition.

    Attributes:
        edition: Id of the edition.
        parts: Links to all pages of the list.
        lines: The laws on this page.
    """

    edition: str
    parts: tuple[Part, ...]
    lines: tuple[LawLine, ...]


def list_parts(
    site: LocalizedSite, edition: str
) -> Iterator[tuple[Part, tuple[tuple[int, Place | None], ...]]]:
    """Yield each page of a long list of laws, with number and link of each law on it.

    Nothing is yielded if the list fits on the home page.
    """
    for part, numbers in zip(_parts(site, edition), paginate(site.numbers[edition]), strict=False):
        yield part, tuple((n, site.place(edition, Address((n,)))) for n in numbers)


def list_view(site: LocalizedSite, edition: str, part: int) -> LawsView:
    """Return a page of the list of laws of an edition; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    lines = tuple(law_line(site, edition, number) for number in numbers)
    return LawsView(edition, _parts(site, edition, part), lines)


def law_line(site: LocalizedSite, edition: str, number: int) -> LawLine:
    """Return the line of a law in the list of laws."""
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
    """Return a law in one language; ``provisions`` counts those of all languages together."""
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
    """An edition in one language.

    Attributes:
        language: BCP 47 tag.
        name: Name of the language in that language, ``Ελληνικά``.
        by: Name of the organization that published it.
        by_language: BCP 47 tag of that name.
        original: Whether it is the original, not a translation.
        held: Number of laws available here.
    """

    language: str
    name: str
    by: str
    by_language: str
    original: bool
    held: int


@dataclass(frozen=True, slots=True)
class CompanionLine:
    """A text beside the laws, such as definitions, in the list of an edition.

    Attributes:
        name: Its title if the reader's language has one, else its kind.
        place: Link to its page.
        titles: Pairs of BCP 47 tag and title in the available languages besides the reader's; the
            title is empty if it has none.
        law: Of a commentary, the name of the law it explains; else empty.
        missing: Pairs of tag and name of the edition's languages in which the text is not
            available.
        comments: Number of readers' comments, without replies.
        open: Number of comments that no editor has decided on.
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
    """An edition on the home page.

    Attributes:
        id: Id of the edition.
        laws: Number of laws that the edition has.
        held: Number of laws whose text is available here in any language.
        expressions: The edition in each of its languages.
        companions: Texts beside the laws, such as definitions.
        commentaries: Commentaries on laws, in the order of the laws.
        lines: The laws available here; empty where the list takes separate pages.
        parts: If the list takes several pages: a link to each, with number and link of the laws on
            it.
        absent: Laws that are cited but not available here.
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
    """The home page of an interface language.

    Attributes:
        titles: Pairs of BCP 47 tag and title of the law code, the reader's language first.
        editions: The editions, newest first.
        references: Link to the references of the law code.
        terms: Link to the glossary; None without a glossary.
        translation: Link to the translators' pages; None if they are not published.
        compared: Editions that share laws: the older, the newer, and the link to their comparison.
        more: Pairs of name and link of pages on the whole code.
    """

    titles: tuple[tuple[str, str], ...]
    editions: tuple[EditionView, ...]
    references: Place
    terms: Place | None
    translation: Place | None
    compared: tuple[tuple[str, str, Place], ...] = ()
    more: tuple[tuple[str, Place], ...] = ()


def home_view(site: LocalizedSite) -> HomeView:
    """Return the home page of an interface language."""
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
        more=tuple(code_pages(site)),
    )


def code_pages(site: LocalizedSite) -> Iterator[tuple[str, Place]]:
    """Yield name and link of the pages that show or list the whole code."""
    newest, *older = (edition.id for edition in site.code.outline.editions)
    for edition in (newest, *older):
        year = f" ({edition})" if edition != newest else ""
        if site.numbers[edition]:
            place = Place(site.paths.whole(edition, "", 1))
            yield site.gettext("All laws on one page") + year, place
        if subjects := subjects_place(site, edition):
            yield site.gettext("Index of subjects") + year, subjects
    if changes := changes_place(site):
        yield site.gettext("Recent changes"), changes


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
    """An interface language to choose, with its home page.

    Attributes:
        language: BCP 47 tag.
        name: Name of the language in that language, ``Ελληνικά``.
        title: Title of the law code in this language, or else in the original.
        title_language: BCP 47 tag of the title.
        place: Link to the home page.
        not_found: *Page not found* in this language.
    """

    language: str
    name: str
    title: str
    title_language: str
    place: Place
    not_found: str


def chooser_page(code: Code, languages: Sequence[str], path: str, template: str) -> SitePage:
    """Return a page in all interface languages at once: the choice of language, or *not found*.

    Args:
        code: The law code.
        languages: BCP 47 tags of the interface languages.
        path: File below the root of the site.
        template: Name of its template.
    """
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
