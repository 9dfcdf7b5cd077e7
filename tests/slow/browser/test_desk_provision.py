"""The page of a provision at the desk as a translator reads it: every name says what it means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.browser.kinds import DESK_PAGES
from tests.browser.running_desk import RunningDesk, quiet_page, running_desk
from tests.slow.browser.test_desk import HEADINGS, SIZE, TEXTS, saved, text_of


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RunningDesk]:
    with running_desk(tmp_path) as running:
        yield running


@pytest.fixture
def page(browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    """A page; at the end, nothing was said on the console and nothing left the desk."""
    yield from quiet_page(browser.new_context(viewport=SIZE), desk.url, "/desk/en/2017/el/20E/")


def test_every_link_of_the_desk_leads_to_a_page(page: Page, desk: RunningDesk) -> None:
    found: dict[str, str] = {}
    for tag in ("en", "el"):
        for path in DESK_PAGES.values():
            page.goto(f"{desk.url}/desk/{tag}/{path}")
            links = page.locator("a[href]").evaluate_all("all => all.map(one => one.href)")
            found |= {urlsplit(link)._replace(fragment="").geturl(): path for link in links}
    local = [link for link in found if link.startswith(desk.url)]
    assert len(local) > 40
    lost = {link: found[link] for link in local if not page.request.get(link).ok}
    assert lost == {}


def test_a_draft_whose_words_were_saved_is_forgotten_also_when_they_were_undone(
    page: Page,
) -> None:
    before = text_of(page, "20E").input_value()
    text_of(page, "20E").fill(f"{before.replace(*TEXTS['20E'])} ")
    saved(page)
    page.locator("#told").get_by_role("button", name="Undo").click()
    expect(page.locator("#told")).to_contain_text("Undone")
    expect(text_of(page, "20E")).to_have_value(before)
    page.wait_for_load_state()
    expect(page.locator(".draft")).to_be_hidden()


def test_a_draft_is_shown_before_it_is_taken_and_takes_the_place_of_typed_words_only_in_exchange(
    page: Page,
) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    text = text_of(page, "20E")
    before = text.input_value()
    text.fill(f"{before} πρόχειρο")
    page.reload()
    draft = page.locator(".draft")
    expect(draft.locator("ins")).to_contain_text("πρόχειρο")
    text.fill(f"{before} νέο")
    page.get_by_role("button", name="Take the draft").click()
    expect(text).to_have_value(f"{before} πρόχειρο")
    expect(draft.locator("ins")).to_contain_text("νέο")
    page.get_by_role("button", name="Take the draft").click()
    expect(text).to_have_value(f"{before} νέο")
    expect(draft.locator("ins")).to_contain_text("πρόχειρο")


def test_accepting_is_named_after_what_it_does(page: Page, desk: RunningDesk) -> None:
    for tag, name in (("en", "Keep the text as it is"), ("el", "Να μείνει το κείμενο όπως είναι")):
        page.goto(f"{desk.url}/desk/{tag}/2017/el/20E/")
        page.locator("details.accept summary").first.click()
        expect(page.get_by_role("button", name=name, exact=True).first).to_be_visible()


def test_the_check_before_saving_says_what_would_be_resolved(page: Page, desk: RunningDesk) -> None:
    for tag, told in (("en", "would be resolved"), ("el", "θα λυθεί")):
        page.goto(f"{desk.url}/desk/{tag}/2017/el/20E/")
        now = text_of(page, "20E").input_value()
        text_of(page, "20E").fill(now.replace(*TEXTS["20E"]))
        result = page.locator("#checked .result")
        expect(result).to_contain_text(told)
        assert ";" not in result.inner_text()
        text_of(page, "20E").fill(now)


def test_filter_button_and_review_have_names_of_their_own(page: Page, desk: RunningDesk) -> None:
    expect(page.locator("button[value='check']")).to_be_hidden()
    page.goto(f"{desk.url}/desk/el/")
    expect(page.get_by_label("Είδος ευρήματος")).to_be_visible()
    page.goto(f"{desk.url}/desk/el/2017/el/20E/")
    expect(page.locator("#review")).to_have_text("Έλεγχος της μετάφρασης")
    expect(page.locator("button[value='check']")).to_have_text("Έλεγχος τώρα")


def test_the_review_state_says_where_it_comes_from_and_follows_a_correction(
    page: Page, desk: RunningDesk
) -> None:
    review = page.locator("section[aria-labelledby='review']")
    expect(review).to_contain_text("needs translation: words are missing")
    text = text_of(page, "20E")
    text.fill(text.input_value().replace(*TEXTS["20E"]))
    saved(page)
    expect(review).to_contain_text("needs review: nobody has recorded a review")
    page.get_by_label("State of the translation").select_option("reviewed")
    page.get_by_role("button", name="Record").click()
    expect(review).to_contain_text("reviewed: recorded by Maria")
    text.fill(f"{text.input_value()} α")
    page.get_by_label("Why it is changed").fill("a test")
    saved(page)
    expect(review).to_contain_text("needs review: a text has changed since its state was recorded")
    page.goto(f"{desk.url}/desk/en/2017/el/20F/")
    expect(review).to_contain_text("needs translation: so does a provision in it")


def test_each_text_that_is_saved_has_the_reason_that_belongs_to_it(
    page: Page, desk: RunningDesk
) -> None:
    reason = page.get_by_label("Why it is changed")
    assert reason.evaluate("one => `${one.tagName} ${one.rows}`") == "TEXTAREA 2"
    of_finding = reason.input_value()
    text_of(page, "20E heading").fill(HEADINGS["20E"])
    text_of(page, "20E").fill(text_of(page, "20E").input_value().replace(*TEXTS["20E"]))
    saved(page)
    patches = (desk.corpus / "patches" / "law_20.toml").read_text(encoding="utf-8")
    by_field = {
        field: patch.partition('reason = "')[2].partition('"\n')[0]
        for patch in patches.split("[[patches]]")[-2:]
        for field in ("heading", "text")
        if f'field = "{field}"' in patch
    }
    assert by_field == {"heading": "the source lost the heading of 20E", "text": of_finding}


def test_the_terms_follow_what_is_typed_and_none_is_called_missing_that_is_not_reported(
    page: Page, desk: RunningDesk
) -> None:
    page.goto(f"{desk.url}/desk/en/2017/el/20F4(a)/")
    expect(page.locator(".terms-here")).to_be_visible()
    expect(page.locator(".terms-here mark, .terms-here .mark")).to_have_count(0)
    here = page.locator(".terms-here .quiet").first
    word = here.locator("[lang]").inner_text().split(",")[0]
    text = text_of(page, "20F4(a)")
    text.fill(text.input_value().replace(word, "κάτι"))
    expect(page.locator(".terms-here")).not_to_contain_text(f"here: {word}")


def test_after_a_correction_the_references_are_those_of_the_new_words(
    page: Page, desk: RunningDesk
) -> None:
    page.goto(f"{desk.url}/desk/en/2017/el/20F2/")
    references = page.locator("section[aria-labelledby='references']")
    only_english = references.get_by_text("read as a reference only in the other text: 20F1")
    expect(only_english).to_be_visible()
    now = text_of(page, "20F2").input_value()
    text_of(page, "20F2").fill(now.replace(*TEXTS["20F2"]))
    saved(page)
    expect(references).to_contain_text("cites: 20F1")
    expect(only_english).to_have_count(0)


def test_a_comment_that_was_not_sent_is_kept_and_warned_about_until_it_is_sent(
    page: Page, desk: RunningDesk
) -> None:
    asked: list[str] = []

    def stay_once(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    page.on("dialog", stay_once)
    said, told = page.locator(".saying textarea"), page.get_by_text("This was not sent yet.")
    said.fill("why so?")
    page.get_by_role("link", name="Queue").first.click()
    expect(said).to_have_value("why so?")
    page.reload()
    assert asked == ["beforeunload"] * 2
    expect(said).to_have_value("why so?")
    expect(told.locator("visible=true")).to_have_count(1)
    text_of(page, "20E").fill(text_of(page, "20E").input_value().replace(*TEXTS["20E"]))
    text_of(page, "20E").press("Control+Enter")
    expect(page.locator("#told.saved")).to_contain_text("Correction")
    expect(said).to_have_value("why so?")
    said.press("Control+Enter")
    expect(page.locator("#told.saved")).to_contain_text("Comment for colleagues")
    expect(page.locator(".thread .typed")).to_have_text("why so?")
    expect(said).to_have_value("")
    page.reload()
    expect(said).to_have_value("")
    assert len(asked) == 2


def test_a_typed_reason_is_in_the_draft(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    text, reason = text_of(page, "20E"), page.get_by_label("Why it is changed")
    text.fill(f"{text.input_value()} νέο")
    reason.fill("a long and careful reason")
    page.reload()
    expect(page.locator(".draft")).to_contain_text("a long and careful reason")
    page.get_by_role("button", name="Take the draft").click()
    expect(reason).to_have_value("a long and careful reason")
    saved(page)
    expect(page.locator("#told.saved")).to_contain_text("a long and careful reason")
    expect(page.locator(".draft")).to_be_hidden()


def test_a_typed_reason_of_an_acceptance_is_kept(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    reason = page.get_by_label("Why it is accepted").first
    page.locator("details.accept summary").first.click()
    reason.fill("it is so")
    page.reload()
    expect(reason).to_be_visible()
    expect(reason).to_have_value("it is so")
