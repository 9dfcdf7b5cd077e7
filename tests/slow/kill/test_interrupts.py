"""Ctrl-C at any moment, and standard streams that are closed: no traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_closed_output import run_into_full
from tests.corpus_files import CORPUS

STOPPED = 130


@pytest.mark.parametrize("command", ["--help", "show 47", "search card", "check", "ingest --check"])
def test_ctrl_c_at_any_moment_stops_without_a_traceback(tmp_path: Path, command: str) -> None:
    """Where Python itself has not yet begun our program, it is on its own."""
    # Tests that are run in the background have SIGINT ignored, and their children would, too.
    # The dot says that our program has taken the signal over: a busy machine takes its time.
    script = """
import signal, sys
set_handler = signal.signal
set_handler(signal.SIGINT, signal.default_int_handler)
def told(number, handler):
    before = set_handler(number, handler)
    signal.signal = set_handler
    print(end=".", file=sys.stderr, flush=True)
    return before
signal.signal = told
import lawkb.cli
lawkb.cli.main()
"""
    for turn in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", script, "--corpus", str(CORPUS), *command.split()],
            env={**os.environ, "LAWKB_CACHE": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stderr
            assert process.stderr.read(1) == b"."
            time.sleep(0.02 + 0.1 * turn)
            process.send_signal(signal.SIGINT)
            said = process.stderr.read().decode()
            code = process.wait()
        assert "Traceback" not in said and "Exception" not in said, said
        # Where Python ends itself, the signal is left to the system: shells print 130 for it.
        assert code in (0, 1, STOPPED, -signal.SIGINT)
        assert code != STOPPED or "stopped" in said


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["show 47E2a", "search card --format json", "show 999"])
def test_closed_streams_change_nothing_else(tmp_path: Path, command: str, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec '{sys.executable}' -m lawkb {command} {closed}"],
        env={**os.environ, "LAWKB_CACHE": str(tmp_path), "LAWKB_CORPUS": str(CORPUS)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == (1 if "999" in command else 0), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["--help", "show 47E2a", "show --help", "export --law 47E2a"])
def test_a_full_output_is_told_in_three_lines(command: str, unbuffered: str) -> None:
    done = run_into_full(*command.split(), PYTHONUNBUFFERED=unbuffered, LAWKB_CORPUS=str(CORPUS))
    assert done.returncode == 2
    assert done.stderr.startswith("standard output\n  cannot be written: ")
    assert done.stderr.count("\n") == 3
