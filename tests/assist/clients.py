"""Clients of `lawkb mcp`, by the protocol's own library, over both of its ways."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from http.client import HTTPConnection

import anyio
import httpx
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from lawkb.assist.answers import Answers
from lawkb.assist.http import PATH, make_app
from lawkb.server.app import listen, server_of
from lawkb.server.desk.access import MOST_CONNECTIONS
from tests.corpus_files import CORPUS

LONGEST_SECONDS = 120.0
COMMAND = [sys.executable, "-m", "lawkb", "--corpus", str(CORPUS), "mcp"]
TOKEN = "a-token-of-the-tests"
Work = Callable[[ClientSession], Awaitable[None]]


@contextmanager
def served(token: str | None = None) -> Iterator[int]:
    """A server over HTTP in this process; its port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
    server = server_of(make_app(Answers(CORPUS), token), MOST_CONNECTIONS)
    listening = listen(f"127.0.0.1:{port}")
    thread = threading.Thread(target=partial(server.run, sockets=[listening]))
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(LONGEST_SECONDS)
        listening.close()


@asynccontextmanager
async def _over_stdio() -> AsyncIterator[ClientSession]:
    parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        yield session


@asynccontextmanager
async def _over_http() -> AsyncIterator[ClientSession]:
    with served(TOKEN) as port:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            httpx.AsyncClient(headers=headers, timeout=LONGEST_SECONDS) as client,
            streamable_http_client(f"http://127.0.0.1:{port}{PATH}", http_client=client) as (
                read,
                write,
                _,
            ),
            ClientSession(read, write) as session,
        ):
            yield session


WAYS = {"stdio": _over_stdio, "http": _over_http}


def run(way: str, work: Work) -> None:
    """Let a client do something, connected in a way."""

    async def connected() -> None:
        with anyio.fail_after(LONGEST_SECONDS):
            async with WAYS[way]() as session:
                await session.initialize()
                await work(session)

    anyio.run(connected)


def asked(
    port: int, headers: dict[str, str], method: str = "POST", path: str = PATH, body: str = "{}"
) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of an answer over HTTP."""
    connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST_SECONDS)
    sent = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    connection.request(method, path, body.encode(), sent | headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders())
