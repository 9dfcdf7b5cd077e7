"""What ``lawkb check`` prints and writes of its findings: order, confidence, summary, files."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.cli.test_checking_files import pairs, record, run, table
from tests.corpus_files import CORPUS
from tests.running import run_command

NOTE = ("note", "It is (so).", "Είναι (έτσι.")
DENIED = ("denied", "The card may not be played", "Το φύλλο μπορεί να παιχτεί")
FIGURES = ("figures", "Within 30 days of the score", "Μέσα σε 20 ημέρες από τη βαθμολογία")
LOST = ("lost", "The card of the player is all of it", "")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with findings of every severity, the slightest first."""
    return table(tmp_path, [NOTE, DENIED, LOST, FIGURES, *pairs()])


def check_corpus(*words: str) -> Any:
    environment = {key: value for key, value in os.environ.items() if key != "LAWKB_CORPUS"}
    done = run_command(
        "--corpus", str(CORPUS), "check", "--format", "json", *words, environment=environment
    )
    return json.loads(done.stdout)["findings"]


def test_the_gravest_and_surest_findings_come_first(tmp_path: Path, file: str) -> None:
    found = record(tmp_path, file)["findings"]
    assert [each["address"] for each in found] == ["figures", "lost", "denied", "note"]
    printed = run(tmp_path, file).stdout
    assert printed.startswith("2 errors, 1 warning, 1 note, 0 waived\n\nfigures")
    places = [printed.index(f"\n{name}") for name in ("figures", "lost", "denied", "note")]
    assert places == sorted(places)


def test_findings_on_one_text_stay_together(tmp_path: Path) -> None:
    both = ("both", "Within 30 days (or so)", "Μέσα σε 20 ημέρες (ή έτσι")
    found = record(tmp_path, table(tmp_path, [NOTE, DENIED, both, *pairs()]))["findings"]
    told = [(each["address"], each["severity"]) for each in found]
    assert told == [
        ("both", "error"), ("both", "note"), ("denied", "warning"), ("note", "note")
    ]  # fmt: skip


def test_in_a_corpus_errors_come_first_and_equal_ones_in_the_order_of_the_laws() -> None:
    found = check_corpus()
    gravest: dict[str, str] = {}
    for each in found:
        gravest.setdefault(each["address"], each["severity"])
    first = list(gravest.items())[:3]
    assert first == [("20E", "error"), ("20F1", "error"), ("20F2", "error")]
    titles = [each["address"] for each in found if each["rule"] == "title-lost"]
    assert titles == sorted(titles, key=int)


def test_a_finding_says_how_sure_it_is_in_every_rule(tmp_path: Path, file: str) -> None:
    found = record(tmp_path, file)["findings"]
    sure = {each["address"]: each["confidence"] for each in found}
    assert sure == {"figures": 1, "lost": 0.99, "denied": 1, "note": 1}
    assert all(each["score"] in (None, each["confidence"]) for each in found)
    sarif = json.loads(run(tmp_path, file, "--format", "sarif").stdout)["runs"][0]["results"]
    assert [each["rank"] for each in sarif] == [100.0, 99.0, 100.0, 100.0]


@pytest.mark.parametrize(("least", "left"), [("0", 4), ("0.99", 4), ("0.995", 3), ("1", 3)])
def test_less_sure_findings_can_be_left_out(
    tmp_path: Path, file: str, least: str, left: int
) -> None:
    assert len(record(tmp_path, file, "--min-confidence", least)["findings"]) == left


def test_findings_left_out_do_not_count(tmp_path: Path) -> None:
    name = table(tmp_path, [LOST, *pairs()])
    assert run(tmp_path, name).returncode == 1
    assert run(tmp_path, name, "--min-confidence", "1").returncode == 0
    assert {each["confidence"] for each in check_corpus("--min-confidence", "1")} == {1}


@pytest.mark.parametrize("least", ["1.5", "-0.1", "sure"])
def test_a_confidence_is_between_0_and_1(tmp_path: Path, file: str, least: str) -> None:
    done = run(tmp_path, file, "--min-confidence", least)
    assert done.returncode == 2
    assert "--min-confidence" in done.stderr


def test_quietly_only_the_summary_is_printed(tmp_path: Path, file: str) -> None:
    done = run(tmp_path, file, "-q")
    assert done.stdout == "2 errors, 1 warning, 1 note, 0 waived\n"
    assert done.returncode == 1


def test_statistics_count_each_rule(tmp_path: Path, file: str) -> None:
    assert run(tmp_path, file, "-q", "--statistics").stdout.split("\n") == [
        "2 errors, 1 warning, 1 note, 0 waived",
        "rule      errors  warnings  notes  share",
        "numbers        1         0      0   25 %",
        "omission       1         0      0   25 %",
        "negation       0         1      0   25 %",
        "brackets       0         0      1   25 %",
        "",
    ]
    clean = table(tmp_path, pairs())
    assert (
        run(tmp_path, clean, "--statistics").stdout == "0 errors, 0 warnings, 0 notes, 0 waived\n"
    )


@pytest.mark.parametrize("option", ["-q", "--statistics"])
def test_what_only_a_text_has_is_refused_for_other_formats(
    tmp_path: Path, file: str, option: str
) -> None:
    done = run(tmp_path, file, option, "--format", "json")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} --format json" in done.stderr


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_a_report_is_written_into_a_file_as_it_would_be_printed(
    tmp_path: Path, file: str, form: str
) -> None:
    printed = run(tmp_path, file, "--format", form).stdout
    done = run(tmp_path, file, "--format", form, "-o", "report")
    assert (tmp_path / "report").read_text(encoding="utf-8") == printed
    assert done.stdout == "2 errors, 1 warning, 1 note, 0 waived\nreport in report\n"
    assert done.returncode == 1
    assert stat.S_IMODE((tmp_path / "report").stat().st_mode) & 0o444 == 0o444
    assert {each.name for each in tmp_path.iterdir()} == {file, "report"}


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (".", "it is a folder"),
        ("none/report", "there is no such folder"),
        ("some.tsv", "it is one of the files to check"),
        ("./some.tsv", "it is one of the files to check"),
    ],
)
def test_a_report_replaces_no_folder_and_no_file_that_is_checked(
    tmp_path: Path, file: str, output: str, told: str
) -> None:
    before = (tmp_path / file).read_bytes()
    done = run(tmp_path, file, "-o", output)
    assert done.returncode == 2
    assert told in done.stderr
    assert (tmp_path / file).read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {file}


def test_a_report_is_left_as_it_was_if_a_file_cannot_be_checked(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("before")
    (tmp_path / "bad.csv").write_bytes(b"id,en,el\n1,a,\xff\n")
    assert run(tmp_path, "bad.csv", "-o", "report").returncode == 2
    assert (tmp_path / "report").read_text() == "before"
    assert {each.name for each in tmp_path.iterdir()} == {"bad.csv", "report"}


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    table(tmp_path, [DENIED, *pairs()]).replace("some", "one")
    (tmp_path / "some.tsv").rename(tmp_path / "one.tsv")
    (tmp_path / "two.csv").write_text("id,en,fr\n1,30 days,20 jours\n", encoding="utf-8")
    return "one.tsv", "two.csv"


def test_several_files_make_one_report_and_each_finding_names_its_file(
    tmp_path: Path, two: tuple[str, str]
) -> None:
    found = record(tmp_path, *two)["findings"]
    told = [(each["file"], each["address"], each["lang"], each["line"]) for each in found]
    assert told == [("two.csv", "1", "fr", 2), ("one.tsv", "denied", "el", 2)]
    printed = run(tmp_path, *two)
    assert printed.returncode == 1
    assert "1  two.csv:2\n" in printed.stdout and "denied  one.tsv:2\n" in printed.stdout
    assert printed.stdout.startswith("1 error, 1 warning, 0 notes, 0 waived\n\n1  two.csv:2\n")
    assert printed.stderr.count("rules not run") == 1
    results = json.loads(run(tmp_path, *two, "--format", "sarif").stdout)["runs"][0]["results"]
    places = [each["locations"][0]["physicalLocation"] for each in results]
    assert [each["artifactLocation"]["uri"] for each in places] == ["two.csv", "one.tsv"]
    cases = etree.fromstring(run(tmp_path, *two, "--format", "junit").stdout.encode())[0]
    assert [each.get("file") for each in cases] == ["two.csv", "one.tsv"]
    assert "::error file=two.csv,line=2" in run(tmp_path, *two, "--format", "github").stdout


def test_a_file_named_twice_is_checked_once(tmp_path: Path, two: tuple[str, str]) -> None:
    assert len(record(tmp_path, two[1], two[1], f"./{two[1]}")["findings"]) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["one.tsv", "none.csv"], "none.csv there is no such file"),
        (["one.tsv", "20"], "20 files and laws are not checked together"),
        (["one.tsv", "--source", "en", "--target", "fr", "two.csv"], "its texts are in en and el"),
        (["one.tsv", "empty.csv"], "empty.csv there is nothing in it"),
    ],
)
def test_if_one_file_cannot_be_checked_nothing_is_printed(
    tmp_path: Path, two: tuple[str, str], words: list[str], told: str
) -> None:
    (tmp_path / "empty.csv").touch()
    done = run(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in " ".join(done.stderr.split())


def test_a_language_without_word_lists_is_one_line_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "fi.tsv").write_text("id\ten\tfi\n1\t30 days\t20 päivää\n", encoding="utf-8")
    name = table(tmp_path, pairs())
    told = " ".join(run(tmp_path, "fi.tsv", name).stderr.split())
    assert told.count("rules not run") == 2
    assert (
        "fi.tsv: rules not run: negation, modality, opposites, advice, repeats, end-mark, quotes, "
        "doubled-word (lawkb has no word lists of fi); the check for lost text works in files of "
        "30 pairs or more"
    ) in told
    assert run(tmp_path, "fi.tsv", "-q").stderr == ""


def test_in_a_corpus_equally_sure_findings_are_in_the_order_of_the_laws() -> None:
    omitted = [each["address"] for each in check_corpus("--select", "omission")]
    assert omitted == ["20E", "20F1", "20F2"]
