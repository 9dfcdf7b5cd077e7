"""``lawkb refs`` prints what a provision cites."""

import json
import os
from pathlib import Path

from tests.corpus_files import CORPUS
from tests.running import run_command


def test_refs_prints_the_citations_of_a_provision_in_both_languages(tmp_path: Path) -> None:
    environment = {**os.environ, "LAWKB_CACHE": str(tmp_path), "LAWKB_CORPUS": str(CORPUS)}
    done = run_command("refs", "47E2a", "--format", "json", environment=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["references"]
    cited = {(each["lang"], each["target"]) for each in found if each["from"] == "47E2(a)"}
    assert {("en", "16C"), ("el", "16C")} <= cited
