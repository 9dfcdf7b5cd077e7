"""The images: judged by a linter and by reading, since nothing here builds them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = ("Dockerfile", "examples/operate/Dockerfile")


@pytest.fixture(params=FILES)
def file(request: pytest.FixtureRequest) -> Path:
    return ROOT / str(request.param)


def test_the_linter_finds_nothing(file: Path) -> None:
    told = subprocess.run(
        [Path(sys.executable).with_name("hadolint"), "--no-color", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout + told.stderr == ""


def test_its_first_lines_say_that_it_never_ran(file: Path) -> None:
    first = " ".join(file.read_text("utf-8").replace("#", "").split()[:20])
    assert "Read and linted, but never run" in first


def test_it_runs_as_a_user_without_rights(file: Path) -> None:
    last = [line for line in file.read_text("utf-8").splitlines() if line.startswith("USER")][-1]
    assert last.split() == ["USER", "10001"]


def test_what_it_copies_is_here_and_is_let_in(file: Path) -> None:
    let_in = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", file.read_text("utf-8"), re.MULTILINE)
    names = {name for words in copied for name in words.split()} - {"."}
    assert names <= let_in
    assert all((ROOT / name).exists() for name in let_in)


def test_the_extras_that_it_installs_are_there(file: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"/lawkb\[([\w,]+)\]", file.read_text("utf-8"))
    assert {extra for words in named for extra in words.split(",")} <= set(
        project["optional-dependencies"]
    )
