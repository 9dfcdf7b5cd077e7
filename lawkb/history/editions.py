"""Compare two editions: their provisions, words and references.

An index of editions has the laws that two of them share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from lawkb.align.provisions import EditionPair, PairKind, pair_all_provisions, pair_editions
from lawkb.corpus.concordance import Concordance, Moves
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.references.graph import Citation, Graph, build_graph

ReferenceKind = Literal["kept", "moved", "dropped", "added"]


@dataclass(frozen=True, slots=True)
class ComparedEditions:
    """The editions and languages to compare."""

    old: str  # Id of the older edition.
    new: str  # Id of the newer edition.
    # Tags of the languages. If an edition has none of them, those that both editions have are
    # compared, else its original, else its first language.
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedTarget:
    """What a reference cites."""

    edition: str  # id of the edition
    address: Address  # the cited provision; of a range the first
    upto: Address | None = None  # the last provision of a range, else None


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A reference of a provision in two editions."""

    # `kept`; `moved` if the concordance gives the cited provision another address in the newer
    # edition; `dropped` or `added`.
    kind: ReferenceKind
    old: CitedTarget | None  # What the older edition cites; None if added.
    new: CitedTarget | None  # What the newer edition cites; None if dropped.
    why: str | None = None  # Reason for the move in the concordance; None if there is none.


@dataclass(frozen=True, slots=True)
class EditionText:
    """A provision of an edition in one language, without the provisions inside it."""

    edition: str  # id of the edition
    language: str  # tag of the language
    heading: str  # heading of the provision, or empty
    text: str  # text of the provision

    @property
    def words(self) -> str:
        """Heading and text, joined by a line end."""
        return "\n".join(part for part in (self.heading, self.text) if part)


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions with its differences."""

    pair: EditionPair  # Its addresses in both editions.
    texts: tuple[EditionText, ...]  # Its texts in the older edition, then in the newer.
    # Its references: those of the older edition first, then added ones.
    references: tuple[ReferenceChange, ...]
    # Language tag and word diff, for each language of both editions whose texts differ.
    words: tuple[tuple[str, tuple[DiffPiece, ...]], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision and the provisions inside it, in two editions."""

    old: str  # Id of the older edition.
    new: str  # Id of the newer edition.
    # Language tags compared in the older edition, and in the newer.
    languages: tuple[tuple[str, ...], tuple[str, ...]]
    provisions: tuple[ComparedProvision, ...]  # The provisions, in the order of the newer edition.

    def count_provisions(self) -> Counter[PairKind]:
        """Return the number of provisions by kind: ``same``, ``moved``, ``added``, ``dropped``."""
        return Counter(provision.pair.kind for provision in self.provisions)

    def count_references(self) -> Counter[ReferenceKind]:
        """Return the number of references by kind: ``kept``, ``moved``, ``dropped``, ``added``."""
        return Counter(c.kind for provision in self.provisions for c in provision.references)


@dataclass(frozen=True, slots=True)
class ComparisonContext:
    """What is needed to compare editions."""

    code: Code  # the laws with their references resolved
    graph: Graph  # which provisions cite which
    concordance: Concordance  # which addresses of both editions correspond


def compare_editions(
    code: Code, concordance: Concordance, sides: ComparedEditions, address: Address
) -> Comparison:
    """Return a provision and the provisions inside it, compared between two editions.

    Args:
        code: The laws with their references resolved.
        concordance: Which addresses of both editions correspond.
        sides: The editions and languages.
        address: Address of the provision in either edition.

    Returns:
        The comparison; without provisions if an edition has no text of the law.
    """
    context = ComparisonContext(code, build_graph(code), concordance)
    pairs = pair_editions(code, concordance, (sides.old, sides.new), address)
    return compare_pairs(context, sides, pairs)


def compare_pairs(
    context: ComparisonContext, sides: ComparedEditions, pairs: tuple[EditionPair, ...]
) -> Comparison:
    """Return the comparison of provisions that ``pair_editions`` has paired by their addresses.

    Args:
        context: The laws, their references and the concordance.
        sides: The editions and languages.
        pairs: The pairs of provisions.
    """
    languages = _languages(context.code, pairs, sides)
    provisions = tuple(_compared(pair, context, sides, languages) for pair in pairs)
    return Comparison(sides.old, sides.new, languages, provisions)


def _languages(
    code: Code, pairs: tuple[EditionPair, ...], sides: ComparedEditions
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the languages to compare in each edition: requested, else common, else original."""
    old = _held(code, sides.old, {pair.old.law for pair in pairs if pair.old})
    new = _held(code, sides.new, {pair.new.law for pair in pairs if pair.new})
    shared = tuple(tag for tag in old if tag in new)

    def chosen(held: tuple[str, ...]) -> tuple[str, ...]:
        original = tuple(tag for tag in held if tag == code.outline.authoritative)
        asked = tuple(tag for tag in held if tag in sides.languages)
        return asked or shared or original or held[:1]

    return chosen(old), chosen(new)


def _held(code: Code, edition: str, laws: set[Ordinal]) -> tuple[str, ...]:
    """Return the languages in which an edition has any of some laws, in the order of the corpus."""
    found = {tag for number in laws for tag in code.languages_of(edition, number)}
    return tuple(
        e.language for e in code.outline.expressions if e.edition == edition and e.language in found
    )


def _compared(
    pair: EditionPair,
    context: ComparisonContext,
    sides: ComparedEditions,
    languages: tuple[tuple[str, ...], tuple[str, ...]],
) -> ComparedProvision:
    ends = zip((sides.old, sides.new), (pair.old, pair.new), languages, strict=True)
    (old, old_targets), (new, new_targets) = (
        (_texts(context.code, *end), _targets(context.graph, *end)) for end in ends
    )
    moves = context.concordance.between(sides.old, sides.new)
    return ComparedProvision(
        pair,
        (*old, *new),
        _references(old_targets, new_targets, sides, moves),
        tuple(
            (before.language, word_diff(before.words, after.words))
            for before in old
            for after in new
            if before.language == after.language and before.words != after.words
        ),
    )


def _texts(
    code: Code, edition: str, address: Address | None, tags: tuple[str, ...]
) -> tuple[EditionText, ...]:
    found = []
    for tag in tags:
        if address and (provision := code.provision(edition, tag, address)):
            heading = provision.heading.text if provision.heading else ""
            found.append(EditionText(edition, tag, heading, provision.text))
    return tuple(found)


def _targets(
    graph: Graph, edition: str, address: Address | None, tags: tuple[str, ...]
) -> tuple[CitedTarget, ...]:
    """Return what a provision, without those inside it, cites in some languages, each once."""
    if address is None:
        return ()
    own = (c for c in graph.cites(edition, address) if c.citing == address and c.language in tags)
    found = (_target(citation) for citation in own)
    return tuple(dict.fromkeys(target for target in found if target))


def _target(citation: Citation) -> CitedTarget | None:
    reference = citation.reference
    if reference.target is None:
        return None
    return CitedTarget(citation.target_edition, reference.target, reference.upto)


def _references(
    old: tuple[CitedTarget, ...],
    new: tuple[CitedTarget, ...],
    sides: ComparedEditions,
    moves: Moves,
) -> tuple[ReferenceChange, ...]:
    """Return the references of both editions; two that cite the same provision are one change."""
    left = {_moved(target, sides, moves) or target: target for target in new}
    changes = []
    for target in old:
        to = _moved(target, sides, moves)
        match = left.pop(to, None) if to else None
        if match is None:
            changes.append(ReferenceChange("dropped", target, None))
            continue
        same = (match.address, match.upto) == (target.address, target.upto)
        ends = (target.address, target.upto)
        why = None if same else next(filter(None, (moves.why(end) for end in ends if end)), None)
        changes.append(ReferenceChange("kept" if same else "moved", target, match, why))
    return (*changes, *(ReferenceChange("added", None, target) for target in left.values()))


def _moved(target: CitedTarget, sides: ComparedEditions, moves: Moves) -> CitedTarget | None:
    """Return a target as the newer edition addresses it; None if its new address is unknown."""
    if target.edition != sides.old:
        return target
    address, upto = moves.of(target.address), target.upto and moves.of(target.upto)
    if address is None or (target.upto and upto is None):
        return None
    return CitedTarget(sides.new, address, upto)


ByLaw = Mapping[Ordinal, tuple[EditionPair, ...]]


@dataclass(frozen=True, slots=True)
class EditionIndex:
    """The laws that occur in two editions."""

    # The laws, references and concordance for comparing; None when no two editions share a law.
    context: ComparisonContext | None = None
    # By the ids of two editions, older and newer, then by the number of a law in either edition,
    # the pairs of corresponding provisions. The newest editions come first.
    pairs: Mapping[tuple[str, str], ByLaw] = field(default_factory=dict, repr=False, hash=False)

    def beside(self, edition: str, number: Ordinal) -> Iterator[tuple[str, str]]:
        """Yield pairs of edition ids, older and newer, in which a law can be compared.

        Args:
            edition: Id of one of the two editions.
            number: Number of the law.
        """
        for editions, laws in self.pairs.items():
            if edition in editions and number in laws:
                yield editions

    def compare(self, editions: tuple[str, str], number: Ordinal) -> Comparison:
        """Compare a law in two editions, as ``lawkb compare`` does.

        The languages are those that both editions have, else the original of each: what is counted
        is the same for every reader.

        Args:
            editions: Ids of the older and the newer edition.
            number: Number of the law.
        """
        assert self.context is not None
        return compare_pairs(
            self.context, ComparedEditions(*editions), self.pairs[editions][number]
        )


def index_editions(code: Code, graph: Graph, concordance: Concordance) -> EditionIndex:
    """Return the laws that two editions share, paired as ``lawkb compare`` does."""
    held = [edition.id for edition in code.outline.editions if code.numbers(edition.id)]
    found = {}
    for new, old in combinations(held, 2):
        if laws := _by_law(pair_all_provisions(code, concordance, (old, new))):
            found[old, new] = laws
    return (
        EditionIndex(ComparisonContext(code, graph, concordance), found)
        if found
        else EditionIndex()
    )


def _by_law(pairs: tuple[EditionPair, ...]) -> ByLaw:
    laws: dict[Ordinal, list[EditionPair]] = {}
    for pair in pairs:
        for number in {end.law for end in (pair.old, pair.new) if end}:
            laws.setdefault(number, []).append(pair)
    return {number: tuple(laws[number]) for number in sorted(laws)}
