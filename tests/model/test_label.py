"""Labels: addresses as a language writes them, and as people type them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.label import label, read_typed
from lawkb.model.language import read_language
from tests.strategies import LANGUAGE_FILES, SCHEME, addresses

CASES = tomllib.loads((Path(__file__).parents[1] / "cases/model/labels.toml").read_text("utf-8"))
ALL = tuple(read_language(tag) for tag in LANGUAGE_FILES)
TAGS = st.sampled_from(LANGUAGE_FILES)


@pytest.mark.parametrize("case", CASES["label"], ids=lambda case: case["label"])
def test_an_address_is_written_in_the_letters_of_its_language(case: dict[str, str]) -> None:
    written = label(SCHEME.read(case["address"]), SCHEME, read_language(case["language"]))
    assert written == case["label"], case["why"]


@pytest.mark.parametrize("case", CASES["typed"], ids=lambda case: case["text"])
def test_an_address_is_read_as_anyone_types_it(case: dict[str, str]) -> None:
    read = read_typed(case["text"], SCHEME, ALL)
    assert (read and SCHEME.write(read)) == case.get("address"), case["why"]


@given(addresses(), TAGS)
def test_a_label_reads_back_to_its_address(address: Address, tag: str) -> None:
    language = read_language(tag)
    assert read_typed(label(address, SCHEME, language), SCHEME, (language,)) == address


@given(addresses(), TAGS)
def test_a_label_reads_back_whatever_other_languages_there_are(address: Address, tag: str) -> None:
    assert read_typed(label(address, SCHEME, read_language(tag)), SCHEME, ALL) == address


@given(addresses())
def test_the_canonical_writing_can_be_typed(address: Address) -> None:
    assert read_typed(SCHEME.write(address), SCHEME, ALL) == address


@given(addresses(law=47), addresses(law=47), TAGS)
def test_labels_of_two_addresses_differ(one: Address, other: Address, tag: str) -> None:
    language = read_language(tag)
    same = label(one, SCHEME, language) == label(other, SCHEME, language)
    assert same == (one == other)


@given(st.text(max_size=40) | st.text("47ΕEεe2α(). ", max_size=20))
def test_any_typed_text_is_an_address_or_nothing(text: str) -> None:
    address = read_typed(text, SCHEME, ALL)
    assert address is None or SCHEME.read(SCHEME.write(address)) == address
