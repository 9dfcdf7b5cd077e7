"""The postings of an open Whoosh index, whose readers the engine gives: nothing is imported here.

An index is one segment or several. Documents are numbered in the order of the laws throughout;
what a segment holds of a law that has changed since has no number, and counts for nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from lawkb.model.address import Address
from lawkb.search.documents import Place, Spot
from lawkb.search.layout import Layout
from lawkb.search.units import law_of

FACTS = "facts"
SPOT = "@"  # begins a place that is no address
_KEPT = 4096  # terms and documents that a long-lived process has at hand

# Documents of a term, and how often each holds it.
Block = tuple[Sequence[int], Sequence[float]]
# By language, the text of ``spelling.write_words``, as bytes.
Words = Mapping[str, bytes]


class WhooshShelf:
    """What ``lawkb.search.execution`` reads, from an index that was opened.

    Attributes:
        languages: BCP 47 tags of the languages it holds.
        size: Number of documents.
    """

    def __init__(
        self, readers: Mapping[int, Any], absent: type[Exception], layout: Layout, words: Words
    ) -> None:
        """Keep a reader for each segment, and what it raises for a term that nothing holds."""
        self._absent = absent
        self.languages = tuple(words)
        self.size = layout.size
        self._layout = layout
        # Whoosh types its readers in part only
        self._readers = {s: (reader, _numbers(layout, s)) for s, reader in readers.items()}
        self._begins = list(accumulate((run.count for run in layout.runs), initial=0))
        self._words = cache(lambda language: words[language].decode("utf-8"))
        self._stored = lru_cache(_KEPT)(self._read_stored)
        self._blocks = lru_cache(_KEPT)(lambda *of: tuple(self._read_blocks(*of)))

    def counts(self, name: str, term: str) -> Sequence[Block]:
        """Documents of a term in a field, and how often each holds it, in blocks."""
        blocks: tuple[Block, ...] = self._blocks(name, term)
        return blocks

    def positions(self, name: str, term: str, among: frozenset[int]) -> dict[int, tuple[int, ...]]:
        """Where some documents hold a term in a field, positions in order."""
        found: dict[int, tuple[int, ...]] = {}
        for reader, numbers in self._readers.values():
            for own, places in _position_blocks(self._matcher(reader, name, term)):
                for at, value in zip(own, places, strict=True):
                    number = at if numbers is None else numbers[at]
                    if number in among:
                        found[number] = _unpacked(value)
        return found

    def words(self, language: str) -> str:
        """The words of a language as ``spelling.write_words`` gives them.

        Words that nothing holds any more may be among them.
        """
        text: str = self._words(language)
        return text

    def having(self, what: str, value: str) -> Iterator[int]:
        """Documents of an edition, a law, or with a text of a language or zone."""
        for numbers, _ in self.counts(FACTS, f"{what}:{value}"):
            yield from numbers

    def laws(self) -> tuple[int, ...]:
        """Numbers of the laws held, in order."""
        found = (law_of(run.unit) for run in self._layout.runs)
        return tuple(sorted({law for law in found if law is not None}))

    def edition(self, number: int) -> str:
        """Edition of a document."""
        return self.place(number)[0]

    def address(self, number: int) -> Address | None:
        """Address of a document; None for a part of a companion."""
        place = self.place(number)[1]
        return place if isinstance(place, Address) else None

    def cited(self, number: int) -> tuple[tuple[str, str], ...]:
        """Editions and terms of the provisions that a document cites."""
        lines = self._stored(number)["cited"].split("\n")
        pairs = (line.partition(" ") for line in lines if line)
        return tuple((edition, term) for edition, _, term in pairs)

    def place(self, number: int) -> tuple[str, Place]:
        """Edition and place of a document."""
        edition, first, *rest = self._stored(number)["place"].split()
        if first == SPOT:
            return edition, Spot(*rest)
        return edition, Address(tuple(map(int, (first, *rest))))

    def frequency(self, name: str, term: str) -> int:
        """Number of documents that hold a term in a field."""
        return sum(
            int(reader.doc_frequency(name, term))
            if numbers is None
            else sum(len(held) for held, _ in self._read_numbered(reader, numbers, name, term))
            for reader, numbers in self._readers.values()
        )

    def count_terms(self) -> int:
        """Number of distinct terms of all fields."""
        readers = [reader for reader, _ in self._readers.values()]
        if len(readers) == 1:
            return sum(1 for _ in readers[0].all_terms())
        return len({term for reader in readers for term in reader.all_terms()})

    def _read_stored(self, number: int) -> Any:
        at = bisect_right(self._begins, number) - 1
        run = self._layout.runs[at]
        reader, _ = self._readers[run.segment]
        return reader.stored_fields(run.first + number - self._begins[at])

    def _read_blocks(self, name: str, term: str) -> Iterator[Block]:
        for reader, numbers in self._readers.values():
            if numbers is None:
                yield from _blocks(self._matcher(reader, name, term))
            else:
                yield from self._read_numbered(reader, numbers, name, term)

    def _read_numbered(
        self, reader: Any, numbers: array[int], name: str, term: str
    ) -> Iterator[Block]:
        """The postings of a segment in which documents have other numbers, or none."""
        for own, counts in _blocks(self._matcher(reader, name, term)):
            held = [(numbers[at], count) for at, count in zip(own, counts, strict=True)]
            held = [(number, count) for number, count in held if number >= 0]
            if held:
                yield tuple(number for number, _ in held), tuple(count for _, count in held)

    def _matcher(self, reader: Any, name: str, term: str) -> Any:
        try:
            return reader.postings(name, term)
        except self._absent:
            return None


def words_file(folder: Path, language: str) -> Path:
    """Where the words of a language are kept beside the index."""
    return folder / f"words_{language}.txt"


def _numbers(layout: Layout, segment: int) -> array[int] | None:
    """The number of each document of a segment, -1 for one that is passed over.

    None when they have the numbers of the segment itself, which is so after a build.
    """
    placed = tuple(layout.of_segment(segment))
    whole = sum(run.count for _, run in placed) == layout.sizes[segment]
    if whole and all(at == run.first for at, run in placed):
        return None
    numbers = array("q", [-1]) * layout.sizes[segment]
    for at, run in placed:
        numbers[run.first : run.first + run.count] = array("q", range(at, at + run.count))
    return numbers


def packed_block(values: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The positions of a block as they are kept: where those of each document end, and all.

    Args:
        values: Of each document the bytes of an array of unsigned integers.
    """
    return array("I", accumulate(map(len, values))).tobytes(), b"".join(values)


def _blocks(matcher: Any) -> Iterator[Block]:
    """The documents of a term, and how often each holds it, by block.

    Whoosh gives them one by one, which is ten times slower.
    """
    while matcher is not None and matcher.is_active():
        number, weight = matcher.id(), matcher.weight()  # reads the block
        if hasattr(matcher, "_next_block"):  # a term of one document only has no blocks
            yield matcher._ids, matcher._weights
            matcher._next_block()
        else:
            yield (number,), (weight,)
            matcher.next()


def _position_blocks(matcher: Any) -> Iterator[tuple[Sequence[int], Sequence[bytes]]]:
    """The documents of a term, and the packed positions of each, by block."""
    while matcher is not None and matcher.is_active():
        number, value = matcher.id(), matcher.value()
        if hasattr(matcher, "_next_block"):
            ends, whole = matcher._values
            yield matcher._ids, [whole[slice(*each)] for each in pairwise((0, *_unpacked(ends)))]
            matcher._next_block()
        else:
            yield (number,), (value,)
            matcher.next()


def _unpacked(value: bytes) -> tuple[int, ...]:
    """The integers of an array, on the machine that wrote it."""
    return tuple(array("I", value))
