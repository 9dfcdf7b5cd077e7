"""Who decides something and when, as it is written beside the decision."""

from __future__ import annotations

import datetime
import getpass

from lawkb.errors import LawkbError


def signed(author: str | None) -> tuple[str, str]:
    """Who is named, by default the user of the machine, and the day of today, as ISO has it.

    Raises:
        LawkbError: Nobody is named, and the machine has no name for its user, as in a container
            that runs under a number.
    """
    return author or _user(), datetime.date.today().isoformat()


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError) as error:  # which of them depends on the machine
        what = "it has no name for its user, and a decision is signed"
        raise LawkbError("this machine", what, "name who decides: --author NAME") from error
