"""A desk on a copy of the real corpus, served in this process on loopback."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from lawkb.server.app import server_of
from lawkb.server.desk import DESK, Access, Commits, Editor, Users, make_desk
from lawkb.server.desk.access import MOST_CONNECTIONS
from lawkb.server.preview import Preview
from tests.server.edits import editable
from tests.server.running import listen_free


@dataclass(frozen=True, slots=True)
class RunningDesk:
    """A desk that is served.

    Attributes:
        url: Address of the server, without a slash at its end.
        corpus: The corpus folder.
    """

    url: str
    corpus: Path

    def git(self, *words: str) -> str:
        """What a git command on the corpus prints."""
        run = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
        done = subprocess.run(run, cwd=self.corpus, check=True, capture_output=True, text=True)
        return done.stdout


@contextmanager
def running_desk(
    folder: Path,
    editor: str = "Maria",
    users: Users | None = None,
    commit: bool = False,
    change: Callable[[Path], None] = lambda folder: None,
) -> Iterator[RunningDesk]:
    """A desk on a fresh copy of the real corpus, which is a repository of git."""
    config = editable(folder)
    change(folder)
    with listen_free("127.0.0.1") as listening:
        port = listening.getsockname()[1]
        preview = Preview(config, f"127.0.0.1:{port}", folder / "made", DESK)
        commits = Commits(folder / "corpus") if commit else None
        app = make_desk(preview, Access(Editor(editor), users), commits)
        server = server_of(app, MOST_CONNECTIONS)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        desk = RunningDesk(f"http://127.0.0.1:{port}", folder / "corpus")
        desk.git("init", "-q")
        desk.git("add", ".")
        desk.git("commit", "-q", "-m", "as it was")
        try:
            yield desk
        finally:
            server.should_exit = True
            thread.join()
