"""Numbers in headings above and beside the laws: II, 2, «Β΄», «δεύτερο», *Two*."""

from __future__ import annotations

import re
from functools import cache

from lawkb.model.label import plain
from lawkb.model.language import Language

SIGNS = "΄'’´ʹ᾽`\"«»[](){};·.:,–—-"  # around a number: «Α΄», I., [II]
_ORDINAL_END = re.compile(r"(?<=\d|[IVXL])(er|re|ère|[oº°ª])$")
_ROMAN = re.compile(r"(?=[clxvi])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_VALUES = {"c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5, "iv": 4, "i": 1}
_LONGEST_ENDING = 3  # of an ordinal word, whose stem is listed
_MOST = 90  # the highest ordinal in words that is read


def read_number(written: str, language: Language) -> tuple[int, ...]:
    """Return what the number of a division may be: II, 2, «Β΄», «δεύτερο» are 2.

    Args:
        written: The number as printed; signs around it do not count.
        language: Language of the letters and words.
    """
    bare = _ORDINAL_END.sub("", written.strip(SIGNS))
    found = [
        int(bare) if re.fullmatch(r"[1-9]\d{0,2}", bare, re.ASCII) else None,
        ordinal_word(bare, language) or _cardinals(language).get(plain(bare)),
        _roman(bare, language),
        language.ordinal("upper", bare) if bare.isupper() or bare[:1].isupper() else None,
    ]
    return tuple(dict.fromkeys(n for n in found if n))


def _roman(written: str, language: Language) -> int | None:
    letters = "".join(language.roman.get(char, char) for char in written.lower())
    match = _ROMAN.fullmatch(letters) if written.isupper() or written.islower() else None
    if not match:
        return None
    value = match[1].count("c") * 100
    for part in (match[2], match[3]):
        whole = _VALUES.get(part)
        value += whole if whole is not None else sum(_VALUES[char] for char in part)
    return value


def ordinal_word(written: str, language: Language) -> int | None:
    """Return the value of an ordinal in words: 1 for *First* or «ΠΡΩΤΟ»; else None."""
    word = plain(written.strip(SIGNS))
    for n, stem, whole in _ordinals(language):
        if word == stem or (
            not whole and word.startswith(stem) and len(word) - len(stem) <= _LONGEST_ENDING
        ):
            return n
    return None


def number_words(language: Language, upto: int) -> tuple[tuple[int, str], ...]:
    """Return the numbers in words that ``read_number`` reads, in its order, up to a number.

    A word that ends in ``~`` is the stem of words with at most three more letters: ``πρωτ~``.
    """
    ordinals = ((n, f"{stem}{'' if whole else '~'}") for n, stem, whole in _ordinals(language))
    cardinals = ((n, word) for word, n in _cardinals(language).items())
    return tuple((n, word) for n, word in (*ordinals, *cardinals) if n <= upto)


@cache
def _ordinals(language: Language) -> tuple[tuple[int, str, bool], ...]:
    """Return value and stem of each ordinal of a language, and whether the stem is a whole word."""
    table = language.tables.get("numerals", {}).get("ordinals", {})
    return tuple(
        (int(n), plain(form.rstrip("~")), not form.endswith("~"))
        for n, forms in table.items()
        for form in forms.split()
        if int(n) <= _MOST
    )


@cache
def _cardinals(language: Language) -> dict[str, int]:
    """Return the value of each number in words, as in *Part One*."""
    table = language.tables.get("numerals", {}).get("cardinals", {})
    pairs = ((form, int(n)) for n, forms in table.items() for form in forms.split())
    return {plain(form): n for form, n in pairs if form.isalpha() and 0 < n <= _MOST}
