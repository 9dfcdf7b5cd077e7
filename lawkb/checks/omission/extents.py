"""Find which words of an original were lost, if some were.

The remaining translation is cut in two: the first part is aligned with the beginning of the
original, the second with its end, by words and lengths. The words in between are lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import log, sqrt

from lawkb.align.association import Partner
from lawkb.checks.omission.gaps import Lengths
from lawkb.checks.omission.readings import TextFeatures, Token

_LONGEST = 400  # most tokens of a text: the time is quadratic
_FARTHEST = 9.0  # highest squared deviation of a length
_SLACK = 25  # code points by which a part may be too long
_SEAM = 2.0  # score of a cut between words that are never neighbours
_MARK = 1.0  # score of a cut after the same mark in both texts
_FAR, _NEAR = 2.0, 15  # distance of a counterpart, in standard deviations and in code points
_LEANING = 2  # common words that lean on the next word them


@dataclass(frozen=True, slots=True)
class _Half:
    """One text as read by the search: from its beginning, or back from its end.

    Attributes:
        tokens: In reading order.
        lengths: Code points up to each token, one more than tokens.
    """

    tokens: tuple[Token, ...]
    lengths: tuple[int, ...]


def lost_words(
    texts: tuple[TextFeatures, TextFeatures], partners: Mapping[str, Partner], lengths: Lengths
) -> tuple[int, int] | None:
    """Return the range of tokens of the original most probably lost, in quadratic time.

    Returns:
        None when nothing seems lost, and for texts of more than 400 words.
    """
    ours, theirs = texts
    size = len(ours.tokens)
    if not 0 < max(size, len(theirs.tokens)) <= _LONGEST:
        return None
    ahead = list(_fits(_half(ours.tokens), _half(theirs.tokens), partners, lengths))
    back = list(_fits(_half(ours.tokens[::-1]), _half(theirs.tokens[::-1]), partners, lengths))
    separators = [token.after for token in ours.tokens]
    best, found = float("-inf"), (0, 0)
    for cut, first_part in enumerate(ahead):
        mark = theirs.tokens[cut - 1].after.strip() if cut else ""
        if mark:
            for at, after in enumerate(separators, start=1):
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


def _whole_phrases(ours: TextFeatures, first: int, last: int) -> tuple[int, int] | None:
    """Return a range of tokens extended by common words before, shortened by those at its end."""
    if not any(not token.common for token in ours.tokens[first:last]):
        return (first, last) if first < last else None
    for token in ours.tokens[max(0, first - _LEANING) : first][::-1]:
        if not token.common or token.after != " ":
            break
        first -= 1
    for token in ours.tokens[max(first, last - _LEANING) : last][::-1]:
        if not token.common or token.after != " ":
            break
        last -= 1
    return first, last


def _half(tokens: tuple[Token, ...]) -> _Half:
    sizes = (0 if token.cited else token.size + 1 for token in tokens)
    return _Half(tokens, tuple(accumulate(sizes, initial=0)))


@dataclass(frozen=True, slots=True)
class _TrackedWord:
    """A word of the original with its places, and those of its counterparts so far.

    Attributes:
        places: Index of each of its tokens, the expected place of a counterpart, and its tolerance.
        there: Evidence of a counterpart.
        gone: Evidence of none.
        met: Places of counterparts, in order.
    """

    places: tuple[tuple[int, float, float], ...]
    there: float
    gone: float
    met: list[int]

    def tell(self, said: list[float]) -> None:
        """Write the evidence of each token; a counterpart belongs to the nearest one.

        A distant one counts half.
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
    """Yield how well each number of first tokens of one text matches the first tokens of the other.

    Yields:
        For each number of tokens of the translation, the scores by number of tokens of the
        original.
    """
    sought = _tracked_words(ours, partners, lengths)
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


def _tracked_words(
    ours: _Half, partners: Mapping[str, Partner], lengths: Lengths
) -> dict[str, list[_TrackedWord]]:
    """Return the words of the original by the words of the translation that may translate them."""
    places: dict[str, list[tuple[int, float, float]]] = {}
    for at, (token, length) in enumerate(zip(ours.tokens, ours.lengths[1:], strict=True)):
        if not token.common:
            near = _FAR * lengths.spread * sqrt(length) + _NEAR
            places.setdefault(token.key, []).append((at, lengths.ratio * length, near))
    found: dict[str, list[_TrackedWord]] = {}
    for key, own in places.items():
        partner = partners.get(key)
        if partner and partner.chance < partner.reliability:
            there = log(partner.reliability / partner.chance)
            gone = -log((1 - partner.chance) / (1 - partner.reliability))
            each = _TrackedWord(tuple(own), there, gone, [])
            for word in partner.words:
                found.setdefault(word, []).append(each)
    return found
