"""Numberings: how an ordinal is written, as ``5``, ``E``, ``e`` or ``v``."""

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
_CACHED_TOKENS = 4096  # more than a code has
# Regular expressions for what each numbering writes.
TOKENS = {
    "arabic": r"[1-9]\d{0,3}",
    "upper": "[A-Z]{1,2}",
    "lower": "[a-z]{1,2}",
    "roman": "[ivx]+",
}


@lru_cache(maxsize=_ARABIC_MAX)
def write_ordinal(numbering: Numbering, n: int) -> str:
    """Return the canonical writing of an ordinal: 5 is ``5``, ``E``, ``e`` or ``v``."""
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
    """Return the ordinal of a canonical writing; None when it is not one."""
    return _ordinal(numbering, written) if len(written) <= _LONGEST_TOKEN else None


@lru_cache(_CACHED_TOKENS)
def _ordinal(numbering: Numbering, written: str) -> int | None:
    if not re.fullmatch(TOKENS[numbering], written):
        return None
    if numbering == "arabic":
        return int(written)
    if numbering == "roman":
        return next(
            (n for n in range(1, _ROMAN_MAX + 1) if write_ordinal("roman", n) == written), None
        )
    value = 0
    for letter in written.lower():
        value = value * 26 + ord(letter) - ord("a") + 1
    return value


def largest_ordinal(numbering: Numbering) -> int:
    """Return the highest ordinal that a numbering can write."""
    return {"arabic": _ARABIC_MAX, "roman": _ROMAN_MAX}.get(numbering, _LETTERS_MAX)
