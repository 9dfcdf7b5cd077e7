"""The rule for provisions that have changed places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lawkb.checks.linking import Sought, least_said, link, most_linked
from lawkb.checks.loss import LossModel
from lawkb.checks.readings import Reading, read_side
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, TextPair
from lawkb.model.address import Address
from lawkb.model.sentence import say

_SURE = 2.0  # logarithm of the odds for the other order
_FAR = 6  # places that two siblings may be apart
_ROUNDING = 1e-6  # more than sums of the same numbers in another order differ by
_SHORTEST = 2  # words: a shorter text has no words of its own


def swapped(texts: Sequence[TextPair], setting: Setting) -> Iterator[Fault]:
    """Two provisions of one list have changed places in the translation.

    Why: every reference to either leads to the other.

    Example: 57A1 asks for the highest card in the original and for the lowest in the translation,
    57A2 the other way round.

    Limits: what tells is the words, figures and references of both; two provisions that differ in
    words the code has only once are not told apart, nor are those that are far from one another.
    """
    for family in _families(texts).values():
        read = [(read_side(text.original), read_side(text.translation)) for text in family]
        done: set[int] = set()
        gains = sorted(_gains(family, read, setting), reverse=True)
        for gain, i, j in gains:
            if gain >= _SURE and not done & {i, j}:
                done |= {i, j}
                yield _told(family[i], family[j])


def _families(texts: Sequence[TextPair]) -> dict[Address | None, list[TextPair]]:
    """The texts of each list, in order; pairs that are not paired by address are none of one."""
    found: dict[Address | None, list[TextPair]] = {}
    for text in texts:
        held = min(len(text.original.words), len(text.translation.words)) >= _SHORTEST
        if held and text.address and text.pair and text.pair.grade == "exact":
            found.setdefault(text.address.parent, []).append(text)
    return {parent: family for parent, family in found.items() if len(family) > 1}


def _gains(
    family: Sequence[TextPair], read: Sequence[tuple[Reading, Reading]], setting: Setting
) -> Iterator[tuple[float, int, int]]:
    """How much better the texts fit when two of them change places."""
    texts = [_Text(setting.loss, ours, theirs) for ours, theirs in read]
    for i, one in enumerate(texts):
        for j, other in enumerate(texts[i + 1 : i + 1 + _FAR], start=i + 1):
            if _may_gain(one, other):
                gain = one.fit(other) - one.own - other.own
                if gain + other.most >= _SURE:  # else no fit of the other could make up for it
                    yield gain + other.fit(one), i, j


def _may_gain(one: _Text, other: _Text) -> bool:
    """Whether two texts may fit better when they change places, before their words are linked."""
    # no fit is better than if each word found its counterpart
    if one.most + other.most - one.own - other.own < _SURE:
        return False
    own = one.own + other.own + _SURE - _ROUNDING
    highest = one.highest(other)
    return highest + other.most >= own and highest + other.highest(one) >= own


@dataclass(frozen=True)
class _Text:
    """A text and what stands beside it. No slots: what is asked of it for each sibling is kept.

    Attributes:
        model: What the code teaches.
        ours: The original.
        theirs: The translation beside it.
    """

    model: LossModel
    ours: Reading
    theirs: Reading

    @cached_property
    def own(self) -> float:
        """How well it fits what stands beside it."""
        weights = self.model.links(self.ours, self.theirs, self.theirs).weights
        return self.model.agreement(self.ours, self.theirs, sum(weights))

    @cached_property
    def most(self) -> float:
        """How much its words would say for a text that has a counterpart of each."""
        return most_linked(self.known)

    @property
    def known(self) -> Sequence[Sought]:
        """Its words that tell."""
        return self.model.known(self.ours, self.theirs)

    def fit(self, other: _Text) -> float:
        """How well it fits what stands beside another one."""
        weights = link(self.ours, other.theirs, self.known).weights
        return self.model.agreement(self.ours, other.theirs, sum(weights))

    def highest(self, other: _Text) -> float:
        """What ``fit`` does not exceed, but for rounding."""
        least = least_said(self.ours, other.theirs, self.known)
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
