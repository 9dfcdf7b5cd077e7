"""The denials of two texts side by side: what the one denies beyond the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.checks.denial_words import Kind
from lawkb.checks.denials import Denial, Denials

Found = Sequence[Denial]
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
    if ours.sentences != theirs.sentences:
        yield ours.found, theirs.found
        return
    for number in sorted({each.sentence for each in (*ours.found, *theirs.found)}):
        yield (
            [each for each in ours.found if each.sentence == number],
            [each for each in theirs.found if each.sentence == number],
        )


def balance(ours: Found, theirs: Found) -> tuple[Left, Left]:
    """What is left of the denials of both texts; words of one meaning stand for one another."""
    left, right = list(ours), list(theirs)
    there = (each for each in ours if each.kind != "bound")
    for each in sorted(there, key=lambda one: one.kind != "strict"):
        same = [other for other in right if each.groups & other.groups and other.kind != "bound"]
        if same:
            right.remove(min(same, key=lambda other: other.kind != each.kind))
            left.remove(each)
    return _sorted_out(left, ours), _sorted_out(right, theirs)


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
