"""Ranges: ``27 to 32``, ``50A-D``, ``(a) to (c)``."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.refs.items import Item, Reading, is_closed, read_item
from lawkb.refs.paths import Path, law_path, next_paths
from lawkb.refs.vocabulary import Phrase


@dataclass(frozen=True, slots=True)
class Announced:
    """What the words before an item say of it.

    Attributes:
        plural: They announce several.
        of_laws: A bare number is a law, and not a part of the citing one.
    """

    plural: bool
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


def read_range_end(
    reading: Reading, start: Item, paths: tuple[Path, ...], announced: Announced
) -> RangeEnd | None:
    """The end of the range that an item begins, or None when it begins none.

    «Law 49 - penalty card» and «applies Law 12 to 3 boards» are none: a singular word announces a
    range only where the dash is glued, the key word comes again, or nothing of the sentence
    follows. A range runs upwards: of two ways to read its end, one below its start is not meant.

    Args:
        reading: The text.
        start: The first item.
        paths: What the first item can name.
        announced: What the words before say.
    """
    sign = reading.vocabulary.ranges.at(reading.tokens, start.end)
    if sign is None:
        return None
    if announced.of_laws and sign.kind == "range" and (end := _repeated(reading, sign.end)):
        return RangeEnd(end.item, tuple(path for path in end.paths if path > paths[0]))
    item = read_item(reading, sign.end)
    if item is None or item.torn:
        return None
    if not (
        announced.plural or _is_tight(reading, sign, item) or _stands_free(reading, item, paths)
    ):
        return None
    found = next_paths(item, paths, announced.of_laws)
    return RangeEnd(item, tuple(path for path in found if path > paths[0])) if found else None


def _repeated(reading: Reading, i: int) -> RangeEnd | None:
    """The end that has its own key word: «Law 27 to Law 32»."""
    key = reading.vocabulary.openers.at(reading.tokens, i)
    item = read_item(reading, key.end) if key and key.kind == "law" else None
    law = law_path(item) if item and not item.torn else None
    return RangeEnd(item, (law,)) if item and law else None


def _is_tight(reading: Reading, sign: Phrase, item: Item) -> bool:
    dash = reading.tokens[sign.end - 1]
    return sign.kind == "dash" and dash.glued and reading.tokens[item.first].glued


def _stands_free(reading: Reading, item: Item, paths: tuple[Path, ...]) -> bool:
    return all(len(path) > 1 for path in paths) and is_closed(reading, item.end)
