"""Promise 7: whatever the moment of a ``kill -9``, a reader sees the old or the new corpus."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import held_files
from lawkb.model.code import Code
from tests.slow.kill.made_up_versions import KILLS, made_up_versions, put_sources

COMMAND = [sys.executable, "-m", "lawkb", "--corpus"]
LONGEST_SECONDS = 60


@dataclass(frozen=True)
class Version:
    """One version of the sources, and what is read from it.

    Attributes:
        corpus: Its own corpus, never killed.
        code: What is read from it.
        files: Its XML by path.
    """

    corpus: Path
    code: Code
    files: dict[str, bytes]


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Version, Version]:
    made = []
    for corpus in made_up_versions(tmp_path_factory.mktemp("versions")):
        ingest(corpus)
        made.append(Version(corpus, read_code(corpus), {**held_files(corpus)}))
    return made[0], made[1]


def ingest(corpus: Path) -> float:
    """A plain ``lawkb ingest``; gives the seconds it took."""
    begun = time.monotonic()
    subprocess.run([*COMMAND, str(corpus), "ingest"], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begun


def killed_ingest(corpus: Path, delay_seconds: float, at_writing: bool) -> int:
    """``kill -9`` of an ingest, a while after its start or after it began to write."""
    with subprocess.Popen([*COMMAND, str(corpus), "ingest"], stdout=subprocess.DEVNULL) as running:
        deadline = time.monotonic() + LONGEST_SECONDS
        while at_writing and running.poll() is None and not (corpus / ".laws.new").exists():
            assert time.monotonic() < deadline
            time.sleep(0.0002)
        time.sleep(delay_seconds)
        os.kill(running.pid, signal.SIGKILL)  # no other process has its id: we have not waited
        return running.wait()


def test_the_versions_differ_in_every_law(versions: tuple[Version, Version]) -> None:
    old, new = (version.files for version in versions)
    assert not [path for path in old.keys() & new.keys() if old[path] == new[path]]
    assert old.keys() - new.keys()
    assert new.keys() - old.keys()


def test_a_killed_ingest_leaves_one_whole_version_and_the_next_gives_the_new_one(
    versions: tuple[Version, Version], tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(versions[0].corpus, corpus)
    whole = ingest(corpus)
    chance = random.Random(20170924)
    codes: list[int] = []
    cut = 0
    while codes.count(-signal.SIGKILL) < KILLS:
        turn = len(codes)
        assert turn < 3 * KILLS  # some end before they are killed
        held, wanted = versions[turn % 2], versions[1 - turn % 2]
        put_sources(wanted.corpus, corpus)
        at_writing = turn % 3 > 0  # reading takes most of the time, writing is what may break
        codes.append(
            killed_ingest(corpus, chance.uniform(0, 0.04 if at_writing else whole), at_writing)
        )
        cut += (corpus / ".laws.new").exists()
        code, files = read_code(corpus), held_files(corpus)
        found = [each for each in (held, wanted) if each.files == files]
        assert len(found) == 1, (turn, codes[-1], sorted(files))
        assert code == found[0].code
        assert not (corpus / ".laws.new" / "plan.json").exists()
        ingest(corpus)
        assert held_files(corpus) == wanted.files
        assert sorted(path.name for path in corpus.iterdir()) == ["corpus.toml", "laws", "sources"]
    assert cut > KILLS // 10  # some were killed while they wrote
