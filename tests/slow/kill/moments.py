"""Work in a process that is killed at a moment that is counted, not waited for.

A moment is just before the process changes a file or folder, or asks a server for something. So it
is the same one on a busy machine and on a quiet one, and none is missed.
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from lawkb.cli import commands
from tests.running import load_commands

# Of Python's audit events, and of what open files are asked to do.
TOUCHING = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "open")
ASKING = "http.client.send"
WRITING = ("write", "flush", "fsync")


@dataclass(frozen=True)
class Ended:
    """How a process ended.

    Attributes:
        code: Its exit code, or minus the signal that ended it.
        moments: How many moments it came to.
    """

    code: int
    moments: int

    @property
    def was_killed(self) -> bool:
        return self.code == -signal.SIGKILL


def done_until(moment: int | None, folder: Path, work: Callable[[], int]) -> Ended:
    """Do some work in a fork of this process, which is killed when it comes to a moment.

    Args:
        moment: Number of the moment, from 1; None for no kill.
        folder: Files below it count.
        work: Returns the exit code of the process.
    """
    log = folder / "child.log"
    with mmap.mmap(-1, 8) as count:  # shared with the fork
        child = os.fork()
        if not child:
            _become(moment, folder, work, log, count)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said = log.read_text("utf-8")
        log.unlink()
        assert "Traceback" not in said, said
        return Ended(code, int.from_bytes(count[:8], "little"))


def command_until(
    moment: int | None, corpus: Path, *words: str, environment: Mapping[str, str] | None = None
) -> Ended:
    """Run a command on a corpus as ``done_until`` does, with some more variables."""
    load_commands()

    def run() -> int:
        os.environ.update(environment or {})
        sys.argv = ["lawkb", "--corpus", str(corpus), *words]
        return commands.run()

    return done_until(moment, corpus.parent, run)


def _become(
    moment: int | None, folder: Path, work: Callable[[], int], log: Path, count: mmap.mmap
) -> None:
    try:
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout, sys.stderr = open(1, "w"), open(2, "w")  # noqa: SIM115
        _kill_in_time(moment, str(folder), count)
        code = work()
        sys.setprofile(None)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    except BaseException:  # noqa: BLE001  # as Python itself ends
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(70)


def _kill_in_time(moment: int | None, folder: str, count: mmap.mmap) -> None:
    def touch() -> None:
        number = int.from_bytes(count[:8], "little") + 1
        count[:8] = number.to_bytes(8, "little")
        if number == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def written(_: FrameType, event: str, called: object) -> None:
        if event == "c_call" and getattr(called, "__name__", "") in WRITING:
            touch()

    def touched(event: str, arguments: tuple[object, ...]) -> None:
        if event == ASKING:
            touch()
        if event not in TOUCHING or not _is_below(arguments[0], folder):
            return
        if event != "open" or set(str(arguments[1])) & set("wxa+") or _writes(arguments[2]):
            sys.setprofile(written)  # from now on: it slows down what is only read
            touch()

    sys.addaudithook(touched)


def _is_below(path: object, folder: str) -> bool:
    """Whether a path is below a folder; one that is relative is of a folder that is open."""
    named = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
    return named.startswith(folder) or bool(named and not named.startswith("/"))


def _writes(flags: object) -> bool:
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
