"""Requests that no browser sends, byte by byte."""

from __future__ import annotations

import socket
from contextlib import closing
from dataclasses import dataclass

from tests.server.running import LONGEST_SECONDS


@dataclass(frozen=True)
class Told:
    """What came back: nothing at all if the desk just closed the connection."""

    status: int
    content: bytes


def told(port: int, request: bytes, *more: bytes) -> Told:
    """Send bytes as they are, and read until the desk closes or has answered."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=LONGEST_SECONDS)) as opened:
        try:
            for each in (request, *more):
                opened.sendall(each)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has answered and closed
        return read_answer(opened)


def read_answer(opened: socket.socket) -> Told:
    """Read one answer, whose length its headers say."""
    held = b""
    try:
        while b"\r\n\r\n" not in held and (some := opened.recv(65536)):
            held += some
        head, _, content = held.partition(b"\r\n\r\n")
        length = int(_header(head, b"content-length") or 0)
        while len(content) < length and (some := opened.recv(65536)):
            content += some
    except ConnectionResetError:
        head, content = held, b""
    return Told(int(head[9:12] or 0), content)


def _header(head: bytes, name: bytes) -> bytes:
    lines = (line.partition(b":") for line in head.split(b"\r\n")[1:])
    return next((value.strip() for key, _, value in lines if key.lower() == name), b"")


def post(port: int, path: str, cookie: str, headers: str, body: bytes = b"") -> bytes:
    """A form of the desk itself, with further headers, as bytes."""
    here = f"127.0.0.1:{port}"
    return (
        f"POST {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
        f"Cookie: {cookie}\r\n{headers}\r\n\r\n"
    ).encode("latin-1") + body
