"""Faults while a site is edited, each told in three lines: where, what, what to do."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.model.law import Loss

FAULTS = "lawkb.server.faults"  # name of the log that has the tracebacks

log = logging.getLogger(FAULTS)

_FIXES = {
    "stale-patch": "give the patch the words that are in the page",
    "encoding": "save the page as UTF-8",
    "text": "look into the file, and at its rights",
    "unparsed": "name the page as a rule of its source in corpus.toml does",
}
_PACKAGE = Path(__file__).parent.parent


def fault_of(where: str, error: Exception) -> LawkbError:
    """Return any error as one of three lines.

    Args:
        where: What could not be made or read.
        error: What went wrong. If it is a fault of lawkb, its traceback goes to the log.
    """
    if isinstance(error, LawkbError):
        return error
    if isinstance(error, OSError):  # such as a file that goes away while it is read
        what = f"cannot be read: {error.strerror or error}"
        return LawkbError(str(error.filename or where), what, "save it again")
    log.debug("%s", where, exc_info=error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    at = own[-1] if own else frames[-1] if frames else None
    place = f" ({Path(at.filename).name}:{at.lineno})" if at else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return LawkbError(where, what + place, "a fault of lawkb: lawkb serve --verbose shows more")


def fixable_losses(losses: Mapping[str, tuple[Loss, ...]]) -> Iterator[tuple[str, str, str]]:
    """Yield the losses that an editor can fix in a file: where, what, and how."""
    for file, of_page in losses.items():
        for loss in of_page:
            where, what = f"{file}:{loss.line}" if loss.line else file, loss.message
            if loss.kind == "stale-patch":
                where = what.partition(": ")[0]
                what = f"the words it replaces are not in {Path(file).name}; not applied"
            if loss.kind in _FIXES:
                yield where, what, _FIXES[loss.kind]
