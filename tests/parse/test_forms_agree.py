"""One page in every form gives one law: raw, page of either template, exports."""

from functools import cache
from pathlib import Path

import pytest

from lawkb.corpus.outline import read_outline, read_sources
from lawkb.model.law import Law
from lawkb.model.page import Page
from lawkb.parse.law_page import Reading, read_law_page
from lawkb.parse.typography import fold_typography

PEBBLES = Path(__file__).parents[2] / "examples" / "three-pebbles" / "corpus"
SAMPLES = Path(__file__).parents[1] / "samples" / "dokuwiki"
OUTLINE = read_outline(PEBBLES)
(WIKI,) = read_sources(PEBBLES, OUTLINE)
PAGES = ("rule_02", "rule_07", "rule_20", "rule_40")
FORMS = {
    "raw": "data26/pages/{}.txt",
    "page of the stock template": "http26/{}.show.html",
    "page of bootstrap3": "http22/{}.show.html",
    "export_xhtml": "http26/{}.export_xhtml.html",
    "export_xhtmlbody": "http26/{}.export_xhtmlbody.html",
}


@cache
def reading(page: str, form: str) -> Reading:
    path = SAMPLES / FORMS[form].format(page)
    content = path.read_bytes()
    return read_law_page(Page("wiki", page, path.name, content), WIKI.rules[0], WIKI, OUTLINE)


def shape(law: Law) -> list[tuple[object, ...]]:
    """What a law says, typography and the places of marks on the page aside."""
    return [
        (
            OUTLINE.scheme.write(p.address),
            p.num,
            words(p.heading.text) if p.heading else None,
            [words(passage.text) for passage in p.passages],
            [(note.marker, words(note.text)) for note in p.notes],
            [(link.kind, link.target) for passage in p.passages for link in passage.links],
            (p.inferred, p.lost),
        )
        for p in law.provisions()
    ]


def words(text: str) -> str:
    return " ".join(fold_typography(text).split())


@pytest.mark.parametrize("form", [form for form in FORMS if form != "raw"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_gives_the_same_laws_as_its_raw_text(page: str, form: str) -> None:
    path = SAMPLES / FORMS[form].format(page)
    assert path.exists()
    raw, rendered = reading(page, "raw"), reading(page, form)
    assert [law.language for law in raw.laws] == [law.language for law in rendered.laws]
    for one, other in zip(raw.laws, rendered.laws, strict=True):
        assert shape(one) == shape(other)


@pytest.mark.parametrize("page", PAGES)
def test_no_form_of_a_page_leaves_anything_unparsed(page: str) -> None:
    for form in FORMS:
        assert reading(page, form).account.counts["unparsed"] == 0
