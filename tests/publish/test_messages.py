from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawkb.checks.rule_list import RULES, rule_named
from lawkb.checks.runner import check_code
from lawkb.model.finding import Finding, Message, RuleName, address_text, say
from lawkb.model.language import read_language
from lawkb.publish.localized_site import EditorialContent, LocalizedSite, localized_sites
from lawkb.publish.views.finding_words import (
    NamedPlace,
    localized_message,
    quoted_languages,
    rule_title,
)
from lawkb.references.graph import build_graph
from tests.checks.made_codes import code_of
from tests.checks.test_rules import DICTIONARIES, RULE_CASES, house_of
from tests.publish.sample_code import sample_code
from tests.strategies import SCHEME

LANGUAGES = (read_language("en"), read_language("el"))


@cache
def tree(tag: str) -> LocalizedSite:
    code = sample_code()
    return localized_sites(code, build_graph(code), ("el", "en", "it"), EditorialContent())[tag]


def greek(text: str) -> str:
    return "".join(words for _, words in localized_message(tree("el"), text, LANGUAGES))


def sentences_of(finding: Finding) -> tuple[str, ...]:
    return (finding.message, finding.hint, *finding.evidence)


@pytest.mark.parametrize("rule", [each.name for each in RULES if each.name != "checklist"])
def test_whatever_a_rule_says_can_be_said_in_greek(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICPATH", str(DICTIONARIES))
    cases = [case for case in RULE_CASES if case["rule"] == rule]
    found = [finding for case in cases for finding in findings(case, tmp_path)]
    assert found
    for finding in found:
        for text in sentences_of(finding):
            assert isinstance(text, Message), text
            assert greek(text)


def findings(case: dict[str, Any], folder: Path) -> Sequence[Finding]:
    texts = [case["original"], case["translation"]]
    if "times" in case:
        texts = [text * case["times"] for text in texts]
    code = code_of(texts[0], texts[1], case.get("language", "el"))
    return check_code(code, house_of(case, folder), [rule_named(case["rule"])])


def test_a_sentence_is_filled_in_the_language_of_the_reader() -> None:
    at = address_text("20F5(b)", SCHEME.read("20F5(b)"))
    told = say(
        "numbers differ: %(told)s", told=say("the translation lacks %(places)s", places=(at,))
    )
    assert greek(told) == "οι αριθμοί διαφέρουν: από τη μετάφραση λείπει η παραπομπή σε: 20ΣΤ5(β)"
    english = localized_message(tree("en"), told, LANGUAGES)
    assert english == (("en", "numbers differ: the translation lacks "), ("en", "20F5(b)"))
    assert isinstance(english[1][1], NamedPlace)  # words of their own, to be linked


def test_quoted_words_are_in_their_language_and_so_are_commands() -> None:
    told = say(
        "«%(term)s» is not translated as expected: %(wanted)s", term="opening lead", wanted="αντάμ"
    )
    assert localized_message(tree("el"), told, LANGUAGES) == (
        ("el", "το «"),
        ("en", "opening lead"),
        ("el", "» δεν αποδίδεται: αναμενόταν αντάμ"),
    )
    assert ("en", "lawkb check --fix") in localized_message(
        tree("el"), say("lawkb check --fix corrects it"), LANGUAGES
    )


def test_lists_numbers_and_rules_are_written_as_in_greek() -> None:
    part = say("%(name)s %(times)s× (%(places)s)", name="φύλλο", times=2, places=("1", "2"))
    assert greek(say("«%(term)s» is translated as %(parts)s", term="α", parts=(part, part))) == (
        "το «α» αποδίδεται ως φύλλο 2× (1, 2)· φύλλο 2× (1, 2)"
    )
    told = say(
        "it has %(share)s %% of the expected length",
        share=72.25,
    )
    assert greek(told) == "έχει το 72,2 % του αναμενόμενου μήκους"
    weaker = say("%(rule)s: %(told)s", rule=RuleName("numbers"), told=say("translate it"))
    assert greek(weaker) == "Διαφορετικοί αριθμοί: μεταφράστε το"


def test_words_of_an_editor_stay_as_they_are() -> None:
    assert localized_message(tree("el"), "not so: φύλλο", LANGUAGES) == (
        ("en", "not so:"),
        ("el", " φύλλο"),
    )


def test_every_rule_has_a_title_in_greek_and_english_and_other_languages_have_the_english_one() -> (
    None
):
    for rule in (*(each.name for each in RULES), "waiver"):
        tag, title = rule_title(tree("el"), rule)
        assert tag == "el"
        assert title != rule
        tag, title = rule_title(tree("en"), rule)
        assert tag == "en"
        assert title not in (rule, "")
        assert rule_title(tree("it"), rule) == ("en", title)


def test_a_finding_quotes_the_languages_its_law_is_held_in() -> None:
    found = quoted_languages(tree("el"), "2017", SCHEME.read("33A"))
    assert {each.code for each in found} == {"en", "el"}
