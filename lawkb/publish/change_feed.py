"""The feed of changes: which law was changed when, and which of its provisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from lxml import etree

from lawkb.history.revisions import RevisionStep
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.page import Source
from lawkb.publish.strings import Strings
from lawkb.publish.views.page_frame import Frame
from lawkb.publish.views.places import Place, feed_path, home_path, law_path
from lawkb.publish.views.titles import law_name
from lawkb.publish.views.tree import Tree

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
    entries: Iterable[Entry], tree: Tree, frame: Frame, url: Callable[[Place], str]
) -> bytes:
    """The feed of an interface language. Its times are those of the changes, none of the build.

    Args:
        entries: The changes, newest first.
        tree: The tree of the language.
        frame: The frame of the language.
        url: Gives the public URL of a place.
    """
    tag = tree.language.code
    shown = tuple(entries)
    own, home = url(Place(feed_path(tag))), url(Place(home_path(tag)))
    feed = etree.Element(f"{{{_ATOM}}}feed", nsmap=_PLAIN)
    feed.set("{http://www.w3.org/XML/1998/namespace}lang", tag)
    _add(feed, "id", own)
    _add(feed, "title", f"{frame.title}: {tree.strings.gettext('Changes')}")
    _add(feed, "updated", shown[0].time if shown else "1970-01-01T00:00:00Z")
    _add(_add(feed, "author"), "name", frame.title)
    _add(feed, "link", rel="self", href=own, type="application/atom+xml")
    _add(feed, "link", rel="alternate", href=home, hreflang=tag, type="text/html")
    for each in shown:
        _entry(feed, each, tree, url)
    etree.indent(feed)
    return etree.tostring(feed, xml_declaration=True, encoding="UTF-8") + b"\n"


def _entry(feed: etree._Element, change: Entry, tree: Tree, url: Callable[[Place], str]) -> None:
    page = url(Place(law_path(tree.language.code, change.edition, change.law)))
    entry = _add(feed, "entry")
    _add(entry, "id", f"{page}#{change.time}")
    _add(entry, "title", f"{law_name(tree, change.law)} ({change.edition})")
    _add(entry, "updated", change.time)
    _add(entry, "link", href=page, type="text/html")
    _add(entry, "summary", _summary(change, tree, tree.strings))


def _summary(change: Entry, tree: Tree, strings: Strings) -> str:
    if not change.addresses:
        return strings.gettext("The page of this law was changed.")
    names = [tree.name(address) for address in change.addresses[:_MOST_NAMES]]
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
