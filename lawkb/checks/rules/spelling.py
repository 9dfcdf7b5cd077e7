"""The rule for spelling, which is optional.

It uses the Hunspell dictionaries installed on the computer (the ``spelling`` extra): pairs of files
``el_GR.aff`` and ``el_GR.dic`` in the folders of ``DICPATH`` and of the system.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, cast

from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import CheckedText, Fault, TextPair, each_text
from lawkb.corpus.glossary import Glossary, Stem
from lawkb.errors import LawkbError
from lawkb.extras import needs
from lawkb.model.finding import say
from lawkb.unicode_characters import normalized, script_of
from lawkb.words.tokens import Word, read_words

_FOLDERS = (
    "/usr/share/hunspell",
    "/usr/share/myspell/dicts",
    "/usr/local/share/hunspell",
    "/opt/homebrew/share/hunspell",
    "~/Library/Spelling",
)
_ACUTE = "\u0301"
_SUGGESTED = 3  # most suggestions for a word


@dataclass(frozen=True, slots=True)
class Speller:
    """The spelling dictionaries of one language. A word is right if one of them has it."""

    names: tuple[str, ...]  # names of the dictionaries, ``el_GR``
    dictionaries: tuple[Any, ...]  # hunspell's objects, which are not typed

    def __reduce__(self) -> NoReturn:
        """Refuse to be sent to another machine.

        Raises:
            LawkbError: Always; its dictionaries may be others, or none.
        """
        told = "it uses the dictionaries of this machine, which no other has"
        raise LawkbError("rule spelling", told, "leave out --cluster for this rule")

    def knows(self, word: str) -> bool:
        """Return whether a dictionary has a word as written, or in lower case.

        The second accent of a Greek word before του or μας (παιξίματός του) is ignored.
        """
        forms = {word, word.lower(), _without_second_accent(word)}
        return any(each.spell(form) for each in self.dictionaries for form in forms)

    def near(self, word: str) -> tuple[str, ...]:
        """Return at most three similar words, suggested by the first dictionary."""
        return tuple(self.dictionaries[0].suggest(word)[:_SUGGESTED])


def open_spellers(tags: Iterable[str]) -> dict[str, Speller]:
    """Return the spelling dictionaries of languages, by tag; languages without one are left out.

    Raises:
        LawkbError: Hunspell is not installed, or none of the languages has a dictionary.
    """
    with needs("spelling", "rule spelling"):
        from hunspell import Hunspell
    wanted = tuple(tags)
    found: dict[str, Speller] = {}
    for tag in wanted:
        files = _files(tag)
        if files:
            opened = (Hunspell(file.stem, hunspell_data_dir=str(file.parent)) for file in files)
            found[tag] = Speller(tuple(file.stem for file in files), tuple(opened))
    if not found:
        told = f"this machine has no spelling dictionary for {', '.join(wanted)}"
        hint = "on Debian: apt install hunspell-el; elsewhere: put .aff and .dic in $DICPATH"
        raise LawkbError("rule spelling", told, hint)
    return found


def _without_second_accent(word: str) -> str:
    parted = normalized("NFD", word)
    if parted.count(_ACUTE) < 2:
        return word
    first, _, last = parted.rpartition(_ACUTE)
    return normalized("NFC", first + last)


def _files(tag: str) -> tuple[Path, ...]:
    """Return the affix files of a language that have a word list, each name once."""
    own = [folder for folder in os.environ.get("DICPATH", "").split(os.pathsep) if folder]
    found: dict[str, Path] = {}
    for folder in (Path(each).expanduser() for each in (*own, *_FOLDERS)):
        for file in sorted((*folder.glob(f"{tag}.aff"), *folder.glob(f"{tag}_*.aff"))):
            if file.with_suffix(".dic").is_file():
                found.setdefault(file.stem, file)
    return tuple(found.values())


_SHORTENED = re.compile(r"\.\s+[^\W_A-ZΑ-Ω]")  # a full stop that ends no sentence: «περ. ε΄»
_OWN = 3  # texts with an unknown word from which it counts as a term of the code


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The words of a code and its glossary in one language, in lower case with accents."""

    whole: frozenset[str]  # complete words
    begun: tuple[str, ...]  # beginnings of words that may have any ending

    def has(self, word: str) -> bool:
        """Return whether a word is in the vocabulary."""
        small = word.lower()
        return small in self.whole or small.startswith(self.begun)


# The dictionaries of the languages, and the words of the code, by language tag.
_Known = tuple[Mapping[str, Speller], Mapping[str, _Vocabulary]]


def spelling(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A word that no spelling dictionary has, nor the code itself.

    Why: a typing error looks careless, and the search does not find the word.

    Example: ``επανορθοτική βαθμολογία``

    Limits: runs only with ``--select spelling``, and needs ``lawkb[spelling]`` and a dictionary of
    Hunspell. Words of the glossary, those that three texts use, those in capitals, those of
    another alphabet and abbreviations are taken to be right; so is a slip that is a word itself.
    """
    spellers, vocabularies = cast(_Known, context.learned["spelling"])
    for name, side, _ in each_text(pair):
        speller = spellers.get(side.language.code)
        if speller is None:
            continue
        for word in _words(side):
            own = vocabularies[side.language.code].has(word.text)
            if own or not _is_plain(word, side) or speller.knows(word.text):
                continue
            if word.start >= 0 and _SHORTENED.match(side.text, word.end):
                continue
            near, names = speller.near(word.text), speller.names
            hint = say("correct it, or leave it as it is")
            yield Fault(
                say("«%(word)s» is in no dictionary (%(names)s)", word=word.text, names=names),
                quote=word.text,
                hint=say("perhaps %(words)s", words=near) if near else hint,
                key=word.text,
                on=name,
                marked=((name, (word.start, word.end)),) if word.start >= 0 else (),
            )


def _is_plain(word: Word, side: CheckedText) -> bool:
    """Return whether a word has only letters of its language's alphabet, and not only capitals."""
    text = word.text
    alike = all(script_of(char) == side.language.script for char in text)
    return len(text) > 1 and text.isalpha() and not text.isupper() and alike


def _words(side: CheckedText) -> Iterator[Word]:
    """Yield the words of a heading, with offsets of -1, and then those of the text."""
    for word in read_words(side.heading, side.language.code):
        yield word._replace(start=-1, end=-1)
    yield from side.words


def words_used(pair: TextPair, _context: RuleContext) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the language tag of each text of a pair, and its words in lower case."""
    return tuple(
        (side.language.code, frozenset(word.text.lower() for word in _words(side)))
        for _, side, _ in each_text(pair)
    )


def known_words(
    texts: Iterable[Sequence[tuple[str, frozenset[str]]]], context: RuleContext
) -> _Known:
    """Return the dictionaries of the languages of a code, and its own words.

    Args:
        texts: The result of ``words_used`` for each text pair of the code.
        context: The context of the rule.

    Raises:
        LawkbError: Hunspell is not installed, or none of the languages has a dictionary.
    """
    used: dict[str, Counter[str]] = {}
    for pair in texts:
        for tag, words in pair:
            used.setdefault(tag, Counter()).update(words)
    own = {}
    for tag, counts in used.items():
        stems = tuple(_of_glossary(context.glossary, tag))
        whole = {word for word, times in counts.items() if times >= _OWN}
        whole.update(stem.text.lower() for stem in stems if not stem.open)
        begun = tuple(stem.text.lower() for stem in stems if stem.open)
        own[tag] = _Vocabulary(frozenset(whole), begun)
    return open_spellers(used), own


def _of_glossary(glossary: Glossary, tag: str) -> Iterator[Stem]:
    for row in glossary.terms:
        if tag in row.renderings:
            yield from (stem for word in row.renderings[tag] for stem in word)
        else:
            yield from (Stem(word, open=False) for word in row.term.split())
