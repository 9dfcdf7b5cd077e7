"""Files of the site that are no pages: downloads, the list of pages, the feeds of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from lawkb.corpus.outline import read_sources
from lawkb.publish.feed import Entry, atom_feed, change_entries
from lawkb.publish.files import Holdings, download_drafts
from lawkb.publish.frames import Frame
from lawkb.publish.page import FileDraft
from lawkb.publish.places import feed_path
from lawkb.publish.render import public_url, sitemap
from lawkb.publish.tree import Tree, make_trees
from lawkb.revisions import code_history


def extra_drafts(
    holdings: Holdings, frames: Mapping[str, Frame], paths: Iterable[str], site_url: str
) -> tuple[FileDraft, ...]:
    """Every file of the site that is no page and is made from the code.

    Args:
        holdings: The laws and where they lie.
        frames: The frame of every interface language.
        paths: Every page of the site.
        site_url: URL of its root. Empty where nobody gave it: then there is neither a list of
            pages nor a feed, which hold nothing but whole URLs.
    """
    downloads = download_drafts(holdings)
    if not site_url:
        return downloads
    entries = cache(partial(_entries, holdings))  # of all languages
    feeds = (
        FileDraft(feed_path(tag), partial(_feed, entries, tree, frames[tag], site_url))
        for tag, tree in make_trees(holdings.code, holdings.graph, tuple(frames)).items()
    )
    listed = FileDraft("sitemap.xml", partial(_sitemap, tuple(paths), site_url))
    return (*downloads, listed, *feeds)


def _sitemap(paths: tuple[str, ...], site_url: str) -> bytes:
    return sitemap(paths, site_url).encode()


def _entries(holdings: Holdings) -> tuple[Entry, ...]:
    code, folder = holdings.code, holdings.folder
    return change_entries(code, code_history(folder), read_sources(folder, code.outline))


def _feed(
    entries: Callable[[], tuple[Entry, ...]], tree: Tree, frame: Frame, site_url: str
) -> bytes:
    return atom_feed(entries(), tree, frame, partial(public_url, site_url))
