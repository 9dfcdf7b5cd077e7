import os
from pathlib import Path

import pytest

from lawkb.checks.rule_list import RULES, STANDARD, chosen_rules, rule_named
from lawkb.checks.rules.spelling import open_spellers
from lawkb.checks.runner import check_code
from lawkb.errors import LawkbError
from tests.checks.made_codes import code_of
from tests.corpus_files import CASES


@pytest.fixture(autouse=True)
def _dictionaries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICPATH", str(CASES / "spelling"))


def test_a_finding_says_the_word_the_dictionary_and_what_it_may_have_been() -> None:
    code = code_of("A card is shown.", "Ένα φύλο δείχνει.")
    (finding,) = check_code(code, None, [rule_named("spelling")])
    assert (finding.severity, finding.language, finding.quote) == ("note", "el", "φύλο")
    assert "el_GR" in finding.message
    assert finding.hint == "perhaps φύλλο"
    assert [text.span for text in finding.stretches] == [(4, 8)]


def test_it_runs_only_when_it_is_selected() -> None:
    rule = rule_named("spelling")
    assert rule not in chosen_rules((), ())
    assert rule not in STANDARD
    assert rule in RULES
    assert chosen_rules(("spelling",), ()) == (rule,)


def test_of_two_dictionaries_of_one_name_the_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "el_GR.aff").write_text("SET UTF-8\n", encoding="utf-8")
    (tmp_path / "el_GR.dic").write_text("1\nτράπουλα\n", encoding="utf-8")
    monkeypatch.setenv("DICPATH", f"{tmp_path}{os.pathsep}{CASES / 'spelling'}")
    speller = open_spellers(["el"])["el"]
    assert speller.names == ("el_GR",)
    assert speller.knows("τράπουλα")
    assert not speller.knows("φύλλο")


def test_a_language_without_a_dictionary_is_left_out() -> None:
    assert set(open_spellers(["el", "tlh"])) == {"el"}


def test_where_no_language_has_one_it_says_what_to_install() -> None:
    with pytest.raises(LawkbError, match="no spelling dictionary for tlh") as caught:
        open_spellers(["tlh"])
    assert "hunspell-el" in caught.value.hint
