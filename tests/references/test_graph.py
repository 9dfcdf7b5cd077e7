"""Who cites whom, from both ends, and the sentence that says so."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given

from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Note, Passage, Table
from lawkb.references.graph import Citation, Graph, build_graph, sentence_of, sentence_starts
from lawkb.references.resolve import annotate_law, resolve_code
from tests.references.cases import at, read
from tests.strategies import LANGUAGE_FILES, OUTLINE, SCHEME, passages

_ORIGIN = Origin("wiki", "law", "0" * 64)


def _law(edition: str, language: str, texts: dict[str, str]) -> Law:
    """A law of provisions directly in it; a text after a stroke is a note."""
    children = tuple(
        Provision(at(place), "", None, (_passage(text),)) for place, text in texts.items()
    )
    root = Provision(at(str(children[0].address.law)), "", None, children)
    return annotate_law(Law(edition, language, root, _ORIGIN), OUTLINE)


def _passage(text: str) -> Passage:
    words, _, note = text.partition(" | ")
    return Passage(words, (Note(0, "1", note),) if note else ())


def _graph(*laws: Law) -> Graph:
    held = {(law.edition, law.language, law.number): law for law in laws}
    return build_graph(resolve_code(Code(OUTLINE, held)))


_GRAPH = _graph(
    _law("2017", "en", {"47A": "see Law 49. This is Law 57A.", "47B": "see A above | Law 57"}),
    _law("2017", "el", {"47A": "βλ. Νόμο 49 και Νόμο 57Α"}),
    _law("2017", "en", {"57A": "Laws 45 to 50 and 57B to D", "57B": "x", "57C": "x", "57D": "x"}),
    _law("2007", "it", {"47A": "vedi Articolo 49 del Codice di Gara"}),
)


def _said(citations: tuple[Citation, ...]) -> list[str]:
    return [f"{c.language} {SCHEME.write(c.citing)} {c.reference.raw}" for c in citations]


@pytest.mark.parametrize(
    ("edition", "place", "citing"),
    [
        ("2017", "57A", ["en 47A 57A", "el 47A 57Α"]),
        ("2017", "57", ["en 47B 57"]),
        ("2017", "47A", ["en 47B A"]),
        ("2017", "47", ["en 57A 45 to 50"]),
        ("2017", "46", ["en 57A 45 to 50"]),
        ("2017", "51", []),
        ("2017", "57C", ["en 57A 57B to D"]),
        ("2017", "47B", []),
        ("2007", "49", ["it 47A 49"]),
        ("2017", "49", ["en 47A 49", "el 47A 49", "en 57A 45 to 50"]),
    ],
)
def test_a_provision_is_cited_by_what_names_it_or_a_range_around_it(
    edition: str, place: str, citing: list[str]
) -> None:
    assert _said(_GRAPH.cited_by(edition, at(place))) == citing


def test_citations_into_a_provision_are_those_of_all_in_it_each_once() -> None:
    assert _said(_GRAPH.cited_into("2017", at("57"))) == [
        *("en 47A 57A", "en 47B 57", "el 47A 57Α", "en 57A 57B to D")
    ]


def test_a_provision_cites_what_those_in_it_cite_notes_last() -> None:
    assert _said(_GRAPH.cites("2017", at("47B"))) == ["en 47B A", "en 47B 57"]
    assert [c.note for c in _GRAPH.cites("2017", at("47B"))] == [None, "1"]
    assert len(_GRAPH.cites("2017", at("47"))) == len(["49", "57A", "A", "57", "49", "57Α"])


def test_a_citation_in_a_cell_stands_in_the_words_of_its_cell_alone() -> None:
    cells = ("first card", "see Law 49", "last card")
    table = Table((tuple(Cell(Passage(text)) for text in cells),))
    child = Provision(at("47A"), "A.", None, (Passage("Before."), table))
    law = Law("2017", "en", Provision(at("47"), "", None, (child,)), _ORIGIN)
    (citation,) = _graph(annotate_law(law, OUTLINE)).cited_by("2017", at("49"))
    assert citation.sentence == "see Law 49"
    assert citation.sentence[slice(*citation.span)] == "49"
    reference = citation.reference
    assert child.text[reference.start : reference.end] == "49"


def test_laws_that_are_cited_and_not_held_are_listed_by_number() -> None:
    absent = _GRAPH.not_held("2017")
    assert {number: len(found) for number, found in absent.items()} == {
        **dict.fromkeys((45, 46, 48, 50), 1),
        49: 3,
    }
    assert _said(_GRAPH.not_held("2007")[49]) == ["it 47A 49"]
    assert _GRAPH.not_held("1997") == {}


def test_a_page_cannot_make_a_range_endless() -> None:
    graph = _graph(_law("2017", "en", {"47A": "Laws 2 to 9999 and Laws 90C1-80"}))
    assert max(graph.not_held("2017")) == OUTLINE.editions[0].laws
    assert _said(graph.cited_by("2017", at("90C1"))) == ["en 47A 90C1-80"]
    assert graph.cited_by("2017", at("90C40")) == ()


@pytest.mark.parametrize(("last", "named"), [(102, True), (103, False)])
def test_a_long_range_cites_its_ends_alone(last: int, named: bool) -> None:
    texts = {"47A": ""} | {f"47A{n}": "words" for n in range(1, last + 1)}
    graph = _graph(_law("2017", "en", {**texts, "47B": f"See Laws 47A1 to 47A{last}."}))
    for place in ("47A1", f"47A{last}"):
        assert len(graph.cited_by("2017", at(place))) == 1
    assert bool(graph.cited_by("2017", at("47A50"))) == named
    assert graph.cited_into("2017", at("47A"))


@pytest.mark.parametrize(
    ("lang", "text", "sentences"),
    [
        ("en", "One. Two (see Law 16). Law 17 too.", ["Two (see Law 16).", "Law 17 too."]),
        ("en", "Calls. (See Laws 41B and 41C). As in B he may", ["Calls. (See Laws 41B and 41C)."]),
        ("el", "Ένα. Δύο, βλ. Νόμο 16. Τρία.", ["Δύο, βλ. Νόμο 16."]),
        ("el", "Δύο, π.χ. Νόμο 16Κ. Τρία.", ["Δύο, π.χ. Νόμο 16Κ."]),
        ("en", "This is Law 47E. Then Law 47E.", ["This is Law 47E.", "Then Law 47E."]),
        ("it", "Uno. Vedi art. 12C1(e). Due.", ["Vedi art. 12C1(e)."]),
    ],
)
def test_the_citing_sentence_is_whole(lang: str, text: str, sentences: list[str]) -> None:
    graph = _graph(_law("2017" if lang != "it" else "2007", lang, {"90A": text}))
    assert list(dict.fromkeys(c.sentence for c in graph.citations))[: len(sentences)] == sentences


def test_no_citation_copies_a_sentence_without_end() -> None:
    graph = _graph(_law("2017", "en", {"90A": "Law 16B1 " * 500}))
    assert max(len(citation.sentence) for citation in graph.citations) < 1000
    middle = [*graph.citations][250]
    assert middle.sentence.startswith("…") and middle.sentence.endswith("…")
    assert middle.sentence[slice(*middle.span)] == "16B1"


@given(passages())
def test_no_sentence_cuts_a_reference(passage: Passage) -> None:
    spans = tuple((reference.start, reference.end) for reference in passage.references)
    starts = sentence_starts(passage.text, frozenset(), spans)
    for reference in passage.references:
        sentence, (start, end) = sentence_of(passage.text, starts, (reference.start, reference.end))
        assert sentence[start:end] == reference.raw


@pytest.mark.parametrize("lang", LANGUAGE_FILES)
def test_every_citation_stands_in_its_sentence_and_its_provision(lang: str) -> None:
    text = "Law 16. Νόμο 16! Articolo 16 … Loi 16. (see art. 17). βλ. Νόμο 18; Laws 1 and 2. "
    edition = "2007" if lang == "it" else "2017"
    law = _law(edition, lang, {"90A": text * 3})
    graph = _graph(law)
    assert len([*graph.citations]) == len(read(lang, text * 3, "90A")) > 0
    for citation in graph.citations:
        start, end = citation.span
        assert citation.sentence[start:end] == citation.reference.raw
        own = law.find(citation.citing)
        assert own is not None
        reference = citation.reference
        assert own.text[reference.start : reference.end] == reference.raw


def test_a_second_question_on_a_law_costs_the_same_in_a_code_of_many_citations() -> None:
    few = _graph(_law("2017", "en", {"47A": "Law 49. " * 3}))
    many = _graph(_law("2017", "en", {"47A": "Law 49. " * 300}))
    assert _steps(few) == _steps(many)


def _steps(graph: Graph) -> int:
    """Calls that three questions take once these laws have been asked for."""
    counted = 0
    graph.cited_by("2017", at("49A"))
    graph.cites("2017", at("47"))

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        graph.cited_by("2017", at("49"))
        graph.cited_into("2017", at("49"))
        graph.cites("2017", at("47A"))
    finally:
        sys.setprofile(None)
    return counted
