"""Corpora of any size: invented rules in Greek and English, the same for the same size."""

from __future__ import annotations

import random
from pathlib import Path

_REAL = Path(__file__).parent.parent / "corpus" / "corpus.toml"
SYLLABLES = {
    "el": "λα νο με τρι σα βου κε ρο πι δα θη μο ξυ φω γε".split(),
    "en": "la no me tri sa bo ke ro pi da the mo xu fo ge".split(),
}
_LETTERS = {"el": ("Α", "Β", "Γ"), "en": ("A", "B", "C")}
_POINTS = {"el": "αβγ", "en": "abc"}
_LAW = {"el": "Νόμο", "en": "Law"}
_SEE = {"el": "βλέπε", "en": "see"}


def made_up_corpus(folder: Path, laws: int, letters: int = 3) -> Path:
    """Write a corpus of text pages of about 4,000 characters each, Greek and English.

    Args:
        folder: Where to write it; made.
        laws: How many laws.
        letters: How many sections a law has, of 3 at most.
    """
    pages = folder / "sources" / "wiki"
    pages.mkdir(parents=True)
    settings, _, _ = _REAL.read_text(encoding="utf-8").partition(
        '[[sources]]\nname = "codice-di-gara"'
    )
    settings = settings.replace("laws = 93", f"laws = {laws}")
    (folder / "corpus.toml").write_text(settings, encoding="utf-8")
    for number in range(1, laws + 1):
        (pages / f"law_{number}.txt").write_text(_page(number, laws, letters), encoding="utf-8")
    return folder


def _page(number: int, laws: int, letters: int) -> str:
    halves = ("\n\n".join(_half(number, laws, tag, letters)) for tag in ("el", "en"))
    foot = f"  • law_{number}.txt\n  • Τελευταία τροποποίηση: 2018/05/25 15:33\n  • από anna"
    return "\n\n\n".join(halves) + "\n\n" + foot


def _half(number: int, laws: int, tag: str, letters: int) -> list[str]:
    # The same seed for both languages: the same tree, the same references.
    chance = random.Random(number)
    lines = []
    for letter in _LETTERS[tag][:letters]:
        lines.append(f"{letter}. {_words(chance, tag, 4).title()}")
        lines.append(f"{_sentence(chance, tag, 20)}:")
        for item in range(1, chance.randint(2, 3) + 1):
            target = chance.randint(1, laws)
            cited = f"({_SEE[tag]} {_LAW[tag]} {target}{_LETTERS[tag][min(1, letters - 1)]}{item})"
            lines.append(f"{item}. {_sentence(chance, tag, 18)} {cited}.")
        for point in _POINTS[tag]:
            lines.append(f"({point}) {_sentence(chance, tag, 12)}.")
    return lines


def _sentence(chance: random.Random, tag: str, words: int) -> str:
    return _words(chance, tag, words).capitalize()


def _words(chance: random.Random, tag: str, count: int) -> str:
    syllables = SYLLABLES[tag]
    return " ".join(
        "".join(chance.choice(syllables) for _ in range(chance.randint(2, 4))) for _ in range(count)
    )
