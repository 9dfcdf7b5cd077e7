"""A desk on the rules of the pebbles, one of which has no Greek text, served in this process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from lawkb.server.app import server_of
from lawkb.server.desk import DESK, Access, Editor, make_desk
from lawkb.server.preview import Preview
from tests.editorial.untranslated import EXAMPLES, wiki_without_greek
from tests.server.running import listen_free


@dataclass(frozen=True, slots=True)
class TranslatingDesk:
    """A desk that is served: the address of its server, and its corpus."""

    url: str
    corpus: Path

    @property
    def law(self) -> str:
        """The page of the rule to translate, in English."""
        return f"{self.url}/desk/en/translate/2016/el/7/"


@contextmanager
def translating_desk(folder: Path) -> Iterator[TranslatingDesk]:
    """A desk on a fresh copy of the corpus."""
    corpus = wiki_without_greek(folder)
    shutil.copy(EXAMPLES / "three-pebbles" / "mkdocs.yml", folder)
    shutil.copytree(EXAMPLES / "three-pebbles" / "pages", folder / "pages")
    with listen_free("127.0.0.1") as listening:
        port = listening.getsockname()[1]
        preview = Preview(folder / "mkdocs.yml", f"127.0.0.1:{port}", folder / "made", DESK)
        server = server_of(make_desk(preview, Access(Editor("Maria"), languages=("el", "en"))))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield TranslatingDesk(f"http://127.0.0.1:{port}", corpus)
        finally:
            server.should_exit = True
            thread.join()
