"""A law longer than any, in both languages, with words that fit into no column."""

from __future__ import annotations

LONGEST_WORD = "ηλεκτροεγκεφαλογραφικοφυσιοθεραπευτικοψυχοπαθολογοανατομικός"
LONGEST_URL = f"https://laws.example/{'very-long-name-of-a-folder/' * 6}page.html?query={'x' * 40}"
PROVISIONS = 310  # ten letters, ten numbers in each, two points in each

_LETTERS = {"el": "Α Β Γ Δ Ε ΣΤ Ζ Η Θ Ι".split(), "en": list("ABCDEFGHIJ")}
_POINTS = {"el": "αβ", "en": "ab"}
_TITLES = {"el": "Ο μακρύτερος νόμος", "en": "The longest law"}
_SEE = {"el": "Βλέπε Νόμο 57Γ", "en": "See Law 57C"}
_WORDS = {
    "el": "Ο παίκτης που έχει σειρά να παίξει δεν αλλάζει το φύλλο του.",
    "en": "The player whose turn it is to play may not change the card that was played.",
}


def long_law() -> str:
    """Its page as the wiki keeps it: the Greek law, then the English one."""
    return "\n".join(_law(language) for language in ("el", "en"))


def _law(language: str) -> str:
    table = f"^ {LONGEST_WORD} ^ {LONGEST_WORD} ^ {LONGEST_WORD} ^\n| 1 | 2 | 3 |\n"
    odd = f"{LONGEST_WORD} {LONGEST_URL} (({_WORDS[language]}))\n\n{table}"
    sections = (_section(language, letter) for letter in _LETTERS[language])
    return f"====== 91. {_TITLES[language]} ======\n\n{odd}\n" + "\n".join(sections)


def _section(language: str, letter: str) -> str:
    parts = [f"===== {letter}. {_SEE[language]} ====="]
    for number in range(1, 11):
        parts.append(f"{number}. {_WORDS[language]} {_SEE[language]}{number % 3 + 1}.")
        parts += [f"({point}) {_WORDS[language]}" for point in _POINTS[language]]
    return "\n\n".join(parts) + "\n"
