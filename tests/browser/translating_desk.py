"""A desk on the rules of the pebbles, one of which has no Greek text, served in this process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lawkb.server.desk.access import Access, Editor
from tests.browser.running_desk import served_desk
from tests.editorial.untranslated import EXAMPLES, wiki_without_greek

LAW = "/desk/en/translate/2016/el/7/"


@dataclass(frozen=True, slots=True)
class TranslatingDesk:
    """A desk that is served: the address of its server, and its corpus."""

    url: str
    corpus: Path

    @property
    def law(self) -> str:
        """The page of the rule to translate, in English."""
        return f"{self.url}{LAW}"


@contextmanager
def translating_desk(folder: Path) -> Iterator[TranslatingDesk]:
    """A desk on a fresh copy of the corpus."""
    corpus = wiki_without_greek(folder)
    shutil.copy(EXAMPLES / "three-pebbles" / "mkdocs.yml", folder)
    shutil.copytree(EXAMPLES / "three-pebbles" / "pages", folder / "pages")
    with served_desk(folder / "mkdocs.yml", Access(Editor("Maria"))) as url:
        yield TranslatingDesk(url, corpus)
