"""Places of the site: paths of pages, and the relative URLs between them."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote

TOP = "content"  # id of the main landmark, on every page
LAW_ID = "law"  # id of the row of the law itself, whose address has no fragment
COMPANION_ID = "all"  # a companion as a whole, as its XML names it
ASSETS = "assets"  # style and script, below the root
INDEX = "index.html"
CHOOSER = INDEX
NOT_FOUND = "404.html"

_UNRESERVED = re.compile(r"[A-Za-z0-9_.~/-]*")  # what stands in a URL as it is


class Place(NamedTuple):  # no data class: a site makes, compares and sends very many of them
    """Something on the site that can be linked to.

    Attributes:
        path: File below the root of the site, ``el/2017/57/index.html``.
        fragment: Id on that page; empty for the page itself.
    """

    path: str
    fragment: str = ""


def home_path(language: str) -> str:
    """Path of the home page of an interface language."""
    return f"{language}/{INDEX}"


def laws_path(language: str, edition: str, part: int) -> str:
    """Path of a page of the laws of an edition, where they are too many for the home page."""
    return f"{language}/laws/{edition}/{_part(part)}{INDEX}"


def search_path(language: str) -> str:
    """Path of the search page of an interface language."""
    return f"{language}/search/{INDEX}"


def law_path(language: str, edition: str, number: int) -> str:
    """Path of the page of a law, held or not, in an interface language."""
    return f"{language}/{edition}/{number}/{INDEX}"


def companion_path(language: str, edition: str, name: str) -> str:
    """Path of the page of a companion in an interface language."""
    return f"{language}/{edition}/{name}/{INDEX}"


def feed_path(language: str) -> str:
    """Path of the feed of changes in an interface language."""
    return f"{language}/changes.xml"


def terms_path(language: str) -> str:
    """Path of the page of the terms of the glossary."""
    return f"{language}/terms/{INDEX}"


def term_path(language: str, id_: str, part: int) -> str:
    """Path of a page of the places of one term, where they are too many for the page of terms."""
    return f"{language}/terms/{id_}/{_part(part)}{INDEX}"


def comparison_path(language: str, old: str, new: str, number: int | None = None) -> str:
    """Path of the page of a law in two editions; without a number, that of all such laws."""
    law = "" if number is None else f"{number}/"
    return f"{language}/compare/{old}/{new}/{law}{INDEX}"


def editions_path(language: str, old: str, new: str, part: int) -> str:
    """Path of a page of the laws of two editions; the first is that of the comparison itself."""
    if part == 1:
        return comparison_path(language, old, new)
    return f"{language}/compare/{old}/{new}/laws/{_part(part)}{INDEX}"


def references_path(language: str) -> str:
    """Path of the page of all references in an interface language."""
    return f"{language}/references/{INDEX}"


def edition_references_path(language: str, edition: str, part: int) -> str:
    """Path of a page of the references of an edition, where they are too many for one."""
    return f"{language}/references/{edition}/{_part(part)}{INDEX}"


def law_references_path(language: str, edition: str, number: int, part: int = 1) -> str:
    """Path of a page of the references of a law; most laws have one."""
    return f"{language}/{edition}/{number}/references/{_part(part)}{INDEX}"


def translation_path(language: str) -> str:
    """Path of the translators' desk in an interface language."""
    return f"{language}/translation/{INDEX}"


def rule_path(language: str, rule: str, part: int = 1) -> str:
    """Path of a page of the findings of a rule; most rules have one."""
    return f"{language}/translation/{rule}/{_part(part)}{INDEX}"


def translation_laws_path(language: str, edition: str, part: int) -> str:
    """Path of a page of the desk's table of laws, where that is too long for one."""
    return f"{language}/translation/laws/{edition}/{_part(part)}{INDEX}"


def law_translation_path(language: str, edition: str, number: int) -> str:
    """Path of the page of what is to be done on the translation of a law."""
    return f"{language}/{edition}/{number}/translation/{INDEX}"


def is_translation_page(path: str) -> bool:
    """Whether a path is that of a page of the translators' desk."""
    return "/translation/" in path


def offline_path(language: str) -> str:
    """Path of the page for what is not kept, in an interface language."""
    return f"{language}/offline/{INDEX}"


def translated(path: str, language: str) -> str:
    """The same page in the tree of another interface language."""
    return f"{language}/{path.partition('/')[2]}"


def page_url(path: str) -> str:
    """URL of a page below the root of the site; a folder stands for its index."""
    folder, _, name = path.rpartition("/")
    if name != INDEX:
        return _quoted(path)
    return f"{_quoted(folder)}/" if folder else ""


def _part(number: int) -> str:
    return f"{number}/" if number > 1 else ""


def relative_url(here: str, place: Place) -> str:
    """URL of a place, from a page: it holds under any base path of the site."""
    fragment = f"#{_quoted(place.fragment)}" if place.fragment else ""
    if place.path == here:
        return fragment or f"#{TOP}"
    return _relative(here[: here.rfind("/") + 1], place.path) + fragment


def _relative(folder: str, path: str) -> str:
    """The way from a folder, ``el/2017/57/``, to a file; the root is the one with an empty name."""
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
