"""What the search holds of a provision: the cells of its tables are law text."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Note, Passage, Table
from lawkb.references.resolve import annotate_law
from lawkb.search.documents import documents
from tests.search.asking import search_code
from tests.strategies import OUTLINE

_LONG = "Many words stand here in a row before the others come to be read. "
_TABLE = Table(
    (
        (Cell(Passage("Call made"), header=True), Cell(Passage("What it shows"), header=True)),
        (Cell(Passage("two notrump")), Cell(Passage("a balanced hand, see Law 16C"))),
        (Cell(None), Cell(Passage("a psychic", notes=(Note(9, "1", "a gross misstatement"),)))),
    )
)
_BODY = (Passage(_LONG * 4), _TABLE, Passage(_LONG * 4))
_PLAIN = Provision(Address((7,)), "", body=_BODY)
_LAW = annotate_law(Law("2017", "en", _PLAIN, Origin("wiki", "law_7", "0" * 64)), OUTLINE)
_CODE = Code(OUTLINE, {("2017", "en", 7): _LAW})


def test_the_cells_of_a_table_are_told_apart_in_the_text() -> None:
    (document,) = documents(_CODE)
    (part,) = document.texts[0].in_zone("text")
    assert [part.text[start:end] for start, end in part.cells] == [
        *("Call made", "What it shows", "two notrump", "a balanced hand, see Law 16C", "a psychic")
    ]


@pytest.mark.parametrize(
    ("query", "cell"),
    [
        ("notrump", "two notrump"),
        ("balanced", "a balanced hand, see Law 16C"),
        ("psychic", "a psychic"),
        ("16C", "a balanced hand, see Law 16C"),
        ('"shows two"', "What it shows two notrump"),
    ],
)
def test_the_words_of_a_cell_are_found_and_shown_whole(
    query: str, cell: str, tmp_path: Path
) -> None:
    (hit,) = search_code(_CODE, tmp_path, query).hits
    assert cell in hit.snippet


@pytest.mark.parametrize("at", range(8))
def test_a_snippet_does_not_end_inside_a_short_cell(at: int, tmp_path: Path) -> None:
    cells = tuple(Cell(Passage(f"{'word ' * 5}number{n} {'word ' * 5}end.")) for n in range(8))
    root = Provision(Address((7,)), "", body=(Table(tuple((cell,) for cell in cells)),))
    code = Code(OUTLINE, {("2017", "en", 7): Law("2017", "en", root, _LAW.origin)})
    (hit,) = search_code(code, tmp_path, f"number{at}").hits
    shown = hit.snippet.removeprefix("… ").removesuffix(" …")
    assert shown.startswith("word")
    assert shown.endswith("end.")
    assert shown.count("number") == shown.count("end.")


def test_the_note_of_a_cell_is_found(tmp_path: Path) -> None:
    (hit,) = search_code(_CODE, tmp_path, "misstatement").hits
    assert hit.snippet == "a gross misstatement"
