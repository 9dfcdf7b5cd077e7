"""A fault of a level in ``corpus.toml`` names the key that was written, and no other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.errors import LawkbError

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases/levels.toml").read_text(encoding="utf-8")
)["cases"]
_REST = """
[code]
id = "x"
authority = "aa-x"
authoritative = "en"
titles = { en = "X" }

[[organizations]]
id = "x"
name = "X"

[[editions]]
id = "2020"
date = "2020-01-01"
by = "x"
laws = 9

[[expressions]]
edition = "2020"
language = "en"
date = "2020-01-01"
by = "x"
notice = "x"
"""


def _level(written: str) -> str:
    table = "series.levels" if written.startswith(">") else "levels"
    name, numbering, form, *more = written.removeprefix(">").split(" ", 3)
    return (
        f'[[{table}]]\nname = "{name}"\nnumbering = "{numbering}"\nprinted = "{{}}."\n'
        f'written = "{form}"\n{"".join(more)}\n'
    )


def _settings(levels: list[str]) -> str:
    laws = [_level(each) for each in levels if not each.startswith(">")]
    annex = [_level(each) for each in levels if each.startswith(">")]
    head = ['[[series]]\nname = "annex"\n'] if annex else []
    return "\n".join([_REST, *laws, *head, *annex])


@pytest.mark.parametrize("case", CASES, ids=lambda case: "; ".join(case["levels"]))
def test_a_fault_of_a_level_names_the_key_that_was_written(
    case: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "corpus.toml").write_text(_settings(case["levels"]), encoding="utf-8")
    with pytest.raises(LawkbError) as refused:
        read_outline(tmp_path)
    lines = [line.strip() for line in refused.value.what.split("\n")]
    named = zip(lines, case["named"], strict=True)
    assert all(line.startswith(f"{key} ") for line, key in named), lines


def test_a_number_of_the_level_above_needs_one(tmp_path: Path) -> None:
    text = _settings(["article arabic {}"]).replace('"{}."', '["{}.", "{above}.{}"]')
    (tmp_path / "corpus.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LawkbError, match=r"\[\[levels\]\] 1: printed repeats a number"):
        read_outline(tmp_path)


def test_a_text_beside_the_laws_is_not_named_as_their_files_are(tmp_path: Path) -> None:
    source = '[[sources]]\nname = "s"\ntitle = "S"\n[[sources.pages]]\npattern = "x"\n'
    page = 'edition = "2020"\nlanguages = ["en"]\nkind = "commentary"\nname = "art"\n'
    text = f"{_settings(['article arabic {}'])}{source}{page}"
    (tmp_path / "corpus.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LawkbError, match="'art' begins the names of files of laws"):
        read_outline(tmp_path)
