"""Folding: one form for every writing of a word, whatever its capitals, accents or alphabet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from lawkb.normal_forms import normalized

# Letters of two scripts that look the same, place by place. These are facts of Unicode's
# charts, not of a language; the tables for *labels* are in the language files. Pairs that
# only resemble each other (n η, w ω, y γ) are left out: they would turn one word into another.
LOOKALIKES = {
    "GREEK": "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικορτυχν",
    "LATIN": "ABEZHIKMNOPTYXaikoptuxv",
}
# Ligatures that are letters of their own to Unicode and two letters to who types them.
_LIGATURES = {"Œ": "OE", "œ": "oe", "Æ": "AE", "æ": "ae"}
_SPELT = str.maketrans(_LIGATURES)
# Letters of Greek today, and what all the steps of ``fold`` make of each: a word of nothing else,
# as most words of a Greek text are, is folded letter by letter.
_GREEK = str.maketrans(
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰς",
    "αβγδεζηθικλμνξοπρστυφχψωαεηιουωιυαεηιουωιυιυσ",
)
_SMALL_GREEK = re.compile("[α-ω]+")
_KEPT = 65_536  # words of a text, which come again and again
# Characters that print nothing: a soft hyphen, joiners, a byte order mark.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


@lru_cache(_KEPT)
def fold(word: str) -> str:
    """Return the form that every writing of a word shares: small letters, no accents, one alphabet.

    ``ΑΜΥΝΌΜΕΝΟΣ``, ``αμυνόμενος`` and ``αμυνοµενος`` are all ``αμυνομενοσ``. Folding a folded
    word changes nothing. Never raises.
    """
    if word.isascii():
        return word.lower()
    greek = word.translate(_GREEK)
    return greek if _SMALL_GREEK.fullmatch(greek) else _folded(word)


def image(word: str) -> str | None:
    """Return a word typed wholly in look-alikes, as the other alphabet reads it; else None.

    ``MOP`` typed in Latin letters is the Greek ``ΜΟΡ``.
    """
    plain = _unmarked(normalized("NFKC", word))
    scripts = _scripts(plain)
    if len(scripts) != 1:
        return None
    others = [script for script in LOOKALIKES if script not in scripts]
    return next((read for script in others if (read := _written_in(plain, script))), None)


def script(word: str) -> str | None:
    """Return the script of most letters of a word, ``GREEK``; None without letters."""
    if word.isascii() and word.isalpha():
        return "LATIN"
    if _SMALL_GREEK.fullmatch(word):
        return "GREEK"
    counts = _scripts(word)
    if len(counts) == 1:
        return next(iter(counts))
    return max(counts, key=lambda name: (counts[name], name)) if counts else None


def _folded(word: str) -> str:
    """Return any word, folded step by step."""
    plain = _unmarked(normalized("NFKC", word.translate(_INVISIBLE)))
    plain = _one_script(plain.translate(_SPELT))
    small = _unmarked(normalized("NFKC", plain.casefold()))
    return _one_script(small).replace("ς", "σ")


def _unmarked(text: str) -> str:
    """Return text without accents: a mark with its own place, such as an iota below, goes too."""
    return normalized("NFD", text).translate(_UNMARKED)


class _Unmarked(dict[int, int | None]):
    """By number of a character, nothing for a mark, else the number; found when it is asked for."""

    def __missing__(self, char: int) -> int | None:
        self[char] = None if unicodedata.combining(chr(char)) else char
        return self[char]


_UNMARKED = _Unmarked()


def _one_script(word: str) -> str:
    """Return a word of two scripts in that of most letters, else in one that can write it."""
    if word.isascii():
        return word
    counts = _scripts(word)
    if len(counts) < 2:
        return word
    by_majority = sorted(counts, key=lambda name: (-counts[name], name))
    return next((read for name in by_majority if (read := _written_in(word, name))), word)


@lru_cache(maxsize=4096)
def _script_of(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


def _scripts(word: str) -> Mapping[str, int]:
    names = [_script_of(char) for char in word if char.isalpha()]
    return {name: names.count(name) for name in dict.fromkeys(names)}


def _written_in(word: str, script_name: str) -> str | None:
    """Return the word in one script, by look-alikes; None when a letter has none."""
    table = {
        ours: own
        for name, letters in LOOKALIKES.items()
        for ours, own in zip(letters, LOOKALIKES.get(script_name, ""), strict=False)
        if name != script_name
    }
    written = "".join(table.get(char, char) for char in word)
    return written if set(_scripts(written)) == {script_name} else None
