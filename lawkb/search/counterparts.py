"""Counterparts: the words and phrases of one language that stand for those of another.

They are learned when the index is built and kept beside it, a file for each two languages and
direction, so that a search reads the few lines of its words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from lawkb.align.lexicon import LONGEST_PHRASE, Lexicon, Words, learn
from lawkb.align.links import Pair
from lawkb.files import link_or_copy
from lawkb.model.code import Code
from lawkb.search.bilingual import Sentence, Spoken, language_pairs, sentence_pairs
from lawkb.search.termbook import TermBook
from lawkb.search.terms import Term, paired_terms
from lawkb.search.tree import Form
from lawkb.search.vocabulary import read_vocabulary

# Part of every index's name: raise it when the same texts give other counterparts.
COUNTERPARTS_VERSION = 1

Origin = Literal["glossary", "definitions", "texts"]


@dataclass(frozen=True, slots=True)
class Rendering:
    """A word or phrase of one language that stands for one of another.

    Attributes:
        text: Its most usual form, in small letters unless it is an abbreviation; from the
            glossary as that writes it, ``τιμωρημέν* φύλλ*|κάρτ*``.
        links: How often it was found to stand for it; 0 for a term.
        probability: That it does where the other one stands; 1 for a term.
        origin: Where it comes from: the glossary, terms that the code defines, or its texts.
    """

    text: str
    links: int
    probability: float
    origin: Origin


class Counterparts:
    """The counterparts that were kept beside an index, and those of a glossary."""

    def __init__(self, folder: Path | None, book: TermBook | None = None) -> None:
        """Name the folder of the index, without which nothing was learned, and the terms."""
        self._folder = folder
        self._book = book

    def terms(self, forms: tuple[Form, ...], target: str) -> tuple[Rendering, ...]:
        """What stands for a word or phrase by the glossary, preferred renderings first.

        Args:
            forms: Its words as one language reads them.
            target: BCP 47 tag of the other language.
        """
        found = self._book.of(forms, target) if self._book and forms else ()
        return tuple(Rendering(text, 0, 1.0, "glossary") for text in found)

    def of(self, words: Words, source: str, target: str) -> tuple[Rendering, ...]:
        """What stands for a word or phrase: defined terms first, then by their probability.

        Args:
            words: As ``bilingual.Spoken.key`` gives them.
            source: BCP 47 tag of their language.
            target: BCP 47 tag of the other one.
        """
        if self._folder is None or source == target:
            return ()
        return _held(self._folder / _name(source, target), " ".join(words))


def write_counterparts(code: Code, folder: Path) -> None:
    """Learn the counterparts of every two languages of a code, and write them into a folder."""
    for source, target in language_pairs(code):
        sentences = tuple(sentence_pairs(code, (source, target)))
        pairs = (Pair(_keys(left), _keys(right)) for left, right in sentences)
        stop = (read_vocabulary(source).stop, read_vocabulary(target).stop)
        there, back = learn(pairs, stop)
        terms = paired_terms(code, (source, target), (there, back))
        left, right = ([pair[side] for pair in sentences] for side in (0, 1))
        ways = (
            (_name(source, target), there, right, terms),
            (_name(target, source), back, left, tuple(term.turned() for term in terms)),
        )
        for name, lexicon, sentences_there, own in ways:
            lines = _lines(lexicon, _usual(lexicon, sentences_there), own)
            text = "\n".join(("", *lines, ""))
            (folder / name).write_text(text, encoding="utf-8", newline="")


def carry_counterparts(before: Path, folder: Path) -> None:
    """Give a folder the counterparts of another, as they are there."""
    for path in before.glob(_name("*", "*")):
        link_or_copy(path, folder / path.name)


def _name(source: str, target: str) -> str:
    return f"counterparts_{source}_{target}.txt"


def _keys(sentence: Sentence) -> Words:
    return tuple(word.key for word in sentence)


def _usual(lexicon: Lexicon, sentences: Iterable[Sentence]) -> Mapping[Words, str]:
    """The most usual form of every word and phrase that stands for another one."""
    wanted = {each.words for found in lexicon.table.values() for each in found}
    forms: defaultdict[Words, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for at in range(len(sentence)):
            for end in range(at + 1, min(at + LONGEST_PHRASE, len(sentence)) + 1):
                words = _keys(sentence[at:end])
                if words in wanted:
                    forms[words][" ".join(map(_small, sentence[at:end]))] += 1
    return {
        words: min(own, key=lambda form: (-own[form], form.isupper(), form))
        for words, own in forms.items()
    }


def _small(word: Spoken) -> str:
    """A word in small letters, unless it is an abbreviation."""
    kept = word.printed.isupper() and len(word.printed) > 1
    return word.printed if kept else word.printed.lower()


def _lines(lexicon: Lexicon, usual: Mapping[Words, str], terms: tuple[Term, ...]) -> Iterator[str]:
    """The lines of a file: words, form, links, probability and origin, parted by tabs."""
    found: defaultdict[str, dict[str, Rendering]] = defaultdict(dict)
    for term in terms:
        rendering = Rendering(term.target, 0, 1.0, "definitions")
        found[" ".join(term.keys)].setdefault(term.target, rendering)
    for words, counterparts in lexicon.table.items():
        # Figures and addresses are read in every language as they are.
        if not all(any(map(str.isalpha, word)) and word[0] != "§" for word in words):
            continue
        for each in counterparts:
            rendering = Rendering(usual[each.words], each.links, each.probability, "texts")
            found[" ".join(words)].setdefault(rendering.text, rendering)
    for key in sorted(found):
        for own in found[key].values():
            yield f"{key}\t{own.text}\t{own.links}\t{own.probability}\t{own.origin}"


@lru_cache(4096)
def _held(path: Path, key: str) -> tuple[Rendering, ...]:
    """The renderings of a key; every hit of an answer asks for the same ones."""
    return tuple(_renderings(_read(path), key))


def _renderings(lines: str, key: str) -> Iterator[Rendering]:
    begin = f"\n{key}\t"
    at = lines.find(begin)
    while at >= 0 and lines.startswith(begin, at):
        end = lines.index("\n", at + 1)
        text, links, probability, origin = lines[at + len(begin) : end].split("\t")
        yield Rendering(
            text, int(links), float(probability), "texts" if origin == "texts" else "definitions"
        )
        at = end


@lru_cache(16)
def _read(path: Path) -> str:
    """The lines of a file, each between line ends; empty when there is no such file."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
