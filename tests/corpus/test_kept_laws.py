"""Laws that are kept are the laws that would be read, or they are read."""

import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawkb.corpus import kept_laws
from lawkb.corpus.cached import LAWS, index_folder
from lawkb.corpus.kept_laws import read_kept_code
from lawkb.corpus.laws import law_path, read_code
from lawkb.corpus.opened import open_code
from lawkb.errors import LawkbError
from lawkb.files import keep_content
from lawkb.model.code import Code
from lawkb.model.language import read_language
from tests.corpus_files import CORPUS


@pytest.fixture(params=["corpus", "examples/statute/corpus"])
def corpus(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A copy of a corpus whose laws are kept."""
    folder = tmp_path / "corpus"
    source = CORPUS.parent / request.param
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("sources"))
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    assert_same(read_kept_code(folder), read_code(folder))
    yield folder
    assert_same(read_kept_code(folder), read_code(folder))


def assert_same(one: Code, other: Code) -> None:
    assert list(one.laws.items()) == list(other.laws.items())
    assert list(one.companions.items()) == list(other.companions.items())
    assert one.outline == other.outline


def reads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether any file is parsed when the code is asked for."""
    asked: list[Path] = []

    def opening(folder: Path, remembered: Path | None = None) -> Code:
        asked.append(folder)
        return open_code(folder, remembered)

    with monkeypatch.context() as patch:
        patch.setattr(kept_laws, "open_code", opening)
        assert_same(read_kept_code(folder), read_code(folder))
    return bool(asked)


def test_while_the_corpus_stands_nothing_is_parsed(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not reads(corpus, monkeypatch)


def test_a_file_that_changes_comes_or_goes_is_read(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sorted((corpus / "laws").glob("*/*/law_*.xml"))[0]
    content = file.read_bytes()
    file.write_bytes(content.replace(b"<p ", b"<p  ", 1))
    assert reads(corpus, monkeypatch)
    assert not reads(corpus, monkeypatch)
    file.unlink()
    assert reads(corpus, monkeypatch)
    file.write_bytes(content)
    outline = corpus / "corpus.toml"
    outline.write_bytes(outline.read_bytes() + b"# another state of it\n")
    assert reads(corpus, monkeypatch)


def test_what_is_damaged_is_read_again(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = index_folder(corpus) / LAWS
    written = file.read_bytes()
    for damaged in (b"", written[:-1], written[:300] + b"?" + written[301:]):
        file.write_bytes(damaged)
        assert reads(corpus, monkeypatch)
        assert file.read_bytes() == written


def test_another_lawkb_reads_again(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(kept_laws, "_own_stamp", lambda: "edited since it was started")
        assert reads(corpus, monkeypatch)
        patch.setattr(kept_laws, "_STAMP", "edited since it was started")
        assert reads(corpus, monkeypatch)
        assert not reads(corpus, monkeypatch)
    assert reads(corpus, monkeypatch)


def test_where_nothing_can_be_kept_all_is_read(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "file"))
    assert reads(corpus, monkeypatch)


def test_a_law_that_is_wrong_is_refused_as_ever(corpus: Path) -> None:
    file = sorted((corpus / "laws").glob("*/*/law_*.xml"))[0]
    content = file.read_bytes()
    file.write_bytes(b"<no law")
    with pytest.raises(LawkbError) as kept:
        read_kept_code(corpus)
    with pytest.raises(LawkbError) as read:
        read_code(corpus)
    assert str(kept.value) == str(read.value)
    file.write_bytes(content)


def test_laws_that_several_processes_read_are_the_same_and_refused_alike(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_laws, "_BATCH", 1)
    monkeypatch.setattr(kept_laws, "_FEW", 0)
    (index_folder(corpus) / LAWS).unlink()
    assert reads(corpus, monkeypatch)
    assert not reads(corpus, monkeypatch)
    files = [corpus / law_path(law) for law in read_code(corpus).laws.values()]
    contents = {file: file.read_bytes() for file in (files[0], files[-1])}
    for file in contents:
        file.write_bytes(b"<no law")
    with pytest.raises(LawkbError) as kept:
        read_kept_code(corpus)
    assert str(files[0]) in str(kept.value)
    for file, content in contents.items():
        file.write_bytes(content)


@pytest.mark.parametrize("other", [(), [print], print, Path, kept_laws.state_key, read_language])
def test_what_no_law_consists_of_is_not_made_of_what_was_kept(
    corpus: Path, other: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = kept_laws.state_key(read_kept_code(corpus).files)
    keep_content(index_folder(corpus) / LAWS, key, pickle.dumps(other))
    assert reads(corpus, monkeypatch)
    assert not reads(corpus, monkeypatch)
