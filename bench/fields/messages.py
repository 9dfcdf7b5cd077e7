"""Messages of applications: compiled gettext catalogues (``*.mo``).

A catalogue is sorted by its originals, so neighbours in it are not neighbours in the program.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import regex
from babel.messages.mofile import read_mo

from bench.fields.blocks import clean
from bench.fields.field import Pair

FEWEST_WORDS = 6
_CONTEXT = regex.compile(r"^[^|]*\||^\?\w+:")  # told to translators in the message itself
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*")
_MARKUP = regex.compile(r"</?\p{L}[^<>]*>")
_BREAK = regex.compile(r"</?(?:br|p|para|li|ul|title|h\d)\b[^<>]*>", regex.IGNORECASE)
# printf, Python, Qt, shell: what a program fills in; and letters that are keys in menus
_FILLED_IN = regex.compile(
    r"%[-+ #0]*[\d.*]*\$?(?:h|l|ll|z|L|j|t|I64)?[A-Za-z]|%\d|%\(|%%|\{[^{}]*\}|\$\w|\$\{|\\[a-z]"
    r"|(?<!\w)[_&]\w|\w[_&]\w|~\w"
)
_LEFT_OUT = (_FILLED_IN, _CONTEXT)


def read_messages(path: Path) -> list[list[Pair]]:
    """Read the sentences of a catalogue with their translations, each as a file of its own.

    Messages that a program fills in, short ones and those whose markup differs are left out.
    """
    with path.open("rb") as file:
        catalogue = read_mo(file)
    found = []
    for number, message in enumerate(catalogue, 1):
        texts = cleaned(_first(message.id), _first(message.string))
        if texts:
            found.append([Pair(f"{path.stem}:{number}", *texts)])
    return found


def _first(forms: object) -> str:
    """The singular of a message with plurals."""
    return str(forms[0] if isinstance(forms, tuple | list) else forms)


def cleaned(original: str, translation: str) -> tuple[str, str] | None:
    """Return a message and its translation as plain sentences, or nothing if they are none."""
    if any(marks.search(text) for marks in _LEFT_OUT for text in (original, translation)):
        return None
    if _marks(original) != _marks(translation):
        return None
    texts = _without_markup(original), _without_markup(translation)
    return texts if texts[1] and len(_WORD.findall(texts[0])) >= FEWEST_WORDS else None


def _without_markup(text: str) -> str:
    return clean(_MARKUP.sub("", _BREAK.sub("\n", text)))


def _marks(text: str) -> Counter[str]:
    return Counter(tag.partition(" ")[0] for tag in _MARKUP.findall(text))
