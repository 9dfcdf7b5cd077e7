"""Run MkDocs on the settings and hand-written pages of a site that is being edited.

Source: decisions/0020-serving.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from lawkb.errors import LawkbError
from lawkb.publish.page import Draft, SitePage, SiteSettings
from lawkb.publish.plugin import LawsPlugin, messages_of_mkdocs
from lawkb.publish.site import SiteContent

_HINT = "fix it; until then the site stays as it was"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in ``mkdocs.yml`` that stay the same while the server runs."""

    corpus: Path  # the corpus folder
    pages: Path  # folder of the hand-written pages
    theme: tuple[Path, ...]  # folders of the theme


@dataclass(frozen=True, slots=True)
class MkdocsResult:
    """The result of running MkDocs on the settings and the hand-written pages."""

    # Settings that the pages made from the laws need, including the menus.
    site_settings: SiteSettings
    written: tuple[Draft[SitePage], ...]  # drafts of the hand-written pages
    # Content of style sheets, scripts and pictures, by path below the root of the site.
    static: dict[str, bytes]
    linkable: frozenset[str]  # paths made from the laws, which the hand-written pages may link to
    warnings: tuple[str, ...]  # warnings of MkDocs
    # Function that returns warnings for links of hand-written pages to missing fragments. Its
    # argument is a function that returns the ids of a page made from the laws by its path.
    check_anchors: Callable[[Callable[[str], Collection[str]]], tuple[str, ...]]


class MkdocsProject:
    """A ``mkdocs.yml`` and its hand-written pages, which MkDocs reads again after each change.

    Attributes:
        settings: The settings as first read; when they change, the server must be restarted.
        url: Address of the site on the server; its path is that of ``site_url``.
    """

    def __init__(
        self, config_file: Path, address: str, folder: Path, is_published: bool = False
    ) -> None:
        """Read the settings.

        Args:
            config_file: The ``mkdocs.yml``.
            address: Host and port where the site is served.
            folder: Temporary folder for the output of MkDocs.
            is_published: Whether its pages are part of the published site, and so have ``site_url``
                in their links to themselves; pages of a preview have the address of the server.
        """
        self._config_file, self._folder = config_file, folder
        self._address, self._is_published = address, is_published
        with messages_of_mkdocs(config_file):
            config = self._load()
            config.plugins.on_startup(command="serve", dirty=False)
            self.settings = _settings_of(config)
            self.url = _url_on_server(address, config.site_url)

    def build_pages(self, content: SiteContent) -> MkdocsResult:
        """Run MkDocs on the current settings and hand-written pages.

        Raises:
            LawkbError: The settings or pages are wrong, or need a restart of the server.
        """
        with messages_of_mkdocs(self._config_file, _HINT) as warnings:
            config = self._load()
            if _settings_of(config) != self.settings:
                what = "it names another corpus, docs_dir or theme than before"
                raise LawkbError(str(config.config_file_path), what, "start lawkb serve again")
            plugin = _plugin(config)
            plugin.content = content
            build(config, serve_url=self.url)
        return MkdocsResult(
            site_settings=plugin.site_settings(config),
            written=plugin.written_pages(),
            static=_files_in(Path(config.site_dir)),
            linkable=plugin.code_paths(),
            warnings=tuple(warnings),
            check_anchors=partial(self._check_anchors, plugin, config),
        )

    def _check_anchors(
        self, plugin: LawsPlugin, config: MkDocsConfig, ids: Callable[[str], Collection[str]]
    ) -> tuple[str, ...]:
        with messages_of_mkdocs(self._config_file) as warnings:
            plugin.check_written_links(config, ids)
        return tuple(warnings)

    def _load(self) -> MkDocsConfig:
        """Load the settings; a preview has the address of the server as the URL of the site."""
        config = load_config(str(self._config_file), strict=False, site_dir=str(self._folder))
        if not self._is_published:
            config.site_url = _url_on_server(self._address, config.site_url)
        return config


def _url_on_server(address: str, site_url: str | None) -> str:
    mount = urlsplit(site_url or "").path.strip("/")
    return f"http://{address}/{mount}/" if mount else f"http://{address}/"


def _settings_of(config: MkDocsConfig) -> Settings:
    plugin = _plugin(config)
    theme = tuple(Path(each) for each in config.theme.dirs)
    return Settings(plugin.corpus, Path(config.docs_dir), theme)


def _plugin(config: MkDocsConfig) -> LawsPlugin:
    """Return lawkb's plugin for MkDocs.

    Raises:
        LawkbError: The settings do not list the plugin.
    """
    found = [each for each in config.plugins.values() if isinstance(each, LawsPlugin)]
    if not found:
        raise LawkbError(
            str(config.config_file_path), "it has no plugin lawkb", "add it under plugins:"
        )
    return found[0]


def _files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder, by its path from there."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
