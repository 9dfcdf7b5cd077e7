"""Servers on loopback for the tests of fetching: one replays what real wikis answered, one says
whatever it is given, byte for byte."""

from __future__ import annotations

import json
import socket
import threading
import xmlrpc.client
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.sources.samples import SAMPLES

# What does not change the part of an answer that is read: no sample has a namespace so deep that
# the depth matters, hashes are not read, and a missing page is missing whatever is asked of it.
ASIDE = ("depth", "hash", "author", "rev")
# The bytes of the answer, or pieces of them, perhaps without end.
Say = Callable[["Request"], bytes | Iterable[bytes]]


@dataclass(frozen=True)
class Request:
    """A request as it came.

    Attributes:
        path: With its query.
        headers: Names in lower case.
        body: What was posted.
    """

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    """A server that is running."""

    port: int
    asked: list[Request] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def http(status: int, body: bytes, *headers: str) -> bytes:
    """A whole answer of HTTP."""
    lines = [f"HTTP/1.1 {status} x", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@contextmanager
def serving(say: Say) -> Iterator[Server]:
    """A server whose answer to each request is the bytes that ``say`` gives."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = Server(door.getsockname()[1])
        thread = threading.Thread(target=_serve, args=(door, server, say))
        thread.start()
        try:
            yield server
        finally:
            with socket.create_connection(("127.0.0.1", server.port)) as last:
                last.sendall(b"STOP")
            thread.join()


def _serve(door: socket.socket, server: Server, say: Say) -> None:
    while True:
        connection = door.accept()[0]
        with connection, connection.makefile("rb") as given:
            connection.settimeout(60)
            request = _read(given)
            if request is None:
                return
            server.asked.append(request)
            try:
                answer = say(request)
                for piece in (answer,) if isinstance(answer, bytes) else answer:
                    connection.sendall(piece)
            except OSError:
                continue  # they hung up, as they do when an answer has no end


def _read(given: Any) -> Request | None:
    first = given.readline()
    if not first.startswith(b"POST "):
        return None
    headers = {}
    while line := given.readline().strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    body = given.read(int(headers.get("content-length", "0")))
    return Request(first.split()[1].decode("latin-1"), headers, body)


def recorded_json(names: Iterable[str]) -> Say:
    """What release 2026-07-14b answered to requests of JSON-RPC, by the names of the samples."""
    folder = SAMPLES / "jsonrpc"
    index = [line.split("\t") for line in (folder / "INDEX.tsv").read_text().splitlines()]
    # The one that INDEX.tsv leaves to the README of the samples.
    status = {name: int(told) if told.isdigit() else 404 for name, told, _ in index}
    paths = {name: path for name, _, path in index}
    answers = {}
    for name in names:
        asked = json.loads((folder / f"{name}.request.json").read_bytes())
        body = (folder / f"{name}.response.json").read_bytes()
        answers[_json_key(paths[name], asked)] = http(status[name], body)
    return lambda request: (
        answers[_json_key(request.path, json.loads(request.body))]
        if "jsonrpc" in request.path
        else http(404, b"<html>no such file</html>")
    )


def recorded_xml(api: str) -> Say:
    """What a release answered to requests of XML-RPC; it has no JSON-RPC."""
    answers = {}
    for file in (SAMPLES / "xmlrpc").glob(f"{api}.*.request.xml"):
        body = file.with_name(file.name.replace(".request.", ".response.")).read_bytes()
        answers[_xml_key(file.read_bytes())] = http(200, body)
    return lambda request: (
        answers[_xml_key(request.body)]
        if request.path == "/lib/exe/xmlrpc.php"
        else http(404, b"<html>no such file</html>")
    )


def _json_key(path: str, asked: dict[str, Any]) -> str:
    kept = {name: value for name, value in asked.items() if name not in ASIDE}
    return f"{path} {json.dumps(kept, sort_keys=True)}"


def _xml_key(body: bytes) -> str:
    values, method = xmlrpc.client.loads(body)
    kept = [value for value in values if not isinstance(value, dict)]
    return f"{method} {json.dumps(kept)}"
