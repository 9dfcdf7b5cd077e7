"""Compile the tree of a query into queries of Whoosh, with boosts that decide what ranks first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import product
from typing import Any

from whoosh.matching import ListMatcher, Matcher
from whoosh.query import And as AllOf
from whoosh.query import AndMaybe, Every, Query, Require, Term
from whoosh.query import Not as NoneOf
from whoosh.query.compound import DefaultOr as AnyOf
from whoosh.query.spans import SpanFirst, SpanNear2

from lawkb.model.address import Address, Scheme
from lawkb.search.boosts import (
    EXACT_BOOST,
    FIELD_BOOSTS,
    FIRST_BOOST,
    GROUPED_BOOST,
    LEVELLED,
    MEANT_SHARE,
    NEAR_BOOST,
    TOGETHER_BOOST,
    count_step,
    exact_score,
    share_of_rare,
    weight_of_word,
)
from lawkb.search.engine import exact_field, is_word, place_key, stem_field
from lawkb.search.query import nodes
from lawkb.search.query.wildcards_and_typos import fits, literal_prefix
from lawkb.words import address_token

CITES = "cites"  # stored field: what a document cites
_ALL_AFTER = "~"  # sorts after every character of ``place_key``


@dataclass(frozen=True)
class Scored:
    """A term or span query with the score of the documents that it finds.

    Attributes:
        query: The query of Whoosh.
        boost: The score.
        weighs: Whether the BM25 score of the term is added, scaled to less than 1.
    """

    query: Query
    boost: float
    weighs: bool = False


class BestOf(Query):  # type: ignore[misc]  # Whoosh has no types
    """Documents that any of several queries finds, each scored by the best of these.

    All documents are read at once into one matcher: Whoosh's DisjunctionMax and its prefix and
    wildcard queries, which walk a tree of matchers, are at least ten times slower.
    """

    def __init__(self, parts: Iterable[Scored], rare_first: bool = False) -> None:
        """With ``rare_first``, scores are the higher, the fewer documents are found."""
        self.parts = tuple(parts)
        self.rare_first = rare_first
        self.boost = 1.0

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
        """Return the documents with their scores."""
        scores: dict[int, float] = {}
        for part in self.parts:
            found = _postings(part.query, searcher)
            for number, score in _scores(found, part, searcher):
                if score >= scores.get(number, 0):
                    scores[number] = score
        numbers = sorted(scores)
        if self.rare_first:
            share = share_of_rare(len(scores), searcher.reader().doc_count())
            return ListMatcher(numbers, [exact_score(scores[each] * share) for each in numbers])
        return ListMatcher(numbers, [scores[number] for number in numbers])


def _postings(query: Query, searcher: Any) -> Matcher:
    if isinstance(query, Term):
        return searcher.reader().postings(query.fieldname, query.text)
    return query.matcher(searcher, searcher.boolean_context())


def _scores(found: Matcher, part: Scored, searcher: Any) -> Iterator[tuple[int, float]]:
    """Yield the documents that a query finds with their scores."""
    if not part.weighs:
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


@dataclass(frozen=True)
class Compiler:
    """Compiles query trees into Whoosh queries on the open index.

    Attributes:
        searcher: Whoosh's searcher of the open index.
        scheme: Levels of the code.
        languages: Tags of the languages to search.
        words_near: Returns the words of a language that are similar to another: called with the
            word, the language tag and the number of letters that may be changed.
        fields: Fields to search, those with the highest boost first.
    """

    searcher: Any
    scheme: Scheme
    languages: tuple[str, ...]
    words_near: Callable[[str, str, int], tuple[str, ...]]
    fields: tuple[nodes.Field, ...] = nodes.FIELDS

    @cached_property
    def _reader(self) -> Any:
        return self.searcher.reader()

    def query(self, tree: nodes.Node) -> Query:
        """Return the Whoosh query for a tree."""
        match tree:
            case nodes.And():
                return self._conjunction(tree)
            case nodes.Or(parts=parts):
                return AnyOf([self.query(part) for part in parts])
            case nodes.MostOf(parts=parts):
                return AnyOf([self._rare_first(part) for part in parts])
            case nodes.Not(part=part):
                return NoneOf(self.query(part))
            case nodes.Within(part=part, fields=fields, languages=languages):
                fields, languages = fields or self.fields, languages or self.languages
                return replace(self, fields=fields, languages=languages).query(part)
            case nodes.Located():
                return BestOf(Scored(term, 0) for term in self._located(tree))
            case nodes.CitedBy(address=address):
                return AnyOf(list(self._cited_by(address)))
            case nodes.Having(what=what, value=value):
                return Term(what, value)
            case _:
                return BestOf(self._scored(tree))

    def _rare_first(self, part: nodes.Node) -> Query:
        if isinstance(part, nodes.Or):
            return AnyOf([self._rare_first(each) for each in part.parts])
        levelled = (
            replace(one, boost=one.boost + (FIELD_BOOSTS["text"] - one.boost) * LEVELLED)
            for one in self._scored(part)
        )
        return BestOf(levelled, rare_first=True)

    # ---- what is ranked

    def _conjunction(self, tree: nodes.And) -> Query:
        """Return the query that all parts must match; filters and NOT do not affect the score."""
        unwanted = [self.query(part.part) for part in tree.parts if isinstance(part, nodes.Not)]
        filters = [self.query(part) for part in tree.parts if nodes.is_filter(part)]
        wanted = [
            self.query(part)
            for part in tree.parts
            if not isinstance(part, nodes.Not) and not nodes.is_filter(part)
        ]
        found = AllOf(wanted) if wanted else AllOf(filters) if filters else Every()
        if wanted and filters:
            found = Require(found, AllOf(filters))
        if unwanted:
            # nodes.Not AndNot: its matcher forgets to exclude the first document.
            found = Require(found, NoneOf(AnyOf(unwanted)))
        together = list(self._together(tree)) if tree.whole else []
        return AndMaybe(found, BestOf(together)) if together else found

    def _together(self, tree: nodes.And) -> Iterator[Scored]:
        """Yield queries that score words of a conjunction that are next to or near each other."""
        parts = [part.word if isinstance(part, nodes.Meant) else part for part in tree.parts]
        counting = [part for part in parts if isinstance(part, nodes.Word)]
        alone = len(counting) == len(tree.parts)
        grouped = GROUPED_BOOST * (len(counting) - 1) if alone else 0
        for language, field in self._places():
            row = tree.whole.words(language) if tree.whole else ()
            told = [part.form(language) for part in counting]
            if len(told) > 1 and all(form in row for form in told):
                near = self._all([self._form(form, language, field) for form in told if form])
                if near:
                    yield Scored(_nearby(near, nodes.NEAR_DISTANCE), grouped + NEAR_BOOST)
            typed = self._all([self._form(form, language, field) for form in row])
            if typed:
                beside = SpanNear2(typed)
                yield Scored(beside, grouped + TOGETHER_BOOST)
                if field == "heading":
                    yield Scored(SpanFirst(beside, len(typed) - 1), grouped + FIRST_BOOST)

    def _scored(self, leaf: nodes.Node) -> Iterator[Scored]:
        """Yield the queries for a leaf in each field and language, with their scores."""
        if isinstance(leaf, nodes.Meant):
            yield from self._scored(leaf.word)
            for part in leaf.meant:
                count = len(part.parts) if isinstance(part, nodes.Near) else 1
                for one in self._scored(part):
                    yield replace(one, boost=exact_score(one.boost / count * MEANT_SHARE))
            return
        for language, field in self._places():
            boost = FIELD_BOOSTS[field]
            match leaf:
                case nodes.Word() | nodes.Cited():
                    form = self._form_of(leaf, language)
                    if form:
                        yield from self._weighed(form, language, field)
                case nodes.Pattern() | nodes.Like():
                    for term in self._expanded(leaf, language, field):
                        same = isinstance(leaf, nodes.Like) and term.text == leaf.folded
                        yield Scored(term, boost + EXACT_BOOST * same)
                case nodes.Near(parts=parts):
                    spans = self._spans(leaf, language, field)
                    if spans is not None:
                        yield Scored(spans, boost * len(parts))
                case nodes.Phrase():
                    yield from self._phrase(leaf, language, field)

    def _weighed(self, form: nodes.Form, language: str, field: nodes.Field) -> Iterator[Scored]:
        boost = FIELD_BOOSTS[field]
        for name, text, exact in (
            (stem_field, form.stem, 0),
            (exact_field, form.exact, EXACT_BOOST),
        ):
            for term in self._existing(name(language, field), text):
                yield Scored(term, boost + exact, weighs=True)

    def _phrase(self, leaf: nodes.Phrase, language: str, field: nodes.Field) -> Iterator[Scored]:
        count = len(leaf.words(language))
        spans = self._spans(leaf, language, field)
        if spans is None:
            return
        boost = count * (FIELD_BOOSTS[field] + EXACT_BOOST) + (count - 1) * GROUPED_BOOST
        yield Scored(spans, boost + (TOGETHER_BOOST if count > 1 else 0))
        if field == "heading" and count > 1:
            yield Scored(SpanFirst(spans, count - 1), boost + FIRST_BOOST)

    # ---- where words are

    def _places(self) -> Iterator[tuple[str, nodes.Field]]:
        return product(self.languages, self.fields)

    def _existing(self, field: str, text: str) -> Iterator[Term]:
        """Yield the term of a field if the index has it, else nothing."""
        if text and field in self._reader.schema and (field, text) in self._reader:
            yield Term(field, text)

    def _form_of(self, leaf: nodes.Word | nodes.Cited, language: str) -> nodes.Form | None:
        if isinstance(leaf, nodes.Word):
            return leaf.form(language)
        term = address_token(leaf.address, self.scheme).term
        return nodes.Form(language, term, term)

    def _form(self, form: nodes.Form, language: str, field: nodes.Field) -> Query | None:
        """Return the query for a word in any of its forms; None when the index has none."""
        terms = [
            *self._existing(exact_field(language, field), form.exact),
            *self._existing(stem_field(language, field), form.stem),
        ]
        return AnyOf(terms) if terms else None

    def _spans(self, node: nodes.Node, language: str, field: nodes.Field) -> Query | None:
        """Return the query for the positions of a node; None when the index has none."""
        match node:
            case nodes.Word() | nodes.Cited():
                form = self._form_of(node, language)
                return self._form(form, language, field) if form else None
            case nodes.Phrase():
                name = exact_field(language, field)
                forms = node.words(language)
                terms = self._all([next(self._existing(name, one.exact), None) for one in forms])
                return (SpanNear2(terms) if len(terms) > 1 else terms[0]) if terms else None
            case nodes.Pattern() | nodes.Like():
                terms = list(self._expanded(node, language, field))
                return AnyOf(terms) if terms else None
            case nodes.Or(parts=parts):
                found = [self._spans(part, language, field) for part in parts]
                spans = [each for each in found if each is not None]
                return AnyOf(spans) if spans else None
            case nodes.Near(parts=parts, distance=distance):
                spans = self._all([self._spans(part, language, field) for part in parts])
                return _nearby(spans, distance) if spans else None
            case _:
                return None

    def _all(self, queries: Sequence[Query | None]) -> list[Query]:
        """Return the queries; none of them if one is None, since all must find something."""
        found = [query for query in queries if query is not None]
        return found if len(found) == len(queries) else []

    def _expanded(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Iterator[Term]:
        """Yield the indexed terms that match a pattern or a similar spelling."""
        name = exact_field(language, field)
        if name not in self._reader.schema:
            return
        if isinstance(leaf, nodes.Like):
            for word in self.words_near(leaf.folded, language, leaf.changes):
                yield from self._existing(name, word)
            return
        for term in self._reader.expand_prefix(name, literal_prefix(leaf.glob)):
            word = term.decode()
            if is_word(word) and fits(leaf.glob, word):
                yield Term(name, word)

    # ---- filters

    def _located(self, tree: nodes.Located) -> Iterator[Term]:
        """Yield terms for all provisions in a range; laws inside the range have one term each."""
        first, last = place_key(tree.first), place_key(tree.last)
        ends = (place_key(Address((end.law,))) for end in (tree.first, tree.last))
        low, high = ends
        cut = {place_key(Address((end.law,))) for end in (tree.first, tree.last) if end.depth}
        for law in map(bytes.decode, self._reader.lexicon("law")):
            if low <= law <= high and law not in cut:
                yield Term("law", law)
            elif law in cut:
                for place in map(bytes.decode, self._reader.expand_prefix("place", law)):
                    if first <= place <= last + _ALL_AFTER:
                        yield Term("place", place)

    def _cited_by(self, address: Address) -> Iterator[Query]:
        """Yield a query for each provision, with its edition, that an address or its parts cite."""
        cited = {
            pair
            for number in self.searcher.docs_for_query(
                BestOf(
                    Scored(term, 0) for term in self._located(nodes.Located(address, address, ""))
                )
            )
            for pair in self.searcher.stored_fields(number)[CITES]
        }
        for edition, place in sorted(cited):
            yield AllOf([Term("edition", edition), Term("place", place)])


def _nearby(spans: list[Query], distance: int) -> Query:
    return reduce(lambda left, right: _near_pair(left, right, distance), spans)


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
