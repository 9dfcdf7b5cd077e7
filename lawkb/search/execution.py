"""Execution: the documents that a tree finds on a shelf of postings, and how well they answer.

An engine only has to be a ``Shelf``: what a query means and what ranks first is settled here, so
that every engine gives the same provisions in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from math import log

from lawkb.model.address import Address
from lawkb.search.analysis import address_token
from lawkb.search.nearness import Spans, beside, near
from lawkb.search.places import Where, form_spans, phrase_spans, spans, words_in
from lawkb.search.scores import Score, Scores, best_of, flat, in_both, in_either
from lawkb.search.shelf import Run, Shelf, exact_name, stem_name
from lawkb.search.tree import (
    FIELDS,
    NEAR_DISTANCE,
    And,
    Cited,
    CitedBy,
    Field,
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
_FIRST = 1  # position of the first word of a field
_LOOKED_AT = 1000  # best documents that are asked whether they hold the words together


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
            return found_by(Run(run.shelf, run.scheme, languages, fields), part)
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
    all of them in a weightier one. Next come those that hold them near one another.
    """
    among = frozenset(number for number, _ in best_of(found, _LOOKED_AT))
    counting = sum(isinstance(part, Word) for part in tree.parts)
    alone = counting == len(tree.parts)
    raised = dict(found)
    for field in reversed(run.fields):
        together = counting * _RANKS[field] + counting - 1 if alone else 0
        for language in run.languages:
            for number, whole in _togetherness(run, tree, (language, field), among).items():
                step, before, exact, relevance = raised[number]
                raised[number] = (max(step, together), max(before, whole), exact, relevance)
    return raised


def _togetherness(run: Run, tree: And, where: Where, among: frozenset[int]) -> dict[int, int]:
    """How the words of a conjunction stand in a field, as ``scores.Score`` counts it."""
    row = tree.whole.words(where[0]) if tree.whole else ()
    places = {form: form_spans(run, form, where, among) for form in row}
    told = [part.form(where[0]) for part in tree.parts if isinstance(part, Word)]
    telling = [places[form] for form in told if form in places]
    standing: Spans = reduce(_nearby, telling) if len(telling) == len(told) > 1 else {}
    found = dict.fromkeys(standing, 1)
    for number, typed in beside([places[form] for form in row]).items():
        found[number] = 3 if typed[0][0] == _FIRST else 2
    return found


def _nearby(left: Spans, right: Spans) -> Spans:
    return near(left, right, NEAR_DISTANCE)


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


class _Weighed(dict[int, "Score"]):
    """Scores of a term by how often a document holds it."""

    def __init__(self, rank: int, exact: int, rarity: float) -> None:
        super().__init__()
        self._first = (rank, 0, exact)
        self._rarity = rarity

    def __missing__(self, count: int) -> Score:
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
            step = count * _RANKS[field] + count - 1
            for number, places in phrase_spans(run, leaf, (language, field)).items():
                whole = 0 if count == 1 else 3 if places[0][0] == _FIRST else 2
                found[number] = (step, whole, count, 0.0)
    return found


def _expanded(run: Run, leaf: Pattern | Like) -> Scores:
    found: Scores = {}
    for field in reversed(run.fields):
        for language in run.languages:
            words = words_in(run, leaf, (language, field))
            for same, word in sorted((_is_same(leaf, word), word) for word in words):
                score = (_RANKS[field], 0, int(same), 0.0)
                for numbers, _ in run.shelf.counts(exact_name(language, field), word):
                    found.update(dict.fromkeys(numbers, score))
    return found


def _is_same(leaf: Pattern | Like, word: str) -> bool:
    return isinstance(leaf, Like) and word == leaf.folded


def _near(run: Run, tree: Near) -> Scores:
    found = reduce(in_both, (found_by(run, part) for part in tree.parts))
    among = frozenset(found)
    kept: Scores = {}
    for field in run.fields:
        for language in run.languages:
            for number in spans(run, tree, (language, field), among):
                kept[number] = found[number]
    return kept


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
