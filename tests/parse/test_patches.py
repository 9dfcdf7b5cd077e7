from lawkb.model.address import Address
from lawkb.model.law import Law, Note, Origin, Passage, Provision
from lawkb.model.patch import Patch, PatchField
from lawkb.parse.patches import apply_patches

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
