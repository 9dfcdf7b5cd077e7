"""References in companions: found and resolved like those of laws, never from a law not there."""

from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.companion import Companion, CompanionKind, Section
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Note, Passage, Reference
from lawkb.references.resolve import annotate_companion, resolve_code
from tests.strategies import OUTLINE, SCHEME

ORIGIN = Origin("wiki", "page", "0" * 64)
HELD = SCHEME.read("16C")


def companion(text: str, law: int | None = None, note: str = "") -> Companion:
    notes = (Note(len(text), "1", note),) if note else ()
    entry = Section("entry", "", Passage("Law 16C"), (Passage(text, notes),))
    kind: CompanionKind = "definitions" if law is None else "commentary"
    return Companion(kind, kind, "2017", "en", law, None, (entry,), ORIGIN)


def resolved(given: Companion) -> Passage:
    section = Provision(HELD, "C.", body=(Passage("text"),))
    law = Law("2017", "en", Provision(Address((16,)), "", body=(section,)), ORIGIN)
    key = (given.edition, given.language, given.name)
    code = Code(OUTLINE, {("2017", "en", 16): law}, {key: annotate_companion(given, OUTLINE)})
    (entry,) = resolve_code(code).companions[key].body
    assert isinstance(entry, Section)
    assert entry.heading == Passage("Law 16C")  # a term cites nothing
    (passage,) = entry.body
    assert isinstance(passage, Passage)
    return passage


def told(reference: Reference) -> tuple[str, str | None, str]:
    target = SCHEME.write(reference.target) if reference.target else None
    return reference.raw, target, reference.status


def test_references_of_definitions_are_found_and_resolved() -> None:
    found = resolved(companion("A lapse (see Laws 16C, 16D and 47E2(a)).", note="See Law 16C."))
    assert [told(reference) for reference in found.references] == [
        ("16C", "16C", "held"),
        ("16D", "16D", "unresolved"),
        ("47E2(a)", "47E2(a)", "not-held"),
    ]
    assert [told(reference) for reference in found.notes[0].references] == [("16C", "16C", "held")]


def test_a_partial_reference_in_definitions_names_nothing_that_can_be_told() -> None:
    for text in ("A lapse (see C above).", "Either under (a) or as this Law says."):
        for reference in resolved(companion(text)).references:
            assert (reference.target, reference.status) == (None, "unresolved")


def test_a_partial_reference_in_a_commentary_is_read_from_its_law() -> None:
    found = resolved(companion("It is plain (see C above).", law=16))
    assert [told(reference) for reference in found.references] == [("C", "16C", "held")]


def test_what_is_resolved_again_stays_as_it_is() -> None:
    given = companion("See Law 16C.", law=16)
    once = annotate_companion(given, OUTLINE)
    assert annotate_companion(once, OUTLINE) == once
    assert annotate_companion(replace(once, law=None), OUTLINE).body == once.body
