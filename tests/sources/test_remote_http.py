"""The way to a wiki: patience, bounds, and where a password may go."""

from __future__ import annotations

import base64
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.sources.dokuwiki_api import http as remote_http
from lawkb.sources.dokuwiki_api.http import (
    BadAnswerError,
    Login,
    RequestLimits,
    UnreachableError,
    WikiConnection,
    follow,
    read_address,
    read_login,
)
from tests.sources.loopback import Request, Say, http, serving

ANNA = Login("anna", "βότσαλο:7")
HURRY = RequestLimits(delay_seconds=0, tries=3, wait_seconds=0, silence_seconds=60)


def saying(*answers: bytes) -> Say:
    """One answer after the other, the last again and again."""
    left: Iterator[bytes] = iter(answers)
    return lambda _: next(left, answers[-1])


def post(url: str, patience: RequestLimits = HURRY) -> remote_http.Answer:
    with WikiConnection(url, ANNA, patience) as wire:
        return wire.post("lib/exe/xmlrpc.php", b"question", "text/xml")


def test_a_question_carries_the_login_and_asks_for_an_unpacked_answer() -> None:
    with serving(saying(http(200, b"yes"))) as server:
        assert post(server.url).body == b"yes"
        (request,) = server.asked
    pair = base64.b64decode(request.headers["authorization"].removeprefix("Basic "))
    assert pair.decode() == "anna:βότσαλο:7"
    assert request.headers["accept-encoding"] == "identity"
    assert request.body == b"question"


@pytest.mark.parametrize(
    "first", [http(500, b""), http(503, b"busy"), http(429, b""), b"", http(200, b"cut")[:-1]]
)
def test_a_vain_try_is_repeated(first: bytes) -> None:
    with serving(saying(first, http(200, b"yes"))) as server:
        assert post(server.url).body == b"yes"
        assert len(server.asked) == 2


def test_after_so_many_tries_an_error_of_the_server_is_a_bad_answer() -> None:
    with serving(saying(http(502, b""))) as server:
        with pytest.raises(BadAnswerError, match="HTTP 502"):
            post(server.url)
        assert len(server.asked) == 3


def test_after_so_many_tries_silence_is_told() -> None:
    with serving(saying(b"")) as server, pytest.raises(UnreachableError, match="no answer"):
        post(server.url)
    with pytest.raises(UnreachableError, match="Connection refused"):
        post(server.url)


def test_a_host_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    # The resolver, so that no question leaves this machine.
    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    with pytest.raises(UnreachableError, match="no such host"):
        post("http://wiki.invalid")


def test_waiting_is_what_the_server_asks_for_but_not_for_ever() -> None:
    patience = RequestLimits(delay_seconds=0, tries=2, wait_seconds=0)
    with serving(saying(http(503, b"", "Retry-After: 1"), http(200, b"yes"))) as server:
        before = time.monotonic()
        assert post(server.url, patience).body == b"yes"
        assert time.monotonic() - before >= 1
    assert remote_http.LONGEST_WAIT_SECONDS <= 60


def test_between_two_questions_there_is_a_delay() -> None:
    with (
        serving(saying(http(200, b"yes"))) as server,
        WikiConnection(server.url, ANNA, RequestLimits(delay_seconds=0.2)) as wire,
    ):
        before = time.monotonic()
        for _ in range(3):
            wire.post("x", b"", "text/xml")
        assert time.monotonic() - before >= 0.4


def test_an_answer_that_is_too_long_is_not_read_to_its_end() -> None:
    size = remote_http.LARGEST_ANSWER
    assert size == 32 * 2**20
    with (
        serving(saying(http(200, b"x" * (size + 1)))) as server,
        pytest.raises(BadAnswerError, match="more than 32 MiB"),
    ):
        post(server.url)


def test_an_answer_that_never_ends_is_given_up() -> None:
    drops = b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 1000
    with (
        serving(saying(drops)) as server,
        pytest.raises(BadAnswerError, match="does not end"),
    ):
        post(server.url, RequestLimits(delay_seconds=0, tries=1, answer_seconds=0))


def dripping(before: bytes, piece: bytes, pause_seconds: float) -> Iterator[bytes]:
    yield before
    while True:
        time.sleep(pause_seconds)
        yield piece


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("before", "piece", "pause_seconds"),
    [
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.05),
        (b"HTTP/1.1 200 OK\r\nX: ", b"a", 0.05),
        (b"", b"H", 0.05),
        (CHUNKED + b"0\r\n", b"X: a\r\n", 0),
        (CHUNKED + b"0\r\n", b"X: a\r\n", 0.05),
        (CHUNKED, b"1\r\na\r\n", 0.05),
        (b"HTTP/1.1 200 OK\r\n\r\n", b"a", 0.05),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n", b"a", 0.05),
    ],
)
def test_one_deadline_is_around_all_of_an_answer(
    before: bytes, piece: bytes, pause_seconds: float
) -> None:
    """Every byte comes before the silence is too long, and there is always one more."""
    patience = RequestLimits(delay_seconds=0, tries=5, silence_seconds=60, answer_seconds=0.5)
    with (
        serving(lambda _: dripping(before, piece, pause_seconds)) as server,
        pytest.raises(BadAnswerError, match="does not end"),
    ):
        post(server.url, patience)
    assert len(server.asked) == 1


def test_the_deadline_of_an_answer_does_not_end_the_next() -> None:
    good = b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
    patience = RequestLimits(delay_seconds=0, tries=1, silence_seconds=60, answer_seconds=60)
    with (
        serving(lambda _: good) as server,
        WikiConnection(server.url, ANNA, patience) as wire,
    ):
        for _ in range(4):
            assert wire.post("x", b"", "text/plain").body == b"a"
            waiting = [each for each in threading.enumerate() if isinstance(each, threading.Timer)]
            assert all(each.finished.is_set() for each in waiting)


def test_a_packed_answer_is_not_unpacked() -> None:
    with (
        serving(saying(http(200, b"\x1f\x8b", "Content-Encoding: gzip"))) as server,
        pytest.raises(BadAnswerError, match="compressed"),
    ):
        post(server.url)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirection_on_the_same_host_is_followed_with_question_and_login(status: int) -> None:
    def say(request: Request) -> bytes:
        if request.path.startswith("/wiki/"):
            return http(200, b"yes")
        return http(status, b"", f"Location: /wiki{request.path}")

    with serving(say) as server:
        assert post(server.url).body == b"yes"
        assert [request.body for request in server.asked] == [b"question"] * 2
        assert "authorization" in server.asked[1].headers


def test_a_redirection_to_another_host_is_told_and_nothing_is_sent_there() -> None:
    with serving(saying(http(200, b"yes"))) as other:
        away = http(302, b"", f"Location: {other.url}/lib/exe/xmlrpc.php")
        with serving(saying(away)) as server, pytest.raises(LawkbError, match="redirects to"):
            post(server.url)
        assert other.asked == []


def test_redirections_round_and_round_end() -> None:
    with (
        serving(saying(http(302, b"", "Location: /"))) as server,
        pytest.raises(BadAnswerError, match="in circles"),
    ):
        post(server.url)


@pytest.mark.parametrize(
    ("asked", "location", "followed"),
    [
        ("https://wiki.example/a", "/b", "https://wiki.example/b"),
        ("http://wiki.example/a", "https://wiki.example/a", "https://wiki.example/a"),
        ("https://wiki.example/a", "https://WIKI.example:443/b", "https://WIKI.example:443/b"),
        ("https://wiki.example/a", "http://wiki.example/a", None),
        ("https://wiki.example/a", "https://evil.example/a", None),
        ("https://wiki.example/a", "//evil.example/a", None),
        ("https://wiki.example/a", "https://wiki.example@evil.example/", None),
        ("https://wiki.example/a", "https://x:y@wiki.example/", None),
        ("https://wiki.example/a", "https://wiki.example:8443/a", None),
        ("http://wiki.example:8080/a", "https://wiki.example/a", None),
        ("https://wiki.example/a", "https://www.wiki.example/a", None),
        ("https://wiki.example/a", "ftp://wiki.example/a", None),
        ("https://wiki.example/a", "javascript:alert(1)", None),
        ("https://wiki.example/a", "https://[", None),
        ("https://wiki.example/a", "https://wiki.example:99999/", None),
        ("https://wiki.example/a", "/b\r\nX: y", None),
    ],
)
def test_only_the_same_host_is_followed_and_never_out_of_https(
    asked: str, location: str, followed: str | None
) -> None:
    if followed:
        assert follow(asked, location) == followed
        return
    with pytest.raises(LawkbError):
        follow(asked, location)


def test_leaving_https_is_told_as_what_it_is() -> None:
    with pytest.raises(LawkbError, match="without https"):
        follow("https://wiki.example/a", "http://wiki.example/a")


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("https://wiki.example", "https://wiki.example"),
        ("https://Wiki.Example/", "https://wiki.example"),
        ("https://wiki.example/laws/", "https://wiki.example/laws"),
        ("https://wiki.example/laws/doku.php?id=rule_07#b", "https://wiki.example/laws"),
        ("https://wiki.example/doku.php/rule_07", "https://wiki.example"),
        ("https://wiki.example/lib/exe/xmlrpc.php", "https://wiki.example"),
        ("https://wiki.example/w/lib/exe/jsonrpc.php/core.getPage", "https://wiki.example/w"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
    ],
)
def test_any_address_of_a_wiki_leads_to_its_front(typed: str, base: str) -> None:
    assert read_address(typed) == base


@pytest.mark.parametrize(
    "typed",
    "wiki.example ftp://wiki.example file:///etc/passwd https:// https://x:99999/ http://[".split(),
)
def test_what_is_no_address_is_told(typed: str) -> None:
    with pytest.raises(LawkbError, match="not the address of a wiki"):
        read_address(typed)


def test_an_address_with_a_password_is_refused_without_showing_it() -> None:
    with pytest.raises(LawkbError) as raised:
        read_address("https://anna:secret@wiki.example/")
    assert "secret" not in str(raised.value)
    assert "LAWKB_WIKI_PASSWORD" in str(raised.value)


def test_a_login_comes_from_the_environment_and_is_never_shown() -> None:
    both = {"LAWKB_WIKI_USER": "anna", "LAWKB_WIKI_PASSWORD": "secret"}
    assert read_login(both) == Login("anna", "secret")
    assert read_login({**both, "LAWKB_WIKI_TOKEN": "t0ken"}).header == {
        "Authorization": "Bearer t0ken"
    }
    assert read_login({}).header == {}
    assert "secret" not in repr(Login("anna", "secret", "secret"))


@pytest.mark.parametrize(
    "environment",
    [{"LAWKB_WIKI_USER": "a"}, {"LAWKB_WIKI_PASSWORD": "s3"}, {"LAWKB_WIKI_TOKEN": "s3\r\nX: y"}],
)
def test_half_a_login_or_a_token_that_is_none_is_told(environment: dict[str, str]) -> None:
    with pytest.raises(LawkbError) as raised:
        read_login(environment)
    assert "s3" not in str(raised.value)


@given(st.text(), st.text())
def test_no_address_and_no_redirection_raises_anything_else(typed: str, location: str) -> None:
    for url in (typed, f"https://{typed}", f"https://wiki.example/{typed}"):
        try:
            base = read_address(url)
        except LawkbError:
            continue
        assert base.startswith(("http://", "https://"))
    try:
        target = follow("https://wiki.example/a", location)
    except LawkbError:
        return
    assert target.startswith("https://")
