"""Promise 7: whatever the moment of a ``kill -9``, a reader sees the old or the new corpus."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import held_files
from lawkb.model.code import Code
from tests.slow.kill.made_up_versions import KILLS, made_up_versions, put_sources
from tests.slow.kill.moments import command_until

DONE = (0, 1)  # 1 where what laws cite is no longer there


@dataclass(frozen=True)
class Version:
    """One version of the sources, and what is read from it after the other one.

    What a law cites and is gone was there before, so the XML tells of the other version.

    Attributes:
        sources: A corpus that has them.
        code: What is read from it.
        files: Its XML by path.
        moments: Of the command that reads it, when it is not killed.
    """

    sources: Path
    code: Code
    files: dict[str, bytes]
    moments: int


def _read(sources: Path, corpus: Path) -> Version:
    put_sources(sources, corpus)
    done = command_until(None, corpus, "ingest")
    assert done.code in DONE
    return Version(sources, read_code(corpus), {**held_files(corpus)}, done.moments)


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[Version, Version], Path]:
    """The old and the new version, and a corpus of the new one."""
    old, new = made_up_versions(tmp_path_factory.mktemp("versions"))
    corpus = tmp_path_factory.mktemp("read") / "corpus"
    shutil.copytree(old, corpus)
    _read(old, corpus)
    first, second = _read(new, corpus), _read(old, corpus)
    again = _read(new, corpus)
    assert again.files == first.files
    return (second, again), corpus


def test_the_versions_differ_in_every_law(versions: tuple[tuple[Version, Version], Path]) -> None:
    old, new = (version.files for version in versions[0])
    assert not [path for path in old.keys() & new.keys() if old[path] == new[path]]
    assert old.keys() - new.keys()
    assert new.keys() - old.keys()


def test_a_killed_ingest_leaves_one_whole_version_and_the_next_gives_the_new_one(
    versions: tuple[tuple[Version, Version], Path], tmp_path: Path
) -> None:
    both, read = versions
    corpus = tmp_path / "corpus"
    shutil.copytree(read, corpus)
    chance = random.Random(20170924)
    cut = 0
    for turn in range(1, KILLS + 1):
        held, wanted = both[turn % 2], both[1 - turn % 2]
        put_sources(wanted.sources, corpus)
        moment = chance.randint(1, wanted.moments)
        assert command_until(moment, corpus, "ingest").was_killed
        cut += (corpus / ".laws.new").exists()
        code, files = read_code(corpus), held_files(corpus)
        found = [each for each in (held, wanted) if each.files == files]
        assert len(found) == 1, (turn, moment, sorted(files))
        assert code == found[0].code
        assert not (corpus / ".laws.new" / "plan.json").exists()
        assert command_until(None, corpus, "ingest").code in DONE
        assert held_files(corpus) == wanted.files
        assert sorted(path.name for path in corpus.iterdir()) == ["corpus.toml", "laws", "sources"]
    assert cut > KILLS // 10  # some were killed while they wrote
