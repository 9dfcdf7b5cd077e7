"""A correction by one click says what one may overlook in it."""

from __future__ import annotations

import pytest

from lawkb.server.desk.decisions import fix_words

B = ("LATIN", "B", "GREEK", "Β")


@pytest.mark.parametrize(
    ("old", "new", "letters", "removed", "added"),
    [
        ("B", "Β", (B,), "", ""),
        ("BB2(β)", "ΒΒ2(β)", (B,), "", ""),
        ("ς. ", "ς ", (), ".", ""),
        ("α β", "α, β", (), "", ","),
        ("'α'", "«α»", (), "", ""),
        ("αβ", "αγ", (), "", ""),
        ("αβ", "α", (), "", ""),
    ],
)
def test_letters_that_look_alike_and_single_signs_are_named(
    old: str, new: str, letters: tuple[tuple[str, ...], ...], removed: str, added: str
) -> None:
    words = fix_words(old, new)
    assert (words.letters, words.removed, words.added) == (letters, removed, added)
