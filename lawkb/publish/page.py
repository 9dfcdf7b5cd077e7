"""A page of the site before rendering, and the frame around it: header, menu, jump box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from itertools import islice
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from markupsafe import Markup, escape

from lawkb.model.address import Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.publish.localized_site import (
    EditorialContent,
    LocalizedSite,
    has_translations,
    laws_with_pages,
    title_of,
)
from lawkb.publish.pagination import has_inserts, has_typed_places, jump_table
from lawkb.publish.strings import Strings, code_strings, direction
from lawkb.publish.urls import INDEX, TOP, Paths, Place, translated
from lawkb.references.graph import Graph


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of the site before it is rendered as HTML."""

    path: str  # File below the root of the site, `el/2017/57/index.html`.
    language: str  # BCP 47 tag of the page.
    title: str  # Title without the name of the law code; empty for a home page.
    description: str  # One sentence for search engines and previews.
    template: str  # Name of its template.
    # What the template shows, by the names it uses: nearly always a `SimpleNamespace` that one
    # function makes for one template.
    view: Any
    anchors: frozenset[str] = frozenset()  # HTML ids on the page.
    links: frozenset[Place] = frozenset()  # Targets of its links on the site.
    # Pairs of BCP 47 tag and link to this page in each interface language; empty when it has only
    # one.
    alternates: tuple[tuple[str, Place], ...] = ()
    # Returns the law on the page as JSON-LD, given a function that returns the URL of a place; None
    # for a page without a law.
    legislation: Callable[[Callable[[Place], str]], str] | None = None


Made_co = TypeVar("Made_co", SitePage, bytes, covariant=True)


@dataclass(frozen=True, slots=True)
class Draft(Generic[Made_co]):
    """A page of the site or the content of another file: its path, and the function to make it."""

    path: str
    make: Callable[[], Made_co]


@dataclass(frozen=True)
class Drafts(Generic[Made_co]):
    """Drafts of pages or files: those of the whole code, then those of each law.

    Those of a law are listed when they are asked for: together they would need more memory than
    anything else. No slots: where the laws are is found once.
    """

    first: Sequence[Draft[Made_co]]  # The drafts of the whole code.
    laws: Sequence[tuple[str, Ordinal]] = ()  # Edition and number of the laws.
    # Returns the drafts of a law.
    of_law: Callable[[tuple[str, Ordinal]], Iterable[Draft[Made_co]]] = lambda _: ()

    def __iter__(self) -> Iterator[Draft[Made_co]]:
        """Yield all drafts."""
        for number in range(self.count_groups()):
            yield from self.group(number)

    def count_groups(self) -> int:
        """Return the number of groups of drafts that are made together."""
        return len(self.first) + len(self.laws)

    def group(self, number: int) -> Sequence[Draft[Made_co]]:
        """Return a group of drafts: one of the whole code, or all of a law."""
        if number < len(self.first):
            return (self.first[number],)
        return tuple(self.of_law(self.laws[number - len(self.first)]))

    def find(self, path: str) -> Draft[Made_co] | None:
        """Return the draft of a path; None if there is none."""
        if path in self._by_path:
            return self._by_path[path]
        _, edition, name, *_ = (*path.split("/"), "", "")
        # A page is in the folder of its law, and a file has the name of its law: law_57.el.xml.
        words = name.removeprefix("law_").split(".")
        names = {".".join(words[:size]) for size in range(1, len(words) + 1)}
        laws = (self._places.get((edition, each)) for each in names)
        drafts = (each for law in laws if law for each in self.of_law(law))
        return next((each for each in drafts if each.path == path), None)

    @cached_property
    def _by_path(self) -> Mapping[str, Draft[Made_co]]:
        return {each.path: each for each in self.first}

    @cached_property
    def _places(self) -> Mapping[tuple[str, str], tuple[str, Ordinal]]:
        return {(edition, str(number)): (edition, number) for edition, number in self.laws}


def make_page(
    site: LocalizedSite, path: str, template: str, view: object, title: str, description: str
) -> SitePage:
    """Return a page made from the laws, with the ids and links found in its view.

    Args:
        site: The site in the language of the page.
        title: Title without the name of the law code; empty for a home page.
        description: One sentence for search engines and previews.
    """
    alternates = tuple((tag, Place(translated(path, tag))) for tag in site.languages)
    page = SitePage(
        path, site.language.code, title, description, template, view, alternates=alternates
    )
    return with_links(page)


def with_links(page: SitePage) -> SitePage:
    """Return a page with the ids and links that occur in its view."""
    ids = {TOP}
    links: set[Place] = set()
    _collect(page.view, ids, links)
    return replace(page, anchors=frozenset(ids), links=frozenset(links))


def _collect(view: object, ids: set[str], links: set[Place]) -> None:
    """Add to ``links`` every ``Place`` in a view, and to ``ids`` every field named ``id``."""
    waiting: list[Any] = [view]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Place):
            links.add(value)
        elif isinstance(value, tuple):
            waiting.extend(value)
        elif isinstance(value, SimpleNamespace):
            waiting.extend(vars(value).values())
            if own := vars(value).get("id"):
                ids.add(own)
        elif names := _field_names(type(value)):  # type: ignore[arg-type]  # classes can be hashed
            waiting.extend([getattr(value, name) for name in names])
            if "id" in names and value.id:
                ids.add(value.id)


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()


_EXAMPLE_LAWS = 20  # to look in; a code may have thousands
_EXAMPLE_LETTERS = 7  # for which the box has room


MenuItem = tuple[str, Place]  # a link of the menu in the header: its text and its target


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The settings of a site, and its hand-written pages."""

    languages: tuple[str, ...]  # BCP 47 tags of the interface languages, in the order offered.
    url: str = ""  # URL of the root of the published site; empty when not set.
    written: tuple[str, ...] = ()  # Paths of the hand-written pages on the site.
    # Links in the header by interface language.
    menu: Mapping[str, tuple[MenuItem, ...]] = field(default_factory=dict, hash=False)
    assets: str = ""  # Version of style and script, which is part of their URLs; empty for none.
    offline: bool = False  # Whether browsers store the site for reading without a connection.
    # Folder whose templates are used instead of those of the theme; empty for none.
    overrides: str = ""
    # Path of the desk that shows the site, to which its pages lead; empty on a site that is
    # published.
    desk: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds every page of one interface language: header, menu, jump box, strings."""

    settings: SiteSettings  # The settings of the site.
    strings: Strings  # The interface strings.
    title: str  # Title of the law code.
    title_language: str  # BCP 47 tag of the title.
    names: Mapping[str, str] = field(hash=False)  # Names of the interface languages by BCP 47 tag.
    jump: Markup  # JSON for the jump box, see `jump_table`, already escaped for HTML.
    example: str  # An address as the language writes it, shown as an example in the jump box.
    menu: tuple[MenuItem, ...] = ()  # Links in the header.
    # Whether a language of the texts or of the interface is written from right to left, so that
    # every text says its direction.
    mixed_directions: bool = False
    # BCP 47 tags of the languages that have a text here, the reader's own first.
    text_languages: tuple[str, ...] = ()
    # Whether provisions may have been inserted later, whose numbers a script of its own reads in
    # the jump box.
    inserts: bool = False
    # Whether the code has annexes, recitals or divisions, whose names a script of its own reads
    # there.
    typed_places: bool = False
    # Whether it suggests words, from a file of all words of a language; a code that is searched on
    # the server has none.
    suggests_words: bool = True


def make_frames(
    code: Code, graph: Graph, editorial: EditorialContent, settings: SiteSettings
) -> dict[str, Frame]:
    """Return the frame of each interface language, by BCP 47 tag."""
    names = {tag: read_language(tag).name for tag in settings.languages}
    jump = escape(jump_table(code, laws_with_pages(code, graph)))
    tags = {*settings.languages, *(each.code for each in code.outline.languages)}
    mixed = any(direction(tag) == "rtl" for tag in tags)
    texts = (*code.laws, *code.companions)
    held = tuple(dict.fromkeys(language for _, language, _ in texts))
    frames = {}
    for tag in settings.languages:
        strings = code_strings(code.outline, tag)
        frames[tag] = Frame(
            settings,
            strings,
            *title_of(code, tag),
            names=names,
            jump=jump,
            example=example_address(code, tag),
            menu=tuple(_menu(strings, tag, code.outline, editorial, settings)),
            mixed_directions=mixed,
            text_languages=tuple(sorted(held, key=tag.__ne__)),
            inserts=has_inserts(code.outline.scheme),
            typed_places=has_typed_places(code),
            suggests_words=not code.outline.search_on_server,
        )
    return frames


def _menu(
    strings: Strings,
    tag: str,
    outline: Outline,
    editorial: EditorialContent,
    settings: SiteSettings,
) -> Iterator[MenuItem]:
    """Yield the links of the header: to pages made from the laws, hand-written ones, the desk."""
    paths = Paths(tag)
    yield strings.gettext("Laws"), Place(paths.home())
    if editorial.glossary.terms:
        yield strings.gettext("Terms"), Place(paths.terms())
    if has_translations(outline):
        yield strings.gettext("Translation"), Place(paths.translation())
    yield from settings.menu.get(tag, ())
    if settings.desk:
        yield strings.gettext("Desk"), Place(f"{settings.desk}/{tag}/{INDEX}")


def example_address(code: Code, tag: str) -> str:
    """Return a short address with as many levels as possible, as an example."""
    scheme, language = code.outline.scheme, read_language(tag)
    laws = islice(code.laws.values(), _EXAMPLE_LAWS)
    addresses = [each.address for law in laws for each in law.provisions()]
    deepest_first = sorted(addresses, key=lambda address: -address.depth)
    labels = (label(each, scheme, language) for each in deepest_first)
    return next((text for text in labels if len(text) <= _EXAMPLE_LETTERS), "1")
