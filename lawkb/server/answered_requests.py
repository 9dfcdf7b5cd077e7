"""What is known of each answered request: for metrics and for the log, never the query's words."""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NOT_ANSWERED = 499  # as nginx notes it: the reader went away before the answer began
_NO_ROUTE = "none"
SEARCH_OUTCOME = "search_outcome"  # name in the state of a request


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """A request that was answered."""

    method: str  # method, ``GET``
    path: str  # path as asked for, without the query; any text
    route: str  # template of the route that answered, one of a few: ``/laws/search.json``
    status: int  # status of the response
    seconds: float  # time until the end of the response
    address: str  # address of the reader, or of the proxy in front
    search: str  # outcome of a search: found, nothing or error; empty for other requests


Observer = Callable[[AnsweredRequest], None]


class Observed:
    """An application whose answered requests are passed to observers."""

    def __init__(
        self, app: ASGIApp, routes: Sequence[BaseRoute], observers: Sequence[Observer]
    ) -> None:
        """Store the application, its routes, and what is called after each answer."""
        self._app, self._routes, self._observers = app, routes, observers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, then call the observers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), _NOT_ANSWERED
        path, route = scope["path"], self._template(scope)  # the application may change the scope

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            answered = AnsweredRequest(
                scope["method"],
                path,
                route,
                status,
                time.perf_counter() - began,
                scope["client"][0] if scope.get("client") else "",
                str(scope.get("state", {}).get(SEARCH_OUTCOME, "")),
            )
            for observe in self._observers:
                observe(answered)

    def _template(self, scope: Scope) -> str:
        known = (route for route in self._routes if isinstance(route, Route))
        fitting = (route.path for route in known if route.matches(scope)[0] is not Match.NONE)
        return next(fitting, _NO_ROUTE)


def is_asked_here(scope: Scope) -> bool:
    """Return whether the ``Host`` of a request is this machine.

    Otherwise a foreign site could let its name resolve to this machine, and read the answers as its
    own (DNS rebinding).
    """
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    name = re.sub(r":\d*$", "", hosts[0].decode("latin-1").lower() if hosts else "")
    try:
        asked = ipaddress.ip_address(name.strip("[]"))
        reached = ipaddress.ip_address(scope["server"][0])
    except ValueError:
        return name == "localhost"
    return asked.is_loopback or asked in (reached, getattr(reached, "ipv4_mapped", None))
