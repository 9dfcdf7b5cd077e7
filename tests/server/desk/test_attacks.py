"""What somebody sends who means harm, or whose program is broken: refused or bounded."""

from __future__ import annotations

import resource
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from starlette.types import Receive, Scope, Send

from lawkb.server.app import Connection
from lawkb.server.desk import access
from lawkb.server.desk.access import MOST_CONNECTIONS, Access, Editor
from tests.server.desk.attacks import Told, post, read_answer, told
from tests.server.desk.small_desk import FORM, Browser, Small, served
from tests.server.running import LONGEST_SECONDS

SAVE = "/desk/en/save"
MB = 2**20


@pytest.fixture(scope="module")
def desk() -> Iterator[tuple[int, Small]]:
    small = Small()
    with served(small.app(Access(Editor("Μαρία")))) as port:
        yield port, small


@pytest.fixture
def port(desk: tuple[int, Small]) -> Iterator[int]:
    """The port of a desk that goes on after the attack, and has saved nothing."""
    desk[1].saved.clear()
    yield desk[0]
    assert desk[1].saved == []
    browser = Browser(desk[0])
    browser.get("/desk/en/")
    assert browser.post(SAVE, {"text": "after"}).status == 200
    assert desk[1].saved == [{"text": "after"}]


@pytest.fixture
def browser(port: int) -> Browser:
    opened = Browser(port)
    opened.get("/desk/en/")
    return opened


def sent(browser: Browser, headers: str, body: bytes = b"", *more: bytes) -> Told:
    """A form that this browser sends."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return told(browser.port, post(browser.port, SAVE, cookie, headers, body), *more)


# ---- bodies


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "text/plain", ""])
def test_a_body_of_10_mb_is_refused_before_it_is_read(browser: Browser, kind: str) -> None:
    headers = f"Content-Type: {kind}\r\nContent-Length: {10 * MB}\r\nX-Token: {browser.token}"
    assert sent(browser, headers).status == 413  # nothing of it was sent yet


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x"])
def test_a_body_whose_length_is_not_told_is_read_up_to_the_limit(
    browser: Browser, kind: str
) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    chunk = b"10000\r\n" + b"a" * 65536 + b"\r\n"
    first = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n'
    begin = b"%x\r\n%s\r\n" % (len(first), first)
    headers = f"Content-Type: {kind}\r\nTransfer-Encoding: chunked"
    answer = sent(browser, headers, begin, *[chunk] * 160)
    assert answer.status in (400, 413)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40 * 1024  # kB


def test_a_length_that_is_not_true_is_refused(browser: Browser) -> None:
    for length in ("-1", "x", "1e3", "10, 20", "9" * 30):
        headers = f"Content-Type: {FORM}\r\nContent-Length: {length}"
        assert sent(browser, headers, b"token=").status in (400, 413)


def test_a_body_told_twice_is_refused(browser: Browser) -> None:
    """Otherwise a proxy and the desk may see two different requests (request smuggling)."""
    both = f"Content-Type: {FORM}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked"
    answer = sent(browser, both, b"0\r\n\r\nPOST /desk/en/save HTTP/1.1\r\n\r\n")
    assert answer.status in (400, 403)
    twice = f"Content-Type: {FORM}\r\nContent-Length: 4\r\nContent-Length: 8"
    assert sent(browser, twice, b"a=b&c=d&").status == 400


def test_a_file_of_a_form_may_be_larger_than_its_texts(browser: Browser) -> None:
    def upload(size: int, disposition: str) -> int:
        head = f'--x\r\nContent-Disposition: form-data; name="file"{disposition}\r\n\r\n'
        token = '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n' + browser.token
        body = f"{token}\r\n{head}".encode() + b"a" * size + b"\r\n--x--\r\n"
        headers = f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {len(body)}"
        return sent(browser, headers, body).status

    small = '; filename="laws.xlf"'
    assert upload(2 * MB, "") == 400
    assert upload(9 * MB, small) == 413
    browser.token = "0" * 64
    assert upload(7 * MB, small) == 403


# ---- forms


@pytest.mark.parametrize(
    "body",
    [
        b"&".join(b"a=" for _ in range(100_000)),
        b"&".join(b"f%d=x" % number for number in range(100_000)),
        b"&" * 500_000,
        b"a=%00",
        b"%00=a",
        b"a=%1b%5b31m",
        b"a=" + b"x" * (MB - 100),
        b"=&=&;;;",
        b"token",
        b"%",
        b"\xff\xfe\x00",
    ],
    ids=lambda body: repr(body[:12]),
)
def test_a_form_that_no_page_has_is_refused(browser: Browser, body: bytes) -> None:
    headers = f"Content-Type: {FORM}\r\nContent-Length: {len(body)}"
    assert sent(browser, headers, body).status in (400, 403)


@pytest.mark.parametrize("bad", [b"%00", b"%01", b"%1B", b"%7F"])
def test_a_control_character_is_refused_with_the_right_token(browser: Browser, bad: bytes) -> None:
    body = b"token=" + browser.token.encode() + b"&text=a" + bad
    headers = f"Content-Type: {FORM}\r\nContent-Length: {len(body)}"
    assert sent(browser, headers, body).status == 400


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=", b"--\r\n"),
        ("multipart/form-data; boundary=x", b"--y\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\na"),
        ("multipart/form-data; boundary=x", b"--x\r\nA: " + b"b" * 100_000),
        ("multipart/form-data; boundary=x", b"--x\r\n" + b"A: b\r\n" * 50_000),
        ("multipart/form-data; boundary=" + "x" * 5_000, b"--x"),
        (
            "multipart/form-data; boundary=x; charset=rot13",
            b'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\na\r\n--x--\r\n',
        ),
        (
            "multipart/form-data; boundary=x; charset=zlib",
            b'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\na\r\n--x--\r\n',
        ),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\na\r\n' * 500,
        ),
        ("application/json", b'{"token": "x"}'),
        ("text/plain", b"token=x"),
        (FORM + "; charset=utf-7", b"token=+AHg-"),
    ],
)
def test_a_malformed_form_is_refused(browser: Browser, kind: str, body: bytes) -> None:
    headers = f"Content-Type: {kind}\r\nContent-Length: {len(body)}"
    assert sent(browser, headers, body).status in (400, 403)


# ---- paths and headers


@pytest.mark.parametrize(
    "path",
    [
        "/desk/../../etc/passwd",
        "/desk/en/..",
        "/./desk/",
        "/desk/%2e%2e/%2E%2e/etc/passwd",
        "/desk/en/..%2f..%2fetc%2fpasswd",
        "/desk/en/%00",
        "/desk/en/a%0d%0aSet-Cookie:%20x=y",
        "//evil.example/desk/",
        "/%2fevil.example/",
        "/\\evil.example",
        "/desk/en/..%5c..%5c",
        "/desk/en/%e2%80%ae",
        "/" + "a/" * 2_000,
        "/desk/" + "%ce%b1" * 2_001,
    ],
    ids=lambda path: path[:24],
)
def test_a_path_that_leads_elsewhere_is_refused(port: int, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    answer = told(port, request.encode("latin-1"))
    assert (answer.status, b"token" in answer.content) == (400, False)


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"\x00" * 20_000,
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"A: b\r\n" * 50_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: " + b"b" * 1_000_000,
        b"GET /" + b"a" * 1_000_000,
    ],
    ids=lambda request: repr(request[-12:]),
)
def test_what_is_no_request_to_this_desk_is_refused(port: int, request_: bytes) -> None:
    answer = told(port, request_)
    assert answer.status in (0, 400, 421, 431)
    assert b"token" not in answer.content


def test_a_web_socket_is_refused(port: int) -> None:
    request = (
        f"GET /desk/en/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert told(port, request.encode()).status in (200, 400, 426)


@pytest.mark.parametrize(
    "cookie", ["", "x", "a" * 43, "é" * 43, "../../etc", '"' * 100, "a=b;" * 1_000, "a" * 10_000]
)
def test_a_forged_cookie_is_that_of_a_new_browser(port: int, cookie: str) -> None:
    name = f"lawkb-desk-{port}"
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {name}={cookie}\r\n\r\n"
    assert told(port, request.encode("latin-1")).status == 200
    headers = f"X-Token: {'0' * 64}\r\nContent-Length: 0"
    made = post(port, SAVE, f"{name}={cookie}", headers)
    assert told(port, made).status == 403


# ---- many, and slow


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=LONGEST_SECONDS)


def test_200_connections_at_once_are_answered_one_after_another(port: int) -> None:
    begin = threading.Barrier(200, timeout=LONGEST_SECONDS)

    def visit(_: int) -> int:
        begin.wait()
        return Browser(port).get("/desk/en/").status

    with ThreadPoolExecutor(200) as pool:
        assert Counter(pool.map(visit, range(200))) == {200: 200}


def test_more_connections_than_there_is_room_for_are_refused(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_CONNECTIONS):
            stack.enter_context(connected(port))
        assert Browser(port).get("/desk/en/").status == 503
    deadline = time.monotonic() + LONGEST_SECONDS
    while Browser(port).get("/desk/en/").status != 200:
        assert time.monotonic() < deadline


def test_300_connections_that_say_nothing_leave_room_when_their_time_is_over(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "silent_seconds", 1.0)
    with ExitStack() as stack:
        opened = [stack.enter_context(connected(port)) for _ in range(300)]
        assert {each.recv(1) for each in opened} == {b""}
        assert Browser(port).get("/desk/en/").status == 200


def test_headers_that_come_letter_by_letter_are_not_waited_for(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "silent_seconds", 0.5)
    whole = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
    for before in (b"", whole + b"\r\n"):  # the first request, and a later one
        with connected(port) as opened:
            if before:
                opened.sendall(before)
                assert read_answer(opened).status == 200
            assert is_closed_while_sending(opened, whole + b"A: " + b"a" * 1_000)


def is_closed_while_sending(opened: socket.socket, slowly: bytes) -> bool:
    opened.settimeout(0.05)
    for each in slowly:
        try:
            opened.sendall(bytes([each]))
            if opened.recv(1) == b"":
                return True
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return True
    return False


def test_a_body_that_comes_letter_by_letter_is_not_waited_for(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "BODY_SECONDS", 0.5)
    answer = sent(browser, f"Content-Type: {FORM}\r\nContent-Length: 1000", b"token=")
    assert answer.status == 408


def test_a_browser_that_reads_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "SEND_SECONDS", 0.5)
    small = Small(large=64 * MB)
    desk = small.app(Access(Editor("Μαρία")))
    given_up = threading.Event()

    async def watched(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await desk(scope, receive, send)
        finally:
            if scope["type"] == "http":
                given_up.set()

    with served(watched) as port:
        with connected(port) as opened:
            opened.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert given_up.wait(LONGEST_SECONDS)
            size = 0
            try:
                while some := opened.recv(MB):
                    size += len(some)
            except ConnectionResetError:
                pass
        assert size < 64 * MB
