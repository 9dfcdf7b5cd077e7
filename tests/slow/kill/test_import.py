"""Whatever the moment of a ``kill -9``, an import was written whole or not at all."""

from __future__ import annotations

import shutil
import time
from itertools import count
from pathlib import Path

import pytest

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.pipeline import import_translation
from tests.corpus_files import CORPUS
from tests.exchange.second_reader import edit_csv
from tests.slow.kill.moments import command_until

FEWEST = 20  # moments of an import: it makes a folder, writes three files and moves them


def written(corpus: Path) -> dict[str, bytes]:
    """The files that an import writes, as a reader finds them; a write that was decided is done."""
    read_code(corpus)
    files = [*corpus.glob("patches/*"), *corpus.glob("review.tsv")]
    return {file.name: file.read_bytes() for file in files}


def test_a_killed_import_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    code = read_code(CORPUS)
    export = export_texts(code, translation_of(code, "2017", None))
    file = tmp_path / "file.csv"
    content = edit_csv(write_csv(export), {"57A1": "Άρα ", "47B": "Και ", "20E": "Όμως "})
    line = next(each for each in content.decode().split("\n") if each.startswith("57A2;"))
    marked = line.replace(";needs-review;", ";final;")
    assert marked != line
    file.write_bytes(content.replace(line.encode(), marked.encode()))
    whole = Path(shutil.copytree(CORPUS, tmp_path / "whole"))
    old = written(whole)
    assert import_translation(
        whole, file, DecisionReason("clearer", "Α. Β.", _today(), "file.csv")
    ).files
    new = written(whole)
    assert new.keys() > old.keys()
    words = ("import", str(file), "--author", "Α. Β.", "--reason", "clearer")
    seen = set()
    for moment in count(1):
        corpus = Path(shutil.copytree(CORPUS, tmp_path / "killed" / "corpus"))
        ended = command_until(moment, corpus, *words)
        assert written(corpus) in (old, new), moment
        seen.add(written(corpus) == new)
        shutil.rmtree(corpus.parent)
        if not ended.was_killed:
            break
    assert (ended.code, seen) == (0, {False, True})
    assert moment > FEWEST


def _today() -> str:
    return time.strftime("%Y-%m-%d")
