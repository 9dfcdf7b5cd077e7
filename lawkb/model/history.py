"""The revisions of a page: who changed it when, and how."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

RevisionKind = Literal["create", "edit", "minor", "delete", "revert", "unknown"]


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of a page.

    Attributes:
        id: Its identity in the source: the Unix time as written, ``1495778700``.
        time: The same moment as ISO 8601 in UTC, ``2017-05-26T06:05:00Z``.
        kind: What was done; ``unknown`` when nothing but its text tells of it.
        user: Login of who did it; None when the source names none, or names an address.
        summary: One line of the editor's, addresses taken out; may be empty.
        restored: Id of the revision that a ``revert`` brought back, else None.
        size_change: Bytes that the text grew by; None when the source does not say.
        outside: Whether the change was made past the wiki, in the file itself.
        held: Whether the source holds a text of it.
    """

    id: str
    time: str
    kind: RevisionKind
    user: str | None = None
    summary: str = ""
    restored: str | None = None
    size_change: int | None = None
    outside: bool = False
    held: bool = False


# Unix times from 1970 to the end of the year 9999.
_LAST = 253_402_300_799


def utc_time(seconds: int) -> str | None:
    """A Unix time as ISO 8601 in UTC, to the second; None before 1970 and behind the year 9999."""
    if not 0 <= seconds <= _LAST:
        return None
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local_time(seconds: int, zone: ZoneInfo) -> str | None:
    """A Unix time as a clock of a zone shows it, ``2017-05-26T09:05:00``, without the zone.

    None for what is not in the years 1970 to 9999 there.
    """
    if not 0 <= seconds <= _LAST:
        return None
    try:
        return datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError:
        return None
