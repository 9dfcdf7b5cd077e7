import re
import sys
from dataclasses import replace
from types import FrameType

import pytest
from hypothesis import given
from msgspec import structs

from lawkb.model.passage import Link, Mark, Note, Passage, Reference
from lawkb.publish.localized_site import TermMark
from lawkb.publish.urls import Place
from lawkb.publish.views.text_runs import Linking, Run, split_runs
from tests.strategies import passages

PLAIN = Linking(
    reference=lambda reference, words: Run("held", words),
    note=lambda note, number: Run("note", str(number)),
)
PLACED = replace(PLAIN, reference=lambda reference, words: Run("held", words, Place("57/")))
LINKED = replace(PLAIN, link=lambda link, words: Run("link", words))

TAGS = {
    "bold": "strong",
    "italic": "em",
    "underline": "u",
    "mono": "code",
    "code": "code",
    "sub": "sub",
    "sup": "sup",
    "inserted": "ins",
    "deleted": "del",
}


@given(passages())
def test_the_runs_of_a_passage_join_to_its_text(passage: Passage) -> None:
    for linking in (PLAIN, LINKED, PLACED):
        runs = split_runs(passage, linking)
        assert "".join(run.lead + run.text for run in runs if run.kind != "note") == passage.text


@given(passages())
def test_words_are_in_the_elements_of_their_marks_but_where_one_would_cut_a_link(
    passage: Passage,
) -> None:
    plain = structs.replace(passage, references=(), links=())
    at = 0
    for run in split_runs(plain, PLAIN):
        if run.kind == "note":
            assert run.tags == ()
            continue
        for place in range(at, at + len(run.text)):
            around = {TAGS[m.kind] for m in passage.marks if m.start <= place < m.end}
            assert set(run.tags) == around
        at += len(run.text)
    for run in split_runs(passage, LINKED):
        assert len(set(run.tags)) == len(run.tags)


def test_work_grows_with_what_stands_on_a_text_and_no_faster() -> None:
    steps = [_steps(_crowded(size)) for size in (250, 500)]
    assert steps[1] < 2.4 * steps[0]


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


@pytest.mark.parametrize(
    ("text", "cited", "runs"),
    [
        ("see Law 16C.", "16C", [("", "see "), ("Law ", "16C"), ("", ".")]),
        ("Law 16C", "16C", [("Law ", "16C")]),
        ("(βλέπε παράγραφο Α)", "Α", [("", "(βλέπε "), ("παράγραφο ", "Α"), ("", ")")]),
        ("Law\n16C", "16C", [("", "Law\n"), ("", "16C")]),
        ("the straightforward 16C", "16C", [("", "the straightforward "), ("", "16C")]),
        ("as16C", "16C", [("", "as"), ("", "16C")]),
        ("See 45 of the Code C4(b)", "45 of the Code C4(b)", [("", "See "), ("", None)]),
    ],
)
def test_a_short_reference_stays_on_the_line_of_the_word_before_it(
    text: str, cited: str, runs: list[tuple[str, str | None]]
) -> None:
    start = text.index(cited)
    reference = Reference(start, start + len(cited), cited, "absolute", None)
    found = split_runs(Passage(text, (), (reference,)), PLACED)
    assert [(run.lead, run.text) for run in found] == [(a, b or cited) for a, b in runs]


def test_a_plain_passage_has_its_terms_and_its_languages_marked_too() -> None:
    passage = Passage("a card, φύλλο")
    marking = replace(
        PLAIN,
        terms=lambda _: [TermMark(2, 6, "term-card")],
        split_languages=lambda text: (
            (word, "el" if word == "φύλλο" else None) for word in re.split("(φύλλο)", text) if word
        ),
    )
    runs = [(run.kind, run.text, run.language) for run in split_runs(passage, marking)]
    assert runs[1:] == [("term", "card", None), ("text", ", ", None), ("text", "φύλλο", "el")]
    told = split_runs(passage, replace(marking, terms=lambda _: []))
    assert [(run.text, run.language) for run in told] == [("a card, ", None), ("φύλλο", "el")]


def test_notes_of_a_row_are_numbered_on_from_its_heading() -> None:
    runs = split_runs(Passage("Law", (Note(3, "7", "x"),)), PLAIN, first_note=3)
    assert runs[-1] == Run("note", "3")


def _crowded(size: int) -> Passage:
    """A text with as many notes, references, links and marks, the marks one in another."""
    return Passage(
        "x" * size * 4,
        tuple(Note(at * 4 + 1, "1", "") for at in range(size)),
        tuple(Reference(at * 4, at * 4 + 2, "xx", "self", None) for at in range(size)),
        marks=tuple(Mark("bold", at, size * 4 - at) for at in range(size)),
        links=tuple(Link(at * 4 + 1, at * 4 + 4, "external", "") for at in range(size)),
    )


def _steps(passage: Passage) -> int:
    """Calls that cutting the passage takes."""
    steps = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(counted)
    try:
        split_runs(passage, LINKED)
    finally:
        sys.setprofile(None)
    return steps
