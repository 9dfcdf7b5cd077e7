"""Titles of laws, in every way that acts print them; what is doubtful is a loss."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.address import Insert, Level, Scheme
from lawkb.model.code import Outline
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import CASES, STATUTE, outline_in

FEDERAL = Scheme(
    (
        Level("section", "arabic", "{}", "{}"),
        Level("subsection", "arabic", "({})", "({})"),
        Level("paragraph", "lower", "({})", "({})", ("{})",)),
        Level("subparagraph", "roman", "({})", "({})"),
    )
)
CASE = tomllib.loads((CASES / "laws" / "titles.toml").read_text(encoding="utf-8"))["case"]
RULE = PageRule("act", "2020", ("en",), "laws")
SOURCE = Source("gazette", "The gazette", (RULE,))


def outline(code: str) -> Outline:
    words = {**outline_in(STATUTE).law_words, "fr": {"loi": "article", "lois": "articles"}}
    edition = replace(outline_in(STATUTE).editions[0], laws=99)
    act = replace(outline_in(STATUTE), law_words=words, editions=(edition,))
    if code == "inserted-act":
        inserts: tuple[Insert, ...] = ("capitals", "letters")
        levels = [
            replace(level, inserts=(inserts[min(depth, 1)],))
            for depth, level in enumerate(act.scheme.levels[:2])
        ]
        return replace(act, scheme=Scheme((*levels, *act.scheme.levels[2:])))
    if code == "definitions":
        law, paragraph, *rest = act.scheme.levels
        paragraph = replace(paragraph, also_printed=("({})", "{})"))
        return replace(act, scheme=Scheme((law, paragraph, *rest)))
    if code == "dashes":
        dashes = Level("dash", "arabic", "—", "({})", ("–",))
        return replace(act, scheme=Scheme((*act.scheme.levels, dashes)))
    if code == "act":
        return act
    words = {**words, "en": {"law": "section", "laws": "sections"}}
    scheme = FEDERAL
    if code == "inserted":
        scheme = Scheme(tuple(replace(level, inserts=("decimals",)) for level in FEDERAL.levels))
    return replace(act, scheme=scheme, law_words=words)


def read(page: str, code: str, language: str) -> PageReading:
    rule = replace(RULE, languages=(language,))
    return read_law_page(Page("gazette", "act", "act", page.encode()), rule, SOURCE, outline(code))


@pytest.mark.parametrize("case", CASE, ids=lambda case: str(case["name"]))
def test_the_titles_of_a_page_are_read(case: dict[str, Any]) -> None:
    reading = read(case["page"].strip("\n"), case["code"], case["language"])
    scheme = outline(case["code"]).scheme
    found = []
    for law in reading.laws:
        title = law.root.heading.text if law.root.heading else "-"
        below = " ".join(scheme.write(each.address) for each in [*law.provisions()][1:])
        number = scheme.write(law.root.address)
        found.append(f"{number} | {title} | {below}")
    assert found == case["laws"], case["why"]
    headings = [
        f"{scheme.write(each.address)} {each.heading.text}"
        for law in reading.laws
        for each in law.provisions()
        if each.heading and each is not law.root
    ]
    assert headings == case.get("headings", []), case["why"]
    texts = [" ".join(passage.text for passage in law.root.passages) for law in reading.laws]
    assert texts == case.get("texts", texts), case["why"]
    losses = [loss.kind for loss in reading.losses]
    assert losses == case.get("losses", losses), case["why"]
    assert sum(reading.account.counts.values()) == reading.account.total


@pytest.mark.parametrize(
    ("code", "page", "title", "words"),
    [
        ("act", "Article 6\n\nFees\n\n1. Fees are due.", "Fees", "Fees are due."),
        ("act", "Article 6 – Fees etc.\n\n1. Fees are due.", "Fees etc.", "Fees are due."),
        ("act", "Article 6\n\n1. Fees are due.", None, "Fees are due."),
        ("act", "Article 7\n\n1. Fees are due.", None, "Fees are due."),
        ("federal", "Fees\n\n6 (1) Fees are due.", "Fees", "Fees are due."),
        ("federal", "§ 6 (1) Fees are due.", None, "Fees are due."),
    ],
)
def test_a_page_of_one_law_has_its_title_in_the_same_forms(
    code: str, page: str, title: str | None, words: str
) -> None:
    rule = PageRule("article_{law}", "2020", ("en",), "law")
    source = Page("gazette", "article_6", "article_6", page.encode())
    (law,) = read_law_page(source, rule, SOURCE, outline(code)).laws
    assert (law.root.heading.text if law.root.heading else None) == title
    first = next(each for each in law.provisions() if each is not law.root)
    assert (first.address.path, first.text) == ((6, 1), words)


TITLES = st.lists(
    st.sampled_from("Fees Gates keepers harvest walls and rights duties etc.".split()), min_size=1
).map(lambda words: " ".join(["Rules", *words[:6]]))
SENTENCES = st.sampled_from(
    [
        "The keeper keeps the wall.",
        "Article 40 applies to him, too.",
        "Fees are due; fines are due.",
        "Nothing in Article 3 applies.",
    ]
)
TEXTS = st.lists(SENTENCES, min_size=1, max_size=4)
STYLES = {
    "on the line": ("act", "Article {n} – {title}\n{text}"),
    "on the next line": ("act", "Article {n}\n\n{title}\n\n{text}"),
    "as a heading": ("act", "==== Article {n} ====\n=== {title} ===\n{text}"),
    "as a note": ("federal", "{title}\n{n} {text}"),
}


@given(st.sampled_from(sorted(STYLES)), st.lists(st.tuples(TITLES, TEXTS), min_size=3, max_size=9))
def test_an_act_is_split_at_exactly_its_titles_and_nothing_is_lost(
    style: str, laws: list[tuple[str, list[str]]]
) -> None:
    code, form = STYLES[style]
    if style == "as a note":  # a stop ends the text before it
        laws = [(title.replace(".", ""), text) for title, text in laws]
    if style == "on the next line" and 2 * sum(t.endswith(".") for t, _ in laws) > len(laws):
        laws = [(title.replace(".", ""), text) for title, text in laws]
    label = "({})" if code == "federal" else "{}."
    printed = [
        form.format(
            n=n,
            title=title,
            text="\n\n".join(f"{label.format(i)} {words}" for i, words in enumerate(text, 1)),
        )
        for n, (title, text) in enumerate(laws, 1)
    ]
    reading = read("\n\n".join(printed), code, "en")
    titles = [law.root.heading.text if law.root.heading else "" for law in reading.laws]
    assert [law.number for law in reading.laws] == [*range(1, len(laws) + 1)]
    assert titles == [title for title, _ in laws]
    texts = [[p.text for p in [*law.provisions()][1:]] for law in reading.laws]
    assert texts == [text for _, text in laws]
    assert sum(reading.account.counts.values()) == reading.account.total
    assert reading.account.counts["unparsed"] == 0


def test_a_larger_heading_above_a_section_without_a_note_is_not_its_title() -> None:
    page = """<h3>Licences</h3><h6>Duty</h6><p>1 A keeper holds a licence.</p>
        <h6>Term</h6><p>2 It ends after a year.</p><h6>Notice</h6><p>3 It is published.</p>
        <h3>Origin</h3><p>4 [Repealed, 2015, c. 2]</p><h6>Marks</h6><p>5 Jars are marked.</p>"""
    page_file = Page("gazette", "act", "act.html", f"<html><body>{page}</body></html>".encode())
    laws = read_law_page(page_file, RULE, SOURCE, outline("federal")).laws
    titles = [law.root.heading.text if law.root.heading else "" for law in laws]
    assert titles == ["Duty", "Term", "Notice", "", "Marks"]
