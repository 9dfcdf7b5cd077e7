"""Compare two editions: their provisions, words and references."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from lawkb.align.provisions import EditionPair, PairKind, pair_editions
from lawkb.corpus.concordance import Concordance, Moves
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.references.graph import Citation, Graph, build_graph

ReferenceKind = Literal["kept", "moved", "dropped", "added"]


@dataclass(frozen=True, slots=True)
class ComparedEditions:
    """The editions and languages to compare.

    Without languages, or where an edition has none of them, the common languages are used, else the
    original, else the first.
    """

    old: str
    new: str
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedTarget:
    """The target of a reference; of a range the first and the last provision."""

    edition: str
    address: Address
    upto: Address | None = None


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A reference of a provision in two editions.

    Attributes:
        kind: ``moved`` when both are the same provision by the concordance.
        why: Reason for the move in the concordance; None when nothing moved.
    """

    kind: ReferenceKind
    old: CitedTarget | None
    new: CitedTarget | None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class EditionText:
    """A provision of an edition in one language, without subordinate provisions."""

    edition: str
    language: str
    heading: str
    text: str

    @property
    def words(self) -> str:
        """Heading and text."""
        return "\n".join(part for part in (self.heading, self.text) if part)


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions with its differences.

    Attributes:
        references: Its references, those of the older edition first, then added ones.
        words: Word diffs of the languages that both editions have, by tag, where they differ.
    """

    pair: EditionPair
    texts: tuple[EditionText, ...]
    references: tuple[ReferenceChange, ...]
    words: tuple[tuple[str, tuple[DiffPiece, ...]], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision and its subordinate provisions in two editions, in the order of the newer.

    ``languages`` are the tags of the older and of the newer edition.
    """

    old: str
    new: str
    languages: tuple[tuple[str, ...], tuple[str, ...]]
    provisions: tuple[ComparedProvision, ...]

    def count_provisions(self) -> Counter[PairKind]:
        """Return the number of provisions of each kind."""
        return Counter(provision.pair.kind for provision in self.provisions)

    def count_references(self) -> Counter[ReferenceKind]:
        """Return the number of references of each kind."""
        return Counter(c.kind for provision in self.provisions for c in provision.references)


@dataclass(frozen=True, slots=True)
class ComparisonContext:
    """The laws with their references resolved, who cites whom, and which provisions moved."""

    code: Code
    graph: Graph
    concordance: Concordance


def compare_editions(
    code: Code, concordance: Concordance, sides: ComparedEditions, address: Address
) -> Comparison:
    """Return a provision and its subordinate provisions in two editions.

    The references of the code must be resolved; ``address`` may be of either edition.

    Returns:
        The comparison; empty when an edition has no text of the law.
    """
    context = ComparisonContext(code, build_graph(code), concordance)
    pairs = pair_editions(code, concordance, (sides.old, sides.new), address)
    return compare_pairs(context, sides, pairs)


def compare_pairs(
    context: ComparisonContext, sides: ComparedEditions, pairs: tuple[EditionPair, ...]
) -> Comparison:
    """Return the comparison of provisions that are already paired by ``pair_editions``."""
    languages = _languages(context.code, pairs, sides)
    provisions = tuple(_compared(pair, context, sides, languages) for pair in pairs)
    return Comparison(sides.old, sides.new, languages, provisions)


def _languages(
    code: Code, pairs: tuple[EditionPair, ...], sides: ComparedEditions
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the languages of each edition: requested, else common, else the original."""
    old = _held(code, sides.old, {pair.old.law for pair in pairs if pair.old})
    new = _held(code, sides.new, {pair.new.law for pair in pairs if pair.new})
    shared = tuple(tag for tag in old if tag in new)

    def chosen(held: tuple[str, ...]) -> tuple[str, ...]:
        original = tuple(tag for tag in held if tag == code.outline.authoritative)
        asked = tuple(tag for tag in held if tag in sides.languages)
        return asked or shared or original or held[:1]

    return chosen(old), chosen(new)


def _held(code: Code, edition: str, laws: set[int]) -> tuple[str, ...]:
    """Return the languages in which any of some laws has a text, in the order of the outline."""
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
    """Return the targets that a provision itself cites in some languages, each once."""
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
    """Return the references of both sides; those to the same provision are one."""
    left = {_moved(target, sides, moves) or target: target for target in new}
    changes = []
    for target in old:
        to = _moved(target, sides, moves)
        match = left.pop(to, None) if to else None
        if match is None:
            changes.append(ReferenceChange("dropped", target, None))
            continue
        same = (match.address, match.upto) == (target.address, target.upto)
        why = None if same else _why(target, moves)
        changes.append(ReferenceChange("kept" if same else "moved", target, match, why))
    return (*changes, *(ReferenceChange("added", None, target) for target in left.values()))


def _why(target: CitedTarget, moves: Moves) -> str | None:
    return moves.why(target.address) or (moves.why(target.upto) if target.upto else None)


def _moved(target: CitedTarget, sides: ComparedEditions, moves: Moves) -> CitedTarget | None:
    """Return a target as the newer edition writes it; None when its new place is unknown."""
    if target.edition != sides.old:
        return target
    address, upto = moves.of(target.address), target.upto and moves.of(target.upto)
    if address is None or (target.upto and upto is None):
        return None
    return CitedTarget(sides.new, address, upto)
