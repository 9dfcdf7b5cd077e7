"""The server of the Model Context Protocol: over standard input and output, or over HTTP.

Answers are made one after another in a thread, so that cancelled calls, pings and new calls are
heard meanwhile. Nothing can be changed by any of them.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, redirect_stdout, suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import parse_qs, quote, unquote, urlsplit

import anyio
from anyio import CapacityLimiter, to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import McpError

from lawkb import __version__
from lawkb.api import Corpus
from lawkb.assist.answers import Answers, Refusal, RefusedError
from lawkb.assist.plain_json import MOST_CHARACTERS, plain, written
from lawkb.assist.tools import (
    NOTE,
    PROMPT,
    WORDS,
    Examples,
    Tool,
    call,
    prompt_text,
    tools,
)
from lawkb.errors import LawkbError, visible
from lawkb.exchange.law_markdown import escaped

log = logging.getLogger("lawkb.assist")

T = TypeVar("T")
MOST_WAITING = 500  # calls; more of them are asked to come again
_LISTED = 200  # resources on a page
_NOT_FOUND = -32002  # by the protocol's page on resources


def make_server(own: Answers) -> Server[Any, Any]:
    """Return the server that answers for a corpus; it serves no client yet."""
    answering = _Answering(own)
    server: Server[Any, Any] = Server(
        "lawkb", __version__, _instructions(own), lifespan=lambda _: answering.starting()
    )
    _put(server, types.ListToolsRequest, answering.list_tools)
    _put(server, types.CallToolRequest, answering.call_tool)
    _put(server, types.ListResourcesRequest, answering.list_resources)
    _put(server, types.ListResourceTemplatesRequest, answering.list_templates)
    _put(server, types.ReadResourceRequest, answering.read_resource)
    _put(server, types.ListPromptsRequest, answering.list_prompts)
    _put(server, types.GetPromptRequest, answering.get_prompt)
    return server


def _put(server: Server[Any, Any], kind: type, answer: Callable[[Any], Awaitable[Any]]) -> None:
    # Not the SDK's decorators: they compare arguments with the schema in words that repeat them.
    async def handler(request: Any) -> types.ServerResult:
        return types.ServerResult(await answer(request))

    server.request_handlers[kind] = handler


def _instructions(own: Answers) -> str:
    corpus = own.corpus
    contents = corpus.contents()
    titles = contents.title.get(contents.original) or ", ".join(contents.title.values())
    held = "; ".join(
        f"{each.edition} {one.lang}: {', '.join(islice(one.held, 30)) or 'none'}"
        for each in contents.editions
        for one in each.languages
    )
    has = f"editions {', '.join(corpus.editions)}; languages {', '.join(corpus.languages)}"
    words: str = WORDS["instructions"].strip()
    return words.format(
        title=titles or "a law code",
        editions=has,
        original=contents.original,
        held=held,
        most=MOST_CHARACTERS,
    )


def examples_of(own: Answers) -> Examples:
    """Return an address that is here as two languages write it."""
    corpus = own.corpus
    edition = next(each for each in corpus.editions if corpus.laws(each))
    laws = [str(each.number) for each in corpus.laws(edition)]
    # One that another edition has, too, can be compared.
    elsewhere = {
        number.partition("-")[0]
        for each in corpus.contents().editions
        for one in each.languages
        for number in one.held
        if each.edition != edition
    }
    laws = [each for each in laws if each in elsewhere][:1] or laws[:3]
    held = [each for law in laws for each in corpus.excerpt(law, edition=edition).provisions]
    shown = [each.texts for each in held if each.texts]
    # In as many languages as there are, and deep rather than shallow.
    best = max(shown, key=lambda each: (len(each), min(len(one.label) for one in each.values())))
    labels = [(tag, each.label) for tag, each in best.items()]
    return Examples(labels[0][1], labels[-1][1], labels[-1][0], edition)


class _Answering:
    """The handlers of a server's requests."""

    def __init__(self, own: Answers) -> None:
        self._own = own
        self._tools: dict[str, Tool] = {each.name: each for each in tools(examples_of(own))}
        self._listed = [_listed(each) for each in self._tools.values()]
        self._alone = threading.Lock()  # also of threads whose call was cancelled
        self._limiter: CapacityLimiter | None = None
        self._waiting = 0
        self._is_warm = False

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[None]:
        """Read what the first answers need while the client introduces itself."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._warm)
            yield
            tasks.cancel_scope.cancel()

    async def _warm(self) -> None:
        if self._is_warm:  # another client of the same server has been before
            return
        self._is_warm = True
        with suppress(McpError, RefusedError):
            await self._in_turn(self._own.warm)

    async def list_tools(self, request: types.ListToolsRequest) -> types.ListToolsResult:
        """Return all tools."""
        return types.ListToolsResult(tools=self._listed)

    async def call_tool(self, request: types.CallToolRequest) -> types.CallToolResult:
        """Return the answer of a tool, or why it is refused."""
        tool = self._tools.get(request.params.name)
        if tool is None:
            raise _error(types.INVALID_PARAMS, "there is no such tool")
        try:
            found = await self._in_turn(
                partial(call, tool, self._own, request.params.arguments or {})
            )
        except RefusedError as error:
            found = {"refused": plain(error.refusal, {}), "note": NOTE}
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=visible(written(found)))],
            structuredContent=found,
            isError="refused" in found,
        )

    async def list_resources(
        self, request: types.ListResourcesRequest
    ) -> types.ListResourcesResult:
        """Return the glossary and the laws, page by page."""
        cursor = request.params.cursor if request.params else None
        start = int(cursor) if cursor and cursor.isascii() and cursor.isdecimal() else 0
        if cursor and (len(cursor) > 9 or str(start) != cursor):
            raise _error(types.INVALID_PARAMS, "the cursor is not of this list")
        named = await self._asked(lambda: [*law_uris(self._own.corpus)])
        found = [(GLOSSARY, "glossary"), *named]
        shown = found[start : start + _LISTED]
        behind = start + len(shown)
        return types.ListResourcesResult(
            resources=[
                types.Resource.model_validate({"uri": uri, "name": name, "mimeType": MEDIA})
                for uri, name in shown
            ],
            nextCursor=str(behind) if behind < len(found) else None,
        )

    async def list_templates(
        self, request: types.ListResourceTemplatesRequest
    ) -> types.ListResourceTemplatesResult:
        """Return the form of the URIs."""
        law = types.ResourceTemplate(
            uriTemplate=TEMPLATE,
            name="provision",
            title="A law or provision in one language",
            description="Markdown with the address at each provision; the words of the law are in "
            "block quotes. A long one goes on at ?part=2.",
            mimeType=MEDIA,
        )
        return types.ListResourceTemplatesResult(resourceTemplates=[law])

    async def read_resource(self, request: types.ReadResourceRequest) -> types.ReadResourceResult:
        """Return a law, a provision or the glossary as Markdown."""
        uri = request.params.uri
        text = await self._asked(partial(read_resource, self._own, str(uri)))
        content = types.TextResourceContents(uri=uri, text=text, mimeType=MEDIA)
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(self, request: types.ListPromptsRequest) -> types.ListPromptsResult:
        """Return the one prompt."""
        arguments = [
            types.PromptArgument(name="question", description="The question.", required=True),
            types.PromptArgument(
                name="language", description="BCP 47 tag of the answer; else the question's."
            ),
        ]
        words = WORDS["prompt"]
        prompt = types.Prompt(
            name=PROMPT,
            title=words["title"],
            description=words["description"],
            arguments=arguments,
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(self, request: types.GetPromptRequest) -> types.GetPromptResult:
        """Return what is demanded of an answer, and the question in a message of its own."""
        given = request.params.arguments or {}
        if request.params.name != PROMPT:
            raise _error(types.INVALID_PARAMS, f"there is no such prompt; there is: {PROMPT}")
        question = given.get("question", "")
        if not question.strip() or len(question) > MOST_CHARACTERS:
            told = f"the argument question is missing, or longer than {MOST_CHARACTERS} characters"
            raise _error(types.INVALID_PARAMS, told)
        original, example = await self._asked(self._prompt_words)
        demands = prompt_text(original, example, given.get("language"))
        return types.GetPromptResult(
            description=WORDS["prompt"]["description"],
            messages=[_message(demands), _message(question)],
        )

    def _prompt_words(self) -> tuple[str, str]:
        return self._own.corpus.original, examples_of(self._own).address

    async def _asked(self, work: Callable[[], T]) -> T:
        """Return what a function finds; what it refuses is an error of the protocol."""
        try:
            return await self._in_turn(work)
        except RefusedError as error:
            refused = plain(error.refusal, {})
            raise _error(_NOT_FOUND, error.refusal.message, refused) from error

    async def _in_turn(self, work: Callable[[], T]) -> T:
        """Run a function in a thread when it is its turn."""
        if self._waiting >= MOST_WAITING:
            hint = "try again in a moment"
            raise RefusedError(Refusal("busy", "too many calls are waiting", hint))
        self._limiter = self._limiter or CapacityLimiter(1)  # belongs to the event loop
        self._waiting += 1
        try:
            return await to_thread.run_sync(
                partial(self._run, work), abandon_on_cancel=True, limiter=self._limiter
            )
        except RefusedError:
            raise
        except Exception as error:
            # Its words may be those of a page or a query: they go to the log alone.
            log.warning("%s", error if isinstance(error, LawkbError) else repr(error))
            log.debug("the call failed", exc_info=error)
            message, hint = "the laws cannot be read at the moment", "whoever runs lawkb sees why"
            raise RefusedError(Refusal("failed", message, hint)) from error
        finally:
            self._waiting -= 1

    def _run(self, work: Callable[[], T]) -> T:
        with self._alone:
            return work()


def _listed(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        inputSchema=tool.input_schema,
        outputSchema=tool.output_schema,
        annotations=types.ToolAnnotations(
            readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False
        ),
    )


def _message(text: str) -> types.PromptMessage:
    return types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))


def _error(code: int, message: str, data: Mapping[str, Any] | None = None) -> McpError:
    return McpError(types.ErrorData(code=code, message=message, data=data))


# ---- standard input and output


def serve_stdio(own: Answers) -> None:
    """Answer one client over standard input and output until it closes them."""
    # A thread waits for the next line of the client, and cannot be stopped: Ctrl-C ends it all.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server, output = make_server(own), sys.stdout.fileno()

    async def run() -> None:
        # Copies, since they are closed at the end.
        lines = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8", errors="replace")
        answers = os.fdopen(os.dup(output), "w", encoding="utf-8")
        streams = stdio_server(anyio.wrap_file(lines), anyio.wrap_file(answers))
        async with streams as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        # The client reads nothing but the protocol, whatever a library may print.
        with redirect_stdout(sys.stderr):
            anyio.run(run)
    except* OSError as gone:  # the client reads no more
        log.debug("the client has gone", exc_info=gone)


SCHEME = "law"
GLOSSARY = f"{SCHEME}://glossary"
TEMPLATE = f"{SCHEME}://{{edition}}/{{language}}/{{address}}"
MEDIA = "text/markdown"

_ROOM = MOST_CHARACTERS - 500  # the rest is for the line that leads on
_BLANK_LINE = re.compile(r"\n\n")


def law_uris(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the URI of every law, and of every text beside them, with a name for it.

    The name is made of address, edition and language: titles are words of the corpus.
    """
    for edition in corpus.editions:
        for law in corpus.laws(edition):
            for tag in law.titles:
                yield law_uri(edition, tag, str(law.number)), f"{law.number}, {edition}, {tag}"
        for name in corpus.companions(edition):
            for tag in corpus.companion(name, edition=edition).texts:
                yield law_uri(edition, tag, name), f"{name}, {edition}, {tag}"


def law_uri(edition: str, language: str, address: str) -> str:
    """Return the URI of a law or provision in one language: ``law://2017/en/47``."""
    return f"{SCHEME}://{quote(edition, safe='')}/{language}/{quote(address, safe='()')}"


def read_resource(own: Answers, uri: str) -> str:
    """Return the Markdown of a URI, or the part of it that ``?part=2`` names.

    Raises:
        RefusedError: There is no such resource.
    """
    asked = urlsplit(uri)
    part = _part_of(asked.query, uri)
    path = [unquote(each) for each in asked.path.split("/") if each]
    if asked.scheme != SCHEME or asked.fragment:
        raise _unknown_resource(uri)
    if asked.netloc == "glossary" and len(path) <= 1:
        whole = _glossary(own.corpus, path[0] if path else None)
    elif len(path) == 2:
        whole = _law_text(own, unquote(asked.netloc), *path)
    else:
        raise _unknown_resource(uri)
    parts = parts_of(whole)
    if not 1 <= part <= len(parts):
        message, hint = "there is no such part", f"it has {len(parts)}: write ?part=1 and so on"
        raise RefusedError(Refusal("bad_arguments", message, hint, uri[:200]))
    if part == len(parts):
        return parts[part - 1]
    following = f"{uri.partition('?')[0]}?part={part + 1}"
    return f"{parts[part - 1]}\n\n---\n\nPart {part} of {len(parts)}. It goes on: <{following}>\n"


def _law_text(own: Answers, edition: str, language: str, address: str) -> str:
    # As the tool reads them: it refuses what is not there.
    given = own.get_provision(address, language, edition, None, context=False, comments=False)
    corpus = own.corpus
    if given.companion:
        return corpus.companion_markdown(given.address, language, edition=given.edition)
    return corpus.markdown(given.address, language, edition=given.edition)


def _glossary(corpus: Corpus, language: str | None) -> str:
    """Return the terms of the glossary with their translations, each a quote below its number."""
    try:
        terms = corpus.terms(lang=language)
    except LawkbError as error:
        held = corpus.languages
        raise RefusedError(
            Refusal("no_such_language", error.what, error.hint, language, held=held)
        ) from error
    lines = ["# Glossary", f"{len(terms)} terms. The original: {corpus.original}."]
    for number, term in enumerate(terms, start=1):
        lines.append(f"## {number} · {term.lang}")
        own = "; ".join(
            f"{escaped(each.words)} ({escaped(each.status)}, {each.times})"
            for each in term.renderings
        )
        words = f"**{escaped(term.term)}**: {own or '—'}"
        lines.append("> " + " ".join(words.split()))
    return "\n\n".join(lines) + "\n"


def _part_of(query: str, uri: str) -> int:
    if not query:
        return 1
    asked = parse_qs(query, keep_blank_values=True)
    written = asked.get("part", [""])[0]
    if set(asked) != {"part"} or not re.fullmatch(r"[1-9]\d{0,5}", written, re.ASCII):
        raise _unknown_resource(uri)
    return int(written)


def _unknown_resource(uri: str) -> RefusedError:
    message, hint = "there is no such resource", f"write it like {TEMPLATE}, or {GLOSSARY}"
    return RefusedError(Refusal("bad_arguments", message, hint, uri[:200]))


def parts_of(text: str) -> Sequence[str]:
    """Return Markdown in parts of at most 20,000 characters, divided between paragraphs.

    A quote that is longer is divided between its words; every piece of it is a quote.
    """
    parts: list[list[str]] = [[]]
    room = _ROOM
    for block in (piece for whole in _BLANK_LINE.split(text) for piece in _pieces(whole)):
        if len(block) + 2 > room and parts[-1]:
            parts.append([])
            room = _ROOM
        parts[-1].append(block)
        room -= len(block) + 2
    return ["\n\n".join(each) for each in parts]


def _pieces(block: str) -> Iterator[str]:
    most = _ROOM // 2
    sign = "> " if block.startswith(">") else ""
    while len(block) > most:
        # Behind a blank if there is one, never behind the sign of an escape.
        at = block.rfind(" ", most // 2, most) + 1 or most
        while block[at - 1] == "\\":
            at -= 1
        yield block[:at]
        block = sign + block[at:].removeprefix(sign)
    yield block
