"""The text as the reader of references sees it: plain characters, each with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

# Inline marks of the wikis: the opening and the end of a link, bold, italic, underlined.
_MARKS = re.compile(r"\[\[[^\[\]|\n]*+\||\]\]|\*\*|//|__|'{2,5}")
# A wiki shows the points (c) and (r) as these signs when its typography is on.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
_APOSTROPHES = "‘’ʼ′`´"
_DASHES = "‐‑‒–−"  # the em dash parts sentences and is no range


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
    marks = _mark_starts(text)
    plain_of = {char: _plain_characters(char) for char in set(text)}
    if not marks and all(plain is not None and len(plain) == 1 for plain in plain_of.values()):
        # Most texts: every character has its own place, so the places need no list.
        table = {ord(char): plain for char, plain in plain_of.items()}
        return Plain(text.translate(table), range(len(text)), range(1, len(text) + 1))
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
    if char.isascii():
        return " " if char in "\t\r\v\f" else char
    if char in _SHOWN_AS:
        return _SHOWN_AS[char]
    if char in _APOSTROPHES:
        return "'"
    if char in _DASHES:
        return "-"
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category.startswith("Z") or category == "Cf":
        return " " if category.startswith("Z") else ""
    if category == "No":
        return "*"
    return "".join(c for c in unicodedata.normalize("NFD", char) if unicodedata.category(c) != "Mn")
