"""Compare two editions: their provisions, words and references; find the laws that both have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from lawkb.align.provisions import EditionPair, PairKind, pair_all_provisions, pair_editions
from lawkb.corpus.concordance import Concordance, Moves
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Provision
from lawkb.references.graph import Citation, Graph, build_graph

ReferenceKind = Literal["kept", "moved", "dropped", "added"]


# The pairs of corresponding provisions, by the ids of two editions, older and newer, the newest
# first, then by the number of a law in either edition.
SharedLaws = Mapping[tuple[str, str], Mapping[Ordinal, tuple[EditionPair, ...]]]


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A reference of a provision in two editions."""

    # `kept`; `moved` if the concordance gives the cited provision another address in the newer
    # edition; `dropped` or `added`.
    kind: ReferenceKind
    old: Citation | None  # How the older edition cites; None if added.
    new: Citation | None  # How the newer edition cites; None if dropped.
    why: str | None = None  # Reason for the move in the concordance; None if there is none.


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions with its differences."""

    pair: EditionPair  # Its addresses in both editions.
    # Edition, language tag and the provision there: in the older edition, then in the newer.
    texts: tuple[tuple[str, str, Provision], ...]
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


def compare_editions(
    code: Code,
    concordance: Concordance,
    editions: tuple[str, str],
    address: Address,
    languages: tuple[str, ...] = (),
) -> Comparison:
    """Return a provision and the provisions inside it, compared between two editions.

    Args:
        languages: Tags of the languages to compare. If an edition has none of them, those that both
            editions have are compared, else its original, else its first language.

    Returns:
        The comparison; without provisions if an edition has no text of the law.
    """
    pairs = pair_editions(code, concordance, editions, address)
    return compare_pairs(code, build_graph(code), concordance, editions, pairs, languages)


def compare_pairs(
    code: Code,
    graph: Graph,
    concordance: Concordance,
    editions: tuple[str, str],
    pairs: Iterable[EditionPair],
    languages: tuple[str, ...] = (),
) -> Comparison:
    """Return the comparison of provisions that are paired by their addresses."""
    pairs = tuple(pairs)
    held = _languages(code, pairs, editions, languages)
    moves = concordance.between(*editions)
    compared = []
    for pair in pairs:
        places = tuple(zip(editions, (pair.old, pair.new), held, strict=True))
        old, new = (_texts(code, *place) for place in places)
        old_cites, new_cites = (_citations(graph, *place) for place in places)
        references = _references(old_cites, new_cites, editions, moves)
        words = tuple(
            (tag, word_diff(_words(before), _words(after)))
            for _, tag, before in old
            for _, other, after in new
            if tag == other and _words(before) != _words(after)
        )
        compared.append(ComparedProvision(pair, (*old, *new), references, words))
    return Comparison(*editions, held, tuple(compared))


def _languages(
    code: Code, pairs: Iterable[EditionPair], editions: tuple[str, str], wanted: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the languages to compare in each edition: requested, else common, else original."""
    old = held_languages(code, editions[0], {pair.old.law for pair in pairs if pair.old})
    new = held_languages(code, editions[1], {pair.new.law for pair in pairs if pair.new})
    shared = tuple(tag for tag in old if tag in new)

    def chosen(held: tuple[str, ...]) -> tuple[str, ...]:
        original = tuple(tag for tag in held if tag == code.outline.authoritative)
        asked = tuple(tag for tag in held if tag in wanted)
        return asked or shared or original or held[:1]

    return chosen(old), chosen(new)


def held_languages(code: Code, edition: str, laws: Set[Ordinal]) -> tuple[str, ...]:
    """Return the languages in which an edition has any of some laws, in the order of the corpus."""
    found = {tag for number in laws for tag in code.languages_of(edition, number)}
    order = (each.language for each in code.outline.expressions if each.edition == edition)
    return tuple(tag for tag in order if tag in found)


def _texts(
    code: Code, edition: str, address: Address | None, tags: tuple[str, ...]
) -> tuple[tuple[str, str, Provision], ...]:
    found = ((tag, code.provision(edition, tag, address)) for tag in tags if address)
    return tuple((edition, tag, provision) for tag, provision in found if provision)


def _words(provision: Provision) -> str:
    """Return heading and text of a provision, without those inside it, joined by a line end."""
    heading = provision.heading.text if provision.heading else ""
    return "\n".join(part for part in (heading, provision.text) if part)


_Target = tuple[str, Address, Address | None]  # edition, provision, and the last one of a range


def _citations(
    graph: Graph, edition: str, address: Address | None, tags: tuple[str, ...]
) -> dict[_Target, Citation]:
    """Return what a provision, without those inside it, cites in some languages, each once."""
    found: dict[_Target, Citation] = {}
    for each in graph.cites(edition, address) if address else ():
        target, upto = each.reference.target, each.reference.upto
        if target and each.citing == address and each.language in tags:
            found.setdefault((each.target_edition, target, upto), each)
    return found


def _references(
    old: Mapping[_Target, Citation],
    new: Mapping[_Target, Citation],
    editions: tuple[str, str],
    moves: Moves,
) -> tuple[ReferenceChange, ...]:
    """Return the references of both editions; two that cite the same provision are one change."""
    left = {_moved(target, editions, moves) or target: target for target in new}
    changes = []
    for target, citation in old.items():
        to = _moved(target, editions, moves)
        match = left.pop(to, None) if to else None
        if match is None:
            changes.append(ReferenceChange("dropped", citation, None))
            continue
        same = match[1:] == target[1:]
        why = None if same else next(filter(None, (moves.why(e) for e in target[1:] if e)), None)
        changes.append(ReferenceChange("kept" if same else "moved", citation, new[match], why))
    return (*changes, *(ReferenceChange("added", None, new[target]) for target in left.values()))


def _moved(target: _Target, editions: tuple[str, str], moves: Moves) -> _Target | None:
    """Return a target as the newer edition addresses it; None if its new address is unknown."""
    edition, address, upto = target
    if edition != editions[0]:
        return target
    moved, last = moves.of(address), upto and moves.of(upto)
    return None if moved is None or (upto and last is None) else (editions[1], moved, last)


def shared_laws(code: Code, concordance: Concordance) -> SharedLaws:
    """Return the laws that two editions share, paired as ``lawkb compare`` does."""
    held = [edition.id for edition in code.outline.editions if code.numbers(edition.id)]
    found = {}
    for new, old in combinations(held, 2):
        laws: dict[Ordinal, list[EditionPair]] = {}
        for pair in pair_all_provisions(code, concordance, (old, new)):
            for number in {end.law for end in (pair.old, pair.new) if end}:
                laws.setdefault(number, []).append(pair)
        if laws:
            found[old, new] = {number: tuple(laws[number]) for number in sorted(laws)}
    return found
