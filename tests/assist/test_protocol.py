"""`lawkb mcp` driven by the protocol's own client, over standard input and output and over HTTP."""

from __future__ import annotations

import json
import socket
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import ClientSession, McpError, types

from lawkb.assist.http import PATH
from lawkb.assist.plain_json import MOST_CHARACTERS
from tests.assist.asked import TOOLS, answers_in
from tests.assist.clients import TOKEN, WAYS, asked, run, served


@pytest.mark.parametrize("way", WAYS)
def test_what_is_offered_is_listed_and_can_be_called(way: str) -> None:
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

    run(way, work)


@pytest.mark.parametrize("way", WAYS)
def test_every_answer_and_refusal_fits_the_schema_that_is_declared(way: str) -> None:
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

    run(way, work)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_not_offered_is_an_error_of_the_protocol(way: str) -> None:
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

    run(way, work)


@pytest.mark.parametrize("way", WAYS)
def test_a_cancelled_call_ends_and_the_next_is_answered(way: str) -> None:
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

    run(way, work)


@pytest.mark.parametrize("way", WAYS)
def test_a_text_that_is_too_long_is_refused(way: str) -> None:
    async def work(session: ClientSession) -> None:
        found = await session.call_tool("verify_citations", {"text": "Law 47. " * 50_000})
        assert found.structuredContent
        assert found.structuredContent["refused"]["kind"] == "too_long"

    run(way, work)


# ---- HTTP


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
            found, told = asked(port, headers, method, path)
            assert found == status, (headers, method, path)
            assert told["cache-control"] == "no-store"
            assert "content-security-policy" in told
        assert asked(port, {})[1]["www-authenticate"] == "Bearer"
        assert asked(port, right, body="x" * (11 * 2**20))[0] == 413


def test_a_client_that_goes_away_leaves_the_server_answering() -> None:
    with served() as port:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as gone:
                head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9999\r\n"
                gone.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())
        assert asked(port, {})[0] == 400


def test_answers_are_of_the_corpus_that_is_named() -> None:
    assert answers_in().corpus.editions == ("2017", "2007")
