"""Output that nobody reads to the end, as of ``lawkb ingest | head``: quiet, and no other work."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS

CLOSED = 141  # 128 and SIGPIPE, as shells print it for any program


def corpus(folder: Path) -> Path:
    """A copy of the real corpus, whose laws are away."""
    copy = folder / "corpus"
    shutil.copytree(CORPUS, copy)
    shutil.rmtree(copy / "laws")
    return copy


def run_into_full(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command whose output goes to a device that is full."""
    with Path("/dev/full").open("w") as full:
        return subprocess.run(
            [sys.executable, "-m", "lawkb", *words],
            env=os.environ | environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=False,
        )


def run_into_closed(folder: Path, cache: Path, *words: str) -> tuple[int, str]:
    """Exit code and messages of a command whose output was closed before it wrote any."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "lawkb", "--corpus", str(folder), *words],
            env={**os.environ, "LAWKB_CACHE": str(cache)},
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=False,
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [["-v"], [], ["--format", "json"]], ids=" ".join)
def test_laws_are_whole_and_nothing_is_said_when_nobody_reads_what_ingest_prints(
    tmp_path: Path, words: list[str]
) -> None:
    copy = corpus(tmp_path)
    assert run_into_closed(copy, tmp_path / "cache", "ingest", *words) == (CLOSED, "")
    held = {file.relative_to(copy): file.read_bytes() for file in copy.glob("laws/*/*/*.xml")}
    real = {file.relative_to(CORPUS): file.read_bytes() for file in CORPUS.glob("laws/*/*/*.xml")}
    assert held == real


@pytest.mark.parametrize(
    "command", ["ingest --check", "show 47", "search card", "refs 47", "comments"]
)
def test_a_closed_output_reads_neither_as_a_change_nor_as_no_hit(
    tmp_path: Path, command: str
) -> None:
    code, said = run_into_closed(CORPUS, tmp_path, *command.split())
    assert code == CLOSED
    assert "Traceback" not in said and "Exception" not in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_below_the_output_is_told_in_three_lines(tmp_path: Path) -> None:
    copy = corpus(tmp_path)
    done = run_into_full("--corpus", str(copy), "ingest")
    assert done.returncode == 2
    assert len(done.stderr.strip().split("\n")) == 3
    assert done.stderr.startswith("standard output\n")
    assert len([*copy.glob("laws/*/*/*.xml")]) == len([*CORPUS.glob("laws/*/*/*.xml")])
