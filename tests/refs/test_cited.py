"""Addresses typed the way a text cites them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.corpus.outline import read_outline
from lawkb.refs.cited import read_cited

_ROOT = Path(__file__).parents[2]
_FOLDERS = {"bridge": _ROOT / "corpus", "statute": _ROOT / "examples" / "statute" / "corpus"}


@pytest.mark.parametrize(
    ("code", "text", "address"),
    [
        ("statute", "άρθρο 6 παράγραφος 1", "6(1)"),
        ("statute", "άρθρο 6 παράγραφος 1 στοιχείο γ)", "6(1)(c)"),
        ("statute", " Article 6, paragraph 1, point (c) ", "6(1)(c)"),
        ("statute", "point (c) of Article 6(1)", "6(1)(c)"),
        ("bridge", "Section E of Law 47", "47E"),
        ("bridge", "παράγραφος Ε του Νόμου 47", "47E"),
        ("bridge", "Articolo 45 del Codice di Gara paragrafo C4(b)", "45C4(b)"),
    ],
)
def test_a_text_that_cites_a_provision_is_its_address(code: str, text: str, address: str) -> None:
    outline = read_outline(_FOLDERS[code])
    found = read_cited(text, outline.scheme, outline.languages)
    assert found == outline.scheme.read(address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "paragraph 1",
        "this Article",
        "Articles 6 and 7",
        "Articles 6 to 8",
        "see Article 6",
        "Article 6 applies",
        "Article 6(1), first subparagraph",
        "a member",
    ],
)
def test_anything_more_or_less_is_none(text: str) -> None:
    outline = read_outline(_FOLDERS["statute"])
    assert read_cited(text, outline.scheme, outline.languages) is None
