"""Run ``lawkb`` as a user does, in a process of its own, without starting Python each time.

The process is a fork of the one that tests, in which the commands are loaded already. What the
start of Python itself promises is tested with real starts: tests/cli/test_lazy.py,
tests/cli/test_closed_output.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import lawkb
from lawkb.cli import main


def run_command(
    *words: str,
    environment: Mapping[str, str],
    folder: Path | None = None,
    given: str = "",
    bound: Callable[[], None] = lambda: None,
) -> subprocess.CompletedProcess[str]:
    """Run a command with its output in a pipe of 80 columns.

    Args:
        words: The command line, without the name of the program.
        environment: All variables that it sees.
        folder: Where it runs; by default where the tests do.
        given: Its standard input.
        bound: Sets the limits of the process, before it begins.
    """
    load_commands()
    with (
        tempfile.TemporaryFile() as stdin,
        tempfile.TemporaryFile() as stdout,
        tempfile.TemporaryFile() as stderr,
    ):
        stdin.write(given.encode())
        stdin.seek(0)
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if not child:
            files = (stdin.fileno(), stdout.fileno(), stderr.fileno())
            _become(words, environment, folder, files, bound)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        printed = []
        for file in (stdout, stderr):
            file.seek(0)
            printed.append(file.read().decode())
    return subprocess.CompletedProcess(["lawkb", *words], code, *printed)


@cache
def load_commands() -> None:
    """Import all of lawkb, so that a fork of this process need not."""
    for module in walk_packages(lawkb.__path__, "lawkb."):
        if not module.name.endswith(".__main__"):
            import_module(module.name)


def _become(
    words: tuple[str, ...],
    environment: Mapping[str, str],
    folder: Path | None,
    files: tuple[int, int, int],
    bound: Callable[[], None],
) -> None:
    """Be the command until it ends, and this process with it."""
    code = 70
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        bound()
        os.chdir(folder or Path.cwd())
        os.environ.clear()
        os.environ.update(environment)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False, errors="backslashreplace")  # noqa: SIM115
        sys.argv = ["lawkb", *words]
        main()
    except SystemExit as done:
        code = int(done.code or 0)
    except BaseException:  # noqa: BLE001  # as Python itself ends
        sys.excepthook(*sys.exc_info())
        code = 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
