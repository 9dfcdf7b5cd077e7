"""The queries of the server that the tree of a query is compiled into.

The server computes no scores: each query has a constant one. They depend on how many documents have
a word, so these numbers are asked first. A tree is therefore compiled twice: the first time to
collect what must be asked (``Asked``), the second time with the answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from hashlib import blake2b
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.search.compiler import Compiler, IndexTerm, Scored
from lawkb.search.engine import (
    COUNT_STEPS,
    exact_field,
    exact_score,
    is_word,
    place_key,
    share_of_rare,
    weight_of_word,
)
from lawkb.search.opensearch.mapping import (
    count_field,
    counted_exactly,
    counted_stem,
    token,
)
from lawkb.search.query import nodes

Query = dict[str, Any]  # of the server

_MOST_CITED = 60_000  # provisions that one provision cites; servers return 65,535 at most
# Queries inside a query: more are refused by the servers, by their usual setting.
MOST_QUERIES = 1024
# Of how many words near each other every order is tried, and of how many in a very large query. Of
# more, the server also finds those of which one stands between others, which Whoosh does not.
MOST_CHAINED, FEW_CHAINED = 6, 4
_ALL_AFTER = "~"  # sorts after every character of ``place_key``
_NOTHING: Query = {"match_none": {}}
_ANYTHING: Query = {"match_all": {}}
_REGULAR = frozenset('.?+*|{}[]()"\\#@&<>~')  # characters with a meaning in regular expressions


@dataclass
class Asked:
    """Questions to the server, and its answers once it has been asked.

    Attributes:
        counts: In how many documents words are, by a key; known from earlier queries, too.
        cites: What provisions cite, by a key.
        questions: What is to be asked, by the same keys.
        needed: Whether what is found, not only its order, depends on an answer.
    """

    counts: dict[Hashable, int] = field(default_factory=dict)
    cites: dict[Hashable, tuple[str, ...]] = field(default_factory=dict)
    questions: dict[Hashable, Query] = field(default_factory=dict)
    needed: bool = False

    def count(self, query: Query) -> int:
        """Return the number of documents that a query finds; 1 before it was asked."""
        terms = query.get("term")  # most are, and many times the same
        key = next(iter(terms.items())) if terms else _digest(query)
        if key not in self.counts:
            self.questions[key] = {"size": 0, "track_total_hits": True, "query": query}
        return self.counts.get(key, 1)

    def cited(self, query: Query) -> tuple[str, ...]:
        """Return what the documents that a query finds cite; nothing before it was asked."""
        key = ("cites", _digest(query))
        if key not in self.cites:
            read = {"cites": {"terms": {"field": "cites", "size": _MOST_CITED}}}
            self.questions[key] = {"size": 0, "query": query, "aggs": read}
            self.needed = True
        return self.cites.get(key, ())

    def answer(self, key: Hashable, answer: Mapping[str, Any]) -> None:
        """Store what the server answered.

        Raises:
            LawkbError: A provision cites more than a server returns.
        """
        if "aggregations" not in answer:
            self.counts[key] = int(answer["hits"]["total"]["value"])
            return
        held = answer["aggregations"]["cites"]
        if held["sum_other_doc_count"]:
            raise too_large(f"the provision cites more than {_MOST_CITED} others")
        self.cites[key] = tuple(sorted(each["key"] for each in held["buckets"]))


def _digest(query: Query) -> bytes:
    return blake2b(json.dumps(query).encode(), digest_size=16).digest()


@dataclass(frozen=True)
class _Weighed(Scored[Query]):
    """A query for a word.

    Attributes:
        weights: Queries for documents that have it once or several times, each with what it adds.
    """

    weights: tuple[tuple[Query, float], ...]


@dataclass(frozen=True, kw_only=True)
class ServerCompiler(Compiler[Query]):
    """Compiles query trees into queries of the server. See ``Compiler``.

    Attributes:
        asked: What the server has been asked.
        words_like: Returns the words of a language that match a pattern: called with the pattern
            and the language tag.
        steps: In which steps it counts how often a text has a word.
        chained: Of how many words near each other every order is tried.
    """

    asked: Asked
    words_like: Callable[[str, str], tuple[str, ...]]
    steps: tuple[int, ...] = COUNT_STEPS
    chained: int = MOST_CHAINED

    def _has(self, term: IndexTerm) -> bool:
        """Return whether the index has a term; True before that was asked."""
        return self.asked.count(_having_term(term)) > 0

    def _words(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Sequence[str]:
        """Return the words of a language that match; some may be in other fields alone."""
        if isinstance(leaf, nodes.Like):
            return self.words_near(leaf.folded, language, leaf.changes)
        return self.words_like(leaf.glob, language)

    def _weighed(self, term: IndexTerm, boost: float) -> Scored[Query]:
        query = _having_term(term)
        found, documents = self.asked.count(query), self._documents()
        weights = (
            (
                query if step == 1 else _having_count(term, step),
                weight_of_word(step, found, documents),
            )
            for step in self.steps
        )
        return _Weighed(query, boost, tuple(weights))

    def _any_word(self, words: Sequence[str], language: str, field: nodes.Field) -> Query:
        return _terms(exact_field(language, field), [token(word) for word in words])

    def _best_of(self, parts: Sequence[Scored[Query]]) -> Query:
        return _best_of(parts)

    def _rare_best_of(self, leaf: nodes.Node, parts: Sequence[Scored[Query]]) -> Query:
        # The question is the same whether it is known which of these words the index has.
        unknown = replace(self, asked=Asked())
        found = self.asked.count(self._any_of([one.query for one in unknown._scored(leaf)]))
        return _best_of(parts, share_of_rare(found, self._documents()))

    def _any_of(self, queries: Sequence[Query]) -> Query:
        return _any_of(queries)

    def _all_of(
        self,
        wanted: Sequence[Query],
        filters: Sequence[Query],
        unwanted: Sequence[Query],
        better: Query | None,
    ) -> Query:
        parts = {
            "must": [*(wanted or filters or [_ANYTHING])],
            "filter": [*filters] if wanted else [],
            "must_not": [*unwanted],
            "should": [better] if better else [],
        }
        return {"bool": {name: queries for name, queries in parts.items() if queries}}

    def _located(self, tree: nodes.Located) -> Query:
        return _constant(_located(tree), 0)

    def _cited_by(self, address: Address) -> Query:
        inside = _located(nodes.Located(address, address, ""))
        return _constant(_terms("key", self.asked.cited(inside)), 2)

    def _having(self, what: str, value: str) -> Query:
        return _constant({"term": {what: value}}, 1)

    def _documents(self) -> int:
        return self.asked.count(_ANYTHING)

    # ---- positions

    def _span(self, term: IndexTerm) -> Query:
        if term.kind == "exact":
            return {"span_term": {term.name: token(term.text)}}
        held = exact_field(term.language, term.field)
        return {"span_field_masking": {"query": _stem_positions(term), "field": held}}

    def _expanded_span(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Query | None:
        if isinstance(leaf, nodes.Like):
            return super()._expanded_span(leaf, language, field)
        like = {exact_field(language, field): _regular(leaf.glob)}
        return {"span_multi": {"match": {"regexp": like}}}

    def _any_span(self, spans: Sequence[Query]) -> Query:
        return spans[0] if len(spans) == 1 else {"span_or": {"clauses": [*spans]}}

    def _in_a_row(self, spans: Sequence[Query]) -> Query:
        return _in_order(spans, 1)

    def _near(self, spans: Sequence[Query], distance: int) -> Query:
        if len(spans) > self.chained:
            return reduce(lambda left, right: _pair(left, right, distance, ordered=False), spans)
        orders = [[spans[0]]]
        for span in spans[1:]:
            orders = [longer for order in orders for longer in ([*order, span], [span, *order])]
        return self._any_span([_in_order(order, distance) for order in orders])

    def _first(self, span: Query, end: int) -> Query:
        return {"span_first": {"match": span, "end": end}}


def size_of(query: object) -> int:
    """Return how many queries are in a query, as the server counts them."""
    if isinstance(query, dict):
        own = sum(name in _COUNTED for name in query)
        return own + sum(map(size_of, query.values()))
    return sum(map(size_of, query)) if isinstance(query, list) else 0


_COUNTED = frozenset(("term", "terms", "span_term", "range", "prefix", "match_all", "match_none"))


def too_large(why: str) -> LawkbError:
    """Return the error for a query that servers do not take."""
    return LawkbError("the query", why, "search for fewer words, or for longer ones before a *")


# ---- queries of the server


def _constant(query: Query, score: float) -> Query:
    return {"constant_score": {"filter": query, "boost": score}}


def _best_of(parts: Sequence[Scored[Query]], share: float = 1) -> Query:
    scored = [
        _constant(query, score if share == 1 else exact_score(score * share))
        for part in parts
        for query, score in _scores(part)
    ]
    if len(scored) == 1:
        return scored[0]
    return {"dis_max": {"queries": scored}} if scored else _NOTHING


def _scores(part: Scored[Query]) -> Iterator[tuple[Query, float]]:
    """Yield queries with their scores; the best one counts."""
    if isinstance(part, _Weighed):
        yield from ((query, part.boost + weight) for query, weight in part.weights)
    else:
        yield part.query, part.boost


def _any_of(queries: Sequence[Query]) -> Query:
    """Return the query for what any of several finds; their scores are added."""
    if len(queries) == 1:
        return queries[0]
    return {"bool": {"should": [*queries], "minimum_should_match": 1}} if queries else _NOTHING


def _terms(name: str, terms: Sequence[str]) -> Query:
    return {"terms": {name: list(terms)}} if terms else _NOTHING


def _having_term(term: IndexTerm) -> Query:
    """Return the query for a term; a stem may be what contains a citation."""
    if term.kind == "exact" or is_word(term.text):
        return {"term": {term.name: token(term.text)}}
    return _having_count(term, 1)


def _having_count(term: IndexTerm, step: int) -> Query:
    """Return the query for a term that is in a text a number of times."""
    counted = counted_exactly if term.kind == "exact" else counted_stem
    return {"term": {count_field(term.language, term.field): counted(step, term.text)}}


def _stem_positions(term: IndexTerm) -> Query:
    if is_word(term.text):
        return {"span_term": {term.name: token(term.text)}}
    # A citation is at its position with all that contains it: ``§47/§47e/``.
    inside = f"(§.*/)?{_escaped(token(term.text))}/.*"
    return {"span_multi": {"match": {"regexp": {term.name: inside}}}}


def _regular(glob: str) -> str:
    """Return the regular expression of the words, not addresses, that match a pattern."""
    first = {"*": "([^§].*)?", "?": "[^§]"}.get(glob[0], _escaped(glob[0]))
    others = ({"*": ".*", "?": "."}.get(char, _escaped(char)) for char in glob[1:])
    return first + "".join(others)


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in _REGULAR else char for char in text)


def _in_order(spans: Sequence[Query], distance: int) -> Query:
    """Return the query for spans one after the other, each near the next one.

    The last two come first: the server takes the next span that fits, so that from the other end
    it would miss some.
    """
    return reduce(lambda after, span: _pair(span, after, distance), reversed(spans))


def _pair(left: Query, right: Query, distance: int, ordered: bool = True) -> Query:
    near = {"clauses": [left, right], "slop": distance - 1, "in_order": ordered}
    return {"span_near": near}


def _located(tree: nodes.Located) -> Query:
    """Return the query for all provisions in a range."""
    first, last = place_key(tree.first), place_key(tree.last)
    low, high = (place_key(Address((end.law,))) for end in (tree.first, tree.last))
    cut = {place_key(Address((end.law,))) for end in (tree.first, tree.last) if end.depth}
    laws: Query = {"bool": {"filter": [{"range": {"law": {"gte": low, "lte": high}}}]}}
    if cut:
        laws["bool"]["must_not"] = [_terms("law", sorted(cut))]
    between = {"range": {"address": {"gte": first, "lte": last + _ALL_AFTER}}}
    parts = [{"bool": {"filter": [{"prefix": {"address": law}}, between]}} for law in sorted(cut)]
    return _any_of([laws, *parts])
