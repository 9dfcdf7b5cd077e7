"""What goes out to a translator and comes back, in every format that goes both ways."""

import re
import shutil
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from lawkb.align.translation_units import pair_texts
from lawkb.corpus.decision_files import DecisionReason, read_review
from lawkb.corpus.laws import read_code
from lawkb.errors import LawkbError
from lawkb.exchange.formats import all_formats
from lawkb.exchange.formats.all_formats import open_pairs, open_rows
from lawkb.exchange.formats.bilingual_rows import BilingualRow
from lawkb.exchange.formats.csv_text import guard_formula, unguard_formula, write_csv
from lawkb.exchange.formats.tmx import write_tmx
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_export import (
    ExportedText,
    TranslationExport,
    export_texts,
    translation_of,
)
from lawkb.exchange.translation_import import MergedRow, TranslationMerge, merge_rows
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.parse.apply_patches import apply_patches, with_provision
from lawkb.pipeline import import_translation, ingest, read_all
from tests.corpus_files import CORPUS, bridge_code, greek_of_2017, greek_texts
from tests.profiles import of_profile

CAUSE = DecisionReason("clearer", "A. B.", "2026-01-01", "a translator")
FORMATS = {"xliff12": write_xliff12, "xliff21": write_xliff21, "csv": write_csv, "xlsx": write_xlsx}
both_ways = pytest.mark.parametrize("write", FORMATS.values(), ids=list(FORMATS))


def read_back(tmp_path: Path, content: bytes) -> list[BilingualRow]:
    file = tmp_path / "file"
    file.write_bytes(content)
    with open_rows(file, ["en"], ["el"]) as rows:
        return list(rows)


def merged(rows: list[BilingualRow]) -> TranslationMerge:
    return merge_rows(bridge_code(), {}, rows, CAUSE)


def changed(merge: TranslationMerge) -> list[MergedRow]:
    """The rows that are listed in a terminal; the others are counted."""
    return [each for each in merge.rows if each.outcome != "unchanged"]


def greek_words(law: Law) -> dict[str, str]:
    scheme = bridge_code().outline.scheme
    pairs = pair_texts(None, law, scheme)
    return {pair.name(scheme): pair.target.shown for pair in pairs if pair.target}


@both_ways
def test_what_nobody_edited_is_unchanged(
    tmp_path: Path, write: Callable[[TranslationExport], bytes]
) -> None:
    rows = read_back(tmp_path, write(greek_texts()))
    units = list(greek_texts().units)
    assert [(row.source, row.target, row.base) for row in rows] == [
        (unit.source, unit.target, unit.mark) for unit in units
    ]
    merge = merged(rows)
    assert (changed(merge), merge.patches, merge.reviews) == ([], (), ())
    assert merge.counts == {"accepted": 0, "refused": 0, "unchanged": len(units)}


@both_ways
def test_edits_become_patches_that_make_the_edited_texts(
    tmp_path: Path, write: Callable[[TranslationExport], bytes]
) -> None:
    rows = read_back(tmp_path, write(greek_texts()))
    edited = [
        replace(row, target=f"Νέο {row.target} τέλος") if row.target and n % 3 == 0 else row
        for n, row in enumerate(rows)
    ]
    wanted = {
        row.other_name if row.name.startswith("rule_") else row.name: row.target
        for row in edited
        if row.target
    }
    merge = merged(edited)
    assert {each.outcome for each in changed(merge)} == {"accepted"}
    found: dict[str, str] = {}
    for (edition, tag, _), law in bridge_code().laws.items():
        if (edition, tag) == ("2017", "el"):
            patched, stale = apply_patches(law, merge.patches)
            assert stale == ()
            found |= greek_words(patched)
    assert found == wanted


def row_of(name: str) -> BilingualRow:
    unit = next(unit for unit in greek_texts().units if unit.name == name)
    return BilingualRow(name, "", unit.source, unit.target, "", "", unit.state, unit.base, 2)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"base": ""}, "does not say which text"),
        ({"name": "99Z"}, "no such text"),
        ({"source": "another"}, "the original was edited"),
        ({"target": "χωρίς τη σημείωση"}, "put the marks back"),
        ({"target": "[2]"}, "cannot take a whole text away"),
        ({"state": "good"}, "state 'good' is unknown"),
    ],
)
def test_a_row_that_cannot_be_taken_is_refused(changed: dict[str, str], why: str) -> None:
    merge = merged([replace(row_of("20F1"), **changed)])  # type: ignore[arg-type]  # all are texts
    (judged,) = merge.rows
    assert judged.outcome == "refused"
    assert why in judged.why
    assert merge.patches == ()


def test_a_text_that_changed_since_the_export_is_refused() -> None:
    row = row_of("57A1")
    patches = merged([replace(row, target=f"{row.target} πρώτα")]).patches
    law = apply_patches(bridge_code().laws["2017", "el", 57], patches)[0]
    code = structs.replace(bridge_code(), laws={**bridge_code().laws, ("2017", "el", 57): law})
    merge = merge_rows(code, {}, [replace(row, target=f"{row.target} ύστερα"), row], CAUSE)
    assert next(each.why for each in merge.rows) == "the translation changed since the export"


def test_a_text_that_only_the_code_changed_is_unchanged_however_a_program_wrapped_it() -> None:
    row = row_of("57A1")
    patches = merged([replace(row, target=f"{row.target} πρώτα")]).patches
    law = apply_patches(bridge_code().laws["2017", "el", 57], patches)[0]
    code = structs.replace(bridge_code(), laws={**bridge_code().laws, ("2017", "el", 57): law})
    wrapped = unicodedata.normalize("NFD", "\n   " + row.target.replace(" ", "\n   "))
    (judged,) = merge_rows(code, {}, [replace(row, target=wrapped)], CAUSE).rows
    assert (judged.outcome, judged.why) == ("unchanged", "the code has changed since")
    assert judged.after == row.target


def test_an_edit_that_tells_two_texts_apart_makes_the_other_one_possible() -> None:
    """«Ναι» is in both texts; once the second has other words, the first can be patched."""
    law = bridge_code().laws["2017", "el", 57]
    at = bridge_code().outline.scheme.read("57A1")
    provision = law.find(at)
    assert provision
    body = (Passage("Ναι"), Passage("Ναι όχι"))
    law = with_provision(law, structs.replace(provision, body=body))
    code = structs.replace(bridge_code(), laws={**bridge_code().laws, ("2017", "el", 57): law})
    first, second = export_texts(code, translation_of(code, "2017", None), (at,)).units
    rows = [
        BilingualRow(u.name, "", u.source, words, "", "", u.state, u.base, n)
        for n, (u, words) in enumerate([(first, "Ίσως"), (second, "Μη όχι")], start=2)
    ]
    merge = merge_rows(code, {}, rows, CAUSE)
    assert [each.outcome for each in merge.rows] == ["accepted", "accepted"]
    assert [each.line for each in merge.rows] == [2, 3]
    patched, stale = apply_patches(law, merge.patches)
    assert stale == ()
    assert patched.find(at).text == "Ίσως\nΜη όχι"  # type: ignore[union-attr]  # it is there
    after = structs.replace(bridge_code(), laws={**bridge_code().laws, ("2017", "el", 57): patched})
    assert changed(merge_rows(after, {}, rows, CAUSE)) == []
    (alone,) = merge_rows(code, {}, rows[:1], CAUSE).rows
    assert alone.outcome == "refused"


def test_a_state_is_of_a_provision_and_its_texts() -> None:
    alone = merged([replace(row_of("57C1"), state="reviewed")])
    (row,) = alone.rows
    assert (row.outcome, alone.reviews) == ("unchanged", ())
    assert row.why.startswith("state reviewed not set: a provision has the state of its least")
    names = [unit.name for unit in greek_texts().units if unit.name.split(" ")[0] == "57C1"]
    both = merged([replace(row_of(name), state="reviewed") for name in names])
    (review,) = both.reviews
    said = {(review.edition, review.language, review.address): review}
    units = export_texts(bridge_code(), greek_of_2017(), (), said).units
    assert {unit.state for unit in units if unit.name in names} == {"reviewed"}


def test_a_text_whose_heading_is_lost_is_as_far_as_is_said_of_it() -> None:
    """20A has no Greek heading; tools set the states of the texts that they have."""
    assert row_of("20A").state == "needs-review"
    merge = merged([replace(row_of("20A"), state="translated"), row_of("20A heading")])
    assert [(each.name, each.outcome, each.why) for each in merge.rows] == [
        ("20A", "accepted", "state translated"),
        ("20A heading", "unchanged", ""),
    ]
    for order in ("20A", "20A heading"), ("20A heading", "20A"):
        both = merged([replace(row_of(name), state="translated") for name in order])
        assert [each.outcome for each in both.rows] == ["accepted"] * 2
        assert [review.state for review in both.reviews] == ["translated"]


def test_an_edited_text_whose_state_cannot_be_set_is_one_row() -> None:
    row = row_of("57C1")
    merge = merged([replace(row, target=f"{row.target} πάντα", state="final")])
    (judged,) = merge.rows
    assert judged.outcome == "accepted"
    assert judged.why.startswith("patched; state final not set: ")


def test_a_state_of_edited_words_does_not_mind_what_was_said_of_the_old_ones() -> None:
    row = row_of("57A1")
    (said,) = merged([replace(row, state="translated")]).reviews
    reviews = {(said.edition, said.language, said.address): said}
    final = replace(row, state="final")
    (refused,) = merge_rows(bridge_code(), reviews, [final], CAUSE).rows
    assert refused.why == "state final not set: the state has changed since the export: translated"
    edited = merge_rows(bridge_code(), reviews, [replace(final, target="Άλλο")], CAUSE)
    assert [each.why for each in edited.rows] == ["patched; state final"]


def test_the_same_row_twice_is_taken_once() -> None:
    row = replace(row_of("57A1"), target="Άλλο", state="final")
    merge = merged([row, replace(row, line=3)])
    assert [each.outcome for each in merge.rows] == ["accepted", "unchanged"]
    assert len(merge.patches) == 1
    other = merged([row, replace(row, state="reviewed")])
    assert [each.outcome for each in other.rows] == ["accepted", "refused"]


@both_ways
def test_an_import_with_states_counts_each_row_once_and_again_is_no_change(
    tmp_path: Path, write: Callable[[TranslationExport], bytes]
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    before = {unit.name: unit for unit in greek_texts().units}
    edited = {name for number, name in enumerate(before) if number % 5 == 0}

    def worked_on(unit: ExportedText) -> ExportedText:
        """As a tool leaves it: confirmed where there is a translation."""
        target = f"Άρα {unit.target}" if unit.target and unit.name in edited else unit.target
        return replace(unit, target=target, state="translated" if target else unit.state)

    units = tuple(map(worked_on, greek_texts().units))
    (tmp_path / "file").write_bytes(write(replace(greek_texts(), units=units)))
    first = import_translation(corpus, tmp_path / "file", CAUSE)
    there = sum(bool(unit.target) for unit in before.values())
    assert first.merge.counts == {
        "accepted": there,
        "refused": 0,
        "unchanged": len(before) - there,
    }
    for _ in range(2):
        again = import_translation(corpus, tmp_path / "file", CAUSE)
        assert (changed(again.merge), again.files) == ([], ())
        ingest(corpus)
    reviews = read_review(corpus, bridge_code().outline)
    code = read_code(corpus)
    states = {
        unit.name: unit.state for unit in export_texts(code, greek_texts().of, (), reviews).units
    }
    assert {states[name] for name, unit in before.items() if unit.target} == {"translated"}


@pytest.mark.parametrize(
    "text", ["=1+1", "+30", "-1", "@x", "'=1", "''=1", "'tis", "", "\tx", "a=b"]
)
def test_a_cell_is_never_a_formula_and_is_given_back(text: str) -> None:
    assert guard_formula(text)[:1] not in ("=", "+", "-", "@", "\t")
    assert unguard_formula(guard_formula(text)) == text


HOSTILE = {
    "entities": b'<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>',
    "laughs": b'<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;&a;">]><xliff>&c;</xliff>',
    "another root": b"<html/>",
    "cut off": b"<xliff><file>",
    "nothing": b"",
    "endless tag": b"<xliff " + b"a" * 2**22,
    "deep": b"<xliff>" + b"<g>" * 5000,
    "endless line": b"id,en,el\n" + b"x" * 2**22,
    "endless cell": b'id,en,el\n1,"' + b"x\n" * 2**20,
    "wrong encoding": "id,en,el\n1,a,Νόμος".encode("cp1253"),
    "no columns": b"a,b,c\n1,2,3\n",
    "not a zip": b"PK\x03\x04 nothing",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_file_is_told_in_three_lines(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(LawkbError) as error:
        read_back(tmp_path, content)
    assert len(str(error.value).split("\n")) == 3


def test_a_memory_holds_the_words_without_their_codes(tmp_path: Path) -> None:
    file = tmp_path / "memory.tmx"
    file.write_bytes(write_tmx(greek_texts()))
    with open_pairs(file, "en", "el") as pairs:
        found = {pair.id: pair for pair in pairs}
    assert "may request, at his own turn" in found["2017 20F1"].source
    assert len(found) == sum(bool(unit.source and unit.target) for unit in greek_texts().units)


# ---- whatever a translator writes


@cache
def plain_texts() -> list[ExportedText]:
    return [u for u in greek_texts(57).units if u.target and not (u.source_codes or u.target_codes)]


# Markup, signs of formulas, quotation marks, tabs, line ends, right-to-left, beyond the BMP. A word
# of four letters of another script would be a question.
pieces = st.sampled_from(
    ["<b>", "&amp;", "]]>", "=1+1", "@", "'", '"', ",", ";", "\t", "\n", "\u200f", "שלו", "𝄞"]
)
words = st.lists(st.one_of(pieces, st.sampled_from(["Νέο", "φύλλο", "[9]", " "])), max_size=6)
new_texts = words.map("".join).filter(str.strip).filter(lambda text: "שלושלו" not in text)
edits = st.deferred(
    lambda: st.dictionaries(
        st.sampled_from([unit.name for unit in plain_texts()]), new_texts, max_size=4
    )
)


@both_ways
@settings(max_examples=of_profile(0.3), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=edits)
def test_random_edits_become_exactly_those_patches(
    tmp_path: Path, write: Callable[[TranslationExport], bytes], edits: dict[str, str]
) -> None:
    export = greek_texts(57)
    units = tuple(replace(u, target=edits.get(u.name, u.target)) for u in export.units)
    rows = read_back(tmp_path, write(replace(export, units=units)))
    assert [row.target for row in rows] == [unit.target for unit in units]
    merge = merged(rows)
    before = greek_words(bridge_code().laws["2017", "el", 57])
    wanted = {name: plain(text) for name, text in edits.items() if plain(text) != before[name]}
    assert {each.name: each.outcome for each in changed(merge)} == dict.fromkeys(wanted, "accepted")
    patched, stale = apply_patches(bridge_code().laws["2017", "el", 57], merge.patches)
    assert stale == ()
    assert greek_words(patched) == before | wanted


def plain(text: str) -> str:
    """As ``merge`` takes a text: a line end or a tab is a blank, and there are none at its ends."""
    return re.sub(r"[ \t]*[\t\n][ \t\n]*", " ", unicodedata.normalize("NFC", text)).strip()


HARD = "\u200fשלום \"<b>&amp;]]> =1+1\t@ 𝄞 'τέλος'"


@both_ways
def test_hard_text_survives_export_import_and_ingest(
    tmp_path: Path, write: Callable[[TranslationExport], bytes]
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    export = greek_texts(57)
    units = tuple(replace(u, target=HARD) if u.name == "57A1" else u for u in export.units)
    (tmp_path / "file").write_bytes(write(replace(export, units=units)))
    assert len(import_translation(corpus, tmp_path / "file", CAUSE).merge.patches) == 1
    ingest(corpus)
    provision = read_code(corpus).provision("2017", "el", bridge_code().outline.scheme.read("57A1"))
    assert provision
    assert provision.text == plain(HARD)
    assert read_all(corpus).changed == ()


def test_the_words_of_a_text_are_the_same_whatever_the_form_that_is_checked(
    tmp_path: Path,
) -> None:
    export = greek_texts()
    assert any(unit.source_codes for unit in export.units)
    read = {}
    for form, write in all_formats.WRITERS.items():
        file = tmp_path / form
        file.write_bytes(write(export))
        with open_pairs(file, "en", "el") as pairs:
            read[form] = [(pair.source, pair.target) for pair in pairs]
    assert read["csv"] == read["xlsx"] == read["xliff"] == read["xliff12"]
    assert set(read["tmx"]) <= set(read["csv"])
