"""Find the terms of a glossary in an original, and their renderings in its translation.

A noun of the glossary does not match a verb (*is marked*, *to mark a card*; tables ``[verbs]`` of
the language files). An adjective of the original may be part of a compound in the translation
(*newly elected*, νεοεκλεγμένος).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import chain, islice, takewhile
from typing import NamedTuple

from lawkb.checks.text_pairs import CheckedText, TextPair, concepts_of, read_rule_words
from lawkb.corpus.glossary import Glossary, Term
from lawkb.corpus.glossary import Word as Alternates
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import Word, read_words


class VerbSigns(NamedTuple):
    """The neighbouring words by which a verb is recognised, in lower case without accents."""

    before: frozenset[str]  # Words followed only by a verb: *he*, *must*.
    auxiliaries: frozenset[str]  # Words followed by a participle: *is*, *has*.
    participles: tuple[str, ...]  # Endings of participles: *ed*.
    # Words such as *to*: followed by a verb if the word after that is in `openers`.
    infinitive: frozenset[str]
    openers: frozenset[str]  # Words that begin an object: *the*, *his*.
    between: frozenset[str]  # Words that may be directly before a verb and are skipped: *not*.
    adverbs: tuple[str, ...]  # Endings of words that are skipped in the same way: *ly*.


@cache
def read_verb_signs(code: str) -> VerbSigns:
    """Return the words by which verbs are recognised in a language; empty without ``[verbs]``."""
    table = any_language(code).tables.get("verbs", {})

    def words(key: str) -> frozenset[str]:
        return frozenset(map(fold, table.get(key, "").split()))

    return VerbSigns(
        words("before"),
        words("auxiliaries"),
        tuple(sorted(words("participles"))),
        words("infinitive"),
        words("openers"),
        words("between"),
        tuple(sorted(words("adverbs"))),
    )


def is_verb(words: Sequence[Word], at: int, term: str, signs: VerbSigns) -> bool:
    """Return whether a word is a verb, by its neighbours.

    Args:
        words: Words of a text, in order.
        at: Index of the word.
        term: Folded term of which the word is a form. A word equal to the term is not taken for a
            participle.
        signs: Neighbouring words by which verbs of the language are recognised.
    """
    before = _before(words, at, signs)
    if before is None:
        return False
    if words[at].folded != term and words[at].folded.endswith(signs.participles or ("\0",)):
        return before in signs.auxiliaries | signs.before
    if before in signs.before:
        return True
    following = words[at + 1].folded if at + 1 < len(words) else ""
    return before in signs.infinitive and following in signs.openers


def _before(words: Sequence[Word], at: int, signs: VerbSigns) -> str | None:
    """Return the previous word, adverbs skipped; None after punctuation or at the beginning."""
    for place in range(at - 1, -1, -1):
        if words[place + 1].start - words[place].end > 1:
            return None
        word = words[place].folded
        if word not in signs.between and not word.endswith(signs.adverbs or ("\0",)):
            return word
    return None


_SHORTEST = 5  # fewest letters after a prefix


@lru_cache(2**16)
def without_prefix(folded: str, code: str) -> str:
    """Return a word without a prefix that translates an adjective, else the word unchanged.

    Example: ``εκλεγμενος`` for ``νεοεκλεγμενος`` (newly elected).

    Args:
        folded: The word in lower case without accents.
        code: Tag of the language.
    """
    for beginning in read_rule_words(code).compounding:
        if folded.startswith(beginning) and len(folded) - len(beginning) >= _SHORTEST:
            return folded[len(beginning) :]
    return folded


def in_compound(pair: TextPair, start: int) -> bool:
    """Return whether the translation may render a word and its adjective by one compound.

    Args:
        pair: The text and its translation.
        start: Offset of the word in the original; the word before it is taken as the adjective.
    """
    held = pair.translation.once(_compounded)
    before = bisect_right(pair.original.words, start, key=lambda word: word.end)
    if not held or not before:
        return False
    adjective = pair.original.words[before - 1].folded
    return not held.isdisjoint(concepts_of(adjective, pair.tags[0]))


def _compounded(side: CheckedText) -> frozenset[str]:
    """Return the concepts that the prefixes of the compounds in a text express."""
    code = side.language.code
    means = read_rule_words(code).compounding
    forms = {word.folded: without_prefix(word.folded, code) for word in side.words}
    return frozenset(
        means[form[: -len(bare)]] for form, bare in forms.items() if means and bare != form
    )


@dataclass(frozen=True, slots=True)
class TermUse:
    """The occurrences of a term of the glossary in a text pair."""

    term: str  # The term as in the glossary.
    rows: tuple[Term, ...]  # Rows of the glossary with this term.
    original: tuple[Span, ...]  # Spans of the term in the original.
    # Spans in the translation of the rendering of each row, by index in `rows`.
    found: Mapping[int, tuple[Span, ...]]
    verbal: bool = False  # Whether every occurrence in the original is a verb: *is marked*.

    @property
    def counted_as(self) -> str:
        """The term as a key for counting its renderings: ``mark``, or ``mark (verb)``."""
        return f"{self.term} (verb)" if self.verbal else self.term

    @property
    def rendered(self) -> bool:
        """Whether the translation has a rendering of the term that is not forbidden."""
        return any(
            spans and self.rows[at].status != "forbidden" for at, spans in self.found.items()
        )


def term_uses(pair: TextPair, glossary: Glossary) -> tuple[TermUse, ...]:
    """Return the terms of the glossary that occur in the original of a pair, the longest first.

    Where terms overlap, only the longest is returned. So it is in the translation: a word that
    renders a longer term renders no shorter one.
    """
    found = []
    taken: set[int] = set()
    used: list[Span] = []
    words = pair.original.words
    signs = read_verb_signs(pair.tags[0])
    by_stem = pair.original.once(_places_by_stem)
    terms = _terms(_Key(glossary), pair.tags).by_stem
    here = chain.from_iterable(terms.get(stem, ()) for stem in by_stem)
    for term in sorted(here, key=lambda term: term.rank):
        places = _places(term.stems, words, by_stem[term.stems[0]], taken)
        if places:
            spans = tuple((words[first].start, words[last - 1].end) for first, last in places)
            rendered = {
                at: _apart_from(used, _rendered(wanted, pair.translation))
                for at, wanted in enumerate(term.wanted)
            }
            if len(term.stems) > 1 or _words_of_rendering(term.rows, pair.tags[1]) > 1:
                used += sorted({each for own in rendered.values() for each in own})[: len(places)]
            verbal = term.single != "" and all(
                is_verb(words, first, term.single, signs) for first, _ in places
            )
            found.append(TermUse(term.term, term.rows, spans, rendered, verbal))
    return tuple(found)


def _apart_from(used: Sequence[Span], spans: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(s for s in spans if not any(a < s[1] and s[0] < b for a, b in used))


def has_surplus_renderings(pair: TextPair, glossary: Glossary, uses: Sequence[TermUse]) -> bool:
    """Return whether the translation renders a term more often than the original has it.

    ``uses`` are the results of ``term_uses`` for the pair. Forbidden renderings do not count.
    """
    held = {use.term: len(use.original) for use in uses}
    known = {span for use in uses for spans in use.found.values() for span in spans}
    for term in _terms(_Key(glossary), pair.tags).longest_first:
        spans = {
            span
            for row, wanted in zip(term.rows, term.wanted, strict=True)
            if row.status != "forbidden"
            for span in _rendered(wanted, pair.translation)
        }
        if term.term not in held:
            spans = set(_apart_from(tuple(known), tuple(spans)))
        if len(spans) > held.get(term.term, 0):
            return True
    return False


_Alternates = tuple[tuple[str, ...], frozenset[str]]  # prefixes, and whole words


@dataclass(frozen=True, slots=True)
class _PreparedTerm:
    """A term prepared for matching."""

    rank: int  # Its index among all terms, those with the most words first.
    term: str
    single: str  # The folded term if it is one word, else empty.
    stems: tuple[str, ...]  # Stem of each of its words.
    rows: tuple[Term, ...]
    # For each row of the glossary, the alternatives for each word of the rendering.
    wanted: tuple[tuple[_Alternates, ...], ...]


class _Terms(NamedTuple):
    """The terms with a rendering in a language."""

    longest_first: tuple[_PreparedTerm, ...]  # Those with the most words first.
    # The same terms by the stem of their first word.
    by_stem: Mapping[str, tuple[_PreparedTerm, ...]]


def _words_of_rendering(rows: Sequence[Term], code: str) -> int:
    """Return how many words the longest rendering of a term has."""
    return max(len(row.renderings[code]) for row in rows)


@dataclass(frozen=True, slots=True)
class _Key:
    """A glossary as a cache key, compared by identity."""

    glossary: Glossary

    def __hash__(self) -> int:
        return id(self.glossary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.glossary is self.glossary


@lru_cache(16)
def _terms(key: _Key, tags: tuple[str, str]) -> _Terms:
    renderings = key.glossary.renderings(tags[1])
    stems = {term: found for term in renderings if (found := stems_of(term, tags[0]))}
    terms = tuple(
        _PreparedTerm(
            rank,
            term,
            "" if " " in term.strip() else fold(term.strip()),
            stems[term],
            renderings[term],
            tuple(_alternates(row.renderings[tags[1]]) for row in renderings[term]),
        )
        for rank, term in enumerate(
            sorted(
                stems,
                key=lambda t: (-len(stems[t]), -_words_of_rendering(renderings[t], tags[1])),
            )
        )
    )
    by_stem: defaultdict[str, tuple[_PreparedTerm, ...]] = defaultdict(tuple)
    for term in terms:
        by_stem[term.stems[0]] += (term,)
    return _Terms(terms, dict(by_stem))


@lru_cache(4096)
def stems_of(term: str, code: str) -> tuple[str, ...]:
    """Return the stem of each word of a term. ``code`` is the tag of its language."""
    return tuple(word.stem for word in read_words(term, code))


def _places_by_stem(side: CheckedText) -> dict[str, list[int]]:
    return _places_by(word.stem for word in side.words)


def _places_by(forms: Iterable[str]) -> dict[str, list[int]]:
    """Return the indexes of each form in a sequence of forms."""
    places: dict[str, list[int]] = {}
    for at, form in enumerate(forms):
        places.setdefault(form, []).append(at)
    return places


def _places(
    stems: tuple[str, ...], words: Sequence[Word], begins: Sequence[int], taken: set[int]
) -> list[tuple[int, int]]:
    """Return the index ranges of words with the given stems, and add the indexes to ``taken``.

    ``begins`` are the indexes of words with the first stem; words in ``taken`` are skipped.
    """
    size, found = len(stems), []
    for at in begins:
        here = range(at, at + size)
        if tuple(word.stem for word in words[at : at + size]) == stems and taken.isdisjoint(here):
            taken.update(here)
            found.append((at, at + size))
    return found


class _Forms(NamedTuple):
    """The folded words of a text with their indexes."""

    places: Mapping[str, Sequence[int]]  # Indexes of each word.
    in_order: Sequence[str]  # The words, sorted.
    # Indexes of each word by its form without a prefix (`without_prefix`).
    bare_places: Mapping[str, Sequence[int]]
    bare_in_order: Sequence[str]  # The forms without a prefix, sorted.


def _forms(side: CheckedText) -> _Forms:
    code = side.language.code
    whole = _places_by(word.folded for word in side.words)
    bare = _places_by(without_prefix(word.folded, code) for word in side.words)
    return _Forms(whole, sorted(whole), bare, sorted(bare))


def _rendered(wanted: tuple[_Alternates, ...], side: CheckedText) -> tuple[Span, ...]:
    """Return the spans of a rendering: its words next to each other."""
    there, size, forms = side.words, len(wanted), side.once(_forms)
    begins = {at for form in _fitting(wanted[0], forms.in_order) for at in forms.places[form]}
    prefixes: _Alternates = (wanted[0][0], frozenset())
    for form in _fitting(prefixes, forms.bare_in_order):
        begins.update(forms.bare_places[form])
    return tuple(
        (there[at].start, there[at + size - 1].end)
        for at in sorted(begins)
        if at + size <= len(there)
        and all(_fits(there[at + n].folded, wanted[n]) for n in range(1, size))
    )


@lru_cache(4096)
def _alternates(words: tuple[Alternates, ...]) -> tuple[_Alternates, ...]:
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
    """Return all uses of terms in text pairs, by term; terms that never occur are left out."""
    found: defaultdict[str, tuple[tuple[TextPair, TermUse], ...]] = defaultdict(tuple)
    for pair in pairs:
        for use in term_uses(pair, glossary):
            found[use.term] += ((pair, use),)
    return found


def known_partners(
    glossary: Glossary, tags: tuple[str, str], stems: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """Return one-word renderings of one-word terms in the glossary.

    Args:
        glossary: The glossary; forbidden renderings are skipped.
        tags: Language tags of the original and of the translation.
        stems: Stem of each folded word that occurs in the translations.

    Returns:
        Stems of the translation by stem of the original.
    """
    found: dict[str, set[str]] = {}
    in_order = sorted(stems)
    for term, rows in glossary.renderings(tags[1]).items():
        own = stems_of(term, tags[0])
        for row in rows:
            words = _alternates(row.renderings[tags[1]])
            if len(own) == 1 and len(words) == 1 and row.status != "forbidden":
                fitting = {stems[word] for word in _fitting(words[0], in_order)}
                found.setdefault(own[0], set()).update(fitting)
    return {stem: frozenset(words) for stem, words in found.items() if words}


def _fitting(alternates: _Alternates, in_order: Sequence[str]) -> Iterator[str]:
    """Yield the words of a sorted list that match one of the alternates; a word may come twice."""
    prefixes, whole = alternates
    for prefix in prefixes:
        begin = bisect_left(in_order, prefix)
        following = islice(in_order, begin, None)
        yield from takewhile(partial(_begins_with, prefix), following)
    for word in whole:
        at = bisect_left(in_order, word)
        yield from (each for each in in_order[at : at + 1] if each == word)


def _begins_with(prefix: str, word: str) -> bool:
    return word.startswith(prefix)


@dataclass(frozen=True, slots=True)
class RenderedCounts:
    """How often texts have a term, and its rendering. Counts of parts of a code can be added up."""

    # Number of text pairs that have a term, by `TermUse.counted_as` and language tag of the
    # translation.
    times: Counter[tuple[str, str]] = field(default_factory=Counter, hash=False)
    # In how many of them the translation has one of its renderings.
    rendered: Counter[tuple[str, str]] = field(default_factory=Counter, hash=False)

    def add(self, other: RenderedCounts) -> None:
        """Add the counts of other pairs."""
        self.times.update(other.times)
        self.rendered.update(other.rendered)

    def of(self, use: TermUse, language: str) -> tuple[int, int]:
        """Return both numbers for the term of a use, and for a language of the translation.

        A term that was not counted has one pair, that of the use.
        """
        key = (use.counted_as, language)
        return self.times.get(key, 1), self.rendered.get(key, 0)


def count_rendered(uses: Iterable[tuple[TextPair, Iterable[TermUse]]]) -> RenderedCounts:
    """Return how many pairs have a term, and in how many it is rendered, from their term uses."""
    found = RenderedCounts()
    for pair, own in uses:
        for use in own:
            key = (use.counted_as, pair.tags[1])
            found.times[key] += 1
            found.rendered[key] += use.rendered
    return found
