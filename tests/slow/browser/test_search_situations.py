"""Sixty queries typed as people type them: the answer is among the first three hits of the page."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.search.real import real_code
from tests.search.situations import ENOUGH, FIRST, situations, unanswered


def provisions() -> dict[str, str]:
    """The address of every provision of the newest edition by its path and fragment."""
    code = real_code()
    scheme = code.outline.scheme
    newest = code.outline.editions[0].id
    return {
        f"{newest}/{each.address.law}/#{scheme.fragment(each.address)}": scheme.write(each.address)
        for (edition, _, _), law in code.laws.items()
        if edition == newest
        for each in law.provisions()
    }


@pytest.mark.parametrize("tag", ["el", "en"])
def test_the_site_answers_nineteen_of_twenty_situations(page: Page, address: str, tag: str) -> None:
    known = provisions()

    def search(query: str) -> list[str]:
        page.goto(f"{address}/{tag}/search/?q={quote(query)}")
        expect(page.locator("#found")).not_to_be_empty()
        links = page.locator(".hits:not([hidden]) li a").evaluate_all(
            "(links) => links.slice(0, 3).map((link) => link.href)"
        )
        assert len(links) <= FIRST
        parts = (urlsplit(link) for link in links)
        return [
            known.get(f"{part.path.partition(f'/{tag}/')[2]}#{unquote(part.fragment)}", part.path)
            for part in parts
        ]

    missed = unanswered(search)
    assert len(situations()) - len(missed) >= ENOUGH, missed
