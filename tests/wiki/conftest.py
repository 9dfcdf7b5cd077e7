"""A real DokuWiki for each test, and the command as a user runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.wiki.instance import PASSWORD, USER, Wiki, copy_program


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy of DokuWiki's code for all wikis of the run."""
    return copy_program(tmp_path_factory.mktemp("dokuwiki"))


@pytest.fixture
def wiki(program: Path, tmp_path: Path) -> Iterator[Wiki]:
    """An empty wiki that is open to all, in Greek."""
    folder = tmp_path / "wiki"
    folder.mkdir()
    made = Wiki(program, folder)
    made.prepare()
    made.start()
    yield made
    made.stop()


class Fetch:
    """``lawkb fetch`` into a corpus of its own."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self.folder = corpus / "sources" / "pebbles"
        kept = {name: value for name, value in os.environ.items() if "LAWKB_WIKI" not in name}
        self.environment = {**kept, "LAWKB_CORPUS": str(corpus)}

    def log_in(self, user: str = USER, password: str = PASSWORD) -> None:
        self.environment |= {"LAWKB_WIKI_USER": user, "LAWKB_WIKI_PASSWORD": password}

    def start(self, url: str, *options: str, delay: str = "0") -> subprocess.Popen[str]:
        words = ["fetch", url, "--source", "pebbles", "--delay", delay, "--tries", "2", *options]
        return subprocess.Popen(
            [sys.executable, "-m", "lawkb", *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, url: str, *options: str) -> subprocess.CompletedProcess[str]:
        with self.start(url, *options) as running:
            out, err = running.communicate(timeout=120)
        return subprocess.CompletedProcess(running.args, running.returncode, out, err)

    def files(self) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in self.folder.glob("*.txt")}


@pytest.fixture
def fetch(tmp_path: Path) -> Fetch:
    """The command, with a corpus that holds no page of the wiki yet."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    shutil.copy(CORPUS / "corpus.toml", corpus)
    return Fetch(corpus)
