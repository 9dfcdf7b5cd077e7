"""``lawkb fetch`` where there is no wiki: what it says, and that it leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.running import run_command
from tests.sources.loopback import http, serving


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    shutil.copy(CORPUS / "corpus.toml", folder)
    return folder


def fetch(corpus: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if "LAWKB_WIKI" not in name}
    return run_command(
        *("fetch", *words, "--tries", "1", "--delay", "0"),
        environment={**kept, "LAWKB_CORPUS": str(corpus), **environment},
    )


def test_what_is_no_wiki_is_told_in_three_lines_and_nothing_is_left(corpus: Path) -> None:
    with serving(lambda _: http(200, b"<html>an ordinary page</html>")) as server:
        done = fetch(corpus, server.url)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        server.url,
        "  this is not a DokuWiki, or not its front page",
        "  hint: give the address below which lib/exe/xmlrpc.php is",
    ]
    assert [file.name for file in corpus.iterdir()] == ["corpus.toml"]


def test_silence_is_told_in_three_lines(corpus: Path) -> None:
    with serving(lambda _: b"") as server:
        url = server.url
    done = fetch(corpus, url)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert "no answer: Connection refused" in done.stderr


@pytest.mark.parametrize("source", ["../wiki", "/tmp/x", "", "Wiki", ".hidden", "a/b", "a.b"])
def test_a_source_is_a_plain_name(corpus: Path, source: str) -> None:
    done = fetch(corpus, "http://127.0.0.1:9/", "--source", source)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert "not the name of a source" in done.stderr


def test_a_password_in_the_address_is_refused_and_not_repeated(corpus: Path) -> None:
    done = fetch(corpus, "http://anna:secret@127.0.0.1:9/")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert "secret" not in done.stdout + done.stderr


def test_a_redirection_to_another_host_gets_no_login(corpus: Path) -> None:
    with serving(lambda _: http(200, b"")) as other:
        away = http(307, b"", f"Location: {other.url}/lib/exe/xmlrpc.php")
        with serving(lambda _: away) as server:
            done = fetch(corpus, server.url, LAWKB_WIKI_USER="anna", LAWKB_WIKI_PASSWORD="secret")
        assert other.asked == []
    assert done.returncode == 2
    assert f"redirects to {other.url}" in done.stderr
    assert "secret" not in done.stderr
