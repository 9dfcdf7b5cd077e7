"""Find where glossary terms occur in the texts, and give their entries ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count

from lawkb.checks.learning import pair_code
from lawkb.checks.term_uses import TermUse, uses_by_term
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.passage import Span
from lawkb.publish.views.localized_site import TermIndex, TermMark, Uses

_NOT_WORD = re.compile(r"\W+")


def index_terms(code: Code, glossary: Glossary) -> TermIndex:
    """Find the glossary terms in the texts of a law code, as ``lawkb terms`` does.

    Without a glossary, the result is empty.
    """
    if not glossary.terms:
        return TermIndex()
    uses = {
        translated.language: uses_by_term(
            [text for law in translated.laws for text in law.texts], glossary
        )
        for translated in pair_code(code)
    }
    ids = ids_of(glossary)
    return TermIndex(glossary, ids, uses, marks_of(uses.values(), ids))


def ids_of(glossary: Glossary) -> dict[str, str]:
    """Return a readable HTML id for each glossary term; a number is added to a duplicate."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for term in dict.fromkeys(row.term for row in glossary.terms):
        plain = "term-" + _NOT_WORD.sub("-", term.casefold()).strip("-")
        numbered = (f"{plain}-{n}" for n in count(2))
        ids[term] = next(id_ for id_ in chain((plain,), numbered) if id_ not in taken)
        taken.add(ids[term])
    return ids


def marks_of(
    languages: Iterable[Uses], ids: Mapping[str, str]
) -> dict[tuple[str, str, Address], tuple[TermMark, ...]]:
    """Return the marks of every provision in which a term occurs.

    Args:
        languages: For each translation, where the terms occur in it and in the original.
        ids: HTML id of each term's entry.

    Returns:
        By edition, language and address, the first occurrence of each term.
    """
    found: dict[tuple[str, str, Address], dict[str, list[Span]]] = {}
    for uses in languages:
        for term, pairs in uses.items():
            for pair, use in pairs:
                for side, spans in _standing(pair, use):
                    if side.provision:
                        key = (pair.edition, side.language.code, side.provision.address)
                        found.setdefault(key, {}).setdefault(ids[term], []).extend(spans)
    return {key: _first_of_each(terms) for key, terms in found.items()}


def _standing(pair: TextPair, use: TermUse) -> Iterator[tuple[CheckedText, tuple[Span, ...]]]:
    """Yield the texts in which a term or an allowed translation of it occurs, with the spans."""
    yield pair.original, use.original
    for at, spans in use.found.items():
        if use.rows[at].status != "forbidden":
            yield pair.translation, spans


def _first_of_each(terms: Mapping[str, Sequence[Span]]) -> tuple[TermMark, ...]:
    """Return the first occurrence of each term that is not part of a longer term."""
    every = [TermMark(start, end, id_) for id_, spans in terms.items() for start, end in spans]
    taken: list[TermMark] = []
    for mark in sorted(every, key=lambda mark: (mark.start - mark.end, mark.start, mark.id)):
        if all(mark.end <= other.start or other.end <= mark.start for other in taken):
            taken.append(mark)
    firsts: dict[str, TermMark] = {}
    for mark in sorted(taken, key=lambda mark: mark.start):
        firsts.setdefault(mark.id, mark)
    return tuple(firsts.values())
