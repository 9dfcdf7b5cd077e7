"""Rows of a term joined to one row, which allows all their translations."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.glossary import read_glossary
from lawkb.corpus.laws import read_code
from lawkb.editorial.decisions import Decision, allow_all, decided_files, undone
from lawkb.editorial.findings import code_report
from lawkb.errors import LawkbError
from tests.corpus_files import CORPUS


def put(folder: Path, decision: Decision) -> None:
    for name, content in decided_files(folder, decision, read_outline(folder)).items():
        assert content is not None
        (folder / name).write_bytes(content)


def joined(folder: Path, term: str) -> Decision:
    outline = read_outline(folder)
    return allow_all(read_glossary(folder, outline), term, "el", outline)


def terms_of_two_words(folder: Path) -> list[str]:
    """The terms that the checks find with more than one translation."""
    found = code_report(folder, read_code(folder)).findings
    told = [str(each.message) for each in found if each.rule == "term-inconsistent"]
    return [words.partition("«")[2].partition("»")[0] for words in told]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus"))


def test_both_translations_of_a_term_are_allowed_by_one_decision_that_can_be_undone(
    folder: Path,
) -> None:
    file = folder / "glossary.tsv"
    before = file.read_text("utf-8").splitlines()
    assert terms_of_two_words(folder) == ["hand", "explanation"]
    decision = joined(folder, "explanation")
    put(folder, decision)
    after = file.read_text("utf-8").splitlines()
    first = next(n for n, line in enumerate(before) if line.startswith("explanation"))
    assert after[first].split("\t") == [
        "explanation",
        "εξήγηση|εξήγησ*|εξηγήσ*|επεξήγηση|επεξήγησ*|επεξηγήσ*",
        "spiegazione|spiegazion*",
        "preferred",
        "",
    ]
    assert after[:first] + after[first + 1 :] == before[:first] + before[first + 2 :]
    assert terms_of_two_words(folder) == ["hand"]
    put(folder, undone(decision))
    assert sorted(file.read_text("utf-8").splitlines()) == sorted(before)


def test_a_forbidden_translation_is_not_joined(folder: Path) -> None:
    file = folder / "glossary.tsv"
    file.write_text(file.read_text("utf-8").replace("\tadmitted", "\tforbidden"), "utf-8")
    with pytest.raises(LawkbError, match="has one translation"):
        joined(folder, "explanation")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("επεξηγηματική δήλωση", "differ in more than one word"),
        ("κάρτα της ποινής", "differ in more than one word"),
    ],
)
def test_translations_that_differ_in_several_words_are_not_mixed(
    folder: Path, words: str, told: str
) -> None:
    file = folder / "glossary.tsv"
    with file.open("a", encoding="utf-8") as out:
        out.write(f"penalty card\t{words}\t\tadmitted\t\n")
    with pytest.raises(LawkbError, match=told):
        joined(folder, "penalty card")


def test_translations_that_differ_in_one_word_are_joined_in_this_word(folder: Path) -> None:
    file = folder / "glossary.tsv"
    with file.open("a", encoding="utf-8") as out:
        out.write("penalty card\tτιμωρημένο|τιμωρημέν* χαρτί\t\tadmitted\t\n")
    values = dict(joined(folder, "penalty card").added[0].values)
    assert values["el"] == "τιμωρημένο|τιμωρημέν* φύλλο|φύλλ*|χαρτί"
