"""What is answered over HTTP: a real site on a real uvicorn, on loopback."""

import re
import socket
import time
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Event

import pytest

from lawkb.publish.render import HEADERS
from lawkb.server import app
from lawkb.server.app import MOST_WAITING, Connection
from lawkb.server.repeated_reading import SourceReader
from tests.server.edits import source
from tests.server.running import LAW, LONGEST_SECONDS, Running, running

SCRIPT = "/.lawkb/preview.js"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("site")) as served:
        yield served


def test_a_page_is_served_with_the_script_that_loads_it_again(site: Running) -> None:
    answer, content = site.ask(LAW)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<h1>Νόμος 57: <span" in content.decode()
    end = rf'<script src="{SCRIPT}" data-known="\w+"></script>\n</body>\n</html>$'
    assert re.search(end, content.decode())
    script, held = site.ask(SCRIPT)
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert b"location.reload()" in held


@pytest.mark.parametrize(
    ("path", "status", "target"),
    [
        ("/", 302, "/laws/"),
        ("/other", 302, "/laws/"),
        ("//evil.example", 302, "/laws/"),
        ("/laws/el/2017/57", 302, "/laws/el/2017/57/"),
        ("/laws/el/2017/57?q=1", 302, "/laws/el/2017/57/"),
        ("/laws//el/2017/57", 302, "/laws//el/2017/57/"),
        ("/laws/el/2017/99/", 404, None),
        ("/laws/assets/", 404, None),
        ("/laws/../../etc/passwd", 404, None),
        ("/laws/%2e%2e/%2e%2e/etc/passwd", 404, None),
        ("/laws/..%2f..%2fetc/passwd", 404, None),
        ("/laws/%00", 404, None),
        ("/.lawkb/nothing", 302, "/laws/"),
        ("/.lawkb/../../app.py", 302, "/laws/"),
    ],
)
def test_what_is_no_file_leads_to_the_folder_or_to_the_page_that_says_so(
    site: Running, path: str, status: int, target: str | None
) -> None:
    answer, content = site.ask(path)
    assert (answer.status, answer.headers["Location"]) == (status, target)
    assert (b"</html>" in content) == (status == 404)
    assert b"root:" not in content


def test_no_answer_sends_the_browser_to_another_host(tmp_path: Path) -> None:
    with running(tmp_path, "127.0.0.2") as site:
        place = site.host, site.port
        connection = HTTPConnection(*place, timeout=LONGEST_SECONDS)
        connection.request("GET", "/laws//evil.example/..//el")
        assert connection.getresponse().headers["Location"] == "/laws//evil.example/..//el/"
        connection.close()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/laws/laws/2017/law_57.json", "application/json; charset=utf-8"),
        ("/laws/assets/site.js?v=1", "text/javascript; charset=utf-8"),
        ("/laws/sitemap.xml", "application/xml"),
        ("/laws/pagefind/el/pagefind-entry.json", "application/json; charset=utf-8"),
    ],
)
def test_other_files_are_served_as_they_are(site: Running, path: str, kind: str) -> None:
    answer, content = site.ask(path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
    assert content
    head, nothing = site.ask(path, "HEAD")
    assert (head.headers["Content-Length"], nothing) == (str(len(content)), b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_but_reading_is_allowed(site: Running, method: str) -> None:
    assert site.ask(LAW, method)[0].status == 405


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost:8000", "LOCALHOST", "127.1.2.3", "[::1]:80"]
)
def test_this_machine_is_answered_by_every_name_of_its_own(site: Running, host: str) -> None:
    assert site.ask("/laws/", host=host)[0].status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "localhost.evil.example", "192.0.2.1", "", "[::1", "x@y"],
)
@pytest.mark.parametrize("path", ["/laws/", SCRIPT, "/.lawkb/changes?page=/laws/&known=x", "/"])
def test_a_site_elsewhere_that_points_its_name_here_is_not_answered(
    site: Running, host: str, path: str
) -> None:
    answer, content = site.ask(path, host=host)
    assert answer.status == 421
    assert f"http://127.0.0.1:{site.port}/laws/".encode() in content
    assert b"<" not in content


def test_a_server_for_every_address_is_asked_by_the_one_it_was_reached_at(tmp_path: Path) -> None:
    with running(tmp_path, "0.0.0.0") as site:
        hosts = ["127.0.0.1", "192.0.2.1", "evil.example"]
        assert [site.ask("/laws/", host=host)[0].status for host in hosts] == [200, 421, 421]


@pytest.mark.parametrize(
    ("path", "method", "host"),
    [
        (LAW, "GET", "127.0.0.1"),
        ("/laws/assets/site.js", "HEAD", "127.0.0.1"),
        ("/laws/none/", "GET", "127.0.0.1"),
        ("/", "GET", "127.0.0.1"),
        (LAW, "POST", "127.0.0.1"),
        (LAW, "GET", "evil.example"),
        (SCRIPT, "GET", "127.0.0.1"),
        (f"/.lawkb/changes?page={LAW}&known=x", "GET", "127.0.0.1"),
    ],
)
def test_every_answer_has_the_headers_that_protect_its_readers(
    site: Running, path: str, method: str, host: str
) -> None:
    answer, _ = site.ask(path, method, host)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_an_error_that_nobody_foresaw_is_told_in_three_lines_and_answered(
    site: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "_with_script", None)
    answer, content = site.ask(LAW)
    assert answer.status == 500
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    (told,) = (record.getMessage() for record in caplog.records if record.name == "lawkb.server")
    assert told.count("\n") == 2
    assert content.decode() == f"{told}\n"


def _heard(opened: socket.socket, seconds: float) -> bool:
    """Whether an open page hears of a change, now or soon."""
    opened.settimeout(seconds)
    content = b""
    try:
        while b"data: changed\n\n" not in content:
            content += opened.recv(1000)
    except TimeoutError:
        return False
    return True


def test_an_open_page_hears_of_a_change_and_of_none_in_another_page(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        pages = (LAW, "/laws/en/2017/47/", "/laws/none/")
        law, other, none = (site.waiting(page) for page in pages)
        with law, other, none:
            before = site.ask(LAW)[1]
            source(tmp_path, lambda text: text.replace("\n", " λανο\n", 1))
            assert _heard(law, LONGEST_SECONDS)
            after = site.ask(LAW)[1]
            assert b"\xce\xbb\xce\xb1\xce\xbd\xce\xbf" in after
            assert before != after
            assert not _heard(other, 3)
            assert not _heard(none, 0.1)
            (tmp_path / "theme" / "assets" / "own.svg").write_text("<svg/>", encoding="utf-8")
            assert _heard(other, LONGEST_SECONDS)  # it may show it


def test_a_page_that_was_asleep_hears_of_a_change_at_once(site: Running) -> None:
    with site.opened(
        f"GET /.lawkb/changes?page={LAW}&known=x HTTP/1.1\r\nHost: localhost\r\n\r\n"
    ) as asleep:
        assert _heard(asleep, LONGEST_SECONDS)


def test_a_fault_is_on_the_page_in_its_lines_until_it_is_mended(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        patch = tmp_path / "corpus" / "patches" / "a.toml"
        with site.waiting(LAW) as law:
            patch.write_text("[[patches # <script>", encoding="utf-8")
            assert _heard(law, LONGEST_SECONDS)
        page = site.ask(LAW)[1].decode()
        (fault,) = re.findall(r"(?s)<pre>(.*?)</pre>\n</aside>", page)
        assert fault.count("\n") == 2
        assert "a.toml" in fault
        assert "<h1>Νόμος 57: <span" in page
        with site.waiting(LAW) as law:
            patch.unlink()
            assert _heard(law, LONGEST_SECONDS)
        assert "lawkb-faults" not in site.ask(LAW)[1].decode()


def test_a_page_that_could_never_be_made_says_why(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        with site.waiting(LAW) as law:
            (tmp_path / "theme" / "law.html").write_text("{{ view.nothing }}", encoding="utf-8")
            assert _heard(law, LONGEST_SECONDS)
        kept, never = site.ask(LAW), site.ask("/laws/en/2017/20/")
        assert (kept[0].status, never[0].status) == (200, 500)
        assert "<h1>Νόμος 57: <span" in kept[1].decode()
        for _, content in (kept, never):
            assert b"law.html:1" in content
            assert b"lawkb-faults" in content


def _status(site: Running, path: str) -> int:
    """The status of an answer."""
    with site.opened(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n") as asked:
        asked.settimeout(LONGEST_SECONDS)
        return int(asked.recv(12)[9:])


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _soon(least: int) -> bool:
    """Whether no more descriptors are open, now or soon."""
    deadline = time.monotonic() + LONGEST_SECONDS
    while _descriptors() > least:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def test_many_pages_that_wait_leave_room_for_others_and_are_forgotten_when_closed(
    site: Running,
) -> None:
    known = re.search(rb'data-known="(\w+)"', site.ask(LAW)[1])
    assert known
    path = f"/.lawkb/changes?page={LAW}&known={known[1].decode()}"
    assert _soon(_descriptors())
    before = _descriptors()
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    waiting = [site.opened(request) for _ in range(MOST_WAITING + 20)]
    assert {int(each.recv(12)[9:]) for each in waiting} == {200, 503}
    assert _status(site, path) == 503
    assert _status(site, LAW) == 200
    for each in waiting:
        each.close()
    assert _soon(before)
    assert _status(site, path) == 200


def test_a_connection_that_asks_nothing_is_closed(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "silent_seconds", 0.2)
    with site.opened("GET /laws/ HT") as silent:
        assert silent.recv(1) == b""


def _with_word(word: str, text: str) -> str:
    return text.replace("\n", f" {word}\n", 1)


def test_requests_are_answered_while_sources_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, answered = Event(), Event()
    write = SourceReader.write

    def slowly(sources: SourceReader) -> tuple[str, ...]:
        reading.set()
        assert answered.wait(LONGEST_SECONDS)
        return write(sources)

    with running(tmp_path) as site, site.waiting(LAW) as law:
        monkeypatch.setattr(SourceReader, "write", slowly)
        try:
            source(tmp_path, partial(_with_word, "λανο"))
            assert reading.wait(LONGEST_SECONDS)
            for page in ("/laws/en/2017/47/", LAW):
                assert site.ask(page)[0].status == 200
        finally:
            answered.set()
        assert _heard(law, LONGEST_SECONDS)
        assert b"\xce\xbb\xce\xb1\xce\xbd\xce\xbf" in site.ask(LAW)[1]
