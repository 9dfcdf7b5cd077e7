"""The page of a law as a reader with a phone, and one with a wide screen, sees it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.probes import wait_until

# Labels that reach to the words behind them.
TOO_CLOSE = """() => [...document.querySelectorAll(".cell > .num")].filter((num) => {
  const label = document.createRange();
  label.selectNodeContents(num);
  const words = num.nextElementSibling.getBoundingClientRect();
  return num.checkVisibility() && label.getBoundingClientRect().right > words.left - 3;
}).map((num) => num.textContent)"""

# Whether a row stands below the header and not lower than a line of the window.
CLEAR = """(row, lowest) => {
  const header = document.querySelector("header.top").getBoundingClientRect();
  const top = row.getBoundingClientRect().top;
  return Math.max(0, header.bottom) - 1 <= top && top <= lowest;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
@pytest.mark.parametrize("view", ["Και οι δύο", "Ελληνικά", "English"])
def test_a_deep_link_lands_clear_of_the_header_whatever_languages_are_remembered(
    page: Page, address: str, size: tuple[int, int], view: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/el/2017/20/")
    page.get_by_role("radio", name=view).check()
    page.goto(f"{address}/el/2017/14/")
    page.goto(f"{address}/el/2017/20/#D")
    row = page.locator("#D")
    assert row.evaluate("row => row.matches(':target')")
    wait_until(page, lambda: row.evaluate(CLEAR, size[1] / 2))
    colours = [
        page.locator(id_).evaluate("row => getComputedStyle(row).backgroundColor")
        for id_ in ("#D", "#E")
    ]
    assert colours[0] != colours[1]


@pytest.mark.parametrize("size", [(1280, 300), (360, 400)])
def test_the_switch_of_the_languages_keeps_what_is_read_where_it_is(
    page: Page, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/el/2017/20/#F5b")
    top = "document.querySelector('#F5b').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.locator("#view-2").evaluate("one => one.focus({ preventScroll: true })")
    page.evaluate("document.querySelector('#F5b').scrollIntoView()")
    before = page.evaluate(top)
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.evaluate(
            """key => {
              const now = document.querySelector(".views :checked");
              const all = [...document.querySelectorAll(".views input")];
              const next = all[(all.indexOf(now) + (key === "ArrowRight" ? 1 : 2)) % 3];
              now.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
              next.checked = true;
              next.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            key,
        )
        assert abs(page.evaluate(top) - before) <= 1


def test_greek_capitals_have_no_accents(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/47/")
    kicker = page.locator(".kicker > a").first
    assert kicker.text_content() == "έκδοση 2017"
    assert kicker.inner_text() == "ΕΚΔΟΣΗ 2017"
    page.goto(f"{address}/en/2017/47/")
    assert kicker.inner_text() == "EDITION 2017"


# Capitals that a style sheet made of Greek words, and the language that the browser knows of them.
CAPITALS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    const style = getComputedStyle(around);
    const made = style.textTransform !== "none" || style.fontVariantCaps !== "normal";
    if (made && /\\p{Script=Greek}/u.test(walker.currentNode.data)) {
      found.push([walker.currentNode.data.trim(), around.innerText, around.closest("[lang]").lang]);
    }
  }
  return found;
}"""


def test_greek_words_in_capitals_are_known_to_be_greek_and_lose_their_accents(
    page: Page, kinds: dict[str, list[str]]
) -> None:
    seen = 0
    for urls in kinds.values():
        for url in urls:
            page.goto(url)
            for words, shown, lang in page.evaluate(CAPITALS):
                seen += 1
                assert lang == "el", (url, words)
                assert not set(shown) & set("ΆΈΉΊΌΎΏς"), (url, words, shown)
    assert seen > 3


def test_the_whole_address_stands_beside_a_provision_and_covers_no_word(
    page: Page, address: str
) -> None:
    for width in (1280, 820, 360, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{address}/el/2017/20/")
        covered = page.evaluate(
            """() => {
              // What is closed has places too, though nobody sees it.
              document.querySelectorAll("details").forEach((one) => { one.open = true; });
              const words = [];
              const law = document.querySelector(".law");
              const walker = document.createTreeWalker(law, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const node = walker.currentNode;
                if (!node.data.trim() || node.parentElement.closest(".anchor, .law-head")) continue;
                const range = document.createRange();
                range.selectNodeContents(node);
                words.push(...range.getClientRects());
              }
              const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 4 && b.top < a.bottom - 4;
              return [...document.querySelectorAll(".anchor")]
                .filter((one) => words.some((word) => over(one.getBoundingClientRect(), word)))
                .map((one) => one.textContent);
            }"""
        )
        assert covered == [], width
    expect(page.locator("#F5b-ii > .anchor")).to_have_text("20ΣΤ5(β)(ii) ¶")


def test_a_line_of_law_is_of_a_length_that_can_be_read(page: Page, address: str) -> None:
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{address}/en/2017/20/")
        for view in ("Both", "English"):
            page.get_by_role("radio", name=view).check()
            long = page.locator("#B .cell[lang=en] .words p:not(.said):not(.heading)").first
            box = long.bounding_box()
            size = long.evaluate("p => parseFloat(getComputedStyle(p).fontSize)")
            assert box
            # An average letter is about 0.45 em wide: at most some 80 of them.
            assert box["width"] <= 0.45 * size * 84


@pytest.mark.parametrize("width", [360, 1280])
def test_the_contents_of_a_law_show_headings_and_lead_to_them(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{address}/el/2017/47/")
    contents = page.get_by_role("navigation", name="Διατάξεις αυτού του Νόμου")
    if width < 960:
        expect(contents.locator("ul")).to_be_hidden()
        contents.get_by_text("Περιεχόμενα").click()
    lines = [" ".join(words.split()) for words in contents.get_by_role("link").all_inner_texts()]
    assert lines[0] == "Α Λόγω Επανόρθωσης"
    assert [line.split()[0] for line in lines] == ["Α", "Β", "Γ", "Δ", "Ε", "ΣΤ"]
    contents.get_by_role("link", name="ΣΤ Άλλη Απόσυρση").click()
    expect(page).to_have_url(f"{address}/el/2017/47/#F")


def test_a_heading_that_was_lost_is_shown_in_the_other_language(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/")
    heading = page.locator("#A .cell[lang=el] .heading")
    expect(heading).to_have_text("Α. Call Not Clearly Recognized")
    expect(heading.locator("[lang=en]")).to_have_text("Call Not Clearly Recognized")
    quiet = page.locator(".reading").evaluate("one => getComputedStyle(one).color")
    assert heading.evaluate("one => getComputedStyle(one).color") == quiet
    line = page.get_by_role("navigation", name="Διατάξεις").get_by_role("link").first
    expect(line.locator("[lang=en]")).to_have_text("Call Not Clearly Recognized")


# Words of ours that are seen in the rows of a law.
REMARKS = """() => [...document.querySelectorAll(".law .row :is(.mark, .said, .doubted)")]
  .filter((one) => one.checkVisibility() && one.innerText.trim()).map((one) => one.innerText)"""


def test_what_is_said_of_a_text_is_a_quiet_sign_that_explains_itself(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/20/")
    assert page.evaluate(REMARKS) == []
    sign = page.locator("#A .cell[lang=el] .sign")
    words = "γράμμα κατά σειρά χωρίς επικεφαλίδα στην πηγή"
    assert sign.get_attribute("aria-labelledby")
    expect(page.get_by_role("button", name=words)).not_to_have_count(0)
    sheet = page.locator("#A .cell[lang=el] .remark")
    expect(sheet).to_be_hidden()
    sign.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("χωρίς επικεφαλίδα στην πηγή")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_sign_explains_itself_without_script(plain_page: Page, address: str, width: int) -> None:
    plain_page.set_viewport_size({"width": width, "height": 600})
    plain_page.goto(f"{address}/en/2017/20/#C")
    plain_page.locator("#C .cell[lang=el] .sign").first.click()
    sheet = plain_page.locator("#C .cell[lang=el] .remark").first
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= 600


def test_on_paper_a_sentence_for_each_language_explains_the_signs(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/")
    page.emulate_media(media="print")
    said = page.get_by_role("note").locator("details p[class]")
    expect(said).to_have_count(2)
    expect(said.first).to_contain_text("λείπει από την πηγή: τίτλος, 7 επικεφαλίδες")
    expect(said.first).to_be_visible()
    expect(page.locator("#A .cell[lang=el] .sign")).to_be_visible()
    expect(page.locator("#A .cell[lang=el] .remark")).to_be_hidden()
    expect(page.locator("#F2 .cell[lang=el] .lacks")).to_be_visible()


@pytest.mark.parametrize("view", ["Και οι δύο", "Ελληνικά"])
def test_a_text_that_lacks_words_says_so_at_its_place_and_where(
    page: Page, address: str, view: str
) -> None:
    page.goto(f"{address}/el/2017/20/#F2")
    page.get_by_role("radio", name=view).check(force=True)
    cell = page.locator("#F2 .cell[lang=el]")
    expect(cell.locator(".lacks")).to_have_text("ελλιπές κείμενο: λείπουν λέξεις")
    expect(cell.locator("p").last).to_have_text(re.compile(r"μια επεξήγηση \[…\] επεξηγείται\.$"))
    # The other language has the words, also where it is not shown elsewhere.
    expect(page.locator("#F2 .cell[lang=en]")).to_be_visible()
    expect(page.locator("#F3 .cell[lang=en]")).to_be_visible(visible=view == "Και οι δύο")


def test_one_notice_sums_up_what_is_missing_in_each_language_with_links(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/20/")
    notice = page.get_by_role("note")
    expect(notice).to_have_count(1)
    lacking = notice.get_by_text("λείπουν λέξεις σε 3 διατάξεις")
    expect(lacking.get_by_role("link")).to_have_text(["20Ε", "20ΣΤ1", "20ΣΤ2"])
    expect(notice.locator("details p[class]").first).to_be_hidden()
    notice.locator("summary").click()
    greek, english = notice.locator("details p[class]").all_inner_texts()
    assert "λείπει από την πηγή: τίτλος, 7 επικεφαλίδες" in greek
    assert "συμπληρωμένα κατά σειρά: 7 γράμματα" in greek
    assert "από τους επιμελητές, όχι επίσημα: τίτλος, 7 επικεφαλίδες" in english
    page.get_by_role("radio", name="Ελληνικά").check(force=True)
    expect(notice.locator("details p.c2")).to_be_hidden()
    lacking.get_by_role("link", name="20ΣΤ2").click()
    expect(page.locator("#F2")).to_be_in_viewport()


def test_the_head_says_in_plain_words_what_the_texts_are(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Law 47: Retraction of Card Played")
    told = page.locator(".status")
    expect(told).to_contain_text("In force since September 30, 2017.")
    expect(told).to_contain_text("Ελληνικά: translation, not official.")
    expect(told.get_by_role("link")).to_have_attribute("href", re.compile("worldbridge"))
    page.goto(f"{address}/en/2007/47/")
    expect(told).to_contain_text("No longer in force: replaced by edition 2017.")


def test_the_official_text_is_one_click_away_from_every_provision(page: Page, address: str) -> None:
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(f"{address}/el/2017/20/#G2")
        link = page.locator(".reading").get_by_role("link", name="Επίσημο κείμενο")
        expect(link).to_be_in_viewport(ratio=1)


def test_a_provision_is_one_heading_that_begins_with_its_letter(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/#C1")
    headings = page.get_by_role("heading", level=2)
    assert [words.split()[0] for words in headings.all_inner_texts()] == ["A.", "B.", "C.", "D."]
    page.get_by_role("radio", name="Ελληνικά").check(force=True)
    expect(headings.filter(has_text="Εκτελεστής")).to_have_count(1)
    expect(headings).to_have_count(4)


@pytest.mark.parametrize("width", [1280, 360])
def test_the_line_that_stays_says_where_one_is(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{address}/en/2017/20/")
    here = page.locator(".law-here")
    expect(here).to_have_text("Law 20")
    page.goto(f"{address}/en/2017/20/#F5b")
    expect(here).to_have_text("Law 20 › F")
    expect(here).to_be_in_viewport(ratio=1)
    expect(page.locator(".views")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [1280, 360])
def test_the_language_link_of_the_header_keeps_the_provision_in_view(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{address}/el/2017/20/")
    page.locator("#F5b").evaluate("row => row.scrollIntoView()")
    expect(page.locator(".law-here")).to_have_text("Νόμος 20 › ΣΤ")
    page.locator(".tongues a").click()
    expect(page).to_have_url(re.compile(r"/en/2017/20/#F5b?$"))
    expect(page.locator("#F5b")).to_be_in_viewport()


def test_on_a_wide_screen_the_contents_stand_beside_the_text(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto(f"{address}/en/2017/20/#F5b")
    contents = page.get_by_role("navigation", name="Provisions of this law")
    expect(contents).to_be_in_viewport(ratio=1)
    expect(contents.locator("[aria-current]")).to_have_text("F Explanation of Calls")
    beside, text = contents.bounding_box(), page.locator("#F5b").bounding_box()
    assert beside
    assert text
    assert beside["x"] + beside["width"] <= text["x"]


@pytest.mark.parametrize("size", [(1280, 800), (360, 640), (320, 640)])
def test_the_edition_and_the_date_of_the_text_stay_in_sight(
    page: Page, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/el/2017/20/#F5b")
    line = page.locator(".reading")
    expect(line).to_be_in_viewport(ratio=1)
    assert "ΕΚΔΟΣΗ 2017" in line.inner_text()
    expect(line.locator("time").first).to_have_attribute("datetime", "2018-05-25")
    assert "2018" in line.locator("time").first.inner_text()
    head, bar = page.locator("header.top").bounding_box(), line.bounding_box()
    row = page.locator("#F5b").bounding_box()
    assert head
    assert bar
    assert row
    assert bar["height"] <= 32
    assert bar["y"] >= head["y"] + head["height"] - 2
    assert row["y"] >= bar["y"] + bar["height"] - 1


def test_a_law_leads_to_the_law_of_that_number_in_the_other_edition(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/47/")
    page.locator(".timeline").get_by_role("link", name="2007", exact=True).click()
    expect(page).to_have_url(f"{address}/el/2007/47/")
    expect(page.locator(".reading time")).to_have_attribute("datetime", "2007-01-01")


def test_the_provisions_are_groups_with_names_and_no_landmarks(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/20/")
    expect(page.get_by_role("region")).to_have_count(0)
    expect(page.get_by_role("group", name="20F5(b)", exact=True)).to_have_count(1)


def test_a_reference_to_a_text_that_is_not_here_says_so_at_its_place(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/47/")
    absent = page.locator("#D a.ref.not-held").first
    told = page.locator(f"#{absent.get_attribute('aria-describedby')}")
    expect(told).to_contain_text("δεν περιλαμβάνεται στον ιστότοπο")
    expect(told).to_be_visible()
    sign = "one => getComputedStyle(one, '::after').content"
    assert absent.evaluate(sign) not in ("none", "normal")
    held = page.locator("#law ~ .row a.ref.held").first
    assert held.evaluate(sign) in ("none", "normal")


def test_the_laws_before_and_after_are_at_hand_at_the_top(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/")
    steps = page.get_by_role("navigation", name="Προηγούμενος και επόμενος Νόμος")
    steps.get_by_role("link", name="Νόμος 47").click()
    expect(page).to_have_url(f"{address}/el/2017/47/")


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_a_label_stands_before_its_words_and_not_on_them(
    page: Page, origin: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("laws/el/2017/47/", "laws/en/2017/20/", "long/el/2017/91/"):
        page.goto(f"{origin}/{path}")
        close = page.evaluate(TOO_CLOSE)
        assert close == [], path


def test_a_short_reference_is_on_one_line_with_the_word_before_it(page: Page, origin: str) -> None:
    broken = """() => [...document.querySelectorAll(".led")].filter((led) =>
      new Set([...led.getClientRects()].map((box) => Math.round(box.top / 4))).size > 1)
      .map((led) => led.textContent)"""
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("laws/el/2017/47/", "laws/en/2017/20/"):
            page.goto(f"{origin}/{path}")
            assert page.locator(".led").count() > 5
            assert page.evaluate(broken) == []


def test_who_lands_in_a_provision_sees_that_the_one_around_it_is_cited(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/47/#E2a")
    around = page.locator("#E2a .container")
    expect(around).to_have_text("47E: cited by 2 provisions")
    expect(page.locator("#E2b .container")).to_be_hidden()
    around.get_by_role("link").click()
    expect(page).to_have_url(f"{address}/en/2017/47/#E")
    shadow = "row => getComputedStyle(row).boxShadow"
    marked = page.locator("#E2b").evaluate(shadow)
    assert marked != "none"
    assert page.locator("#F1").evaluate(shadow) == "none"


def test_the_head_of_a_law_leads_to_the_comments_of_readers(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.locator(".law-head").get_by_role("link", name="57C3").click()
    expect(page.locator("#C3 .comment").first).to_be_hidden()
    page.locator("#C3").get_by_text("1 settled comment").click()
    expect(page.locator("#C3 .comment").first).to_be_in_viewport()
