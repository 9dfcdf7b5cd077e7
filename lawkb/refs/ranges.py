"""Ranges: ``27 to 32``, ``50A-D``, ``(a) to (c)``."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.refs.items import Item, read_item
from lawkb.refs.paths import law_path, next_paths
from lawkb.refs.reading import Key, Path, Reading, is_closed, key_of
from lawkb.refs.tokens import read_tokens
from lawkb.refs.vocabulary import Phrase

_LONGEST_KEY = 5  # tokens of the words before a label
_BEFORE = 24  # code points that hold the longest word that opens a range, and one more


@dataclass(frozen=True, slots=True)
class Start:
    """The item that may begin a range, and what is known of it.

    Attributes:
        first: Index of its first token.
        end: Index of the token after it.
        paths: What it can name.
        keys: The words before it, from the law down: «Article», «paragraphs».
        of_laws: A bare number is a law, and not a part of the citing one.
    """

    first: int
    end: int
    paths: tuple[Path, ...]
    keys: tuple[Key, ...]
    of_laws: bool


@dataclass(frozen=True, slots=True)
class RangeEnd:
    """The last item of a range.

    Attributes:
        item: As printed.
        paths: What it can name; none when the range would run backwards.
    """

    item: Item
    paths: tuple[Path, ...]


def likely_keys(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """Which of the words before an item the next one goes on from, the likeliest first.

    Words in the plural announce several, so a number behind «Articles 9 paragraph 2 and» is an
    article and one behind «Article 9 paragraphs 2 and» is a paragraph; else the nearest word
    counts. A part of the item itself comes last: «paragraph 1(b) or (c)».
    """
    near = keys[::-1]
    likely = (*(key for key in near if key.plural), *(key for key in near if not key.plural))
    return (
        likely if len(keys) == 1 and not keys[0].depths else (*likely, Key(plural=near[0].plural))
    )


def read_range_end(reading: Reading, start: Start) -> RangeEnd | None:
    """The end of the range that an item begins, or None when it begins none.

    «Law 49 - penalty card» and «applies Law 12 to 3 boards» are none: a singular word announces a
    range only where the dash is glued, the key word comes again, a word that opens ranges stands
    before («from Law 22 to 24»), or, inside a law, nothing of the sentence follows or the end can
    be a later part alone. A range runs upwards: of two ways to read its end, one below its start
    is not meant.

    Args:
        reading: The text.
        start: What may begin it.
    """
    sign = reading.vocabulary.ranges.at(reading.tokens, start.end)
    if sign is None:
        return None
    end = _repeated(reading, sign, start) or _unnamed(reading, sign, start)
    if end is None:
        return None
    return RangeEnd(end.item, tuple(path for path in end.paths if path > start.paths[0]))


def _unnamed(reading: Reading, sign: Phrase, start: Start) -> RangeEnd | None:
    """The end that has no word before it; inside a law it goes on counting, «76C1 to 3»."""
    for key in likely_keys(start.keys):
        item = read_item(reading, sign.end, key)
        if item is None or item.torn:
            continue
        found = next_paths(reading, item, start.paths, start.of_laws)
        later = any(path > start.paths[0] for path in found)
        opened = later and _is_opened(reading, start.first)
        announced = key.plural or opened or _is_tight(reading, sign, item)
        if found and (announced or _goes_on(reading, item, start.paths, found)):
            return RangeEnd(item, found)
    return None


def _repeated(reading: Reading, sign: Phrase, start: Start) -> RangeEnd | None:
    """The end that has its own key word: «Law 27 to Law 32», «paragraph 1 to paragraph 3»."""
    opener = reading.vocabulary.openers.at(reading.tokens, sign.end)
    if opener is None or sign.kind != "range":
        return None
    key = key_of(reading, opener)
    again = key.kind in ("law", "level") or key.kind == start.keys[-1].kind in ("section", "point")
    item = read_item(reading, opener.end, key) if again else None
    if item is None or item.torn:
        return None
    if key.kind == "law":
        law = law_path(item) if start.of_laws else None
        return RangeEnd(item, (law,)) if law else None
    same = key.depths == start.keys[-1].depths
    found = next_paths(reading, item, start.paths, False) if same else ()
    return RangeEnd(item, found) if found else None


def _is_opened(reading: Reading, first: int) -> bool:
    """Whether a word that opens ranges stands before the key word of a label.

    The tokens may begin with that key word, so what is before it is read from the text.
    """
    words, tokens = reading.vocabulary, reading.tokens
    for at in range(max(0, first - _LONGEST_KEY), first):
        opener = words.openers.at(tokens, at)
        if opener and opener.end == first:
            begin = max(0, tokens[at].start - _BEFORE)
            before = read_tokens(reading.text[begin : tokens[at].start], words.alphabet)
            cut = 1 if begin else 0  # the first may be the end of a word
            return any(
                opened.end == len(before) - 1
                for place in range(cut, len(before) - 1)
                if (opened := words.range_openers.at(before, place))
            )
    return False


def _is_tight(reading: Reading, sign: Phrase, item: Item) -> bool:
    dash = reading.tokens[sign.end - 1]
    return sign.kind == "dash" and dash.glued and reading.tokens[item.first].glued


def _goes_on(
    reading: Reading, item: Item, paths: tuple[Path, ...], found: tuple[Path, ...]
) -> bool:
    """Whether an end goes on from a part: nothing follows it, or it can be a later one alone."""
    if any(len(path) < 2 for path in paths):
        return False
    later = [path for path in found if path > paths[0]]
    return is_closed(reading, item.end) or (len(later) == 1 and len(later[0]) == len(paths[0]))
