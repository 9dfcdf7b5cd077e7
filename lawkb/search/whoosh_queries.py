"""The queries of Whoosh that the tree of a query is compiled into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

from whoosh.matching import ListMatcher, Matcher, NullMatcher
from whoosh.query import And as AllOf
from whoosh.query import AndMaybe, Every, Query, Require, Term
from whoosh.query import Not as NoneOf
from whoosh.query.compound import DefaultOr as AnyOf
from whoosh.query.spans import SpanFirst, SpanNear2
from whoosh.reading import TermNotFound

from lawkb.model.address import Address
from lawkb.search.boosts import count_step, exact_score, share_of_rare, weight_of_word
from lawkb.search.compiler import Compiler, IndexTerm, Scored
from lawkb.search.engine import exact_field, is_word, place_key
from lawkb.search.query import nodes
from lawkb.search.query.wildcards_and_typos import fits, literal_prefix

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
    """Compiles query trees into queries of Whoosh. See ``Compiler``.

    Attributes:
        searcher: Whoosh's searcher of the open index.
    """

    searcher: Any

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

    def _located(self, tree: nodes.Located) -> Query:
        return BestOf(Scored(term, 0) for term in self._places(tree))

    def _places(self, tree: nodes.Located) -> Iterator[Term]:
        """Yield terms for all provisions in a range; laws inside it have one term each."""
        first, last = place_key(tree.first), place_key(tree.last)
        low, high = (place_key(Address((end.law,))) for end in (tree.first, tree.last))
        cut = {place_key(Address((end.law,))) for end in (tree.first, tree.last) if end.depth}
        for law in map(bytes.decode, self._reader.lexicon("law")):
            if low <= law <= high and law not in cut:
                yield Term("law", law)
            elif law in cut:
                for place in map(bytes.decode, self._reader.expand_prefix("place", law)):
                    if first <= place <= last + _ALL_AFTER:
                        yield Term("place", place)

    def _cited_by(self, address: Address) -> Query:
        inside = self._located(nodes.Located(address, address, ""))
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
