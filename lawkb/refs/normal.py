"""The text as the reader of references sees it: plain characters, each with its place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Inline marks of the wikis: the opening and the end of a link, bold, italic, underlined.
_MARKS = re.compile(r"\[\[[^\[\]|\n]*+\||\]\]|\*\*|//|__|'{2,5}")
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
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def normalise(text: str) -> Plain:
    """The plain form of a text, in time linear in its length.

    Accents go, since capitals have none; so do soft hyphens and zero-width characters, and the
    marks of bold, italic and links, since a page may write ``Law **12**C1``. Superscript figures
    are note marks and become signs, not figures.

    Args:
        text: As given; it need not be NFC, places are code points of it as it is.
    """
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    marks = _mark_starts(text)
    skip_to = 0
    for i, char in enumerate(text):
        skip_to = marks.get(i, skip_to)
        if i < skip_to:
            continue
        if unicodedata.category(char) in ("Mn", "Me"):
            if ends and ends[-1] == i:
                ends[-1] = i + 1
            continue
        for plain in _plain_characters(char):
            chars.append(plain)
            starts.append(i)
            ends.append(i + 1)
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


def _plain_characters(char: str) -> str:
    if char.isascii():
        return " " if char in "\t\r\v\f" else char
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
