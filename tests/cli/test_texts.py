"""Tables and what is preformatted, as a terminal shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from lawkb.cli.terminal import text_lines
from lawkb.model.passage import Cell, Note, Passage, Table
from tests.strategies import tables

WORDS = "A card that was played may be withdrawn before the next call of an opponent"


def lines(item: Passage | Table, width: int = 60) -> list[str]:
    return [line.plain for line in text_lines(Console(), item, width)]


def row(*words: str, header: bool = False) -> tuple[Cell, ...]:
    return tuple(Cell(Passage(word) if word else None, header) for word in words)


def test_the_columns_of_a_table_stand_under_one_another() -> None:
    table = Table((row("Call", "Meaning", header=True), row("1NT", "15-17"), row("", "none")))
    assert lines(table) == [
        " Call   Meaning",
        " ──────────────",
        " 1NT    15-17",
        "        none",
    ]


def test_cells_stand_beside_what_spans_rows_and_behind_what_spans_columns() -> None:
    wide = Cell(Passage("both"), columns=2)
    tall = Cell(Passage("tall"), rows=2)
    table = Table(((wide, *row("x")), (tall, *row("a", "b")), row("c", "d"), row("e", "f", "g")))
    assert [line.split() for line in lines(table)] == [
        ["both", "x"],
        ["tall", "a", "b"],
        ["c", "d"],
        ["e", "f", "g"],
    ]
    starts = [line.index(word) for line, word in zip(lines(table), "xbdg", strict=True)]
    assert len(set(starts)) == 1


def test_notes_are_marked_in_cells_too() -> None:
    table = Table(((Cell(Passage("Card", (Note(4, "1", "any"),))),),))
    assert lines(table) == [" Card[1]"]


def test_a_cell_is_set_as_its_page_sets_it() -> None:
    table = Table((row("Meaning"), (Cell(Passage("3"), align="right"),)))
    assert lines(table) == [" Meaning", "       3"]


def test_a_drawing_is_not_wrapped_and_keeps_its_blanks() -> None:
    drawing = Passage(f"    N\nW       E\n{WORDS}\n", preformatted=True)
    assert lines(drawing, 20) == ["    N", "W       E", WORDS, ""]


def test_words_are_wrapped() -> None:
    assert max(map(len, lines(Passage(WORDS), 20))) <= 20
    assert " ".join(lines(Passage(WORDS), 20)) == WORDS


@pytest.mark.parametrize("columns", [2, 9, 10, 11, 40])
def test_a_table_of_any_number_of_columns_is_shown_whole(columns: int) -> None:
    words = [f"{number}word" for number in range(columns)]
    shown = lines(Table((row(*words), row(*words))))
    assert max(map(len, shown)) <= 60
    letters = "".join("".join(shown).replace("|", "").split())
    assert sorted(letters) == sorted("".join(words) * 2)


@given(tables(), st.integers(20, 80))
def test_no_table_takes_more_than_its_width_or_without_end(table: Table, width: int) -> None:
    shown = text_lines(Console(), table, width)
    assert all(line.cell_len <= width for line in shown)
