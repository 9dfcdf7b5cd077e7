"""The site of a ``mkdocs.yml`` while its sources are edited: composed by MkDocs, served by us.

Source: decisions/0017-building-and-serving.md.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from lawkb.errors import LawkbError
from lawkb.publish.content_reading import ContentReader
from lawkb.publish.editing import Composed, Editing, Places
from lawkb.publish.hearing import told
from lawkb.publish.plugin import GIVING_UP, LawsPlugin
from lawkb.publish.rendered import Rendered
from lawkb.publish.serving import SiteServer
from lawkb.publish.site import Content
from lawkb.publish.watching import serve_edited


def serve_site(config_file: Path, address: str) -> None:
    """Serve the site; a change of any source of it shows at once, until somebody interrupts.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8000``.

    Raises:
        LawkbError: The site cannot be made, or the address cannot be used.
    """
    host, _, port = address.rpartition(":")
    with tempfile.TemporaryDirectory() as folder:
        editing = edited_site(config_file, address, Path(folder))
        mount = urlsplit(editing.url).path
        serve_edited(editing, SiteServer((host.strip("[]"), int(port)), mount, editing.site.read))


def edited_site(config_file: Path, address: str, folder: Path) -> Editing:
    """The site that a ``mkdocs.yml`` describes, while its sources are edited.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port where it is served.
        folder: Where MkDocs may write.

    Raises:
        LawkbError: The site cannot be made.
    """
    compose = partial(_compose, config_file, address, folder, Rendered())
    with told(config_file, GIVING_UP):
        config = _serving(config_file, address, folder)
        config.plugins.on_startup(command="serve", dirty=False)
        pages = (Path(config.docs_dir), config_file.resolve())
        theme = tuple(Path(each) for each in config.theme.dirs)
        plugin = _plugin(config)
        reader = ContentReader(plugin.corpus, plugin.config.translation)
        return Editing(Places(plugin.corpus, pages, theme), reader, compose)


def _serving(config_file: Path, address: str, folder: Path) -> MkDocsConfig:
    """The settings for a site that is served: its URL is where it is served."""
    config = load_config(str(config_file), strict=False, site_dir=str(folder))
    mount = urlsplit(config.site_url or "/").path.strip("/")
    config.site_url = f"http://{address}/{mount}/" if mount else f"http://{address}/"
    return config


def _compose(
    config_file: Path, address: str, folder: Path, rendered: Rendered, content: Content
) -> Composed:
    with told(config_file, GIVING_UP) as heard, rendered.listening():
        config = _serving(config_file, address, folder)
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
