"""Labels, scripts and note marks are read as their slow and plain definitions say."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, pairwise, takewhile

from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Level, Scheme
from lawkb.model.language import Language, letters_of, read_language
from lawkb.parse.document import TextBlock as Block
from lawkb.parse.structure.footnotes import find_marks
from lawkb.parse.structure.labels_and_languages import label_reader, language_of, split_languages
from tests.strategies import SCHEME

GREEK, ENGLISH, ITALIAN = (read_language(tag) for tag in ("el", "en", "it"))
# Labels of several words, one of which is a label of another level.
STATUTE = Scheme(
    (
        Level("law", "arabic", "{}.", "{}"),
        Level("part", "upper", "{}.", "{}"),
        Level("number", "arabic", "NO. {}", "{}"),
        Level("point", "lower", "§ {})", "({})"),
    )
)
LABELS = ("Α.", "A.", "ΣΤ.", "12.", "0.", "(α)", "(b)", "(i)", "(xx)", "©", "®", "NO. 5", "§ b)")
WORDS = (
    "λέξη",
    "word",
    "τρόπο1)",
    "a12)",
    "Β4)",
    "49)",
    "ab123)",
    "²1)",
    "_1)",
    "1)",
    "é",
    "ж",
    ")",
)
LINES = st.lists(st.sampled_from((*LABELS, *WORDS, " ", "  ", "\t", "\u2003", "."))).map(
    lambda parts: " ".join(parts).strip()
)


@given(LINES, st.sampled_from((SCHEME, STATUTE)), st.sampled_from((GREEK, ENGLISH, ITALIAN)))
def test_the_labels_of_a_line_go_inwards_and_end_where_their_words_do(
    line: str, scheme: Scheme, language: Language
) -> None:
    labels = label_reader(scheme, language)(line)
    at = 0
    for label in labels:
        assert line[at : label.end].rstrip() == label.printed
        assert label.end == len(line) or line[label.end - 1].isspace()
        at = label.end
    outermost = [label.readings[0][0] for label in labels]
    assert outermost == sorted(set(outermost))


@given(st.text(alphabet="αΩἀabÿżЖ日1²) .\u00b7\U0001d400") | st.text())
def test_the_language_of_a_text_is_the_one_with_most_letters(text: str) -> None:
    counts = {language: letters_of(text, language) for language in (GREEK, ENGLISH)}
    told = language_of(text, (GREEK, ENGLISH))
    assert (counts[told] == max(counts.values())) if told else not any(counts.values())


@given(st.lists(st.sampled_from(("Α. λέξεις", "A. words", "1. word λέξη", "2. ab αβγ", "3. 4"))))
def test_no_other_border_leaves_more_letters_in_the_half_of_their_script(lines: list[str]) -> None:
    blocks = tuple(Block("text", i, i + 1, line, i, i + 1) for i, line in enumerate(lines))
    languages = (GREEK, ENGLISH)
    halves, tail = split_languages(blocks, languages, SCHEME)
    gained = sum(letters_of(block.text, language) for language, own in halves for block in own)
    assert not tail  # every line has a label
    assert tuple(block for _, own in halves for block in own) == blocks
    best = 0
    for borders in combinations_with_replacement(range(len(blocks) + 1), len(languages) - 1):
        parts = pairwise((0, *borders, len(blocks)))
        spans = zip(languages, parts, strict=True)
        best = max(
            best,
            sum(letters_of(b.text, tongue) for tongue, (i, j) in spans for b in blocks[i:j]),
        )
    assert gained == best


@given(LINES | st.text(alphabet="abΒβ12٣²_) "))
def test_a_mark_is_one_or_two_figures_glued_to_a_word_and_a_bracket(text: str) -> None:
    glued = [match.span() for match in re.finditer(r"(?<=[^\W\d_])\d{1,2}\)", text)]
    marks = find_marks(text, GREEK)
    assert all((mark.start, mark.end) in glued for mark in marks)
    assert all(text[mark.start : mark.end] == f"{mark.marker})" for mark in marks)
    kept = {mark.start for mark in marks}
    for start, _ in glued:
        letters = list(takewhile(str.isalpha, reversed(text[:start])))
        assert start in kept or len(letters) <= 4
