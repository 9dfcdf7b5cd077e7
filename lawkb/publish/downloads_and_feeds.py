"""Files of the site that are not pages: downloads of laws, list of pages, feeds of changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from lxml import etree

from lawkb.corpus.corpus_toml import read_sources
from lawkb.corpus.laws import law_path as xml_path
from lawkb.editorial.review import Translation
from lawkb.exchange.formats.xliff21 import write_xliff21
from lawkb.exchange.parcel import build_parcel, messages_of
from lawkb.exchange.public_types import as_json
from lawkb.exchange.records import excerpt_of
from lawkb.history.revisions import RevisionStep, code_history
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.page import Source
from lawkb.publish.render import public_url, sitemap
from lawkb.publish.strings import Strings
from lawkb.publish.views.laws.downloads import (
    AKOMA_NTOSO,
    JSON,
    KINDS,
    XLIFF,
    DownloadKind,
    download_path,
    is_had,
)
from lawkb.publish.views.localized_site import (
    EditorialContent,
    LocalizedSite,
    law_name,
    localized_sites,
)
from lawkb.publish.views.page import FileDraft, Frame
from lawkb.publish.views.urls import Place, feed_path, home_path, law_path
from lawkb.references.graph import Graph


@dataclass(frozen=True, slots=True)
class SiteContent:
    """What files are made from.

    Attributes:
        folder: The corpus.
        code: Its laws.
        graph: Who cites whom.
        xml: The files of its laws by path below the corpus, where somebody has read them already.
        editorial: What the editors keep of them, and what the checks found.
    """

    folder: Path
    code: Code
    graph: Graph
    xml: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    editorial: EditorialContent = field(default_factory=EditorialContent, repr=False, hash=False)


def download_drafts(holdings: SiteContent) -> tuple[FileDraft, ...]:
    """Every download, to be made."""
    drafts: dict[str, FileDraft] = {}
    for (edition, tag, number), law in holdings.code.laws.items():
        for kind in KINDS:
            if is_had(kind, tag, holdings.code.outline.authoritative):
                path = download_path(kind, edition, number, tag)
                drafts.setdefault(path, FileDraft(path, partial(_MAKERS[kind], holdings, law)))
    return tuple(drafts.values())


def _xml(holdings: SiteContent, law: Law) -> bytes:
    path = xml_path(law)
    return holdings.xml[path] if path in holdings.xml else (holdings.folder / path).read_bytes()


def _json(holdings: SiteContent, law: Law) -> bytes:
    """The law in all its languages, as ``lawkb show --format json`` gives it."""
    address = Address((law.number,))
    excerpt = excerpt_of(holdings.code, holdings.graph, [(law.edition, address)])
    return (json.dumps(as_json(excerpt), ensure_ascii=False) + "\n").encode()


def _xliff(holdings: SiteContent, law: Law) -> bytes:
    """The law beside its original, as ``lawkb export`` gives it; ``lawkb import`` takes it back.

    Findings are among it where the translators' desk is published.
    """
    code, report = holdings.code, holdings.editorial.report
    of = Translation(law.edition, code.outline.authoritative, law.language)
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    wanted = (Address((law.number,)),)
    return write_xliff21(
        build_parcel(code, of, wanted, holdings.editorial.reviews, messages_of(found, of))
    )


_MAKERS: Mapping[DownloadKind, Callable[[SiteContent, Law], bytes]] = {
    AKOMA_NTOSO: _xml,
    JSON: _json,
    XLIFF: _xliff,
}


def extra_drafts(
    holdings: SiteContent, frames: Mapping[str, Frame], paths: Iterable[str], site_url: str
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
        FileDraft(feed_path(tag), partial(_feed, entries, site, frames[tag], site_url))
        for tag, site in localized_sites(holdings.code, holdings.graph, tuple(frames)).items()
    )
    listed = FileDraft("sitemap.xml", partial(_sitemap, tuple(paths), site_url))
    return (*downloads, listed, *feeds)


def _sitemap(paths: tuple[str, ...], site_url: str) -> bytes:
    return sitemap(paths, site_url).encode()


def _entries(holdings: SiteContent) -> tuple[Entry, ...]:
    code, folder = holdings.code, holdings.folder
    return change_entries(code, code_history(folder), read_sources(folder, code.outline))


def _feed(
    entries: Callable[[], tuple[Entry, ...]], site: LocalizedSite, frame: Frame, site_url: str
) -> bytes:
    return atom_feed(entries(), site, frame, partial(public_url, site_url))


_ATOM = "http://www.w3.org/2005/Atom"
_PLAIN: Any = {None: _ATOM}  # the stubs know no default name space
_MOST = 50
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """A change of a law.

    Attributes:
        edition: Id of the edition.
        law: Number of the law.
        time: ISO 8601 in UTC, ``2018-05-25T13:53:00Z``.
        addresses: Provisions that changed; empty where nobody knows which.
    """

    edition: str
    law: int
    time: str
    addresses: tuple[Address, ...] = ()


def change_entries(
    code: Code, steps: Iterable[RevisionStep], sources: Iterable[Source]
) -> tuple[Entry, ...]:
    """The newest changes first: of every revision, or the last one that a page tells of itself.

    Args:
        code: The laws.
        steps: The revisions of the pages that have a history.
        sources: Where the pages come from; the clock of each has a zone.
    """
    entries = {entry for step in steps for entry in _of_step(step)}
    known = {(entry.edition, entry.law) for entry in entries}
    zones = {source.name: source.zone for source in sources}
    for (edition, _, number), law in code.laws.items():
        time = _utc(law.origin.revised or "", zones.get(law.origin.source, "UTC"))
        if time and (edition, number) not in known:
            entries.add(Entry(edition, number, time))
    newest = sorted(entries, key=lambda entry: (entry.edition, entry.law))
    return tuple(sorted(newest, key=lambda entry: entry.time, reverse=True)[:_MOST])


def atom_feed(
    entries: Iterable[Entry], site: LocalizedSite, frame: Frame, url: Callable[[Place], str]
) -> bytes:
    """The feed of an interface language. Its times are those of the changes, none of the build.

    Args:
        entries: The changes, newest first.
        site: The site in the language of the reader.
        frame: The frame of the language.
        url: Gives the public URL of a place.
    """
    tag = site.language.code
    shown = tuple(entries)
    own, home = url(Place(feed_path(tag))), url(Place(home_path(tag)))
    feed = etree.Element(f"{{{_ATOM}}}feed", nsmap=_PLAIN)
    feed.set("{http://www.w3.org/XML/1998/namespace}lang", tag)
    _add(feed, "id", own)
    _add(feed, "title", f"{frame.title}: {site.strings.gettext('Changes')}")
    _add(feed, "updated", shown[0].time if shown else "1970-01-01T00:00:00Z")
    _add(_add(feed, "author"), "name", frame.title)
    _add(feed, "link", rel="self", href=own, type="application/atom+xml")
    _add(feed, "link", rel="alternate", href=home, hreflang=tag, type="text/html")
    for each in shown:
        _entry(feed, each, site, url)
    etree.indent(feed)
    return etree.tostring(feed, xml_declaration=True, encoding="UTF-8") + b"\n"


def _entry(
    feed: etree._Element, change: Entry, site: LocalizedSite, url: Callable[[Place], str]
) -> None:
    page = url(Place(law_path(site.language.code, change.edition, change.law)))
    entry = _add(feed, "entry")
    _add(entry, "id", f"{page}#{change.time}")
    _add(entry, "title", f"{law_name(site, change.law)} ({change.edition})")
    _add(entry, "updated", change.time)
    _add(entry, "link", href=page, type="text/html")
    _add(entry, "summary", _summary(change, site, site.strings))


def _summary(change: Entry, site: LocalizedSite, strings: Strings) -> str:
    if not change.addresses:
        return strings.gettext("The page of this law was changed.")
    names = [site.name(address) for address in change.addresses[:_MOST_NAMES]]
    more = ["…"] if len(change.addresses) > _MOST_NAMES else []
    return strings.gettext("Changed: %(names)s") % {"names": ", ".join(names + more)}


def _of_step(step: RevisionStep) -> Iterable[Entry]:
    found: dict[tuple[str, int], set[Address]] = {}
    for change in step.changes:
        found.setdefault((change.edition, change.address.law), set()).add(change.address)
    for (edition, law), addresses in found.items():
        yield Entry(edition, law, step.revision.time, tuple(sorted(addresses)))


def _utc(stamp: str, zone: str) -> str:
    """A time by the clock of a source as UTC; empty when it is odd or there is none."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return ""
    local = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _add(parent: etree._Element, name: str, text: str = "", **attributes: str) -> etree._Element:
    element = etree.SubElement(parent, f"{{{_ATOM}}}{name}", dict[str, str](attributes))
    element.text = text or None
    return element
