"""Codes with texts that try to break out of a book, and with other languages."""

from __future__ import annotations

from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.code import Code, Expression, Outline
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Link, Mark, Note, Passage, Table
from tests.strategies import OUTLINE

ORIGIN = Origin("wiki", "law_1", "0" * 64, "2018-05-25T16:53", "someone")
HOSTILE = (
    '#import "x.typ": * #panic() @label <label> $x^2$ *bold* _em_ `raw` \\u{41} \\ #sys.inputs '
    "<script>alert(1)</script> <img src=x onerror=alert(1)> ]]> &amp; {{ 7*7 }} {% raw %} // /* ~ '"
)
LONG = "μακρόσυρτη" * 40
DRAWING = "   N\nW     E\n   S" + " " * 150 + "end"


def law_of(tag: str, number: int, *body: Passage | Table | Provision, heading: str = "") -> Law:
    """A law in one language, edition 2017."""
    title = Passage(heading) if heading else None
    return Law("2017", tag, Provision(Address((number,)), f"{number}.", title, body), ORIGIN)


def code_of(*laws: Law, outline: Outline = OUTLINE) -> Code:
    """A code of some laws."""
    return Code(outline, {(law.edition, law.language, law.number): law for law in laws})


def hostile_code() -> Code:
    """A law full of markup of others, in every place where a text can be."""
    rows = (
        (Cell(Passage(HOSTILE), header=True, columns=999_999_999), Cell(None, rows=999_999_999)),
        (Cell(Passage(DRAWING, preformatted=True), rows=7), Cell(Passage("x"), columns=2)),
        (),
        (Cell(Passage(LONG)),),
    )
    text = f"{HOSTILE} \x85\u2028\u202e\ufffe end"
    marked = Passage(
        HOSTILE,
        notes=(Note(7, "1", HOSTILE, ()), Note(9, "", "", (), ("marker",), ("text",))),
        marks=(Mark("bold", 0, 20), Mark("sup", 10, 30), Mark("code", 25, 40)),
        links=(Link(0, 5, "external", 'https://example.org/?a="b"&c=<d>#e'),),
    )
    inner = Provision(
        Address((1, 1)),
        HOSTILE[:60],
        Passage(HOSTILE),
        (Passage(text), marked, Table(rows), Passage(DRAWING, preformatted=True), Passage(LONG)),
        ("num",),
        ("heading",),
        complete=False,
    )
    return code_of(law_of("en", 1, Passage(HOSTILE), inner, heading=HOSTILE))


def three_languages() -> Code:
    """Two laws: the first in three languages, the second only in the first of them."""
    expression = Expression("2017", "it", "2017-01-01", "wbf", "Nota.")
    outline = replace(OUTLINE, expressions=(*OUTLINE.expressions, expression))
    return code_of(
        law_of("en", 1, Passage("The first law."), heading="First"),
        law_of("el", 1, Passage("Ο πρώτος νόμος."), heading="Πρώτος"),
        law_of("it", 1, Passage("La prima legge."), heading="Prima"),
        law_of("en", 2, Passage("The second law."), heading="Second"),
        outline=outline,
    )
