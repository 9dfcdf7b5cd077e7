"""What assistants are answered: typed answers, typed refusals."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lawkb.assist.answers import MOST_TEXT, Answers
from lawkb.assist.server import examples_of
from lawkb.assist.tools import NOTE, call, tools
from lawkb.errors import LawkbError
from tests.assist.asked import TOOLS, answers_in, ask, pages, refused
from tests.corpus_files import CORPUS, PEBBLES

ADDRESSES = ["47E2(b)", "47Ε2(β)", "47 ε 2 β", "Law 47 E 2 b", "Νόμος 47Ε2(β)", "2017 47E2b"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_provision_is_read_by_its_address_in_every_notation(address: str) -> None:
    found = ask("get_provision", address=address)["answer"]
    (provision,) = found["provisions"]
    assert (found["edition"], found["address"], found["original"]) == ("2017", "47E2(b)", "en")
    assert provision["texts"]["en"]["text"].startswith("When it is too late to correct a play")
    assert provision["texts"]["el"]["label"] == "47Ε2(β)"
    assert [each["target"] for each in provision["texts"]["el"]["references"]] == ["47E2(a)"]


def test_what_contains_a_provision_is_above_it_with_its_headings() -> None:
    found = ask("get_provision", address="47E2b")["answer"]
    assert [each["address"] for each in found["above"]] == ["47", "47E", "47E2"]
    headings = [each["texts"]["en"].get("heading") for each in found["above"]]
    assert headings == [
        "Retraction of Card Played",
        "Change of Play Based on Misinformation",
        None,
    ]


def test_a_law_has_all_its_provisions_in_order_with_what_cites_them() -> None:
    found = ask("get_provision", address=47)["answer"]
    addresses = [each["address"] for each in found["provisions"]]
    assert addresses[:5] == ["47", "47A", "47B", "47C", "47D"]
    assert {"edition": "2017", "lang": "en", "from": "47F2"} in found["provisions"][0]["cited_by"]


def test_the_state_of_the_translation_is_told_and_which_text_decides() -> None:
    (translation,) = ask("get_provision", address="47E2b")["answer"]["translations"]
    assert (translation["lang"], translation["translation_of"]) == ("el", "en")
    assert translation["states"] == [
        {"address": "47E2(b)", "state": "needs-review", "stale": False}
    ]


@pytest.mark.parametrize("language", ["el", "EL", "el-GR", "el_GR"])
def test_one_language_is_given_alone(language: str) -> None:
    found = ask("get_provision", address="47E2b", language=language)["answer"]
    assert [*found["provisions"][0]["texts"]] == ["el"]
    assert [*found["above"][0]["texts"]] == ["el"]


def test_neighbours_are_given_when_they_are_asked_for() -> None:
    assert "neighbours" not in ask("get_provision", address="47C")["answer"]
    found = ask("get_provision", address="47C", context=True)["answer"]
    assert [each["address"] for each in found["neighbours"]] == ["47B", "47D"]


def test_a_provision_is_read_as_it_was_on_a_day_with_the_dates_of_its_wording() -> None:
    found = ask("get_provision", address="47E2b", on="2019-01-01")["answer"]
    wording = found["provisions"][0]["texts"]["en"]["wording"]
    assert (found["on"], wording["since"]) == ("2019-01-01", "2018-05-25")
    old = ask("get_provision", address="47", on="2016-01-01")["answer"]
    assert (old["edition"], [*old["provisions"][0]["texts"]]) == ("2007", ["it"])


def test_the_dates_of_a_wording_are_told_once_where_parts_share_them() -> None:
    provisions = ask("get_provision", address="47", language="en")["answer"]["provisions"]
    dated = [each["address"] for each in provisions if "wording" in each["texts"]["en"]]
    assert dated == ["47", "47A"]  # an editor has supplied the title of the law
    assert provisions[1]["texts"]["en"]["wording"]["since"] == "2018-05-25"


def test_every_text_has_its_hash() -> None:
    found = ask("get_provision", address="47E2b")["answer"]["provisions"][0]
    assert all(len(each["sha256"]) == 64 for each in found["texts"].values())


def test_two_days_are_compared() -> None:
    found = ask("compare", address="47", dates=["2016-01-01", "2019-01-01"])["answer"]
    assert found["editions"] == ["2007", "2017"]


def test_readers_comments_are_left_out_unless_they_are_asked_for() -> None:
    plain = ask("get_provision", address="57C3")["answer"]["provisions"][0]
    assert "comments" not in plain
    asked = ask("get_provision", address="57C3", comments=True)["answer"]["provisions"][0]
    assert "περισσεύει" in asked["comments"][0]["text"]


def test_a_text_beside_the_laws_is_read_by_its_name() -> None:
    found = ask("get_provision", answers_in(PEBBLES), address="Definitions", language="en")
    companion = found["answer"]["companion"]
    assert (companion["companion"], [*companion["texts"]]) == ("definitions", ["en"])


def test_a_hit_says_which_of_its_words_were_found() -> None:
    found = ask("find_provisions", query="penalty cards", limit=2)["answer"]
    assert len(found["hits"]) == 2 < found["total"]
    assert found["hits"][0]["words"] == ["card", "penalty"]
    assert found["hits"][0]["others"][0]["lang"] == "el"


def test_greek_words_find_the_english_text_beside_the_greek() -> None:
    hits = ask("find_provisions", query="τιμωρημενο φυλλο")["answer"]["hits"]
    assert hits[0]["lang"] == "el"
    assert "penalty card" in hits[0]["others"][0]["snippet"]


def test_a_query_that_finds_nothing_is_an_answer() -> None:
    found = ask("find_provisions", query="xylophone")["answer"]
    assert found["total"] == 0
    assert "hits" not in found


def test_references_of_a_provision_go_both_ways() -> None:
    found = ask("get_references", address="47E")["answer"]
    assert "16C" in [each["target"] for each in found["cites"]]
    assert ("20F6", "47E") in [(each["from"], each["target"]) for each in found["cited_by"]]


def test_references_of_a_text_are_resolved() -> None:
    found = ask("get_references", text="βλέπε Νόμους 16Γ και 47E", language="el")["answer"]
    assert [(each["target"], each["status"]) for each in found["cites"]] == [
        ("16C", "not-held"),
        ("47E", "held"),
    ]


def test_two_editions_are_compared() -> None:
    found = ask("compare", address="47", editions=["2007", 2017])["answer"]
    assert found["editions"] == ["2007", "2017"]
    assert found["summary"]["provisions"] == {"same": 13, "moved": 0, "added": 0, "dropped": 0}
    assert found["summary"]["references"]["moved"] == 2


def test_the_contents_say_what_is_held_and_what_is_not() -> None:
    found = ask("list_contents", edition=2017)["answer"]
    (edition,) = found["editions"]
    english, greek = edition["languages"]
    assert english["held"] == greek["held"] == ["14", "20", "47", "57"]
    assert english["not_held"] == ["1-13", "15-19", "21-46", "48-56", "58-93"]
    assert "translation_of" not in english
    assert greek["translation_of"] == "en"
    assert edition["laws"][2]["titles"]["en"] == "Retraction of Card Played"


def test_citations_are_verified() -> None:
    found = ask("verify_citations", text="See Law 47E2(b), Law 47Z and Law 16C.")["answer"]
    verdicts = [(each["raw"], each["verdict"]) for each in found["citations"]]
    assert verdicts == [
        ("47E2(b)", "found"),
        ("47Z", "no-such-provision"),
        ("16C", "not-held"),
    ]


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("get_provision", {"address": "16"}, "not_held"),
    ("get_provision", {"address": "Νόμος 16Γ"}, "not_held"),
    ("get_provision", {"address": "47K"}, "no_such_provision"),
    ("get_provision", {"address": "47E2(z)"}, "no_such_provision"),
    ("get_provision", {"address": 99}, "no_such_provision"),
    ("get_provision", {"address": "47 48"}, "ambiguous"),
    ("get_provision", {"address": "2007 47", "edition": "2017"}, "ambiguous"),
    ("get_provision", {"address": "the joker"}, "not_an_address"),
    ("get_provision", {"address": ""}, "not_an_address"),
    ("get_provision", {"address": "4" * 5000}, "not_an_address"),
    ("get_provision", {"address": "\x00\x1b[31m"}, "not_an_address"),
    ("get_provision", {"address": "../../etc/passwd"}, "not_an_address"),
    ("get_provision", {"address": "47", "edition": "1999"}, "no_such_edition"),
    ("get_provision", {"address": "47", "language": "fr"}, "no_such_language"),
    ("get_provision", {"address": "47", "language": "it"}, "no_such_language"),
    ("get_provision", {"address": "47", "on": "yesterday"}, "no_such_date"),
    ("get_provision", {"address": "47", "on": "2018-02-30"}, "no_such_date"),
    ("get_references", {}, "bad_arguments"),
    ("get_references", {"address": "47", "text": "Law 47"}, "bad_arguments"),
    ("get_references", {"address": "16"}, "not_held"),
    ("get_references", {"text": "(a) above", "at": "the joker"}, "not_an_address"),
    ("get_references", {"text": "Law 1 " * MOST_TEXT}, "too_long"),
    ("compare", {"address": "47", "editions": ["2017", "2099"]}, "no_such_edition"),
    ("compare", {"address": "the joker"}, "not_an_address"),
    ("compare", {"address": "47", "dates": ["2016-01-01", "2018-02-30"]}, "no_such_date"),
    ("compare", {"address": "47", "dates": ["0001-01-01", "2019-01-01"]}, "no_such_date"),
    ("compare", {"address": "47", "dates": ["2016-01-01"]}, "bad_arguments"),
    ("get_provision", {"address": "47", "on": "0001-01-01"}, "no_such_date"),
    ("get_provision", {"address": "47Z", "on": "2019-01-01"}, "no_such_provision"),
    ("get_provision", {"address": "49", "on": "2019-01-01"}, "not_held"),
    ("get_provision", {"address": "20A", "on": "2010-01-01"}, "no_such_date"),
    ("compare", {"address": "14"}, "nothing_to_compare"),
    ("compare", {"address": "14", "editions": ["2007", "2017"]}, "nothing_to_compare"),
    ("list_contents", {"edition": "1999"}, "no_such_edition"),
    ("verify_citations", {"text": "x" * (MOST_TEXT + 1)}, "too_long"),
    ("verify_citations", {"text": "Law 47", "language": "xx"}, "no_such_language"),
    ("find_provisions", {"query": '"open'}, "bad_query"),
    ("find_provisions", {"query": "a AND"}, "bad_query"),
    ("find_provisions", {"query": "card", "language": "de"}, "no_such_language"),
]


@pytest.mark.parametrize(("name", "arguments", "kind"), REFUSED)
def test_a_refusal_is_typed(name: str, arguments: dict[str, Any], kind: str) -> None:
    refusal = refused(name, **arguments)
    assert refusal["kind"] == kind
    assert refusal["message"]
    assert refusal["hint"]


def test_a_law_that_is_not_held_is_refused_with_what_is() -> None:
    refusal = refused("get_provision", address="16C")
    assert refusal["held"] == ["14", "20", "47", "57"]
    assert "whether it exists or not" in refusal["message"]


def test_a_provision_that_is_not_there_is_refused_with_the_nearest() -> None:
    nearest = refused("get_provision", address="47E2(z)")["nearest"]
    assert nearest == ["47E2", "47E2(a)", "47E2(b)"]
    assert refused("get_provision", address="47E7(b)")["nearest"] == ["47E", "47E1", "47E2"]


def test_an_ambiguous_address_is_refused_with_its_candidates() -> None:
    assert refused("get_provision", address="47 57")["candidates"] == ["47", "57"]
    both = refused("get_provision", address="2007 47", edition="2017")["candidates"]
    assert both == ["2007:47", "2017:47"]


def test_a_candidate_can_be_asked_for_as_it_is_written() -> None:
    assert ask("get_provision", address="2007:47")["answer"]["edition"] == "2007"


def test_a_provision_that_another_edition_has_is_a_candidate(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    for tag in ("el", "en"):
        (folder / "laws" / "2017" / tag / "law_47.xml").unlink()
    refusal = refused("get_provision", Answers(folder), address="47A", edition="2017")
    assert (refusal["kind"], refusal["candidates"]) == ("not_held", ["2007:47A"])


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("find_provisions", {}),
    ("find_provisions", {"query": 7}),
    ("find_provisions", {"query": ""}),
    ("find_provisions", {"query": "x" * 3000}),
    ("find_provisions", {"query": "card", "limit": "many"}),
    ("find_provisions", {"query": "card", "limit": 0}),
    ("find_provisions", {"query": "card", "limit": 10**9}),
    ("find_provisions", {"query": "card", "limit": 1.5}),
    ("find_provisions", {"query": "card", "file": "/etc/passwd"}),
    ("get_provision", {"address": None}),
    ("get_provision", {"address": ["47"]}),
    ("get_provision", {"address": {"law": 47}}),
    ("get_provision", {"address": "47", "context": "yes"}),
    ("get_provision", {"address": "47", "cursor": "5"}),
    ("get_provision", {"address": "47", "cursor": "-1-00000000"}),
    ("compare", {"address": "47", "editions": ["2007"]}),
    ("compare", {"address": "47", "languages": "el"}),
    ("list_contents", {"edition": []}),
    ("verify_citations", {"text": ["Law 47"]}),
]


@pytest.mark.parametrize(("name", "arguments"), WRONG)
def test_arguments_of_wrong_types_are_refused_and_not_repeated(
    name: str, arguments: dict[str, Any]
) -> None:
    refusal = refused(name, **arguments)
    assert refusal["kind"] == "bad_arguments"
    assert "passwd" not in str(refusal)


def test_null_is_as_if_an_argument_were_left_out() -> None:
    asked = {"language": None, "edition": None, "on": None, "cursor": None}
    assert ask("get_provision", address="47E", **asked) == ask("get_provision", address="47E")


def test_a_cursor_of_another_call_is_refused() -> None:
    first = next(iter(pages("get_provision", address="20")))
    assert "next" in first
    refusal = refused("get_provision", address="14", cursor=first["next"])
    assert refusal["kind"] == "bad_arguments"


def test_a_long_answer_goes_on_until_every_provision_was_given() -> None:
    found = [*pages("get_provision", address="20")]
    assert len(found) > 1
    whole = answers_in().corpus.excerpt("20").provisions
    given = [each["address"] for page in found for each in page["answer"].get("provisions", [])]
    assert given == [each.address for each in whole]
    assert all(page["note"] == NOTE for page in found)


def test_what_readers_may_not_see_is_in_no_answer() -> None:
    found = ask("get_provision", address="57C3")
    assert "pournaras" not in str(found)


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_is_described_with_examples_in_two_languages(name: str) -> None:
    tool = TOOLS[name]
    assert "Examples: {" in tool.description
    assert len(tool.description) < 1_000
    jsonschema.Draft202012Validator.check_schema(tool.input_schema)
    asked = tool.input_schema["properties"].values()
    assert all(each["description"] for each in asked if "anyOf" not in each)


def test_a_corpus_that_changed_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    own = Answers(folder)
    assert "answer" in ask("get_provision", own, address="57")
    for tag in ("el", "en"):
        (folder / "laws" / "2017" / tag / "law_57.xml").unlink()
    assert refused("get_provision", own, address="57")["kind"] == "not_held"


def test_a_corpus_without_laws_is_no_server(tmp_path: Path) -> None:
    shutil.copy(CORPUS / "corpus.toml", tmp_path)
    with pytest.raises(LawkbError):
        Answers(tmp_path)


@pytest.mark.parametrize("folder", [CORPUS, PEBBLES], ids=["bridge", "pebbles"])
def test_the_examples_in_the_descriptions_are_answered(folder: Path) -> None:
    own = answers_in(folder)
    for tool in tools(examples_of(own)):
        (told,) = re.findall(r"Examples: (.*)", tool.description)
        given = [json.loads(each) for each in re.findall(r"\{[^{}]*\}", told)]
        assert len(given) == 2
        for arguments in given:
            if tool.name != "compare" or folder == CORPUS:  # pebbles has one edition
                assert "answer" in call(tool, own, arguments), (tool.name, arguments)
