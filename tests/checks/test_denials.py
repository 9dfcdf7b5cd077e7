import csv
import re
from collections.abc import Iterator

import pytest

from lawkb.checks.denials import read_denials
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.paired_denials import (
    UnpairedDenials,
    balance,
    denial_sample,
    learn_denial_translations,
)
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rules.negation import negation
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.model.language import language_codes, read_language
from tests.corpus_files import CASES

OURS = language_codes()  # without those of corpora that other tests read
UNTAUGHT = RuleContext(None, LossModel.untaught())
IN_BRACES = re.compile(r"\{(.*?)\}\s*")


def rows(name: str = "denials") -> Iterator[list[str]]:
    """Tag, original and translation of each case."""
    with (CASES / "checks" / f"{name}.tsv").open(encoding="utf-8", newline="") as lines:
        told = (line for line in lines if not line.startswith("#"))
        for row in csv.reader(told, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row[:3]


def pair_of(tag: str, original: str, translation: str) -> TextPair:
    ours, theirs = read_language("en"), read_language(tag)
    return TextPair("1", "", 0, CheckedText(ours, original), CheckedText(theirs, translation))


def whole(marked: str) -> str:
    return marked.replace("{", "").replace("}", "")


def without_each(marked: str) -> Iterator[str]:
    for match in IN_BRACES.finditer(marked):
        yield whole(marked[: match.start()] + marked[match.end() :])


@pytest.mark.parametrize(("tag", "original", "translation"), list(rows()))
def test_a_translation_that_denies_alike_is_let_through(
    tag: str, original: str, translation: str
) -> None:
    assert not list(negation(pair_of(tag, original, whole(translation)), UNTAUGHT))


@pytest.mark.parametrize(
    ("tag", "original", "left"),
    [(tag, ours, left) for tag, ours, theirs in rows() for left in without_each(theirs)],
)
def test_a_denial_that_is_gone_is_told_with_its_counterpart(
    tag: str, original: str, left: str
) -> None:
    (fault, *_) = negation(pair_of(tag, original, left), UNTAUGHT)
    assert "original" in {name for name, _ in fault.marked}
    assert "translation" in fault.hint
    assert fault.message.startswith("the original has") or "lost its negation" in fault.message


@pytest.mark.parametrize(("tag", "original", "translation"), list(rows("added_denials")))
def test_a_denial_that_the_original_has_not_is_told(
    tag: str, original: str, translation: str
) -> None:
    (fault, *_) = negation(pair_of(tag, original, translation), UNTAUGHT)
    assert "translation" in {name for name, _ in fault.marked}
    assert "original" in fault.hint


def test_a_finding_says_what_stands_on_either_side() -> None:
    (fault,) = negation(pair_of("el", "Nobody signs.", "Κανείς υπογράφει."), UNTAUGHT)
    assert fault.message == "the original has a negation («Nobody»), the translation has none"
    assert fault.evidence == ("without a negation in the other text: «Κανείς»",)
    (fault,) = negation(
        pair_of("it", "It takes 5 days at most.", "Dura più di 5 giorni."), UNTAUGHT
    )
    assert fault.message == (
        "«at most» seems to have lost its negation: the other text has «più di»"
    )


def test_a_word_that_stands_opposite_a_denial_in_other_pairs_may_do_so_here() -> None:
    texts = [
        pair_of("el", f"The {what} is dormant.", f"Το {other} δεν λειτουργεί.")
        for what, other in (("pump", "αντλιοστάσιο"), ("mill", "εργοστάσιο"), ("lift", "ασανσέρ"))
    ]
    pair = pair_of("el", "The engine is dormant.", "Το μηχάνημα δεν λειτουργεί.")
    assert list(negation(pair, UNTAUGHT))
    taught = RuleContext(
        None,
        LossModel.untaught(),
        denial_translations=learn_denial_translations([*map(denial_sample, texts)]),
    )
    assert not list(negation(pair, taught))


def test_every_language_names_the_meanings_of_its_denials_as_the_others_do() -> None:
    tables = [read_language(code).tables["denial"] for code in OURS]
    meanings = [{*table["strict"], *table["like"]} for table in tables]
    assert all(found == meanings[0] for found in meanings)


def test_what_means_the_same_is_left_out_of_both() -> None:
    pair = pair_of("el", "It closes unless it rains.", "Κλείνει εκτός αν βρέξει.")
    ours, theirs = read_denials(pair.original), read_denials(pair.translation)
    assert [each.kind for each in ours.found] == ["strict"]
    left = balance(ours.found, theirs.found)
    assert all(
        isinstance(each, UnpairedDenials) and not each.strict and each.shown for each in left
    )
