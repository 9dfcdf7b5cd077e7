"""WCAG 2.2 A and AA, by axe-core: every kind of page, light and dark, wide and narrow."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.judges import AXE, SCHEMES, judged
from tests.browser.kinds import TAGS, page_templates
from tests.browser.probes import ask


@pytest.fixture(scope="module")
def axe() -> str:
    """The library, as ``make env-test`` installed it."""
    return AXE.read_text(encoding="utf-8")


@pytest.mark.parametrize("template", sorted(page_templates()))
def test_every_kind_of_page_is_accessible(
    page: Page, kinds: dict[str, list[str]], axe: str, template: str
) -> None:
    faults = []
    for url in kinds[template]:
        page.goto(url)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        faults += [(url, *fault) for fault in judged(page, axe)]
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("tag", TAGS)
def test_what_was_found_is_accessible(page: Page, address: str, axe: str, tag: str) -> None:
    page.goto(f"{address}/{tag}/search/?q=φύλλο")
    expect(page.locator(".hits li a").first).to_be_visible()
    faults = list(judged(page, axe))
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("chosen", SCHEMES)
def test_what_is_opened_over_a_page_is_accessible_in_the_colours_chosen(
    page: Page, address: str, axe: str, tag: str, chosen: str
) -> None:
    page.goto(f"{address}/{tag}/2017/47/")
    page.evaluate("theme => localStorage.setItem('lawkb.theme', theme)", chosen)
    faults = []
    for opened, key in ((".display", ""), ("#E1 > .anchor", ""), ("", "?")):
        page.goto(f"{address}/{tag}/2017/47/?{opened[:2]}")
        if opened:
            page.locator(opened).click()
        else:
            page.keyboard.press(key)
        page.locator(":is([role=menu], dialog)").wait_for()
        faults += list(judged(page, axe))
        assert ask(page, "targets") == []
        assert ask(page, "languages") == []
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("tag", TAGS)
def test_the_sheet_of_a_reference_is_accessible(
    browser: Browser, address: str, axe: str, tag: str
) -> None:
    context = browser.new_context(
        has_touch=True, viewport={"width": 360, "height": 700}, service_workers="block"
    )
    page = context.new_page()
    page.goto(f"{address}/{tag}/2017/20/")
    link = page.locator("#F6 .cell a.ref", has_text="47").first
    link.evaluate("link => link.scrollIntoView({ block: 'center' })")
    link.tap()
    page.get_by_role("dialog").wait_for()
    faults = list(judged(page, axe))
    assert not faults, "\n".join(map(str, faults))
    assert ask(page, "targets") == []
    assert ask(page, "languages") == []
    context.close()
