"""Serving a site that is edited: over HTTP, and open pages load again when it has changed."""

from __future__ import annotations

import ipaddress
import logging
import mimetypes
import posixpath
import re
import socket
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from threading import Condition, Thread
from time import monotonic
from urllib.parse import quote, unquote, urlsplit

from lawkb.corpus.stats import digest_of
from lawkb.errors import LawkbError
from lawkb.publish.faults import unforeseen
from lawkb.publish.places import INDEX, NOT_FOUND
from lawkb.publish.policy import HEADERS

log = logging.getLogger("lawkb.publish.serving")

SCRIPT = "/.lawkb/reload.js"
# The turn that a page is of, its digest, and its path; the last two may be left out.
_ASKED = re.compile(r"/\.lawkb/changed/(\d+)(?:/([0-9a-f]+)(/.*))?", re.ASCII)
_LONGEST_WAIT_SECONDS = 60
_LOOK_SECONDS = 1  # whether whoever waits is still there
_SILENT_SECONDS = 10  # for a connection that neither asks nor reads
MOST_WAITING = 100
_LAST_PORT = 65535
_BODY_END = b"</body>"
_TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".xml": "application/xml"}

Read = Callable[[str], bytes | None]


def listen(address: str) -> SiteServer:
    """Take an address, so that nobody else does; whoever asks waits until ``start``.

    Args:
        address: IP address or ``localhost``, and port: ``127.0.0.1:8000``.

    Raises:
        LawkbError: It cannot be used.
    """
    host, _, port = address.rpartition(":")
    try:
        return SiteServer((host.strip("[]"), int(port)), "/", lambda path: None)
    except OSError as error:
        other = f"{host}:{int(port) + 1 if int(port) < _LAST_PORT else int(port) - 1}"
        what = f"cannot be used: {error.strerror or error}"
        raise LawkbError(
            f"--address {address}", what, f"end what uses it, or try --address {other}"
        ) from error


class SiteServer(ThreadingHTTPServer):
    """Serves what ``read`` gives, below a path."""

    daemon_threads = True
    request_queue_size = 128  # a browser that opens many pages at once is not kept waiting

    def __init__(self, address: tuple[str, int], mount: str, read: Read) -> None:
        """Listen at an address.

        Args:
            address: Host and port.
            mount: Path that the site is served below, ``/`` or ``/laws/``.
            read: Gives a file by its path below the root of the site; None where there is none.

        Raises:
            OSError: The address cannot be used.
        """
        self.mount, self.read = mount, read
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self._turn = self._whole = self._waiting = 0
        self._turned = Condition()
        super().__init__(address, _Handler)

    def reload(self, everything: bool = True) -> None:
        """Have the open pages load again.

        Args:
            everything: Also those that are what they were: a picture or a style may be another.
        """
        with self._turned:
            self._turn += 1
            self._whole = self._turn if everything else self._whole
            self._turned.notify_all()

    def start(self) -> None:
        """Serve in a thread of its own, until ``shutdown``."""
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def wait(self, turn: int, is_same: Callable[[], bool], is_gone: Callable[[], bool]) -> int:
        """The turn of the site as soon as a page is another one; after a minute ``turn`` itself.

        Args:
            turn: Of which the page is.
            is_same: Whether it is still what it was then.
            is_gone: Whether nobody waits for the answer any more.

        Raises:
            BlockingIOError: So many wait that no further one may.
        """
        with self._turned:
            if self._waiting >= MOST_WAITING:
                raise BlockingIOError
            self._waiting += 1
        try:
            return self._wait(turn, is_same, is_gone)
        finally:
            with self._turned:
                self._waiting -= 1

    def _wait(self, turn: int, is_same: Callable[[], bool], is_gone: Callable[[], bool]) -> int:
        end, seen = monotonic() + _LONGEST_WAIT_SECONDS, turn
        while monotonic() < end and not is_gone():
            with self._turned:
                if self._turn == seen:
                    self._turned.wait(_LOOK_SECONDS)
                changed, seen, whole = self._turn != seen, self._turn, self._whole
            if changed and (whole > turn or not is_same()):
                return seen
        return turn

    def page(self, path: str) -> bytes | None:
        """What is shown at a path: the file, or that of the folder of this name."""
        below = posixpath.normpath("/" + path.removeprefix(self.mount)).lstrip("/")
        return self.read(posixpath.join(below, INDEX) if path.endswith("/") else below)

    def lost(self) -> bytes:
        """What is shown where there is nothing."""
        return self.read(NOT_FOUND) or b"There is no such page."

    @property
    def turn(self) -> int:
        """How often it has changed."""
        return self._turn

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a reader who went away."""
        error = sys.exc_info()[1]
        if isinstance(error, Exception) and not isinstance(error, (ConnectionError, TimeoutError)):
            log.warning(unforeseen("an answer to a browser", error))


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer
    timeout = _SILENT_SECONDS

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if not self._is_here():
            here = f"http://127.0.0.1:{self.server.server_port}{self.server.mount}"
            told = f"This site is not served by that name. On this machine it is at {here}\n"
            self._send(HTTPStatus.MISDIRECTED_REQUEST, "told.txt", told.encode())
        elif path == SCRIPT:
            script = resources.files("lawkb.publish") / "reload.js"
            self._send(HTTPStatus.OK, SCRIPT, script.read_bytes())
        elif asked := _ASKED.fullmatch(path):
            self._turn_after(int(asked[1]), partial(self._is, asked[2], asked[3]))
        elif not path.startswith(self.server.mount):
            self._redirect(self.server.mount)
        else:
            self._site(path)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _is_here(self) -> bool:
        """Whether it was asked by a name of this machine.

        Any site could have its own name lead here, and read as its own what is answered to it.
        """
        host = (self.headers["Host"] or "").lower()
        name = re.sub(r":\d*$", "", host)
        try:
            asked = ipaddress.ip_address(name.strip("[]"))
            reached = ipaddress.ip_address(self.connection.getsockname()[0])
        except ValueError:
            return name == "localhost"
        return asked.is_loopback or asked in (reached, getattr(reached, "ipv4_mapped", None))

    def _turn_after(self, turn: int, is_same: Callable[[], bool]) -> None:
        """The turn of the site when a page is another one."""
        try:
            now = self.server.wait(turn, is_same, self._is_gone)
        except BlockingIOError:
            told = b"Too many pages of this site are open. This one asks again.\n"
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, "told.txt", told)
        else:
            self._send(HTTPStatus.OK, "turn.txt", str(now).encode())

    def _is_gone(self) -> bool:
        """Whether the browser has closed the connection."""
        self.connection.setblocking(False)
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self.connection.settimeout(self.timeout)

    def _is(self, digest: str | None, path: str | None) -> bool:
        """Whether the page at a path has a digest; one without a path has not."""
        if not path:
            return False
        return digest_of(self.server.page(path) or self.server.lost()) == digest

    def _site(self, path: str) -> None:
        """A file of the site, else the folder of that name, else the page that says so."""
        turn = self.server.turn  # before the page is made: what changes meanwhile is newer
        content = self.server.page(path)
        if content is not None:
            name = INDEX if path.endswith("/") else path
            self._send(HTTPStatus.OK, name, content, turn)
        elif not path.endswith("/") and self.server.page(f"{path}/") is not None:
            self._redirect(f"{path}/")
        else:
            self._send(HTTPStatus.NOT_FOUND, NOT_FOUND, self.server.lost(), turn)

    def _redirect(self, path: str) -> None:
        self.send_response(HTTPStatus.FOUND)
        self.send_header("Location", quote("/" + path.lstrip("/")))  # "//x" would be a host
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, status: HTTPStatus, name: str, content: bytes, turn: int | None = None) -> None:
        """An answer that nobody keeps; a page brings the script that loads it again."""
        if turn is not None and name.endswith(".html"):
            content = _reloading(content, turn)
        kind = _TYPES.get(posixpath.splitext(name)[1]) or mimetypes.guess_type(name)[0]
        text = kind is not None and (kind.startswith("text/") or kind.endswith("/json"))
        self.send_response(status)
        self.send_header(
            "Content-Type",
            f"{kind}; charset=utf-8" if text else kind or "application/octet-stream",
        )
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        """What protects readers goes with every answer."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of what is asked for."""


def _reloading(content: bytes, turn: int) -> bytes:
    """A page with the script that loads it again."""
    before, end, after = content.rpartition(_BODY_END)
    if not end:
        return content
    was = f'data-turn="{turn}" data-digest="{digest_of(content)}"'
    script = f'<script src="{SCRIPT}" {was}></script>\n'
    return before + script.encode() + end + after
