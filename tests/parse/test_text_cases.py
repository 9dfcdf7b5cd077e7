import tomllib
from typing import Any

import pytest

from lawkb.model.page import Page
from lawkb.model.source import PageRule
from lawkb.parse.read_page import read_law_page
from tests.corpus_files import CASES, bridge_outline, bridge_wiki

PAGES = tomllib.loads((CASES / "text" / "pages.toml").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", PAGES, ids=lambda case: case["name"])
def test_a_text_page_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    rule = PageRule("law_{law}", "2017", tuple(case.get("languages", ["el", "en"])))
    page = Page("wiki", "law_7", "law_7.txt", case["text"].encode())
    reading = read_law_page(page, rule, bridge_wiki(), bridge_outline())
    for law in reading.laws:
        written = [bridge_outline().scheme.write(p.address) for p in law.provisions()]
        assert written == case["provisions"].split(), case["why"]
    assert (reading.account.counts["unparsed"] > 0) == case.get("unparsed", False)
    if "losses" in case:
        assert [loss.kind for loss in reading.losses] == case["losses"], case["why"]
    if "marked" in case:
        passages = [p for law in reading.laws for each in law.provisions() for p in each.passages]
        marked = [passage.text[: note.at] for passage in passages for note in passage.notes]
        assert marked == case["marked"], case["why"]
