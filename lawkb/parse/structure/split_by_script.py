"""Split a page of two languages without a marker, by script."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import itemgetter

from lawkb.model.address import Scheme
from lawkb.model.language import Language, script_of
from lawkb.parse.document import TextBlock
from lawkb.parse.structure.labels import label_reader

_Split = tuple[int, tuple[int, ...]]  # score, and borders as block numbers
# Lower than any score: an impossible split.
_NEVER: _Split = (-(10**9), ())


@dataclass(frozen=True, slots=True)
class LanguagePart:
    """The part of a page in one language; a page of one language has one part."""

    language: Language
    blocks: tuple[TextBlock, ...]  # lines of kind ``text`` in page order


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
    return tuple(map(LanguagePart, languages, parts)), parts[-1]


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
    return tuple(LanguagePart(each, tuple(parts[each.code])) for each in languages)


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
