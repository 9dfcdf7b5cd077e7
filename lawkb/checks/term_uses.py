"""Where the terms of a glossary stand in a pair of texts, and how each is rendered there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lawkb.checks.compounds import bare_of
from lawkb.checks.texts import Side, TextPair
from lawkb.checks.verbs import is_verb, read_verb_signs
from lawkb.checks.words import Word, read_words
from lawkb.corpus.glossary import Glossary, Term
from lawkb.corpus.glossary import Word as Alternates
from lawkb.model.passage import Span
from lawkb.search.folding import fold


@dataclass(frozen=True, slots=True)
class TermUse:
    """A term of the glossary in a pair.

    Attributes:
        term: As the glossary has it.
        rows: Its renderings.
        original: Where it stands in the original.
        found: Where each of its rows stands in the translation.
        verbal: Whether the original has it as a verb alone: *is marked*.
    """

    term: str
    rows: tuple[Term, ...]
    original: tuple[Span, ...]
    found: Mapping[int, tuple[Span, ...]]
    verbal: bool = False

    @property
    def counted_as(self) -> str:
        """What its renderings are counted under: those of a verb apart."""
        return f"{self.term} (verb)" if self.verbal else self.term

    @property
    def rendered(self) -> bool:
        """Whether a rendering that is not forbidden stands in the translation."""
        return any(
            spans and self.rows[at].status != "forbidden" for at, spans in self.found.items()
        )


def term_uses(pair: TextPair, glossary: Glossary) -> tuple[TermUse, ...]:
    """The terms of the glossary that an original has; of overlapping ones the longest."""
    found = []
    taken: set[int] = set()
    words = pair.original.words
    signs = read_verb_signs(pair.original.language.code)
    held = {word.stem for word in words}
    for entry in _entries(
        _Key(glossary), pair.original.language.code, pair.translation.language.code
    ):
        if entry.stems[0] not in held:
            continue
        places = _places(entry.stems, words, taken)
        if places:
            spans = tuple((words[first].start, words[last - 1].end) for first, last in places)
            rendered = {
                at: _rendered(wanted, pair.translation) for at, wanted in enumerate(entry.wanted)
            }
            verbal = entry.single != "" and all(
                is_verb(words, first, entry.single, signs) for first, _ in places
            )
            found.append(TermUse(entry.term, entry.rows, spans, rendered, verbal))
    return tuple(found)


def has_strays(pair: TextPair, glossary: Glossary, uses: Sequence[TermUse]) -> bool:
    """Whether the translation renders a term more often than the original has it.

    Args:
        pair: Both texts.
        glossary: The terms.
        uses: Those of the pair, as ``term_uses`` gives them.
    """
    codes = pair.original.language.code, pair.translation.language.code
    held = {use.term: len(use.original) for use in uses}
    known = {span for use in uses for spans in use.found.values() for span in spans}
    for entry in _entries(_Key(glossary), *codes):
        spans = {
            span
            for row, wanted in zip(entry.rows, entry.wanted, strict=True)
            if row.status != "forbidden"
            for span in _rendered(wanted, pair.translation)
        }
        if entry.term not in held:
            spans = {s for s in spans if not any(a < s[1] and s[0] < b for a, b in known)}
        if len(spans) > held.get(entry.term, 0):
            return True
    return False


_Alternates = tuple[tuple[str, ...], frozenset[str]]  # beginnings, and whole words


@dataclass(frozen=True, slots=True)
class _Entry:
    """A term made ready to be looked for."""

    term: str
    single: str  # the word, folded, where it is one
    stems: tuple[str, ...]
    rows: tuple[Term, ...]
    wanted: tuple[tuple[_Alternates, ...], ...]


@dataclass(frozen=True, slots=True)
class _Key:
    """A glossary as a key: the same object is the same glossary."""

    glossary: Glossary

    def __hash__(self) -> int:
        return id(self.glossary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.glossary is self.glossary


@lru_cache(16)
def _entries(key: _Key, original: str, code: str) -> tuple[_Entry, ...]:
    """The terms that have a rendering in a language, those of most words first."""
    found = [
        _Entry(
            term,
            "" if " " in term.strip() else fold(term.strip()),
            stems_of(term, original),
            rows,
            tuple(_wanted(row.renderings[code]) for row in rows),
        )
        for term, rows in key.glossary.renderings(code).items()
    ]
    return tuple(sorted((e for e in found if e.stems), key=lambda e: -len(e.stems)))


@lru_cache(4096)
def stems_of(term: str, code: str) -> tuple[str, ...]:
    """The stems of the words of a term, in the language of a tag."""
    return tuple(word.stem for word in read_words(term, code))


def _places(
    stems: tuple[str, ...], words: Sequence[Word], taken: set[int]
) -> list[tuple[int, int]]:
    size = len(stems)
    found = []
    for at, word in enumerate(words):
        if word.stem != stems[0] or at + size > len(words):
            continue
        here = range(at, at + size)
        same = all(words[at + step].stem == stems[step] for step in range(1, size))
        if same and taken.isdisjoint(here):
            taken.update(here)
            found.append((at, at + size))
    return found


def _rendered(wanted: tuple[_Alternates, ...], side: Side) -> tuple[Span, ...]:
    """Where the words of a rendering stand next to one another."""
    there = side.words
    size = len(wanted)
    (starts, whole), *rest = wanted
    found = []
    for at in range(len(there) - size + 1):
        first = there[at].folded
        if (
            first.startswith(starts)
            or first in whole
            or bare_of(first, side.language.code).startswith(starts)
        ) and all(
            _fits(there[at + step].folded, alternates)
            for step, alternates in enumerate(rest, start=1)
        ):
            found.append((there[at].start, there[at + size - 1].end))
    return tuple(found)


@lru_cache(4096)
def _wanted(words: tuple[Alternates, ...]) -> tuple[_Alternates, ...]:
    return tuple(
        (
            tuple(fold(stem.text) for stem in word if stem.open),
            frozenset(fold(stem.text) for stem in word if not stem.open),
        )
        for word in words
    )


def _fits(folded: str, alternates: _Alternates) -> bool:
    return folded.startswith(alternates[0]) or folded in alternates[1]


def uses_by_term(
    pairs: Sequence[TextPair], glossary: Glossary
) -> dict[str, tuple[tuple[TextPair, TermUse], ...]]:
    """Every use of every term in some pairs, by term; a term that no original has is left out."""
    found: dict[str, list[tuple[TextPair, TermUse]]] = {}
    for pair in pairs:
        for use in term_uses(pair, glossary):
            found.setdefault(use.term, []).append((pair, use))
    return {term: tuple(uses) for term, uses in found.items()}


def known_partners(
    glossary: Glossary, tags: tuple[str, str], stems: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """The words of the original that a glossary renders by one word, with the stems of these.

    Args:
        glossary: The terms.
        tags: Of the original and of the translation.
        stems: By folded word of the translations, its stem.
    """
    found: dict[str, set[str]] = {}
    for term, rows in glossary.renderings(tags[1]).items():
        own = stems_of(term, tags[0])
        for row in rows:
            words = _wanted(row.renderings[tags[1]])
            if len(own) == 1 and len(words) == 1 and row.status != "forbidden":
                fitting = {stem for word, stem in stems.items() if _fits(word, words[0])}
                found.setdefault(own[0], set()).update(fitting)
    return {stem: frozenset(words) for stem, words in found.items() if words}


def count_rendered(
    pairs: Sequence[TextPair], glossary: Glossary
) -> dict[tuple[str, str], tuple[int, int]]:
    """In how many pairs each term stands, and in how many of these it is rendered."""
    times, rendered = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for pair in pairs:
        for use in term_uses(pair, glossary):
            key = (use.counted_as, pair.translation.language.code)
            times[key] += 1
            rendered[key] += use.rendered
    return {key: (times[key], rendered[key]) for key in times}
