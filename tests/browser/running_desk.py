"""A desk on a copy of the real corpus, served in this process on loopback."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from playwright.sync_api import BrowserContext, Page

from lawkb.server.app import server_of
from lawkb.server.desk.access import DESK, MOST_CONNECTIONS, Access, Editor, Users
from lawkb.server.desk.app import make_desk
from lawkb.server.desk.git_commits import Commits
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
    commits = Commits(folder / "corpus") if commit else None
    with served_desk(config, Access(Editor(editor), users), commits) as url:
        desk = RunningDesk(url, folder / "corpus")
        desk.git("init", "-q")
        desk.git("add", ".")
        desk.git("commit", "-q", "-m", "as it was")
        yield desk


@contextmanager
def served_desk(config: Path, access: Access, commits: Commits | None = None) -> Iterator[str]:
    """The desk of a site, on a free port of this machine; its address, without a slash at the end.

    Args:
        config: The ``mkdocs.yml``.
        access: Who may use the desk.
        commits: Commits each decision; None for no commits.
    """
    with listen_free("127.0.0.1") as listening:
        port = listening.getsockname()[1]
        preview = Preview(config, f"127.0.0.1:{port}", config.parent / "made", DESK)
        server = server_of(make_desk(preview, access, commits), MOST_CONNECTIONS)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()


def quiet_page(context: BrowserContext, url: str, path: str) -> Iterator[Page]:
    """A page of a desk; at the end, nothing was said on the console and nothing left the desk."""
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{url}{path}")
    yield page
    context.close()
    assert said == []
    assert [each for each in asked if not each.startswith(f"{url}/")] == []
