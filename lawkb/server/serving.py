"""Serving: an address is taken, the preview is read, uvicorn runs until somebody interrupts."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lawkb.errors import LawkbError
from lawkb.server.app import make_app
from lawkb.server.preview import Preview

_LAST_PORT = 65535
_BACKLOG = 128  # a browser that opens many pages at once is not refused


def listen(address: str) -> socket.socket:
    """Take an address, so that nobody else does; whoever asks waits until ``serve_site``.

    Args:
        address: IP address or ``localhost``, and port: ``127.0.0.1:8000``.

    Raises:
        LawkbError: It cannot be used.
    """
    host, _, port = address.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host.strip("[]"), int(port)))
        opened.listen(_BACKLOG)
    except OSError as error:
        opened.close()
        other = f"{host}:{int(port) + 1 if int(port) < _LAST_PORT else int(port) - 1}"
        what = f"cannot be used: {error.strerror or error}"
        hint = f"stop the program that uses it, or try --address {other}"
        raise LawkbError(f"--address {address}", what, hint) from error
    return opened


def serve_site(config_file: Path, address: str, listening: socket.socket) -> None:
    """Serve a site; a change of any source shows at once. Returns when somebody interrupts.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8000``.
        listening: Listens there.

    Raises:
        LawkbError: The site cannot be made.
    """
    with listening, tempfile.TemporaryDirectory() as folder:
        preview = Preview(config_file, address, Path(folder))
        with suppress(KeyboardInterrupt):
            make_server(preview).run(sockets=[listening])


def make_server(preview: Preview) -> uvicorn.Server:
    """Return the server of a preview; nothing runs yet."""
    return uvicorn.Server(
        uvicorn.Config(
            make_app(preview),
            http=Connection,
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",  # the application tells of faults itself
            server_header=False,
            timeout_graceful_shutdown=0,  # open pages wait for ever
        )
    )


class Connection(H11Protocol):
    """A connection to a browser; one that asks nothing is closed."""

    silent_seconds = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.loop.call_later(self.silent_seconds, self._close_silent)

    def _close_silent(self) -> None:
        if self.cycle is None:
            self.transport.close()
