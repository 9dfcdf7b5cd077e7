"""Files of the site that are no pages: downloads, the list of pages, the feeds of changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from lawkb.corpus.outline import read_sources
from lawkb.publish.feed import atom_feed, change_entries
from lawkb.publish.files import Holdings, download_files
from lawkb.publish.frames import Frame
from lawkb.publish.places import feed_path
from lawkb.publish.render import public_url, sitemap
from lawkb.publish.tree import make_trees
from lawkb.revisions import code_history


def extra_files(
    holdings: Holdings, frames: Mapping[str, Frame], paths: Iterable[str], site_url: str
) -> dict[str, bytes]:
    """Content of every file by its path below the root of the site.

    Args:
        holdings: The laws and where they lie.
        frames: The frame of every interface language.
        paths: Every page of the site.
        site_url: URL of its root. Empty where nobody gave it: then there is neither a list of
            pages nor a feed, which hold nothing but whole URLs.
    """
    files = dict(download_files(holdings))
    if not site_url:
        return files
    files["sitemap.xml"] = sitemap(paths, site_url).encode()
    code, folder = holdings.code, holdings.folder
    sources = read_sources(folder, code.outline)
    entries = change_entries(code, code_history(folder), sources)
    for tag, tree in make_trees(code, holdings.graph, tuple(frames)).items():
        url = partial(public_url, site_url)
        files[feed_path(tag)] = atom_feed(entries, tree, frames[tag], url)
    return files
