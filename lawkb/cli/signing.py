"""Who decides something and when, as it is written beside the decision."""

from __future__ import annotations

import datetime
import getpass


def signed(author: str | None) -> tuple[str, str]:
    """Who is named, by default the user of the machine, and the day of today, as ISO has it."""
    return author or getpass.getuser(), datetime.date.today().isoformat()
