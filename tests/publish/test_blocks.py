"""Tables, drawings, emphasis and links of the page, as the site shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Link, Mark, Note, Passage, Table
from tests.publish.rendering import Rendered, rendered_site
from tests.publish.sample_code import HOSTILE, cite
from tests.strategies import OUTLINE, passages

ORIGIN = Origin("wiki", "code:rule_07", "0" * 64)
OTHER = replace(ORIGIN, page="code:rule_12")
TEXT = "see Law 12 here"


def law(*body: Passage | Table | Provision, language: str = "en", number: int = 7) -> Law:
    origin = ORIGIN if number == 7 else OTHER
    return Law("2017", language, Provision(Address((number,)), "", body=body), origin)


def page(*laws: Law) -> Rendered:
    held = {(each.edition, each.language, each.number): each for each in laws}
    return rendered_site(Code(OUTLINE, held))["en/2017/7/index.html"]


def words(*body: Passage | Table) -> html.HtmlElement:
    """The cell of a law of that body, beside a law 12 that is held too."""
    shown = page(law(*body), law(Passage("x"), number=12))
    (found,) = shown.tree.xpath("//section[@id='law']//div[@class='words']")
    return found


def inner(*body: Passage | Table) -> str:
    """The HTML of its first paragraph, without the element itself."""
    written = str(html.tostring(words(*body).xpath("p")[0], encoding="unicode")).strip()
    return written.removeprefix("<p>").removesuffix("</p>")


def row(*texts: str, header: bool = False) -> tuple[Cell, ...]:
    return tuple(Cell(Passage(text) if text else None, header) for text in texts)


def test_a_table_is_a_table_with_headers_spans_and_alignment() -> None:
    wide = Cell(Passage("both"), columns=2, align="right")
    tall = Cell(Passage("tall"), header=True, rows=2)
    table = Table((row("a", "", "c", header=True), (tall, wide), row("x", "")))
    (shown,) = words(table).xpath("div/table/tbody")
    cells = [[(cell.tag, dict(cell.attrib), cell.text) for cell in tr] for tr in shown]
    assert cells == [
        [("th", {"scope": "col"}, "a"), ("td", {}, None), ("th", {"scope": "col"}, "c")],
        [
            ("th", {"scope": "row", "rowspan": "2"}, "tall"),
            ("td", {"colspan": "2", "class": "right"}, "both"),
        ],
        [("td", {}, "x"), ("td", {}, None)],
    ]


def test_a_table_scrolls_in_a_box_that_takes_the_focus_and_says_what_it_is() -> None:
    greek = law(Table((row("φύλλο"),)), language="el")
    shown = page(law(Table((row("card"),))), greek)
    boxes = shown.tree.xpath("//div[@class='wide']")
    assert [(b.get("tabindex"), b.get("role"), b.get("aria-label")) for b in boxes] == [
        ("0", "group", "Table")
    ] * 2
    assert [(box.get("lang"), box[0].get("lang")) for box in boxes] == [("en", "en"), ("en", "el")]


def test_paragraphs_and_tables_keep_their_order() -> None:
    shown = words(Passage("one"), Table((row("two"),)), Passage("three"))
    assert [(each.tag, each.text_content().strip()) for each in shown] == [
        *(("p", "one"), ("div", "two"), ("p", "three"))
    ]


def test_a_table_stays_level_with_that_of_the_other_language() -> None:
    inside = Provision(Address((7, 1)), "A.", body=(Table((row("first"),)),))
    after = Table((row("after"),))
    shown = page(law(inside, after), law(inside, Passage("μετά"), language="el"))
    rows = shown.tree.xpath("//section[contains(@class, 'row')]")
    assert [[" ".join(cell.text_content().split()) for cell in row_[-2:]] for row_ in rows[1:]] == [
        ["A. first", "A. first"],
        ["after", "μετά"],
    ]


@pytest.mark.parametrize("text", ["  N\nW   E", "\n  N", "\n\n", " ", "N\n", f"  {HOSTILE}\n"])
def test_a_drawing_keeps_every_line_end_and_blank(text: str) -> None:
    shown = words(Passage(text, preformatted=True)).xpath("div/pre")[0].text_content()
    # A browser drops the first line end of a pre; lxml does not.
    assert shown == f"\n{text}"


def test_a_drawing_in_a_cell_is_one_too() -> None:
    table = Table(((Cell(Passage(" N\nW E", preformatted=True)),),))
    assert words(table).xpath(".//td/pre")[0].text_content() == "\n N\nW E"


def test_notes_are_numbered_on_from_the_text_through_the_cells() -> None:
    note = Note(0, "1", "first")
    table = Table(((Cell(Passage("b", (replace(note, marker="2", text="second"),))),),))
    shown = words(Passage("a", (note,)), table, Passage("c", (replace(note, marker="3"),)))
    marks = shown.xpath(".//a[@class='note-mark']")
    notes = shown.xpath("div[@class='note']/@id")
    assert [mark.text for mark in marks] == ["1", "2", "3"]
    assert [mark.get("href").removeprefix("#") for mark in marks] == notes
    assert len(set(notes)) == 3


MARKED = {
    "each kind has its element": (
        Passage(
            "abcdefghi",
            marks=(
                *(Mark("bold", 0, 1), Mark("italic", 1, 2), Mark("underline", 2, 3)),
                *(Mark("mono", 3, 4), Mark("code", 4, 5), Mark("sub", 5, 6)),
                *(Mark("sup", 6, 7), Mark("inserted", 7, 8), Mark("deleted", 8, 9)),
            ),
        ),
        "<strong>a</strong><em>b</em><u>c</u><code>de</code><sub>f</sub><sup>g</sup>"
        "<ins>h</ins><del>i</del>",
    ),
    "marks that nest": (
        Passage("one two", marks=(Mark("bold", 0, 7), Mark("italic", 4, 7))),
        "<strong>one </strong><strong><em>two</em></strong>",
    ),
    "marks that cross are cut": (
        Passage("one two", marks=(Mark("bold", 0, 4), Mark("italic", 2, 7))),
        "<strong>on</strong><strong><em>e </em></strong><em>two</em>",
    ),
    "the same words twice": (
        Passage("one", marks=(Mark("bold", 0, 3), Mark("bold", 0, 2))),
        "<strong>one</strong>",
    ),
}


@pytest.mark.parametrize("name", MARKED)
def test_emphasis_has_the_form(name: str) -> None:
    passage, written = MARKED[name]
    assert inner(passage) == written


def test_a_mark_that_holds_a_reference_is_around_its_link_and_one_that_cuts_it_beside() -> None:
    cited = (cite(TEXT, "12", "12"),)
    link = '<a class="ref held" href="../12/">12</a>'
    around = Passage(TEXT, references=cited, marks=(Mark("bold", 4, 10),))
    assert inner(around) == f'see <strong><span class="led">Law {link}</span></strong> here'
    cutting = Passage(TEXT, references=cited, marks=(Mark("bold", 4, 9),))
    assert inner(cutting) == f"see <strong>Law </strong>{link} here"


def test_a_link_out_is_a_link_that_tells_nothing_of_the_reader() -> None:
    link = Link(4, 10, "external", "https://example.org/a?b=1&c", "d")
    assert inner(Passage(TEXT, links=(link,))) == (
        'see <a class="external" href="https://example.org/a?b=1&amp;c#d" '
        'rel="noopener noreferrer external">Law 12</a> here'
    )


def test_a_link_to_the_page_of_a_held_law_leads_to_that_law() -> None:
    link = Link(4, 10, "page", "code:rule_12", "part")
    assert inner(Passage(TEXT, links=(link,))) == 'see <a href="../12/">Law 12</a> here'


def test_where_a_reference_stands_the_link_to_a_page_is_none() -> None:
    link = Link(4, 10, "page", "code:rule_12")
    passage = Passage(TEXT, references=(cite(TEXT, "12", "12"),), links=(link,))
    cited = '<a class="ref held" href="../12/">12</a>'
    assert inner(passage) == f'see <span class="led">Law {cited}</span> here'


def test_a_link_out_goes_around_a_reference() -> None:
    link = Link(0, 15, "external", "http://example.org")
    passage = Passage(TEXT, references=(cite(TEXT, "12", "12"),), links=(link,))
    shown = html.fragment_fromstring(inner(passage), create_parent="p")
    assert [(a.get("href"), a.text) for a in shown] == [
        ("http://example.org", "see Law "),
        ("../12/", "12"),
        ("http://example.org", " here"),
    ]


def test_a_note_mark_in_a_link_stands_after_it() -> None:
    link = Link(4, 10, "external", "http://example.org")
    shown = words(Passage(TEXT, (Note(7, "1", "n"),), links=(link,))).xpath("p")[0]
    assert [each.tag for each in shown] == ["a", "sup"]
    assert shown[0].text == "Law 12"


@pytest.mark.parametrize(
    "link",
    [
        Link(4, 10, "external", "javascript:alert(1)"),
        Link(4, 10, "external", "JaVaScRiPt:alert(1)//http://a.org"),
        Link(4, 10, "external", " javascript:alert(1)"),
        Link(4, 10, "external", "java\nscript:alert(1)"),
        Link(4, 10, "external", "data:text/html,<script>alert(1)</script>"),
        Link(4, 10, "external", "vbscript:x"),
        Link(4, 10, "external", "file:///etc/passwd"),
        Link(4, 10, "external", "//example.org/"),
        Link(4, 10, "external", "http:///etc"),
        Link(4, 10, "external", "http://user:word@example.org/"),
        Link(4, 10, "external", "http://example.org\\@evil.org/"),
        Link(4, 10, "external", "http://exa\tmple.org/"),
        Link(4, 10, "external", "http://example.org/\ud800"),
        Link(4, 10, "external", "http://example.org/ x"),
        Link(4, 10, "external", ""),
        Link(4, 10, "mail", "someone@example.org"),
        Link(4, 10, "mail", "https://example.org/"),
        Link(4, 10, "media", "https://example.org/a.png"),
        Link(4, 10, "interwiki", "https://example.org/"),
        Link(4, 10, "windows", "https://example.org/"),
        Link(4, 10, "page", "https://example.org/"),
        Link(4, 10, "page", "code:nobody_knows"),
        Link(4, 10, "page", "javascript:alert(1)"),
    ],
    ids=lambda link: f"{link.kind} {link.target!a}",
)
def test_any_other_link_is_words_only(link: Link) -> None:
    assert inner(Passage(TEXT, links=(link,))) == TEXT


def test_a_url_cannot_leave_its_attribute() -> None:
    link = Link(4, 10, "external", 'https://example.org/"onclick="alert(1)"><script>')
    (shown,) = words(Passage(TEXT, links=(link,))).xpath("p/a")
    assert shown.get("href") == link.target
    assert set(shown.attrib) == {"class", "href", "rel"}


def test_words_of_strangers_are_escaped_in_cells_and_drawings() -> None:
    table = Table(((Cell(Passage(HOSTILE), header=True), Cell(Passage(HOSTILE))),))
    shown = words(table, Passage(HOSTILE, preformatted=True, marks=(Mark("bold", 0, 4),)))
    assert not shown.xpath(".//img")
    assert shown.text_content().count(HOSTILE) == 3


def test_a_span_beyond_what_browsers_take_is_cut() -> None:
    table = Table(((Cell(Passage("a"), columns=999_999_999, rows=999_999_999),),))
    (cell,) = words(table).xpath(".//td")
    assert (cell.get("colspan"), cell.get("rowspan")) == ("1000", "65534")


@given(passages(), st.booleans())
def test_any_passage_is_shown_word_for_word(passage: Passage, in_a_cell: bool) -> None:
    plain = replace(passage, notes=(), references=())
    shown = words(Table(((Cell(plain),),)) if in_a_cell else plain)
    assert "".join(passage.text.split()) in "".join(shown.text_content().split())
    for link in shown.xpath(".//a"):
        assert link.get("href").startswith(("http", "../12/", "#"))
