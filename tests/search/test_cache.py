"""The index as a cache: missing, stale or damaged, it is built again; never half of one."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from lawkb.errors import LawkbError
from lawkb.search.index import ensure, is_sound, open_newest
from lawkb.search.whoosh_engine import WhooshEngine
from tests.search.laws import code_of_laws
from tests.strategies import OUTLINE

ALL = 10_000
KEY = "a" * 64
OTHER = "b" * 64


class Builder:
    """Writes two files, and counts how often it was asked."""

    def __init__(self) -> None:
        self.built = 0

    def __call__(self, folder: Path) -> None:
        self.built += 1
        (folder / "one").write_bytes(b"first")
        (folder / "two").write_bytes(b"second")


def test_a_missing_index_is_built_and_then_kept(tmp_path: Path) -> None:
    build = Builder()
    place = ensure(tmp_path / "new", KEY, build)
    assert ensure(tmp_path / "new", KEY, build) == place
    assert (place / "two").read_bytes() == b"second"
    assert build.built == 1


def test_a_stale_index_is_replaced_and_removed(tmp_path: Path) -> None:
    build = Builder()
    old = ensure(tmp_path, KEY, build)
    new = ensure(tmp_path, OTHER, build)
    assert build.built == 2
    assert not old.exists()
    assert is_sound(new, OTHER)
    assert not is_sound(new, KEY)


@pytest.mark.parametrize("name", ["one", "two", "manifest.json"])
@pytest.mark.parametrize("content", [None, b"", b"firsT", b"{}", b"[1]", b"\xff\xfe"])
def test_a_damaged_index_is_built_again(tmp_path: Path, name: str, content: bytes | None) -> None:
    build = Builder()
    place = ensure(tmp_path, KEY, build)
    if content is None:
        (place / name).unlink()
    else:
        (place / name).write_bytes(content)
    assert not is_sound(place, KEY)
    assert is_sound(ensure(tmp_path, KEY, build), KEY)
    assert build.built == 2


def test_a_file_that_does_not_belong_makes_an_index_unsound(tmp_path: Path) -> None:
    place = ensure(tmp_path, KEY, Builder())
    (place / "three").write_bytes(b"")
    assert not is_sound(place, KEY)


def test_a_build_that_fails_leaves_the_old_index_and_nothing_else(tmp_path: Path) -> None:
    place = ensure(tmp_path, KEY, Builder())

    def fail(folder: Path) -> None:
        (folder / "one").write_bytes(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(LawkbError, match="No space left"):
        ensure(tmp_path, OTHER, fail)
    assert [path.name for path in tmp_path.iterdir()] == [place.name]
    assert is_sound(place, KEY)


@pytest.mark.parametrize("key", [KEY, OTHER])
def test_of_two_writers_one_waits_for_the_other(tmp_path: Path, key: str) -> None:
    begun, waited = Event(), Event()
    build = Builder()

    def slow(folder: Path) -> None:
        begun.set()
        assert waited.wait(60)
        build(folder)

    with ThreadPoolExecutor() as pool:
        first = pool.submit(ensure, tmp_path, KEY, slow)
        assert begun.wait(60)
        second = pool.submit(ensure, tmp_path, key, build, waited.set)
        assert first.result(60) == tmp_path / f"index-{KEY[:32]}"
        assert is_sound(second.result(60), key)
    assert build.built == (1 if key == KEY else 2)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_build_that_is_killed_leaves_the_old_index(tmp_path: Path) -> None:
    old = ensure(tmp_path, KEY, Builder())
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(tmp_path), OTHER], check=False)
    assert killed.returncode < 0
    assert is_sound(old, KEY)
    assert is_sound(ensure(tmp_path, OTHER, Builder()), OTHER)


def test_what_a_killed_build_left_is_swept_by_the_next(tmp_path: Path) -> None:
    left = tmp_path / "building-old"
    left.mkdir()
    (left / "one").write_bytes(b"half")
    ensure(tmp_path, KEY, Builder())
    assert not left.exists()


def test_the_folder_is_private(tmp_path: Path) -> None:
    ensure(tmp_path / "cache", KEY, Builder())
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


def test_a_folder_that_is_a_file_is_an_error_of_three_lines(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    with pytest.raises(LawkbError) as refused:
        ensure(tmp_path / "cache", KEY, Builder())
    assert str(refused.value).count("\n") == 2


_KILLED = """
import os, signal, sys
from pathlib import Path
from lawkb.search.index import ensure

def build(folder):
    (folder / "one").write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)

ensure(Path(sys.argv[1]), sys.argv[2], build)
"""


@pytest.mark.parametrize("shared", ["cache", "cache/corpus"])
def test_where_others_may_write_the_index_is_built_elsewhere(tmp_path: Path, shared: str) -> None:
    folder, build, told = tmp_path / "cache" / "corpus", Builder(), Event()
    planted = ensure(folder, KEY, build)
    (tmp_path / shared).chmod(0o777)
    place = ensure(folder, KEY, build, shared=told.set)
    assert told.is_set()
    assert build.built == 2
    assert not place.is_relative_to(tmp_path)
    assert is_sound(place, KEY)
    assert not is_sound(planted, KEY)
    assert ensure(folder, KEY, build) == place


class Swept(WhooshEngine):
    """Its index is swept away by others some times before it is opened."""

    def __init__(self, times: int) -> None:
        super().__init__(OUTLINE)
        self.times = times

    def open(self, folder: Path) -> None:
        if self.times:
            self.times -= 1
            shutil.rmtree(folder)
        super().open(folder)


@pytest.mark.parametrize("times", [1, 4])
def test_an_index_that_others_sweep_away_is_built_again(times: int, tmp_path: Path) -> None:
    engine = Swept(times)
    open_newest(engine, code_of_laws(range(1, 4)), tmp_path, print)
    assert engine.count() == 3


def test_an_index_that_others_sweep_away_again_and_again_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match="again and again") as refused:
        open_newest(Swept(ALL), code_of_laws(range(1, 4)), tmp_path, print)
    assert str(refused.value).count("\n") == 2
