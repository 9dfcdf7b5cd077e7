"""Find where words of a text were lost in its translation, and which.

A gap is a run of words between two words that are linked with their counterparts. Each gap is
scored. To find the lost words, the translation is cut in two: the first part is aligned with the
beginning of the original, the second with its end, by words and lengths. The words of the original
in between are lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import log, sqrt
from typing import NamedTuple

from lawkb.align.association import Partner
from lawkb.checks.omission.features import TextFeatures, Token, WordLinks

_ANCHOR = 0.3  # least evidence of a link that bounds gaps
_BACK = 25  # links that may be in another order
_HIGHEST = 12.0
_WORD_SLACK = 10  # code points, since short words vary more
_OFF = (-4.0, 6.0)  # bounds of a length score, in standard deviations
_HALF = 0.5  # share of texts with a sign from which the sign gives no information
_RAREST = 75.0  # largest rarity, relative to that share
_KNOWN = 100  # prior: texts without any sign
_MERGED = 2  # prior: texts in which two sentences became one
_UNMARKED = 5  # prior: texts without the mark at their end
_NEAR_GAPS = 2  # gaps on either side that may have the missing counterpart

Values = tuple[float, ...]


class Gap(NamedTuple):
    """A run of words between two linked words, in the original and in the translation."""

    first: int  # index of its first word in the original
    last: int  # index after its last word in the original
    low: int  # index of its first word in the translation
    high: int  # index after its last word in the translation


@dataclass(frozen=True, slots=True)
class Lengths:
    """The usual lengths of translations."""

    ratio: float  # Median length of a translation divided by that of its original.
    # Standard deviation of the length of a translation, divided by the square root of the length of
    # its original.
    spread: float


@dataclass(frozen=True, slots=True)
class Habits:
    """How often translations without a loss look as if they had one: shares of all translations."""

    small: float = 0.01  # Share that begins with a lower-case letter where the original does not.
    unmarked: float = 0.01  # Share that ends without punctuation where the original ends with it.
    # Share with two neighbouring words that never follow each other in the language.
    seams: float = 0.01
    merged: float = 0.03  # Share with fewer sentences than the original.


def count_signs(pairs: Iterable[tuple[TextFeatures, TextFeatures]]) -> Counter[str]:
    """Return how many translations look as if they had a loss, by sign as in ``Habits``.

    The number of all translations is in ``pairs``.
    """
    found = Counter[str]()
    for ours, theirs in pairs:
        found["pairs"] += 1
        found["small"] += _begins_small(ours, theirs)
        found["unmarked"] += _ends_unmarked(ours, theirs)
        found["seams"] += bool(theirs.seams)
        found["merged"] += ours.has_more_sentences(theirs)
    return found


def habits_by_signs(signs: Mapping[str, int]) -> Habits:
    """Return the habits of originals and translations, from the result of ``count_signs``.

    One occurrence of each sign is not counted, since it may be in the pair that is judged.
    """
    size = signs.get("pairs", 0) + _KNOWN

    def share(sign: str, prior: int = 0) -> float:
        return (max(1, signs.get(sign, 0)) + prior) / size

    return Habits(
        share("small"), share("unmarked", _UNMARKED), share("seams"), share("merged", _MERGED)
    )


def gaps(ours: TextFeatures, theirs: TextFeatures, linked: WordLinks) -> Iterator[Gap]:
    """Yield, in order, the runs of words of an original between two linked words.

    Each is yielded with the run of the translation between the same links.
    """
    ends = [(-1, -1), *_in_order(linked), (len(ours.tokens), len(theirs.tokens))]
    for (first, low), (last, high) in pairwise(ends):
        if last - first > 1:
            yield Gap(first + 1, last, low + 1, high)


def gap_values(
    texts: tuple[TextFeatures, TextFeatures], linked: WordLinks, lengths: Lengths, habits: Habits
) -> tuple[tuple[Gap, Values], ...]:
    """Return the gaps of a pair in order, each with the features that ``LossModel.of_gap`` weighs.

    Args:
        texts: Features of the original and of the translation.
        linked: Links of their words.
        lengths: Usual lengths of translations.
        habits: Signs of a loss in translations without one.

    Returns:
        Each gap with seven features: 1; evidence of words without their known counterpart; the same
        times the share of the expected length that is missing; by how much the unlinked words of
        the translation are too short; whether there are none; half the number of words without
        known counterparts; signs of a loss at the edges, from 0 to 1.
    """
    ours, theirs = texts
    weights = linked.weights
    found = tuple(gaps(ours, theirs, linked))
    free = [_free(gap, texts, linked) for gap in found]
    left = [_size(ours, own) for own, _ in free]
    right = [_size(theirs, own) for _, own in free]
    more = [max(0.0, b - lengths.ratio * a) for a, b in zip(left, right, strict=True)]
    told = []
    for n, gap in enumerate(found):
        there = (
            right[n] + sum(more[max(0, n - _NEAR_GAPS) : n]) + sum(more[n + 1 : n + 1 + _NEAR_GAPS])
        )
        lost = sum([weight for weight in weights[gap.first : gap.last] if weight > 0])
        wanted = lengths.ratio * left[n]
        short = (wanted - there) / (lengths.spread * sqrt(left[n] + _WORD_SLACK))
        bare = max(0.0, 1 - there / wanted) if wanted else 1.0
        values = (
            1.0,
            min(lost, _HIGHEST) / 3,
            bare * min(lost, _HIGHEST) / 3,
            max(_OFF[0], min(_OFF[1], short)),
            float(left[n] > 0 and not there),
            [weights[at] for at in free[n][0]].count(0) / 2,
            _loss_signs(gap, texts, habits),
        )
        told.append((gap, values))
    return tuple(told)


def _free(
    gap: Gap, texts: tuple[TextFeatures, TextFeatures], linked: WordLinks
) -> tuple[list[int], list[int]]:
    """Return the indexes of unlinked content words in a gap, for original and translation."""
    left, right = texts[0].tokens, texts[1].tokens
    to, taken = linked.to, linked.taken
    return (
        [at for at in range(gap.first, gap.last) if to[at] is None and not left[at].common],
        [at for at in range(gap.low, gap.high) if at not in taken and not right[at].common],
    )


def _size(text: TextFeatures, places: Iterable[int]) -> int:
    return sum([text.tokens[at].size for at in places])


def _loss_signs(gap: Gap, texts: tuple[TextFeatures, TextFeatures], habits: Habits) -> float:
    """Return how rare the signs of a loss at the edges of a gap are, from 0 to 1 (rarest)."""
    ours, theirs = texts
    told = [0.0]
    if gap.low == 0 and _begins_small(ours, theirs):
        told.append(_rarity(habits.small))
    if gap.high == len(theirs.tokens) and _ends_unmarked(ours, theirs):
        told.append(_rarity(habits.unmarked))
    if bisect_left(theirs.seams, gap.low - 1) < bisect_left(theirs.seams, gap.high):
        told.append(_rarity(habits.seams))
    if ours.has_more_sentences(theirs) and _closes(ours, gap.first, gap.last) > _closes(
        theirs, gap.low, gap.high
    ):
        told.append(_rarity(habits.merged))
    return max(told)


def _closes(text: TextFeatures, first: int, last: int) -> int:
    """Return the number of sentences that end in a range of words, or directly before it."""
    return sum(token.closes for token in text.tokens[max(0, first - 1) : last])


def _rarity(share: float) -> float:
    return max(0.0, min(1.0, log(_HALF / share) / log(_RAREST)))


def _begins_small(ours: TextFeatures, theirs: TextFeatures) -> bool:
    return theirs.begins_small and not ours.begins_small


def _ends_unmarked(ours: TextFeatures, theirs: TextFeatures) -> bool:
    return ours.ends_marked and not ours.ends_shortened and not theirs.ends_marked


def _in_order(linked: WordLinks) -> list[tuple[int, int]]:
    """Return the linked index pairs of the heaviest set of links that do not cross."""
    held = [
        (at, to, -weight)
        for at, (to, weight) in enumerate(zip(linked.to, linked.weights, strict=True))
        if to is not None and weight <= -_ANCHOR
    ]
    sums: list[float] = []
    before: list[int] = []
    for n, (_, to, weight) in enumerate(held):
        best, link_before = 0.0, -1
        for other in range(max(0, n - _BACK), n):
            if held[other][1] < to and sums[other] > best:
                best, link_before = sums[other], other
        sums.append(best + weight)
        before.append(link_before)
    chain = []
    n = max(range(len(sums)), key=sums.__getitem__) if sums else -1
    while n >= 0:
        chain.append(held[n][:2])
        n = before[n]
    return chain[::-1]


_LONGEST = 400  # most tokens of a text: the time is quadratic
_FARTHEST = 9.0  # highest squared deviation of a length
_SLACK = 25  # code points by which a part may be too long
_SEAM = 2.0  # score of a cut between words that are never neighbours
_MARK = 1.0  # score of a cut after the same mark in both texts
_FAR, _NEAR = 2.0, 15  # distance of a counterpart, in standard deviations and in code points
_LEANING = 2  # common words that lean on the next word them


class _Half(NamedTuple):
    """The words of a text, from its beginning or in reverse from its end."""

    tokens: tuple[Token, ...]  # The words in that order.
    # Code points before each word, and in all.
    lengths: tuple[int, ...]  # one more than tokens


def lost_words(
    texts: tuple[TextFeatures, TextFeatures], partners: Mapping[str, Partner], lengths: Lengths
) -> Gap | None:
    """Return the words of the original most probably lost, in quadratic time.

    Args:
        texts: Features of the original and of the translation.
        partners: Known counterparts, by key of a word of the original.
        lengths: Usual lengths of translations.

    Returns:
        The lost words, and the place of the translation where they are missing, an empty run; None
            when nothing seems lost, and for texts of more than 400 words.
    """
    ours, theirs = texts
    size = len(ours.tokens)
    if not 0 < max(size, len(theirs.tokens)) <= _LONGEST:
        return None
    ahead = list(_fits(_half(ours.tokens), _half(theirs.tokens), partners, lengths))
    back = list(_fits(_half(ours.tokens[::-1]), _half(theirs.tokens[::-1]), partners, lengths))
    separators = [token.after for token in ours.tokens]
    best, found = float("-inf"), Gap(0, 0, 0, 0)
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
                best, found = score, Gap(first, at, cut, cut)
    return _whole_phrases(ours, found)


def _whole_phrases(ours: TextFeatures, gap: Gap) -> Gap | None:
    """Return a gap with the common words before it, without those at its end, or None."""
    first, last = gap.first, gap.last
    if not any(not token.common for token in ours.tokens[first:last]):
        return gap if first < last else None
    for token in ours.tokens[max(0, first - _LEANING) : first][::-1]:
        if not token.common or token.after != " ":
            break
        first -= 1
    for token in ours.tokens[max(first, last - _LEANING) : last][::-1]:
        if not token.common or token.after != " ":
            break
        last -= 1
    return gap._replace(first=first, last=last)


def _half(tokens: tuple[Token, ...]) -> _Half:
    sizes = (0 if token.cited else token.size + 1 for token in tokens)
    return _Half(tokens, tuple(accumulate(sizes, initial=0)))


@dataclass(frozen=True, slots=True)
class _TrackedWord:
    """A word of the original with its positions, and those of its counterparts found so far."""

    # For each occurrence: its index, the expected offset of a counterpart, and how far from it a
    # counterpart may be, in code points.
    places: tuple[tuple[int, float, float], ...]
    there: float  # Evidence when a counterpart is present, in log odds.
    gone: float  # Evidence when none is present, in log odds.
    met: list[int]  # Offsets of counterparts found, ascending.

    def tell(self, said: list[float]) -> None:
        """Write the evidence of each occurrence into ``said``, a list by index of the word.

        A counterpart belongs to the nearest occurrence. One that is too far away counts half.
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
    """Yield how well the beginnings of an original match the beginnings of its translation.

    Yields:
        For each number of words of the translation, from 0: a list of scores, by number of words of
        the original.
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
    """Return the words of the original, by key of each word that may translate them."""
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
