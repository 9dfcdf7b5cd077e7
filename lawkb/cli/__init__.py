"""The command line: what is printed, exit codes, formats. No logic."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import NoReturn

from lawkb.cli.exit_codes import STOPPED, output_closed


def main() -> NoReturn:
    """Run the command line; on a ``LawkbError``, print three lines on standard error, exit 2."""
    # A command makes tens of thousands of objects at once, nearly all to be kept until it ends.
    gc.set_threshold(100_000)
    _open_closed()
    interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interrupts:  # they are not ignored, as those of a job in the background are
        # While modules are imported an exception may come where nobody can catch it.
        sys.unraisablehook = _unraisable
        signal.signal(signal.SIGINT, _stop)
    # Not above: who imports one module of this package wants no other.
    from lawkb.cli.commands import run

    try:
        if interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run()
        if interrupts:
            signal.signal(signal.SIGINT, _stop)
        sys.stdout.flush()
    except KeyboardInterrupt:  # a second one
        code = STOPPED
    except BrokenPipeError:
        code = output_closed()
    gc.freeze()  # what is left ends with the process: nobody need look through it
    sys.exit(code)


def _open_closed() -> None:
    """Open standard streams that were closed (``>&-``) on the null device.

    Otherwise the first file opened gets the number of such a stream, and output is written to it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            mode = "w" if number else "r"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _stop(_signal: int, _frame: object) -> None:
    """Exit at once: before and after a command there is nothing to clean up."""
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, b"stopped\n")
    os._exit(STOPPED)


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    """Exit at once on an interrupt that cannot be raised as an exception; no file is damaged."""
    if args.exc_type is KeyboardInterrupt:
        _stop(signal.SIGINT, None)
    sys.__unraisablehook__(args)
