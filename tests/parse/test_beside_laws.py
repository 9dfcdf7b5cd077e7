"""Recitals before the first article of an act, annexes after the last: nothing lost."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.akn.audit import audit
from lawkb.akn.laws import law_tree, read_law, xml_bytes
from lawkb.akn.validate import profile_errors, schema_errors
from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.law import Provision
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import PageReading, read_law_page
from tests.lanterns import LANTERNS, lanterns
from tests.parse.test_promises import LINES

OUTLINE = read_outline(LANTERNS)
SOURCE = Source("gazette", "The gazette", ())


def read(text: str, language: str = "en") -> PageReading:
    rule = PageRule("act", "2024", (language,), "laws")
    page = Page("gazette", "act", "act.txt", text.encode(errors="replace"))
    return read_law_page(page, rule, SOURCE, OUTLINE)


def shown(reading: PageReading) -> list[str]:
    scheme = OUTLINE.scheme
    return [scheme.write(each.address) for law in reading.laws for each in law.provisions()]


def test_both_languages_have_the_same_recitals_and_annexes() -> None:
    code = lanterns()
    assert audit(code) == ()
    assert [str(n) for n in code.numbers("2024")] == [
        "recitals", *map(str, range(1, 10)), "annex-1", "annex-2"
    ]  # fmt: skip
    for tag, formula in (("en", "HAS ADOPTED"), ("el", "ΕΞΕΔΩΣΕ")):
        recitals = code.law("2024", tag, code.numbers("2024")[0])
        assert recitals and len(recitals.root.children) == 3
        last = recitals.root.body[-1]
        assert not isinstance(last, Provision)
        assert formula in recitals.root.text.split("\n")[-1]


@pytest.mark.parametrize("key", [*lanterns().laws], ids=lambda key: f"{key[1]} {key[2]}")
def test_every_text_of_the_act_is_valid_and_read_back(key: tuple[str, str, int]) -> None:
    law = lanterns().laws[key]
    content = xml_bytes(law_tree(law, OUTLINE))
    assert profile_errors(content) == ()
    assert schema_errors(content) == ()
    assert read_law(content, OUTLINE, "law.xml") == law


@pytest.mark.parametrize(
    ("page", "addresses", "why"),
    [
        ("Article 1\nText.\nANNEX\nOil\n1. Cup.", ["1", "annex-1", "annex-1(1)"], "no number"),
        ("Article 1\nText.\nANNEX A – Oil\n1. Cup.", ["1", "annex-1", "annex-1(1)"], "a letter"),
        ("Article 1\nText.\nANNEX I: OIL\nCup.", ["1", "annex-1"], "the title on the line"),
        ("Article 1\nAnnex I lists the quays.", ["1"], "a sentence that cites an annex"),
        ("Article 1\nText.\nANNEX II\nOil", ["1"], "the first is missing"),
        (
            "(1) One.\n(2) Two.\nArticle 1\nText.",
            ["recitals", "recitals(1)", "recitals(2)", "1"],
            "numbered paragraphs before the first article",
        ),
        ("Whereas One.\nArticle 1\nText.", ["1"], "no numbers: nothing is guessed"),
    ],
)  # fmt: skip
def test_what_begins_a_text_beside_the_articles(page: str, addresses: list[str], why: str) -> None:
    assert shown(read(page)) == addresses, why


def test_an_annex_whose_number_is_not_the_next_is_a_loss() -> None:
    losses = [loss.message for loss in read("Article 1\nText.\nANNEX II\nOil").losses]
    assert any(each.startswith("«ANNEX II» may be the title of an annex") for each in losses)


TITLES = st.sampled_from(
    ["Article 1", "Article 2 Oil", "(1) One.", "(2) Two", "ANNEX I", "ANNEX", "ANNEX II – Oil"]
)


@given(st.lists(LINES | TITLES, max_size=25).map("\n".join))
def test_every_sign_of_such_a_page_is_in_one_text_or_unparsed(text: str) -> None:
    reading = read(text)
    assert reading.account.total == sum(reading.account.counts.values())
    addresses = Counter((law.language, law.number) for law in reading.laws)
    assert not [each for each, count in addresses.items() if count > 1]
    for law in reading.laws:
        content = xml_bytes(law_tree(law, OUTLINE))
        assert read_law(content, OUTLINE, "law.xml") == law
