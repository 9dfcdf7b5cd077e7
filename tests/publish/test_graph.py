"""The pages of references: the picture and the tables hold the same, in the reader's language."""

from functools import cache

import pytest
from lxml import html
from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from tests.publish.rendering import Rendered, rendered_site
from tests.publish.sample_code import ORIGIN, cite, passage, provision, sample_code


@cache
def site() -> dict[str, Rendered]:
    return rendered_site(sample_code())


def _words(element: html.HtmlElement) -> str:
    return " ".join(str(element.text_content()).split())


def _rows(path: str) -> list[list[str]]:
    rows = site()[path].tree.xpath("//main//table//tr[td]")
    return [[_words(cell) for cell in row.xpath("td")] for row in rows]


def _boxes(path: str) -> dict[str, str]:
    """What stands in the boxes of a picture, with what is drawn."""
    boxes = site()[path].tree.xpath("//svg//*[contains(@class, 'box')]")
    return {_words(box): box.get("class").removeprefix("box ") for box in boxes}


# Read off sample_code: the ambiguous C of 33B1 has no target, so it is in neither.
@pytest.mark.parametrize(
    ("path", "rows"),
    [
        (
            "en/2017/33/references/index.html",
            [
                ["33A", "59 text not on this site", "en el"],
                ["33A", "33B1", "en el"],
                ["33B1", "34Z no such provision here", "en"],
                ["34A", "33A", "en"],
            ],
        ),
        (
            "en/2017/34/references/index.html",
            [["34A", "33A", "en"], ["33B1", "34Z no such provision here", "en"]],
        ),
        (
            "el/2017/33/references/index.html",
            [
                ["33Α", "59 το κείμενο δεν περιλαμβάνεται", "en el"],
                ["33Α", "33Β1", "en el"],
                ["33Β1", "34ΚΣΤ δεν υπάρχει τέτοια διάταξη εδώ", "en"],
                ["34Α", "33Α", "en"],
            ],
        ),
        (
            "en/references/index.html",
            [["Law 33", "33, 34, 59"], ["Law 34", "33"], ["Law 33", "–"]],
        ),
    ],
)
def test_the_tables_hold_every_reference(path: str, rows: list[list[str]]) -> None:
    assert _rows(path) == rows


@pytest.mark.parametrize(
    ("path", "boxes", "curves"),
    [
        (
            "en/2017/33/references/index.html",
            {"33A": "own", "33B1": "own", "34A": "other", "34Z": "unresolved", "59": "not-held"},
            4,
        ),
        ("en/references/index.html", {"33": "own", "34": "own", "59": "not-held"}, 3),
    ],
)
def test_the_picture_holds_the_same_provisions(
    path: str, boxes: dict[str, str], curves: int
) -> None:
    assert _boxes(path) == boxes
    assert len(site()[path].tree.xpath("//svg/path")) == curves


def test_boxes_link_to_what_is_there_and_to_nothing_else() -> None:
    page = site()["en/2017/33/references/index.html"]
    links = {_words(link): link.get("href") for link in page.tree.xpath("//svg//a")}
    assert links == {
        "33A": "../#A",
        "33B1": "../#B1",
        "34A": "../../34/#A",
        "59": "../../59/",
    }
    assert {place.path for place in page.page.links} == {
        "en/2017/33/index.html",
        "en/2017/34/index.html",
        "en/2017/59/index.html",
        "en/references/index.html",
    }


def test_a_picture_has_a_title_and_no_style_of_its_own() -> None:
    for path in ("en/2017/33/references/index.html", "el/references/index.html"):
        (picture,) = site()[path].tree.xpath("//svg")
        (title,) = picture.xpath("title")
        assert title.text
        assert picture.get("aria-labelledby") == title.get("id")
        assert not picture.xpath("//@style | .//style | .//script")


def test_a_law_without_references_says_so() -> None:
    page = site()["en/2007/33/references/index.html"]
    assert "It cites no provision, and no provision cites it." in page.words("//main")
    assert not page.tree.xpath("//svg | //table")


def test_the_page_of_a_law_and_the_home_page_lead_to_the_references() -> None:
    law = site()["el/2017/33/index.html"].tree
    assert "references/" in law.xpath("//header[@class='law-head']//@href")
    assert "references/" in site()["el/index.html"].tree.xpath("//main//@href")


def test_too_many_references_for_a_picture_are_in_the_table() -> None:
    texts = [f"see Law {n}A" for n in range(1, 94) for _ in range(4)]
    children = [
        provision(f"47A{n}", "", passage(text, cite(text, text[8:], text[8:], status="not-held")))
        for n, text in enumerate(texts, start=1)
    ]
    root = provision("47", "", provision("47A", "A.", Passage("x"), *children))
    law = Law("2017", "en", root, ORIGIN)
    code: Code = replace(sample_code(), laws={("2017", "en", 47): law})
    site = rendered_site(code)
    pages = [page for path, page in site.items() if path.startswith("en/2017/47/references/")]
    assert not any(page.tree.xpath("//svg") for page in pages)
    assert "too many references for a picture" in pages[0].words("//main")
    rows = [row for page in pages for row in page.tree.xpath("//main//table//tr[td]")]
    assert len(rows) == len(texts)


@pytest.mark.parametrize(("tag", "name"), [("en", "Law 59"), ("el", "Νόμος 59")])
def test_what_is_cited_but_not_held_is_listed_under_the_table(tag: str, name: str) -> None:
    tree = site()[f"{tag}/references/index.html"].tree
    links = tree.xpath("//section[h2/@id='2017']/ul[@class='absent']//a")
    assert [(link.xpath("string(span[1])"), link.get("href")) for link in links] == [
        (name, "../2017/59/")
    ]
