"""The logs of a served site: answered requests, as JSON objects, and tracebacks.

Queries are never logged, and addresses of readers only on request.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from pythonjsonlogger.json import JsonFormatter

from lawkb.errors import LawkbError, on_one_line
from lawkb.server.answered_requests import AnsweredRequest, Observer

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


def error_report(where: str, error: Exception) -> LawkbError:
    """Return any exception as an error of three lines.

    Args:
        where: The file or page that could not be made or read.
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
