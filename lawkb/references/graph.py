"""The citation graph: which provision cites which, and where the languages of the code disagree.

A ``Selection`` filters the citations by edition, language, status and provision.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from lawkb.large_collections import Values, are_many, kept_by_key
from lawkb.model.address import Address, Ordinal, base_of, between, keep_in
from lawkb.model.code import Code, Outline, edition_of
from lawkb.model.language import Language
from lawkb.model.law import Law
from lawkb.model.passage import Form, Note, Passage, Reference, RefStatus, Span
from lawkb.parallel_work import one_by_one
from lawkb.references.vocabulary import read_abbreviations

# A full stop, closing quotes and a space, not before a bracket: «(See …)» ends the sentence.
_END = re.compile(r"(?<![.!?…])[.!?…]++[)\]»”’\"']*+\s++(?=[^(\[])")
_LONGEST_ABBREVIATION = 12
LONGEST_RANGE = 100  # provisions between the ends of a range that are cited one by one
_AROUND = 400  # code points of a sentence shown on either side of what is cited
_RECENT = 64  # cited laws whose citations stay in memory: pages ask law by law


def sentence_starts(
    text: str, abbreviations: frozenset[str], references: tuple[Span, ...]
) -> tuple[int, ...]:
    """Return the offsets where the sentences of a text begin, in code points; the first is 0.

    No sentence begins with a lower-case letter, after an abbreviation such as «βλ.», or inside a
    reference.

    Args:
        abbreviations: Words whose full stop ends no sentence, casefolded, without the full stop.
        references: Spans of the references, in order and not overlapping.
    """
    begins = [start for start, _ in references]
    starts = [0]
    for match in _END.finditer(text):
        place = bisect_right(begins, match.start()) - 1
        inside = place >= 0 and match.end() < references[place][1]
        before = text[max(0, match.start() - _LONGEST_ABBREVIATION) : match.start()]
        word = re.split(r"[\W_]", before)[-1].casefold()
        if not (inside or text[match.end()].islower() or word in abbreviations):
            starts.append(match.end())
    return tuple(starts)


def sentence_of(text: str, starts: tuple[int, ...], span: Span) -> tuple[str, Span]:
    """Return the sentence that contains a span of a text, and the span as offsets in that sentence.

    Of a sentence that goes on for more than 400 code points before or after the span, the rest is
    replaced by "…": otherwise each reference in a very long sentence would store a copy of it.

    Args:
        starts: Result of ``sentence_starts`` for the text.
        span: First code point, and the code point after the last one.
    """
    place = bisect_right(starts, span[0])
    first, last = starts[place - 1], starts[place] if place < len(starts) else len(text)
    begin, end = max(first, span[0] - _AROUND), min(last, span[1] + _AROUND)
    before = ("…" if begin > first else "") + text[begin : span[0]]
    after = text[span[1] : end].rstrip() + ("…" if end < last else "")
    cited = text[slice(*span)]
    return before + cited + after, (len(before), len(before) + len(cited))


_LawPlace = tuple[str, Ordinal]  # edition and number of a law


class Citation(Struct, frozen=True):
    """A reference, with the provision and the sentence that contain it."""

    edition: str  # Edition of the citing law.
    language: str  # Tag of the language of the citing law.
    citing: Address  # Provision that contains the reference.
    # The reference. Its offsets are those of `Provision.text`, or of the footnote.
    reference: Reference
    note: str | None  # Marker of the footnote that contains the reference; None in the law text.
    sentence: str  # The sentence that contains the reference.
    span: Span  # Span of the reference in `sentence`, in code points.

    @property
    def target_edition(self) -> str:
        """Edition of the cited provision: the one that the reference names, else ``edition``."""
        return self.reference.edition or self.edition


_ByProvision = Mapping[Address, tuple[Citation, ...]]  # each tuple in the order of the code


class _OfLaw(NamedTuple):
    """The citations that concern a law, by its provisions."""

    made: _ByProvision  # those in the text of a provision and of the provisions inside it
    exactly: _ByProvision  # those of exactly a provision
    within: _ByProvision  # those of a provision or of one inside it


@dataclass(frozen=True, slots=True)
class Graph:
    """All citations of a code, in the order of the laws and of their text.

    The citations can be looked up by the citing and by the cited provision. Those of many laws are
    kept in a temporary file; what is in memory for each citation is its number.
    """

    # The citations of each law of each language, in the order of the code.
    by_law: Sequence[tuple[Citation, ...]]
    _counts: Mapping[str, int] = field(repr=False, hash=False)
    # Places in ``by_law`` of the languages of a law, by edition and number.
    _citing: Mapping[_LawPlace, Sequence[int]] = field(repr=False, hash=False)
    # For a law that is cited: the laws that cite it, as places in ``by_law``.
    _citing_it: Mapping[_LawPlace, Sequence[int]] = field(repr=False, hash=False)
    _absent: Mapping[str, tuple[Ordinal, ...]] = field(repr=False, hash=False)
    _recent: dict[_LawPlace, _OfLaw] = field(
        default_factory=dict, repr=False, hash=False, compare=False
    )

    @property
    def citations(self) -> Iterator[Citation]:
        """All citations, one after the other."""
        return chain.from_iterable(self.by_law)

    def cites(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Return the citations in the text of a provision and of the provisions inside it."""
        return self._of(edition, address.law).made.get(address, ())

    def cited_by(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Return the citations of exactly this provision, or of a range that includes it.

        For 47E, a citation of the whole Law 47 is not returned; for 29A, «Laws 27 to 32» is not.
        """
        return self._of(edition, address.law).exactly.get(address, ())

    def cited_into(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Return the citations of this provision or of a provision inside it."""
        return self._of(edition, address.law).within.get(address, ())

    def not_held(self, edition: str) -> Mapping[Ordinal, tuple[Citation, ...]]:
        """Return the citations of laws of an edition whose text is missing here, by law number."""
        return _NotHeld(self, edition)

    def _of(self, edition: str, number: Ordinal) -> _OfLaw:
        """Return the citations that concern a law; those of the laws asked last are kept."""
        law = edition, number
        if law not in self._recent:
            keep_in(self._recent, law, self._read(law), _RECENT)
        return self._recent[law]

    def _read(self, law: _LawPlace) -> _OfLaw:
        made, cited = self._at(self._citing.get(law, ())), self._at(self._citing_it.get(law, ()))
        members = [
            (each, {a for a in cited_members(each, self._counts) if a.law == law[1]})
            for each in cited
            if each.target_edition == law[0]
        ]
        return _OfLaw(
            _grouped((each, set(_upwards(each.citing))) for each in made),
            _grouped(members),
            _grouped((each, {up for one in own for up in _upwards(one)}) for each, own in members),
        )

    def _at(self, places: Iterable[int]) -> Iterator[Citation]:
        return chain.from_iterable(self.by_law[place] for place in places)


class _NotHeld(Mapping[Ordinal, tuple[Citation, ...]]):
    """The citations of laws of an edition that the code lacks, each read when it is accessed."""

    def __init__(self, graph: Graph, edition: str) -> None:
        self._graph, self._edition = graph, edition
        self._numbers = dict.fromkeys(graph._absent.get(edition, ()))  # in order

    def __getitem__(self, number: Ordinal) -> tuple[Citation, ...]:
        if number not in self._numbers:
            raise KeyError(number)
        return self._graph.cited_into(self._edition, Address((number,)))

    def __iter__(self) -> Iterator[Ordinal]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def build_graph(code: Code) -> Graph:
    """Return the citation graph of a code whose references are resolved.

    A reference without a target is found by ``Graph.citations`` and ``Graph.cites`` only. A
    reference to a provision that does not exist is found under the address that it names.
    """
    by_law = kept_by_key(partial(_citations, code.outline), code.laws, Values(code.laws))
    return graph_of(code, Values(by_law) if are_many(by_law) else tuple(by_law.values()))


def _citations(outline: Outline, law: Law) -> tuple[Citation, ...]:
    return citations_of(law, outline.language(law.language))


def citations_of(law: Law, language: Language) -> tuple[Citation, ...]:
    """Return the citations of a law in document order.

    In each provision those of the text come first, then those of its footnotes.
    """
    abbreviations = read_abbreviations(language)
    found: list[Citation] = []
    for provision in law.provisions():
        begin = 0  # offset of a passage in ``Provision.text``
        texts: tuple[Passage | Note, ...] = (*provision.passages, *provision.notes)
        for text in texts:
            note = text.marker if isinstance(text, Note) else None
            spans = tuple((reference.start, reference.end) for reference in text.references)
            starts = sentence_starts(text.text, abbreviations, spans) if spans else ()
            for reference, span in zip(text.references, spans, strict=True):
                sentence, place = sentence_of(text.text, starts, span)
                cited = reference if note is not None else reference.shifted(begin)
                found.append(
                    Citation(
                        law.edition, law.language, provision.address, cited, note, sentence, place
                    )
                )
            begin += len(text.text) + 1
    return tuple(found)


def graph_of(code: Code, by_law: Sequence[tuple[Citation, ...]]) -> Graph:
    """Return the citation graph of a code from the citations of each of its laws, in order."""
    counts = law_counts(code.outline)
    citing: defaultdict[_LawPlace, list[int]] = defaultdict(list)
    for place, (edition, _, number) in enumerate(code.laws):
        citing[edition, number].append(place)
    citing_it: defaultdict[_LawPlace, array[int]] = defaultdict(partial(array, "I"))
    for place, cited in enumerate(one_by_one(partial(_cited_laws, counts), by_law)):
        for law in cited:
            citing_it[law].append(place)
    absent: defaultdict[str, list[Ordinal]] = defaultdict(list)
    for edition, number in sorted(citing_it.keys() - citing.keys()):
        if base_of(number) <= counts.get(edition, 0):
            absent[edition].append(number)
    numbers = {edition: tuple(found) for edition, found in absent.items()}
    return Graph(by_law, counts, dict(citing), dict(citing_it), numbers)


def _cited_laws(
    counts: Mapping[str, int], citations: tuple[Citation, ...]
) -> tuple[_LawPlace, ...]:
    """Return the laws that some citations name, each once."""
    return tuple(
        {
            (citation.target_edition, address.law)
            for citation in citations
            for address in cited_members(citation, counts)
        }
    )


def law_counts(outline: Outline) -> dict[str, int]:
    """Return the number of laws of every edition, by the id of the edition: ``{"2017": 93}``."""
    return {edition.id: edition.laws for edition in outline.editions}


def cited_members(citation: Citation, laws: Mapping[str, int]) -> tuple[Address, ...]:
    """Return the provisions that a citation names: its target, or all provisions of its range.

    Between 50A and 53 are the laws 51 and 52; other sections of Law 50 are left out. A range inside
    a law, such as 16A to 16D, is filled in only when both ends exist. If more than
    ``LONGEST_RANGE`` provisions are between the ends, only the ends are returned: on a page of many
    such ranges every provision would cite every other one. Empty when the reference has no target.

    Args:
        laws: Number of laws of every edition, by the id of the edition.
    """
    start, end = citation.reference.target, citation.reference.upto
    if start is None:
        return ()
    if end is None:
        return (start,)
    around = start.path[:-1] if start.law == end.law else ()
    inner: Sequence[Ordinal] = ()
    if start.law < end.law:
        inner = between(start.law, min(end.law, laws.get(citation.target_edition, 0) + 1))
    elif around == end.path[:-1] and citation.reference.status == "held":
        inner = between(start.path[-1], end.path[-1])
    if len(inner) > LONGEST_RANGE:
        return start, end
    return start, *(Address((*around, n)) for n in inner), end


def _grouped(places: Iterable[tuple[Citation, set[Address]]]) -> _ByProvision:
    groups: defaultdict[Address, list[Citation]] = defaultdict(list)
    for citation, addresses in places:
        for address in addresses:
            groups[address].append(citation)
    return {address: tuple(found) for address, found in groups.items()}


def _upwards(address: Address) -> tuple[Address, ...]:
    return address, *address.ancestors()


# An edition, a provision of it, and the ordinal of an unnumbered paragraph, if one is cited.
ParagraphPlace = tuple[str, Address, int | None]


class Edge(Struct, frozen=True):
    """A citation of a provision or range by another provision, and the languages that have it."""

    edition: str  # Edition of the citing provision.
    citing: Address  # The citing provision.
    target_edition: str  # Edition of the cited provision.
    target: Address  # The cited provision, or the first of a range.
    upto: Address | None  # The last provision of a range, else None.
    form: Form  # Syntactic form of the reference.
    status: RefStatus  # Result of resolving the reference.
    # Tags of the languages in which the citation is found, in the order of the code.
    languages: tuple[str, ...]
    members: tuple[Address, ...]  # All provisions of the range; only `target` when it is no range.


class Disagreement(Struct, frozen=True):
    """A provision that cites different provisions in different languages."""

    edition: str  # Edition of the provision.
    address: Address  # The citing provision.
    # Pairs of a language tag and the citations found in that language but not in all, in the order
    # of the code. Each citation is the edition, the provision, and the number of a cited unnumbered
    # paragraph or None.
    cited: tuple[tuple[str, tuple[ParagraphPlace, ...]], ...]


def written_subparagraph(n: int | None) -> str:
    """Return ``¶2`` for 2, the second paragraph of a provision; an empty string for None."""
    return "" if n is None else f"¶{n}"


def citation_edges(citations: Iterable[Citation], code: Code) -> tuple[Edge, ...]:
    """Return the edges of some citations, in order; citations without a target are left out.

    Equal citations in several languages, or repeated in one language, become one edge.
    """
    laws = law_counts(code.outline)
    first: dict[tuple[object, ...], Citation] = {}
    languages: dict[tuple[object, ...], dict[str, None]] = {}
    for citation in citations:
        reference = citation.reference
        target, upto = reference.target, reference.upto
        if target is not None:
            # Equal for equal citations; with paths, because hashing addresses is slow.
            key = (
                *(citation.edition, citation.citing.path, citation.target_edition),
                *(target.path, upto and upto.path, reference.form, reference.status),
            )
            first.setdefault(key, citation)
            languages.setdefault(key, {})[citation.language] = None
    return tuple(_edge(c, tuple(languages[key]), laws) for key, c in first.items())


def disagreements(graph: Graph, code: Code) -> tuple[Disagreement, ...]:
    """Return the provisions that cite different provisions in different languages, in order.

    A range is equal to the list of its members. A provision and an unnumbered paragraph of it
    («second subparagraph») are different. Only languages that have the citing provision are
    compared.
    """
    counts = law_counts(code.outline)
    found = []
    laws = dict.fromkeys((edition, number) for edition, _, number in code.laws)
    for edition, number in laws:
        cited: dict[Address, dict[str, dict[ParagraphPlace, None]]] = {}
        for tag in code.languages_of(edition, number):
            for provision in code.laws[edition, tag, number].provisions():
                cited.setdefault(provision.address, {})[tag] = {}
        for c in graph.cites(edition, Address((number,))):
            named = cited.get(c.citing, {}).get(c.language)
            if named is not None:
                which = c.reference.subparagraph
                named |= {(c.target_edition, a, which): None for a in cited_members(c, counts)}
        found += [
            Disagreement(edition, address, _differing(by_language))
            for address, by_language in cited.items()
        ]
    return tuple(each for each in found if any(places for _, places in each.cited))


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
    """Return the citations of each language, without those that all languages share."""
    common = set.intersection(*(set(places) for places in by_language.values()))
    return tuple(
        (language, tuple(place for place in places if place not in common))
        for language, places in by_language.items()
    )


BOTH_ENDS = ("cites", "cited_by")


class Selection(Struct, frozen=True):
    """A filter for citations."""

    # Id of an edition. Without `place`, only citations in this edition are selected, or all with
    # None. With `place`, it is the edition of that provision; None means the newest edition that
    # has its law.
    edition: str | None = None
    lang: str | None = None  # Tag of the language of the citing law; None for all.
    statuses: frozenset[str] = frozenset()  # Statuses of the references; empty for all.
    place: Address | None = None  # Provision that cites or is cited; None for all.
    # Which citations of `place` are listed: `cites`, those that it makes, `cited_by`, those that
    # others make of it, or both.
    ends: tuple[str, ...] = BOTH_ENDS

    def lists(self, code: Code, graph: Graph) -> dict[str, list[Citation]]:
        """Return the selected citations by list name: ``references`` has all of them, each once.

        With ``place``, the lists ``cites`` and ``cited_by`` are added as far as ``ends`` names
        them.
        """
        if self.place is None:
            return {"references": self._wanted(graph.citations)}
        edition = edition_of(code, self.edition, self.place)
        found = {"cites": graph.cites, "cited_by": graph.cited_into}
        lists = {end: self._wanted(found[end](edition, self.place)) for end in self.ends}
        every = list(dict.fromkeys(c for found in lists.values() for c in found))
        return {"references": every, **lists}

    def disagreements(self, code: Code, graph: Graph) -> tuple[Disagreement, ...]:
        """Return the selected provisions that cite differently in different languages."""
        return tuple(
            each
            for each in disagreements(graph, code)
            if self.edition in {None, each.edition}
            and (self.place is None or self.place.holds(each.address))
        )

    def _wanted(self, citations: Iterable[Citation]) -> list[Citation]:
        return [
            c
            for c in citations
            if self.lang in {None, c.language}
            and (self.place is not None or self.edition in {None, c.edition})
            and (not self.statuses or c.reference.status in self.statuses)
        ]
