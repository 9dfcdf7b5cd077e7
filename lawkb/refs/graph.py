"""Who cites whom: every reference of a code, found from either end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.language import Language
from lawkb.model.law import Law
from lawkb.model.passage import Reference, Span
from lawkb.refs.sentences import sentence_of, sentence_starts
from lawkb.refs.vocabulary import Vocabulary, read_vocabulary

_Place = tuple[str, Address]


@dataclass(frozen=True, slots=True)
class Citation:
    """A reference with the place it stands in.

    Attributes:
        edition: Edition of the citing law.
        language: Its language.
        citing: Provision that cites.
        reference: What it cites. Its offsets are those of ``Provision.text``, or of the note.
        note: Marker of the note it stands in; None in the law text.
        sentence: The sentence it stands in.
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
        """Edition of the cited provision: the citing law's unless the words name another."""
        return self.reference.edition or self.edition


@dataclass(frozen=True, slots=True)
class Graph:
    """All citations of a code, looked up and never searched through.

    Attributes:
        citations: In the order of the laws and of their text.
    """

    citations: tuple[Citation, ...]
    _from: Mapping[_Place, tuple[Citation, ...]] = field(repr=False, hash=False)
    _to: Mapping[_Place, tuple[Citation, ...]] = field(repr=False, hash=False)
    _into: Mapping[_Place, tuple[Citation, ...]] = field(repr=False, hash=False)
    _absent: Mapping[str, Mapping[int, tuple[Citation, ...]]] = field(repr=False, hash=False)

    def cites(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """What a provision and those in it cite."""
        return self._from.get((edition, address), ())

    def cited_by(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Citations of this very provision, or of a range that it is a member of.

        A citation of Law 47 as a whole is not one of 47E, and 27 to 32 is none of 29A.
        """
        return self._to.get((edition, address), ())

    def cited_into(self, edition: str, address: Address) -> tuple[Citation, ...]:
        """Citations of this provision or of one in it."""
        return self._into.get((edition, address), ())

    def not_held(self, edition: str) -> Mapping[int, tuple[Citation, ...]]:
        """Laws of an edition that are cited and not held, with what cites them, by number."""
        return self._absent.get(edition, MappingProxyType({}))


def build_graph(code: Code) -> Graph:
    """The graph of a code whose references are resolved.

    A reference without a target, an ambiguous one among them, is in ``citations`` and in
    ``cites`` alone. A dangling one is found under the address it names.
    """
    return graph_of(
        code, [citations_of(law, code.outline.language(law.language)) for law in code.laws.values()]
    )


def citations_of(law: Law, language: Language) -> tuple[Citation, ...]:
    """The citations of a law in document order, those of a provision's notes behind its own."""
    return tuple(_citations(law, read_vocabulary(language)))


def graph_of(code: Code, by_law: Iterable[tuple[Citation, ...]]) -> Graph:
    """The graph of a code from the citations of each of its laws, in their order."""
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
    """Number of laws of every edition, by its id."""
    return {edition.id: edition.laws for edition in outline.editions}


def cited_members(citation: Citation, laws: Mapping[str, int]) -> tuple[Address, ...]:
    """The provisions a reference names: its target, or all members of its range.

    Between 50A and 53 stand the laws 51 and 52; which letters Law 50 has is not asked. Inside a
    law, a range counts its members only when both ends are held: a page cannot make it endless.

    Args:
        citation: The reference.
        laws: Number of laws of every edition, by its id.

    Returns:
        Its members in order, all of ``citation.target_edition``; none when it has no target.
    """
    start, end = citation.reference.target, citation.reference.upto
    if start is None:
        return ()
    if end is None:
        return (start,)
    last = min(end.law, laws.get(citation.target_edition, 0) + 1)
    if start.law < end.law:
        return start, *(Address((n,)) for n in range(start.law + 1, last)), end
    siblings = start.path[:-1] == end.path[:-1] and citation.reference.status == "held"
    between = range(start.path[-1] + 1, end.path[-1]) if siblings else ()
    return start, *(Address((*start.path[:-1], n)) for n in between), end


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


def _citations(law: Law, words: Vocabulary) -> Iterator[Citation]:
    for provision in law.provisions():
        begin = 0
        for passage in provision.passages:
            here = _Text(law, words, provision.address, None, passage.text, begin)
            yield from _of_text(here, passage.references)
            begin += len(passage.text) + 1
        for note in provision.notes:
            here = _Text(law, words, provision.address, note.marker, note.text, 0)
            yield from _of_text(here, note.references)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of a provision: a passage, or a note with its marker; ``begin`` is its place."""

    law: Law
    words: Vocabulary
    citing: Address
    note: str | None
    text: str
    begin: int


def _of_text(here: _Text, references: tuple[Reference, ...]) -> Iterator[Citation]:
    if not references:
        return
    spans = tuple((reference.start, reference.end) for reference in references)
    starts = sentence_starts(here.text, here.words.abbreviations, spans)
    for reference, span in zip(references, spans, strict=True):
        sentence, place = sentence_of(here.text, starts, span)
        yield Citation(
            edition=here.law.edition,
            language=here.law.language,
            citing=here.citing,
            reference=reference.shifted(here.begin),
            note=here.note,
            sentence=sentence,
            span=place,
        )
