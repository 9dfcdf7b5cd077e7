"""Sheets are laid out as rich lays them out, which they do without."""

import sys
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from lawkb.cli import sheets
from lawkb.cli.sheets import block_lines, printed, terminal
from lawkb.corpus.cached import index_folder, likely_folder
from tests.strategies import words

WIDE = st.text(st.sampled_from("ab ΆςΩ’“– \u00a0\u0301日本"), max_size=60)


@given(st.one_of(words(0, 200), WIDE), st.integers(5, 90))
def test_words_are_broken_where_rich_breaks_them(text: str, width: int) -> None:
    text = text.replace("\t", " ")
    out = Console(file=StringIO(), width=80)
    wrapped = Text(text).wrap(out, width)
    ours = ["".join(run[1] for run in line) for line in block_lines(["wrap", [["", text]]], width)]
    assert ours == [line.plain.rstrip() for line in wrapped]


@given(st.lists(words(0, 40), min_size=2, max_size=4), st.integers(5, 60))
def test_runs_keep_their_words_and_styles(texts: list[str], width: int) -> None:
    runs = [[str(number), text] for number, text in enumerate(texts)]
    whole = block_lines(["wrap", [["", "".join(texts)]]], width)
    lines = block_lines(["wrap", runs], width)
    assert ["".join(run[1] for run in line) for line in lines] == [
        "".join(run[1] for run in line) for line in whole
    ]
    found = {run[0]: "" for run in runs}
    for style, part in (run for line in lines for run in line):
        found[style] += part
    for style, text in runs:
        assert "".join(found[style].split()) == "".join(text.split())


def test_characters_of_one_place_are_so_for_rich() -> None:
    assert {cell_len(char) for char in sheets._NARROW} == {1}


@pytest.mark.parametrize("columns", [None, "40", "wide"])
@pytest.mark.parametrize("term", [None, "dumb", "xterm-256color"])
@pytest.mark.parametrize(
    "shown", [{}, {"FORCE_COLOR": "1"}, {"FORCE_COLOR": ""}, {"TTY_COMPATIBLE": "1"}]
)
@pytest.mark.parametrize("no_color", [None, "", "1"])
def test_a_terminal_is_what_rich_takes_it_for(
    monkeypatch: pytest.MonkeyPatch,
    columns: str | None,
    term: str | None,
    shown: dict[str, str],
    no_color: str | None,
) -> None:
    given_names = {"COLUMNS": columns, "TERM": term, "NO_COLOR": no_color}
    for name in (*given_names, "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM", "LINES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**given_names, **shown}.items():
        if value is not None:
            monkeypatch.setenv(name, value)
    rich = Console()
    ours = terminal()
    assert ours.styled == (rich.color_system is not None)
    assert ours.width == (rich.width if rich.is_terminal else 80)
    assert ours.coloured == (ours.styled and not rich.no_color)


def test_styles_are_shown_where_they_can_be() -> None:
    lines: list[sheets.Line] = [[("bold", "47E"), ("", " and "), ("yellow", "lost")]]
    assert list(printed(lines, sheets.Terminal())) == ["47E and lost"]
    shown = next(printed(lines, sheets.Terminal(80, True, True)))
    assert shown == "\x1b[1m47E\x1b[0m and \x1b[33mlost\x1b[0m"
    assert next(printed(lines, sheets.Terminal(80, True, False))).endswith(" and lost")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a guess for Linux")
@pytest.mark.parametrize(
    "given_names", [{}, {"LAWKB_CACHE": "/a/b"}, {"XDG_CACHE_HOME": "/c"}, {"XDG_CACHE_HOME": ""}]
)
def test_the_cache_is_looked_for_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given_names: dict[str, str]
) -> None:
    for name in ("LAWKB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given_names.items():
        monkeypatch.setenv(name, value)
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert likely_folder(str(link)) == str(index_folder(tmp_path))
