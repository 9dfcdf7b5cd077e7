"""Terms from files of other programs: what is added, what the glossary has, what is refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.corpus.laws import read_code
from lawkb.errors import LawkbError
from lawkb.exchange.formats.tbx import tbx2, tbx3, term_base
from lawkb.exchange.term_import import TermImport, import_terms
from lawkb.model.code import Code
from tests.corpus_files import CORPUS

CSV = "en,el,status,note\nbidding box,κουτί δηλώσεων,preferred,a box\n"


@pytest.fixture(scope="module")
def code() -> Code:
    return read_code(CORPUS)


@pytest.fixture(scope="module")
def glossary(code: Code) -> Glossary:
    return read_glossary(CORPUS, code.outline)


def imported(code: Code, glossary: Glossary, content: bytes, name: str = "terms.csv") -> TermImport:
    return import_terms(glossary, (name, content), code.outline)


def rows(made: TermImport) -> list[tuple[str, str, str]]:
    return [(each.term, each.words, each.outcome) for each in made.rows]


@pytest.mark.parametrize("writer", [tbx2, tbx3])
def test_the_terms_that_were_exported_are_all_there_already(
    code: Code, glossary: Glossary, writer: object
) -> None:
    assert callable(writer)
    made = imported(code, glossary, writer(term_base(code, glossary)), "terms.tbx")
    assert made.decision is None
    assert len(made.rows) > 50
    assert {each.outcome for each in made.rows} == {"unchanged"}


@pytest.mark.parametrize(
    "table",
    [
        CSV,
        CSV.replace(",", ";"),
        CSV.replace(",", "\t"),
        CSV.replace("en,el", "English,Ελληνικά"),
        CSV.replace("en,el", "term,Greek"),
        CSV.replace("en,el", "EN-GB,el-GR"),
        CSV.replace("en,el", "eng,gre"),
        "status,note,el,en\npreferred,a box,κουτί δηλώσεων,bidding box\n",
        "sv,en,el,status,note\nlåda,bidding box,κουτί δηλώσεων,,a box\n",
    ],
)
def test_a_table_is_read_by_the_names_of_its_columns(
    code: Code, glossary: Glossary, table: str
) -> None:
    made = imported(code, glossary, table.encode())
    assert rows(made) == [("bidding box", "κουτί δηλώσεων", "accepted")]
    assert made.decision
    (entry,) = made.decision.added
    values = dict(entry.values)
    assert values["en"] == "bidding box"
    assert values["el"].startswith("κουτί|κουτ* δηλώσεων")
    assert (values["status"], values["note"]) == ("preferred", "a box")


def test_a_workbook_is_read(code: Code, glossary: Glossary) -> None:
    book, content = Workbook(), BytesIO()
    assert book.active
    for line in CSV.splitlines():
        book.active.append(line.split(","))
    book.save(content)
    made = imported(code, glossary, content.getvalue(), "terms.xlsx")
    assert rows(made) == [("bidding box", "κουτί δηλώσεων", "accepted")]


def test_every_row_has_one_outcome_and_the_good_ones_are_taken(
    code: Code, glossary: Glossary
) -> None:
    table = (
        "en,el,status\n"
        "bidding box,κουτί δηλώσεων,\n"
        "bidding box,κουτί δηλώσεων,\n"  # again
        "penalty card,τιμωρημένο φύλλο,\n"  # the glossary has stems that allow it
        "penalty card,τιμωρημένο φύλλο,forbidden\n"
        ",ορφανό,\n"
        "lonely,,\n"
        "screen,παραπέτασμα,maybe\n"
        "tray,*,\n"
    )
    made = imported(code, glossary, table.encode())
    outcomes = [each.outcome for each in made.rows]
    assert outcomes == ["accepted", *["unchanged"] * 3, *["refused"] * 4]
    assert "another status" in made.rows[3].why
    assert all(each.why for each in made.rows[1:])
    assert made.counts == {"accepted": 1, "refused": 4, "unchanged": 3}
    assert made.decision
    assert len(made.decision.added) == 1


TBX = """<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" style="dca" xml:lang="en">
<text><body><conceptEntry id="c1">
<langSec xml:lang="en-GB"><termSec><term>bidding box</term></termSec></langSec>
<langSec xml:lang="el-GR"><termSec><term>κουτί δηλώσεων</term>
<termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termSec>
<termSec><term>κουτάκι</term><termNote type="administrativeStatus">deprecatedTerm</termNote>
<note>everyday speech</note></termSec></langSec>
<langSec xml:lang="sv"><termSec><term>budlåda</term></termSec></langSec>
</conceptEntry></body></text></tbx>"""


def test_a_concept_of_tbx_is_a_row_for_each_translation(code: Code, glossary: Glossary) -> None:
    made = imported(code, glossary, TBX.encode(), "terms.tbx")
    assert rows(made) == [
        ("bidding box", "κουτί δηλώσεων", "accepted"),
        ("bidding box", "κουτάκι", "accepted"),
    ]
    assert made.decision
    second = dict(made.decision.added[1].values)
    assert (second["status"], second["note"]) == ("forbidden", "everyday speech")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "there is nothing in it"),
        (b"a,b\n1,2\n", "the first line does not name the columns"),
        (b"en,el\n", "there is no term in it"),
        (b"en,sv\nbox,l\n", "the first line does not name the columns"),
        (b"<xliff/>", "XML that begins with <xliff>"),
        (b"<tbx>", "not XML"),
        (b"<!DOCTYPE t [<!ENTITY a 'b'>]><tbx>&a;</tbx>", "entit"),
        (b"PK\x03\x04nonsense", "damaged|workbook|XLSX"),
        (b"en,el\n\xff\xfe,x\n", "neither UTF-8 nor UTF-16"),
    ],
)
def test_what_is_no_file_of_terms_is_refused(
    code: Code, glossary: Glossary, content: bytes, told: str
) -> None:
    with pytest.raises(LawkbError, match=told):
        imported(code, glossary, content)


def test_the_command_writes_the_new_rows_and_a_second_time_nothing(
    tmp_path: Path, code: Code
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    (tmp_path / "terms.csv").write_text(CSV, "utf-8")
    before = (corpus / "glossary.tsv").read_bytes()
    words = ("--corpus", str(corpus), "terms", "import", str(tmp_path / "terms.csv"))
    dry = lawkb(*words, "--dry-run")
    assert (dry.returncode, (corpus / "glossary.tsv").read_bytes()) == (0, before)
    assert dry.stdout.startswith("1 accepted, 0 refused, 0 unchanged\nwould be written to ")
    assert lawkb(*words).stdout.startswith("1 accepted, 0 refused, 0 unchanged\nwritten to ")
    held = read_glossary(corpus, code.outline).terms
    assert [each.note for each in held if each.term == "bidding box"] == ["a box"]
    after = (corpus / "glossary.tsv").read_bytes()
    assert lawkb(*words).stdout == "0 accepted, 0 refused, 1 unchanged\n"
    assert (corpus / "glossary.tsv").read_bytes() == after
    missing = lawkb(*words[:-1], "nothing.csv")
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 3)


def lawkb(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lawkb", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)
