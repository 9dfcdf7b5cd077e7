"""The revisions of a page: who changed it when, and how."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

RevisionKind = Literal["create", "edit", "minor", "delete", "revert", "unknown"]


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of a wiki page.

    Attributes:
        id: Id in the source: the Unix time as the source writes it, ``1495778700``.
        time: Time of the revision as ISO 8601 in UTC, ``2017-05-26T06:05:00Z``.
        kind: Type of change; ``unknown`` when the source has the text but no change record.
        user: Login of the author; None when the source names none, or only an IP address.
        summary: The editor's summary in one line, mail and IP addresses removed; may be empty.
        restored: Id of the revision that a ``revert`` brought back, else None.
        size_change: Bytes by which the text grew; None when the source does not record it.
        outside: Whether the file was changed on disk, without the editor of the wiki.
        held: Whether the text of this revision is in the source.
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
    """Return a Unix time as ISO 8601 in UTC, to the second; None outside the years 1970 to 9999."""
    if not 0 <= seconds <= _LAST:
        return None
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local_time(seconds: int, zone: ZoneInfo) -> str | None:
    """Return a Unix time as local time of a zone, ``2017-05-26T09:05:00``, without the offset.

    None outside the years 1970 to 9999.
    """
    if not 0 <= seconds <= _LAST:
        return None
    try:
        return datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError:
        return None
