"""Promise 7, traced from outside: a command is killed at each of its writing system calls.

strace counts the calls of a whole run, then kills a run at the first one, at the second one, …
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from lawkb.corpus.laws import read_code
from tests.running import run_command
from tests.slow.kill.decisions import decided, decisions, small_corpus, taken_back

CALLS = ("fsync", "rename", "unlink", "unlinkat", "rmdir", "mkdir")
NAMES = ("patch", "import", "fix", "waive", "review", "settle", "ingest")
TAKEN_BACK = ("renew", "unwaive", "reopen", "term", "term changed")
# What others have decided before, so that there is something to write.
BEFORE = {
    "ingest": ("patch", "import", "settle"),
    "renew": ("waive", "waive again"),
    "unwaive": ("waive", "waive again"),
    "reopen": ("settle",),
}
KILLED = -9


@pytest.mark.parametrize("name", (*NAMES, *TAKEN_BACK))
def test_a_command_killed_at_any_writing_call_leaves_the_old_or_the_new_corpus(
    name: str, tmp_path: Path
) -> None:
    corpus = small_corpus(tmp_path)
    (tmp_path / "work").mkdir()
    all_made = (*decisions(corpus, tmp_path / "work"), *taken_back())
    made = {each.name: each for each in all_made}
    words = made[name].words
    for other in BEFORE.get(name, ()):
        assert run(corpus, made[other].words) == 0
    whole = Path(shutil.copytree(corpus, tmp_path / "whole"))
    log = tmp_path / "calls"
    assert run(whole, words, "-o", str(log), "-e", f"trace={','.join(CALLS)}") == 0
    old, new, entries = state(corpus), state(whole), decided(whole)
    assert old != new
    counts = Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text("utf-8"), re.MULTILINE))
    moved = 1 if old.keys() - new.keys() else 2  # the plan, and a file that is not removed
    assert counts["rename"] >= moved and counts["fsync"] > 2, counts
    seen = set()
    for call, count in counts.items():
        for number in range(1, count + 1):
            killed = Path(shutil.copytree(corpus, tmp_path / "killed"))
            inject = f"inject={call}:signal=KILL:when={number}"
            assert run(killed, words, "-e", f"trace={call}", "-e", inject) == KILLED
            read_code(killed)  # a reader finishes what was decided
            assert state(killed) in (old, new), (call, number)
            seen.add(state(killed) == new)
            assert run(killed, words) in (0, 2), (call, number)  # 2: waived already
            assert decided(killed) == entries, (call, number)
            assert state(killed).keys() == new.keys()
            shutil.rmtree(killed)
    assert seen == {True, False}


def run(corpus: Path, words: tuple[str, ...], *tracing: str) -> int:
    """Run a command on a corpus, below strace if it is to be traced; its exit code."""
    cache = corpus.parent / "cache"
    shutil.rmtree(cache, ignore_errors=True)  # so that every run makes the same calls
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "LAWKB_CACHE": str(cache)}
    words = ("--corpus", str(corpus), *words)
    if tracing:
        trace = ["strace", "-f", "-qq", *tracing]
        trace += [] if "-o" in tracing else ["-o", os.devnull]
        command = [*trace, sys.executable, "-m", "lawkb", *words]
        done = subprocess.run(command, env=environment, capture_output=True, check=False, text=True)
    else:
        done = run_command(*words, environment=environment)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode


def state(corpus: Path) -> dict[str, bytes]:
    """Every file of a corpus but the sources, by path."""
    files = (file for file in sorted(corpus.rglob("*")) if file.is_file())
    named = {file.relative_to(corpus).as_posix(): file for file in files}
    return {
        name: file.read_bytes()
        for name, file in named.items()
        if not name.startswith(("sources", ".laws.new"))
    }
