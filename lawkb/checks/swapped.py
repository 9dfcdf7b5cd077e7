"""The rule for provisions that have changed places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from lawkb.checks.linking import most_linked
from lawkb.checks.readings import Reading, read_side
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, TextPair
from lawkb.model.address import Address
from lawkb.model.sentence import say

_SURE = 2.0  # logarithm of the odds for the other order
_FAR = 6  # places that two siblings may be apart
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
    fit = setting.loss.agreement
    known = [setting.loss.partners(ours, theirs) for ours, theirs in read]
    own = [fit(ours, theirs, known[n]) for n, (ours, theirs) in enumerate(read)]
    most = [most_linked(ours, known[n]) for n, (ours, _) in enumerate(read)]
    for i, j in combinations(range(len(family)), 2):
        # no fit is better than if each word found its counterpart
        if j - i <= _FAR and most[i] + most[j] - own[i] - own[j] >= _SURE:
            (a, b), (c, d) = read[i], read[j]
            gain = fit(a, d, known[i]) - own[i] - own[j]
            if gain + most[j] >= _SURE:  # else no fit of the other could make up for it
                yield gain + fit(c, b, known[j]), i, j


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
