"""``lawkb index`` and ``lawkb search`` with a cluster, as its users run them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from uuid import uuid4

import pytest
from opensearchpy import OpenSearch

from lawkb import api
from lawkb.errors import LawkbError
from lawkb.search.opensearch.engine import OpenSearchEngine
from tests.running import run_command

PEBBLES = Path(__file__).parents[3] / "examples" / "three-pebbles" / "corpus"
QUERIES = (
    "pebble",
    "βότσαλο",
    '"the pebble"',
    "peb*",
    "pebble NOT law",
    "pebble NEAR/9 player",
    "cites:2",
    "heading:pebble",
    "peble",
    "nothingatall",
)


class Corpus:
    """A copy of the example whose index is in the cluster."""

    def __init__(self, folder: Path, address: str, code: str) -> None:
        self.folder = folder / "corpus"
        self.environment = {**os.environ, "LAWKB_CACHE": str(folder / "cache")}
        shutil.copytree(PEBBLES, self.folder)
        self.change("corpus.toml", 'id = "three-pebbles"', f'id = "{code}"')
        settings = f'\n[search]\nengine = "opensearch"\naddresses = ["{address}"]\n'
        with (self.folder / "corpus.toml").open("a", encoding="utf-8") as file:
            file.write(settings)

    def change(self, name: str, old: str, new: str) -> None:
        file = self.folder / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *words: str) -> CompletedProcess[str]:
        return run_command("--corpus", str(self.folder), *words, environment=self.environment)

    def out(self, *words: str) -> str:
        told = self.run(*words)
        assert (told.returncode in {0, 1}, told.stderr) == (True, "")
        return told.stdout


@pytest.fixture
def corpus(tmp_path: Path, opensearch_address: str) -> Corpus:
    # Each test has a code of its own in the cluster; its id is in the XML of the laws.
    made = Corpus(tmp_path, opensearch_address, f"pebbles-{uuid4().hex}")
    assert made.run("ingest").returncode == 0
    return made


def test_both_engines_answer_alike(corpus: Corpus) -> None:
    assert " are indexed; " in corpus.out("index")
    corpus.run("index", "--engine", "whoosh")
    for query in QUERIES:
        for options in ((), ("--explain",), ("--also",), ("--format", "json")):
            words = (*options, "--", query)
            embedded = corpus.out("search", "--engine", "whoosh", *words)
            embedded = embedded.replace('"engine": "whoosh"', '"engine": "opensearch"')
            assert corpus.out("search", *words) == embedded


def test_a_change_is_asked_for_and_only_that_is_sent(corpus: Corpus) -> None:
    first = corpus.out("index")
    assert corpus.out("index") == first.split(";")[0] + "; 0 were sent, 0 removed\n"
    file = "sources/wiki/pages/rule_03.txt"
    text = (corpus.folder / file).read_text(encoding="utf-8")
    word = next(
        each for each in text.split() if each.isascii() and len(each) > 5 and each.isalpha()
    )
    corpus.change(file, word, "zanzibar")
    assert corpus.run("ingest").returncode == 0
    told = corpus.run("search", "pebble")
    assert told.returncode == 2
    assert "the cluster does not have these laws as they are now" in told.stderr
    assert "hint: bring it up to date: lawkb index" in told.stderr
    sent = int(corpus.out("index").split("; ")[1].split()[0])
    assert 0 < sent < int(first.split()[0])
    assert "zanzibar" in corpus.out("search", "zanzibar")


def test_an_index_of_other_mappings_is_not_asked(corpus: Corpus, opensearch: OpenSearch) -> None:
    corpus.out("index")
    (index,) = opensearch.indices.get_alias(name=f"lawkb-{_code(corpus)}-*")
    meta = opensearch.indices.get_mapping(index=index)[index]["mappings"]["_meta"]
    opensearch.indices.put_mapping(index=index, body={"_meta": {**meta, "version": "0"}})
    told = corpus.run("search", "pebble")
    assert "does not have these laws as they are now" in told.stderr
    corpus.out("index")
    assert "pebble" in corpus.out("search", "pebble")


def test_the_python_interface_asks_the_cluster(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.out("index")
    monkeypatch.setenv("LAWKB_CACHE", corpus.environment["LAWKB_CACHE"])
    assert api.open_corpus(corpus.folder).search("pebble").total > 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("http://127", "ftp://127", "is no address of a server"),
        ("http://127", "http://user:secret@127", "everybody reads corpus.toml"),
        ('"opensearch"', '"elastic"', "elastic"),
        ("addresses = [", "adresses = [", "adresses"),
        ("addresses", 'authority = "ca.pem"\naddresses', "no certificates that can be read"),
    ],
)
def test_wrong_settings_are_told(corpus: Corpus, old: str, new: str, told: str) -> None:
    corpus.change("corpus.toml", old, new)
    for command in (("index",), ("search", "pebble")):
        run = corpus.run(*command)
        assert run.returncode == 2
        assert told in " ".join(run.stderr.split())
        assert "secret" not in run.stderr
        assert "Traceback" not in run.stderr


def _code(corpus: Corpus) -> str:
    text = (corpus.folder / "corpus.toml").read_text(encoding="utf-8")
    return text.split('id = "', 1)[1].split('"', 1)[0]


def test_one_search_asks_one_state(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another load in the middle of a search: it is refused, and the next one is right."""
    corpus.out("index")
    monkeypatch.setenv("LAWKB_CACHE", corpus.environment["LAWKB_CACHE"])
    opened = api.open_corpus(corpus.folder)
    compiled = OpenSearchEngine._compiled

    def switched(engine: OpenSearchEngine, *asked: Any, **how: Any) -> Any:
        query = compiled(engine, *asked, **how)
        monkeypatch.setattr(OpenSearchEngine, "_compiled", compiled)
        corpus.change("sources/wiki/pages/rule_03.txt", "pebble", "boulder")
        assert corpus.run("ingest").returncode == 0
        assert " were sent" in corpus.out("index")
        return query

    monkeypatch.setattr(OpenSearchEngine, "_compiled", switched)
    with pytest.raises(LawkbError, match="replaced meanwhile"):
        opened.search("pebble")
    assert "boulder" in corpus.out("search", "boulder")
