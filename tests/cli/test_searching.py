"""The search on the command line: what it prints, counts and refuses."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.running import run_command


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    cache = str(tmp_path_factory.mktemp("cache"))
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**kept, "LAWKB_CACHE": cache, "LAWKB_CORPUS": str(CORPUS), "TERM": "xterm"}


def _run(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    return run_command("search", *words, environment=environment)


def _on_a_terminal(environment: dict[str, str], *words: str) -> str:
    """What the search prints when a person looks at it."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "lawkb", "search", *words]
    process = subprocess.Popen(command, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # Linux tells the end of a terminal so
    process.wait()
    os.close(ours)
    return shown.decode("utf-8")


# Read off the pages: 16C stands in 47D, 47E1 and 47E2(a) of the 2017 Laws.
def test_addresses_alone_are_listed_a_line_each(environment: dict[str, str]) -> None:
    done = _run(environment, "-l", "cites:16C")
    assert (done.returncode, done.stdout.split()) == (0, ["47D", "47E1", "47E2(a)"])
    assert _run(environment, "-l", "-n", "1", "cites:16C").stdout.split() == ["47D"]


def test_the_address_of_another_edition_names_it(environment: dict[str, str]) -> None:
    lines = _run(environment, "-l", "arbitrale").stdout.split()
    assert lines == ["2007:47E2(b)"]


@pytest.mark.parametrize("denied", ["-penalty", "−penalty", "!penalty", "NOT penalty"])
def test_a_word_behind_a_minus_is_left_out_and_no_option(
    environment: dict[str, str], denied: str
) -> None:
    without = _run(environment, "card", *denied.split(), "-c")
    both, every = (_run(environment, *words, "-c") for words in (("card penalty",), ("card",)))
    assert without.returncode == 0, without.stderr
    assert int(without.stdout) + int(both.stdout) == int(every.stdout)


def test_letters_of_options_stay_options(environment: dict[str, str]) -> None:
    assert _run(environment, "-lc", "cites:16C").stdout == "3\n"
    assert _run(environment, "-n2", "-l", "cites:16C").stdout.split() == ["47D", "47E1"]


def test_the_number_of_hits_is_one_line(environment: dict[str, str]) -> None:
    done = _run(environment, "-c", "cites:16C")
    assert (done.returncode, done.stdout) == (0, "3\n")
    done = _run(environment, "-c", "ξψφχ")
    assert (done.returncode, done.stdout) == (1, "0\n")


def test_n_shows_so_many_and_says_how_many_there_are(environment: dict[str, str]) -> None:
    shown = _run(environment, "-n", "2", "cites:16C").stdout
    assert "2 of 3 shown" in shown
    assert "47E2(a)" not in shown


def test_json_names_the_places_of_the_words_in_both_languages(environment: dict[str, str]) -> None:
    record = json.loads(_run(environment, "--format", "json", "cites:16C").stdout)
    assert (record["total"], record["interpreted"]) == (3, "cites:16C")
    for hit in record["hits"]:
        shown = {hit["snippet"][slice(*span)] for span in hit["spans"]}
        beside = {hit["other"]["snippet"][slice(*span)] for span in hit["other"]["spans"]}
        assert shown | beside == {"16C", "16Γ"}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("card AND", "on both sides"),
        ("φύλλο (", "never closed"),
        ("card edition:1987", "no such edition"),
        ("(" * 10_000, "at most"),
        ('"' * 999, "never closed"),
        ("NOT " * 200, "nothing follows this operator"),
    ],
)
def test_a_fault_is_three_lines_and_exit_code_2(
    environment: dict[str, str], query: str, said: str
) -> None:
    done = _run(environment, "--", query)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 3
    assert all(len(line) <= 80 for line in done.stderr.splitlines())


@pytest.mark.parametrize("query", ["penalty card", "φύλλο*", "cites:16C", "NOT card", "όμως"])
def test_a_pipe_gets_no_colours_and_80_columns(environment: dict[str, str], query: str) -> None:
    done = _run(environment, query)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_terminal_gets_highlights_unless_it_wants_none(environment: dict[str, str]) -> None:
    assert "\x1b[1;4m" in _on_a_terminal(environment, "penalty")  # bold, underlined
    plain = _on_a_terminal({**environment, "NO_COLOR": "1"}, "penalty")
    assert not any(f"\x1b[3{colour}" in plain for colour in range(8))


def test_help_tells_the_language(environment: dict[str, str]) -> None:
    shown = _run(environment, "--help").stdout
    assert all(sign in shown for sign in ("NEAR/5", "ΟΧΙ", "cited-by:47D", "in:notes", "=exact"))
    assert max(map(len, shown.splitlines())) <= 80


def test_an_index_folder_that_is_no_place_to_write_is_said_so(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    done = _run({**environment, "LAWKB_CACHE": str(tmp_path / "file")}, "penalty")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_also_says_what_was_added_and_finds_it(environment: dict[str, str]) -> None:
    done = _run(environment, "--also", "--lang", "el", "penalty card")
    assert done.returncode == 0
    assert done.stdout.startswith("also penalty card → τιμωρημέν")
    record = json.loads(_run(environment, "--also", "--format", "json", "penalty card").stdout)
    added = {each["lang"]: each for each in record["added"]}
    assert {each["typed"] for each in record["added"]} == {"penalty card"}
    assert added["el"]["counterpart"].startswith("τιμωρημέν")
    assert added["el"]["origin"] == "glossary"
    assert json.loads(_run(environment, "--format", "json", "penalty card").stdout)["added"] == []


def test_a_hit_tells_what_stands_for_the_words_in_the_other_language(
    environment: dict[str, str],
) -> None:
    record = json.loads(_run(environment, "--format", "json", "irregularity").stdout)
    other = record["hits"][0]["other"]
    (span,) = other["counterparts"]
    assert other["snippet"][span[0] : span[1]] == "ανωμαλία"


def test_explain_prints_the_tree_and_the_words_in_80_columns(environment: dict[str, str]) -> None:
    query = "(lead OR play) NEAR/3 card NOT heading:dummy lang:en"
    done = _run(environment, "--explain", "--also", query)
    assert done.returncode == 0
    lines = done.stdout.split("\n")
    assert max(map(len, lines)) <= 80
    for line in ("    NEAR/3", "      OR", "        lead", "    NOT"):
        assert line in lines
    assert any(line.startswith("card: in ") for line in lines)


def test_an_explanation_in_json_names_tree_tokens_and_counts(environment: dict[str, str]) -> None:
    record = json.loads(_run(environment, "--explain", "--format", "json", "tricks 47E").stdout)
    tree = record["explanation"]["tree"]
    assert (tree["kind"], [part["text"] for part in tree["parts"]]) == ("and", ["tricks", "47E"])
    word, address = record["explanation"]["words"]
    (reading,) = word["readings"]
    assert reading["tokens"] == [{"exact": "tricks", "stem": "trick"}]
    assert reading["counterparts"][0]["text"].startswith("λεβέ")
    assert (address["text"], address["readings"]) == ("47E", [])
    assert address["found"] > 0
