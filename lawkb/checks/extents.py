"""Which words of an original were lost, where it is known that some were.

What is left of the translation is cut in two: its first part stands for the beginning of the
original and its second for the end, by their words and by their lengths. What is between is lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import log, sqrt

from lawkb.align.association import Partner
from lawkb.checks.gaps import Lengths
from lawkb.checks.readings import Reading, Token

_LONGEST = 400  # tokens of a text: longer ones would cost too much time
_FARTHEST = 9.0  # squares of standard deviations that a length may say at most
_SLACK = 25  # code points by which words of one part may stand in the other
_SEAM = 2.0  # what it says for a cut that the words around it never stand side by side
_MARK = 1.0  # and that one mark stands before it in both texts
_FAR, _NEAR = 2.0, 15  # standard deviations and code points that a counterpart may stand away
_LEANING = 2  # common words that lean on the word behind them


@dataclass(frozen=True, slots=True)
class _Half:
    """One text as the search walks through it: from its beginning, or back from its end.

    Attributes:
        tokens: In the order of the walk.
        lengths: Code points up to each token, one more than there are tokens.
    """

    tokens: tuple[Token, ...]
    lengths: tuple[int, ...]


def lost_words(
    texts: tuple[Reading, Reading], partners: Mapping[str, Partner], lengths: Lengths
) -> tuple[int, int] | None:
    """The tokens of the original that were lost most probably, from the first to behind the last.

    Time grows with the product of both texts.

    Args:
        texts: The original and what is left of its translation.
        partners: What is known of the words of the original.
        lengths: Of the code.

    Returns:
        None where nothing seems lost, and for texts of more than 400 words.
    """
    ours, theirs = texts
    size = len(ours.tokens)
    if not 0 < max(size, len(theirs.tokens)) <= _LONGEST:
        return None
    ahead = list(_fits(_half(ours.tokens), _half(theirs.tokens), partners, lengths))
    back = list(_fits(_half(ours.tokens[::-1]), _half(theirs.tokens[::-1]), partners, lengths))
    behind = [token.behind for token in ours.tokens]
    best, found = float("-inf"), (0, 0)
    for cut, first_part in enumerate(ahead):
        mark = theirs.tokens[cut - 1].behind.strip() if cut else ""
        if mark:
            for at, after in enumerate(behind, start=1):
                if after == mark:
                    first_part[at] += _MARK
        seam = _SEAM if cut and cut - 1 in theirs.seams else 0.0
        second_part = back[len(theirs.tokens) - cut][::-1]
        high, first = float("-inf"), 0
        for at, (said, rest) in enumerate(zip(first_part, second_part, strict=True)):
            if said > high:
                high, first = said, at
            score = high + rest + seam
            if score > best:
                best, found = score, (first, at)
    return _whole_phrases(ours, *found)


def _whole_phrases(ours: Reading, first: int, last: int) -> tuple[int, int] | None:
    """A run of tokens with the common words before it, and without those at its end."""
    if not any(not token.common for token in ours.tokens[first:last]):
        return (first, last) if first < last else None
    for token in ours.tokens[max(0, first - _LEANING) : first][::-1]:
        if not token.common or token.behind != " ":
            break
        first -= 1
    for token in ours.tokens[max(first, last - _LEANING) : last][::-1]:
        if not token.common or token.behind != " ":
            break
        last -= 1
    return first, last


def _half(tokens: tuple[Token, ...]) -> _Half:
    sizes = (0 if token.cited else token.size + 1 for token in tokens)
    return _Half(tokens, tuple(accumulate(sizes, initial=0)))


@dataclass(frozen=True, slots=True)
class _Sought:
    """A word of the original with its places in a walk, and those of its counterparts so far.

    Attributes:
        places: Index of each of its tokens, where a counterpart is to be expected, how far from
            there it may stand.
        there: Evidence of a counterpart.
        gone: Evidence of none.
        met: Where counterparts stand, in order.
    """

    places: tuple[tuple[int, float, float], ...]
    there: float
    gone: float
    met: list[int]

    def tell(self, said: list[float]) -> None:
        """Write what each token says; a counterpart stands for one of them, the nearest first.

        One that stands far away is half missed.
        """
        free = list(self.met)
        for at, expected, near in self.places:
            if not free:
                said[at] = self.gone
                continue
            after = bisect_left(free, expected)
            nearest = min(
                range(max(0, after - 1), min(after + 1, len(free))),
                key=lambda index: abs(free[index] - expected),
            )
            if abs(free[nearest] - expected) <= near:
                del free[nearest]
                said[at] = self.there
            else:
                said[at] = self.gone / 2


def _fits(
    ours: _Half, theirs: _Half, partners: Mapping[str, Partner], lengths: Lengths
) -> Iterator[list[float]]:
    """How well the first tokens of the one stand for the first of the other, none to all of them.

    Yields:
        For each number of tokens of the translation, by the number of those of the original.
    """
    sought = _sought(ours, partners, lengths)
    said = [0.0] * len(ours.tokens)
    for each in {id(one): one for own in sought.values() for one in own}.values():
        each.tell(said)
    wanted = [lengths.ratio * size for size in ours.lengths]
    doubts = [1 / (2 * lengths.spread**2 * (size + _SLACK)) for size in ours.lengths]
    totals = list(accumulate(said, initial=0.0))
    farthest = _FARTHEST / 2
    for number, length in enumerate(theirs.lengths):
        met = sought.get(theirs.tokens[number - 1].key, ()) if number else ()
        for each in met:
            each.met.append(length)
            each.tell(said)
        if met:
            totals = list(accumulate(said, initial=0.0))
        yield [
            total - (off if (off := (length - expected) ** 2 * doubt) < farthest else farthest)
            for total, expected, doubt in zip(totals, wanted, doubts, strict=True)
        ]


def _sought(
    ours: _Half, partners: Mapping[str, Partner], lengths: Lengths
) -> dict[str, list[_Sought]]:
    """By word of the translation, the words that it may stand for; common ones say nothing."""
    places: dict[str, list[tuple[int, float, float]]] = {}
    for at, (token, length) in enumerate(zip(ours.tokens, ours.lengths[1:], strict=True)):
        if not token.common:
            near = _FAR * lengths.spread * sqrt(length) + _NEAR
            places.setdefault(token.key, []).append((at, lengths.ratio * length, near))
    found: dict[str, list[_Sought]] = {}
    for key, own in places.items():
        partner = partners.get(key)
        if partner and partner.chance < partner.reliability:
            there = log(partner.reliability / partner.chance)
            gone = -log((1 - partner.chance) / (1 - partner.reliability))
            each = _Sought(tuple(own), there, gone, [])
            for word in partner.words:
                found.setdefault(word, []).append(each)
    return found
