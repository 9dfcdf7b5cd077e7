"""Compile the tree of a query into the server's query language, with the scores of every engine.

The server computes no scores: each query has a constant one. They depend on how many documents have
a word, so these numbers are asked first. A tree is therefore compiled twice: the first time to
collect what must be asked (``Asked``), the second time with the answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import product
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.search.boosts import (
    COUNT_STEPS,
    EXACT_BOOST,
    FIELD_BOOSTS,
    FIRST_BOOST,
    GROUPED_BOOST,
    LEVELLED,
    MEANT_SHARE,
    NEAR_BOOST,
    TOGETHER_BOOST,
    exact_score,
    share_of_rare,
    weight_of_word,
)
from lawkb.search.engine import exact_field, is_word, place_key, stem_field
from lawkb.search.opensearch.mapping import (
    count_field,
    counted_exactly,
    counted_stem,
    token,
)
from lawkb.search.query import nodes
from lawkb.words import address_token

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
        questions: What is to be asked, by a key.
        answers: What the server answered, by the same keys.
        needed: Whether what is found, not only its order, depends on an answer.
    """

    questions: dict[Hashable, Query] = field(default_factory=dict)
    answers: dict[Hashable, Any] = field(default_factory=dict)
    needed: bool = False

    def count(self, query: Query) -> int:
        """Return the number of documents that a query finds; 1 before it was asked."""
        terms = query.get("term")  # most are, and many times the same
        key = next(iter(terms.items())) if terms else json.dumps(query)
        answer = self.answers.get(key)
        if answer is not None:
            return int(answer["hits"]["total"]["value"])
        self.questions[key] = {"size": 0, "track_total_hits": True, "query": query}
        return 1

    def cited(self, query: Query) -> tuple[str, ...]:
        """Return what the documents that a query finds cite; nothing before it was asked.

        Raises:
            LawkbError: It is more than a server returns.
        """
        key = ("cites", json.dumps(query))
        if key not in self.answers:
            read = {"cites": {"terms": {"field": "cites", "size": _MOST_CITED}}}
            self.questions[key] = {"size": 0, "query": query, "aggs": read}
            self.needed = True
            return ()
        held = self.answers[key]["aggregations"]["cites"]
        if held["sum_other_doc_count"]:
            raise too_large(f"the provision cites more than {_MOST_CITED} others")
        return tuple(sorted(each["key"] for each in held["buckets"]))


@dataclass(frozen=True)
class Scored:
    """A query with the score of the documents that it finds.

    Attributes:
        query: The query.
        boost: The score.
        weights: Queries for documents that have a word several times, each with what it adds.
    """

    query: Query
    boost: float
    weights: tuple[tuple[Query, float], ...] = ()

    def scores(self) -> Iterator[tuple[Query, float]]:
        """Yield queries with their scores; the best one counts."""
        for query, weight in self.weights or ((self.query, 0.0),):
            yield query, self.boost + weight


@dataclass(frozen=True)
class Compiler:
    """Compiles query trees.

    Attributes:
        asked: What the server has been asked.
        scheme: Levels of the code.
        languages: Tags of the languages to search.
        words_like: Returns the words of a language that match a pattern: called with the pattern
            and the language tag.
        words_near: Returns the words of a language that are similar to another: called with the
            word, the language tag and the number of letters that may be changed.
        fields: Fields to search, those with the highest boost first.
        steps: In which steps it counts how often a text has a word.
        groups: Whether words near each other rank higher.
        chained: Of how many words near each other every order is tried.
    """

    asked: Asked
    scheme: Scheme
    languages: tuple[str, ...]
    words_like: Callable[[str, str], tuple[str, ...]]
    words_near: Callable[[str, str, int], tuple[str, ...]]
    fields: tuple[nodes.Field, ...] = nodes.FIELDS
    steps: tuple[int, ...] = COUNT_STEPS
    groups: bool = True
    chained: int = MOST_CHAINED

    def query(self, tree: nodes.Node) -> Query:
        """Return the query for a tree."""
        match tree:
            case nodes.And():
                return self._conjunction(tree)
            case nodes.Or(parts=parts):
                return _any_of([self.query(part) for part in parts])
            case nodes.MostOf(parts=parts):
                return _any_of([self._rare_first(part) for part in parts])
            case nodes.Not(part=part):
                return {"bool": {"must": [_ANYTHING], "must_not": [self.query(part)]}}
            case nodes.Within(part=part, fields=fields, languages=languages):
                fields, languages = fields or self.fields, languages or self.languages
                return replace(self, fields=fields, languages=languages).query(part)
            case nodes.Located():
                return _constant(_located(tree), 0)
            case nodes.CitedBy(address=address):
                inside = _located(nodes.Located(address, address, ""))
                return _constant(_terms("key", self.asked.cited(inside)), 2)
            case nodes.Having(what=what, value=value):
                return _constant({"term": {what: value}}, 1)
            case _:
                return _best_of(self._scored(tree))

    def _rare_first(self, part: nodes.Node) -> Query:
        if isinstance(part, nodes.Or):
            return _any_of([self._rare_first(each) for each in part.parts])
        levelled = [
            replace(one, boost=one.boost + (FIELD_BOOSTS["text"] - one.boost) * LEVELLED)
            for one in self._scored(part)
        ]
        # The question is the same whether it is known which of these words the index has.
        unknown = replace(self, asked=Asked())
        found = self.asked.count(_any_of([one.query for one in unknown._scored(part)]))
        return _best_of(levelled, share_of_rare(found, self._documents()))

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
        together = list(self._together(tree)) if tree.whole and self.groups else []
        parts = {
            "must": wanted or filters or [_ANYTHING],
            "filter": filters if wanted else [],
            "must_not": unwanted,
            "should": [_best_of(together)] if together else [],
        }
        return {"bool": {name: queries for name, queries in parts.items() if queries}}

    def _together(self, tree: nodes.And) -> Iterator[Scored]:
        """Yield queries that score words of a conjunction that are next to or near each other."""
        parts = [part.word if isinstance(part, nodes.Meant) else part for part in tree.parts]
        counting = [part for part in parts if isinstance(part, nodes.Word)]
        alone = len(counting) == len(tree.parts)
        grouped = GROUPED_BOOST * (len(counting) - 1) if alone else 0
        for language, name in self._places():
            row = tree.whole.words(language) if tree.whole else ()
            told = [part.form(language) for part in counting]
            if len(told) > 1 and all(form in row for form in told):
                near = _all([self._form(form, language, name) for form in told if form])
                if near:
                    yield Scored(
                        _nearby(near, nodes.NEAR_DISTANCE, self.chained), grouped + NEAR_BOOST
                    )
            typed = _all([self._form(form, language, name) for form in row])
            if typed:
                beside = _in_order(typed, 1)
                yield Scored(beside, grouped + TOGETHER_BOOST)
                if name == "heading":
                    yield Scored(_first(beside, len(typed)), grouped + FIRST_BOOST)

    def _scored(self, leaf: nodes.Node) -> Iterator[Scored]:
        """Yield the queries for a leaf in each field and language, with their scores."""
        if isinstance(leaf, nodes.Meant):
            yield from self._scored(leaf.word)
            for part in leaf.meant:
                count = len(part.parts) if isinstance(part, nodes.Near) else 1
                for one in self._scored(part):
                    yield replace(one, boost=exact_score(one.boost / count * MEANT_SHARE))
            return
        for language, name in self._places():
            boost = FIELD_BOOSTS[name]
            match leaf:
                case nodes.Word() | nodes.Cited():
                    form = self._form_of(leaf, language)
                    if form:
                        yield from self._weighed(form, language, name)
                case nodes.Pattern() | nodes.Like():
                    yield from self._expansions(leaf, language, name)
                case nodes.Near(parts=parts):
                    spans = self._spans(leaf, language, name)
                    if spans is not None:
                        yield Scored(spans, boost * len(parts))
                case nodes.Phrase():
                    yield from self._phrase(leaf, language, name)

    def _weighed(self, form: nodes.Form, language: str, name: nodes.Field) -> Iterator[Scored]:
        boost, counts = FIELD_BOOSTS[name], count_field(language, name)
        stem, exact = _stem_query(form.stem, language, name), _exact(form.exact, language, name)
        for query, text, counted, more in (
            (stem, form.stem, counted_stem, 0),
            (exact, form.exact, counted_exactly, EXACT_BOOST),
        ):
            found = self.asked.count(query) if text else 0
            if found:
                documents = self._documents()
                weights = (
                    (
                        query if step == 1 else {"term": {counts: counted(step, text)}},
                        weight_of_word(step, found, documents),
                    )
                    for step in self.steps
                )
                yield Scored(query, boost + more, tuple(weights))

    def _expansions(
        self, leaf: nodes.Pattern | nodes.Like, language: str, name: nodes.Field
    ) -> Iterator[Scored]:
        """Yield queries for the words that match a pattern or a similar spelling."""
        boost, held = FIELD_BOOSTS[name], exact_field(language, name)
        words = self._expanded(leaf, language)
        same = leaf.folded if isinstance(leaf, nodes.Like) else None
        others = [token(word) for word in words if word != same]
        if others:
            yield Scored(_terms(held, others), boost)
        if same in words:
            yield Scored({"term": {held: token(same)}}, boost + EXACT_BOOST)

    def _phrase(self, leaf: nodes.Phrase, language: str, name: nodes.Field) -> Iterator[Scored]:
        count = len(leaf.words(language))
        spans = self._spans(leaf, language, name)
        if spans is None:
            return
        boost = count * (FIELD_BOOSTS[name] + EXACT_BOOST) + (count - 1) * GROUPED_BOOST
        yield Scored(spans, boost + (TOGETHER_BOOST if count > 1 else 0))
        if name == "heading" and count > 1:
            yield Scored(_first(spans, count), boost + FIRST_BOOST)

    # ---- where words are

    def _places(self) -> Iterator[tuple[str, nodes.Field]]:
        return product(self.languages, self.fields)

    def _documents(self) -> int:
        return self.asked.count(_ANYTHING)

    def _form_of(self, leaf: nodes.Word | nodes.Cited, language: str) -> nodes.Form | None:
        if isinstance(leaf, nodes.Word):
            return leaf.form(language)
        term = address_token(leaf.address, self.scheme).term
        return nodes.Form(language, term, term)

    def _form(self, form: nodes.Form, language: str, name: nodes.Field) -> Query | None:
        """Return the query for the positions of a word in any of its forms; None if it has none."""
        found = []
        exact = _exact(form.exact, language, name)
        if form.exact and self.asked.count(exact):
            found.append({"span_term": exact["term"]})
        if form.stem and self.asked.count(_stem_query(form.stem, language, name)):
            inside = _stem_positions(form.stem, language, name)
            masked = {"query": inside, "field": exact_field(language, name)}
            found.append({"span_field_masking": masked})
        return _any_span(found) if found else None

    def _spans(self, node: nodes.Node, language: str, name: nodes.Field) -> Query | None:
        """Return the query for the positions of a node; None when the index has none."""
        match node:
            case nodes.Word() | nodes.Cited():
                form = self._form_of(node, language)
                return self._form(form, language, name) if form else None
            case nodes.Phrase():
                found = [_exact(one.exact, language, name) for one in node.words(language)]
                if not found or not all(map(self.asked.count, found)):
                    return None
                return _in_order([{"span_term": each["term"]} for each in found], 1)
            case nodes.Pattern(glob=glob):
                like = {exact_field(language, name): _regular(glob)}
                return {"span_multi": {"match": {"regexp": like}}}
            case nodes.Like():
                held = exact_field(language, name)
                words = self._expanded(node, language)
                spans = [{"span_term": {held: token(word)}} for word in words]
                return _any_span(spans) if spans else None
            case nodes.Or(parts=parts):
                each = [self._spans(part, language, name) for part in parts]
                spans = [one for one in each if one is not None]
                return _any_span(spans) if spans else None
            case nodes.Near(parts=parts, distance=distance):
                spans = _all([self._spans(part, language, name) for part in parts])
                return _nearby(spans, distance, self.chained) if spans else None
            case _:
                return None

    def _expanded(self, leaf: nodes.Pattern | nodes.Like, language: str) -> tuple[str, ...]:
        """Return the words of a language that match a pattern or a similar spelling."""
        if isinstance(leaf, nodes.Like):
            return self.words_near(leaf.folded, language, leaf.changes)
        return self.words_like(leaf.glob, language)


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


def _best_of(parts: Iterable[Scored], share: float = 1) -> Query:
    """Return the query for what any of several finds, each scored by the best of these."""
    scored = [
        _constant(query, score if share == 1 else exact_score(score * share))
        for part in parts
        for query, score in part.scores()
    ]
    if len(scored) == 1:
        return scored[0]
    return {"dis_max": {"queries": scored}} if scored else _NOTHING


def _any_of(queries: list[Query]) -> Query:
    """Return the query for what any of several finds; their scores are added."""
    if len(queries) == 1:
        return queries[0]
    return {"bool": {"should": queries, "minimum_should_match": 1}} if queries else _NOTHING


def _terms(name: str, terms: Sequence[str]) -> Query:
    return {"terms": {name: list(terms)}} if terms else _NOTHING


def _exact(text: str, language: str, name: nodes.Field) -> Query:
    return {"term": {exact_field(language, name): token(text)}}


def _stem_query(text: str, language: str, name: nodes.Field) -> Query:
    """Return the query for a stem, or for what cites an address or a provision in it."""
    if is_word(text):
        return {"term": {stem_field(language, name): token(text)}}
    return {"term": {count_field(language, name): counted_stem(1, text)}}


def _stem_positions(text: str, language: str, name: nodes.Field) -> Query:
    held = stem_field(language, name)
    if is_word(text):
        return {"span_term": {held: token(text)}}
    # A citation is at its position with all that contains it: ``§47/§47e/``.
    return {"span_multi": {"match": {"regexp": {held: f"(§.*/)?{_escaped(token(text))}/.*"}}}}


def _regular(glob: str) -> str:
    """Return the regular expression of the words, not addresses, that match a pattern."""
    first = {"*": "([^§].*)?", "?": "[^§]"}.get(glob[0], _escaped(glob[0]))
    others = ({"*": ".*", "?": "."}.get(char, _escaped(char)) for char in glob[1:])
    return first + "".join(others)


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in _REGULAR else char for char in text)


def _any_span(spans: list[Query]) -> Query:
    return spans[0] if len(spans) == 1 else {"span_or": {"clauses": spans}}


def _in_order(spans: Sequence[Query], distance: int) -> Query:
    """Return the query for spans one after the other, each near the next one.

    The last two come first: the server takes the next span that fits, so that from the other end
    it would miss some.
    """
    return reduce(lambda after, span: _pair(span, after, distance), reversed(spans))


def _pair(left: Query, right: Query, distance: int, ordered: bool = True) -> Query:
    near = {"clauses": [left, right], "slop": distance - 1, "in_order": ordered}
    return {"span_near": near}


def _nearby(spans: list[Query], distance: int, chained: int) -> Query:
    """Return the query for spans in any order, each near those before it.

    Few are tried in every order in which each is at an end of those before it.
    """
    if len(spans) > chained:
        return reduce(lambda left, right: _pair(left, right, distance, ordered=False), spans)
    orders = [[spans[0]]]
    for span in spans[1:]:
        orders = [longer for order in orders for longer in ([*order, span], [span, *order])]
    return _any_span([_in_order(order, distance) for order in orders])


def _first(span: Query, end: int) -> Query:
    """Return the query for a span that ends within the first positions of a field."""
    return {"span_first": {"match": span, "end": end}}


def _all(queries: Sequence[Query | None]) -> list[Query]:
    """Return the queries; none of them if one is None, since all must find something."""
    found = [query for query in queries if query is not None]
    return found if len(found) == len(queries) else []


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
