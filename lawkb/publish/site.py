"""The site as a whole: everything that is made from the code, and what is around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lawkb.corpus.kept_laws import read_kept_code
from lawkb.corpus.laws import check_held
from lawkb.editorial.report import code_report
from lawkb.publish.downloads_and_feeds import SiteContent, extra_drafts
from lawkb.publish.offline import offline_drafts
from lawkb.publish.views.localized_site import EditorialContent, read_editorial_content
from lawkb.publish.views.page import Draft, FileDraft, Frame, MenuItem, code_menu, make_frame
from lawkb.publish.views.pagefind_source import PagefindPage, kept_shadow
from lawkb.publish.views.site_pages import site_drafts
from lawkb.publish.views.term_index import index_terms
from lawkb.references.graph import build_graph

_Key = tuple[str, str, int | str]


@dataclass(frozen=True, slots=True)
class Content:
    """A corpus, read for the site.

    Attributes:
        holdings: The laws, who cites whom, and where they lie.
        shadow: What the search is built from.
    """

    holdings: SiteContent
    shadow: tuple[PagefindPage, ...]


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """What is around the pages that are made from the code.

    Attributes:
        languages: Tags of the interface languages; the first is offered first.
        url: URL of the root of the site; empty when nobody gave it.
        written: Paths of the hand-written pages.
        menu: Links of the header, by the tag of the interface language.
        assets: Version of style and script.
        offline: Whether a browser is to keep the site for reading without a connection.
        overrides: Folder whose templates stand for those of the theme; empty for none.
    """

    languages: tuple[str, ...]
    url: str
    written: tuple[str, ...] = ()
    menu: Mapping[str, tuple[MenuItem, ...]] = field(default_factory=dict, hash=False)
    assets: str = ""
    offline: bool = False
    overrides: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """What is to be made.

    Attributes:
        frames: What stands around pages, by the tag of the interface language.
        pages: The pages made from the code.
        files: The other files made from it.
        editorial: What the editors keep of it.
    """

    frames: Mapping[str, Frame] = field(hash=False)
    pages: tuple[Draft, ...]
    files: tuple[FileDraft, ...]
    editorial: EditorialContent


def read_content(
    folder: Path,
    desk: bool = True,
    shadowed: Callable[[tuple[PagefindPage, ...]], None] = lambda _: None,
) -> Content:
    """A corpus, read for the site and studied.

    Args:
        folder: The corpus.
        desk: Whether the translators' desk is published.
        shadowed: Told what the search is built from while the rest is still being studied.

    Raises:
        LawkbError: It cannot be read, or has no law: there is nothing to make a site of.
    """
    code = read_kept_code(folder)
    check_held(folder, code)
    kept = read_editorial_content(folder, code.outline)
    shadow = kept_shadow(folder, code)
    shadowed(shadow)
    report = code_report(folder, code) if desk else None
    graph, terms = build_graph(code), index_terms(code, kept.glossary)
    editorial = replace(kept, terms=terms, report=report)
    return Content(SiteContent(folder, code, graph, editorial=editorial), shadow)


def code_site(content: Content, around: SiteSettings) -> Site:
    """Everything that is made from the code, nothing made yet.

    Raises:
        LawkbError: A language has no catalogue or no file in ``lawkb/languages``.
    """
    code, graph = content.holdings.code, content.holdings.graph
    frames = {tag: make_frame(code, graph, around.languages, tag) for tag in around.languages}
    unkept = offline_drafts(around.languages) if around.offline else ()
    editorial = content.holdings.editorial
    pages = (*site_drafts(code, graph, around.languages, content.shadow, editorial), *unkept)
    paths = (*around.written, *(page.path for page in pages))
    files = extra_drafts(content.holdings, frames, paths, around.url)
    return in_frames(Site(frames, pages, files, editorial), around)


def in_frames(site: Site, around: SiteSettings) -> Site:
    """The site in its frames, with what is around it in them."""
    frames = {
        tag: replace(
            frame,
            site_url=around.url,
            menu=(*code_menu(site.editorial, tag), *around.menu.get(tag, ())),
            assets=around.assets,
            offline=around.offline,
            overrides=around.overrides,
        )
        for tag, frame in site.frames.items()
    }
    return replace(site, frames=frames)
