"""What a preview shows is what the import writes, as one decision that can be undone."""

import shutil
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import as_written, put_decision, undone
from lawkb.errors import LawkbError
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.pipeline import (
    TranslationImport,
    current_code,
    import_translation,
    ingest,
    preview_import,
    read_all,
)
from tests.corpus_files import CORPUS, bridge_code, greek_texts
from tests.exchange.second_reader import edit_csv


@cache
def exported() -> bytes:
    return write_csv(greek_texts())


CAUSE = DecisionReason("clearer", "Α. Β.", "2026-01-01", "work.csv")


@cache
def edited_file() -> tuple[str, bytes]:
    return ("work.csv", edit_csv(exported(), {"57A1": "Άρα ", "47B": "Και "}))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus"))


def files_of(corpus: Path) -> dict[str, bytes]:
    return {
        path.relative_to(corpus).as_posix(): path.read_bytes()
        for path in corpus.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


def import_previewed(
    corpus: Path, file: tuple[str, bytes], cause: DecisionReason, token: str
) -> tuple[TranslationImport, tuple[str, ...] | None]:
    """Write what a preview has shown as the desk does: not if the new one would do otherwise."""
    with one_writer(corpus) as writer:
        code = current_code(corpus)
        preview = preview_import(corpus, code, file, cause)
        if preview.token != token or preview.decision is None:
            return preview, () if preview.token == token else None
        return preview, put_decision(corpus, preview.decision, code.outline, writer)


def test_a_preview_has_every_row_with_its_words_and_writes_nothing(corpus: Path) -> None:
    before = files_of(corpus)
    preview = preview_import(corpus, current_code(corpus), edited_file(), CAUSE)
    assert files_of(corpus) == before
    assert preview.merge.counts["accepted"] == 2
    (row, _) = preview.merge.with_outcome("accepted")
    assert [(piece.kind, piece.text) for piece in row.diff if piece.kind != "same"] == [
        ("new", "Και "),
    ]
    assert preview.decision
    assert (preview.decision.kind, preview.decision.what) == ("import", "Import work.csv")


def test_the_import_writes_what_the_preview_shows(corpus: Path) -> None:
    preview = preview_import(corpus, current_code(corpus), edited_file(), CAUSE)
    again, files = import_previewed(corpus, edited_file(), CAUSE, preview.token)
    assert again == preview
    assert files == ("patches/law_47.toml", "patches/law_57.toml")
    ingest(corpus)
    for row in preview.merge.with_outcome("accepted"):
        provision = read_code(corpus).provision(
            "2017", "el", bridge_code().outline.scheme.read(row.name)
        )
        assert provision
        assert provision.text == row.after


def test_another_day_or_editor_is_the_same_preview(corpus: Path) -> None:
    preview = preview_import(corpus, current_code(corpus), edited_file(), CAUSE)
    later = replace(CAUSE, author="Γ. Δ.", date="2026-01-02")
    assert import_previewed(corpus, edited_file(), later, preview.token)[1]


@pytest.mark.parametrize("text", ["57A1", "47B"])
def test_a_text_changed_after_the_preview_is_shown_again(corpus: Path, text: str) -> None:
    preview = preview_import(corpus, current_code(corpus), edited_file(), CAUSE)
    other = corpus.parent / "other.csv"
    other.write_bytes(edit_csv(exported(), {text: "Αλλιώς: "}))
    import_translation(corpus, other, CAUSE)
    before = files_of(corpus)
    new, files = import_previewed(corpus, edited_file(), CAUSE, preview.token)
    assert files is None
    assert files_of(corpus) == before
    assert [row.name for row in new.merge.with_outcome("refused")] == [text]
    assert import_previewed(corpus, edited_file(), CAUSE, new.token)[1]


def test_a_change_elsewhere_needs_no_second_look(corpus: Path) -> None:
    preview = preview_import(corpus, current_code(corpus), edited_file(), CAUSE)
    waivers = corpus / "waivers.toml"
    waivers.write_bytes((waivers.read_bytes() if waivers.exists() else b"") + b"# a remark\n")
    assert import_previewed(corpus, edited_file(), CAUSE, preview.token)[1]


def test_another_file_is_shown_before_it_is_imported(corpus: Path) -> None:
    preview = preview_import(corpus, current_code(corpus), edited_file(), CAUSE)
    other = ("work.csv", edit_csv(exported(), {"57A1": "Άρα ", "47B": "Αλλά "}))
    assert import_previewed(corpus, other, CAUSE, preview.token)[1] is None
    assert read_all(corpus).changed == ()


def test_a_file_without_edits_is_no_decision(corpus: Path) -> None:
    preview = preview_import(corpus, current_code(corpus), ("work.csv", exported()), CAUSE)
    assert preview.decision is None
    assert import_previewed(corpus, ("work.csv", exported()), CAUSE, preview.token)[1] == ()


def test_an_import_is_undone_byte_for_byte(corpus: Path) -> None:
    before = files_of(corpus)
    code = current_code(corpus)
    decision = preview_import(corpus, code, edited_file(), CAUSE).decision
    assert decision
    decision = as_written(corpus, decision, code.outline)
    with one_writer(corpus) as writer:
        put_decision(corpus, decision, code.outline, writer)
        assert files_of(corpus) != before
        put_decision(corpus, undone(decision), code.outline, writer)
    assert files_of(corpus) == before


def test_a_damaged_file_has_no_preview(corpus: Path) -> None:
    with pytest.raises(LawkbError) as error:
        preview_import(corpus, current_code(corpus), ("work.xlsx", b"PK\x03\x04 no"), CAUSE)
    assert str(error.value).startswith("work.xlsx")
