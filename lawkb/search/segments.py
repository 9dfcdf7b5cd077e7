"""The postings of an open index: its segments as one shelf.

An index is one segment or several. Documents are numbered in the order of the laws throughout;
what a segment holds of a law that has changed since has no number, and counts for nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate

from lawkb.model.address import Address
from lawkb.search.layout import Layout, law_of
from lawkb.search.postings import Segment
from lawkb.search.record import Shown, unpack

# Documents of a term, and how often each holds it.
Block = tuple[Sequence[int], Sequence[int]]

FACTS = "facts"
_KEPT = 4096  # terms that a long-lived process has at hand
_KEPT_RECORDS = 512


class Segments:
    """What ``lawkb.search.execution`` reads, from an index that was opened.

    Attributes:
        languages: BCP 47 tags of the languages it holds.
        size: Number of documents.
    """

    def __init__(
        self, segments: Mapping[int, Segment], layout: Layout, words: Mapping[str, bytes]
    ) -> None:
        """Take the segments by number, and by language the text of ``spelling.write_words``."""
        self.languages = tuple(words)
        self.size = layout.size
        self._layout = layout
        self._segments = {s: (segment, _numbers(layout, s)) for s, segment in segments.items()}
        self._begins = list(accumulate((run.count for run in layout.runs), initial=0))
        self._words = cache(lambda language: words[language].decode("utf-8"))
        self._shown = lru_cache(_KEPT_RECORDS)(self._read_shown)
        self._blocks = lru_cache(_KEPT)(lambda *of: tuple(self._read_blocks(*of)))

    def counts(self, name: str, term: str) -> Sequence[Block]:
        """Documents of a term in a field, and how often each holds it, in blocks."""
        blocks: tuple[Block, ...] = self._blocks(name, term)
        return blocks

    def positions(self, name: str, term: str, among: frozenset[int]) -> dict[int, Sequence[int]]:
        """Where some documents hold a term in a field, positions in order."""
        found: dict[int, Sequence[int]] = {}
        for segment, numbers in self._segments.values():
            for at, places in segment.positions(name, term):
                number = at if numbers is None else numbers[at]
                if number in among:
                    found[number] = places
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
        return self.shown(number).edition

    def address(self, number: int) -> Address | None:
        """Address of a document; None for a part of a companion."""
        place = self.shown(number).place
        return place if isinstance(place, Address) else None

    def cited(self, number: int) -> tuple[tuple[str, str], ...]:
        """Editions and terms of the provisions that a document cites."""
        return self.shown(number).cited

    def shown(self, number: int) -> Shown:
        """What a hit shows of a document."""
        shown: Shown = self._shown(number)
        return shown

    def frequency(self, name: str, term: str) -> int:
        """Number of documents that hold a term in a field."""
        return sum(
            segment.count(name, term)
            if numbers is None
            else sum(len(held) for held, _ in _numbered(segment, numbers, name, term))
            for segment, numbers in self._segments.values()
        )

    def count_terms(self) -> int:
        """Number of distinct terms of all fields."""
        segments = [segment for segment, _ in self._segments.values()]
        return len({(name, term) for each in segments for name, term, _ in each.terms()})

    def _read_shown(self, number: int) -> Shown:
        at = bisect_right(self._begins, number) - 1
        run = self._layout.runs[at]
        segment, _ = self._segments[run.segment]
        return unpack(segment.record(run.first + number - self._begins[at]))

    def _read_blocks(self, name: str, term: str) -> Iterator[Block]:
        for segment, numbers in self._segments.values():
            if numbers is None:
                block = segment.counts(name, term)
                yield from (block,) if block else ()
            else:
                yield from _numbered(segment, numbers, name, term)


def words_name(language: str) -> str:
    """Name of the file in which the words of a language are kept beside the index."""
    return f"words_{language}.txt"


def _numbered(segment: Segment, numbers: array[int], name: str, term: str) -> Iterator[Block]:
    """The postings of a segment in which documents have other numbers, or none."""
    own, counts = segment.counts(name, term) or ((), ())
    held = [(numbers[at], count) for at, count in zip(own, counts, strict=True)]
    held = [(number, count) for number, count in held if number >= 0]
    if held:
        yield [number for number, _ in held], [count for _, count in held]


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
