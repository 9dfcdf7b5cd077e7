"""Pages of the references of the whole law code, law by law, and the list of such pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import SimpleNamespace

from lawkb.model.address import Address, Ordinal
from lawkb.publish.views.localized_site import LocalizedSite, absent_lines
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import Part, extra_page_count, page_links, paginate, shown_part
from lawkb.publish.views.references.drawing import MOST_LINKS
from lawkb.publish.views.references.law_references import (
    EndKind,
    drawn,
    law_references,
    references_parts,
)
from lawkb.publish.views.urls import Place
from lawkb.references.graph import citation_edges

_MOST = 12  # laws that are named first where the table takes several pages
_Law = tuple[str, Ordinal]  # edition and number


def code_references(site: LocalizedSite) -> tuple[SimpleNamespace, ...]:
    """Return the references between laws, for each edition."""
    return tuple(_edition(site, each) for each, numbers in site.numbers.items() if numbers)


def edition_references(site: LocalizedSite, edition: str, part: int) -> SimpleNamespace:
    """Return a page of the table of references of an edition; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    return SimpleNamespace(
        edition=edition,
        all=Place(site.paths.references(), edition),
        parts=_parts(site, edition, part),
        laws=tuple(_row(site, edition, number) for number in numbers),
    )


def _edition(site: LocalizedSite, edition: str) -> SimpleNamespace:
    numbers = site.numbers[edition]
    pairs, most = site.once(_cited_laws, edition, 0)
    parts = _parts(site, edition)
    return SimpleNamespace(
        id=edition,
        picture=_picture_of_laws(site, edition, pairs),
        # Where the table takes several pages, the laws cited most are named first.
        laws=() if parts else tuple(_row(site, edition, number) for number in numbers),
        parts=parts,
        most=tuple(
            (site.law_name(number), _references(site, edition, number), count)
            for number, count in (most if parts else ())
        ),
        absent=absent_lines(site, edition),
    )


def _cited_laws(
    site: LocalizedSite, edition: str, _: Ordinal
) -> tuple[tuple[tuple[_Law, _Law], ...], tuple[tuple[Ordinal, int], ...]]:
    """Return what the laws of an edition cite.

    Returns:
        The laws that cite another one, each with that, in order; no more than one above the number
        that can be drawn. And the laws available here that other laws of the edition cite most,
        each with the number of citations.
    """
    pairs: list[tuple[_Law, _Law]] = []
    into: Counter[Ordinal] = Counter()
    for number in site.numbers[edition]:
        for law, count in _counts(site, edition, number):
            if law != (edition, number) and len(pairs) <= MOST_LINKS:
                pairs.append(((edition, number), law))
            if law[0] == edition and law[1] != number and site.code.languages_of(*law):
                into[law[1]] += count
    most = sorted(into, key=lambda law: (-into[law], law))[:_MOST]
    return tuple(pairs), tuple((number, into[number]) for number in most)


def _counts(site: LocalizedSite, edition: str, number: Ordinal) -> list[tuple[_Law, int]]:
    """Return the laws with a page that a law cites, in order, each with the number of citations."""
    edges = citation_edges(site.graph.cites(edition, Address((number,))), site.code)
    laws = ((edge.target_edition, edge.target.law) for edge in edges)
    return sorted(Counter(law for law in laws if law in site.pages).items())


def _row(site: LocalizedSite, edition: str, number: Ordinal) -> SimpleNamespace:
    """Return a law of the corpus as a row in the table of an edition.

    ``cites`` has every law that it cites: name, location, and number of references to it.
    """
    cites = tuple(
        (_name(site, law, edition), site.place(law[0], Address((law[1],))), count)
        for law, count in _counts(site, edition, number)
    )
    place = _references(site, edition, number)
    return SimpleNamespace(name=site.law_name(number), place=place, cites=cites)


def _references(site: LocalizedSite, edition: str, number: Ordinal) -> Place:
    return Place(site.paths.law_references(edition, number))


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = paginate(site.numbers[edition])
    path = partial(site.paths.edition_references, edition)
    return page_links(pages, path, site.number_name, here)


def _picture_of_laws(
    site: LocalizedSite, edition: str, pairs: Sequence[tuple[_Law, _Law]]
) -> SimpleNamespace | None:
    """Return a diagram of which law cites which other law; None if there are too many."""
    keys = sorted({law for pair in pairs for law in pair})
    numbers = {key: number for number, key in enumerate(keys)}
    views: list[tuple[str, Place | None, EndKind]] = []
    for key in keys:
        kind: EndKind = "own" if site.code.languages_of(*key) else "not-held"
        views.append((_name(site, key, edition), site.place(key[0], Address((key[1],))), kind))
    return drawn(f"picture-{edition}", views, [(numbers[a], numbers[b]) for a, b in pairs])


def _name(site: LocalizedSite, law: _Law, here: str) -> str:
    edition, number = law
    name = site.name(Address((number,)))
    return name if edition == here else f"{name} ({edition})"


def reference_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of the references of all laws, and the function that makes it."""
    yield site.paths.references(), partial(_code_page, site)
    for edition, numbers in site.numbers.items():
        for part in range(1, extra_page_count(numbers) + 1):
            path = site.paths.edition_references(edition, part)
            yield path, partial(_edition_page, site, edition, part)


def law_reference_pages(
    site: LocalizedSite, edition: str, number: Ordinal
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of the references of a law, and the function that makes it."""
    for part in range(1, references_parts(site, edition, number) + 1):
        path = site.paths.law_references(edition, number, part)
        yield path, partial(_law_page, site, edition, number, part)


def _code_page(site: LocalizedSite) -> SitePage:
    title = site.gettext("References")
    description = site.gettext("References between the laws, as a picture and as a table.")
    path = site.paths.references()
    return make_page(site, path, "references.html", code_references(site), title, description)


def _edition_page(site: LocalizedSite, edition: str, part: int) -> SitePage:
    view = edition_references(site, edition, part)
    here = next(each for each in view.parts if each.here)
    names = {"first": here.first, "last": here.last}
    title = site.gettext("References of the laws %(first)s to %(last)s", **names)
    description = site.gettext("References between the laws, as a table.")
    path = site.paths.edition_references(edition, part)
    title = f"{title} ({edition})"
    return make_page(site, path, "edition_references.html", view, title, description)


def _law_page(site: LocalizedSite, edition: str, number: Ordinal, part: int) -> SitePage:
    name = f"{site.law_name(number)} ({edition})"
    view = law_references(site, edition, number, part)
    return make_page(
        site,
        site.paths.law_references(edition, number, part),
        "law_references.html",
        view,
        site.gettext("%(law)s: references", law=name) + shown_part(view.parts),
        site.gettext("Every reference of %(law)s, as a picture and as a table.", law=name),
    )
