"""Bilingual texts of Debian's packages: what becomes a pair, and what is left out."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from bench.fields import LANGUAGES, Pair
from bench.fields.blocks import pair_by_id, pair_by_place, read_blocks
from bench.fields.field import distinct, even_sample
from bench.fields.messages import cleaned
from bench.fields.packages import NotFetchedError, unpack
from bench.fields.sources import read_sources
from tests.corpus_files import CASES

FIELDS = tomllib.loads((CASES / "fields.toml").read_text(encoding="utf-8"))
PAIR_BY = {"id": pair_by_id, "place": pair_by_place}
FEWEST_FIELDS = 8


@pytest.mark.parametrize("case", FIELDS["messages"], ids=lambda case: case["why"])
def test_a_message_is_kept_as_a_plain_sentence_or_left_out(case: dict[str, Any]) -> None:
    texts = cleaned(*case["message"])
    assert list(texts or ()) == case.get("texts", [])


@pytest.mark.parametrize("case", FIELDS["pages"], ids=lambda case: case["why"])
def test_pages_are_paired_by_their_structure(case: dict[str, Any], tmp_path: Path) -> None:
    blocks = []
    for number, content in enumerate(case["pages"]):
        page = tmp_path / f"{number}{case['suffix']}"
        page.write_text(content, encoding="utf-8")
        blocks.append(read_blocks(page))
    pairs = PAIR_BY[case["pair_by"]]("page", blocks[0], blocks[1])
    assert [[pair.original, pair.translation] for pair in pairs] == case["pairs"]


def test_what_was_not_translated_and_what_has_been_there_before_is_left_out() -> None:
    first = Pair("1", "Choose a file.", "Επιλέξτε ένα αρχείο.")
    untranslated = Pair("2", "Choose a folder there.", "Choose a folder there.")
    again = Pair("3", "Choose a file.", "Διαλέξτε ένα αρχείο.")
    assert distinct([[first, untranslated], [again]]) == [[first], []]


def test_a_sample_has_whole_files_from_the_first_to_the_last() -> None:
    files = [[Pair(f"{file}:{row}", "a", "b") for row in range(5)] for file in range(100)]
    sample = even_sample(files, 50)
    assert len(sample) == 50
    assert [sum(pair in sample for pair in file) for file in files] == ([0] * 9 + [5]) * 10


def test_what_is_fewer_than_the_limit_is_taken_whole() -> None:
    files = [[Pair("1", "a", "b")], [], [Pair("2", "a", "b"), Pair("3", "a", "b")]]
    assert [pair.id for pair in even_sample(files, 3)] == ["1", "2", "3"]


def test_no_field_for_judging_is_of_a_package_that_words_are_learned_from() -> None:
    learning = {source.package for source in read_sources() if source.learning}
    assert learning
    assert learning.isdisjoint(one.package for one in read_sources() if not one.learning)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_fields_enough_for_judging(language: str) -> None:
    judging = [one for one in read_sources() if not one.learning and language in one.languages]
    assert len(judging) >= FEWEST_FIELDS


def test_a_package_that_cannot_be_fetched_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotFetchedError, match="aisleriot\n  apt-get download has not fetched it"):
        unpack("aisleriot", tmp_path / "cache")
