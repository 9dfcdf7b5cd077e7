import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from lawkb.checks.rule_list import RULES
from tests.cli.test_commands import Run, cache, lawkb
from tests.corpus_files import CORPUS

__all__ = ["cache", "lawkb"]
PEBBLES = CORPUS.parent / "examples" / "three-pebbles" / "corpus"
STATUTE = CORPUS.parent / "examples" / "statute" / "corpus"


@pytest.fixture
def pebbles(tmp_path: Path) -> str:
    folder = tmp_path / "corpus"
    shutil.copytree(PEBBLES, folder)
    return str(folder)


def _record(lawkb: Run, *words: str) -> Any:
    """The JSON of a check, which exits with 1 where it finds errors."""
    done = lawkb(*words, "--format", "json")
    record = json.loads(done.stdout)
    assert done.returncode == (1 if record["summary"]["error"] else 0)
    return record


def test_check_tells_what_is_wrong_in_80_columns(lawkb: Run) -> None:
    done = lawkb("check", "20")
    assert done.returncode == 1
    assert max(map(len, done.stdout.split("\n"))) <= 80
    assert "‹or a player required by law" in done.stdout
    assert done.stdout.rstrip().endswith("0 waived")


def test_check_exits_by_severity(lawkb: Run) -> None:
    assert lawkb("check", "47").returncode == 0
    assert lawkb("check", "47", "-W").returncode == 1
    assert lawkb("--corpus", str(STATUTE), "check", "-W").returncode == 0


def test_an_address_shows_what_is_found_there_and_in_it(lawkb: Run) -> None:
    found = _record(lawkb, "check", "20Ε", "20F5")["findings"]
    assert {each["address"] for each in found} == {"20E", "20F5(a)", "20F5(b)"}
    assert lawkb("check", "20F5").returncode == 0
    assert lawkb("check", "20E").returncode == 1


def test_rules_are_selected_and_ignored(lawkb: Run) -> None:
    found = _record(lawkb, "check", "--select", "omission", "--select", "quotes")["findings"]
    assert {each["rule"] for each in found} == {"omission", "quotes"}
    found = _record(lawkb, "check", "--ignore", "omission")["findings"]
    assert "omission" not in {each["rule"] for each in found}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["check", "--select", "nothing"], "there is no such rule"),
        (["check", "92"], "this law is not available here"),
        (["check", "14Z9"], "there is no such provision"),
        (["check", "none.docx"], "there is no such file, and no such provision"),
        (["show", "none.docx"], "there is no such provision, and show reads no files"),
        (["check", "--waive", "abc"], "there is no reason"),
        (["check", "--waive", "zzz", "--reason", "so"], "no finding has this fingerprint"),
        (["check", "--explain", "nothing"], "there is no such rule"),
        (["comments", "settle", "zzz", "--applied", "--reason", "so"], "no comment on a law"),
        (["comments", "settle", "zzz", "--reason", "so"], "the decision is missing"),
        (
            ["comments", "settle", "z", "--applied", "--rejected", "--reason", "so"],
            "the decision is missing",
        ),
        (["export", "-o", "laws.docx"], ".docx is the suffix of no format"),
    ],
)
def test_what_cannot_be_done_is_told_in_three_lines(
    lawkb: Run, words: list[str], told: str
) -> None:
    done = lawkb(*words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 3


def test_findings_stand_beside_the_files_of_their_pages(lawkb: Run, pebbles: str) -> None:
    lines = lawkb("check", "20", "--format", "github").stdout.split("\n")
    places = {line.split(",")[0].partition("file=")[2] for line in lines if line}
    assert all(place.endswith("corpus/sources/wiki/law_20.txt") for place in places)
    run = json.loads(lawkb("--corpus", pebbles, "check", "--format", "sarif").stdout)["runs"][0]
    uris = {
        each["physicalLocation"]["artifactLocation"]["uri"]
        for result in run["results"]
        for each in result["locations"]
    }
    assert uris
    assert all(Path(uri).is_file() for uri in uris)


def test_a_rule_explains_itself(lawkb: Run) -> None:
    shown = lawkb("check", "--explain", "negation").stdout
    assert all(word in shown for word in ("negation (warning)", "Why:", "Example:", "Limits:"))


def test_the_rules_are_listed_and_a_wrong_name_is_told_the_nearest(lawkb: Run) -> None:
    listed = lawkb("check", "--explain")
    assert listed.returncode == 0
    names = [line.split()[0] for line in listed.stdout.split("\n") if line[:1].strip()]
    assert names == [rule.name for rule in RULES]
    assert max(map(len, listed.stdout.split("\n"))) <= 80
    wrong = lawkb("check", "--explain", "omision")
    assert wrong.returncode == 2
    assert wrong.stderr.split("\n")[2].strip() == (
        "hint: perhaps omission; lawkb check --explain lists all"
    )
    far = lawkb("check", "--select", "zzzz").stderr
    assert far.split("\n")[2].strip() == "hint: lawkb check --explain lists all"


def test_a_finding_is_waived_and_expires(lawkb: Run, pebbles: str) -> None:
    on = ("--corpus", pebbles)
    found = _record(lawkb, *on, "check", "--select", "omission")["findings"]
    done = lawkb(*on, "check", "--waive", found[0]["fingerprint"], "--reason", "it is known")
    assert done.returncode == 0
    again = _record(lawkb, *on, "check", "--select", "omission")
    waived = {each["fingerprint"] for each in again["findings"] if each["waived"]}
    assert waived == {found[0]["fingerprint"]} and len(again["findings"]) == 3
    assert again["summary"]["waived"] == 1


def test_repairs_become_patches_and_the_next_ingest_takes_them_up(lawkb: Run, pebbles: str) -> None:
    on = ("--corpus", pebbles)
    sources = {p: p.read_bytes() for p in Path(pebbles, "sources").rglob("*") if p.is_file()}
    before = _record(lawkb, *on, "check", "--select", "reference-script")["findings"]
    assert lawkb(*on, "check", "--fix").returncode == 0
    patches = {p: p.read_bytes() for p in Path(pebbles, "patches").iterdir()}
    assert "nothing to fix" in lawkb(*on, "check", "--fix").stdout
    assert patches == {p: p.read_bytes() for p in Path(pebbles, "patches").iterdir()}
    assert lawkb(*on, "ingest").returncode == 0
    after = _record(lawkb, *on, "check", "--select", "reference-script")["findings"]
    assert {each["fingerprint"] for each in after} < {each["fingerprint"] for each in before}
    assert all(each["message"].startswith("the label") for each in after)
    assert sources == {p: p.read_bytes() for p in sources}


def test_a_comment_is_settled_until_its_words_change(lawkb: Run, pebbles: str) -> None:
    on = ("--corpus", pebbles)
    (comment,) = lawkb.json(*on, "comments", "--status", "open")["comments"]
    done = lawkb(*on, "comments", "settle", comment["id"], "--rejected", "--reason", "no")
    assert done.returncode == 0
    written = Path(pebbles, "comments.toml").read_bytes()
    lawkb(*on, "comments", "settle", comment["id"], "--rejected", "--reason", "no")
    assert Path(pebbles, "comments.toml").read_bytes() == written
    assert lawkb(*on, "ingest").returncode == 0
    none = lawkb(*on, "comments", "--status", "open", "--format", "json")
    assert (none.returncode, json.loads(none.stdout)) == (1, {"comments": []})
    (rejected,) = lawkb.json(*on, "comments", "--status", "rejected")["comments"]
    assert rejected["id"] == comment["id"]
    assert rejected["settled"]["reason"] == "no"
    assert "-> rejected by" in lawkb(*on, "comments", "--status", "rejected").stdout


def test_terms_are_told_with_their_places(lawkb: Run) -> None:
    (row,) = lawkb.json("terms", "penalty card")["terms"]
    (rendering,) = row["renderings"]
    assert (row["times"], rendering["times"], row["missing"]) == (5, 5, [])
    assert "57D" in rendering["places"]
    assert lawkb("terms", "nonsense").returncode == 1


def test_terms_are_suggested_that_the_glossary_has_not(lawkb: Run) -> None:
    rows = lawkb.json("terms", "--suggest")["terms"]
    found = {row["term"]: row["renderings"][0]["words"] for row in rows}
    assert found["withdrawn"] == "αποσυρθεί"
    assert not any("may" in term.split() for term in found)
    assert list(found).index("withdrawn") < list(found).index("before")
    assert "declarer" not in found
