"""The rule for numbers: digits of one text must be digits or words in the other."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from lawkb.checks.amounts import Amount, leaves, number_word_lists, required_digits
from lawkb.checks.grouped_digits import regrouped_codes
from lawkb.checks.quantities import ranges, read_amounts
from lawkb.checks.text_pairs import SIDES, CheckedText, Fault, TextPair
from lawkb.model.finding import say
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import SpanSet

if TYPE_CHECKING:
    from lawkb.checks.rule_context import RuleContext

_MOST = 14  # longer digits are seldom written in words
_WIDEST = 12  # most numbers between the ends of a range that may be a list in the other text
_DASHES = frozenset("-–—‐‑")


def numbers(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """The two texts have different numbers, apart from references.

    Why: *13 cards* and *12 φύλλα* are two rules.

    Example: *paid within 30 days* beside *μέσα σε 20 ημέρες*.

    Limits: values are compared. A number in digits may be in words in the other language (*thirty-
    five*, *τριάντα πέντε*), and times, dates, fractions and durations may be written differently
    (*5 p.m.* and *17:00*). Numbers in words in both texts are not compared, nor are units: *3 days*
    and *3 weeks* are not distinguished. A number repeated may occur once in the other text if
    nothing else differs.
    """
    if _are_alike(pair):
        return
    left = _unmatched(*_read_both(pair))
    if any(left):
        names = [tuple(amount.shown for amount in own) for own in left]
        told = say(
            "%(ours)s in the original, %(theirs)s in the translation",
            ours=names[0] or say("nothing"),
            theirs=names[1] or say("nothing"),
        )
        marked = (
            (name, amount.span) for name, own in zip(SIDES, left, strict=True) for amount in own
        )
        yield Fault(
            say("numbers differ: %(told)s", told=told),
            quote=", ".join(names[1]) or ", ".join(names[0]),
            hint=say("compare the numbers"),
            key=told,
            marked=tuple(marked),
            contradicts=bool(left[1]),
        )


def _are_alike(pair: TextPair) -> bool:
    """Return whether both texts have the same digits, as most pairs do."""
    return pair.original.once(_plain) == pair.translation.once(_plain)


def _plain(side: CheckedText) -> list[str]:
    return sorted(required_digits(side.text, (*side.reference_spans, *side.local_spans)))


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The amounts of a text, and the whole numbers inside its ranges: 23 of *22-24*."""

    amounts: tuple[Amount, ...]
    between: frozenset[int]
    wordless: bool = False  # the language has no number words


def _read_numbers(side: CheckedText) -> _Numbers:
    """Return the amounts of a text, cached for two rules."""
    code = side.language.code
    amounts = read_amounts(side.text, code, side.reference_spans, side.local_spans)
    held = ranges(tuple(leaves(amounts)), side.text, _range_signs(code))
    wordless = bool(side.words) and not number_word_lists(code).words
    between = frozenset(each for own in held if len(own) <= _WIDEST for each in own)
    return _Numbers(amounts, between, wordless)


@cache
def _range_signs(code: str) -> frozenset[str]:
    words = any_language(code).tables.get("references", {}).get("range", ())
    return _DASHES | frozenset(map(fold, words))


def _read_both(pair: TextPair) -> tuple[_Numbers, _Numbers]:
    """Return the numbers of both texts, without codes that they group differently."""
    ours, theirs = pair.original.once(_read_numbers), pair.translation.once(_read_numbers)
    codes = regrouped_codes(pair.original.text, pair.translation.text)
    return _without(ours, codes[0]), _without(theirs, codes[1])


def _without(numbers: _Numbers, spans: Sequence[Span]) -> _Numbers:
    if not spans:
        return numbers
    apart = SpanSet(spans)
    kept = tuple(each for each in numbers.amounts if not apart.touch(*each.span))
    return replace(numbers, amounts=kept)


def spans_of_equal_amounts(pair: TextPair) -> tuple[Span, ...]:
    """Return spans in the original of amounts that the translation writes differently.

    Example: *45 minutes* for *τρία τέταρτα της ώρας*. Empty when both texts have the same digits.
    """
    if _are_alike(pair):
        return ()
    numbers, others = _read_both(pair)
    ours = numbers.amounts
    left = _without_wholes(ours, others.amounts)
    before = {amount.span for amount in left[0]}
    gone = [span for amount in ours for span in _spans_but(amount, before)]
    gone += regrouped_codes(pair.original.text, pair.translation.text)[0]
    alone = list(left[0])
    _pair_off(left[0], left[1])
    kept = set(map(id, left[0]))
    return (*gone, *(amount.span for amount in alone if id(amount) not in kept))


def _spans_but(amount: Amount, kept: Container[Span]) -> list[Span]:
    """Return the span of an amount with its signs (p.m.), or those of its parts if some stay."""
    parts = [leaf.span for leaf in leaves((amount,)) if leaf.span not in kept]
    return [amount.span] if len(parts) == sum(1 for _ in leaves((amount,))) else parts


_Left = tuple[list[Amount], list[Amount]]


def _unmatched(ours: _Numbers, theirs: _Numbers) -> _Left:
    """Return the amounts in digits without an equal amount in the other text, for both texts."""
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
    if _says_more(words[1], lacking[0]) or _says_more(words[0], lacking[1]):
        return lacking
    return _not_repeated(lacking[0], theirs.amounts), _not_repeated(lacking[1], ours.amounts)


def _says_more(words: Sequence[Amount], lacking: Sequence[Amount]) -> bool:
    """Return whether a text has a number in words where the other has another one in digits.

    *One* need not be a number.
    """
    return bool(lacking) and any(value != 1 for word in words for value in word.values("number"))


def _without_wholes(ours: Sequence[Amount], theirs: Sequence[Amount]) -> _Left:
    """Return the amounts of both texts that remain after matching whole times, dates and so on.

    Composed amounts that do not match are split into their parts, which are matched again.
    """
    left: _Left = (list(ours), list(theirs))
    while True:
        _pair_off(left[0], left[1], whole=True)
        if not any(amount.parts for own in left for amount in own):
            return left
        left = (_opened(left[0]), _opened(left[1]))


def _opened(amounts: Sequence[Amount]) -> list[Amount]:
    return [part for amount in amounts for part in (amount.parts or (amount,))]


def _pair_off(ours: list[Amount], theirs: list[Amount], whole: bool = False) -> None:
    """Remove equal amounts from both lists, one for one.

    With ``whole``, at least one of two equal amounts must be composed of parts, like a time.
    """
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
    """Return the indexes of amounts by possible meaning, in descending order.

    With ``wholes``, only amounts composed of parts, like a date, are indexed.
    """
    found: dict[_Key, list[int]] = {}
    for at in range(len(amounts) - 1, -1, -1):
        if amounts[at].parts or not wholes:
            for key in _keys(amounts[at], asking=False):
                found.setdefault(key, []).append(at)
    return found


def _keys(amount: Amount, asking: bool) -> Iterator[_Key]:
    """Yield the meanings by which an amount can equal another.

    They are its readings, and the hours of a clock if one of both is a time and the other is not.
    """
    yield from amount.readings
    timed = any(kind == "time" for kind, _ in amount.readings)
    for minutes in amount.clock:
        yield "clock", timed != asking, minutes


def _lacking(amounts: Sequence[Amount], other: _Numbers) -> list[Amount]:
    """Return amounts that are not inside a range of the other text: *22-24* has *23*.

    If the other language has no number words, small numbers are left out: any word may be one.
    """
    return [
        a
        for a in amounts
        if not (other.wordless and any(value < _MOST for value in a.values("number")))
        and not any(value in other.between for value in a.values("number"))
    ]


def _not_repeated(amounts: Sequence[Amount], others: Sequence[Amount]) -> list[Amount]:
    """Return the amounts that do not occur in the other text."""
    there = {each for other in (*others, *leaves(others)) for each in other.readings}
    return [amount for amount in amounts if there.isdisjoint(amount.readings)]
