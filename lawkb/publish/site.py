"""The site as a whole: read a corpus for it, and list all pages and files made from it.

Files besides its pages are here: downloads of laws, sitemap, feeds of changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from lxml import etree
from markupsafe import escape

from lawkb.corpus.laws import check_held, read_cached_code
from lawkb.corpus.laws import law_path as xml_path
from lawkb.corpus.subject_index import read_subject_index
from lawkb.editorial.findings import code_report
from lawkb.editorial.translation_progress import Translation
from lawkb.exchange.formats.xliff import write_xliff21
from lawkb.exchange.public_laws import excerpt_of
from lawkb.exchange.public_types import as_json
from lawkb.exchange.translation_export import export_texts
from lawkb.history.editions import shared_laws
from lawkb.history.law_changes import LawChange, law_changes
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.book.kinds import book_drafts, site_books
from lawkb.publish.localized_site import (
    BookFile,
    EditorialContent,
    LocalizedSite,
    localized_sites,
    read_editorial_content,
    title_of,
)
from lawkb.publish.page import Draft, Drafts, Frame, SitePage, SiteSettings, make_frames
from lawkb.publish.pagefind_source import (
    PagefindPage,
    cached_pagefind_pages,
    search_words,
    search_words_path,
)
from lawkb.publish.render import public_url
from lawkb.publish.search_and_offline import offline_drafts
from lawkb.publish.strings import without_signs
from lawkb.publish.urls import NOT_FOUND, Paths, Place, is_whole_code_page, page_url
from lawkb.publish.views.law_history import changes_place
from lawkb.publish.views.law_page import (
    AKOMA_NTOSO,
    JSON,
    KINDS,
    XLIFF,
    DownloadKind,
    download_path,
    is_had,
)
from lawkb.publish.views.site_pages import site_drafts
from lawkb.publish.views.terms_page import index_terms
from lawkb.references.graph import Graph, build_graph


@dataclass(frozen=True, slots=True)
class SiteContent:
    """Everything that the site is made from, read from a corpus.

    Attributes:
        folder: The corpus folder.
        code: The laws and other texts.
        graph: The references between provisions.
        editorial: Glossary, decisions of editors, findings and the like.
        search_pages: Pages that Pagefind indexes for the search of the site.
        xml: Content of the XML files of laws by path below the corpus folder; empty when not yet
            read.
        books: The books that the site offers, with their content.
    """

    folder: Path
    code: Code
    graph: Graph
    editorial: EditorialContent = field(default_factory=EditorialContent)
    search_pages: tuple[PagefindPage, ...] = ()
    xml: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    books: Mapping[BookFile, bytes] = field(default_factory=dict, repr=False, hash=False)


def download_drafts(content: SiteContent) -> Drafts[bytes]:
    """Return a draft of every file of laws to download; a draft makes the file when called."""
    laws = dict.fromkeys((edition, number) for edition, _, number in content.code.laws)
    return Drafts((), tuple(laws), partial(_downloads, content))


def _downloads(content: SiteContent, law: tuple[str, Ordinal]) -> tuple[Draft[bytes], ...]:
    edition, number = law
    drafts: dict[str, Draft[bytes]] = {}
    for tag in content.code.languages_of(edition, number):
        for kind in KINDS:
            if is_had(kind, tag, content.code.outline.authoritative):
                path = download_path(kind, edition, number, tag)
                make = partial(_download, content, kind, (edition, tag, number))
                drafts.setdefault(path, Draft(path, make))
    return tuple(drafts.values())


def _download(content: SiteContent, kind: DownloadKind, key: tuple[str, str, Ordinal]) -> bytes:
    return _MAKERS[kind](content, content.code.laws[key])


def _xml(content: SiteContent, law: Law) -> bytes:
    path = xml_path(law)
    return content.xml[path] if path in content.xml else (content.folder / path).read_bytes()


def _json(content: SiteContent, law: Law) -> bytes:
    """Return a law in all its languages as JSON, as ``lawkb show --format json`` prints it."""
    address = Address((law.number,))
    excerpt = excerpt_of(content.code, content.graph, [(law.edition, address)])
    return (json.dumps(as_json(excerpt), ensure_ascii=False) + "\n").encode()


def _xliff(content: SiteContent, law: Law) -> bytes:
    """Return a law with its original as XLIFF, which ``lawkb import`` reads after editing.

    What the checks find is not in it: the desk's downloads have that.
    """
    code = content.code
    of = Translation(law.edition, code.outline.authoritative, law.language)
    wanted = (Address((law.number,)),)
    return write_xliff21(export_texts(code, of, wanted, content.editorial.reviews))


_MAKERS: Mapping[DownloadKind, Callable[[SiteContent, Law], bytes]] = {
    AKOMA_NTOSO: _xml,
    JSON: _json,
    XLIFF: _xliff,
}


def extra_drafts(
    content: SiteContent, sites: Mapping[str, LocalizedSite], site_url: str
) -> Drafts[bytes]:
    """Return drafts of the files of the site that are made from the laws, besides its pages.

    They are the downloads of laws, the words for the search and, if the URL of the site is known, a
    feed for each language.

    Args:
        content: The corpus.
        sites: The site in each interface language, by BCP 47 tag.
        site_url: URL of the root of the published site; empty when unknown.
    """
    url = partial(public_url, site_url)
    feeds = (
        Draft(site.paths.feed(), partial(atom_feed, content.editorial.changes, site, url))
        for site in (sites.values() if site_url else ())
    )
    whole = (*_search_drafts(content), *feeds)
    return replace(download_drafts(content), first=whole)


def _search_drafts(content: SiteContent) -> Iterator[Draft[bytes]]:
    """Yield drafts of the files that the search loads when someone types, one per language."""
    code = content.code
    for language in () if code.outline.search_on_server else code.outline.languages:
        tag = language.code
        if any(tag == own for _, own, _ in (*code.laws, *code.companions)):
            yield Draft(search_words_path(tag), partial(_search_words, content, tag))


def _search_words(content: SiteContent, tag: str) -> bytes:
    return search_words(content.code, content.editorial.glossary, tag).encode()


SITEMAP = "sitemap.xml"
_MOST_URLS = 50_000  # in one file, by the protocol of sitemaps.org


def sitemap_drafts(paths: Iterable[str], site_url: str) -> tuple[Draft[bytes], ...]:
    """Return drafts of the XML sitemap for search engines, without dates: two builds are equal.

    It is one file; of a site with more URLs than one may have, an index and as many as are needed.
    Pages in the place of others are not listed, nor those of the whole code, which repeat the laws.

    Args:
        paths: Paths of the pages.
        site_url: URL of the root of the published site; empty when unknown, then nothing is
            returned, since a sitemap needs absolute URLs.
    """
    if not site_url:
        return ()
    substitutes = (NOT_FOUND, Paths("").offline())
    listed = (p for p in paths if not (p.endswith(substitutes) or is_whole_code_page(p)))
    urls = sorted(urljoin(site_url, page_url(path)) for path in listed)
    if len(urls) <= _MOST_URLS:
        return (Draft(SITEMAP, partial(_sitemap, "urlset", "url", urls)),)
    files = {
        f"sitemaps/{number}.xml": urls[start : start + _MOST_URLS]
        for number, start in enumerate(range(0, len(urls), _MOST_URLS), start=1)
    }
    index = [urljoin(site_url, path) for path in files]
    return (
        Draft(SITEMAP, partial(_sitemap, "sitemapindex", "sitemap", index)),
        *(Draft(path, partial(_sitemap, "urlset", "url", own)) for path, own in files.items()),
    )


def _sitemap(whole: str, each: str, urls: Sequence[str]) -> bytes:
    lines = "".join(f"<{each}><loc>{escape(url)}</loc></{each}>\n" for url in urls)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return f'{head}\n<{whole} xmlns="{space}">\n{lines}</{whole}>\n'.encode()


_ATOM = "http://www.w3.org/2005/Atom"
_PLAIN: Any = {None: _ATOM}  # the stubs know no default name space
_MOST_ENTRIES = 50
_MOST_NAMES = 12


def atom_feed(
    changes: Iterable[LawChange], site: LocalizedSite, url: Callable[[Place], str]
) -> bytes:
    """Return the Atom feed of changes in one interface language.

    Its dates are those of the changes, so that two builds are equal.

    Args:
        changes: The changes, newest first; the feed has the first of them.
        site: The site in the interface language.
        url: Returns the absolute URL of a page or provision.
    """
    title, _ = title_of(site.code, site.language.code)
    tag = site.language.code
    shown = tuple(islice(changes, _MOST_ENTRIES))
    own, page = url(Place(site.paths.feed())), url(changes_place(site) or Place(site.paths.home()))
    feed = etree.Element(f"{{{_ATOM}}}feed", nsmap=_PLAIN)
    feed.set("{http://www.w3.org/XML/1998/namespace}lang", tag)
    _add(feed, "id", own)
    _add(feed, "title", f"{title}: {site.gettext('Changes')}")
    _add(feed, "updated", shown[0].time if shown else "1970-01-01T00:00:00Z")
    _add(_add(feed, "author"), "name", title)
    _add(feed, "link", rel="self", href=own, type="application/atom+xml")
    _add(feed, "link", rel="alternate", href=page, hreflang=tag, type="text/html")
    for each in shown:
        _entry(feed, each, site, url)
    etree.indent(feed)
    return etree.tostring(feed, xml_declaration=True, encoding="UTF-8") + b"\n"


def _entry(
    feed: etree._Element, change: LawChange, site: LocalizedSite, url: Callable[[Place], str]
) -> None:
    page = url(Place(site.paths.law(change.edition, change.law)))
    entry = _add(feed, "entry")
    _add(entry, "id", f"{page}#{change.time}")
    _add(entry, "title", f"{site.law_name(change.law)} ({change.edition})")
    _add(entry, "updated", change.time)
    _add(entry, "link", href=page, type="text/html")
    _add(entry, "summary", _summary(change, site))


def _summary(change: LawChange, site: LocalizedSite) -> str:
    if not change.addresses:
        return site.gettext("The page of this law was changed.")
    names = [site.name(address) for address in change.addresses[:_MOST_NAMES]]
    more = ["…"] if len(change.addresses) > _MOST_NAMES else []
    return site.gettext("Changed: %(names)s", names=", ".join(names + more))


def _add(parent: etree._Element, name: str, text: str = "", **attributes: str) -> etree._Element:
    element = etree.SubElement(parent, f"{{{_ATOM}}}{name}", dict[str, str](attributes))
    element.text = without_signs(text) or None
    return element


@dataclass(frozen=True, slots=True)
class Site:
    """All pages and files made from the laws; a draft makes its page when called.

    Attributes:
        pages: Drafts of the pages.
        files: Drafts of the other files, without the sitemap, which lists what is on the site.
        localized: The site in each interface language, by BCP 47 tag.
    """

    pages: Drafts[SitePage]
    files: Drafts[bytes]
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
    editions = shared_laws(code, editorial.concordance)
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
