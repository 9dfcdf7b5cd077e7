"""Numberings: how an ordinal is written, ``5``, ``E``, ``e`` or ``v``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Numbering = Literal["arabic", "upper", "lower", "roman"]

_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_ROMAN_MAX = 39
_LETTERS_MAX = 702  # A … Z, AA … ZZ
_ARABIC_MAX = 9999
_LONGEST_TOKEN = len("xxxviii")
_KEPT = 4096  # tokens whose reading is kept: more than a code has
# What each numbering writes, as a pattern.
TOKENS = {
    "arabic": r"[1-9]\d{0,3}",
    "upper": "[A-Z]{1,2}",
    "lower": "[a-z]{1,2}",
    "roman": "[ivx]+",
}


@lru_cache(maxsize=_ARABIC_MAX)
def token(numbering: Numbering, n: int) -> str:
    """Canonical writing of an ordinal: ``5`` is ``5``, ``E``, ``e`` or ``v``."""
    if numbering == "arabic":
        return str(n)
    if numbering == "roman":
        out = ""
        for value, sign in _ROMAN:
            out += sign * (n // value)
            n %= value
        return out
    letters = ""
    while n:
        n, rest = divmod(n - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters.upper() if numbering == "upper" else letters


def ordinal(numbering: Numbering, written: str) -> int | None:
    """Ordinal of a canonical writing; None when it is not one."""
    return _ordinal(numbering, written) if len(written) <= _LONGEST_TOKEN else None


@lru_cache(_KEPT)
def _ordinal(numbering: Numbering, written: str) -> int | None:
    if not re.fullmatch(TOKENS[numbering], written):
        return None
    if numbering == "arabic":
        return int(written)
    if numbering == "roman":
        return next((n for n in range(1, _ROMAN_MAX + 1) if token("roman", n) == written), None)
    value = 0
    for letter in written.lower():
        value = value * 26 + ord(letter) - ord("a") + 1
    return value


def largest_ordinal(numbering: Numbering) -> int:
    """The last ordinal that a numbering can write."""
    return {"arabic": _ARABIC_MAX, "roman": _ROMAN_MAX}.get(numbering, _LETTERS_MAX)
