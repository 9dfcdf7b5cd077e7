"""The rule for provisions in swapped order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.omission.readings import TextFeatures, read_features
from lawkb.checks.omission.word_links import (
    InformativeWord,
    highest_evidence,
    link_words_of_pair,
    lowest_evidence,
)
from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import Fault, TextPair
from lawkb.model.address import Address
from lawkb.model.finding import say

_SURE = 2.0  # least log odds of the other order
_FAR = 6  # most positions between two siblings
_ROUNDING = 1e-6  # above the rounding error of a sum in another order
_SHORTEST = 2  # fewest words of a text


def swapped(texts: Sequence[TextPair], setting: RuleContext) -> Iterator[Fault]:
    """Two provisions of one list have changed places in the translation.

    Why: every reference to either leads to the other.

    Example: 57A1 asks for the highest card in the original and for the lowest in the translation,
    57A2 the other way round.

    Limits: words, numbers and references are compared. Provisions that differ only in words that
    occur once in the code are not distinguished, nor are provisions that are far apart.
    """
    for family in _families(texts).values():
        read = [(read_features(text.original), read_features(text.translation)) for text in family]
        done: set[int] = set()
        gains = sorted(_gains(family, read, setting), reverse=True)
        for gain, i, j in gains:
            if gain >= _SURE and not done & {i, j}:
                done |= {i, j}
                yield _told(family[i], family[j])


def _families(texts: Sequence[TextPair]) -> dict[Address | None, list[TextPair]]:
    """Return the texts of each list in order, only those paired by address."""
    found: dict[Address | None, list[TextPair]] = {}
    for text in texts:
        held = min(len(text.original.words), len(text.translation.words)) >= _SHORTEST
        if held and text.address and text.pair and text.pair.grade == "exact":
            found.setdefault(text.address.parent, []).append(text)
    return {parent: family for parent, family in found.items() if len(family) > 1}


def _gains(
    family: Sequence[TextPair],
    read: Sequence[tuple[TextFeatures, TextFeatures]],
    setting: RuleContext,
) -> Iterator[tuple[float, int, int]]:
    """Yield how much better two texts fit in swapped order, with their indexes."""
    texts = [_Text(setting.loss, ours, theirs) for ours, theirs in read]
    for i, one in enumerate(texts):
        for j, other in enumerate(texts[i + 1 : i + 1 + _FAR], start=i + 1):
            if _may_gain(one, other):
                gain = one.fit(other) - one.own - other.own
                if gain + other.most >= _SURE:  # otherwise no fit of the other can be enough
                    yield gain + other.fit(one), i, j


def _may_gain(one: _Text, other: _Text) -> bool:
    """Return whether two texts could fit better swapped, by an upper bound."""
    # upper bound: each word has its counterpart
    if one.most + other.most - one.own - other.own < _SURE:
        return False
    own = one.own + other.own + _SURE - _ROUNDING
    highest = one.highest(other)
    return highest + other.most >= own and highest + other.highest(one) >= own


@dataclass(frozen=True)
class _Text:
    """A text and its translation. No slots: fits with siblings are cached.

    Attributes:
        model: The model learned from the code.
        ours: The original.
        theirs: Its translation.
    """

    model: LossModel
    ours: TextFeatures
    theirs: TextFeatures

    @cached_property
    def own(self) -> float:
        """Fit with its own translation."""
        weights = self.model.links(self.ours, self.theirs).weights
        return self.model.agreement(self.ours, self.theirs, sum(weights))

    @cached_property
    def most(self) -> float:
        """Evidence of its words if each had its counterpart."""
        return highest_evidence(self.known)

    @property
    def known(self) -> Sequence[InformativeWord]:
        """Its words with known counterparts."""
        return self.model.known(self.ours, self.theirs)

    def fit(self, other: _Text) -> float:
        """Return the fit with the translation of another text."""
        weights = link_words_of_pair(self.ours, other.theirs, self.known).weights
        return self.model.agreement(self.ours, other.theirs, sum(weights))

    def highest(self, other: _Text) -> float:
        """Return an upper bound of ``fit``, except for rounding."""
        least = lowest_evidence(self.ours, other.theirs, self.known)
        return self.model.agreement(self.ours, other.theirs, least)


def _told(one: TextPair, other: TextPair) -> Fault:
    there = other.translation.text[:120]
    return Fault(
        say("%(one)s and %(other)s seem to have changed places", one=one.place, other=other.place),
        quote=one.translation.text[:120],
        hint=say("compare both with the original"),
        key=f"{one.place} {other.place}",
        at=one.address,
        also=(one.place, other.place),
        evidence=(say("%(place)s: %(words)s", place=other.place, words=there),),
    )
