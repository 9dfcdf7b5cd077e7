"""The engine that asks an OpenSearch server."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.search.engine import Found, Match, exact_score
from lawkb.search.opensearch.mapping import (
    MAPPING_VERSION,
    read_document,
    word_with_number,
    words_field,
)
from lawkb.search.opensearch.queries import (
    FEW_CHAINED,
    MOST_QUERIES,
    Asked,
    Query,
    ServerCompiler,
    size_of,
    too_large,
)
from lawkb.search.query.nodes import Node, fits, literal_prefix, words_near

if TYPE_CHECKING:  # an extra, which who uses the embedded engine need not have
    from opensearchpy import OpenSearch

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
            client: The connection.
            outline: The code.
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

        Args:
            tree: The query.
            languages: Tags of the languages.
            limit: Largest number of matches to return.

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
