"""Links of a law: what it cites and what cites it, the same for readers of every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.passage import RefStatus
from lawkb.refs.edges import Edge, edges
from lawkb.refs.graph import Graph

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
    out = edges(graph.cites(edition, law), code)
    into = edges(graph.cited_into(edition, law), code)
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
