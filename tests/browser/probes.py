"""What is asked of a page in the browser: ``probes.js`` says what each probe gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_PROBES = Path(__file__).with_name("probes.js").read_text(encoding="utf-8").partition("\n")[2]


def ask(page: Page, probe: str, *words: str) -> Any:
    """The answer of a probe."""
    return page.evaluate(f"(words) => ({_PROBES.strip()}).{probe}(...words)", list(words))
