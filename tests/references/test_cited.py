"""Addresses typed the way a text cites them."""

from __future__ import annotations

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.label import read_typed
from lawkb.references.typed_address import read_typed_address
from tests.references.cited_cases import CITED, FOLDERS, Case


@pytest.mark.parametrize("case", CITED, ids=lambda case: case["text"])
def test_a_text_that_cites_one_provision_and_nothing_else_is_its_address(case: Case) -> None:
    outline = read_outline(FOLDERS[case["code"]])
    text, scheme, languages = case["text"], outline.scheme, outline.languages
    found = read_typed(text, scheme, languages) or read_typed_address(text, scheme, languages)
    assert (found and scheme.write(found)) == case.get("address")


def test_words_between_the_parts_may_name_the_code() -> None:
    outline = read_outline(FOLDERS["bridge"])
    text = "Articolo 45 del Codice di Gara paragrafo C4(b)"
    assert read_typed_address(text, outline.scheme, outline.languages) == outline.scheme.read(
        "45C4(b)"
    )
    assert read_typed_address("", outline.scheme, outline.languages) is None
