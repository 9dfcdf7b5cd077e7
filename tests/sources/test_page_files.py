"""Ids of pages and the names of their files."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from lawkb.sources.page_names import file_name, is_page_id

HOSTILE = "../x a/b /etc/passwd ..:x a:.. a:.:b a::b : .htaccess a\\b \x00 a\nb ~ %2e%2e A a".split(
    " "
)
IDS = st.one_of(st.text(), st.sampled_from([*HOSTILE, "", "κανόνες:αρχή", "a" * 300, "ς" * 300]))


@given(IDS)
@example("-")
def test_a_file_stays_in_its_folder_whatever_the_id(page_id: str) -> None:
    name = file_name(page_id)
    folder = Path("/corpus/sources/wiki")
    assert (folder / name).resolve().parent == folder
    assert name.isascii()
    assert name.isprintable()
    assert len(name) <= 204
    assert name.endswith(".txt")
    assert not name.startswith((".fetch", "-."))


@given(IDS, IDS)
@example("a", "A")
@example("é", "é")
@example("ά", "ά")
@example("σ", "ς")
@example("a:b", "a%3ab")
@example("a%3Ab", "a:b")
@example("x" * 300, "x" * 300 + "y")
def test_two_pages_never_share_a_file_on_any_file_system(one: str, other: str) -> None:
    assume(one != other)
    names = [unicodedata.normalize("NFC", file_name(page).casefold()) for page in (one, other)]
    assert names[0] != names[1]


def test_a_plain_id_is_its_name() -> None:
    assert file_name("law_57") == "law_57.txt"
    assert file_name("code:rule_57") == "code%3Arule_57.txt"


@pytest.mark.parametrize("page_id", ["law_57", "code:rule_57", "κανόνες:αρχή", "a.b", "νόμος-5"])
def test_ids_of_a_wiki_are_page_ids(page_id: str) -> None:
    assert is_page_id(page_id)


@pytest.mark.parametrize(
    "page_id",
    [
        "",
        ":",
        "a:",
        ":a",
        "a::b",
        "..",
        "a:..",
        ".:a",
        "a/b",
        "/a",
        "a\\b",
        "a\x00",
        "a\nb",
        "\ud800",
        "law\u00ad_57",
        "law_\u202e57",
        "law\u200b_57",
        "a" * 256,
    ],
)
def test_what_could_lead_out_of_a_folder_or_is_not_printed_is_no_page_id(page_id: str) -> None:
    assert not is_page_id(page_id)
