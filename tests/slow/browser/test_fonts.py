"""A browser that is tested has its own fonts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.fonts import FONT_SETS


@pytest.mark.parametrize("fonts", FONT_SETS)
def test_a_page_is_shown_in_the_fonts_of_its_set_alone(
    browsers: Callable[[str], Browser], address: str, fonts: str
) -> None:
    page = browsers(fonts).new_page()
    page.goto(f"{address}/el/reading/")
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    used = set()
    for selector in ("article p", "article code", ".brand"):
        node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        told = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        used |= {each["familyName"] for each in told}
    page.close()
    assert used == set(FONT_SETS[fonts].families.values())
