"""A copy of the site that may change, on a server that may be slow or go away."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from lawkb.publish.site import offline_files
from tests.browser.conftest import GuardedFiles


class FreshFiles(GuardedFiles):
    """Files that a browser asks for again each time; none is given while ``answering`` is off."""

    answering = threading.Event()

    def do_GET(self) -> None:  # noqa: N802 - the name is the library's
        self.answering.wait()
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


class _Server(ThreadingHTTPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False


@dataclass(slots=True)
class Site:
    """A copy of the site that may change, on a server that may go away."""

    folder: Path
    root: Path
    port: int
    server: _Server | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/laws"

    def connect(self) -> None:
        FreshFiles.answering.set()
        self.server = _Server(
            ("127.0.0.1", self.port), partial(FreshFiles, directory=str(self.root))
        )
        threading.Thread(target=self.server.serve_forever).start()

    def disconnect(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
        self.server = None

    def change(self, path: str, old: str, new: str) -> None:
        """Another build, in which the words of a page are others."""
        file = self.folder / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")
        self.list_anew("0" * 16)

    def list_anew(self, assets: str) -> None:
        for path, content in offline_files(self.folder, assets, ("el", "en")).items():
            (self.folder / path).write_bytes(content)
