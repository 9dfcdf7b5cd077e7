"""The denials of two texts side by side: what the one denies beyond the other."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lawkb.checks.denial_words import Kind
from lawkb.checks.denials import Denial, Denials

Found = Sequence[Denial]
_PAIRED: tuple[Kind, ...] = ("strict", "like", "not", "perhaps")
# Words that stand for a denial beside a word of another meaning only: more for not less.
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
# Meanings that turn into one another when a not is lost: no more than, more than.
_OPPOSITES = (
    ("at-most", "more"),
    ("at-least", "less"),
    ("not-only", "only"),
    ("until", "as-long"),
)


@dataclass(frozen=True, slots=True)
class Left:
    """The denials of a text that have no counterpart of their own meaning in the other one.

    Attributes:
        plain: Those that deny.
        perhaps: Those that may.
        strict: Words that hold a denial.
        like: Words that may stand for one.
        bound: Words that strengthen a denial that is not there.
        shown: All that deny or hold a denial, those with a counterpart too.
    """

    plain: tuple[Denial, ...]
    perhaps: tuple[Denial, ...]
    strict: tuple[Denial, ...]
    like: tuple[Denial, ...]
    bound: tuple[Denial, ...]
    shown: tuple[Denial, ...]


def by_sentence(ours: Denials, theirs: Denials) -> Iterator[tuple[Found, Found]]:
    """The denials side by side: by sentence, where both texts have as many."""
    if ours.sentences != theirs.sentences or ours.sentences == 1:
        yield ours.found, theirs.found
        return
    left, right = defaultdict[int, list[Denial]](list), defaultdict[int, list[Denial]](list)
    for found, by_number in ((ours.found, left), (theirs.found, right)):
        for each in found:
            by_number[each.sentence].append(each)
    for number in sorted(left.keys() | right.keys()):
        yield left[number], right[number]


def balance(ours: Found, theirs: Found) -> tuple[Left, Left]:
    """What is left of the denials of both texts; words of one meaning stand for one another."""
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
    return _sorted_out(left, ours), _sorted_out(right, theirs)


def _counterpart(
    denial: Denial, waiting: Mapping[tuple[str, Kind], deque[int]], taken: set[int]
) -> int | None:
    """Index of the first word of the same meaning that has no counterpart, best of its kind."""
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


def surplus(own: Left, other: Left) -> int:
    """How many denials a text has beyond those that the other one has or may have."""
    return len(own.plain) - len(other.plain) - len(other.perhaps)


def may_deny(own: Left, other: Left) -> list[Denial]:
    """The words of the other text that may stand for a denial of this one."""
    beside = {meaning for each in own.like for meaning in each.groups}
    return [each for each in other.like if not each.groups or _stands(each, beside)]


def stand_for(own: Left, words: Found) -> int:
    """How many denials some words stand for: *only* for two, those of *not unless*."""
    unless = any("except" in each.groups for each in (*own.strict, *own.like))
    only = any("only" in each.groups for each in words)
    return len(words) + bool(own.plain and unless and only)


def turned(own: Left, other: Left) -> tuple[Denial, ...]:
    """A word of each text that mean the same but for a denial; none if there is no such pair."""
    if len(own.plain) != len(other.plain):
        return ()
    for meaning, without in _OPPOSITES:
        here = [each for each in (*own.strict, *own.like) if meaning in each.groups]
        there = [each for each in other.like if without in each.groups]
        if here and there and not any(without in each.groups for each in own.like):
            return here[0], there[0]
    return ()


def _stands(denial: Denial, beside: set[str]) -> bool:
    return any(
        meaning not in _BESIDE or bool(_BESIDE[meaning] & beside) for meaning in denial.groups
    )


def _sorted_out(left: Found, found: Found) -> Left:
    def of(kind: Kind) -> tuple[Denial, ...]:
        return tuple(each for each in left if each.kind == kind)

    shown = tuple(each for each in found if each.kind not in ("like", "bound"))
    return Left(of("not"), of("perhaps"), of("strict"), of("like"), of("bound"), shown)
