"""Whatever has become of an index on disk: the answer is right, and nothing foreign is read."""

import json
import os
import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.search import Question, index, open_index, search
from lawkb.search.whoosh_engine import WhooshEngine
from tests.search.asking import search_code
from tests.search.laws import code_of_laws, commented

OLD = code_of_laws(range(1, 13))
NEW = commented("misprint", 7, OLD)
CHANCE = random.Random(47)
QUERIES = (
    "misprint",
    "word7",
    "word*",
    "mis?rint",
    '"word word7"',
    "misprimt~1",
    "misprint in:comments",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An index."""
    open_index(NEW, tmp_path / "index")
    return tmp_path / "index"


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return _answers(NEW, tmp_path_factory.mktemp("fresh"))


def _answers(code: Code, folder: Path) -> dict[str, list[str]]:
    return {q: [hit.label for hit in search_code(code, folder, q).hits] for q in QUERIES}


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: CHANCE.randrange(max(1, path.stat().st_size))] or b"x")


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes() or b"x")
    content[CHANCE.randrange(len(content))] ^= 1 << CHANCE.randrange(8)
    path.write_bytes(content)


def _emptied(path: Path) -> None:
    path.write_bytes(b"" if path.stat().st_size else b"x")


def _foreign(path: Path) -> None:
    others = [other for other in path.parent.iterdir() if other.read_bytes() != path.read_bytes()]
    path.write_bytes(CHANCE.choice(others).read_bytes())


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "one").write_bytes(b"first")


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _link(path: Path) -> None:
    kept = path.rename(path.parent.parent / path.name)
    path.symlink_to(kept)


def _nested(path: Path) -> None:
    path.write_text("[" * 100_000)


DAMAGES: list[Callable[[Path], None]] = [
    _truncated, _flipped, _emptied, _foreign, _folder, _pipe, _link, _nested, Path.unlink
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_of_an_index_changes_no_answer(
    damage: Callable[[Path], None], folder: Path, expected: dict[str, list[str]], tmp_path: Path
) -> None:
    (place,) = folder.iterdir()
    names = sorted(path.name for path in place.iterdir())
    shutil.copytree(place, tmp_path / "kept", copy_function=shutil.copy2)
    for name in names:
        shutil.rmtree(place)
        shutil.copytree(tmp_path / "kept", place)
        place.chmod(0o700)
        damage(place / name)
        told: list[str] = []
        open_index(NEW, folder, told.append)
        assert told == ["building the search index"], name
        assert _answers(NEW, folder) == expected, name


@pytest.mark.parametrize("written", [(), ("manifest.json",), ("MAIN_x.seg",)])
def test_an_index_that_is_half_written_is_built_again(
    written: tuple[str, ...], expected: dict[str, list[str]], folder: Path
) -> None:
    (place,) = folder.iterdir()
    shutil.rmtree(place)
    place.mkdir(mode=0o700)
    for name in written:
        (place / name).write_bytes(b"{")
    assert _answers(NEW, folder) == expected


@pytest.mark.parametrize("stands", [Path.touch, Path.mkdir, os.mkfifo])
def test_what_stands_in_the_place_of_an_index_gives_way(
    stands: Callable[[Path], None], expected: dict[str, list[str]], folder: Path
) -> None:
    (place,) = folder.iterdir()
    shutil.rmtree(place)
    stands(place)
    assert _answers(NEW, folder) == expected
    assert [path.name for path in folder.iterdir()] == [place.name]


def test_an_index_of_another_version_is_not_taken_over(
    folder: Path, expected: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    changes: list[tuple[object, str, object]] = [
        (index, "FORMAT", index.FORMAT + 1),
        (index, "ANALYZER_VERSION", -1),
        (WhooshEngine, "version", "another"),
    ]
    for owner, name, value in changes:
        monkeypatch.setattr(owner, name, value)
        told: list[str] = []
        open_index(NEW, folder, told.append)
        assert told == ["building the search index"], name
        assert _answers(NEW, folder) == expected


class _Trap:
    """What a stranger wants a reader of pickles to do."""

    def __init__(self, canary: Path) -> None:
        self._canary = canary

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self._canary),)


@pytest.mark.parametrize("forged", [False, True])
def test_a_pickle_that_others_could_write_is_never_opened(
    folder: Path, tmp_path: Path, forged: bool
) -> None:
    canary = tmp_path / "canary"
    (place,) = folder.iterdir()
    manifest = json.loads((place / "manifest.json").read_text())
    for path in place.iterdir():
        if path.name.endswith(".toc"):
            path.write_bytes(pickle.dumps(_Trap(canary)))
            content = path.read_bytes()
            manifest["files"][path.name] = f"{len(content)} {crc32(content):08x}"
    if forged:
        (place / "manifest.json").write_text(json.dumps(manifest))
        place.chmod(0o777)
    assert search_code(NEW, folder, "misprint").total == 1
    assert not canary.exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make files of others")
@pytest.mark.parametrize(
    "pattern", [".", "manifest.json", "*.toc", "*.pst", "counterparts_en_el.txt"]
)
def test_an_index_of_another_user_is_not_opened(
    pattern: str, folder: Path, expected: dict[str, list[str]]
) -> None:
    (place,) = folder.iterdir()
    shutil.chown(next(place.glob(pattern)) if pattern != "." else place, 65534)
    told: list[str] = []
    open_index(NEW, folder, told.append)
    assert told == ["building the search index"]
    assert _answers(NEW, folder) == expected


@pytest.mark.parametrize("number", range(0, 24, 3))
def test_a_disk_that_does_not_keep_what_is_written_is_said_so(
    number: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails at every so-and-so-many-th wait for it."""
    (before,) = folder.iterdir()
    waits = 0
    really = os.fsync

    def fails(descriptor: int) -> None:
        nonlocal waits
        waits += 1
        if waits > number:
            raise OSError(28, "No space left on device")
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fails)
    third = commented("another", 8, NEW)
    for code, place in ((third, folder), (NEW, tmp_path / "other")):
        waits = 0
        try:
            assert search_code(code, place, "word7").total == 1
            assert waits <= number
        except LawkbError as error:
            assert waits > number
            assert str(error).count("\n") == 2
            assert "No space left" in str(error)
            assert not [path for path in place.iterdir() if path.name.startswith("building-")]
    monkeypatch.undo()
    assert search_code(third, folder, "another").total == 1
    assert not before.exists()


def test_an_index_that_is_open_answers_after_it_was_replaced(folder: Path) -> None:
    engine = open_index(NEW, folder)
    (before,) = folder.iterdir()
    open_index(OLD, folder)
    assert not before.exists()
    for query in QUERIES:
        assert search(engine, NEW, Question(query)).total, query
    assert search(engine, NEW, Question("misprimt")).suggestion == "misprint"
