"""What holds for every text in a scheme whose levels have words: the invented statute."""

from __future__ import annotations

import gc
import re
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.passage import Reference
from lawkb.references.find import find_references

_CORPUS = Path(__file__).parents[2] / "examples" / "statute" / "corpus"
_LANGUAGES = ("en", "el")
_WORDS = st.sampled_from(
    [
        *("Article", "Articles", "Art.", "paragraph", "paragraphs", "point", "points", "section"),
        *("άρθρο", "άρθρα", "παράγραφος", "παράγραφοι", "παρ.", "στοιχείο", "στοιχεία", "σημείο"),
        *(
            "subparagraph",
            "subparagraphs",
            "first",
            "second",
            "εδάφιο",
            "εδάφια",
            "πρώτο",
            "δεύτερο",
        ),
        *(
            "this Article",
            "this paragraph",
            "this point",
            "το παρόν άρθρο",
            "της παρούσας παραγράφου",
        ),
        *("preceding paragraph", "following Article", "προηγούμενη παράγραφος", "επόμενο άρθρο"),
        *("of", "of the", "του", "της", "of this Statute", "του παρόντος καταστατικού", "above"),
        *(",", "and", "or", "και", "ή", "to", "έως", "-", "(", ")", "'", "΄", ".", "\n", "\n\n"),
        *(
            "6",
            "6(1)(c)",
            "22(1)",
            "(4)",
            "1",
            "2",
            "10",
            "(c)",
            "c)",
            "γ)",
            "γ΄",
            "(γ)",
            "i)",
            "(ii)",
        ),
        *("a", "η", "α", "members", "δέντρα", "the", "\u00a0", "\u0301", "**", "[[a|", "]]"),
    ]
)
_TEXTS = st.lists(_WORDS, max_size=25).map(" ".join) | st.lists(_WORDS, max_size=25).map("".join)
_HOSTILE = [
    "point (a) of ",
    "point (a) of paragraph 1 of ",
    "paragraph 1 of paragraph 1 of ",
    "point (a) of Article 1, point (b) of ",
    "paragraph 1, point (a), ",
    "paragraphs 1, 2, ",
    "points (a), (b) and ",
    "Articles 1 paragraph 2, ",
    "Articles 1 paragraph 2 to ",
    "first and second and ",
    "first, ",
    "first subparagraph, ",
    "first subparagraph of the first subparagraph of ",
    "Article 1, first subparagraph, ",
    "this paragraph of this paragraph ",
    "preceding paragraph ",
    "στοιχείο α) ",
    "στοιχεία α) έως ",
    "παρ. 1 του άρθρου ",
    "εδάφια α΄, β΄, ",
    "εδάφιο α΄ της παρ. 1 του ",
    "άρθρο 1 παρ. 2 ",
    "γ΄ ",
    "a) ",
    "A2 ",
    "((1)",
    "Article 5 of ",
    "Directive 95/46/EC ",
    "Article 3 of that Directive ",
    "Directive 95/46/EC and Article 3 of that Directive, ",
    "of Commission Council Implementing ",
    "Annex I, point (a), ",
    "Annexes I and ",
    "recitals 1 to ",
    "point 2 of Annex ",
    "point 2 of Annex I, ",
    "paragraph 6(1)(a), ",
    "points (a) and (b) of the first subparagraph of ",
    "Article 1, points (a) and (b) and ",
    "ν. 4624/2019 ",
    "άρθρο 5 του ν. 4624/2019 και ",
    "του κατ' εξουσιοδότηση ",
    "άρθρο 5 αυτού ",
]


@cache
def _outline() -> Outline:
    return read_outline(_CORPUS)


def _find(text: str, lang: str, citing: Address | None) -> tuple[Reference, ...]:
    outline = _outline()
    return find_references(text, outline.language(lang), outline.scheme, citing)


@st.composite
def _places(draw: st.DrawFn) -> Address | None:
    path = draw(st.lists(st.integers(0, 4), min_size=0, max_size=4))
    while path and not path[-1]:
        path.pop()
    return Address(tuple(path)) if path and path[0] else None


@given(_TEXTS, st.sampled_from(_LANGUAGES), _places())
def test_references_stand_in_order_at_their_words(
    text: str, lang: str, citing: Address | None
) -> None:
    found = _find(text, lang, citing)
    for reference in found:
        assert text[reference.start : reference.end] == reference.raw != ""
        begin, end = reference.within or (reference.start, reference.end)
        assert 0 <= begin <= reference.start < reference.end <= end <= len(text)
    assert all(before.end <= after.start for before, after in pairwise(found))


@given(_TEXTS, st.sampled_from(_LANGUAGES), _places())
def test_nothing_is_guessed(text: str, lang: str, citing: Address | None) -> None:
    for reference in _find(text, lang, citing):
        assert (reference.status == "ambiguous") == bool(reference.candidates)
        assert reference.upto is None or (reference.target and reference.target < reference.upto)
        if reference.form == "relative" and reference.subparagraph is None:
            # Only where the word for its level is printed is it the citing provision.
            named = re.search(r"[^\W\d_]|§", text[: reference.start])
            assert named or reference.target != citing or citing is None
        if citing is None:
            assert reference.form in ("absolute", "range") or reference.target is None
        assert reference.subparagraph is None or reference.subparagraph > 0


@pytest.mark.parametrize("lang", _LANGUAGES)
@pytest.mark.parametrize("unit", _HOSTILE)
def test_twice_the_text_is_twice_the_work(unit: str, lang: str) -> None:
    once, twice = (_calls(lang, unit * times) for times in (100, 200))
    assert twice <= 2.1 * once + 500


def _calls(lang: str, text: str) -> int:
    """Steps of the work: calls of functions, those of the C library too."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    _find(text, lang, Address((6, 3)))  # what a text holds is remembered
    gc.disable()  # who listens to it, as hypothesis does, would be counted
    sys.setprofile(count)
    try:
        _find(text, lang, Address((6, 3)))
    finally:
        sys.setprofile(None)
        gc.enable()
    return counted
