"""``lawkb check FILE``: any bilingual file, without a corpus."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.formats.tmx import write_tmx
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_export import TranslationExport
from tests.corpus_files import CORPUS, greek_texts
from tests.running import run_command

# Sentences of some length, so that the file teaches how long translations are.
WORDS = {
    "player": "παίκτης",
    "director": "διαιτητής",
    "card": "φύλλο",
    "trick": "λεβέ",
    "score": "βαθμολογία",
    "board": "διανομή",
    "table": "τραπέζι",
    "round": "γύρος",
}


def pairs(count: int = 60) -> list[tuple[str, str, str]]:
    names = list(WORDS)
    rows = []
    for n in range(count):
        used = [names[(n * step + step) % len(names)] for step in range(1, 7)]
        ours = f"The {', the '.join(used)} and that is all of it."
        theirs = f"Ο {', ο '.join(WORDS[word] for word in used)} και αυτό είναι όλο."
        rows.append((f"u{n}", ours, theirs))
    return rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """In a folder that has no corpus above it."""
    environment = {key: value for key, value in os.environ.items() if key != "LAWKB_CORPUS"}
    return run_command("check", *words, environment=environment, folder=folder)


def record(folder: Path, *words: str) -> Any:
    done = run(folder, *words, "--format", "json")
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    assert done.returncode == (1 if found["summary"]["error"] else 0)
    return found


def table(folder: Path, rows: list[tuple[str, str, str]], head: str = "id\ten\tel") -> str:
    lines = [head, *("\t".join(row) for row in rows)]
    (folder / "some.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "some.tsv"


def test_a_loss_a_figure_and_a_denial_are_found_by_their_ids(folder: Path) -> None:
    rows = pairs()
    rows[7] = ("lost", rows[7][1], "Ο παίκτης.")
    rows[8] = ("figures", "Within 30 days of the score", "Μέσα σε 20 ημέρες από τη βαθμολογία")
    rows[9] = ("denied", "The card may not be played", "Το φύλλο μπορεί να παιχτεί")
    found = record(folder, table(folder, rows))
    told = {(each["address"], each["rule"]) for each in found["findings"]}
    assert told == {("lost", "omission"), ("figures", "numbers"), ("denied", "negation")}
    assert found["summary"] == {"error": 2, "warning": 1, "note": 0, "waived": 0}
    assert len({each["fingerprint"] for each in found["findings"]}) == 3


def test_a_clean_file_has_no_findings_and_says_what_was_left_out(folder: Path) -> None:
    done = run(folder, table(folder, pairs()))
    assert (done.returncode, done.stdout) == (0, "0 errors, 0 warnings, 0 notes, 0 waived\n")
    assert "tree-parity" in done.stderr
    assert "need whole laws" in " ".join(done.stderr.split())
    assert "term-missing" in done.stderr


DUTCH = dict(
    zip(
        WORDS,
        ("speler", "leider", "kaart", "slag", "score", "bord", "tafel", "ronde"),
        strict=True,
    )
)


def _dutch(count: int) -> list[tuple[str, str, str]]:
    rows = []
    for name, ours, _ in pairs(count):
        used = [DUTCH[word.strip(",")] for word in ours.split() if word.strip(",") in DUTCH]
        rows.append((name, ours, f"De {', de '.join(used)}, en dat is alles daarvan."))
    return rows


def test_a_language_without_a_file_is_checked_without_its_words(folder: Path) -> None:
    rows = _dutch(60)
    rows[7] = ("lost", rows[7][1], "De speler.")
    rows[8] = ("figures", "Within 30 days of the score", "Binnen 20 dagen na de score")
    rows[9] = ("spelt", "Within 3 days of the score", "Binnen drie dagen na de score")
    name = table(folder, rows, "id\ten-GB\tnl-BE")
    found = record(folder, name)["findings"]
    assert {(each["address"], each["rule"]) for each in found} == {
        ("lost", "omission"),
        ("figures", "numbers"),
    }
    told = " ".join(run(folder, name).stderr.split())
    assert "negation, modality, opposites, advice, repeats, end-mark, quotes, doubled-word" in told
    assert "lawkb has no word lists of nl" in told
    assert "the check for lost text works in files of 30 pairs or more" in told


def test_of_few_pairs_in_an_unmeasured_language_only_whole_texts_are_missing(folder: Path) -> None:
    rows = [
        ("lost", "All the cards of all the hands are counted.", "Kaarten."),
        ("gone", "It.", ""),
    ]
    found = record(folder, table(folder, rows, "id\ten\tnl"))["findings"]
    assert [(each["address"], each["rule"]) for each in found] == [("gone", "omission")]


def test_where_no_blanks_part_the_words_lengths_say_nothing(folder: Path) -> None:
    rows = [(name, ours, "一二三四五。") for name, ours, _ in pairs(40)]
    rows[3] = ("figures", "Within 30 days", "20日以内")
    name = table(folder, rows, "id\ten\tja")
    found = record(folder, name)["findings"]
    assert [(each["address"], each["rule"]) for each in found] == [("figures", "numbers")]
    told = " ".join(run(folder, name).stderr.split())
    assert "spacing, odd-characters (no spaces separate the words of ja)" in told
    assert "only where a whole text is missing" in told


def test_a_memory_in_many_languages_asks_for_two(folder: Path) -> None:
    units = "".join(f'<tuv xml:lang="{tag}"><seg>A.</seg></tuv>' for tag in ("en", "de", "el"))
    (folder / "some.tmx").write_text(
        f'<tmx version="1.4"><header srclang="*all*"/><body><tu>{units}</tu></body></tmx>'
    )
    done = run(folder, "some.tmx")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 3
    assert "its texts are in en, de, el" in done.stderr
    assert run(folder, "some.tmx", "--target", "el").returncode == 0


def test_an_id_that_stands_twice_has_two_fingerprints(folder: Path) -> None:
    rows = [*pairs(), *[("twice", "Within 30 days", "Μέσα σε 20 ημέρες")] * 2]
    found = record(folder, table(folder, rows))["findings"]
    assert [each["address"] for each in found] == ["twice", "twice"]
    assert len({each["fingerprint"] for each in found}) == 2


def test_findings_are_printed_in_80_columns_with_both_texts(folder: Path) -> None:
    rows = pairs()
    rows[8] = ("figures", "Within 30 days", "Μέσα σε 20 ημέρες")
    rows[9] = ("lost\x1b[2J", "All the cards of a hand\x1b[31m are counted.", "Ναι\x9b1m.")
    done = run(folder, table(folder, rows), "--select", "numbers", "--select", "omission")
    assert done.returncode == 1
    assert max(map(len, done.stdout.split("\n"))) <= 80
    assert "‹" in done.stdout
    assert not {"\x1b", "\x9b"} & set(done.stdout)


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_the_other_formats_name_the_file(folder: Path, form: str) -> None:
    rows = pairs()
    rows[8] = ("figures", "Within 30 days", "Μέσα σε 20 ημέρες")
    done = run(folder, table(folder, rows), "--format", form)
    assert done.returncode == 1
    assert "figures" in done.stdout
    assert form == "junit" or "some.tsv" in done.stdout


BROKEN = 'id,en,el\nu1,"two\nlines","δύο\nγραμμές"\n\n"u2","Within 30\ndays","Μέσα σε 20 ημέρες"\n'
UNIT = "<source>Within 30 days</source><target>Μέσα σε 20 ημέρες</target>"
TUV = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'
TMX = TUV.format("en", "Within 30 days") + "\n" + TUV.format("el", "Μέσα σε 20 ημέρες")
IN_FILES = {
    "broken.csv": (BROKEN, 6),
    "sep.csv": (f"sep=,\r\n{BROKEN}", 7),
    "broken.tsv": (BROKEN.replace(",", "\t"), 6),
    "blank.tsv": ("\n\nid\ten\tel\n\n8\tWithin 30 days\tΜέσα σε 20 ημέρες\n", 5),
    "bare.tsv": ('1\t"a\nb"\t"γ\nδ"\n2\tWithin 30 days\tΜέσα σε 20 ημέρες\n', 4),
    "open.tsv": ('id\ten\tel\n1\t"a\tγ\n2\tWithin 30 days\tΜέσα σε 20 ημέρες\n', 3),
    "a.xlf": (
        '<xliff version="1.2"><file source-language="en" target-language="el"><body>\n'
        f'<trans-unit id="1"><source>a</source></trans-unit>\n\n<trans-unit\n id="2">{UNIT}'
        "</trans-unit></body></file></xliff>",
        4,
    ),
    "some.po": (
        'msgid ""\nmsgstr ""\n"Language: el\\n"\n\n#: a.c:1\nmsgid "Within "\n"30 days"\n'
        'msgstr ""\n"Μέσα σε 20 "\n"ημέρες"\n',
        8,
    ),
    "plural.po": (
        'msgid ""\nmsgstr "Language: el\\n"\n\nmsgid "a day"\nmsgid_plural "30 days"\n'
        'msgstr[0] "μία ημέρα"\nmsgstr[1] "20 ημέρες"\n',
        7,
    ),
    "c.tmx": (f'<tmx version="1.4"><header/>\n<body>\n<tu\n>\n{TMX}</tu></body></tmx>', 3),
}


@pytest.mark.parametrize("name", list(IN_FILES))
def test_a_finding_is_at_the_line_where_its_pair_begins(folder: Path, name: str) -> None:
    text, line = IN_FILES[name]
    (folder / name).write_bytes(text.encode())
    words = (name, "--source", "en", "--target", "el", "--select", "numbers", "--format")
    (result,) = json.loads(run(folder, *words, "sarif").stdout)["runs"][0]["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": name},
        "region": {"startLine": line},
    }


def test_the_line_is_told_to_github_and_in_json(folder: Path) -> None:
    (folder / "broken.csv").write_text(BROKEN, encoding="utf-8")
    words = ("broken.csv", "--select", "numbers", "--format")
    assert "::error file=broken.csv,line=6,title=" in run(folder, *words, "github").stdout
    (found,) = json.loads(run(folder, *words, "json").stdout)["findings"]
    assert found["line"] == 6


def test_a_line_of_a_workbook_is_its_row_and_what_is_said_of_a_whole_file_has_none(
    folder: Path,
) -> None:
    (folder / "d.xlsx").write_bytes(exported("d.xlsx"))
    names = [unit.name for unit in greek_texts().units]
    words = ("d.xlsx", "--select", "omission", "--select", "advice", "--format")
    results = json.loads(run(folder, *words, "sarif").stdout)["runs"][0]["results"]
    assert {each["ruleId"] for each in results} == {"omission", "advice"}
    for result in results:
        (location,) = result["locations"]
        name = location["logicalLocations"][0]["fullyQualifiedName"].removesuffix("@el")
        physical: dict[str, Any] = {"artifactLocation": {"uri": "d.xlsx"}}
        if result["ruleId"] == "omission":
            physical["region"] = {"startLine": names.index(name) + 2}
        assert location["physicalLocation"] == physical
    row = names.index("20E") + 2
    assert f"::error file=d.xlsx,line={row},title=" in run(folder, *words, "github").stdout


FORMATS: dict[str, Callable[[TranslationExport], bytes]] = {
    "a.xlf": write_xliff21,
    "b.xliff": write_xliff12,
    "c.tmx": write_tmx,
    "d.xlsx": write_xlsx,
    "e.csv": write_csv,
}


@cache
def exported(name: str) -> bytes:
    """The Greek of 2017 in the format of a name."""
    return FORMATS[name](greek_texts())


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_is_read_and_gives_the_same_losses(folder: Path, name: str) -> None:
    (folder / name).write_bytes(exported(name))
    found = record(folder, name, "--select", "omission", "--select", "negation")["findings"]
    texts = {each["address"].removeprefix("2017 ") for each in found if each["score"] != 0.99}
    assert texts == {"20E", "20F1", "20F2", "20G1"} & texts
    assert {"20F1"} <= texts


@pytest.mark.parametrize("name", ["a.xlf", "b.xliff", "d.xlsx", "e.csv"])
def test_headings_that_the_source_lost_are_warnings_in_what_lawkb_exports(
    folder: Path, name: str
) -> None:
    (folder / name).write_bytes(exported(name))
    found = record(folder, name)["findings"]
    errors = [each["address"] for each in found if each["severity"] == "error"]
    assert sorted(errors) == ["20E", "20F1", "20F2"]
    lost = {each["address"] for each in found if each["severity"] == "warning"}
    titles = {f"{number} heading" for number in (14, 20, 47, 57)}
    added = {"20C2"}  # «πριν ολοκληρωθεί» is not in the original
    assert lost == titles | {f"20{letter} heading" for letter in "ABCDEFG"} | added


def test_a_heading_that_is_only_untranslated_is_an_error_in_what_lawkb_exports(
    folder: Path,
) -> None:
    text = exported("e.csv").decode()
    heading = "Ανακάλυψη Ελαττωματικού Χεριού πριν την Έναρξη της Εκτέλεσης"
    assert heading in text
    (folder / "e.csv").write_text(text.replace(heading, ""), encoding="utf-8")
    found = record(folder, "e.csv")["findings"]
    assert ("14A heading", "error") in {(each["address"], each["severity"]) for each in found}


def test_a_named_corpus_lends_its_glossary(folder: Path) -> None:
    rows = [("t", "The declarer plays a card", "Αυτός παίζει κάτι που κρατάει")]
    file = table(folder, [*pairs(), *rows])
    without = record(folder, file)["findings"]
    assert not any(each["rule"] == "term-missing" for each in without)
    done = subprocess.run(
        [sys.executable, "-m", "lawkb", "--corpus", str(CORPUS), "check", file, "--format", "json"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(CORPUS.parent)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    found = json.loads(done.stdout)["findings"]
    assert ("t", "term-missing") in {(each["address"], each["rule"]) for each in found}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none.tmx"], "there is no such file, and no such provision"),
        (["bare.tsv"], "are not declared"),
        (["bare.tsv", "--source", "en", "--target", "tlh"], "lawkb does not know it"),
        (["bare.tsv", "--source", "en", "--target", "en"], "both texts would be in en"),
        (["some.tsv", "--source", "en", "--target", "it"], "its texts are in en and el"),
        (["some.tsv", "--fix"], "only checked"),
        (["some.tsv", "--waive", "abc", "--reason", "so"], "only checked"),
        (["some.tsv", "--select", "numbering"], "not checked for numbering"),
        (["--source", "en"], "they are for a bilingual file"),
        (["bad.xlf"], "it declares the entity"),
        (["empty.tmx"], "not declared|no pair of texts"),
        (["dir.xlf"], "cannot be read"),
    ],
)
def test_what_cannot_be_checked_is_told_in_three_lines(
    folder: Path, words: list[str], told: str
) -> None:
    table(folder, pairs(3))
    (folder / "bare.tsv").write_text("1\tone\tένα\n", encoding="utf-8")
    (folder / "bad.xlf").write_bytes(b'<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>')
    (folder / "empty.tmx").write_bytes(b'<tmx version="1.4"><body/></tmx>')
    (folder / "dir.xlf").mkdir()
    done = run(folder, *words)
    assert done.returncode == 2, done.stdout
    assert any(each in done.stderr for each in told.split("|")), done.stderr
    assert done.stderr.count("\n") == 3


def test_a_table_without_names_is_read_with_the_languages_given(folder: Path) -> None:
    (folder / "bare.tsv").write_text("1\t30 days\t20 ημέρες\n", encoding="utf-8")
    words = ("--source", "en", "--target", "el", "--select", "numbers")
    found = record(folder, "bare.tsv", *words)["findings"]
    assert [(each["address"], each["rule"]) for each in found] == [("1", "numbers")]


def test_a_column_of_a_language_is_also_that_of_its_regions(folder: Path) -> None:
    (folder / "t.csv").write_text("id,English,Greek\n1,30 days,20 ημέρες\n", encoding="utf-8")
    words = ("--source", "en-GB", "--target", "el-GR", "--select", "numbers")
    found = record(folder, "t.csv", *words)["findings"]
    assert [(each["address"], each["lang"]) for each in found] == [("1", "el")]


def test_columns_may_stand_in_any_order_beside_others(folder: Path) -> None:
    (folder / "t.csv").write_text("Key,id,en,el\nk,1,30 days,20 ημέρες\n", encoding="utf-8")
    found = record(folder, "t.csv", "--select", "numbers")["findings"]
    assert [(each["address"], each["rule"]) for each in found] == [("1", "numbers")]


def test_units_of_a_memory_in_other_languages_are_passed_over(folder: Path) -> None:
    ours = '<tu><tuv xml:lang="en"><seg>30 days</seg></tuv>'
    others = (("de", "20 Tage"), ("el-GR", "20 ημέρες"))
    body = "".join(
        f'{ours}<tuv xml:lang="{tag}"><seg>{text}</seg></tuv></tu>' for tag, text in others
    )
    (folder / "m.tmx").write_text(
        f'<tmx version="1.4"><header srclang="en"/><body>{body}</body></tmx>', encoding="utf-8"
    )
    words = ("--source", "en", "--target", "el", "--select", "numbers")
    found = record(folder, "m.tmx", *words)["findings"]
    assert [(each["address"], each["rule"]) for each in found] == [("2", "numbers")]


def test_a_file_of_more_texts_than_its_size_allows_says_where_the_checks_end(folder: Path) -> None:
    most = 2**15
    name = table(folder, [(f"u{n}", "a", "α") for n in range(most + 2)])
    last = record(folder, name, "--select", "brackets")["findings"][-1]
    assert (last["rule"], last["address"]) == ("too-long", f"u{most}")
    assert str(most) in last["message"]


def test_a_terminal_shows_the_first_thousand_texts_and_counts_the_rest(folder: Path) -> None:
    name = table(folder, [(f"u{n}", "It is (so).", "Είναι (έτσι.") for n in range(1003)])
    printed = run(folder, name, "--select", "brackets").stdout
    assert "u999" in printed and "u1000" not in printed
    assert "findings in 3 more texts; --format json shows all" in printed
    assert "1003 notes" in printed
    run(folder, name, "--select", "brackets", "-o", "all.txt")
    written = (folder / "all.txt").read_text(encoding="utf-8")
    assert "\nu1002  some.tsv:1004\n" in written and "more texts" not in written
