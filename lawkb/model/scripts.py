"""The scripts of letters, and signs that labels have in every script."""

from __future__ import annotations

import unicodedata
from functools import cache

# What is printed after a letter that is a number, «12Α΄», and for it.
PRIMES = "΄'’´ʹ᾽`ʼ"
# Accents and breathings that are typed before a capital letter, «῎Αρθρον».
SPACING_ACCENTS = "᾿῾῍῎῏῝῞῟´`΄"
RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
AS_DIGITS = str.maketrans(RAISED_DIGITS, "0123456789")
_SCRIPTS = ("LATIN", "GREEK")


@cache
def script_of(char: str) -> str:
    """Return the script of a letter, ``GREEK`` or ``LATIN``, by Unicode's script property.

    Empty for other characters, and for letters of every script: the sign of micro. Superscripts
    such as ᵉ and ª belong to the script of their letter. Of other scripts, the first word of the
    letter's name.
    """
    named = unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""
    # The names of nearly all letters tell, and the property takes a fiftieth of a second to load.
    return named if named in _SCRIPTS or not named else _script_by_property(char, named)


def _script_by_property(char: str, named: str) -> str:
    import regex

    if regex.match(r"[\p{Script=Common}\p{Script=Inherited}]", char):
        return ""
    own = (script for script in _SCRIPTS if regex.match(rf"\p{{Script={script}}}", char))
    return next(own, named)
