"""The ``.changes`` file of a page: its revisions, with time, author and type of change.

IP addresses are read only to detect changes outside the wiki, and are not passed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawkb.model.history import Revision, RevisionKind, utc_time
from lawkb.model.law import Loss
from lawkb.model.privacy import one_line, public_name, without_addresses

_KINDS: dict[str, RevisionKind] = {
    "C": "create",
    "E": "edit",
    "e": "minor",
    "D": "delete",
    "R": "revert",
}
_COLUMNS = 8
_TIME = re.compile(r"[1-9][0-9]{0,11}")
_SIZE = re.compile(r"-?[0-9]{1,12}")
_OUTSIDE = "127.0.0.1"


def read_changes(content: bytes, page: str) -> tuple[tuple[Revision, ...], tuple[Loss, ...]]:
    """Read the revisions of a page, oldest first. Never raises.

    Lines of eight columns or fewer are read, which need time and page id. Lines that are
    truncated or name another page are a loss. Of two lines with the same second, which the wiki
    cannot distinguish, the later one counts.

    Args:
        content: Bytes of the file.
        page: Id of the page.
    """
    found: dict[str, Revision] = {}
    cut, again = [], []
    for number, line in _lines(content):
        revision = _revision(line, page)
        if not revision:
            cut.append(number)
            continue
        if revision.id in found:
            again.append(number)
        found[revision.id] = revision
    losses = (
        *_loss(cut, f"of the changes of {page} are truncated, or are no changes of it"),
        *_loss(again, f"of the changes of {page} have the time of another one"),
    )
    return tuple(sorted(found.values(), key=lambda revision: int(revision.id))), losses


def _lines(content: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield number, line.rstrip(b"\r").decode(errors="replace")


def _revision(line: str, page: str) -> Revision | None:
    columns = line.split("\t", _COLUMNS)[:_COLUMNS]
    written, ip, kind, line_page, user, summary, extra, size = columns + [""] * (
        _COLUMNS - len(columns)
    )
    time = utc_time(int(written)) if _TIME.fullmatch(written) else None
    if time is None or line_page != page:
        return None
    return Revision(
        id=written,
        time=time,
        kind=_KINDS.get(kind, "unknown"),
        user=public_name(user),
        summary=without_addresses(one_line(summary)),
        restored=extra if kind == "R" and _TIME.fullmatch(extra) else None,
        size_change=int(size) if _SIZE.fullmatch(size) else None,
        outside=ip == _OUTSIDE and not user,
    )


def _loss(lines: list[int], what: str) -> tuple[Loss, ...]:
    """Return one loss for all lines of a kind: a damaged file may have a million."""
    if not lines:
        return ()
    return (Loss("provenance", f"{len(lines)} lines {what}", line=lines[0]),)
