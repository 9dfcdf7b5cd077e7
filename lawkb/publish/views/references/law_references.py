"""References of a law: what it cites and what cites it, as a picture and as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.passage import RefStatus
from lawkb.publish.views.laws.provision_cells import provision_id
from lawkb.publish.views.localized_site import LocalizedSite, law_name
from lawkb.publish.views.pagination import Part, fits_one_page, page_links, paginate
from lawkb.publish.views.references.drawing import BOX_HEIGHT, Box, draw
from lawkb.publish.views.urls import Place, law_references_path, references_path
from lawkb.references.graph import Edge, Graph, citation_edges

EndKind = Literal["own", "other", "not-held", "unresolved"]
# Edition, path of a provision, and of the end of a range: addresses take long to be hashed.
_Key = tuple[str, tuple[int, ...], tuple[int, ...] | None]


@dataclass(frozen=True, slots=True)
class End:
    """A provision that cites or is cited, or a range that is cited.

    Attributes:
        edition: Id of its edition.
        address: The provision, or the first of the range.
        upto: The last of the range, else None.
        kind: Whether it is of the law, of another one, or not there.
    """

    edition: str
    address: Address
    upto: Address | None
    kind: EndKind


@dataclass(frozen=True, slots=True)
class Link:
    """A reference, in whatever form it is written.

    Attributes:
        citing: Number of the end that cites.
        cited: Number of the end that is cited.
        status: What the code says of it.
        languages: Tags of the languages that say so.
    """

    citing: int
    cited: int
    status: RefStatus
    languages: tuple[str, ...]

    @property
    def leads(self) -> bool:
        """Whether anything is where it leads; nothing is where words name what is not there."""
        return self.status in ("held", "not-held")


@dataclass(frozen=True, slots=True)
class LawLinks:
    """The links of a law.

    Attributes:
        ends: What is linked: the edition of the law first, in the order of the laws.
        cites: What its provisions cite.
        cited_by: What cites them from other laws.
        pairs: From which end to which, each once.
    """

    ends: tuple[End, ...]
    cites: tuple[Link, ...]
    cited_by: tuple[Link, ...]
    pairs: tuple[tuple[int, int], ...]


def law_links(code: Code, graph: Graph, edition: str, number: int) -> LawLinks:
    """What the provisions of a law cite and what cites them."""
    law, own = Address((number,)), (edition, number)
    out = citation_edges(graph.cites(edition, law), code)
    into = citation_edges(graph.cited_into(edition, law), code)
    return links_of(out, [e for e in into if (e.edition, e.citing.law) != own], own)


def links_of(out: Sequence[Edge], into: Sequence[Edge], own: tuple[str, int]) -> LawLinks:
    """Edges of a law as its links.

    Args:
        out: What its provisions cite.
        into: What cites them from other laws.
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
    """The edges as links; those that differ in their form alone are one."""
    languages: dict[tuple[int, int, RefStatus], dict[str, None]] = {}
    for edge in found:
        key = (numbers[_citing(edge)], numbers[_cited(edge)], edge.status)
        languages.setdefault(key, {}).update(dict.fromkeys(edge.languages))
    return tuple(Link(*key, tuple(tags)) for key, tags in languages.items())


def _citing(edge: Edge) -> _Key:
    return edge.edition, edge.citing.path, None


def _cited(edge: Edge) -> _Key:
    return edge.target_edition, edge.target.path, edge.upto.path if edge.upto else None


def _kind(status: RefStatus, key: _Key, own: tuple[str, int]) -> EndKind:
    if status == "held":
        return "own" if (key[0], key[1][0]) == own else "other"
    return "not-held" if status == "not-held" else "unresolved"


Named = tuple[str, Place | None]


@dataclass(frozen=True, slots=True)
class BoxView:
    """A provision in a picture.

    Attributes:
        name: Its address in the language of the reader.
        place: Where it is; None when nothing is there.
        kind: How it is drawn.
        box: Where.
    """

    name: str
    place: Place | None
    kind: EndKind
    box: Box


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn graph.

    Attributes:
        id: Its id on the page.
        width: In pixels.
        height: In pixels.
        row: Height of a box.
        boxes: What is drawn.
        curves: Data of the paths, each from what cites to what is cited.
    """

    id: str
    width: int
    height: int
    row: int
    boxes: tuple[BoxView, ...]
    curves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A reference in a table.

    Attributes:
        citing: Name and place of what cites.
        cited: Name and place of what is cited; the place is None when nothing is there.
        languages: Tags of the languages that say so.
        status: What the code says of the reference.
        id: Id of the line; empty for most.
    """

    citing: Named
    cited: Named
    languages: tuple[str, ...]
    status: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class LawReferences:
    """The references of a law.

    Attributes:
        name: The law by its number.
        edition: Id of its edition.
        law: Its page.
        all: The page of all references.
        picture: Its references; None when there are none, or too many to draw.
        cites: What its provisions cite.
        cited_by: What cites them from other laws.
        parts: The pages of the tables; none where they are one page.
    """

    name: str
    edition: str
    law: Place | None
    all: Place
    picture: Picture | None
    cites: tuple[ReferenceLine, ...]
    cited_by: tuple[ReferenceLine, ...]
    parts: tuple[Part, ...] = ()


def law_references(
    site: LocalizedSite, links: LawLinks, edition: str, number: int
) -> LawReferences:
    """What the provisions of a law cite and what cites them."""
    ends = [named_end(site, end, edition) for end in links.ends]
    return LawReferences(
        name=law_name(site, number),
        edition=edition,
        law=site.place(edition, Address((number,))),
        all=Place(references_path(site.language.code)),
        picture=law_picture(ends, links, edition),
        cites=tuple(line_of(ends, link) for link in links.cites),
        cited_by=tuple(line_of(ends, link) for link in links.cited_by),
    )


def law_picture(ends: Sequence[Named], links: LawLinks, edition: str) -> Picture | None:
    """The provisions of a law and what is linked to them, by the names and places of the ends."""
    boxes = [_box(*named, end.kind) for named, end in zip(ends, links.ends, strict=True)]
    return drawn(f"picture-{edition}", boxes, links.pairs)


def reference_lines(
    site: LocalizedSite, links: LawLinks, shown: Sequence[Link], edition: str
) -> tuple[ReferenceLine, ...]:
    """Some links of a law, as the tables of its page have them."""
    numbers = {number for link in shown for number in (link.citing, link.cited)}
    ends = {number: named_end(site, links.ends[number], edition) for number in numbers}
    return tuple(line_of(ends, link) for link in shown)


def line_of(ends: Mapping[int, Named] | Sequence[Named], link: Link) -> ReferenceLine:
    """A link as a line, by the names and places of its ends."""
    cited = ends[link.cited]
    there = cited if link.leads else (cited[0], None)
    return ReferenceLine(ends[link.citing], there, link.languages, link.status)


def named_end(site: LocalizedSite, end: End, here: str) -> Named:
    """Name and place; a range with both its ends, the edition behind it where it is another one."""
    upto = f"–{site.name(end.upto)}" if end.upto else ""
    edition = f" ({end.edition})" if end.edition != here else ""
    return f"{site.name(end.address)}{upto}{edition}", site.place(end.edition, end.address)


def drawn(
    id_: str, views: Sequence[tuple[str, Place | None, EndKind]], links: Sequence[tuple[int, int]]
) -> Picture | None:
    """Boxes and the links between them by their numbers; None where they are too many to draw."""
    drawing = draw([view[0] for view in views], links)
    if drawing is None:
        return None
    boxes = tuple(BoxView(*view, box) for view, box in zip(views, drawing.boxes, strict=True))
    return Picture(id_, drawing.width, drawing.height, BOX_HEIGHT, boxes, drawing.curves)


def _box(name: str, place: Place | None, kind: EndKind) -> tuple[str, Place | None, EndKind]:
    return name, None if kind == "unresolved" else place, kind


_Law = tuple[str, int]  # edition and number


def references_parts(site: LocalizedSite, edition: str, number: int) -> int:
    """Number of pages that the references of a law take.

    A law that is not held has none: its own page tells who cites it, unless they are too many.
    """
    law = Address((number,))
    found = (site.graph.cites(edition, law), site.graph.cited_into(edition, law))
    if fits_one_page(sum(map(len, found))):
        return 1 if site.code.languages_of(edition, number) else 0
    return len(_pages(law_links(site.code, site.graph, edition, number)))


def long_references(
    site: LocalizedSite, links: LawLinks, edition: str, number: int, part: int
) -> LawReferences:
    """A page of the references of a law, counted from 1; the picture is on the first."""
    own, pages = (edition, number), _pages(links)
    first = _first_of_each(site, links, own, pages)
    ends = [named_end(site, end, edition) for end in links.ends]
    lines = [
        (link, replace(line_of(ends, link), id=first.get(link, ("", 0))[0]))
        for link in pages[part - 1]
    ]
    path = partial(law_references_path, site.language.code, edition, number)
    return LawReferences(
        name=law_name(site, number),
        edition=edition,
        law=site.place(edition, Address((number,))),
        all=Place(references_path(site.language.code)),
        picture=law_picture(ends, links, edition) if part == 1 else None,
        cites=tuple(line for link, line in lines if _cites(links, link)),
        cited_by=tuple(line for link, line in lines if not _cites(links, link)),
        parts=page_links(pages, path, lambda link: _name(links, ends, link), part),
    )


def citing_places(site: LocalizedSite, edition: str, number: int) -> dict[Address, Place]:
    """Where the lists of what cites the provisions of a law begin, on the pages of its references.

    A provision has none of its own that is cited in ranges alone, or where all is on one page.
    """
    links = law_links(site.code, site.graph, edition, number)
    pages = _pages(links)
    first = _first_of_each(site, links, (edition, number), pages) if len(pages) > 1 else {}
    path = partial(law_references_path, site.language.code, edition, number)
    return {
        links.ends[link.cited].address: Place(path(part), id_)
        for link, (id_, part) in first.items()
    }


def _pages(links: LawLinks) -> tuple[Sequence[Link], ...]:
    """The lines of each page: what the law cites, then what cites it, by what is cited."""
    return paginate((*links.cites, *sorted(links.cited_by, key=lambda link: link.cited)))


def _cites(links: LawLinks, link: Link) -> bool:
    """Whether it is the law that cites."""
    return links.ends[link.citing].kind == "own"


def _first_of_each(
    site: LocalizedSite, links: LawLinks, own: _Law, pages: Sequence[Sequence[Link]]
) -> dict[Link, tuple[str, int]]:
    """The first line of each provision of the law that is cited: its id, and its page from 1."""
    found: dict[str, tuple[Link, int]] = {}
    for part, shown in enumerate(pages, start=1):
        for link in shown:
            end = links.ends[link.cited]
            if not _cites(links, link) and (end.edition, end.address.law) == own:
                found.setdefault(provision_id(site, end.address), (link, part))
    return {link: (id_, part) for id_, (link, part) in found.items()}


def _name(links: LawLinks, ends: Sequence[tuple[str, Place | None]], link: Link) -> str:
    """A line by the provision of the law, and by what cites it or what it cites."""
    citing, cited = ends[link.citing][0], ends[link.cited][0]
    return f"{citing} → {cited}" if _cites(links, link) else f"{cited} ← {citing}"
