"""A translation made from fields, written as a page and read back."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.editorial.translated_law import fields_of, labels_of, translated_law
from lawkb.model.law import Law, Origin
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import read_page
from lawkb.parse.write_page import write_page
from tests.editorial.original_laws import filled_fields, originals
from tests.strategies import OUTLINE, SCHEME

PAGE = Origin("desk", "law_47_el", "0" * 64)
SOURCE = Source("desk", "Desk", (PageRule("law_{law}_el", "2017", ("el",)),))
GREEK = OUTLINE.language("el")
LABELS = labels_of((), 47, SCHEME, GREEK)


def _read(content: bytes) -> Law:
    page = Page(SOURCE.name, PAGE.page, PAGE.page, content)
    (law,) = read_page(page, SOURCE, OUTLINE).laws
    return law


@settings(deadline=None)
@given(st.data())
def test_a_translation_written_as_a_page_is_read_with_the_same_texts(data: st.DataObject) -> None:
    original = data.draw(originals())
    texts = data.draw(filled_fields(original, data.draw(st.sampled_from((1, 1, 2, 4)))))
    form = data.draw(st.sampled_from(("wikitext", "text")))

    made = translated_law(original, texts, LABELS, PAGE)
    law = _read(write_page(made.law, form, SOURCE, OUTLINE))

    left = {each.key for each in made.left}
    read = {each.key: each.target for each in fields_of(original, law, SCHEME)}
    assert {key: text for key, text in read.items() if text} == {
        key: text for key, text in texts.items() if key not in left
    }
    assert [each.address for each in law.provisions()] == [
        each.address for each in original.provisions()
    ]


@settings(deadline=None)
@given(st.data())
def test_every_text_is_in_the_law_or_left_with_a_reason(data: st.DataObject) -> None:
    original = data.draw(originals())
    texts = data.draw(filled_fields(original, 3))

    made = translated_law(original, texts, LABELS, PAGE)

    assert made.filled + len(made.left) == len(texts)
    assert all(each.why for each in made.left)
