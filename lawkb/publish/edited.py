"""The site of a ``mkdocs.yml`` while its sources are edited: composed by MkDocs, served by us.

Source: decisions/0017-building-and-serving.md.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from lawkb.errors import LawkbError
from lawkb.publish.composed import Composed
from lawkb.publish.content_reading import ContentReader
from lawkb.publish.editing import Editing
from lawkb.publish.hearing import told
from lawkb.publish.plugin import GIVING_UP, LawsPlugin
from lawkb.publish.rendered import Rendered
from lawkb.publish.serving import SiteServer
from lawkb.publish.site import Content
from lawkb.publish.standing import Places
from lawkb.publish.watching import serve_edited

_HINT = "mend it; until then the site stays as it was"


def serve_site(config_file: Path, address: str, server: SiteServer) -> None:
    """Serve the site; a change of any source of it shows at once, until somebody interrupts.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8000``.
        server: Listens there.

    Raises:
        LawkbError: The site cannot be made.
    """
    with server, tempfile.TemporaryDirectory() as folder:
        editing = edited_site(config_file, address, Path(folder))
        server.mount, server.read = urlsplit(editing.url).path, editing.site.read
        serve_edited(editing, server)


def edited_site(config_file: Path, address: str, folder: Path) -> Editing:
    """The site that a ``mkdocs.yml`` describes, while its sources are edited.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port where it is served.
        folder: Where MkDocs may write.

    Raises:
        LawkbError: The site cannot be made.
    """
    start = _Start(config_file, address, folder)
    with told(config_file, GIVING_UP):
        config = _serving(start)
        config.plugins.on_startup(command="serve", dirty=False)
        fixed = _fixed(config)
        places = Places(fixed.corpus, (fixed.pages, config_file.resolve()), fixed.theme)
        compose = partial(_compose, start, fixed, Rendered())
        return Editing(places, ContentReader(fixed.corpus, fixed.desk), compose)


@dataclass(frozen=True, slots=True)
class _Start:
    """What ``lawkb serve`` was started with."""

    config_file: Path
    address: str
    folder: Path


@dataclass(frozen=True, slots=True)
class _Fixed:
    """What the settings say once and for all; other values of it need another ``lawkb serve``.

    Attributes:
        corpus: The corpus.
        desk: Whether the translators' desk is published.
        pages: Folder of the hand-written pages.
        theme: Folders of the theme.
    """

    corpus: Path
    desk: bool
    pages: Path
    theme: tuple[Path, ...]


def _fixed(config: MkDocsConfig) -> _Fixed:
    plugin = _plugin(config)
    theme = tuple(Path(each) for each in config.theme.dirs)
    return _Fixed(plugin.corpus, plugin.config.translation, Path(config.docs_dir), theme)


def _serving(start: _Start) -> MkDocsConfig:
    """The settings for a site that is served: its URL is where it is served."""
    config = load_config(str(start.config_file), strict=False, site_dir=str(start.folder))
    mount = urlsplit(config.site_url or "/").path.strip("/")
    root = f"http://{start.address}/"
    config.site_url = f"{root}{mount}/" if mount else root
    return config


def _compose(start: _Start, fixed: _Fixed, rendered: Rendered, content: Content) -> Composed:
    """What MkDocs makes of the settings and the hand-written pages as they are now."""
    with told(start.config_file, GIVING_UP, _HINT) as heard, rendered.listening():
        config = _serving(start)
        if _fixed(config) != fixed:
            what = "it names another corpus, docs_dir, theme or translation than before"
            raise LawkbError(str(config.config_file_path), what, "start lawkb serve again")
        plugin = _plugin(config)
        plugin.content, plugin.rendered = content, rendered
        build(config, serve_url=config.site_url)
        return plugin.composed(config, tuple(heard))


def _plugin(config: MkDocsConfig) -> LawsPlugin:
    """The plugin of some settings; one of them, and only one, is ours."""
    found = [each for each in config.plugins.values() if isinstance(each, LawsPlugin)]
    if not found:
        raise LawkbError(
            str(config.config_file_path), "it has no plugin lawkb", "add it under plugins:"
        )
    return found[0]
