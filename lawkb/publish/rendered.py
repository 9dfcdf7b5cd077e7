"""Hand-written pages as MkDocs rendered them, kept while a site is edited."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

# Extensions of which a page needs nothing but its own Markdown and the other pages' names.
_PLAIN = frozenset({"toc", "tables", "fenced_code", "abbr", "admonition", "attr_list", "def_list"})
_PLAIN |= {"extra", "footnotes", "md_in_html", "meta", "nl2br", "sane_lists", "smarty", "wikilinks"}
_KEPT = ("content", "toc", "_title_from_render", "present_anchor_ids")


@dataclass(frozen=True, slots=True)
class _Known:
    """A page as it was rendered.

    Attributes:
        markdown: What from.
        kept: What rendering said of it, by the name of the attribute.
        anchors: Anchors that it links to, by the file they are in.
        records: What MkDocs had to say.
    """

    markdown: str
    kept: dict[str, Any]
    anchors: dict[str, dict[str, str]] | None
    records: tuple[logging.LogRecord, ...]


class Rendered(logging.Handler):
    """Spares MkDocs the rendering of pages that it has rendered before, with all it had to say.

    It is done where nothing else is asked while a page is rendered: no other plugin, no hook, no
    extension that may read other files; and as long as the settings and the list of files stand.
    """

    def __init__(self) -> None:
        """Begin without any page."""
        super().__init__(logging.INFO)
        self._state: object = None
        self._sound = False
        self._pages: dict[str, _Known] = {}
        self._records: list[logging.LogRecord] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what MkDocs says."""
        logger = logging.getLogger("mkdocs")
        logger.addHandler(self)
        try:
            yield
        finally:
            logger.removeHandler(self)
            self._records.clear()

    def emit(self, record: logging.LogRecord) -> None:
        """Hear one thing."""
        self._records.append(record)

    def begin(self, config: MkDocsConfig, files: Files) -> None:
        """Forget what was rendered with other settings, or beside other files."""
        settings = Path(config.config_file_path).read_bytes()
        state = (settings, [(file.src_uri, file.dest_uri, file.inclusion) for file in files])
        extensions = {each.removeprefix("markdown.extensions.") for each in _names(config)}
        self._sound = extensions <= _PLAIN and len(config.plugins) == 1 and not config.hooks
        if state != self._state:
            self._state, self._pages = state, {}

    def markdown(self, page: Page, markdown: str) -> str:
        """What is to be rendered: nothing of a page that is known."""
        self._records.clear()
        known = self._pages.get(page.file.src_uri)
        return "" if self._sound and known and known.markdown == markdown else markdown

    def content(self, page: Page, markdown: str, html: str, files: Files) -> str:
        """What was rendered, now or before.

        Args:
            page: The page.
            markdown: All of its Markdown.
            html: What MkDocs has rendered now.
            files: The files of the site.
        """
        known = self._pages.get(page.file.src_uri)
        if not (self._sound and known and known.markdown == markdown):
            page.content = html
            known = self._pages[page.file.src_uri] = _known(page, markdown, tuple(self._records))
            return html
        for record in known.records:
            logging.getLogger(record.name).handle(record)
        page.markdown = markdown
        for name, value in known.kept.items():
            setattr(page, name, value)
        page.links_to_anchors = None
        if known.anchors is not None:
            page.links_to_anchors = {
                file: links
                for uri, links in known.anchors.items()
                if (file := files.get_file_from_path(uri))
            }
        return str(known.kept["content"])


def _names(config: MkDocsConfig) -> list[str]:
    return [str(each) for each in config.markdown_extensions]


def _known(page: Page, markdown: str, records: tuple[logging.LogRecord, ...]) -> _Known:
    links = page.links_to_anchors
    anchors = None if links is None else {file.src_uri: each for file, each in links.items()}
    return _Known(markdown, {name: getattr(page, name) for name in _KEPT}, anchors, records)
