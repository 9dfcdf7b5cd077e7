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
    assert done.stdout.split("\n")[0] == "3 errors, 10 warnings, 5 notes, 0 waived"


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
        (["check", "--fix", "-o", "report"], "it writes no report"),
        (["check", "--waive", "abc", "--reason", "so", "-o", "report"], "it writes no report"),
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
    # This corpus is outside the checkout.
    assert all(uri.startswith("file:///") and Path(uri[7:]).is_file() for uri in uris)


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


def set_checks(corpus: str, settings: str) -> tuple[str, str]:
    file = Path(corpus, "corpus.toml")
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{settings}", encoding="utf-8")
    return "--corpus", corpus


def rule_setting(name: str, severity: str, reason: str = "agreed in 2017") -> str:
    return f'[[checks.rules]]\nname = "{name}"\nseverity = "{severity}"\nreason = "{reason}"\n'


def test_a_corpus_switches_rules_off_and_sets_their_severity(lawkb: Run, pebbles: str) -> None:
    before = _record(lawkb, "--corpus", pebbles, "check")["findings"]
    settings = rule_setting("reference-dangling", "off") + rule_setting("comment-open", "off")
    on = set_checks(pebbles, settings + rule_setting("omission", "note"))
    after = _record(lawkb, *on, "check")["findings"]
    off = {"reference-dangling", "comment-open"}
    assert {each["fingerprint"] for each in after} == {
        each["fingerprint"] for each in before if each["rule"] not in off
    }
    assert {each["severity"] for each in after if each["rule"] == "omission"} == {"note"}
    told = "2 rules switched off, 1 with another severity in corpus.toml"
    for words in (["check"], ["check", "-q"]):
        first, second, *_ = lawkb(*on, *words).stdout.split("\n")
        assert first.endswith(" waived") and second == told


def test_a_corpus_sets_the_least_confidence_which_an_option_may_raise(
    lawkb: Run, pebbles: str
) -> None:
    sure = {each["confidence"] for each in _record(lawkb, "--corpus", pebbles, "check")["findings"]}
    assert min(sure) < 1
    on = set_checks(pebbles, "[checks]\nmin_confidence = 1.0\n")
    assert {e["confidence"] for e in _record(lawkb, *on, "check")["findings"]} == {1}
    assert lawkb(*on, "check", "-q").stdout.endswith(
        " waived\nfindings below 1.0 left out in corpus.toml\n"
    )


def test_settings_of_rules_count_for_files_too(lawkb: Run, pebbles: str, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("id,en,el\n1,30 days (x),20 ημέρες (χ\n", encoding="utf-8")
    on = set_checks(pebbles, rule_setting("numbers", "warning") + rule_setting("brackets", "off"))
    found = _record(lawkb, *on, "check", str(file))["findings"]
    assert [(each["rule"], each["severity"]) for each in found] == [("numbers", "warning")]
    printed = lawkb(*on, "check", str(file))
    assert "1 rule switched off, 1 with another severity in corpus.toml" in printed.stdout
    assert "brackets" not in printed.stderr


def test_a_waiver_of_a_rule_that_is_off_is_not_reported(lawkb: Run, pebbles: str) -> None:
    found = _record(lawkb, "--corpus", pebbles, "check", "--select", "omission")["findings"]
    words = ("check", "--waive", found[0]["fingerprint"], "--reason", "it is known")
    assert lawkb("--corpus", pebbles, *words).returncode == 0
    on = set_checks(pebbles, rule_setting("omission", "off"))
    assert "waiver" not in {each["rule"] for each in _record(lawkb, *on, "check")["findings"]}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (rule_setting("omision", "off"), ["rule omision", "perhaps omission"]),
        (rule_setting("zz", "off") + rule_setting("yy", "off"), ["rule zz", "rule yy"]),
        (rule_setting("omission", "none"), ["[checks] [[rules]] 1: severity", "none"]),
        (rule_setting("omission", "off", " "), ["[checks] [[rules]] 1: reason", "is empty"]),
        ('[[checks.rules]]\nname = "omission"\nseverity = "off"\n', ["reason is missing"]),
        ("[checks]\nmin_confidence = 1.5\n", ["min_confidence", "is 1.5"]),
        ("[checks]\nmin-confidence = 1\n", ["min-confidence"]),
    ],
)
def test_wrong_settings_of_rules_are_refused(
    lawkb: Run, pebbles: str, settings: str, told: list[str]
) -> None:
    done = lawkb(*set_checks(pebbles, settings), "check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "corpus.toml" in done.stderr
    assert [each for each in told if each not in done.stderr] == []


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_a_law_without_a_translation_is_an_error_in_every_format(
    lawkb: Run, pebbles: str, form: str
) -> None:
    (Path(pebbles) / "laws/2016/el/law_2.xml").unlink()
    done = lawkb("--corpus", pebbles, "check", "2", "--format", form)
    assert done.returncode == 1
    assert "law-missing" in done.stdout and "the law has no translation here" in done.stdout
