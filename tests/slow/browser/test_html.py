"""Every built page is clean HTML, by html-validate with its strictest rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.judges import faults_of


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
