"""Normalise text for reading references: remove accents, split into tokens with their offsets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from lawkb.model.language import is_latin_numeral
from lawkb.unicode_normal_forms import normalized

# Inline marks of the wikis: the opening and the end of a link, bold, italic, underlined.
_MARKS = re.compile(r"\[\[[^\[\]|\n]*+\||\]\]|\*\*|//|__|'{2,5}")
# A wiki shows the points (c) and (r) as these signs when its typography is on.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
# The last two are the sign of a Greek numeral, «γ΄».
_APOSTROPHES = "‘’ʼ′´\u0384\u02b9"
_DASHES = "‐‑‒–−"  # without the em dash: it separates sentences, never the ends of a range
_SPACES = "\t\r\v\f\u00a0"
_TYPED = {
    **dict.fromkeys(_APOSTROPHES, "'"),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_SPACES, " "),
}


class NormalizedText(NamedTuple):
    """A text without accents, inline marks and invisible characters.

    Attributes:
        text: The text, case unchanged. Every kind of space is a space, every dash a hyphen.
        starts: For every character of ``text``, its offset in the original text, in code points.
        ends: For every character of ``text``, the offset after it in the original text. A combining
            accent belongs to the letter before it.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def normalize_text(text: str) -> NormalizedText:
    """Return a text without accents, inline marks and invisible characters, in linear time.

    Accents are removed because capitals have none; soft hyphens, zero-width characters and the
    marks of bold, italic and links because a page may write ``Law **12**C1``. A superscript digit,
    which marks a footnote, becomes ``*``: «16B²» cites 16B.

    Args:
        text: Any text; it need not be NFC. Offsets are code points of this text.
    """
    plain_of = {char: _plain_characters(char) for char in set(text)}
    marks = _mark_starts(text)
    if not marks and all(plain and len(plain) == 1 for plain in plain_of.values()):
        plain = text.translate({ord(char): plain for char, plain in plain_of.items()})
        return NormalizedText(plain, range(len(text)), range(1, len(text) + 1))
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    skip_to = 0
    for i, char in enumerate(text):
        skip_to = marks.get(i, skip_to)
        if i < skip_to:
            continue
        characters = plain_of[char]
        if characters is None:
            if ends and ends[-1] == i:
                ends[-1] = i + 1
            continue
        chars.append(characters)
        starts.extend([i] * len(characters))
        ends.extend([i + 1] * len(characters))
    return NormalizedText("".join(chars), starts, ends)


def _mark_starts(text: str) -> dict[int, int]:
    """Return the offsets of all inline marks, each with the offset after the mark.

    ``]]`` is an inline mark only after ``[[``.
    """
    marks = {}
    is_open = False
    for match in _MARKS.finditer(text):
        if match[0] == "]]" and not is_open:
            continue
        is_open = match[0].startswith("[[") or (is_open and match[0] != "]]")
        marks[match.start()] = match.end()
    return marks


@lru_cache(maxsize=4096)
def _plain_characters(char: str) -> str | None:
    """Return the normalised form of a character, possibly empty; None for an accent."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return None
    if char in _TYPED:
        return _TYPED[char]
    if char.isascii():
        return char
    if char in _SHOWN_AS:
        return _SHOWN_AS[char]
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category.startswith("Z") or category == "Cf":
        return " " if category.startswith("Z") else ""
    if category == "No":
        return "*"
    return "".join(c for c in normalized("NFD", char) if unicodedata.category(c) != "Mn")


_Kind = Literal["number", "word", "sign", "break", "end"]

_RUNS = re.compile(r"(?P<number>[0-9]+)|(?P<word>[^\W\d_]+)|(?P<break>\n[^\S\n]*+\n)|(?P<sign>\S)")


class Token(NamedTuple):
    """A run of letters, a run of digits, or one sign.

    A named tuple: a page has a thousand tokens, and no other kind of object is made as fast.

    Attributes:
        kind: ``number``, ``word``, ``sign``, ``break`` for an empty line, or ``end`` after the last
            token of a text.
        text: The characters without accents, case unchanged.
        key: ``text`` casefolded and in one alphabet, to compare words.
        start: First code point in the original text.
        end: Code point after the last one.
        glued: Whether no space is before the token.
    """

    kind: _Kind
    text: str
    key: str
    start: int
    end: int
    glued: bool


def read_tokens(text: str, alphabet: Mapping[int, int]) -> tuple[Token, ...]:
    """Return the tokens of a text; the last one is of kind ``end``.

    Args:
        text: Any text.
        alphabet: From code points of small look-alike letters to those of the language, as for
            ``str.translate``: with it, ``Nόμος`` typed with a Latin N is read as ``νόμος``.
    """
    plain, starts, ends = normalize_text(text)
    tokens: list[Token] = []
    before = -1
    for match in _RUNS.finditer(plain):
        kind: _Kind = match.lastgroup  # type: ignore[assignment]  # the groups are named so
        begin, end = match.span()
        key = match[0].casefold().translate(alphabet)
        tokens.append(Token(kind, match[0], key, starts[begin], ends[end - 1], begin == before))
        before = -1 if kind == "break" else end
    return (*tokens, end_token(text))


class InsertSigns(NamedTuple):
    """How the tokens of an ordinal with an insert are joined: 12 and Α, 5 and .1, 4 and *bis*.

    Attributes:
        letters: Whether letters and Latin numerals follow numbers.
        decimals: Whether a dot and digits follow numbers.
        numerals: Whether Latin numerals follow letters: ``a bis)``.
        letter_decimals: Whether a dot and digits follow letters: ``c.1)``.
        capitals: Whether a capital letter may follow a number after a space: «12 Α».
        words: Capital letters that are words of the language, such as «Η».
    """

    letters: bool = False
    decimals: bool = False
    numerals: bool = False
    letter_decimals: bool = False
    capitals: bool = False
    words: frozenset[str] = frozenset()


def join_inserts(tokens: tuple[Token, ...], signs: InsertSigns) -> tuple[Token, ...]:
    """Return tokens in which an ordinal with an insert is one token: ``12Α``, ``5.1``, ``4 bis``.

    Args:
        tokens: Tokens of a text.
        signs: Which inserts the code has.
    """
    if not any(signs[:4]):
        return tokens
    joined: list[Token] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        if tokens[at].kind == "number" or (tokens[at].kind == "word" and len(tokens[at].text) < 4):
            end = _insert_end(tokens, at, signs)
        joined.append(tokens[at] if end == at + 1 else _as_one(tokens[at:end]))
        at = end
    return tuple(joined)


def _insert_end(tokens: tuple[Token, ...], at: int, signs: InsertSigns) -> int:
    """Return the index after the insert that follows a token; after the token when none does."""
    end, is_number = at + 1, tokens[at].kind == "number"
    if signs.letters if is_number else signs.numerals:
        while _is_numeral(tokens, end, is_number):
            end += 1 + (tokens[end].text == "-")
        if end == at + 1 and is_number:
            hyphen = tokens[end].text == "-" and tokens[end].glued
            letter = tokens[end + hyphen] if end + hyphen < len(tokens) else tokens[end]
            spaced = signs.capitals and not hyphen and letter.text not in signs.words
            longest = 4 if letter.glued and not hyphen else 1
            if (
                letter.kind == "word"
                and len(letter.text) <= longest
                and (letter.glued or (spaced and letter.text.isupper()))
            ):
                end += 1 + hyphen
    if (signs.decimals if is_number else signs.letter_decimals) and _is_decimal(tokens, end):
        end += 2
    return end


def _is_numeral(tokens: tuple[Token, ...], at: int, after_number: bool) -> bool:
    """Return whether *bis*, *ter* or the like is at a token, alone or after a hyphen."""
    hyphen = tokens[at].text == "-" and tokens[at].glued
    word = tokens[min(at + hyphen, len(tokens) - 1)]
    if not is_latin_numeral(word.text) or (hyphen and not word.glued):
        return False
    # «articoli 4 e bis» is no label: after a letter, a bracket closes it.
    following = tokens[at + hyphen + 1]
    closed = following.text == ")" and following.glued
    return after_number or closed or (hyphen and tokens[at].glued)


def _is_decimal(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether a dot and digits are attached, and no further ones, as in a date."""
    if tokens[at].text != "." or not tokens[at].glued:
        return False
    digits = tokens[at + 1]
    rest = tokens[at + 2 : at + 4]
    dated = len(rest) > 1 and rest[0].text == "." and all(t.glued for t in rest)
    more = dated and rest[1].kind == "number"
    return digits.kind == "number" and digits.glued and len(digits.text) <= 4 and not more


def _as_one(tokens: tuple[Token, ...]) -> Token:
    first = tokens[0]
    text = "".join(("" if t.glued or t is first else " ") + t.text for t in tokens)
    key = "".join(("" if t.glued or t is first else " ") + t.key for t in tokens)
    return Token(first.kind, text, key, first.start, tokens[-1].end, first.glued)


def end_token(text: str) -> Token:
    """Return the token of kind ``end`` that follows the last token of a text."""
    return Token("end", "", "", len(text), len(text), False)
