"""How Whoosh keeps our segments: a codec, which is what it offers for files of another make.

Analysis, positions and scores are ours, so Whoosh is given what its own codec would have to sort,
pickle and compress anew: the postings as they were gathered, and the records of the documents. It
writes the files of ``lawkb.search.postings``, and opens them again for its own queries; the search
reads them without it. Imported by ``whoosh_engine`` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whoosh.codec.base import (
    Codec,
    FieldCursor,
    FieldWriter,
    PerDocumentReader,
    PerDocumentWriter,
    TermsReader,
)
from whoosh.codec.base import Segment as WhooshSegment
from whoosh.fields import FieldType
from whoosh.formats import Format
from whoosh.matching.mcore import ListMatcher
from whoosh.reading import TermInfo, TermNotFound

from lawkb.search.postings import POSTINGS, RECORDS, TERMS, Gathered, Segment, write_ends

RECORD = "record"  # the field that is stored of a document
_GATHERED = "postings are gathered before Whoosh is asked to write them"


class TermsField(FieldType):
    """A field of terms that Whoosh neither analyses nor scores."""

    def __init__(self) -> None:
        """Name the format of the postings; there is nothing to analyse."""
        super().__init__(format=Format(), analyzer=None)  # type: ignore[arg-type]


class TermsSegment(WhooshSegment):
    """A segment as the table of an index names it; nothing in it is ever deleted."""

    def __init__(self, indexname: str) -> None:
        """Begin without documents."""
        super().__init__(indexname)  # type: ignore[no-untyped-call]
        self._count = 0

    def codec(self) -> TermsCodec:
        """What reads it."""
        return TermsCodec()

    def set_doc_count(self, doccount: int) -> None:
        """Note how many documents it has."""
        self._count = doccount

    def doc_count_all(self) -> int:
        """How many it has."""
        return self._count

    def deleted_count(self) -> int:
        """None is deleted."""
        return 0

    def deleted_docs(self) -> Iterator[int]:
        """None is deleted."""
        return iter(())

    def delete_document(self, docnum: int, delete: bool = True) -> None:
        """Refused: what has changed is passed over (``lawkb.search.layout``)."""
        raise NotImplementedError("documents are passed over, not deleted")

    def is_deleted(self, docnum: int) -> bool:
        """None is deleted."""
        return False

    def should_assemble(self) -> bool:
        """Its files stay as they are, so that they can be read where they lie."""
        return False


class TermsCodec(Codec):
    """Writes postings that were gathered, and reads them."""

    length_stats = False

    def __init__(self, gathered: Gathered | None = None) -> None:
        """Take the postings to write, all of which must be there when the writer commits."""
        self._gathered = gathered or Gathered()

    def per_document_writer(self, storage: Any, segment: Any) -> PerDocumentWriter:
        """What writes the records."""
        return _Records(segment.create_file(storage, RECORDS))

    def field_writer(self, storage: Any, segment: Any) -> FieldWriter:
        """What writes the postings."""
        terms, postings = (segment.create_file(storage, ext) for ext in (TERMS, POSTINGS))
        return _Fields(terms, postings, self._gathered)

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> Any:
        """Refused: postings are written with their terms."""
        raise NotImplementedError(_GATHERED)

    def postings_reader(self, dbfile: Any, terminfo: Any, format_: Any, *of: Any, **by: Any) -> Any:
        """Refused: postings are read with their terms."""
        raise NotImplementedError(_GATHERED)

    def terms_reader(self, storage: Any, segment: Any) -> TermsReader:
        """What reads the postings."""
        return _Terms(Segment(storage.folder, segment.segment_id()))

    def per_document_reader(self, storage: Any, segment: Any) -> PerDocumentReader:
        """What reads the records."""
        return _Stored(Segment(storage.folder, segment.segment_id()))

    def new_segment(self, storage: Any, indexname: str) -> TermsSegment:
        """A segment to write."""
        return TermsSegment(indexname)


class _Records(PerDocumentWriter):
    """Writes the records of a segment as they come."""

    def __init__(self, file: Any) -> None:
        self.is_closed = False
        self._file = file
        self._ends: list[int] = []

    def start_doc(self, docnum: int) -> None:
        """Nothing begins with a document."""

    def add_field(self, fieldname: str, fieldobj: Any, value: bytes, length: int) -> None:
        self._file.write(value)
        self._ends.append((self._ends[-1] if self._ends else 0) + len(value))

    def add_column_value(self, fieldname: str, columnobj: Any, value: Any) -> None:
        raise NotImplementedError("a document is its record")

    def add_vector_items(self, fieldname: str, fieldobj: Any, items: Any) -> None:
        raise NotImplementedError("a document is its record")

    def finish_doc(self) -> None:
        """A document is its record."""

    def close(self) -> None:
        write_ends(self._ends, self._file)
        self._file.close()
        self.is_closed = True


class _Fields(FieldWriter):
    """Writes gathered postings in place of those that Whoosh has sorted: it has none."""

    def __init__(self, terms: Any, postings: Any, gathered: Gathered) -> None:
        self.is_closed = False
        self._files = (terms, postings)
        self._gathered = gathered

    def add_postings(self, schema: Any, lengths: object, items: object) -> None:
        self._gathered.write(*self._files)

    def start_field(self, fieldname: str, fieldobj: Any) -> None:
        raise NotImplementedError(_GATHERED)

    def start_term(self, text: bytes) -> None:
        raise NotImplementedError(_GATHERED)

    def add(self, docnum: int, weight: float, vbytes: bytes, length: int) -> None:
        raise NotImplementedError(_GATHERED)

    def finish_term(self) -> None:
        raise NotImplementedError(_GATHERED)

    def close(self) -> None:
        for file in self._files:
            file.close()
        self.is_closed = True


class _Terms(TermsReader):
    """The terms of a segment, for the queries of Whoosh."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment

    def __contains__(self, term: tuple[str, bytes]) -> bool:
        return self.doc_frequency(*term) > 0

    def cursor(self, fieldname: str, fieldobj: Any) -> FieldCursor:
        raise NotImplementedError("nothing here walks the terms letter by letter")

    def terms(self) -> Iterator[tuple[str, bytes]]:
        return ((name, term.encode()) for name, term, _ in self._segment.terms())

    def terms_from(self, fieldname: str, prefix: bytes) -> Iterator[tuple[str, bytes]]:
        found = self._segment.terms(fieldname, prefix.decode())
        return ((name, term.encode()) for name, term, _ in found)

    def items(self) -> Iterator[tuple[tuple[str, bytes], TermInfo]]:
        return ((term, self.term_info(*term)) for term in self.terms())

    def items_from(
        self, fieldname: str, prefix: bytes
    ) -> Iterator[tuple[tuple[str, bytes], TermInfo]]:
        return ((term, self.term_info(*term)) for term in self.terms_from(fieldname, prefix))

    def term_info(self, fieldname: str, text: bytes) -> TermInfo:
        info = TermInfo()  # type: ignore[no-untyped-call]
        for number, count in zip(*self._counts(fieldname, text), strict=True):
            info.add_posting(number, count)  # type: ignore[no-untyped-call]
        return info

    def frequency(self, fieldname: str, text: bytes) -> int:
        return sum(self._counts(fieldname, text)[1])

    def doc_frequency(self, fieldname: str, text: bytes) -> int:
        return self._segment.count(fieldname, text.decode())

    def matcher(self, fieldname: str, text: bytes, format_: Any, scorer: Any = None) -> ListMatcher:
        numbers, counts = self._counts(fieldname, text)
        weights = [float(count) for count in counts]
        return ListMatcher(numbers, weights, format=format_, scorer=scorer)  # type: ignore[no-untyped-call]

    def indexed_field_names(self) -> list[str]:
        return sorted({name for name, _, _ in self._segment.terms()})

    def _counts(self, fieldname: str, text: bytes) -> tuple[Any, Any]:
        found = self._segment.counts(fieldname, text.decode())
        if found is None:
            raise TermNotFound(f"{fieldname}:{text!r}")
        return found


class _Stored(PerDocumentReader):
    """The records of a segment, for Whoosh: fields have no lengths, for it scores nothing."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment

    def doc_count(self) -> int:
        return self._segment.size

    def doc_count_all(self) -> int:
        return self._segment.size

    def has_deletions(self) -> bool:
        return False

    def is_deleted(self, docnum: int) -> bool:
        return False

    def deleted_docs(self) -> frozenset[int]:
        return frozenset()

    def doc_field_length(self, docnum: int, fieldname: str, default: int = 0) -> int:
        return default

    def field_length(self, fieldname: str) -> int:
        return 0

    def min_field_length(self, fieldname: str) -> int:
        return 0

    def max_field_length(self, fieldname: str) -> int:
        return 0

    def stored_fields(self, docnum: int) -> dict[str, bytes]:
        return {RECORD: self._segment.record(docnum)}
