"""What differs between two editions: provisions, the references in them, and their words."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.align.editions import EditionPair, pair_editions
from lawkb.checks.changes import word_diff
from lawkb.checks.compared import (
    ComparedProvision,
    Comparison,
    EditionText,
    ReferenceChange,
    Sides,
    Target,
)
from lawkb.corpus.concordance import Concordance, Moves
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Provision
from lawkb.refs.graph import Citation, Graph, build_graph


@dataclass(frozen=True, slots=True)
class Ground:
    """What editions are compared by.

    Attributes:
        code: The laws, their references resolved.
        graph: Who cites whom.
        concordance: Which provisions moved: a reference to one that did is ``moved``.
    """

    code: Code
    graph: Graph
    concordance: Concordance


def compare_editions(
    code: Code, concordance: Concordance, sides: Sides, address: Address
) -> Comparison:
    """A provision and all in it, in two editions.

    Args:
        code: The laws, their references resolved.
        concordance: Which provisions moved: a reference to one that did is ``moved``.
        sides: The editions, and the languages to compare.
        address: The provision, in the writing of either edition.

    Returns:
        The comparison; without provisions when an edition does not hold the law.
    """
    ground = Ground(code, build_graph(code), concordance)
    pairs = pair_editions(code, concordance, (sides.old, sides.new), address)
    return compare_pairs(ground, sides, pairs)


def compare_pairs(ground: Ground, sides: Sides, pairs: tuple[EditionPair, ...]) -> Comparison:
    """Provisions that were paired already, in two editions.

    Args:
        ground: What they are compared by.
        sides: The editions, and the languages to compare.
        pairs: The provisions, as ``pair_editions`` gives them.
    """
    languages = _languages(ground.code, pairs, sides)
    reading = _Reading(ground, sides, languages)
    provisions = tuple(_compared(pair, reading) for pair in pairs)
    return Comparison(sides.old, sides.new, languages, provisions)


@dataclass(frozen=True, slots=True)
class _Reading:
    """All that a pair is compared by."""

    ground: Ground
    sides: Sides
    languages: tuple[tuple[str, ...], tuple[str, ...]]


def _languages(
    code: Code, pairs: tuple[EditionPair, ...], sides: Sides
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The languages of each edition: those asked for, else those both have, else the original."""
    old = _held(code, sides.old, {pair.old.law for pair in pairs if pair.old})
    new = _held(code, sides.new, {pair.new.law for pair in pairs if pair.new})
    shared = tuple(tag for tag in old if tag in new)

    def chosen(held: tuple[str, ...]) -> tuple[str, ...]:
        original = tuple(tag for tag in held if tag == code.outline.authoritative)
        asked = tuple(tag for tag in held if tag in sides.languages)
        return asked or shared or original or held[:1]

    return chosen(old), chosen(new)


def _held(code: Code, edition: str, laws: set[int]) -> tuple[str, ...]:
    """Languages in which any of some laws is held, in the order of the outline."""
    found = {tag for number in laws for tag in code.languages_of(edition, number)}
    return tuple(
        e.language for e in code.outline.expressions if e.edition == edition and e.language in found
    )


def _compared(pair: EditionPair, reading: _Reading) -> ComparedProvision:
    sides, (old_tags, new_tags) = reading.sides, reading.languages
    old = _texts(reading.ground.code, sides.old, pair.old, old_tags)
    new = _texts(reading.ground.code, sides.new, pair.new, new_tags)
    return ComparedProvision(
        pair,
        (*old, *new),
        _references(
            _targets(reading.ground.graph, sides.old, pair.old, old_tags),
            _targets(reading.ground.graph, sides.new, pair.new, new_tags),
            reading,
        ),
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
    if address is None:
        return ()
    held = ((tag, code.provision(edition, tag, address)) for tag in tags)
    return tuple(_text(edition, tag, provision) for tag, provision in held if provision)


def _text(edition: str, language: str, provision: Provision) -> EditionText:
    heading = provision.heading.text if provision.heading else ""
    return EditionText(edition, language, heading, provision.text)


def _targets(
    graph: Graph, edition: str, address: Address | None, tags: tuple[str, ...]
) -> tuple[Target, ...]:
    """What a provision itself cites in any of some languages, each once."""
    if address is None:
        return ()
    own = (c for c in graph.cites(edition, address) if c.citing == address and c.language in tags)
    found = (_target(citation) for citation in own)
    return tuple(dict.fromkeys(target for target in found if target))


def _target(citation: Citation) -> Target | None:
    reference = citation.reference
    if reference.target is None:
        return None
    return Target(citation.target_edition, reference.target, reference.upto)


def _references(
    old: tuple[Target, ...], new: tuple[Target, ...], reading: _Reading
) -> tuple[ReferenceChange, ...]:
    """References of both sides: those that name the same provision are one."""
    moves = reading.ground.concordance.between(reading.sides.old, reading.sides.new)
    left = {_moved(target, reading.sides, moves) or target: target for target in new}
    changes = []
    for target in old:
        to = _moved(target, reading.sides, moves)
        match = left.pop(to, None) if to else None
        if match is None:
            changes.append(ReferenceChange("dropped", target, None))
            continue
        same = (match.address, match.upto) == (target.address, target.upto)
        why = None if same else _why(target, moves)
        changes.append(ReferenceChange("kept" if same else "moved", target, match, why))
    return (*changes, *(ReferenceChange("added", None, target) for target in left.values()))


def _why(target: Target, moves: Moves) -> str | None:
    return moves.why(target.address) or (moves.why(target.upto) if target.upto else None)


def _moved(target: Target, sides: Sides, moves: Moves) -> Target | None:
    """What is cited as the newer edition writes it; None when nobody has said where it is."""
    if target.edition != sides.old:
        return target
    address, upto = moves.of(target.address), target.upto and moves.of(target.upto)
    if address is None or (target.upto and upto is None):
        return None
    return Target(sides.new, address, upto)
