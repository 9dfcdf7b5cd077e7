"""The list of all pages made from the laws: the path of each, and the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import zip_longest
from textwrap import shorten

from lawkb.model.address import Address, Ordinal
from lawkb.model.law import Law
from lawkb.publish.views.comments_page import comment_pages
from lawkb.publish.views.editions_page import comparison_view, editions_view
from lawkb.publish.views.home import chooser_page, home_view, list_view, not_found_page
from lawkb.publish.views.law_history import history_pages, recent_changes_pages
from lawkb.publish.views.law_page import absent_view, companion_view, law_view, legislation
from lawkb.publish.views.localized_site import (
    LocalizedSite,
    companion_name,
    companion_names,
    companions_of,
    reading_order,
)
from lawkb.publish.views.page import Draft, Drafts, SitePage, make_page
from lawkb.publish.views.pagefind_source import PagefindPage
from lawkb.publish.views.pagination import extra_page_count, paginate, shown_part
from lawkb.publish.views.references import law_reference_pages, reference_pages
from lawkb.publish.views.search_page import (
    AnswerRows,
    answer_view,
    search_table,
    search_view,
)
from lawkb.publish.views.subjects import subject_pages, subjects_place
from lawkb.publish.views.terms_page import term_pages
from lawkb.publish.views.translation_progress import translation_pages
from lawkb.publish.views.urls import CHOOSER, NOT_FOUND, SEARCH_ANSWER
from lawkb.publish.views.whole_code import whole_pages

_LONGEST_DESCRIPTION = 160
_BEYOND = 40  # enough to see where the words that still fit end


@dataclass(frozen=True)
class _SearchTable:
    """What the search page of every interface language needs. No slots: it is made once."""

    make: Callable[[], str]

    @cached_property
    def text(self) -> str:
        return self.make()


def site_drafts(
    sites: Mapping[str, LocalizedSite], search_pages: Sequence[PagefindPage]
) -> Drafts[Draft]:
    """Return drafts of every page made from the laws, in every interface language."""
    languages = tuple(sites)
    code, synonyms = sites[languages[0]].code, sites[languages[0]].editorial.synonyms
    table = _SearchTable(partial(search_table, code, search_pages, synonyms))
    drafts = [
        Draft(CHOOSER, partial(chooser_page, code, languages)),
        Draft(NOT_FOUND, partial(not_found_page, code, languages)),
    ]
    drafts += _in_all_languages(_code_pages(site, table) for site in sites.values())
    laws = tuple(
        (edition, number)
        for edition, numbers in sites[languages[0]].numbers.items()
        for number in (*numbers, *sorted(sites[languages[0]].graph.not_held(edition)))
    )
    return Drafts(tuple(drafts), laws, partial(_law_drafts, sites))


def _law_drafts(sites: Mapping[str, LocalizedSite], law: tuple[str, Ordinal]) -> tuple[Draft, ...]:
    """Return drafts of the pages of a law, held here or only cited, in every language."""
    return tuple(_in_all_languages(_law_pages(site, *law) for site in sites.values()))


def _in_all_languages(
    pages: Iterable[Iterator[tuple[str, Callable[[], SitePage]]]],
) -> Iterator[Draft]:
    """Yield a page in all languages, then the next: what they have in common is still at hand.

    Those of the index of subjects, the last ones, are not of one number in all languages.
    """
    for same in zip_longest(*pages):
        yield from (Draft(*page) for page in same if page)


def _code_pages(
    site: LocalizedSite, table: _SearchTable
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    yield site.paths.search(), partial(_search, site, table)
    yield site.paths.home(), partial(_home, site)
    yield from term_pages(site, subjects_place(site, site.code.outline.editions[0].id))
    yield from comment_pages(site)
    for editions, laws in site.editions.pairs.items():
        for part in range(1, len(paginate(tuple(laws))) + 1):
            path = site.paths.editions(*editions, part)
            yield path, partial(_editions, site, editions, part)
        for number in laws:
            path = site.paths.comparison(*editions, number)
            yield path, partial(_comparison, site, editions, number)
    yield from reference_pages(site)
    yield from translation_pages(site)
    for edition, numbers in site.numbers.items():
        for part in range(1, extra_page_count(numbers) + 1):
            yield site.paths.laws(edition, part), partial(_laws, site, edition, part)
        for name in companion_names(site, edition):
            yield site.paths.companion(edition, name), partial(_companion, site, edition, name)
    yield from recent_changes_pages(site)
    yield from whole_pages(site)
    yield from subject_pages(site)


def _law_pages(
    site: LocalizedSite, edition: str, number: Ordinal
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    held = bool(site.code.languages_of(edition, number))
    yield site.paths.law(edition, number), partial(_law if held else _absent, site, edition, number)
    if held:
        yield from history_pages(site, edition, number)
    yield from law_reference_pages(site, edition, number)


def _home(site: LocalizedSite) -> SitePage:
    description = site.gettext(
        "Every law in its languages, side by side, "
        "with its references and the provisions that cite it."
    )
    path = site.paths.home()
    return make_page(site, path, "home.html", home_view(site), "", description)


def _laws(site: LocalizedSite, edition: str, part: int) -> SitePage:
    view = list_view(site, edition, part)
    here = next(each for each in view.parts if each.here)
    title = site.gettext("Laws %(first)s to %(last)s", first=here.first, last=here.last)
    description = site.gettext(
        "Every law in its languages, with the parts that are available here."
    )
    path = site.paths.laws(edition, part)
    return make_page(site, path, "laws.html", view, f"{title} ({edition})", description)


def _search(site: LocalizedSite, table: _SearchTable) -> SitePage:
    given = "" if site.code.outline.search_on_server else table.text
    return _search_page(site, "search.html", search_view(site, given))


def _search_page(site: LocalizedSite, template: str, view: object) -> SitePage:
    title = site.gettext("Search")
    description = site.gettext("Search in every language of the laws.")
    return make_page(site, site.paths.search(), template, view, title, description)


def answer_page(site: LocalizedSite, answer: AnswerRows) -> SitePage:
    """Return the page with the answer of a server, for readers without script.

    No law is read for it.
    """
    page = _search_page(site, "answer.html", answer_view(site, answer))
    return replace(page, path=SEARCH_ANSWER)


def _law(site: LocalizedSite, edition: str, number: Ordinal) -> SitePage:
    laws = reading_order(site, edition, number)
    first = laws[0]
    heading = first.root.heading.text if first.root.heading else ""
    name = f"{site.law_name(number)} ({edition})"
    page = make_page(
        site,
        site.paths.law(edition, number),
        "law.html",
        law_view(site, edition, number),
        f"{name} · {heading}" if heading else name,
        _shortened(f"{name}: {heading or _beginning(first)}"),
    )
    return replace(page, legislation=partial(legislation, site, laws))


def _companion(site: LocalizedSite, edition: str, name: str) -> SitePage:
    first = companions_of(site, edition, name)[0]
    title = f"{companion_name(site, first)} ({edition})"
    words = " ".join(passage.text for passage in first.passages() if passage is not first.heading)
    path, view = (
        site.paths.companion(edition, name),
        companion_view(site, edition, name),
    )
    description = _shortened(f"{title}: {words}")
    return make_page(site, path, "companion.html", view, title, description)


def _editions(site: LocalizedSite, editions: tuple[str, str], part: int) -> SitePage:
    old, new = editions
    view = editions_view(site, editions, part)
    title = site.gettext("Editions %(old)s and %(new)s", old=old, new=new) + shown_part(view.parts)
    description = site.gettext("What was added, removed or moved in edition %(new)s.", new=new)
    path = site.paths.editions(old, new, part)
    return make_page(site, path, "editions.html", view, title, description)


def _comparison(site: LocalizedSite, editions: tuple[str, str], number: Ordinal) -> SitePage:
    names = {"law": site.law_name(number), "old": editions[0], "new": editions[1]}
    return make_page(
        site,
        site.paths.comparison(*editions, number),
        "compare.html",
        comparison_view(site, editions, number),
        site.gettext("%(law)s: editions %(old)s and %(new)s", **names),
        site.gettext("%(law)s of %(old)s compared with %(law)s of %(new)s.", **names),
    )


def _absent(site: LocalizedSite, edition: str, number: Ordinal) -> SitePage:
    name = f"{site.law_name(number)} ({edition})"
    law = Address((number,))
    return make_page(
        site,
        site.paths.law(edition, number),
        "absent.html",
        absent_view(site, edition, number, site.graph.cited_into(edition, law)),
        name,
        site.gettext(
            "%(law)s: its text is not on this site; the provisions that cite it.", law=name
        ),
    )


def _beginning(law: Law) -> str:
    """Return the beginning of a law's text, for the description of its page."""
    found = ""
    for provision in law.provisions():
        for passage in (provision.heading, *provision.passages):
            if passage:
                found += " ".join(passage.text.split()) + " "
        if len(found) > _LONGEST_DESCRIPTION + _BEYOND:
            break
    return found


def _shortened(words: str) -> str:
    """Return the beginning of a text as a description, without reading more than it needs."""
    begin = " ".join(words.split())[: _LONGEST_DESCRIPTION + _BEYOND]
    return shorten(begin, _LONGEST_DESCRIPTION, placeholder=" …")
