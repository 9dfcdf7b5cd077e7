"""`lawkb mcp` as a process: it ends when it should, and many calls at once are answered."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import time
from contextlib import closing
from pathlib import Path

import anyio
import pytest
from mcp import ClientSession, types

from lawkb.assist.http import PATH
from tests.assist.clients import COMMAND, LONGEST_SECONDS, WAYS, asked, run


@pytest.mark.parametrize("way", WAYS)
def test_fifty_calls_at_once_are_all_answered(way: str) -> None:
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

    run(way, work)


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
                status, _ = asked(port, {})
            except OSError:
                time.sleep(0.05)
            else:
                break
        assert status == 400
        process.send_signal(signal.SIGINT)
        assert process.wait(LONGEST_SECONDS) == 130
