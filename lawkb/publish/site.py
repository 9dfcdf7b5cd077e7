"""The site as a whole: everything that is made from the code, and what is around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from lawkb.checks.report import code_report
from lawkb.cores import begun
from lawkb.corpus.rereading import Rereading
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law
from lawkb.pipeline import read_code
from lawkb.publish.apparatus import Apparatus, carried, read_apparatus, studied
from lawkb.publish.extras import extra_drafts
from lawkb.publish.files import Holdings
from lawkb.publish.frames import Frame, MenuItem, code_menu, make_frame
from lawkb.publish.offline import offline_drafts
from lawkb.publish.page import Draft, FileDraft
from lawkb.publish.pages import site_drafts
from lawkb.publish.shadow import ShadowPage, shadow_page, shadow_pages
from lawkb.publish.term_index import index_terms
from lawkb.refs.graph import Citation, build_graph, citations_of, graph_of
from lawkb.remembered import Remembered

_Key = tuple[str, str, int | str]


@dataclass(frozen=True, slots=True)
class Content:
    """A corpus, read for the site.

    Attributes:
        holdings: The laws, who cites whom, and where they lie.
        shadow: What the search is built from.
    """

    holdings: Holdings
    shadow: tuple[ShadowPage, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """What is around the pages that are made from the code.

    Attributes:
        languages: Tags of the interface languages; the first is offered first.
        url: URL of the root of the site; empty when nobody gave it.
        written: Paths of the hand-written pages.
        menu: Links of the header, by the tag of the interface language.
        assets: Version of style and script.
        offline: Whether a browser is to keep the site for reading without a connection.
    """

    languages: tuple[str, ...]
    url: str
    written: tuple[str, ...] = ()
    menu: Mapping[str, tuple[MenuItem, ...]] = field(default_factory=dict, hash=False)
    assets: str = ""
    offline: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """What is to be made.

    Attributes:
        frames: What stands around pages, by the tag of the interface language.
        pages: The pages made from the code.
        files: The other files made from it.
        apparatus: What the editors keep of it.
    """

    frames: Mapping[str, Frame] = field(hash=False)
    pages: tuple[Draft, ...]
    files: tuple[FileDraft, ...]
    apparatus: Apparatus


def read_content(
    folder: Path,
    desk: bool = True,
    shadowed: Callable[[tuple[ShadowPage, ...]], None] = lambda _: None,
) -> Content:
    """A corpus, read for the site and studied.

    Args:
        folder: The corpus.
        desk: Whether the translators' desk is published.
        shadowed: Told what the search is built from while the rest is still being studied.

    Raises:
        LawkbError: It cannot be read.
    """
    code = read_code(folder)
    kept = read_apparatus(folder, code.outline)
    report = begun(partial(code_report, folder, code)) if desk else None
    shadow = shadow_pages(code)
    shadowed(shadow)
    graph, terms = build_graph(code), index_terms(code, kept.glossary)
    apparatus = replace(kept, terms=terms, report=report() if report else None)
    return Content(Holdings(folder, code, graph, apparatus=apparatus), shadow)


class ContentReader:
    """Reads one corpus for the site many times: what did not change is not worked on again."""

    def __init__(self, folder: Path, desk: bool = True) -> None:
        """Take the corpus, and whether the desk is published; nothing is read yet."""
        self._folder, self._desk = folder, desk
        self._studied: Holdings | None = None
        self._code = Rereading(folder)
        self._xml = Remembered[str, tuple[str, str], bytes](self._bytes)
        self._outline: Outline | None = None

    def read(self) -> Content:
        """What ``read_content`` gives, but that nothing is studied anew.

        Of laws that have changed since ``study``, no terms and no findings are known.

        Raises:
            LawkbError: The corpus cannot be read.
        """
        code = self._code.code()
        if code.outline != self._outline:
            self._remember(code.outline)
        graph = graph_of(code, self._citations.each(code.laws).values())
        shadow = tuple(self._shadow.each(_texts(code)).values())
        xml = self._xml.each({path: (path, digest) for path, digest in (code.files or {}).items()})
        apparatus = read_apparatus(self._folder, code.outline)
        if self._studied:
            apparatus = carried(apparatus, self._studied.apparatus, _changed(self._studied, code))
        return Content(Holdings(self._folder, code, graph, xml, apparatus), shadow)

    def study(self, content: Content) -> Content:
        """What was read, with what studying the whole of it gives.

        Raises:
            LawkbError: A file of the corpus cannot be read.
        """
        holdings = content.holdings
        apparatus = studied(holdings.apparatus, holdings.code, self._folder, self._desk)
        self._studied = replace(holdings, apparatus=apparatus)
        return replace(content, holdings=self._studied)

    def _bytes(self, file: tuple[str, str]) -> bytes:
        """A file, from its path and its digest."""
        return (self._folder / file[0]).read_bytes()

    def _remember(self, outline: Outline) -> None:
        def citations(law: Law) -> tuple[Citation, ...]:
            return citations_of(law, outline.language(law.language))

        self._citations = Remembered[tuple[str, str, int], Law, tuple[Citation, ...]](citations)
        page = partial(shadow_page, outline)
        self._shadow = Remembered[_Key, Law | Companion, ShadowPage](page)
        self._outline = outline


def code_site(content: Content, around: Around) -> Site:
    """Everything that is made from the code, nothing made yet.

    Raises:
        LawkbError: A language has no catalogue or no file in ``lawkb/languages``.
    """
    code, graph = content.holdings.code, content.holdings.graph
    frames = {tag: make_frame(code, graph, around.languages, tag) for tag in around.languages}
    unkept = offline_drafts(around.languages) if around.offline else ()
    apparatus = content.holdings.apparatus
    pages = (*site_drafts(code, graph, around.languages, content.shadow, apparatus), *unkept)
    paths = (*around.written, *(page.path for page in pages))
    files = extra_drafts(content.holdings, frames, paths, around.url)
    return in_frames(Site(frames, pages, files, apparatus), around)


def in_frames(site: Site, around: Around) -> Site:
    """The site in its frames, with what is around it in them."""
    frames = {
        tag: replace(
            frame,
            site_url=around.url,
            menu=(*code_menu(site.apparatus, tag), *around.menu.get(tag, ())),
            assets=around.assets,
            offline=around.offline,
        )
        for tag, frame in site.frames.items()
    }
    return replace(site, frames=frames)


def _changed(studied: Holdings, code: Code) -> frozenset[tuple[str, int]]:
    """Edition and number of the laws that are not as they were studied."""
    before, now = studied.code.laws, code.laws
    keys = before.keys() | now.keys()
    return frozenset((key[0], key[2]) for key in keys if before.get(key) != now.get(key))


def _texts(code: Code) -> dict[_Key, Law | Companion]:
    """Every text of a code, in the order in which ``shadow_pages`` takes them."""
    texts: dict[_Key, Law | Companion] = {}
    texts.update(code.laws.items())
    texts.update(code.companions.items())
    return texts
