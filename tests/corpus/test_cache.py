"""What is cached comes back whole, for its inputs and this lawkb alone, or not at all."""

import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus import cache
from lawkb.corpus import laws as laws_module
from lawkb.corpus.cache import cache_folder, cached, cached_value, package_version, put_cached
from lawkb.corpus.laws import open_code, read_cached_code, read_code
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.language import read_language
from tests.corpus_files import CORPUS

NAME = "value"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of which a value is cached."""
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    put_cached(tmp_path, NAME, "made from this", b"content\n")
    return tmp_path


def held(corpus: Path) -> object:
    return cached_value(corpus, NAME, "made from this")


@given(st.binary(max_size=40), st.text(max_size=9), st.text(max_size=9))
def test_a_value_comes_back_for_its_inputs_alone(
    tmp_path_factory: pytest.TempPathFactory, value: bytes, inputs: str, other: str
) -> None:
    corpus = tmp_path_factory.mktemp("corpus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWKB_CACHE", str(corpus / "cache"))
        put_cached(corpus, NAME, inputs, value)
        assert cached_value(corpus, NAME, inputs) == value
        assert cached_value(corpus, NAME, other) == (value if other == inputs else None)


@given(st.data())
def test_a_damaged_value_does_not_come_back(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    corpus = tmp_path_factory.mktemp("corpus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWKB_CACHE", str(corpus / "cache"))
        put_cached(corpus, NAME, "inputs", data.draw(st.binary(max_size=20)))
        file = cache_folder(corpus) / NAME
        written = file.read_bytes()
        at = data.draw(st.integers(0, len(written)))
        damaged = written[:at] + data.draw(st.binary(max_size=3)) + written[at + 1 :]
        file.write_bytes(damaged)
        assert (cached_value(corpus, NAME, "inputs") is not None) == (damaged == written)


def test_a_value_is_made_once(corpus: Path) -> None:
    made = iter(("first", "second"))
    for _ in range(2):
        assert cached(corpus, NAME, "made from that", lambda: next(made)) == "first"


def test_a_value_of_another_lawkb_does_not_come_back(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LAWKB_VERSION", "another")
    assert held(corpus) is None


def test_every_edit_of_a_package_makes_another_version_of_it(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    file = tmp_path / "rules" / "numbers.toml"
    file.write_bytes(b"most = 1\n")
    before = package_version(tmp_path)
    assert package_version(tmp_path) == before
    written = file.stat().st_mtime_ns
    while file.stat().st_mtime_ns == written:  # the clock of a file system stands still for a while
        file.write_bytes(b"most = 2\n")
    assert package_version(tmp_path) != before


def test_a_value_takes_the_place_of_the_one_before_and_of_what_killed_writers_left(
    corpus: Path,
) -> None:
    folder = cache_folder(corpus)
    (folder / f"{NAME}.123").write_bytes(b"half")
    put_cached(corpus, NAME, "made from that", b"other")
    assert held(corpus) is None
    assert cached_value(corpus, NAME, "made from that") == b"other"
    assert [each.name for each in folder.iterdir()] == [NAME]


def test_nothing_is_taken_that_somebody_else_may_have_written(corpus: Path) -> None:
    file = cache_folder(corpus) / NAME
    file.chmod(0o622)
    assert held(corpus) is None
    file.chmod(0o600)
    assert held(corpus) == b"content\n"
    file.with_name("link").symlink_to(file)
    assert cached_value(corpus, "link", "made from this") is None
    os.mkfifo(file.with_name("pipe"))
    assert cached_value(corpus, "pipe", "made from this") is None


def test_where_nothing_can_be_written_nothing_is_cached(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (corpus / "file").write_bytes(b"no folder")
    monkeypatch.setenv("LAWKB_CACHE", str(corpus / "file"))
    put_cached(corpus, NAME, "inputs", b"content")
    assert cached_value(corpus, NAME, "inputs") is None
    assert (corpus / "file").read_bytes() == b"no folder"


def test_a_folder_or_a_pipe_in_its_place_is_let_go(corpus: Path) -> None:
    os.mkfifo(cache_folder(corpus) / "pipe")
    (cache_folder(corpus) / "folder").mkdir()
    lowest = os.open(corpus, os.O_RDONLY)  # the number that is given next
    os.close(lowest)
    for name in ("folder", "pipe"):
        assert cached_value(corpus, name, "inputs") is None
        again = os.open(corpus, os.O_RDONLY)
        os.close(again)
        assert again == lowest


def test_nothing_is_taken_from_a_folder_that_others_can_change(corpus: Path) -> None:
    for folder in (cache_folder(corpus), corpus / "cache"):
        mode = folder.stat().st_mode & 0o7777
        for others in (0o020, 0o002):
            folder.chmod(mode | others)
            assert held(corpus) is None
            put_cached(corpus, NAME, "inputs", b"other")
            assert cached_value(corpus, NAME, "inputs") is None
        folder.chmod(mode)
        assert held(corpus) == b"content\n"


def test_a_folder_above_may_be_shared_where_nobody_can_replace_what_is_of_others(
    corpus: Path,
) -> None:
    (corpus / "cache").chmod(0o1777)
    assert held(corpus) == b"content\n"


def test_a_link_in_place_of_the_folder_is_not_followed(corpus: Path) -> None:
    folder = cache_folder(corpus)
    folder.rename(corpus / "cache" / "elsewhere")
    folder.symlink_to(corpus / "cache" / "elsewhere")
    assert held(corpus) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of others")
@pytest.mark.parametrize("above", [0, 1, 2])
def test_nothing_is_taken_that_belongs_to_somebody_else(corpus: Path, above: int) -> None:
    file = cache_folder(corpus) / NAME
    shutil.chown([file, *file.parents][above], 65534)
    assert held(corpus) is None


def test_folders_are_made_for_this_user_alone_whatever_the_umask_is(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWKB_CACHE", str(corpus / "caches"))
    before = os.umask(0)
    try:
        put_cached(corpus, NAME, "made from this", b"content")
    finally:
        os.umask(before)
    assert held(corpus) == b"content"
    file = cache_folder(corpus) / NAME
    for made in (file, file.parent, corpus / "caches"):
        assert made.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("other", [[print], print, Path("/"), read_language, open_code])
def test_nothing_but_what_the_model_has_is_made_of_a_cached_value(
    corpus: Path, other: object
) -> None:
    put_cached(corpus, NAME, "made from this", other)
    assert held(corpus) is None


# ---- the laws


@pytest.fixture(params=["corpus", "examples/statute/corpus"])
def laws(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A copy of a corpus whose laws are cached."""
    folder = tmp_path / "corpus"
    source = CORPUS.parent / request.param
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("sources"))
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    assert_same(read_cached_code(folder), read_code(folder))
    yield folder
    assert_same(read_cached_code(folder), read_code(folder))


def assert_same(one: Code, other: Code) -> None:
    assert list(one.laws.items()) == list(other.laws.items())
    assert list(one.companions.items()) == list(other.companions.items())
    assert one.outline == other.outline


def parses(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether any file is parsed when the code is asked for."""
    asked: list[Code] = []
    with monkeypatch.context() as patch:
        real = laws_module._parsed

        def parsed(code: Code) -> object:
            asked.append(code)
            return real(code)

        patch.setattr(laws_module, "_parsed", parsed)
        assert_same(read_cached_code(folder), read_code(folder))
    return bool(asked)


def test_while_no_file_changes_nothing_is_parsed(
    laws: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not parses(laws, monkeypatch)


def test_a_file_that_changes_comes_or_goes_is_parsed(
    laws: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sorted((laws / "laws").glob("*/*/*_[1-9]*.xml"))[0]
    content = file.read_bytes()
    file.write_bytes(content.replace(b"<p ", b"<p  ", 1))
    assert parses(laws, monkeypatch)
    assert not parses(laws, monkeypatch)
    file.unlink()
    assert parses(laws, monkeypatch)
    file.write_bytes(content)
    outline = laws / "corpus.toml"
    outline.write_bytes(outline.read_bytes() + b"# another state of it\n")
    assert parses(laws, monkeypatch)


def test_laws_whose_cache_is_damaged_are_parsed_again(
    laws: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = cache_folder(laws) / "laws"
    written = file.read_bytes()
    for damaged in (b"", written[:-1], written[:300] + b"?" + written[301:]):
        file.write_bytes(damaged)
        assert parses(laws, monkeypatch)
        assert pickle.loads(file.read_bytes().partition(b"\n")[2])


def test_a_law_that_is_wrong_is_refused_as_ever(laws: Path) -> None:
    file = sorted((laws / "laws").glob("*/*/*_[1-9]*.xml"))[0]
    content = file.read_bytes()
    file.write_bytes(b"<no law")
    with pytest.raises(LawkbError) as from_cache:
        read_cached_code(laws)
    with pytest.raises(LawkbError) as read:
        read_code(laws)
    assert str(from_cache.value) == str(read.value)
    file.write_bytes(content)
