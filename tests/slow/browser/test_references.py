"""The drawn references in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


def test_a_box_of_the_picture_leads_to_its_provision(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/47/")
    page.get_by_role("link", name="Παραπομπές", exact=True).click()
    picture = page.get_by_role("group", name="Νόμος 47: παραπομπές").last
    picture.get_by_role("link", name="47Ε2(α)").click()
    expect(page).to_have_url(f"{address}/el/2017/47/#E2a")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_and_boxes_of_the_picture_can_be_told_from_the_paper(
    page: Page, address: str, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"{address}/en/2017/20/references/")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    inks = page.evaluate(
        """() => [...document.querySelectorAll("svg text, svg rect, svg .curve")].map(one => {
          const style = getComputedStyle(one);
          return one.tagName === "text" ? style.fill : style.stroke;
        })"""
    )
    assert len(inks) > 20
    assert not {paper, "none"} & set(inks)


def test_names_stay_inside_their_boxes(page: Page, address: str) -> None:
    for path in ("el/2017/20/references/", "en/2007/47/references/", "el/references/"):
        page.goto(f"{address}/{path}")
        wide = page.evaluate(
            """() => [...document.querySelectorAll("svg text")].filter(one =>
              one.getBBox().width > one.previousElementSibling.getBBox().width - 4)
              .map(one => one.textContent)"""
        )
        assert wide == []
