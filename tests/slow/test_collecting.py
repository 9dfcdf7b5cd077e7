"""To know which tests there are, no corpus need be read."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPORA = [ROOT / "corpus", *sorted(ROOT.glob("examples/*/corpus"))]
# An audit hook hears of every file that Python opens, whoever opens it.
COLLECT = """
import os, sys, traceback
import pytest

tests, told, *corpora = sys.argv[1:]
read = []

def hear(event, details):
    if event == "open" and not isinstance(details[0], int):
        file = os.path.abspath(os.fsdecode(details[0]))
        if file.startswith(tuple(f"{corpus}{os.sep}" for corpus in corpora)):
            frames = [each for each in traceback.extract_stack() if each.filename.startswith(tests)]
            read.append(f"{frames[0].filename}:{frames[0].lineno} reads {file}" if frames else file)

sys.addaudithook(hear)
done = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", tests])
with open(told, "w", encoding="utf-8") as out:
    out.write("\\n".join(dict.fromkeys(read)))
sys.exit(done)
"""


def test_collecting_reads_no_law_page_or_setting_of_a_corpus(tmp_path: Path) -> None:
    told = tmp_path / "told"
    words = [str(ROOT / "tests"), str(told), *map(str, CORPORA)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-c", COLLECT, *words],
        cwd=ROOT,
        env={**own, "LAWKB_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert told.read_text(encoding="utf-8") == ""
