"""What editors wrote guides a search: the index of subjects, and titles of laws not held."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.corpus.glossary import read_synonyms
from lawkb.model.answer import SearchResult
from lawkb.search import read_guide
from lawkb.words.tokens import read_vocabulary
from tests.corpus_files import CORPUS
from tests.search.asking import search_code
from tests.search.cases import rows
from tests.search.real import real_code


def ask(folder: Path, query: str) -> SearchResult:
    code = real_code()
    guide, synonyms = read_guide(CORPUS, code), read_synonyms(CORPUS, code.outline)
    return search_code(code, folder, query, synonyms=synonyms, guide=guide)


@pytest.mark.parametrize("row", rows("guide.tsv"), ids=lambda row: row["query"])
def test_the_index_of_subjects_answers(row: dict[str, str], tmp_path: Path) -> None:
    wanted = row["first"].split(";")
    answer = ask(tmp_path, row["query"])
    assert [hit.address for hit in answer.hits[: len(wanted)]] == wanted, row["why"]
    assert all(hit.subject for hit in answer.hits[: len(wanted)])
    assert [hit.rank for hit in answer.hits] == list(range(1, len(answer.hits) + 1))
    assert answer.total >= len(answer.hits)


def test_a_term_that_provisions_have_is_not_led_elsewhere(tmp_path: Path) -> None:
    assert ask(tmp_path, "missing card").hits[0].address == "14"


@pytest.mark.parametrize(
    ("query", "laws"),
    [
        ("claim", ["68", "69", "70"]),
        ("hesitation before pass", ["16", "73"]),
        ("insufficient bid", ["27"]),
        ("what is a psychic call?", ["40"]),
        ("θεατές", ["76"]),
        ("δισταγμός", ["16", "73"]),
    ],
)
def test_a_word_of_a_law_that_is_not_here_finds_its_title_alone(
    query: str, laws: list[str], tmp_path: Path
) -> None:
    answer = ask(tmp_path, query)
    assert not answer.hits
    assert answer.not_here
    assert [law.address for law in answer.not_here.laws] == laws
    assert all(law.titles for law in answer.not_here.laws)
    assert answer.not_here.held == ("14", "20", "47", "57")
    assert answer.not_here.of == 93
    assert answer.not_here.official[0].url.startswith("https://")


def test_nothing_is_near_a_word_that_no_text_has(tmp_path: Path) -> None:
    answer = ask(tmp_path, "zeppelin card")
    assert (answer.total, answer.hits) == (0, ())
    assert answer.not_here
    assert answer.not_here.words == ("zeppelin",)


@pytest.mark.parametrize(
    ("query", "status", "cited"),
    [("16", "not-held", True), ("68", "not-held", False), ("999", "unknown", False)],
)
def test_a_law_that_is_not_here_is_one_of_three(
    query: str, status: str, cited: bool, tmp_path: Path
) -> None:
    answer = ask(tmp_path, query)
    assert answer.not_here
    assert [(law.address, law.status) for law in answer.not_here.laws] == [(query, status)]
    assert bool(answer.total) is cited


def test_of_several_addresses_those_that_are_here_are_shown(tmp_path: Path) -> None:
    answer = ask(tmp_path, "47E, 16C")
    assert [hit.address for hit in answer.hits] == ["47E"]
    assert answer.not_here
    assert [law.address for law in answer.not_here.laws] == ["16C"]
    both = ask(tmp_path, "20F1 and 20F2")
    assert [hit.address for hit in both.hits] == ["20F1", "20F2"]
    assert both.not_here is None
    assert [hit.address for hit in ask(tmp_path, "L47E2(b)").hits] == ["47E2(b)"]


def test_words_of_a_question_find_nothing(tmp_path: Path) -> None:
    asked, plain = ask(tmp_path, "what can I do with a penalty card"), ask(tmp_path, "penalty card")
    assert [hit.address for hit in asked.hits] == [hit.address for hit in plain.hits]
    assert (asked.is_question, plain.is_question) == (True, False)


@pytest.mark.parametrize(
    ("tag", "word"),
    [
        *(("en", "can"), ("en", "what"), ("el", "μπορω"), ("el", "τι"), ("de", "kann")),
        *(("de", "was"), ("it", "posso"), ("it", "quando"), ("fr", "peut"), ("fr", "quand")),
    ],
)
def test_every_language_knows_its_words_of_a_question(tag: str, word: str) -> None:
    assert word in read_vocabulary(tag).asking


@pytest.mark.parametrize(
    "query", ["penalty card", "penalty cards", "τιμωρημένο φύλλο", "what is a penalty card?"]
)
def test_who_makes_something_stands_before_who_mentions_it(query: str, tmp_path: Path) -> None:
    assert [hit.address for hit in ask(tmp_path, query).hits[:2]] == ["57A", "57D"]


def test_a_synonym_of_two_words_is_recognised_by_what_one_of_them_means(tmp_path: Path) -> None:
    answer = ask(tmp_path, "έχω δώδεκα χαρτιά")  # «δώδεκα φύλλα», and «χαρτί» is «φύλλο»
    assert [hit.address for hit in answer.hits[:2]] == ["14A", "14B"]
