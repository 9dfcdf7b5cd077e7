"""Promise 8 for terminals: control characters of strangers are shown, and command nothing."""

import io
import json
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

import lawkb.cli
from lawkb.cli.terminal import CleanConsole
from lawkb.errors import LawkbError, on_one_line, visible
from lawkb.exchange.sarif_and_junit import json_piece

TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
CONTROLS = "".join(map(chr, (*range(32), *range(127, 160)))) + TURNING + "\u2028\u2029\udcff"
_OTHERS = st.characters(exclude_categories=["Cs"])  # a pair of halves is one character in JSON
WORDS = st.text(st.sampled_from(CONTROLS + "ab [/]\\αβ7") | _OTHERS, max_size=30)


def commanding(words: str) -> set[str]:
    """The characters of words that command a terminal, or turn or end a line unseen."""
    kinds = {"Cc", "Cs", "Zl", "Zp"}
    return {c for c in words if unicodedata.category(c) in kinds or c in TURNING} - {"\n"}


def test_every_control_character_shows_as_json_escapes_it() -> None:
    for each in set(CONTROLS) - set("\t\n"):
        assert visible(each) == f"\\u{ord(each):04x}"
    assert on_one_line("a\tb\nc\x1b") == "a\\tb\\nc\\u001b"


@given(WORDS)
def test_no_words_keep_a_control_character_but_tab_and_end_of_line(words: str) -> None:
    assert commanding(visible(words)) <= {"\t"}
    assert not commanding(on_one_line(words))
    assert "\n" not in on_one_line(words)
    assert visible(visible(words)) == visible(words)


@given(st.recursive(WORDS, lambda kept: st.lists(kept) | st.dictionaries(WORDS, kept)))
def test_json_with_visible_control_characters_is_equal_after_parsing(record: object) -> None:
    written = json_piece(record, 4)
    assert not commanding(written)
    assert json.loads(written) == record


@given(WORDS)
def test_a_console_prints_any_words_without_commanding_or_reading_markup(words: str) -> None:
    table = Table("name", words)
    table.add_row(words, Text(words))
    for shown in (words, Text(words), table):
        file = io.StringIO()
        CleanConsole(file=file, width=200).print(shown, soft_wrap=True)
        assert not commanding(file.getvalue())
    file = io.StringIO()
    CleanConsole(file=file, width=200).print(f"x{words}x", soft_wrap=True)
    shown_again = visible(words).expandtabs
    if "\n" not in words:
        assert "".join(file.getvalue().split()) == "".join(f"x{shown_again()}x".split())


def test_the_colours_of_a_terminal_stay_its_own() -> None:
    file = io.StringIO()
    out = CleanConsole(file=file, width=80, force_terminal=True, color_system="standard")
    out.print(Text("a\x1b[2Jb", style="bold red"))
    assert file.getvalue() == "\x1b[1;31ma\\u001b[2Jb\x1b[0m\n"


@given(WORDS, WORDS, WORDS)
def test_the_three_lines_of_an_error_begin_with_one_line_of_where(
    where: str, what: str, hint: str
) -> None:
    told = str(LawkbError(where, what, hint))
    assert commanding(told) <= {"\t"}
    assert told.startswith(f"{on_one_line(where)}\n  ")


def test_commands_print_by_one_echo_and_one_console_alone() -> None:
    for file in Path(lawkb.cli.__file__).parent.glob("*.py"):
        written = file.read_text(encoding="utf-8")
        for other in ("click.echo(", "click.secho(", "    print(", " Console(", "stdout.write("):
            assert other not in written, f"{file.name}: {other} prints control characters raw"
