"""References against the laws that are held: nothing is guessed, nothing is rounded up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Note, Passage, Reference, Table
from lawkb.references.resolve import Resolver, annotate_law, resolve_code
from tests.references.cases import at, read, written
from tests.strategies import OUTLINE, SCHEME

_ORIGIN = Origin("wiki", "law_47", "0" * 64)


def _law(language: str, *provisions: tuple[str, str], edition: str = "2017") -> Law:
    """A law of provisions, all directly in it, each an address and its text."""
    number = at(provisions[0][0]).law
    children = tuple(Provision(at(a), "", None, (Passage(text),)) for a, text in provisions)
    return Law(edition, language, Provision(at(str(number)), "", None, children), _ORIGIN)


def _code(*laws: Law) -> Code:
    return Code(OUTLINE, {(law.edition, law.language, law.number): law for law in laws})


_CODE = _code(
    _law("en", ("47E", "x"), ("47E2", "x"), ("47E2(a)", "x")),
    _law("el", ("47E", "x"), ("47F", "x"), ("47G", "x")),
    _law("it", ("16D", "x"), edition="2007"),
)


@pytest.mark.parametrize(
    ("text", "status", "candidates"),
    [
        ("Law 47E2(a)", "held", []),
        ("Law 47F", "held", []),
        ("Law 47E2(b)", "unresolved", ["47E2"]),
        ("Law 47E2(a)(i)", "unresolved", ["47E2(a)"]),
        ("Law 47Z9", "unresolved", ["47"]),
        ("Law 16C", "not-held", []),
        ("Law 93", "not-held", []),
        ("Law 94", "unresolved", []),
        ("Law 16D of the 2007 Code", "held", []),
        ("Law 47E of the 2007 Code", "not-held", []),
        ("Law 16D of the 1997 Code", "unresolved", []),
        ("Law 12C1.2", "unresolved", []),
        ("Laws 47E-G", "held", []),
        ("Laws 47E-H", "unresolved", ["47"]),
        ("Laws 47 to 49", "not-held", []),
        ("Laws 47 to 94", "unresolved", []),
        ("under (c)", "unresolved", ["47E2"]),
        ("this Law", "held", []),
        ("(i) above", "ambiguous", ["47E2(i)", "47E2.(i)"]),
    ],
)
def test_the_status_says_what_is_known(text: str, status: str, candidates: list[str]) -> None:
    (reference,) = read("en", text, "47E2")
    found = Resolver(_CODE).resolve(reference, at("47E2"), "2017")
    assert (found.status, [SCHEME.write(c) for c in found.candidates]) == (status, candidates)
    assert (found.target, found.upto) == (reference.target, reference.upto)


@pytest.mark.parametrize(
    ("text", "status", "target", "candidates"),
    [
        ("Laws 16D1, 57", "ambiguous", None, ["16D57", "57"]),
        ("Laws 47E2, 57", "not-held", "57", []),
        ("Laws 47E1, 4, 2", "ambiguous", None, ["47E2", "2"]),
        ("Laws 47E2, 94", "ambiguous", None, ["47E94", "94"]),
        ("Laws 16D1, 94", "not-held", "16D94", []),
        ("Laws 47E2 to 57", "ambiguous", None, ["47E2", "47E57", "57"]),
    ],
)
def test_of_two_readings_one_that_a_held_law_has_not_is_out(
    text: str, status: str, target: str | None, candidates: list[str]
) -> None:
    reference = read("en", text, "33")[-1]
    found = Resolver(_CODE).resolve(reference, at("33"), "2017")
    assert (found.status, [SCHEME.write(c) for c in found.candidates]) == (status, candidates)
    assert found.target == (at(target) if target else None)


def test_a_law_with_missing_words_rules_no_reading_out() -> None:
    law = _law("en", ("47E", "x"), ("47E2", "x"))
    gap = replace(law, root=replace(law.root, complete=False))
    reference = read("en", "Laws 47E2, 57", "33")[-1]
    assert Resolver(_code(gap)).resolve(reference, at("33"), "2017").status == "ambiguous"


def test_a_part_that_is_named_may_be_the_provision_that_cites_it() -> None:
    own = Reference(0, 3, "(a)", "relative", at("47E2(a)"))
    found = Resolver(_CODE).resolve(own, at("47E2(a)"), "2017")
    assert (found.status, found.target) == ("held", at("47E2(a)"))


@pytest.mark.parametrize(
    ("target", "n", "status", "candidates"),
    [
        ("47A", 1, "held", []),
        ("47A", 2, "held", []),
        ("47A", 3, "unresolved", ["47A"]),
        ("47B", 1, "unresolved", ["47"]),
        ("16C", 1, "not-held", []),
    ],
)
def test_a_paragraph_without_a_number_is_held_when_a_language_has_as_many(
    target: str, n: int, status: str, candidates: list[str]
) -> None:
    two = Provision(at("47A"), "A.", None, (Passage("one"), Passage("two")))
    code = _code(
        Law("2017", "en", Provision(at("47"), "", None, (two,)), _ORIGIN), _law("el", ("47A", "x"))
    )
    cited = Reference(0, 5, "first", "relative", at(target), subparagraph=n)
    found = Resolver(code).resolve(cited, at("47A"), "2017")
    assert (found.status, [SCHEME.write(c) for c in found.candidates]) == (status, candidates)
    assert (found.target, found.subparagraph) == (at(target), n)


def test_annotating_reads_passages_and_notes_and_leaves_headings() -> None:
    note = Note(1, "1", "as in Law 16C")
    heading = Passage("Law 12", notes=(Note(0, "2", "see Law 17"),))
    child = Provision(at("47B"), "B.", heading, (Passage("see A above", notes=(note,)),))
    law = Law("2017", "en", Provision(at("47"), "", None, (child,)), _ORIGIN)
    found = annotate_law(law, OUTLINE).root.children[0]
    assert [written(r) for r in found.references] == ["47A"]
    assert [written(r) for n in found.notes for r in n.references] == ["17", "16C"]
    assert found.heading is not None
    assert found.heading.references == ()


def test_the_cells_of_a_table_are_read_each_for_itself_and_resolved() -> None:
    note = Note(0, "1", "as in Law 16C")
    head = Cell(Passage("Law 47"), header=True, columns=2)
    row = (Cell(Passage("see A above", notes=(note,))), Cell(None), Cell(Passage("E2")))
    child = Provision(at("47B"), "B.", None, (Passage("Law 12"), Table(((head,), row), (3, 5))))
    law = annotate_law(Law("2017", "en", Provision(at("47"), "", None, (child,)), _ORIGIN), OUTLINE)
    resolved = resolve_code(_code(law)).laws["2017", "en", 47].root.children[0]
    assert [(written(r), r.status) for r in resolved.references] == [
        ("12", "not-held"),
        ("47", "held"),
        ("47A", "unresolved"),
    ]
    assert [resolved.text[r.start : r.end] for r in resolved.references] == ["12", "47", "A"]
    assert [r.status for n in resolved.notes for r in n.references] == ["not-held"]
    (_, table) = resolved.body
    assert isinstance(table, Table)
    assert replace(table, rows=()) == Table((), (3, 5))
    assert [[cell.columns for cell in row] for row in table.rows] == [[2], [1, 1, 1]]


def test_annotating_replaces_the_references_of_before() -> None:
    law = _law("en", ("47B", "see A above"))
    once = annotate_law(law, OUTLINE)
    assert annotate_law(once, OUTLINE) == once


def test_resolving_a_code_gives_what_resolving_each_reference_gives() -> None:
    text = "see A above, Law 47E2(b), Law 16, Laws 47E-G and the footnote to Law 94"
    law = _law("en", ("47E", text), ("47E2", "x"))
    noted = replace(law.root.children[0], body=(Passage(text, notes=(Note(0, "1", text),)),))
    law = replace(law, root=replace(law.root, body=(noted, *law.root.children[1:])))
    code = _code(annotate_law(law, OUTLINE), *list(_CODE.laws.values())[1:])
    provision = resolve_code(code).laws["2017", "en", 47].root.children[0]
    one_by_one = tuple(
        Resolver(code).resolve(r, at("47E"), "2017")
        for r in code.laws["2017", "en", 47].root.children[0].references
    )
    assert provision.references == one_by_one
    assert provision.notes[0].references == one_by_one
    assert [r.status for r in one_by_one] == [
        *("unresolved", "unresolved", "not-held", "held", "unresolved")
    ]
