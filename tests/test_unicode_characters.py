"""Unicode's normal forms of texts with more marks than any language writes."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lawkb
from lawkb.unicode_characters import normalized

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
# Letters with marks of their own, marks that decompose into marks, a mark by compatibility alone.
CHARACTERS = "aé\u1fb7¨\u0301\u0345\u0327\u0344\u0f71\u0f72\u0f73\uff9e\u3099\u0e38 "
MARKS = st.text("\u0301\u0345\u0327\u0f71\u0344\u0f73", min_size=20, max_size=90)


@pytest.mark.parametrize("form", FORMS)
@given(st.lists(st.text(CHARACTERS, max_size=4) | MARKS, max_size=6).map("".join))
def test_the_forms_are_those_of_unicodedata(form: str, text: str) -> None:
    assert normalized(form, text) == unicodedata.normalize(form, text)  # type: ignore[arg-type]  # one of four


def test_marks_on_one_letter_are_sorted_and_none_is_lost() -> None:
    count = 200_000  # by insertion this would take a minute
    assert normalized("NFD", "a" + "\u0345" * count + "\u0301" * count) == (
        "a" + "\u0301" * count + "\u0345" * count
    )


def test_nothing_else_asks_unicodedata_for_a_form() -> None:
    root = Path(lawkb.__file__).parent
    asking = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if set(_asked_of_unicodedata(ast.parse(file.read_bytes()))) & {"normalize", "is_normalized"}
    }
    assert asking == {"unicode_characters.py"}


def _asked_of_unicodedata(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "unicodedata":
                yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "unicodedata":
            yield from (each.name for each in node.names)
