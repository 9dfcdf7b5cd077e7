"""The newer revision of a comparison: which one it is, and which lines may be truncated."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime

_MINUTE = len("2017-05-26T09:05")
_LONGEST_HEAD = 1000
_LAST_HEAD = 200  # lines; a comparison names its revisions at the top
# «rule_07 [2017/05/26 09:00] – nikosrule_07 [2017/05/26 09:05] (τρέχουσα) – …»
_HEAD = re.compile(
    r"[|\s]*(?P<page>[^\s\[\]|]{1,100}) \[[^\[\]]{1,40}\].*?(?P=page)"
    r" \[(?P<time>[^\[\]]{1,40})\](?P<current> \([^()]{1,40}\))?"
)
_TIME = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The newer revision of a page that compares two.

    Attributes:
        current: Whether it was the present revision when the page was saved.
        printed: Its time as the wiki prints it, ``2017-05-26T09:05``, local; None when it does not.
        time: The same moment in UTC, ``2017-05-26T06:05:00Z``; None when unknown.
        partial: Lines, from 1, that may be truncated; their words are never used.
        runs: The first line of each run without gaps, in order.
        whole: Whether it shows every line of the present page.
    """

    current: bool
    printed: str | None = None
    time: str | None = None
    partial: frozenset[int] = frozenset()
    runs: tuple[int, ...] = ()
    whole: bool = False

    def joins(self, first: int, last: int) -> bool:
        """Whether no line is missing between two lines that it shows."""
        return bisect_right(self.runs, first) == bisect_right(self.runs, last)

    def is_of(self, revised: str | None) -> bool:
        """Whether the newer side is the revision of a time; else, whether it is the present one.

        Args:
            revised: Last change of another reading, ISO 8601, with an offset or local; or None.
        """
        zoned = _utc_minute(revised or "")
        if zoned and self.time:
            return zoned == self.time[:_MINUTE]
        if revised and not zoned and self.printed:
            return revised[:_MINUTE] == self.printed[:_MINUTE]
        return self.current


@dataclass(frozen=True, slots=True)
class DumpHead:
    """The newer revision as extracted text of a comparison names it.

    Attributes:
        page_id: Id of the page.
        printed: Its time as printed, ``2017-05-26T09:05``; None in an unknown format.
        current: Whether it is marked as the present revision.
    """

    page_id: str
    printed: str | None
    current: bool


def read_dump_head(text: str) -> DumpHead | None:
    """Return the head of the extracted text of a comparison; None for any other text."""
    for line in text.split("\n", _LAST_HEAD)[:_LAST_HEAD]:
        match = _HEAD.match(line) if len(line) <= _LONGEST_HEAD else None
        if match:
            time = _TIME.fullmatch(match["time"])
            printed = f"{time[1]}-{time[2]}-{time[3]}T{time[4]}" if time else None
            return DumpHead(match["page"], printed, bool(match["current"]))
    return None


def _utc_minute(time: str) -> str:
    """Return a time with an offset to the minute in UTC; empty for one without."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return ""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M") if moment.tzinfo else ""
