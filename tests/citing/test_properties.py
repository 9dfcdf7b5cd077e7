"""Promises of verify: a true quotation is exact, a changed word is told, no text is too much."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lawkb
from lawkb.citing.provision_words import words_of
from lawkb.exchange.public_types import Verification
from lawkb.model.label import label
from tests.corpus_files import CORPUS
from tests.counted_calls import counted_calls

LEAST = 6  # words of a quotation
WORDS = {"en": "Law", "el": "Νόμος", "it": "Articolo"}
MARKS = ["“”", "«»", "„“", '""', "‘’", "»«"]
# Fragments of strangers: marks without an end, control characters, halves of pairs, markup.
FRAGMENTS = (
    *(
        "“",
        "”",
        "„",
        "«",
        "»",
        "‘",
        "’",
        "'",
        '"',
        "``",
        "''",
        "「",
        "»",
        "\n",
        "\n\n",
        ">",
        "[",
        "]",
    ),
    *("[…]", "…", "...", "(", ")", "**", "_", "`", "](", "<b>", "</", "\\", "\x1b[31m", "\u202e"),
    *("\x00", "\ud800", "\u0301", "\u200b", "Law 47", "Law 47E2(a)", "Νόμος 47ΣΤ2", "(47F2)"),
    *("Articolo 47E", "a card", "may not be withdrawn", "φύλλο", "2007", "1(2)(3)(", "0" * 30),
)


@cache
def corpus() -> lawkb.Corpus:
    return lawkb.open_corpus(CORPUS)


@cache
def long_texts() -> tuple[tuple[str, str, str, str], ...]:
    """Edition, language, label and text of each provision that has words enough."""
    code, found = corpus()._code, []
    for (edition, tag, _), law in code.laws.items():
        for each in law.provisions():
            if len(words_of(each.text)) >= LEAST and "\n" not in each.text:
                name = label(each.address, code.outline.scheme, code.outline.language(tag))
                found.append((edition, tag, name, each.text))
    return tuple(found)


@st.composite
def quotations(draw: st.DrawFn) -> tuple[str, str, str, str, str]:
    """Edition, language, label, and some words of a provision, with marks around them."""
    edition, tag, name, text = draw(st.sampled_from(long_texts()))
    words = words_of(text)
    first = draw(st.integers(0, len(words) - LEAST))
    last = draw(st.integers(first + LEAST - 1, len(words) - 1))
    marks = draw(st.sampled_from(MARKS))
    cut = text[words[first].start : words[last].end]
    # A mark inside would end the quotation.
    return edition, tag, name, re.sub("[‘’“”«»„\"']", " ", cut), marks


def cited(tag: str, name: str, quoted: str, marks: str, *, before: bool) -> str:
    inside = f"{marks[0]}{quoted}{marks[1]}"
    return f"{WORDS[tag]} {name}: {inside}" if before else f"{inside} ({WORDS[tag]} {name})."


# The German mark is no word of an Italian «carta», a charter.
@example(cut=("2007", "it", "47A", "una carta, una volta giocata, può", "„“"), before=False)
@given(cut=quotations(), before=st.booleans())
def test_words_cut_from_a_provision_are_exact(
    cut: tuple[str, str, str, str, str], before: bool
) -> None:
    edition, tag, name, quoted, marks = cut
    text = cited(tag, name, quoted, marks, before=before)
    quotes = corpus().verify(text, edition=edition).quotes
    assert [(each.verdict, each.lang) for each in quotes] == [("quote-exact", tag)], text
    assert quotes[0].edition == edition


@given(quotations(), st.data())
def test_a_changed_word_is_told(cut: tuple[str, str, str, str, str], data: st.DataObject) -> None:
    edition, tag, name, quoted, marks = cut
    words = words_of(quoted)
    at = data.draw(st.integers(1, len(words) - 2))
    changed = f"{quoted[: words[at].start]}zzyzx{quoted[words[at].end :]}"
    text = cited(tag, name, changed, marks, before=True)
    (quote,) = corpus().verify(text, edition=edition).quotes
    assert quote.verdict == "quote-differs", text
    assert ("new", "zzyzx") in [(kind, re.sub(r"\W", "", words)) for kind, words in quote.diff]
    gone = " ".join(words for kind, words in quote.diff if kind == "gone")
    assert words[at].folded in [each.folded for each in words_of(gone)]


@pytest.mark.parametrize(
    ("quoted", "gone"),
    [
        # 14A has "card" in the words before, too.
        ("card zzyzx found, it is restored", "is"),
        ("the card is found, it zzyzx restored", "is"),
    ],
)
def test_words_that_a_provision_has_twice_are_those_beside_the_others(
    quoted: str, gone: str
) -> None:
    (quote,) = corpus().verify(f"Law 14A1: “{quoted}”").quotes
    assert [words.strip() for kind, words in quote.diff if kind == "gone"] == [gone]
    assert [words.strip() for kind, words in quote.diff if kind == "new"] == ["zzyzx"]


@given(quotations())
def test_a_correction_is_exact(cut: tuple[str, str, str, str, str]) -> None:
    edition, tag, name, quoted, marks = cut
    words = words_of(quoted)
    changed = f"{quoted[: words[2].start]}zzyzx{quoted[words[2].end :]}"
    text = cited(tag, name, changed, marks, before=True)
    (quote,) = corpus().verify(text, edition=edition).quotes
    assert quote.correct is not None
    plain = re.sub("[‘’“”«»„\"']", " ", quote.correct).strip()  # “ before a space opens nothing
    again = text[: quote.start] + plain + text[quote.end :]
    (corrected,) = corpus().verify(again, edition=edition).quotes
    assert corrected.verdict == "quote-exact", (text, again)


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=60))
def test_no_text_is_too_much_and_places_are_in_it(pieces: list[str]) -> None:
    text = "".join(pieces)
    found = corpus().verify(text)
    spans = [(each.start, each.end) for each in found.citations]
    spans += [(each.start, each.end) for each in found.quotes]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert sum(found.summary.values()) == len(spans)
    assert lawkb.as_json(found)["edition"] == "2017"


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40))
def test_what_refs_finds_is_found(pieces: list[str]) -> None:
    """Recall is that of the reader of references; markup aside, which a reader does not see."""
    text = re.sub(r"[*_`\[\]<>\\]", " ", " ".join(pieces))
    spans = {(each.start, each.end) for each in corpus().verify(text, "en").citations}
    known = corpus().find_references(text, "en")
    assert {(each.start, each.end) for each in known} <= spans


REPEATED = (
    "Law 47F2 says: “Except as this Law specifies, a card once played can not be withdrawn.” ",
    "“a card once played” (47F2) ",
    "“‘«",
    "> a card once played may not be withdrawn\n\n(Law 47F2)\n\n",
    "Νόμος 47 Law 47 Articolo 47 ",
    "“[a] card […] may not” (Law 47F2) ",
    "[a](b) **c** _d_ <e> ",
)


@pytest.mark.parametrize("fragment", REPEATED, ids=range(len(REPEATED)))
def test_the_work_grows_as_the_text_does(fragment: str) -> None:
    def work(times: int) -> Verification:
        # Other words in each, so that nothing is known from the one before.
        return corpus().verify("".join(f"{fragment}{each} " for each in range(times)))

    work(1)
    _, small = counted_calls(lambda: work(60))
    _, large = counted_calls(lambda: work(240))
    assert large < 5.5 * small
