"""Home pages: the choice of language, the home page of each language, and lists of laws.

The books on the home page are the files of each edition, by languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from types import SimpleNamespace

from lawkb.model.address import Address, InSeries, Ordinal
from lawkb.model.code import Code, Edition, Expression
from lawkb.model.language import read_language
from lawkb.publish.strings import code_strings
from lawkb.publish.views.comments_page import comments_place
from lawkb.publish.views.editions_page import compared_editions
from lawkb.publish.views.law_history import changes_place
from lawkb.publish.views.localized_site import (
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
from lawkb.publish.views.subjects import subjects_place
from lawkb.publish.views.terms_page import terms_place
from lawkb.publish.views.text_runs import grouped_by_division
from lawkb.publish.views.translation_progress import lacks_text
from lawkb.publish.views.urls import CHOOSER, NOT_FOUND, Paths, Place

_KILO = 1000


def books_view(site: LocalizedSite) -> tuple[SimpleNamespace, ...]:
    """Return the books that the site offers, by edition; those of the reader's language first."""
    own = site.language.code

    def order(file: BookFile) -> tuple[bool, bool]:
        return own not in file.languages, len(file.languages) == 1 and own not in file.languages

    found = []
    for edition, files in groupby(site.editorial.books, key=lambda file: file.edition):
        lines: dict[tuple[str, ...], list[SimpleNamespace]] = {}
        for file in sorted(files, key=order):
            lines.setdefault(file.languages, []).append(_link(site, file))
        found.append(
            SimpleNamespace(
                edition=edition,
                lines=tuple(
                    SimpleNamespace(
                        languages=tuple((t, read_language(t).name) for t in tags),
                        files=tuple(links),
                    )
                    for tags, links in lines.items()
                ),
            )
        )
    return tuple(found)


def _link(site: LocalizedSite, file: BookFile) -> SimpleNamespace:
    name = f"{file.form.upper()} {file.paper.upper()}".strip()
    if file.volumes > 1:
        name = site.gettext("%(name)s, volume %(volume)s", name=name, volume=file.volume)
    return SimpleNamespace(
        name=name,
        place=Place(file.path),
        media=_MEDIA[file.form],
        kilobytes=-(-file.size // _KILO),  # rounded up
    )


_MEDIA = {"pdf": "application/pdf", "epub": "application/epub+zip"}


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


def list_view(site: LocalizedSite, edition: str, part: int) -> SimpleNamespace:
    """Return a page of the list of laws of an edition; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    line = partial(law_line, site, edition)
    lines, groups, rest = grouped_by_division(site, edition, numbers, line)
    parts = _parts(site, edition, part)
    return SimpleNamespace(edition=edition, parts=parts, lines=lines, groups=groups, rest=rest)


def law_line(site: LocalizedSite, edition: str, number: Ordinal) -> SimpleNamespace:
    """Return the line of a law in the list of laws."""
    laws = reading_order(site, edition, number)
    title, language = law_title(site, edition, number)
    return SimpleNamespace(
        name=site.law_name(number),
        place=site.place(edition, Address((number,))),
        title=title,  # in another language if the reader's has none; may be empty
        language=language,
        own=language == site.language.code,
        # The recitals have a title in no act.
        untitled=isinstance(number, InSeries) and not number.n,
        # In the language shown first words are known to be missing.
        incomplete=lacks_text(site, laws[0], laws),
    )


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = paginate(site.numbers[edition])
    return page_links(pages, partial(site.paths.laws, edition), site.number_name, here)


def home_view(site: LocalizedSite) -> SimpleNamespace:
    """Return the home page of an interface language."""
    outline = site.code.outline
    titles = sorted(outline.titles.items(), key=lambda title: title[0] != site.language.code)
    editions = tuple(_edition(site, edition) for edition in outline.editions)
    return SimpleNamespace(
        titles=tuple(titles), editions=editions, books=books_view(site), more=tuple(_more(site))
    )


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


def _edition(site: LocalizedSite, edition: Edition) -> SimpleNamespace:
    numbers = site.numbers[edition.id]
    parts = tuple(list_parts(site, edition.id))
    expressions = (e for e in site.code.outline.expressions if e.edition == edition.id)
    companions = [_companion(site, edition.id, n) for n in companion_names(site, edition.id)]
    line = partial(law_line, site, edition.id)
    lines, groups, rest = grouped_by_division(site, edition.id, () if parts else numbers, line)
    return SimpleNamespace(
        id=edition.id,
        expressions=tuple(_expression(site, expression) for expression in expressions),
        companions=tuple(line for line in companions if not line.law),
        commentaries=tuple(line for line in companions if line.law),
        # Where the list takes several pages, only the divisions are here, and links to the pages.
        lines=lines,
        groups=groups,
        rest=rest,
        parts=parts,
        absent=absent_lines(site, edition.id),
    )


def _expression(site: LocalizedSite, expression: Expression) -> SimpleNamespace:
    outline = site.code.outline
    body = outline.organization(expression.by).name
    return SimpleNamespace(
        language=expression.language,
        name=read_language(expression.language).name,
        by=body,
        by_language=site.language_of(body),
        original=expression.language == outline.authoritative,
    )


def _companion(site: LocalizedSite, edition: str, name: str) -> SimpleNamespace:
    """Return a text beside the laws, such as definitions, in the list of an edition."""
    first, *others = found = companions_of(site, edition, name)
    tags = [e.language for e in site.code.outline.expressions if e.edition == edition]
    held = {each.language for each in found}
    shown = others if first.language == site.language.code else found
    return SimpleNamespace(
        name=companion_name(site, first),
        place=Place(site.paths.companion(edition, name)),
        # In the available languages besides the reader's; empty without one.
        titles=tuple((each.language, each.heading.text if each.heading else "") for each in shown),
        # Of a commentary, the law it explains.
        law=site.law_name(first.law) if first.law else "",
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
    )


def chooser_page(code: Code, languages: Sequence[str]) -> SitePage:
    """Return the page at the root of the site, for the choice of language.

    Args:
        code: The law code.
        languages: BCP 47 tags of the interface languages.
    """
    choices = tuple(_choice(code, tag) for tag in languages)
    return _in_all_languages(CHOOSER, "chooser.html", choices)


def _choice(code: Code, tag: str) -> SimpleNamespace:
    """Return an interface language to choose, with its home page and the title of the code."""
    title, title_language = title_of(code, tag)
    return SimpleNamespace(
        language=tag,
        name=read_language(tag).name,
        title=title,
        title_language=title_language,
        place=Place(Paths(tag).home()),
    )


def _in_all_languages(path: str, template: str, choices: tuple[SimpleNamespace, ...]) -> SitePage:
    titles = " · ".join(dict.fromkeys(choice.title for choice in choices))
    return with_links(SitePage(path, choices[0].language, "", titles, template, choices))


def not_found_page(code: Code, languages: Sequence[str]) -> SitePage:
    """Return the page for missing pages, in all interface languages at once.

    Args:
        code: The law code.
        languages: BCP 47 tags of the interface languages.
    """
    choices = tuple(_choice(code, tag) for tag in languages)
    for each in choices:
        each.texts = _missing_texts(code, each.language)
    return _in_all_languages(NOT_FOUND, "not_found.html", choices)


def _missing_texts(code: Code, tag: str) -> SimpleNamespace:
    """Return what the page for missing pages says in one language."""
    strings = code_strings(code.outline, tag)
    return SimpleNamespace(
        heading=strings.gettext("Page not found"),
        why=strings.gettext("The address may be mistyped, or the page may have moved."),
        label=strings.gettext("Search, or go to a provision"),
        example=strings.gettext("%(label)s or words") % {"label": example_address(code, tag)},
        search=strings.gettext("Search"),
        home=strings.gettext("All laws"),
    )
