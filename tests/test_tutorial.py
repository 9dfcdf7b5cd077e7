"""The tutorial in an empty folder: its files are written, its commands print what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from contextlib import suppress
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[1] / "site" / "manual"
STEP = re.compile(
    r"`(?P<file>[^`\n]+)`:\n\n```\w+\n(?P<content>.*?)```"
    r"|```console\n(?P<session>.*?)```"
    r"|`(?P<edited>corpus/[^`\n]+)`[^`\n]* (?:replace|αντικαταστήστε) [^`\n]*"
    r"`(?P<old>[^`\n]+)`[^`\n]*`(?P<new>[^`\n]+)`",
    re.DOTALL,
)


def environment(folder: Path) -> dict[str, str]:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "LAWKB_CACHE": str(folder / "cache"), "NO_COLOR": "1", "COLUMNS": "80"}
    return {k: v for k, v in os.environ.items() if k != "LAWKB_CORPUS"} | own


def run(command: str, folder: Path, home: Path) -> str:
    """Return what a command prints in a folder, errors and progress included."""
    ran = subprocess.run(
        command,
        shell=True,  # the commands are those of a page of ours
        cwd=folder,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return ran.stdout


def run_at_terminal(command: str, folder: Path, home: Path) -> str:
    """Return what a command prints at a terminal where Enter answers each question."""
    ours, its = os.openpty()
    with subprocess.Popen(
        command, shell=True, cwd=folder, env=environment(home), stdin=its, stdout=its, stderr=its
    ):
        os.close(its)
        printed, answered = b"", 0
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(ours, 4096):
                printed += chunk
                if printed.endswith(b": ") and len(printed) > answered:
                    os.write(ours, b"\n")
                    answered = len(printed)
    os.close(ours)
    # A question that is answered with Enter ends with a blank; in a page it would not be seen.
    return re.sub(r" +$", "", printed.decode().replace("\r\n", "\n"), flags=re.MULTILINE)


class Reader:
    """Somebody who follows the tutorial, in an empty folder at first."""

    def __init__(self, home: Path) -> None:
        self.home, self.folder = home, home / "empty"
        self.folder.mkdir()

    def follow(self, step: re.Match[str]) -> str:
        """Do a step; return it with what its commands print."""
        if step["file"]:
            (self.folder / step["file"]).write_text(step["content"], encoding="utf-8")
        elif step["edited"]:
            edited = self.folder / step["edited"]
            text = edited.read_text(encoding="utf-8")
            assert step["old"] in text
            edited.write_text(text.replace(step["old"], step["new"]), encoding="utf-8")
        else:
            commands = re.findall(r"^\$ (.*)$", step["session"], re.MULTILINE)
            printed = "".join(f"$ {command}\n{self.type(command)}" for command in commands)
            return f"```console\n{printed}```"
        return step[0]

    def type(self, command: str) -> str:
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return ""
        asks = command.startswith("lawkb new")
        return (run_at_terminal if asks else run)(command, self.folder, self.home)


@pytest.mark.parametrize("language", ["en", "el"])
def test_every_command_of_the_tutorial_prints_what_it_shows(
    language: str, tmp_path: Path, accept: bool
) -> None:
    file = PAGES / language / "tutorial.md"
    page = file.read_text(encoding="utf-8")
    reader = Reader(tmp_path)
    followed = STEP.sub(reader.follow, page)
    if accept:
        file.write_text(followed, encoding="utf-8")
        page = followed
    assert followed == page
    assert (reader.folder / "build/site/index.html").is_file()
