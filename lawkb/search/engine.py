"""What every search engine has, whichever library indexes and finds.

Text analysis and the query language are the same for every engine. An engine receives documents,
indexes their tokens (``zones``), and compiles query trees into queries of its library.

What ranks first is the score of a word by where it is, here and on the site. ``Compiler`` walks the
tree of a query, and gives each query its score. An engine makes the few queries that the walk is
composed of, each in the form of its library: a term, words in a row, the best of several. So all
engines find and rank the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log, log1p
from pathlib import Path
from typing import Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from lawkb.model.address import Address, InSeries, Ordinal, Scheme, base_of, insert_of
from lawkb.model.code import Outline
from lawkb.search.documents import Document, Part, tokens_of_part
from lawkb.search.query import nodes
from lawkb.search.query.nodes import CITING, ZONES, Field, Node
from lawkb.words.tokens import Token, address_token

FEW = 3  # provisions with all words, below which those with most words follow them

# What ranks first. Each word of a query counts once, by the weightiest field that holds it, and
# then by its BM25, which adds less than 1.
FIELD_BOOSTS: dict[Field, float] = {
    "address": 500,
    "heading": 400,
    "text": 300,
    "notes": 200,
    "above": 150,
    "comments": 100,
}
MEANT_SHARE = 0.8  # of its score, for a word found by what it means in the law code
EXACT_BOOST = 2  # the word as it was typed before other forms of it
GROUPED_BOOST = 100  # each word after the first, when all are near one another
NEAR_BOOST = 25  # all words of the query are near one another
TOGETHER_BOOST = 50  # they follow one another as they were typed
MAKES_BOOST = 60  # the text says that something becomes what is asked for
FIRST_BOOST = 75  # the same, at the beginning of a heading

# When no provision has all words, which of them one has matters more than where: by this share the
# boosts of the fields come nearer to that of the text.
LEVELLED = 0.75

_K1 = 1.2  # BM25: how soon more of a word count less
# How often a word is in a text counts in these steps: four times like three times.
COUNT_STEPS = (1, 2, 3, 5, 9)
# Scores are multiples of 1 / _PARTS. Servers add scores as 32-bit numbers, which hold these exactly
# up to 16,384: so all engines have the same scores, and the same ties.
_PARTS = 1024


def exact_score(score: float) -> float:
    """Return a score as every engine can hold it exactly."""
    return round(score * _PARTS) / _PARTS


def count_step(count: int) -> int:
    """Return as how many a number of occurrences of a word in a text counts."""
    return max(step for step in COUNT_STEPS if step <= count)


def weight_of_word(count: int, found: int, documents: int) -> float:
    """Return what a word adds to the boost of its field: BM25 regardless of text length, below 1.

    Args:
        count: How often the text of a document has the word, one of ``COUNT_STEPS``.
    """
    rarity = log(documents / (found + 1)) + 1
    relevance = rarity * count * (_K1 + 1) / (count + _K1)
    return exact_score(relevance / (1 + relevance))


def share_of_rare(found: int, documents: int) -> float:
    """Return 1 for what one of all ``documents`` has, and less for what more of them have."""
    return log1p(documents / found) / log1p(documents) if found else 1


def ranking_table() -> dict[str, float]:
    """Return the scores for the script of the site, by name."""
    fields = {str(field): boost for field, boost in FIELD_BOOSTS.items()}
    return {
        **fields,
        "exact": EXACT_BOOST,
        "meant": MEANT_SHARE,
        "grouped": GROUPED_BOOST,
        "near": NEAR_BOOST,
        "together": TOGETHER_BOOST,
        "first": FIRST_BOOST,
        "makes": MAKES_BOOST,
        "levelled": LEVELLED,
        "few": FEW,
    }


class Match(Struct, frozen=True):
    """A document that a search found."""

    document: Document
    score: float  # the higher the better; comparable only within one search


class Found(Struct, frozen=True):
    """The result of a search."""

    total: int  # Number of documents found.
    # The best of them, best first; equally good ones in the order of the laws.
    matches: tuple[Match, ...]


class Engine(Protocol):
    """An index that can be searched."""

    name: str  # Name of the library or server: `whoosh`.
    version: str  # Version of its files; an index of another version is rebuilt.
    # Folder with what was learned of the code when the index was built, and with the index itself
    # if it is not on a server; None while there is none.
    folder: Path | None

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """Return the documents that a query finds in the texts of some languages."""

    def words(self, language: str) -> Mapping[str, int]:
        """Return the indexed words of a language, folded, with how often texts have them."""

    def count(self) -> int:
        """Return the number of documents in the open index."""


class EmbeddedEngine(Engine, Protocol):
    """An engine whose index is a folder of files that it writes itself."""

    def build(self, documents: Iterable[Document], folder: Path) -> int:
        """Index documents, given in the order of the laws, in an empty folder.

        Returns:
            Number of documents.
        """

    def open(self, folder: Path) -> None:
        """Open an index that ``build`` wrote.

        Raises:
            OSError: There is no index in the folder.
        """


class Zoned(Struct, frozen=True):
    """The tokens of a document in one language and field."""

    language: str  # Tag of the language.
    field: Field  # A zone, such as `notes`, or `address` for the address of the provision.
    # Tokens of each part of the field; no phrase crosses from one part into the next.
    parts: tuple[tuple[Token, ...], ...]


def zones(document: Document, outline: Outline) -> Iterator[Zoned]:
    """Yield the tokens of a document for each of its languages and fields.

    Fields are ``address``, ``heading``, ``text``, ``notes``, ``comments`` and ``above``: the
    headings of what contains the document.
    """
    scheme, citing = outline.scheme, document.citing
    own = (address_token(citing, scheme),) if citing else ()
    for text in document.texts:
        language = outline.language(text.language)
        if own:
            yield Zoned(text.language, "address", (own,))
        for zone in ZONES:
            parts = text.in_zone(zone)
            if parts:
                read = (tokens_of_part(part, language, scheme, citing) for part in parts)
                yield Zoned(text.language, zone, tuple(read))
        if text.above:
            parts = tuple(Part("heading", heading) for heading in text.above)
            read = (tokens_of_part(part, language, scheme, citing) for part in parts)
            yield Zoned(text.language, "above", tuple(read))


def terms(token: Token, scheme: Scheme) -> tuple[str, tuple[str, ...]]:
    """Return the exact term of a token, and the terms under which a wider search finds it.

    For a word these are its stem, for an address itself and the provisions that contain it: a
    citation of 16C is also indexed under 16, so that searching for Law 16 finds it.
    """
    if token.address is None:
        return token.term, (token.stem,) if token.kind == "word" else ()
    above = (token.address, *token.address.ancestors())
    return token.term, tuple(address_token(place, scheme).term for place in above)


def exact_field(language: str, field: Field) -> str:
    """Return the name of the index field of words in their exact form: ``exact_el_text``."""
    return f"exact_{language}_{field}"


def stem_field(language: str, field: Field) -> str:
    """Return the name of the index field of stems: ``stem_el_text``."""
    return f"stem_{language}_{field}"


def place_key(address: Address) -> str:
    """Return a term for an address that sorts like the address and begins with that of its parent.

    Example: ``0000002f.00000005`` for 47E, ``0000002fa`` for 47a: letters and ``_`` sort after the
    dot, so that what is inserted after a provision is after what is inside it.
    """
    return ".".join(map(_ordinal_key, address.path))


def _ordinal_key(n: Ordinal) -> str:
    if isinstance(n, InSeries):
        side = "!" if n.place < 0 else "x"  # these sort before and after all digits
        return f"{side}{abs(n.place):02x}{_ordinal_key(n.n)}"
    return f"{base_of(n):08x}{insert_of(n).replace('.', '_')}"


def is_word(term: str) -> bool:
    """Return whether an exact term is a word, not an address."""
    return not term.startswith("§")


def cited_by_document(
    document: Document, read: tuple[Zoned, ...]
) -> tuple[tuple[str, Address], ...]:
    """Return the provisions that a document cites, each once, with the id of the edition.

    The edition is that of the document unless the citing words name another one.
    """
    named = {
        reference.target: reference.edition
        for text in document.texts
        for part in text.parts
        for reference in part.references or ()
        if reference.target and reference.edition
    }
    cited = {
        token.address
        for zone in read
        if zone.field in CITING
        for part in zone.parts
        for token in part
        if token.address
    }
    pairs = ((named.get(address) or document.edition, address) for address in cited)
    return tuple(sorted(pairs, key=lambda pair: (pair[0], pair[1].path)))


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
