"""Two languages on one page without a marker: told apart by script."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import itemgetter

from lawkb.model.address import Scheme
from lawkb.model.language import Language, script_of
from lawkb.parse.labels import label_reader
from lawkb.parse.text import Block

_End = tuple[int, tuple[int, ...]]
# Worse than any score: a part that cannot be.
_NEVER: _End = (-(10**9), ())
_BYTES = 256
_NO_CHARACTER = "\ufffe"


@dataclass(frozen=True, slots=True)
class Half:
    """The part of a page in one language; a page of one language is one half.

    Attributes:
        language: Its language.
        blocks: Its ``text`` blocks in page order.
    """

    language: Language
    blocks: tuple[Block, ...]


def split_languages(
    blocks: tuple[Block, ...], languages: tuple[Language, ...], scheme: Scheme | None
) -> tuple[tuple[Half, ...], tuple[Block, ...]]:
    """The halves of a page and its tail.

    The borders stand where most letters lie in the half of their own script, so that a word
    or a paragraph of the other language inside a half does not end it.

    Args:
        blocks: The ``text`` blocks of a page.
        languages: Its languages in the order they stand there.
        scheme: Tells labels, which a tail does not have; None where text has none: such a page
            has no tail.

    Returns:
        One half per language, perhaps empty, and the tail: the blocks at the end without a label
        that begin in an earlier language again (the page of Law 20 ends in notes like that).
    """
    borders = _borders(blocks, languages, scheme)
    parts = [blocks[start:end] for start, end in pairwise(borders)]
    halves = tuple(Half(language, part) for language, part in zip(languages, parts, strict=False))
    return halves, parts[-1]


def language_of(text: str, languages: tuple[Language, ...]) -> Language | None:
    """The language whose script has most letters in a text; None when no letter tells."""
    counts = _scripts(languages).counts(text)
    best = max(counts)
    return languages[counts.index(best)] if best else None


def _borders(
    blocks: tuple[Block, ...], languages: tuple[Language, ...], scheme: Scheme | None
) -> list[int]:
    """Block numbers between the halves and before the tail, from 0 to the number of blocks."""
    scripts = _scripts(languages)
    tail_begins = _behind_labels(blocks, languages, scheme) if scheme else len(blocks)
    # ends[k]: best score, and the borders that give it, when the blocks so far are in k+1 halves.
    ends: list[_End] = [(0, (0,) * (k + 1)) for k in range(len(languages))]
    tail = _NEVER
    for index, block in enumerate(blocks):
        letters = scripts.counts(block.text)
        before = _with_block(ends, letters, index)
        if index >= tail_begins:
            # The tail takes lines of every language, but is opened only when that gains something,
            # and as late as it may be.
            opened = (before[0] - 1, _opened(before[1], len(ends), index))
            score, borders = opened if opened[0] >= tail[0] else tail
            tail = (score + max(letters), borders)
    best = max((*ends, tail), key=itemgetter(0))[1]
    return [*best, *(len(blocks),) * (len(languages) + 2 - len(best))]


def _behind_labels(
    blocks: tuple[Block, ...], languages: tuple[Language, ...], scheme: Scheme
) -> int:
    """Number of the first block behind which none has a label: a tail begins no earlier."""
    readers = tuple(label_reader(scheme, language) for language in languages)
    for index in range(len(blocks), 0, -1):
        block = blocks[index - 1]
        # A form richer than text holds its notes at their places: no line of it is a tail.
        if block.rich is not None or any(reader.read(block.text) for reader in readers):
            return index
    return 0


def _with_block(ends: list[_End], letters: list[int], index: int) -> _End:
    """Put one more block into every half; gives the best of the ends that were before."""
    before = _NEVER
    for k, (score, borders) in enumerate(ends):
        here = (score, borders)
        if before[0] > score:
            score, borders = before[0], _opened(before[1], k, index)
        ends[k] = (score + letters[k], borders)
        if here[0] > before[0]:
            before = here
    return before


def _opened(borders: tuple[int, ...], k: int, index: int) -> tuple[int, ...]:
    return (*borders, *(index,) * (k + 1 - len(borders)))


class _Scripts(dict[int, str]):
    """Counts letters by script: a table of ``str.translate``, filled as texts are read.

    The first characters met have a byte each besides. Most texts are of them alone, and bytes
    take a fifth of the time.
    """

    def __init__(self, scripts: tuple[str, ...]) -> None:
        self._sign_of = {script: chr(ord("A") + i) for i, script in enumerate(scripts)}
        self._signs = [self._sign_of[script].encode() for script in scripts]
        self._met = "\0"
        self._byte_of = codecs.charmap_build(self._met.ljust(_BYTES, _NO_CHARACTER))
        self._sign_of_byte = bytearray(b" " * _BYTES)

    def __missing__(self, point: int) -> str:
        sign = self[point] = self._sign_of.get(script_of(chr(point)), " ")
        if len(self._met) < _BYTES and 0 < point < ord(_NO_CHARACTER):
            self._sign_of_byte[len(self._met)] = ord(sign)
            self._met += chr(point)
            self._byte_of = codecs.charmap_build(self._met.ljust(_BYTES, _NO_CHARACTER))
        return sign

    def counts(self, text: str) -> list[int]:
        """How many letters of a text belong to each script, in the order they were given."""
        met, _ = codecs.charmap_encode(text, "ignore", self._byte_of)
        if len(met) == len(text):
            signs = met.translate(self._sign_of_byte)
        else:
            signs = text.translate(self).encode()
        return [signs.count(sign) for sign in self._signs]


def _scripts(languages: tuple[Language, ...]) -> _Scripts:
    return _scripts_named(tuple(language.script for language in languages))


@cache
def _scripts_named(names: tuple[str, ...]) -> _Scripts:
    return _Scripts(names)
