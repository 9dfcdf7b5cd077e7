"""Split a text into tokens of the search, with cited addresses, or into words for the checks.

The vocabulary of a language comes from the table ``[search]`` of its file: stems, stop words and
acronyms. Sentences are split here, too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeVar

import Stemmer
from msgspec import Struct

from lawkb.model.address import Address, Scheme, between
from lawkb.model.language import Language, any_language
from lawkb.model.passage import Reference, Span
from lawkb.words.folding import fold, script

_DISTINCT_STEM = 4  # shorter stems are shared by unrelated words: καλώ and καλός, είδε and είδος


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The stems, stop words and acronyms of one language. Every word is folded.

    Folded is: in lower case, without accents, in one alphabet.
    """

    # Snowball stemmers by script, since a Greek text has Latin words, too.
    stemmers: Mapping[str, Any] = field(hash=False)
    stop: frozenset[str]  # Very frequent words, such as articles.
    asking: frozenset[str]  # Words of a question that tell no provisions apart: *can*, *what*.
    makes: frozenset[str]  # Verbs that make something of something: *becomes*.
    acronyms: frozenset[str]  # Words that are never stemmed.
    # From a stem to the stem to use instead, where the stemmer gives the forms of one word
    # different stems.
    joined: Mapping[str, str] = field(hash=False)
    # From a word form to its stem: for different words to which the stemmer gives the same stem,
    # and for forms whose stem is too short to be distinct.
    forms: Mapping[str, str] = field(hash=False)

    def stem(self, folded: str) -> str:
        """Return the stem of a folded word; the word itself when its script has no stemmer."""
        if folded in self.acronyms:
            return folded
        if folded in self.forms:
            return self.forms[folded]
        stem = _stemmed(self.stemmers, folded)
        return self.joined.get(stem, stem)


@cache
def read_vocabulary(code: str) -> Vocabulary:
    """Return the stems and stop words of a language from the table ``[search]`` of its file.

    Empty without such a table. ``code`` is the BCP 47 tag of the language, ``el``.
    """
    table = any_language(code).tables.get("search", {})
    # Without Snowball's own cache (0): callers have theirs, and clearing it takes long.
    stemmers = {name: Stemmer.Stemmer(of, 0) for name, of in table.get("stemmers", {}).items()}
    families = _lines(table, "join")
    looks = {form: _stemmed(stemmers, form) for family in families for form in family}
    return Vocabulary(
        stemmers=stemmers,
        stop=frozenset(word for line in _lines(table, "stop") for word in line),
        makes=frozenset(word for line in _lines(table, "makes") for word in line),
        asking=frozenset(word for line in _lines(table, "asking") for word in line),
        acronyms=frozenset(word for line in _lines(table, "acronyms") for word in line),
        joined={
            looks[form]: name
            for name, form in _named(families)
            if len(looks[form]) >= _DISTINCT_STEM
        },
        forms={
            form: name
            for name, form in (*_named(families), *_named(_lines(table, "apart")))
            if len(looks.get(form, "")) < _DISTINCT_STEM
        },
    )


def _lines(table: Mapping[str, Any], key: str) -> list[list[str]]:
    return [[fold(word) for word in line.split()] for line in table.get(key, ())]


def _named(lines: list[list[str]]) -> list[tuple[str, str]]:
    """Return every form of a line after its stem: ``=`` and the first form."""
    return [(f"={line[0]}", form) for line in lines for form in line]


def _stemmed(stemmers: Mapping[str, Any], folded: str) -> str:
    stemmer = stemmers.get(script(folded) or "")
    return (stemmer.stemWord(folded) or folded) if stemmer else folded


TokenKind = Literal["word", "stop", "address"]

# Part of every index's name: raise it when the same text gives other tokens.
ANALYZER_VERSION = 2

# Letters and digits with the marks on them; an apostrophe or a dash ends a word.
# A soft hyphen or a joiner inside a word does not: fold drops it.
_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_INVISIBLE = "[\u00ad\u200b-\u200d\u2060]"
_WORD = re.compile(rf"[^\W_]{_MARK}*(?:{_INVISIBLE}*[^\W_]{_MARK}*)*")
_NOTE_MARK = r"(?<=[^\W\d_]{2})\d{1,2}$"
_CERTAIN_WORD = 3  # letters
_LONGEST_ACRONYM = 4
_LONGEST_RANGE = 100


class Token(Struct, frozen=True):
    """A word of a text, or a provision that the text cites, as the search index stores it."""

    start: int  # First code point in the text.
    end: int  # Code point after the last one.
    # The word in lower case, without accents and letters of another alphabet; a cited provision as
    # its address in lower case, `47e2a`.
    folded: str
    stem: str  # Common part of the inflected forms of the word; equal to `folded` for an address.
    kind: TokenKind  # `word`, `stop` for a very frequent word, or `address` for a cited provision.
    address: Address | None = None  # Address of the cited provision; None for a word.

    @property
    def term(self) -> str:
        """The exact form in the index: ``folded``, with ``§`` before an address."""
        return f"§{self.folded}" if self.address else self.folded


def tells_nothing(token: Token, code: str) -> bool:
    """Return whether a word tells no provisions of a language apart: *the*; *can* of a question."""
    return token.kind == "stop" or token.folded in read_vocabulary(code).asking


def tokens(
    text: str,
    language: Language,
    scheme: Scheme,
    references: tuple[Reference, ...] = (),
    part: Span | None = None,
) -> tuple[Token, ...]:
    """Return the tokens of a text, in text order; only letters and digits are in tokens.

    Args:
        text: Any text; the words of the laws are NFC.
        references: The references of the text. Each becomes one token for its target, a range one
            token for each of its provisions, all with the span of the reference. A reference
            without a target is split into words.
        part: Only the tokens in this span; None for the whole text.

    Returns:
        Tokens in order. Two tokens overlap only when they come from the same range.
    """
    found: list[Token] = []
    capitals = text.isupper()  # no word of it is an acronym
    at, last = part or (0, len(text))
    for reference in sorted(references, key=lambda reference: reference.start):
        cited = _cited(reference)
        if not cited or reference.start < at or reference.end > last:
            continue
        found.extend(words(text, (at, reference.start), language.code, capitals))
        found.extend(
            address_token(target, scheme, reference.start, reference.end) for target in cited
        )
        at = reference.end
    found.extend(words(text, (at, last), language.code, capitals))
    return tuple(found)


def words(text: str, span: Span, code: str, capitals: bool) -> Iterator[Token]:
    """Yield the words of a span of a text. References are not recognized.

    Args:
        span: Span in code points; it begins and ends between words.
        capitals: Whether the whole text is in capitals, so that no word can be read as an acronym.
    """
    for match in _WORD.finditer(text, *span):
        word, start = match[0], match.start()
        if text.startswith(")", match.end()):
            word = _unnoted(word)
        folded, stem, kind = _reading(word, code, capitals)
        if folded:
            yield Token(start, start + len(word), folded, stem, kind)


def address_token(address: Address, scheme: Scheme, start: int = 0, end: int = 0) -> Token:
    """Return the search token of a cited address: ``47e2a``, or ``47e2a-i`` for two brackets.

    Args:
        start: First code point of the reference.
        end: Code point after the last one.
    """
    written = scheme.write(address).casefold()
    folded = written.replace(")(", "-").replace("(", "").replace(")", "")
    return Token(start, end, folded, folded, "address", address)


def _cited(reference: Reference) -> tuple[Address, ...]:
    """Return the cited provisions: one, all of a range of siblings, else the ends of the range."""
    first, last = reference.target, reference.upto
    if first is None:
        return ()
    if last is None:
        return (first,)
    inner = between(first.path[-1], last.path[-1])
    apart = first.path[:-1] != last.path[:-1] or not first.path[-1] < last.path[-1]
    if apart or len(inner) + 1 >= _LONGEST_RANGE:
        return (first, last)
    return (first, *(Address((*first.path[:-1], n)) for n in inner), last)


def _unnoted(word: str) -> str:
    """Return a word without its footnote mark, ``1`` in ``εκτελεστής1``; ``Β4`` is a label."""
    mark = re.search(_NOTE_MARK, word)
    if mark is None:
        return word
    before = word[max(0, mark.start() - _CERTAIN_WORD) : mark.start()]
    certain = len(before) == _CERTAIN_WORD and before.isalpha()
    small = not any(char.isupper() for char in before[-2:])
    return word[: mark.start()] if certain or small else word


@lru_cache(maxsize=65536)
def _reading(word: str, code: str, capitals: bool) -> tuple[str, str, TokenKind]:
    """Return the folded word, its stem and its kind.

    The folded word is stemmed: with accents, Snowball would read ϊ as η.
    """
    vocabulary, folded = read_vocabulary(code), fold(word)
    is_acronym = word.isalpha() and word.isupper() and 2 <= len(word) <= _LONGEST_ACRONYM
    kept = is_acronym and not capitals  # such as LHO
    stem = folded if kept or not folded else vocabulary.stem(folded)
    return folded, stem, "stop" if folded in vocabulary.stop else "word"


class SpanSet:
    """A set of spans that may overlap."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[Span]) -> None:
        held = sorted(spans)
        self._starts = [start for start, _ in held]
        self._ends = list(accumulate((end for _, end in held), max))

    def touch(self, start: int, end: int) -> bool:
        """Return whether any of the spans overlaps the span from ``start`` to before ``end``."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._ends[before - 1] > start


class Word(NamedTuple):
    """A word of a text as the checks compare it. A tuple, because a code has millions of words."""

    start: int  # first code point in the text
    end: int  # code point after the last one
    text: str  # the word as printed
    folded: str  # the word without case, accents and look-alikes
    stem: str  # common part of the inflected forms of the word
    common: bool  # whether the word is very frequent in its language
    lower: str  # the word in lower case, with accents


def read_words(text: str, code: str, left_out: Sequence[Span] = ()) -> tuple[Word, ...]:
    """Return the words of a text in order, except those that overlap an excluded span.

    Args:
        left_out: The excluded spans, such as those of references.
    """
    places = [match.span() for match in re.finditer(r"[^\W_]+", text)]
    if left_out:
        spans = SpanSet(left_out)
        places = [place for place in places if not spans.touch(*place)]
    return tuple([Word(start, end, *_forms(text[start:end], code)) for start, end in places])


@lru_cache(2**17)
def _forms(word: str, code: str) -> tuple[str, str, str, bool, str]:
    """Return the fields of a word that do not depend on its position in the text."""
    vocabulary, folded = read_vocabulary(code), fold(word) or word
    return word, folded, vocabulary.stem(folded), folded in vocabulary.stop, word.lower()


_Told = TypeVar("_Told")
_MOST_KNOWN = 2**17  # words


class ByWord(dict[str, _Told]):
    """What a function tells of each word as printed, found once: a look-up is all the time.

    It forgets all when it has 131,072 words.
    """

    def __init__(self, read: Callable[[str], _Told]) -> None:
        """Take the function of a word."""
        super().__init__()
        self._read = read

    def __missing__(self, word: str) -> _Told:
        """Find what is told of a word."""
        if len(self) >= _MOST_KNOWN:
            self.clear()
        told = self[word] = self._read(word)
        return told


# Letters and stops without a space: p.m., μ.μ., κ.λπ., av. J.-C.
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]{1,3}\.[-‐‑]?)+[^\W\d_]{1,3}\Z")
_LAST_WORD = re.compile(r"[^\W_]*\Z")
_SHORT_NUMBER = re.compile(r"(?<![\w.,])\d{1,2}\Z")
_FIRST_WORD = re.compile(r"[ \u00a0\u202f]+([^\W\d_]+)")
_PRINTED = re.compile(r"\S")
_AFTER_A_STOP = ")]»”’\"'"
_LONGEST = 16  # most code points of an abbreviation


def sentences(text: str, language: str, marks: str = "") -> Iterator[Span]:
    """Yield the spans of the sentences of a text, in code points; joined they are the whole text.

    A full stop ends no sentence after an abbreviation of the language (art., βλ.), inside a number
    or word (3.30, p.m.), or before a lower-case letter; after «5 p.m.» or «etc.» only a capital
    begins a sentence. A line end always ends a sentence. Where nouns have capitals, as in German, a
    sentence begins after such a stop, or after that of an ordinal, only with a very frequent word:
    *am 3. Tag*, *12 Std. Ruhe*, *Artikel 3. Der*.

    Args:
        marks: Characters that end a sentence, if not those of the language.
    """
    start = 0
    for match in _ends(marks or sentence_ends(language)).finditer(text):
        end = match.end()  # at the end of the text nothing can follow
        if end == len(text) or text[match.start()] != "." or not _goes_on(text, match, language):
            yield start, end
            start = end
    if start < len(text):
        yield start, len(text)


@cache
def sentence_ends(language: str) -> str:
    """Return the characters that end a sentence in a language: ``.!?``, in Greek ``.!;``."""
    return str(any_language(language).tables.get("checks", {}).get("ends", ".!?"))


def ends_shortened(text: str, language: str) -> bool:
    """Return whether the full stop at the end of a text may be that of an abbreviation: ``etc``."""
    ended = text.rstrip().rstrip(_AFTER_A_STOP)
    return ended.endswith(".") and _shortened(ended[:-1][-_LONGEST:], language) is not None


@cache
def _ends(marks: str) -> re.Pattern[str]:
    closing, signs = re.escape(_AFTER_A_STOP), re.escape(marks)
    return re.compile(rf"(?<![{signs}])[{signs}]++[{closing}]*+(?=\s|\Z)|\n")


def _goes_on(text: str, match: re.Match[str], language: str) -> bool:
    """Return whether the sentence continues after a full stop."""
    next_word = _PRINTED.search(text, match.end())
    following = next_word[0] if next_word else ""
    if following.islower():
        return True
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    shortened = _shortened(before, language)
    if shortened == "before":
        return True
    if _is_ordinal(before, text[match.end() : match.end() + _LONGEST], language):
        return True
    if shortened is None or not following:
        return False
    return not following.isupper() or _is_noun(text[match.end() : match.end() + _LONGEST], language)


def _shortened(before: str, language: str) -> Literal["before", "last"] | None:
    """Return what a full stop after some characters abbreviates, or None.

    ``before`` is a word that another follows: *art.*; ``last`` one that may end a sentence: *etc.*,
    *p.m.*
    """
    word = _LAST_WORD.search(before)
    name = word[0].casefold() if word else ""
    if name in _words_shortened(language) or _DOTTED.search(before):
        return "last"
    return "before" if name in _abbreviations(language) else None


def _is_ordinal(before: str, after: str, language: str) -> bool:
    """Return whether a full stop makes an ordinal: after a short number, before a rare word."""
    return bool(_SHORT_NUMBER.search(before)) and _is_noun(after, language)


def _is_noun(after: str, language: str) -> bool:
    """Return whether the word after a full stop has a capital because it is a noun, as in German.

    A very frequent word has it because it begins a sentence.
    """
    if not any_language(language).tables.get("numerals", {}).get("ordinal_stop"):
        return False
    next_word = _FIRST_WORD.match(after)
    return bool(next_word and fold(next_word[1]) not in read_vocabulary(language).stop)


@cache
def _abbreviations(language: str) -> frozenset[str]:
    words = any_language(language).tables.get("references", {}).get("abbreviations", ())
    return frozenset(word.casefold() for word in words)


@cache
def _words_shortened(language: str) -> frozenset[str]:
    words = any_language(language).tables.get("checks", {}).get("shortened", "")
    return frozenset(words.casefold().split())
