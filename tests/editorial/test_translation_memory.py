"""Suggestions from the memory of a code."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.corpus.laws import read_code
from lawkb.editorial.translation_memory import (
    LEAST_SIMILAR,
    RememberedText,
    TranslationMemory,
    remember,
)
from lawkb.model.address import Address
from lawkb.model.finding import Finding
from tests.corpus_files import CORPUS

_WORDS = st.sampled_from(("card", "player", "the", "of", "trick", "may", "Law", "12", "dummy"))
_SOURCES = st.lists(_WORDS, min_size=1, max_size=12).map(" ".join)


_PLACE = ("2017", Address((1,)), "")


@st.composite
def _texts(draw: st.DrawFn) -> list[RememberedText]:
    sources = draw(st.lists(_SOURCES, min_size=1, max_size=12))
    return [
        RememberedText(source, f"μετάφραση {n}", "2017", Address((n + 1,)), "")
        for n, source in enumerate(sources)
    ]


def _memory(texts: list[RememberedText]) -> TranslationMemory:
    return TranslationMemory(texts, "en", "el")


@given(_texts(), st.data())
def test_an_equal_text_is_first(texts: list[RememberedText], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(texts))

    first, *others = _memory(texts).suggest(wanted.source, "2017")

    assert first.equal
    assert first.source == wanted.source
    assert not [each for each in others if each.similarity > first.similarity]


@given(_texts(), _SOURCES, st.randoms())
def test_suggestions_do_not_depend_on_the_order_of_laws(
    texts: list[RememberedText], text: str, random: object
) -> None:
    mixed = [*texts]
    random.shuffle(mixed)  # type: ignore[attr-defined]  # the Random of hypothesis

    assert _memory(texts).suggest(text, "2017") == _memory(mixed).suggest(text, "2017")


@given(_texts(), _SOURCES, st.integers(1, 200))
def test_suggestions_do_not_change_with_unrelated_laws(
    texts: list[RememberedText], text: str, more: int
) -> None:
    alone = _memory(texts).suggest(text, "2017")
    # Of a similarity below the least one, though they have frequent words in common.
    unrelated = [
        RememberedText(
            f"the of {text.split()[0]} " + " ".join(f"w{n}x{k}" for k in range(40)),
            "άλλο",
            "2017",
            Address((1000 + n,)),
            "",
        )
        for n in range(more)
    ]

    assert _memory([*unrelated, *texts]).suggest(text, "2017") == alone


@example([RememberedText("card card card", "x", *_PLACE)], " ".join(["card"] * 7))
@given(_texts(), _SOURCES)
def test_the_index_finds_what_a_comparison_with_every_text_finds(
    texts: list[RememberedText], text: str
) -> None:
    from rapidfuzz.distance import Indel

    similar = {
        each.source
        for each in texts
        if Indel.normalized_similarity(text.lower().split(), each.source.lower().split())
        >= LEAST_SIMILAR
    }

    found = _memory(texts)._whole.suggest(text, "2017", len(texts))

    assert {each.source for each in found} == similar


def test_a_text_of_the_code_is_suggested_with_its_place_and_its_sentences() -> None:
    memory = remember(read_code(CORPUS), "en", "el")

    text = "After the final pass either defender may ask if it is his opening lead (see Law 41)."
    (first, *_) = memory.suggest(text, "2017")
    assert [each.address.path for each in first.places] == [(20, 3, 1)]
    assert LEAST_SIMILAR <= first.similarity < 1
    assert first.target.startswith("Έπειτα από το τελικό πάσο, οποιοσδήποτε αμυνόμενος")
    parts = memory.suggest_sentences(
        "Law 16 applies. A player may not ask for a partial review of previous calls and may not "
        "halt the review before it is completed.",
        "2017",
    )
    assert parts[0][0] == "Law 16 applies."
    best = parts[1][1][0]
    assert best.equal
    assert best.target.startswith("Ένας παίκτης δεν μπορεί να ζητήσει μερική ανασκόπηση")
    assert [each.address.path for each in best.places] == [(20, 2)]


def test_a_doubtful_translation_is_suggested_with_its_doubts() -> None:
    code = read_code(CORPUS)
    law = code.law("2017", "en", 20)
    assert law
    provision = law.find(Address((20, 6, 1)))
    assert provision
    error = Finding(
        rule="omission",
        place="20F1",
        severity="error",
        edition="2017",
        address=provision.address,
        language="el",
        message="text seems to be lost",
        quote="",
        hint="",
    )

    open_error = remember(code, "en", "el", [error]).suggest(provision.text, "2017")
    accepted = remember(code, "en", "el", [replace(error, waived=True)])

    assert open_error[0].doubts == ("words are missing", "text seems to be lost")
    assert accepted.suggest(provision.text, "2017")[0].doubts[1] == (
        "accepted: text seems to be lost"
    )


def test_a_translation_without_doubt_at_one_place_is_not_doubtful() -> None:
    texts = [
        RememberedText("final pass", "τελικό πάσο", "2017", Address((n,)), "", doubts)
        for n, doubts in enumerate(((), ("numbers differ",)), 1)
    ]

    (found,) = _memory(texts).suggest("final pass", "2017")

    assert (found.places, found.doubts) == (tuple(texts), ())
