"""The references of a much cited law, on as many pages as they need.

What cites it stands in the order of what is cited, so that all that cites a provision is together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lawkb.model.address import Address
from lawkb.publish.views.laws.cells import provision_id
from lawkb.publish.views.list_pages import cut, fit, parts_of
from lawkb.publish.views.places import Place, law_references_path, references_path
from lawkb.publish.views.references.law_references import (
    LawLinks,
    LawReferences,
    Link,
    law_links,
    law_picture,
    line_of,
    named_end,
)
from lawkb.publish.views.titles import law_name
from lawkb.publish.views.tree import Tree

_Law = tuple[str, int]  # edition and number


def references_parts(tree: Tree, edition: str, number: int) -> int:
    """Number of pages that the references of a law take.

    A law that is not held has none: its own page tells who cites it, unless they are too many.
    """
    law = Address((number,))
    found = (tree.graph.cites(edition, law), tree.graph.cited_into(edition, law))
    if fit(sum(map(len, found))):
        return 1 if tree.code.languages_of(edition, number) else 0
    return len(_pages(law_links(tree.code, tree.graph, edition, number)))


def long_references(
    tree: Tree, links: LawLinks, edition: str, number: int, part: int
) -> LawReferences:
    """A page of the references of a law, counted from 1; the picture is on the first."""
    own, pages = (edition, number), _pages(links)
    first = _first_of_each(tree, links, own, pages)
    ends = [named_end(tree, end, edition) for end in links.ends]
    lines = [
        (link, replace(line_of(ends, link), id=first.get(link, ("", 0))[0]))
        for link in pages[part - 1]
    ]
    path = partial(law_references_path, tree.language.code, edition, number)
    return LawReferences(
        name=law_name(tree, number),
        edition=edition,
        law=tree.place(edition, Address((number,))),
        all=Place(references_path(tree.language.code)),
        picture=law_picture(ends, links, edition) if part == 1 else None,
        cites=tuple(line for link, line in lines if _cites(links, link)),
        cited_by=tuple(line for link, line in lines if not _cites(links, link)),
        parts=parts_of(pages, path, lambda link: _name(links, ends, link), part),
    )


def citing_places(tree: Tree, edition: str, number: int) -> dict[Address, Place]:
    """Where the lists of what cites the provisions of a law begin, on the pages of its references.

    A provision has none of its own that is cited in ranges alone, or where all is on one page.
    """
    links = law_links(tree.code, tree.graph, edition, number)
    pages = _pages(links)
    first = _first_of_each(tree, links, (edition, number), pages) if len(pages) > 1 else {}
    path = partial(law_references_path, tree.language.code, edition, number)
    return {
        links.ends[link.cited].address: Place(path(part), id_)
        for link, (id_, part) in first.items()
    }


def _pages(links: LawLinks) -> tuple[Sequence[Link], ...]:
    """The lines of each page: what the law cites, then what cites it, by what is cited."""
    return cut((*links.cites, *sorted(links.cited_by, key=lambda link: link.cited)))


def _cites(links: LawLinks, link: Link) -> bool:
    """Whether it is the law that cites."""
    return links.ends[link.citing].kind == "own"


def _first_of_each(
    tree: Tree, links: LawLinks, own: _Law, pages: Sequence[Sequence[Link]]
) -> dict[Link, tuple[str, int]]:
    """The first line of each provision of the law that is cited: its id, and its page from 1."""
    found: dict[str, tuple[Link, int]] = {}
    for part, shown in enumerate(pages, start=1):
        for link in shown:
            end = links.ends[link.cited]
            if not _cites(links, link) and (end.edition, end.address.law) == own:
                found.setdefault(provision_id(tree, end.address), (link, part))
    return {link: (id_, part) for id_, (link, part) in found.items()}


def _name(links: LawLinks, ends: Sequence[tuple[str, Place | None]], link: Link) -> str:
    """A line by the provision of the law, and by what cites it or what it cites."""
    citing, cited = ends[link.citing][0], ends[link.cited][0]
    return f"{citing} → {cited}" if _cites(links, link) else f"{cited} ← {citing}"
