"""Faults while a site is edited, each told in three lines."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.model.law import Loss

FAULTS = "lawkb.publish.faults"  # name of the log of how they came about

log = logging.getLogger(FAULTS)

_MENDED = {
    "stale-patch": "give the patch the words that stand in the page",
    "encoding": "save the page as UTF-8",
    "text": "look into the file, and at its rights",
    "unparsed": "name the page as a rule of its source in corpus.toml does",
}
_PACKAGE = Path(__file__).parent.parent


def unforeseen(where: str, error: Exception) -> LawkbError:
    """An error that is a fault of lawkb; the way to it goes to the log, for who wants to see it.

    Args:
        where: What could not be made or read.
        error: What went wrong.
    """
    log.debug("%s", where, exc_info=error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    at = own[-1] if own else frames[-1] if frames else None
    place = f" ({Path(at.filename).name}:{at.lineno})" if at else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return LawkbError(where, what + place, "a fault of lawkb: lawkb serve --verbose shows more")


def mendable(losses: Mapping[str, tuple[Loss, ...]]) -> Iterator[tuple[str, str, str]]:
    """Losses that are mended by saving a file otherwise: where, what, and how."""
    for file, of_page in losses.items():
        for loss in of_page:
            where, what = f"{file}:{loss.line}" if loss.line else file, loss.message
            if loss.kind == "stale-patch":
                where = what.partition(": ")[0]
                what = f"the words it replaces do not stand in {Path(file).name}; not applied"
            if loss.kind in _MENDED:
                yield where, what, _MENDED[loss.kind]
