"""The rule for numbers: digits of one text must be digits or words in the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from lawkb.checks.numbers.amounts import Amount, leaves, number_word_lists, required_digits
from lawkb.checks.numbers.grouped_digits import regrouped_codes
from lawkb.checks.numbers.quantities import ranges, read_amounts
from lawkb.checks.numbers.units import DEGREES, read_unit_words
from lawkb.checks.text_pairs import SIDES, CheckedText, Fault, TextPair, key_words
from lawkb.model.address import ordinal
from lawkb.model.finding import say
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import ByWord, SpanSet, read_vocabulary

if TYPE_CHECKING:
    from lawkb.checks.rule_context import RuleContext

_MOST = 14  # longer digits are seldom written in words
_WIDEST = 12  # most numbers between the ends of a range that may be a list in the other text
_UNITS = frozenset(("minutes", "months", "month"))  # kinds of words that a number may stand beside
_ENGLISH_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3},\d{3}(?![\d.,]\d|\d)")
_SPANS = frozenset(("minutes", "months"))
_SHORT_UNIT = 2  # most code points of a unit, with its space, that may be another: m, h
_DASHES = frozenset("-–—‐‑")


def numbers(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """The two texts have different numbers or quantities, apart from references.

    Why: *13 cards* and *12 φύλλα* are two rules, as are *3 days* and *3 weeks*.

    Example: *paid within 30 days* beside *μέσα σε 20 ημέρες*.

    Limits: values are compared, in digits or words, with units of time, measure and money. Times,
    dates, fractions and durations may be written differently (*5 p.m.* and *17:00*). Two different
    numbers in words are a warning, as is, in a bilingual file, a part of the law that only one text
    cites. A repeated number may occur once if nothing else differs.
    """
    if pair.pair is None:  # in laws these are references, which have a rule of their own
        yield from _other_letters(pair)
    if _are_alike(pair) and not _may_differ(pair):
        yield from _misread(pair)
        return
    sides = _read_both(pair)
    found = _compared(*sides)
    if found is None:
        yield from _misread(pair)
        return
    left, spoken = found
    names = [
        tuple(dict.fromkeys(_name(side.text, held, amount) for amount in own))
        for side, held, own in zip((pair.original, pair.translation), sides, left, strict=True)
    ]
    told = say(
        "%(ours)s in the original, %(theirs)s in the translation",
        ours=names[0] or say("nothing"),
        theirs=names[1] or say("nothing"),
    )
    marked = ((name, amount.span) for name, own in zip(SIDES, left, strict=True) for amount in own)
    doubtful = spoken or _are_folded(pair, left)
    yield Fault(
        say("numbers differ: %(told)s", told=told),
        quote=", ".join(names[1]) or ", ".join(names[0]),
        hint=say("compare the numbers"),
        key=told,
        marked=tuple(marked),
        contradicts=bool(left[1]),
        severity="warning" if doubtful else None,
    )


_CITED = re.compile(r"([^\W\d_]{3,})\.?[\s\u00a0]*(?:[\d(][\w().,\s-]{0,20})?\Z")
_NEAR = 40  # code points in which the word for a part of a law is before its number


def _are_folded(pair: TextPair, left: _Left) -> bool:
    """Return whether one text cites a part of its law where the other has no number at all.

    *A notice under subsection (4)* is often «the notice»: not every difference is a fault.
    """
    if pair.pair is not None or all(left) or not any(left):
        return False
    name = SIDES[0] if left[0] else SIDES[1]
    side = pair.side(name)
    words = key_words(side.language)
    before = (side.text[max(0, a.start - _NEAR) : a.start] for a in (*left[0], *left[1]))
    cited = (_CITED.search(text) for text in before)
    return all(match is not None and fold(match[1]) in words for match in cited)


_LETTER = re.compile(r"(?:(?<=[\d)])|(?<![\w(]))\(?([^\W\d_]{1,4})\)")


def _other_letters(pair: TextPair) -> Iterator[Fault]:
    """Yield the fault of one lettered point for another: «4(3)(b)» beside «4(3)(γ)»."""
    ours, theirs = pair.original.once(_letters), pair.translation.once(_letters)
    if not ours or not theirs:
        return
    left = list(theirs)
    gone = []
    for span, means in ours:
        same = next((each for each in left if not means.isdisjoint(each[1])), None)
        if same:
            left.remove(same)
        else:
            gone.append(span)
    if gone and len(gone) == len(left):
        spans = gone, [span for span, _ in left]
        names = [
            tuple(side.text[slice(*span)] for span in own)
            for side, own in zip((pair.original, pair.translation), spans, strict=True)
        ]
        told = say(
            "%(ours)s in the original, %(theirs)s in the translation",
            ours=names[0],
            theirs=names[1],
        )
        yield Fault(
            say("lettered points differ: %(told)s", told=told),
            quote=", ".join(names[1]),
            hint=say("compare the references"),
            key=f"letters {told}",
            marked=tuple(
                (name, span) for name, own in zip(SIDES, spans, strict=True) for span in own
            ),
            contradicts=True,
        )


def _letters(side: CheckedText) -> tuple[tuple[Span, frozenset[object]], ...]:
    """Return the letters in brackets of a text, each with the places in an order it may mean."""
    own = side.language
    found: list[tuple[Span, frozenset[object]]] = []
    places = {match.span(1) for match in _LETTER.finditer(side.text)} if ")" in side.text else set()
    for span in sorted(places | set(_named_letters(side))):
        letter = side.text[slice(*span)].lower()
        means = {own.ordinal("lower", letter), ordinal("roman", letter)} - {None}
        if means:
            # letters of one alphabet are the same, whichever the language leaves out
            found.append((span, frozenset((*means, letter))))
    return tuple(found)


def _named_letters(side: CheckedText) -> Iterator[Span]:
    """Yield the spans of letters behind a word for a point: b of «Buchstabe b», γ of «στοιχ. γ΄».

    Those that go on behind it are yielded, too: «Buchstaben a und c».
    """
    code = side.language.code
    named, more = _letter_words(code)
    for match in named.finditer(side.text):
        # «lettera a chi»: a letter that is a word
        if not match["stop"] and match["letter"] in read_vocabulary(code).stop:
            continue
        found: re.Match[str] | None = match
        while found:
            yield found.span("letter")
            found = more.match(side.text, found.end())


@cache
def _letter_words(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a word with a letter, and of a letter that goes on behind one."""
    tables = any_language(code).tables
    listed = tables.get("checks", {}).get("lettered", "").split()
    links = tables.get("opposites", {}).get("link", {})
    joined = [each.lstrip("=") for key in ("and", "or") for each in links.get(key, "").split()]
    words, between = (
        "|".join(sorted(map(re.escape, own), key=len, reverse=True)) or "(?!)"
        for own in (listed, joined)
    )
    letter = r"(?P<letter>[a-zα-ω]{1,2})(?![^\W_]|[.’'-][^\W_])"
    return (
        re.compile(rf"\b(?i:{words})(?P<stop>\.?)[ \u00a0]{letter}"),
        re.compile(rf"[΄'’ʹ)]?(?:\s*,\s*|\s(?:{between})\s){letter}"),
    )


def _misread(pair: TextPair) -> Iterator[Fault]:
    """Yield the fault of a number copied with the comma that ends whole numbers here: 10,000."""
    ours, theirs = (any_language(tag).tables.get("numerals", {}) for tag in pair.tags)
    if theirs.get("decimal") != "," or ours.get("decimal") == ",":
        return
    if not pair.original.once(_plain):
        return
    held = set(_ENGLISH_THOUSANDS.findall(pair.original.text))
    for match in _ENGLISH_THOUSANDS.finditer(pair.translation.text) if held else ():
        if match[0] in held:
            yield Fault(
                say("«%(number)s» is below a thousand in this language", number=match[0]),
                quote=match[0],
                hint=say("write %(number)s", number=match[0].replace(",", ".")),
                key=f"comma {match[0]}",
                marked=(("translation", match.span()),),
                severity="warning",
                contradicts=True,
            )


def _name(text: str, held: _Numbers, amount: Amount) -> str:
    """Return an amount as it is told: with the other end of its range, or in its own words."""
    for first, second in held.ranges:
        if amount.span in (first.span, second.span):
            return text[first.start : second.end]
    return amount.shown or text[amount.start : amount.end]


def _are_alike(pair: TextPair) -> bool:
    """Return whether both texts have the same digits, as most pairs do."""
    return pair.original.once(_plain) == pair.translation.once(_plain)


def _plain(side: CheckedText) -> list[str]:
    return sorted(required_digits(side.text, (*side.reference_spans, *side.local_spans)))


_Said = tuple[tuple[str, Fraction], ...]
_SIGNS = re.compile(r"[€$£¥%‰]|°\s?[CF]")
_MINUS = re.compile(r"(?<![\w.,])[−–-](?=\d)|°")  # or a temperature, whose sign may be a word


def _may_differ(pair: TextPair) -> bool:
    """Return whether words or signs of amounts differ, in one text and in the other.

    A temperature may differ by a word for the minus. Most texts say the same and are not read.
    """
    ours, theirs = pair.original.once(_said), pair.translation.once(_said)
    if ours != theirs:
        here, there = Counter(ours), Counter(theirs)
        more, others = here - there, there - here
        timed = any(each[0][0] in _SPANS for each in ours)  # *one month* has no number
        if (more and others) or (timed and (more or others)):
            return True
    if any(each[0][0] == DEGREES for each in ours):  # a word for the minus is no amount
        return True
    minus = [len(_MINUS.findall(side.text)) for side in (pair.original, pair.translation)]
    return minus[0] != minus[1] or "°" in pair.original.text


def _said(side: CheckedText) -> list[_Said]:
    """Return what the words and signs of a text say of amounts, sorted."""
    known = _known(side.language.code)
    found = [told for word in side.words if (told := known[word.text])]
    found += [((match[0], Fraction(0)),) for match in _SIGNS.finditer(side.text)]
    return sorted(found)


@cache
def _known(code: str) -> ByWord[_Said]:
    """Return what each word of a language says of amounts."""
    words, units = number_word_lists(code), read_unit_words(code)
    return ByWord(lambda word: words.said(fold(word)) or units.said(word))


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The amounts of a text, and the whole numbers inside its ranges: 23 of *22-24*."""

    amounts: tuple[Amount, ...]
    ranges: tuple[tuple[Amount, Amount], ...]  # both ends of each
    between: frozenset[int]
    wordless: bool = False  # the language has no number words


def _read_numbers(side: CheckedText) -> _Numbers:
    """Return the amounts of a text, cached for two rules."""
    code = side.language.code
    amounts = read_amounts(side.text, code, side.reference_spans, side.local_spans)
    held = tuple(ranges(tuple(leaves(amounts)), side.text, _range_signs(code)))
    wordless = bool(side.words) and not number_word_lists(code).words
    between = frozenset(each for own in map(_inside, held) if len(own) <= _WIDEST for each in own)
    return _Numbers(amounts, held, between, wordless)


def _inside(ends: tuple[Amount, Amount]) -> range:
    low, high = (int(next(each.values("number"))) for each in ends)
    return range(low + 1, high)


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


def _compared(ours: _Numbers, theirs: _Numbers) -> tuple[_Left, bool] | None:
    """Return the amounts of both texts that differ, and whether they are only numbers in words.

    None when no difference is certain.
    """
    left: _Left = (list(ours.amounts), list(theirs.amounts))
    fractions = _changed_fractions(left)
    if fractions:
        return fractions, True
    orders = _changed_orders(left)
    _pair_off(left[0], left[1], whole=True)
    changed = _changed_measures(left, (ours, theirs))
    lengths = _changed_lengths(left)
    left = _without_wholes(
        [a for a in left[0] if a not in changed[0]], [a for a in left[1] if a not in changed[1]]
    )
    lacking, words = _unmatched(left, (ours, theirs))
    if any(lacking):
        shown = [_spoken(each) for each in words]
        for at in (0, 1):  # *ten days* beside *12 giorni*: the number in words is the other side
            if not lacking[at] and not changed[at]:
                lacking[at].extend(shown[at][:1] if len(shown[at]) == 1 else ())
    if any(lacking) or any(changed):
        return ([*changed[0], *lacking[0]], [*changed[1], *lacking[1]]), False
    for told in (lengths, (_spoken(words[0]), _spoken(words[1])), orders):
        if told and len(told[0]) == len(told[1]) == 1:
            return told, True
    return None


def _changed_orders(left: _Left) -> _Left | None:
    """Return the only ordinals in words of both texts if they differ, *third* and «zweite»."""
    ours, theirs = ([word for word in own if _is_ordinal(word)] for own in left)
    if len(ours) != 1 or len(theirs) != 1 or ours[0].readings & theirs[0].readings:
        return None
    others: _Left = (_spelled(left[0], ours[0]), _spelled(left[1], theirs[0]))
    _pair_off(others[0], others[1])
    free = all(list(a.values("number")) in ([], [1]) for own in others for a in own)  # *a*, *one*
    return (ours, theirs) if free else None


def _spelled(amounts: Sequence[Amount], but: Amount) -> list[Amount]:
    return [a for a in amounts if not a.asked and a is not but]


def _is_ordinal(word: Amount) -> bool:
    kinds = {kind for kind, _ in word.readings}
    return "ordinal" in kinds and kinds <= {"number", "ordinal"} and not word.parts


def _spoken(words: Sequence[Amount]) -> list[Amount]:
    """Return the numbers in words above one that remain, without ordinals, units and dozens.

    Nor is *twice* one, whose words also mean *both* or *a pair*.
    """
    return [
        word
        for word in words
        if not word.parts
        and any(value >= 2 and value.denominator == 1 for value in word.values("number"))
        and {kind for kind, _ in word.readings} <= {"number", "times"}
        and ("times", Fraction(2)) not in word.readings
    ]


_FAMILIES = {"minutes": "span", "months": "span"}


def _families(amount: Amount) -> set[str]:
    """Return what a composed amount measures; empty for plain numbers."""
    kinds = {kind for kind, _ in amount.readings} if amount.parts else set()
    return {_FAMILIES.get(kind, kind.partition(" ")[0]) for kind in kinds}


def _changed_measures(left: _Left, held: tuple[_Numbers, _Numbers]) -> _Left:
    """Return the amounts with the same number and another unit: 3 days, 3 weeks.

    An amount must be the only one of its kind with the number, and its unit must not be elsewhere
    in the other text, where it may belong to the number from afar.
    """
    ours = [a for a in left[0] if a.parts]
    theirs = [a for a in left[1] if a.parts]
    fits = [
        (a, b)
        for a in ours
        for b in theirs
        if _families(a) & _families(b) and _same_number(a, b) and not _same_day(a, b)
    ]
    if not fits and len(ours) == len(theirs) == 1:
        pair = ours[0], theirs[0]  # 500 litres, «500 μέτρα»
        fits = [pair] if _same_number(*pair) and all(map(_is_measured, pair)) else []
    found: _Left = ([], [])
    for a, b in fits:
        alone = sum(a is one or b is other for one, other in fits) == 1
        if alone and not _is_elsewhere(a, held[1]) and not _is_elsewhere(b, held[0]):
            found[0].append(a)
            found[1].append(b)
    return found


_MEASURES = frozenset(("length", "mass", "volume", "area", "span"))


def _is_measured(amount: Amount) -> bool:
    """Return whether an amount is a measure, with a unit that is written out."""
    unit = amount.end - min(part.end for part in amount.parts)
    return _families(amount) <= _MEASURES and unit > _SHORT_UNIT


def _changed_lengths(left: _Left) -> _Left | None:
    """Return the only spans of time of both texts if both are in words and of one unit.

    So *one month* is compared, whose number alone may be no number.
    """
    ours, theirs = ([a for a in own if "span" in _families(a)] for own in left)
    if len(ours) != 1 or len(theirs) != 1 or ours[0].asked or theirs[0].asked:
        return None
    units = [
        {r for leaf in leaves(own) for r in leaf.readings if r[0] in _SPANS}
        for own in (ours, theirs)
    ]
    return (ours, theirs) if units[0] & units[1] else None


def _changed_fractions(left: _Left) -> _Left | None:
    """Return the only fractions in words of both texts, *two thirds* and *τρία τέταρτα*.

    None if one may be the other, or another amount of its text: *a third* is also the third.
    """
    ours, theirs = ([(a, told) for a in own if (told := _fractions(a))] for own in left)
    if len(ours) != 1 or len(theirs) != 1 or ours[0][1] & theirs[0][1]:
        return None
    (here, own), (there, other) = ours[0], theirs[0]
    held = [{value for each in side for value in each.values("number")} for side in left]
    one = all(Fraction(1) in each.values("number") for each in (here, there))  # «ένα τέταρτο»
    if other & held[0] or own & held[1] or not (one or _is_share(here) or _is_share(there)):
        return None
    return [here], [there]


def _fractions(amount: Amount) -> set[Fraction]:
    """Return the values below one of a number in words: ⅔ of *two thirds*, which may be 3, too."""
    if amount.parts or amount.asked or any(kind != "number" for kind, _ in amount.readings):
        return set()
    return {value for value in amount.values("number") if 0 < value < 1}


def _is_share(amount: Amount) -> bool:
    """Return whether a number in words can only be a part: *two thirds*, *half*, not *a third*."""
    values = list(amount.values("number"))
    return len(values) == 1 or values[0].numerator > 1


def _same_number(a: Amount, b: Amount) -> bool:
    return not _plain_numbers(a).isdisjoint(_plain_numbers(b))


def _same_day(a: Amount, b: Amount) -> bool:
    """Return whether two dates differ only by a year that one of them lacks."""
    ours, theirs = ({each[1] for each in own.readings if each[0] == "date"} for own in (a, b))
    return any(
        isinstance(x, tuple) and isinstance(y, tuple) and x[1:] == y[1:] and 0 in (x[0], y[0])
        for x in ours
        for y in theirs
    )


def _plain_numbers(amount: Amount) -> set[Fraction]:
    return {value for leaf in leaves((amount,)) for value in leaf.values("number")}


def _is_elsewhere(amount: Amount, other: _Numbers) -> bool:
    """Return whether the other text has the unit of an amount, or its month, without a number."""
    units = {r for leaf in leaves((amount,)) for r in leaf.readings if r[0] in _UNITS}
    return any(not a.parts and not units.isdisjoint(a.readings) for a in other.amounts)


def _unmatched(left: _Left, held: tuple[_Numbers, _Numbers]) -> tuple[_Left, _Left]:
    """Return the amounts in digits without an equal one in the other text, and those in words."""
    asked = tuple([a for a in own if a.asked] for own in left)
    words = tuple([a for a in own if not a.asked] for own in left)
    _pair_off(asked[0], asked[1])
    _pair_off(words[0], words[1])
    _pair_off(asked[0], words[1])
    _pair_off(words[0], asked[1])
    rest: _Left = (words[0], words[1])
    if len(asked[0]) == len(asked[1]):  # as many on both sides: not one range for a list
        return (asked[0], asked[1]), rest
    lacking = (_lacking(asked[0], held[1]), _lacking(asked[1], held[0]))
    if lacking[0] and lacking[1]:
        return lacking, rest
    if _says_more(words[1], lacking[0]) or _says_more(words[0], lacking[1]):
        return lacking, rest
    unlike = _not_repeated(lacking[0], held[1].amounts), _not_repeated(lacking[1], held[0].amounts)
    return unlike, rest


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
