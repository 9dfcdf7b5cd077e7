"""Labels inside laws as acts and files print them, and what begins a line and is none."""

import tomllib
from functools import cache
from typing import Any

import pytest

from lawkb.akn.laws import law_tree, xml_bytes
from lawkb.akn.validate import file_errors
from lawkb.corpus.new_corpus import outline_of_kind
from lawkb.model.code import Outline
from lawkb.model.law import Provision
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import read_law_page
from tests.corpus_files import CASES

CASE = tomllib.loads((CASES / "laws" / "labels.toml").read_text(encoding="utf-8"))["case"]
outline = cache(outline_of_kind)


def words(provision: Provision) -> str:
    """The heading of a provision, a bar, and its own words."""
    heading = f"{provision.heading.text} | " if provision.heading else ""
    return heading + " ".join(each.text for each in provision.passages)


def read(case: dict[str, Any]) -> tuple[Outline, Any]:
    code = outline(case["like"], (case["language"],))
    rule = PageRule("act", code.editions[0].id, (case["language"],), "laws")
    name = f"act.{case.get('form', 'txt')}"
    page = Page("gazette", "act", name, case["page"].strip("\n").encode())
    return code, read_law_page(page, rule, Source("gazette", "The gazette", (rule,)), code)


@pytest.mark.parametrize("case", CASE, ids=lambda case: str(case["name"]))
def test_the_labels_of_a_law_are_read(case: dict[str, Any]) -> None:
    code, reading = read(case)
    provisions = [each for law in reading.laws for each in law.provisions()]
    found = {code.scheme.write(each.address): words(each) for each in provisions}
    assert " ".join(found) == case["found"], case["why"]
    assert len(found) == len(provisions)
    expected = case.get("texts", {})
    assert {address: found[address] for address in expected} == expected, case["why"]
    if "losses" in case:
        told = [loss.message for loss in reading.losses if loss.kind == "numbering"]
        assert len(told) == len(case["losses"]), told
        assert all(any(words in each for each in told) for words in case["losses"]), told
    assert sum(reading.account.counts.values()) == reading.account.total
    for law in reading.laws:
        assert file_errors(xml_bytes(law_tree(law, code))) == ()
