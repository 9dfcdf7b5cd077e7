"""The structured log of a served site: one JSON object a line, without query and without address.

Addresses of readers are only logged on request.
"""

from __future__ import annotations

import logging

from pythonjsonlogger.json import JsonFormatter

from lawkb.errors import on_one_line
from lawkb.server.answered_requests import AnsweredRequest, Observer

_LONGEST_PATH = 200
_requests = logging.getLogger("lawkb.server.requests")


def json_formatter() -> logging.Formatter:
    """Return a formatter that writes each record as a JSON object of ASCII characters alone."""
    return JsonFormatter(
        "%(asctime)s %(levelname)s %(name)s %(message)s",
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        datefmt="%Y-%m-%dT%H:%M:%S%z",
        json_ensure_ascii=True,
    )


def request_log(addresses: bool = False) -> Observer:
    """Return a function that logs an answered request, and switch the log of requests on.

    Args:
        addresses: Whether to log the addresses of readers.
    """
    _requests.setLevel(logging.INFO)

    def log(answered: AnsweredRequest) -> None:
        fields: dict[str, object] = {
            "method": answered.method,
            "path": _shortened(answered.path),
            "route": answered.route,
            "status": answered.status,
            "milliseconds": round(1000 * answered.seconds, 1),
        }
        if answered.search:
            fields["search"] = answered.search
        if addresses:
            fields["address"] = answered.address
        _requests.info("request", extra=fields)

    return log


def _shortened(path: str) -> str:
    cut = path[:_LONGEST_PATH]
    return on_one_line(cut) + ("…" if len(path) > _LONGEST_PATH else "")
