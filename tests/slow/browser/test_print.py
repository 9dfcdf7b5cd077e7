"""A law on paper: A4, its columns beside each other, nothing of the screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from io import BytesIO
from math import ceil

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tests.browser.fonts import FONT_SETS
from tests.browser.long_law import PROVISIONS

# What must stand on the paper: of every cell its label, where it stands right before the words,
# and all its texts, cut at the marks of notes.
CELLS = """() => [...document.querySelectorAll(".cell .words")].map((words) => {
  const copy = words.cloneNode(true);
  copy.querySelectorAll(".said, .mark, .num").forEach((one) => one.remove());
  copy.querySelectorAll("sup").forEach((one) => one.replaceWith("\\n"));
  const texts = [...copy.querySelectorAll(".heading, p, td, th")]
    .flatMap((one) => one.textContent.split("\\n"));
  const num = words.querySelector(".said, .lacks") ? null
    : words.parentElement.querySelector(".num");
  return [num?.textContent ?? "", texts.filter(Boolean)];
})"""
SHEET = (673, 979)  # A4 between its margins, in pixels of CSS
MOST_SHEETS = 1.1  # per sheet that the text would fill: what is kept together leaves room
LEAST_LETTERS = 500  # on any sheet but the last: none is blank
ON_SCREEN_ONLY = ("¶", "Decisions", "How to read", "Download", "cited by", "All laws")


def squeezed(text: str) -> str:
    """A text without white space and ligatures: paper has other line ends, and fi as one letter."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def printed(page: Page) -> list[str]:
    """The pages of a PDF, each as its text without white space."""
    content = page.pdf(format="A4")
    sheets = PdfReader(BytesIO(content)).pages
    return [squeezed(sheet.extract_text()) for sheet in sheets]


def height_in_sheets(page: Page) -> float:
    """How many sheets the page would fill if it could be cut anywhere."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET[0], "height": SHEET[1]})
    height = page.evaluate("document.querySelector('main').getBoundingClientRect().height")
    page.emulate_media(media="null")
    return float(height) / SHEET[1]


@pytest.mark.parametrize("fonts", FONT_SETS)
@pytest.mark.parametrize(
    "path", ["laws/en/2017/57/", "laws/el/2017/20/#F", "laws/en/2007/47/", "long/el/2017/91/"]
)
def test_a_law_is_printed_whole_and_each_label_stands_with_its_words(
    browsers: Callable[[str], Browser], origin: str, path: str, fonts: str
) -> None:
    page = browsers(fonts).new_page()
    page.goto(f"{origin}/{path}")
    cells = page.evaluate(CELLS)
    needed = height_in_sheets(page)
    sheets = printed(page)
    page.close()
    assert needed <= len(sheets) <= ceil(needed * MOST_SHEETS)
    assert [n for n, sheet in enumerate(sheets[:-1], 1) if len(sheet) < LEAST_LETTERS] == []
    whole = "".join(sheets)
    missing = [text for _, texts in cells for text in texts if squeezed(text) not in whole]
    assert missing == []
    starts = [squeezed(num + texts[0][:20]) for num, texts in cells if num and texts]
    assert [start for start in starts if not any(start in sheet for sheet in sheets)] == []
    assert len(starts) > 10


def test_paper_has_no_menus_and_the_law_at_the_head_of_every_further_page(
    page: Page, origin: str
) -> None:
    page.goto(f"{origin}/long/en/2017/91/")
    sheets = printed(page)
    head = squeezed(page.title())
    assert [head in sheet for sheet in sheets] == [False] + [True] * (len(sheets) - 1)
    assert all(f"{n}/{len(sheets)}" in sheet for n, sheet in enumerate(sheets, 1))
    words = "".join(sheets)
    assert [said for said in ON_SCREEN_ONLY if squeezed(said) in words] == []
    assert words.count("Theplayerwhoseturnitistoplay") >= PROVISIONS - 10


# Of each provision, where the label in each language is.
LEVELS = """() => [...document.querySelectorAll(".law .row[id]")].map((row) => [row.id,
  [...row.querySelectorAll(".cell .num")].filter((num) => num.checkVisibility())
    .map((num) => num.getBoundingClientRect().top)]).filter(([, tops]) => tops.length > 1)"""


@pytest.mark.parametrize("path", ["el/2017/47/", "en/2017/20/", "en/2017/57/"])
def test_the_languages_are_level_on_paper(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET[0], "height": SHEET[1]})
    found = page.evaluate(LEVELS)
    assert [(id_, tops) for id_, tops in found if max(tops) - min(tops) > 0.3] == []
    assert len(found) > 10


def test_provisions_are_set_apart_on_paper(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET[0], "height": SHEET[1]})
    gaps = page.evaluate(
        """() => {
          const lines = (row) => [...row.querySelectorAll(".words > *")]
            .map((one) => one.getBoundingClientRect());
          return ["#A1", "#A2", "#A3"].map((id) => {
            const row = document.querySelector(id);
            const end = Math.max(...lines(row).map((line) => line.bottom));
            return Math.min(...lines(row.nextElementSibling).map((line) => line.top)) - end;
          });
        }"""
    )
    assert min(gaps) >= 8  # CSS pixels, 6 pt: more than between two lines


def test_every_provision_has_its_whole_address_on_paper(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/")
    names = page.locator(".row:not(.depth-0) > .anchor > .address").all_inner_texts()
    sheets = "".join(printed(page))
    assert [name for name in names if squeezed(name) not in sheets] == []
    assert "20ΣΤ5(β)(ii)" in names
    assert "¶" not in sheets


@pytest.mark.parametrize(("tag", "edition"), [("el", "έκδοση 2017"), ("en", "edition 2017")])
def test_every_sheet_says_edition_date_and_address_at_its_foot(
    page: Page, address: str, tag: str, edition: str
) -> None:
    page.goto(f"{address}/{tag}/2017/20/#F5b-ii")
    day = page.evaluate(
        "new Date().toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' })"
    )
    foot = squeezed(f"{edition} · {day} · {address}/{tag}/2017/20/")
    sheets = printed(page)
    assert [n for n, sheet in enumerate(sheets, 1) if foot not in sheet] == []
    assert len(sheets) > 2


def test_a_link_to_another_site_is_printed_with_its_address(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.evaluate(
        """() => {
          const link = document.createElement("a");
          Object.assign(link, { href: "https://example.org/a", textContent: "elsewhere" });
          document.querySelector(".colophon p").append(" ", link);
        }"""
    )
    assert "elsewhere(https://example.org/a)" in "".join(printed(page))


def test_a_reader_of_very_large_dark_text_prints_black_on_white_in_the_usual_size(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/57/")
    look = """() => {
      const { color, fontSize } = getComputedStyle(document.querySelector("#A .words p"));
      const ground = getComputedStyle(document.body).backgroundColor;
      return [color, fontSize, ground, getComputedStyle(document.documentElement).colorScheme];
    }"""
    page.emulate_media(media="print")
    usual = page.evaluate(look)
    assert usual == ["rgb(0, 0, 0)", usual[1], "rgb(255, 255, 255)", "light"]
    page.evaluate("Object.assign(localStorage, { 'lawkb.theme': 'dark', 'lawkb.size': 'largest' })")
    page.emulate_media(media="screen")
    page.reload()
    assert page.evaluate(look) != usual
    page.emulate_media(media="print")
    assert page.evaluate(look) == usual


def test_the_language_that_was_chosen_is_the_one_printed(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.locator("#view-1").check(force=True)
    words = "".join(printed(page))
    assert "Adefenderisnotsubjecttorectification" in words
    assert "Όταν" not in words


# Of each piece that must stay on one page, words at its beginning and at its end.
PIECES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const all = one.querySelectorAll("h2, p");
  const words = [...all].map((p) => p.textContent);
  return [words[0], words.at(-1).slice(-15)];
})"""


def test_no_page_ends_inside_a_term(page: Page, origin: str) -> None:
    page.goto(f"{origin}/laws/el/terms/")
    pieces = [tuple(map(squeezed, ends)) for ends in page.evaluate(PIECES, ".term-entry")]
    sheets = printed(page)
    split = [ends for ends in pieces if not any(all(e in sheet for e in ends) for sheet in sheets)]
    assert split == []
    assert len(pieces) > 1


def test_what_changed_between_two_editions_is_printed(page: Page, address: str) -> None:
    page.goto(f"{address}/en/compare/2007/2017/47/")
    told = page.evaluate("[...document.querySelectorAll('.changes li')].map(li => li.textContent)")
    whole = "".join(printed(page))
    assert [each for each in told if squeezed(each) not in whole] == []
    assert len(told) > 3


def test_no_word_of_a_table_is_cut_on_paper(page: Page, address: str) -> None:
    page.goto(f"{address}/el/translation/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET[0], "height": SHEET[1]})
    cut = """() => [...document.querySelectorAll(".counts th")].filter((th) => {
      const range = document.createRange();
      range.selectNodeContents(th);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      return lines.size > th.textContent.trim().split(/\\s+/).length;
    }).map((th) => th.textContent)"""
    assert page.evaluate(cut) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SHEET[0]
