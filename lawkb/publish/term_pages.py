"""The pages of the terms: one of all, and one or more of a term that stands in very many places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lawkb.publish import terms
from lawkb.publish.page import SitePage, linked
from lawkb.publish.parts import Part, cut, parts_of
from lawkb.publish.places import Place, term_path, terms_path
from lawkb.publish.terms import TermPlace, TermView, lists_of, long_terms, terms_view
from lawkb.publish.tree import Tree

_Line = tuple[int, TermPlace]  # the number of the list it is of


@dataclass(frozen=True, slots=True)
class TermPageView:
    """A page of the provisions of a term.

    Attributes:
        term: The term, with the provisions of this page.
        terms: Its entry on the page of the terms.
        parts: All pages of it; none where it is one.
    """

    term: TermView
    terms: Place
    parts: tuple[Part, ...]


def term_pages(tree: Tree) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Path of every page of terms, and what makes it; none for a code that keeps no glossary."""
    if not tree.terms.glossary.terms:
        return
    tag = tree.language.code
    yield terms_path(tag), partial(_terms, tree)
    for term in long_terms(tree):
        pages = cut(_lines(term), terms.MOST_PLACES)
        for part in range(1, len(pages) + 1):
            yield term_path(tag, term.id, part), partial(_term, tree, term, pages, part)


def _terms(tree: Tree) -> SitePage:
    tag = tree.language.code
    title = tree.strings.gettext("Terms")
    told = tree.strings.gettext("The terms of the laws, how each is rendered, and where it stands.")
    return linked(SitePage(terms_path(tag), tag, title, told, "terms.html", terms_view(tree)))


def _term(tree: Tree, term: TermView, pages: Sequence[Sequence[_Line]], part: int) -> SitePage:
    tag = tree.language.code
    path = partial(term_path, tag, term.id)
    parts = parts_of(pages, path, lambda line: line[1].name, part)
    own = TermPageView(_part(term, pages[part - 1]), Place(terms_path(tag), term.id), parts)
    words = term.wordings[0].words
    here = next((f", {each.first} – {each.last}" for each in parts if each.here), "")
    told = tree.strings.gettext("Every provision in which «%(term)s» stands.") % {"term": words}
    return linked(SitePage(path(part), tag, words + here, told, "term.html", own))


def _lines(term: TermView) -> list[_Line]:
    return [(n, place) for n, places in enumerate(lists_of(term)) for place in places]


def _part(term: TermView, lines: Sequence[_Line]) -> TermView:
    """The term with what a page has of its lists; renderings with nothing there are left out."""
    own: dict[int, list[TermPlace]] = defaultdict(list)
    for n, place in lines:
        own[n].append(place)
    original, *others = term.wordings
    missing = enumerate(term.missing, start=len(term.wordings))
    return replace(
        term,
        wordings=(
            replace(original, provisions=tuple(own[0]), times=original.times if own[0] else None),
            *(replace(w, provisions=tuple(own[n])) for n, w in enumerate(others, 1) if own[n]),
        ),
        missing=tuple((tag, tuple(own[n])) for n, (tag, _) in missing if own[n]),
    )
