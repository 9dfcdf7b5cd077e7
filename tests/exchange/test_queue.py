"""The queue of a translator: texts with open findings go out with them and come back."""

import csv
import io
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import etree
from msgspec import structs
from openpyxl import load_workbook
from translate.storage.csvl10n import csvfile
from translate.storage.xliff import xlifffile
from translate.storage.xliff2 import Xliff2File

from lawkb.align.translation_units import without_inline_codes
from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.editorial.findings import code_report
from lawkb.errors import LawkbError
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.queue_export import Queue, export_queue, queue_of
from lawkb.exchange.translation_export import ExportedText, export_texts
from lawkb.model.finding import Finding, say
from lawkb.pipeline import import_translation, ingest
from tests.corpus_files import CORPUS, bridge_code, greek_of_2017
from tests.exchange.second_reader import edit_csv, edit_xliff12, edit_xliff21, edit_xlsx


@cache
def found_here() -> Sequence[Finding]:
    return code_report(CORPUS, bridge_code()).findings


@cache
def whole_queue() -> Queue:
    return queue_of(bridge_code(), greek_of_2017(), found_here(), {})


CAUSE = DecisionReason("clearer", "Α. Β.", "2026-01-01", "a queue")
Edit = Callable[[bytes, dict[str, str]], bytes]
TOOLS: dict[str, Edit] = {
    "xliff12": edit_xliff12,
    "xliff": edit_xliff21,
    "csv": edit_csv,
    "xlsx": edit_xlsx,
}
SCHEMAS = CORPUS.parent / "tests" / "samples" / "xliff"


def notes_of(queue: Queue) -> dict[str, list[str]]:
    """The findings at each text, as the first line of each."""
    return {
        unit.name: [each.text.split("\n")[0] for each in unit.remarks if each.kind == "finding"]
        for unit in queue.export.units
    }


def test_every_open_finding_of_the_corpus_is_with_a_text() -> None:
    here = [each for each in found_here() if not each.waived and each.edition == "2017"]
    assert (len(whole_queue().findings), len(here)) == (21, 21)
    assert whole_queue().without_text == ()
    told = {line for lines in notes_of(whole_queue()).values() for line in lines}
    assert len(told) == len({(each.rule, each.message) for each in here})


def test_a_finding_is_with_the_text_that_it_is_about() -> None:
    notes = notes_of(whole_queue())
    lost = "warning heading-lost: the source lost the headings of 20A, 20B, 20C, 20D, 20E, 20F, 20G"
    for name in ("20A heading", "20G heading"):
        assert notes[name][0].startswith(lost)
    assert notes["20E"][0].startswith("error omission: text seems to be lost")
    assert notes["57D heading"] == ["note quotes (en): a straight apostrophe"]
    assert {name for name in notes if " note " in name} == {"20C2 note 1", "20F1 note 1"}
    terms = {
        term: [name for name, lines in notes.items() if any(f"«{term}» is" in x for x in lines)]
        for term in ("hand", "explanation")
    }
    assert terms == {
        "hand": ["14A", "14A1", "14A3", "14B", "14B2", "14B4", "14C", "47C", "47D"],
        "explanation": ["20F1", "20F2", "20F4(a)", "20F5(a)", "20F5(b)", "47E2(a)"],
    }


def test_a_note_has_the_words_the_evidence_and_the_hint() -> None:
    (unit,) = (unit for unit in whole_queue().export.units if unit.name == "20F5(b)")
    assert "words: «την πρώτη νόμιμη ευκαιρία, η οποία είναι»\nhint: end it with :" in "\n".join(
        each.text for each in unit.remarks
    )


def test_the_comments_of_readers_are_with_the_first_text_of_their_provision() -> None:
    place = bridge_code().outline.scheme.read("57C3")
    found = Finding("some", "note", "2017", "57C3", "el", say("some"), address=place)
    (unit,) = queue_of(bridge_code(), greek_of_2017(), [found], {}).export.units
    assert [each.kind for each in unit.remarks] == ["comment", "finding"]


def test_accepted_findings_and_those_on_other_translations_are_left_out() -> None:
    others = [
        *(structs.replace(each, waived=True) for each in found_here()),
        *(structs.replace(each, edition="2007") for each in found_here()),
        *(structs.replace(each, language="it") for each in found_here()),
    ]
    assert queue_of(bridge_code(), greek_of_2017(), others, {}).findings == ()


WHOLE = Finding("some", "note", "2017", "", "el", say("the code is odd"), hint="look at it")


def test_a_finding_about_no_text_is_listed() -> None:
    queue = queue_of(bridge_code(), greek_of_2017(), (*found_here(), WHOLE), {})
    assert queue.without_text == (WHOLE,)
    told = "note some: the code is odd\nhint: look at it"
    assert [each.text for each in queue.export.remarks] == [told]
    for form in ("xliff", "xliff12"):
        root = etree.fromstring(
            export_queue(bridge_code(), greek_of_2017(), (*found_here(), WHOLE), {}, form)
        )
        file = root[0]
        head = [note.text for note in file[0].iter("{*}note")]
        assert head == [told]
    book = load_workbook(
        io.BytesIO(export_queue(bridge_code(), greek_of_2017(), (*found_here(), WHOLE), {}, "xlsx"))
    )
    assert [each.value for each in book.worksheets[1]["A"]] == [told]


@pytest.mark.parametrize(
    ("form", "schema"),
    [("xliff12", "xliff-core-1.2-strict.xsd"), ("xliff", "xliff-core-2.0.xsd")],
)
def test_a_queue_is_valid_by_the_schema_of_oasis(form: str, schema: str) -> None:
    rules = etree.XMLSchema(etree.parse(SCHEMAS / schema, etree.XMLParser(no_network=True)))
    rules.assertValid(
        etree.fromstring(
            export_queue(bridge_code(), greek_of_2017(), (*found_here(), WHOLE), {}, form)
        )
    )


# ---- other programs read it, edit it, and it comes back


def read_by_toolkit(form: str, content: bytes) -> list[tuple[str, str, str, list[str]]]:
    """Id, both texts and notes of each text, as translate-toolkit reads them."""
    if form == "csv":
        # The toolkit knows its own names of columns.
        named = content.decode("utf-8-sig").replace("id,en,el,", "id,source,target,", 1)
        toolkit = [(unit.source, unit.target) for unit in csvfile.parsestring(named.encode()).units]
        rows = list(csv.reader(io.StringIO(named, newline="")))
        assert toolkit == [(row[1], row[2]) for row in rows[1:]]
        return [(row[0], row[1], row[2], []) for row in rows[1:]]
    found = []
    if form == "xliff12":
        for unit in xlifffile.parsestring(content).units:
            notes = [unit.getnotes(origin=f"lawkb {kind}") for kind in ("comment", "finding")]
            name = unit.xmlelement.get("id")
            found.append((name, str(unit.source), str(unit.target or ""), notes))
        return found
    for unit in Xliff2File.parsestring(content).units:
        element = unit.xmlelement.getparent()
        notes = [note.text for note in element.iter("{*}note")]
        found.append((element.get("name"), str(unit.source), str(unit.target or ""), notes))
    return found


@pytest.mark.parametrize("form", ["xliff12", "xliff", "csv"])
def test_a_queue_is_read_by_the_toolkit_as_it_was_written(form: str) -> None:
    read = read_by_toolkit(
        form, export_queue(bridge_code(), greek_of_2017(), found_here(), {}, form)
    )
    units = list(whole_queue().export.units)
    assert [each[0] for each in read] == [unit.name for unit in units]
    for (_, source, target, notes), unit in zip(read, units, strict=True):
        codes = unit.source_codes or unit.target_codes
        if form == "csv" or not codes:
            assert (source, target) == (unit.source, unit.target)
        else:
            assert without_inline_codes(source) == without_inline_codes(unit.source)
        for remark in unit.remarks if notes else ():
            assert any(remark.text in note for note in notes)


def test_a_queue_is_read_by_openpyxl_as_it_was_written() -> None:
    book = load_workbook(
        io.BytesIO(export_queue(bridge_code(), greek_of_2017(), found_here(), {}, "xlsx"))
    )
    assert len(book.worksheets) == 1
    rows = [*book.worksheets[0].iter_rows(min_row=2, values_only=True)]
    assert [row[:3] for row in rows] == [
        (unit.name, unit.source or None, unit.target or None) for unit in whole_queue().export.units
    ]


@pytest.mark.parametrize(("form", "edit"), TOOLS.items(), ids=list(TOOLS))
def test_an_edited_queue_comes_back_through_the_same_import(
    tmp_path: Path, form: str, edit: Edit
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    file = tmp_path / "queue"
    content = export_queue(bridge_code(), greek_of_2017(), (*found_here(), WHOLE), {}, form)
    file.write_bytes(edit(content, {"20F5(b)": "Άρα ", "20E": "Όμως "}))
    merge = import_translation(corpus, file, CAUSE).merge
    count = len(whole_queue().export.units)
    assert merge.counts == {"accepted": 2, "refused": 0, "unchanged": count - 2}
    ingest(corpus)
    texts = {
        unit.name: unit.target for unit in export_texts(read_code(corpus), greek_of_2017()).units
    }
    before = {unit.name: unit.target for unit in whole_queue().export.units}
    assert texts["20F5(b)"] == f"Άρα {before['20F5(b)']}"
    again = import_translation(corpus, file, CAUSE)
    assert (again.merge.counts["unchanged"], again.files) == (count, ())


def test_an_unknown_format_is_reported() -> None:
    with pytest.raises(LawkbError, match="there is no such format"):
        export_queue(bridge_code(), greek_of_2017(), found_here(), {}, "odt")


def test_lost_titles_and_headings_and_wrong_letters_are_all_corrected_by_one_queue(
    tmp_path: Path,
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    wanted = {"title-lost", "heading-lost", "reference-script"}
    chosen = [each for each in found_here() if each.rule in wanted]
    queue = queue_of(bridge_code(), greek_of_2017(), chosen, {})
    greek = str.maketrans("BE", "ΒΕ")

    def corrected(unit: ExportedText) -> ExportedText:
        target = unit.target.translate(greek) if unit.target else "Επικεφαλίδα"
        return replace(unit, target=target)

    units = tuple(map(corrected, queue.export.units))
    file = tmp_path / "queue.csv"
    file.write_bytes(write_csv(replace(queue.export, units=units)))
    merge = import_translation(corpus, file, CAUSE).merge
    assert merge.counts == {"accepted": len(merge.rows), "refused": 0, "unchanged": 0}
    ingest(corpus)
    left = {each.rule for each in code_report(corpus, read_code(corpus)).findings}
    assert not left & wanted
