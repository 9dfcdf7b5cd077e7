"""Languages: their alphabets, and the word tables of the language files for other modules.

A corpus may have language files of its own; ``lawkb.corpus.language_files`` reads them. They are
found before those of lawkb, by the whole process, until another corpus is read.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.address import Numbering

_FOLDER = Path(__file__).parents[1] / "languages"
_LATIN = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
# First words of the Unicode names of the letters that are written from right to left.
_FROM_RIGHT = ("ARABIC", "HEBREW", "SYRIAC", "THAANA", "NKO", "ADLAM", "MANDAIC", "SAMARITAN")

# The language files of the corpus that was read last, by tag.
_of_corpus: dict[str, Mapping[str, Any]] = {}
# Its interface catalogues, by tag: path and content of a gettext file.
_catalogues: dict[str, tuple[str, bytes]] = {}


@dataclass(frozen=True, slots=True)
class Language:
    """One language, from the file ``languages/<code>.toml`` of the corpus or of lawkb.

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
        direction: Direction of the writing, ``ltr`` or ``rtl``.
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
    direction: str = "ltr"

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
    """Return the language of a BCP 47 tag, from its file in the corpus, else in lawkb.

    Only the three-letter code, the name, the script and the word for a law are needed in a file.

    Raises:
        LawkbError: Neither the corpus nor lawkb has a file ``languages/<code>.toml``.
    """
    if code not in language_codes():
        raise LawkbError(
            f"language {code}",
            "lawkb has no file for it",
            f"there are: {', '.join(language_codes())}; add languages/{code}.toml to the corpus",
        )
    return _language(code, {**_of_corpus[code]} if code in _of_corpus else package_file(code))


def package_file(code: str) -> dict[str, Any]:
    """Return the content of the file that lawkb has for a language."""
    import tomli

    return tomli.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))


def _language(code: str, raw: dict[str, Any]) -> Language:
    """Return the language of a file, with a default for every key that may be missing."""
    alphabet = raw.pop("alphabet", {})
    upper = tuple(alphabet.get("upper", _LATIN))
    top = {key: raw.pop(key, "") for key in ("code", "iso639_3", "name", "script", "law")}
    direction = raw.pop("direction", _direction(top["script"]))
    search = _of_others(code, top["script"]) if code in _others() else {}
    references = {"law": [top["law"].lower()], **raw.pop("references", {})}
    return Language(
        **{**top, "code": code},
        upper=upper,
        lower=tuple(alphabet.get("lower", [letter.lower() for letter in upper])),
        variants=alphabet.get("variants", {}),
        lookalikes=alphabet.get("lookalikes", {}),
        tables={"search": search, **raw, "references": references},
        roman=alphabet.get("roman", {}),
        direction=direction,
    )


def _direction(script: str) -> str:
    return "rtl" if script in _FROM_RIGHT else "ltr"


@cache
def any_language(code: str) -> Language:
    """Return the language of a BCP 47 tag, even if lawkb has no file for it.

    Of a language that is only listed in ``others.tsv``, the script and the stemmer are known.

    Raises:
        LawkbError: lawkb does not know the tag.
    """
    if code in language_codes() or code not in _others():
        return read_language(code)
    script, _, blanks = _others()[code]
    tables = {"search": _of_others(code, script), "blanks": blanks == "yes"}
    direction = _direction(script)
    return Language(code, "", code, script, "", (), (), {}, {}, tables, direction=direction)


def _of_others(code: str, script: str) -> dict[str, Any]:
    stemmer = _others()[code][1]
    return {} if stemmer == "-" else {"stemmers": {script: stemmer}}


def use_language_files(
    files: Mapping[str, Mapping[str, Any]],
    catalogues: Mapping[str, tuple[str, bytes]] | None = None,
) -> None:
    """Find the language files of a corpus before those of lawkb, from now on.

    Files of a corpus that was read before are no longer found where lawkb has the language itself.

    Args:
        files: The checked content of each file, by tag.
        catalogues: Path and content of the interface catalogues of the corpus, by tag.
    """
    packaged = {file.stem for file in _FOLDER.glob("*.toml")}
    kept = {tag: raw for tag, raw in _of_corpus.items() if tag not in packaged}
    now, beside = {**kept, **files}, dict(catalogues or {})
    if now == _of_corpus and beside == _catalogues:
        return
    _of_corpus.clear()
    _of_corpus.update(now)
    _catalogues.clear()
    _catalogues.update(beside)
    _forget()


def corpus_catalogue(tag: str) -> tuple[str, bytes] | None:
    """Return path and content of the interface catalogue that the corpus has for a language."""
    return _catalogues.get(tag)


def corpus_catalogue_tags() -> tuple[str, ...]:
    """Return the tags of the languages that the corpus has an interface catalogue for, sorted."""
    return tuple(sorted(_catalogues))


def _forget() -> None:
    """Empty the caches of lawkb: many modules cache what they read from a language by its tag."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("lawkb."):
            for value in tuple(vars(module).values()):
                with suppress(AttributeError):
                    value.cache_clear()


def corpus_language_files() -> Mapping[str, Mapping[str, Any]]:
    """Return the language files of the corpus that are in use, by tag; empty as a rule."""
    return _of_corpus


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
    """Return the tags of all languages that have a file, in the corpus or in lawkb, sorted."""
    return tuple(sorted({*_of_corpus, *(file.stem for file in _FOLDER.glob("*.toml"))}))


@cache
def script_of(char: str) -> str:
    """Return a letter's script, the first word of its Unicode name; empty for other characters."""
    return unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""


def letters_of(text: str, language: Language) -> int:
    """Return the number of letters of a text that belong to the script of a language."""
    letters = (char for char in set(text) if script_of(char) == language.script)
    return sum(map(text.count, letters))
