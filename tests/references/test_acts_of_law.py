"""References as acts of the Union, federal acts, statutes and codici have them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.code import Outline
from lawkb.model.passage import Reference
from lawkb.references.find import find_references
from tests.references.cases import CASES, rows

_LANGUAGES = ("en", "fr", "it", "el")
_ROWS = [{"lang": lang, **row} for lang in _LANGUAGES for row in rows(f"references/{lang}.tsv")]
_FORMS = rows("references/forms.tsv")


@cache
def _outline(code: str) -> Outline:
    return read_outline(Path(CASES) / "references" / code)


def _read(row: dict[str, str]) -> tuple[Reference, ...]:
    outline = _outline(row["code"])
    place = outline.scheme.read(row["citing"])
    return find_references(row["text"], outline.language(row["lang"]), outline.scheme, place)


def _written(reference: Reference, outline: Outline) -> str:
    """Target as a case writes it: ``6(1)¶2``, ``12..22``, ``@`` with the other act."""
    if reference.act is not None:
        return "@"
    if reference.target is None:
        return "?"
    upto = f"..{outline.scheme.write(reference.upto)}" if reference.upto else ""
    counted = f"¶{reference.subparagraph}" if reference.subparagraph else ""
    return f"{outline.scheme.write(reference.target)}{counted}{upto}"


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row['lang']}-{row['text']}")
def test_a_sentence_cites_the_provisions_that_a_reader_finds(row: dict[str, str]) -> None:
    """Where a case has ``@``, articles of other acts are cited, which no table need know."""
    outline = _outline(row["code"])
    found = [_written(each, outline) for each in _read(row)]
    wanted = [each for each in row["targets"].split(";") if each not in ("", "@")]
    assert [each for each in found if each not in ("@", "?")] == wanted
    assert "@" not in found or "@" in row["targets"]


@pytest.mark.parametrize("row", _FORMS, ids=lambda row: f"{row['lang']}-{row['text']}")
def test_words_and_targets_are_those_of_the_case(row: dict[str, str]) -> None:
    outline = _outline(row["code"])
    said = "; ".join(
        f"{each.raw}={each.act}|{each.url or ''}" if each.act else f"{each.raw}={target}"
        for each in _read(row)
        for target in [_written(each, outline)]
    )
    assert (said or ".") == row["references"], row["why"]
