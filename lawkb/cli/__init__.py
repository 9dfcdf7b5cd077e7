"""The command line: what is printed, exit codes, formats. No logic."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; an error of ours is three short lines on standard error, exit 2."""
    # Not above: who imports one module of this package wants no other.
    from lawkb.cli.commands import run

    sys.exit(run())
