"""Pair the denials of a text with those of its translation, and learn words that translate one.

A code may say *void* where its translation says *δεν ισχύει*. No word list is complete: where other
pairs of the code do the same, it is no fault.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lawkb.align.association import evenly
from lawkb.checks.denials import (
    Denial,
    Denials,
    Kind,
    read_denial_words,
    read_denials,
)
from lawkb.checks.text_pairs import SIDES, CheckedText, SideName, TextPair

FoundDenials = Sequence[Denial]
_PAIRED: tuple[Kind, ...] = ("strict", "like", "not", "perhaps")
# Words equal to a denial only with a word of another meaning: more for not less.
_BESIDE = {
    "more": {"less"},
    "less": {"more"},
    "until": {"as-long", "more", "after"},
    "before": {"as-long", "until", "after"},
    "after": {"until", "before"},
    "as-long": {"before", "until"},
    "at-most": {"more", "after"},
    "at-least": {"less", "before"},
    "at-once": set[str](),
    "not-only": set[str](),
    "soon": set[str](),
    "wait": set[str](),
    "yet": set[str](),
}
# Meanings that make *only* with a denial: not without, not unless.
_UNLESS = frozenset(("except", "without"))
# Meanings that turn into each other without not: no more than, more than.
_OPPOSITES = (
    ("at-most", "more"),
    ("at-least", "less"),
    ("not-only", "only"),
)
# Meanings that turn into each other with a *not* somewhere before the second.
_TURNED = (
    ("at-most", "more"),
    ("at-least", "less"),
    ("wait", "until"),
    ("wait", "before"),
    ("before", "yet"),
)
_OPPOSITES_OF_ORIGINAL = (("until", "as-long"),)  # the other way round, *until* may be a place


@dataclass(frozen=True, slots=True)
class UnpairedDenials:
    """The denials of a text without a counterpart of the same meaning in the other text."""

    plain: tuple[Denial, ...]  # Certain denials: *not*.
    perhaps: tuple[Denial, ...]  # Possible denials.
    strict: tuple[Denial, ...]  # Words whose meaning includes a denial: *unless*.
    like: tuple[Denial, ...]  # Words whose meaning may include a denial.
    bound: tuple[Denial, ...]  # Words that strengthen a denial that the text does not have.
    # All denials of the text, paired ones too, except those of `like` and `bound`.
    shown: tuple[Denial, ...]


def read_both(pair: TextPair) -> tuple[Denials, Denials]:
    """Return the denials (*not*, *nobody*) of an original and of its translation.

    Words that the other text copies, as in *NOT NULL* and ``--no-filters``, are left out.
    """
    ours, theirs = pair.original.once(read_denials), pair.translation.once(read_denials)
    return (
        _translated(ours, pair.original, pair.translation),
        _translated(theirs, pair.translation, pair.original),
    )


def _translated(denials: Denials, own: CheckedText, other: CheckedText) -> Denials:
    """Return the denials of a text without those that the other text copies with a neighbour."""
    if not denials.found:
        return denials
    known = read_denial_words(other.language.code)
    copied = {
        (first.text, second.text)
        for first, second in pairwise(other.words)
        if not known.known_of(first)[0] and not known.known_of(second)[0]
    }

    def is_copied(each: Denial) -> bool:
        near = own.words[max(0, each.first - 1) : each.last + 2]
        return any((first.text, second.text) in copied for first, second in pairwise(near))

    found = tuple(each for each in denials.found if not is_copied(each))
    return Denials(found, denials.sentences)


def by_sentence(ours: Denials, theirs: Denials) -> Iterator[tuple[FoundDenials, FoundDenials]]:
    """Yield the denials (*not*, *nobody*) of both texts sentence by sentence.

    If the texts do not have the same number of sentences, all denials are yielded at once.

    Yields:
        Denials of the original, denials of the translation.
    """
    if ours.sentences != theirs.sentences or ours.sentences == 1:
        yield ours.found, theirs.found
        return
    for number in sorted({each.sentence for each in (*ours.found, *theirs.found)}):
        yield (
            [each for each in ours.found if each.sentence == number],
            [each for each in theirs.found if each.sentence == number],
        )


def balance(ours: FoundDenials, theirs: FoundDenials) -> tuple[UnpairedDenials, UnpairedDenials]:
    """Return the denials (*not*, *unless*) of each text that have no counterpart in the other.

    Words of the same meaning are paired one to one.

    Args:
        ours: Denials of the original.
        theirs: Denials of the translation.
    """
    waiting: defaultdict[tuple[str, Kind], deque[int]] = defaultdict(deque)
    for at, each in enumerate(theirs):
        for group in each.groups if each.kind != "bound" else ():
            waiting[group, each.kind].append(at)
    paired: dict[int, int] = {}
    taken: set[int] = set()
    for at in sorted(range(len(ours)), key=lambda at: ours[at].kind != "strict"):
        found = _counterpart(ours[at], waiting, taken)
        if found is not None:
            paired[at] = found
            taken.add(found)
    left = [each for at, each in enumerate(ours) if at not in paired]
    right = [each for at, each in enumerate(theirs) if at not in taken]
    left, right = _without_turned(left, right)
    right, left = _without_turned(right, left)
    return _by_kind(left, ours), _by_kind(right, theirs)


def _without_turned(own: FoundDenials, other: FoundDenials) -> tuple[list[Denial], list[Denial]]:
    """Return denials without a *not* and its word that one word of the other text translates.

    *No member has more than two votes* is «at most two», *not until* is a word for to wait.
    """
    left, right = list(own), list(other)
    for meaning, without in _TURNED:
        no = next((each for each in left if each.kind == "not"), None)
        word = next((each for each in left if without in each.groups), None)
        told = next((each for each in right if meaning in each.groups), None)
        if no and word and told and no.first < word.first:
            left.remove(no)
            left.remove(word)
            right.remove(told)
    return left, right


def _counterpart(
    denial: Denial, waiting: Mapping[tuple[str, Kind], deque[int]], taken: set[int]
) -> int | None:
    """Return the index of the first unpaired word with the same meaning, or None.

    Words of the same kind come first. ``waiting`` has indexes by meaning and kind.
    """
    if denial.kind == "bound":
        return None
    for kind in sorted(_PAIRED, key=lambda kind: kind != denial.kind):
        for group in sorted(denial.groups):
            queue = waiting.get((group, kind), deque())
            while queue and queue[0] in taken:
                queue.popleft()
            if queue:
                return queue[0]
    return None


def surplus(own: UnpairedDenials, other: UnpairedDenials) -> int:
    """Return how many denials (*not*) a text has beyond those of the other text; may be negative.

    Of the other text, words that may deny count too.

    Args:
        own: Unpaired denials of the text.
        other: Unpaired denials of the other text.
    """
    return len(own.plain) - len(other.plain) - len(other.perhaps)


def may_deny(own: UnpairedDenials, other: UnpairedDenials) -> list[Denial]:
    """Return the words of one text that may translate a denial (*not*) of the other.

    Args:
        own: Unpaired denials of the text with the denial.
        other: Unpaired denials of the text with the returned words.
    """
    beside = {meaning for each in own.like for meaning in each.groups}
    return [
        each
        for each in other.like
        if not each.groups
        or any(meaning not in _BESIDE or _BESIDE[meaning] & beside for meaning in each.groups)
    ]


def denial_count(own: UnpairedDenials, words: FoundDenials) -> int:
    """Return how many denials words count for: one each, *only* two beside *not unless*."""
    unless = any(each.groups & _UNLESS for each in (*own.strict, *own.like))
    only = any("only" in each.groups for each in words)
    return len(words) + bool(own.plain and unless and only)


def reversed_pair(
    name: SideName, own: UnpairedDenials, other: UnpairedDenials
) -> tuple[Denial, ...]:
    """Return a word of each text whose meanings differ only by a denial: *at most*, *more*.

    Args:
        name: Which text of the pair is the first.
        own: Unpaired denials of the first text.
        other: Unpaired denials of the other text.

    Returns:
        The word of the first text, then that of the second; empty if there are none.
    """
    if len(own.plain) != len(other.plain):
        return ()
    opposites = (*_OPPOSITES, *(_OPPOSITES_OF_ORIGINAL if name == "original" else ()))
    for meaning, without in opposites:
        here = [each for each in (*own.strict, *own.like) if meaning in each.groups]
        there = [each for each in other.like if without in each.groups]
        if here and there and not any(without in each.groups for each in own.like):
            return here[0], there[0]
    return ()


def _by_kind(left: FoundDenials, found: FoundDenials) -> UnpairedDenials:
    def of(kind: Kind) -> tuple[Denial, ...]:
        return tuple(each for each in left if each.kind == kind)

    shown = tuple(each for each in found if each.kind not in ("like", "bound"))
    return UnpairedDenials(of("not"), of("perhaps"), of("strict"), of("like"), of("bound"), shown)


MOST_PAIRS = 3000  # pairs learned from, sampled evenly
# Fewest other pairs in which a word translates a denial, and their share of all pairs with it: for
# a word that may do so, and for one that always does.
_FEWEST, _MAY, _MUST = 3, 0.75, 0.85


@dataclass(frozen=True, slots=True)
class DenialTranslations:
    """Counts that show which words translate a denial: *void* may translate *δεν ισχύει*."""

    # For a stem of the original or of the translation: in how many pairs with the stem the other
    # text has more denials, and how many pairs have the stem.
    seen: Mapping[tuple[SideName, str], tuple[int, int]] = field(default_factory=dict, hash=False)

    def may(self, pair: TextPair, name: SideName, taught: bool) -> frozenset[str]:
        """Return stems of a text that translate a denial (*not*) in most pairs with them.

        In at least three other pairs, and three quarters of those with the stem, the other text has
        more denials.

        Args:
            pair: The text and its translation.
            name: Which text of the pair has the stems.
            taught: Whether the pair itself was counted and must be left out.
        """
        return self._found(pair, name, taught, _MAY)

    def must(self, pair: TextPair, name: SideName, taught: bool) -> frozenset[str]:
        """Return stems of a text that translate a denial (*not*) in nearly all pairs with them.

        In at least three other pairs, and 85 percent of those with the stem, the other text has
        more denials.

        Args:
            pair: The text and its translation.
            name: Which text of the pair has the stems.
            taught: Whether the pair itself was counted and must be left out.
        """
        return self._found(pair, name, taught, _MUST)

    def _found(self, pair: TextPair, name: SideName, taught: bool, share: float) -> frozenset[str]:
        counts = {
            word.stem: self.seen.get((name, word.stem), (0, 0)) for word in pair.side(name).words
        }
        return frozenset(
            stem
            for stem, (against, of) in counts.items()
            if against - taught >= max(_FEWEST, share * (of - taught))
        )


@dataclass(frozen=True, slots=True)
class DenialSample:
    """What is learned from one text and its translation."""

    # Which of them has fewer certain denials than the other, in any sentence.
    lacking: frozenset[SideName]
    # The stems of both texts, without very frequent words.
    stems: Mapping[SideName, frozenset[str]] = field(hash=False)


def denial_sample(pair: TextPair) -> DenialSample:
    """Return what ``learn_denial_translations`` must know of a text and its translation."""
    return DenialSample(_lacking(pair), {name: _stems(pair, name) for name in SIDES})


def learn_denial_translations(samples: Sequence[DenialSample]) -> DenialTranslations:
    """Return how often each word of the pairs translates a denial, by at most 3000 pairs."""
    taken = evenly(samples, MOST_PAIRS)
    against, of = Counter[tuple[SideName, str]](), Counter[tuple[SideName, str]]()
    for pair in taken:
        for name in pair.lacking:
            against.update((name, stem) for stem in pair.stems[name])
    sides: set[SideName] = {name for name, _ in against}
    for pair in taken:
        for name in sides:
            of.update((name, stem) for stem in pair.stems[name] if (name, stem) in against)
    return DenialTranslations(
        {key: (times, of[key]) for key, times in against.items() if times >= _FEWEST}
    )


def _lacking(pair: TextPair) -> frozenset[SideName]:
    """Return the texts of a pair with fewer certain denials than the other, in any sentence."""
    ours, theirs = read_both(pair)
    lacking: set[SideName] = set()
    for own, other in by_sentence(ours, theirs):
        a, b = balance(own, other)
        if surplus(a, b) > 0:
            lacking.add("translation")
        if surplus(b, a) > 0:
            lacking.add("original")
    return frozenset(lacking)


def _stems(pair: TextPair, name: SideName) -> frozenset[str]:
    return frozenset(word.stem for word in pair.side(name).words if not word.common)
