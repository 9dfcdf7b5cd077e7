"""How else a word may have been typed: on other keys, in other letters, as it sounds.

The tables are data of the language: ``keyboard``, ``latin`` and ``sounds`` in the table
``[search]`` of its file. The script of the search page has the same rules in ``spellings.js``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from unicodedata import combining

from lawkb.model.language import any_language
from lawkb.unicode_characters import normalized
from lawkb.words.folding import fold, script

_MOST_WRITINGS = 64  # of one word in other letters
_TWICE = re.compile(r"(.)\1")


@dataclass(frozen=True, slots=True)
class Spellings:
    """The other ways to type words of a language. All letters are small and without accents."""

    script: str  # Script of the language: `GREEK`.
    # The letters of its keyboard, each before what the same key types in Latin letters: `φf`; empty
    # if its keyboard has Latin letters.
    keys: tuple[tuple[str, str], ...] = ()
    dead: str = ""  # The Latin sign on the key for accents, `;`.
    # How people write its letters in Latin ones, the longest first: `th` for θ. One may stand for
    # any of several: `x` for χ or ξ.
    latin: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    # Pairs of what sounds alike, in the order of replacement: η and ι.
    sounds: tuple[tuple[str, str], ...] = ()

    def key(self, folded: str) -> str:
        """Return what all spellings of a word have in common; double letters count once."""
        for written, sound in self.sounds:
            folded = folded.replace(written, sound)
        return _TWICE.sub(r"\1", folded)

    def readings(self, typed: str) -> tuple[str, ...]:
        """Return the words of the language that a word may stand for, the likeliest first.

        These are the word itself, what its keys type on the keyboard of the language, and its Latin
        letters in those of the language.
        """
        word = fold(typed)
        found: list[str] = []
        plain = _unaccented(typed.replace(self.dead, "") if self.dead else typed).lower()
        if self.keys:
            keys = {latin: letter for letter, latin in self.keys}
            found.append(fold("".join(keys.get(char, char) for char in plain)))
        if script(word) == "LATIN" != self.script:
            found.extend(map(fold, self._in_own_letters(word)))
        own = (one for one in found if script(one) == self.script)
        return tuple(dict.fromkeys((word, *own)))

    def _in_own_letters(self, word: str) -> tuple[str, ...]:
        parts: list[tuple[str, ...]] = []
        number, at = 1, 0
        while at < len(word):
            size = next((n for n in (3, 2, 1) if word[at : at + n] in self.latin), 1)
            written = self.latin.get(word[at : at + size], (word[at],))
            parts.append(written if number * len(written) <= _MOST_WRITINGS else written[:1])
            number *= len(parts[-1])
            at += size
        return tuple(map("".join, product(*parts)))


@cache
def read_spellings(code: str, others: tuple[str, ...] = ()) -> Spellings:
    """Return the other ways to type words of a language, from its file.

    A word of a language with a Latin keyboard may have been typed on the keys of ``others``.

    Args:
        others: Tags of the other languages of the code.
    """
    language = any_language(code)
    table = language.tables.get("search", {})
    board = table.get("keyboard") or _keyboard(others)
    keys = tuple(zip(board.get("own", ""), board.get("latin", ""), strict=True))
    if "keyboard" not in table:
        keys = tuple((latin, own) for own, latin in keys)
    return Spellings(
        script=language.script,
        keys=keys,
        dead=board.get("dead", "") if "keyboard" in table else "",
        latin={key: tuple(letters.split()) for key, letters in table.get("latin", {}).items()},
        sounds=tuple((a, b) for a, b in map(str.split, table.get("sounds", ()))),
    )


def _unaccented(text: str) -> str:
    return "".join(char for char in normalized("NFD", text) if not combining(char))


def _keyboard(others: tuple[str, ...]) -> Mapping[str, str]:
    tables = (any_language(other).tables.get("search", {}) for other in others)
    return next((table["keyboard"] for table in tables if "keyboard" in table), {})
