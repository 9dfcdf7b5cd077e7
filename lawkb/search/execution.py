"""Execution: the documents that a tree finds on a shelf of postings, and how well they answer.

An engine only has to be a ``Shelf``: what a query means and what ranks first is settled here, so
that every engine gives the same provisions in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import log
from typing import Protocol

from lawkb.model.address import Address, Scheme
from lawkb.search.analysis import address_token
from lawkb.search.nearness import Spans, beside, near
from lawkb.search.scores import Score, Scores, best_of, flat, in_both, in_either
from lawkb.search.spelling import Held, words_like, words_near
from lawkb.search.tree import (
    FIELDS,
    And,
    Cited,
    CitedBy,
    Field,
    Form,
    Having,
    Leaf,
    Like,
    Located,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Within,
    Word,
)

_RANKS: dict[Field, int] = {field: len(FIELDS) - i for i, field in enumerate(FIELDS)}
_SATURATION = 1.2  # of the occurrences of a word, as in BM25
_LOOKED_AT = 1000  # best documents that are asked whether they hold the words together


class Shelf(Protocol):
    """Postings of an index: which documents hold a term, how often, and where.

    Documents are numbers from 0, in the order of the laws. The names of its fields are those of
    ``exact_name`` and ``stem_name``.
    """

    @property
    def languages(self) -> tuple[str, ...]:
        """BCP 47 tags of the languages it holds."""

    @property
    def size(self) -> int:
        """Number of documents."""

    def counts(self, name: str, term: str) -> Sequence[tuple[Sequence[int], Sequence[float]]]:
        """Documents of a term in a field, and how often each holds it, in blocks."""

    def positions(self, name: str, term: str, among: frozenset[int]) -> dict[int, tuple[int, ...]]:
        """Where some documents hold a term in a field, positions in order."""

    def words(self, language: str) -> str:
        """The words of a language as ``spelling.write_words`` gives them."""

    def having(self, what: str, value: str) -> Iterable[int]:
        """Documents of an edition, a law, or with a text of a language or zone."""

    def laws(self) -> tuple[int, ...]:
        """Numbers of the laws held, in order."""

    def edition(self, number: int) -> str:
        """Edition of a document."""

    def address(self, number: int) -> Address | None:
        """Address of a document; None for a part of a companion."""

    def cited(self, number: int) -> tuple[tuple[str, str], ...]:
        """Editions and terms of the provisions that a document cites."""


@dataclass(frozen=True, slots=True)
class Run:
    """A search under way.

    Attributes:
        shelf: What is searched.
        scheme: Levels of the addresses.
        languages: Languages to read.
        fields: Fields to read, the weightiest first.
    """

    shelf: Shelf
    scheme: Scheme
    languages: tuple[str, ...]
    fields: tuple[Field, ...] = FIELDS


def exact_name(language: str, field: Field) -> str:
    """Name of the field of very forms."""
    return f"exact_{language}" if field == "text" else f"exact_{language}_{field}"


def stem_name(language: str, field: Field) -> str:
    """Name of the field of stems."""
    return f"stem_{language}" if field == "text" else f"stem_{language}_{field}"


def found_by(run: Run, tree: Node) -> Scores:
    """The documents that a tree finds, each with its score."""
    match tree:
        case And():
            return _all(run, tree)
        case Or(parts=parts):
            return reduce(in_either, (found_by(run, part) for part in parts))
        case Not(part=part):
            without = found_by(run, part)
            return flat(number for number in range(run.shelf.size) if number not in without)
        case Within(part=part, fields=fields, languages=languages):
            fields, languages = fields or run.fields, languages or run.languages
            return found_by(replace(run, fields=fields, languages=languages), part)
        case Near():
            return _near(run, tree)
        case Located():
            return flat(_located(run.shelf, tree))
        case CitedBy(address=address):
            return flat(_cited_by(run, address))
        case Having(what=what, value=value):
            return flat(run.shelf.having(what, value))
        case _:
            return _leaf(run, tree)


def _all(run: Run, tree: And) -> Scores:
    """The documents of all parts; what must not be there is only taken away."""
    wanted = [part for part in tree.parts if not isinstance(part, Not)]
    found = found_by(run, wanted[0]) if wanted else flat(range(run.shelf.size))
    for part in wanted[1:]:
        found = in_both(found, found_by(run, part)) if found else found
    for unwanted in (part.part for part in tree.parts if isinstance(part, Not)):
        if found:
            without = found_by(run, unwanted)
            found = {number: score for number, score in found.items() if number not in without}
    return _with_whole(run, tree, found) if tree.whole and found else found


def _with_whole(run: Run, tree: And, found: Scores) -> Scores:
    """Those that hold the words as they were typed, one after the other, rank first.

    They come before all that hold any of the words in a lesser field, and behind those that hold
    all of them in a weightier one.
    """
    among = frozenset(number for number, _ in best_of(found, _LOOKED_AT))
    counting = sum(isinstance(part, Word) for part in tree.parts)
    alone = counting == len(tree.parts)
    raised = dict(found)
    for field in reversed(run.fields):
        for language in run.languages:
            words = tree.whole.words(language) if tree.whole else ()
            places = [_form_spans(run, form, (language, field), among) for form in words]
            for number in beside(places):
                step, _, exact, relevance = found[number]
                together = counting * _RANKS[field] + counting - 1 if alone else 0
                raised[number] = (max(step, together), 1, exact, relevance)
    return raised


def _leaf(run: Run, leaf: Leaf) -> Scores:
    match leaf:
        case Phrase():
            return _phrase(run, leaf)
        case Word():
            forms = {form.language: (form.exact, form.stem) for form in leaf.forms}
            return _terms(run, forms)
        case Cited(address=address):
            term = address_token(address, run.scheme).term
            return _terms(run, dict.fromkeys(run.languages, (term, term)))
        case Pattern() | Like():
            return _expanded(run, leaf)


class _Weighed(dict[float, Score]):
    """Scores of a term by how often a document holds it."""

    def __init__(self, rank: int, exact: int, rarity: float) -> None:
        super().__init__()
        self._first = (rank, 0, exact)
        self._rarity = rarity

    def __missing__(self, count: float) -> Score:
        relevance = round(self._rarity * count / (count + _SATURATION), 4)
        self[count] = (*self._first, relevance)
        return self[count]


def _terms(run: Run, forms: Mapping[str, tuple[str, str]]) -> Scores:
    """Documents that hold a term; each counts once, for its weightiest field and very form."""
    found: Scores = {}
    for field in reversed(run.fields):
        for exact, name in ((0, stem_name), (1, exact_name)):
            for language in run.languages:
                if language not in forms:
                    continue
                term = forms[language][0 if exact else 1]
                blocks = run.shelf.counts(name(language, field), term) if term else ()
                held = sum(len(numbers) for numbers, _ in blocks)
                rarity = log(1 + run.shelf.size / (held or 1))
                weighed = _Weighed(_RANKS[field], exact, rarity)
                for numbers, counts in blocks:
                    found.update(zip(numbers, map(weighed.__getitem__, counts), strict=True))
    return found


def _phrase(run: Run, leaf: Phrase) -> Scores:
    found: Scores = {}
    for field in reversed(run.fields):
        for language in run.languages:
            count = len(leaf.words(language))
            score = (count * _RANKS[field] + count - 1, int(count > 1), count, 0.0)
            found |= dict.fromkeys(_phrase_spans(run, leaf, (language, field)), score)
    return found


def _expanded(run: Run, leaf: Pattern | Like) -> Scores:
    found: Scores = {}
    for field in reversed(run.fields):
        for language in run.languages:
            words = _words_in(run, leaf, (language, field))
            for same, word in sorted((_is_same(leaf, word), word) for word in words):
                score = (_RANKS[field], 0, int(same), 0.0)
                for numbers, _ in run.shelf.counts(exact_name(language, field), word):
                    found.update(dict.fromkeys(numbers, score))
    return found


def _is_same(leaf: Pattern | Like, word: str) -> bool:
    return isinstance(leaf, Like) and word == leaf.folded


def _words_in(run: Run, leaf: Pattern | Like, where: tuple[str, Field]) -> Iterator[str]:
    """The words that a pattern stands for in a field of a language."""
    language, field = where
    bit = 1 << FIELDS.index(field)
    words = run.shelf.words(language)
    held: Iterable[Held] = (
        words_like(leaf.glob, words)
        if isinstance(leaf, Pattern)
        else words_near(leaf.folded, words, leaf.changes)
    )
    return (word for word, bits in held if bits & bit)


def _near(run: Run, tree: Near) -> Scores:
    found = reduce(in_both, (found_by(run, part) for part in tree.parts))
    among = frozenset(found)
    kept: Scores = {}
    for field in run.fields:
        for language in run.languages:
            for number in _spans(run, tree, (language, field), among):
                kept[number] = found[number]
    return kept


def _spans(run: Run, node: Node, where: tuple[str, Field], among: frozenset[int]) -> Spans:
    """Where some documents hold what stands beside a NEAR, in one field of one language."""
    language, field = where
    match node:
        case Near(parts=parts, distance=distance):
            first, *others = (_spans(run, part, where, among) for part in parts)
            return reduce(lambda left, right: near(left, right, distance), others, first)
        case Or(parts=parts):
            return _united(_spans(run, part, where, among) for part in parts)
        case Phrase():
            return _phrase_spans(run, node, where, among)
        case Word():
            form = node.form(language)
            return _form_spans(run, form, where, among) if form else {}
        case Cited(address=address):
            term = address_token(address, run.scheme).term
            return _form_spans(run, Form(language, term, term), where, among)
        case Pattern() | Like():
            words = _words_in(run, node, where)
            name = exact_name(language, field)
            return _united(_term_spans(run, name, word, among) for word in words)
        case _:
            return {}


def _united(found: Iterable[Spans]) -> Spans:
    united: Spans = {}
    for spans in found:
        for number, places in spans.items():
            united[number] = sorted({*united.get(number, ()), *places})
    return united


def _form_spans(run: Run, form: Form, where: tuple[str, Field], among: frozenset[int]) -> Spans:
    """Where a word stands in any of its forms."""
    stems = _term_spans(run, stem_name(*where), form.stem, among)
    return _united((stems, _term_spans(run, exact_name(*where), form.exact, among)))


def _term_spans(run: Run, name: str, term: str, among: frozenset[int]) -> Spans:
    held = run.shelf.positions(name, term, among) if term and among else {}
    return {number: [(at, at) for at in places] for number, places in held.items()}


def _phrase_spans(
    run: Run, leaf: Phrase, where: tuple[str, Field], among: frozenset[int] | None = None
) -> Spans:
    """Where words stand one after the other, in their very forms."""
    name = exact_name(*where)
    words = leaf.words(where[0])
    for form in words:
        blocks = run.shelf.counts(name, form.exact)
        holding = frozenset(number for numbers, _ in blocks for number in numbers)
        among = holding if among is None else among & holding
    if not words or not among:
        return {}
    return beside([_term_spans(run, name, form.exact, among) for form in words])


def _located(shelf: Shelf, tree: Located) -> Iterator[int]:
    """Documents of provisions in a provision or range; the laws between are taken whole."""
    first, last = tree.first, tree.last
    for law in shelf.laws():
        if not first.law <= law <= last.law:
            continue
        cut = law in {end.law for end in (first, last) if end.depth}
        for number in shelf.having("law", str(law)):
            address = shelf.address(number) if cut else None
            if address is None or (first <= address and _upto(address, last)):
                yield number


def _upto(address: Address, last: Address) -> bool:
    return address <= last or last.holds(address)


def _cited_by(run: Run, address: Address) -> Iterator[int]:
    """Documents of the provisions that others cite, those in their edition."""
    here = set(_numbers(run, stem_name, address_token(address, run.scheme).term))
    for edition, term in sorted({cited for number in here for cited in run.shelf.cited(number)}):
        for number in _numbers(run, exact_name, term):
            if run.shelf.edition(number) == edition:
                yield number


def _numbers(run: Run, name: Callable[[str, Field], str], term: str) -> Iterator[int]:
    """Documents whose own address, or that of one they lie in, has a term."""
    for language in run.shelf.languages:
        for numbers, _ in run.shelf.counts(name(language, "address"), term):
            yield from numbers
