"""Places: where the words, phrases and patterns of a query stand in the documents of a shelf."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from lawkb.search.analysis import address_token
from lawkb.search.nearness import Spans, beside, near
from lawkb.search.shelf import Run, exact_name, stem_name
from lawkb.search.spelling import Held, words_like, words_near
from lawkb.search.tree import (
    FIELDS,
    Cited,
    Field,
    Form,
    Like,
    Near,
    Node,
    Or,
    Pattern,
    Phrase,
    Word,
)

Where = tuple[str, Field]  # a field of a language


def spans(run: Run, node: Node, where: Where, among: frozenset[int]) -> Spans:
    """Where some documents hold what stands beside a NEAR, in one field of one language."""
    language, field = where
    match node:
        case Near(parts=parts, distance=distance):
            first, *others = (spans(run, part, where, among) for part in parts)
            return reduce(lambda left, right: near(left, right, distance), others, first)
        case Or(parts=parts):
            return _united(spans(run, part, where, among) for part in parts)
        case Phrase():
            return phrase_spans(run, node, where, among)
        case Word():
            form = node.form(language)
            return form_spans(run, form, where, among) if form else {}
        case Cited(address=address):
            term = address_token(address, run.scheme).term
            return form_spans(run, Form(language, term, term), where, among)
        case Pattern() | Like():
            words = words_in(run, node, where)
            name = exact_name(language, field)
            return _united(_term_spans(run, name, word, among) for word in words)
        case _:
            return {}


def _united(found: Iterable[Spans]) -> Spans:
    united: Spans = {}
    for each in found:
        for number, places in each.items():
            united[number] = sorted({*united.get(number, ()), *places})
    return united


def form_spans(run: Run, form: Form, where: Where, among: frozenset[int]) -> Spans:
    """Where a word stands in any of its forms."""
    stems = _term_spans(run, stem_name(*where), form.stem, among)
    return _united((stems, _term_spans(run, exact_name(*where), form.exact, among)))


def _term_spans(run: Run, name: str, term: str, among: frozenset[int]) -> Spans:
    held = run.shelf.positions(name, term, among) if term and among else {}
    return {number: [(at, at) for at in places] for number, places in held.items()}


def phrase_spans(
    run: Run, leaf: Phrase, where: Where, among: frozenset[int] | None = None
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


def words_in(run: Run, leaf: Pattern | Like, where: Where) -> Iterator[str]:
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
