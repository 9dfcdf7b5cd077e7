"""Compare the denials of two texts: those of one that the other lacks."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lawkb.checks.negation.denials import Denial, Denials
from lawkb.checks.negation.words import Kind

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
}
# Meanings that turn into each other without not: no more than, more than.
_OPPOSITES = (
    ("at-most", "more"),
    ("at-least", "less"),
    ("not-only", "only"),
    ("until", "as-long"),
)


@dataclass(frozen=True, slots=True)
class UnpairedDenials:
    """The denials of a text without a counterpart of the same meaning in the other text.

    Attributes:
        plain: Certain denials.
        perhaps: Possible denials.
        strict: Words with a certain denial in their meaning.
        like: Words with a possible denial in their meaning.
        bound: Words that strengthen a denial that is not there.
        shown: All certain denials and words with one, paired ones too.
    """

    plain: tuple[Denial, ...]
    perhaps: tuple[Denial, ...]
    strict: tuple[Denial, ...]
    like: tuple[Denial, ...]
    bound: tuple[Denial, ...]
    shown: tuple[Denial, ...]


def by_sentence(ours: Denials, theirs: Denials) -> Iterator[tuple[FoundDenials, FoundDenials]]:
    """Yield the denials of both texts by sentence if both have as many, else all at once."""
    if ours.sentences != theirs.sentences or ours.sentences == 1:
        yield ours.found, theirs.found
        return
    left, right = defaultdict[int, list[Denial]](list), defaultdict[int, list[Denial]](list)
    for found, by_number in ((ours.found, left), (theirs.found, right)):
        for each in found:
            by_number[each.sentence].append(each)
    for number in sorted(left.keys() | right.keys()):
        yield left[number], right[number]


def balance(ours: FoundDenials, theirs: FoundDenials) -> tuple[UnpairedDenials, UnpairedDenials]:
    """Return the unpaired denials of both texts; words of one meaning are paired."""
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
    return _by_kind(left, ours), _by_kind(right, theirs)


def _counterpart(
    denial: Denial, waiting: Mapping[tuple[str, Kind], deque[int]], taken: set[int]
) -> int | None:
    """Return the index of the first unpaired word of the same meaning, of the same kind first."""
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
    """Return the number of denials beyond those the other text has or may have."""
    return len(own.plain) - len(other.plain) - len(other.perhaps)


def may_deny(own: UnpairedDenials, other: UnpairedDenials) -> list[Denial]:
    """Return the words of the other text that may translate a denial of this one."""
    beside = {meaning for each in own.like for meaning in each.groups}
    return [each for each in other.like if not each.groups or _has_meaning_beside(each, beside)]


def denial_count(own: UnpairedDenials, words: FoundDenials) -> int:
    """Return how many denials some words are worth: *only* is two, those of *not unless*."""
    unless = any("except" in each.groups for each in (*own.strict, *own.like))
    only = any("only" in each.groups for each in words)
    return len(words) + bool(own.plain and unless and only)


def reversed_pair(own: UnpairedDenials, other: UnpairedDenials) -> tuple[Denial, ...]:
    """Return a word of each text that mean the same except for a denial, if there are any."""
    if len(own.plain) != len(other.plain):
        return ()
    for meaning, without in _OPPOSITES:
        here = [each for each in (*own.strict, *own.like) if meaning in each.groups]
        there = [each for each in other.like if without in each.groups]
        if here and there and not any(without in each.groups for each in own.like):
            return here[0], there[0]
    return ()


def _has_meaning_beside(denial: Denial, beside: set[str]) -> bool:
    return any(
        meaning not in _BESIDE or bool(_BESIDE[meaning] & beside) for meaning in denial.groups
    )


def _by_kind(left: FoundDenials, found: FoundDenials) -> UnpairedDenials:
    def of(kind: Kind) -> tuple[Denial, ...]:
        return tuple(each for each in left if each.kind == kind)

    shown = tuple(each for each in found if each.kind not in ("like", "bound"))
    return UnpairedDenials(of("not"), of("perhaps"), of("strict"), of("like"), of("bound"), shown)
