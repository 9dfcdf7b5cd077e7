import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from lawkb.model.address import Address
from lawkb.model.law import Comment, Law
from lawkb.model.passage import Table
from lawkb.parse.read_page import PageReading
from tests.corpus_files import CASES, PEBBLES, outline_in
from tests.parse.three_pebbles import SAMPLES, extracted, read_rule

CASES_BY_FILE = tomllib.loads((CASES / "text" / "variants.toml").read_text(encoding="utf-8"))
EACH = [
    pytest.param(case, variant, id=f"{variant}-{case['page']}")
    for case in CASES_BY_FILE["cases"]
    for variant in case["variants"]
]
PAGES = ("rule_03", "rule_07", "rule_20", "rule_40")
WHOLE = [(variant, page) for variant in "FGHJKLMN" for page in PAGES]
each_variant = pytest.mark.parametrize(("case", "variant"), EACH)


def write(address: Address) -> str:
    return outline_in(PEBBLES).scheme.write(address)


@cache
def reading(variant: str, page: str) -> PageReading:
    return read_rule(extracted(variant, page), page)


def read(case: dict[str, Any], variant: str) -> PageReading:
    return reading(variant, case["page"])


def in_page_order(comments: tuple[Comment, ...]) -> Iterator[Comment]:
    for comment in comments:
        yield comment
        yield from in_page_order(comment.replies)


def notes(law: Law) -> list[list[str]]:
    return [
        [law.language, write(provision.address), note.marker, note.text]
        for provision in law.provisions()
        for note in provision.notes
    ]


def rows(law: Law) -> Iterator[str]:
    """Every row of a table, cells parted by bars, and every line of text."""
    for item in law.root.body:
        if isinstance(item, Table):
            for row in item.rows:
                yield " | ".join(cell.passage.text if cell.passage else "" for cell in row)
    yield from law.root.text.split("\n")


@each_variant
def test_both_languages_have_the_provisions_of_the_case(case: dict[str, Any], variant: str) -> None:
    laws = read(case, variant).laws
    assert [law.language for law in laws] == ["el", "en"]
    for law in laws:
        written = [write(provision.address) for provision in law.provisions()]
        assert written == case["provisions"].split(), case["why"]


@each_variant
def test_headings_are_there_or_known_to_be_lost(case: dict[str, Any], variant: str) -> None:
    for law in read(case, variant).laws:
        headed = [write(p.address) for p in law.provisions() if p.heading]
        inferred = [write(p.address) for p in law.provisions() if p.inferred]
        assert headed == case.get("headings", "").split(), case["why"]
        assert inferred == case.get("inferred", "").split(), case["why"]
        assert bool(law.root.heading) == (not law.root.lost)


@each_variant
def test_notes_stand_at_their_places(case: dict[str, Any], variant: str) -> None:
    laws = read(case, variant).laws
    assert [note for law in laws for note in notes(law)] == case.get("notes", []), case["why"]


@each_variant
def test_comments_keep_author_time_and_words(case: dict[str, Any], variant: str) -> None:
    found = [c for law in read(case, variant).laws for c in in_page_order(law.comments)]
    expected = case.get("comments", [])
    assert [[c.author, c.created] for c in found] == [each[:2] for each in expected], case["why"]
    for comment, (_, _, words) in zip(found, expected, strict=True):
        assert comment.text.startswith(words)
        assert bool(comment.text) == bool(words)


@each_variant
def test_what_a_variant_lost_is_listed(case: dict[str, Any], variant: str) -> None:
    kinds = Counter(loss.kind for loss in read(case, variant).losses)
    assert kinds == Counter(case.get("losses", {})), case["why"]


@each_variant
def test_the_foot_gives_time_and_user_as_far_as_it_holds_them(
    case: dict[str, Any], variant: str
) -> None:
    origin = read(case, variant).laws[0].origin
    assert (origin.revised, origin.user) == (case.get("revised"), case.get("user")), case["why"]


@each_variant
def test_the_account_sums_to_the_page(case: dict[str, Any], variant: str) -> None:
    account = read(case, variant).account
    text = extracted(variant, case["page"]).decode()
    assert account.total == len(text) == sum(account.counts.values())
    unparsed = {"unparsed", "text"} & set(case.get("losses", {}))
    assert not account.counts["unparsed"] or unparsed, case["why"]


@pytest.mark.parametrize(("case", "variant"), [each for each in EACH if "rule_02" in str(each.id)])
def test_a_row_of_a_table_is_cut_where_the_dump_tells(case: dict[str, Any], variant: str) -> None:
    assert case["row"] in list(rows(read(case, variant).laws[1])), case["why"]


@pytest.mark.parametrize(("variant", "page"), WHOLE)
def test_a_dump_reads_as_the_page_it_was_made_from(variant: str, page: str) -> None:
    shown = read_rule((SAMPLES / "http26" / f"{page}.show.html").read_bytes(), page)
    for dumped, law in zip(reading(variant, page).laws, shown.laws, strict=True):
        assert notes(dumped) == notes(law)
        for ours, theirs in zip(dumped.provisions(), law.provisions(), strict=True):
            assert (ours.address, ours.num, ours.text) == (theirs.address, theirs.num, theirs.text)
            assert (ours.heading and ours.heading.text) == (theirs.heading and theirs.heading.text)
            places = [note.at for note in ours.notes]
            assert places == [note.at for note in theirs.notes]


def test_markdown_keeps_links_and_emphasis() -> None:
    greek = reading("H", "rule_07").laws[0]
    section = greek.find(outline_in(PEBBLES).scheme.read("7B"))
    assert section is not None
    (passage,) = section.passages
    linked = [(passage.text[link.start : link.end], link.target) for link in passage.links]
    assert linked == [("Κανόνας 3Β", "rule_03"), ("Ορισμούς", "definitions")]
    second = greek.find(outline_in(PEBBLES).scheme.read("7C2"))
    assert second is not None
    (mark,) = second.passages[0].marks
    assert (mark.kind, second.text[mark.start : mark.end]) == ("italic", "μαύρο")
