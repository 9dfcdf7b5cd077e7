"""Compile the tree of a query into the queries of an engine: what ranks first is decided here.

``Compiler`` walks the tree, and gives each query its score. An engine makes the few queries that
the walk is composed of, each in the form of its library: a term, words in a row, the best of
several. So all engines find and rank the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from lawkb.model.address import Address, Scheme
from lawkb.search.engine import (
    EXACT_BOOST,
    FIELD_BOOSTS,
    FIRST_BOOST,
    GROUPED_BOOST,
    LEVELLED,
    MEANT_SHARE,
    NEAR_BOOST,
    TOGETHER_BOOST,
    exact_field,
    exact_score,
    stem_field,
)
from lawkb.search.query import nodes
from lawkb.words.tokens import address_token

Q = TypeVar("Q")  # a query of an engine


class IndexTerm(Struct, frozen=True):
    """A term of the index."""

    text: str  # The term.
    # Whether it is a word in its exact form, or a stem or what contains a citation.
    kind: Literal["exact", "stem"]
    language: str  # Tag of the language in which it is sought.
    field: nodes.Field  # The field in which it is sought.

    @property
    def name(self) -> str:
        """Name of the field of the index, ``exact_el_text``."""
        name = exact_field if self.kind == "exact" else stem_field
        return name(self.language, self.field)


@dataclass(frozen=True)
class Scored(Generic[Q]):
    """A query with the score of the documents that it finds."""

    query: Q  # the query of the engine
    boost: float  # the score


@dataclass(frozen=True, kw_only=True)
class Compiler(ABC, Generic[Q]):
    """Compiles query trees; a subclass makes the queries of its engine."""

    scheme: Scheme  # Levels of the code.
    languages: tuple[str, ...]  # Tags of the languages to search.
    # Returns the words of a language that are similar to another: called with the word, the
    # language tag and the number of letters that may be changed.
    words_near: Callable[[str, str, int], tuple[str, ...]]
    # Fields to search, those with the highest boost first.
    fields: tuple[nodes.Field, ...] = nodes.FIELDS
    groups: bool = True  # Whether words near each other rank higher.

    def query(self, tree: nodes.Node) -> Q:
        """Return the query for a tree."""
        match tree:
            case nodes.And():
                return self._conjunction(tree)
            case nodes.Or(parts=parts):
                return self._any_of([self.query(part) for part in parts])
            case nodes.MostOf(parts=parts):
                return self._any_of([self._rare_first(part) for part in parts])
            case nodes.Not(part=part):
                return self._all_of((), (), [self.query(part)], None)
            case nodes.Within(part=part, fields=fields, languages=languages):
                fields, languages = fields or self.fields, languages or self.languages
                return replace(self, fields=fields, languages=languages).query(part)
            case nodes.Filter(what="law", addresses=(first, last)):
                return self._located(first, last)
            case nodes.Filter(what="cited-by", addresses=(address,)):
                return self._cited_by(address)
            case nodes.Filter(what=what, value=value):
                return self._having(what, value)
            case _:
                return self._best_of([*self._scored(tree)])

    # ---- what each engine makes

    @abstractmethod
    def _has(self, term: IndexTerm) -> bool:
        """Return whether the index has a term."""

    @abstractmethod
    def _words(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Sequence[str]:
        """Return the words that match a pattern or a similar spelling, all that a field has."""

    @abstractmethod
    def _weighed(self, term: IndexTerm, boost: float) -> Scored[Q]:
        """Return the query for a term the index has; its BM25, less than 1, is added to a score."""

    @abstractmethod
    def _any_word(self, words: Sequence[str], language: str, field: nodes.Field) -> Q:
        """Return the query for documents with any of some words."""

    @abstractmethod
    def _best_of(self, parts: Sequence[Scored[Q]]) -> Q:
        """Return the query for what any of several finds, each scored by the best of these."""

    @abstractmethod
    def _rare_best_of(self, leaf: nodes.Node, parts: Sequence[Scored[Q]]) -> Q:
        """Return the same for the queries of a leaf; scores are the higher, the fewer it finds."""

    @abstractmethod
    def _any_of(self, queries: Sequence[Q]) -> Q:
        """Return the query for what any of several finds; their scores are added."""

    @abstractmethod
    def _all_of(
        self, wanted: Sequence[Q], filters: Sequence[Q], unwanted: Sequence[Q], better: Q | None
    ) -> Q:
        """Return the query for what several find.

        Args:
            wanted: Queries whose scores are added; those of the filters if there is none; if there
                is neither, each document has the score 1.
            better: A query whose scores are added where it matches; None for none.
        """

    @abstractmethod
    def _located(self, first: Address, last: Address) -> Q:
        """Return the query for all provisions in a range."""

    @abstractmethod
    def _cited_by(self, address: Address) -> Q:
        """Return the query for the provisions that an address or what is inside it cites."""

    @abstractmethod
    def _having(self, what: str, value: str) -> Q:
        """Return the query for a value of a field such as ``edition``."""

    @abstractmethod
    def _span(self, term: IndexTerm) -> Q:
        """Return the query for the positions of a term that the index has."""

    @abstractmethod
    def _any_span(self, spans: Sequence[Q]) -> Q:
        """Return the query for the positions of any of several queries."""

    @abstractmethod
    def _in_a_row(self, spans: Sequence[Q]) -> Q:
        """Return the query for positions that follow one another."""

    @abstractmethod
    def _near(self, spans: Sequence[Q], distance: int) -> Q:
        """Return the query for positions in any order, each near those before it."""

    @abstractmethod
    def _first(self, span: Q, end: int) -> Q:
        """Return the query for positions that end within the first ``end`` ones of a field."""

    # ---- what is ranked

    def _rare_first(self, part: nodes.Node) -> Q:
        if isinstance(part, nodes.Or):
            return self._any_of([self._rare_first(each) for each in part.parts])
        levelled = [
            replace(one, boost=one.boost + (FIELD_BOOSTS["text"] - one.boost) * LEVELLED)
            for one in self._scored(part)
        ]
        return self._rare_best_of(part, levelled)

    def _conjunction(self, tree: nodes.And) -> Q:
        """Return the query that all parts must match; filters and NOT do not affect the score."""
        unwanted = [self.query(part.part) for part in tree.parts if isinstance(part, nodes.Not)]
        filters = [self.query(part) for part in tree.parts if nodes.is_filter(part)]
        wanted = [
            self.query(part)
            for part in tree.parts
            if not isinstance(part, nodes.Not) and not nodes.is_filter(part)
        ]
        together = [*self._together(tree)] if tree.whole and self.groups else []
        return self._all_of(
            wanted, filters, unwanted, self._best_of(together) if together else None
        )

    def _together(self, tree: nodes.And) -> Iterator[Scored[Q]]:
        """Yield queries that score words of a conjunction that are next to or near each other."""
        parts = [part.word if isinstance(part, nodes.Meant) else part for part in tree.parts]
        counting = [part for part in parts if isinstance(part, nodes.Word)]
        alone = len(counting) == len(tree.parts)
        grouped = GROUPED_BOOST * (len(counting) - 1) if alone else 0
        for language, field in product(self.languages, self.fields):
            row = tree.whole.words(language) if tree.whole else ()
            told = [part.form(language) for part in counting]
            if len(told) > 1 and all(form in row for form in told):
                near = _all([self._form(form, language, field) for form in told if form])
                if near:
                    yield Scored(self._near(near, nodes.NEAR_DISTANCE), grouped + NEAR_BOOST)
            typed = _all([self._form(form, language, field) for form in row])
            if typed:
                beside = self._in_a_row(typed)
                yield Scored(beside, grouped + TOGETHER_BOOST)
                if field == "heading":
                    yield Scored(self._first(beside, len(typed)), grouped + FIRST_BOOST)

    def _scored(self, leaf: nodes.Node) -> Iterator[Scored[Q]]:
        """Yield the queries for a leaf in each field and language, with their scores."""
        if isinstance(leaf, nodes.Meant):
            yield from self._scored(leaf.word)
            for part in leaf.meant:
                count = len(part.parts) if isinstance(part, nodes.Near) else 1
                for one in self._scored(part):
                    yield replace(one, boost=exact_score(one.boost / count * MEANT_SHARE))
            return
        for language, field in product(self.languages, self.fields):
            boost = FIELD_BOOSTS[field]
            match leaf:
                case nodes.Word() | nodes.Cited():
                    for term in self._terms(self._form_of(leaf, language), language, field):
                        exact = EXACT_BOOST if term.kind == "exact" else 0
                        yield self._weighed(term, boost + exact)
                case nodes.Pattern() | nodes.Like():
                    yield from self._expanded(leaf, language, field)
                case nodes.Near(parts=parts):
                    spans = self._spans(leaf, language, field)
                    if spans is not None:
                        yield Scored(spans, boost * len(parts))
                case nodes.Phrase():
                    yield from self._phrase(leaf, language, field)

    def _expanded(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Iterator[Scored[Q]]:
        """Yield queries for the words that match a pattern or a similar spelling."""
        boost, words = FIELD_BOOSTS[field], self._words(leaf, language, field)
        same = leaf.folded if isinstance(leaf, nodes.Like) else None
        others = [word for word in words if word != same]
        if others:
            yield Scored(self._any_word(others, language, field), boost)
        if same is not None and same in words:
            yield Scored(self._any_word([same], language, field), boost + EXACT_BOOST)

    def _phrase(self, leaf: nodes.Phrase, language: str, field: nodes.Field) -> Iterator[Scored[Q]]:
        count = len(leaf.words(language))
        spans = self._spans(leaf, language, field)
        if spans is None:
            return
        boost = count * (FIELD_BOOSTS[field] + EXACT_BOOST) + (count - 1) * GROUPED_BOOST
        yield Scored(spans, boost + (TOGETHER_BOOST if count > 1 else 0))
        if field == "heading" and count > 1:
            yield Scored(self._first(spans, count), boost + FIRST_BOOST)

    # ---- where words are

    def _form_of(self, leaf: nodes.Word | nodes.Cited, language: str) -> nodes.Form | None:
        if isinstance(leaf, nodes.Word):
            return leaf.form(language)
        term = address_token(leaf.address, self.scheme).term
        return nodes.Form(language, term, term)

    def _terms(
        self, form: nodes.Form | None, language: str, field: nodes.Field
    ) -> Iterator[IndexTerm]:
        """Yield those terms of a word, its exact form and its stem, that a field has."""
        if form:
            exact = IndexTerm(form.exact, "exact", language, field)
            stem = IndexTerm(form.stem, "stem", language, field)
            yield from (term for term in (exact, stem) if term.text and self._has(term))

    def _form(self, form: nodes.Form | None, language: str, field: nodes.Field) -> Q | None:
        """Return the query for the positions of a word in any of its forms; None for none."""
        spans = [self._span(term) for term in self._terms(form, language, field)]
        return self._any_span(spans) if spans else None

    def _spans(self, node: nodes.Node, language: str, field: nodes.Field) -> Q | None:
        """Return the query for the positions of a node; None when the index has none."""
        match node:
            case nodes.Word() | nodes.Cited():
                return self._form(self._form_of(node, language), language, field)
            case nodes.Phrase():
                found = [
                    IndexTerm(form.exact, "exact", language, field) for form in node.words(language)
                ]
                if not found or not all(term.text and self._has(term) for term in found):
                    return None
                return self._in_a_row([self._span(term) for term in found])
            case nodes.Pattern() | nodes.Like():
                return self._expanded_span(node, language, field)
            case nodes.Or(parts=parts):
                each = [self._spans(part, language, field) for part in parts]
                spans = [one for one in each if one is not None]
                return self._any_span(spans) if spans else None
            case nodes.Near(parts=parts, distance=distance):
                spans = _all([self._spans(part, language, field) for part in parts])
                return self._near(spans, distance) if spans else None
            case _:
                return None

    def _expanded_span(
        self, leaf: nodes.Pattern | nodes.Like, language: str, field: nodes.Field
    ) -> Q | None:
        """Return the query for the positions of words that match a pattern or similar spelling."""
        words = self._words(leaf, language, field)
        spans = [self._span(IndexTerm(word, "exact", language, field)) for word in words]
        return self._any_span(spans) if spans else None


def _all(queries: Sequence[Q | None]) -> list[Q]:
    """Return the queries; none of them if one is None, since all must find something."""
    found = [query for query in queries if query is not None]
    return found if len(found) == len(queries) else []
