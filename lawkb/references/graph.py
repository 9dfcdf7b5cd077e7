"""The citation graph: all references of a code by either end, and disagreements of languages.

A ``Selection`` says which of them are wanted: by edition, language, status, place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.language import Language
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Form, Reference, RefStatus, Span
from lawkb.references.typed_address import edition_of
from lawkb.references.vocabulary import read_abbreviations

# A full stop, closing quotes and a space, not before a bracket: «(See …)» ends the sentence.
_END = re.compile(r"(?<![.!?…])[.!?…]++[)\]»”’\"']*+\s++(?=[^(\[])")
_LONGEST_ABBREVIATION = 12
LONGEST_RANGE = 100  # provisions between the ends of a range that are cited one by one
_AROUND = 400  # code points of a sentence shown on either side of what is cited


def sentence_starts(
    text: str, abbreviations: frozenset[str], references: tuple[Span, ...]
) -> tuple[int, ...]:
    """Return the offsets where the sentences of a text begin, the first at 0.

    No sentence begins with a lower-case letter, after an abbreviation such as «βλ.», or inside a
    reference.

    Args:
        text: Any text.
        abbreviations: Words before a full stop that ends no sentence, casefolded.
        references: Spans that are not cut, in order and not overlapping.
    """
    begins = [start for start, _ in references]
    starts = [0]
    for match in _END.finditer(text):
        place = bisect_right(begins, match.start()) - 1
        inside = place >= 0 and match.end() < references[place][1]
        if not (
            inside or text[match.end()].islower() or _word_before(text, match) in abbreviations
        ):
            starts.append(match.end())
    return tuple(starts)


def sentence_of(text: str, starts: tuple[int, ...], span: Span) -> tuple[str, Span]:
    """Return the sentence around a span, and the span within it.

    Of a sentence without end only the words near the span are given, with "…" for the rest: each
    of its references would hold a copy of the whole. ``starts`` are its ``sentence_starts``.
    """
    place = bisect_right(starts, span[0])
    first, last = starts[place - 1], starts[place] if place < len(starts) else len(text)
    begin, end = max(first, span[0] - _AROUND), min(last, span[1] + _AROUND)
    before = ("…" if begin > first else "") + text[begin : span[0]]
    after = text[span[1] : end].rstrip() + ("…" if end < last else "")
    cited = text[slice(*span)]
    return before + cited + after, (len(before), len(before) + len(cited))


def _word_before(text: str, match: re.Match[str]) -> str:
    before = text[max(0, match.start() - _LONGEST_ABBREVIATION) : match.start()]
    return re.split(r"[\W_]", before)[-1].casefold()


_Place = tuple[str, Address]


@dataclass(frozen=True, slots=True)
class Citation:
    """A reference with its provision, sentence and span.

    Attributes:
        reference: What it cites. Its offsets are those of ``Provision.text``, or of the note.
        note: Marker of the note it is in; None in the law text.
        sentence: The sentence it is in.
        span: Place of the reference in ``sentence``.
    """

    edition: str
    language: str
    citing: Address
    reference: Reference
    note: str | None
    sentence: str
    span: Span

    @property
    def target_edition(self) -> str:
        """Edition of the cited provision: the one named, else that of the citing law."""
        return self.reference.edition or self.edition


@dataclass(frozen=True, slots=True)
class Graph:
    """All citations of a code, in the order of the laws and of their text, indexed by both ends."""

    citations: tuple[Citation, ...]
    _from: Mapping[_Place, tuple[Citation, ...]] = field(repr=False, hash=False)
    _to: Mapping[_Place, tuple[Citation, ...]] = field(repr=False, hash=False)
    _into: Mapping[_Place, tuple[Citation, ...]] = field(repr=False, hash=False)
    _absent: Mapping[str, Mapping[int, tuple[Citation, ...]]] = field(repr=False, hash=False)

    def cites(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Return the citations in a provision and in the provisions inside it."""
        return self._from.get((edition, address), ())

    def cited_by(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Return the citations of exactly this provision, or of a range that includes it.

        A citation of Law 47 as a whole is not one of 47E, and 27 to 32 is none of 29A.
        """
        return self._to.get((edition, address), ())

    def cited_into(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Return citations of this provision or of one in it."""
        return self._into.get((edition, address), ())

    def not_held(self, edition: str) -> Mapping[int, tuple[Citation, ...]]:
        """Return the cited laws of an edition without a text, by number, with their citations."""
        return self._absent.get(edition, MappingProxyType({}))


def build_graph(code: Code) -> Graph:
    """Return the graph of a code whose references are resolved.

    A reference without a target is only in ``citations`` and ``cites``. A dangling one is indexed
    under the address it names.
    """
    return graph_of(
        code, [citations_of(law, code.outline.language(law.language)) for law in code.laws.values()]
    )


def citations_of(law: Law, language: Language) -> tuple[Citation, ...]:
    """Return the citations of a law in document order, those of notes after a provision's own."""
    abbreviations = read_abbreviations(language)
    return tuple(
        citation
        for provision in law.provisions()
        for text in _texts(provision)
        for citation in _citations_in(text, law, provision.address, abbreviations)
    )


def graph_of(code: Code, by_law: Iterable[tuple[Citation, ...]]) -> Graph:
    """Return the graph of a code, given the citations of each law in order."""
    citations = tuple(citation for found in by_law for citation in found)
    laws = law_counts(code.outline)
    members = [cited_members(citation, laws) for citation in citations]
    held = {(edition, number) for edition, _, number in code.laws}
    absent: dict[str, dict[int, list[Citation]]] = {}
    for citation, addresses in zip(citations, members, strict=True):
        for number in sorted({address.law for address in addresses}):
            edition = citation.target_edition
            if (edition, number) not in held and number <= laws.get(edition, 0):
                absent.setdefault(edition, {}).setdefault(number, []).append(citation)
    return Graph(
        citations,
        _grouped((c, {(c.edition, a) for a in _upwards(c.citing)}) for c in citations),
        _grouped(
            (c, {(c.target_edition, a) for a in found})
            for c, found in zip(citations, members, strict=True)
        ),
        _grouped(
            (c, {(c.target_edition, above) for a in found for above in _upwards(a)})
            for c, found in zip(citations, members, strict=True)
        ),
        {
            edition: MappingProxyType({n: tuple(found) for n, found in sorted(numbers.items())})
            for edition, numbers in absent.items()
        },
    )


def law_counts(outline: Outline) -> dict[str, int]:
    """Return the number of laws of every edition by its id."""
    return {edition.id: edition.laws for edition in outline.editions}


def cited_members(citation: Citation, laws: Mapping[str, int]) -> tuple[Address, ...]:
    """Return the provisions that a reference names: its target, or the members of its range.

    Between 50A and 53 are the laws 51 and 52; other sections of Law 50 are left out. Inside a law
    the members are counted only when both ends are held. Of a range with more than
    ``LONGEST_RANGE`` provisions between its ends only the ends are named: a page of such ranges
    would make every provision cite every other one. ``laws`` has the number of laws of every
    edition by its id.
    """
    start, end = citation.reference.target, citation.reference.upto
    if start is None:
        return ()
    if end is None:
        return (start,)
    around = start.path[:-1] if start.law == end.law else ()
    between = range(0)
    if start.law < end.law:
        last = min(end.law, laws.get(citation.target_edition, 0) + 1)
        between = range(start.law + 1, last)
    elif around == end.path[:-1] and citation.reference.status == "held":
        between = range(start.path[-1] + 1, end.path[-1])
    if len(between) > LONGEST_RANGE:
        return start, end
    return start, *(Address((*around, n)) for n in between), end


def _grouped(
    places: Iterable[tuple[Citation, set[_Place]]],
) -> dict[_Place, tuple[Citation, ...]]:
    groups: dict[_Place, list[Citation]] = defaultdict(list)
    for citation, keys in places:
        for key in keys:
            groups[key].append(citation)
    return {key: tuple(found) for key, found in groups.items()}


def _upwards(address: Address) -> tuple[Address, ...]:
    return address, *address.ancestors()


class _Text(NamedTuple):
    """A passage or note of a provision; ``begin`` is the offset of a passage."""

    note: str | None
    text: str
    begin: int
    references: tuple[Reference, ...]


def _texts(provision: Provision) -> Iterator[_Text]:
    begin = 0
    for passage in provision.passages:
        yield _Text(None, passage.text, begin, passage.references)
        begin += len(passage.text) + 1
    for note in provision.notes:
        yield _Text(note.marker, note.text, 0, note.references)


def _citations_in(
    here: _Text, law: Law, citing: Address, abbreviations: frozenset[str]
) -> Iterator[Citation]:
    spans = tuple((reference.start, reference.end) for reference in here.references)
    starts = sentence_starts(here.text, abbreviations, spans) if spans else ()
    for reference, span in zip(here.references, spans, strict=True):
        sentence, place = sentence_of(here.text, starts, span)
        cited = reference.shifted(here.begin)
        yield Citation(law.edition, law.language, citing, cited, here.note, sentence, place)


# An edition, a provision of it, and the ordinal of an unnumbered paragraph, if one is cited.
ParagraphPlace = tuple[str, Address, int | None]


@dataclass(frozen=True, slots=True)
class Edge:
    """A citation from one provision to another one or a range, in some languages.

    ``upto`` is the last of a range; ``members`` are the provisions that it names, ``target`` alone
    for a single one. ``languages`` are in the order of the code.
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
    """A provision that cites different provisions in different languages.

    ``cited`` has for each language that has it, in the order of the code, the citations that not
    all languages share.
    """

    edition: str
    address: Address
    cited: tuple[tuple[str, tuple[ParagraphPlace, ...]], ...]


def written_subparagraph(n: int | None) -> str:
    """Return ``¶2`` for the second paragraph without a number; nothing for None."""
    return "" if n is None else f"¶{n}"


def citation_edges(citations: Iterable[Citation], code: Code) -> tuple[Edge, ...]:
    """Return the edges of citations in order, without citations that have no target.

    Equal citations in several languages, or repeated in one, are one edge.
    """
    laws = law_counts(code.outline)
    first: dict[tuple[object, ...], Citation] = {}
    languages: dict[tuple[object, ...], dict[str, None]] = {}
    for citation in citations:
        if citation.reference.target is not None:
            key = _edge_key(citation)
            first.setdefault(key, citation)
            languages.setdefault(key, {})[citation.language] = None
    return tuple(_edge(c, tuple(languages[key]), laws) for key, c in first.items())


def disagreements(graph: Graph, code: Code) -> tuple[Disagreement, ...]:
    """Return the provisions that cite different provisions in different languages, in order.

    A range equals the list of its members; a provision and an unnumbered paragraph of it differ.
    Only languages that have the provision count.
    """
    laws = law_counts(code.outline)
    cited: dict[tuple[str, Address], dict[str, dict[ParagraphPlace, None]]] = {}
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


def _edge_key(citation: Citation) -> tuple[object, ...]:
    """Return the key of equal citations; paths, because hashing addresses is slow."""
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
    by_language: dict[str, dict[ParagraphPlace, None]],
) -> tuple[tuple[str, tuple[ParagraphPlace, ...]], ...]:
    """Return the citations of each language that not all share."""
    common = set.intersection(*(set(places) for places in by_language.values()))
    return tuple(
        (language, tuple(place for place in places if place not in common))
        for language, places in by_language.items()
    )


BOTH_ENDS = ("cites", "cited_by")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which citations to select: those of the citing provisions and texts, None or empty for all.

    ``place`` is a provision at one of the ends, ``cites`` or ``cited_by``.
    """

    edition: str | None = None
    lang: str | None = None
    statuses: frozenset[str] = frozenset()
    place: Address | None = None
    ends: tuple[str, ...] = BOTH_ENDS

    def lists(self, code: Code, graph: Graph) -> dict[str, list[Citation]]:
        """Return the citations by end; under ``references`` all of them, each once."""
        if self.place is None:
            return {"references": self._wanted(graph.citations)}
        edition = edition_of(code, self.edition, self.place)
        found = {"cites": graph.cites, "cited_by": graph.cited_into}
        lists = {end: self._wanted(found[end](edition, self.place)) for end in self.ends}
        every = list(dict.fromkeys(c for found in lists.values() for c in found))
        return {"references": every, **lists}

    def disagreements(self, code: Code, graph: Graph) -> tuple[Disagreement, ...]:
        """Return the provisions whose languages cite differently."""
        return tuple(
            each
            for each in disagreements(graph, code)
            if self.edition in {None, each.edition}
            and (self.place is None or self.place.holds(each.address))
        )

    def _wanted(self, citations: tuple[Citation, ...]) -> list[Citation]:
        return [
            c
            for c in citations
            if self.lang in {None, c.language}
            and (self.place is not None or self.edition in {None, c.edition})
            and (not self.statuses or c.reference.status in self.statuses)
        ]
