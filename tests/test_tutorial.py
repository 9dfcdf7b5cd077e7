"""The tutorial in an empty folder: its files are written, its commands print what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[1] / "site" / "pages"
STEP = re.compile(
    r"`(?P<file>[^`\n]+)`:\n\n```\w+\n(?P<content>.*?)```"
    r"|```console\n(?P<session>.*?)```"
    r"|`(?P<edited>corpus/[^`\n]+)`[^`\n]*`(?P<old>[^`\n]+)`[^`\n]*`(?P<new>[^`\n]+)`",
    re.DOTALL,
)


def run(command: str, folder: Path) -> str:
    """Return what a command prints in a folder, errors and progress included."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "LAWKB_CACHE": str(folder.parent / "cache")}
    environment = {k: v for k, v in os.environ.items() if k != "LAWKB_CORPUS"} | own
    ran = subprocess.run(
        command,
        shell=True,  # the commands are those of a page of ours
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return ran.stdout


def follow(step: re.Match[str], folder: Path) -> str:
    """Do a step of the tutorial; return the step with what its commands print."""
    if step["file"]:
        (folder / step["file"]).write_text(step["content"], encoding="utf-8")
    elif step["edited"]:
        edited = folder / step["edited"]
        text = edited.read_text(encoding="utf-8")
        assert step["old"] in text
        edited.write_text(text.replace(step["old"], step["new"]), encoding="utf-8")
    else:
        commands = re.findall(r"^\$ (.*)$", step["session"], re.MULTILINE)
        printed = "".join(f"$ {command}\n{run(command, folder)}" for command in commands)
        return f"```console\n{printed}```"
    return step[0]


@pytest.mark.parametrize("language", ["en", "el"])
def test_every_command_of_the_tutorial_prints_what_it_shows(
    language: str, tmp_path: Path, accept: bool
) -> None:
    file = PAGES / language / "tutorial.md"
    page = file.read_text(encoding="utf-8")
    folder = tmp_path / "empty"
    folder.mkdir()
    followed = STEP.sub(lambda step: follow(step, folder), page)
    if accept:
        file.write_text(followed, encoding="utf-8")
        page = followed
    assert followed == page
    assert (folder / "build/site/index.html").is_file()
