"""`lawkb mcp` driven by the protocol's own client, over standard input and output and over HTTP."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import anyio
import httpx
import jsonschema
import pytest
from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from lawkb.assist.answers import Answers
from lawkb.assist.http import PATH, make_app
from lawkb.assist.plain_json import MOST_CHARACTERS
from lawkb.server.app import listen, server_of
from lawkb.server.desk.access import MOST_CONNECTIONS
from tests.assist.asked import TOOLS, answers_in
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


@pytest.fixture(params=WAYS)
def run(request: pytest.FixtureRequest) -> Callable[[Work], None]:
    """Let a client do something, connected in either way."""

    async def connected(work: Work) -> None:
        with anyio.fail_after(LONGEST_SECONDS):
            async with WAYS[request.param]() as session:
                await session.initialize()
                await work(session)

    return lambda work: anyio.run(connected, work)


def test_what_is_offered_is_listed_and_can_be_called(run: Callable[[Work], None]) -> None:
    async def work(session: ClientSession) -> None:
        listed = (await session.list_tools()).tools
        assert [each.name for each in listed] == [*TOOLS]
        for each in listed:
            assert each.annotations
            assert each.annotations.readOnlyHint
            assert not each.annotations.destructiveHint
        # The client compares every answer with the schema that was listed.
        found = await session.call_tool("get_provision", {"address": "Νόμος 47Ε2(β)"})
        assert not found.isError
        assert found.structuredContent
        (content,) = found.content
        assert isinstance(content, types.TextContent)
        assert json.loads(content.text) == found.structuredContent
        assert len(content.text) <= MOST_CHARACTERS
        resources = (await session.list_resources()).resources
        assert "law://2017/en/47" in [str(each.uri) for each in resources]
        read = await session.read_resource(resources[1].uri)
        (law,) = read.contents
        assert isinstance(law, types.TextResourceContents)
        assert law.mimeType == "text/markdown"
        (template,) = (await session.list_resource_templates()).resourceTemplates
        assert template.uriTemplate == "law://{edition}/{language}/{address}"
        (prompt,) = (await session.list_prompts()).prompts
        got = await session.get_prompt(prompt.name, {"question": "May he?", "language": "el"})
        demands, question = (each.content for each in got.messages)
        assert isinstance(demands, types.TextContent)
        assert isinstance(question, types.TextContent)
        assert "verify_citations" in demands.text
        assert question.text == "May he?"

    run(work)


def test_every_answer_and_refusal_fits_the_schema_that_is_declared(
    run: Callable[[Work], None],
) -> None:
    calls: list[tuple[str, dict[str, Any], bool]] = [
        ("find_provisions", {"query": "penalty card"}, False),
        ("find_provisions", {"query": '"'}, True),
        ("find_provisions", {"query": 7}, True),
        ("get_provision", {"address": "20"}, False),
        ("get_provision", {"address": "16"}, True),
        ("get_references", {"address": "47E"}, False),
        ("compare", {"address": "47"}, False),
        ("list_contents", {}, False),
        ("verify_citations", {"text": "“a card once played” (Law 47A); Law 47Z"}, False),
    ]

    async def work(session: ClientSession) -> None:
        schemas = {each.name: each.outputSchema for each in (await session.list_tools()).tools}
        for name, arguments, is_refused in calls:
            found = await session.call_tool(name, arguments)
            assert found.isError is is_refused, (name, arguments, found)
            jsonschema.Draft202012Validator(schemas[name] or {}).validate(found.structuredContent)

    run(work)


def test_what_is_not_offered_is_an_error_of_the_protocol(run: Callable[[Work], None]) -> None:
    async def work(session: ClientSession) -> None:
        with pytest.raises(McpError, match="no such tool"):
            await session.call_tool("write_provision", {})
        with pytest.raises(McpError) as told:
            await session.read_resource("law://2017/en/16")  # type: ignore[arg-type]
        refused: Any = told.value.error.data
        assert refused["kind"] == "not_held"
        with pytest.raises(McpError, match="no such resource"):
            await session.read_resource("file:///etc/passwd")  # type: ignore[arg-type]
        with pytest.raises(McpError, match="no such prompt"):
            await session.get_prompt("write", {})
        with pytest.raises(McpError, match="question is missing"):
            await session.get_prompt("answer-from-the-laws", {})
        with pytest.raises(McpError, match="cursor"):
            await session.list_resources(params=types.PaginatedRequestParams(cursor="x"))
        assert (await session.send_ping()) is not None

    run(work)


def test_fifty_calls_at_once_are_all_answered(run: Callable[[Work], None]) -> None:
    async def work(session: ClientSession) -> None:
        answered: dict[int, str] = {}

        async def one(number: int) -> None:
            address = ("47A", "47B", "20F", "14A", "57C")[number % 5]
            found = await session.call_tool("get_provision", {"address": address})
            assert found.structuredContent
            answered[number] = found.structuredContent["answer"]["address"]
            assert answered[number] == address

        async with anyio.create_task_group() as tasks:
            for number in range(50):
                tasks.start_soon(one, number)
        assert len(answered) == 50

    run(work)


def test_a_cancelled_call_ends_and_the_next_is_answered(run: Callable[[Work], None]) -> None:
    long = "See Law 47E2(b) and Law 20F1.\n\n" * 3_000

    async def work(session: ClientSession) -> None:
        number = session._request_id
        ended: list[str] = []

        async def ask() -> None:
            try:
                await session.call_tool("verify_citations", {"text": long})
            except McpError as error:
                ended.append(error.error.message)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask)
            await anyio.sleep(0.2)
            parameters = types.CancelledNotificationParams(requestId=number)
            cancelled = types.CancelledNotification(params=parameters)
            await session.send_notification(types.ClientNotification(cancelled))
        assert ended == ["Request cancelled"]
        found = await session.call_tool("list_contents", {})
        assert not found.isError

    run(work)


def test_a_text_that_is_too_long_is_refused(run: Callable[[Work], None]) -> None:
    async def work(session: ClientSession) -> None:
        found = await session.call_tool("verify_citations", {"text": "Law 47. " * 50_000})
        assert found.structuredContent
        assert found.structuredContent["refused"]["kind"] == "too_long"

    run(work)


# ---- standard input and output


def _started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def _hello(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    assert process.stdout
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": types.LATEST_PROTOCOL_VERSION,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "lawkb"


def test_the_server_ends_when_the_client_closes_its_input() -> None:
    with _started() as process:
        _hello(process)
        assert process.stdin
        process.stdin.close()
        assert process.wait(LONGEST_SECONDS) == 0
        assert process.stderr
        assert process.stderr.read() == b""


def test_the_server_ends_when_the_client_is_gone() -> None:
    with _started() as process:
        _hello(process)
        assert process.stdin
        assert process.stdout
        process.stdout.close()
        process.stdin.write(b'{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
        process.stdin.close()
        assert process.wait(LONGEST_SECONDS) == 0
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()


def test_ctrl_c_ends_the_server_at_once() -> None:
    with _started() as process:
        _hello(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(LONGEST_SECONDS) in (130, -signal.SIGINT)


@pytest.mark.parametrize("line", [b"\xff\xfe\x00", b"{", b"[]", b'{"jsonrpc":"2.0"}', b'"' * 9999])
def test_lines_that_are_no_message_do_not_end_it(line: bytes) -> None:
    with _started() as process:
        _hello(process)
        assert process.stdin
        assert process.stdout
        process.stdin.write(line + b"\n" + b'{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
        process.stdin.flush()
        answers = iter(process.stdout.readline, b"")
        assert any(json.loads(each).get("id") == 2 for each in answers)
        process.stdin.close()
        assert process.wait(LONGEST_SECONDS) == 0


# ---- HTTP


def _asked(
    port: int, headers: dict[str, str], method: str = "POST", path: str = PATH, body: str = "{}"
) -> tuple[int, dict[str, str]]:
    connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST_SECONDS)
    sent = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    connection.request(method, path, body.encode(), sent | headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders())


def test_the_guard_refuses_strangers() -> None:
    right = {"Authorization": f"Bearer {TOKEN}"}
    with served(TOKEN) as port:
        here = f"http://127.0.0.1:{port}"
        refusals: list[tuple[int, dict[str, str], str, str]] = [
            (421, {"Host": "evil.example"} | right, "POST", PATH),
            (421, {"Host": f"evil.example:{port}"} | right, "POST", PATH),
            (403, {"Origin": "http://evil.example"} | right, "POST", PATH),
            (403, {"Origin": "null"} | right, "POST", PATH),
            (403, {"Sec-Fetch-Site": "cross-site"} | right, "POST", PATH),
            (404, right, "POST", "/"),
            (404, right, "GET", f"{PATH}/../search.json"),
            (405, right, "PUT", PATH),
            (401, {}, "POST", PATH),
            (401, {"Authorization": f"Bearer {TOKEN}x"}, "POST", PATH),
            (401, {"Authorization": f"Basic {TOKEN}"}, "POST", PATH),
            (400, {"Origin": here} | right, "POST", PATH),  # past the guard: no message
        ]
        for status, headers, method, path in refusals:
            found, told = _asked(port, headers, method, path)
            assert found == status, (headers, method, path)
            assert told["cache-control"] == "no-store"
            assert "content-security-policy" in told
        assert _asked(port, {})[1]["www-authenticate"] == "Bearer"
        assert _asked(port, right, body="x" * (11 * 2**20))[0] == 413


def test_a_client_that_goes_away_leaves_the_server_answering() -> None:
    with served() as port:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as gone:
                head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9999\r\n"
                gone.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())
        assert _asked(port, {})[0] == 400


def test_what_is_no_token_is_told_in_three_lines(tmp_path: Path) -> None:
    file = tmp_path / "token"
    for content in (b"", b"short", b"two words of a token", "τόκεν-μακρύ-αρκετά".encode()):
        file.write_bytes(content)
        words = [*COMMAND, "--http", "--token-file", str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 3), done.stderr


def test_the_command_serves_over_http_until_it_is_stopped() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with subprocess.Popen(
        [*COMMAND, "--http", "--port", str(port)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        told = process.stdout.readline()
        assert told == f"assistants are answered at http://127.0.0.1:{port}{PATH} (Ctrl-C stops)\n"
        end = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < end:
            try:
                status, _ = _asked(port, {})
            except OSError:
                time.sleep(0.05)
            else:
                break
        assert status == 400
        process.send_signal(signal.SIGINT)
        assert process.wait(LONGEST_SECONDS) == 130


def test_answers_are_of_the_corpus_that_is_named() -> None:
    assert answers_in().corpus.editions == ("2017", "2007")
