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
from tests.once import made_once
from tests.sources.samples import SAMPLES
from tests.wiki.instance import PASSWORD, USER, Wiki, copy_program

PEBBLES = Path(__file__).parents[2] / "examples" / "three-pebbles" / "corpus"


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy of DokuWiki's code for all wikis of the run."""
    return made_once(tmp_path_factory, "dokuwiki", copy_program)


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
        return self.run(*words)

    def run(self, *words: str) -> subprocess.Popen[str]:
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

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Any command of lawkb on the corpus."""
        with self.run(*words) as running:
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


@pytest.fixture
def desk(wiki: Wiki, tmp_path: Path) -> Fetch:
    """A corpus with the pages of a wiki, which asks for a login; ready to be corrected."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    settings = (PEBBLES / "corpus.toml").read_text(encoding="utf-8")
    head = settings[: settings.index("[[sources]]")]
    (corpus / "corpus.toml").write_text(head + SOURCE, encoding="utf-8")
    wiki.ask_for_login()
    for page in PAGES:
        wiki.put(page, (RAW / f"{page}.txt").read_text(encoding="utf-8"), "as it was")
    made = Fetch(corpus)
    made.log_in()
    assert made(wiki.url).returncode == 0
    assert made.command("ingest").returncode == 0
    return made


PAGES = ("rule_02", "rule_03", "rule_07", "rule_20", "rule_40")
RAW = SAMPLES / "data22" / "pages"
SOURCE = """
[[sources]]
name = "pebbles"
title = "The wiki of the Three Pebbles"

[[sources.pages]]
pattern = "rule_{law}"
edition = "2016"
languages = ["el", "en"]
"""
