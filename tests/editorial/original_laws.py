"""Generated originals to translate, as pages give them, and texts for their fields."""

from __future__ import annotations

from itertools import count

from hypothesis import strategies as st

from lawkb.editorial.new_translation import Field, Key, fields_of
from lawkb.model.address import Address
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Align, Cell, Link, Mark, Note, Passage, Table
from tests.strategies import SCHEME

ORIGIN = Origin("wiki", "law_47", "0" * 64)
# What the two forms of page trip over: their signs, brackets, labels inside a text.
_WORDS = st.sampled_from(
    (
        *("παίκτης", "Νόμο", "12Γ1", "(βλέπε", "Νόμο 47Ε2(α))", "δεν", "ΑΣΔ", "«λέξη»", "3.30"),
        *("**", "//", "__", "''", "((", "))", "[[", "]]", "{{", "}}", "~~", "%%", "5%", ";;"),
        *("|", "^", ":::", "<sub>", "</b", "http://a.gr/x", "www.a.gr", "\\\\", "--", "==", ">"),
        *("(c)", "->", "...", "8-)", "a@b.gr", "<a@b.gr>", "Τι;", "η οποία είναι:"),
    )
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Words of a translation; the first is no label and no sign."""
    return " ".join(["Λέξη", *draw(st.lists(_WORDS, max_size=6))])


@st.composite
def originals(draw: st.DrawFn) -> Law:
    """A law of the original, of every shape that a page gives."""
    numbers = count(1)
    root = draw(_provision(Address((47,)), numbers))
    return Law("2017", "en", root, ORIGIN)


@st.composite
def filled_fields(draw: st.DrawFn, original: Law, share: int = 1) -> dict[Key, str]:
    """Texts for the fields of a law with the marks of footnotes; all, or one in ``share``."""
    found = {}
    for each in fields_of(original, None, SCHEME):
        if share == 1 or draw(st.integers(1, share)) == 1:
            found[each.key] = _with_codes(draw, each)
    return found


def _with_codes(draw: st.DrawFn, each: Field) -> str:
    pieces = draw(texts()).split(" ")
    if each.part == "heading":
        return " ".join(word for word in pieces if word.isalpha())
    for code in each.source.codes:
        if code.name == "note":
            pieces[-1] += code.token
        elif code.opens is None:
            closing = code.token.replace("<", "</")
            pieces += [f"{code.token}{draw(st.sampled_from(('έντονα', 'δύο λέξεις')))}{closing}"]
    return " ".join(pieces)


@st.composite
def _provision(draw: st.DrawFn, address: Address, numbers: count[int]) -> Provision:
    depth = address.depth
    body: list[Passage | Table | Provision] = []
    if not depth or draw(st.booleans()):
        body.append(_passage(draw, numbers))
    if draw(st.integers(0, 5)) == 0:
        body.append(_table(draw, numbers))
    below = depth + (2 if not depth and draw(st.integers(0, 3)) == 0 else 1)
    if below < len(SCHEME.levels):
        most = {0: 7, 1: 3, 2: 2, 3: 2}[depth]
        for n in range(1, draw(st.integers(0, most)) + 1):
            body.append(draw(_provision(address.child(below, n), numbers)))
            may_go_on = depth == 1 or (depth == 0 and below == 2)
            if may_go_on and draw(st.integers(0, 3)) == 0:
                body.append(_passage(draw, numbers))
    # Below the first level, words after a heading belong to the section.
    may_have = depth == 1 or not any(isinstance(item, Passage) for item in body)
    headed = not depth or (may_have and draw(st.integers(0, 2)) == 0)
    heading = Passage("Words of a heading") if headed else None
    return Provision(address, "x", heading, tuple(body))


def _passage(draw: st.DrawFn, numbers: count[int]) -> Passage:
    text = "The words of the original"
    notes = tuple(
        Note(len(text), str(next(numbers)), "A note")
        for _ in range(draw(st.sampled_from((0, 0, 1, 2))))
    )
    marks = (Mark("bold", 4, 9),) if draw(st.integers(0, 4)) == 0 else ()
    links = (Link(0, 3, "page", "rule_07", "a"),) if draw(st.integers(0, 4)) == 0 else ()
    return Passage(text, notes, marks=marks, links=links)


def _table(draw: st.DrawFn, numbers: count[int]) -> Table:
    def cell(header: bool = False, columns: int = 1, rows: int = 1) -> Cell:
        align: Align | None = draw(st.sampled_from((None, "left", "right", "center")))
        return Cell(_passage(draw, numbers), header, columns, rows, align)

    shape = draw(st.integers(0, 2))
    if shape == 0:
        return Table(((cell(True), cell(True)), (cell(), Cell(None))))
    if shape == 1:
        return Table(((cell(True, columns=2),), (cell(), cell())))
    return Table(((cell(rows=2), cell()), (cell(),)))
