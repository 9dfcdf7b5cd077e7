"""Languages: their alphabets, and the word tables of the language files for other modules.

A corpus may have language files of its own; ``lawkb.corpus.language_files`` reads them. They are
found before those of lawkb, by the whole process, until another corpus is read.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from msgspec import Struct, msgpack
from msgspec.structs import replace

from lawkb.errors import LawkbError
from lawkb.model.address import (
    HYPHEN_INSERT,
    Counting,
    Inserted,
    Numbering,
    Ordinal,
    base_of,
    insert_pattern,
    largest_ordinal,
    ordinal,
    read_inserted,
    write_ordinal,
)
from lawkb.unicode_characters import PRIMES, script_of

# The term for paragraphs without a number, «first subparagraph», in the language files.
_UNNUMBERED = "unnumbered"
_FOLDER = Path(__file__).parents[1] / "languages"
# The first line of a table; nothing else in a file of lawkb begins a line with a bracket.
_TABLE = re.compile(r"^\[+([\w-]+)", re.MULTILINE)
_LATIN = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
# First words of the Unicode names of the letters that are written from right to left.
_FROM_RIGHT = ("ARABIC", "HEBREW", "SYRIAC", "THAANA", "NKO", "ADLAM", "MANDAIC", "SAMARITAN")

# Language files of a corpus by tag, and interface catalogues by tag: path and content.
LanguageFiles = tuple[Mapping[str, Mapping[str, Any]], Mapping[str, tuple[str, bytes]]]

# The language files of the corpus that was read last, by tag.
_of_corpus: dict[str, Mapping[str, Any]] = {}
# Its interface catalogues, by tag: path and content of a gettext file.
_catalogues: dict[str, tuple[str, bytes]] = {}
_LETTERS = r"[^\W\d_]"
_PATTERNS = dict.fromkeys(("upper", "lower"), f"{_LETTERS}{{1,4}}")
_PATTERNS["doubled"] = f"{_LETTERS}{{2,8}}"
_ALPHABET = 26
_LANGUAGES = 64
_COMPILED = 256  # more patterns than a code has
_DEEPEST = 2  # letters or numerals of one insert: 4aa is inserted after 4a
_DECIMAL = re.compile(r"\.\d{1,4}$")


class Language(Struct, frozen=True, eq=False):
    """One language, from the file ``languages/<code>.toml`` of the corpus or of lawkb.

    Languages are equal by their tag and what a code changes. To compare their tables would read
    them, and caches that are keyed by languages compare them often.
    """

    code: str  # BCP 47 tag, `el`.
    iso639_3: str  # Three-letter code for Akoma Ntoso, `ell`.
    name: str  # Name of the language in the language, `Ελληνικά`.
    script: str  # First word of the Unicode names of the letters, `GREEK`.
    law: str  # Word for a law in a label, `Νόμος`.
    upper: tuple[str, ...]  # Capital letters in the order of ordinals, from 1.
    lower: tuple[str, ...]  # Small letters in the order of ordinals.
    # From other spellings of a letter to the spelling in `upper` or `lower`.
    variants: Mapping[str, str]
    # From letters of another script to the letters of this script that look the same.
    lookalikes: Mapping[str, str]
    # The rest of the file; each table is read by the module that needs it.
    tables: Mapping[str, Any]
    # From letters of this script to the letters of Roman numerals that they are typed for.
    roman: Mapping[str, str] = {}  # msgspec copies it
    direction: str = "ltr"  # Direction of the writing, `ltr` or `rtl`.
    of_code: bytes = b""  # What a code changes in it, see `language_of_code`.

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same language with the same changes of a code."""
        if not isinstance(other, Language):
            return NotImplemented
        return (self.code, self.of_code) == (other.code, other.of_code)

    def __hash__(self) -> int:
        """Return a hash of the tag and of what a code changes."""
        return hash((self.code, self.of_code))

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
        law = words.get(self.law.lower(), self.law)
        return self._with(law[:1].upper() + law[1:], partial(self._references_in, words))

    def _references_in(self, words: Mapping[str, str]) -> dict[str, Any]:
        def replaced(value: Any) -> Any:
            if isinstance(value, str):
                return " ".join(words.get(word, word) for word in value.split(" "))
            if isinstance(value, list):
                return [replaced(item) for item in value]
            return value

        table = self.tables.get("references", {})
        own = [key for key in table.get("law", ()) if words.keys() & set(key.split(" "))]
        return {key: replaced(value) for key, value in {**table, "law": own}.items()}

    def with_references(self, added: Mapping[str, Any]) -> Language:
        """Return this language with words that a code adds to its table ``[references]``.

        Args:
            added: Settings of the table. Lists are appended to the lists of the language file;
                other values replace the file's values. In ``levels``, a word such as ``comma``
                stands for its lists in the table ``terms``.
        """
        law, term = self.law, added.get("levels", {}).get(0)
        if isinstance(term, str):
            law = self.tables["references"]["terms"][term].get("label", law)
        return self._with(law, partial(self._references_and, added))

    def _references_and(self, added: Mapping[str, Any]) -> dict[str, Any]:
        table = dict(self.tables.get("references", {}))
        terms = table.get("terms", {})
        levels = added.get("levels", {})
        named = {depth: terms[word] for depth, word in levels.items() if isinstance(word, str)}
        if term := named.pop(0, None):
            table |= {
                "law": [*term["words"], *term["plural"]],
                "plural": [*table.get("plural", ()), *term["plural"]],
                "self": term["this"],
                "before": term["before"],
                "next": term["next"],
            }
        for key, value in added.items():
            table[key] = [*table.get(key, ()), *value] if isinstance(value, list) else value
        if levels and all(isinstance(word, str) for word in levels.values()):
            # All levels have words: the words for parts of any level are those of other texts.
            parts = [*table.get("parts", ()), *table.get("point", ())]
            table |= {"sure": table.get("section", ()), "parts": parts, "section": [], "point": []}
        if levels:
            lists = {depth: each for depth, each in levels.items() if not isinstance(each, str)}
            table["levels"] = {**lists, **named}
        if "subparagraph" in added:
            table["subparagraph"] = {**terms.get(_UNNUMBERED, {}), **added["subparagraph"]}
        elif ordinals := _ordinals_of_level(named, terms.get(_UNNUMBERED, {})):
            table["subparagraph"] = ordinals
        return table

    def _with(self, law: str, references: Callable[[], dict[str, Any]]) -> Language:
        return replace(self, law=law, tables=_Tables({"references": references}, self.tables))

    def letter(self, numbering: Numbering, n: int) -> str | None:
        """Return the letter of an ordinal, ``Ε`` for 5 in Greek; None beyond the alphabet.

        None also for numberings without letters of the language: digits and roman numerals.
        """
        if numbering == "doubled":
            one = self.letter("lower", n) or ""
            return f"{one}.{one}" if one and one in "ix" else 2 * one or None  # ii is a numeral
        letters = {"upper": self.upper, "lower": self.lower}.get(numbering, ())
        return letters[n - 1] if 1 <= n <= len(letters) else None

    def ordinal(self, numbering: Numbering, written: str) -> int | None:
        """Return the ordinal of a letter: 5 for ``Ε``; None when it is no letter of the language.

        Letters of other scripts that look the same are accepted: a Latin ``E`` in Greek.
        """
        if numbering == "doubled":
            half = written[: len(written) // 2]
            return self.ordinal("lower", half) if written == 2 * half else None
        letters = {"upper": self.upper, "lower": self.lower}.get(numbering, ())
        folded = self.fold(written)
        return letters.index(folded) + 1 if folded in letters else None

    @property
    def counts_in_latin(self) -> bool:
        """Whether provisions inserted later are numbered with *bis*, *ter* rather than letters."""
        return bool(self.tables.get("inserts") == "latin")

    @property
    def counts_with_hyphens(self) -> bool:
        """Whether provisions inserted later are also numbered after a hyphen: 18-1."""
        return bool(self.tables.get("hyphens"))

    def pattern(self, counting: Counting) -> str:
        """Return a regular expression that matches an ordinal as the language writes it.

        It also matches what is none: ``read_token`` returns None then.
        """
        plain = _PATTERNS.get(counting.numbering, counting.before_inserts)
        if counting.has_hyphens and not self.counts_with_hyphens:
            kept = tuple(kind for kind in counting.inserts if kind != "hyphens")
            counting = counting._replace(inserts=kept)
        return plain + insert_pattern(counting, _letter_insert())

    def write_token(self, counting: Counting, n: Ordinal) -> str:
        """Return an ordinal as the language writes it: ``Ε``; «4α» and ``4 bis`` are inserts.

        A dot separates letters that would be another ordinal together: «ι.α» follows «ι», «ια» is
        the eleventh.
        """
        if not isinstance(n, Inserted):
            plain = base_of(n)
            return self.letter(counting.numbering, plain) or write_ordinal(
                counting.numbering, plain
            )
        base = self.write_token(counting, n.base)
        if "-" in n.insert:
            return f"{base}{n.insert}"
        letters, dot, decimals = n.insert.partition(".")
        places = [ord(letter) - ord("a") + 1 for letter in letters]
        if "latin" in counting.inserts or (self.counts_in_latin and "letters" in counting.inserts):
            return (
                " ".join([base, *(latin_numerals()[at - 1][0] for at in places)]) + dot + decimals
            )
        numbering: Numbering = "upper" if "capitals" in counting.inserts else "lower"
        written = [self.letter(numbering, at) or write_ordinal(numbering, at) for at in places]
        joined = "".join([base, *written]) + dot + decimals
        exact = self.read_token(counting, joined) == n
        return joined if exact else ".".join([base, *written]) + dot + decimals

    def read_token(self, counting: Counting, written: str) -> Ordinal | None:
        """Return the ordinal of what is written in this language, else in Latin letters, or None.

        Inserts are read in small and capital letters and as Latin numerals, whichever of them the
        level has: «12α», «12Α», ``12 bis``, ``12-bis``.
        """
        return read_inserted(counting, written, self._plain, self._insert)

    def token_at(
        self, counting: Counting, text: str, at: int, after: str
    ) -> tuple[Ordinal, int] | None:
        """Return the ordinal at an offset of a text and the offset after it; None without one."""
        patterns = [(counting, self.pattern(counting))]
        if counting.has_letters:  # «Άρθρο 12 Α – Τέλη», but not «Άρθρο 12 Α-Ω»
            apart = rf"\d+[ \u00a0]{_LETTERS}(?=[{PRIMES}]?\s*(?:[.:–—]|-(?!\w)|$))"
            patterns.insert(0, (counting, apart))
        if counting.inserts:
            plain = counting._replace(inserts=())
            patterns.append((plain, self.pattern(plain)))
        for each, pattern in patterns:
            match = _compiled(f"({pattern}){after}").match(text, at)
            n = self.read_token(each, match[1]) if match else None
            if match and n:
                return n, match.end()
        return None

    def _plain(self, counting: Counting, written: str) -> int | None:
        numbering = counting.numbering
        n = self.ordinal(numbering, written) or ordinal(numbering, written)
        return n if n and n <= largest_ordinal(*counting) else None

    def _insert(self, counting: Counting, written: str) -> str | None:
        if counting.has_hyphens and re.fullmatch(HYPHEN_INSERT, written):
            return written
        decimals = _DECIMAL.search(written) if counting.has_decimals else None
        letters = written[: decimals.start()] if decimals else written
        if letters and not counting.has_letters:
            return None
        places = self._places(letters)
        if places is None:
            return None
        return "".join(chr(ord("a") + at - 1) for at in places) + (decimals[0] if decimals else "")

    def _places(self, letters: str) -> list[int] | None:
        """Return the places in the alphabet of the letters or Latin numerals of an insert."""
        if numerals := re.fullmatch(_latin_insert(), letters.lower()):
            return [_latin_places()[word] for word in re.findall(_latin_word(), numerals[0])]
        places: list[int] = []
        for part in re.sub(r"^[\s.-]", "", letters).split(".") if letters else ():
            left = part
            while left:
                size = next((k for k in range(len(left), 0, -1) if self._place(left[:k])), 0)
                if not size:
                    return None
                places.append(self._place(left[:size]))
                left = left[size:]
        return places if len(places) <= _DEEPEST and bool(places) == bool(letters) else None

    def _place(self, letter: str) -> int:
        """Return the place of a small or capital letter in the alphabet, from 1; 0 if none."""
        small = self.ordinal("lower", letter) or self.ordinal("upper", letter)
        n = small or (ordinal("lower", letter.lower()) if len(letter) == 1 else None)
        return n if n and n <= _ALPHABET else 0

    def fold(self, written: str) -> str:
        """Return a letter or label in this alphabet, with look-alikes and variants replaced.

        In Greek, ``16B`` with a Latin B becomes ``16Β`` with a Greek Β.
        """
        folded = "".join(self.lookalikes.get(char, char) for char in written)
        return self.variants.get(folded, folded)


@lru_cache(_COMPILED)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def latin_numerals() -> tuple[tuple[str, ...], ...]:
    """Return the numerals of provisions inserted later, from the first: *bis*, *ter*, *quater*.

    Each with its other spellings, from ``latin_numerals.tsv``.
    """
    return tuple(words[1:] for words in _rows("latin_numerals.tsv"))


def is_latin_numeral(word: str) -> bool:
    """Whether a word is a numeral of provisions inserted later: *bis*, *ter*."""
    return word.lower() in _latin_places()


def joined_inserts(text: str) -> str:
    """Return a text without the sign before an insert: ``4 bis`` as ``4bis``, «12-Α» as «12Α»."""
    text = re.sub(rf"(?i)(?<=\w)[ \u00a0-](?=(?:{_latin_word()})(?!\w))", "", text)
    return re.sub(rf"(?<=\d)-(?={_LETTERS}(?!\w))", "", text)


@cache
def _latin_places() -> dict[str, int]:
    return {word: at for at, words in enumerate(latin_numerals(), 1) for word in words}


@cache
def _latin_word() -> str:
    return "|".join(sorted(_latin_places(), key=len, reverse=True))


@cache
def _latin_insert() -> str:
    return rf"(?:[\s-]?(?:{_latin_word()})){{1,{_DEEPEST}}}"


@cache
def _letter_insert() -> str:
    return rf"(?i:{_latin_insert()}(?!{_LETTERS}))|[.-]?{_LETTERS}{{1,6}}(?:\.{_LETTERS}{{1,4}})?"


@cache
def read_language(code: str) -> Language:
    """Return the language of a BCP 47 tag, from its file in the corpus, else in lawkb.

    Only the three-letter code, the name, the script and the word for a law are needed in a file.
    """
    if code not in language_codes():
        raise LawkbError(
            f"language {code}",
            "lawkb has no file for it",
            f"there are: {', '.join(language_codes())}; add languages/{code}.toml to the corpus",
        )
    return _language(code, _of_corpus[code] if code in _of_corpus else package_file(code))


class _Tables(Mapping[str, Any]):
    """Tables, some of them made when they are first accessed, in front of others.

    A file has a thousand lines, and a command needs a few of its tables.
    """

    def __init__(self, unread: Mapping[str, Callable[[], Any]], others: Mapping[str, Any]) -> None:
        self._unread, self._others = dict(unread), others
        self._read: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if read := self._unread.get(key):
            self._read[key] = read()
            self._unread.pop(key, None)  # another thread may have read it, too
        return self._read[key] if key in self._read else self._others[key]

    def __contains__(self, key: object) -> bool:
        return key in self._unread or key in self._read or key in self._others

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._others, *self._read, *self._unread)))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def package_file(code: str) -> Mapping[str, Any]:
    """Return the content of the file that lawkb has for a language."""
    text = (_FOLDER / f"{code}.toml").read_text(encoding="utf-8")
    starts = [(0, ""), *((found.start(), found[1]) for found in _TABLE.finditer(text))]
    ends = [*(start for start, _ in starts[1:]), len(text)]
    parts: dict[str, list[str]] = defaultdict(list)
    for (start, name), end in zip(starts, ends, strict=True):
        parts[name].append(text[start:end])
    top = tomllib.loads("".join(parts.pop("")))
    return _Tables(
        {name: partial(_table, name, "".join(each)) for name, each in parts.items()}, top
    )


def _table(name: str, text: str) -> Any:
    return tomllib.loads(text)[name]


def _language(code: str, raw: Mapping[str, Any]) -> Language:
    """Return the language of a file, with a default for every key that may be missing."""
    alphabet = raw.get("alphabet", {})
    upper = tuple(alphabet.get("upper", _LATIN))
    top = {key: raw.get(key, "") for key in ("iso639_3", "name", "script", "law")}
    direction = raw.get("direction", _direction(top["script"]))
    own: dict[str, Callable[[], Any]] = {"references": partial(_references, raw)}
    if "search" not in raw:
        own["search"] = partial(_of_others, code, top["script"]) if code in _others() else dict
    return Language(
        code=code,
        **top,
        upper=upper,
        lower=tuple(alphabet.get("lower", [letter.lower() for letter in upper])),
        variants=alphabet.get("variants", {}),
        lookalikes=alphabet.get("lookalikes", {}),
        tables=_Tables(own, raw),
        roman=alphabet.get("roman", {}),
        direction=direction,
    )


def _references(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    given = raw.get("references", {})
    return given if "law" in given else {"law": [raw.get("law", "").lower()], **given}


def _ordinals_of_level(
    named: Mapping[int, Mapping[str, Any]], unnumbered: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the ordinals before the word of a numbered level, «secondo comma»; empty if none.

    Its word is that for paragraphs without a number elsewhere.
    """
    words = {*unnumbered.get("words", ()), *unnumbered.get("plural", ())}
    below = named.get(1, {})
    if words.isdisjoint(below.get("words", ())):
        return {}
    kept = {key: unnumbered.get(key, ()) for key in ("ordinals", "sentences")}
    return {**kept, "of": 1, "numbered": True}


def language_of_code(tag: str, words: Mapping[str, str], added: Mapping[str, Any]) -> Language:
    """Return a language with the words that a code uses for its laws and in references.

    Raises:
        LawkbError: lawkb has no such language.
    """
    return _language_of_code(tag, msgpack.encode((words, added)))


@lru_cache(_LANGUAGES)
def _language_of_code(tag: str, changes: bytes) -> Language:
    language = read_language(tag)
    words, added = msgpack.decode(changes)
    language = language.with_words(words) if words else language
    return replace(language.with_references(added), of_code=changes)


def level_terms(language: Language) -> tuple[str, ...]:
    """Return the words for levels that the language file has lists for: *paragraph*, *comma*."""
    terms = language.tables.get("references", {}).get("terms", {})
    return tuple(word for word in terms if word != _UNNUMBERED)


def _direction(script: str) -> str:
    return "rtl" if script in _FROM_RIGHT else "ltr"


@cache
def any_language(code: str) -> Language:
    """Return the language of a BCP 47 tag, even if lawkb has no file for it.

    Of a language that is only listed in ``others.tsv``, the script and the stemmer are known.

    Raises:
        LawkbError: lawkb does not know the tag.
    """
    if code not in known_codes():
        code = main_language(code)
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
    """
    packaged = {file.stem for file in _FOLDER.glob("*.toml")}
    kept = {tag: raw for tag, raw in _of_corpus.items() if tag not in packaged}
    use_only_language_files(({**kept, **files}, dict(catalogues or {})))


def used_language_files() -> LanguageFiles:
    """Return the language files and interface catalogues of the corpus that are in use."""
    return dict(_of_corpus), dict(_catalogues)


def use_only_language_files(files: LanguageFiles) -> None:
    """Use the language files that another process uses, and no others."""
    if files == (_of_corpus, _catalogues):
        return
    _of_corpus.clear()
    _of_corpus.update(files[0])
    _catalogues.clear()
    _catalogues.update(files[1])
    # Many modules cache what they read from a language by its tag: all these caches are emptied.
    for name, module in tuple(sys.modules.items()):
        if name.startswith("lawkb."):
            for value in tuple(vars(module).values()):
                with suppress(AttributeError):
                    value.cache_clear()


def corpus_catalogue(tag: str) -> tuple[str, bytes] | None:
    """Return path and content of the interface catalogue that the corpus has for a language."""
    return _catalogues.get(tag)


def corpus_catalogue_tags() -> tuple[str, ...]:
    """Return the tags of the languages that the corpus has an interface catalogue for, sorted."""
    return tuple(sorted(_catalogues))


def corpus_language_files() -> Mapping[str, Mapping[str, Any]]:
    """Return the language files of the corpus that are in use, by tag; empty as a rule."""
    return _of_corpus


def known_codes() -> tuple[str, ...]:
    """Return the tags that ``any_language`` knows, sorted."""
    return tuple(sorted({*language_codes(), *_others()}))


@cache
def read_known_acts() -> tuple[tuple[str, ...], ...]:
    """Return the acts of law that every code knows, from ``lawkb/languages/acts.tsv``.

    Each has its language, its name, its short name and the URL of its provisions; see the file.
    """
    return tuple(_rows("acts.tsv")[1:])


@cache
def _others() -> dict[str, tuple[str, str, str]]:
    rows = _rows("others.tsv")[1:]
    return {tag: (script, stemmer, blanks) for tag, script, stemmer, blanks in rows}


def _rows(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a table that lawkb has for all languages, the names of columns among them.

    Empty lines and lines that begin with ``#`` are left out.
    """
    lines = (_FOLDER / name).read_text(encoding="utf-8").split("\n")
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]


# Two letters of the languages that catalogues of libraries have other letters for (ISO 639-2/B).
_OF_LIBRARIES = {
    "alb": "sq",
    "arm": "hy",
    "baq": "eu",
    "chi": "zh",
    "cze": "cs",
    "dut": "nl",
    "fre": "fr",
    "geo": "ka",
    "ger": "de",
    "gre": "el",
    "ice": "is",
    "mac": "mk",
    "per": "fa",
    "rum": "ro",
    "slo": "sk",
    "wel": "cy",
}


_TAG = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,4})*")  # with a script or a country


def main_language(tag: str) -> str:
    """Return the main language of a tag as anybody writes it: ``el`` for ``EL`` and ``gre``.

    Anything else is returned as it is. Source: RFC 5646, and ISO 639-2 for three letters.
    """
    written = _TAG.fullmatch(tag.strip().casefold())
    main = written[1] if written else tag
    return _three_letters().get(main, main)


@cache
def _three_letters() -> Mapping[str, str]:
    return _OF_LIBRARIES | {read_language(code).iso639_3: code for code in language_codes()}


@cache
def language_codes() -> tuple[str, ...]:
    """Return the tags of all languages that have a file, in the corpus or in lawkb, sorted."""
    return tuple(sorted({*_of_corpus, *(file.stem for file in _FOLDER.glob("*.toml"))}))


def letters_of(text: str, language: Language) -> int:
    """Return the number of letters of a text that belong to the script of a language."""
    letters = (char for char in set(text) if script_of(char) == language.script)
    return sum(map(text.count, letters))


@cache
def frequent_words(tag: str) -> frozenset[str]:
    """Return the words of a language that are in every text of it, in small letters."""
    lines = read_language(tag).tables.get("search", {}).get("stop", ())
    return frozenset(word for line in lines for word in line.split())
