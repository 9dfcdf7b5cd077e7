"""What a comparison of two revisions says of its newer side: which revision it is, what is cut."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime

_MINUTE = len("2017-05-26T09:05")
_LONGEST_HEAD = 1000
_LAST_HEAD = 200  # lines; a comparison names its revisions above its lines
# «rule_07 [2017/05/26 09:00] – nikosrule_07 [2017/05/26 09:05] (τρέχουσα) – …»
_HEAD = re.compile(
    r"[|\s]*(?P<page>[^\s\[\]|]{1,100}) \[[^\[\]]{1,40}\].*?(?P=page)"
    r" \[(?P<time>[^\[\]]{1,40})\](?P<said> \([^()]{1,40}\))?"
)
_TIME = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a page that compares two revisions says of its newer side.

    Attributes:
        current: Whether it says that this is the present page, as it was when it was saved.
        printed: Its time as the wiki prints it, ``2017-05-26T09:05``, local; None when it does not.
        time: The same moment in UTC, ``2017-05-26T06:05:00Z``; None when nothing tells.
        partial: Lines whose end may be missing, from 1; never taken for words of the law.
        runs: The first line of each run that nothing is missing from, in order.
        whole: Whether it holds every line of the present page.
    """

    current: bool
    printed: str | None = None
    time: str | None = None
    partial: frozenset[int] = frozenset()
    runs: tuple[int, ...] = ()
    whole: bool = False

    def joins(self, first: int, last: int) -> bool:
        """Whether it holds every line from one to another that it holds, too."""
        return bisect_right(self.runs, first) == bisect_right(self.runs, last)

    def is_of(self, revised: str | None) -> bool:
        """Whether the newer side is the revision of a time; what a page says where none is known.

        Args:
            revised: Last change of another reading, ISO 8601, with a zone or local; or None.
        """
        zoned = _utc_minute(revised or "")
        if zoned and self.time:
            return zoned == self.time[:_MINUTE]
        if revised and not zoned and self.printed:
            return revised[:_MINUTE] == self.printed[:_MINUTE]
        return self.current


@dataclass(frozen=True, slots=True)
class DumpHead:
    """The newer revision as the text of a comparison names it.

    Attributes:
        page_id: The page.
        printed: Its time as printed, ``2017-05-26T09:05``; None for an unknown one.
        current: Whether it says that this is the present page.
    """

    page_id: str
    printed: str | None
    current: bool


def read_dump_head(text: str) -> DumpHead | None:
    """The head of the text of a page that compares two revisions; None for any other text."""
    for line in text.split("\n", _LAST_HEAD)[:_LAST_HEAD]:
        match = _HEAD.match(line) if len(line) <= _LONGEST_HEAD else None
        if match:
            time = _TIME.fullmatch(match["time"])
            printed = f"{time[1]}-{time[2]}-{time[3]}T{time[4]}" if time else None
            return DumpHead(match["page"], printed, bool(match["said"]))
    return None


def _utc_minute(time: str) -> str:
    """A time with a zone to the minute in UTC; empty for one without."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return ""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M") if moment.tzinfo else ""
