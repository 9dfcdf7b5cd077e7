"""The rule for figures: what one text says in figures, the other says in figures or in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lawkb.checks.amounts import Amount, leaves
from lawkb.checks.figures import asked_figures
from lawkb.checks.numeral_words import read_numerals
from lawkb.checks.quantities import ranges, read_amounts
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, SideName, TextPair
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.model.sentence import say
from lawkb.search.folding import fold

_MOST = 14  # figures from here on are seldom words
_DASHES = frozenset("-–—‐‑")


def numbers(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
    """Figures differ, references aside.

    Why: *13 cards* and *12 φύλλα* are two rules.

    Example: *paid within 30 days* beside *μέσα σε 20 ημέρες*.

    Limits: values are compared. A figure may be a word in the other language (*thirty-five*,
    *τριάντα πέντε*), and a time, a date, a part or a span of time may be written otherwise
    (*5 p.m.* and *17:00*, *90 minutes* and *un'ora e mezza*). Numbers that both texts have in words
    are not compared, nor are units: *3 days* beside *3 weeks* is not seen. A figure that stands
    twice may stand once, when nothing else differs.
    """
    if _are_alike(pair):
        return
    left = _unmatched(pair.original.once(_read), pair.translation.once(_read))
    if any(left):
        names = [tuple(amount.shown for amount in own) for own in left]
        told = say(
            "%(ours)s in the original, %(theirs)s in the translation",
            ours=names[0] or say("nothing"),
            theirs=names[1] or say("nothing"),
        )
        sides: tuple[SideName, SideName] = ("original", "translation")
        spans: list[tuple[SideName, Span]] = [
            (name, amount.span) for name, own in zip(sides, left, strict=True) for amount in own
        ]
        yield Fault(
            say("figures differ: %(told)s", told=told),
            quote=", ".join(names[1]) or ", ".join(names[0]),
            hint=say("compare the figures"),
            key=told,
            marked=tuple(spans),
        )


def _are_alike(pair: TextPair) -> bool:
    """Whether both texts have the same figures, as most pairs do: nothing else is looked at."""
    return pair.original.once(_plain) == pair.translation.once(_plain)


def _plain(side: Side) -> list[str]:
    """The figures that the other text must have, whatever they make up."""
    return sorted(asked_figures(side.text, (*side.reference_spans, *side.local_spans)))


@dataclass(frozen=True, slots=True)
class _Read:
    """The amounts of a text, and the whole numbers that its ranges hold."""

    amounts: tuple[Amount, ...]
    between: frozenset[int]
    wordless: bool = False  # nobody knows the numerals of the language


def _read(side: Side) -> _Read:
    """The amounts of a text; two rules ask for them."""
    code = side.language.code
    amounts = read_amounts(side.text, code, side.reference_spans, side.local_spans)
    held = ranges(tuple(leaves(amounts)), side.text, _range_signs(code))
    wordless = bool(side.words) and not read_numerals(code).words
    return _Read(amounts, frozenset(each for own in held for each in own), wordless)


@cache
def _range_signs(code: str) -> frozenset[str]:
    words = any_language(code).tables.get("references", {}).get("range", ())
    return _DASHES | frozenset(map(fold, words))


def answered(pair: TextPair) -> tuple[Span, ...]:
    """Where the original says what the translation says too, in other figures or in words.

    Empty where both texts have the same figures.
    """
    if _are_alike(pair):
        return ()
    ours, theirs = pair.original.once(_read).amounts, pair.translation.once(_read).amounts
    left = _without_wholes(ours, theirs)
    gone = [leaf.span for leaf in _leaves_matched(ours, left[0])]
    before = list(left[0])
    _pair_off(left[0], left[1])
    kept = set(map(id, left[0]))
    return (*gone, *(a.span for a in before if id(a) not in kept))


_Left = tuple[list[Amount], list[Amount]]


def _unmatched(ours: _Read, theirs: _Read) -> _Left:
    """The figures of either text that the other one has in no way."""
    left: _Left = _without_wholes(ours.amounts, theirs.amounts)
    asked = tuple([a for a in own if a.asked] for own in left)
    words = tuple([a for a in own if not a.asked] for own in left)
    _pair_off(asked[0], asked[1])
    _pair_off(words[0], words[1])
    _pair_off(asked[0], words[1])
    _pair_off(words[0], asked[1])
    lacking = (_lacking(asked[0], theirs), _lacking(asked[1], ours))
    if lacking[0] and lacking[1]:
        return lacking
    return _anew(lacking[0], theirs.amounts), _anew(lacking[1], ours.amounts)


def _without_wholes(ours: Sequence[Amount], theirs: Sequence[Amount]) -> _Left:
    """The figures and words that are left when whole times, dates and the like are matched.

    What finds no equal falls into its parts, and these are looked for anew.
    """
    left: _Left = (list(ours), list(theirs))
    while True:
        _pair_off(left[0], left[1], whole=True)
        if not any(amount.parts for own in left for amount in own):
            return left
        left = (_opened(left[0]), _opened(left[1]))


def _leaves_matched(amounts: Sequence[Amount], left: Sequence[Amount]) -> list[Amount]:
    """The figures and words of amounts that were matched as a whole."""
    kept = {amount.span for amount in left}
    return [leaf for leaf in leaves(amounts) if leaf.span not in kept]


def _opened(amounts: Sequence[Amount]) -> list[Amount]:
    return [part for amount in amounts for part in (amount.parts or (amount,))]


def _pair_off(ours: list[Amount], theirs: list[Amount], whole: bool = False) -> None:
    """Take out of both what is equal, one for one; of wholes only where one of both is one."""
    every, wholes = _index(theirs), _index(theirs, wholes=True)
    gone: set[int] = set()
    kept = []
    for one in ours:
        index = wholes if whole and not one.parts else every
        waiting = [index[key] for key in _keys(one, asking=True) if key in index]
        for places in waiting:
            while places and places[-1] in gone:
                places.pop()
        found = [places[-1] for places in waiting if places]
        if found:
            gone.add(min(found))
        else:
            kept.append(one)
    ours[:] = kept
    theirs[:] = [other for at, other in enumerate(theirs) if at not in gone]


_Key = tuple[object, ...]


def _index(amounts: Sequence[Amount], wholes: bool = False) -> dict[_Key, list[int]]:
    """Where amounts stand by what they may be, the last place first."""
    found: dict[_Key, list[int]] = {}
    for at in range(len(amounts) - 1, -1, -1):
        if amounts[at].parts or not wholes:
            for key in _keys(amounts[at], asking=False):
                found.setdefault(key, []).append(at)
    return found


def _keys(amount: Amount, asking: bool) -> Iterator[_Key]:
    """What an amount may equal: its readings, and its hour where only one of both is a time."""
    yield from amount.readings
    timed = any(kind == "time" for kind, _ in amount.readings)
    for minutes in amount.clock:
        yield "clock", timed != asking, minutes


def _lacking(amounts: Sequence[Amount], other: _Read) -> list[Amount]:
    """Those that no range of the other text holds: «22-24» and «22, 23 and 24».

    Of a language whose numerals nobody knows, any word may say a small number.
    """
    return [
        a
        for a in amounts
        if not (other.wordless and any(value < _MOST for value in a.values("number")))
        and not any(value in other.between for value in a.values("number"))
    ]


def _anew(amounts: Sequence[Amount], others: Sequence[Amount]) -> list[Amount]:
    """Those that are not said once more of what the other text has said."""
    there = {each for other in (*others, *leaves(others)) for each in other.readings}
    return [amount for amount in amounts if there.isdisjoint(amount.readings)]
