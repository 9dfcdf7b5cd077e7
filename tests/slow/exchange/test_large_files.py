"""Files of 100,000 rows: every row has an outcome, and a terminal shows no more than it can."""

import csv
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from lawkb.corpus.decision_files import DecisionReason
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.pipeline import import_translation
from tests.corpus_files import CORPUS, greek_texts

CAUSE = DecisionReason("clearer", "A. B.", "2026-01-01", "a translator")
ROWS = 100_000


def rows() -> list[list[str]]:
    """The rows of a law, then copies of one with other words, and rows of no provision."""
    content = write_csv(greek_texts(57)).decode("utf-8-sig")
    (names, *own) = csv.reader(io.StringIO(content, newline=""))
    copies = [[*own[1][:2], f"Άλλο {n}", *own[1][3:]] for n in range(ROWS // 2)]
    others = [[f"99Z{n}", *own[1][1:]] for n in range(ROWS - len(own) - len(copies))]
    return [names, *own, *copies, *others]


def as_csv(table: list[list[str]]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(table)
    return out.getvalue().encode()


def as_xlsx(table: list[list[str]]) -> bytes:
    book, out = Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    for row in table:
        sheet.append(row)
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("write", [as_csv, as_xlsx], ids=["csv", "xlsx"])
def test_each_of_very_many_rows_has_one_outcome(
    tmp_path: Path, write: Callable[[list[list[str]]], bytes]
) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    file = tmp_path / "file"
    file.write_bytes(write(rows()))
    if write is as_csv:
        assert file.stat().st_size > 10 * 2**20
    done = import_translation(corpus, file, CAUSE)
    own = len(greek_texts(57).units)
    assert done.merge.counts == {"accepted": 0, "refused": ROWS - own, "unchanged": own}
    assert [row.line for row in done.merge.rows] == list(range(2, ROWS + 2))
    assert done.files == ()
