"""Words that two languages have in common: *identity* and *identità*, *system* and *σύστημα*."""

from __future__ import annotations

import re
from functools import lru_cache

from lawkb.search.folding import fold

KEY = 4  # letters that two cognates begin with
_SHORTER, _LONGER = 0.6, 0.5  # shares of both that they have in common at least
# How Greek words are written in Latin letters, those of two letters first; then the letters that
# the languages of Europe write differently for one sound.
_GREEK_PAIRS = (("ου", "u"), ("μπ", "b"), ("ντ", "d"), ("γκ", "g"))
_GREEK = str.maketrans(
    {"θ": "th", "ξ": "ks", "ψ": "ps"}
    | dict(zip("αβγδεζηικλμνοπρστυφχω", "abgdeziiklmnoprstifho", strict=True))
)
_ALIKE_PAIRS = (("ph", "f"), ("th", "t"), ("ch", "h"), ("qu", "k"))
_ALIKE = str.maketrans({"x": "ks", "y": "i", "j": "i", "w": "v", "c": "k", "q": "k"})
_REPEATED = re.compile(r"(.)\1+", re.DOTALL)


@lru_cache(2**16)
def skeleton(word: str) -> str:
    """What the writings of one word in several languages share; empty for a short word."""
    written = fold(word)
    if not written.isascii():
        for letters, other in _GREEK_PAIRS:
            written = written.replace(letters, other)
        written = written.translate(_GREEK)
    for letters, other in _ALIKE_PAIRS:
        written = written.replace(letters, other)
    single = _REPEATED.sub(r"\1", written.translate(_ALIKE))
    return single if len(single) >= KEY and single.isalpha() else ""


def are_cognates(one: str, other: str) -> bool:
    """Whether two skeletons begin alike for most of their length."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    short, long = sorted((len(one), len(other)))
    return shared >= max(KEY, _SHORTER * short, _LONGER * long)
