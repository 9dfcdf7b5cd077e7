"""``lawkb export book``: files, their names, and what it refuses in three lines."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.running import run_command

CORPUS = Path(__file__).parents[2] / "corpus"


def _book(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ("--corpus", str(CORPUS), "export", "book", *words)
    return run_command(*command, environment=os.environ, folder=folder)


def test_a_book_is_written_under_a_name_that_says_what_is_in_it(tmp_path: Path) -> None:
    assert _book(tmp_path).returncode == 0
    assert _book(tmp_path, "--lang", "el", "--paper", "a5").returncode == 0
    assert _book(tmp_path, "--edition", "2007", "--format", "epub").returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "duplicate-bridge-2007-it.epub",
        "duplicate-bridge-2017-el-a5.pdf",
        "duplicate-bridge-2017-en-el-a4.pdf",
    ]


def test_the_suffix_of_a_file_chooses_the_format(tmp_path: Path) -> None:
    done = _book(tmp_path, "-o", "laws.epub")
    assert done.stderr == "edition 2017, en, el, in laws.epub\n"
    with ZipFile(tmp_path / "laws.epub") as archive:
        assert archive.namelist()[0] == "mimetype"


def test_a_corpus_without_a_glossary_makes_a_book(tmp_path: Path) -> None:
    pebbles = CORPUS.parent / "examples/three-pebbles/corpus"
    words = ("--corpus", str(pebbles), "export", "book", "-o", "rules.epub")
    done = run_command(*words, environment=os.environ, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--edition", "1999"), "edition 1999"),
        (("--lang", "fr"), "--lang fr"),
        (("--lang", "it"), "--lang it"),
        (("-o", "laws.doc"), "laws.doc"),
        (("--format", "epub", "--paper", "a5"), "--paper a5"),
        (("-o", "none/laws.pdf"), "none/laws.pdf"),
    ],
)
def test_what_cannot_be_made_is_refused_in_three_lines(
    words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = _book(tmp_path, *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 3
    assert done.stderr.startswith(f"{told}\n")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_paper_is_refused(tmp_path: Path) -> None:
    done = _book(tmp_path, "--paper", "a3")
    assert done.returncode == 2
    assert "'a3' is not one of 'a4', 'a5'" in done.stderr


def test_a_template_with_an_error_is_named(tmp_path: Path) -> None:
    from lawkb.errors import LawkbError
    from lawkb.publish.book.kinds import write_pdf
    from tests.publish.book.books import book_of, corpus_library

    (tmp_path / "book.typ").write_text("#nothing()", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        write_pdf(book_of(*corpus_library("statute")), "a4", tmp_path)
    assert str(tmp_path / "book.typ") in str(caught.value)
    assert "unknown variable: nothing" in str(caught.value)
    assert len(str(caught.value).split("\n")) == 3
