"""Find the page of a line or a law: long lists split into pages, and the table of the jump box.

Pages are small enough for a phone. With the table, scripts read typed addresses as ``lawkb.model``
does.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from math import isqrt
from typing import Any, TypeVar

from lawkb.large_collections import LazySequence
from lawkb.model.address import (
    DIVISION_PREFIXES,
    Address,
    InSeries,
    Inserted,
    Level,
    Ordinal,
    Scheme,
    Series,
    base_of,
    write_ordinal,
)
from lawkb.model.code import Code
from lawkb.model.division import division_eid, union_of
from lawkb.model.label import (
    SIGNS,
    names_of_series,
    number_words,
    plain,
    range_words,
    typed_law_words,
    words_of_series,
)
from lawkb.model.language import Language, latin_numerals
from lawkb.publish.urls import Place
from lawkb.references.divisions import division_words, joining_words

PER_PAGE = 150  # lines: about 100 kB of HTML, the longest ones 150 kB
MOST_LINKS = 30  # to pages of a list, of which each has a link

_Line = TypeVar("_Line")


@dataclass(frozen=True, slots=True)
class Part:
    """One page of a list that takes several."""

    first: str  # name of the first line on it
    last: str  # name of the last line on it; of a link to several pages, of the last of these
    place: Place  # link to it
    here: bool  # whether it is the page that shows this link


class Pages(LazySequence[Sequence[_Line]]):
    """The pages of a list, each cut out of it when it is accessed."""

    def __init__(self, lines: Sequence[_Line], ends: Sequence[int]) -> None:
        """Store the lines, and the index after the last line of each page, in order."""
        self.lines, self.ends = lines, ends

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self.ends)

    def item(self, at: int) -> Sequence[_Line]:
        """Return the lines of a page, counted from 0."""
        return self.lines[self._start(at) : self.ends[at]]

    def first(self, at: int) -> _Line:
        """Return the first line of a page that has one; no other line is read."""
        return self.lines[self._start(at)]

    def last(self, at: int) -> _Line:
        """Return the last line of a page that has one; no other line is read."""
        return self.lines[self.ends[at] - 1]

    def page_of(self, line: int) -> int:
        """Return the page of a line; both are counted from 0."""
        return bisect_right(self.ends, line)

    def _start(self, at: int) -> int:
        return self.ends[at - 1] if at else 0


def paginate(lines: Sequence[_Line], most: int | None = None) -> Pages[_Line]:
    """Split lines into pages of nearly equal length; always return at least one page.

    Args:
        lines: The lines of the list.
        most: Maximum number of lines on a page; None for the default.
    """
    pages = max(1, -(-len(lines) // (most or PER_PAGE)))
    return Pages(lines, [len(lines) * n // pages for n in range(1, pages + 1)])


def extra_page_count(lines: Sequence[_Line]) -> int:
    """Return the number of separate pages that a list needs; 0 if it fits on one page."""
    return len(paginate(lines)) if len(lines) > PER_PAGE else 0


def page_groups(count: int) -> tuple[range, ...]:
    """Return the pages of a list, counted from 0, in groups that one page can link to.

    A group is one page, unless there are more than ``MOST_LINKS``; then there are about as many
    groups as pages in each.
    """
    size = 1 if count <= MOST_LINKS else isqrt(count - 1) + 1
    return tuple(range(start, min(start + size, count)) for start in range(0, count, size))


def page_links(
    pages: Pages[_Line], path: Callable[[int], str], name: Callable[[_Line], str], here: int = 0
) -> tuple[Part, ...]:
    """Return links to the pages of a list; empty if the list has only one page.

    If there are more than ``MOST_LINKS`` pages, one of them links to those of its own group, of
    ``page_groups``, to its neighbours, to the first page of each group, and to the last of all: so
    each page is at most two links away. Another page links to the groups.

    Args:
        pages: The lines of each page.
        path: Returns the path of a page, given its number from 1.
        name: Returns the name of a line.
        here: Number of the page that shows the links; 0 if it is none of these.
    """
    if len(pages) == 1:
        return ()
    groups = page_groups(len(pages))
    if here:
        own = next(group for group in groups if here - 1 in group)
        firsts = {group[0] for group in groups}
        linked = {*firsts, *own, here - 2, here, len(pages) - 1} & set(range(len(pages)))
        groups = tuple(range(each, each + 1) for each in sorted(linked))
    return tuple(
        Part(
            name(pages.first(group[0])),
            name(pages.last(group[-1])),
            Place(path(group[0] + 1)),
            group[0] + 1 == here,
        )
        for group in groups
    )


def shown_part(parts: Sequence[Part], dash: str = " – ") -> str:
    """Return the end of a page title: the first and last line on this page, ``1 – 40``."""
    return next((f", {each.first}{dash}{each.last}" for each in parts if each.here), "")


def shown_of_each(counts: Sequence[int], most: int | None = None) -> int:
    """Return the number of lines that each list on a page may show, so that all fit.

    Args:
        counts: Number of lines of each list.
        most: Maximum number of lines on the page; None for the default.

    Returns:
        The limit; only lists longer than this are cut.
    """
    shown, room = 0, most or PER_PAGE
    for done, count in enumerate(sorted(counts)):
        if (count - shown) * (len(counts) - done) > room:
            return shown + room // (len(counts) - done)
        room -= (count - shown) * (len(counts) - done)
        shown = count
    return shown


def has_inserts(scheme: Scheme) -> bool:
    """Return whether provisions may have been inserted later, which a script of its own reads."""
    levels = (*scheme.levels, *(level for series in scheme.series for level in series.levels))
    return any(level.inserts for level in levels)


def has_typed_places(code: Code) -> bool:
    """Return whether a code has annexes, recitals or divisions, which are typed by their names."""
    return bool(code.outline.scheme.series or code.outline.divisions)


def jump_table(code: Code, pages: frozenset[tuple[str, Ordinal]]) -> str:
    """Return JSON for the jump box, which finds the page of a typed address.

    ``levels`` has one ``[numbering, joint, written]`` for each level: ``joint`` comes before its
    ordinal in a URL fragment, ``written`` is its form in an address. Where provisions were inserted
    later, the initials of the kinds of inserts follow, ``n`` for Latin numerals, and ``numerals``
    has these in order. ``alphabets`` has for each
    language its script, as regular expressions name it, its letters ``upper`` and ``lower`` in
    order, other writings of a letter, and the letters typed for those of Roman numerals. ``words``
    are the words for *law*, which are ignored.
    ``parts`` are lists of words for parts of a law, such as *section*, each after the depth that
    they mean, 0 for any; ``of`` are words between a part and the part that contains it, ``joins``
    those between two addresses, ``ranges`` those between the ends of a range, a dash first
    where it is no part of an address. ``laws``
    has for each edition its id and the numbers of laws with a page, as first and last of each
    range, because every page contains this table. ``places`` is there for a code with annexes,
    recitals or divisions, see ``_typed_places``.
    """
    levels = [
        [level.numbering, joint, level.written, *_insert_signs(level)]
        for level, joint in zip(
            code.outline.scheme.levels, _joints(code.outline.scheme), strict=True
        )
    ]
    laws = [
        [edition.id, _stretches(sorted(number for held, number in pages if held == edition.id))]
        for edition in code.outline.editions
    ]
    languages = code.outline.languages
    # English and Italian number alike: alphabets that are equal are written once.
    alphabets = list({json.dumps(_alphabet(each)): _alphabet(each) for each in languages}.values())
    words = sorted({word.lower() for language in languages for word in typed_law_words(language)})
    of = _single({word for each in languages for word in _references(each).get("of_law", ())})
    parts = _parts(languages)
    table = {"levels": levels, "alphabets": alphabets, "words": words, "laws": laws}
    joins = {
        w for each in languages for kind in ("and", "or") for w in _references(each).get(kind, ())
    }
    dash = [] if code.outline.scheme.has_hyphens else ["-"]
    between = [*dash, *_single(range_words(languages))]
    table |= {"parts": parts, "of": of, "joins": _single(joins), "ranges": between}
    if any(level.counting.has_letters for level in code.outline.scheme.levels):
        table["numerals"] = [words[0] for words in latin_numerals()]
    if has_typed_places(code):
        table["places"] = _typed_places(code, alphabets)
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _insert_signs(level: Level) -> list[str]:
    signs = {"letters": "l", "small": "s", "capitals": "c", "latin": "n", "decimals": "d"}
    kinds = "".join(signs.get(kind, "") for kind in level.inserts)
    return [kinds] if kinds else []


def _stretches(numbers: list[Ordinal]) -> list[list[int | str]]:
    """Return ranges of consecutive numbers as first and last: 1, 2, 3, 5 is 1–3, 5–5.

    Those inserted later and annexes are on their own, as texts: ``4a``–``4a``.
    """
    found: list[list[int | str]] = []
    for number in numbers:
        if isinstance(number, Inserted):
            found.append([f"{number.base}{number.insert}"] * 2)
        elif isinstance(number, InSeries):
            found.append([str(number)] * 2)
        elif found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def _parts(languages: tuple[Language, ...]) -> list[list[int | str]]:
    """Return words for one part of a law, in the singular, each list after its depth."""
    words: dict[int, set[str]] = {}
    for references in map(_references, languages):
        several = set(references.get("plural", ()))
        for depth, named in references.get("levels", {}).items():
            words.setdefault(depth, set()).update(set(named.get("words", ())) - several)
        if not references.get("levels"):
            found = {*references.get("section", ()), *references.get("point", ())}
            words.setdefault(0, set()).update(found - several)
    return [[depth, *_single(found)] for depth, found in sorted(words.items()) if found]


def _references(language: Language) -> Mapping[str, Any]:
    table: Mapping[str, Any] = language.tables.get("references", {})
    return table


def _single(words: Set[str]) -> list[str]:
    """Return those of the words that are a single word, folded and without a final apostrophe."""
    bare = (plain(word).rstrip("'") for word in words)
    return sorted({word for word in bare if word.isalpha()})


def _joints(scheme: Scheme) -> list[str]:
    """Return what precedes the ordinal of each level in a fragment: nothing, or a dash."""
    joints = [""]
    for depth in range(1, len(scheme.levels)):
        above = scheme.fragment(Address((1,) * depth))
        whole = scheme.fragment(Address((1,) * (depth + 1)))
        joints.append(
            whole.removeprefix(above).removesuffix(write_ordinal(scheme.levels[depth].numbering, 1))
        )
    return joints


def _alphabet(language: Language) -> dict[str, object]:
    return {
        "script": language.script.capitalize(),
        "upper": " ".join(language.upper),
        "lower": " ".join(language.lower),
        "other": {**language.lookalikes, **language.variants},
        "roman": dict(language.roman),
    }


# ---- annexes, recitals and divisions


def _typed_places(code: Code, alphabets: Sequence[Mapping[str, object]]) -> dict[str, Any]:
    """Return what is needed to read the names of annexes, recitals and divisions.

    ``signs`` are those around a number. ``series`` has for each series its name, how its labels
    count, and its levels as in ``levels``, each with its form in a URL fragment in place of the
    joint, then the kind of a division and the numbering of its label, or ``above`` for labels that
    repeat the one above. ``divisions`` has kind and id prefix of each kind of divisions; ``held``
    has for each edition the ids of its divisions by page of the list of laws, 0 for the home page.
    ``tongues`` has for each language its alphabet, its numbers in words, and its words for series,
    for parts of annexes and for divisions.
    """
    outline = code.outline
    highest = max(_numbers_typed(code), default=0)
    return {
        "signs": SIGNS,
        "series": [_series(each) for each in outline.scheme.series],
        "divisions": [DIVISION_PREFIXES[each.kind] for each in outline.divisions],
        "held": {edition.id: _held_divisions(code, edition.id) for edition in outline.editions},
        "tongues": [
            _tongue(code, language, alphabets.index(_alphabet(language)), highest)
            for language in outline.languages
        ],
    }


def names_beside(scheme: Scheme, language: Language) -> dict[str, object]:
    """Return how labels name annexes, one and all recitals, and the parts of annexes.

    True follows the names of an annex that has no number.
    """
    words = language.tables.get("divisions", {})
    parts = {level.name for series in scheme.series for level in series.divisions}
    named = {name: (words.get(name) or (name,))[0] for name in sorted(parts)}
    return {
        "series": {
            each.name: (*names_of_series(each, language), *[True] * each.is_unnumbered)
            for each in scheme.series
        },
        "parts": {name: word[:1].upper() + word[1:] for name, word in named.items()},
    }


def list_part(numbers: Sequence[Ordinal], first: Ordinal) -> int:
    """Return the page of the list of laws on which a law is; 0 for the home page.

    Args:
        numbers: Numbers of all laws in the list.
        first: Number of the law.
    """
    if not extra_page_count(numbers):
        return 0
    at = bisect_left(numbers, first)
    return paginate(numbers).page_of(at) + 1 if at < len(numbers) else 1


def _series(series: Series) -> list[object]:
    levels = [
        [
            *(level.counting.numbering, form, level.written, *(_insert_signs(level) or [""])),
            *([level.name, level.numbering] if level.is_division else []),
            *(["", "above"] if level.repeats_above else []),
        ]
        for level, form in zip(series.levels, series.url_forms, strict=True)
    ]
    return [series.name, series.numbering or "", levels]


def _numbers_typed(code: Code) -> Iterator[int]:
    """Yield the numbers of annexes, of their parts, and of divisions: others are not read."""
    for edition, tag, number in code.laws:
        if isinstance(number, InSeries):
            yield base_of(number)
            series = code.outline.scheme.series_of(number)
            divided = len(series.divisions) if series else 0
            for each in code.laws[edition, tag, number].provisions() if divided else ():
                yield from map(base_of, each.address.path[1 : divided + 1])
    for held in code.divisions.values():
        yield from (each.path[-1][1] for each in held.walk())


def _held_divisions(code: Code, edition: str) -> list[list[int | str]]:
    """Return the ids of the divisions on each page of the list of laws, after its number."""
    numbers = code.numbers(edition)
    held = [each for (of, _), each in code.divisions.items() if of == edition]
    parts: dict[int, list[str]] = {}
    for each in (inner for one in union_of(held) for inner in one.walk()):
        part = list_part(numbers, min(each.all_laws(), default=0))
        parts.setdefault(part, []).append(division_eid(each.path))
    return [[part, " ".join(eids)] for part, eids in sorted(parts.items())]


def _tongue(code: Code, language: Language, alphabet: int, highest: int) -> dict[str, object]:
    scheme, words = code.outline.scheme, language.tables.get("divisions", {})
    numbers: dict[int, list[str]] = {}
    for n, word in number_words(language, highest):
        numbers.setdefault(n, []).append(word)
    parts = {level.name for series in scheme.series for level in series.divisions}
    return {
        "alphabet": alphabet,
        "latin": language.counts_in_latin,
        "numbers": [[n, *found] for n, found in sorted(numbers.items())],
        "series": [words_of_series(each, language) for each in scheme.series],
        "parts": {name: [*map(plain, words.get(name, ()))] for name in sorted(parts)},
        "divisions": division_words(code.outline.divisions, language),
        "joins": sorted(joining_words(language)),
    }
