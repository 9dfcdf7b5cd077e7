"""Recitals before the first article of an act, annexes after the last: nothing lost."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from msgspec.structs import replace

from lawkb.akn.audit import audit
from lawkb.akn.laws import law_tree, read_law, xml_bytes
from lawkb.akn.validate import file_errors
from lawkb.model.address import Level, Scheme, Series
from lawkb.model.code import Outline
from lawkb.model.law import Provision
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import outline_in
from tests.lanterns import LANTERNS, lanterns
from tests.parse.test_promises import LINES
from tests.parse.test_titles import FEDERAL
from tests.parse.test_titles import outline as federal

SOURCE = Source("gazette", "The gazette", ())


def read(text: str, language: str = "en") -> PageReading:
    rule = PageRule("act", "2024", (language,), "laws")
    page = Page("gazette", "act", "act.txt", text.encode(errors="replace"))
    return read_law_page(page, rule, SOURCE, outline_in(LANTERNS))


def shown(reading: PageReading) -> list[str]:
    scheme = outline_in(LANTERNS).scheme
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


def test_every_text_of_the_act_is_valid_and_read_back() -> None:
    laws, outline = lanterns().laws, outline_in(LANTERNS)
    written = {key: xml_bytes(law_tree(law, outline)) for key, law in laws.items()}
    errors = {key: file_errors(xml) for key, xml in written.items()}
    assert {key: found for key, found in errors.items() if found} == {}
    back = {key: read_law(xml, outline, "law.xml") for key, xml in written.items()}
    assert [key for key, law in laws.items() if back[key] != law] == []
    assert len(laws) > 20


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
        ("ANNEX II\nOil\n1. Cup", ["annex-2", "annex-2(1)"], "the page of one annex"),
        (
            "ANNEX II\nRules\nArticle 1\nText.\nArticle 2\nText.",
            ["1", "2"],
            "articles that an annex contains keep their titles",
        ),
    ],
)  # fmt: skip
def test_what_begins_a_text_beside_the_articles(page: str, addresses: list[str], why: str) -> None:
    assert shown(read(page)) == addresses, why


def test_numbered_headings_of_the_page_of_one_annex_are_its_points() -> None:
    page = Page(
        "gazette", "act", "act.md", b"# ANNEX I\n\n## 1. Oil\n\n(a) Cup.\n\n## 2. Wick\n\nLong."
    )
    rule = PageRule("act", "2024", ("en",), "laws")
    reading = read_law_page(page, rule, SOURCE, outline_in(LANTERNS))
    assert shown(reading) == ["annex-1", "annex-1(1)", "annex-1(1)(a)", "annex-1(2)"]


def test_a_preamble_without_recitals_is_text_beside_the_articles() -> None:
    page = "DECISION\n\nHaving regard to the Treaty,\n\nHAS DECIDED:\n\nArticle 1\n\nLamps burn."
    rule = PageRule("act", "2024", ("en",), "laws")
    source = Page("gazette", "act", "act", page.encode())
    reading = read_law_page(source, rule, SOURCE, outline_in(LANTERNS))
    preamble, article = reading.laws
    assert [each.text for each in preamble.root.passages] == [
        *("DECISION", "Having regard to the Treaty,", "HAS DECIDED:")
    ]
    assert article.root.address.path == (1,)
    assert not reading.account.counts["unparsed"]


def test_items_of_a_schedule_that_go_on_from_the_last_section_are_no_sections() -> None:
    items = (Level("item", "arabic", "{}", "({})"),)
    scheme = Scheme(FEDERAL.levels, (Series("schedule", 2, "arabic", items),))
    act = replace(federal("federal"), scheme=scheme)
    page = (
        "Fees\n\n1 (1) Fees are due.\n\nGates\n\n*2 (1) Gates are shut.\n\n"
        "SCHEDULE 1\n\nLamps\n\n1 Oil lamp\n\n2 Gas lamp\n\n3 Wax lamp"
    )
    rule = PageRule("act", "2020", ("en",), "laws")
    reading = read_law_page(Page("gazette", "act", "act", page.encode()), rule, SOURCE, act)
    found = [scheme.write(each.address) for law in reading.laws for each in law.provisions()]
    schedule = ["schedule-1", "schedule-1(1)", "schedule-1(2)", "schedule-1(3)"]
    assert found == ["1", "1(1)", "2", "2(1)", *schedule]


def test_an_annex_whose_number_is_not_the_next_is_a_loss() -> None:
    losses = [loss.message for loss in read("Article 1\nText.\nANNEX II\nOil").losses]
    assert any(each.startswith("«ANNEX II» may be the title of an annex") for each in losses)


# ---- parts inside an annex

POINTS = (
    Level("point", "arabic", "{}.", "({})", ("{}",)),
    Level("subpoint", "arabic", "{above}.{}.", "({})", ("{above}.{}",)),
    Level("letter", "lower", "({})", "({})", ("{})",)),
)
PART = Level("part", "upper", "{}", "-part-{}", is_division=True)
SECTION = Level("section", "arabic", "{}", "-section-{}", is_division=True)


@cache
def divided_outline() -> Outline:
    return replace(
        outline_in(LANTERNS),
        scheme=Scheme(
            outline_in(LANTERNS).scheme.levels,
            (
                Series("annex", 1, "roman", (PART, SECTION, *POINTS)),
                Series("schedule", 2, "arabic", (replace(PART, numbering="arabic"), *POINTS)),
            ),
        ),
    )


ARTICLE = "Article 1\nText.\n"


def divided(text: str, language: str = "en", name: str = "act.txt") -> PageReading:
    rule = PageRule("act", "2024", (language,), "laws")
    page = Page("gazette", "act", name, text.encode(errors="replace"))
    return read_law_page(page, rule, SOURCE, divided_outline())


def addresses(reading: PageReading) -> list[str]:
    found = (each.address for law in reading.laws for each in law.provisions())
    return [divided_outline().scheme.write(each) for each in found][1:]


@pytest.mark.parametrize(
    ("page", "expected", "why"),
    [
        (
            "ANNEX I\nKey\nPART A\nFormula\n1. One.\n2. Two:\n(a) a;\n(b) b.\nPART B\n1. One.",
            "annex-1 annex-1-part-1 annex-1-part-1(1) annex-1-part-1(2) annex-1-part-1(2)(a)"
            " annex-1-part-1(2)(b) annex-1-part-2 annex-1-part-2(1)",
            "numbers start again",
        ),
        (
            "SCHEDULE 1\nLights\nPART 1\nEast\n1 Old Kettle\n(a) big;\n2 Aunt\nPART 2\nWest\n3 Bay",
            "schedule-1 schedule-1-part-1 schedule-1-part-1(1) schedule-1-part-1(1)(a)"
            " schedule-1-part-1(2) schedule-1-part-2 schedule-1-part-2(3)",
            "numbers go on",
        ),
        (
            "ANNEX I\nKey\nText.\n1. One.\nPART A – Formula\n2. Two.",
            "annex-1 annex-1(1) annex-1-part-1 annex-1-part-1(2)",
            "a point before the first part, and the title on the line",
        ),
        (
            "ANNEX I\nKey\nPART A\nOil\nSection 1\nLamps\n1. One.\nSection 2\n2. Two.\n"
            "PART B\nSection 1\n1. One.",
            "annex-1 annex-1-part-1 annex-1-part-1-section-1 annex-1-part-1-section-1(1)"
            " annex-1-part-1-section-2 annex-1-part-1-section-2(2) annex-1-part-2"
            " annex-1-part-2-section-1 annex-1-part-2-section-1(1)",
            "sections in parts",
        ),
        (
            "ANNEX I\nPART A\n1. One.",
            "annex-1 annex-1-part-1 annex-1-part-1(1)",
            "a part is not the title of the annex",
        ),
        (
            "ANNEX I\nKey\n1. Oil\n1.1. Cup.\n1.2. Jug.\n(a) a;\n2. Wick\n2.1 Long.",
            "annex-1 annex-1(1) annex-1(1)(1) annex-1(1)(2) annex-1(1)(2)(a) annex-1(2)"
            " annex-1(2)(1)",
            "points that repeat the number of the point above",
        ),
        (
            "ANNEX I\nKey\n1. Oil\n2.1. Cup.\n3.5 kg of wax.",
            "annex-1 annex-1(1)",
            "a number of another point is text",
        ),
        (
            "ANNEX I\nKey\n1. One.\nPart A applies to lamps.\nPart A and Part B differ.",
            "annex-1 annex-1(1)",
            "sentences that begin with the name of a part",
        ),
        ("ANNEX I\nKey\nPART C\n1. One.", "annex-1 annex-1(1)", "the first parts are missing"),
        (
            "ANNEX I\nKey\nA. Oil\n1. One.\nB. Wax\n1. Two.",
            "annex-1 annex-1-part-1 annex-1-part-1(1) annex-1-part-2 annex-1-part-2(1)",
            "lettered headings without the word for a part",
        ),
        ("ANNEX I\nKey\nA. Oil\nB. Wax\n1. One.", "annex-1 annex-1(1)", "a list is no division"),
        ("ANNEX I\nKey\nA. Oil\n1. One.", "annex-1 annex-1(1)", "a single letter is no division"),
    ],
)  # fmt: skip
def test_what_an_annex_has_inside(page: str, expected: str, why: str) -> None:
    assert addresses(divided(ARTICLE + page)) == expected.split(), why


def test_a_part_has_its_label_and_heading_in_each_language() -> None:
    greek = divided("Άρθρο 1\nΚείμενο.\nΠΑΡΑΡΤΗΜΑ Ι\nΚλείδα\nΜΕΡΟΣ Α\nΤύπος\n1. Ένα.", "el")
    english = divided(f"{ARTICLE}ANNEX I\nKey\nPART A\nFormula\n1. One.")
    for reading, num, heading in ((greek, "ΜΕΡΟΣ Α", "Τύπος"), (english, "PART A", "Formula")):
        part = reading.laws[1].root.children[0]
        assert (part.num, part.heading and part.heading.text) == (num, heading)
        assert not [loss for loss in reading.losses if loss.kind != "title"]


def test_a_part_that_is_not_the_next_is_a_loss() -> None:
    losses = [loss.message for loss in divided(f"{ARTICLE}ANNEX I\nKey\nPART C\n1. One.").losses]
    assert "«PART C» may be the heading of a division; it is read as text" in losses


def test_the_parts_of_an_annex_are_no_divisions_of_the_act() -> None:
    reading = divided(f"{ARTICLE}ANNEX I\nKey\nPART A\nOil\n1. One.")
    assert not reading.divisions
    assert not [loss for loss in reading.losses if "division" in loss.message]


def test_an_annex_with_parts_is_valid_and_read_back() -> None:
    reading = divided(
        f"{ARTICLE}ANNEX I\nKey\nText.\n1. One.\nPART A\nOil\nWords.\n1. One:\n1.1. Half.\n(a) a.\n"
        "PART B\nWick\nSection 1\n1. One.\nSection 2\n2. Two."
    )
    law = reading.laws[1]
    content = xml_bytes(law_tree(law, divided_outline()))
    assert file_errors(content) == ()
    assert read_law(content, divided_outline(), "law.xml") == law
    part = etree.fromstring(content).find(".//{*}part[@eId='annex_1__part_2']")
    assert part is not None
    assert part.findtext("{*}num") == "PART B"
    assert [each.get("eId") for each in part.findall("{*}section")] == [
        "annex_1__part_2__sec_1", "annex_1__part_2__sec_2"
    ]  # fmt: skip


# ---- the line in brackets below the title


@pytest.mark.parametrize(
    ("page", "title", "text"),
    [
        ("ANNEX I\n(Article 1)\nOil lamps\nCup.", "Oil lamps", ["(Article 1)", "Cup."]),
        ("ANNEX I\nOil lamps\n(Article 1(1))\nCup.", "Oil lamps", ["(Article 1(1))", "Cup."]),
        ("ANNEX I – Oil lamps\n(Article 1)\nCup.", "Oil lamps", ["(Article 1)", "Cup."]),
        ("ANNEX I\n(al. 5(1)a) et 3)\nOil lamps\nCup.", "Oil lamps", ["(al. 5(1)a) et 3)", "Cup."]),
        ("ANNEX I\n(Article 1)\nCups are of tin.", None, ["(Article 1)", "Cups are of tin."]),
        ("ANNEX I\n(Article 1) or 2\nCup.", None, ["(Article 1) or 2", "Cup."]),
    ],
)  # fmt: skip
def test_a_line_in_brackets_below_the_label_is_text_of_the_annex(
    page: str, title: str | None, text: list[str]
) -> None:
    reading = divided(ARTICLE + page)
    root = reading.laws[-1].root
    assert (root.heading and root.heading.text) == title
    assert [each.text for each in root.passages] == text
    assert not [loss for loss in reading.losses if loss.kind != "title"]


@pytest.mark.parametrize(
    "number", ["IIa", "II a", "2A", "II bis", "A1", "ZA1", "A-2", "Α1", "II bis: X"]
)
def test_an_inserted_annex_is_a_loss_and_of_no_text(number: str) -> None:
    page = f"ANNEX I\nLamps\nCup.\nANNEX {number}\nWax\nCandle.\nANNEX II\nOil\nCan."
    reading = divided(ARTICLE + page)
    (loss,) = (loss for loss in reading.losses if loss.line)
    assert (loss.kind, loss.line) == ("unparsed", 6)
    assert "inserted annex; its 3 lines" in loss.message
    words = " ".join(each.text for law in reading.laws for each in law.provisions())
    assert "Candle" not in words
    assert [str(law.number) for law in reading.laws[-2:]] == ["annex-1", "annex-2"]
    assert reading.account.counts["unparsed"] >= len("Candle.")


@pytest.mark.parametrize("number", ["A1", "ZA1", "A-1", "IA"])
def test_an_annex_inserted_before_the_first_is_not_the_first(number: str) -> None:
    reading = divided(ARTICLE + f"ANNEX {number}\nWax\nCandle.\nANNEX I\nLamps\nCup.")
    root = reading.laws[-1].root
    assert (str(reading.laws[-1].number), root.heading and root.heading.text) == (
        "annex-1",
        "Lamps",
    )
    assert "Candle" not in " ".join(each.text for law in reading.laws for each in law.provisions())


def test_a_heading_of_all_annexes_is_no_annex() -> None:
    reading = divided(
        ARTICLE + "ANNEXES\n\nANNEX I\n\nOil lamps\n\nCup.\n\nANNEX II\n\nOil\n\nCan."
    )
    titles = [law.root.heading.text if law.root.heading else "" for law in reading.laws]
    assert titles[-2:] == ["Oil lamps", "Oil"]
    assert "ANNEXES" not in "".join(each.text for law in reading.laws for each in law.provisions())
    assert sum(reading.account.counts.values()) == reading.account.total


def test_points_of_three_levels_are_each_in_the_one_that_they_repeat() -> None:
    levels = (
        Level("point", "arabic", "{}.", "({})"),
        Level("sub-point", "arabic", "{above}.{}.", "({})"),
        Level("third-point", "arabic", "{above}.{}.", "({})"),
        Level("letter", "lower", "({})", "({})"),
        Level("indent", "roman", "({})", "({})"),
    )
    scheme = Scheme(outline_in(LANTERNS).scheme.levels, (Series("annex", 2, "roman", levels),))
    act = replace(outline_in(LANTERNS), scheme=scheme)
    lines = ["1. Cup", "1.1. Tin", "1.1.1. Cups:", "(a) red;", "(i) dark;", "1.1.2. Oil", "2. Can"]
    page = Page("gazette", "act", "act", (ARTICLE + "\n\n".join(["ANNEX I", *lines])).encode())
    law = read_law_page(page, PageRule("act", "2024", ("en",), "laws"), SOURCE, act).laws[-1]
    assert [scheme.write(each.address).removeprefix("annex-1") for each in law.provisions()] == [
        *("", "(1)", "(1)(1)", "(1)(1)(1)", "(1)(1)(1)(a)", "(1)(1)(1)(a)(i)", "(1)(1)(2)", "(2)")
    ]
    content = xml_bytes(law_tree(law, act))
    assert file_errors(content) == ()
    assert read_law(content, act, "law.xml") == law


@pytest.mark.parametrize("order", ["(Article 1)\n\n## Oil lamps", "Oil lamps\n\n## (Article 1)"])
def test_headings_below_the_label_may_have_either_order(order: str) -> None:
    reading = divided(f"# Article 1\n\nText.\n\n# ANNEX I\n\n## {order}\n\nCup.", name="act.md")
    root = reading.laws[1].root
    assert root.heading and root.heading.text == "Oil lamps"
    assert [each.text for each in root.passages] == ["(Article 1)", "Cup."]
    assert not [loss for loss in reading.losses if loss.kind != "title"]


TITLES = st.sampled_from(
    [
        *(
            "Article 1",
            "Article 2 Oil",
            "(1) One.",
            "(2) Two",
            "ANNEX I",
            "ANNEX",
            "ANNEX II – Oil",
        ),
        *("PART A", "PART B – Oil", "Section 1", "3. Three", "3.1. Half", "(Article 1)", "Oil"),
    ]
)


@given(st.lists(LINES | TITLES, max_size=25).map("\n".join))
def test_every_sign_of_such_a_page_is_in_one_text_or_unparsed(text: str) -> None:
    for outline, reading in (
        (outline_in(LANTERNS), read(text)),
        (divided_outline(), divided(text)),
    ):
        _assert_whole(reading, outline)


def _assert_whole(reading: PageReading, outline: Outline) -> None:
    assert reading.account.total == sum(reading.account.counts.values())
    addresses = Counter((law.language, law.number) for law in reading.laws)
    assert not [each for each, count in addresses.items() if count > 1]
    for law in reading.laws:
        content = xml_bytes(law_tree(law, outline))
        assert read_law(content, outline, "law.xml") == law
