"""The edges of the graph: what the languages of a provision cite, together and apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.passage import Form, RefStatus
from lawkb.refs.graph import Citation, Graph, cited_members, law_counts

# An edition, a provision of it, and which of its paragraphs that have no number.
Place = tuple[str, Address, int | None]


@dataclass(frozen=True, slots=True)
class Edge:
    """A provision cites another one, or a range, in some of its languages.

    Attributes:
        edition: Edition of the citing provision.
        citing: The citing provision.
        target_edition: Edition of the cited one.
        target: The cited provision, or the first of a range.
        upto: The last of a range, else None.
        form: How the words name it.
        status: What the code says of it.
        languages: Tags of the languages that cite it so, in the order of the code.
        members: The provisions a range names, ``target`` alone for a single one.
    """

    edition: str
    citing: Address
    target_edition: str
    target: Address
    upto: Address | None
    form: Form
    status: RefStatus
    languages: tuple[str, ...]
    members: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A provision whose languages cite different provisions.

    Attributes:
        edition: Its edition.
        address: The provision.
        cited: By tag of every language that holds it, what that one cites and not all do;
            in the order of the code, several of them empty or none.
    """

    edition: str
    address: Address
    cited: tuple[tuple[str, tuple[Place, ...]], ...]


def edges(citations: Iterable[Citation], code: Code) -> tuple[Edge, ...]:
    """The edges of citations, in their order; a citation without a target is none.

    The same citation in several languages is one edge; said twice in a language, too.
    """
    laws = law_counts(code.outline)
    first: dict[tuple[object, ...], Citation] = {}
    languages: dict[tuple[object, ...], dict[str, None]] = {}
    for citation in citations:
        if citation.reference.target is not None:
            key = _key(citation)
            first.setdefault(key, citation)
            languages.setdefault(key, {})[citation.language] = None
    return tuple(_edge(c, tuple(languages[key]), laws) for key, c in first.items())


def disagreements(graph: Graph, code: Code) -> tuple[Disagreement, ...]:
    """Every provision whose languages cite different provisions, in the order of the code.

    A range and the list of its members are the same; a provision and one of its paragraphs that
    have no number are not. A language that does not hold a provision
    says nothing of it.
    """
    laws = law_counts(code.outline)
    cited: dict[tuple[str, Address], dict[str, dict[Place, None]]] = {}
    for (edition, language, _), law in code.laws.items():
        for provision in law.provisions():
            cited.setdefault((edition, provision.address), {})[language] = {}
    for c in graph.citations:
        named = cited.get((c.edition, c.citing), {}).get(c.language)
        if named is not None:
            which = c.reference.subparagraph
            named |= {(c.target_edition, a, which): None for a in cited_members(c, laws)}
    found = (
        Disagreement(edition, address, _differing(by_language))
        for (edition, address), by_language in cited.items()
    )
    return tuple(each for each in found if any(places for _, places in each.cited))


def _key(citation: Citation) -> tuple[object, ...]:
    """What makes citations one edge; paths, for addresses take long to be hashed."""
    reference = citation.reference
    target, upto = reference.target, reference.upto
    return (
        *(citation.edition, citation.citing.path, citation.target_edition),
        *(target and target.path, upto and upto.path, reference.form, reference.status),
    )


def _edge(citation: Citation, languages: tuple[str, ...], laws: dict[str, int]) -> Edge:
    reference = citation.reference
    assert reference.target is not None
    return Edge(
        citation.edition,
        citation.citing,
        citation.target_edition,
        reference.target,
        reference.upto,
        reference.form,
        reference.status,
        languages,
        cited_members(citation, laws),
    )


def _differing(
    by_language: dict[str, dict[Place, None]],
) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """What each language cites and not all do."""
    common = set.intersection(*(set(places) for places in by_language.values()))
    return tuple(
        (language, tuple(place for place in places if place not in common))
        for language, places in by_language.items()
    )
