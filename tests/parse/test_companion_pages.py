"""Pages that hold no law: what they give in every form, and that nothing of them is lost."""

import tomllib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.akn.validate import profile_errors
from lawkb.model.companion import Companion, Section
from lawkb.model.page import Page
from lawkb.model.passage import Passage, Table
from lawkb.model.source import PageKind, PageRule
from lawkb.model.text_encoding import decode_page
from lawkb.parse.complete_law import fold_typography
from lawkb.parse.read_page import PageReading, read_companion_page
from tests.akn.xml_files import companion_xml
from tests.corpus_files import CASES, PEBBLES, outline_in
from tests.parse.three_pebbles import SAMPLES, WIKI, extracted

GOLD = tomllib.loads((CASES / "gold_companions.toml").read_text(encoding="utf-8"))
CASE_FILE = tomllib.loads((CASES / "laws" / "companions.toml").read_text(encoding="utf-8"))
RULES = {
    "definitions": PageRule("definitions", "2016", ("el", "en"), "definitions"),
    "comment_rule_07": PageRule("comment_rule_{law}", "2016", ("el",), "commentary"),
}
SOURCE = replace(WIKI, rules=(*WIKI.rules, *RULES.values()))
FORMS = {
    "raw": "data26/pages/{}.txt",
    "http26": "http26/{}.show.html",
    "http22": "http22/{}.show.html",
    "export_xhtml": "http26/{}.export_xhtml.html",
    "export_xhtmlbody": "http26/{}.export_xhtmlbody.html",
}


def read(page: str, content: bytes) -> PageReading:
    return read_companion_page(
        Page("wiki", page, f"{page}.txt", content), RULES[page], SOURCE, outline_in(PEBBLES)
    )


def outline_of(body: tuple[Passage | Table | Section, ...], depth: int = 0) -> list[str]:
    """A body as lines: what a part is, its number, its term, its words."""
    lines = []
    for item in body:
        before = "  " * depth
        if isinstance(item, Section):
            heading = [fold_typography(item.heading.text)] if item.heading else []
            lines.append(
                before + " ".join([item.kind, *([item.num] if item.num else []), *heading])
            )
            lines.extend(outline_of(item.body, depth + 1))
        elif isinstance(item, Table):
            cells = (cell.passage.text if cell.passage else "" for row in item.rows for cell in row)
            lines.append(before + "table " + " | ".join(cells))
        else:
            lines.append(before + fold_typography(item.text))
    return lines


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "gold", GOLD["companions"], ids=lambda gold: f"{gold['page']}-{gold['lang']}"
)
def test_every_form_of_a_page_gives_the_companion_of_the_gold(
    gold: dict[str, Any], form: str
) -> None:
    path = SAMPLES / FORMS[form].format(gold["page"])
    if gold["page"] == "comment_rule_07" and form.startswith("export"):
        assert not path.exists()  # the wikis were never asked for it
        return
    found = {one.language: one for one in read(gold["page"], path.read_bytes()).companions}
    companion = found[gold["lang"]]
    assert (companion.name, companion.law) == (gold["name"], gold.get("law"))
    assert companion.heading is not None
    assert companion.heading.text == gold["heading"]
    assert outline_of(companion.body) == gold["body"].strip().split("\n")


@pytest.mark.parametrize("case", CASE_FILE["case"], ids=lambda case: str(case["name"]))
def test_a_page_gives_its_parts(case: dict[str, Any]) -> None:
    kind: PageKind = case["kind"]
    rule = PageRule("page", "2016", tuple(case["languages"]), kind)
    page = Page("wiki", "page", "page.txt", case["page"].encode())
    reading = read_companion_page(page, rule, SOURCE, outline_in(PEBBLES))
    (companion,) = reading.companions
    assert outline_of(companion.body) == case["body"].strip("\n").split("\n"), case["why"]
    assert [loss.kind for loss in reading.losses] == case.get("losses", []), case["why"]


@pytest.mark.parametrize("variant", "AB")
def test_text_that_lost_its_table_keeps_every_word_and_says_so(variant: str) -> None:
    whole = read("definitions", (SAMPLES / FORMS["raw"].format("definitions")).read_bytes())
    reading = read("definitions", extracted(variant, "definitions"))
    assert [loss.kind for loss in reading.losses].count("table") == 2
    assert "title" in [loss.kind for loss in reading.losses]
    for full, text in zip(whole.companions, reading.companions, strict=True):
        assert signs(text) == signs(replace(full, heading=None))


SYNTAX = st.sampled_from(
    (*"|^x", "\n", "\n\n", "|\n|", ":::", "1. ", "2. ", "===== A =====", "==== B ====", "((", "))")
)
PARTS = st.sampled_from(("  - ", "  * ", "    * ", "----", "Κανόνα 7Α", "[[a|b]]", "τέρμα. ", "''"))


@given(st.lists(SYNTAX | PARTS | st.text(max_size=8), max_size=30).map("".join))
def test_any_page_is_read_accounted_for_and_written(text: str) -> None:
    content = text.encode(errors="replace")
    for kind in ("definitions", "commentary", "preface"):
        rule = PageRule("page", "2016", ("el", "en"), kind)
        page = Page("wiki", "page", "page.txt", content)
        reading = read_companion_page(page, rule, SOURCE, outline_in(PEBBLES))
        counts = reading.account.counts
        assert reading.account.total == len(decode_page(content)[0]) == sum(counts.values())
        for companion in reading.companions:
            assert profile_errors(companion_xml(companion, outline_in(PEBBLES))) == ()


WORDS = st.text("abcdeαβγδε ", min_size=1, max_size=20).filter(str.strip)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6))
def test_every_word_of_a_term_table_stands_in_its_entries(rows: list[tuple[str, str]]) -> None:
    page = "".join(f"|{term} |{definition} |\n" for term, definition in rows)
    (companion, *others) = read("definitions", page.encode()).companions
    found = sum((signs(one) for one in (companion, *others)), Counter[str]())
    assert found == Counter("".join("".join("".join(row).split()) for row in rows))


def signs(companion: Companion) -> Counter[str]:
    """The characters of a companion, numbers of its parts included, white space aside."""
    numbers = "".join(section.num for _, section in companion.sections() if section.kind == "sense")
    words = "".join(passage.text for passage in companion.passages()) + numbers
    return Counter(fold_typography("".join(words.split())))
