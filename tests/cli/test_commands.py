import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.corpus_files import CASES, CORPUS
from tests.running import run_command

GOLD = tomllib.loads((CASES / "gold_trees.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def lawkb(cache: Path) -> "Run":
    return Run(cache)


class Run:
    """Runs the command as a user does, in a pipe of 80 columns."""

    def __init__(self, cache: Path) -> None:
        self.environment = {**os.environ, "LAWKB_CACHE": str(cache), "LAWKB_CORPUS": str(CORPUS)}

    def __call__(self, *words: str, given: str | None = None) -> "subprocess.CompletedProcess[str]":
        return run_command(*words, environment=self.environment, given=given or "")

    def json(self, *words: str) -> Any:
        done = self(*words, "--format", "json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def _without_greek_20(folder: Path) -> Path:
    corpus = folder / "corpus"
    shutil.copytree(CORPUS, corpus)
    (corpus / "laws/2017/el/law_20.xml").unlink()
    return corpus


def test_a_law_that_a_language_lacks_is_shown_as_missing_there(lawkb: Run, tmp_path: Path) -> None:
    corpus = ("--corpus", str(_without_greek_20(tmp_path)))
    shown = lawkb(*corpus, "show", "20E")
    assert shown.stdout.splitlines()[-1] == "el this law is not available here"
    assert "not available" not in lawkb(*corpus, "show", "20E", "--lang", "en").stdout
    assert "not available" not in lawkb(*corpus, "show", "47E").stdout
    both = lawkb.json(*corpus, "show", "20E", "2007 47A")["provisions"]
    assert [(each["address"], each["missing"]) for each in both] == [("20E", ["el"]), ("47A", [])]
    alone = lawkb(*corpus, "show", "20E", "--lang", "el")
    assert alone.returncode == 1
    assert "Law 20 of 2017 is not available here in that language; it is in: en" in alone.stderr


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_a_law_that_a_language_lacks_is_reported_at_the_page_of_the_other(
    lawkb: Run, tmp_path: Path, form: str
) -> None:
    checked = lawkb("--corpus", str(_without_greek_20(tmp_path)), "check", "20", "--format", form)
    assert checked.returncode == 1
    if form == "sarif":
        results = json.loads(checked.stdout)["runs"][0]["results"]
        (missing,) = [each for each in results if each["ruleId"] == "law-missing"]
        place = missing["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    else:
        (missing,) = [line for line in checked.stdout.splitlines() if "law-missing" in line]
        place = missing
    assert "law_20" in place


@pytest.mark.parametrize("tree", GOLD["trees"], ids=lambda tree: tree["page"])
def test_show_holds_exactly_the_provisions_of_the_gold_in_every_language(
    lawkb: Run, tree: dict[str, Any]
) -> None:
    wanted = tree["provisions"].split()
    record = lawkb.json("show", wanted[0], "--edition", tree["edition"])
    assert record["edition"] == tree["edition"]
    assert [p["address"] for p in record["provisions"]] == wanted
    for provision in record["provisions"]:
        assert sorted(provision["texts"]) == sorted(tree["languages"])
        assert provision["eid"].isascii()


def test_show_gives_the_fields_of_a_provision(lawkb: Run) -> None:
    (provision,) = lawkb.json("show", "57C1")["provisions"]
    assert provision["parent"] == "57C"
    greek = provision["texts"]["el"]
    assert greek["label"] == "57Γ1"
    assert greek["num"] == "1."
    assert greek["heading"] is None
    assert greek["text"].endswith("(ή να υποδείξει με άλλον τρόπο) να παιχτεί.")
    assert greek["complete"] is True
    assert greek["notes"][0]["marker"] == "1"
    assert greek["notes"][0]["text"] == "μέσω χειρονομίας ή νεύματος"
    assert greek["source"] == {"page": "law_57", "lines": [19, 19]}


def test_show_marks_what_is_inferred_lost_editorial_and_incomplete(lawkb: Run) -> None:
    provisions = {p["address"]: p["texts"] for p in lawkb.json("show", "20")["provisions"]}
    greek, english = provisions["20E"]["el"], provisions["20E"]["en"]
    assert (greek["inferred"], greek["lost"], greek["heading"]) == (["num"], ["heading"], None)
    assert english["heading"] == "Correction of Error in Review"
    assert english["editorial"] == ["heading"]
    incomplete = [
        (a, tag) for a, texts in provisions.items() for tag in texts if not texts[tag]["complete"]
    ]
    assert incomplete == [("20E", "el"), ("20F1", "el"), ("20F2", "el")]
    assert provisions["20"]["el"]["lost"] == ["title"]


@pytest.mark.parametrize(
    "typed",
    [
        "47E2a",
        "47E2(a)",
        "47Ε2(α)",
        "47 ε 2 α",
        "Νόμος 47Ε2(α)",
        "Law 47 E 2 (a)",
        "47ε2α",
        "ΝΟΜΟΣ 47Ε2Α",
    ],
)
def test_an_address_is_accepted_as_anyone_writes_it(lawkb: Run, typed: str) -> None:
    assert lawkb.json("show", typed)["provisions"][0]["address"] == "47E2(a)"
    assert lawkb.json("show", *typed.split())["provisions"][0]["address"] == "47E2(a)"


def test_show_names_who_cites_a_provision(lawkb: Run) -> None:
    (provision,) = lawkb.json("show", "14B4")["provisions"]
    citing = {(c["lang"], c["from"]) for c in provision["cited_by"]}
    assert citing == {("el", "14B2"), ("el", "14B3"), ("en", "14B2"), ("en", "14B3")}


def test_a_search_without_accents_finds_the_inflected_forms(lawkb: Run) -> None:
    record = lawkb.json("search", "αμυνομενων", "-n", "50")
    found = {hit["address"] for hit in record["hits"]}
    # Read off the pages: the provisions whose Greek text has a form of αμυνόμενος.
    wanted = "20C1 20C2 20F2 20F5(b)(i) 47A 47B 57A 57C1 57C2 57D".split()
    assert found == set(wanted)


def test_a_search_in_english_shows_the_greek_beside(lawkb: Run) -> None:
    record = lawkb.json("search", "penalty card")
    for hit in record["hits"]:
        assert hit["lang"] == "en"
        assert hit["other"]["lang"] == "el"
        assert hit["other"]["snippet"]
    found = {hit["address"] for hit in record["hits"]}
    assert {"47A", "47B", "14B4", "57A", "57D"} <= found


@pytest.mark.parametrize("typed", ["47Ε2(α)", "47 ε 2 α", "47E2a"])
def test_searching_an_address_jumps(lawkb: Run, typed: str) -> None:
    record = lawkb.json("search", typed)
    assert [hit["address"] for hit in record["hits"]] == ["47E2(a)"]
    assert record["engine"] == "address"


def test_refs_of_a_text_by_hand(lawkb: Run) -> None:
    record = lawkb.json(
        "refs", "--text", "σύμφωνα με την παράγραφο (α)", "--lang", "el", "--at", "47E2b"
    )
    (reference,) = record["references"]
    assert (reference["raw"], reference["target"], reference["status"]) == (
        "(α)",
        "47E2(a)",
        "held",
    )


def test_refs_of_lines_give_a_json_list_a_line(lawkb: Run) -> None:
    lines = [
        {"text": "see Laws 16C and 62C2", "lang": "en", "at": "47D"},
        {"text": "τίποτα εδώ", "lang": "el", "at": None},
    ]
    done = lawkb("refs", "--jsonl", given="\n".join(json.dumps(line) for line in lines))
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert [reference["target"] for reference in first] == ["16C", "62C2"]
    assert second == []


def test_refs_of_a_provision_give_both_directions(lawkb: Run) -> None:
    record = lawkb.json("refs", "20F1")
    assert {reference["target"] for reference in record["cites"]} == {"16"}
    assert {reference["from"] for reference in record["cited_by"]} == {"20F2", "20F3"}


def test_comments_tell_what_has_been_done(lawkb: Run) -> None:
    (comment,) = lawkb.json("comments")["comments"]
    assert (comment["page"], comment["address"], comment["status"]) == ("law_57", "57C3", "applied")
    assert [reply["text"] for reply in comment["replies"]] == ["σωστο"]
    none = lawkb("comments", "--status", "open", "--format", "json")
    assert (none.returncode, json.loads(none.stdout)) == (1, {"comments": []})


def test_ingest_accounts_for_every_page_and_changes_nothing(lawkb: Run) -> None:
    record = lawkb.json("ingest", "--check")
    assert record["changed"] == []
    assert record["audit"] == []
    assert len(record["pages"]) == 5
    for page in record["pages"]:
        counts = dict(page["chars"])
        assert counts.pop("total") == sum(counts.values())
        assert counts["unparsed"] == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["show", "16"], 1, "Law 16 is not here"),
        (["show", "47E7"], 1, "47E has 47E1 to 47E2"),
        (["show", "οτιδήποτε"], 2, "not the address"),
        (["show", "47", "--edition", "1987"], 2, "there is none"),
        (["show", "47", "--lang", "fr"], 2, "no text in it"),
        (["search", "ξψφχ"], 1, ""),
        (["search", "x" * 2000], 2, "at most"),
        (["refs", "--text", "x", "--lang", "xx"], 2, "no file"),
        (["refs", "--text", "x", "--at", "?"], 2, "not the address"),
        (["--corpus", "nowhere", "show", "47"], 2, "no corpus.toml"),
        (["serve", "--port", "99999"], 2, "not in the range"),
        (["serve", "--address", "nowhere.invalid"], 2, "not an IP"),
        (["--corpus", "tests", "build"], 2, "no corpus.toml"),
        (["show"], 2, "Missing argument"),
        (["nonsense"], 2, "No such command"),
    ],
)
def test_bad_input_gets_a_clear_word_and_the_right_exit_code(
    lawkb: Run, words: list[str], code: int, said: str
) -> None:
    done = lawkb(*words)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_error_is_three_short_lines(lawkb: Run) -> None:
    done = lawkb("show", "οτιδήποτε")
    assert len(done.stderr.splitlines()) == 3
    assert done.stdout == ""


def test_a_bad_line_of_references_is_named(lawkb: Run) -> None:
    done = lawkb("refs", "--jsonl", given='{"text": "Law 7", "lang": "en"}\nnot json\n')
    assert done.returncode == 2
    first, second = map(json.loads, done.stdout.splitlines())
    assert first[0]["target"] == "7"
    assert second["error"]["where"] == "standard input:2"


@pytest.mark.parametrize(
    "words",
    [
        ["show", "20"],
        ["search", "penalty card"],
        ["refs"],
        ["comments"],
        ["ingest", "--check", "-v"],
    ],
)
def test_text_output_fits_80_columns(lawkb: Run, words: list[str]) -> None:
    done = lawkb(*words)
    assert done.returncode == 0
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
