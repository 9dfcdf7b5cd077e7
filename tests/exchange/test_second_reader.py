"""What is exported is read, edited and written by another program, and comes back."""

import csv
import io
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import etree
from openpyxl import load_workbook
from translate.storage.tbx import tbxfile

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.glossary import read_glossary
from lawkb.corpus.laws import read_code
from lawkb.errors import LawkbError
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.formats.tbx import STATUSES, TermBase, tbx2, tbx3, term_base
from lawkb.exchange.formats.tmx import write_tmx
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_export import TranslationExport, export_texts, translation_of
from lawkb.pipeline import import_translation, ingest, read_all, try_translation
from tests.corpus_files import CORPUS, bridge_code, greek_of_2017, greek_texts
from tests.exchange.second_reader import (
    edit_csv,
    edit_xliff12,
    edit_xliff21,
    edit_xlsx,
    memory_units,
)
from tests.exchange.test_interchange import changed

SCHEMAS = CORPUS.parent / "tests" / "samples" / "xliff"
CAUSE = DecisionReason("clearer", "Α. Β.", "2026-01-01", "a file")
Write = Callable[[TranslationExport], bytes]
Edit = Callable[[bytes, dict[str, str]], bytes]
TOOLS: dict[str, tuple[Write, Edit]] = {
    "xliff12": (write_xliff12, edit_xliff12),
    "xliff21": (write_xliff21, edit_xliff21),
    "csv": (write_csv, edit_csv),
    "xlsx": (write_xlsx, edit_xlsx),
}
every_tool = pytest.mark.parametrize(("write", "edit"), TOOLS.values(), ids=list(TOOLS))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus"))


def greek(corpus: Path) -> dict[str, str]:
    code = read_code(corpus)
    export = export_texts(code, translation_of(code, "2017", None))
    return {unit.name: unit.target for unit in export.units}


@every_tool
def test_an_edited_file_is_accepted_refused_and_left_row_by_row(
    corpus: Path, write: Write, edit: Edit
) -> None:
    """57A1 and 20C2 (which has a note) are edited; 47B was changed by another; the rest stands."""
    content = write(greek_texts())
    other = corpus.parent / "other.csv"
    other.write_bytes(edit_csv(write_csv(greek_texts()), {"47B": "Αλλιώς: "}))
    import_translation(corpus, other, CAUSE)
    ingest(corpus)
    file = corpus.parent / "edited"
    file.write_bytes(edit(content, {"57A1": "Άρα ", "20C2": "Όμως ", "47B": "Και "}))
    before = greek(corpus)
    merge = import_translation(corpus, file, CAUSE).merge
    outcomes = {each.name: (each.outcome, each.why.split(";")[0]) for each in changed(merge)}
    assert outcomes == {
        "20C2": ("accepted", "patched"),
        "57A1": ("accepted", "patched"),
        "47B": ("refused", "the translation changed since the export"),
    }
    assert merge.counts["unchanged"] == len(before) - 3
    assert {patch.author for patch in merge.patches} == {"Α. Β."}
    assert greek(corpus) == before
    ingest(corpus)
    wanted = {"57A1": f"Άρα {before['57A1']}", "20C2": f"Όμως {before['20C2']}"}
    assert greek(corpus) == before | wanted
    assert read_all(corpus).changed == ()


@every_tool
def test_a_file_that_was_only_opened_and_saved_changes_nothing(
    corpus: Path, write: Write, edit: Edit
) -> None:
    file = corpus.parent / "saved"
    file.write_bytes(edit(write(greek_texts()), {}))
    returned = import_translation(corpus, file, CAUSE)
    assert (changed(returned.merge), returned.files) == ([], ())
    assert returned.merge.counts["unchanged"] == len(greek_texts().units)


def test_a_second_import_of_the_same_file_finds_nothing_to_do(corpus: Path) -> None:
    file = corpus.parent / "edited"
    file.write_bytes(edit_csv(write_csv(greek_texts()), {"57A1": "Άρα "}))
    assert len(import_translation(corpus, file, CAUSE).merge.patches) == 1
    assert import_translation(corpus, file, CAUSE).merge.patches == ()
    ingest(corpus)
    assert import_translation(corpus, file, CAUSE).merge.patches == ()


def test_a_dry_run_writes_nothing(corpus: Path) -> None:
    file = corpus.parent / "edited"
    file.write_bytes(edit_csv(write_csv(greek_texts()), {"57A1": "Άρα "}))
    before = {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()}
    assert try_translation(corpus, file, CAUSE).files
    assert {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("content", [b"id,en,el\n1,a,b\n", b"id,en,el\n"])
def test_a_file_of_others_is_told_and_changes_nothing(corpus: Path, content: bytes) -> None:
    file = corpus.parent / "foreign.csv"
    file.write_bytes(content)
    with pytest.raises(LawkbError, match=r"texts says what|there is no text"):
        import_translation(corpus, file, CAUSE)
    assert read_all(corpus).changed == ()


def test_a_text_that_no_xml_can_hold_is_refused(corpus: Path) -> None:
    file = corpus.parent / "edited"
    file.write_bytes(edit_csv(write_csv(greek_texts()), {"57A1": "\x07", "57A2": "Άρα "}))
    merge = import_translation(corpus, file, CAUSE).merge
    outcomes = {each.name: each.outcome for each in changed(merge)}
    assert outcomes == {"57A1": "refused", "57A2": "accepted"}
    assert ingest(corpus).changed == ("laws/2017/el/law_57.xml",)


# ---- what other programs see


@pytest.mark.parametrize(
    ("write", "schema"),
    [(write_xliff12, "xliff-core-1.2-strict.xsd"), (write_xliff21, "xliff-core-2.0.xsd")],
    ids=["1.2", "2.1"],
)
def test_xliff_is_valid_by_the_schema_of_oasis(write: Write, schema: str) -> None:
    parser = etree.XMLParser(no_network=True)
    rules = etree.XMLSchema(etree.parse(SCHEMAS / schema, parser))
    rules.assertValid(etree.fromstring(write(greek_texts())))


def test_a_memory_is_read_with_every_translated_text() -> None:
    found = memory_units(write_tmx(greek_texts()))
    wanted = [unit for unit in greek_texts().units if unit.source and unit.target]
    assert list(found) == [f"2017 {unit.name}" for unit in wanted]
    plain = [unit for unit in wanted if not (unit.source_codes or unit.target_codes)]
    assert plain
    for unit in plain:
        assert found[f"2017 {unit.name}"] == (unit.source, unit.target)


def test_every_format_has_the_same_ids() -> None:
    wanted = [unit.name for unit in greek_texts().units]
    xliff = etree.fromstring(write_xliff12(greek_texts())).iterfind(".//{*}trans-unit")
    assert [unit.get("id") for unit in xliff] == wanted
    units = etree.fromstring(write_xliff21(greek_texts())).iterfind(".//{*}unit")
    assert [unit.get("name") for unit in units] == wanted
    table = csv.DictReader(io.StringIO(write_csv(greek_texts()).decode("utf-8-sig"), newline=""))
    assert [row["id"] for row in table] == wanted
    sheet = load_workbook(io.BytesIO(write_xlsx(greek_texts())), read_only=True).worksheets[0]
    assert [row[0] for row in sheet.iter_rows(min_row=2, values_only=True)] == wanted


def test_comments_and_findings_are_notes() -> None:
    told = {bridge_code().outline.scheme.read("20F1"): ("error omission: words are lost.",)}
    export = export_texts(bridge_code(), greek_of_2017(), (), {}, told)
    notes = etree.fromstring(write_xliff21(export)).iterfind(".//{*}note")
    found = {(note.get("category"), note.getparent().getparent().get("name")) for note in notes}  # type: ignore[union-attr]
    assert ("finding", "20F1") in found
    assert ("comment", "57C3") in found


# ---- terms

TBX3 = "{urn:iso:std:iso:30042:ed-2}"


@cache
def glossary_terms() -> TermBase:
    return term_base(bridge_code(), read_glossary(CORPUS, bridge_code().outline))


def test_terms_are_read_with_their_status_and_note() -> None:
    store = tbxfile.parsestring(tbx2(glossary_terms()), "en", "el")
    assert [unit.source for unit in store.units] == [*glossary_terms().concepts]
    explanation = next(unit for unit in store.units if unit.source == "explanation")
    terms = [(t.text, t.administrative_status) for t in explanation.get_target_terms("el")]
    assert terms == [
        ("εξήγηση", "preferredTerm-admn-sts"),
        ("επεξήγηση", "admittedTerm-admn-sts"),
    ]
    call = next(unit for unit in store.units if unit.source == "call")
    (note,) = call.get_target_terms("el")[0].notes
    assert note.text.startswith("the noun")


def test_both_versions_of_tbx_say_the_same() -> None:
    new, old = etree.fromstring(tbx3(glossary_terms())), etree.fromstring(tbx2(glossary_terms()))
    texts = ([each.text for each in root.iter("{*}term", "{*}termNote")] for root in (new, old))
    first, second = texts
    assert first == second
    assert first


def test_tbx_has_the_structure_of_iso_30042() -> None:
    """No package ships the RELAX NG of TBX-Basic: its core structure, element by element."""
    root = etree.fromstring(tbx3(glossary_terms()))
    assert (root.tag, root.get("type"), root.get("style")) == (f"{TBX3}tbx", "TBX-Basic", "dca")
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"
    assert _shape(root) == ["tbxHeader", "text"]
    assert [_shape(each) for each in root[0]] == [["titleStmt", "sourceDesc"]]
    assert _shape(root[1]) == ["body"]
    ids = []
    for entry in root[1][0]:
        assert entry.tag == f"{TBX3}conceptEntry"
        ids.append(entry.get("id"))
        tags = [section.get("{http://www.w3.org/XML/1998/namespace}lang") for section in entry]
        assert len(tags) == len(set(tags)) > 1
        for section in entry:
            assert section.tag == f"{TBX3}langSec"
            assert set(_shape(section)) == {"termSec"}
            for term in section:
                assert _shape(term) in (["term", "termNote"], ["term", "termNote", "note"])
                assert (term[1].get("type"), term[1].text in STATUSES.values()) == (
                    "administrativeStatus",
                    True,
                )
    assert len(ids) == len(set(ids))
    assert all(name and name.isascii() and name[0].isalpha() for name in ids)


def test_a_term_is_a_word_that_the_code_has_never_a_stem(tmp_path: Path) -> None:
    rows = (CORPUS / "glossary.tsv").read_text(encoding="utf-8")
    stems = rows.replace("carta|cart* penalizzata|penalizzat*", "cart* penalizzat*")
    assert stems != rows
    (tmp_path / "glossary.tsv").write_text(stems, encoding="utf-8")
    base = term_base(bridge_code(), read_glossary(tmp_path, bridge_code().outline))
    words = [each.words for own in base.concepts.values() for each in own]
    assert not any("*" in each or "|" in each for each in words)
    rendered = {(term, r.language): r.words for term, own in base.concepts.items() for r in own}
    assert rendered["penalty card", "el"] == "τιμωρημένο φύλλο"
    assert ("penalty card", "it") not in rendered
    assert base.left_out > 0


def test_terms_of_one_spelling_have_ids_of_their_own() -> None:
    term, renderings = next(iter(glossary_terms().concepts.items()))
    twice = replace(glossary_terms(), concepts={term: renderings, "Rectification!": renderings})
    entries = etree.fromstring(tbx3(twice)).iterfind(f".//{TBX3}conceptEntry")
    assert [entry.get("id") for entry in entries] == ["term-rectification", "term-rectification-2"]


def _shape(element: "etree._Element") -> list[str]:
    return [etree.QName(child).localname for child in element]
