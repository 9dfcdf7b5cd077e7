"""Searching companions: which parts are found, in which order, and how they are shown."""

from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from lawkb.exchange.public_types import as_json
from lawkb.model.address import Address
from lawkb.model.answer import CompanionPlace
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Cell, Note, Passage, Reference, Table
from lawkb.search.documents import Spot, document, documents
from lawkb.search.index import index_key
from lawkb.search.whoosh_engine import WhooshEngine
from tests.companion_strategies import companions
from tests.search.asking import search_code
from tests.strategies import OUTLINE

_ORIGIN = Origin("wiki", "definitions", "0" * 64)
_SEE = "a card, see Law 47E."
_CARD = Section(
    "entry",
    "",
    Passage("Pip"),
    (
        Passage(_SEE, (), (Reference(16, 19, "47E", "absolute", Address((47, 5)), status="held"),)),
        Section("sense", "1.", None, (Passage("any spot on it"),)),
        Section("sense", "2.", None, (Passage("all of them", (Note(3, "1", "both sides"),)),)),
    ),
)
_HONOUR = Section("entry", "", Passage("Honour"), (Passage("an ace, say"),))
_TABLE = Table(((Cell(Passage("trick")), Cell(Passage("a unit of four cards"))),))
_PLAY = Section("section", "", Passage("Play"), (_TABLE, _HONOUR))
_DEFINITIONS = Companion(
    *("definitions", "definitions", "2017", "en", None, Passage("Definitions")),
    body=(Passage("Words the Laws use."), _CARD, _PLAY),
    origin=_ORIGIN,
    comments=(Comment("A. B.", "2017-06-30T14:14", "a misprint here"),),
)
_LAW = Law("2017", "en", Provision(Address((7,)), "", body=(Passage("an ace, say"),)), _ORIGIN)
_CODE = Code(OUTLINE, {("2017", "en", 7): _LAW}, {("2017", "en", "definitions"): _DEFINITIONS})


def _labels(query: str, folder: Path) -> list[str]:
    return [hit.label for hit in search_code(_CODE, folder, query).hits]


def test_the_beginning_every_section_and_every_entry_is_a_document_behind_all_laws() -> None:
    found = [(held.place, held.texts[0].label) for held in documents(_CODE)]
    assert found == [
        (Address((7,)), "7"),
        (Spot("definitions", "en", "all"), "Definitions"),
        (Spot("definitions", "en", "entry_1"), "Definitions: Pip"),
        (Spot("definitions", "en", "section_1"), "Definitions: Play"),
        (Spot("definitions", "en", "section_1__entry_1"), "Definitions: Honour"),
    ]
    assert document(_CODE, "2017", found[-1][0]) == list(documents(_CODE))[-1]
    assert list(documents(_CODE))[-1].texts[0].headings == ("Play",)


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ("definitions", ["Definitions"]),
        ("words use", ["Definitions"]),
        ("pip", ["Definitions: Pip"]),
        ("spot", ["Definitions: Pip"]),  # of a meaning
        ("sides", ["Definitions: Pip"]),  # of a note in a meaning
        ("unit", ["Definitions: Play"]),  # of a cell
        ("misprint", ["Definitions"]),  # of a comment
        ("honour", ["Definitions: Honour"]),
        ("47E", ["Definitions: Pip"]),  # a law it cites
    ],
)
def test_a_part_is_found_by_its_words(query: str, labels: list[str], tmp_path: Path) -> None:
    assert _labels(query, tmp_path) == labels


def test_a_law_comes_before_a_companion_that_says_the_same(tmp_path: Path) -> None:
    assert _labels("ace", tmp_path) == ["7", "Definitions: Honour"]


def test_a_term_is_shown_with_its_definition(tmp_path: Path) -> None:
    (hit,) = search_code(_CODE, tmp_path, "pip").hits
    assert hit.snippet == "a card, see Law 47E. any spot on it all of them"
    assert (hit.address, hit.lang) == (None, "en")
    assert hit.companion == CompanionPlace("definitions", "entry_1")


def test_the_json_of_a_hit_names_the_companion_in_place_of_an_address(tmp_path: Path) -> None:
    answer = search_code(_CODE, tmp_path, "ace")
    first, second = as_json(answer)["hits"]
    assert (first["address"], first["companion"]) == ("7", None)
    assert second["address"] is None
    assert second["companion"] == {"name": "definitions", "id": "section_1__entry_1"}
    assert (second["label"], second["heading"]) == ("Definitions: Honour", "Play")


def test_a_companion_without_a_title_goes_by_its_name(tmp_path: Path) -> None:
    bare = replace(_DEFINITIONS, heading=None)
    code = replace(_CODE, companions={("2017", "en", "definitions"): bare})
    (hit,) = search_code(code, tmp_path, "pip").hits
    assert hit.label == "definitions: Pip"


def test_another_word_of_a_companion_is_another_index() -> None:
    other = replace(_DEFINITIONS, body=(Passage("Words the Laws used."), _CARD, _PLAY))
    changed = replace(_CODE, companions={("2017", "en", "definitions"): other})
    bare = replace(_CODE, companions={})
    engine = WhooshEngine(OUTLINE)
    assert len({index_key(code, engine.version) for code in (_CODE, changed, bare)}) == 3
    assert index_key(_CODE, engine.version) == index_key(replace(_CODE), engine.version)


@given(companions())
def test_every_passage_of_any_companion_can_be_searched_in_its_place(companion: Companion) -> None:
    key = (companion.edition, companion.language, companion.name)
    code = Code(OUTLINE, {}, {key: companion})
    found = list(documents(code))
    for held in found:
        assert document(code, companion.edition, held.place) == held
        for part in held.texts[0].parts:
            for reference in part.references or ():
                assert part.text[reference.start : reference.end] == reference.raw
    parts = [part for held in found for part in held.texts[0].parts]
    texts = (part.text for part in parts if part.zone in ("heading", "text"))
    lines = sorted(line for text in texts for line in text.split("\n"))
    assert lines == sorted(line for p in companion.passages() for line in p.text.split("\n"))
