"""Files of a segment: the postings of its terms, and the records of its documents.

They are read as they lie on the disk, and nothing is loaded for it but the standard library:

- ``.terms``: a line a term, ``field⇥term⇥place⇥count``, in the order of their bytes;
- ``.postings``: at the place of a term, the numbers of its documents, how often each holds it,
  and all positions, as unsigned integers of four bytes on the machine that wrote them;
- ``.records``: the records one behind the other, then where each ends, then how many there are.

``lawkb.search.whoosh_codec`` writes them as Whoosh asks for it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from mmap import ACCESS_READ, mmap
from typing import BinaryIO

TERMS, POSTINGS, RECORDS = ".terms", ".postings", ".records"

_PLACE = "I"  # of a document, a count, a position
_END = "Q"  # of a record
_PLACE_BYTES, _END_BYTES = array(_PLACE).itemsize, array(_END).itemsize


class Gathered:
    """The postings of a segment in memory.

    Those of a term are one array: the number of a document, how many positions, the positions.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._fields: dict[str, dict[str, array[int]]] = {}

    def add(self, name: str, number: int, placed: Mapping[str, list[int]]) -> None:
        """Add the positions of the terms of a document in a field; documents come in order."""
        held = self._fields.setdefault(name, {})
        for term, positions in placed.items():
            postings = held.get(term)
            if postings is None:
                postings = held[term] = array(_PLACE)
            postings.append(number)
            postings.append(len(positions))
            postings.extend(positions)

    def write(self, terms: BinaryIO, postings: BinaryIO) -> None:
        """Write all of them; fields and terms in order."""
        place = 0
        for name, held in sorted(self._fields.items()):
            # In the order of code points, which is that of the bytes of UTF-8.
            for term in sorted(held):
                numbers, counts, positions = _columns(held[term])
                line = f"{name}\t{term}\t{place}\t{len(numbers)}\n"
                terms.write(line.encode("utf-8", "surrogatepass"))
                for column in (numbers, counts, positions):
                    postings.write(column.tobytes())
                    place += len(column)


def write_ends(ends: Iterable[int], records: BinaryIO) -> None:
    """Write behind all records where each ends, and how many there are."""
    held = array(_END, ends)
    held.append(len(held))
    records.write(held.tobytes())


class Segment:
    """The files of a segment, open to be read.

    They may be removed while they are open. What is damaged in a way that shows raises
    ValueError, IndexError or OSError.
    """

    def __init__(self, folder: str, name: str) -> None:
        """Open the files. Raises OSError when one is missing."""
        self._terms = _mapped(f"{folder}/{name}{TERMS}")
        self._postings = _mapped(f"{folder}/{name}{POSTINGS}")
        self._records = _mapped(f"{folder}/{name}{RECORDS}")
        self.size = _unpacked(_END, self._records[-_END_BYTES:])[0]
        behind = len(self._records) - _END_BYTES * (self.size + 1)
        self._ends = _unpacked(_END, self._records[behind:])
        self._ends[-1] = 0  # in place of the number: where the first one begins

    def counts(self, field: str, term: str) -> tuple[array[int], array[int]] | None:
        """The documents of a term, and how often each holds it; None when nothing does."""
        found = self._found(field, term)
        if found is None:
            return None
        at, count = found
        held = self._integers(at, at + 2 * count)
        return held[:count], held[count:]

    def count(self, field: str, term: str) -> int:
        """Number of documents that hold a term."""
        found = self._found(field, term)
        return found[1] if found else 0

    def positions(self, field: str, term: str) -> Iterator[tuple[int, array[int]]]:
        """The documents of a term, and where each holds it."""
        found = self._found(field, term)
        if found is None:
            return
        at, count = found
        held = self._integers(at, at + 2 * count)
        place = at + 2 * count
        ends = [place]
        for many in held[count:]:
            ends.append(ends[-1] + many)
        every = self._integers(place, ends[-1])
        for number, start, end in zip(held[:count], ends, ends[1:], strict=False):
            yield number, every[start - place : end - place]

    def record(self, number: int) -> bytes:
        """The record of a document."""
        return self._records[self._ends[number - 1] : self._ends[number]]

    def terms(self, field: str = "", first: str = "") -> Iterator[tuple[str, str, int]]:
        """Fields, terms and numbers of documents, in order, from a term of a field on."""
        at = self._line_from(f"{field}\t{first}".encode()) if field else 0
        while at < len(self._terms):
            end = self._terms.find(b"\n", at)
            line = self._terms[at:end].decode("utf-8", "surrogatepass")
            name, term, _, count = line.split("\t")
            yield name, term, int(count)
            at = end + 1

    def _found(self, field: str, term: str) -> tuple[int, int] | None:
        """Place and number of documents of a term."""
        key = f"{field}\t{term}\t".encode("utf-8", "surrogatepass")
        at = self._line_from(key)
        end = at + len(key)
        if self._terms[at:end] != key:
            return None
        place, count = self._terms[end : self._terms.find(b"\n", end)].split(b"\t")
        return int(place), int(count)

    def _line_from(self, key: bytes) -> int:
        """Place of the first line that is not before a key, by halves."""
        terms = self._terms
        low, high = 0, len(terms)
        while low < high:
            middle = max(terms.rfind(b"\n", 0, (low + high) // 2) + 1, low)
            if terms[middle : middle + len(key)] < key:
                low = terms.find(b"\n", middle) + 1
            else:
                high = middle
        return low

    def _integers(self, start: int, end: int) -> array[int]:
        return _unpacked(_PLACE, self._postings[_PLACE_BYTES * start : _PLACE_BYTES * end])


def _columns(gathered: array[int]) -> tuple[array[int], array[int], array[int]]:
    numbers, counts, positions = array(_PLACE), array(_PLACE), array(_PLACE)
    at = 0
    while at < len(gathered):
        count = gathered[at + 1]
        numbers.append(gathered[at])
        counts.append(count)
        positions.extend(gathered[at + 2 : at + 2 + count])
        at += 2 + count
    return numbers, counts, positions


def _unpacked(kind: str, content: bytes) -> array[int]:
    held = array(kind)
    held.frombytes(content)
    return held


def _mapped(path: str) -> bytes | mmap:
    """The bytes of a file, read as they are asked for."""
    with open(path, "rb") as file:  # noqa: PTH123 (pathlib takes longer to load)
        try:
            return mmap(file.fileno(), 0, access=ACCESS_READ)
        except ValueError:  # an empty file cannot be mapped
            return b""
