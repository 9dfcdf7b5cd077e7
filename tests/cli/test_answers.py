"""Answers that do not mislead: languages, exit codes, hints, and any encoding of the output."""

import ast
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

import lawkb
from lawkb.cli.commands import cli, run
from tests.corpus_files import CORPUS

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(lawkb.__file__).parent


@pytest.fixture
def told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Run a command as the shell does: exit code, standard output, standard error."""
    monkeypatch.setenv("LAWKB_CORPUS", str(CORPUS))

    def call(*words: str, given: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lawkb", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = run()
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


# ---- the language of a text


@pytest.mark.parametrize(
    ("text", "lang", "targets"),
    [
        ("βλέπε Νόμους 16Γ και 47E", "el", ["16C", "47E"]),
        ("see Laws 16C and 47E", "en", ["16C", "47E"]),
        ("βλέπε Νόμο 16Γ (Law 16C)", "el", ["16C"]),
    ],
)
def test_the_script_of_a_text_tells_its_language(
    told: Run, text: str, lang: str, targets: list[str]
) -> None:
    code, out, _ = told("refs", "--text", text, "--format", "json")
    record = json.loads(out)
    assert record["lang"] == lang
    assert {each["lang"] for each in record["references"]} == {lang}
    assert [each["target"] for each in record["references"]][: len(targets)] == targets
    assert code == 0


def test_where_several_languages_have_the_script_it_says_which_was_taken(told: Run) -> None:
    code, _, err = told("refs", "--text", "see Law 16C")
    assert "read as en; for another language: --lang it" in err
    assert code == 0
    assert "read as" not in told("refs", "--text", "βλέπε Νόμο 16Γ")[2]
    assert "read as" not in told("refs", "--text", "see Law 16C", "--lang", "en")[2]


LINES = [
    b'{"text": "see Law 16C", "lang": "en"}',
    b"not json",
    b"[]",
    b'{"text": "see Law 16C", "lang": "xx"}',
    b'{"text": "see Law 16C", "lang": "en", "at": "?"}',
    b'{"text": 16}',
    b'{"text": "\xff"}',
    b"[" * 100_000,
    '{"text": "βλέπε Νόμο 16Γ"}'.encode(),
]


def test_a_bad_line_is_an_error_in_its_place_and_the_others_are_read(told: Run) -> None:
    code, out, _ = told("refs", "--jsonl", given=b"\n".join(LINES))
    records = [json.loads(line) for line in out.splitlines()]
    assert len(records) == len(LINES)
    assert [r[0]["target"] for r in records if isinstance(r, list)] == ["16C", "16C"]
    for number, record in enumerate(records[1:-1], start=2):
        assert set(record["error"]) == {"where", "what", "hint"}
        assert record["error"]["where"] == f"standard input:{number}"
        assert "--" not in record["error"]["what"]  # nobody gave an option
    assert code == 2
    assert told("refs", "--jsonl", given=LINES[0])[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--jsonl", "47"],
        ["--jsonl", "--lang", "el"],
        ["--jsonl", "--text", "x"],
        ["--text", "Law 7", "47"],
        ["--at", "47"],
    ],
)
def test_what_would_be_ignored_is_refused(told: Run, words: list[str]) -> None:
    code, out, err = told("refs", *words)
    assert (code, out) == (2, "")
    assert "would be ignored" in err


# ---- exit codes


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["refs", "47Z"], 1),
        (["refs", "99"], 1),
        (["refs", "99", "--format", "json"], 1),
        (["refs", "--text", "no law at all", "--lang", "en"], 1),
        (["refs", "47E"], 0),
        (["refs", "--dangling"], 0),  # of no provision: that there is none is well
        (["refs", "47E", "--lang", "fr"], 2),
        (["comments", "--status", "rejected"], 1),
        (["comments", "--status", "rejected", "--format", "json"], 1),
        (["comments"], 0),
        (["show", "99"], 1),
        (["show", "47", "--lang", "fr"], 2),
        (["show", "47", "--at", "2019-01-01"], 2),
        (["terms", "--lang", "it"], 2),
        (["terms", "zebra"], 1),
        (["serch"], 2),
    ],
)
def test_nothing_found_is_1_and_what_could_not_run_is_2(
    told: Run, words: list[str], expected: int
) -> None:
    assert told(*words)[0] == expected


# ---- hints


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "99"], "there is no Law 99: 2017 has 1 to 93"),
        (["show", "47", "--at", "2019-01-01"], "no source with a history has a page of this law"),
        (["terms", "--lang", "it"], "write --lang el"),
        (["serch"], "Did you mean: lawkb search"),
        (["comments", "--status", "rejected"], "no comments that are rejected"),
    ],
)
def test_what_is_said_helps(told: Run, words: list[str], said: str) -> None:
    assert said in told(*words)[2]


@cache
def hints() -> list[tuple[str, str]]:
    """The third line of every error, and what is named a hint; ``{}`` for what is put in."""
    found = []
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            values: list[ast.expr] = []
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "LawkbError":
                values = node.args[2:3]
            elif isinstance(node, ast.Assign) and "hint" in ast.unparse(node.targets[0]).lower():
                values = [node.value]
            where = f"{file.relative_to(ROOT)}"
            found += [
                (f"{where}:{value.lineno}", text) for value in values for text in texts(value)
            ]
    return found


def texts(value: ast.expr) -> list[str]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return [value.value]
    if isinstance(value, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in value.values)
        return ["".join(map(str, parts))]
    if isinstance(value, ast.IfExp):  # what is empty says nothing there
        return [text for each in (value.body, value.orelse) for text in texts(each) if text]
    return []


def test_every_error_has_a_hint() -> None:
    assert len(hints()) > 150
    assert [where for where, hint in hints() if not hint.strip()] == []


def test_a_command_that_a_hint_names_exists_and_takes_the_options_it_names() -> None:
    context = click.Context(cli)
    named = [
        (where, words)
        for where, hint in hints()
        for words in re.findall(r"\blawkb (\S[^;,«]*)", hint)
    ]
    assert len(named) > 10
    for where, words in named:
        first, *rest = words.split()
        command: Any = cli if first.startswith("--") else cli.get_command(context, first)
        assert command is not None, f"{where}: lawkb {words}"
        while isinstance(command, click.Group) and rest and rest[0] in command.commands:
            command = command.commands[rest.pop(0)]
        options = {name for each in command.params for name in each.opts}
        for word in words.split():
            assert not word.startswith("--") or word in options, f"{where}: lawkb {words}"
        if not rest and not first.startswith("--"):
            needed = [each.name for each in command.params if each.required]
            assert not needed, f"{where}: lawkb {words} needs {needed}"


# ---- any encoding of the output


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "cp437", "utf-8"])
@pytest.mark.parametrize(
    "words",
    [
        ["show", "47E1"],
        ["show", "47E1", "--format", "json"],
        ["search", "φύλλο", "--format", "json"],
        ["search", "φύλλο"],
        ["show", "οτιδήποτε"],
    ],
)
def test_an_output_that_cannot_hold_greek_gets_it_escaped(encoding: str, words: list[str]) -> None:
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding, "LAWKB_CORPUS": str(CORPUS)}
    done = subprocess.run(
        [sys.executable, "-m", "lawkb", *words], capture_output=True, env=surroundings, check=False
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)
    assert done.stdout or done.stderr
    if "json" in words:
        text = json.dumps(json.loads(done.stdout.decode(encoding)), ensure_ascii=False)
        assert "φύλλο" in text.lower() or "φύλλου" in text.lower()


@pytest.mark.parametrize("command", ["show", "refs", "check"])
@pytest.mark.parametrize("typed", ["1B2ai" * 24_000, "47B " * 1000, "(" * 120_000])
def test_addresses_without_end_are_refused_in_three_lines(
    told: Run, command: str, typed: str
) -> None:
    code, _, said = told(command, typed)
    assert code == 2
    assert len(said.splitlines()) == 3
    assert len(said) < 600
