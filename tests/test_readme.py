"""The README says what is so: its examples print what it shows, its commands run as printed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LAWKB = Path(sysconfig.get_path("scripts")) / "lawkb"

EXAMPLES = [
    (command, printed.strip())
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, printed in re.findall(r"^\$ lawkb (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
COMMANDS = list(dict.fromkeys(re.findall(r"`lawkb ([^`]+)`", README)))
# What needs a wiki, a browser, an assistant or a password: only that the command is there is asked.
ELSEWHERE = {
    "fetch URL",
    "push --dry-run",
    "push",
    "build",
    "serve",
    "desk",
    "mcp",
    "users add Maria --users ~/desk-users.toml",
}
CODES = {
    "check": (0, 1),
    "verify examples/rulings/ruling.md": (0, 1),
    "check laws.xlf": (0, 1),
    "waivers": (0, 1),  # none yet
    "refs --disagree": (0, 1),
}  # 1: there are findings


def run(folder: Path, command: str, cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "LAWKB_CORPUS"}
    return subprocess.run(
        [LAWKB, *shlex.split(command)],
        cwd=folder,
        env=environment | {"LAWKB_CACHE": str(cache / "cache")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(("command", "printed"), EXAMPLES)
def test_an_example_prints_what_the_readme_shows(
    command: str, printed: str, tmp_path: Path
) -> None:
    assert run(ROOT, command, tmp_path).stdout.strip() == printed


def test_every_command_runs_as_printed_in_the_order_of_the_page(tmp_path: Path) -> None:
    for name in ("corpus", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    page = (tmp_path / "corpus/sources/wiki/law_57.txt").read_text(encoding="utf-8")
    edited = page.replace("συμπαίκτη", "σύντροφο", 1)
    assert edited != page
    (tmp_path / "edited.txt").write_text(edited, encoding="utf-8")
    for command in COMMANDS:
        ran = run(tmp_path, f"{command} --help" if command in ELSEWHERE else command, tmp_path)
        assert ran.returncode in CODES.get(command, (0,)), (command, ran.stderr)
        assert ran.stdout or ran.stderr, command


def test_the_readme_names_every_command_and_has_examples(tmp_path: Path) -> None:
    listed = run(ROOT, "--help", tmp_path).stdout.partition("Commands:")[2]
    known = set(re.findall(r"^  ([a-z]+)", listed, re.MULTILINE))
    assert known - {word for command in COMMANDS for word in command.split()} == set()
    assert len(EXAMPLES) > 2
    assert ELSEWHERE | CODES.keys() <= set(COMMANDS)


def test_every_file_that_the_readme_names_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    folders = re.findall(r"`((?:corpus|lawkb|tests|site|examples)/[^` ]*)`", README)
    assert [name for name in links + folders if not (ROOT / name).exists()] == []
    assert links
    assert folders


def test_every_path_that_the_guide_for_contributors_names_is_there() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:bench|corpus|examples|lawkb|site|tests)/[^` ]*)`", guide)
    assert [name for name in named if not (ROOT / name).exists()] == []
    packages = {f"lawkb/{each.parent.name}/" for each in (ROOT / "lawkb").glob("*/__init__.py")}
    assert {name for name in packages if name not in guide} == set()
