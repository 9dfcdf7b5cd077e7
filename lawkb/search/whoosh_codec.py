"""How Whoosh writes our terms: without what it would need to analyse and to score text itself.

Whoosh pickles the positions of a document each by itself, and gives even a term of one document a
block; half of all terms are such ones. Here the positions of a block are one run of bytes, and the
posting of a lone document stands with its term. Imported by ``whoosh_engine`` alone.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3PostingsWriter
from whoosh.fields import FieldType
from whoosh.formats import Format

from lawkb.search.whoosh_shelf import packed, packed_block

_BLOCK = 512  # postings in a block: indexes 1.4 times faster than Whoosh's own 128
_COMPRESSION = 3  # of zlib, as Whoosh has it

# Term in UTF-8, number of positions, weight, packed positions.
_Posting = tuple[bytes, int, float, bytes]


class TermsField(FieldType):
    """A field of the terms that we made, each with its positions; not scored by Whoosh."""

    def __init__(self) -> None:
        """Name the format of the postings; there is nothing to analyse."""
        super().__init__(format=Format(), analyzer=None)  # type: ignore[arg-type]

    def index(self, value: Mapping[str, list[int]], **_: Any) -> Generator[_Posting, None, None]:
        """The posting of every term of a document, given its positions by term."""
        for term, positions in value.items():
            count = len(positions)
            yield term.encode(), count, float(count), packed(positions)


class TermsCodec(W3Codec):
    """The codec of an index of such fields; what it writes, that of Whoosh opens."""

    def __init__(self) -> None:
        """Set the size of the blocks."""
        super().__init__(_BLOCK, _COMPRESSION)  # type: ignore[no-untyped-call]

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> W3PostingsWriter:
        """What writes the postings of a field."""
        return _Postings(dbfile, _BLOCK, byteids, _COMPRESSION)  # type: ignore[no-untyped-call]


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
