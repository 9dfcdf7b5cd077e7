"""What a law says of an act that it amends, and the columns of a correlation table."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Passage, Table
from lawkb.references.resolve import annotate_law
from tests.references.cases import CASES, rows

_PASSAGES = rows("references/amendments.tsv")


@cache
def _outline(code: str) -> Outline:
    return read_outline(Path(CASES) / "references" / code)


def _law(outline: Outline, tag: str, texts: list[tuple[str, str]], table: Table | None) -> Law:
    """Article 19 with passages: of itself, or of its paragraphs."""
    own: list[Passage | Table | Provision] = []
    inner: dict[Address, list[Passage]] = {}
    for place, text in texts:
        address = outline.scheme.read(place)
        if address.depth:
            inner.setdefault(address, []).append(Passage(text))
        else:
            own.append(Passage(text))
    body = (*own, *([table] if table else []))
    parts = tuple(Provision(at, "1.", None, tuple(found)) for at, found in inner.items())
    root = Provision(Address((19,)), "Article 19", None, (*body, *parts))
    edition = outline.editions[0].id
    return Law(edition, tag, root, Origin("s", "p", "0" * 64))


def _written(law: Law, outline: Outline) -> list[str]:
    found = []
    for provision in law.provisions():
        for passage in provision.passages:
            for each in passage.references:
                target = outline.scheme.write(each.target) if each.target else "?"
                found.append(f"{each.raw}={'@' if each.act is not None else target}")
    return found


@pytest.mark.parametrize("name", dict.fromkeys(row["name"] for row in _PASSAGES))
def test_references_in_an_amendment_are_to_the_amended_act(name: str) -> None:
    given = [row for row in _PASSAGES if row["name"] == name]
    outline = _outline(given[0]["code"])
    texts = [(row["place"], row["text"]) for row in given]
    law = annotate_law(_law(outline, given[0]["lang"], texts, None), outline)
    wanted = [each for row in given for each in row["references"].split("; ") if each]
    assert _written(law, outline) == wanted


def test_the_head_of_a_column_says_to_which_act_its_cells_refer() -> None:
    outline = _outline("eu")
    table = Table(
        (
            (Cell(Passage("Directive 94/91/EC"), True), Cell(Passage("This Regulation"), True)),
            (Cell(Passage("Article 4(1)")), Cell(Passage("Article 5(2)"))),
            (Cell(None), Cell(Passage("Article 6"))),
        )
    )
    law = annotate_law(_law(outline, "en", [], table), outline)
    assert _written(law, outline) == [
        "Directive 94/91/EC=@",
        "4(1)=@",
        "5(2)=5(2)",
        "6=6",
    ]
    again = annotate_law(_law(outline, "en", [], Table(table.rows[1:])), outline)
    assert _written(again, outline) == ["4(1)=4(1)", "5(2)=5(2)", "6=6"]
