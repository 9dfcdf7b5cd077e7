"""A translation made from fields, written as a page and read back."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.editorial.new_translation import fields_of, labels_of, translated_law
from lawkb.model.address import Address, Level, Scheme, Series
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.document import PageFormat
from lawkb.parse.read_page import read_page
from lawkb.parse.write_page import write_page
from tests.editorial.original_laws import filled_fields, originals
from tests.strategies import OUTLINE, SCHEME

SOURCE = Source(
    "desk",
    "Desk",
    (PageRule("law_{law}_el", "2017", ("el",)), PageRule("law_{law}_it", "2007", ("it",))),
)


def _read(content: bytes, page_id: str) -> Law:
    (law,) = read_page(Page("desk", page_id, page_id, content), SOURCE, OUTLINE).laws
    return law


@settings(deadline=None)
@given(st.data())
def test_a_translation_written_as_a_page_is_read_with_the_same_texts(data: st.DataObject) -> None:
    original = data.draw(originals())
    texts = data.draw(filled_fields(original, data.draw(st.sampled_from((1, 1, 2, 4)))))
    form: PageFormat = data.draw(st.sampled_from(("wikitext", "text")))
    tag = data.draw(st.sampled_from(("el", "el", "it")))
    page_id = f"law_47_{tag}"
    labels = labels_of((), 47, SCHEME, OUTLINE.language(tag))

    made = translated_law(original, texts, labels, Origin("desk", page_id, "0" * 64))
    law = _read(write_page(made.law, form, SOURCE, OUTLINE), page_id)

    left = {key for key, _ in made.left}
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

    labels = labels_of((), 47, SCHEME, OUTLINE.language("el"))
    made = translated_law(original, texts, labels, Origin("desk", "law_47_el", "0" * 64))

    assert made.filled + len(made.left) == len(texts)
    assert all(why for _, why in made.left)


def test_labels_are_in_the_letters_of_the_language() -> None:
    labels = labels_of((), 47, SCHEME, OUTLINE.language("el"))
    address = SCHEME.read

    written = [labels.of(address(place)) for place in ("47", "47D", "47F", "47F2(a)(iv)", "47A(f)")]

    assert written == ["Νόμος 47", "Δ.", "ΣΤ.", "(iv)", "(στ)"]


def test_an_annex_is_labelled_by_its_own_levels_whatever_the_articles_have() -> None:
    part = Level("part", "upper", "{}", "-part-{}", is_division=True)
    annex = Series("annex", 1, "roman", (part, *SCHEME.levels[1:]))
    scheme = Scheme(SCHEME.levels[:2], (annex,))
    deepest = Provision(Address((annex.number(1), 2, 5, 1)), "1.", None, (), ())
    root = Provision(Address((annex.number(1),)), "", None, (deepest,), ())
    laws = [Law("2017", "el", root, Origin("", "", ""))]
    greek = OUTLINE.language("el")
    assert labels_of(laws, 47, scheme, greek).of(Address((47, 2))) == "Β."
    labels = labels_of(laws, annex.number(3), scheme, greek)
    assert labels.of(Address((annex.number(3),))) == "Παράρτημα III"
    assert labels.of(Address((annex.number(3), 2))) == "Μέρος Β"
    assert labels.of(Address((annex.number(3), 2, 5, 1))) == "1."
