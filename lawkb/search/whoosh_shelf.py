"""The postings of an open Whoosh index, whose reader the engine gives: nothing is imported here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lawkb.model.address import Address
from lawkb.search.documents import Place, Spot

FACTS = "facts"
SPOT = "@"  # begins a place that is no address
_LAW = "law:"
_KEPT = 4096  # terms and documents that a long-lived process has at hand

# Documents of a term, and how often each holds it.
Block = tuple[Sequence[int], Sequence[float]]


class WhooshShelf:
    """What ``lawkb.search.execution`` reads, from an index that was opened.

    Attributes:
        languages: BCP 47 tags of the languages it holds.
        size: Number of documents.
    """

    def __init__(
        self, reader: Any, absent: type[Exception], folder: Path, languages: tuple[str, ...]
    ) -> None:
        """Keep the reader, and what it raises for a term that nothing holds.

        The words are read from the folder when a pattern asks for them.
        """
        self._absent = absent
        self.languages = languages
        self.size: int = reader.doc_count()
        self._reader = reader  # Whoosh types its readers in part only
        self._words = {tag: words_file(folder, tag) for tag in languages}
        self._read_words = cache(lambda path: path.read_text(encoding="utf-8"))
        self._stored = lru_cache(_KEPT)(reader.stored_fields)
        self._blocks = lru_cache(_KEPT)(lambda *of: tuple(_blocks(self._matcher(*of))))

    def counts(self, name: str, term: str) -> Sequence[Block]:
        """Documents of a term in a field, and how often each holds it, in blocks."""
        blocks: tuple[Block, ...] = self._blocks(name, term)
        return blocks

    def positions(self, name: str, term: str, among: frozenset[int]) -> dict[int, tuple[int, ...]]:
        """Where some documents hold a term in a field, positions in order."""
        matcher = self._matcher(name, term)
        found: dict[int, tuple[int, ...]] = {}
        while matcher is not None and matcher.is_active():
            number = matcher.id()
            if number in among:
                found[number] = tuple(matcher.value_as("positions"))
            matcher.next()
        return found

    def words(self, language: str) -> str:
        """The words of a language as ``spelling.write_words`` gives them."""
        text: str = self._read_words(self._words[language])
        return text

    def having(self, what: str, value: str) -> Iterator[int]:
        """Documents of an edition, a law, or with a text of a language or zone."""
        for numbers, _ in self.counts(FACTS, f"{what}:{value}"):
            yield from numbers

    def laws(self) -> tuple[int, ...]:
        """Numbers of the laws held, in order."""
        terms = self._reader.expand_prefix(FACTS, _LAW)
        return tuple(sorted(int(term.decode()[len(_LAW) :]) for term in terms))

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
        return int(self._reader.doc_frequency(name, term))

    def count_terms(self) -> int:
        """Number of distinct terms of all fields."""
        return sum(1 for _ in self._reader.all_terms())

    def _matcher(self, name: str, term: str) -> Any:
        try:
            return self._reader.postings(name, term)
        except self._absent:
            return None


def words_file(folder: Path, language: str) -> Path:
    """Where the words of a language are kept beside the index."""
    return folder / f"words_{language}.txt"


def _blocks(matcher: Any) -> Iterator[Block]:
    """The postings of a term by block: Whoosh gives them one by one, which is ten times slower."""
    while matcher is not None and matcher.is_active():
        number, weight = matcher.id(), matcher.weight()  # reads the block
        if hasattr(matcher, "_next_block"):  # a term of one document only has no blocks
            yield matcher._ids, matcher._weights
            matcher._next_block()
        else:
            yield (number,), (weight,)
            matcher.next()
