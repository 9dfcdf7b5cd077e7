import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from lawkb.corpus.stats import digest_of
from lawkb.publish.policy import HEADERS
from lawkb.publish.serving import MOST_WAITING, SCRIPT, SiteServer

FILES = {
    "index.html": b"<body>home</body>",
    "404.html": b"<body>lost</body>",
    "el/2017/57/index.html": "<body>Νόμος</body>".encode(),
    "laws/law_57.json": b"{}",
    "pagefind/el/wasm.el.pagefind": b"\x00",
    "assets/site.js": b"1",
}


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with SiteServer(("127.0.0.1", 0), "/laws/", FILES.get) as opened:
        opened.start()
        yield opened
        opened.shutdown()


def _ask(
    server: SiteServer, path: str, method: str = "GET", host: str = "127.0.0.1"
) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request(method, path, headers={"Host": host})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


def test_a_page_is_served_with_the_script_that_loads_it_again(server: SiteServer) -> None:
    answer, content = _ask(server, "/laws/el/2017/57/")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    was = f'data-turn="0" data-digest="{digest_of(FILES["el/2017/57/index.html"])}"'
    expected = f'<body>Νόμος<script src="{SCRIPT}" {was}></script>\n</body>'
    assert content.decode("utf-8") == expected
    script, held = _ask(server, SCRIPT)
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert b"location.reload()" in held


@pytest.mark.parametrize(
    ("path", "status", "target"),
    [
        ("/", 302, "/laws/"),
        ("/other", 302, "/laws/"),
        ("/laws/el/2017/57", 302, "/laws/el/2017/57/"),
        ("/laws/el/2017/57?q=1", 302, "/laws/el/2017/57/"),
        ("/laws/el/2017/58/", 404, None),
        ("/laws/../../etc/passwd", 404, None),
        ("/laws/%2e%2e/%2e%2e/etc/passwd", 404, None),
        ("/.lawkb/changed/x", 302, "/laws/"),
    ],
)
def test_what_is_no_file_leads_to_the_folder_or_to_the_page_that_says_so(
    server: SiteServer, path: str, status: int, target: str | None
) -> None:
    answer, content = _ask(server, path)
    assert (answer.status, answer.headers["Location"]) == (status, target)
    assert content.startswith(b"<body>lost") == (status == 404)


def test_no_answer_sends_the_browser_to_another_host() -> None:
    with SiteServer(("127.0.0.1", 0), "/", {"evil.example/index.html": b"x"}.get) as server:
        server.start()
        answer, _ = _ask(server, "//evil.example")
        server.shutdown()
    assert answer.headers["Location"] == "/evil.example/"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/laws/laws/law_57.json", "application/json; charset=utf-8"),
        ("/laws/assets/site.js?v=1", "text/javascript; charset=utf-8"),
        ("/laws/pagefind/el/wasm.el.pagefind", "application/octet-stream"),
    ],
)
def test_other_files_are_served_as_they_are(server: SiteServer, path: str, kind: str) -> None:
    answer, content = _ask(server, path)
    assert answer.headers["Content-Type"] == kind
    assert content in FILES.values()
    head, nothing = _ask(server, path, "HEAD")
    assert (head.headers["Content-Length"], nothing) == (str(len(content)), b"")


def _hearing(server: SiteServer, path: str) -> tuple[threading.Thread, list[bytes]]:
    """Waits as an open page does, until it is told."""
    heard: list[bytes] = []
    waiting = threading.Thread(target=lambda: heard.append(_ask(server, path)[1]))
    waiting.start()
    return waiting, heard


def _changed(page: str, content: bytes, turn: int = 0) -> str:
    """What an open page asks."""
    return f"/.lawkb/changed/{turn}/{digest_of(content)}{page}"


def test_an_open_page_hears_of_a_change(server: SiteServer) -> None:
    waiting, heard = _hearing(server, "/.lawkb/changed/0")
    server.reload()
    waiting.join(10)
    assert heard == [b"1"]
    assert b'data-turn="1"' in _ask(server, "/laws/")[1]
    assert _ask(server, "/.lawkb/changed/0")[1] == b"1"  # one that slept hears of it at once


def test_a_page_that_is_what_it_was_hears_only_of_what_it_may_show() -> None:
    files = {"index.html": b"home", "one/index.html": b"one", "404.html": b"lost"}
    with SiteServer(("127.0.0.1", 0), "/laws/", files.get) as server:
        server.start()
        home = _hearing(server, _changed("/laws/", b"home"))
        one = _hearing(server, _changed("/laws/one/", b"one"))
        lost = _hearing(server, _changed("/laws/two/", b"lost"))
        files["one/index.html"] = b"another"
        server.reload(everything=False)
        one[0].join(10)
        assert (home[1], one[1], lost[1]) == ([], [b"1"], [])
        files["two/index.html"] = b"two"
        server.reload(everything=False)
        lost[0].join(10)
        assert (home[1], lost[1]) == ([], [b"2"])
        server.reload()
        home[0].join(10)
        assert home[1] == [b"3"]
        assert _ask(server, _changed("/laws/", b"home", turn=1))[1] == b"3"
        server.shutdown()


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost:8000", "LOCALHOST", "127.1.2.3", "[::1]:80"]
)
def test_this_machine_is_answered_by_every_name_of_its_own(server: SiteServer, host: str) -> None:
    assert _ask(server, "/laws/", host=host)[0].status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "localhost.evil.example", "192.0.2.1", "", "[::1", "x@y"],
)
@pytest.mark.parametrize("path", ["/laws/", SCRIPT, "/.lawkb/changed/7", "/"])
def test_a_site_elsewhere_that_points_its_name_here_is_not_answered(
    server: SiteServer, host: str, path: str
) -> None:
    answer, content = _ask(server, path, host=host)
    assert answer.status == 421
    assert b"http://127.0.0.1:" in content
    assert b"home" not in content


def test_a_server_for_every_address_is_asked_by_the_one_it_was_reached_at() -> None:
    with SiteServer(("0.0.0.0", 0), "/laws/", FILES.get) as server:
        server.start()
        hosts = ["127.0.0.1", "192.0.2.1", "evil.example"]
        statuses = [_ask(server, "/laws/", host=host)[0].status for host in hosts]
        server.shutdown()
    assert statuses == [200, 421, 421]


@pytest.mark.parametrize(
    ("path", "method", "host"),
    [
        ("/laws/", "GET", "127.0.0.1"),
        ("/laws/assets/site.js", "HEAD", "127.0.0.1"),
        ("/laws/none/", "GET", "127.0.0.1"),
        ("/", "GET", "127.0.0.1"),
        ("/laws/", "POST", "127.0.0.1"),
        ("/laws/", "GET", "evil.example"),
        (SCRIPT, "GET", "127.0.0.1"),
        ("/.lawkb/changed/7", "GET", "127.0.0.1"),
    ],
)
def test_every_answer_has_the_headers_that_protect_its_readers(
    server: SiteServer, path: str, method: str, host: str
) -> None:
    answer, _ = _ask(server, path, method, host)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def _opened(server: SiteServer, request: bytes) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", server.server_port), timeout=10)
    opened.sendall(request)
    return opened


WAITING = b"GET /.lawkb/changed/0 HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"


def _status(server: SiteServer, path: str) -> int:
    """The status of an answer; 0 where it waits."""
    with _opened(server, f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode()) as asked:
        asked.settimeout(0.5)
        try:
            return int(asked.recv(12)[9:])
        except TimeoutError:
            return 0


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_many_pages_that_wait_leave_room_for_others_and_are_forgotten_when_closed(
    server: SiteServer,
) -> None:
    before = _descriptors()
    waiting = [_opened(server, WAITING) for _ in range(MOST_WAITING + 20)]
    while _status(server, "/.lawkb/changed/0") != 503:  # until all were taken
        time.sleep(0.1)
    assert _status(server, "/laws/") == 200
    for each in waiting:
        each.close()
    for _ in range(100):  # ten seconds; a wait takes a minute
        if _descriptors() <= before:
            break
        time.sleep(0.1)
    assert _descriptors() <= before
    assert _status(server, "/.lawkb/changed/0") == 0


def test_a_connection_that_asks_nothing_is_closed(
    server: SiteServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.RequestHandlerClass, "timeout", 0.2)
    with _opened(server, b"GET /laws/ HT") as silent:
        assert silent.recv(1) == b""
