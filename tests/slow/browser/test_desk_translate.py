"""A law without a translation, translated at the desk: with the script and without, by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lawkb.pipeline import read_all
from tests.browser.judges import AXE, faults_of, judged
from tests.browser.running_desk import quiet_page
from tests.browser.translating_desk import LAW, TranslatingDesk, translating_desk

SENTENCE = "Κάθε παίκτης παίρνει εννέα βότσαλα πριν αρχίσει η στροφή."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TranslatingDesk]:
    with translating_desk(tmp_path) as running:
        yield running


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(request: pytest.FixtureRequest, browser: Browser, desk: TranslatingDesk) -> Iterator[Page]:
    """The law to translate; at the end, nothing was said on the console or asked elsewhere."""
    context = browser.new_context(java_script_enabled=request.param)
    yield from quiet_page(context, desk.url, LAW)


@pytest.fixture
def quick(browser: Browser, desk: TranslatingDesk) -> Iterator[Page]:
    """The law to translate, with the script."""
    yield from quiet_page(browser.new_context(), desk.url, LAW)


def _write(page: Page, **texts: str) -> None:
    for key, text in texts.items():
        page.locator(f'textarea[name="text {key.replace("_", " ")}"]').fill(text)


def _save(page: Page) -> None:
    page.get_by_role("button", name="Save the translation").click()
    expect(page.locator("#told.saved")).to_be_visible()


def test_some_texts_are_saved_and_the_rest_later(page: Page, desk: TranslatingDesk) -> None:
    expect(page.locator(".progress")).to_contain_text("0 of 18")
    _write(page, **{"7_heading": "Κίνηση πριν από τη σειρά", "7A": "Όταν ένας φύλακας:"})
    _save(page)
    expect(page.locator(".progress")).to_contain_text("2 of 18")
    _write(page, **{"7A1": "να δεχτεί την κίνηση, ή"})
    _save(page)

    expect(page.locator(".progress")).to_contain_text("3 of 18")
    law = read_all(desk.corpus).code.law("2016", "el", 7)
    assert law
    assert law.root.heading
    assert law.root.heading.text == "Κίνηση πριν από τη σειρά"
    assert [each.num for each in law.root.children] == ["Α.", "Β.", "Γ.", "Δ."]
    assert law.root.children[0].children[0].text == "να δεχτεί την κίνηση, ή"


def test_a_sentence_that_is_translated_elsewhere_is_inserted(page: Page) -> None:
    field = page.locator('.field[data-key="7D"]')
    field.get_by_role("button", name="Suggestions").click()
    expect(field.locator(".suggestion").first).to_contain_text(SENTENCE)
    expect(field.locator(".suggestion").first).to_contain_text("The same original: Rule 3")
    expect(field.locator(".suggestion .doubt")).to_contain_text("text seems to be lost")

    field.get_by_role("button", name="Insert").click()

    expect(field.locator("textarea")).to_have_value(SENTENCE)


def test_what_is_typed_in_other_fields_stays_while_suggestions_are_asked_for(page: Page) -> None:
    _write(page, **{"7A1": "να δεχτεί"})

    page.locator('.field[data-key="7D"]').get_by_role("button", name="Suggestions").click()

    expect(page.locator(".suggestion").first).to_be_visible()
    expect(page.locator('textarea[name="text 7A1"]')).to_have_value("να δεχτεί")


def test_the_check_is_beside_the_field_and_its_sum_names_the_provision(page: Page) -> None:
    _write(page, **{"7D": "Κάθε παίκτης παίρνει 8 βότσαλα."})

    button = page.get_by_role("button", name="Check now")
    if button.is_visible():  # the script checks by itself
        button.click()

    expect(page.locator("#checked").get_by_role("link", name="7D").first).to_be_visible()
    here = page.locator('.field[data-key="7D"] .finding')
    expect(here.filter(has_text="8 in the translation")).to_be_visible()
    heading = page.locator('.field[data-key="7D heading"] .finding')
    expect(heading).to_contain_text("the heading is not in the translation")


def test_a_text_that_cannot_be_saved_yet_stays_in_its_field(page: Page) -> None:
    _write(page, **{"7B": "Όταν <a>η κίνηση ανακληθεί", "7A1": "να δεχτεί"})

    _save(page)

    expect(page.locator(".told.refused")).to_contain_text("<a> has no </a> after it")
    expect(page.locator('textarea[name="text 7B"]')).to_have_value("Όταν <a>η κίνηση ανακληθεί")
    expect(page.locator(".progress")).to_contain_text("1 of 18")


def test_what_a_page_could_not_keep_is_refused_and_stays_in_the_form(page: Page) -> None:
    _write(page, **{"7A1": "(α) να δεχτεί", "7A2": "να ζητήσει"})

    page.get_by_role("button", name="Save the translation").click()

    expect(page.locator("#told.refused")).to_contain_text("7A1")
    expect(page.locator('textarea[name="text 7A1"]')).to_have_value("(α) να δεχτεί")
    expect(page.locator('textarea[name="text 7A2"]')).to_have_value("να ζητήσει")
    expect(page.locator(".progress")).to_contain_text("0 of 18")


def test_undo_takes_the_page_back(page: Page, desk: TranslatingDesk) -> None:
    _write(page, **{"7A1": "να δεχτεί"})
    _save(page)
    assert list((desk.corpus / "sources" / "desk").glob("*.txt"))

    page.locator("#told").get_by_role("button", name="Undo").click()

    expect(page.locator(".progress")).to_contain_text("0 of 18")
    assert not list((desk.corpus / "sources" / "desk").glob("*.txt"))


def test_what_somebody_else_saved_meanwhile_is_not_written_over(
    page: Page, browser: Browser, desk: TranslatingDesk
) -> None:
    _write(page, **{"7A1": "να δεχτεί την κίνηση"})
    other = browser.new_page()
    other.goto(desk.law)
    _write(other, **{"7A1": "να αποδεχτεί αυτήν", "7A2": "να ζητήσει"})
    _save(other)
    other.close()

    page.get_by_role("button", name="Save the translation").click()

    expect(page.locator(".told.merged")).to_contain_text("να αποδεχτεί αυτήν")
    expect(page.locator('textarea[name="text 7A1"]')).to_have_value("να δεχτεί την κίνηση")
    expect(page.locator('textarea[name="text 7A2"]')).to_have_value("να ζητήσει")
    _save(page)
    expect(page.locator('textarea[name="text 7A1"]')).to_have_value("να δεχτεί την κίνηση")


def test_the_queue_leads_to_the_law_by_keys_alone(quick: Page, desk: TranslatingDesk) -> None:
    quick.goto(f"{desk.url}/desk/en/")
    quick.get_by_role("link", name="Rules to translate").press("Enter")
    quick.get_by_role("link", name="Rule 7").press("Enter")
    expect(quick.locator("h1")).to_contain_text("Rule 7")
    quick.wait_for_load_state()  # the keys are there

    quick.locator("textarea").first.focus()
    quick.keyboard.insert_text("Κίνηση πριν από τη σειρά")
    quick.keyboard.press("Control+Enter")

    expect(quick.locator(".progress")).to_contain_text("1 of 18")


def test_a_draft_is_offered_again(quick: Page, desk: TranslatingDesk) -> None:
    _write(quick, **{"7A1": "να δεχτεί"})
    quick.on("dialog", lambda dialog: dialog.accept())

    quick.goto(f"{desk.url}/desk/en/translate/")
    quick.goto(desk.law)
    quick.get_by_role("button", name="Take the draft").click()

    expect(quick.locator('textarea[name="text 7A1"]')).to_have_value("να δεχτεί")


@pytest.mark.parametrize("tag", ["el", "en"])
def test_both_pages_are_accessible_and_fit_a_narrow_screen(
    quick: Page, desk: TranslatingDesk, tag: str, tmp_path: Path
) -> None:
    for path in ("", "2016/el/7/"):
        quick.goto(f"{desk.url}/desk/{tag}/translate/{path}")
        if path:
            quick.locator('.field[data-key="7D"] button').click()
            expect(quick.locator(".suggestion").first).to_be_visible()
        assert not [*judged(quick, AXE.read_text(encoding="utf-8"))]
        assert quick.evaluate("document.documentElement.scrollWidth") <= 360
        file = tmp_path / "page.html"
        answer = quick.request.get(quick.url)
        file.write_text(answer.text(), encoding="utf-8")
        assert not faults_of(tmp_path / "report.json", file)
