"""Render pages as HTML and write files, on every core where there are many."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from urllib.parse import urljoin

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    StrictUndefined,
    TemplateSyntaxError,
)
from markupsafe import Markup, escape

from lawkb.errors import LawkbError
from lawkb.large_collections import LargeDict, kept
from lawkb.parallel_work import collecting_new_objects, on_cluster, one_by_one
from lawkb.publish.page import Drafts, Frame, SitePage
from lawkb.publish.strings import Strings, direction, marked_english
from lawkb.publish.urls import (
    ASSETS,
    CHOOSER,
    NOT_FOUND,
    Place,
    public_url,
    relative_url,
)

_MOST_TEXTS = 4096  # texts of the interface, of all languages
_LINKED = 100  # pages whose ids are at hand while links are looked at; some have thousands


@cache
def make_environment(overrides: str = "") -> Environment:
    """Return the Jinja2 environment with the templates of the theme.

    All text is escaped, and an unknown variable is an error. Calls with the same argument share one
    environment; a template is compiled again when its file changes.

    Args:
        overrides: A folder whose templates replace those of the theme; empty for none.
    """
    own = PackageLoader("lawkb.publish", "templates")
    return Environment(
        loader=ChoiceLoader([FileSystemLoader(overrides), own]) if overrides else own,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=-1,  # a theme has few: which was used last need not be known
    )


@contextmanager
def frozen_templates(overrides: str = "") -> Iterator[None]:
    """Compile all templates now, and do not look for changed files while the block runs.

    Processes forked in the block have the compiled templates.

    Raises:
        LawkbError: A template has an error.
    """
    environment = make_environment(overrides)
    for name in environment.list_templates(extensions=["html"]):
        try:
            environment.get_template(name)
        except TemplateSyntaxError as error:
            raise template_error(name, error) from error
    environment.auto_reload = False
    try:
        yield
    finally:
        environment.auto_reload = True


def page_html(page: SitePage, frames: Mapping[str, Frame]) -> str:
    """Return a page as HTML.

    Args:
        frames: Header, menu and strings of each interface language, by BCP 47 tag.
    """
    frame = frames[page.language]
    try:
        template = make_environment(frame.settings.overrides).get_template(page.template)
        return marked_english(template.render(page_context(page, frame)), page.language)
    except LawkbError:
        raise
    except Exception as error:  # a template is a program: anything can go wrong in it
        raise template_error(page.template, error) from error


def template_error(name: str, error: Exception) -> LawkbError:
    """Return an error with the template and line where rendering of the page ``name`` failed."""
    lines = [
        (frame.filename, frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.endswith(".html")
    ]
    if isinstance(error, TemplateSyntaxError):
        lines = [(error.filename or error.name or name, error.lineno)]
    file, line = lines[-1] if lines else (name, 1)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return LawkbError(f"{file}:{line}", what, "fix the template")


def page_context(page: SitePage, frame: Frame) -> dict[str, object]:
    """Return the variables of the templates: page, view, frame, functions for strings and URLs."""
    strings, settings = frame.strings, frame.settings
    public = partial(public_url, settings.url)

    def text(message: str, **values: object) -> Markup:
        return _escaped(strings, message) % values

    def counted(one: str, many: str, num: int) -> Markup:
        return escape(strings.ngettext(one, many, num)) % {"num": num}

    def href(place: Place) -> str:
        """Return the URL of a place, relative to the page, so that the site works at any base path.

        The page for missing pages uses absolute URLs. URLs of style and scripts contain their
        version, so that a browser never uses an old copy.
        """
        versioned = settings.assets and place.path.startswith(f"{ASSETS}/")
        version = f"?v={settings.assets}" if versioned else ""
        if page.path == NOT_FOUND:
            return urljoin(settings.url or "/", relative_url(CHOOSER, place)) + version
        return relative_url(page.path, place) + version

    law = page.legislation  # as JSON-LD for search engines, escaped for a ``script`` element
    return {
        "page": page,
        "view": page.view,
        "frame": frame,
        "policy": POLICY,
        "_": text,
        "ngettext": counted,
        "href": href,
        "asset": lambda name: href(Place(f"{ASSETS}/{name}")),
        "public": public,
        "structured": law(public if settings.url else href) if law else "",
        "Place": Place,
        "direction": direction,
    }


# A page says the same words hundreds of times.
@lru_cache(maxsize=_MOST_TEXTS)
def _escaped(strings: Strings, message: str) -> Markup:
    return escape(strings.gettext(message))


# The pages of a law take milliseconds: from here on, processes cost less than they save.
_FEW = 20
_HASH_BYTES = 8

# Identifies the content of a file: the first 16 hexadecimal digits of its SHA-256, its bytes.
FileHash = tuple[str, int]


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """The links and ids of a page after it was written."""

    path: str  # File below the root of the site.
    anchors: str  # HTML ids on the page, joined by spaces: in sets they need much memory.
    # Targets of its links on the site, without those to ids that the page itself has: sorted ids by
    # path, an empty one for a page or file as a whole.
    links: Mapping[str, tuple[str, ...]]


def written_page(path: str, anchors: Set[str], links: Iterable[Place]) -> WrittenPage:
    """Return what is kept of a page with these ids and links."""
    found: dict[str, tuple[str, ...]] = {}
    for target, fragment in sorted(links):
        if target != path or (fragment and fragment not in anchors):
            found[target] = (*found.get(target, ()), fragment)
    return WrittenPage(path, " ".join(sorted(anchors)), found)


def write_files(
    folder: Path, pages: Drafts[SitePage], files: Drafts[bytes], frames: Mapping[str, Frame]
) -> Sequence[WrittenPage]:
    """Make every page and file of some drafts, and write them below a folder.

    Pages may be made on other machines; all files are written here. What needs files of this
    machine is made here, too: files beside the pages, and pages by templates of a site's own.

    Returns:
        Links and ids of each page, in the order of the drafts.

    Raises:
        LawkbError: A page cannot be made.
        OSError: A file cannot be written.
    """
    overrides = next((frame.settings.overrides for frame in frames.values()), "")
    with collecting_new_objects(), frozen_templates(overrides):
        with on_cluster(None) if overrides else nullcontext():
            # By number: all pages share the code, which is sent once with them.
            groups = range(pages.count_groups())
            made = one_by_one(partial(_made_pages, pages, frames), groups, few=_FEW)
            written = kept(_put_pages(folder, chain.from_iterable(made)))
        with on_cluster(None):
            groups = range(files.count_groups())
            for found in one_by_one(partial(_made_files, files), groups, few=_FEW):
                put_files(folder, found)
    return written


def ids_of(pages: Iterable[WrittenPage]) -> Mapping[str, str]:
    """Return the HTML ids of each page by path, joined by spaces."""
    return LargeDict((page.path, page.anchors) for page in pages)


def dead_links(
    pages: Iterable[WrittenPage], ids: Mapping[str, str], exists: Callable[[str], bool]
) -> Iterator[str]:
    """Yield one message for each link whose target does not exist.

    Args:
        pages: Every page made from the laws.
        ids: The ids of these pages, of ``ids_of``.
        exists: Whether another file of the site has a path; a link to any fragment in such a file
            is accepted.
    """

    @lru_cache(maxsize=_LINKED)
    def held(path: str) -> frozenset[str]:
        return frozenset(ids[path].split())

    found = lru_cache(maxsize=_MOST_TEXTS)(exists)  # the pages of a law link to the same files

    for page in pages:
        for path, fragments in page.links.items():
            if path in ids:
                missing = (each for each in fragments if each and each not in held(path))
                dead = [f"{path}#{each}, which is no id there" for each in missing]
            else:
                dead = [] if found(path) else [f"{path}, which is no page"]
            yield from (f"{page.path} links to {target}" for target in dead)


def put_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder, given as content by path."""
    for path, content in files.items():
        try:
            (folder / path).write_bytes(content)
        except FileNotFoundError:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)


def file_hash(content: bytes) -> FileHash:
    """Return hash and size of the content of a file."""
    return hashlib.sha256(content).hexdigest()[: 2 * _HASH_BYTES], len(content)


def _made_pages(
    pages: Drafts[SitePage], frames: Mapping[str, Frame], number: int
) -> list[tuple[WrittenPage, bytes]]:
    made = (draft.make() for draft in pages.group(number))
    return [
        (written_page(page.path, page.anchors, page.links), page_html(page, frames).encode())
        for page in made
    ]


def _put_pages(folder: Path, made: Iterable[tuple[WrittenPage, bytes]]) -> Iterator[WrittenPage]:
    for page, content in made:
        put_files(folder, {page.path: content})
        yield page


def _made_files(files: Drafts[bytes], number: int) -> dict[str, bytes]:
    return {draft.path: draft.make() for draft in files.group(number)}


# WebAssembly is the search. Data that is no program, such as JSON-LD, needs no leave.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'"
)
# What a page cannot say of itself, only its server: no other site shows it in a frame.
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
