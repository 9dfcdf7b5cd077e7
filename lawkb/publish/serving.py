"""Serving a site that is edited: over HTTP, and open pages load again when it has changed."""

from __future__ import annotations

import logging
import mimetypes
import posixpath
import socket
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from threading import Condition, Thread
from urllib.parse import quote, unquote, urlsplit

from lawkb.errors import LawkbError
from lawkb.publish.faults import unforeseen
from lawkb.publish.places import INDEX, NOT_FOUND

log = logging.getLogger("lawkb.publish.serving")

SCRIPT = "/.lawkb/reload.js"
_WAIT = "/.lawkb/changed/"
_LONGEST_WAIT_SECONDS = 60
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
        self._turn = 0
        self._turned = Condition()
        super().__init__(address, _Handler)

    def reload(self) -> None:
        """Have the open pages load again."""
        with self._turned:
            self._turn += 1
            self._turned.notify_all()

    def start(self) -> None:
        """Serve in a thread of its own, until ``shutdown``."""
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def wait(self, turn: int) -> int:
        """The turn of the site, as soon as it is another one; after a minute in any case."""
        with self._turned:
            self._turned.wait_for(lambda: self._turn != turn, _LONGEST_WAIT_SECONDS)
            return self._turn

    @property
    def turn(self) -> int:
        """How often it has changed."""
        return self._turn

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a reader who went away."""
        error = sys.exc_info()[1]
        if isinstance(error, Exception) and not isinstance(error, ConnectionError):
            log.warning(unforeseen("an answer to a browser", error))


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if path == SCRIPT:
            script = resources.files("lawkb.publish") / "reload.js"
            self._send(HTTPStatus.OK, SCRIPT, script.read_bytes())
        elif path.startswith(_WAIT) and path.removeprefix(_WAIT).isdecimal():
            turn = self.server.wait(int(path.removeprefix(_WAIT)))
            self._send(HTTPStatus.OK, "turn.txt", str(turn).encode())
        elif not path.startswith(self.server.mount):
            self._redirect(self.server.mount)
        else:
            self._site(path)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _site(self, path: str) -> None:
        """A file of the site, else the folder of that name, else the page that says so."""
        turn = self.server.turn  # before the page is made: what changes meanwhile is newer
        below = posixpath.normpath("/" + path.removeprefix(self.server.mount)).lstrip("/")
        here = posixpath.join(below, INDEX) if path.endswith("/") else below
        content = self.server.read(here)
        if content is not None:
            self._send(HTTPStatus.OK, here, content, turn)
        elif not path.endswith("/") and self.server.read(posixpath.join(below, INDEX)) is not None:
            self._redirect(f"{path}/")
        else:
            lost = self.server.read(NOT_FOUND) or b"There is no such page."
            self._send(HTTPStatus.NOT_FOUND, NOT_FOUND, lost, turn)

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

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of what is asked for."""


def _reloading(content: bytes, turn: int) -> bytes:
    """A page with the script that loads it again."""
    before, end, after = content.rpartition(_BODY_END)
    if not end:
        return content
    script = f'<script src="{SCRIPT}" data-turn="{turn}"></script>\n'
    return before + script.encode() + end + after
