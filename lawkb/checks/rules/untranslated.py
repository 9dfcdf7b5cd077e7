"""The rule for words in the language of the other text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from lawkb.align.association import general_partners
from lawkb.checks.omission.features import read_features
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import (
    OTHER_SIDE,
    SIDES,
    CheckedText,
    Fault,
    SideName,
    TextPair,
    concepts_of,
    is_quoted,
    key_words,
)
from lawkb.model.finding import say
from lawkb.model.language import Language
from lawkb.unicode_characters import script_of
from lawkb.words.folding import fold
from lawkb.words.tokens import Word, read_vocabulary, read_words

_ROMAN = re.compile(r"[ivxlc]+", re.IGNORECASE)
_JOINING = "-/.@:_"
_TYPED = "=$#\\~"  # marks of what is typed: a setting, a path
_OUTSIDE = " \t\n\u00a0\"'«»“”„()[]0123456789"  # around a sentence, or before a heading
_ENDS = ".;·!?"
_QUOTED = 8  # most words of a title in quotation marks
# Where a title, a value or an explanation may begin or end.
_EDGE = re.compile(r"[«»“”„\"()\[\]]|(?<!\w)['‘‚]|['’](?!\w)")
# A name of a species, Malus domestica or M. domestica, and the endings of its second word in Latin.
_SPECIES = re.compile(
    r"[A-Z](?:[a-z]+|\.) ([a-z]*(?:us|a|um|is|e|i|ens|ans|er|or|ix|as|es|os|on)"
    r"(?: (?:(?:subsp|ssp|var|f)\. )?[a-z]+)?)"
)
_LONGEST_PHRASE = 60  # code points of a phrase in Latin
_COMMA = re.compile(r"[,;·]\s*")
_SIGNED, _BEFORE_NUMBER = re.compile(r"/\w+ $"), re.compile(r"\. ?\d")
_SHORTEST = 3  # fewest letters of a word
_LONE = 5  # fewest letters of a single word of which nothing else is known
_MANY = 3  # more words in a row than a borrowed phrase has


def untranslated(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A passage left in the language of the other text.

    Why: whoever reads only one language cannot read it.

    Example: *Η αντάμ may not be retracted after dummy has faced any card.*

    Limits: names, abbreviations, borrowed words, titles in quotation marks, Latin phrases and what
    is typed, such as addresses, are not reported. A single word is reported if it names a part of a
    law, *Law 21B*, or if a translation of it is known and missing; in another script it is else a
    note. In one script the words must be adjacent in both.
    """
    told: set[str] = set()
    for name in SIDES[::-1]:  # what is in both texts is left in the translation
        side, other = pair.side(name), pair.side(OTHER_SIDE[name])
        if not _may_hold(side, other):
            continue
        reader = _Candidate(pair, context, name, _words(side), _words(other))
        for first, last, certain in reader.runs():
            span = (first.start, last.end)
            words = side.text[slice(*span)]
            if words not in told:
                told.add(words)
                yield Fault(
                    say("left in the other language: «%(words)s»", words=words[:120]),
                    quote=words,
                    hint=say("translate it"),
                    key=words[:200],
                    on=name,
                    marked=((name, span),),
                    severity=None if certain else "note",
                    doubtful=not certain,
                )


def _may_hold(side: CheckedText, other: CheckedText) -> bool:
    """Return whether a text has letters of the script of the other language."""
    script = other.language.script
    if side.text.isascii() and script != "LATIN":
        return False
    return side.language.script == script or script in map(script_of, set(side.text))


def _words(side: CheckedText) -> tuple[Word, ...]:
    if not side.references:
        return side.words
    return read_words(side.text, side.language.code, side.local_spans)


@dataclass(frozen=True)
class _Candidate:
    """A text of a pair, searched for words of the other language. No slots: results are cached."""

    pair: TextPair  # the text and its translation
    context: RuleContext  # context of the rule
    name: SideName  # which text of the pair is searched
    words: Sequence[Word]  # words of the searched text, those in references included
    others: Sequence[Word]  # words of the other text, those in references included

    def runs(self) -> Iterator[tuple[Word, Word, bool]]:
        """Yield the first and the last word of each passage in the language of the other text.

        With them comes whether that is certain.
        """
        own, other = self._languages
        found = self._shared() if own.script == other.script else self._of_script(other.script)
        for run in filter(None, found):
            rest = [at for part in self._parts(run) if not self._is_kept(part) for at in part]
            certain = bool(rest) and self._is_passage(rest)
            if certain or (
                self._is_foreign_term(rest)
                if own.script == other.script
                else self._is_lone_word(rest)
            ):
                yield self.words[rest[0]], self.words[rest[-1]], certain

    def _parts(self, run: Sequence[int]) -> Iterator[Sequence[int]]:
        """Yield a run in parts, cut at quotation marks and brackets."""
        text, first = self.pair.side(self.name).text, 0
        for at in range(1, len(run)):
            end, start = self.words[run[at - 1]].end, self.words[run[at]].start
            edge = _EDGE.search(text, end, start + 1)
            if edge and edge.end() <= start:
                yield run[first:at]
                first = at
        yield run[first:]

    def _is_kept(self, run: Sequence[int]) -> bool:
        """Return whether words are in the other language on purpose: a title, an explanation."""
        side, other = self.pair.side(self.name), self.pair.side(OTHER_SIDE[self.name])
        words = [self.words[at] for at in run]
        span = words[0].start, words[-1].end
        written = side.text[slice(*span)]
        bracketed = f"({written})"
        is_bracketed = bracketed == side.text[max(0, span[0] - 1) : span[1] + 1]
        if is_bracketed != (bracketed in other.text) and bracketed != side.text.strip():
            return True  # the term of one language, beside that of the other or after it
        if all(map(self._is_latin, _COMMA.split(written))):
            return True
        if self._is_sentence(run):
            return False
        if self._is_quoted(words):
            at = other.text.find(written)
            return (
                len(words) <= _QUOTED and at >= 0 and is_quoted(other.text, (at, at + len(written)))
            )
        return self._is_name(words) and not any(self._is_label(at) for at in run)

    def _is_latin(self, written: str) -> bool:
        """Return whether words of both texts are the name of a species or a Latin phrase."""
        own, other = self._languages
        species = _SPECIES.fullmatch(written)
        is_name = species is not None and not any(
            _is_known(fold(word), other.code, own.code) for word in species[1].split()
        )
        is_latin = is_name or (
            len(written) <= _LONGEST_PHRASE and fold(written) in _latin_phrases()
        )
        return is_latin and written in self.pair.side(OTHER_SIDE[self.name]).text

    def _is_sentence(self, run: Sequence[int]) -> bool:
        """Return whether words are all of a sentence, or of the text but for numbers."""
        if len(run) < 2:
            return False
        text = self.pair.side(self.name).text
        before = text[: self.words[run[0]].start].rstrip(_OUTSIDE)
        after = text[self.words[run[-1]].end :].lstrip(_OUTSIDE)
        return (not before or before[-1] in _ENDS) and (not after or after[0] in _ENDS)

    def _is_name(self, words: Sequence[Word]) -> bool:
        """Return whether words are a name of several: *Bank of England*."""
        common = read_vocabulary(self._languages[1].code).stop
        there = {word.text for word in self.others}
        if self.name == "translation" and all(word.lower in there for word in words):
            return False  # «dem Delivery Note», of which the original makes no name
        small = [word for word in words if not (word.text[0].isupper() or word.text[0].isdigit())]
        if len(words) - len(small) < 2 or words[0] in small or words[-1] in small:
            return False
        return all(word.folded in common for word in small)

    @property
    def _languages(self) -> tuple[Language, Language]:
        ours, theirs = self.pair.original.language, self.pair.translation.language
        return (ours, theirs) if self.name == "original" else (theirs, ours)

    def _of_script(self, script: str) -> Iterator[list[int]]:
        """Yield runs of words in a script, as indexes; digits between such words are skipped."""
        run: list[int] = []
        for at, word in enumerate(self.words):
            if script_of(word.text[0]) == script:
                run.append(at)
            elif not (run and word.text.isdigit()):
                yield run
                run = []
        yield run

    def _shared(self) -> Iterator[list[int]]:
        """Yield runs of words, as indexes, that the other text has in the same order."""
        theirs = [word.lower for word in self.others]
        next_to = {*pairwise(theirs)}
        there = set(theirs)
        run: list[int] = []
        for at, word in enumerate(self.words):
            if run and (self.words[run[-1]].lower, word.lower) in next_to:
                run.append(at)
                continue
            yield run
            run = [at] if word.lower in there else []
        yield run

    def _is_passage(self, run: Sequence[int]) -> bool:
        """Return whether a run of words is more than a name, a label or shared words."""
        run_words = (self.words[at] for at in run)
        words = [w for w in run_words if not (_ROMAN.fullmatch(w.text) or self._is_joined(w))]
        small = [word for word in words if word.text.islower() and len(word.text) > 1]
        telling = [word for word in small if len(word.text) >= _SHORTEST]
        if any(self._is_label(at) for at in run) or self._is_phrase(words, small, telling):
            return True
        own, other = self._languages
        if own.script == other.script:
            listed = (w for w in telling if concepts_of(w.folded, other.code))
            telling = [word for word in listed if not concepts_of(word.folded, own.code)]
        if not telling or self._is_quoted(words):
            return False
        return any(word.folded in self._missing and not self._is_borrowed(word) for word in telling)

    def _is_phrase(
        self, words: Sequence[Word], small: Sequence[Word], telling: Sequence[Word]
    ) -> bool:
        """Return whether words are a phrase of the other language by themselves."""
        own, other = self._languages
        common = read_vocabulary(other.code).stop - read_vocabulary(own.code).stop
        if own.script == other.script:
            foreign = [word for word in telling if self._is_foreign(word)]
            if len(words) > _MANY and len(telling) >= _MANY and foreign:
                return True
            fewest = 2 if self.name == "translation" else _MANY
            strange = foreign and len(telling) > 1 and not any(map(self._is_native, telling))
            tells = strange or any(word.folded in common for word in small)
            return len(words) >= fewest and bool(tells)
        if len(telling) >= _MANY or any(word.folded in common for word in small):
            return True
        alone = len(words) < 2 or self._is_quoted(words)
        known = (word for word in telling if not self._is_borrowed(word))
        return not alone and any(word.folded in self._other_words for word in known)

    def _is_lone_word(self, run: Sequence[int]) -> bool:
        """Return whether a run is one common word that the other text has: *ο trustee*."""
        word = self.words[run[0]] if len(run) == 1 else None
        return (
            word is not None
            and len(word.text) >= _LONE
            and word.text.isalpha()
            and word.text.islower()
            and word.lower in {other.lower for other in self.others}
            and not (_ROMAN.fullmatch(word.text) or self._is_joined(word))
            and not (self._is_quoted([word]) or self._is_borrowed(word))
            and word.lower not in _borrowed(self._languages[0])
        )

    def _is_foreign_term(self, run: Sequence[int]) -> bool:
        """Return whether a run is a term of two words that the other text has: *il delivery note*.

        What the other text writes as common words is no name here: «dem Delivery Note». One of
        them is no word of the language.
        """
        words = [self.words[at] for at in run]
        if self.name == "original" or len(words) != 2 or not all(w.text.isalpha() for w in words):
            return False
        between = self.pair.side(self.name).text[words[0].end : words[1].start]
        if between != " " or self._is_quoted(words) or any(map(self._is_joined, words)):
            return False
        if min(len(word.text) for word in words) < _LONE - 1:
            return False
        there = {word.lower: word.text for word in self.others}
        if not all(there.get(word.lower, "").islower() for word in words):
            return False
        borrowed = _borrowed(self._languages[0])
        return not all(map(self._is_native, words)) and not any(
            self._is_borrowed(word) or word.lower in borrowed for word in words
        )

    def _is_foreign(self, word: Word) -> bool:
        """Return whether a word is known in the other language but not in that of its text."""
        own, other = self._languages
        return not self._is_native(word) and _is_known(word.folded, other.code, own.code)

    def _is_native(self, word: Word) -> bool:
        """Return whether a word is known in the language of its text."""
        own, other = self._languages
        return _is_known(word.folded, own.code, other.code)

    def _is_label(self, at: int) -> bool:
        """Return whether a word is a key word of the other language before a label: *Law 21B*."""
        own, other = self._languages
        word = self.words[at]
        after = self.words[at + 1].text if at + 1 < len(self.words) else ""
        return (
            any(char.isdigit() for char in after)
            and word.folded in key_words(other) - key_words(own) - _division_words(own)
            and word.folded in self._other_words
        )

    @cached_property
    def _other_words(self) -> frozenset[str]:
        return frozenset(word.folded for word in self.others)

    @cached_property
    def _missing(self) -> frozenset[str]:
        """Words of the original whose known counterpart is not in the translation."""
        if self.name == "original":
            return frozenset()
        ours, theirs = read_features(self.pair.original), read_features(self.pair.translation)
        model = self.context.loss
        weights = model.links(ours, theirs).weights
        starts = {
            token.start for token, weight in zip(ours.tokens, weights, strict=True) if weight > 0
        }
        return frozenset(word.folded for word in self.others if word.start in starts)

    def _is_borrowed(self, word: Word) -> bool:
        model = self.context.loss
        return model.association.target.get(word.stem, 0) > int(model.taught)

    def _is_joined(self, word: Word) -> bool:
        """Return whether a word is a part of a longer name: *check-in*, *.pdf*, a mail address."""
        text = self.pair.side(self.name).text
        before, after = text[max(0, word.start - 2) : word.start], text[word.end : word.end + 2]
        numbered = _BEFORE_NUMBER.match(text, word.end)
        if numbered and _SIGNED.search(text, max(0, word.start - 20), word.start):
            return True  # of the sign of a document: Γ1(δ)/ΓΠ οικ. 67322
        if not set(_TYPED).isdisjoint((before[-1:], after[:1])):
            return True
        return (before[-1:] in _JOINING and before[:1] != before[-1:]) or (
            after[:1] in _JOINING and after[1:].isalnum()
        )

    def _is_quoted(self, words: Sequence[Word]) -> bool:
        return is_quoted(self.pair.side(self.name).text, (words[0].start, words[-1].end))


@lru_cache(2**14)
def _is_known(word: str, own: str, other: str) -> bool:
    """Return whether a folded word is in a word list of a language, or in its general lexicon.

    Args:
        word: The word.
        own: Tag of the language.
        other: Tag of the language to which the lexicon translates.
    """
    stem = read_vocabulary(own).stem(word)
    return bool(concepts_of(word, own) or general_partners((stem,), (own, other)))


@lru_cache(1)
def _latin_phrases() -> frozenset[str]:
    """Return the phrases of Latin that lawyers use in every language, folded."""
    file = Path(__file__).parents[2] / "languages" / "latin_phrases.txt"
    return frozenset(map(fold, file.read_text(encoding="utf-8").splitlines()))


@lru_cache
def _borrowed(language: Language) -> frozenset[str]:
    """Return the words of other languages that a language writes as they are: *email*."""
    return frozenset(language.tables.get("checks", {}).get("borrowed", "").split())


@lru_cache
def _division_words(language: Language) -> frozenset[str]:
    """Return the words for parts and chapters, such as *section* in French, folded."""
    lists = language.tables.get("divisions", {}).values()
    return frozenset(fold(word) for words in lists for word in words)
