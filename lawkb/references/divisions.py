"""References to divisions: «Chapter III», «Τμήμα 2 του Κεφαλαίου IV», *this Part*.

They are found where the code declares such divisions. Which division is cited is looked up later:
«Chapter III» does not say in which part it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.division import (
    DivisionLevel,
    DivisionPath,
    division_eid,
    division_of_eid,
    union_of,
)
from lawkb.model.label import folded_law_words, plain
from lawkb.model.language import Language
from lawkb.model.numerals import SIGNS, read_number
from lawkb.model.passage import Reference
from lawkb.references.grammar import Grammar, text_to_read

_TOKEN = re.compile(r"\S+")
_NUMBER_SIGNS = "΄'’´ʹ᾽"  # that belong to a Greek number
_MOST_JOINS = 2  # words between two divisions: «of the»


@dataclass(frozen=True, slots=True)
class _Named:
    """A division that words name: tokens, level, and its number; 0 for *this Chapter*."""

    first: int
    last: int
    depth: int
    n: int


def with_divisions(
    found: tuple[Reference, ...], text: str, outline: Outline, grammar: Grammar
) -> tuple[Reference, ...]:
    """Return the references of a text with those to divisions, which replace what overlaps them.

    Args:
        found: The other references.
        text: The text.
        outline: The code.
        grammar: Grammar of the language of the text.
    """
    if not outline.divisions:
        return found
    named = _find(text, outline.divisions, grammar.language)
    mentions = text_to_read(text, grammar, None).mentions.by_start
    others = [start for start, each in sorted(mentions.items()) if not each.act.is_own]
    own = tuple(each for each in named if not _is_of_another_act(text, each, others, grammar))
    if not own:
        return found
    starts = [each.start for each in own]

    def overlaps(reference: Reference) -> bool:
        at = bisect_left(starts, reference.end)
        return at > 0 and own[at - 1].end > reference.start

    rest = (each for each in found if not overlaps(each))
    return tuple(sorted((*own, *rest), key=lambda each: each.start))


def _is_of_another_act(
    text: str, reference: Reference, others: Sequence[int], grammar: Grammar
) -> bool:
    """Whether the name of another act follows: «Chapter IV of Regulation (EU) 2016/679»."""
    at = bisect_left(others, reference.end)
    if at == len(others):
        return False
    between = text[reference.end : others[at]].split()
    joins = _joins(grammar.language)
    return 0 < len(between) <= _MOST_JOINS and all(plain(word) in joins for word in between)


def resolved_division(
    reference: Reference, citing: Address | None, edition: str, code: Code
) -> Reference:
    """Return a reference to a division with its status and its whole address.

    Of several that the words may mean, the one in the divisions around the citing law is cited; if
    there are several there, too, the reference is ambiguous.

    Args:
        reference: As ``with_divisions`` returns it.
        citing: Provision that contains the reference, or None.
        edition: Id of the edition.
        code: The code.
    """
    held = [each for (of, _), each in code.divisions.items() if of == edition]
    every = [inner for each in union_of(held) for inner in each.walk()]
    around = max(
        (each.path for each in every if citing and citing.law in each.laws), key=len, default=()
    )
    wanted = division_of_eid(reference.division or "")
    if reference.form == "self":
        kind = wanted[-1][0]
        path = next((around[: n + 1] for n, each in enumerate(around) if each[0] == kind), None)
        return _with(reference, [path] if path else [])
    fitting = [each.path for each in every if _fits(wanted, each.path)]
    most = max((_common(path, around) for path in fitting), default=0)
    return _with(reference, [path for path in fitting if _common(path, around) == most])


def _with(reference: Reference, paths: Sequence[DivisionPath]) -> Reference:
    if len(paths) == 1:
        return replace(reference, status="held", division=division_eid(paths[0]))
    return replace(reference, status="ambiguous" if paths else "unresolved")


def _fits(wanted: DivisionPath, path: DivisionPath) -> bool:
    """Whether words that name some divisions around and a last one mean a division."""
    rest = iter(path)
    return path[-1] == wanted[-1] and all(each in rest for each in wanted)


def _common(path: DivisionPath, around: DivisionPath) -> int:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(path, around, strict=False))
    return sum(1 for _ in same)


def _find(text: str, levels: tuple[DivisionLevel, ...], language: Language) -> Iterator[Reference]:
    words = _words_of(levels, language)
    tokens = [*_TOKEN.finditer(text)]
    folded = [plain(token[0].strip(SIGNS)) for token in tokens]
    at = 0
    while at < len(tokens):
        named = _named(tokens, folded, at, words, language) if folded[at] in words else None
        if named is None:
            at += 1
            continue
        chain = [named]
        while named and (named := _next(tokens, folded, chain[-1], words, language)):
            if any(named.depth == each.depth for each in chain):
                break
            chain.append(named)
        at = chain[-1].last + 1
        yield _reference(text, tokens, chain, levels)


def _named(
    tokens: Sequence[re.Match[str]],
    folded: Sequence[str],
    at: int,
    words: dict[str, int],
    language: Language,
) -> _Named | None:
    """Return the division that is named at the word for one, or None."""
    depth = words[folded[at]]
    if at and folded[at - 1] in _this(language):
        return _Named(at - 1, at, depth, 0)
    if at + 1 == len(tokens) or tokens[at][0][-1] in ",.;:·)":
        return None
    written = tokens[at + 1][0].strip(SIGNS)
    readings = read_number(written, language) if not written.islower() else ()
    return _Named(at, at + 1, depth, min(readings)) if readings else None


def _next(
    tokens: Sequence[re.Match[str]],
    folded: Sequence[str],
    before: _Named,
    words: dict[str, int],
    language: Language,
) -> _Named | None:
    """Return the division named after another one: «of Chapter III», «, Section 2», or None."""
    if not before.n:
        return None
    ends = tokens[before.last][0]
    at = before.last + 1
    if ends.endswith(","):
        joined = at < len(tokens) and folded[at] in words and words[folded[at]] > before.depth
        return _named(tokens, folded, at, words, language) if joined else None
    if ends[-1] in ".;:·)":
        return None
    joins = _joins(language)
    while at < len(tokens) and at - before.last <= _MOST_JOINS and folded[at] in joins:
        at += 1
    if at == before.last + 1 or at >= len(tokens) or folded[at] not in words:
        return None
    return _named(tokens, folded, at, words, language) if words[folded[at]] < before.depth else None


def _reference(
    text: str,
    tokens: Sequence[re.Match[str]],
    chain: Sequence[_Named],
    levels: tuple[DivisionLevel, ...],
) -> Reference:
    start = tokens[chain[0].first].start()
    last = tokens[chain[-1].last]
    size = len(last[0].rstrip("".join(set(SIGNS) - set(_NUMBER_SIGNS))))
    end = last.start() + size
    ordered = sorted(chain, key=lambda each: each.depth)
    path = tuple((levels[each.depth].kind, each.n or 1) for each in ordered)
    eid, raw = division_eid(path), text[start:end]
    return Reference(start, end, raw, "absolute" if chain[0].n else "self", None, division=eid)


@cache
def _words_of(levels: tuple[DivisionLevel, ...], language: Language) -> dict[str, int]:
    """Return the level that each word means, without words that the code has for its laws."""
    found: dict[str, int] = {}
    for depth, level in enumerate(levels):
        for word in level.words.get(language.code, ()):
            if plain(word) not in folded_law_words(language):
                found.setdefault(plain(word), depth)
    return found


@cache
def _this(language: Language) -> frozenset[str]:
    table = language.tables.get("divisions", {})
    return frozenset(map(plain, table.get("this", ())))


@cache
def _joins(language: Language) -> frozenset[str]:
    phrases = language.tables.get("references", {}).get("of_law", ())
    return frozenset(plain(word) for phrase in phrases for word in phrase.split())
