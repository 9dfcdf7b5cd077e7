"""What lines begin with, ``Α.``, ``1.``, ``2. (α)``, ``(i)``, and in which language they are.

A page of two languages is split by their scripts, since nothing marks where the second begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.address import Inserted, Level, Ordinal, Scheme
from lawkb.model.language import Language, script_of
from lawkb.parse.document import TextBlock
from lawkb.words.folding import as_seen

_AFTER = r"(?:\s+|$)"
_REPEATED = r"\d{1,4}(?:\.\d{1,4})*"  # the numbers of the levels above, 3.1 in 3.1.2
# «2.α. …»: the label of a point without a space after that of its paragraph.
_JOINED = re.compile(r"(\d{1,3}\.)([^\W\d_]{1,2}[.)])(?=\s)")
_NAME = re.compile(r"\?P<\w+>")  # of a group
_ROMAN = re.compile(r"\W*[ivx]+\W*")
# With typography on, a wiki shows the points (c) and (r) as these signs.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
_READERS = 64  # more schemes and languages than a process meets
_LABELS = 4096  # more than a code has; bounded, since a page may have any number


class Label(Struct, frozen=True):
    """A label at the start of a line, ``(α)``, with every possible reading."""

    printed: str  # The label as the page prints it, `(α)`.
    # Level (0 for the law) and ordinal of each reading, by level; `(i)` is the ninth point or the
    # first roman number. The ordinal of a dash is 0 until it is counted.
    readings: tuple[tuple[int, Ordinal], ...]
    end: int  # Offset in the line after the label and the space after it.
    above: tuple[int, ...] = ()  # Numbers of the levels above that the label repeats: 3 in `3.1.`.
    # Level above a doubled letter and its ordinal, where the label repeats it: «βα» and «ββ» are
    # the parts of «β», as «αα» and «ββ» are those of any point.
    within: tuple[int, Ordinal] | None = None


def may_follow(printed: str) -> bool:
    """Whether a label is read after another one on its line: ``(α)`` is, the roman ``(i)`` is not.

    ``(i)`` may also be the ninth point, and a point cannot be in another.
    """
    return not _ROMAN.fullmatch(printed)


@lru_cache(_READERS)
def label_reader(scheme: Scheme, language: Language) -> Callable[[str], tuple[Label, ...]]:
    """Return the function that reads the labels of a page; call this once for a page.

    It returns the labels at the start of a line, outermost first: two in ``2. (α) …``. Most lines
    have none.
    """
    opening = re.compile(f"({_any_label(scheme, language)}){_AFTER}")  # few lines match

    @lru_cache(_LABELS)
    def label_of(words: str) -> Label | None:
        return _label(words, scheme, language)

    def read(line: str) -> tuple[Label, ...]:
        line, places = as_seen(line)
        labels: list[Label] = []
        at = 0
        if joined := _JOINED.match(line):
            number, letter = label_of(joined[1]), label_of(joined[2])
            if number and letter and number.readings[0][0] < letter.readings[0][0]:
                labels, at = [replace(number, end=places[joined.end(1)])], joined.end(1)
        while match := opening.match(line, at):
            label = label_of(match[1])
            depth, n = label.readings[0] if label else (0, 0)
            if not label or (labels and (depth <= labels[-1].readings[0][0] or not n)):
                break
            at = match.end() if label.end == len(match[1]) else at + label.end
            labels.append(replace(label, end=places[at]))
        return tuple(labels)

    return read


def _any_label(scheme: Scheme, language: Language) -> str:
    """Return the pattern of a label of any level; templates with more spaces come first."""
    forms = [form for level in scheme.levels[1:] for form in _forms(level, language)]
    forms.sort(key=lambda form: -sum(map(str.isspace, form[0])))
    patterns = dict.fromkeys(_NAME.sub("?:", pattern) for _, pattern in forms)
    return "|".join([*patterns, *_SHOWN_AS])


def _label(words: str, scheme: Scheme, language: Language) -> Label | None:
    """Return the label at the start of some words, with every reading."""
    if shown := _SHOWN_AS.get(words):
        label = _label(shown, scheme, language)
        return replace(label, printed=words, end=len(words)) if label else None
    readings: list[tuple[int, Ordinal]] = []
    printed, end, above = "", 0, ""
    within: tuple[int, Ordinal] | None = None
    for depth, level in enumerate(scheme.levels[1:], start=1):
        matches = (pattern.match(words) for pattern in _patterns(level, language))
        match = next(filter(None, matches), None)
        if level.counts_by_place:
            if match:
                readings.append((depth, 0))
                printed, end = match[1], match.end()
            continue
        n = language.read_token(level.counting, match["n"]) if match else None
        if match and not n and level.numbering == "doubled":
            repeated, n = _pair(match["n"], language)
            within = (depth - 1, repeated) if n else None
        if match and n and level.repeats_above:
            printed_above = match["above"].count(".") + 1
            n = n if printed_above == _repeated_levels(scheme, depth) else None
        if match and n:
            readings.append((depth, n))
            printed, end, above = match[1], match.end(), match.groupdict().get("above", "")
    if not within and any(scheme.levels[depth].numbering == "doubled" for depth, _ in readings):
        # «αα» may also be what was inserted after «α», but nobody would number it so here.
        readings = [(depth, n) for depth, n in readings if not isinstance(n, Inserted)]
    numbers = tuple(map(int, above.split("."))) if above else ()
    return Label(printed, tuple(readings), end, numbers, within) if readings else None


def _repeated_levels(scheme: Scheme, depth: int) -> int:
    """Return how many numbers a label repeats: one for 3.1 in point 3, two for 3.1.2."""
    levels = reversed(scheme.levels[1 : depth + 1])
    return sum(1 for _ in takewhile(lambda level: level.repeats_above, levels))


def _pair(written: str, language: Language) -> tuple[int, int]:
    """Return the ordinals of two letters, «βα» is 2 and 1; zeros if they are no two letters."""
    for size in range(len(written) - 1, 0, -1):
        first = language.ordinal("lower", written[:size])
        second = language.ordinal("lower", written[size:])
        if first and second:
            return first, second
    return 0, 0


@lru_cache(_READERS)
def _patterns(level: Level, language: Language) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"({pattern}){_AFTER}") for _, pattern in _forms(level, language))


def _forms(level: Level, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the templates of the labels of a level, each with its pattern.

    The group ``n`` is the ordinal, ``above`` the numbers that the label repeats before it.
    """
    for printed in (level.printed, *level.also_printed):
        if level.counts_by_place:
            yield printed, re.escape(printed)
            continue
        before, _, after = map(re.escape, printed.partition("{}"))
        before = before.replace(re.escape("{above}"), rf"(?P<above>{_REPEATED})")
        yield printed, f"{before}(?P<n>{language.pattern(level.counting)}){after}"


_Split = tuple[int, tuple[int, ...]]  # score, and borders as block numbers
# Lower than any score: an impossible split.
_NEVER: _Split = (-(10**9), ())


LanguagePart = tuple[Language, tuple[TextBlock, ...]]
"""The part of a page in one language: its lines of kind ``text``, in page order."""


def split_languages(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme | None
) -> tuple[tuple[LanguagePart, ...], tuple[TextBlock, ...]]:
    """Return one part of a page for each language, and the lines after the last part.

    A page with one language in each column of a table is split by its columns. Otherwise the
    borders are those with most letters in the part of their own script, so that a word or a
    paragraph of the other language does not end a part. They are found by dynamic programming.

    Args:
        blocks: The lines of kind ``text`` of a page.
        languages: Languages of the page in page order.
        scheme: The levels, to find labels, which the lines after the last part do not have; None
            for texts without labels: such a page has no such lines.

    Returns:
        One part for each language, perhaps empty, and the lines at the end of the page without a
        label that begin in an earlier language again (the page of Law 20 ends in such footnotes).
    """
    if any(block.rich and block.rich.column for block in blocks):
        return _by_column(blocks, languages), ()
    borders = _borders(blocks, languages, scheme)
    parts = [blocks[start:end] for start, end in pairwise(borders)]
    return tuple(zip(languages, parts, strict=False)), parts[-1]  # the last is in none


def _by_column(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...]
) -> tuple[LanguagePart, ...]:
    """Return the parts of a page with one language in each column of a table.

    What is beside the columns belongs to the language of its script, else to the first language.
    """
    parts: dict[str, list[TextBlock]] = {language.code: [] for language in languages}
    for block in blocks:
        column = block.rich.column if block.rich else 0
        beside = language_of(block.text, languages) or languages[0]
        language = languages[column - 1] if 0 < column <= len(languages) else beside
        parts[language.code].append(block)
    return tuple((each, tuple(parts[each.code])) for each in languages)


def language_of(text: str, languages: tuple[Language, ...]) -> Language | None:
    """Return the language to whose script most letters of a text belong; None without letters."""
    counts = _scripts(languages).counts(text)
    best = max(counts)
    return languages[counts.index(best)] if best else None


def _borders(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme | None
) -> list[int]:
    """Return the indexes of the borders between the parts and the tail, 0 and the end included."""
    scripts = _scripts(languages)
    tail_begins = _after_labels(blocks, languages, scheme) if scheme else len(blocks)
    # ends[k]: best score and borders for the blocks so far in k+1 parts.
    ends: list[_Split] = [(0, (0,) * (k + 1)) for k in range(len(languages))]
    tail = _NEVER
    for index, block in enumerate(blocks):
        letters = scripts.counts(block.text)
        before = _with_block(ends, letters, index)
        if index >= tail_begins:
            # The tail takes lines of every language, but starts only if that raises the score, and
            # as late as possible.
            opened = (before[0] - 1, _with_border(before[1], len(ends), index))
            score, borders = opened if opened[0] >= tail[0] else tail
            tail = (score + max(letters), borders)
    best = max((*ends, tail), key=itemgetter(0))[1]
    return [*best, *(len(blocks),) * (len(languages) + 2 - len(best))]


def _after_labels(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme
) -> int:
    """Return the index of the first line after all labels: no tail begins earlier."""
    readers = tuple(label_reader(scheme, language) for language in languages)
    for index in range(len(blocks), 0, -1):
        block = blocks[index - 1]
        # A richer form than text has its footnotes at their places, so none of it is a tail.
        if block.rich is not None or any(read(block.text) for read in readers):
            return index
    return 0


def _with_block(ends: list[_Split], letters: list[int], index: int) -> _Split:
    """Add one line to every split; return the best of the splits before it."""
    before = _NEVER
    for k, (score, borders) in enumerate(ends):
        here = (score, borders)
        if before[0] > score:
            score, borders = before[0], _with_border(before[1], k, index)
        ends[k] = (score + letters[k], borders)
        if here[0] > before[0]:
            before = here
    return before


def _with_border(borders: tuple[int, ...], k: int, index: int) -> tuple[int, ...]:
    return (*borders, *(index,) * (k + 1 - len(borders)))


class _Scripts(dict[int, str]):
    """A sign for the script of each letter, as a table for ``str.translate``, filled as used."""

    def __init__(self, scripts: tuple[str, ...]) -> None:
        self._signs = {script: chr(ord("A") + i) for i, script in enumerate(scripts)}
        self._in_order = [self._signs[script] for script in scripts]

    def __missing__(self, point: int) -> str:
        sign = self[point] = self._signs.get(script_of(chr(point)), " ")
        return sign

    def counts(self, text: str) -> list[int]:
        """Return the numbers of letters of a text by script, in the order of the given scripts."""
        signs = text.translate(self)
        return [signs.count(sign) for sign in self._in_order]


def _scripts(languages: tuple[Language, ...]) -> _Scripts:
    return _scripts_named(tuple(language.script for language in languages))


@cache
def _scripts_named(names: tuple[str, ...]) -> _Scripts:
    return _Scripts(names)
