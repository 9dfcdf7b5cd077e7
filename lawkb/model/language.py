"""Languages: their alphabets, and the word tables of the language files for other modules."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.address import Numbering

_FOLDER = Path(__file__).parents[1] / "languages"


@dataclass(frozen=True, slots=True)
class Language:
    """One language, from the file ``lawkb/languages/<code>.toml``.

    Attributes:
        code: BCP 47 tag, ``el``.
        iso639_3: Three-letter code for Akoma Ntoso, ``ell``.
        name: Name of the language in the language, ``Ελληνικά``.
        script: First word of the Unicode names of the letters, ``GREEK``.
        law: Word for a law in a label, ``Νόμος``.
        upper: Capital letters in the order of ordinals, from 1.
        lower: Small letters in the order of ordinals.
        variants: From other spellings of a letter to the spelling in ``upper`` or ``lower``.
        lookalikes: From letters of another script to the letters of this script that look the same.
        roman: From letters of this script to the letters of Roman numerals that they are typed for.
        tables: The rest of the file; each table is read by the module that needs it.
    """

    code: str
    iso639_3: str
    name: str
    script: str
    law: str
    upper: tuple[str, ...]
    lower: tuple[str, ...]
    variants: Mapping[str, str] = field(hash=False)
    lookalikes: Mapping[str, str] = field(hash=False)
    tables: Mapping[str, Any] = field(hash=False)
    roman: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def has_words(self) -> bool:
        """Whether the file lists the words for *not*, *must* and the like, which checks compare."""
        return "checks" in self.tables

    @property
    def has_blanks(self) -> bool:
        """Whether the language separates words by spaces."""
        return bool(self.tables.get("blanks", True))

    def with_words(self, words: Mapping[str, str]) -> Language:
        """Return this language with words replaced, for a code that uses another word for its laws.

        Words for a law that are not replaced, such as abbreviations, start no reference then.

        Args:
            words: From words in lower case to their replacements: ``νόμος`` to ``κανόνας``.
        """

        def replaced(value: Any) -> Any:
            if isinstance(value, str):
                return " ".join(words.get(word, word) for word in value.split(" "))
            if isinstance(value, list):
                return [replaced(item) for item in value]
            return value

        table = self.tables.get("references", {})
        own = [key for key in table.get("law", ()) if words.keys() & set(key.split(" "))]
        references = {key: replaced(value) for key, value in {**table, "law": own}.items()}
        law = words.get(self.law.lower(), self.law)
        return self._with(law[:1].upper() + law[1:], references)

    def with_references(self, added: Mapping[str, Any]) -> Language:
        """Return this language with words that a code adds to its table ``[references]``.

        Args:
            added: Settings of the table. Lists are appended to the lists of the language file;
                other values replace the file's values.
        """
        table = dict(self.tables.get("references", {}))
        for key, value in added.items():
            table[key] = [*table.get(key, ()), *value] if isinstance(value, list) else value
        return self._with(self.law, table)

    def _with(self, law: str, references: Mapping[str, Any]) -> Language:
        return replace(self, law=law, tables={**self.tables, "references": references})

    def letter(self, numbering: Numbering, n: int) -> str | None:
        """Return the letter of an ordinal, ``Ε`` for 5 in Greek; None beyond the alphabet.

        None also for numberings without letters of the language: digits and roman numerals.
        """
        letters = {"upper": self.upper, "lower": self.lower}.get(numbering, ())
        return letters[n - 1] if 1 <= n <= len(letters) else None

    def ordinal(self, numbering: Numbering, written: str) -> int | None:
        """Return the ordinal of a letter: 5 for ``Ε``; None when it is no letter of the language.

        Letters of other scripts that look the same are accepted: a Latin ``E`` in Greek.
        """
        letters = {"upper": self.upper, "lower": self.lower}.get(numbering, ())
        folded = self.fold(written)
        return letters.index(folded) + 1 if folded in letters else None

    def fold(self, written: str) -> str:
        """Return a letter or label in this alphabet, with look-alikes and variants replaced.

        In Greek, ``16B`` with a Latin B becomes ``16Β`` with a Greek Β.
        """
        folded = "".join(self.lookalikes.get(char, char) for char in written)
        return self.variants.get(folded, folded)


@cache
def read_language(code: str) -> Language:
    """Return the language of a BCP 47 tag, read from its file.

    Raises:
        LawkbError: No file ``lawkb/languages/<code>.toml`` exists.
    """
    if code not in language_codes():
        raise LawkbError(
            f"language {code}",
            "lawkb has no file for it",
            f"there are: {', '.join(language_codes())}",
        )
    import tomli

    raw = tomli.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    alphabet = raw.pop("alphabet")
    return Language(
        code=raw.pop("code"),
        iso639_3=raw.pop("iso639_3"),
        name=raw.pop("name"),
        script=raw.pop("script"),
        law=raw.pop("law"),
        upper=tuple(alphabet["upper"]),
        lower=tuple(alphabet["lower"]),
        variants=alphabet["variants"],
        lookalikes=alphabet["lookalikes"],
        tables=raw,
        roman=alphabet.get("roman", {}),
    )


@cache
def any_language(code: str) -> Language:
    """Return the language of a BCP 47 tag, even if lawkb has no file for it.

    Of a language that is only listed in ``others.tsv``, the script and the stemmer are known.

    Raises:
        LawkbError: lawkb does not know the tag.
    """
    if code in language_codes() or code not in _others():
        return read_language(code)
    script, stemmer, blanks = _others()[code]
    search = {"stemmers": {script: stemmer}} if stemmer != "-" else {}
    tables = {"search": search, "blanks": blanks == "yes"}
    return Language(code, "", code, script, "", (), (), {}, {}, tables)


def known_codes() -> tuple[str, ...]:
    """Return the tags that ``any_language`` knows, sorted."""
    return tuple(sorted({*language_codes(), *_others()}))


@cache
def _others() -> dict[str, tuple[str, str, str]]:
    lines = (_FOLDER / "others.tsv").read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {tag: (script, stemmer, blanks) for tag, script, stemmer, blanks in rows[1:]}


@cache
def language_codes() -> tuple[str, ...]:
    """Return the tags of all languages that have a file, sorted."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


@cache
def script_of(char: str) -> str:
    """Return a letter's script, the first word of its Unicode name; empty for other characters."""
    return unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""


def letters_of(text: str, language: Language) -> int:
    """Return the number of letters of a text that belong to the script of a language."""
    letters = (char for char in set(text) if script_of(char) == language.script)
    return sum(map(text.count, letters))
