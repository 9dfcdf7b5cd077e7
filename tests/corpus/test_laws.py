"""A code that is opened is the code that is read, and reads only what is asked for."""

import re
import shutil
from pathlib import Path

import pytest

from lawkb.corpus.laws import Texts, open_code, read_code, reading_once
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.label import label, law_name
from lawkb.search import Question, open_index, search
from tests.corpus_files import CORPUS
from tests.lanterns import ingested_lanterns


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder, ignore=shutil.ignore_patterns("sources"))
    return folder


@pytest.mark.parametrize("corpus", ["corpus", "examples/statute/corpus"])
def test_an_opened_code_equals_the_code_that_is_read(corpus: str) -> None:
    folder = CORPUS.parent / corpus
    opened, read = open_code(folder), read_code(folder)
    assert list(opened.laws.items()) == list(read.laws.items())
    assert list(opened.companions.items()) == list(read.companions.items())
    assert opened.outline == read.outline
    assert opened.files is not None
    assert len(opened.files) == len(read.laws) + len(read.companions) + 1


def test_a_law_that_nobody_asks_for_is_not_read(copy: Path) -> None:
    (copy / "laws/2017/en/law_20.xml").write_bytes(b"<no law")
    code = open_code(copy)
    assert code.law("2017", "en", 47) is not None
    assert ("2017", "en", 20) in code.laws
    with pytest.raises(LawkbError):
        code.law("2017", "en", 20)


def test_a_law_is_read_as_it_was_when_the_code_was_opened(copy: Path) -> None:
    code = open_code(copy)
    (copy / "laws/2017/en/law_20.xml").write_bytes(b"<no law")
    assert code.law("2017", "en", 20) is not None


def test_a_search_reads_no_law(copy: Path, tmp_path: Path) -> None:
    open_index(open_code(copy), tmp_path / "index")
    code = open_code(copy)
    assert isinstance(code.laws, Texts)
    engine = open_index(code, tmp_path / "index")
    assert len(code.laws._read) == 0
    assert search(engine, code, Question("dummy")).hits
    assert len(code.laws._read) == 0


def test_laws_that_are_read_once_are_the_same_and_not_kept(copy: Path) -> None:
    code = open_code(copy)
    assert isinstance(code.laws, Texts)
    kept = code.law("2017", "en", 47)
    assert dict(reading_once(code).laws) == read_code(copy).laws
    assert len(code.laws._read) == 1
    assert reading_once(code).law("2017", "en", 47) is kept


@pytest.mark.parametrize("name", ["law_047.xml", "law_x.xml", "law_9999.xml"])
def test_a_file_that_no_law_is_named_as_is_refused(copy: Path, name: str) -> None:
    shutil.copyfile(copy / "laws/2017/en/law_47.xml", copy / "laws/2017/en" / name)
    with pytest.raises(LawkbError):
        open_code(copy)


def test_a_single_annex_is_named_as_it_is_printed(tmp_path: Path) -> None:
    folder = ingested_lanterns(tmp_path)
    for file in folder.rglob("annex_2.xml"):
        file.unlink()
    names = {"en": ("Annex I", "ANNEX", "Annex"), "el": ("Παράρτημα I", "ΠΑΡΑΡΤΗΜΑ", "Παράρτημα")}
    first = open_code(folder)
    for tag, (numbered, _, _) in names.items():
        language = first.outline.language(tag)
        assert law_name(first.numbers("2024")[-1], first.outline.scheme, language) == numbered
    for tag, (_, printed, _) in names.items():
        file = next(folder.rglob(f"{tag}/annex_1.xml"))
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub("<num>[^<]*</num>", f"<num>{printed}</num>", text, count=1), "utf-8")
    code = open_code(folder)
    scheme, number = code.outline.scheme, code.numbers("2024")[-1]
    assert scheme.write(Address((number,))) == "annex-1"
    for tag, (_, _, named) in names.items():
        assert law_name(number, scheme, code.outline.language(tag)) == named
        assert label(Address((number, 1)), scheme, code.outline.language(tag)) == f"{named}(1)"
