"""Words that two languages have in common: *identity* and *identità*, *system* and *σύστημα*."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from lawkb.search.folding import fold

KEY = 4  # letters that two cognates begin with
_SHORTER, _LONGER = 0.6, 0.5  # shares of both that they have in common at least
# How Greek words are written in Latin letters, those of two letters first; then the letters that
# the languages of Europe write differently for one sound.
_GREEK = (
    ("ου", "u"), ("μπ", "b"), ("ντ", "d"), ("γκ", "g"), ("θ", "th"), ("ξ", "ks"), ("ψ", "ps"),
    *zip("αβγδεζηικλμνοπρστυφχω", "abgdeziiklmnoprstifho", strict=True),
)  # fmt: skip
_ALIKE = (
    ("ph", "f"), ("th", "t"), ("ch", "h"), ("qu", "k"), ("x", "ks"), ("y", "i"), ("j", "i"),
    ("w", "v"), ("c", "k"), ("q", "k"),
)  # fmt: skip


@lru_cache(2**16)
def skeleton(word: str) -> str:
    """What the writings of one word in several languages share; empty for a short word."""
    written = fold(word)
    for letters, other in (*_GREEK, *_ALIKE):
        written = written.replace(letters, other)
    single = "".join(letter for letter, _ in groupby(written))
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
