"""A small application behind the desk's access, on a real uvicorn; and a browser without pages."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection
from threading import Thread
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from lawkb.server.app import server_of
from lawkb.server.desk.access import (
    MOST_CONNECTIONS,
    Access,
    editor_of,
    form_token,
    late_form,
    protected,
    read_form,
    sign_in,
    sign_out,
)
from tests.server.running import LONGEST_SECONDS

FORM = "application/x-www-form-urlencoded"


@dataclass
class Answer:
    status: int
    headers: Message
    content: bytes
    cookies: list[str]


@dataclass
class Browser:
    """Keeps cookies as a browser does, and sends forms with the token of the last page."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Answer:
        here = f"127.0.0.1:{self.port}"
        sent: dict[str, str | None] = {"Host": here}
        if method == "POST":
            sent |= {"Origin": f"http://{here}", "Content-Type": FORM}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent |= headers or {}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_SECONDS)
        told = {name: value for name, value in sent.items() if value is not None}
        connection.request(method, path, body, told)
        answer = connection.getresponse()
        content = answer.read()
        cookies = answer.headers.get_all("Set-Cookie") or []
        connection.close()
        for each in cookies:
            name, _, rest = each.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        found = re.search(rb'token(?:=|" value=")([0-9a-f]*)', content)
        self.token = found[1].decode() if found else self.token
        return Answer(answer.status, answer.headers, content, cookies)

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, headers=_named(headers))

    def post(
        self, path: str, fields: Mapping[str, str] | None = None, **headers: str | None
    ) -> Answer:
        body = urlencode({"token": self.token, **(fields or {})}).encode()
        return self.ask("POST", path, body, _named(headers))


def _named(headers: Mapping[str, str | None]) -> dict[str, str | None]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass
class Small:
    """A desk that notes what it was sent, and whose pages are as large as is wanted."""

    saved: list[dict[str, str]] = field(default_factory=list)
    large: int = 0

    async def page(self, request: Request) -> Response:
        page = f"page token={form_token(request)}\n".encode()
        parts = [page, *[b"a" * 2**20] * (self.large // 2**20)]

        async def sent() -> AsyncIterator[bytes]:
            for each in parts:
                yield each

        return StreamingResponse(sent()) if self.large else PlainTextResponse(page)

    async def save(self, request: Request) -> Response:
        form = await read_form(request)
        self.saved.append(
            {
                name: value if isinstance(value, str) else f"{value.filename}: {value.size}"
                for name, value in form.items()
                if name != "token"
            }
        )
        return PlainTextResponse(f"saved by {editor_of(request).name}")

    async def enter(self, request: Request) -> Response:
        if request.method == "GET":
            return await self.page(request)
        form = await read_form(request)
        right = await sign_in(request, str(form.get("name")), str(form.get("password")))
        return PlainTextResponse("in" if right else "wrong", 200 if right else 403)

    async def leave(self, request: Request) -> Response:
        sign_out(request)
        return PlainTextResponse("out")

    async def again(self, request: Request) -> Response:
        late = late_form(request)
        fields = ", ".join(f"{name}={value}" for name, value in late.fields)
        seal = f"sealed={late.seal}"
        page = f"token={form_token(request)} {seal} {late.place} {late.signed_in} {fields}"
        return PlainTextResponse(page, 403)

    def app(self, access: Access) -> ASGIApp:
        both = ["GET", "POST"]
        routes = [
            Route("/desk/en/sign-in/", self.enter, methods=both),
            Route("/desk/en/sign-out/", self.leave, methods=["POST"]),
            Route("/desk/{tag}/again/", self.again, methods=["POST"]),
            Route("/desk/en/save", self.save, methods=["POST"]),
            Route("/{path:path}", self.page),
        ]
        return protected(Starlette(routes=routes), access)


@contextmanager
def served(app: ASGIApp) -> Iterator[int]:
    """Serve an application on loopback, as the desk is served; gives the port."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    server = server_of(app, MOST_CONNECTIONS)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
