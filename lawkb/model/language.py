"""Languages: their alphabets and the tables of words that other modules read from their files."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.numbering import Numbering


@dataclass(frozen=True, slots=True)
class Language:
    """One language, as ``lawkb/languages/<code>.toml`` gives it.

    Attributes:
        code: BCP 47 tag, ``el``.
        iso639_3: Three letters for Akoma Ntoso, ``ell``.
        name: Its own name for itself.
        script: First word of the Unicode names of its letters, ``GREEK``.
        law: Its word for a law in a label, ``Νόμος``.
        upper: Capital letters as ordinals, the first is 1.
        lower: Small letters as ordinals.
        variants: Other writings of a letter, to the writing in ``upper`` or ``lower``.
        lookalikes: Letters of another script, to the letter of this one that looks the same.
        tables: The rest of the file, for the module each table belongs to.
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

    @property
    def has_words(self) -> bool:
        """Whether its words for *not*, *must* and the like are known."""
        return "checks" in self.tables

    @property
    def has_blanks(self) -> bool:
        """Whether blanks part its words."""
        return bool(self.tables.get("blanks", True))

    def with_words(self, words: Mapping[str, str]) -> Language:
        """This language with other words in its tables, for a code that names its laws otherwise.

        A key word for a law in which nothing is replaced, as an abbreviation of lawkb's own word
        is, opens no reference in such a code.

        Args:
            words: Words in small letters to words; ``νόμος`` to ``κανόνας``.
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
        """This language with the words of a code for references: ``[references.<tag>]``.

        Args:
            added: Lists, which come behind those of the file; tables are the code's alone.
        """
        table = dict(self.tables.get("references", {}))
        for key, value in added.items():
            table[key] = [*table.get(key, ()), *value] if isinstance(value, list) else value
        return self._with(self.law, table)

    def _with(self, law: str, references: Mapping[str, Any]) -> Language:
        from dataclasses import replace

        return replace(self, law=law, tables={**self.tables, "references": references})

    def letter(self, numbering: Numbering, n: int) -> str | None:
        """The letter that stands for an ordinal; None beyond the alphabet or for figures."""
        letters = {"upper": self.upper, "lower": self.lower}.get(numbering, ())
        return letters[n - 1] if 1 <= n <= len(letters) else None

    def ordinal(self, numbering: Numbering, written: str) -> int | None:
        """The ordinal that a letter stands for, look-alikes of another script folded; else None."""
        letters = {"upper": self.upper, "lower": self.lower}.get(numbering, ())
        folded = self.fold(written)
        return letters.index(folded) + 1 if folded in letters else None

    def fold(self, written: str) -> str:
        """A letter or label in this language's own alphabet: look-alikes and variants replaced."""
        folded = "".join(self.lookalikes.get(char, char) for char in written)
        return self.variants.get(folded, folded)


@cache
def read_language(code: str) -> Language:
    """The language of a BCP 47 tag.

    Raises:
        LawkbError: No file ``lawkb/languages/<code>.toml`` exists.
    """
    if code not in language_codes():
        raise LawkbError(
            f"language {code}",
            "lawkb has no file for it",
            f"there are: {', '.join(language_codes())}",
        )
    raw = tomllib.loads((_folder() / f"{code}.toml").read_text(encoding="utf-8"))
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
    )


@cache
def any_language(code: str) -> Language:
    """The language of a BCP 47 tag; one without a file has a script, a stemmer and no words.

    Raises:
        LawkbError: lawkb does not know it at all.
    """
    if code in language_codes() or code not in _others():
        return read_language(code)
    script, stemmer, blanks = _others()[code]
    search = {"stemmers": {script: stemmer}} if stemmer != "-" else {}
    tables = {"search": search, "blanks": blanks == "yes"}
    return Language(code, "", code, script, "", (), (), {}, {}, tables)


def known_codes() -> tuple[str, ...]:
    """Tags of all languages that ``any_language`` knows, in order."""
    return tuple(sorted({*language_codes(), *_others()}))


@cache
def _others() -> dict[str, tuple[str, str, str]]:
    lines = (_folder() / "others.tsv").read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {tag: (script, stemmer, blanks) for tag, script, stemmer, blanks in rows[1:]}


@cache
def language_codes() -> tuple[str, ...]:
    """Tags of all languages that have a file, in order."""
    names = (file.name for file in _folder().iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def _folder() -> Traversable:
    from importlib import resources  # not above, as tomllib

    return resources.files("lawkb") / "languages"


@cache
def script_of(char: str) -> str:
    """Script of a letter, the first word of its Unicode name; empty for anything else."""
    return unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""


def letters_of(text: str, language: Language) -> int:
    """How many letters of a text belong to the script of a language."""
    letters = (char for char in set(text) if script_of(char) == language.script)
    return sum(map(text.count, letters))
