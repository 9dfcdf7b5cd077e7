"""Pair the provisions of two editions, moved ones with their new place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lawkb.corpus.concordance import Concordance
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import provisions_of

PairKind = Literal["same", "moved", "added", "dropped"]


@dataclass(frozen=True, slots=True)
class EditionPair:
    """A provision in two editions.

    Attributes:
        old: Its address in the older edition; None when it was added.
        new: Its address in the newer one; None when it was dropped.
        why: Reason in the concordance for its move; None when it did not move.
    """

    old: Address | None
    new: Address | None
    why: str | None = None

    @property
    def kind(self) -> PairKind:
        """How it changed between the editions."""
        if self.old is None:
            return "added"
        if self.new is None:
            return "dropped"
        return "same" if self.old == self.new else "moved"

    @property
    def place(self) -> Address:
        """Its address in the newer edition, else in the older one."""
        found = self.new or self.old
        assert found is not None
        return found


def pair_editions(
    code: Code, concordance: Concordance, editions: tuple[str, str], address: Address
) -> tuple[EditionPair, ...]:
    """Return the pairs of the provisions at and below an address.

    ``address`` may be of either edition, the older or the newer one.

    Returns:
        The pairs in the order of the newer edition.
    """
    every = pair_all_provisions(code, concordance, editions)
    return tuple(p for p in every if any(end and address.holds(end) for end in (p.old, p.new)))


def pair_all_provisions(
    code: Code, concordance: Concordance, editions: tuple[str, str]
) -> tuple[EditionPair, ...]:
    """Return all pairs of two editions, in the order of the newer one.

    A provision is left out when the other edition does not have the text of its law, since it is
    unknown whether it was added or dropped.
    """
    old, new = editions
    before, after = _addresses(code, old), _addresses(code, new)
    old_laws, new_laws = set(code.numbers(old)), set(code.numbers(new))
    moves = concordance.between(old, new)
    back = concordance.between(new, old)
    pairs = []
    for place in before:
        to = moves.of(place)
        if to in after:
            pairs.append(EditionPair(place, to, moves.why(place)))
        elif (to or place).law in new_laws:
            pairs.append(EditionPair(place, None))
    paired = {pair.new for pair in pairs}
    for place in after - paired:
        if (back.of(place) or place).law in old_laws:
            pairs.append(EditionPair(None, place))
    return tuple(sorted(pairs, key=lambda pair: (pair.place, pair.kind)))


def _addresses(code: Code, edition: str) -> frozenset[Address]:
    return provisions_of(law for (held, _, _), law in code.laws.items() if held == edition)
