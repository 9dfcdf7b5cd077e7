"""``export``, ``import`` and ``review``, run as a user runs them."""

import csv
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.cli.test_commands import Run, cache, lawkb
from tests.corpus_files import CORPUS

__all__ = ["cache", "lawkb"]


@pytest.fixture
def corpus(tmp_path: Path, lawkb: Run) -> Path:
    folder = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    lawkb.environment["LAWKB_CORPUS"] = str(folder)
    return folder


def exported(lawkb: Run, file: Path) -> list[dict[str, str]]:
    done = lawkb("export", "-o", str(file))
    assert done.returncode == 0, done.stderr
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def save(rows: list[dict[str, str]], file: Path) -> Path:
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return file


def every_file(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_file_goes_out_comes_back_and_is_ingested(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    for row in rows:
        if row["id"] == "57A1":
            row["el"] = f"Άρα {row['el']}"
            row["state"] = "translated"
        if row["id"] == "47E1":
            row["en"] += " And so on."
    file = save(rows, corpus.parent / "back.csv")
    tried = lawkb("import", str(file), "--dry-run", "--author", "Α. Β.")
    assert not (corpus / "review.tsv").exists()
    done = lawkb("import", str(file), "--author", "Α. Β.")
    assert (tried.returncode, done.returncode) == (1, 1)
    assert max(map(len, done.stdout.split("\n"))) <= 80
    assert f"1 accepted, 1 refused, {len(rows) - 2} unchanged" in done.stdout
    assert "patched; state translated" in done.stdout
    assert "the original was edited in the file" in done.stdout
    assert tried.stdout.replace("would be written", "written") in done.stdout
    assert lawkb("ingest").returncode == 0
    text = lawkb.json("show", "57A1")["provisions"][0]["texts"]["el"]
    assert text["text"].startswith("Άρα ")
    shown = lawkb.json("review", "57A1")["provisions"]
    assert shown == [{"address": "57A1", "state": "translated", "stale": False}]
    patches = "".join(path.read_text(encoding="utf-8") for path in corpus.glob("patches/*.toml"))
    assert 'author = "Α. Β."' in patches


def test_the_json_of_an_import_has_every_row_of_the_file_once(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    changed = [{**row, "el": f"Άρα {row['el']}"} if row["id"] == "57A1" else row for row in rows]
    file = save(changed, corpus.parent / "back.csv")
    record = lawkb.json("import", str(file), "--dry-run")
    assert [each["id"] for each in record["rows"]] == [each["id"] for each in rows]
    (row,) = (each for each in record["rows"] if each["outcome"] != "unchanged")
    assert (row["id"], row["outcome"], row["why"]) == ("57A1", "accepted", "patched")
    assert record["rows"][row["row"] - 2] == row
    assert row["after"] == f"Άρα {row['before']}"
    assert record["summary"] == {"accepted": 1, "refused": 0, "unchanged": len(rows) - 1}
    assert record["dry_run"]


def test_a_state_that_is_said_changes_no_words(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    marked = [{**row, "state": "final"} if row["id"] == "57A1" else row for row in rows]
    file = str(save(marked, corpus.parent / "back.csv"))
    read = lawkb.json("import", file, "--dry-run")["rows"]
    (row,) = (each for each in read if each["outcome"] != "unchanged")
    assert (row["outcome"], row["why"]) == ("accepted", "state final")
    assert row["before"] == row["after"]
    assert "{+" not in lawkb("import", file, "--dry-run").stdout


@pytest.mark.parametrize("form", ["xliff", "xliff12", "tmx", "csv", "tbx", "tbx2"])
def test_without_a_file_the_export_is_on_standard_output(lawkb: Run, form: str) -> None:
    done = lawkb("export", "--format", form, "--law", "57", "--no-findings")
    assert done.returncode == 0
    assert "57A1" in done.stdout or "<term>" in done.stdout
    assert f" as {form}" in done.stderr


def test_notes_hold_what_check_finds_and_readers_say(lawkb: Run) -> None:
    done = lawkb("export", "--format", "xliff", "--law", "20", "--law", "57")
    assert '<note category="finding">error omission: ' in done.stdout
    assert '<note category="comment">' in done.stdout
    plain = lawkb("export", "--law", "20", "--no-findings")
    assert 'category="finding"' not in plain.stdout


HOSTILE = {
    "a tag cut off": (b"<xliff><file>", "not XML"),
    "entities": (b'<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>', "it declares the entity"),
    "outside": (
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><xliff>&a;</xliff>',
        "it declares the entity",
    ),
    "another": (b"<html/>", "XML that begins with <html>"),
    "memory": (b'<tmx version="1.4"/>', "a translation memory"),
    "foreign": (b"id,en,el\n1,a,b\n", "none of its 1 texts says"),
    "other columns": (b"id,de,fr\n1,a,b\n", "does not name the columns"),
    "other bytes": ("id,en,el\n1,a,Νόμος".encode("cp1253"), "neither UTF-8 nor UTF-16"),
    "another delimiter": (b"id|en|el|lawkb\n57A1|a|b|c\n", "does not name the columns"),
    "wide without a mark": ("id,en,el\n1,a,Νόμος".encode("utf-16-le"), "neither UTF-8 nor UTF-16"),
    "old letters": ("id;en;el\n1;a;Νόμος".encode("iso8859-7"), "neither UTF-8 nor UTF-16"),
    "another code": (
        f"id,en,el,lawkb\n57A1,a,b,chess:2017/el:{'0' * 16}-{'1' * 16}-final\n".encode(),
        "it was exported from another code: chess",
    ),
    "another edition": (
        f"id,en,el,lawkb\n57A1,a,b,duplicate-bridge:1987/el:{'0' * 16}-{'1' * 16}-final\n".encode(),
        "it was exported from an edition that is not here: 1987 el",
    ),
    "empty": (b"", "there is nothing in it"),
}


@pytest.mark.parametrize(("content", "told"), HOSTILE.values(), ids=list(HOSTILE))
def test_a_bad_file_is_told_in_three_lines_and_changes_nothing(
    lawkb: Run, corpus: Path, content: bytes, told: str
) -> None:
    file = corpus.parent / "bad"
    file.write_bytes(content)
    before = every_file(corpus)
    done = lawkb("import", str(file))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 3
    assert any(each in done.stderr for each in told.split("|")), done.stderr
    assert every_file(corpus) == before


def test_an_export_before_the_last_change_is_refused_row_by_row(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    ours = [{**row, "el": f"Άρα {row['el']}"} if row["id"] == "57A1" else row for row in rows]
    assert lawkb("import", str(save(ours, corpus.parent / "ours.csv"))).returncode == 0
    before = every_file(corpus)
    theirs = [{**row, "el": f"Και {row['el']}"} if row["id"] == "57A1" else row for row in rows]
    done = lawkb("import", str(save(theirs, corpus.parent / "theirs.csv")))
    assert done.returncode == 1
    assert f"0 accepted, 1 refused, {len(rows) - 1} unchanged" in done.stdout
    assert "the translation changed since the export" in done.stdout
    assert every_file(corpus) == before
    again = lawkb("import", str(corpus.parent / "ours.csv"))
    assert again.returncode == 0
    assert "no change: the corpus has these texts and states already" in again.stdout
    assert every_file(corpus) == before


def test_a_single_row_of_another_code_is_refused(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    rows[3]["lawkb"] = rows[3]["lawkb"].replace("duplicate-bridge", "chess")
    file = str(save(rows, corpus.parent / "back.csv"))
    record = json.loads(lawkb("import", file, "--dry-run", "--format", "json").stdout)
    assert record["rows"][3]["why"] == "it was exported from another code: chess"
    assert record["summary"] == {"accepted": 0, "refused": 1, "unchanged": len(rows) - 1}


def test_files_of_earlier_versions_which_name_no_code_are_read(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    for row in rows:
        row["lawkb"] = row["lawkb"].removeprefix("duplicate-bridge:")
    record = lawkb.json("import", str(save(rows, corpus.parent / "back.csv")), "--dry-run")
    assert record["summary"] == {"accepted": 0, "refused": 0, "unchanged": len(rows)}


def test_all_open_findings_are_one_file(lawkb: Run, corpus: Path) -> None:
    done = lawkb("export", "--open-findings", "-o", str(corpus.parent / "queue.xlsx"))
    assert "32 texts with 21 open findings as xlsx" in " ".join(done.stderr.split())
    done = lawkb("export", "--rule", "end-mark", "--format", "csv")
    rows = list(csv.DictReader(done.stdout.lstrip("\ufeff").splitlines(keepends=True)))
    assert [row["id"] for row in rows] == ["20F1 note 1", "20F5(b)", "20G3"]
    assert rows[1]["findings"].startswith("note end-mark: ends without the colon")
    done = lawkb("export", "--severity", "error", "--law", "20E", "--format", "csv")
    assert done.stdout.count("error omission") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--open-findings", "--law", "47", "--severity", "error"], "none is open"),
        (["--rule", "no-such-rule"], "no-such-rule"),
        (["--open-findings", "--no-findings"], "a queue is made of findings"),
        (["--open-findings", "--format", "tmx"], "it has no findings"),
        (["--open-findings", "--law", "92"], "not available here"),
    ],
)
def test_a_queue_that_cannot_be_is_told_in_three_lines(
    lawkb: Run, words: list[str], told: str
) -> None:
    done = lawkb("export", *words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 3)
    assert told in done.stderr


def test_a_spreadsheet_that_unpacks_without_end_is_not_unpacked(lawkb: Run, corpus: Path) -> None:
    file = corpus.parent / "bomb.xlsx"
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet,
    ):
        for _ in range(300):
            sheet.write(b" " * 2**20)
    before = every_file(corpus)
    done = lawkb("import", str(file))
    assert (done.returncode, done.stderr.count("\n")) == (2, 3)
    assert "it unpacks to more than" in done.stderr
    assert every_file(corpus) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["export", "--law", "92"], "there are no texts in el or en"),
        (["export", "--law", "x y"], "not the address of a provision"),
        (["export", "--lang", "fr"], "no translation 'fr'"),
        (["export", "--edition", "1066"], "there is none"),
        (["export", "--format", "tbx", "--lang", "fr"], "the glossary has no term to export"),
        (["export", "-o", "nowhere/at/all.csv"], "there is no such folder"),
        (["import", "nothing.xlf"], "cannot be read"),
        (["import", "."], "cannot be read"),
        (["review", "x y"], "not the address of a provision"),
        (["review", "set", "92", "final"], "it has no text"),
        (["review", "--lang", "fr"], "no translation 'fr'"),
    ],
)
def test_what_cannot_be_done_is_told_in_three_lines(
    lawkb: Run, words: list[str], told: str
) -> None:
    done = lawkb(*words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 3


def test_a_corpus_that_cannot_be_written_keeps_every_file(lawkb: Run, corpus: Path) -> None:
    rows = exported(lawkb, corpus.parent / "out.csv")
    rows = [{**row, "state": "final"} if row["id"] == "57A1" else row for row in rows]
    changed = [{**row, "el": f"Άρα {row['el']}"} if row["id"] == "47B" else row for row in rows]
    file = save(changed, corpus.parent / "back.csv")
    (corpus / "review.tsv").mkdir()  # where a file is to be written
    before = every_file(corpus)
    done = lawkb("import", str(file))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 3
    assert every_file(corpus) == before


def test_states_are_said_shown_counted_and_fall_back(lawkb: Run, corpus: Path) -> None:
    done = lawkb("review", "set", "47E", "57A1", "reviewed", "--author", "Μαρία")
    assert done.returncode == 0, done.stderr
    assert "47E, 57A1: 6 provisions recorded as reviewed" in done.stdout
    counts = {law["law"]: law["states"]["reviewed"] for law in lawkb.json("review")["laws"]}
    assert counts == {14: 0, 20: 0, 47: 5, 57: 1}
    table = lawkb("review").stdout
    assert "law 47" in table
    assert max(map(len, table.split("\n"))) <= 80
    assert lawkb("review", "--state", "final").returncode == 1
    rows = exported(lawkb, corpus.parent / "out.csv")
    assert {row["id"] for row in rows if row["state"] == "reviewed"} > {"57A1", "47E1"}
    changed = [{**row, "el": f"Άρα {row['el']}"} if row["id"] == "57A1" else row for row in rows]
    assert lawkb("import", str(save(changed, corpus.parent / "back.csv"))).returncode == 0
    assert lawkb("ingest").returncode == 0
    shown = lawkb.json("review", "57A1")["provisions"]
    assert shown == [{"address": "57A1", "state": "needs-review", "stale": True}]
    assert "has changed since" in lawkb("review", "57A1").stdout
    assert lawkb.json("review", "47E1")["provisions"][0]["state"] == "reviewed"


def test_a_kill_between_two_files_leaves_all_or_none(lawkb: Run, corpus: Path) -> None:
    """The plan is on the disk and one of two files was moved: the next reader finishes it."""
    stage = corpus / ".laws.new"
    stage.mkdir()
    (stage / "1").write_text(
        (corpus / "patches/titles.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (corpus / "review.tsv").write_text(
        "edition\tlanguage\taddress\tstate\tsource\ttarget\tauthor\tdate\n", encoding="utf-8"
    )
    plan = {"write": ["review.tsv", "patches/zz.toml"], "remove": []}
    (stage / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    assert lawkb("review").returncode == 0
    assert (corpus / "patches/zz.toml").exists()
    assert not stage.exists()


def test_nothing_outside_the_corpus_is_read(lawkb: Run, corpus: Path) -> None:
    """An entity, an include or a link in a file names another: none is opened."""
    secret = corpus.parent / "secret"
    secret.write_text("SECRET", encoding="utf-8")
    bomb = f'<!DOCTYPE x SYSTEM "{secret.as_uri()}"><xliff version="1.2"><file/></xliff>'
    file = corpus.parent / "bad.xlf"
    file.write_text(bomb, encoding="utf-8")
    done = lawkb("import", str(file))
    assert done.returncode == 2
    assert "SECRET" not in done.stdout + done.stderr
