"""The terms of a code: how each is rendered, where, and what the glossary may yet take in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.align.lexicon import Lexicon, learn
from lawkb.align.links import Pair
from lawkb.checks.concepts import concept_partners
from lawkb.checks.pairing import Translated, pair_code
from lawkb.checks.phrases import read_phrases
from lawkb.checks.term_uses import uses_by_term
from lawkb.checks.texts import Side, TextPair
from lawkb.checks.words import read_words
from lawkb.corpus.glossary import Glossary, written
from lawkb.model.code import Code
from lawkb.search.vocabulary import read_vocabulary

_FEWEST = 4  # times a suggestion must have been linked
_SURE = 0.6  # probability of its counterpart


@dataclass(frozen=True, slots=True)
class Rendering:
    """One rendering of a term.

    Attributes:
        words: As the glossary writes it; a suggestion as the texts do.
        status: Of its row; ``suggested`` for what is in no row.
        times: How often it stands where the original has the term.
        places: Addresses, in order.
    """

    words: str
    status: str
    times: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermRow:
    """One term in one translation.

    Attributes:
        term: In the language of the original.
        language: Tag of the translation.
        times: How often the original has it.
        renderings: As the glossary has them, or one that is suggested.
        missing: Addresses of provisions that have the term and none of its renderings.
    """

    term: str
    language: str
    times: int
    renderings: tuple[Rendering, ...]
    missing: tuple[str, ...] = ()


def term_table(code: Code, glossary: Glossary, suggest: bool) -> list[TermRow]:
    """The terms of the glossary, or with ``suggest`` what it may take in, for each translation."""
    rows: list[TermRow] = []
    for translated in pair_code(code):
        texts = [text for law in translated.laws for text in law.texts]
        own = _suggested(translated, texts, glossary) if suggest else _known(texts, glossary)
        rows.extend(own)
    return rows


def _known(texts: list[TextPair], glossary: Glossary) -> Iterator[TermRow]:
    tag = texts[0].translation.language.code if texts else ""
    used = uses_by_term(texts, glossary)
    for term, rows in glossary.renderings(tag).items():
        uses = used.get(term, ())
        times = sum(len(use.original) for _, use in uses)
        renderings = tuple(
            Rendering(
                written(row.renderings[tag]),
                row.status,
                sum(len(use.found[at]) for _, use in uses),
                tuple(text.place for text, use in uses if use.found[at]),
            )
            for at, row in enumerate(rows)
        )
        missing = tuple(text.place for text, use in uses if not use.rendered)
        yield TermRow(term, tag, times, renderings, missing)


def _suggested(
    translated: Translated, texts: list[TextPair], glossary: Glossary
) -> Iterator[TermRow]:
    """Words and phrases with one sure counterpart that the glossary has not.

    Words that bind or allow are no terms, nor are phrases with them. What any law may have, such as
    *before*, comes last.
    """
    if not texts:
        return
    tags = texts[0].original.language.code, translated.language
    common = read_vocabulary(tags[0]).stop, read_vocabulary(tags[1]).stop
    shown: tuple[dict[str, Counter[str]], dict[str, Counter[str]]] = ({}, {})
    pairs = []
    for text in texts:
        sides = (text.original, text.translation)
        pairs.append(Pair(*(_stems(side, own) for side, own in zip(sides, shown, strict=True))))
    lexicon, _ = learn(pairs, common)
    known = {tuple(_stems(text, {})) for text in _terms(glossary, texts[0].original)}
    any_law = _of_any_law(texts, tags)
    modal = _modal(tags[0])
    for words, counterparts in sorted(_sure(lexicon), key=lambda sure: bool(any_law & {*sure[0]})):
        if words not in known and not modal & set(words):
            term = " ".join(_usual(shown[0], word) for word in words)
            other = " ".join(_usual(shown[1], word) for word in counterparts)
            times = lexicon.counterparts(*words)[0].links
            places = _places(texts, words, counterparts)
            rendering = Rendering(other, "suggested", times, places)
            yield TermRow(term, translated.language, lexicon.seen[words], (rendering,))


def _modal(tag: str) -> frozenset[str]:
    """The words of a language that bind, allow or advise, as ``_stems`` gives them."""
    phrases = read_phrases(tag)
    words = " ".join(phrases.obligation | phrases.permission | phrases.advice)
    return frozenset(word.folded if word.common else word.stem for word in read_words(words, tag))


def _of_any_law(texts: list[TextPair], tags: tuple[str, str]) -> set[str]:
    """The words of the originals, as ``_stems`` gives them, that any law may have."""
    ours = {word for text in texts for word in text.original.words}
    theirs = {word for text in texts for word in text.translation.words}
    general = concept_partners(ours, theirs, tags)
    return {word.folded if word.common else word.stem for word in ours if word.stem in general}


def _terms(glossary: Glossary, side: Side) -> Iterator[Side]:
    for row in glossary.terms:
        yield Side(side.language, row.term)


def _stems(side: Side, shown: dict[str, Counter[str]]) -> tuple[str, ...]:
    """The stems of a text; common words as they are. How each is written is counted beside."""
    found = []
    for word in side.words:
        key = word.folded if word.common else word.stem
        shown.setdefault(key, Counter())[word.text.lower()] += 1
        found.append(key)
    return tuple(found)


def _usual(shown: dict[str, Counter[str]], key: str) -> str:
    return min(shown[key].items(), key=lambda each: (-each[1], each[0]))[0]


def _sure(lexicon: Lexicon) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found = []
    for words, counterparts in lexicon.table.items():
        best = counterparts[0]
        letters = all(any(char.isalpha() for char in word) for word in words)
        if best.links >= _FEWEST and best.probability >= _SURE and letters:
            found.append((-best.links, words, best.words))
    return [(words, others) for _, words, others in sorted(found)]


def _places(
    texts: list[TextPair], words: tuple[str, ...], others: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(
        text.place
        for text in texts
        if set(words) <= _all(text.original) and set(others) <= _all(text.translation)
    )


def _all(side: Side) -> set[str]:
    return {word.folded if word.common else word.stem for word in side.words}
