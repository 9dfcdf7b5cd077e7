"""Whatever the moment of a ``kill -9``, an import was written whole or not at all."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from lawkb.corpus.laws import read_code
from lawkb.editorial.new_patches import PatchReason
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.pipeline import import_translation
from tests.corpus_files import CORPUS
from tests.exchange.second_reader import edit_csv
from tests.slow.kill.made_up_versions import KILLS

LONGEST_SECONDS = 60


def written(corpus: Path) -> dict[str, bytes]:
    """The files that an import writes, as a reader finds them; a write that was decided is done."""
    read_code(corpus)
    files = [*corpus.glob("patches/*"), *corpus.glob("review.tsv")]
    return {file.name: file.read_bytes() for file in files}


def killed_import(corpus: Path, file: Path, delay_seconds: float) -> int:
    """``kill -9`` of an import, a while after it began to write."""
    command = [sys.executable, "-m", "lawkb", "--corpus", str(corpus), "import", str(file)]
    command += ["--author", "Α. Β.", "--reason", "clearer"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        deadline = time.monotonic() + LONGEST_SECONDS
        while running.poll() is None and not (corpus / ".laws.new").exists():
            assert time.monotonic() < deadline
            time.sleep(0.0002)
        time.sleep(delay_seconds)
        running.send_signal(signal.SIGKILL)  # to nobody, if it has ended
        return running.wait()


def test_a_killed_import_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
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
        whole, file, PatchReason("clearer", "file.csv", "Α. Β.", _today())
    ).files
    new = written(whole)
    assert new.keys() > old.keys()
    chance = random.Random(20170924)
    codes = []
    for turn in range(KILLS):
        corpus = Path(shutil.copytree(CORPUS, tmp_path / f"{turn}"))
        codes.append(killed_import(corpus, file, chance.uniform(0, 0.004)))
        assert written(corpus) in (old, new), (turn, codes[-1])
        shutil.rmtree(corpus)
    assert -signal.SIGKILL in codes


def _today() -> str:
    return time.strftime("%Y-%m-%d")
