"""Fold words: reduce all spellings of a word to one, without capitals, accents and look-alikes."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from lawkb.unicode_characters import PRIMES, normalized, script_of

# Letters of two scripts that look the same, pair by pair; the tables for *labels* are in the
# language files. Letters that are only similar (n η, w ω, y γ) are left out: they would turn one
# word into another.
LOOKALIKES = {
    "GREEK": "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικορτυχν",
    "LATIN": "ABEZHIKMNOPTYXaikoptuxv",
}
# Ligatures are one letter in Unicode and are typed as two.
_LIGATURES = str.maketrans({"Œ": "OE", "œ": "oe", "Æ": "AE", "æ": "ae"})
# The letters of modern Greek, folded: a shortcut for most words of a Greek text.
_GREEK = str.maketrans(
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰς",
    "αβγδεζηθικλμνξοπρστυφχψωαεηιουωιυαεηιουωιυιυσ",
)
_SMALL_GREEK = re.compile("[α-ω]+")
# Characters that print nothing: a soft hyphen, joiners, marks of direction, a byte order mark.
INVISIBLE = (
    "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_INVISIBLE = dict.fromkeys(map(ord, INVISIBLE))
_IS_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_LETTERS = re.compile(r"[^\W\d_]+")
_MIXED = re.compile("[A-Za-z][\u0370-\u03ff\u1f00-\u1fff]|[\u0370-\u03ff\u1f00-\u1fff][A-Za-z]")
_SPACED = re.compile(rf"[^\W\d_](?: [^\W\d_]){{4,}}(?![\w{PRIMES}])")  # A R T I C L E 1
_FIRST_WORDS = 60  # code points in which the label or the title of a line begins


@lru_cache(65_536)
def fold(word: str) -> str:
    """Return a word in lower case, without accents, in one alphabet.

    ``ΑΜΥΝΌΜΕΝΟΣ``, ``αμυνόμενος`` and ``αμυνοµενος`` are all ``αμυνομενοσ``. Folding a folded
    word changes nothing.
    """
    if word.isascii():
        return word.lower()
    greek = word.translate(_GREEK)
    if _SMALL_GREEK.fullmatch(greek):
        return greek
    plain = _unmarked(normalized("NFKC", word.translate(_INVISIBLE)))
    plain = _one_script(plain.translate(_LIGATURES))
    small = _unmarked(normalized("NFKC", plain.casefold()))
    return _one_script(small).replace("ς", "σ")


def as_seen(text: str) -> tuple[str, Sequence[int]]:
    r"""Return a line as a reader sees it, and where each character of that is in the line.

    It has no characters that print nothing, and among its first words none of two alphabets and
    none with spaces between its letters: «Aρθρο» and «Α ρ θ ρ ο» are «Αρθρο», ``1\u200b.`` is
    ``1.``. The last offset is the end of the line.
    """
    kept: Sequence[int] = range(len(text) + 1)
    if spaced := _SPACED.match(text):
        kept = [*range(0, spaced.end(), 2), *range(spaced.end(), len(text) + 1)]
        text = spaced[0].replace(" ", "") + text[spaced.end() :]
    if text.isascii():
        return text, kept
    if _IS_INVISIBLE.search(text):
        shown = [at for at, char in enumerate(text) if char not in INVISIBLE]
        text, kept = "".join(text[at] for at in shown), [kept[at] for at in (*shown, len(text))]
    if _MIXED.search(text, 0, _FIRST_WORDS):
        words = _LETTERS.sub(lambda word: _one_script(word[0]), text[:_FIRST_WORDS])
        text = words + text[_FIRST_WORDS:]
    return text, kept


def image(word: str) -> str | None:
    """Return a word of look-alikes in the other alphabet: Greek ``ΜΟΡ`` for Latin ``MOP``.

    None when a letter of the word has no look-alike.
    """
    plain = _unmarked(normalized("NFKC", word))
    scripts = _scripts(plain)
    if len(scripts) != 1:
        return None
    others = [script for script in LOOKALIKES if script not in scripts]
    return next((read for script in others if (read := _written_in(plain, script))), None)


def script(word: str) -> str | None:
    """Return the script of most letters of a word: ``GREEK``, ``LATIN``. None without letters."""
    counts = _scripts(word)
    return max(counts, key=lambda name: (counts[name], name)) if counts else None


def _unmarked(text: str) -> str:
    """Return a text without accents and other diacritics, such as the Greek iota subscript."""
    return "".join(char for char in normalized("NFD", text) if not unicodedata.combining(char))


def _one_script(word: str) -> str:
    """Return a word of mixed alphabets in the script of most letters, or one that can write it."""
    if word.isascii():
        return word
    counts = _scripts(word)
    if len(counts) < 2:
        return word
    by_majority = sorted(counts, key=lambda name: (-counts[name], name))
    return next((read for name in by_majority if (read := _written_in(word, name))), word)


def _scripts(word: str) -> Counter[str]:
    return Counter(filter(None, map(script_of, word)))


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
