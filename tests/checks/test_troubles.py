"""What the checks say when a source has lost its labels: few findings, and the right ones."""

import re
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lawkb.checks.runner import check_code
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.laws import read_code
from lawkb.model.finding import Finding
from lawkb.pipeline import ingest
from tests.corpus_files import CASES, CORPUS

TROUBLES = tomllib.loads((CASES / "troubles.toml").read_text(encoding="utf-8"))["cases"]


def _findings(folder: Path) -> Sequence[Finding]:
    code = read_code(folder)
    return check_code(code, read_editorial_settings(folder, code.outline))


def _edited(page: str, case: dict[str, Any]) -> str:
    """The page with its Greek half, or the English one behind it, edited."""
    at = page.index("\nA. ")
    halves = {"el": page[:at], "en": page[at:]}
    for pattern, new in case["edits"]:
        halves[case["on"]], times = re.subn(f"(?m){pattern}", new, halves[case["on"]])
        assert times, pattern
    return halves["el"] + halves["en"]


@pytest.fixture(scope="module")
def before() -> set[tuple[str, str]]:
    return {(each.rule, each.place) for each in _findings(CORPUS)}


@pytest.mark.parametrize("case", TROUBLES, ids=lambda case: case["why"])
def test_lost_labels_are_few_findings(
    case: dict[str, Any], tmp_path: Path, before: set[tuple[str, str]]
) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    file = folder / "sources" / "wiki" / f"{case['page']}.txt"
    file.write_text(_edited(file.read_text(encoding="utf-8"), case), encoding="utf-8")
    ingest(folder)
    new = [each for each in _findings(folder) if (each.rule, each.place) not in before]
    assert [f"{f.severity} {f.rule} {f.place} {f.language}" for f in new] == case["finds"]
    assert new[0].message == case["says"]
