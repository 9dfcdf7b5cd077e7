"""Locations on the site: paths of pages, and the relative URLs between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urljoin

from lawkb.model.address import Address, Ordinal

if TYPE_CHECKING:
    from lawkb.model.code import Outline

TOP = "content"  # id of the main landmark, on every page
LAW_ID = "law"  # id of the row of the law itself, whose address has no fragment
COMPANION_ID = "all"  # a companion as a whole, as its XML names it
WHOLE = "all"  # folder of the pages with all laws of an edition
ASSETS = "assets"  # style and script, below the root
INDEX = "index.html"
CHOOSER = INDEX
NOT_FOUND = "404.html"
# What a server adds to the site when its search runs there; no files.
SEARCH_JSON = "search.json"
SEARCH_ANSWER = "search"

_UNRESERVED = re.compile(r"[A-Za-z0-9_.~/-]*")  # what needs no quoting in a URL


class Place(NamedTuple):  # no data class: a site makes, compares and sends very many of them
    """Something on the site that can be linked to."""

    path: str  # file below the root of the site, ``el/2017/57/index.html``
    fragment: str = ""  # id on that page; empty for the page itself


class Paths(NamedTuple):
    """Paths of the pages of one interface language, from the root of the site."""

    language: str

    def home(self) -> str:
        """Return the path of the home page."""
        return f"{self.language}/{INDEX}"

    def laws(self, edition: str, part: int) -> str:
        """Return the path of a page of an edition's list of laws, if too long for the home page."""
        return f"{self.language}/laws/{edition}/{_part(part)}{INDEX}"

    def search(self) -> str:
        """Return the path of the search page."""
        return f"{self.language}/search/{INDEX}"

    def law(self, edition: str, number: Ordinal) -> str:
        """Return the path of the page of a law, available here or only cited."""
        return f"{self.language}/{edition}/{number}/{INDEX}"

    def companion(self, edition: str, name: str) -> str:
        """Return the path of the page of a text beside the laws, such as ``definitions``."""
        return f"{self.language}/{edition}/{name}/{INDEX}"

    def whole(self, edition: str, language: str, part: int) -> str:
        """Return the path of a page with all laws of an edition; ``part`` counts from 1.

        ``language`` is empty for the language of the reader.
        """
        tag = f"{language}/" if language else ""
        return f"{self.language}/{edition}/{WHOLE}/{tag}{_part(part)}{INDEX}"

    def subjects(self, edition: str, language: str, part: int) -> str:
        """Return the path of a page of the index of subjects; ``part`` counts from 1.

        ``language`` is empty for the language of the reader.
        """
        tag = f"{language}/" if language else ""
        return f"{self.language}/{edition}/subjects/{tag}{_part(part)}{INDEX}"

    def history(self, edition: str, number: Ordinal, part: int = 1) -> str:
        """Return the path of a page of the history of a law; ``part`` counts from 1."""
        return f"{self.language}/{edition}/{number}/history/{_part(part)}{INDEX}"

    def changes(self, part: int = 1) -> str:
        """Return the path of a page of the latest changes; ``part`` counts from 1."""
        return f"{self.language}/changes/{_part(part)}{INDEX}"

    def feed(self) -> str:
        """Return the path of the Atom feed of changes."""
        return f"{self.language}/changes.xml"

    def terms(self) -> str:
        """Return the path of the glossary."""
        return f"{self.language}/terms/{INDEX}"

    def term(self, id_: str, part: int) -> str:
        """Return the path of a page of a term's provisions; ``part`` counts from 1.

        Only a term with too many provisions for the page of the glossary has such pages.
        """
        return f"{self.language}/terms/{id_}/{_part(part)}{INDEX}"

    def comparison(self, old: str, new: str, number: Ordinal | None = None) -> str:
        """Return the path of the comparison of a law in two editions.

        Without a number, that of the list of laws in both.
        """
        law = "" if number is None else f"{number}/"
        return f"{self.language}/compare/{old}/{new}/{law}{INDEX}"

    def editions(self, old: str, new: str, part: int) -> str:
        """Return the path of a page of the list of laws in two editions; ``part`` counts from 1."""
        if part == 1:
            return self.comparison(old, new)
        return f"{self.language}/compare/{old}/{new}/laws/{_part(part)}{INDEX}"

    def references(self) -> str:
        """Return the path of the page of all references."""
        return f"{self.language}/references/{INDEX}"

    def edition_references(self, edition: str, part: int) -> str:
        """Return the path of a page of an edition's references; ``part`` counts from 1."""
        return f"{self.language}/references/{edition}/{_part(part)}{INDEX}"

    def law_references(self, edition: str, number: Ordinal, part: int = 1) -> str:
        """Return the path of a page of the references of a law; ``part`` counts from 1."""
        return f"{self.language}/{edition}/{number}/references/{_part(part)}{INDEX}"

    def comments(self, part: int = 1) -> str:
        """Return the path of a page of all readers' comments; ``part`` counts from 1."""
        return f"{self.language}/comments/{_part(part)}{INDEX}"

    def translation(self, part: int = 1) -> str:
        """Return the path of a page of the progress of translations; ``part`` counts from 1."""
        return f"{self.language}/translation/{_part(part)}{INDEX}"

    def offline(self) -> str:
        """Return the path of the page shown for one that is not stored on the device."""
        return f"{self.language}/offline/{INDEX}"


def part_id(language: str, own: str) -> str:
    """Return the HTML id of a part of a text beside the laws: ``el-entry_2``.

    Args:
        language: BCP 47 tag, since the page shows several languages.
        own: Id of the part in its language, ``entry_2``.
    """
    return f"{language}-{own}"


def is_whole_code_page(path: str) -> bool:
    """Return whether a path is that of a page with all laws of an edition."""
    return f"/{WHOLE}/" in path


def translated(path: str, language: str) -> str:
    """Return the path of the same page in another interface language."""
    return f"{language}/{path.partition('/')[2]}"


def page_url(path: str) -> str:
    """Return the URL of a page from the root of the site; ``index.html`` at its end is left out."""
    folder, _, name = path.rpartition("/")
    if name != INDEX:
        return _quoted(path)
    return f"{_quoted(folder)}/" if folder else ""


def _part(number: int) -> str:
    return f"{number}/" if number > 1 else ""


def public_url(site_url: str, place: Place) -> str:
    """Return the absolute URL of a place, a page or an element on it, on the published site."""
    fragment = f"#{quote(place.fragment)}" if place.fragment else ""
    return urljoin(site_url, page_url(place.path)) + fragment


def permalinks(corpus: Path, outline: Outline) -> Callable[[str, Address], str | None]:
    """Return a function from edition and address to the URL of a provision on the published site.

    The URL is None if no ``mkdocs.yml`` next to the corpus says the address of the site. It is that
    of the page in the language of the original, else in the first language of the site.
    """
    settings = corpus.resolve().parent / "mkdocs.yml"
    changed = settings.stat().st_mtime_ns if settings.is_file() else 0
    return permalinks_at(*(_site_address(settings, changed) if changed else ("", ())), outline)


def permalinks_at(
    site_url: str, languages: Sequence[str], outline: Outline
) -> Callable[[str, Address], str | None]:
    """Return a function as `permalinks` does, of a site whose address and languages are known."""
    own = outline.authoritative
    paths = Paths(own if own in languages or not languages else languages[0])

    def permalink(edition: str, address: Address) -> str | None:
        place = Place(paths.law(edition, address.law), outline.scheme.fragment(address))
        return public_url(site_url, place) if site_url else None

    return permalink


@lru_cache(8)
def _site_address(settings: Path, changed: int) -> tuple[str, tuple[str, ...]]:
    """Return the address of a site, empty without one, and the languages of its interface."""
    import yaml  # not above: most of what needs an URL reads no settings

    class Loader(yaml.SafeLoader):
        """Reads what MkDocs would compute, such as ``!ENV``, as nothing."""

    Loader.add_multi_constructor("", lambda *_: None)
    try:
        read = yaml.load(settings.read_bytes(), Loader)
    except (OSError, yaml.YAMLError):
        return "", ()
    read = read if isinstance(read, dict) else {}
    site_url, plugins = read.get("site_url"), read.get("plugins")
    named = (each for each in plugins or () if isinstance(each, dict))
    own = (each["lawkb"] for each in named if isinstance(each.get("lawkb"), dict))
    tags = next((each["languages"] for each in own if each.get("languages")), ())
    # MkDocs ends the address with a slash, too: without one, its last part is left out of an URL.
    root = site_url.rstrip("/") + "/" if isinstance(site_url, str) and site_url else ""
    return root, tuple(map(str, tags))


def relative_url(here: str, place: Place) -> str:
    """Return the URL of a place relative to a page, so that it holds at any base path."""
    fragment = f"#{_quoted(place.fragment)}" if place.fragment else ""
    if place.path == here:
        return fragment or f"#{TOP}"
    return _relative(here[: here.rfind("/") + 1], place.path) + fragment


def _relative(folder: str, path: str) -> str:
    """Return the relative URL from a folder, ``el/2017/57/``, to a file; "" is the root."""
    up = ""
    while not path.startswith(folder):
        folder = folder[: folder.rfind("/", 0, -1) + 1]
        up += "../"
    near = up + path[len(folder) :]
    if path.endswith(f"/{INDEX}") or path == INDEX:
        near = near.removesuffix(INDEX) or "./"
    return _quoted(near)


def _quoted(part: str) -> str:
    return part if _UNRESERVED.fullmatch(part) else quote(part)
