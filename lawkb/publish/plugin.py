"""The MkDocs plugin: the pages of the code, and the hand-written ones beside them.

The only module that imports mkdocs.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from jinja2 import Environment
from mkdocs.commands.build import build
from mkdocs.commands.serve import serve
from mkdocs.config import base, load_config
from mkdocs.config import config_options as options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from lawkb.errors import LawkbError
from lawkb.model.language import read_language
from lawkb.pipeline import read_code
from lawkb.publish.apparatus import read_apparatus, with_report
from lawkb.publish.bundle import Bundling, start_bundle
from lawkb.publish.extras import extra_files
from lawkb.publish.files import Holdings
from lawkb.publish.frames import MenuItem, code_menu, make_frame
from lawkb.publish.offline import offline_drafts, offline_files, removing_files, version_of
from lawkb.publish.page import SitePage
from lawkb.publish.pages import site_drafts
from lawkb.publish.places import ASSETS, Place, translated
from lawkb.publish.render import Written, make_environment, page_context, write_pages
from lawkb.publish.shadow import shadow_pages
from lawkb.publish.tongues import mark_languages
from lawkb.refs.graph import build_graph

log = logging.getLogger("mkdocs.plugins.lawkb")


class PluginConfig(base.Config):  # type: ignore[no-untyped-call]  # mkdocs left it untyped
    """What ``mkdocs.yml`` may say of the plugin."""

    corpus = options.Dir(exists=True, default="corpus")
    languages = options.ListOfItems(options.Type(str), default=["el", "en"])
    offline = options.Type(bool, default=True)
    translation = options.Type(bool, default=True)


@dataclass(frozen=True, slots=True)
class TextView:
    """A hand-written page.

    Attributes:
        content: Its HTML, as MkDocs made it from our own Markdown.
    """

    content: str


class CodePage(Page):
    """A page made from the code: it has no Markdown, and it knows its ids and links."""

    written: Written

    def read_source(self, config: MkDocsConfig) -> None:
        """Name the template; there is nothing to read, law text never goes through Markdown."""
        self.markdown = ""
        self.meta = {"template": "written.html"}

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Leave the writing to ``on_env``, which writes all of them at once."""
        self.content = ""

    def take(self, written: Written, files: Files) -> None:
        """Take what was written; give strict mode the ids and links to check."""
        self.written = written
        self.present_anchor_ids = set(written.anchors)
        self.links_to_anchors = {}
        for place in sorted(written.links):
            target = files.get_file_from_path(source_uri(place.path))
            if target is None:
                log.warning("%s links to %s, which is no page", written.path, place.path)
            elif place.fragment:
                wanted = self.links_to_anchors.setdefault(target, {})
                wanted[place.fragment] = f"{place.path}#{place.fragment}"


class LawsPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]  # as above
    """Adds the pages of the code to a MkDocs site, and writes every page with lawkb's templates."""

    bundling: Bundling | None = None
    serving = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Note whether somebody edits: what is served then is kept by no browser."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Take the corpus that ``LAWKB_CORPUS`` names before the one of the file.

        Drops MkDocs' own list of pages: it holds the date, and two builds must be equal.
        """
        self.config.corpus = os.environ.get("LAWKB_CORPUS") or self.config.corpus
        config.theme.static_templates.clear()
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Read the code and add its pages; none of them is in the navigation."""
        if mkdocs_own := files.get_file_from_path("sitemap.xml"):
            files.remove(mkdocs_own)
        folder = Path(self.config.corpus)
        code = read_code(folder)
        graph = build_graph(code)
        tags = tuple(self.config.languages)
        shadow = shadow_pages(code)
        self.bundling = start_bundle(shadow) if shadow else None
        self.frames = {tag: make_frame(code, graph, tags, tag) for tag in tags}
        self.languages = code.outline.languages
        self.other = code.outline.authoritative if code.outline.authoritative in tags else tags[0]
        self.written = frozenset(file.dest_uri for file in files.documentation_pages())
        apparatus = read_apparatus(folder, code.outline)
        self.menus = {tag: code_menu(apparatus, tag) for tag in tags}
        own = sorted((f.dest_uri, f.content_bytes) for f in files if _is_asset(f))
        self.assets = version_of(content for _, content in own)
        self.offline = self.config.offline and not self.serving
        unkept = offline_drafts(tags) if self.offline else ()
        apparatus = with_report(apparatus, folder, code) if self.config.translation else apparatus
        self.drafts = (*site_drafts(code, graph, tags, shadow, apparatus), *unkept)
        for draft in self.drafts:
            files.append(self._file(draft.path, config))
        paths = tuple(file.dest_uri for file in files.documentation_pages())
        holdings = Holdings(folder, code, graph)
        extra = extra_files(holdings, self.frames, paths, config.site_url or "")
        for path, content in extra.items():
            files.append(File.generated(config, path, content=content))
        return files

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:
        """Write with lawkb's own environment: MkDocs' would not escape."""
        url = config.site_url or ""
        self.frames = {
            tag: replace(
                frame,
                site_url=url,
                menu=self._menu(tag),
                assets=self.assets,
                offline=self.offline,
            )
            for tag, frame in self.frames.items()
        }
        for written in write_pages(self.drafts, self.frames):
            file = files.get_file_from_path(source_uri(written.path))
            if file and isinstance(file.page, CodePage):
                file.page.take(written, files)
        return make_environment()

    def on_serve(
        self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Callable[..., None]
    ) -> LiveReloadServer:
        """Watch the corpus too."""
        server.watch(self.config.corpus)
        return server

    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Keep the hand-written pages of the navigation for the menus."""
        self.listed = tuple(nav.pages)
        return nav

    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give the templates what they know; nothing of MkDocs' own context is among it."""
        if isinstance(page, CodePage):
            return cast(TemplateContext, {"view": page.written})
        shown = self._site_page(page)
        return cast(TemplateContext, page_context(shown, self.frames[shown.language]))

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Add what the search page reads, then the worker that keeps all of the site."""
        site, tags = Path(config.site_dir), tuple(self.config.languages)
        bundle = self.bundling.files() if self.bundling else {}
        self.bundling = None
        _write(site, bundle)
        _write(site, offline_files(site, self.assets, tags) if self.offline else removing_files())

    def on_build_error(self, *, error: Exception) -> None:
        """End the work on the search: nobody waits for it."""
        if self.bundling:
            self.bundling.stop()

    def _file(self, path: str, config: MkDocsConfig) -> File:
        uri = source_uri(path)
        if path in self.written:
            raise LawkbError(
                f"{config.docs_dir}/{uri}",
                "the site makes this page from the code",
                "give the hand-written page another name",
            )
        file = File.generated(config, uri, content="", inclusion=InclusionLevel.NOT_IN_NAV)
        file.dest_uri = path  # 404.html stays a file of its own
        CodePage(None, file, config)
        return file

    def _menu(self, language: str) -> tuple[MenuItem, ...]:
        listed = (page for page in self.listed if self._language(page.file.dest_uri) == language)
        items = (MenuItem(str(page.title), Place(page.file.dest_uri)) for page in listed)
        return (*self.menus[language], *items)

    def _language(self, path: str) -> str:
        """Language of a hand-written page: of the tree it lies in, else the authoritative one."""
        first = path.partition("/")[0]
        return first if first in self.frames else self.other

    def _site_page(self, page: Page) -> SitePage:
        path = page.file.dest_uri
        language = self._language(path)
        content = mark_languages(page.content or "", read_language(language), self.languages)
        same = ((tag, translated(path, tag)) for tag in self.frames)
        return SitePage(
            path=path,
            language=language,
            title=str(page.title),
            description=str(page.meta.get("description") or page.title),
            template="main.html",
            view=TextView(content),
            alternates=tuple((tag, Place(there)) for tag, there in same if there in self.written),
        )


def _is_asset(file: File) -> bool:
    return file.dest_uri.startswith(f"{ASSETS}/")


def _write(site: Path, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def source_uri(path: str) -> str:
    """The file that MkDocs takes a path to be made from: Markdown, or what stands there itself."""
    return path.removesuffix(".html") + ".md" if path.endswith(".html") else path


def build_site(config_file: Path, strict: bool | None = None) -> Path:
    """Build the site that a ``mkdocs.yml`` describes; warnings that stop nothing go to the log.

    Args:
        config_file: The ``mkdocs.yml``.
        strict: Whether warnings are errors; None leaves it to the file.

    Returns:
        The folder that holds the site.

    Raises:
        LawkbError: The file or the corpus is wrong, or a warning came up in strict mode.
    """
    with _told(config_file) as heard:
        config = load_config(str(config_file), strict=strict)
        config.plugins.on_startup(command="build", dirty=False)
        try:
            build(config)
        finally:
            config.plugins.on_shutdown()
    for message in heard:
        logging.getLogger("lawkb.publish").warning(message)
    return Path(config.site_dir)


def serve_site(config_file: Path, address: str) -> None:
    """Serve the site and build it again whenever a page, the corpus or the theme changes.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8000``.

    Raises:
        LawkbError: The first build failed, or the address cannot be used.
    """
    aloud = logging.StreamHandler()
    with _told(config_file, aloud):
        serve(str(config_file), watch_theme=True, dev_addr=address, strict=False)


@contextmanager
def _told(config_file: Path, *handlers: logging.Handler) -> Iterator[list[str]]:
    """Hear what MkDocs says, and tell in three lines why it gave up."""
    heard = _Heard()
    logger = logging.getLogger("mkdocs")
    level, propagate = logger.level, logger.propagate
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    for handler in (heard, *handlers):
        logger.addHandler(handler)
    try:
        yield heard.messages
    except (MkDocsException, OSError) as error:
        said = heard.messages or [str(error)]
        more = f" (and {len(said) - 1} more)" if len(said) > 1 else ""
        hint = "mend it, or build without --strict to hear all"
        raise LawkbError(str(config_file), " ".join(said[0].split()) + more, hint) from error
    finally:
        for handler in (heard, *handlers):
            logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagate


class _Heard(logging.Handler):
    """Keeps what was said, once each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if (message := record.getMessage()) not in self.messages:
            self.messages.append(message)
