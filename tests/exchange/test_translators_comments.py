"""What a translator writes beside the texts becomes a comment of the provision, all of it."""

import csv
import io
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment as CellComment
from translate.storage.xliff import xlifffile
from translate.storage.xliff2 import Xliff2File

import lawkb
from lawkb.corpus.decision_files import DecisionReason, read_discussion, with_discussion
from lawkb.corpus.laws import read_code
from lawkb.exchange.formats.all_formats import rows_of
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_export import TranslationExport, export_texts, translation_of
from lawkb.exchange.translation_import import TranslationMerge, merge_rows
from lawkb.pipeline import import_translation
from tests.corpus_files import CORPUS, bridge_code, greek_texts
from tests.running import run_command

CAUSE = DecisionReason("clearer", "Μαρία", "2026-01-01", "file law-57.xlf")
THREADED = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
SAID = "Ο όρος δεν μου αρέσει: «έξοδος»;"
Comment = Callable[[bytes, str, str], bytes]  # content, id of the text, words


def in_xliff12(content: bytes, name: str, words: str) -> bytes:
    store = xlifffile.parsestring(content)
    for unit in store.units:
        if unit.xmlelement.get("id") == name:
            unit.addnote(words, origin="translator")
    return bytes(store)


def in_xliff21(content: bytes, name: str, words: str) -> bytes:
    store = Xliff2File.parsestring(content)
    for unit in store.units:
        if unit.xmlelement.getparent().get("name") == name:
            unit.addnote(words, origin="translator")
    return bytes(store)


def in_csv(content: bytes, name: str, words: str) -> bytes:
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    for row in rows:
        if row["id"] == name:
            row["comments"] = f"{row['comments']}\n{words}".strip()
        writer.writerow(row)
    return out.getvalue().encode()


def in_xlsx(content: bytes, name: str, words: str) -> bytes:
    book = load_workbook(io.BytesIO(content))
    sheet = book.active
    assert sheet is not None
    names = [cell.value for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        if row[0].value == name:
            cell = row[names.index("comments")]
            cell.value = f"{cell.value or ''}\n{words}".strip()
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def in_xlsx_cell(content: bytes, name: str, words: str) -> bytes:
    """A comment on a cell, as Excel and LibreOffice write it."""
    book = load_workbook(io.BytesIO(content))
    sheet = book.active
    assert sheet is not None
    for row in sheet.iter_rows(min_row=2):
        if row[0].value == name:
            row[2].comment = CellComment(words, "Νίκος")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def in_xlsx_thread(content: bytes, name: str, words: str) -> bytes:
    """A thread of today's Excel, which writes an old comment with the same words beside it."""
    old = (
        f"[Threaded comment]\n\nYour version of Excel allows you to read this.\n\nComment:\n{words}"
    )
    saved, out = io.BytesIO(in_xlsx_cell(content, name, old)), io.BytesIO()
    with zipfile.ZipFile(saved) as book, zipfile.ZipFile(out, "w") as new:
        for each in book.namelist():
            held = book.read(each).decode()
            if each == "xl/worksheets/_rels/sheet1.xml.rels":
                kind = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
                target = "/xl/threadedComments/threadedComment1.xml"
                link = f'<Relationship Id="t" Type="{kind}" Target="{target}"/>'
                held = held.replace("</Relationships>", f"{link}</Relationships>")
                place = re.search(
                    r'ref="([A-Z]+[0-9]+)"', book.read("xl/comments/comment1.xml").decode()
                )
                assert place
                said = f'<threadedComment ref="{place[1]}" id="1"><text>{words}</text>'
                thread = f'<T xmlns="{THREADED}">{said}</threadedComment></T>'
                new.writestr(target[1:], thread)
            new.writestr(each, held)
    return out.getvalue()


FORMATS: dict[str, tuple[Callable[[TranslationExport], bytes], Comment]] = {
    "xliff12": (write_xliff12, in_xliff12),
    "xliff21": (write_xliff21, in_xliff21),
    "csv": (write_csv, in_csv),
    "xlsx": (write_xlsx, in_xlsx),
    "xlsx cell": (write_xlsx, in_xlsx_cell),
    "xlsx thread": (write_xlsx, in_xlsx_thread),
}
every_format = pytest.mark.parametrize(("write", "comment"), FORMATS.values(), ids=list(FORMATS))


def merged(content: bytes) -> TranslationMerge:
    rows = rows_of(io.BytesIO(content), "file", ["en"], ["el"])
    return merge_rows(bridge_code(), {}, rows, CAUSE)


@every_format
@pytest.mark.parametrize("name", ["57A1", "57 heading", "20E"])
def test_a_note_is_a_comment_with_author_date_and_origin(
    write: Callable[[TranslationExport], bytes], comment: Comment, name: str
) -> None:
    done = merged(comment(write(greek_texts(20, 57)), name, SAID))
    (said,) = done.comments
    assert (said.place, said.language, said.text) == (name.partition(" ")[0], "el", SAID)
    assert (said.author, said.time, said.origin) == ("Μαρία", "2026-01-01", "file law-57.xlf")
    row = next(each for each in done.rows if each.name == name)
    assert (row.outcome, row.why, row.comment) == ("accepted", "comment recorded", SAID)
    assert done.counts["unchanged"] == len(done.rows) - 1


@every_format
def test_comments_and_findings_of_the_export_are_none_of_the_translator(
    write: Callable[[TranslationExport], bytes], comment: Comment
) -> None:
    done = merged(comment(write(greek_texts()), "no such text", SAID))
    assert done.comments == ()
    assert done.counts["unchanged"] == len(done.rows)


@every_format
def test_it_comes_in_once_goes_out_with_the_next_export_and_is_shown(
    tmp_path: Path, write: Callable[[TranslationExport], bytes], comment: Comment
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    file = tmp_path / "law-57"
    file.write_bytes(comment(write(greek_texts(57)), "57A1", SAID))
    first = import_translation(corpus, file, CAUSE)
    assert first.files == ("discussion.toml",)
    again = import_translation(corpus, file, CAUSE)
    assert (again.files, again.merge.counts["accepted"]) == ((), 0)
    code = with_discussion(corpus, read_code(corpus))
    export = export_texts(code, translation_of(code, "2017", None))
    remarks = next(each for each in export.units if each.name == "57A1").remarks
    assert f"Μαρία, 2026-01-01 (open): {SAID}" in [each.text for each in remarks]
    untouched = tmp_path / "untouched"
    untouched.write_bytes(write(export))
    assert import_translation(corpus, untouched, CAUSE).files == ()
    shown = [each for each in lawkb.open_corpus(corpus).comments() if each.origin]
    assert [(each.address, each.text, each.author) for each in shown] == [("57A1", SAID, "Μαρία")]


def test_a_line_that_was_exported_and_is_written_on_is_a_comment_whole() -> None:
    content = write_csv(greek_texts(57)).decode("utf-8-sig")
    unit = next(each for each in greek_texts(57).units if each.remarks)
    line = unit.remarks[0].text.splitlines()[0]
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    own = next(row for row in rows if row["id"] == unit.name)
    column = "comments" if line in own["comments"] else "findings"
    own[column] = own[column].replace(line, f"{line} — {SAID}", 1)
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    (said,) = merged(out.getvalue().encode()).comments
    assert " ".join(said.text.split()) == " ".join(f"{line} — {SAID}".split())


def test_a_comment_is_recorded_though_its_text_is_refused() -> None:
    content = in_csv(write_csv(greek_texts(57)), "57A1", SAID).decode()
    unit = next(each for each in greek_texts(57).units if each.name == "57A1")
    done = merged(content.replace(unit.target, "The highest card of all").encode())
    row = next(each for each in done.rows if each.name == "57A1")
    assert (row.outcome, row.comment) == ("refused", SAID)
    assert row.why.endswith("; comment recorded")
    assert len(done.comments) == 1


def test_a_comment_on_a_text_that_is_not_here_is_told_with_the_refusal() -> None:
    content = in_csv(write_csv(greek_texts(57)), "57A1", SAID).decode().replace("57A1,", "99Z,")
    (row,) = merged(content.encode()).with_outcome("refused")
    assert row.why == f"the code has no such text, or no longer; its comment is not taken: {SAID}"


def test_marks_in_a_text_and_notes_of_a_group_are_comments() -> None:
    content = write_xliff21(greek_texts(57)).decode()
    unit = next(each for each in greek_texts(57).units if each.name == "57A1")
    mark = f'<mrk id="m1" type="comment" value="{SAID}">{unit.target}</mrk>'
    content = content.replace(f"<target>{unit.target}</target>", f"<target>{mark}</target>")
    notes = "<notes><note>Ο νόμος όλος</note></notes>"
    content = re.sub(r'(<group id="law-57"[^>]*>)', rf"\1{notes}", content)
    said = {each.place: each.text for each in merged(content.encode()).comments}
    assert said == {"57": "Ο νόμος όλος", "57A1": SAID}


def test_who_wrote_a_note_is_named_if_the_file_says_so() -> None:
    content = write_xliff12(greek_texts(57)).decode()
    note = f'<note from="Νίκος">{SAID}</note>'
    at = content.index("</trans-unit>", content.index('id="57A1"'))
    (said,) = merged(f"{content[:at]}{note}{content[at:]}".encode()).comments
    assert (said.author, said.text) == ("Μαρία", f"Νίκος: {SAID}")


def test_the_command_says_the_comment_and_the_findings_that_are_new(tmp_path: Path) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    file = tmp_path / "law-57.csv"
    content = in_csv(write_csv(greek_texts(57)), "57A1", SAID).decode()
    unit = next(each for each in greek_texts(57).units if each.name == "57A1")
    file.write_text(content.replace(unit.target, f"{unit.target} Μέχρι 17 φορές."), "utf-8")
    environment = {"LAWKB_CORPUS": str(corpus), "PATH": "/usr/bin:/bin", "COLUMNS": "200"}
    words = ("import", str(file), "--author", "Μαρία")
    dry = run_command(*words, "--dry-run", environment=environment)
    done = run_command(*words, environment=environment)
    for each, verb in ((dry, "would be"), (done, "are")):
        assert each.returncode == 0, each.stderr
        assert SAID in each.stdout
        assert f"{verb} new because of it:" in each.stdout
        assert "17" in each.stdout.partition("because of it:")[2]
    again = run_command(*words, environment=environment)
    assert "because of it" not in again.stdout
    assert read_discussion(corpus)
    shown = run_command("comments", environment=environment).stdout
    assert f"Μαρία, {read_date(corpus)}, law-57.csv" in shown
    own_id = re.findall(r"57A1 el ([0-9a-f]{8})", shown)[-1]
    settled = run_command(
        *("comments", "settle", own_id, "--applied", "--reason", "done", "--author", "N"),
        environment=environment,
    )
    assert settled.returncode == 0, settled.stderr
    assert SAID not in run_command("comments", "--status", "open", environment=environment).stdout


def read_date(corpus: Path) -> str:
    (comment,) = read_discussion(corpus)
    return comment.time


def test_a_comment_on_the_first_line_or_beside_no_text_is_told() -> None:
    book = load_workbook(io.BytesIO(write_xlsx(greek_texts(57))))
    (sheet,) = book.worksheets
    sheet["C1"].comment = CellComment("to all", "Νίκος")
    last = sheet.max_row + 2
    sheet.cell(last, 2).comment = CellComment("one is missing here", "Νίκος")
    out = io.BytesIO()
    book.save(out)
    done = merged(out.getvalue())
    told = [each.why for each in done.rows if each.outcome == "refused"]
    assert told == [
        "row 1 has a comment and no text; its comment is not taken: to all",
        f"row {last} has a comment and no text; its comment is not taken: one is missing here",
    ]
    assert done.counts["accepted"] == 0
