"""Where the words of a law go: to which provision, and never to two of one address."""

import tomllib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.law import Law
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import CASES, bridge_outline
from tests.parse.test_titles import outline, read

CASE = tomllib.loads((CASES / "laws" / "structure.toml").read_text(encoding="utf-8"))["case"]


def read_in(page: str, code: str, language: str) -> PageReading:
    if code != "letters":
        return read(page, code, language)
    rule = PageRule("act", "2017", (language,), "laws")
    source = Source("wiki", "The wiki", (rule,))
    return read_law_page(Page("wiki", "act", "act", page.encode()), rule, source, bridge_outline())


def contents(law: Law, code: str) -> list[str]:
    scheme = bridge_outline().scheme if code == "letters" else outline(code).scheme
    return [
        f"{scheme.write(each.address)}: {' | '.join(p.text for p in each.passages)}".strip()
        for each in law.provisions()
    ]


@pytest.mark.parametrize("case", CASE, ids=lambda case: str(case["name"]))
def test_the_words_of_a_law_go_to_their_provisions(case: dict[str, Any]) -> None:
    reading = read_in(case["page"].strip("\n"), case["code"], case["language"])
    (law,) = reading.laws
    assert contents(law, case["code"]) == case["found"], case["why"]
    assert [loss.kind for loss in reading.losses] == case["losses"], case["why"]
    assert sum(reading.account.counts.values()) == reading.account.total


PARTS = st.sampled_from(
    "(1) One.|(2) Two.|(3) Three|(a) a dog;|(b) a cat.|(c) x|(i) small;|(ii) tiny.|"
    "keeper means|animal means:|The keeper rests.|and he pays.|Note|– a dash;".split("|")
)


@given(st.sampled_from(["federal", "act", "letters"]), st.lists(PARTS, max_size=12))
def test_nothing_is_lost_and_no_address_comes_twice(code: str, lines: list[str]) -> None:
    word = {"federal": "Section", "act": "Article", "letters": "Law"}[code]
    reading = read_in("\n".join([f"{word} 5 – Title", *lines]), code, "en")
    (law,) = reading.laws
    addresses = [each.address for each in law.provisions()]
    assert len(addresses) == len(set(addresses))
    words = Counter[str]()
    for each in law.provisions():
        own = "" if each is law.root else each.num
        heading = each.heading.text if each.heading and each is not law.root else ""
        words += Counter("".join(f"{own}{heading}{each.text}".split()))
    printed = Counter("".join("".join(lines).split()))
    # A colon between a heading and the text after it is part of neither.
    assert words.keys() - {":"} == printed.keys() - {":"}
    assert all(words[sign] == printed[sign] for sign in printed if sign != ":")


DEFINITIONS = {
    "definitions.html": """<html><body><h2>Article 3</h2><p>In this act:</p><table><tbody>
        <tr><td>(1)</td><td><p>‘hut’ means:</p><table><tbody>
        <tr><td>(a)</td><td><p>a house;</p></td></tr>
        <tr><td>(b)</td><td><p>a tent;</p></td></tr></tbody></table></td></tr>
        <tr><td>(2)</td><td><p>‘guest’ means a person.</p>{}</td></tr></tbody></table>{}
        </body></html>""",
    "definitions.xml": """<ACT><ENACTING.TERMS><ARTICLE><TI.ART>Article 3</TI.ART><ALINEA>
        <P>In this act:</P><LIST>
        <ITEM><NP><NO.P>(1)</NO.P><TXT>‘hut’ means:</TXT><P><LIST>
        <ITEM><NP><NO.P>(a)</NO.P><TXT>a house;</TXT></NP></ITEM>
        <ITEM><NP><NO.P>(b)</NO.P><TXT>a tent;</TXT></NP></ITEM></LIST></P></NP></ITEM>
        <ITEM><NP><NO.P>(2)</NO.P><TXT>‘guest’ means a person.</TXT>{}</NP></ITEM></LIST>{}
        </ALINEA></ARTICLE></ENACTING.TERMS></ACT>""",
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_closing_paragraph_of_definitions_is_of_what_the_file_puts_it_in(name: str) -> None:
    closing = "A hut without a roof is none."
    tag = "p" if name.endswith("html") else "P"
    element = f"<{tag}>{closing}</{tag}>"
    for inside, after, address in ((element, "", "3(2)"), ("", element, "3")):
        content = DEFINITIONS[name].format(inside, after).encode()
        rule = PageRule("definitions", "2020", ("en",), "laws")
        source = Source("gazette", "The gazette", (rule,))
        page = Page("gazette", "definitions", name, content)
        (law,) = read_law_page(page, rule, source, outline("definitions")).laws
        found = contents(law, "definitions")
        assert [each.partition(":")[0] for each in found if closing in each] == [address]
