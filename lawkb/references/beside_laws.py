"""References to the texts beside the laws of the code: «Annex I, point 2», «recitals 47 and 48»."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from lawkb.model.address import Address
from lawkb.model.beside import named_beside
from lawkb.model.label import plain
from lawkb.model.passage import Reference
from lawkb.references.grammar import ReferenceText

_LONGEST_PART = 60  # code points before the word for an annex
_PART_BEFORE = re.compile(
    r"([^\W\d_]+\.?)\s+(\(?\w{1,4}\)?(?:\(\w{1,4}\))*)\s+([^\W\d_]+(?:\s+[^\W\d_]+)?)\s+$"
)

Item = tuple[int, int, bool]  # first token, token after the last, whether it ends a range


def references_beside(
    reading: ReferenceText, word: tuple[int, int], items: Sequence[Item]
) -> tuple[Reference, ...]:
    """Return references to annexes or recitals of the code; empty if it has no such texts.

    Args:
        reading: The text.
        word: Indexes of the first token of the word for an annex and of the token after the last.
        items: The numbers after it with their parts: ``I, point 2``.
    """
    tokens, grammar = reading.tokens, reading.grammar
    if not grammar.scheme.series:
        return ()
    name = reading.text[tokens[word[0]].start : tokens[word[1] - 1].end]
    found: list[Reference] = []
    for first, after, ends_range in items:
        start, end = tokens[first].start, tokens[after - 1].end
        raw = reading.text[start:end]
        target = named_beside(name, raw, grammar.scheme, grammar.language)
        if target is None:
            return ()
        if ends_range and found:
            found[-1] = _range(reading, found[-1], target, end)
        else:
            found.append(Reference(start, end, raw, "absolute", target))
    if len(found) == 1:
        return (_with_parts_before(reading, word[0], name, found[0]),)
    if found:
        within = tokens[word[0]].start, found[-1].end
        return tuple(replace(each, within=within) for each in found)
    return ()


def _with_parts_before(reading: ReferenceText, at: int, name: str, found: Reference) -> Reference:
    """Return a reference with the part before the word: «point 2(a) of Annex I»."""
    begin = reading.tokens[at].start
    offset = max(0, begin - _LONGEST_PART)
    match = _PART_BEFORE.search(reading.text, offset, begin)
    if not match or not _is_part(reading, match):
        return found
    place = f"{found.raw} {match[2]}"
    target = named_beside(name, place, reading.grammar.scheme, reading.grammar.language)
    if target is None or not found.target or target.depth <= found.target.depth:
        return found
    start = match.start(2)
    return replace(found, start=start, raw=reading.text[start : found.end], target=target)


def _is_part(reading: ReferenceText, match: re.Match[str]) -> bool:
    """Return whether words name a part, «point», and what it belongs to, «of»."""
    table = reading.grammar.language.tables.get("references", {})
    levels = (each.get("words", ()) for each in table.get("levels", {}).values())
    parts = {*table.get("section", ()), *table.get("point", ()), *chain.from_iterable(levels)}
    joins = {plain(word) for word in table.get("of_law", ())}
    return plain(match[1]) in set(map(plain, parts)) and plain(match[3]) in joins


def _range(reading: ReferenceText, begun: Reference, upto: Address, end: int) -> Reference:
    raw = reading.text[begun.start : end]
    return replace(begun, end=end, raw=raw, form="range", upto=upto)
