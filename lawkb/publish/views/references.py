"""References of a law and of the whole code: what cites what, as a diagram and as tables.

Below a provision, a law page shows which provisions cite it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from types import SimpleNamespace
from typing import Literal

from lawkb.model.address import Address, Ordinal
from lawkb.model.passage import RefStatus
from lawkb.publish import pagination
from lawkb.publish.drawing import BOX_HEIGHT, MOST_LINKS, draw
from lawkb.publish.localized_site import LocalizedSite, absent_lines, provision_id
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import (
    Pages,
    Part,
    extra_page_count,
    page_links,
    paginate,
    shown_of_each,
    shown_part,
)
from lawkb.publish.urls import Place
from lawkb.references.graph import Citation, Edge, citation_edges

EndKind = Literal["own", "other", "not-held", "unresolved"]
# Edition, path of a provision, and of the end of a range: addresses take long to be hashed.
_Key = tuple[str, tuple[Ordinal, ...], tuple[Ordinal, ...] | None]


@dataclass(frozen=True, slots=True)
class End:
    """One end of a reference: a provision that cites or is cited, or a range that is cited."""

    edition: str
    address: Address  # Address of the provision, or of the first one of the range.
    upto: Address | None  # Address of the last provision of a range, else None.
    # `own` for a provision of the law shown, `other` for one of another law, `not-held` if the text
    # of its law is not available here, `unresolved` if it does not exist.
    kind: EndKind


@dataclass(frozen=True, slots=True)
class Link:
    """References from one provision to another, in all languages, whatever their form."""

    citing: int  # Index of the citing provision in `LawLinks.ends`.
    cited: int  # Index of the cited provision in `LawLinks.ends`.
    # Status of the references: `held` if the target is available here, `not-held`, `ambiguous` or
    # `unresolved`.
    status: RefStatus
    languages: tuple[str, ...]  # BCP 47 tags of the languages that have the reference.


@dataclass(frozen=True, slots=True)
class LawLinks:
    """The references from and to the provisions of a law."""

    # Provisions that cite or are cited: those of the same edition first, then by law.
    ends: tuple[End, ...]
    cites: tuple[Link, ...]  # References from provisions of the law.
    cited_by: tuple[Link, ...]  # References from other laws to provisions of the law.
    # Indexes in `ends` of the citing and the cited provision of each link, once each.
    pairs: tuple[tuple[int, int], ...]

    def is_own(self, link: Link) -> bool:
        """Return whether the citing provision belongs to the law."""
        return self.ends[link.citing].kind == "own"


def law_links(site: LocalizedSite, edition: str, number: Ordinal) -> LawLinks:
    """Return the references from and to a law; they are the same for every interface language."""
    law, own = Address((number,)), (edition, number)
    out = citation_edges(site.graph.cites(edition, law), site.code)
    into = citation_edges(site.graph.cited_into(edition, law), site.code)
    return links_of(out, [e for e in into if (e.edition, e.citing.law) != own], own)


def links_of(out: Sequence[Edge], into: Sequence[Edge], own: tuple[str, Ordinal]) -> LawLinks:
    """Return the links of a law.

    Args:
        out: References from the law.
        into: References to the law.
        own: Edition and number of the law.
    """
    ends: dict[_Key, End] = {}
    for edge in (*out, *into):
        citing, cited = _citing(edge), _cited(edge)
        if citing not in ends or ends[citing].kind not in ("own", "other"):
            ends[citing] = End(edge.edition, edge.citing, None, _kind("held", citing, own))
        if cited not in ends:
            kind = _kind(edge.status, cited, own)
            ends[cited] = End(edge.target_edition, edge.target, edge.upto, kind)
    keys = sorted(ends, key=lambda key: (key[0] != own[0], key[0], key[1], key[2] or key[1]))
    numbers = {key: n for n, key in enumerate(keys)}
    cites, cited_by = _links(out, numbers), _links(into, numbers)
    pairs = dict.fromkeys((link.citing, link.cited) for link in (*cites, *cited_by))
    return LawLinks(tuple(ends[key] for key in keys), cites, cited_by, tuple(pairs))


def _links(found: Iterable[Edge], numbers: Mapping[_Key, int]) -> tuple[Link, ...]:
    """Return references as links; those that differ in their form alone become one."""
    languages: dict[tuple[int, int, RefStatus], dict[str, None]] = {}
    for edge in found:
        key = (numbers[_citing(edge)], numbers[_cited(edge)], edge.status)
        languages.setdefault(key, {}).update(dict.fromkeys(edge.languages))
    return tuple(Link(*key, tuple(tags)) for key, tags in languages.items())


def _citing(edge: Edge) -> _Key:
    return edge.edition, edge.citing.path, None


def _cited(edge: Edge) -> _Key:
    return edge.target_edition, edge.target.path, edge.upto.path if edge.upto else None


def _kind(status: RefStatus, key: _Key, own: tuple[str, Ordinal]) -> EndKind:
    if status == "held":
        return "own" if (key[0], key[1][0]) == own else "other"
    return "not-held" if status == "not-held" else "unresolved"


Named = tuple[str, Place | None]


def references_parts(site: LocalizedSite, edition: str, number: Ordinal) -> int:
    """Return the number of pages for the references of a law; 0 if it has none.

    The page of a law whose text is not available lists the citing provisions itself, unless there
    are too many.
    """
    law = Address((number,))
    found = (site.graph.cites(edition, law), site.graph.cited_into(edition, law))
    if sum(map(len, found)) <= pagination.PER_PAGE:
        return 1 if site.code.languages_of(edition, number) else 0
    return len(site.once(_paged_links, edition, number)[0])


def citing_places(site: LocalizedSite, edition: str, number: Ordinal) -> dict[Address, Place]:
    """Return, for each provision, the location of the first line of its citations.

    The lines are on the pages of references of the law. A provision that is cited only in ranges is
    missing. The result is empty if all references of the law are on one page.
    """
    ends = site.once(law_links, edition, number).ends
    path = partial(site.paths.law_references, edition, number)
    _, first = site.once(_paged_links, edition, number)
    return {ends[link.cited].address: Place(path(part), id_) for link, (id_, part) in first.items()}


def _paged_links(
    site: LocalizedSite, edition: str, number: Ordinal
) -> tuple[Pages[Link], Mapping[Link, tuple[str, int]]]:
    """Return the links of a law, split into pages.

    Returns:
        The links on each page: those from the law, then those to the law, sorted by cited
        provision. And for the first link to each cited provision, HTML id and page number from 1;
        empty if there is one page.
    """
    links = site.once(law_links, edition, number)
    pages = paginate((*links.cites, *sorted(links.cited_by, key=lambda link: link.cited)))
    if len(pages) == 1:
        return paginate((*links.cites, *links.cited_by)), {}
    found: dict[str, tuple[Link, int]] = {}
    for part, shown in enumerate(pages, start=1):
        for link in shown:
            end = links.ends[link.cited]
            if not links.is_own(link) and (end.edition, end.address.law) == (edition, number):
                found.setdefault(provision_id(site, end.address), (link, part))
    return pages, {link: (id_, part) for id_, (link, part) in found.items()}


def _line(named: Callable[[int], Named], link: Link, id_: str) -> SimpleNamespace:
    """Return a line of a table of references; most have an empty HTML id."""
    cited = named(link.cited)
    return SimpleNamespace(
        citing=named(link.citing),
        cited=cited if link.status in ("held", "not-held") else (cited[0], None),
        languages=link.languages,
        status=link.status,
        id=id_,
    )


def _line_name(named: Callable[[int], Named], link: Link, links: LawLinks) -> str:
    """Return the name of a line: the provision of the law, and the one at the other end."""
    citing, cited = named(link.citing)[0], named(link.cited)[0]
    return f"{citing} → {cited}" if links.is_own(link) else f"{cited} ← {citing}"


def _law_picture(
    named: Callable[[int], Named], links: LawLinks, edition: str
) -> SimpleNamespace | None:
    """Return the diagram of the provisions of a law and those linked to them."""
    boxes = []
    for number, end in enumerate(links.ends):
        name, place = named(number)
        boxes.append((name, None if end.kind == "unresolved" else place, end.kind))
    return drawn(f"picture-{edition}", boxes, links.pairs)


def named_end(site: LocalizedSite, end: End, here: str) -> Named:
    """Return name and link of a provision or range.

    Args:
        end: The provision or range.
        here: Edition of the page; another edition is named after the provision.
    """
    upto = f"–{site.name(end.upto)}" if end.upto else ""
    edition = f" ({end.edition})" if end.edition != here else ""
    return f"{site.name(end.address)}{upto}{edition}", site.place(end.edition, end.address)


def drawn(
    id_: str, views: Sequence[tuple[str, Place | None, EndKind]], links: Sequence[tuple[int, int]]
) -> SimpleNamespace | None:
    """Return a drawing of boxes and of links between them; None if there are too many to draw.

    Args:
        id_: HTML id of the drawing.
        views: For each box its words, the page it links to, and its kind.
        links: Pairs of indexes of boxes, from the citing one to the cited one.
    """
    drawing = draw([view[0] for view in views], links)
    if drawing is None:
        return None
    return SimpleNamespace(
        id=id_,
        width=drawing.width,  # in SVG units, as all here
        height=drawing.height,
        row=BOX_HEIGHT,
        boxes=tuple(
            SimpleNamespace(name=name, place=place, kind=kind, box=box)
            for (name, place, kind), box in zip(views, drawing.boxes, strict=True)
        ),
        curves=drawing.curves,
    )


@dataclass(frozen=True, slots=True)
class Cited:
    """The provisions that cite a provision; ``count`` is their number."""

    count: int = 0
    # The citing provisions: name, edition if it is another one, location, and their sentences with
    # the reference, in the reader's language or the first that has any. Only the first ones if
    # there are too many for the page.
    shown: tuple[SimpleNamespace, ...] = ()
    # Link to the complete list on the page of the law's references; None where all are shown.
    all: Place | None = None


UNCITED = Cited()


def cited_by(
    site: LocalizedSite, law: tuple[str, Ordinal], citations: Mapping[Address, Iterable[Citation]]
) -> dict[Address, Cited]:
    """Return the citing provisions for each provision of a law, limited to what fits on a page.

    Args:
        law: Edition and number of the law.
        citations: All citations of each provision.
    """
    edition, number = law
    citing = {address: _by_citing(found) for address, found in citations.items()}
    counts = [len(groups) for groups in citing.values()]
    most = shown_of_each(counts)
    lists = citing_places(site, edition, number) if most < max(counts, default=0) else {}
    whole = Place(site.paths.law_references(edition, number))
    return {
        address: Cited(
            count=len(groups),
            shown=tuple(_citation(site, edition, each) for each in islice(groups.items(), most)),
            all=lists.get(address, whole) if len(groups) > most else None,
        )
        for address, groups in citing.items()
    }


def _by_citing(citations: Iterable[Citation]) -> dict[tuple[str, Address], list[Citation]]:
    """Group citations of a provision by the citing provision, in their order.

    References such as *this Law* are left out, since they cite their own law.
    """
    groups: dict[tuple[str, Address], list[Citation]] = {}
    for citation in citations:
        if citation.reference.form != "self":
            groups.setdefault((citation.edition, citation.citing), []).append(citation)
    return groups


def _citation(
    site: LocalizedSite, edition: str, citing: tuple[tuple[str, Address], Sequence[Citation]]
) -> SimpleNamespace:
    (citing_edition, address), citations = citing
    tags = {each.language for each in citations}
    shown = site.language.code if site.language.code in tags else citations[0].language
    # Tag of each sentence, words before the reference, its own, and those after it.
    sentences = (
        (shown, text[:start], text[start:end], text[end:])
        for each in citations
        if each.language == shown
        for text, (start, end) in ((each.sentence, each.span),)
    )
    return SimpleNamespace(
        name=site.name(address),
        edition="" if citing_edition == edition else citing_edition,
        place=site.place(citing_edition, address),
        sentences=tuple(dict.fromkeys(sentences)),
    )


_MOST = 12  # laws that are named first where the table takes several pages
_Law = tuple[str, Ordinal]  # edition and number


def _edition(site: LocalizedSite, edition: str) -> SimpleNamespace:
    numbers = site.numbers[edition]
    pairs, most = site.once(_cited_laws, edition, 0)
    parts = _parts(site, edition)
    return SimpleNamespace(
        id=edition,
        picture=_picture_of_laws(site, edition, pairs),
        cited=bool(pairs),  # whether a law cites another one
        # Where the table takes several pages, the laws cited most are named first.
        laws=() if parts else tuple(_row(site, edition, number) for number in numbers),
        parts=parts,
        most=tuple(
            (site.law_name(number), Place(site.paths.law_references(edition, number)), count)
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
    """Return the laws with a page that a law cites, in order, each with the number of citations.

    A range cites every law in it.
    """
    edges = citation_edges(site.graph.cites(edition, Address((number,))), site.code)
    laws = (
        (edge.target_edition, law)
        for edge in edges
        for law in dict.fromkeys(address.law for address in edge.members)
    )
    return sorted(Counter(law for law in laws if law in site.pages).items())


def _row(site: LocalizedSite, edition: str, number: Ordinal) -> SimpleNamespace:
    """Return a law of the corpus as a row in the table of an edition.

    ``cites`` has every law that it cites: name, location, and number of references to it.
    """
    cites = tuple(
        (_law_label(site, law, edition), site.place(law[0], Address((law[1],))), count)
        for law, count in _counts(site, edition, number)
    )
    place = Place(site.paths.law_references(edition, number))
    return SimpleNamespace(name=site.law_name(number), place=place, cites=cites)


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
        views.append((_law_label(site, key, edition), site.place(key[0], Address((key[1],))), kind))
    return drawn(f"picture-{edition}", views, [(numbers[a], numbers[b]) for a, b in pairs])


def _law_label(site: LocalizedSite, law: _Law, here: str) -> str:
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
    view = tuple(_edition(site, each) for each, numbers in site.numbers.items() if numbers)
    return make_page(site, site.paths.references(), "references.html", view, title, description)


def _edition_page(site: LocalizedSite, edition: str, part: int) -> SitePage:
    """Return a page of the table of references of an edition; ``part`` counts from 1."""
    parts = _parts(site, edition, part)
    view = SimpleNamespace(
        edition=edition,
        all=Place(site.paths.references(), edition),
        parts=parts,
        laws=tuple(_row(site, edition, n) for n in paginate(site.numbers[edition])[part - 1]),
    )
    here = next(each for each in parts if each.here)
    names = {"first": here.first, "last": here.last}
    title = site.gettext("References of the laws %(first)s to %(last)s", **names)
    description = site.gettext("References between the laws, as a table.")
    path = site.paths.edition_references(edition, part)
    title = f"{title} ({edition})"
    return make_page(site, path, "edition_references.html", view, title, description)


def _law_page(site: LocalizedSite, edition: str, number: Ordinal, part: int) -> SitePage:
    """Return a page of the references of a law; ``part`` counts from 1. The first has a diagram."""
    name = site.law_name(number)
    links = site.once(law_links, edition, number)
    pages, first = site.once(_paged_links, edition, number)
    named = cache(lambda end: named_end(site, links.ends[end], edition))
    lines = [
        (links.is_own(link), _line(named, link, first.get(link, ("", 0))[0]))
        for link in pages[part - 1]
    ]
    path = partial(site.paths.law_references, edition, number)
    view = SimpleNamespace(
        name=name,
        edition=edition,
        law=site.place(edition, Address((number,))),
        all=Place(site.paths.references()),
        picture=_law_picture(named, links, edition) if part == 1 else None,
        cites=tuple(line for is_own, line in lines if is_own),
        cited_by=tuple(line for is_own, line in lines if not is_own),
        parts=page_links(pages, path, lambda link: _line_name(named, link, links), part),
    )
    named_law = f"{name} ({edition})"
    return make_page(
        site,
        path(part),
        "law_references.html",
        view,
        site.gettext("%(law)s: references", law=named_law) + shown_part(view.parts),
        site.gettext("Every reference of %(law)s, as a picture and as a table.", law=named_law),
    )
