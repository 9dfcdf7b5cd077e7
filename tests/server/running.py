"""A site that is served in this process, on loopback."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread

from uvicorn import Server

from lawkb.server.app import listen, make_app, server_of
from lawkb.server.preview import Preview
from tests.server.edits import editable

LAW = "/laws/el/2017/57/"
LONGEST_SECONDS = 120  # of any wait: a guard, nothing is expected to take so long


@dataclass(frozen=True, slots=True)
class Running:
    """A site that is served in this process."""

    host: str
    port: int
    folder: Path

    def ask(
        self, path: str, method: str = "GET", host: str = "127.0.0.1"
    ) -> tuple[HTTPResponse, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_SECONDS)
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def opened(self, request: str) -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=LONGEST_SECONDS)
        opened.sendall(request.encode())
        return opened

    def waiting(self, page: str) -> socket.socket:
        """An open page, which waits to hear that it has changed."""
        known = re.search(rb'data-known="(\w+)"', self.ask(page)[1])
        assert known
        path = f"/.lawkb/changes?page={page}&known={known[1].decode()}"
        return self.opened(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")


@contextmanager
def running(
    folder: Path, host: str = "127.0.0.1", change: Callable[[Path], None] = lambda folder: None
) -> Iterator[Running]:
    """A copy of the real corpus with two hand-written pages, served below /laws/.

    Args:
        folder: Where the copy is made.
        host: Address to listen at.
        change: Called with the folder before the site is served.
    """
    with listen_free(host) as listening:
        port = listening.getsockname()[1]
        config = editable(folder)
        change(folder)
        preview = Preview(config, f"{host}:{port}", folder / "made")
        with started(server_of(make_app(preview)), listening):
            yield Running(host, port, folder)


@contextmanager
def started(server: Server, listening: socket.socket) -> Iterator[None]:
    """Run a server in a thread while the block runs."""
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


def searched_on_server(folder: Path) -> None:
    """Let the site of a folder be searched on its server."""
    with (folder / "corpus" / "corpus.toml").open("a", encoding="utf-8") as file:
        file.write('\n[search]\non = "server"\n')


def listen_free(host: str) -> socket.socket:
    with socket.socket() as free:
        free.bind((host, 0))
        port = free.getsockname()[1]
    return listen(f"{host}:{port}")
