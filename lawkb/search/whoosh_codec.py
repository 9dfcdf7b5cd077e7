"""How Whoosh writes our terms: without what it would need to analyse and to score text itself.

Whoosh sorts every posting by itself, pickles its positions by themselves, and gives even a term of
one document a block; half of all terms are such ones. Here the postings of a term are gathered as
they come, the positions of a block are one run of bytes, and the posting of a lone document stands
with its term. Imported by ``whoosh_engine`` alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3FieldWriter, W3PostingsWriter
from whoosh.fields import FieldType
from whoosh.formats import Format

from lawkb.search.whoosh_shelf import packed_block

_BLOCK = 512  # postings in a block
_COMPRESSION = 3  # of zlib, as Whoosh has it

# Number of a document, how often it holds a term, and the packed positions.
_Posting = tuple[int, float, bytes]


class TermsField(FieldType):
    """A field of terms that Whoosh neither analyses nor scores."""

    def __init__(self) -> None:
        """Name the format of the postings; there is nothing to analyse."""
        super().__init__(format=Format(), analyzer=None)  # type: ignore[arg-type]


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
                postings = held[term] = array("I")
            postings.append(number)
            postings.append(len(positions))
            postings.extend(positions)

    def fields(self) -> Iterator[tuple[str, Iterator[tuple[bytes, Iterator[_Posting]]]]]:
        """Fields in order, the terms of each in order, the postings of each in order."""
        return ((name, _terms(held)) for name, held in sorted(self._fields.items()))


class TermsCodec(W3Codec):
    """Writes postings that were gathered; what it writes, that of Whoosh opens."""

    length_stats = False

    def __init__(self, gathered: Gathered) -> None:
        """Take the postings, all of which must be there when the writer commits."""
        super().__init__(_BLOCK, _COMPRESSION)  # type: ignore[no-untyped-call]
        self._gathered = gathered

    def __reduce__(self) -> tuple[type[W3Codec], tuple[int, int]]:
        """What is kept of it with the index: the codec of Whoosh, which reads, without postings."""
        return W3Codec, (_BLOCK, _COMPRESSION)

    def field_writer(self, storage: Any, segment: Any) -> W3FieldWriter:
        """What writes the fields of a segment."""
        return _Fields(self, storage, segment, self._gathered)

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> W3PostingsWriter:
        """What writes the postings of a field."""
        return _Postings(dbfile, _BLOCK, byteids, _COMPRESSION)  # type: ignore[no-untyped-call]


class _Fields(W3FieldWriter):
    """Writes gathered postings in place of those that Whoosh has sorted: it has none."""

    def __init__(self, codec: TermsCodec, storage: Any, segment: Any, gathered: Gathered) -> None:
        super().__init__(codec, storage, segment)  # type: ignore[no-untyped-call]
        self._gathered = gathered

    def add_postings(self, schema: Any, lengths: object, items: Iterable[object]) -> None:
        writer: Any = self  # Whoosh types its writers in part only
        for name, terms in self._gathered.fields():
            writer.start_field(name, schema[name])
            for term, postings in terms:
                writer.start_term(term)
                for number, count, value in postings:
                    writer.add(number, count, value, 0)
                writer.finish_term()
            writer.finish_field()


class _Postings(W3PostingsWriter):
    """Writes the postings of a term: those of a lone document with the term itself."""

    _terminfo: Any
    _values: list[bytes]

    def finish_postings(self) -> Any:
        info = self._terminfo
        if self.written() or len(self) > 1:  # type: ignore[no-untyped-call]
            return super().finish_postings()  # type: ignore[no-untyped-call]
        info.add_block(self)
        info.set_inlined(self._ids, self._weights, self._values)
        self._terminfo = None
        return info

    def _mini_values(self) -> tuple[bytes, bytes]:
        return packed_block(self._values)


def _terms(held: Mapping[str, array[int]]) -> Iterator[tuple[bytes, Iterator[_Posting]]]:
    # In the order of code points, which is that of the bytes of UTF-8.
    return ((term.encode(), _postings(held[term])) for term in sorted(held))


def _postings(gathered: array[int]) -> Iterator[_Posting]:
    at = 0
    while at < len(gathered):
        number, count = gathered[at], gathered[at + 1]
        end = at + 2 + count
        yield number, float(count), gathered[at + 2 : end].tobytes()
        at = end
