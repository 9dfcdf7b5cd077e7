from hypothesis import given

from lawkb.model.law import Note, Passage, Reference
from lawkb.publish.runs import Linking, Run, split_runs
from tests.strategies import passages

PLAIN = Linking(
    reference=lambda reference, words: Run("held", words),
    note=lambda note, number: Run("note", str(number)),
)


@given(passages())
def test_the_runs_of_a_passage_join_to_its_text(passage: Passage) -> None:
    runs = split_runs(passage, PLAIN)
    assert "".join(run.text for run in runs if run.kind != "note") == passage.text


@given(passages())
def test_every_note_and_every_reference_has_a_run(passage: Passage) -> None:
    kinds = [run.kind for run in split_runs(passage, PLAIN)]
    assert kinds.count("note") == len(passage.notes)
    assert kinds.count("held") == len(passage.references)


def test_a_note_mark_inside_a_reference_stands_after_it() -> None:
    reference = Reference(4, 7, "16C", "absolute", None)
    runs = split_runs(Passage("Law 16C.", (Note(5, "1", "x"),), (reference,)), PLAIN)
    assert [(run.kind, run.text) for run in runs] == [
        ("text", "Law "),
        ("held", "16C"),
        ("note", "1"),
        ("text", "."),
    ]


def test_notes_of_a_row_are_numbered_on_from_its_heading() -> None:
    runs = split_runs(Passage("Law", (Note(3, "7", "x"),)), PLAIN, first_note=3)
    assert runs[-1] == Run("note", "3")
