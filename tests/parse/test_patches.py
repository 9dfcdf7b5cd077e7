import pytest
from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.page import Patch, PatchField
from lawkb.model.passage import Cell, Link, Mark, Note, Passage, Table
from lawkb.parse.apply_patches import apply_patches

NOTE = Note(9, "1", "a note")
SECTION = Provision(
    Address((7, 1)), "A.", body=(Passage("A played card may be withdrawn.", (NOTE,)),)
)
LAW = Law(
    "2017", "en", Provision(Address((7,)), "", body=(SECTION,)), Origin("wiki", "law_7", "0" * 64)
)


def patch(field: PatchField, old: str, new: str, page: str = "law_7") -> Patch:
    return Patch(
        "p.toml [[patches]] 1",
        page,
        "en",
        Address((7, 1)),
        field,
        old,
        new,
        "why",
        "whence",
        "who",
        "2026-01-01",
    )


def patched(change: Patch) -> Provision:
    law, losses = apply_patches(LAW, (change,))
    assert losses == ()
    return law.root.children[0]


def test_a_supplied_heading_is_marked_editorial() -> None:
    section = patched(patch("heading", "", "Withdrawal"))
    assert section.heading == Passage("Withdrawal")
    assert section.editorial == ("heading",)
    assert section.editorial_origin == "whence"


def test_repaired_words_keep_their_note_at_its_word() -> None:
    section = patched(patch("text", "A played", "Any card that was played"))
    (passage,) = section.passages
    assert passage.text == "Any card that was played card may be withdrawn."
    assert passage.text[passage.notes[0].at :] == "card may be withdrawn."
    assert section.editorial == ("text",)


def test_words_of_a_cell_are_repaired_and_the_table_around_them_stays() -> None:
    table = Table(
        (
            (Cell(Passage("Card"), header=True), Cell(None)),
            (
                Cell(
                    Passage("penalty"),
                ),
            ),
        )
    )
    law = replace(LAW, root=replace(LAW.root, body=(replace(SECTION, body=(table,)),)))
    repaired, losses = apply_patches(law, (patch("text", "penalty", "exposed"),))
    assert losses == ()
    (section,) = repaired.root.children
    assert section.body == (
        Table(((Cell(Passage("Card"), header=True), Cell(None)), (Cell(Passage("exposed")),))),
    )
    assert section.editorial == ("text",)


def test_words_that_stand_in_a_cell_and_in_the_text_are_not_repaired() -> None:
    table = Table(((Cell(Passage("a played card")),),))
    both = replace(SECTION, body=(*SECTION.body, table))
    law = replace(LAW, root=replace(LAW.root, body=(both,)))
    unchanged, losses = apply_patches(law, (patch("text", "played", "used"),))
    assert unchanged == law
    assert [loss.kind for loss in losses] == ["stale-patch"]


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("A", "A"),
        (" card", " card"),
        ("played", "exposed or led"),
        ("A played card", "A exposed or led card"),
        ("A play", "A "),
        ("yed card", " card"),
        ("pla", None),
        ("lay", None),
        ("yed", None),
    ],
)
def test_a_mark_or_link_stays_on_the_words_it_stands_on(words: str, kept: str | None) -> None:
    text = "A played card may be withdrawn."
    start = text.index(words)
    passage = Passage(
        text,
        marks=(Mark("bold", start, start + len(words)),),
        links=(Link(start, start + len(words), "page", "code:rule_07"),),
    )
    law = replace(LAW, root=replace(LAW.root, body=(replace(SECTION, body=(passage,)),)))
    repaired, _ = apply_patches(law, (patch("text", "played", "exposed or led"),))
    (new,) = repaired.root.children[0].passages
    standing: tuple[Mark | Link, ...] = (*new.marks, *new.links)
    assert [new.text[each.start : each.end] for each in standing] == ([kept] * 2 if kept else [])


def test_words_said_to_be_missing_change_no_word() -> None:
    section = patched(patch("complete", "may be", ""))
    assert section.text == SECTION.text
    assert not section.complete


def test_a_patch_whose_words_do_not_stand_is_stale_and_changes_nothing() -> None:
    for change in (
        patch("text", "a word", "another"),
        patch("heading", "Old heading", "New"),
        patch("complete", "missing", ""),
        patch("text", "a", "b"),
    ):
        law, losses = apply_patches(LAW, (change,))
        assert law == LAW
        assert [loss.kind for loss in losses] == ["stale-patch"]


def test_a_patch_of_another_page_is_passed_over() -> None:
    assert apply_patches(LAW, (patch("heading", "", "New", page="law_8"),)) == (LAW, ())
