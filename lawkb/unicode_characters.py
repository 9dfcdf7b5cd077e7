"""Unicode's normal forms, in linear time; scripts of letters, and signs that every script has.

``unicodedata.normalize`` sorts the combining marks on a letter by insertion: a hundred thousand
accents on one letter take minutes. Long runs of marks are sorted here first, in Unicode's canonical
order, which does not change the result. The Stream-Safe Text Format (UAX #15, section 13) was no
alternative, since it would change the text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby
from typing import Literal

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

# What is printed after a letter that is a number, «12Α΄», and for it.
PRIMES = "΄'’´ʹ᾽`ʼ"
# Accents and breathings that are typed before a capital letter, «῎Αρθρον».
SPACING_ACCENTS = "᾿῾῍῎῏῝῞῟´`΄"
RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
AS_DIGITS = str.maketrans(RAISED_DIGITS, "0123456789")
_SCRIPTS = ("LATIN", "GREEK")

_LONGEST = 30  # marks on one letter that no language exceeds, by UAX #15


def normalized(form: Form, text: str) -> str:
    """Return a text in a normal form, as ``unicodedata.normalize`` does.

    Source: Unicode Standard Annex #15; canonical ordering is D109 in chapter 3 of the standard.
    """
    if len(text) > _LONGEST and not text.isascii():
        marks = "".join(filter(_is_mark, set(text)))
        if marks:
            runs = re.compile(f"[{re.escape(marks)}]{{{_LONGEST + 1},}}")
            text = runs.sub(lambda run: _ordered(run[0], form), text)
    return unicodedata.normalize(form, text)


@cache
def _is_mark(char: str) -> bool:
    """Whether a character, or the first one of its decomposition, is a combining mark."""
    return unicodedata.combining(unicodedata.normalize("NFKD", char)[0]) > 0


def _ordered(run: str, form: Form) -> str:
    """Decompose combining marks, and put them into their canonical order."""
    decomposition: Form = "NFKD" if "K" in form else "NFD"
    decomposed = "".join([unicodedata.normalize(decomposition, char) for char in run])
    groups = groupby(decomposed, key=lambda char: unicodedata.combining(char) > 0)
    # Characters of class 0 keep their order.
    return "".join(char for _, own in groups for char in sorted(own, key=unicodedata.combining))


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
