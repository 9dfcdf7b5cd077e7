"""Parts of a point of a Greek statute: «αα)», «ββ)» in any point, «βα)», «ββ)» in point «β»."""

from functools import cache

import pytest
from msgspec.structs import replace

from lawkb.model.address import Level, Scheme
from lawkb.model.code import Outline
from lawkb.model.page import Page
from lawkb.parse.read_page import read_law_page
from tests.corpus_files import STATUTE, outline_in
from tests.parse.test_titles import RULE, SOURCE

SCHEME = Scheme(
    (
        Level("article", "arabic", "{}.", "{}", inserts=("capitals",)),
        Level("paragraph", "arabic", "{}.", "({})", inserts=("capitals",)),
        Level("case", "lower", "{})", "({})", ("({})", "{}."), inserts=("letters",)),
        Level("subcase", "doubled", "{})", "({})", ("({})", "{}.")),
        Level("item", "roman", "{})", "({})", ("({})",)),
    )
)


@cache
def statute() -> Outline:
    return replace(outline_in(STATUTE), scheme=SCHEME)


@pytest.mark.parametrize(
    ("language", "labels", "addresses"),
    [
        ("el", "α): αα) ββ) β) γ)", "a a(aa) a(bb) b c"),
        ("en", "(a): (aa) (bb) (b) (c)", "a a(aa) a(bb) b c"),
        ("el", "α. β.: βα. ββ. βγ. γ.", "a b b(aa) b(bb) b(cc) c"),
        ("el", "α) β) γ) γα) δ)", "a b c ca d"),
        ("el", "α) β): βα): i) ii) ββ) γ)", "a b b(aa) b(aa)(i) b(aa)(ii) b(bb) c"),
        ("el", "α) β) γ) δ) ε) στ): στα) ζ) η) θ) ι) ια) ιβ)", "a b c d e f f(aa) g h i j k l"),
    ],
)
def test_the_parts_of_a_point_are_read(language: str, labels: str, addresses: str) -> None:
    word = {"el": "Άρθρο", "en": "Article"}[language]
    lines = [
        f"{label.rstrip(':')} λέξη{':' if label.endswith(':') else ','}" for label in labels.split()
    ]
    text = "\n\n".join([f"{word} 1 – Όροι", "1. Όροι:", *lines])
    page = Page("gazette", "act", "act", text.encode())
    reading = read_law_page(page, replace(RULE, languages=(language,)), SOURCE, statute())
    (law,) = reading.laws
    found = [SCHEME.write(each.address) for each in law.provisions()][2:]
    assert [each.removeprefix("1(1)(").replace(")", "", 1) for each in found] == addresses.split()


def test_a_point_may_begin_right_after_the_number_of_its_paragraph() -> None:
    text = "Άρθρο 1 – Όροι\n\n1. Ένα.\n\n2.α. Δύο.\n\nβ. Τρία.\n\n2Α. Τέσσερα.\n\n3.α) Πέντε."
    page = Page("gazette", "act", "act", text.encode())
    (law,) = read_law_page(page, replace(RULE, languages=("el",)), SOURCE, statute()).laws
    found = [SCHEME.write(each.address) for each in law.provisions()]
    assert found == ["1", "1(1)", "1(2)", "1(2)(a)", "1(2)(b)", "1(2a)", "1(3)", "1(3)(a)"]
