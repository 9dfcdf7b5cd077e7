"""The reference pages are what the program is; no page of the manual is too long to read."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from bench.manual_pages import MADE, PAGES, ROOT, all_commands

LONGEST = 2500  # words of a page
SITE = ROOT / "site"


@pytest.mark.parametrize("name", MADE)
def test_a_page_made_from_the_program_is_up_to_date(name: str, accept: bool) -> None:
    page, file = MADE[name](), PAGES / name
    if accept:
        file.write_text(page, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == page


def test_every_command_has_a_section() -> None:
    names = ("commands.md", "commands-for-editors.md", "commands-for-wikis.md")
    pages = "".join((PAGES / name).read_text(encoding="utf-8") for name in names)
    assert [name for name, _ in all_commands() if pages.count(f"\n## {name}\n") != 1] == []


@pytest.mark.parametrize("page", sorted(SITE.rglob("*.md")), ids=lambda page: page.stem)
def test_no_page_is_longer_than_can_be_read_at_once(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").split()) <= LONGEST


def test_the_manual_is_a_site_of_its_own_without_a_dead_link(tmp_path: Path) -> None:
    build(load_config(str(SITE / "manual.yml"), strict=True, site_dir=str(tmp_path)))
    sources = {page.relative_to(SITE / "manual") for page in (SITE / "manual").rglob("*.md")}
    made = {page.parent.relative_to(tmp_path) for page in tmp_path.rglob("index.html")}
    assert made == {p.parent if p.stem == "index" else p.with_suffix("") for p in sources}
    greek = (tmp_path / "el" / "tutorial" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="el">' in greek
