"""Files of the site that are not pages: downloads of laws, list of pages, feeds of changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from lawkb.corpus.corpus_toml import read_sources
from lawkb.corpus.laws import law_path
from lawkb.editorial.review import Translation
from lawkb.exchange.formats.xliff21 import write_xliff21
from lawkb.exchange.parcel import build_parcel, messages_of
from lawkb.exchange.public_types import as_json
from lawkb.exchange.records import excerpt_of
from lawkb.history.revisions import code_history
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.change_feed import Entry, atom_feed, change_entries
from lawkb.publish.render import public_url, sitemap
from lawkb.publish.views.laws.downloads import (
    AKOMA_NTOSO,
    JSON,
    KINDS,
    XLIFF,
    DownloadKind,
    download_path,
    is_had,
)
from lawkb.publish.views.page import FileDraft
from lawkb.publish.views.page_frame import Frame
from lawkb.publish.views.places import feed_path
from lawkb.publish.views.tree import Apparatus, Tree, make_trees
from lawkb.references.graph import Graph


@dataclass(frozen=True, slots=True)
class Holdings:
    """What files are made from.

    Attributes:
        folder: The corpus.
        code: Its laws.
        graph: Who cites whom.
        xml: The files of its laws by path below the corpus, where somebody has read them already.
        apparatus: What the editors keep of them, and what the checks found.
    """

    folder: Path
    code: Code
    graph: Graph
    xml: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    apparatus: Apparatus = field(default_factory=Apparatus, repr=False, hash=False)


def download_drafts(holdings: Holdings) -> tuple[FileDraft, ...]:
    """Every download, to be made."""
    drafts: dict[str, FileDraft] = {}
    for (edition, tag, number), law in holdings.code.laws.items():
        for kind in KINDS:
            if is_had(kind, tag, holdings.code.outline.authoritative):
                path = download_path(kind, edition, number, tag)
                drafts.setdefault(path, FileDraft(path, partial(_MAKERS[kind], holdings, law)))
    return tuple(drafts.values())


def _xml(holdings: Holdings, law: Law) -> bytes:
    path = law_path(law)
    return holdings.xml[path] if path in holdings.xml else (holdings.folder / path).read_bytes()


def _json(holdings: Holdings, law: Law) -> bytes:
    """The law in all its languages, as ``lawkb show --format json`` gives it."""
    address = Address((law.number,))
    excerpt = excerpt_of(holdings.code, holdings.graph, [(law.edition, address)])
    return (json.dumps(as_json(excerpt), ensure_ascii=False) + "\n").encode()


def _xliff(holdings: Holdings, law: Law) -> bytes:
    """The law beside its original, as ``lawkb export`` gives it; ``lawkb import`` takes it back.

    Findings are among it where the translators' desk is published.
    """
    code, report = holdings.code, holdings.apparatus.report
    of = Translation(law.edition, code.outline.authoritative, law.language)
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    wanted = (Address((law.number,)),)
    return write_xliff21(
        build_parcel(code, of, wanted, holdings.apparatus.reviews, messages_of(found, of))
    )


_MAKERS: Mapping[DownloadKind, Callable[[Holdings, Law], bytes]] = {
    AKOMA_NTOSO: _xml,
    JSON: _json,
    XLIFF: _xliff,
}


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
