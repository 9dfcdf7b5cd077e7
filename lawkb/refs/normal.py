"""The text as the reader of references sees it: plain characters, each with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

from lawkb.normal_forms import normalized

# Inline marks of the wikis: the opening and the end of a link, bold, italic, underlined.
_MARKS = re.compile(r"\[\[[^\[\]|\n]*+\||\]\]|\*\*|//|__|'{2,5}")
MARK_SIGNS = "[*/_'"
# How each of them begins; the end of a link is one only behind its opening.
_MARK_BEGINS = re.compile(r"\[\[|\*\*|//|__|''")
# A wiki shows the points (c) and (r) as these signs when its typography is on.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
# The last two are the sign of a Greek numeral, «γ΄».
_APOSTROPHES = "‘’ʼ′´\u0384\u02b9"
_DASHES = "‐‑‒–−"  # the em dash parts sentences and is no range
_SPACES = "\t\r\v\f\u00a0"
_TYPED = {
    **dict.fromkeys(_APOSTROPHES, "'"),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_SPACES, " "),
}
_TYPED_SIGNS = re.compile(f"[{re.escape(''.join(_TYPED))}]")
_ACCENTS = re.compile("[\u0300-\u036f]+")
# Latin, Greek and Cyrillic letters, punctuation, the euro, arrows, and the suits of cards.
_FAMILIAR = chain(
    range(0x250), range(0x370, 0x530), range(0x1E00, 0x2000), range(0x2010, 0x2028), (0x20AC,)
)
_FAMILIAR_CHARACTERS = "".join(map(chr, _FAMILIAR)) + "←↑→↓♠♡♢♣♤♥♦♧"


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without accents, inline marks and invisible characters.

    Attributes:
        text: Case is kept; spaces of every kind are spaces, dashes are hyphens.
        starts: Place of every character of ``text`` in the text as given.
        ends: Place after it there; a combining accent belongs to the letter before it.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def normalise(text: str) -> Plain:
    """The plain form of a text, in time linear in its length.

    Accents go, since capitals have none; so do soft hyphens and zero-width characters, and the
    marks of bold, italic and links, since a page may write ``Law **12**C1``. Superscript figures
    are note marks and become signs, not figures.

    Args:
        text: As given; it need not be NFC, places are code points of it as it is.
    """
    if is_ordinary(text):
        return Plain(unaccented(text), range(len(text)), range(1, len(text) + 1))
    marks = _mark_starts(text)
    plain_of = {char: _plain_characters(char) for char in set(text)}
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    skip_to = 0
    for i, char in enumerate(text):
        skip_to = marks.get(i, skip_to)
        if i < skip_to:
            continue
        plain = plain_of[char]
        if plain is None:
            if ends and ends[-1] == i:
                ends[-1] = i + 1
            continue
        chars.append(plain)
        starts.extend([i] * len(plain))
        ends.extend([i + 1] * len(plain))
    return Plain("".join(chars), tuple(starts), tuple(ends))


def is_ordinary(text: str) -> bool:
    """Whether a text has ``ordinary_characters`` alone and no marks, as most have.

    Its plain form then has one character for each of its own, at the same place.
    """
    return not (_strange_characters().search(text) or _MARK_BEGINS.search(text))


def unaccented(text: str) -> str:
    """The plain form of an ordinary text, every character in its place."""
    if not text.isascii():
        text = _ACCENTS.sub("", normalized("NFD", text))
    return _TYPED_SIGNS.sub(lambda sign: _TYPED[sign[0]], text)


@cache
def ordinary_characters() -> Mapping[str, str]:
    """Characters that become one plain character of the same kind, each to that character.

    They are found among the familiar ones; a text that has any other is normalised one character
    at a time. The case of a plain one is folded without another growing out of it, as out of ß.
    """
    return {
        char: plain
        for char in _FAMILIAR_CHARACTERS
        if (plain := _plain_characters(char)) == unaccented(char)
        and len(plain) == len(plain.casefold()) == 1
        and _kind(char) == _kind(plain) == _kind(plain.casefold())
    }


def _kind(char: str) -> tuple[bool, bool, bool]:
    return char.isdecimal(), char.isalnum(), char.isspace()


@cache
def _strange_characters() -> re.Pattern[str]:
    return re.compile(f"[^{re.escape(''.join(ordinary_characters()))}]")


def _mark_starts(text: str) -> dict[int, int]:
    """Start of every inline mark, to the place after it; ``]]`` is one only after an open link."""
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
    """What a character becomes: one, none or several; None for an accent, which has no place."""
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
