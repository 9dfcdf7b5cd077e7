"""``lawkb show`` prints a provision by its address."""

import os
from pathlib import Path

from tests.corpus_files import CORPUS
from tests.running import run_command


def test_show_prints_a_provision_in_every_language_with_its_labels(tmp_path: Path) -> None:
    environment = {**os.environ, "LAWKB_CACHE": str(tmp_path), "LAWKB_CORPUS": str(CORPUS)}
    done = run_command("show", "47E2a", environment=environment)
    assert done.returncode == 0, done.stderr
    assert "A player may retract the card he has played" in " ".join(done.stdout.split())
    assert "47Ε2(α)" in done.stdout  # the Greek label: a Greek Ε
