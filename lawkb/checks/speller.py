"""Spelling dictionaries of the machine, asked through Hunspell (the ``spelling`` extra).

A dictionary is a pair of files ``el_GR.aff`` and ``el_GR.dic``, as Hunspell, LibreOffice and
Firefox have them. They are sought in the folders of ``DICPATH`` and where systems keep them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.normal_forms import normalized

_FOLDERS = (
    "/usr/share/hunspell",
    "/usr/share/myspell/dicts",
    "/usr/local/share/hunspell",
    "/opt/homebrew/share/hunspell",
    "~/Library/Spelling",
)
_ACUTE = "\u0301"
_SUGGESTED = 3  # of what Hunspell proposes for a word


@dataclass(frozen=True, slots=True)
class Speller:
    """The dictionaries of one language: a word is right when one of them has it.

    Attributes:
        names: Theirs, ``el_GR``.
        dictionaries: Hunspell's own objects, which are not typed.
    """

    names: tuple[str, ...]
    dictionaries: tuple[Any, ...]

    def knows(self, word: str) -> bool:
        """Whether a dictionary has a word in this very spelling, or in small letters.

        The second accent that a Greek word takes before του or μας (παιξίματός του) is its own.
        """
        forms = {word, word.lower(), _without_second_accent(word)}
        return any(each.spell(form) for each in self.dictionaries for form in forms)

    def near(self, word: str) -> tuple[str, ...]:
        """What the first dictionary proposes instead of a word."""
        return tuple(self.dictionaries[0].suggest(word)[:_SUGGESTED])


def open_spellers(tags: Iterable[str]) -> dict[str, Speller]:
    """The spellers of some languages, by tag; a language without a dictionary is not among them.

    Raises:
        LawkbError: Hunspell is not installed, or no language has a dictionary.
    """
    try:
        from hunspell import Hunspell
    except ImportError as error:
        told = "Hunspell is not installed"
        raise LawkbError("rule spelling", told, "pip install 'lawkb[spelling]'") from error
    wanted = tuple(tags)
    found: dict[str, Speller] = {}
    for tag in wanted:
        files = _files(tag)
        if files:
            opened = (Hunspell(file.stem, hunspell_data_dir=str(file.parent)) for file in files)
            found[tag] = Speller(tuple(file.stem for file in files), tuple(opened))
    if not found:
        told = f"this machine has no spelling dictionary for {', '.join(wanted)}"
        hint = "on Debian: apt install hunspell-el; elsewhere: put .aff and .dic in $DICPATH"
        raise LawkbError("rule spelling", told, hint)
    return found


def _without_second_accent(word: str) -> str:
    parted = normalized("NFD", word)
    if parted.count(_ACUTE) < 2:
        return word
    first, _, last = parted.rpartition(_ACUTE)
    return normalized("NFC", first + last)


def _files(tag: str) -> tuple[Path, ...]:
    """The affix files of a language that have their word list beside them, each name once."""
    own = [folder for folder in os.environ.get("DICPATH", "").split(os.pathsep) if folder]
    found: dict[str, Path] = {}
    for folder in (Path(each).expanduser() for each in (*own, *_FOLDERS)):
        for file in sorted((*folder.glob(f"{tag}.aff"), *folder.glob(f"{tag}_*.aff"))):
            if file.with_suffix(".dic").is_file():
                found.setdefault(file.stem, file)
    return tuple(found.values())
