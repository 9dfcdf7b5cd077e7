"""Links that lead nowhere are told of, all others are not."""

from lawkb.publish.render import WrittenPage, dead_links, ids_of, written_page
from lawkb.publish.urls import Place

OTHERS = ("el/reading/index.html", "assets/site.css")


def ends(path: str, anchors: str, *links: Place) -> WrittenPage:
    return written_page(path, frozenset(anchors.split()), links)


def test_a_link_to_no_page_or_to_no_id_of_a_page_is_dead() -> None:
    law = ends("el/2017/47/index.html", "content A", Place("el/2017/48/index.html", "B"))
    other = ends(
        "el/2017/48/index.html",
        "content",
        Place("el/2017/48/index.html", "content"),
        Place("el/2017/48/index.html", "own"),
        Place("el/2017/47/index.html", "Z"),
        Place("el/2017/49/index.html"),
        Place("el/2017/49/index.html", "A"),
    )
    assert list(dead_links((law, other), ids_of((law, other)), OTHERS.__contains__)) == [
        "el/2017/47/index.html links to el/2017/48/index.html#B, which is no id there",
        "el/2017/48/index.html links to el/2017/47/index.html#Z, which is no id there",
        "el/2017/48/index.html links to el/2017/48/index.html#own, which is no id there",
        "el/2017/48/index.html links to el/2017/49/index.html, which is no page",
    ]


def test_links_to_what_is_there_are_not_told_of() -> None:
    law = ends(
        "el/2017/47/index.html",
        "content A",
        Place("el/2017/47/index.html", "A"),
        Place("el/2017/47/index.html"),
        Place("el/reading/index.html", "any-id"),
        Place("assets/site.css"),
    )
    assert list(dead_links((law,), ids_of((law,)), OTHERS.__contains__)) == []
