"""What nobody has foreseen, told in three lines."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from lawkb.errors import LawkbError

log = logging.getLogger("lawkb.publish.faults")

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
