"""The same server over HTTP, behind the guard that the preview and the desk have.

A request is answered that is asked of this machine by its name, comes from no other site, is not
too large and comes in time, and carries the token where one is wanted.
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lawkb.assist.answers import Answers
from lawkb.assist.server import make_server
from lawkb.errors import LawkbError
from lawkb.publish.render import HEADERS
from lawkb.server.app import server_of
from lawkb.server.desk.access import MOST_CONNECTIONS, Guarded
from lawkb.server.request_log import is_asked_here

PATH = "/mcp"
MOST_SENT = 2**20  # bytes of a request
MOST_SESSIONS = 1_000  # clients that have introduced themselves and not left
UNUSED_SECONDS = 30 * 60.0  # after which a client has to introduce itself again
SHORTEST_TOKEN = 16  # characters
_METHODS = ("GET", "POST", "DELETE")


def make_app(own: Answers, token: str | None = None) -> ASGIApp:
    """Return the ASGI application that answers assistants at ``PATH``.

    Args:
        token: What every request must carry as ``Authorization: Bearer``; None for nothing.
    """
    sessions = StreamableHTTPSessionManager(
        make_server(own),
        json_response=True,
        session_idle_timeout=UNUSED_SECONDS,
        max_request_body_size=MOST_SENT,
        max_sessions=MOST_SESSIONS,
    )

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        async with sessions.run():
            yield

    app = Starlette(routes=[Route(PATH, _Endpoint(sessions))], lifespan=running)
    app.router.redirect_slashes = False
    late = _refused(408, "The request took too long.")
    added = {**HEADERS, "Cache-Control": "no-store"}
    return Guarded(app, added, partial(_refusal, token), late)


class _Endpoint:
    """The protocol's own application, which answers every method itself."""

    def __init__(self, sessions: StreamableHTTPSessionManager) -> None:
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._sessions.handle_request(scope, receive, send)


def _refusal(token: str | None, scope: Scope) -> Response | None:
    """Return the answer to a request of another name, another site or a stranger, or None."""
    headers = Headers(scope=scope)
    if len(headers.getlist("host")) != 1 or not is_asked_here(scope):
        return _refused(421, "This server is not asked by that name.")
    if not _is_from_here(headers):
        return _refused(403, "This was sent from another site.")
    if scope["path"] != PATH:
        return _refused(404, f"Assistants are answered at {PATH}.")
    if scope["method"] not in _METHODS:
        return _refused(405, f"Answered are {', '.join(_METHODS)}.")
    if token is not None and not _carries(headers, token):
        refused = _refused(401, "A token is wanted: Authorization: Bearer …")
        refused.headers["WWW-Authenticate"] = "Bearer"
        return refused
    return None


def _is_from_here(headers: Headers) -> bool:
    """Return whether no page of another site sent a request; programs name no site at all."""
    fetched = headers.getlist("sec-fetch-site")
    origins = headers.getlist("origin")
    here = f"http://{headers.get('host', '').lower()}"
    return all(each in ("same-origin", "none") for each in fetched) and origins in ([], [here])


def _carries(headers: Headers, token: str) -> bool:
    told = headers.getlist("authorization")
    kind, _, carried = told[0].partition(" ") if len(told) == 1 else ("", "", "")
    same = hmac.compare_digest(carried.strip().encode("latin-1", "replace"), token.encode())
    return kind.lower() == "bearer" and same


def _refused(status: int, why: str) -> Response:
    return PlainTextResponse(f"{why}\n", status)


def read_token(file: Path) -> str:
    """Return the token in a file, which has nothing else in it."""
    try:
        token = file.read_text(encoding="ascii").strip()
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        raise LawkbError(str(file), what, "name a file with a token in it") from error
    except ValueError as error:
        what, hint = "it has other characters than ASCII", "write letters and digits"
        raise LawkbError(str(file), what, hint) from error
    if len(token) < SHORTEST_TOKEN or len(token.split()) != 1:
        hint = 'make one: python3 -c "import secrets; print(secrets.token_urlsafe())"'
        what = f"not a token: one word of at least {SHORTEST_TOKEN} characters"
        raise LawkbError(str(file), what, hint)
    return token


def serve_http(own: Answers, listening: socket.socket, token: str | None = None) -> None:
    """Answer assistants over HTTP until interrupted."""
    with listening, suppress(KeyboardInterrupt):
        server_of(make_app(own, token), MOST_CONNECTIONS).run(sockets=[listening])
