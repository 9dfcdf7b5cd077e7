"""WCAG 2.2 A and AA, by axe-core: every kind of page, light and dark, wide and narrow.

Where axe cannot tell a contrast (a lone ¶, words in a drawing), it is reckoned here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.kinds import TAGS, page_templates
from tests.browser.probes import ask

AXE = Path(sys.prefix) / "html" / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = "wcag2a wcag2aa wcag21a wcag21aa wcag22a wcag22aa best-practice".split()
RUN = """(levels) => axe.run({ runOnly: levels }).then(({ violations, incomplete, passes }) => {
  const told = ({ html }) => html.slice(0, 200);
  const doubts = (rule) => rule.nodes.map((node) => [rule.id, node.target[0], told(node)]);
  const faults = violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 5).map(told)]);
  return { passes: passes.length, faults, doubts: incomplete.flatMap(doubts) };
})"""
FADED_IN = "() => Promise.all(document.getAnimations().map((one) => one.finished)).then(() => true)"
LEAST_CONTRAST = 4.5
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def axe() -> str:
    """The library, as ``make env-test`` installed it."""
    return AXE.read_text(encoding="utf-8")


def judged(page: Page, axe: str) -> Iterator[tuple[object, ...]]:
    """What is wrong with the page as it stands, in every scheme and width.

    What fades in is judged when it is wholly there.
    """
    page.evaluate(axe)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.evaluate(FADED_IN)
            said: dict[str, Any] = page.evaluate(RUN, LEVELS)
            assert said["passes"] > 10
            doubts = (doubt for doubt in said["doubts"] if not settled(page, *doubt))
            yield from ((width, scheme, *fault) for fault in (*said["faults"], *doubts))


def settled(page: Page, rule: str, selector: str, html: str) -> bool:
    """Whether what axe left open is well."""
    if rule == "label-content-name-mismatch":  # a sign is no word that a name could hold
        return html.endswith("¶</a>")
    return rule == "color-contrast" and ask(page, "contrast", selector) >= LEAST_CONTRAST


def test_every_template_of_a_page_has_an_example(kinds: dict[str, list[str]]) -> None:
    assert kinds.keys() == page_templates()


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
