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
        assert command_until(None, corpus, "ingest").code == 0
        made.append(Version(corpus, read_code(corpus), {**held_files(corpus)}))
    return made[0], made[1]


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
    put_sources(versions[1].corpus, corpus)
    whole = command_until(None, corpus, "ingest").moments
    chance = random.Random(20170924)
    cut = 0
    for turn in range(1, KILLS + 1):
        held, wanted = versions[turn % 2], versions[1 - turn % 2]
        put_sources(wanted.corpus, corpus)
        moment = chance.randint(1, whole)
        assert command_until(moment, corpus, "ingest").was_killed
        cut += (corpus / ".laws.new").exists()
        code, files = read_code(corpus), held_files(corpus)
        found = [each for each in (held, wanted) if each.files == files]
        assert len(found) == 1, (turn, moment, sorted(files))
        assert code == found[0].code
        assert not (corpus / ".laws.new" / "plan.json").exists()
        assert command_until(None, corpus, "ingest").code == 0
        assert held_files(corpus) == wanted.files
        assert sorted(path.name for path in corpus.iterdir()) == ["corpus.toml", "laws", "sources"]
    assert cut > KILLS // 10  # some were killed while they wrote
