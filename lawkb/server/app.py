"""The web application of ``lawkb serve``: pages over HTTP; open pages reload after a change."""

from __future__ import annotations

import asyncio
import ipaddress
import mimetypes
import posixpath
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from importlib import resources
from pathlib import Path
from urllib.parse import quote, urlsplit

import anyio
import uvicorn
from anyio import to_thread
from anyio.abc import TaskGroup
from jinja2 import Environment, PackageLoader
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from lawkb.errors import LawkbError
from lawkb.publish.render import HEADERS
from lawkb.publish.urls import INDEX, NOT_FOUND, SEARCH_ANSWER, SEARCH_JSON
from lawkb.server.incremental_reading import CheckResults, run_checks_in_process
from lawkb.server.preview import Preview, Shown, watch
from lawkb.server.request_log import error_report, is_asked_here
from lawkb.server.search_endpoint import SearchedCode, SearchEndpoint

RequestLog = Callable[[ASGIApp, Sequence[BaseRoute]], ASGIApp]

MOST_WAITING = 100  # open pages; more of them ask again a second later
OWN = "/.lawkb"  # addresses of the server itself; no page of a site begins so
_ASSETS = ("preview.js", "preview.css")
_BODY_END = b"</body>"
_TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".xml": "application/xml"}


def make_app(preview: Preview, log: RequestLog | None = None) -> ASGIApp:
    """Return the ASGI application that serves a site being edited, and watches its sources."""
    return _guarded(unguarded_app(preview), preview.url, log)


def make_search_app(code: SearchedCode, log: RequestLog | None = None) -> ASGIApp:
    """Return the ASGI application that answers queries about a site, and nothing else."""
    search = SearchEndpoint(code)

    async def missing(request: Request, error: Exception) -> Response:
        return PlainTextResponse("Only the search of this site is answered here.\n", 404)

    async def failed(request: Request, error: Exception) -> Response:
        return _failed(code, request, error)

    @asynccontextmanager
    async def opening(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(search.open_index)
            yield
            tasks.cancel_scope.cancel()

    app = Starlette(
        routes=_search_routes(search, urlsplit(code.url).path),
        exception_handlers={404: missing, Exception: failed},
        lifespan=opening,
    )
    app.router.redirect_slashes = False
    return _guarded(app, code.url, log)


def _guarded(site: Starlette, url: str, log: RequestLog | None) -> ASGIApp:
    # Around all of it: errors are answered below.
    guarded = _Guard(site, urlsplit(url).path)
    return log(guarded, site.routes) if log else guarded


def _search_routes(search: SearchEndpoint, mount: str) -> list[BaseRoute]:
    return [
        Route(f"{mount}{SEARCH_JSON}", search.answer_json),
        Route(f"{mount}{SEARCH_ANSWER}", search.answer_page),
    ]


def _failed(site: Preview | SearchedCode, request: Request, error: Exception) -> Response:
    fault = error_report(request.url.path, error)
    site.report(fault)
    return PlainTextResponse(f"{fault}\n", 500)


def unguarded_app(
    preview: Preview,
    routes: Sequence[BaseRoute] = (),
    use_results: Callable[[CheckResults], None] = lambda results: None,
) -> Starlette:
    """Return the application without what refuses foreign requests, for one that does so itself."""
    site = _Site(preview, use_results)
    own = asset_routes("lawkb.server", OWN, _ASSETS)
    changes = Route(f"{OWN}/changes", site.changes)
    searching = _search_routes(site.search, site.mount)
    return Starlette(
        routes=[changes, *own, *searching, *routes, Route("/{path:path}", site.file)],
        exception_handlers={Exception: site.failed},
        lifespan=site.following,
    )


class _Site:
    """The request handlers of a site that is being edited."""

    def __init__(self, preview: Preview, use_results: Callable[[CheckResults], None]) -> None:
        self._use_results = use_results
        self.mount = urlsplit(preview.url).path
        self._preview = preview
        self.search = SearchEndpoint(preview)
        self._changed = anyio.Event()
        self._checking: anyio.CancelScope | None = None
        self.waiting = 0

    # ---- answers

    def file(self, request: Request) -> Response:
        """Answer with a file of the site, a redirection to the folder of that name, or 404."""
        path = request.scope["path"]
        if not path.startswith(self.mount):
            return _redirect(self.mount)
        shown = self._look(path)
        if shown:
            return self._answer(INDEX if path.endswith("/") else path, shown, 200)
        if not path.endswith("/") and self._look(f"{path}/"):
            return _redirect(f"{path}/")
        return self._answer(NOT_FOUND, self._not_found(), 404)

    async def changes(self, request: Request) -> Response:
        """Answer with a server-sent event as soon as a page differs from the reader's copy."""
        if self.waiting >= MOST_WAITING:
            return PlainTextResponse("Too many pages of this site are open.\n", 503)
        page, known = (request.query_params.get(name, "") for name in ("page", "known"))
        return _Events(self._until_changed(page, known), self)

    async def failed(self, request: Request, error: Exception) -> Response:
        """Answer with an unexpected error, and print it in the terminal."""
        return _failed(self._preview, request, error)

    def _look(self, path: str) -> Shown | None:
        below = posixpath.normpath("/" + path.removeprefix(self.mount)).lstrip("/")
        return self._preview.look(posixpath.join(below, INDEX) if path.endswith("/") else below)

    def _not_found(self) -> Shown:
        return self._preview.look(NOT_FOUND) or Shown(b"Page not found", ())

    def _answer(self, name: str, shown: Shown, status: int) -> Response:
        content = shown.content
        if content is None:
            status, content = 500, _template("broken.html").encode()
        if name.endswith(".html"):
            content = _with_script(content, shown, self._preview.fingerprint(shown))
        return Response(
            content, status, {"Cache-Control": "no-store", "Content-Type": _content_type(name)}
        )

    async def _until_changed(self, page: str, known: str) -> AsyncIterator[str]:
        yield "retry: 1000\n\n"
        while True:
            changed = self._changed
            if await to_thread.run_sync(self._fingerprint, page) != known:
                break
            await changed.wait()
        yield "data: changed\n\n"

    def _fingerprint(self, page: str) -> str:
        return self._preview.fingerprint(self._look(page) or self._not_found())

    # ---- following the sources

    @asynccontextmanager
    async def following(self, app: Starlette) -> AsyncIterator[None]:
        """Watch the sources while the application runs."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._follow, tasks)
            tasks.start_soon(to_thread.run_sync, self._preview.read_sources)
            if self._preview.code.outline.search_on_server:
                tasks.start_soon(self.search.open_index)
            yield
            tasks.cancel_scope.cancel()

    async def _follow(self, tasks: TaskGroup) -> None:
        watched, since = self._preview.watched, self._preview.since
        try:
            await watch(watched, since, partial(self._update, tasks))
        except Exception as error:  # noqa: BLE001  # pages are served without it
            fault = error_report("lawkb serve", error)
            self._preview.report(LawkbError("lawkb serve", fault.what, "start it again"))

    async def _update(self, tasks: TaskGroup, changed: frozenset[Path]) -> None:
        """Take in the sources that changed, make open pages reload, and start the checks."""
        kinds = self._preview.watched.kinds_of(changed)
        if not kinds:
            return
        if await to_thread.run_sync(self._preview.refresh, kinds):
            self._announce()
            if self._checking:
                self._checking.cancel()
            self._checking = anyio.CancelScope()
            tasks.start_soon(self._check, self._checking)

    async def _check(self, scope: anyio.CancelScope) -> None:
        """Check links and the translation in the background; the next change cancels this."""
        with scope:
            await to_thread.run_sync(self._preview.check_links)
            if not self._preview.is_outdated():
                return
            try:
                results = await run_checks_in_process(self._preview.corpus)
            except Exception as error:  # noqa: BLE001  # the findings stay as they were
                self._preview.report(error_report("lawkb serve", error))
            else:
                await to_thread.run_sync(self._preview.use_results, results)
                await to_thread.run_sync(self._use_results, results)
                self._announce()

    def _announce(self) -> None:
        """Make the handlers of open pages compare these with their current content."""
        self._changed.set()
        self._changed = anyio.Event()


class _Events(StreamingResponse):
    """Server-sent events for one open page; the number of those waiting is counted."""

    def __init__(self, events: AsyncIterator[str], site: _Site) -> None:
        headers = {"Cache-Control": "no-store"}
        super().__init__(events, headers=headers, media_type="text/event-stream")
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._site.waiting += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._site.waiting -= 1


class _Guard:
    """Refuses requests for other host names than this machine's, and adds security headers."""

    def __init__(self, app: ASGIApp, mount: str) -> None:
        self._app, self._mount = app, mount

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app if is_asked_here(scope) else self._elsewhere(scope)
        await app(scope, receive, guarded)

    def _elsewhere(self, scope: Scope) -> Response:
        here = f"http://127.0.0.1:{scope['server'][1]}{self._mount}"
        said = f"This site is not served by that name. On this machine it is at {here}\n"
        return PlainTextResponse(said, 421)


def asset_routes(package: str, root: str, names: Iterable[str]) -> list[BaseRoute]:
    """Return the routes of files in the folder ``assets`` of a package."""

    async def answer(request: Request) -> Response:
        name = posixpath.basename(request.url.path)
        content = (resources.files(package) / "assets" / name).read_bytes()
        headers = {"Cache-Control": "no-store", "Content-Type": _content_type(name)}
        return Response(content, 200, headers)

    return [Route(f"{root}/{name}", answer) for name in names]


def _redirect(path: str) -> Response:
    # Begins with one slash: "//x" would be a host.
    return Response(status_code=302, headers={"Location": quote("/" + path.lstrip("/"))})


def _with_script(content: bytes, shown: Shown, known: str) -> bytes:
    """Return a page with its error messages and the script that reloads it."""
    before, end, after = content.rpartition(_BODY_END)
    if not end:
        return content
    added = _template("added.html", faults=shown.faults, known=known)
    return before + added.encode() + end + after


def _template(name: str, **values: object) -> str:
    return _templates().get_template(name).render(**values)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("lawkb.server", "assets"),
        autoescape=True,
        trim_blocks=True,
        keep_trailing_newline=True,
    )


def _content_type(name: str) -> str:
    kind = _TYPES.get(posixpath.splitext(name)[1]) or mimetypes.guess_type(name)[0]
    if kind and (kind.startswith("text/") or kind.endswith("/json")):
        return f"{kind}; charset=utf-8"
    return kind or "application/octet-stream"


_LAST_PORT = 65535
_BACKLOG = 128  # a browser that opens many pages at once is not refused


def listen(address: str) -> socket.socket:
    """Return a socket listening at an address; requests wait until a server runs.

    Args:
        address: IP address or ``localhost``, and port: ``127.0.0.1:8000``.

    Raises:
        LawkbError: The address is malformed or in use.
    """
    host, _, port = address.rpartition(":")
    if not _is_host(host) or not port.isdecimal() or not 0 < int(port) <= _LAST_PORT:
        hint = "127.0.0.1 for this machine alone, 0.0.0.0 for others, too; ports to 65535"
        raise LawkbError(address, "not an IP address and a port", hint)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host.strip("[]"), int(port)))
        opened.listen(_BACKLOG)
    except OSError as error:
        opened.close()
        other = int(port) + 1 if int(port) < _LAST_PORT else int(port) - 1
        what = f"cannot be used: {error.strerror or error}"
        hint = f"stop the program that uses it, or name another port, such as {other}"
        raise LawkbError(address, what, hint) from error
    return opened


def _is_host(host: str) -> bool:
    try:
        return host == "localhost" or bool(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return False


def serve_site(
    config_file: Path,
    address: str,
    listening: socket.socket,
    log: RequestLog | None = None,
    engine: str | None = None,
) -> None:
    """Serve a site until interrupted; a change of any source shows at once."""
    with listening, tempfile.TemporaryDirectory() as folder:
        preview = Preview(config_file, address, Path(folder), engine=engine)
        with suppress(KeyboardInterrupt):
            server_of(make_app(preview, log)).run(sockets=[listening])


def serve_search(
    code: SearchedCode,
    listening: socket.socket,
    log: RequestLog | None = None,
) -> None:
    """Answer queries about a site until interrupted."""
    with listening, suppress(KeyboardInterrupt):
        server_of(make_search_app(code, log)).run(sockets=[listening])


def server_of(app: ASGIApp, most_connections: int | None = None) -> uvicorn.Server:
    """Return a server for an application; it is not started.

    Args:
        most_connections: Number at which requests are answered with 503; None for any number.
    """
    return uvicorn.Server(
        uvicorn.Config(
            app,
            limit_concurrency=most_connections,
            http=Connection,
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",  # the application reports faults itself
            server_header=False,
            timeout_graceful_shutdown=0,  # open pages wait for ever
        )
    )


class Connection(H11Protocol):
    """A connection to a browser; it is closed if no request comes for some time.

    A request counts when its headers are complete: neither a first nor a later one keeps the
    connection open by coming letter by letter.
    """

    silent_seconds = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self.loop.call_later(self.silent_seconds, self._close_silent, None)

    def on_response_complete(self) -> None:
        """Start the timer for the next request."""
        answered = self.cycle
        super().on_response_complete()
        self.loop.call_later(self.silent_seconds, self._close_silent, answered)

    def _close_silent(self, last: object) -> None:
        if self.cycle is last:
            self.transport.close()
