"""The engine that asks an OpenSearch server.

The server computes no scores: each query has a constant one. They depend on how many documents have
a word, so these numbers are asked first. A tree is therefore compiled twice: the first time to
collect what must be asked (``Asked``), the second time with the answers.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.search.engine import (
    COUNT_STEPS,
    Compiler,
    Found,
    IndexTerm,
    Match,
    Scored,
    exact_field,
    exact_score,
    is_word,
    place_key,
    share_of_rare,
    weight_of_word,
)
from lawkb.search.opensearch.mapping import (
    MAPPING_VERSION,
    count_field,
    counted_exactly,
    counted_stem,
    read_document,
    token,
    word_with_number,
    words_field,
)
from lawkb.search.query import nodes
from lawkb.search.query.nodes import Node, fits, literal_prefix, words_near

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

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
    """Questions to the server, and its answers once it has been asked."""

    # In how many documents words are, by a key; known from earlier queries, too.
    counts: dict[Hashable, int] = field(default_factory=dict)
    # What provisions cite, by a key.
    cites: dict[Hashable, tuple[str, ...]] = field(default_factory=dict)
    # What is to be asked, by the same keys.
    questions: dict[Hashable, Query] = field(default_factory=dict)
    needed: bool = False  # Whether what is found, not only its order, depends on an answer.

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
    """A query for a word."""

    # Queries for documents that have it once or several times, each with what it adds.
    weights: tuple[tuple[Query, float], ...]


@dataclass(frozen=True, kw_only=True)
class ServerCompiler(Compiler[Query]):
    """Compiles query trees into queries of the server. See ``Compiler``."""

    asked: Asked  # What the server has been asked.
    # Returns the words of a language that match a pattern: called with the pattern and the language
    # tag.
    words_like: Callable[[str, str], tuple[str, ...]]
    steps: tuple[int, ...] = COUNT_STEPS  # In which steps it counts how often a text has a word.
    chained: int = MOST_CHAINED  # Of how many words near each other every order is tried.

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

    def _located(self, first: Address, last: Address) -> Query:
        return _constant(_located(first, last), 0)

    def _cited_by(self, address: Address) -> Query:
        inside = _located(address, address)
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


def _located(first: Address, last: Address) -> Query:
    """Return the query for all provisions in a range."""
    low, high = (place_key(Address((end.law,))) for end in (first, last))
    cut = {place_key(Address((end.law,))) for end in (first, last) if end.depth}
    laws: Query = {"bool": {"filter": [{"range": {"law": {"gte": low, "lte": high}}}]}}
    if cut:
        laws["bool"]["must_not"] = [_terms("law", sorted(cut))]
    between = {"range": {"address": {"gte": place_key(first), "lte": place_key(last) + _ALL_AFTER}}}
    parts = [{"bool": {"filter": [{"prefix": {"address": law}}, between]}} for law in sorted(cut)]
    return _any_of([laws, *parts])


_PAGE = 1000  # hits of one answer
_ASKED_AT_ONCE = 500  # questions in one request
_WORDS_AT_ONCE = 50_000  # words with their numbers in one answer; servers give 65,535 at most
# What servers say of a query that is too large.
_TOO_LARGE = ("maxClauseCount", "too_many", "too_complex", "max_terms_count", "max_nested_depth")
_MANY_WORDS = "it stands for more words than the search server takes"
_TOLD = "responses.hits.total.value,responses.aggregations,responses.error"
_GONE = "index_not_found_exception"
_MOST_COUNTS = 50_000  # words whose numbers are remembered
_KEPT = 64  # misspelt words, and wildcards, whose words are remembered
_LAST = "\U0010ffff"  # sorts after every letter


class OpenSearchEngine:
    """The laws in indexes of an OpenSearch server. See ``Engine``.

    Nobody writes into these indexes any more: what is learned of one is true as long as it exists.

    Attributes:
        indexes: Names of the indexes, separated by commas.
        folder: Folder with what was learned of the code; None if there is none.
    """

    name = "opensearch"
    version = f"opensearch, mapping {MAPPING_VERSION}"

    def __init__(
        self,
        client: OpenSearch,
        outline: Outline,
        indexes: str,
        folder: Path | None = None,
        explained: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Prepare to ask a server.

        Args:
            indexes: Names of the indexes, separated by commas.
            folder: Folder with what was learned of the code; None if there is none.
            explained: Turns errors of the connection into those of lawkb.
        """
        self._client = client
        self._outline = outline
        self.indexes = indexes
        self._counts: dict[Hashable, int] = {}
        self._words: dict[str, Mapping[str, int]] = {}  # by language, sorted
        self._sorted: dict[str, tuple[str, ...]] = {}
        self._near: dict[tuple[str, str, int], tuple[str, ...]] = {}
        self._like: dict[tuple[str, str], tuple[str, ...]] = {}
        self._explained = explained
        self.folder = folder

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """Return the documents that a query finds in the texts of some languages.

        Raises:
            LawkbError: The query is too large for the server, or the server does not answer it.
        """
        query = self._compiled(tree, languages, scored=limit > 0)
        total, matches = 0, []
        for hits in self._pages(query, limit):
            total = hits["total"]["value"]
            for hit in hits["hits"]:
                document = read_document(hit["_source"]["document"])
                # The server writes its 32-bit numbers with fewer digits.
                matches.append(Match(document, round(exact_score(hit["_score"]), 4)))
        return Found(total, tuple(matches))

    def words(self, language: str) -> Mapping[str, int]:
        """Return the indexed words of a language, folded, with how often texts have them."""
        if language not in self._words:
            self._words[language] = self._counted_words(language)
        return self._words[language]

    def count(self) -> int:
        """Return the number of documents in the index."""
        body = {"size": 0, "track_total_hits": True}
        return int(self._search(body)["hits"]["total"]["value"])

    # ---- queries

    def _compiled(self, tree: Node, languages: tuple[str, ...], scored: bool) -> Query:
        """Return the query for a tree; a very large one without what only refines the order.

        Unless the hits are ``scored``, how many documents have a word need not be asked.
        """
        if len(self._counts) > _MOST_COUNTS:
            self._counts.clear()
        full = ServerCompiler(
            scheme=self._outline.scheme,
            languages=languages,
            asked=Asked(self._counts),
            words_like=self._words_like,
            words_near=self._words_near,
        )
        fewer = replace(full, chained=FEW_CHAINED)
        plain = replace(fewer, steps=(1,))
        bare = replace(plain, groups=False)
        if not scored:
            query = replace(full, steps=(1,), groups=False).query(tree)
            if not full.asked.needed and size_of(query) <= MOST_QUERIES:
                return query
        full.query(tree)
        self._ask(full.asked)
        for compiler in (full, fewer, plain, bare):
            query = compiler.query(tree)
            if size_of(query) <= MOST_QUERIES:
                return query
        raise too_large(_MANY_WORDS)

    def _ask(self, asked: Asked) -> None:
        """Answer all questions."""
        header = json.dumps({"allow_partial_search_results": False})
        told = {"filter_path": _TOLD}
        left = list(asked.questions.items())
        for start in range(0, len(left), _ASKED_AT_ONCE):
            some = left[start : start + _ASKED_AT_ONCE]
            lines = "".join(f"{header}\n{json.dumps(body)}\n" for _, body in some)
            ask = partial(self._client.msearch, body=lines, index=self.indexes, params=told)
            given = self._call(ask)["responses"]
            for (key, _), answer in zip(some, given, strict=True):
                if "error" in answer:
                    raise self._fault(answer["error"])
                asked.answer(key, answer)

    def _pages(self, query: Query, limit: int) -> Iterator[dict[str, Any]]:
        """Yield the hits of a query, best first, as many as wanted."""
        body: dict[str, Any] = {
            "query": query,
            "sort": [{"_score": "desc"}, {"place": "asc"}],
            "track_scores": True,
            "track_total_hits": True,
            "_source": ["document"],
        }
        wanted = limit
        while True:
            body["size"] = max(min(wanted, _PAGE), 0)
            hits = self._search(body)["hits"]
            yield hits
            wanted -= len(hits["hits"])
            if wanted <= 0 or len(hits["hits"]) < body["size"]:
                return
            body["search_after"] = hits["hits"][-1]["sort"]

    # ---- words

    def _sorted_words(self, language: str) -> tuple[str, ...]:
        if language not in self._sorted:
            self._sorted[language] = tuple(self.words(language))
        return self._sorted[language]

    def _words_near(self, word: str, language: str, changes: int) -> tuple[str, ...]:
        """Return the words of a language similar to another; cached, since every field asks."""
        asked = (word, language, changes)
        if asked not in self._near:
            if len(self._near) >= _KEPT:
                self._near.clear()
            self._near[asked] = words_near(word, self._sorted_words(language), changes)
        return self._near[asked]

    def _words_like(self, glob: str, language: str) -> tuple[str, ...]:
        """Return the words of a language that match a pattern; cached, since every field asks."""
        if (glob, language) not in self._like:
            if len(self._like) >= _KEPT:
                self._like.clear()
            known, prefix = self._sorted_words(language), literal_prefix(glob)
            # Words are few that sort between their common beginning and what is after it.
            among = known[bisect_left(known, prefix) : bisect_right(known, prefix + _LAST)]
            self._like[glob, language] = tuple(word for word in among if fits(glob, word))
        return self._like[glob, language]

    def _counted_words(self, language: str) -> Mapping[str, int]:
        """Ask for all words of a language with how often texts have them."""
        parts = 1
        while True:
            answers = [self._part_of_words(language, part, parts) for part in range(parts)]
            if not any(answer["sum_other_doc_count"] for answer in answers):
                break
            parts *= 2
        found: Counter[str] = Counter()
        for bucket in (bucket for answer in answers for bucket in answer["buckets"]):
            word, times = word_with_number(bucket["key"])
            found[word] += times * int(bucket["doc_count"])
        return dict(sorted(found.items()))

    def _part_of_words(self, language: str, part: int, parts: int) -> dict[str, Any]:
        include = {"partition": part, "num_partitions": parts}
        terms = {"field": words_field(language), "size": _WORDS_AT_ONCE, "include": include}
        held = self._search({"size": 0, "aggs": {"words": {"terms": terms}}})
        words: dict[str, Any] = held["aggregations"]["words"]
        return words

    # ---- the server

    def _search(self, body: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = self._call(
            partial(
                self._client.search,
                body=body,
                index=self.indexes,
                params={"allow_partial_search_results": "false"},
            )
        )
        return found

    def _call(self, ask: Callable[[], Any]) -> Any:
        from opensearchpy.exceptions import NotFoundError, RequestError, TransportError

        with self._explained():
            try:
                return ask()
            except NotFoundError as error:
                raise self._missing() from error
            except TransportError as error:
                told = error.info.get("error") if isinstance(error.info, dict) else error.info
                if any(sign in str(told) for sign in _TOO_LARGE):
                    raise too_large(_MANY_WORDS) from error
                if isinstance(error, RequestError):
                    raise self._fault(told) from error
                raise

    def _missing(self) -> LawkbError:
        return LawkbError(
            self.indexes,
            "the search server has no such index, or it was replaced meanwhile",
            "ask again; index the laws if there is no index yet: lawkb index",
        )

    def _fault(self, told: Any) -> LawkbError:
        if any(sign in str(told) for sign in _TOO_LARGE):
            return too_large(_MANY_WORDS)
        if isinstance(told, dict) and told.get("type") == _GONE:
            return self._missing()
        reason = told.get("reason") if isinstance(told, dict) else told
        return LawkbError(
            self.indexes,
            f"the search server refused the query: {reason}",
            "search for fewer words, or look into the log of the server",
        )
