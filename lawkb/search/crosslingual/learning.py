"""Learn the counterparts of the words of a code, when its index is built."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lawkb.align.lexicon import LONGEST_PHRASE, Lexicon, PhraseWords, WordTextPair, learn_lexicons
from lawkb.model.code import Code
from lawkb.search.crosslingual.counterparts import Rendering, counterparts_name
from lawkb.search.crosslingual.definitions import Term, paired_terms
from lawkb.search.crosslingual.sentences import (
    Sentence,
    Spoken,
    language_pairs,
    sentence_pairs,
)
from lawkb.words import read_vocabulary


def write_counterparts(code: Code, folder: Path) -> None:
    """Learn the counterparts of every two languages of a code, and write them into a folder."""
    for source, target in language_pairs(code):
        sentences = tuple(sentence_pairs(code, (source, target)))
        pairs = (WordTextPair(_keys(left), _keys(right)) for left, right in sentences)
        stop = (read_vocabulary(source).stop, read_vocabulary(target).stop)
        there, back = learn_lexicons(pairs, stop)
        terms = paired_terms(code, (source, target), (there, back))
        left, right = ([pair[side] for pair in sentences] for side in (0, 1))
        ways = (
            (counterparts_name(source, target), there, right, terms),
            (counterparts_name(target, source), back, left, tuple(term.turned() for term in terms)),
        )
        for name, lexicon, sentences_there, own in ways:
            lines = _lines(lexicon, _usual(lexicon, sentences_there), own)
            text = "\n".join(("", *lines, ""))
            (folder / name).write_text(text, encoding="utf-8", newline="")


def _keys(sentence: Sentence) -> PhraseWords:
    return tuple(word.key for word in sentence)


def _usual(lexicon: Lexicon, sentences: Iterable[Sentence]) -> Mapping[PhraseWords, str]:
    """Return the most usual form of every word and phrase that stands for another one."""
    wanted = {each.words for found in lexicon.table.values() for each in found}
    forms: defaultdict[PhraseWords, Counter[str]] = defaultdict(Counter)
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
    """Return a word in small letters, unless it is an abbreviation."""
    kept = word.printed.isupper() and len(word.printed) > 1
    return word.printed if kept else word.printed.lower()


def _lines(
    lexicon: Lexicon, usual: Mapping[PhraseWords, str], terms: tuple[Term, ...]
) -> Iterator[str]:
    """Yield the lines of a file: words, form, links, probability and origin, parted by tabs."""
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
