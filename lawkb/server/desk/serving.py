"""Serve the desk until it is interrupted."""

from __future__ import annotations

import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from lawkb.server.app import server_of
from lawkb.server.desk.access import MOST_CONNECTIONS, Access
from lawkb.server.desk.app import make_desk
from lawkb.server.desk.frames import DESK
from lawkb.server.desk.git_commits import Commits
from lawkb.server.preview import Preview


def serve_desk(
    config_file: Path,
    address: str,
    listening: socket.socket,
    access: Access,
    commits: Commits | None,
    engine: str | None = None,
) -> None:
    """Serve the desk until interrupted, with the site as it is after each decision.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8001``.
        listening: The socket that ``listen`` returned for the address.
        access: Who may use the desk.
        commits: Commits each decision; None for no commits.
        engine: Search engine that answers queries; None for that of the corpus.
    """
    with listening, tempfile.TemporaryDirectory() as folder:
        preview = Preview(config_file, address, Path(folder), DESK, engine)
        app = make_desk(preview, access, commits)
        with suppress(KeyboardInterrupt):
            server_of(app, MOST_CONNECTIONS).run(sockets=[listening])
