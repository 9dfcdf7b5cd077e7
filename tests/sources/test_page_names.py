import tomllib
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.sources.page_names import LONGEST_ID, is_content, page_id
from tests.corpus_files import CASES

NAMES = tomllib.loads((CASES / "tree" / "names.toml").read_text(encoding="utf-8"))["names"]


@pytest.mark.parametrize("case", NAMES, ids=lambda case: case["why"])
def test_a_file_name_gives_the_id_of_its_case(case: dict[str, Any]) -> None:
    assert page_id(tuple(case["file"].split("/"))) == (case["id"] or None)


def test_letters_with_accents_apart_give_the_same_id() -> None:
    assert page_id((normalize("NFD", "νόμος"),)) == page_id(("νόμος",)) == "νόμος"


def test_an_id_longer_than_any_file_name_is_refused() -> None:
    assert page_id(("a" * LONGEST_ID,))
    assert page_id(("a" * (LONGEST_ID + 1),)) is None
    assert page_id(("a" * 200, "b" * 200)) is None


@pytest.mark.parametrize(
    "page", ["start", "code:start", "sidebar", "wiki:syntax", "playground:playground"]
)
def test_pages_of_the_wiki_itself_are_no_content(page: str) -> None:
    assert not is_content(page)


@pytest.mark.parametrize("page", ["law_57", "code:rule_57", "starting", "wikis:law", "a:wiki"])
def test_pages_that_look_like_those_are_content(page: str) -> None:
    assert is_content(page)


def safe(name: str) -> str:
    """A name as ``SafeFN::encode`` of DokuWiki writes it."""
    plain = "-./[_0123456789abcdefghijklmnopqrstuvwxyz]"
    written, converted = "", False
    for char in name:
        if char in plain:
            written += "]" * converted + char
        else:
            written += "%" + base36(ord(char) - 32)
        converted = char not in plain
    return written + "]" * converted


def base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return (base36(number // 36) if number >= 36 else "") + digits[number % 36]


CLEAN = st.text("abcz019αβγςώ_ёж漢", min_size=1, max_size=12).filter(lambda n: n == n.strip("_"))


@given(st.lists(CLEAN, min_size=1, max_size=4))
def test_each_encoding_of_an_id_gives_the_id(names: list[str]) -> None:
    expected = ":".join(names)
    assert page_id(tuple(names)) == expected
    assert page_id(tuple(quote(name) for name in names)) == expected
    assert page_id(tuple(safe(name) for name in names)) == expected


@given(st.lists(st.one_of(st.text(), st.text("%.]/[:0a\x00Ω\ud800")), max_size=3))
def test_what_any_names_give_is_an_id_that_leads_nowhere_else(names: list[str]) -> None:
    page = page_id(tuple(names))
    if page is not None:
        assert page.isprintable()
        assert page.encode()
        assert not set(page) & set("/\\%]")
        assert all(part and part.strip(".") == part for part in page.split(":"))
