"""What holds for every text and all its links, however odd."""

from __future__ import annotations

import sys
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Link, LinkKind, Passage, Reference
from lawkb.references.links import link_references
from lawkb.references.resolve import annotate_law
from tests.references.link_pages import SOURCE, code_of
from tests.strategies import OUTLINE, SCHEME

_PIECES = st.sampled_from(
    [
        *("Law", "Laws", "Νόμος", "Νόμους", "Section", "παράγραφο", "see", "βλ.", "το", "under"),
        *("this Law", "τον παρόντα Νόμο", "above", "παραπάνω", "of the 2007 Code", "του Νόμου"),
        *(",", "and", "or", "και", "ή", "to", "έως", "-", ".", ";", "(", ")", "\u00ad", "\u0301"),
        *("81", "81C5", "81Γ5", "C5", "Γ5", "C", "Γ", "(a)", "(β)", "5", "16B", "Β", "80Γ", "A"),
        *("here", "εδώ", "player", " ", "  ", "12345", "4412/2016"),
    ]
)
_TARGETS = st.sampled_from(
    ["law_81", "law_81", "law_80", "law_16", "law07_81", "law_94", "law_0", "start", "definitions"]
)
_ANCHORS = st.sampled_from([None, None, "c_duties", "γ_καθήκοντα", "C5", "B", "x", "5", "_"])
_LINK_KINDS: list[LinkKind] = ["page", "page", "page", "external", "media"]
_KINDS = st.sampled_from(_LINK_KINDS)
_CITING = SCHEME.read("16B")


@st.composite
def _passages(draw: st.DrawFn) -> Passage:
    """A text of words, labels and noise, with links over any stretches of it."""
    between = draw(st.sampled_from(["", " "]))
    text = between.join(draw(st.lists(_PIECES, min_size=1, max_size=20))) or "x"
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=10)))
    return Passage(
        text,
        links=tuple(
            Link(start, end, draw(_KINDS), draw(_TARGETS), draw(_ANCHORS))
            for start, end in pairwise(cuts)
            if draw(st.booleans())
        ),
    )


_HELD = {key: law for key, law in code_of("x", "en").laws.items() if key[2] == 81}
_LANGUAGES = st.sampled_from(["el", "en"])


def _read(passage: Passage, lang: str) -> tuple[Passage, Passage]:
    """16B as its words give it, and with its links."""
    law = Law("2017", lang, _root(passage), Origin("wiki", "law_16", "0" * 64))
    found = annotate_law(law, OUTLINE)
    code = link_references(Code(OUTLINE, {**_HELD, ("2017", lang, 16): found}), (SOURCE,))
    return _passage_of(found), _passage_of(code.laws["2017", lang, 16])


def _root(passage: Passage) -> Provision:
    return Provision(SCHEME.read("16"), "", body=(Provision(_CITING, "B.", body=(passage,)),))


def _passage_of(law: Law) -> Passage:
    (child,) = law.root.children
    return child.passages[0]


@given(_passages(), _LANGUAGES)
def test_references_stand_in_order_at_their_words(passage: Passage, lang: str) -> None:
    _, linked = _read(passage, lang)
    for reference in linked.references:
        assert passage.text[reference.start : reference.end] == reference.raw != ""
        begin, end = reference.within or (reference.start, reference.end)
        assert 0 <= begin <= reference.start < reference.end <= end <= len(passage.text)
    assert all(before.end <= after.start for before, after in pairwise(linked.references))
    assert replace(linked, references=()) == passage


@given(_passages(), _LANGUAGES)
def test_what_a_link_adds_stands_in_it_and_cites_another_provision(
    passage: Passage, lang: str
) -> None:
    words, linked = _read(passage, lang)
    old = {(each.start, each.end) for each in words.references}
    for reference in linked.references:
        if (reference.start, reference.end) not in old:
            (link,) = (k for k in passage.links if k.start <= reference.start < k.end)
            assert (link.kind, reference.end <= link.end) == ("page", True)
            assert reference.target != _CITING or reference.edition
            assert reference.form in ("absolute", "range")


@given(_passages(), _LANGUAGES)
def test_a_reference_with_words_for_its_law_keeps_its_target(passage: Passage, lang: str) -> None:
    words, linked = _read(passage, lang)
    now = {(each.start, each.end): each for each in linked.references}
    for reference in words.references:
        if reference.form in ("absolute", "self"):
            told = now[reference.start, reference.end]
            assert replace(told, linked=None, linked_edition=None) == reference


@given(_passages(), _LANGUAGES)
def test_nothing_is_guessed(passage: Passage, lang: str) -> None:
    _, linked = _read(passage, lang)
    for reference in linked.references:
        assert (reference.status == "ambiguous") == bool(reference.candidates)
        assert reference.target is None or not reference.candidates
        if reference.linked and reference.linked_edition is None and not reference.edition:
            named = (reference.target, *reference.candidates)
            assert reference.linked not in named


@given(_passages(), _LANGUAGES)
def test_links_to_no_law_change_nothing(passage: Passage, lang: str) -> None:
    aside = tuple(replace(link, target="start") for link in passage.links)
    words, linked = _read(replace(passage, links=aside), lang)
    assert words is linked


@pytest.mark.parametrize("unit", ["see C5, ", "C5 ", "here ", "Law 80C5, ", "81C5, ", "A, "])
def test_twice_the_links_are_twice_the_work(unit: str) -> None:
    once, twice = (_calls(unit, times) for times in (200, 400))
    assert twice <= 2.1 * once + 500


def _calls(unit: str, times: int) -> int:
    """Calls of functions that reading the links of a text of units takes; all words are links."""
    size = len(unit)
    links = (Link(at * size, (at + 1) * size - 1, "page", "law_81") for at in range(times))
    law = Law(
        "2017",
        "en",
        _root(Passage(unit * times, links=tuple(links))),
        Origin("wiki", "law_16", "0" * 64),
    )
    code = Code(OUTLINE, {**_HELD, ("2017", "en", 16): annotate_law(law, OUTLINE)})
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    link_references(code, (SOURCE,))  # the vocabulary is read once
    sys.setprofile(count)
    try:
        link_references(code, (SOURCE,))
    finally:
        sys.setprofile(None)
    return counted


def test_a_heading_with_a_link_stays_as_it_is() -> None:
    heading = Passage(
        "Duties, C5", links=(Link(0, 6, "page", "law_81"), Link(8, 10, "page", "law_81"))
    )
    root = replace(_root(Passage("Text.")), heading=heading)
    law = Law("2017", "en", root, Origin("wiki", "law_16", "0" * 64))
    code = Code(OUTLINE, {**_HELD, ("2017", "en", 16): law})
    assert link_references(code, (SOURCE,)).laws["2017", "en", 16] is law


def test_a_link_in_a_list_of_many_members_is_read_once() -> None:
    text = "see " + ", ".join(["C5"] * 3) + " or D"
    links = (Link(4, 6, "page", "law_81"),)
    _, linked = _read(Passage(text, links=links), "en")
    assert [_target(each) for each in linked.references] == ["81C5", "?", "?", "?"]


def _target(reference: Reference) -> str:
    return SCHEME.write(reference.target) if reference.target else "?"
