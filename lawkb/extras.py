"""What is installed on demand: the extras of lawkb, and the line that installs them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote, urlsplit

from lawkb.errors import LawkbError


class MissingExtraError(LawkbError):
    """A package of an extra is not installed."""


@contextmanager
def needs(extra: str, where: str) -> Iterator[None]:
    """Import inside this context what an extra brings.

    Args:
        where: What needs it: a command, or a file that is read or written.

    Raises:
        MissingExtraError: A package of the extra is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "lawkb":  # a fault of ours, which no extra mends
            raise
        what = f"needs the extra {extra}, which is not installed"
        raise MissingExtraError(where, what, f"install it: {install_command(extra)}") from error


def install_command(*extras: str) -> str:
    """Return the line for a shell that installs lawkb from where this one came.

    Source: PEP 610, "Recording the Direct URL Origin of installed distributions".
    """
    named = f"[{','.join(extras)}]" if extras else ""
    origin = _origin()
    url = origin.get("url", "")
    if url.startswith("file:") and "vcs_info" not in origin:
        editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
        return f"pip install {editable}{shlex.quote(unquote(urlsplit(url).path) + named)}"
    at = f" @ {_address(url, origin)}" if url else ""
    return f"pip install {shlex.quote(f'lawkb{named}{at}')}"


def _address(url: str, origin: dict[str, Any]) -> str:
    """Return a URL as pip reads it: with the system that keeps it, the revision and the folder."""
    if vcs := origin.get("vcs_info"):
        revision = vcs.get("requested_revision")
        url = f"{vcs['vcs']}+{url}" + (f"@{revision}" if revision else "")
    folder = origin.get("subdirectory")
    return f"{url}#subdirectory={folder}" if folder else url


def _origin() -> dict[str, Any]:
    """Return the record of where lawkb was installed from; empty if it came from an index."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        record = distribution("lawkb").read_text("direct_url.json")
    except PackageNotFoundError:  # it runs from a folder that nobody installed
        record = None
    origin: dict[str, Any] = json.loads(record) if record else {}
    return origin
