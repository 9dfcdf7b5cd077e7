"""All changes of the laws of a corpus, newest first, for the site and its feed.

The revisions of a wiki are read once: what they changed is cached by page. A law without revisions
has one change, the last one of its page, if its date is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from lawkb.corpus.cache import cached_value, digest_of, put_cached
from lawkb.corpus.corpus_toml import read_sources
from lawkb.history.changes import DiffPiece, ProvisionChange, word_diff
from lawkb.history.revisions import RevisionStep, read_steps, wiki_pages
from lawkb.large_collections import Values
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.privacy import has_address, without_addresses
from lawkb.model.source import Source
from lawkb.parallel_work import one_by_one

_CACHED = "history"


@dataclass(frozen=True, slots=True)
class LawChange:
    """A change of a law: a revision of its page, or the last change of a page without revisions.

    Attributes:
        edition: Id of the edition.
        law: Number of the law.
        time: ISO 8601 in UTC, ``2018-05-25T13:53:00Z``.
        addresses: Provisions that changed, in order; empty when they are unknown.
        author: Name of the author; None when unknown, or only a mail or IP address.
        summary: The author's summary; may be empty.
        first: Whether the law was new. Then ``provisions`` is empty: all of it was added.
        provisions: What changed, with word diffs, without mail and IP addresses.
    """

    edition: str
    law: Ordinal
    time: str
    addresses: tuple[Address, ...] = ()
    author: str | None = None
    summary: str = ""
    first: bool = False
    provisions: tuple[ProvisionChange, ...] = ()


def law_changes(folder: Path, code: Code) -> tuple[LawChange, ...]:
    """Return the changes of all laws of a corpus, newest first."""
    sources = read_sources(folder, code.outline)
    return in_order((*_revisions(folder, code), *last_changes(code, sources)))


def in_order(changes: Iterable[LawChange]) -> tuple[LawChange, ...]:
    """Return changes newest first; a last change of a law that has revisions is left out."""
    every = tuple(changes)
    known = {(each.edition, each.law) for each in every if each.addresses}
    kept = [each for each in every if each.addresses or (each.edition, each.law) not in known]
    by_law = sorted(kept, key=lambda each: (each.edition, each.law))
    return tuple(sorted(by_law, key=lambda each: each.time, reverse=True))


def last_changes(code: Code, sources: Iterable[Source]) -> tuple[LawChange, ...]:
    """Return the last change of each law's page, where its date is known.

    Args:
        code: The laws.
        sources: The sources, for their time zones.
    """
    zones = {source.name: source.zone for source in sources}
    times = one_by_one(partial(_last_change, zones), Values(code.laws))
    dated = ((edition, law, time) for (edition, _, law), time in zip(code.laws, times, strict=True))
    return tuple(LawChange(*each) for each in dict.fromkeys(dated) if each[2])


def _last_change(zones: Mapping[str, str], law: Law) -> str:
    return _utc(law.origin.revised or "", zones.get(law.origin.source, "UTC"))


def _utc(stamp: str, zone: str) -> str:
    """Convert a time in the zone of a source to UTC; return "" if it is missing or malformed."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return ""
    local = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def changes_of_steps(steps: Iterable[RevisionStep]) -> Iterator[LawChange]:
    """Yield the changes that the revisions of a page made, law by law, oldest first."""
    begun: set[tuple[str, Ordinal]] = set()
    for step in steps:
        by_law: dict[tuple[str, Ordinal], list[ProvisionChange]] = {}
        for change in step.changes:
            by_law.setdefault((change.edition, change.address.law), []).append(change)
        for law, provisions in by_law.items():
            first = law not in begun
            begun.add(law)
            yield LawChange(
                *law,
                time=step.revision.time,
                addresses=tuple(sorted({each.address for each in provisions})),
                author=step.name,
                summary=step.revision.summary,
                first=first,
                provisions=() if first else tuple(map(public_change, provisions)),
            )


def public_change(change: ProvisionChange) -> ProvisionChange:
    """Return a change without mail and IP addresses: an old text may have had some."""
    before = "".join(piece.text for piece in change.diff if piece.kind != "new")
    after = "".join(piece.text for piece in change.diff if piece.kind != "gone")
    if not (has_address(before) or has_address(after)):
        return change
    diff = word_diff(without_addresses(before), without_addresses(after))
    return ProvisionChange(change.edition, change.language, change.address, change.kind, diff)


# A change as the cache keeps it: only plain types and classes of the model.
_Row = tuple[Any, ...]


def _revisions(folder: Path, code: Code) -> Iterator[LawChange]:
    """Yield the changes of all pages with revisions; those of unchanged pages are cached."""
    settings = digest_of((folder / "corpus.toml").read_bytes())
    known: Mapping[str, tuple[str, list[_Row]]] | None = None
    now: dict[str, tuple[str, list[_Row]]] = {}
    for source, page in wiki_pages(folder, code.outline):
        if known is None:
            known = cached_value(folder, _CACHED, settings) or {}
        key = f"{source.name} {page.page_id}"
        digest = digest_of(repr((page.revisions, page.names, page.content)).encode())
        if key in known and known[key][0] == digest:
            now[key] = known[key]
        else:
            steps = read_steps(source, page, code.outline)
            now[key] = digest, [_row(change) for change in changes_of_steps(steps)]
    if now and now != known:
        put_cached(folder, _CACHED, settings, now)
    for _, rows in now.values():
        yield from map(_change, rows)


def _row(change: LawChange) -> _Row:
    return (
        change.edition,
        change.law,
        change.time,
        change.addresses,
        change.author,
        change.summary,
        change.first,
        tuple(
            (each.language, each.address, each.kind, tuple((p.kind, p.text) for p in each.diff))
            for each in change.provisions
        ),
    )


def _change(row: _Row) -> LawChange:
    edition, law, time, addresses, author, summary, first, provisions = row
    found = tuple(
        ProvisionChange(edition, language, address, kind, tuple(DiffPiece(*p) for p in diff))
        for language, address, kind, diff in provisions
    )
    return LawChange(edition, law, time, addresses, author, summary, first, found)
