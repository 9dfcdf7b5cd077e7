"""``lawkb fetch`` where there is no wiki: what it says, and that it leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.running import run_command
from tests.sources.loopback import Request, http, serving


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    shutil.copy(CORPUS / "corpus.toml", folder)
    return folder


def fetch(corpus: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if "LAWKB_WIKI" not in name}
    return run_command(
        *("fetch", "--tries", "1", "--delay", "0", *words),
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


SIGN_IN = b'<html><form method="post"><input name=u><input type="password" name=p></form></html>'


@pytest.mark.parametrize(
    ("answer", "what", "hint"),
    [
        (
            http(429, b"slow down", "Retry-After: 90"),
            "too many requests in a short time (HTTP 429); it asks to wait 90 seconds",
            "run it again then, with a longer --delay",
        ),
        (
            http(429, b""),
            "too many requests in a short time (HTTP 429)",
            "run it again later, with a longer --delay",
        ),
        (
            http(503, b"<html>maintenance</html>", "Retry-After: 1200"),
            "out of service for now (HTTP 503); it asks to wait 20 minutes",
            "run it again then: what is done is kept",
        ),
        (
            http(503, b"", "Retry-After: Fri, 31 Dec 2999 23:59:59 GMT"),
            "out of service for now (HTTP 503); it asks to wait more than a day",
            "run it again then: what is done is kept",
        ),
        (
            http(503, b"", "Retry-After: " + "9" * 5000),
            "out of service for now (HTTP 503); it asks to wait more than a day",
            "run it again then: what is done is kept",
        ),
        (
            http(503, b"", "Retry-After: soon"),
            "out of service for now (HTTP 503)",
            "run it again later: what is done is kept",
        ),
        (http(502, b""), "an error of the server: HTTP 502", "try later"),
        (
            http(200, SIGN_IN),
            "a page to sign in is where its remote interface should be",
            "set LAWKB_WIKI_USER and LAWKB_WIKI_PASSWORD; if they are set, the wiki must let "
            "/lib/exe/ through",
        ),
        (
            http(403, SIGN_IN),
            "a page to sign in is where its remote interface should be",
            "set LAWKB_WIKI_USER and LAWKB_WIKI_PASSWORD; if they are set, the wiki must let "
            "/lib/exe/ through",
        ),
    ],
    ids=["429", "429 bare", "503", "date", "digits", "words", "502", "sign in", "forbidden"],
)
def test_a_wiki_that_cannot_answer_now_is_no_other_site(
    corpus: Path, answer: bytes, what: str, hint: str
) -> None:
    with serving(lambda _: answer) as server:
        done = fetch(corpus, server.url)
    assert done.returncode == 2
    where, *told = done.stderr.splitlines()
    assert where.startswith(server.url)
    assert told == [f"  {what}", f"  hint: {hint}"]
    assert [file.name for file in corpus.iterdir()] == ["corpus.toml"]


def test_an_answer_without_an_end_is_told_as_that(corpus: Path) -> None:
    def endless(_: Request) -> Iterator[bytes]:
        yield b"HTTP/1.1 200 x\r\nContent-Type: text/html\r\n\r\n"
        for _n in range(64):
            yield b"x" * 2**20

    with serving(endless) as server:
        done = fetch(corpus, server.url)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert "an answer of more than 32 MiB" in done.stderr


def test_a_wiki_that_sends_us_to_sign_in_is_told(corpus: Path) -> None:
    def say(request: Request) -> bytes:
        if request.path.startswith("/lib/"):
            return http(302, b"", "Location: /login?next=%2F")
        return http(405, b"<html>Method Not Allowed</html>")

    with serving(say) as server:
        done = fetch(corpus, server.url)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert f"it sends us to {server.url}/login?next=%2F, perhaps to sign in" in done.stderr


def test_the_next_run_is_not_begun_when_the_server_asks_for_a_long_wait(corpus: Path) -> None:
    with serving(lambda _: http(429, b"", "Retry-After: 3600")) as server:
        done = fetch(corpus, server.url, "--tries", "5")
        assert len(server.asked) == 1
    assert "wait 60 minutes" in done.stderr
