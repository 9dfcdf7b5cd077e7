"""Notes that a translator adds in a file become comments for colleagues, once, and go out again."""

from __future__ import annotations

import csv
import io
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from lxml import etree
from openpyxl import load_workbook

from lawkb.checks.runner import check_code
from lawkb.corpus.decision_files import DecisionReason, read_discussion
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import as_written, put_decision, undone
from lawkb.editorial.teamwork import say_to_colleagues
from lawkb.exchange.formats.all_formats import WRITERS
from lawkb.exchange.translation_export import export_texts, messages_of, translation_of
from lawkb.pipeline import TranslationImport, preview_import
from tests.corpus_files import CORPUS

WHY = DecisionReason("revised", "Μαρία", "2026-11-29", "file law-57.x")
NOTE = "είναι σωστό;\n«αντάμ» ή «έξοδος»"
AT = "57C3"  # a reader has commented on it
FORMS = ("xliff", "xliff12", "csv", "xlsx")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus"))


def exported(corpus: Path, form: str) -> bytes:
    code = read_code(corpus)
    of = translation_of(code, "2017", "el")
    told = messages_of(check_code(code, EditorialSettings()), of)
    return WRITERS[form](export_texts(code, of, (), {}, told, read_discussion(corpus)))


def noted(content: bytes, form: str, note: str = NOTE) -> bytes:
    """A file to which a translator has added a note on 57C3, beside what is there."""
    if form == "csv":
        rows = [*csv.reader(io.StringIO(content.decode("utf-8-sig")))]
        at = rows[0].index("comments")
        row = next(each for each in rows if each[0] == AT)
        row[at] = f"{row[at]}\n{note}".strip()
        out = io.StringIO()
        csv.writer(out).writerows(rows)
        return out.getvalue().encode()
    if form == "xlsx":
        book = load_workbook(BytesIO(content))
        sheet = book.worksheets[0]
        names = [cell.value for cell in sheet[1]]
        row = next(each for each in sheet.iter_rows(min_row=2) if each[0].value == AT)
        cell = row[names.index("comments")]
        cell.value = f"{cell.value or ''}\n{note}".strip()
        out_ = BytesIO()
        book.save(out_)
        return out_.getvalue()
    tree = etree.fromstring(content)
    space = tree.nsmap[None]
    if form == "xliff12":
        unit = next(e for e in tree.iter(f"{{{space}}}trans-unit") if AT in e.attrib.values())
        etree.SubElement(unit, f"{{{space}}}note", {"from": "Νίκος"}).text = note
    else:
        unit = next(e for e in tree.iter(f"{{{space}}}unit") if e.get("name") == AT)
        notes = unit.find(f"{{{space}}}notes")
        assert notes is not None
        etree.SubElement(notes, f"{{{space}}}note").text = note
    return etree.tostring(tree)


def imported(corpus: Path, content: bytes) -> TranslationImport:
    return preview_import(corpus, read_code(corpus), ("law-57.x", content), WHY)


def write(corpus: Path, made: TranslationImport) -> None:
    assert made.decision
    with one_writer(corpus) as writer:
        put_decision(corpus, made.decision, read_code(corpus).outline, writer)


@pytest.mark.parametrize("form", FORMS)
def test_a_note_becomes_a_comment_and_a_second_import_changes_nothing(
    corpus: Path, form: str
) -> None:
    content = noted(exported(corpus, form), form)
    made = imported(corpus, content)
    (row,) = made.merge.with_outcome("accepted")
    assert (row.name, row.why) == (AT, "its note is a comment for colleagues now")
    assert not made.merge.patches
    write(corpus, made)
    (said,) = read_discussion(corpus)
    author = "Νίκος" if form == "xliff12" else "Μαρία"
    assert (said.place, said.text, said.author) == (AT, NOTE, author)
    assert (said.origin, said.state, said.edition, said.language) == (
        "file law-57.x",
        "open",
        "2017",
        "el",
    )
    again = imported(corpus, content)
    assert again.decision is None
    assert not again.merge.with_outcome("accepted")


@pytest.mark.parametrize("form", FORMS)
def test_what_goes_out_comes_back_as_it_was(corpus: Path, form: str) -> None:
    code = read_code(corpus)
    said = say_to_colleagues(("2017", "el", AT), (f"{NOTE} <b>", "open"), "Νίκος")
    with one_writer(corpus) as writer:
        put_decision(corpus, said, code.outline, writer)
    content = exported(corpus, form)
    assert "αντάμ" in (content.decode() if form != "xlsx" else "αντάμ")
    made = imported(corpus, content)
    assert made.decision is None
    with_note = imported(corpus, noted(content, form, "και κάτι άλλο"))
    assert [each.text for each in with_note.merge.comments] == ["και κάτι άλλο"]


def test_an_import_with_notes_is_undone_byte_for_byte(corpus: Path) -> None:
    outline = read_code(corpus).outline
    made = imported(corpus, noted(exported(corpus, "xliff"), "xliff"))
    assert made.decision
    decision = as_written(corpus, made.decision, outline)
    for each in (decision, undone(decision)):
        with one_writer(corpus) as writer:
            put_decision(corpus, each, outline, writer)
    assert not (corpus / "discussion.toml").exists()


def test_the_preview_of_a_note_is_the_same_when_it_is_written(corpus: Path) -> None:
    content = noted(exported(corpus, "csv"), "csv")
    assert imported(corpus, content).token == imported(corpus, content).token


def test_hidden_signs_of_a_note_are_cleaned(corpus: Path) -> None:
    made = imported(corpus, noted(exported(corpus, "xliff"), "xliff", "a\u202eb\u2028c"))
    assert [each.text for each in made.merge.comments] == ["ab c"]


def test_the_public_site_has_no_comments_of_colleagues(corpus: Path) -> None:
    code = read_code(corpus)
    said = say_to_colleagues(("2017", "el", AT), ("μόνο για εμάς", "open"), "Νίκος")
    with one_writer(corpus) as writer:
        put_decision(corpus, said, code.outline, writer)
    of = translation_of(code, "2017", "el")
    assert "μόνο για εμάς" not in WRITERS["xliff"](export_texts(code, of, (), {})).decode()
