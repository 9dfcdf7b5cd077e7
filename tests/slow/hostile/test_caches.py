"""Whatever somebody else puts where lawkb caches, answers are those of the corpus."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.slow.hostile.running import Done, run, sound_corpus

COMMANDS = (("show", "57"), ("search", "card"), ("check", "57"))


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def bad_bytes(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00 no record\n\n\n" * 9)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def forged_by_others(file: Path) -> None:
    """Their right to write is what counts: what they write may be sound in all other ways."""
    file.write_bytes(file.read_bytes().replace(b"player", b"PLAYER"))
    file.chmod(0o666)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound_corpus(tmp_path_factory.mktemp("sound"))


@pytest.fixture(scope="module")
def right(corpus: Path) -> tuple[Done, ...]:
    return tuple(run(corpus, *words) for words in COMMANDS)


@pytest.mark.parametrize("spoil", [pipe, bad_bytes, folder, forged_by_others])
def test_a_spoiled_cache_changes_no_answer(
    corpus: Path, right: tuple[Done, ...], spoil: Callable[[Path], None]
) -> None:
    shutil.rmtree(corpus.parent / "cache", ignore_errors=True)
    assert run(corpus, "check").code in (0, 1)
    files = [f for name in ("laws", "findings") for f in corpus.parent.glob(f"cache/*/{name}")]
    assert files
    for file in files:
        spoil(file)
    for words, answer in zip(COMMANDS, right, strict=True):
        done = run(corpus, *words)
        assert (done.code, done.out) == (answer.code, answer.out)


def test_a_cache_that_others_may_write_to_changes_no_answer(
    corpus: Path, right: tuple[Done, ...]
) -> None:
    cache = corpus.parent / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    assert run(corpus, "check").code in (0, 1)
    cache.chmod(0o777)
    before = sorted(cache.rglob("*"))
    for words, answer in zip(COMMANDS, right, strict=True):
        done = run(corpus, *words)
        assert (done.code, done.out) == (answer.code, answer.out)
        assert ("others may write" in done.err) == (words[0] == "search")
    assert sorted(cache.rglob("*")) == before
