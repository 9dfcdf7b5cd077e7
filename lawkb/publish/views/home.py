"""Home pages: the choice of language, the home page of each language, and lists of laws.

The books on the home page are the files of each edition, by languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from lawkb.model.address import Address, InSeries, Ordinal
from lawkb.model.code import Code, Edition, Expression
from lawkb.model.language import read_language
from lawkb.publish.strings import code_strings
from lawkb.publish.views.comments_page import comments_place
from lawkb.publish.views.editions_page import compared_editions
from lawkb.publish.views.indexes.subjects import subjects_place
from lawkb.publish.views.indexes.terms_page import terms_place
from lawkb.publish.views.law_history import changes_place
from lawkb.publish.views.localized_site import (
    AbsentLine,
    BookFile,
    LocalizedSite,
    absent_lines,
    companion_name,
    companion_names,
    companions_of,
    has_translations,
    law_title,
    reading_order,
    title_of,
)
from lawkb.publish.views.page import SitePage, example_address, with_links
from lawkb.publish.views.pagination import Part, page_groups, page_links, paginate
from lawkb.publish.views.text_runs import DivisionGroup, grouped_by_division
from lawkb.publish.views.translation_progress import lacks_text
from lawkb.publish.views.urls import CHOOSER, NOT_FOUND, Paths, Place

_KILO = 1000


@dataclass(frozen=True, slots=True)
class BookLink:
    """A file of a book."""

    name: str  # format, paper and volume, ``PDF A4``
    place: Place  # link to it
    media: str  # media type
    kilobytes: int  # its size, rounded up


@dataclass(frozen=True, slots=True)
class BookLine:
    """The book of an edition in some languages: pairs of BCP 47 tag and name, and the files."""

    languages: tuple[tuple[str, str], ...]
    files: tuple[BookLink, ...]


@dataclass(frozen=True, slots=True)
class EditionBooks:
    """The books of an edition."""

    edition: str
    lines: tuple[BookLine, ...]


def books_view(site: LocalizedSite) -> tuple[EditionBooks, ...]:
    """Return the books that the site offers, by edition; those of the reader's language first."""
    own = site.language.code

    def order(file: BookFile) -> tuple[bool, bool]:
        return own not in file.languages, len(file.languages) == 1 and own not in file.languages

    found = []
    for edition, files in groupby(site.editorial.books, key=lambda file: file.edition):
        lines: dict[tuple[str, ...], list[BookLink]] = {}
        for file in sorted(files, key=order):
            lines.setdefault(file.languages, []).append(_link(site, file))
        found.append(
            EditionBooks(
                edition,
                tuple(
                    BookLine(tuple((t, read_language(t).name) for t in tags), tuple(links))
                    for tags, links in lines.items()
                ),
            )
        )
    return tuple(found)


def _link(site: LocalizedSite, file: BookFile) -> BookLink:
    name = f"{file.form.upper()} {file.paper.upper()}".strip()
    if file.volumes > 1:
        name = site.gettext("%(name)s, volume %(volume)s", name=name, volume=file.volume)
    kilobytes = -(-file.size // _KILO)
    return BookLink(name, Place(file.path), _MEDIA[file.form], kilobytes)


_MEDIA = {"pdf": "application/pdf", "epub": "application/epub+zip"}


@dataclass(frozen=True, slots=True)
class LawLine:
    """A law in the list of laws whose text is available here.

    Attributes:
        name: ``Law 57``.
        place: Link to its page.
        title: Its title in the reader's language or, if that has none, in another; empty if none
            has one.
        language: BCP 47 tag of the title.
        own: Whether the title is in the reader's language.
        untitled: Whether such a text has no title in any act: the recitals.
        incomplete: Whether words are known to be missing in the reader's language or, if the law is
            not available in that, in the one shown first.
    """

    name: str
    place: Place | None
    title: str
    language: str
    own: bool
    untitled: bool
    incomplete: bool


@dataclass(frozen=True, slots=True)
class LawsView:
    """A page of the list of laws of an edition."""

    edition: str  # id of the edition
    parts: tuple[Part, ...]  # links to all pages of the list
    lines: tuple[LawLine, ...]  # the laws on this page before all divisions
    groups: tuple[DivisionGroup[LawLine], ...]  # the laws in divisions
    rest: tuple[LawLine, ...]  # the laws after all divisions, such as annexes


def list_parts(
    site: LocalizedSite, edition: str
) -> Iterator[tuple[str, Part, tuple[tuple[str, Place | None], ...]]]:
    """Yield name and link of each page of a long list of laws, number and link of each law on it.

    Nothing is yielded if the list fits on the home page. If it has so many pages that a link leads
    to several of them, there are no links to laws.
    """
    parts, pages = _parts(site, edition), paginate(site.numbers[edition])
    for part, group in zip(parts, page_groups(len(pages)), strict=False):
        numbers = pages[group[0]] if len(parts) == len(pages) else ()
        links = tuple((site.number_name(n), site.place(edition, Address((n,)))) for n in numbers)
        yield site.range_name(pages.first(group[0]), pages.last(group[-1])), part, links


def list_view(site: LocalizedSite, edition: str, part: int) -> LawsView:
    """Return a page of the list of laws of an edition; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    grouped = grouped_by_division(site, edition, numbers, partial(law_line, site, edition))
    return LawsView(edition, _parts(site, edition, part), *grouped)


def law_line(site: LocalizedSite, edition: str, number: Ordinal) -> LawLine:
    """Return the line of a law in the list of laws."""
    laws = reading_order(site, edition, number)
    title, language = law_title(site, edition, number)
    return LawLine(
        name=site.law_name(number),
        place=site.place(edition, Address((number,))),
        title=title,
        language=language,
        own=language == site.language.code,
        untitled=isinstance(number, InSeries) and not number.n,
        incomplete=lacks_text(site, laws[0], laws),
    )


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = paginate(site.numbers[edition])
    return page_links(pages, partial(site.paths.laws, edition), site.number_name, here)


@dataclass(frozen=True, slots=True)
class ExpressionView:
    """An edition in one language."""

    language: str  # BCP 47 tag
    name: str  # name of the language in that language, ``Ελληνικά``
    by: str  # name of the organization that published it
    by_language: str  # BCP 47 tag of that name
    original: bool  # whether it is the original, not a translation


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
    """

    name: str
    place: Place
    titles: tuple[tuple[str, str], ...]
    law: str
    missing: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition on the home page.

    Attributes:
        id: Id of the edition.
        expressions: The edition in each of its languages.
        companions: Texts beside the laws, such as definitions.
        commentaries: Commentaries on laws, in the order of the laws.
        lines: The laws available here before all divisions; empty where the list takes separate
            pages.
        groups: The laws in divisions; the divisions alone where the list takes several pages.
        rest: The laws after all divisions, such as annexes; empty like ``lines``.
        parts: If the list takes several pages: name and link of each, with number and link of the
            laws on it; of a very long list, of several pages together, without their laws.
        absent: Laws that are cited but not available here.
    """

    id: str
    expressions: tuple[ExpressionView, ...]
    companions: tuple[CompanionLine, ...]
    commentaries: tuple[CompanionLine, ...]
    lines: tuple[LawLine, ...]
    groups: tuple[DivisionGroup[LawLine], ...]
    rest: tuple[LawLine, ...]
    parts: tuple[tuple[str, Part, tuple[tuple[str, Place | None], ...]], ...]
    absent: tuple[AbsentLine, ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    """The home page of an interface language.

    Attributes:
        titles: Pairs of BCP 47 tag and title of the law code, the reader's language first.
        editions: The editions, newest first.
        books: The laws as books, by edition.
        more: Names of the other pages of the law code, each with its link.
    """

    titles: tuple[tuple[str, str], ...]
    editions: tuple[EditionView, ...]
    books: tuple[EditionBooks, ...]
    more: tuple[tuple[str, Place], ...]


def home_view(site: LocalizedSite) -> HomeView:
    """Return the home page of an interface language."""
    outline = site.code.outline
    titles = sorted(outline.titles.items(), key=lambda title: title[0] != site.language.code)
    editions = tuple(_edition(site, edition) for edition in outline.editions)
    return HomeView(tuple(titles), editions, books_view(site), tuple(_more(site)))


def _more(site: LocalizedSite) -> Iterator[tuple[str, Place]]:
    """Yield name and link of every page to which the foot of the home page leads."""
    yield from _code_pages(site)
    for old, new, place in compared_editions(site):
        yield site.gettext("Editions %(old)s and %(new)s", old=old, new=new), place
    yield site.gettext("References"), Place(site.paths.references())
    if terms := terms_place(site):
        yield site.gettext("Terms"), terms
    if has_translations(site.code.outline):
        yield site.gettext("Translation"), Place(site.paths.translation())
    if comments := comments_place(site):
        yield site.gettext("Comments of readers"), comments


def _code_pages(site: LocalizedSite) -> Iterator[tuple[str, Place]]:
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
    line = partial(law_line, site, edition.id)
    lines, groups, rest = grouped_by_division(site, edition.id, () if parts else numbers, line)
    return EditionView(
        id=edition.id,
        expressions=tuple(_expression(site, expression) for expression in expressions),
        companions=tuple(line for line in companions if not line.law),
        commentaries=tuple(line for line in companions if line.law),
        lines=lines,
        groups=groups,
        rest=rest,
        parts=parts,
        absent=absent_lines(site, edition.id),
    )


def _expression(site: LocalizedSite, expression: Expression) -> ExpressionView:
    outline = site.code.outline
    body = outline.organization(expression.by).name
    return ExpressionView(
        language=expression.language,
        name=read_language(expression.language).name,
        by=body,
        by_language=site.language_of(body),
        original=expression.language == outline.authoritative,
    )


def _companion(site: LocalizedSite, edition: str, name: str) -> CompanionLine:
    first, *others = found = companions_of(site, edition, name)
    tags = [e.language for e in site.code.outline.expressions if e.edition == edition]
    held = {each.language for each in found}
    shown = others if first.language == site.language.code else found
    return CompanionLine(
        name=companion_name(site, first),
        place=Place(site.paths.companion(edition, name)),
        titles=tuple((each.language, each.heading.text if each.heading else "") for each in shown),
        law=site.law_name(first.law) if first.law else "",
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """An interface language to choose, with its home page."""

    language: str  # BCP 47 tag
    name: str  # name of the language in that language, ``Ελληνικά``
    title: str  # title of the law code in this language, or else in the original
    title_language: str  # BCP 47 tag of the title
    place: Place  # link to the home page


def chooser_page(code: Code, languages: Sequence[str]) -> SitePage:
    """Return the page at the root of the site, for the choice of language.

    Args:
        code: The law code.
        languages: BCP 47 tags of the interface languages.
    """
    choices = tuple(_choice(code, tag) for tag in languages)
    return _in_all_languages(CHOOSER, "chooser.html", choices, choices)


def _choice(code: Code, tag: str) -> Choice:
    return Choice(tag, read_language(tag).name, *title_of(code, tag), Place(Paths(tag).home()))


def _in_all_languages(
    path: str, template: str, choices: Sequence[Choice], view: object
) -> SitePage:
    titles = " · ".join(dict.fromkeys(choice.title for choice in choices))
    return with_links(SitePage(path, choices[0].language, "", titles, template, view))


@dataclass(frozen=True, slots=True)
class MissingTexts:
    """What the page for missing pages says in one language."""

    heading: str  # *Page not found*
    why: str  # why that may be
    label: str  # what the search box is for
    example: str  # what may be typed in it
    search: str  # name of the button that searches
    home: str  # words of the link to the home page


@dataclass(frozen=True, slots=True)
class MissingView:
    """The page for missing pages in one of its languages."""

    language: str  # BCP 47 tag
    title: str  # title of the law code in this language, or else in the original
    title_language: str  # BCP 47 tag of the title
    place: Place  # link to the home page
    texts: MissingTexts  # what it says


def not_found_page(code: Code, languages: Sequence[str]) -> SitePage:
    """Return the page for missing pages, in all interface languages at once.

    Args:
        code: The law code.
        languages: BCP 47 tags of the interface languages.
    """
    choices = tuple(_choice(code, tag) for tag in languages)
    views = tuple(
        MissingView(
            each.language,
            each.title,
            each.title_language,
            each.place,
            _missing_texts(code, each.language),
        )
        for each in choices
    )
    return _in_all_languages(NOT_FOUND, "not_found.html", choices, views)


def _missing_texts(code: Code, tag: str) -> MissingTexts:
    strings = code_strings(code.outline, tag)
    return MissingTexts(
        heading=strings.gettext("Page not found"),
        why=strings.gettext("The address may be mistyped, or the page may have moved."),
        label=strings.gettext("Search, or go to a provision"),
        example=strings.gettext("%(label)s or words") % {"label": example_address(code, tag)},
        search=strings.gettext("Search"),
        home=strings.gettext("All laws"),
    )
