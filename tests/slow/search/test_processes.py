"""Several processes and one index: killed, out of room, all at once; never a wrong answer."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.search.asking import search_code
from tests.search.laws import code_of_laws, commented
from tests.slow.hostile.running import sound_corpus
from tests.slow.kill.moments import done_until

KILLS = 20
ROUNDS = 12
# Versions of one code: each holds words that the others do not.
VERSIONS = tuple(
    commented(f"misprint{version}", 7, code_of_laws(range(1, 31), "word" if version else "term"))
    for version in range(4)
)
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([__name__])


def _search(folder: Path, versions: tuple[int, ...]) -> None:
    """Ask for each version, its index being built or updated; ends with 1 when an answer errs."""
    for version in versions:
        _assert_right(folder, version)


def _assert_right(folder: Path, version: int) -> None:
    for asked in range(len(VERSIONS)):
        answer = search_code(VERSIONS[version], folder, f"misprint{asked}")
        assert answer.total == (asked == version), (asked, version)
    answer = search_code(VERSIONS[version], folder, "word7" if version else "term7")
    assert [hit.label for hit in answer.hits] == ["7"]


def test_kills_at_any_moment_of_building_and_updating_change_no_answer(tmp_path: Path) -> None:
    def search(version: int) -> int:
        _search(cache, (version,))
        return 0

    chance = random.Random(20170924)
    cache = tmp_path / "cache"
    cache.mkdir()
    # Of a build, and of an update, which has about as many.
    whole = [done_until(None, tmp_path, partial(search, version)).moments for version in (0, 1)]
    left, held = 0, 1
    for turn in range(KILLS):
        version = (held + 1 + turn % 3) % len(VERSIONS)  # another one than the index is of
        moment = chance.randint(1, min(whole))
        assert done_until(moment, tmp_path, partial(search, version)).was_killed
        left += any(path.name.startswith("building-") for path in cache.iterdir())
        # What is asked next is that version or another one.
        held = (version + turn % 3) % len(VERSIONS)
        _assert_right(cache, held)
        assert len(list(cache.iterdir())) == 1
    assert left  # at least one fell into the writing


def test_readers_and_writers_at_once_all_answer_right(tmp_path: Path) -> None:
    orders = [(version, (version + 1) % 4) * ROUNDS for version in range(3)]
    processes = [CONTEXT.Process(target=_search, args=(tmp_path, order)) for order in orders]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]


@pytest.mark.parametrize("limit_bytes", [0, 60, 1000, 4096, 16_384, 65_536])
def test_a_full_disk_is_said_so_in_three_lines_and_the_old_index_stays(
    limit_bytes: int, corpus: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    done = _lawkb(corpus, cache, "search", "penalty", before=_bounded(limit_bytes))
    if done.returncode:
        _assert_refused(done)
        assert not list(cache.rglob("building-*"))
    assert _lawkb(corpus, cache, "search", "card").returncode == 0


@pytest.mark.parametrize("command", [("search", "card"), ("index",)])
def test_a_cache_folder_that_cannot_be_written_is_said_so(
    command: tuple[str, ...], corpus: Path, closed: Path
) -> None:
    _assert_refused(_lawkb(corpus, closed / "cache", *command, before=_without_root_rights))
    assert not list(closed.iterdir())


def test_an_index_in_a_folder_that_cannot_be_written_any_more_still_answers(
    corpus: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    built = _lawkb(corpus, cache, "search", "card")
    _close(cache)
    again = _lawkb(corpus, cache, "search", "card", before=_without_root_rights)
    assert (again.returncode, again.stdout) == (0, built.stdout)
    _open(cache)


def test_a_corpus_that_cannot_be_written_is_searched(corpus: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "corpus"
    shutil.copytree(corpus, copy)
    _close(copy)
    done = _lawkb(copy, tmp_path / "cache", "search", "card", before=_without_root_rights)
    assert done.returncode == 0
    assert done.stdout == _lawkb(corpus, tmp_path / "other", "search", "card").stdout
    _open(copy)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "closed"
    folder.mkdir()
    _close(folder)
    yield folder
    _open(folder)


def _lawkb(
    corpus: Path, cache: Path, *words: str, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lawkb", "--corpus", str(corpus), *words],
        env={**os.environ, "LAWKB_CACHE": str(cache), "LAWKB_CORPUS": ""},
        capture_output=True,
        check=False,
        encoding="utf-8",
        preexec_fn=before,
    )


def _assert_refused(done: subprocess.CompletedProcess[str]) -> None:
    lines = done.stderr.removeprefix("building the search index\n").splitlines()
    assert done.returncode == 2, done
    assert len(lines) == 3, done.stderr
    assert "LAWKB_CACHE" in lines[2]


def _bounded(limit_bytes: int) -> Callable[[], None]:
    """No file grows beyond some bytes, as on a full disk."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))

    return bound


def _without_root_rights() -> None:
    """Rights of files bind root too: the program that is started may not override them."""
    libc = ctypes.CDLL(None)
    for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP


def _close(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        path.chmod(path.stat().st_mode & ~0o222)


def _open(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)
