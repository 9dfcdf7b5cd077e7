"""The rule for spelling, which runs only when it is asked for by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from lawkb.checks.setting import Setting
from lawkb.checks.speller import Speller, open_spellers
from lawkb.checks.texts import Fault, Side, TextPair, both
from lawkb.checks.words import Word, read_words
from lawkb.corpus.glossary import Glossary, Stem
from lawkb.model.language import script_of
from lawkb.model.sentence import say

_SHORTENED = re.compile(r"\.\s+[^\W_A-ZΑ-Ω]")  # a stop that ends no sentence: «περ. ε΄»
_OWN = 3  # texts that use a word of no dictionary, so that it is one of the code's own


@dataclass(frozen=True, slots=True)
class _Own:
    """The words of a code in one language, in small letters with their accents.

    Attributes:
        whole: Its words in these very forms.
        begun: Beginnings that stand for words with any ending.
    """

    whole: frozenset[str]
    begun: tuple[str, ...]

    def has(self, word: str) -> bool:
        """Whether a word is the code's own."""
        small = word.lower()
        return small in self.whole or small.startswith(self.begun)


@dataclass(frozen=True, slots=True)
class _Known:
    """What counts as rightly spelt, by language: its dictionaries and the code's own words."""

    spellers: Mapping[str, Speller]
    own: Mapping[str, _Own]


def spelling(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A word that no spelling dictionary has, nor the code itself.

    Why: a slip of the keyboard looks careless, and the search does not find the word.

    Example: ``επανορθοτική βαθμολογία``

    Limits: runs only with ``--select spelling``, and needs ``lawkb[spelling]`` and a dictionary of
    Hunspell. Words of the glossary, those that three texts use, those in capitals, those of
    another alphabet and abbreviations are taken to be right; so is a slip that is a word itself.
    """
    known = _known(setting)
    for name, side, _ in both(pair):
        speller = known.spellers.get(side.language.code)
        if speller is None:
            continue
        for word in _words(side):
            own = known.own[side.language.code].has(word.text)
            if own or not _is_plain(word, side) or speller.knows(word.text):
                continue
            if word.start >= 0 and _SHORTENED.match(side.text, word.end):
                continue
            near, names = speller.near(word.text), tuple(speller.names)
            hint = say("correct it, or let it stand")
            yield Fault(
                say("«%(word)s» is in no dictionary (%(names)s)", word=word.text, names=names),
                quote=word.text,
                hint=say("perhaps %(words)s", words=tuple(near)) if near else hint,
                key=word.text,
                on=name,
                marked=((name, (word.start, word.end)),) if word.start >= 0 else (),
            )


def _is_plain(word: Word, side: Side) -> bool:
    """Whether a word is of the alphabet of its language, and no figure or abbreviation."""
    text = word.text
    alike = all(script_of(char) == side.language.script for char in text)
    return len(text) > 1 and text.isalpha() and not text.isupper() and alike


def _words(side: Side) -> Iterator[Word]:
    """The words of a text; those of its heading are at no place of the text."""
    for word in read_words(side.heading, side.language.code):
        yield word._replace(start=-1, end=-1)
    yield from side.words


def _known(setting: Setting) -> _Known:
    """Read once for all texts of a run."""
    if "spelling" not in setting.recent:
        setting.recent["spelling"] = _read_known(setting)
    return cast(_Known, setting.recent["spelling"])


def _read_known(setting: Setting) -> _Known:
    used: dict[str, Counter[str]] = {}
    for pair in setting.texts:
        for _, side, _ in both(pair):
            words = {word.text.lower() for word in _words(side)}
            used.setdefault(side.language.code, Counter()).update(words)
    own = {}
    for tag, counts in used.items():
        stems = tuple(_of_glossary(setting.glossary, tag))
        whole = {word for word, times in counts.items() if times >= _OWN}
        whole.update(stem.text.lower() for stem in stems if not stem.open)
        begun = tuple(stem.text.lower() for stem in stems if stem.open)
        own[tag] = _Own(frozenset(whole), begun)
    return _Known(open_spellers(used), own)


def _of_glossary(glossary: Glossary, tag: str) -> Iterator[Stem]:
    """The words of the glossary in one language."""
    for row in glossary.terms:
        if tag in row.renderings:
            yield from (stem for word in row.renderings[tag] for stem in word)
        else:
            yield from (Stem(word, open=False) for word in row.term.split())
