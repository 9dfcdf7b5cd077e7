"""What is asked of a page in the browser: ``probes.js`` says what each probe gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_PROBES = Path(__file__).with_name("probes.js").read_text(encoding="utf-8").partition("\n")[2]

# The words of a page, those of what only script shows left out.
_WORDS = """() => [...document.querySelectorAll("main *:not([hidden], [hidden] *)")]
  .filter((one) => !one.closest(".jump, .switch, .filter, .copy, #search, #off, svg"))
  .flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3)
    .map((node) => node.data.trim())).filter(Boolean)"""


def words(page: Page) -> Any:
    """The words of a page, without those of what only script shows."""
    return page.evaluate(_WORDS)


def ask(page: Page, probe: str, *words: str) -> Any:
    """The answer of a probe."""
    return page.evaluate(f"(words) => ({_PROBES.strip()}).{probe}(...words)", list(words))


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Look again every tenth of a second.

    A page cannot wait for what its worker does, and the site's policy forbids Playwright's
    ``wait_for_function`` to evaluate its expression a second time.
    """
    for _ in range(1200):  # two minutes: a guard
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came to hold")
