"""What ``lawkb serve`` tells its operator: a structured log, never a query's words."""

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.server.edits import editable
from tests.server.running import LONGEST_SECONDS, searched_on_server
from tests.server.test_serve_command import SERVE

SECRET = "hidden7words"
HOSTILE = (
    "/laws/%0a%22%7d%0afaked:%20yes",
    "/laws/%1b%5b31m%00%7f%e2%80%a8%e2%80%ae",
    "/laws/%ff%fe",
    "/laws/" + "x" * 20_000,
    "//evil.example/" + quote("'\"<script>"),
    '/laws/{route="a"}',
)


@dataclass(frozen=True, slots=True)
class Operated:
    """A site served by the command."""

    port: int
    process: subprocess.Popen[str]

    def ask(self, path: str, method: str = "GET", host: str = "localhost") -> bytes:
        """The answer to a request, whole, with whatever path."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=LONGEST_SECONDS) as opened:
            opened.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n".encode("latin-1"))
            opened.sendall(b"Connection: close\r\n\r\n")
            return b"".join(iter(lambda: opened.recv(65536), b""))

    def log(self) -> list[str]:
        """End it as Ctrl-C does: the lines on standard error."""
        self.process.send_signal(2)
        return self.process.communicate(timeout=LONGEST_SECONDS)[1].splitlines()


@contextmanager
def operated(folder: Path, *options: str) -> Iterator[Operated]:
    config = editable(folder)
    searched_on_server(folder)
    port = _free_port()
    command = [sys.executable, "-c", SERVE, "--corpus", str(config.parent / "corpus"), "serve"]
    command += ["--port", f"{port}"]
    with subprocess.Popen(
        [*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            _await_answer(process, f"http://127.0.0.1:{port}/laws/")
            yield Operated(port, process)
        finally:
            process.kill()


def _await_answer(process: subprocess.Popen[str], url: str) -> None:
    while process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=LONGEST_SECONDS).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"it has ended: {process.communicate()[1]}")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines that were logged after some requests."""
    with operated(tmp_path_factory.mktemp("site"), "--log", "json") as site:
        for query in ("card", "card", f"={SECRET}", f'"{SECRET}'):
            site.ask(f"/laws/search.json?q={quote(query)}")
        site.ask(f"/laws/search?page=el&q={SECRET}")
        site.ask("/laws/en/2017/57/")
        site.ask("/laws/en/2017/99/")
        site.ask("/laws/en/2017/57/", method="POST")
        site.ask("/laws/", host="evil.example")
        for path in HOSTILE:
            site.ask(path)
        return site.log()


def test_no_line_of_the_log_has_the_words_of_a_query(evening: list[str]) -> None:
    assert SECRET not in "\n".join(evening)


def test_each_line_of_the_log_is_one_object_of_plain_characters(evening: list[str]) -> None:
    records = [json.loads(line) for line in evening]
    requests = [each for each in records if each["logger"] == "lawkb.server.requests"]
    assert len(requests) >= 9 + len(HOSTILE)
    assert all({"time", "level", "message"} <= each.keys() for each in records)
    assert all(re.fullmatch(r"[ -~]+", line) for line in evening)
    assert all(len(line) < 2000 for line in evening)
    assert "127.0.0.1" not in "".join(json.dumps(each) for each in requests)
    found = Counter(each["search"] for each in requests if "search" in each)
    assert found == {"found": 2, "nothing": 2, "error": 1}
    assert not [each for each in records if "faked" in each]
    one = next(each for each in requests if each["path"] == "/laws/en/2017/57/")
    assert {"method": "GET", "route": "/{path:path}", "status": 200}.items() <= one.items()
    assert one["milliseconds"] > 0


def test_a_request_is_logged_with_its_template_and_status(evening: list[str]) -> None:
    records = [json.loads(line) for line in evening]
    requests = Counter((each["route"], each["status"]) for each in records if "route" in each)
    assert requests["/laws/search.json", 200] == 3
    assert requests["/laws/search.json", 400] == 1
    assert requests["/laws/search", 200] == 1
    assert requests["/{path:path}", 404] >= 1
    assert requests["/{path:path}", 405] == 1
    assert requests["/{path:path}", 421] == 1
    assert len({route for route, _ in requests}) <= 6  # whatever is asked for


def test_addresses_of_readers_are_logged_when_asked_for(tmp_path: Path) -> None:
    with operated(tmp_path, "--log", "json", "--log-addresses") as site:
        site.ask("/laws/en/2017/57/")
        records = [json.loads(line) for line in site.log()]
    assert {each["address"] for each in records if "route" in each} == {"127.0.0.1"}


def test_the_plain_log_has_no_requests_and_no_path_shows_metrics(tmp_path: Path) -> None:
    with operated(tmp_path) as site:
        assert b" 302 " in site.ask("/metrics").partition(b"\r\n")[0]  # as any other path
        assert b" 404 " in site.ask("/laws/metrics").partition(b"\r\n")[0]
        assert site.log() == []
