"""What translators' programs do to a file: nothing of it changes law text without a word."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from lawkb.corpus.decision_files import DecisionReason
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import open_pairs, rows_of
from lawkb.exchange.formats.bilingual_rows import BilingualRow
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_export import ExportedText, TranslationExport
from lawkb.exchange.translation_import import MergedRow, merge_rows
from tests.corpus_files import bridge_code, greek_texts

CAUSE = DecisionReason("clearer", "A. B.", "2026-01-01", "a translator")
WORDS = "Πρώτη πρόταση. Δεύτερη πρόταση."


def unit(name: str) -> ExportedText:
    return next(each for each in greek_texts(20, 57).units if each.name == name)


def edited(**targets: str) -> TranslationExport:
    export = greek_texts(20, 57)
    units = (replace(u, target=targets.get(u.name, u.target)) for u in export.units)
    return replace(export, units=tuple(units))


def rows_in(content: bytes) -> list[BilingualRow]:
    return list(rows_of(io.BytesIO(content), "file", ["en"], ["el"]))


def merged(content: bytes) -> dict[str, MergedRow]:
    return {each.name: each for each in merge_rows(bridge_code(), {}, rows_in(content), CAUSE).rows}


def with_segments(name: str, *segments: str) -> bytes:
    """The XLIFF 2.1 file with the one segment of a text in several, as a program splits it."""
    content = write_xliff21(greek_texts(20, 57)).decode()
    own = re.escape(f'name="{name}"')
    return re.sub(
        rf"(<unit [^>]*{own}.*?)<segment.*?</segment>",
        lambda found: found[1] + "".join(segments),
        content,
        count=1,
        flags=re.DOTALL,
    ).encode()


def halves(name: str, first: str, second: str) -> bytes:
    source = unit(name).source
    middle = source.index(" ", len(source) // 2)
    return with_segments(
        name,
        f"<segment><source>{source[:middle]}</source>{first}</segment>",
        f"<segment><source>{source[middle:]}</source>{second}</segment>",
    )


@pytest.mark.parametrize("second", ["", "<target/>", "<target> </target>"])
def test_a_segment_without_translation_deletes_nothing(second: str) -> None:
    row = merged(halves("57A1", "<target>Νέα λέξη</target>", second))["57A1"]
    assert row.outcome == "refused"
    assert row.why == "1 of its segments have no translation yet; that of the code is kept"


def test_segments_are_joined_in_the_order_of_the_translation() -> None:
    second = '<target order="1">Νέα </target>'
    row = merged(halves("57A1", '<target order="2">λέξη</target>', second))["57A1"]
    assert (row.outcome, row.after) == ("accepted", "Νέα λέξη")


def test_a_marked_segment_of_xliff_12_without_translation_deletes_nothing() -> None:
    own = unit("57A1")
    marks = [f'<mrk mtype="seg" mid="{n}">{words}</mrk>' for n, words in ((1, "a"), (2, "b"))]
    content = write_xliff12(greek_texts(57)).decode()
    begin, target = content.index('id="57A1"'), f">{own.target}</target>"
    at = content.index(target, begin)
    source = content.rindex("<target", 0, at)
    content = content[:source] + f"<seg-source>{''.join(marks)}</seg-source>" + content[source:]
    content = content.replace(target, '><mrk mtype="seg" mid="1">Νέα λέξη</mrk></target>', 1)
    assert merged(content.encode())["57A1"].outcome == "refused"


@pytest.mark.parametrize("write", [write_xliff12, write_xliff21, write_csv, write_xlsx])
def test_an_emptied_text_is_kept(write: Callable[[TranslationExport], bytes]) -> None:
    row = merged(write(edited(**{"57A1": ""})))["57A1"]
    assert (row.outcome, "that of the code is kept" in row.why) == ("refused", True)


@pytest.mark.parametrize("write", [write_xliff12, write_xliff21])
def test_a_file_of_another_language_is_refused_with_both_names(
    write: Callable[[TranslationExport], bytes],
) -> None:
    content = re.sub(rb'(trgLang|target-language)="el"', rb'\1="it"', write(edited()))
    with pytest.raises(LawkbError, match=r"is it; it was exported for el"):
        merge_of_file(content)


def merge_of_file(content: bytes) -> None:
    from lawkb.exchange.translation_import import merge_content
    from tests.corpus_files import CORPUS

    merge_content(CORPUS, bridge_code(), content, "file", CAUSE)


@pytest.mark.parametrize("tag", ["EL", "el-GR", "gre", "ell"])
def test_a_language_is_read_however_its_tag_is_written(tag: str) -> None:
    content = write_xliff21(edited(**{"57A1": WORDS})).replace(b'"el"', f'"{tag}"'.encode())
    assert merged(content)["57A1"].outcome == "accepted"


@pytest.mark.parametrize(
    "text", ["The highest card", "la carta più alta", "самая старшая карта", "57A1 the Card"]
)
def test_words_of_another_script_are_a_question(text: str) -> None:
    row = merged(write_csv(edited(**{"57A1": text})))["57A1"]
    assert (row.outcome, row.why.partition(";")[0]) == (
        "refused",
        "is it Ελληνικά? few of its letters are",
    )


@pytest.mark.parametrize("text", ["το IMP", "IMP", "WBF 2017", "ο Director αποφασίζει", "♠ 7"])
def test_names_and_abbreviations_are_none(text: str) -> None:
    assert merged(write_csv(edited(**{"57A1": text})))["57A1"].outcome == "accepted"


def test_a_tab_is_a_blank() -> None:
    row = merged(write_xlsx(edited(**{"57A1": "δύο\tλέξεις \t εδώ"})))["57A1"]
    assert (row.outcome, row.after) == ("accepted", "δύο λέξεις εδώ")


def test_a_state_that_a_program_set_counts_and_ours_beside_it_is_told() -> None:
    segment = '<segment state="final" subState="lawkb:needs-review">'
    own = unit("57A1")
    content = with_segments(
        "57A1", f"{segment}<source>{own.source}</source><target>{own.target}</target></segment>"
    )
    (row,) = (row for row in rows_in(content) if row.other_name == "57A1")
    assert row.state == "final"
    assert "subState" in merged(content)["57A1"].why


def moved(name: str, after: str) -> str:
    """The text with its note mark put behind other words."""
    text = unit(name).target
    return text.replace("[1]", "").replace(after, f"{after}[1]", 1)


@pytest.mark.parametrize("after", ["Ο", "μπορεί", "δηλώσεων.", "ζητήσει"])
def test_a_note_mark_may_be_moved(after: str) -> None:
    text = moved("20C2", after)
    row = merged(write_csv(edited(**{"20C2": text})))["20C2"]
    assert (row.outcome, row.after) == ("accepted", text)


def test_a_note_mark_that_cannot_be_moved_is_named() -> None:
    text = f"{unit('20C2').target.replace('[1]', '')}[1]"
    row = merged(write_csv(edited(**{"20C2": text})))["20C2"]
    assert (row.outcome, row.why) == ("refused", "[1] cannot be moved to that place")


# ---- workbooks


def workbook(place: str, value: object, number_format: str = "General") -> bytes:
    book = load_workbook(io.BytesIO(write_xlsx(greek_texts(57))))
    cell = book.worksheets[0][place]
    cell.value, cell.number_format = value, number_format
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def typed_cells() -> list[tuple[object, str, str]]:
    from datetime import date

    return [
        (date(2026, 1, 2), "yyyy-mm-dd", "a date or a time"),
        (2.5, "General", "a number"),
        (0.5, "0%", "a percentage"),
        (True, "General", "a truth value"),
        ("#REF!", "General", "an error"),
    ]


@pytest.mark.parametrize(("value", "form", "kind"), typed_cells(), ids=lambda each: str(each))
def test_a_cell_that_is_no_text_is_refused_with_its_address(
    value: object, form: str, kind: str
) -> None:
    content = workbook("C5", value, form)
    (row,) = (each for each in merged(content).values() if each.line == 5)
    assert (row.outcome, row.why) == ("refused", f"cell C5 has {kind}, not a text")


def test_escapes_of_excel_are_read(tmp_path: Path) -> None:
    file = tmp_path / "file.xlsx"
    book = load_workbook(io.BytesIO(write_xlsx(edited(**{"57A1": "_x000D_ μία _x0041_ λέξη"}))))
    saved = io.BytesIO()
    book.save(saved)
    # What this program writes is escaped; what Excel writes for a line end is not.
    rows = {row.name: row.target for row in rows_in(write_xlsx(edited(**{"57A1": "_x000D_ ό"})))}
    assert rows["57A1"] == "_x000D_ ό"
    file.write_bytes(raw_escape(write_xlsx(edited(**{"57A1": "μίαQQ λέξη"}))))
    with open_pairs(file, "en", "el") as pairs:
        found = {pair.id: pair.target for pair in pairs}
    assert found["57A1"] == "μία\nA λέξη"


def raw_escape(content: bytes) -> bytes:
    """The workbook with a line end and a letter as Excel escapes them, in place of ``QQ``."""
    from zipfile import ZipFile

    out = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"QQ", b"_x000D__x0041_"))
    return out.getvalue()
