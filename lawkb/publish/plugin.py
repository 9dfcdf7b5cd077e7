"""The MkDocs plugin: builds the pages made from the laws, and those written by hand.

Only this module and ``server.preview`` import mkdocs.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import cast

import yaml
from jinja2 import Environment
from mkdocs.commands.build import build
from mkdocs.config import base, load_config
from mkdocs.config import config_options as options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext
from rcssmin import cssmin
from rjsmin import jsmin

from lawkb.errors import LawkbError
from lawkb.extras import MissingExtraError
from lawkb.model.language import read_language
from lawkb.parallel_work import without_collecting
from lawkb.publish.book.kinds import BOOK_KINDS, DEFAULT_KINDS, LAW_PDF, typst_version
from lawkb.publish.page import Draft, MenuItem, SitePage, SiteSettings
from lawkb.publish.pagefind_source import PagefindPage
from lawkb.publish.render import (
    WrittenPage,
    dead_links,
    ids_of,
    make_environment,
    page_context,
    put_files,
    write_files,
)
from lawkb.publish.site import (
    Bundling,
    CachedBundle,
    Site,
    SiteContent,
    begin_bundle,
    code_site,
    offline_files,
    read_content,
    removal_files,
    site_frames,
    sitemap_drafts,
    version_of,
)
from lawkb.publish.strings import mark_languages, marked_english
from lawkb.publish.urls import ASSETS, Place, translated
from lawkb.references.resolve import told_of_removed

log = logging.getLogger("mkdocs.plugins.lawkb")

_THEME = Path(__file__).parent / "templates"
# Laws, each language counted, of a site that a browser stores as a whole: a gigabyte of pages.
_MOST_OFFLINE = 10_000
_MINIFIERS: Mapping[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}


class PluginConfig(base.Config):  # type: ignore[no-untyped-call]  # mkdocs left it untyped
    """The settings of the plugin in ``mkdocs.yml``."""

    corpus = options.Dir(exists=True, default="corpus")
    languages = options.ListOfItems(options.Type(str), default=["el", "en"])
    offline = options.Type(bool, default=True)
    translation = options.Optional(options.Type(bool))  # of old files; it does nothing
    books = options.Optional(options.ListOfItems(options.Choice([*BOOK_KINDS])))
    law_pdf = options.Type(bool, default=False)  # whether each law is offered as PDF, too


class CodePage(Page):
    """A page made from the laws, as a link target for MkDocs.

    It has no Markdown, and MkDocs does not know its content.
    """

    def read_source(self, config: MkDocsConfig) -> None:
        """Do nothing: law text never goes through Markdown."""
        self.markdown = ""

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Do nothing: ``lawkb.publish.render`` writes the page."""
        self.content = ""

    def _set_canonical_url(self, base: str | None) -> None:
        """Do nothing: the URL is not used, and computing it for thousands of pages takes time."""
        self.canonical_url = self.abs_url = None


class SiteFiles(Files):
    """The files that MkDocs knows: hand-written pages, and what these link to of the laws.

    A page or file made from the laws is added when it is asked for: all of them would cost MkDocs
    more time and memory than the site itself.

    Attributes:
        found: The files made from the laws that were asked for, by path on the site.
    """

    def __init__(self, files: Files, site: Site, config: MkDocsConfig) -> None:
        """Store the hand-written pages and other files, and what is made from the laws."""
        super().__init__(files)
        self._site, self._config = site, config
        self.found: dict[str, File] = {}

    def get_file_from_path(self, path: str) -> File | None:
        """Return the file of a source path; a page of the laws is taken for Markdown."""
        return super().get_file_from_path(path) or self._made_from_laws(PurePath(path).as_posix())

    def _made_from_laws(self, uri: str) -> File | None:
        is_page = uri.endswith(".md")
        path = f"{uri.removesuffix('.md')}.html" if is_page else uri
        if not (self._site.pages if is_page else self._site.files).find(path):
            return None
        inclusion = InclusionLevel.NOT_IN_NAV if is_page else InclusionLevel.UNDEFINED
        file = File.generated(self._config, uri, content="", inclusion=inclusion)
        if is_page:
            file.dest_uri = path  # 404.html stays a file of its own
            CodePage(None, file, self._config)
        self.append(file)
        self.found[path] = file
        return file


class LawsPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]  # as above
    """Adds the pages made from the laws to a MkDocs site; writes all pages by lawkb's templates."""

    # The corpus, if `lawkb serve` has read it already. MkDocs then writes no pages, and browsers do
    # not store the site for offline reading. None in a normal build.
    content: SiteContent | None = None
    # The search index, or the running Pagefind that makes it; None without a search.
    bundling: Bundling | CachedBundle | None = None
    listed: tuple[Page, ...] = ()  # The hand-written pages in the navigation.

    @property
    def corpus(self) -> Path:
        """Return the corpus folder that ``LAWKB_CORPUS`` names, else that of the settings."""
        return Path(os.environ.get("LAWKB_CORPUS") or self.config.corpus)

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Remove MkDocs' sitemap, which contains the date: two builds must be equal."""
        config.theme.static_templates.clear()
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Read the corpus. An error here keeps the old site, which MkDocs empties afterwards."""
        for file in sorted(Path(config.docs_dir).rglob("*.md")):
            _check_brackets(file)
        if self.config.translation is not None and not self.content:
            # Not by MkDocs' log: a strict build of an old site goes on.
            told = f"{config.config_file_path}: translation no longer does anything; leave it out"
            logging.getLogger("lawkb.publish").warning(told)
        self.material = self.content or read_content(self.corpus, self._start_search, self._books())

    def _books(self) -> Sequence[str]:
        """Return the kinds of books in the settings; by default those that can be made here."""
        named, alone = self.config.books, [LAW_PDF] if self.config.law_pdf else []
        if named is not None and not alone:
            return named
        try:
            typst_version()
        except MissingExtraError as missing:
            # Not by MkDocs' log: a strict build is as right without them.
            told = f"the site offers no PDF: it {missing.what}; {missing.hint}"
            logging.getLogger("lawkb.publish").warning(told)
            without = [kind for kind in DEFAULT_KINDS if not kind.startswith("pdf")]
            return without if named is None else named
        return [*(DEFAULT_KINDS if named is None else named), *alone]

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Add the pages made from the laws to the files of MkDocs, outside of its navigation."""
        if mkdocs_own := files.get_file_from_path("sitemap.xml"):
            files.remove(mkdocs_own)
        self.outline = self.material.code.outline
        self.written = tuple(file.dest_uri for file in files.documentation_pages())
        _minify(files)
        own = (f for f in files if f.dest_uri.startswith(f"{ASSETS}/"))
        assets = sorted((file.dest_uri, file.content_bytes) for file in own)
        self.assets = version_of(content for _, content in assets)
        self.site = code_site(self.material, self.site_settings(config))
        self._check_free(config)
        self.files = SiteFiles(files, self.site, config)
        return self.files

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:
        """Write the pages made from the laws on every core, by lawkb's templates, which escape.

        Those that MkDocs knows are removed from its files before, so that it writes no others.
        """
        for file in self.files.found.values():
            files.remove(file)
        self.others = frozenset(file.dest_uri for file in files)
        self.by_hand = tuple(file.page for file in files.documentation_pages() if file.page)
        self.frames = site_frames(self.material, self.site_settings(config))
        if self.content:
            for page in self.by_hand:
                files.remove(page.file)
        else:
            folder = Path(config.site_dir)
            ends = write_files(folder, self.site.pages, self.site.files, self.frames)
            ids = ids_of(ends)
            self.check(ends, ids)
            sitemaps = sitemap_drafts((*self.written, *ids), config.site_url or "")
            put_files(folder, {draft.path: draft.make() for draft in sitemaps})
        return make_environment(config.theme.custom_dir or "")

    def check(self, ends: Sequence[WrittenPage], ids: Mapping[str, str]) -> None:
        """Log a warning for every link between the pages of the laws whose target does not exist.

        There is one, too, for every reference to a provision that was removed.

        Args:
            ends: The written pages, with their links.
            ids: Their ids, of ``ids_of``.
        """
        for path, file in self.files.found.items():
            if file.page:
                file.page.present_anchor_ids = set(ids[path].split())
        for words in dead_links(ends, ids, self._exists):
            log.warning(words)
        scheme = self.material.code.outline.scheme
        for each in self.material.graph.citations:
            citing = each.edition, each.language, each.citing
            if told := told_of_removed(citing, each.reference, scheme):
                log.warning(told)

    def _exists(self, path: str) -> bool:
        return path in self.others or self.site.files.find(path) is not None

    def written_pages(self) -> tuple[Draft[SitePage], ...]:
        """Return drafts of the hand-written pages; ``lawkb serve`` uses them."""
        return tuple(
            Draft(page.file.dest_uri, partial(self._site_page, page)) for page in self.by_hand
        )

    def code_paths(self) -> frozenset[str]:
        """Return the paths of the pages and files that are made from the laws."""
        every = chain[Draft[SitePage] | Draft[bytes]](self.site.pages, self.site.files)
        return frozenset(draft.path for draft in every)

    def check_written_links(
        self, config: MkDocsConfig, ids: Callable[[str], Collection[str]]
    ) -> None:
        """Warn of links from hand-written pages to fragments that the target page lacks.

        Args:
            config: The settings of MkDocs.
            ids: Returns the ids of a page made from the laws by its path.
        """
        level = config.validation.links.anchors
        for page in self.by_hand:
            for file in page.links_to_anchors or ():
                if isinstance(file.page, CodePage):
                    file.page.present_anchor_ids = set(ids(file.dest_uri))
            page.validate_anchor_links(files=self.files, log_level=level)

    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Store the hand-written pages of the navigation for the menus."""
        self.listed = tuple(nav.pages)
        return nav

    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Return the variables of lawkb's templates instead of those of MkDocs."""
        shown = self._site_page(page)
        return cast(TemplateContext, page_context(shown, self.frames[shown.language]))

    def on_post_page(self, output: str, /, *, page: Page, config: MkDocsConfig) -> str:
        """Mark the words of the menus that are in English, where the page's language lacks them."""
        return marked_english(output, self._language(page.file.dest_uri))

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the search index, then the service worker for offline reading."""
        site, around = Path(config.site_dir), self.site_settings(config)
        bundle = self.bundling.files() if self.bundling else {}
        self.bundling = None
        put_files(site, bundle)
        offline = partial(offline_files, site, self.assets, around.languages)
        put_files(site, offline() if around.offline else removal_files())

    def on_build_error(self, *, error: Exception) -> None:
        """Stop Pagefind after an error of the build."""
        if self.bundling:
            self.bundling.stop()

    def _start_search(self, shadow: tuple[PagefindPage, ...]) -> None:
        if shadow:
            self.bundling = begin_bundle(self.corpus, shadow)

    def _check_free(self, config: MkDocsConfig) -> None:
        """Refuse a hand-written page in the place of one that is made from the laws."""
        for path in self.written:
            if self.site.pages.find(path):
                raise LawkbError(
                    f"{config.docs_dir}/{path.removesuffix('.html')}.md",
                    "the site makes a page of this path from the laws",
                    "give the hand-written page another name",
                )

    def site_settings(self, config: MkDocsConfig) -> SiteSettings:
        """Return the settings of the site; they have the menus once MkDocs has read its pages."""
        tags = tuple(self.config.languages)
        menu = {tag: self._menu(tag) for tag in tags}
        few = len(self.material.code.laws) <= _MOST_OFFLINE
        offline = self.config.offline and few and not self.content
        return SiteSettings(
            languages=tags,
            url=config.site_url or "",
            written=self.written,
            menu=menu,
            assets=self.assets,
            offline=offline,
            overrides=config.theme.custom_dir or "",
        )

    def _menu(self, language: str) -> tuple[MenuItem, ...]:
        listed = (page for page in self.listed if self._language(page.file.dest_uri) == language)
        return tuple((str(page.title), Place(page.file.dest_uri)) for page in listed)

    def _language(self, path: str) -> str:
        """Return the language of a hand-written page by its folder; by default the original's."""
        languages, authoritative = self.config.languages, self.outline.authoritative
        first = path.partition("/")[0]
        if first in languages:
            return first
        return authoritative if authoritative in languages else languages[0]

    def _site_page(self, page: Page) -> SitePage:
        path, title = page.file.dest_uri, str(page.title)
        language = self._language(path)
        expected, languages = read_language(language), self.outline.languages
        same = ((tag, translated(path, tag)) for tag in self.config.languages)
        return SitePage(
            path=path,
            language=language,
            title=title,
            description=str(page.meta.get("description") or title),
            template="main.html",
            # HTML that MkDocs made from its Markdown.
            view=SimpleNamespace(content=mark_languages(page.content or "", expected, languages)),
            alternates=tuple((tag, Place(there)) for tag, there in same if there in self.written),
        )


def build_site(config_file: Path, strict: bool | None = None) -> Path:
    """Build the site of a ``mkdocs.yml``; warnings go to the log.

    Args:
        config_file: The ``mkdocs.yml``.
        strict: Whether a warning is an error; None for the setting of the file.

    Returns:
        The folder of the site.

    Raises:
        LawkbError: The file or the corpus is wrong, or there was a warning and ``strict``.
    """
    with messages_of_mkdocs(config_file) as warnings, without_collecting():
        config = load_config(str(config_file), strict=strict)
        config.plugins.on_startup(command="build", dirty=False)
        try:
            build(config)
        finally:
            config.plugins.on_shutdown()
    for message in warnings:
        logging.getLogger("lawkb.publish").warning(message)
    return Path(config.site_dir)


_MOST_NODES = 100_000
_MOST_LOOKED_AT = 50_000_000  # characters after an opening bracket, some seconds of work
_MOST_LEVELS = 100
_HINT = "fix it; for all at once set strict: false in mkdocs.yml and leave --strict out"


@contextmanager
def messages_of_mkdocs(config_file: Path, hint: str = _HINT) -> Iterator[list[str]]:
    """Yield a list to which the warnings of MkDocs are appended while the block runs.

    Args:
        config_file: The ``mkdocs.yml``.
        hint: What to do, for the error.

    Raises:
        LawkbError: The file is too large, or MkDocs failed.
    """
    _check_size(config_file)
    heard = _Warnings()
    logger = logging.getLogger("mkdocs")
    level, propagate = logger.level, logger.propagate
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    logger.addHandler(heard)
    try:
        yield heard.messages
    except (MkDocsException, OSError, UnicodeError) as error:
        messages = heard.messages or [str(error)]
        more = f" (and {len(messages) - 1} more)" if len(messages) > 1 else ""
        raise LawkbError(str(config_file), " ".join(messages[0].split()) + more, hint) from error
    finally:
        logger.removeHandler(heard)
        logger.setLevel(level)
        logger.propagate = propagate


def _minify(files: Files) -> None:
    """Remove comments and white space from the style sheets and scripts of the theme."""
    for file in files:
        minified = _MINIFIERS.get(Path(file.src_uri).suffix)
        if minified and file.src_dir and Path(file.src_dir) == _THEME:
            file.content_string = minified(file.content_string)


def _check_brackets(file: Path) -> None:
    """Refuse a hand-written page on which Python-Markdown would look for links for minutes.

    It reads a paragraph to its end for every bracket that nothing closes.
    """
    paragraphs = re.split(r"\n[ \t]*\n", file.read_text("utf-8-sig", "replace"))
    if sum(each.count("[") * len(each) for each in paragraphs) > _MOST_LOOKED_AT:
        told = "has paragraphs with too many opening brackets for their length"
        raise LawkbError(
            str(file), told, "divide them by empty lines, or write &#91; for a bracket"
        )


def _check_size(config_file: Path) -> None:
    """Refuse a YAML file that is nested too deep or would grow too large with aliases expanded.

    MkDocs expands aliases. A file that is not YAML is left for MkDocs to report.
    """
    sizes: dict[str, int] = {}  # nodes by the name of their anchor
    opened: list[tuple[str | None, int]] = []  # anchors of the open nodes, with the count before
    size = 0
    with suppress(OSError, yaml.YAMLError), config_file.open("rb") as file:
        for event in yaml.parse(file, Loader=yaml.CSafeLoader):
            size += sizes.get(event.anchor or "", 1) if isinstance(event, yaml.AliasEvent) else 1
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append((event.anchor, size))
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, before = opened.pop()
                sizes |= {anchor: size - before} if anchor else {}
            if size > _MOST_NODES or len(opened) > _MOST_LEVELS:
                told = f"has more than {_MOST_NODES} values or {_MOST_LEVELS} levels"
                raise LawkbError(str(config_file), told, "write less into it, with fewer aliases")


class _Warnings(logging.Handler):
    """A log handler that stores each warning once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if (message := record.getMessage()) not in self.messages:
            self.messages.append(message)
