"""The site as a whole: read a corpus for it, and list all pages and files made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lawkb.corpus.laws import check_held, read_cached_code
from lawkb.corpus.subject_index import read_subject_index
from lawkb.editorial.findings import code_report
from lawkb.history.editions import index_editions
from lawkb.history.law_changes import law_changes
from lawkb.publish.book.kinds import book_drafts, site_books
from lawkb.publish.downloads_and_feeds import SiteContent, extra_drafts
from lawkb.publish.search_and_offline import offline_drafts
from lawkb.publish.views.localized_site import (
    LocalizedSite,
    localized_sites,
    read_editorial_content,
)
from lawkb.publish.views.page import Draft, Drafts, FileDraft, Frame, SiteSettings, make_frames
from lawkb.publish.views.pagefind_source import PagefindPage, cached_pagefind_pages
from lawkb.publish.views.site_pages import site_drafts
from lawkb.publish.views.terms_page import index_terms
from lawkb.references.graph import build_graph


@dataclass(frozen=True, slots=True)
class Site:
    """All pages and files made from the laws; a draft makes its page when called.

    Attributes:
        pages: Drafts of the pages.
        files: Drafts of the other files, without the sitemap, which lists what is on the site.
        localized: The site in each interface language, by BCP 47 tag.
    """

    pages: Drafts[Draft]
    files: Drafts[FileDraft]
    localized: Mapping[str, LocalizedSite]


def read_content(
    folder: Path,
    start_search: Callable[[tuple[PagefindPage, ...]], None] = lambda _: None,
    books: Sequence[str] = (),
) -> SiteContent:
    """Read a corpus for the site, run the checks and find the terms.

    Args:
        folder: The corpus folder.
        start_search: Function called with the pages for the search index before the checks run, so
            that both can be done at once.
        books: Names of the kinds of books that the site offers.

    Raises:
        LawkbError: The corpus cannot be read, or has no law.
    """
    code = read_cached_code(folder)
    check_held(folder, code)
    editorial = read_editorial_content(folder, code.outline)
    subjects = read_subject_index(folder, code)
    on_server = code.outline.search_on_server
    search_pages = () if on_server else cached_pagefind_pages(folder, code)
    start_search(search_pages)
    report = code_report(folder, code)
    graph, terms = build_graph(code), index_terms(code, editorial.glossary)
    editions = index_editions(code, graph, editorial.concordance)
    changes = law_changes(folder, code)
    editorial = replace(
        editorial,
        terms=terms,
        editions=editions,
        subjects=subjects,
        changes=changes,
        report=report,
    )
    made = site_books(folder, code, graph, editorial, books)
    editorial = replace(editorial, books=tuple(made))
    return SiteContent(folder, code, graph, editorial, search_pages, books=made)


def code_site(content: SiteContent, settings: SiteSettings) -> Site:
    """Return drafts of all pages and files that are made from the laws."""
    languages = settings.languages
    sites = localized_sites(content.code, content.graph, languages, content.editorial)
    offline = offline_drafts(languages) if settings.offline else ()
    pages = site_drafts(sites, content.search_pages)
    pages = replace(pages, first=(*pages.first, *offline))
    files = extra_drafts(content, sites, settings.url)
    files = replace(files, first=(*files.first, *book_drafts(content.books)))
    return Site(pages, files, sites)


def site_frames(content: SiteContent, settings: SiteSettings) -> dict[str, Frame]:
    """Return the frame of each interface language, by BCP 47 tag.

    A frame is what surrounds a page: header, menu and strings.
    """
    return make_frames(content.code, content.graph, content.editorial, settings)
