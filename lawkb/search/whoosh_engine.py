"""The search engine Whoosh, a Python library: it writes, searches and ranks an index of tokens.

The tree of a query is compiled into its queries.
"""

from __future__ import annotations

import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain, islice
from pathlib import Path
from typing import Any

import whoosh
from whoosh.codec.whoosh3 import W3Codec
from whoosh.collectors import TopCollector
from whoosh.fields import ID, STORED, FieldType, Schema
from whoosh.formats import Positions
from whoosh.index import EmptyIndexError, create_in, open_dir
from whoosh.matching import ListMatcher, Matcher, NullMatcher
from whoosh.query import And as AllOf
from whoosh.query import AndMaybe, Every, Query, Require, Term
from whoosh.query import Not as NoneOf
from whoosh.query.compound import DefaultOr as AnyOf
from whoosh.query.spans import SpanFirst, SpanNear2
from whoosh.reading import TermNotFound

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Outline
from lawkb.search.documents import Document, with_references
from lawkb.search.engine import (
    Compiler,
    Found,
    IndexTerm,
    Match,
    Scored,
    Zoned,
    cited_by_document,
    count_step,
    exact_field,
    exact_score,
    is_word,
    place_key,
    share_of_rare,
    stem_field,
    terms,
    weight_of_word,
    zones,
)
from lawkb.search.query import nodes
from lawkb.search.query.nodes import FIELDS, Node, fits, literal_prefix, words_near

CITES = "cites"  # stored field: what a document cites
_ALL_AFTER = "~"  # sorts after every character of ``place_key``


@dataclass(frozen=True)
class _Weighed(Scored[Query]):
    """A term to whose score its BM25 is added, scaled to less than 1."""


class BestOf(Query):  # type: ignore[misc]  # Whoosh has no types
    """Documents that any of several queries finds, each scored by the best of these.

    All documents are read at once into one matcher: Whoosh's DisjunctionMax and its prefix and
    wildcard queries, which walk a tree of matchers, are at least ten times slower.
    """

    def __init__(self, parts: Iterable[Scored[Query]], rare_first: bool = False) -> None:
        """With ``rare_first``, scores are the higher, the fewer documents are found."""
        self.parts = tuple(parts)
        self.rare_first = rare_first
        self.boost = 1.0
        self._found: dict[Any, dict[int, float]] = {}  # by the searcher of a segment

    def is_leaf(self) -> bool:
        """Return True: Whoosh need not look at the queries inside."""
        return True

    def estimate_size(self, ixreader: Any) -> int:
        """Return the largest number of documents that the query may find."""
        return int(ixreader.doc_count())

    def estimate_min_size(self, ixreader: Any) -> int:
        """Return 0, the smallest number of documents that the query may find."""
        return 0

    def matcher(self, searcher: Any, context: Any = None) -> Matcher:
        """Return the documents of a segment of the index with their scores."""
        scores = self._scores(searcher)
        numbers = sorted(scores)
        if not self.rare_first:
            return ListMatcher(numbers, [scores[number] for number in numbers])
        whole = searcher.get_parent()
        found = sum(len(self._scores(segment)) for segment, _ in whole.leaf_searchers())
        share = share_of_rare(found, whole.doc_count())
        return ListMatcher(numbers, [exact_score(scores[each] * share) for each in numbers])

    def _scores(self, segment: Any) -> dict[int, float]:
        if segment not in self._found:
            scores = self._found[segment] = {}
            for part in self.parts:
                for number, score in _scored(_postings(part.query, segment), part, segment):
                    if score >= scores.get(number, 0):
                        scores[number] = score
        return self._found[segment]


def _postings(query: Query, searcher: Any) -> Matcher:
    if isinstance(query, Term):
        try:
            return searcher.reader().postings(query.fieldname, query.text)
        except TermNotFound:  # in this segment
            return NullMatcher()
    return query.matcher(searcher, searcher.boolean_context())


def _scored(found: Matcher, part: Scored[Query], searcher: Any) -> Iterator[tuple[int, float]]:
    """Yield the documents that a query finds with their scores."""
    if not isinstance(part, _Weighed):
        yield from ((number, part.boost) for number in found.all_ids())
        return
    parent = searcher.get_parent()
    documents = parent.doc_count_all()
    having = parent.doc_frequency(part.query.fieldname, part.query.text)
    known: dict[float, float] = {}
    while found.is_active():
        count = found.weight()
        if count not in known:
            step = count_step(int(count))
            known[count] = part.boost + weight_of_word(step, having, documents)
        yield found.id(), known[count]
        found.next()


@dataclass(frozen=True, kw_only=True)
class WhooshCompiler(Compiler[Query]):
    """Compiles query trees into queries of Whoosh. See ``Compiler``."""

    searcher: Any  # Whoosh's searcher of the open index

    @cached_property
    def _reader(self) -> Any:
        return self.searcher.reader()

    def _has(self, term: IndexTerm) -> bool:
        return term.name in self._reader.schema and (term.name, term.text) in self._reader

    def _words(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Sequence[str]:
        name = exact_field(language, field)
        if name not in self._reader.schema:
            return ()
        if isinstance(leaf, nodes.Like):
            near = self.words_near(leaf.folded, language, leaf.changes)
            return [word for word in near if (name, word) in self._reader]
        terms = self._reader.expand_prefix(name, literal_prefix(leaf.glob))
        words = map(bytes.decode, terms)
        return [word for word in words if is_word(word) and fits(leaf.glob, word)]

    def _weighed(self, term: IndexTerm, boost: float) -> Scored[Query]:
        return _Weighed(Term(term.name, term.text), boost)

    def _any_word(self, words: Sequence[str], language: str, field: nodes.Field) -> Query:
        name = exact_field(language, field)
        return BestOf(Scored(Term(name, word), 0) for word in words)

    def _best_of(self, parts: Sequence[Scored[Query]]) -> Query:
        return BestOf(parts)

    def _rare_best_of(self, leaf: nodes.Node, parts: Sequence[Scored[Query]]) -> Query:
        return BestOf(parts, rare_first=True)

    def _any_of(self, queries: Sequence[Query]) -> Query:
        return AnyOf(list(queries))

    def _all_of(
        self,
        wanted: Sequence[Query],
        filters: Sequence[Query],
        unwanted: Sequence[Query],
        better: Query | None,
    ) -> Query:
        scoring = wanted or filters
        found = AllOf(list(scoring)) if scoring else Every()
        if wanted and filters:
            found = Require(found, AllOf(list(filters)))
        if unwanted:
            # nodes.Not AndNot: its matcher forgets to exclude the first document.
            found = Require(found, NoneOf(AnyOf(list(unwanted))))
        return AndMaybe(found, better) if better is not None else found

    def _having(self, what: str, value: str) -> Query:
        return Term(what, value)

    # ---- positions

    def _span(self, term: IndexTerm) -> Query:
        return Term(term.name, term.text)

    def _any_span(self, spans: Sequence[Query]) -> Query:
        return AnyOf(list(spans))

    def _in_a_row(self, spans: Sequence[Query]) -> Query:
        return SpanNear2(list(spans)) if len(spans) > 1 else spans[0]

    def _near(self, spans: Sequence[Query], distance: int) -> Query:
        return reduce(lambda left, right: _near_pair(left, right, distance), spans)

    def _first(self, span: Query, end: int) -> Query:
        return SpanFirst(span, end - 1)

    # ---- filters

    def _located(self, first: Address, last: Address) -> Query:
        return BestOf(Scored(term, 0) for term in self._places(first, last))

    def _places(self, first: Address, last: Address) -> Iterator[Term]:
        """Yield terms for all provisions in a range; laws inside it have one term each."""
        begin, end = place_key(first), place_key(last) + _ALL_AFTER
        low, high = (place_key(Address((each.law,))) for each in (first, last))
        cut = {place_key(Address((each.law,))) for each in (first, last) if each.depth}
        for law in map(bytes.decode, self._reader.lexicon("law")):
            if low <= law <= high and law not in cut:
                yield Term("law", law)
            elif law in cut:
                for place in map(bytes.decode, self._reader.expand_prefix("place", law)):
                    if begin <= place <= end:
                        yield Term("place", place)

    def _cited_by(self, address: Address) -> Query:
        inside = self._located(address, address)
        cited = {
            pair
            for number in self.searcher.docs_for_query(inside)
            for pair in self.searcher.stored_fields(number)[CITES]
        }
        pairs = (
            (Term("edition", edition), Term("place", place)) for edition, place in sorted(cited)
        )
        return AnyOf([AllOf(list(pair)) for pair in pairs])


def _near_pair(left: Query, right: Query, distance: int) -> Query:
    """Return the query for two queries that match near each other, in either order.

    Without order, Whoosh looks for the beginning of the second near the first, so it misses a
    phrase that ends near it and begins farther away: then each order is a query of its own.
    """
    if _is_one_word(right):
        return SpanNear2([left, right], slop=distance, ordered=False)
    pairs = ([left, right], [right, left])
    return AnyOf([SpanNear2(pair, slop=distance) for pair in pairs])


def _is_one_word(query: Query) -> bool:
    return isinstance(query, Term) or (
        isinstance(query, AnyOf) and all(map(_is_one_word, query.subqueries))
    )


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
        """Return the documents that a query finds in the texts of some languages."""
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
