"""A level that a language writes in another way: the French 117(1)b) is the English 117(1)(b)."""

from __future__ import annotations

import pytest

from lawkb.model.label import label, read_typed
from tests.corpus_files import CASES, outline_in


@pytest.mark.parametrize(
    ("address", "en", "fr"),
    [
        ("117(1)(b)", "117(1)(b)", "117(1)b)"),
        ("6(1)(a)(ii)(B)", "6(1)(a)(ii)(B)", "6(1)a)(ii)(B)"),
        ("23(a)", "23(a)", "23a)"),
        ("6(1)", "6(1)", "6(1)"),
    ],
)
def test_a_label_is_written_as_its_language_writes_it_and_read_back(
    address: str, en: str, fr: str
) -> None:
    outline = outline_in(CASES / "references" / "ca")
    scheme = outline.scheme
    place = scheme.read(address)
    written = {tag: label(place, scheme, outline.language(tag)) for tag in ("en", "fr")}
    assert written == {"en": en, "fr": fr}
    for tag, text in written.items():
        assert read_typed(text, scheme, (outline.language(tag),)) == place
