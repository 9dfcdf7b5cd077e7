"""Links of a law: what it cites and what cites it, the same for readers of every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.passage import RefStatus
from lawkb.refs.edges import Edge, edges
from lawkb.refs.graph import Graph

EndKind = Literal["own", "other", "not-held", "unresolved"]
_Key = tuple[str, Address, Address | None]  # edition, provision, end of a range


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
    law = Address((number,))
    out = edges(graph.cites(edition, law), code)
    into = edges(graph.cited_into(edition, law), code)
    others = [e for e in into if (e.edition, e.citing.law) != (edition, number)]
    statuses: dict[_Key, RefStatus] = {}
    for edge in (*out, *others):
        statuses[_citing(edge)] = "held"
        statuses.setdefault(_cited(edge), edge.status)
    keys = sorted(statuses, key=lambda key: _order(key, edition))
    numbers = {key: n for n, key in enumerate(keys)}
    cites, cited_by = _links(out, numbers), _links(others, numbers)
    return LawLinks(
        tuple(End(*key, _kind(statuses[key], _is_of(key, edition, number))) for key in keys),
        cites,
        cited_by,
        tuple(dict.fromkeys((link.citing, link.cited) for link in (*cites, *cited_by))),
    )


def _links(found: Iterable[Edge], numbers: Mapping[_Key, int]) -> tuple[Link, ...]:
    """The edges as links; those that differ in their form alone are one."""
    languages: dict[tuple[int, int, RefStatus], dict[str, None]] = {}
    for edge in found:
        key = (numbers[_citing(edge)], numbers[_cited(edge)], edge.status)
        languages.setdefault(key, {}).update(dict.fromkeys(edge.languages))
    return tuple(Link(*key, tuple(tags)) for key, tags in languages.items())


def _order(key: _Key, here: str) -> tuple[bool, str, tuple[int, ...], tuple[int, ...]]:
    edition, address, upto = key
    return edition != here, edition, address.path, (upto or address).path


def _citing(edge: Edge) -> _Key:
    return edge.edition, edge.citing, None


def _cited(edge: Edge) -> _Key:
    return edge.target_edition, edge.target, edge.upto


def _is_of(key: _Key, edition: str, number: int) -> bool:
    return key[0] == edition and key[1].law == number


def _kind(status: RefStatus, own: bool) -> EndKind:
    if status == "held":
        return "own" if own else "other"
    return "not-held" if status == "not-held" else "unresolved"
