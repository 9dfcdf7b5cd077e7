"""Learn which words of the languages of a code translate each other, when its index is built.

The sentences of provisions are paired with those of their translations. So are the terms that the
code defines: since each language sorts its definitions in its own order, they are paired by their
words. Words of the general lexicons are added.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path

from lawkb.align.association import general_entries
from lawkb.align.lexicon import LONGEST_PHRASE, Lexicon, PhraseWords, WordTextPair, learn_lexicons
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.passage import Passage
from lawkb.search.documents import Document, Part, documents_of_law, tokens_of_part
from lawkb.search.query.nodes import Zone
from lawkb.search.translated_query import Rendering, counterparts_name
from lawkb.words.tokens import Token, read_vocabulary, tokens


def write_counterparts(code: Code, folder: Path) -> None:
    """Write a file with learned translations for each direction between two languages of a code."""
    for source, target in language_pairs(code):
        sentences = tuple(sentence_pairs(code, (source, target)))
        pairs = (WordTextPair(_keys(left), _keys(right)) for left, right in sentences)
        stop = (read_vocabulary(source).stop, read_vocabulary(target).stop)
        there, back = learn_lexicons(pairs, stop)
        terms = paired_terms(code, (source, target), (there, back))
        left, right = ([pair[side] for pair in sentences] for side in (0, 1))
        ways = (
            ((source, target), there, right, terms),
            ((target, source), back, left, tuple((other, entry) for entry, other in terms)),
        )
        for tags, lexicon, sentences_there, own in ways:
            general = tuple(general_entries(tags))
            wanted = {each.words for found in lexicon.table.values() for each in found}
            wanted |= {(word,) for _, words, _ in general for word in words}
            lines = _lines(lexicon, general, _usual(wanted, sentences_there), own)
            text = "\n".join(("", *lines, ""))
            (folder / counterparts_name(*tags)).write_text(text, encoding="utf-8", newline="")


def _keys(sentence: Sentence) -> PhraseWords:
    return tuple(word.key for word in sentence)


def _usual(wanted: Set[PhraseWords], sentences: Iterable[Sentence]) -> Mapping[PhraseWords, str]:
    """Return the most frequent printed form of words and phrases that occur in some sentences."""
    forms: defaultdict[PhraseWords, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for at in range(len(sentence)):
            for end in range(at + 1, min(at + LONGEST_PHRASE, len(sentence)) + 1):
                words = _keys(sentence[at:end])
                if words in wanted:
                    forms[words][_uncapital(word.printed for word in sentence[at:end])] += 1
    return {
        words: min(own, key=lambda form: (-own[form], form.isupper(), form))
        for words, own in forms.items()
    }


_General = tuple[tuple[str, tuple[str, ...], float], ...]


def _lines(
    lexicon: Lexicon,
    general: _General,
    usual: Mapping[PhraseWords, str],
    terms: tuple[_Pair, ...],
) -> Iterator[str]:
    """Yield the lines of a file: words, translation, links, probability, origin; tab-separated."""
    found: defaultdict[str, dict[str, Rendering]] = defaultdict(dict)
    for entry, other in terms:
        rendering = Rendering(other.term, 0, 1.0, "definitions")
        found[" ".join(entry.keys)].setdefault(other.term, rendering)
    for words, counterparts in lexicon.table.items():
        # Figures and addresses are read in every language as they are.
        if not all(any(map(str.isalpha, word)) and word[0] != "§" for word in words):
            continue
        for each in counterparts:
            rendering = Rendering(usual[each.words], each.links, each.probability, "texts")
            found[" ".join(words)].setdefault(rendering.text, rendering)
    for word, others, probability in general:
        for text in (usual[other,] for other in others if (other,) in usual):
            found[word].setdefault(text, Rendering(text, 0, probability, "general"))
    for key in sorted(found):
        for own in found[key].values():
            yield f"{key}\t{own.text}\t{own.links}\t{own.probability}\t{own.origin}"


MOST_LAWS = 400  # to learn from: the laws of a large code repeat the words of the others
# Comments have no translation.
_ZONES: tuple[Zone, ...] = ("heading", "text", "notes")
_SENTENCE_END = re.compile(r"[.;:!?·…]+[\"'»”’)\]]*(?=\s)|\n")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word of a text with its key."""

    key: str  # what is compared: the stem; for a very frequent word or an address the exact form
    printed: str  # the word as in the text


Sentence = tuple[Spoken, ...]


def language_pairs(code: Code) -> tuple[tuple[str, str], ...]:
    """Return the pairs of tags of languages in which an edition has laws: ``("en", "el")``."""
    found: dict[tuple[str, str], None] = {}
    for edition in code.outline.editions:
        held = {language for own, language, _ in code.laws if own == edition.id}
        tags = [e.language for e in code.outline.expressions if e.edition == edition.id]
        found |= dict.fromkeys(combinations([tag for tag in tags if tag in held], 2))
    return tuple({frozenset(pair): pair for pair in reversed(found)}.values())


def sentence_pairs(code: Code, languages: tuple[str, str]) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield the sentences of all provisions in two languages, in pairs.

    A text with the same number of sentences in both languages is paired sentence by sentence,
    another text as a whole. Comments are left out, and headings and notes that do not correspond.
    Of a code with more than ``MOST_LAWS`` laws, only every second, third … law is read, since more
    add little.
    """
    for document in _read(code):
        ours, theirs = (document.text(tag) for tag in languages)
        if ours is None or theirs is None:
            continue
        for zone in _ZONES:
            left, right = ours.in_zone(zone), theirs.in_zone(zone)
            if len(left) == len(right):
                for pair in zip(left, right, strict=True):
                    yield from _beside(code, document, languages, pair)


def _read(code: Code) -> Iterator[Document]:
    laws = [
        (edition.id, number)
        for edition in code.outline.editions
        for number in code.numbers(edition.id)
    ]
    for edition_id, number in laws[:: 1 + len(laws) // MOST_LAWS]:
        yield from documents_of_law(code, edition_id, number)


def read_sentence(read: Iterable[Token], text: str) -> Sentence:
    """Return the words of a text with the keys by which they are compared."""
    return tuple(
        Spoken(token.stem if token.kind == "word" else token.term, text[token.start : token.end])
        for token in read
    )


def _beside(
    code: Code, document: Document, languages: tuple[str, str], parts: tuple[Part, Part]
) -> Iterator[tuple[Sentence, Sentence]]:
    left, right = (
        _sentences(code, document, tag, part) for tag, part in zip(languages, parts, strict=True)
    )
    if len(left) == len(right):
        yield from zip(left, right, strict=True)
    else:
        yield tuple(chain.from_iterable(left)), tuple(chain.from_iterable(right))


def _sentences(code: Code, document: Document, tag: str, part: Part) -> list[Sentence]:
    language = code.outline.language(tag)
    read = tokens_of_part(part, language, code.outline.scheme, document.citing)
    ends = [match.end() for match in _SENTENCE_END.finditer(part.text)]
    by_sentence: dict[int, list[Token]] = {}
    for token in read:
        by_sentence.setdefault(bisect_right(ends, token.start), []).append(token)
    return [read_sentence(own, part.text) for own in by_sentence.values()]


_ALIKE = 0.25  # how much of what two entries say must answer each other
_DISTINCT = 1.25  # how much more than of any other entry


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a list of definitions."""

    term: str  # the defined term as printed
    keys: PhraseWords  # keys of the words of the term
    words: frozenset[str]  # keys of all words of the entry, without very frequent ones
    senses: int  # number of its meanings


_Pair = tuple[_Entry, _Entry]  # what both languages say of a term


def paired_terms(
    code: Code, languages: tuple[str, str], lexicons: tuple[Lexicon, Lexicon]
) -> tuple[_Pair, ...]:
    """Return the entries for the terms that are defined in both of two languages.

    Two entries are paired when most words of each have translations in the other, clearly more than
    in any other entry. An entry that is similar to several is left out.

    Args:
        code: The code; its companions of the kind ``definitions`` are read.
        lexicons: Learned translations from the first to the second language, and back.
    """
    found: list[_Pair] = []
    for (edition, tag, name), companion in code.companions.items():
        other = code.companions.get((edition, languages[1], name))
        if companion.kind != "definitions" or tag != languages[0] or other is None:
            continue
        ours, theirs = tuple(_entries(code, companion)), tuple(_entries(code, other))
        found += _paired(ours, theirs, lexicons)
    return tuple(found)


def _paired(
    ours: tuple[_Entry, ...], theirs: tuple[_Entry, ...], lexicons: tuple[Lexicon, Lexicon]
) -> Iterator[_Pair]:
    alike = {(a, b): _alike(a, b, lexicons) for a in ours for b in theirs}
    for (entry, other), score in alike.items():
        rivals = (
            rival for pair, rival in alike.items() if (pair[0] == entry) != (pair[1] == other)
        )
        if score >= max(_ALIKE, _DISTINCT * max(rivals, default=0.0)):
            yield entry, other


def _alike(entry: _Entry, other: _Entry, lexicons: tuple[Lexicon, Lexicon]) -> float:
    """Return the share of words of two entries that translate each other, from 0 to 1."""
    if entry.senses != other.senses or not entry.words or not other.words:
        return 0.0
    there = _covered(entry.words, other.words, lexicons[0])
    back = _covered(other.words, entry.words, lexicons[1])
    return (there + back) / 2


def _covered(words: frozenset[str], others: frozenset[str], lexicon: Lexicon) -> float:
    found = (
        max(1.0 if word == other else lexicon.probability(word, other) for other in others)
        for word in sorted(words)
    )
    return sum(found) / len(words)


def _entries(code: Code, companion: Companion) -> Iterator[_Entry]:
    language = code.outline.language(companion.language)
    stop = read_vocabulary(language.code).stop
    for _, section in companion.sections():
        if section.kind != "entry" or section.heading is None:
            continue
        term = section.heading.text
        read = [
            word.key
            for passage in _passages(section)
            for word in read_sentence(
                tokens(passage.text, language, code.outline.scheme, passage.references),
                passage.text,
            )
        ]
        keys = read_sentence(tokens(term, language, code.outline.scheme), term)
        yield _Entry(
            term=_uncapital(term.split()),
            keys=tuple(word.key for word in keys),
            words=frozenset(read) - stop,
            senses=len(section.sections),
        )


def _passages(section: Section) -> Iterator[Passage]:
    if section.heading:
        yield section.heading
    for item in section.body:
        if isinstance(item, Passage):
            yield item
        elif isinstance(item, Section):
            yield from _passages(item)


def _uncapital(words: Iterable[str]) -> str:
    """Return words in lower case, joined by spaces; abbreviations keep their capitals."""
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
