"""Exit codes that say how a command ended, and the end of one whose output is closed."""

from __future__ import annotations

import os
import sys
from typing import TextIO

# 128 and the number of SIGPIPE, as shells report it: none of the exit codes that mean something.
CLOSED_OUTPUT = 141
STOPPED = 130  # the same of SIGINT, which Ctrl-C sends


def output_closed() -> int:
    """Return the exit code for a closed output, as after ``| head``.

    Source: Python's documentation, "Note on SIGPIPE".
    """
    drop_rest(sys.stdout)
    return CLOSED_OUTPUT


def drop_rest(stream: TextIO) -> None:
    """Discard unwritten output of a stream that cannot be written, now and at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
