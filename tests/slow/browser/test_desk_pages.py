"""Every kind of page of the desk: accessible, clean HTML, narrow, without script, by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.judges import AXE, faults_of, judged
from tests.browser.kinds import DESK_PAGES, TAGS, desk_templates
from tests.browser.running_desk import RunningDesk, running_desk

# Only where users are named; and only of a law that nobody has translated (test_desk_translate).
NOT_HERE = {
    "refused.html",
    "sign_in.html",
    "again.html",
    "law_to_translate.html",
    "users.html",
}
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDesk]:
    """A desk on which something was decided."""
    with running_desk(tmp_path_factory.mktemp("desk")) as running:
        yield running


@pytest.fixture
def at_desk(browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    """A page; at the end, nothing was said on the console."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


@pytest.fixture
def unscripted(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_every_template_of_the_desk_has_an_example() -> None:
    assert {name.partition(" ")[0] for name in DESK_PAGES} >= desk_templates() - NOT_HERE


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("path", DESK_PAGES.values(), ids=DESK_PAGES)
def test_every_page_of_the_desk_is_accessible_clean_and_narrow(
    at_desk: Page, desk: RunningDesk, tmp_path: Path, tag: str, path: str
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/{tag}/{path}")
    (tmp_path / "page.html").write_text(page.content(), encoding="utf-8")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    faults = list(judged(page, AXE.read_text(encoding="utf-8")))
    assert not faults, "\n".join(map(str, faults))
    page.set_viewport_size({"width": 320, "height": 800})
    assert not page.evaluate(WIDE)
    answered = page.request.get(f"{desk.url}/desk/{tag}/{path}").body()
    (tmp_path / "page.html").write_bytes(answered)
    wrong = faults_of(tmp_path / "report.json", tmp_path / "page.html")
    assert not wrong, "\n".join(wrong)


def test_by_keyboard_alone_a_text_is_corrected_and_the_correction_undone(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/2017/el/20F5(b)/")
    text = page.locator("textarea[name='text 20F5(b)']")
    for _ in range(60):
        page.keyboard.press("Tab")
        if text.evaluate("one => one === document.activeElement"):
            break
    expect(text).to_be_focused()
    outline = text.evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Control+End")
    page.keyboard.type(":")
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")
    expect(page.locator("#told.saved")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "undo":
            break
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#told.saved")).to_contain_text("Undone")
    expect(page.locator(".finding[data-rule='end-mark']")).to_have_count(1)


def test_without_script_a_text_is_checked_saved_and_undone(
    unscripted: Page, desk: RunningDesk
) -> None:
    page = unscripted
    page.goto(f"{desk.url}/desk/el/2017/el/20F4(a)/")
    text = page.locator("textarea[name='text 20F4(a)']")
    now = text.input_value()
    text.fill(now.replace("περιόδου διευκρινίσεων", "Περιόδου Διευκρινίσεων"))
    page.get_by_role("button", name="Έλεγχος τώρα").click()
    expect(page.locator("#checked .result")).to_contain_text("θα λυθεί 1 εύρημα")
    expect(page.locator("#checked ins").first).to_contain_text("Περιόδου")
    page.get_by_role("button", name="Αποθήκευση της διόρθωσης").click()
    expect(page.locator("#told.saved")).to_contain_text("20F4(a)")
    page.get_by_role("button", name="Αναίρεση").first.click()
    expect(page.locator("#told.saved")).to_contain_text("Αναιρέθηκε")
    assert desk.git("status", "--porcelain") == ""


def test_without_script_the_queue_is_filtered_by_its_button(
    unscripted: Page, desk: RunningDesk
) -> None:
    page = unscripted
    page.goto(f"{desk.url}/desk/en/")
    page.get_by_label("Kind of finding").select_option("omission")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".queue > li")).to_have_count(3)
    page.locator(".queue a").first.click()
    page.get_by_role("link", name="→").click()
    expect(page.locator("h1")).to_contain_text("20F1")
    page.get_by_role("link", name="Queue").click()
    expect(page.get_by_label("Kind of finding")).to_have_value("omission")


def test_a_draft_is_offered_again_after_a_reload(at_desk: Page, desk: RunningDesk) -> None:
    page = at_desk
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{desk.url}/desk/en/2017/el/57C3/")
    text = page.locator("textarea[name='text 57C3']")
    before = text.input_value()
    text.fill(f"{before} draft")
    page.reload()
    expect(text).to_have_value(before)
    page.get_by_role("button", name="Take the draft").click()
    expect(text).to_have_value(f"{before} draft")
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    page.reload()
    expect(page.locator(".draft")).to_be_hidden()


def test_the_site_leads_to_the_desk_from_each_provision(at_desk: Page, desk: RunningDesk) -> None:
    page = at_desk
    page.goto(f"{desk.url}/laws/el/2017/20/")
    page.locator("#F1 .to-desk").click()
    expect(page.locator("h1")).to_contain_text("20ΣΤ1")
    assert page.url.endswith("/desk/el/2017/el/20F1/")
    page.goto(f"{desk.url}/laws/en/2017/20/")
    page.locator("#F2 .to-desk").click()
    expect(page.locator("h1")).to_contain_text("20F2")
    page.get_by_role("link", name="Desk", exact=True).click()
    expect(page.locator("h1")).to_have_text("Desk")


def test_a_filter_stays_on_reload_and_back_and_keys_walk_the_queue(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/")
    page.get_by_label("Kind of finding").focus()
    page.get_by_label("Kind of finding").select_option("end-mark")
    expect(page.locator(".queue > li")).to_have_count(3)
    expect(page.get_by_label("Kind of finding")).to_be_focused()
    page.reload()
    expect(page.locator(".queue > li")).to_have_count(3)
    for expected in ("20F1", "20F5(b)", "20G3"):
        with page.expect_navigation():
            page.keyboard.press("j")
        expect(page.locator("h1")).to_contain_text(expected)
    with page.expect_navigation():
        page.keyboard.press("k")
    expect(page.locator("h1")).to_contain_text("20F5(b)")
    with page.expect_navigation():
        page.keyboard.press("u")
    assert page.url.endswith("?rule=end-mark")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("20F5(b)")


def test_the_table_of_terms_is_searched_sorted_and_has_thirty_on_a_page(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/el/terms/")
    rows = page.locator("table.glossary tbody tr")
    expect(rows).to_have_count(30)
    page.get_by_role("link", name="2", exact=True).click()
    expect(rows).to_have_count(3)
    page.get_by_role("link", name="Χρήσεις").click()
    expect(rows.first).to_contain_text("card")
    numbers = [int(each) for each in rows.locator("[data-name='Χρήσεις']").all_inner_texts()]
    assert numbers == sorted(numbers, reverse=True)
    page.get_by_label("Όρος ή μετάφραση").fill("ΔΗΛΩΣΗ")  # without accents, in capitals
    page.locator("main").get_by_role("button", name="Αναζήτηση").click()
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("call")
    rows.first.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("call")


def test_terms_of_a_file_are_shown_row_by_row_then_written_as_one_decision(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/terms/")
    table = "en,el\nbidding box,κουτί δηλώσεων\ncall,δήλωση\nlonely,\n".encode()
    file = FilePayload(name="a <b>.csv", mimeType="text/csv", buffer=table)
    page.locator("input[type=file]").set_input_files([file])
    page.get_by_role("button", name="Show what it would do").click()
    outcomes = page.locator("[data-outcome]")
    expect(outcomes).to_have_count(3)
    assert [each.get_attribute("data-outcome") for each in outcomes.all()] == [
        "accepted",
        "refused",
        "unchanged",
    ]
    assert desk.git("status", "--porcelain") == ""
    page.get_by_role("button", name="Write 1 row").click()
    expect(page.locator("#told.saved")).to_contain_text("bidding box")
    assert "bidding box" in (desk.corpus / "glossary.tsv").read_text("utf-8")
    page.locator("#told.saved").get_by_role("button", name="Undo").click()
    expect(page.locator("#told.saved")).to_contain_text("Undone")
    assert desk.git("status", "--porcelain") == ""


def test_the_provisions_that_a_finding_names_are_links(at_desk: Page, desk: RunningDesk) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/2017/el/code/")
    named = page.locator(".findings .message a, .findings .evidence a, .findings .hint a")
    assert named.count()
    named.first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "/desk/en/2017/el/" in page.url
