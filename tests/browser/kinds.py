"""The kinds of pages that the site has, found by themselves: each template of the theme is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lawkb.publish.page import SiteSettings
from lawkb.publish.site import code_site, read_content

TAGS = ("el", "en")
WRITTEN = "main.html"  # hand-written pages, which MkDocs makes
ANSWERED = "answer.html"  # made by the server for a query; see test_server_search.py
# Pages that show divisions of the laws, annexes and recitals in another way than laws.
WITH_DIVISIONS = frozenset({"home.html", "laws.html", "law.html", "whole_code.html", "search.html"})
_THEME = Path(__file__).parents[2] / "lawkb" / "publish" / "templates"


@dataclass(frozen=True, slots=True)
class Example:
    """A page of a kind.

    Attributes:
        template: Its template.
        language: Tag of its interface language.
        path: Where it is served below the root of its site, ``el/2017/57/``.
        size: Bytes of its HTML.
    """

    template: str
    language: str
    path: str
    size: int


def page_templates() -> set[str]:
    """Templates of the theme that make a page of the site."""
    return {
        file.name
        for file in _THEME.glob("*.html")
        if file.name != ANSWERED and "{% extends " in file.read_text(encoding="utf-8")
    }


# Each kind of page of the desk, below ``/desk/LANG/``.
DESK_PAGES = {
    "queue.html": "",
    "fix.html": "fix/quotes/",
    "provision.html": "2017/el/20F1/",
    "provision.html of a law": "2017/el/20/",
    "provision.html with a comment": "2017/el/57C3/",
    "code.html": "2017/el/code/",
    "terms.html": "terms/",
    "term.html": "terms/term-explanation/",
    "proposals.html": "proposals/",
    "states.html": "states/?law=57",
    "replace.html": "replace/?find=%CF%86%CF%8D%CE%BB%CE%BB%CE%BF&new=x&of=2017+el",
    "decisions.html": "decisions/",
    "files.html": "files/",
    "laws_to_translate.html": "translate/",
}


def desk_templates() -> set[str]:
    """Templates of the theme that make a page of the desk."""
    return {
        file.name
        for file in (_THEME / "desk").glob("*.html")
        if '{% extends "desk/' in file.read_text(encoding="utf-8")
    }


def examples(site: Path, corpus: Path) -> Iterator[Example]:
    """The largest and the smallest page of each kind in each interface language."""
    pages = code_site(read_content(corpus), SiteSettings(TAGS, offline=True)).pages
    made = {page.path: page.template for page in (draft.make() for draft in pages)}
    kinds: dict[tuple[str, str], list[Example]] = {}
    for file in sorted(site.rglob("*.html")):
        path = str(file.relative_to(site))
        first = path.partition("/")[0]
        kind = made.get(path, WRITTEN), first if first in TAGS else ""
        page = Example(*kind, path.removesuffix("index.html"), file.stat().st_size)
        kinds.setdefault(kind, []).append(page)
    for alike in kinds.values():
        alike.sort(key=lambda page: (page.size, page.path))
        yield from dict.fromkeys((alike[-1], alike[0]))
