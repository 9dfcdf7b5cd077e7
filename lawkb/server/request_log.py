"""The requests of a served site: whether they are asked here, and their log as JSON objects.

Tracebacks have a log of their own. Queries are never logged, addresses of readers only on request.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from pythonjsonlogger.json import JsonFormatter
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lawkb.errors import LawkbError, on_one_line

SEARCH_OUTCOME = "search_outcome"  # name in the state of a request: found, nothing or error
_NOT_ANSWERED = 499  # as nginx notes it: the reader went away before the answer began
_NO_ROUTE = "none"
_LONGEST_PATH = 200
TRACEBACK_LOG = "lawkb.server.tracebacks"
_PACKAGE = Path(__file__).parent.parent
_requests = logging.getLogger("lawkb.server.requests")
_tracebacks = logging.getLogger(TRACEBACK_LOG)


def json_formatter() -> logging.Formatter:
    """Return a formatter that writes each record as a JSON object of ASCII characters alone."""
    return JsonFormatter(
        "%(asctime)s %(levelname)s %(name)s %(message)s",
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        datefmt="%Y-%m-%dT%H:%M:%S%z",
        json_ensure_ascii=True,
    )


class LoggedRequests:
    """An application whose answered requests are logged; a log of requests is switched on by it."""

    def __init__(self, addresses: bool, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        """Store the application, its routes, and whether to log the addresses of readers."""
        self._addresses, self._app, self._routes = addresses, app, routes
        _requests.setLevel(logging.INFO)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, then log it."""
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
            fields: dict[str, object] = {
                "method": scope["method"],
                "path": _shortened(path),
                "route": route,
                "status": status,
                "milliseconds": round(1000 * (time.perf_counter() - began), 1),
            }
            if search := str(scope.get("state", {}).get(SEARCH_OUTCOME, "")):
                fields["search"] = search
            if self._addresses:  # of the reader, or of the proxy in front
                fields["address"] = scope["client"][0] if scope.get("client") else ""
            _requests.info("request", extra=fields)

    def _template(self, scope: Scope) -> str:
        """Return the template of the route that answers, one of a few: ``/laws/search.json``."""
        known = (route for route in self._routes if isinstance(route, Route))
        fitting = (route.path for route in known if route.matches(scope)[0] is not Match.NONE)
        return next(fitting, _NO_ROUTE)


def _shortened(path: str) -> str:
    cut = path[:_LONGEST_PATH]
    return on_one_line(cut) + ("…" if len(path) > _LONGEST_PATH else "")


def error_report(where: str, error: Exception) -> LawkbError:
    """Return any exception as an error of three lines.

    Args:
        error: The exception. If it is an error of lawkb itself, its traceback goes to the log.
    """
    if isinstance(error, LawkbError):
        return error
    if isinstance(error, OSError):  # such as a file that goes away while it is read
        what = f"cannot be read: {error.strerror or error}"
        return LawkbError(str(error.filename or where), what, "save it again")
    _tracebacks.debug("%s", where, exc_info=error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    at = own[-1] if own else frames[-1] if frames else None
    place = f" ({Path(at.filename).name}:{at.lineno})" if at else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return LawkbError(where, what + place, "a fault of lawkb: lawkb serve --verbose shows more")


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
