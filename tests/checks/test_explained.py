"""What a finding takes in as its evidence, and what is reported beside it."""

from collections.abc import Iterator

import pytest

from lawkb.api import check_pairs
from lawkb.checks.omission.features import InformativeWord, link_words_of_pair, read_features
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import Rule
from lawkb.checks.runner import check_pair
from lawkb.checks.text_pairs import CheckedText, Fault, SideName, TextPair
from lawkb.model.language import any_language
from lawkb.model.passage import Span

LOST = (10, 20)  # the words of the original that a stronger fault marks
INSIDE, OUTSIDE = (12, 14), (30, 32)
GAP = (0, 4)  # the words of the translation around the place
BESIDE_GAP, ELSEWHERE = (3, 4), (5, 11)


def _found(
    doubtful: bool, marked: tuple[tuple[SideName, Span], ...], contradicts: bool = False
) -> dict[str, int]:
    """Return the findings of two rules with the number of their evidence."""

    def lost(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
        yield Fault("words are lost", marked=(("original", LOST),), gap=GAP, doubtful=doubtful)

    def figure(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
        yield Fault("a figure differs", marked=marked, contradicts=contradicts)

    rules = (
        Rule("omission", "error", lost, explains=("numbers",)),
        Rule("numbers", "error", figure),
    )
    text = CheckedText(any_language("en"), "Ten words, and twelve more words, and a thirteenth.")
    pair = TextPair("1", "", 0, text, CheckedText(any_language("el"), "Δέκα λέξεις."))
    context = RuleContext(None, None, None)  # type: ignore[arg-type]  # neither rule reads it
    return {each.rule: len(each.evidence) for each in check_pair(pair, context, rules)}


def test_a_doubtful_fault_hides_no_other() -> None:
    assert _found(True, (("original", INSIDE),)) == {"omission": 0, "numbers": 0}


@pytest.mark.parametrize("marked", [(("original", INSIDE),), ()])
def test_lost_words_explain_what_is_marked_in_them_and_what_has_no_place(
    marked: tuple[tuple[SideName, Span], ...],
) -> None:
    assert _found(False, marked) == {"omission": 1}


def test_what_is_marked_outside_of_lost_words_is_reported_beside_them() -> None:
    marked: tuple[tuple[SideName, Span], ...] = (("original", OUTSIDE), ("translation", ELSEWHERE))
    assert _found(False, marked) == {"omission": 0, "numbers": 0}


def test_what_is_marked_at_the_place_of_lost_words_in_the_translation_is_explained() -> None:
    assert _found(False, (("translation", BESIDE_GAP),)) == {"omission": 1}
    assert _found(False, (("translation", ELSEWHERE),)) == {"omission": 0, "numbers": 0}


def test_lost_words_do_not_explain_what_the_translation_has_instead() -> None:
    marked: tuple[tuple[SideName, Span], ...] = (("original", INSIDE), ("translation", ELSEWHERE))
    assert _found(False, marked) == {"omission": 1}
    assert _found(False, marked, contradicts=True) == {"omission": 0, "numbers": 0}


@pytest.mark.parametrize(
    ("part", "linked"), [("numm", 1), ("kont", 1), ("tonu", None), ("kon", None)]
)
def test_a_german_compound_translates_the_words_that_it_begins_and_ends_with(
    part: str, linked: int | None
) -> None:
    ours = read_features(CheckedText(any_language("en"), "number"))
    theirs = read_features(CheckedText(any_language("de"), "Die Kontonummer fehlt."))
    known = [InformativeWord((0,), frozenset({part}), -1.0, 2.0)]
    found = link_words_of_pair(ours, theirs, known)
    assert (found.to[0], found.weights[0]) == (linked, 2.0 if linked is None else -1.0)


def test_a_loss_is_found_in_a_file_of_one_pair_by_the_words_of_the_language() -> None:
    original = "The file contains a list of all users, their passwords and the date of the change."
    part = "Το αρχείο περιέχει κατάλογο όλων των χρηστών"
    whole = f"{part}, τους κωδικούς τους και την ημερομηνία της αλλαγής."
    found = {
        text: [each.rule for each in check_pairs([(original, text)], "en", "el").findings]
        for text in (whole, f"{part}.")
    }
    assert [*found.values()] == [[], ["omission"]]
