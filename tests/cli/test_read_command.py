"""``lawkb read``: what a file holds, with or without a corpus."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import lawkb
from lawkb.akn.validate import file_errors
from tests.corpus_files import CORPUS
from tests.parse.word_files import level, numbering, paragraph, table, word_file, zipped
from tests.running import run_command

LEVELS = (
    level(0, "decimal", "Article %1") + level(1, "decimal", "%2.") + level(2, "lowerLetter", "(%3)")
)
BODY = (
    paragraph("The orchards regulation")
    + paragraph("Scope", "H1", (1, 0))
    + paragraph("This Regulation is about:", number=(1, 1))
    + paragraph("trees;", number=(1, 2))
    + paragraph("gates.", number=(1, 2))
    + paragraph("Fees", "H1", (1, 0))
    + paragraph("Water is free, see Article 1(1)(a).", number=(1, 1))
)
ACT = word_file(BODY, {"numbering": numbering(LEVELS)})
GREEK = "## Άρθρο 1 Σκοπός\n\n1. Ένα.\n2. Δύο.\n\n## Άρθρο 4 Τέλος\n\n1. Τρία.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "act_en.docx").write_bytes(ACT)
    (tmp_path / "act_el.md").write_text(GREEK, encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if "LAWKB" not in name}
    environment["LAWKB_CACHE"] = str(folder / "cache")
    return run_command("read", *words, environment=environment, folder=folder)


def test_it_says_form_language_laws_characters_and_losses_last(folder: Path) -> None:
    done = run(folder, "act_en.docx")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\n")
    assert lines[0] == "act_en.docx: Word, English"
    assert lines[1].split() == ["laws", "2", "laws:", "1–2"]
    assert lines[2].split() == ["provisions", "6"]
    assert "the whole file" in done.stdout
    assert done.stdout.index("characters") < done.stdout.index("losses")
    assert all(len(line) <= 80 for line in lines)


def test_missing_laws_are_named(folder: Path) -> None:
    assert "2 laws: 1–4, missing 2, 3" in run(folder, "act_el.md").stdout


def test_the_counts_of_characters_sum_to_the_file(folder: Path) -> None:
    done = run(folder, "act_en.docx", "act_el.md", "--format", "json")
    files = json.loads(done.stdout)["files"]
    assert [(each["form"], each["languages"]) for each in files] == [
        ("docx", ["en"]),
        ("markdown", ["el"]),
    ]
    for each in files:
        total = each["chars"].pop("total")
        assert sum(each["chars"].values()) == total
    assert total == len(GREEK)
    assert files[1]["laws"] == [
        {
            "lang": "el",
            "numbers": ["1", "4"],
            "missing": ["2", "3"],
            "beside": [],
            "provisions": 5,
            "divisions": 0,
        }
    ]


def test_the_library_gives_what_the_command_prints(folder: Path) -> None:
    printed = json.loads(run(folder, "act_el.md", "--format", "json").stdout)["files"]
    [read] = lawkb.read_files([folder / "act_el.md"])
    assert {**lawkb.as_json(read), "file": "act_el.md"} == printed[0]


def test_texts_beside_the_laws_and_inserted_laws_are_named_in_order(folder: Path) -> None:
    text = (
        "Whereas:\n\n(1) Trees are good.\n\n## CHAPTER I\n## General\n\n### Article 1\n"
        "### Scope\n\n1. It is so.\n\n### Article 1a\n### More\n\n1. So.\n\n"
        "## ANNEX I\n## Trees\n\n1. Apple.\n"
    )
    (folder / "whole_en.md").write_text(text, encoding="utf-8")
    shown = run(folder, "--text", "whole_en.md").stdout
    assert "2 laws: 1–1a; recitals, annex-1" in shown
    assert "1 part or chapter above them" in shown
    places = ("Recital 1", "CHAPTER I General", "Article 1 Scope", "Article 1a More", "ANNEX I")
    assert sorted(places, key=shown.index) == [*places]


def test_text_prints_every_provision_with_its_address(folder: Path) -> None:
    shown = [line.strip() for line in run(folder, "--text", "act_en.docx").stdout.split("\n")]
    assert "1          Article 1 Scope" in shown
    assert "1(1)     1. This Regulation is about:" in shown
    assert "1(1)(b) (b) gates." in shown


def test_xml_is_written_and_valid(folder: Path) -> None:
    done = run(folder, "--xml", "out", "act_en.docx", "act_el.md")
    assert done.returncode == 0, done.stderr
    files = sorted((folder / "out").glob("laws/*/*/*.xml"))
    assert [file.name for file in files] == ["art_1.xml", "art_4.xml", "art_1.xml", "art_2.xml"]
    assert not [fault for file in files for fault in file_errors(file.read_bytes())]


def test_the_levels_are_those_of_the_corpus_that_is_near(folder: Path) -> None:
    (folder / "law_9.txt").write_text("Law 9 – Title\n\nA. Head\n1. One.\n", encoding="utf-8")
    done = run_command(
        "--corpus",
        str(CORPUS),
        "read",
        "law_9.txt",
        "--lang",
        "en",
        "--text",
        environment={**os.environ, "LAWKB_CACHE": str(folder / "cache")},
        folder=folder,
    )
    assert "9A1" in done.stdout, done.stderr
    assert "corpus.toml" in done.stdout


def test_two_columns_are_two_languages(folder: Path) -> None:
    rows = (
        (paragraph("Article 1 Scope", "H1"), paragraph("Article 1 Objet", "H1")),
        ("1. It is so.", "1. C’est ainsi."),
    )
    (folder / "act.docx").write_bytes(word_file(table(*rows)))
    done = run(folder, "act.docx", "--lang", "en", "--lang", "fr", "--format", "json")
    [file] = json.loads(done.stdout)["files"]
    assert [(each["lang"], each["numbers"], each["provisions"]) for each in file["laws"]] == [
        ("en", ["1"], 2),
        ("fr", ["1"], 2),
    ]


def test_a_file_without_a_law_is_no_success(folder: Path) -> None:
    (folder / "letter_en.md").write_text("Dear reader,\n", encoding="utf-8")
    assert run(folder, "letter_en.md").returncode == 1


BAD = {
    "missing.md": None,
    "folder": None,
    "act.pdf": b"%PDF",
    "empty_en.md": b" \n",
    "broken_en.docx": b"PK\x03\x04 broken",
    "old_en.docx": b"\xd0\xcf\x11\xe0" + b"\0" * 999,
    "text_en.docx": b"plain words",
    "zip_en.docx": zipped({"a.txt": b"a"}),
    "language.md": GREEK.encode(),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_read_is_three_lines_and_exit_2(folder: Path, name: str) -> None:
    if name == "folder":
        (folder / name).mkdir()
    elif (content := BAD[name]) is not None:
        (folder / name).write_bytes(content)
    done = run(folder, name)
    assert done.returncode == 2
    where, what, hint = done.stderr.strip().split("\n")
    assert where.startswith(name)
    assert what.startswith("  ") and hint.startswith("  hint: ")
    assert not done.stdout


def test_an_unknown_language_or_kind_is_an_error(folder: Path) -> None:
    for words in (["--lang", "xx"], ["--lang", "klingon"]):
        done = run(folder, "act_el.md", *words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().split("\n")) == 3
