"""The search engine Whoosh, a Python library: it writes, searches and ranks an index of tokens."""

from __future__ import annotations

import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

import whoosh
from whoosh.codec.whoosh3 import W3Codec
from whoosh.collectors import TopCollector
from whoosh.fields import ID, STORED, FieldType, Schema
from whoosh.formats import Positions
from whoosh.index import EmptyIndexError, create_in, open_dir

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Outline
from lawkb.search.documents import Document, with_references
from lawkb.search.engine import (
    Found,
    Match,
    Zoned,
    cited_by_document,
    exact_field,
    is_word,
    place_key,
    stem_field,
    terms,
    zones,
)
from lawkb.search.query.nodes import FIELDS, Node
from lawkb.search.query.wildcards_and_typos import words_near
from lawkb.search.whoosh_queries import CITES, WhooshCompiler

_DOCUMENT = "document"  # stored field
_GAP = 100  # positions between two parts, so that no phrase runs over
_BLOCK = 512  # postings in a block: larger than Whoosh's own, and a third faster to write
# Documents in a segment of the index. Whoosh keeps the place of each term of a segment in memory
# until it is written.
_SEGMENT = 100_000
_KEPT = 64  # misspelt words whose neighbours are remembered

# Places of a word in a provision that phrases and NEAR know. What is near what grows with their
# square; provisions of real laws have some hundred words in all.
_MOST_PLACES = 1000

_Placed = dict[str, list[int]]  # by term, its positions


class _Tokens(FieldType):  # type: ignore[misc]  # Whoosh has no types
    """A field of tokens with their positions; the text is analysed before Whoosh gets it."""

    def __init__(self) -> None:
        super().__init__(Positions(), None)

    def index(self, value: _Placed, **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """Yield each term with its count, weight and positions."""
        for term, positions in value.items():
            count = min(len(positions), _MOST_PLACES)
            places = self.format.encode(positions[:_MOST_PLACES])
            yield term.encode(), count, float(count), places


class WhooshEngine:
    """An index of the laws, written and searched by Whoosh. See ``EmbeddedEngine``."""

    name = "whoosh"
    version = f"whoosh {'.'.join(map(str, whoosh.__version__))}, fields 11"

    def __init__(self, outline: Outline) -> None:
        """Prepare an engine for a code with these languages and levels."""
        self._outline = outline
        self._searcher: Any = None
        self._close: Callable[[], object] = lambda: None  # what is open, if anything is
        self._words: dict[str, dict[str, int]] = {}
        self._nearest: dict[tuple[str, str, int], tuple[str, ...]] = {}
        self.folder: Path | None = None

    def build(self, documents: Iterable[Document], folder: Path) -> int:
        """Index documents, given in the order of the laws, in an empty folder.

        Returns:
            Number of documents.
        """
        index = create_in(str(folder), self._schema())
        number, left = 0, iter(documents)
        for first in left:
            # Not one compound file: to open it, Whoosh reads all of it into memory.
            writer = index.writer(codec=W3Codec(blocklimit=_BLOCK), compound=False)
            try:
                for document in chain([first], islice(left, _SEGMENT - 1)):
                    writer.add_document(**self._fields(document))
                    number += 1
            except BaseException:
                writer.cancel()  # closes its files
                raise
            writer.commit(merge=False)
        index.close()
        return number

    def open(self, folder: Path) -> None:
        """Open an index that ``build`` wrote.

        Raises:
            OSError: There is no index in the folder.
        """
        try:
            # The searcher reads the list of files again, and may find it removed by then.
            searcher = open_dir(str(folder), readonly=True, schema=self._schema()).searcher()
        except EmptyIndexError as error:
            raise FileNotFoundError(folder) from error
        try:
            for segment, _ in searcher.reader().leaf_readers():
                # Opens the file of the documents now: others may remove it before the first hit.
                if segment.doc_count():
                    segment.stored_fields(0)
        except TypeError as error:  # Whoosh finds no such file
            searcher.close()
            raise FileNotFoundError(folder) from error
        self._close()
        self._searcher, self._close = searcher, weakref.finalize(self, searcher.close)
        self._words, self._nearest = {}, {}
        self.folder = folder

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """Return the documents that a query finds in the texts of some languages.

        Args:
            tree: The query.
            languages: Tags of the languages.
            limit: Largest number of matches to return.
        """
        searcher = self._searcher
        compiler = WhooshCompiler(
            scheme=self._outline.scheme,
            languages=languages,
            words_near=self._words_near,
            searcher=searcher,
        )
        query = compiler.query(tree)
        # Every document is scored: Whoosh's own short cuts skip some, and so miscount.
        best = TopCollector(limit=max(limit, 1), usequality=False, replace=0)
        searcher.search_with_collector(query, best)
        items = tuple(best.results().items())[:limit]
        matches = (
            Match(searcher.stored_fields(number)[_DOCUMENT], round(float(score), 4))
            for number, score in items
        )
        return Found(best.total, tuple(matches))

    def words(self, language: str) -> Mapping[str, int]:
        """Return the indexed words of a language, folded, with how often texts have them."""
        if language not in self._words:
            reader = self._searcher.reader()
            found: Counter[str] = Counter()
            for name in (exact_field(language, field) for field in FIELDS):
                held = reader.iter_field(name)
                found.update({term.decode(): int(info.weight()) for term, info in held})
            self._words[language] = {word: found[word] for word in sorted(found) if is_word(word)}
        return self._words[language]

    def count(self) -> int:
        """Return the number of documents in the open index."""
        return int(self._searcher.reader().doc_count())

    def _schema(self) -> Schema:
        fields: dict[str, FieldType] = {
            _DOCUMENT: STORED(),
            CITES: STORED(),
            **{name: ID() for name in ("edition", "lang", "in", "law", "place")},
        }
        for language in self._outline.languages:
            for field in FIELDS:
                fields[exact_field(language.code, field)] = _Tokens()
                fields[stem_field(language.code, field)] = _Tokens()
        return Schema(**fields)

    def _fields(self, document: Document) -> dict[str, object]:
        document = with_references(document, self._outline)
        read = tuple(zones(document, self._outline))
        cited = cited_by_document(document, read)
        fields: dict[str, object] = {
            _DOCUMENT: document,
            CITES: tuple((edition, place_key(address)) for edition, address in cited),
            "edition": [document.edition],
            "lang": sorted({zone.language for zone in read}),
            "in": sorted({zone.field for zone in read}),
        }
        if isinstance(document.place, Address):
            fields["law"] = [place_key(Address((document.place.law,)))]
            fields["place"] = [place_key(document.place)]
        for zone in read:
            exact, stems = _placed(zone, self._outline.scheme)
            fields[exact_field(zone.language, zone.field)] = exact
            fields[stem_field(zone.language, zone.field)] = stems
        return fields

    def _words_near(self, word: str, language: str, changes: int) -> tuple[str, ...]:
        """Return the words of a language similar to another; cached, since every field asks."""
        asked = (word, language, changes)
        if asked not in self._nearest:
            if len(self._nearest) >= _KEPT:
                self._nearest.clear()
            self._nearest[asked] = words_near(word, tuple(self.words(language)), changes)
        return self._nearest[asked]


def _placed(zone: Zoned, scheme: Scheme) -> tuple[_Placed, _Placed]:
    """Return the positions of the exact terms, and of the stems, of a field of a document."""
    exact: defaultdict[str, list[int]] = defaultdict(list)
    stems: defaultdict[str, list[int]] = defaultdict(list)
    position = 0
    for part in zone.parts:
        for token in part:
            term, wider = terms(token, scheme)
            exact[term].append(position)
            for stem in wider:
                stems[stem].append(position)
            position += 1
        position += _GAP
    return exact, stems
