"""Pages of the references of the whole law code, law by law, and the list of such pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.model.address import Address, Ordinal
from lawkb.publish.views.localized_site import AbsentLine, LocalizedSite, absent_lines
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import Part, extra_page_count, page_links, paginate, shown_part
from lawkb.publish.views.references.law_references import (
    EndKind,
    Picture,
    drawn,
    law_references,
    references_parts,
)
from lawkb.publish.views.urls import Place
from lawkb.references.graph import Edge, citation_edges

_MOST = 12  # laws that are named first where the table takes several pages
_Counts = Counter[tuple[Ordinal, tuple[str, Ordinal]]]  # how often a law cites one of an edition


@dataclass(frozen=True, slots=True)
class CitingLaw:
    """A law of the corpus, as a row in the table of an edition.

    Attributes:
        cites: For every law that it cites: number, link to the row of that law, number of
            references to it.
    """

    name: str
    place: Place
    cites: tuple[tuple[str, Place | None, int], ...]


@dataclass(frozen=True, slots=True)
class EditionReferences:
    """The references of an edition, law by law.

    Attributes:
        picture: Diagram of which law cites which; None without citations, or if there are too many
            to draw.
        laws: The laws available here; empty if the table takes separate pages.
        most: If the table takes several pages, the laws cited most: name, link to its references,
            number of citations.
    """

    id: str
    picture: Picture | None
    laws: tuple[CitingLaw, ...]
    parts: tuple[Part, ...]
    most: tuple[tuple[str, Place, int], ...]
    absent: tuple[AbsentLine, ...]


@dataclass(frozen=True, slots=True)
class EditionReferencesPart:
    """A page of the table of references of an edition."""

    edition: str
    all: Place
    parts: tuple[Part, ...]
    laws: tuple[CitingLaw, ...]


def code_references(site: LocalizedSite) -> tuple[EditionReferences, ...]:
    """Return the references between laws, for each edition."""
    return tuple(_edition(site, each) for each, numbers in site.numbers.items() if numbers)


def edition_references(site: LocalizedSite, edition: str, part: int) -> EditionReferencesPart:
    """Return a page of the table of references of an edition; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    return EditionReferencesPart(
        edition=edition,
        all=Place(site.paths.references(), edition),
        parts=_parts(site, edition, part),
        laws=_laws(site, edition, numbers, _counts(site, edition, numbers)),
    )


def _edition(site: LocalizedSite, edition: str) -> EditionReferences:
    numbers = site.numbers[edition]
    counts = _counts(site, edition, numbers)
    parts = _parts(site, edition)
    return EditionReferences(
        id=edition,
        picture=_picture_of_laws(site, edition, counts),
        laws=() if parts else _laws(site, edition, numbers, counts),
        parts=parts,
        most=_most_cited(site, edition, counts) if parts else (),
        absent=absent_lines(site, edition),
    )


def _counts(site: LocalizedSite, edition: str, numbers: Sequence[Ordinal]) -> _Counts:
    return Counter(
        (number, (edge.target_edition, edge.target.law))
        for number in numbers
        for edge in citation_edges(site.graph.cites(edition, Address((number,))), site.code)
        if _known(site, edge)
    )


def _laws(
    site: LocalizedSite, edition: str, numbers: Sequence[Ordinal], counts: _Counts
) -> tuple[CitingLaw, ...]:
    cited: dict[Ordinal, list[tuple[str, Place | None, int]]] = {number: [] for number in numbers}
    for (citing, law), count in sorted(counts.items()):
        place = site.place(law[0], Address((law[1],)))
        cited[citing].append((_law(site, law, edition), place, count))
    return tuple(
        CitingLaw(site.law_name(number), _references(site, edition, number), tuple(cited[number]))
        for number in numbers
    )


def _most_cited(
    site: LocalizedSite, edition: str, counts: _Counts
) -> tuple[tuple[str, Place, int], ...]:
    """Return the laws available here that other laws of the edition cite most."""
    into: Counter[Ordinal] = Counter()
    for (citing, (cited_edition, law)), count in counts.items():
        if cited_edition == edition and citing != law and site.code.languages_of(edition, law):
            into[law] += count
    most = sorted(into, key=lambda law: (-into[law], law))[:_MOST]
    return tuple((site.law_name(n), _references(site, edition, n), into[n]) for n in most)


def _references(site: LocalizedSite, edition: str, number: Ordinal) -> Place:
    return Place(site.paths.law_references(edition, number))


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = paginate(site.numbers[edition])
    path = partial(site.paths.edition_references, edition)
    return page_links(pages, path, site.number_name, here)


def _picture_of_laws(site: LocalizedSite, edition: str, counts: _Counts) -> Picture | None:
    """Return a diagram of which law cites which other law; None if there are too many."""
    pairs = [((edition, citing), law) for citing, law in sorted(counts)]
    between = [(citing, law) for citing, law in pairs if citing != law]
    keys = sorted({law for pair in between for law in pair})
    numbers = {key: number for number, key in enumerate(keys)}
    views: list[tuple[str, Place | None, EndKind]] = []
    for key in keys:
        kind: EndKind = "own" if site.code.languages_of(*key) else "not-held"
        views.append((_law(site, key, edition), site.place(key[0], Address((key[1],))), kind))
    return drawn(f"picture-{edition}", views, [(numbers[a], numbers[b]) for a, b in between])


def _known(site: LocalizedSite, edge: Edge) -> bool:
    """Whether the cited law has a page."""
    return (edge.target_edition, edge.target.law) in site.pages


def _law(site: LocalizedSite, law: tuple[str, Ordinal], here: str) -> str:
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
