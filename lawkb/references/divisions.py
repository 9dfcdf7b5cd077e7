"""References to divisions: «Chapter III», «Τμήμα 2 του Κεφαλαίου IV», *this Part*.

They are found where the code declares such divisions. Which division is cited is looked up later:
«Chapter III» does not say in which part it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product, takewhile

from msgspec.structs import replace

from lawkb.model.address import Address, InSeries
from lawkb.model.code import Code, Outline
from lawkb.model.division import (
    DivisionLevel,
    DivisionPath,
    division_eid,
    division_of_eid,
    union_of,
)
from lawkb.model.label import SIGNS, folded_law_words, plain, read_number
from lawkb.model.language import Language
from lawkb.model.passage import Form, Reference
from lawkb.references.cited_acts import is_of_act_before
from lawkb.references.grammar import ReferenceText

_TOKEN = re.compile(r"\S+")
_NUMBER_SIGNS = "΄'’´ʹ᾽"  # that belong to a Greek number
LONGEST_TYPED_DIVISION = 120  # characters
_MOST_JOINS = 2  # words between two divisions: «of the»


@dataclass(frozen=True, slots=True)
class _Named:
    """Divisions that words name: tokens, level, and their numbers; 0 for *this Chapter*."""

    first: int  # Index of the first token.
    depth: int  # The level.
    # Index of the token of each number, and the number: «Parts B and C», «I to IV».
    numbers: tuple[tuple[int, int], ...]

    @property
    def last(self) -> int:
        """Index of the last token."""
        return self.numbers[-1][0]


def with_divisions(
    found: tuple[Reference, ...], reading: ReferenceText, outline: Outline
) -> tuple[Reference, ...]:
    """Return the references of a text with those to divisions, which replace what overlaps them."""
    if not outline.divisions:
        return found
    text, grammar = reading.text, reading.grammar
    named = _find(text, outline.divisions, grammar.language)
    mentions = reading.mentions.by_start
    others = [start for start, each in sorted(mentions.items()) if not each.act.is_own]
    beside = [each for each in found if each.target and isinstance(each.target.law, InSeries)]
    own = tuple(_own(reading, named, others, beside))
    if not own:
        return found
    starts = [each.start for each in own]

    def overlaps(reference: Reference) -> bool:
        at = bisect_left(starts, reference.end)
        return at > 0 and own[at - 1].end > reference.start

    rest = (each for each in found if not overlaps(each))
    return tuple(sorted((*own, *rest), key=lambda each: each.start))


def _own(
    reading: ReferenceText,
    named: Iterable[Reference],
    others: Sequence[int],
    beside: Sequence[Reference],
) -> Iterator[Reference]:
    """Yield the references to divisions of the code; «that Part» as the Part before."""
    left_out: set[str | None] = set()
    for each in named:
        again = each.form == "relative"
        other = _is_of_another_act(reading, each, others) or _overlaps(each, beside)
        if other or (again and each.division in left_out):
            left_out.add(each.division)
            continue
        left_out.discard(each.division)
        yield each


def _overlaps(reference: Reference, others: Iterable[Reference]) -> bool:
    spans = (each.within or (each.start, each.end) for each in others)
    return any(start < reference.end and reference.start < end for start, end in spans)


def _is_of_another_act(reading: ReferenceText, reference: Reference, others: Sequence[int]) -> bool:
    """Whether another act follows: «Chapter IV of Regulation (EU) 2016/679», *thereof*."""
    text, grammar = reading.text, reading.grammar
    _, end = reference.within or (reference.start, reference.end)
    if is_of_act_before(reading, end):
        return True
    at = bisect_left(others, end)
    if at == len(others):
        return False
    between = text[end : others[at]].split()
    joins = joining_words(grammar.language)
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


def typed_divisions(text: str, code: Code, edition: str) -> tuple[DivisionPath, ...]:
    """Return the divisions that a typed text names: ``chapter ii``, ``Part 2, Chapter 1``.

    Args:
        text: The whole text; the id of a division, ``chp_4__sec_2``, is read, too.

    Returns:
        All that the words may mean, in order; empty when the text names none.
    """
    outline = code.outline
    if not outline.divisions or len(text) > LONGEST_TYPED_DIVISION:
        return ()
    held = [each for (of, _), each in code.divisions.items() if of == edition]
    every = [inner.path for each in union_of(held) for inner in each.walk()]
    same = tuple(path for path in every if division_eid(path) == text.strip())
    readings = (_typed(text, outline.divisions, language) for language in outline.languages)
    wanted = [tuple(chain) for each in readings for chain in product(*each)]
    return same or tuple(path for path in every if any(_fits(each, path) for each in wanted))


def _typed(
    text: str, levels: tuple[DivisionLevel, ...], language: Language
) -> list[list[tuple[str, int]]]:
    """Return what each division named in a typed text may be, the outermost first.

    A word for a division and its number take turns, with words such as *of* between them; without
    a name for each the list has one empty list, which fits nothing.
    """
    words, joins = division_words(levels, language), joining_words(language)
    tokens = [(written, plain(written.strip(SIGNS))) for written in text.split()]
    named: dict[int, list[tuple[str, int]]] = {}
    depth: int | None = None
    for written, folded in tokens:
        if depth is not None:
            named[depth] = [(levels[depth].kind, n) for n in read_number(written.upper(), language)]
            depth = None
        elif folded in words and words[folded] not in named:
            depth = words[folded]
        elif folded not in joins or not named:
            return [[]]
    return [named[each] for each in sorted(named)] if named and depth is None else [[]]


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


@dataclass(frozen=True, slots=True)
class _Tokens:
    """The tokens of a text, and the level that each word for a division means."""

    found: Sequence[re.Match[str]]  # the tokens
    folded: Sequence[str]  # their letters without signs, accents and capitals
    words: dict[str, int]  # the levels by words
    language: Language

    def ends(self, at: int) -> bool:
        """Return whether a phrase ends with a token: a sign other than a comma follows."""
        return self.found[at][0][-1] in ".;:·)"

    def has_comma(self, at: int) -> bool:
        """Return whether a comma follows a token."""
        return self.found[at][0].endswith(",")


def _find(text: str, levels: tuple[DivisionLevel, ...], language: Language) -> Iterator[Reference]:
    found = [*_TOKEN.finditer(text)]
    folded = [plain(token[0].strip(SIGNS)) for token in found]
    tokens = _Tokens(found, folded, division_words(levels, language), language)
    at, before = 0, list[Reference]()
    while at < len(found):
        again = _again(text, tokens, at, before, levels)
        if again:
            yield again
        named = _named(tokens, at)
        if named is None:
            at += 1
            continue
        chain = [named]
        while named and (named := _next(tokens, chain[-1])):
            if any(named.depth == each.depth for each in chain):
                break
            chain.append(named)
        at = chain[-1].last + 1
        before = [*_references(text, tokens, chain, levels)]
        yield from before


def _again(
    text: str,
    tokens: _Tokens,
    at: int,
    before: Sequence[Reference],
    levels: tuple[DivisionLevel, ...],
) -> Reference | None:
    """Return the reference of «that Part» to the only Part that is cited before it, or None."""
    word = tokens.folded[at]
    if not at or tokens.folded[at - 1] not in _that(tokens.language) or len(before) != 1:
        return None
    cited, depth = before[0], tokens.words.get(word)
    path = division_of_eid(cited.division or "")
    same = depth is not None and path[-1][0] == levels[depth].kind and cited.form == "absolute"
    if not same or _named(tokens, at):
        return None
    start, end = tokens.found[at - 1].start(), tokens.found[at].start() + len(word)
    return Reference(start, end, text[start:end], "relative", None, division=cited.division)


def _named(tokens: _Tokens, at: int) -> _Named | None:
    """Return the divisions that are named at the word for one, or None."""
    if at >= len(tokens.found) or tokens.folded[at] not in tokens.words:
        return None
    depth = tokens.words[tokens.folded[at]]
    if at and tokens.folded[at - 1] in _this(tokens.language):
        return _Named(at - 1, depth, ((at, 0),))
    n = None if tokens.ends(at) or tokens.has_comma(at) else _number(tokens, at + 1)
    if n is None:
        return None
    numbers = [(at + 1, n)]
    while (further := _further(tokens, numbers[-1][0])) and further[1] > numbers[-1][1]:
        numbers.append(further)
    return _Named(at, depth, tuple(numbers))


def _number(tokens: _Tokens, at: int) -> int | None:
    if at >= len(tokens.found):
        return None
    written = tokens.found[at][0].strip(SIGNS)
    readings = read_number(written, tokens.language) if not written.islower() else ()
    return min(readings, default=None)


def _further(tokens: _Tokens, at: int) -> tuple[int, int] | None:
    """Return the token and number of a division joined to one: «II and III», «2 or 3», «I to IV».

    After a comma its number is joined only if a word joins a third one.
    """
    if at + 1 >= len(tokens.found) or tokens.ends(at):
        return None
    joined = tokens.folded[at + 1] in _listing(tokens.language)
    after = at + 1 + joined
    n = _number(tokens, after)
    if n is None or not (joined or tokens.has_comma(at)):
        return None
    return (after, n) if joined or _further(tokens, after) else None


def _next(tokens: _Tokens, before: _Named) -> _Named | None:
    """Return what is named after a division: «of Chapter III», «, Section 2», or None."""
    if not before.numbers[0][1]:
        return None
    at = before.last + 1
    inner = _named(tokens, at)
    if inner and len(before.numbers) == 1 and inner.first == at and inner.depth > before.depth:
        return inner
    if tokens.has_comma(before.last) or tokens.ends(before.last):
        return None
    joins = joining_words(tokens.language)
    while at < len(tokens.found) and at - before.last <= _MOST_JOINS and tokens.folded[at] in joins:
        at += 1
    outer = _named(tokens, at) if at > before.last + 1 else None
    fits = outer and outer.depth < before.depth and len(outer.numbers) == 1
    return outer if fits else None


def _references(
    text: str, tokens: _Tokens, chain: Sequence[_Named], levels: tuple[DivisionLevel, ...]
) -> Iterator[Reference]:
    """Yield a reference for each division of the innermost level."""
    inner = max(chain, key=lambda each: each.depth)
    alone = len(inner.numbers) == 1
    whole = tokens.found[chain[0].first].start(), tokens.found[chain[-1].last].end()
    for place, (token, number) in enumerate(inner.numbers):
        first = token if place else chain[0].first
        last = chain[-1].last if alone else token
        path = tuple(
            (levels[each.depth].kind, (number if each is inner else each.numbers[0][1]) or 1)
            for each in sorted(chain, key=lambda each: each.depth)
        )
        start, written = tokens.found[first].start(), tokens.found[last]
        size = len(written[0].rstrip("".join(set(SIGNS) - set(_NUMBER_SIGNS))))
        end = written.start() + size
        form: Form = "absolute" if chain[0].numbers[0][1] else "self"
        within = None if alone else whole
        eid = division_eid(path)
        yield Reference(start, end, text[start:end], form, None, within=within, division=eid)


@cache
def _listing(language: Language) -> frozenset[str]:
    """Return the words between the numbers of divisions: *and*, *or*, *to*."""
    table = language.tables.get("references", {})
    words = (word for name in ("and", "or", "range") for word in table.get(name, ()))
    return frozenset(plain(word) for word in words if " " not in word)


@cache
def division_words(levels: tuple[DivisionLevel, ...], language: Language) -> dict[str, int]:
    """Return the depth of the kind that each folded word means, without words for a law."""
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
def _that(language: Language) -> frozenset[str]:
    """Return the words that mean a division cited before: *that*, «εν λόγω»; only the last word."""
    acts = language.tables.get("references", {}).get("acts", {})
    return frozenset(plain(word).split()[-1] for word in acts.get("again", ()))


@cache
def joining_words(language: Language) -> frozenset[str]:
    """Return the folded words between a division and what contains it: *of*, *the*."""
    phrases = language.tables.get("references", {}).get("of_law", ())
    return frozenset(plain(word) for phrase in phrases for word in phrase.split())
