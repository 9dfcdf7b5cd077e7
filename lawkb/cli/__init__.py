"""The command line: what is printed, exit codes, formats. No logic."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; an error of ours is three short lines on standard error, exit 2."""
    sys.exit(_run())


def _run() -> int:
    try:
        code = _at_once(sys.argv[1:])
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    if code is not None:
        return code
    from lawkb.cli.commands import run

    return run()


def _at_once(words: list[str]) -> int | None:
    """The exit code when all was answered already; None when the command must run."""
    # Nothing above: what answers at once imports a tenth of what the commands do.
    if "show" in words:
        from lawkb.cli.at_once import show_at_once

        return show_at_once(words)
    if "search" in words:
        from lawkb.cli.search_at_once import search_at_once

        return search_at_once(words)
    return None
