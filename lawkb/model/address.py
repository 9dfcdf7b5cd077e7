"""Addresses of provisions, numberings of ordinals, and the scheme that writes and reads both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, total_ordering
from typing import Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from lawkb.errors import LawkbError

K = TypeVar("K")
V = TypeVar("V")


def keep_in(cache: dict[K, V], key: K, value: V, most: int) -> None:
    """Add a value to a cache, which is emptied when it has ``most`` values."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value


# "doubled" is one letter twice, as Greek statutes count parts of a point: «αα», «ββ», (cc).
Numbering = Literal["arabic", "upper", "lower", "roman", "doubled"]
# How provisions that were inserted later are numbered: with letters as each language does (4a,
# «4α», 4 bis), with small letters in every language (4a also in French), with capital letters
# (12A), with Latin numerals (4 bis), with decimals (5.1), after a hyphen where the language counts
# so (18-1).
Insert = Literal["letters", "small", "capitals", "latin", "decimals", "hyphens"]
NUMBER_INSERTS = frozenset(("decimals", "hyphens"))

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_ROMAN_MAX = 39
_BEFORE_A = re.compile(r"z(?=[a-z])")
_FIRST = "`"  # sorts before a
_ALPHABET = 26
_LETTERS_MAX = 702  # A … Z, AA … ZZ
_ARABIC_MAX = 999_999
_LONGEST_TOKEN = len("xxxviii")
_LONGEST_INSERTED = _LONGEST_TOKEN + len("-1234-1234-1234")
_CACHED_TOKENS = 4096  # more than a code has
_MOST_WRITTEN = 2**14
_CACHED_WRITTEN = 2**16  # addresses, of all laws and languages
# Regular expressions for what each numbering writes.
TOKENS = {
    "arabic": r"[1-9]\d{0,5}",
    "upper": "[A-Z]{1,2}",
    "lower": "[a-z]{1,2}",
    "roman": "[ivx]+",
    # Not ii and xx, which are roman numerals.
    "doubled": "(?:{})".format(
        "|".join(f"{a}{a}" if a not in "ix" else rf"{a}\.{a}" for a in "abcdefghijklmnopqrstuvwxyz")
    ),
}
# The same for what inserts add to it. A dot before a letter separates it from a number that would
# be another one with it: ``i.v`` is the fifth after the roman first.
_LETTER_INSERT = r"\.?[a-z]{1,2}"
_DECIMAL_INSERT = r"\.\d{1,4}"
HYPHEN_INSERT = r"(?:-[1-9]\d{0,3}){1,3}"
_HYPHENED = re.compile(r"-(\d+)")


def _rank(insert: str) -> str:
    """Return an insert such that it sorts: ``za`` is before ``a``, ``-2`` before ``-10``."""
    if "-" in insert:
        return _HYPHENED.sub(lambda each: f"-{each[1]:0>4}", insert)
    return _BEFORE_A.sub(_FIRST, insert) if "z" in insert else insert


@total_ordering
@dataclass(frozen=True, slots=True)
class Inserted:
    """An ordinal inserted after another one when an act was amended: 4a, 4 bis, 12Α, 5.1.

    It is compared with integers and follows its base: 4 < 4a < 4aa < 4b < 5, and
    5 < 5.01 < 5.1 < 5.11 < 5.2 < 6. What is inserted before 4a is 4za, as acts of the United
    Kingdom number it: 4 < 4za < 4zb < 4a < 4aa. French codes have 18-1 < 18-2 < 18-10.
    """

    base: int  # The ordinal after which it is inserted: 4.
    # What is added to it in canonical form: `a` for the first insert, `aa` for the first after 4a,
    # `.1` for a decimal, `a.1` for a decimal after 4a, `-1` after a hyphen. Canonical forms sort as
    # the provisions do, but for `z` before a letter and numbers after a hyphen.
    insert: str

    def __lt__(self, other: Ordinal) -> bool:
        """Whether it comes before another ordinal."""
        if isinstance(other, Inserted):
            return (self.base, _rank(self.insert)) < (other.base, _rank(other.insert))
        return self.base < other

    def __str__(self) -> str:
        """Return it as file names and URLs have it: ``12a``, ``5-1``."""
        return in_name(f"{self.base}{self.insert}")


@total_ordering
@dataclass(frozen=True, slots=True)
class InSeries:
    """The number of a text beside the laws of an act that is read like a law: the first annex.

    It takes the place of the number of a law. It is compared with those: recitals come before all
    laws, annexes after them.
    """

    place: int  # Where the series is: below 0 before the laws, above 0 after them.
    series: str  # Name of the series: `annex`.
    # Number in the series, from 1; 0 for a series that is one text, such as the recitals.
    n: Ordinal

    def __lt__(self, other: Ordinal) -> bool:
        """Whether it comes before a law or another text."""
        if isinstance(other, InSeries):
            return (self.place, self.n) < (other.place, other.n)
        return self.place < 0

    def __str__(self) -> str:
        """Return it as addresses, file names and URLs have it: ``annex-1``, ``recitals``."""
        return f"{self.series}-{self.n}" if self.n else self.series


Ordinal = int | Inserted | InSeries


def base_of(n: Ordinal) -> int:
    """Return the ordinal after which another one is inserted: 12 of 12A; of an integer itself.

    Of a text beside the laws it is that of its number in the series.
    """
    if isinstance(n, InSeries):
        return base_of(n.n)
    return n.base if isinstance(n, Inserted) else n


def insert_of(n: Ordinal) -> str:
    """Return what an insert adds to its base: ``a`` for 12A, ``.1`` for 5.1; empty for integers."""
    return n.insert if isinstance(n, Inserted) else ""


def is_next(n: Ordinal, before: Ordinal) -> bool:
    """Whether an ordinal follows another one without a gap: 5 follows 4, 4a and 4.1; 4b follows 4a.

    Decimals leave gaps on purpose, so that any higher one follows.
    """
    if isinstance(n, InSeries):
        return isinstance(before, InSeries) and n.place == before.place and is_next(n.n, before.n)
    if not isinstance(n, Inserted):
        return not isinstance(before, InSeries) and base_of(before) + 1 == n
    if n <= before or base_of(before) != n.base:
        return False
    if "-" in n.insert:
        above, _, last = n.insert.rpartition("-")
        earlier = f"{above}-{int(last) - 1}"
        begun = insert_of(before)
        return begun == above if last == "1" else f"{begun}-".startswith(f"{earlier}-")
    above, last = n.insert[:-1], n.insert[-1]
    if "." in n.insert:
        return not isinstance(before, Inserted) or before.insert[:1] == n.insert[:1]
    if last == "a":
        begun = insert_of(before)
        return begun == above.removesuffix("z") or _rank(begun).startswith(
            f"{_rank(above)}{_FIRST}"
        )
    sibling = above + chr(ord(last) - 1)
    return isinstance(before, Inserted) and before.insert.startswith(sibling)


def between(first: Ordinal, last: Ordinal) -> Sequence[Ordinal]:
    """Return the ordinals that must be between two: 13 for 12A and 14, 12B for 12A and 12C.

    Others may have been inserted there; only the code knows them.
    """
    if isinstance(first, InSeries) or isinstance(last, InSeries):
        return ()
    if base_of(first) != base_of(last) or not isinstance(last, Inserted):
        return range(base_of(first) + 1, base_of(last) + isinstance(last, Inserted))
    above, end = last.insert[:-1], last.insert[-1]
    begun = insert_of(first)
    if begun[:-1] != above or not end.isalpha():
        return ()
    letters = range(ord(begun[-1:] or "`") + 1, ord(end))  # ` is before a
    return tuple(Inserted(last.base, above + chr(letter)) for letter in letters)


def in_name(token: str) -> str:
    """Return a canonical token as ids, file names and URLs have it: ``5-1`` for ``5.1``."""
    return token.replace(".", "-")


class Counting(NamedTuple):
    """How a level counts its provisions."""

    numbering: Numbering  # How ordinals are written: with digits, letters or roman numerals.
    # Ways in which provisions inserted later are numbered; empty where there are none.
    inserts: tuple[Insert, ...] = ()

    @property
    def has_letters(self) -> bool:
        """Whether inserts are numbered with letters or Latin numerals."""
        return not NUMBER_INSERTS.issuperset(self.inserts)

    @property
    def has_hyphens(self) -> bool:
        """Whether a number after a hyphen may be an insert, as French codes have it: 18-1."""
        return self.numbering == "arabic" and "hyphens" in self.inserts

    @property
    def has_decimals(self) -> bool:
        """Whether inserts are numbered with decimals."""
        return "decimals" in self.inserts

    @property
    def begins_below_one(self) -> bool:
        """Whether a provision may be inserted before the first: 13(0.1) before 13(1)."""
        return self.has_decimals and self.numbering == "arabic"

    @property
    def before_inserts(self) -> str:
        """Return a regular expression for digits or roman numerals that an insert follows."""
        plain = TOKENS[self.numbering]
        return rf"(?:{plain}|0(?=\.\d))" if self.begins_below_one else plain


class Tokens(Protocol):
    """A way to write and read ordinals: canonical, or that of a language."""

    def pattern(self, counting: Counting) -> str:
        """Return a regular expression that matches what ``write_token`` writes, without groups."""

    def write_token(self, counting: Counting, n: Ordinal) -> str:
        """Return an ordinal as it is written: ``E``, ``4a``."""

    def read_token(self, counting: Counting, written: str) -> Ordinal | None:
        """Return the ordinal of what is written, or None."""


@lru_cache(maxsize=_MOST_WRITTEN)
def write_ordinal(numbering: Numbering, n: int) -> str:
    """Return an ordinal in the digits, Latin letters or roman numerals of a numbering.

    5 is ``5``, ``E``, ``e``, ``v`` or ``ee``.
    """
    if numbering == "arabic":
        return str(n)
    if numbering == "doubled":
        letter = write_ordinal("lower", n)
        return f"{letter}.{letter}" if letter in "ix" else letter * 2
    if numbering == "roman":
        out = ""
        for value, sign in _ROMAN:
            out += sign * (n // value)
            n %= value
        return out
    letters = ""
    while n:
        n, rest = divmod(n - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters.upper() if numbering == "upper" else letters


def ordinal(numbering: Numbering, written: str) -> int | None:
    """Return the ordinal of a digit, Latin letter or roman numeral: 5 for ``E``; else None.

    ``written`` must be exactly as ``write_ordinal`` writes it.
    """
    return _ordinal(numbering, written) if len(written) <= _LONGEST_TOKEN else None


@lru_cache(_CACHED_TOKENS)
def _ordinal(numbering: Numbering, written: str) -> int | None:
    if not re.fullmatch(TOKENS[numbering], written):
        return None
    if numbering == "arabic":
        return int(written)
    if numbering == "roman":
        return next(
            (n for n in range(1, _ROMAN_MAX + 1) if write_ordinal("roman", n) == written), None
        )
    value = 0
    for letter in written[0] if numbering == "doubled" else written.lower():
        value = value * 26 + ord(letter) - ord("a") + 1
    return value


def largest_ordinal(numbering: Numbering, inserts: tuple[Insert, ...] = ()) -> int:
    """Return the highest ordinal that a numbering can write.

    Where letters number inserts, ``aa`` is the first after ``a``, not the 27th letter. With Latin
    numerals it is that: in Italian ``aa)`` follows ``z)``, and ``a-bis)`` follows ``a)``.
    """
    if numbering == "doubled":
        return _ALPHABET
    if numbering in ("upper", "lower") and {"letters", "small", "capitals"} & {*inserts}:
        return _ALPHABET
    return {"arabic": _ARABIC_MAX, "roman": _ROMAN_MAX}.get(numbering, _LETTERS_MAX)


def insert_pattern(counting: Counting, letters: str = _LETTER_INSERT) -> str:
    """Return a regular expression for what inserts add to an ordinal; empty without inserts."""
    known = [f"(?:{letters})"] * counting.has_letters + [_DECIMAL_INSERT] * counting.has_decimals
    both = f"(?:{letters}){_DECIMAL_INSERT}"
    if counting.has_hyphens:
        known = [HYPHEN_INSERT, *known]
    mixed = [both] * (counting.has_letters and counting.has_decimals)
    return f"(?:{'|'.join(mixed + known)})?" if known else ""


class CanonicalTokens:
    """Ordinals in Latin letters and digits, the same in every language: ``E``, ``4a``, ``5.1``."""

    def pattern(self, counting: Counting) -> str:
        """Return a regular expression that matches what ``write_token`` writes."""
        return _canonical_pattern(counting)

    def write_token(self, counting: Counting, n: Ordinal) -> str:
        """Return an ordinal in canonical form."""
        if not isinstance(n, Inserted):
            return write_ordinal(counting.numbering, n)
        base = write_ordinal(counting.numbering, n.base)
        joined = f"{base}{n.insert}"
        return joined if self.read_token(counting, joined) == n else f"{base}.{n.insert}"

    def read_token(self, counting: Counting, written: str) -> Ordinal | None:
        """Return the ordinal of a text in canonical form; None when it is not in that form."""
        return _read_token(counting, written) if len(written) <= _LONGEST_INSERTED else None


CANONICAL = CanonicalTokens()


@lru_cache(_CACHED_TOKENS)
def _read_token(counting: Counting, written: str) -> Ordinal | None:
    return read_inserted(counting, written, _plain, _insert)


def _plain(counting: Counting, written: str) -> int | None:
    n = ordinal(counting.numbering, written)
    return n if n and n <= largest_ordinal(*counting) else None


def _insert(counting: Counting, written: str) -> str | None:
    if counting.has_hyphens:  # in the names of files a dot is a hyphen
        written = re.sub(r"\.(?=\d)", "-", written)
    if not written or not re.fullmatch(insert_pattern(counting), written):
        return None
    return written[1:] if re.match(r"\.[a-z]", written) else written


@cache
def _canonical_pattern(counting: Counting) -> str:
    plain = counting.before_inserts
    if largest_ordinal(*counting) == _ALPHABET:
        plain = plain.removesuffix("{1,2}")
    return plain + insert_pattern(counting)


def read_inserted(
    counting: Counting,
    written: str,
    plain: Callable[[Counting, str], int | None],
    insert: Callable[[Counting, str], str | None],
) -> Ordinal | None:
    """Return an ordinal with or without an insert; the longest ordinal at the start is the base.

    Args:
        plain: Function that reads an ordinal without insert, or returns None.
        insert: Function that reads what inserts add, into canonical form, or returns None.
    """
    whole = plain(counting, written)
    if whole or not counting.inserts:
        return whole
    if counting.begins_below_one and written.startswith("0."):
        added = insert(counting, written[1:])
        return Inserted(0, added) if added else None
    for size in range(len(written) - 1, 0, -1):
        base = plain(counting, written[:size])
        added = insert(counting, written[size:]) if base else None
        if base and added:
            return Inserted(base, added)
    return None


Forms = tuple[tuple[Counting, str], ...]  # counting and template of each level

_EXAMPLE = (47, 5, 2, 1)
# The elements of a law and of what is inside, from the outside in, with the prefixes of their ids
# by the Akoma Ntoso naming convention.
LAW_PREFIXES = {"rule": "rule", "article": "art", "section": "sec"}
INNER_PREFIXES = {
    "subsection": "subsec",
    "paragraph": "para",
    "subparagraph": "subpara",
    "clause": "cl",
    "subclause": "subcl",
    "point": "point",
    "indent": "indent",
    "alinea": "al",
}
# Those of the levels of a code without names of elements.
LEVEL_ELEMENTS = ("rule", "paragraph", "subparagraph", "point", "indent", "alinea")
# The kinds of divisions, which are elements of Akoma Ntoso, and the prefixes of their ids.
DIVISION_PREFIXES = {
    "book": "book",
    "part": "part",
    "subpart": "subpart",
    "title": "title",
    "subtitle": "subtitle",
    "chapter": "chp",
    "subchapter": "subchp",
    "division": "dvs",
    "subdivision": "subdvs",
    "section": "sec",
    "subsection": "subsec",
}


_PREFIXES = {**LAW_PREFIXES, **INNER_PREFIXES, **DIVISION_PREFIXES}


class Address(Struct, frozen=True, order=True):
    """The language-neutral name of a provision: one ordinal per level, from the law down."""

    # Ordinals from 1; 0 for a skipped level. `47E2(a)` is `(47, 5, 2, 1)`. Never empty, never ends
    # in 0. Sorting gives the order of the laws, those inserted later included.
    path: tuple[Ordinal, ...]

    def __post_init__(self) -> None:
        path = self.path
        below = path[1:] if path and isinstance(path[0], InSeries) else path
        if not path or (below and (path[0] == 0 or below[-1] == 0 or min(below) < 0)):
            raise ValueError(f"not an address: {self.path}")

    @property
    def law(self) -> Ordinal:
        """Return the number of the law."""
        return self.path[0]

    @property
    def depth(self) -> int:
        """Return the number of levels below the law: 0 for the law itself."""
        return len(self.path) - 1

    @property
    def parent(self) -> Address | None:
        """Return the address of the nearest provision that contains this one; None for a law."""
        path = self.path[:-1]
        while path and path[-1] == 0:
            path = path[:-1]
        return Address(path) if path else None

    def child(self, depth: int, ordinal: Ordinal) -> Address:
        """Return the address of a provision inside this one; levels may be skipped.

        Args:
            depth: Level of that provision, 1 for the level below the law.
            ordinal: Its ordinal, from 1.
        """
        prefix = self.path[:depth]
        return Address(prefix + (0,) * (depth - len(prefix)) + (ordinal,))

    def ancestors(self) -> tuple[Address, ...]:
        """Return the addresses of the provisions that contain this one, nearest first."""
        found = []
        above = self.parent
        while above is not None:
            found.append(above)
            above = above.parent
        return tuple(found)

    def holds(self, other: Address) -> bool:
        """Whether ``other`` is this provision or is inside it."""
        return other.path[: len(self.path)] == self.path


class Level(Struct, frozen=True, dict=True):
    """One level of an address scheme, from ``corpus.toml``."""

    name: str  # Word for the level: law, letter, number, point, roman.
    numbering: Numbering  # How the ordinals are written: with digits, letters or roman numerals.
    # Template of the label at the start of a line of a page, `{}.` or `({})`. With `{above}`, the
    # label repeats that of the level above: `{above}.{}.` is 3.1. in 3. Without `{}`, it is a sign
    # such as `—`, and the provisions count by their place.
    printed: str
    written: str  # Template of the label inside an address, `{}` or `({})`.
    # Other templates of the label on pages, such as `{})`, where languages differ.
    also_printed: tuple[str, ...] = ()
    # Highest ordinal at this level in any law; None where it is not declared.
    most: int | None = None
    # Ways in which provisions that were inserted later are numbered: 12A, 4 bis, 5.1.
    inserts: tuple[Insert, ...] = ()
    # Templates of the label inside an address for the languages that write it otherwise, by
    # language tag: `{})` in the French `117(1)b)`.
    written_in: tuple[tuple[str, str], ...] = ()
    # Whether its provisions are the parts of an annex, announced by a word of the language: `PART
    # A`. The name is one of `DIVISION_PREFIXES` then.
    is_division: bool = False
    # Element of its provisions, `article`; empty for the one at its place in `LEVEL_ELEMENTS`.
    element: str = ""

    @property
    def repeats_above(self) -> bool:
        """Whether its labels repeat that of the level above, as 3.1 in 3."""
        return "{above}" in self.printed

    @property
    def counts_by_place(self) -> bool:
        """Whether its labels have no number: a dash, cited as the first or second indent."""
        return not self.is_division and "{}" not in self.printed

    def form(self, tag: str) -> str:
        """Return the template of the label inside an address in a language, by its tag."""
        return dict(self.written_in).get(tag, self.written)

    @cached_property
    def counting(self) -> Counting:
        """How the level counts its provisions; addresses and ids count divisions with digits."""
        return Counting("arabic" if self.is_division else self.numbering, self.inserts)

    def can_have(self, n: Ordinal) -> bool:
        """Whether an ordinal can be written at this level and read back."""
        if not isinstance(n, Inserted):
            return n <= largest_ordinal(*self.counting)
        token = CANONICAL.write_token(self.counting, n)
        return CANONICAL.read_token(self.counting, token) == n


class Series(Struct, frozen=True):
    """Texts of an act beside its laws that are read like laws: recitals, annexes, schedules."""

    name: str  # Name in addresses, `annex`: a to z.
    place: int  # Where the series is: below 0 before the laws, above 0 after them.
    # How labels count its texts; None for a series that is one text, the recitals.
    numbering: Literal["arabic", "roman", "upper"] | None
    # The levels inside, from the highest one down; divisions such as parts come first.
    levels: tuple[Level, ...]
    # Whether its only text is printed without a number: `ANNEX`. Its address has the number 1.
    is_unnumbered: bool = False

    @property
    def forms(self) -> Forms:
        """Return counting and template of each level, the text itself first."""
        head = f"{self.name}-{{}}" if self.numbering else self.name
        return (
            (Counting("arabic"), head),
            *((each.counting, each.written) for each in self.levels),
        )

    @property
    def url_forms(self) -> tuple[str, ...]:
        """Return what each level adds to a URL fragment, ``part-{}-``; a dash at its end is cut."""
        return tuple(form for _, form in _bare(self.forms)[1:])

    @property
    def divisions(self) -> tuple[Level, ...]:
        """Return the levels of the divisions inside its texts, such as parts."""
        return tuple(level for level in self.levels if level.is_division)

    def number(self, n: Ordinal) -> InSeries:
        """Return the number of a text of this series, which stands for the number of a law."""
        return InSeries(self.place, self.name, n)


def _as_two_letters(counting: Counting, n: Ordinal) -> Ordinal:
    """Return the ordinal whose letters an insert after a letter had: ``aa`` for ``a.a``."""
    if not isinstance(n, Inserted) or counting.numbering not in ("upper", "lower"):
        return n
    letters = f"{write_ordinal(counting.numbering, n.base)}{n.insert}"
    old = ordinal(counting.numbering, letters if letters.islower() else letters.upper())
    return old if old and old <= largest_ordinal(*counting) else n


class Scheme(Struct, frozen=True, dict=True):
    """The levels of a code, and the conversions between address, text, eId and URL fragment.

    An eId is the address as an Akoma Ntoso id, ``rule_47__para_E``. All conversions are one-to-one.
    """

    levels: tuple[Level, ...]  # From the law down, at most six (the Akoma Ntoso profile has six).
    # Texts beside the laws, such as annexes, with levels of their own.
    series: tuple[Series, ...] = ()

    @cached_property
    def has_hyphens(self) -> bool:
        """Whether a hyphen is a part of numbers: 18-2 is then no range."""
        return any(level.counting.has_hyphens for level in self.levels)

    @cached_property
    def _forms(self) -> Forms:
        return tuple((level.counting, level.written) for level in self.levels)

    # Caches of what was written and read: a site needs the same addresses again and again.
    @cached_property
    def _texts(self) -> dict[tuple[Ordinal, ...], str]:
        return {}

    @cached_property
    def _eids(self) -> dict[tuple[Ordinal, ...], str]:
        return {}

    @cached_property
    def _fragments(self) -> dict[tuple[Ordinal, ...], str]:
        return {}

    @cached_property
    def _by_eid(self) -> dict[str, Address]:
        return {}

    def series_of(self, number: Ordinal) -> Series | None:
        """Return the series of a text beside the laws; None for the number of a law."""
        if not isinstance(number, InSeries):
            return None
        return next((each for each in self.series if each.name == number.series), None)

    def levels_of(self, number: Ordinal) -> tuple[Level, ...]:
        """Return the levels of a law or of a text beside the laws, its own level first."""
        series = self.series_of(number)
        return (self.levels[0], *series.levels) if series else self.levels

    def inside(self, number: Ordinal) -> Scheme:
        """Return the scheme by which the labels inside a law or a text beside the laws are read."""
        series = self.series_of(number)
        return Scheme(self.levels_of(number), (series,)) if series else self

    def below_divisions(self, number: Ordinal) -> Scheme:
        """Return the scheme of the labels inside a law, or inside a part of an annex."""
        levels = self.levels_of(number)
        return Scheme(tuple(level for level in levels if not level.is_division))

    def elements(self, number: Ordinal) -> tuple[str, ...]:
        """Return the element of each level of a law or of a text beside the laws."""
        by_place, found = iter(LEVEL_ELEMENTS), []
        for level in self.levels_of(number):
            place = level.name if level.is_division else next(by_place)
            found.append(level.element or place)
        return tuple(found)

    @property
    def has_own_elements(self) -> bool:
        """Whether laws have the element of their name, such as article, not that of rules."""
        return bool(self.levels[0].element)

    @property
    def with_places_as_elements(self) -> Scheme:
        """Return the scheme whose levels have elements by their places, as all had before 2."""
        return Scheme(
            without_elements(self.levels),
            tuple(replace(each, levels=without_elements(each.levels)) for each in self.series),
        )

    def before_two_letters(self, address: Address) -> Address | None:
        """Return the address that a corpus of before has for a provision: ``(aa)`` for ``(a.a)``.

        ``(aa)`` was *a bis* before it was the point after *z*. None where the address is the same.
        """
        levels = self.levels_of(address.law)[: len(address.path)]
        ordinals = zip(levels, address.path, strict=True)
        path = tuple(_as_two_letters(level.counting, n) for level, n in ordinals)
        return Address(path) if path != address.path else None

    @property
    def closes_alone(self) -> bool:
        """Whether a label of a level is printed with only a closing bracket: ``α)``."""
        forms = (form for level in self.levels for form in (level.printed, *level.also_printed))
        return any(")" in form and "(" not in form for form in forms)

    def write(self, address: Address, tokens: Tokens = CANONICAL, tag: str = "") -> str:
        """Return an address in its canonical form, ``47E2(a)``, or with other letters, ``47Ε2(α)``.

        A dot marks a skipped level where the text would otherwise be read as another address: law
        47 with a number 1 and no letters is ``47.1``.

        Args:
            tokens: How ordinals are written, as in a language; by default in Latin letters.
            tag: Tag of the language, for levels that it writes in another form.
        """
        if tokens is not CANONICAL:
            forms, bare = self._forms_of(address)
            dotted = _written(forms, bare)[1]
            shown = self._forms_in(tag) if forms is self._forms else forms
            written = _text(shown, bare, tokens, dotted)
            if 0 not in bare.path or self.scan(written, tokens, tag) == address:
                return written
            # The language reads letters as the same that differ in their canonical form.
            more = (_text(shown, bare, tokens, n) for n in range(dotted + 1, len(bare.path) + 1))
            fitting = (text for text in more if self.scan(text, tokens, tag) == address)
            return next(fitting, written)
        text = self._texts.get(address.path)
        if text is None:
            text = _written(*self._forms_of(address))[0]
            keep_in(self._texts, address.path, text, _CACHED_WRITTEN)
        return text

    def _forms_of(self, address: Address) -> tuple[Forms, Address]:
        """Return the templates for an address, and the address as these write it."""
        number = address.law
        if not isinstance(number, InSeries):
            return self._forms, address
        series = self.series_of(number)
        if series is None:
            raise ValueError(f"{address} is of no series of this scheme")
        return series.forms, Address((number.n or 1, *address.path[1:]))

    def read(self, text: str) -> Address:
        """Return the address of a text in canonical form, ``47E2(a)``; the inverse of ``write``."""
        address = self.scan(text)
        if address is None or self.write(address) != text:
            what = "this is not the address of a provision"
            raise LawkbError(text, what, f"write it like {self.example}")
        return address

    def scan(self, text: str, tokens: Tokens = CANONICAL, tag: str = "") -> Address | None:
        """Return the address that a text may be, read level by level, or None.

        Args:
            text: The text; it has the address only if the address is written so.
            tokens: How ordinals are written; by default in Latin letters.
            tag: Tag of the language, for levels that it writes in another form.
        """
        for series in self.series:
            found = _scan(series.forms, text, tokens) if text.startswith(series.name) else None
            if found and (series.numbering or found.law == 1):
                n = found.law if series.numbering else 0
                return Address((series.number(n), *found.path[1:]))
        return _scan(self._forms_in(tag), text, tokens)

    def _forms_in(self, tag: str) -> Forms:
        if not tag or not any(level.written_in for level in self.levels):
            return self._forms
        return tuple((level.counting, level.form(tag)) for level in self.levels)

    @property
    def example(self) -> str:
        """Return an example of an address in this scheme: ``47E2(a)``."""
        return self.write(Address(_EXAMPLE[: len(self.levels)]))

    def law_number(self, name: str) -> Ordinal | None:
        """Return the number of a law in the name of a file or the path of a page, or None.

        ``12a`` is the law inserted after 12, where the code has such laws; ``5-1`` is law 5.1.
        """
        for series in self.series:
            if name == series.name and not series.numbering:
                return series.number(0)
            if series.numbering and name.startswith(f"{series.name}-"):
                n = ordinal("arabic", name.removeprefix(f"{series.name}-"))
                return series.number(n) if n else None
        return _from_name(self.levels[0], name)

    def eid(self, address: Address) -> str:
        """Return the Akoma Ntoso id of an address, ``rule_47__para_E__point_a``.

        It is ASCII, and the same in every language and edition.
        """
        eid = self._eids.get(address.path)
        if eid is None:
            number = address.law
            parts = zip(self._prefixes(number), self.levels_of(number), address.path, strict=False)
            named = [
                f"{prefix}_{in_name(CANONICAL.write_token(level.counting, n))}"
                for prefix, level, n in parts
                if n and not isinstance(n, InSeries)
            ]
            head = [str(number).replace("-", "_")] if isinstance(number, InSeries) else []
            eid = "__".join(head + named)
            keep_in(self._eids, address.path, eid, _CACHED_WRITTEN)
        return eid

    def address_of_eid(self, eid: str) -> Address:
        """Return the address of an Akoma Ntoso id, ``rule_47__para_E``; the inverse of ``eid``."""
        address = self._by_eid.get(eid)
        if address is None:
            address = self._scan_eid(eid)
            keep_in(self._by_eid, eid, address, _CACHED_WRITTEN)
        return address

    def fragment(self, address: Address) -> str:
        """Return the URL fragment on the page of the law: ``E2a``; empty for the law itself."""
        fragment = self._fragments.get(address.path)
        if fragment is None:
            forms, bare = self._forms_of(address)
            text = _written(_bare(forms), bare)[0]
            fragment = text.partition("#")[2].rstrip("-")
            keep_in(self._fragments, address.path, fragment, _CACHED_WRITTEN)
        return fragment

    def _scan_eid(self, eid: str) -> Address:
        head, _, below = eid.partition("__")
        number = self.law_number(head.replace("_", "-"))
        beside = number if isinstance(number, InSeries) else None
        levels, prefixes = self.levels_of(beside or 1), self._prefixes(beside or 1)
        path: list[Ordinal] = [0] * len(levels)
        if beside:
            path[0], eid = beside, below
        for part in eid.split("__") if eid else ():
            prefix, _, written = part.partition("_")
            depth = prefixes.index(prefix) if prefix in prefixes else len(path)
            value = _from_name(levels[depth], written) if depth < len(path) else None
            if value is None or any(path[depth:]):
                raise self._no_provision(eid)
            path[depth] = value
        while path[-1:] == [0]:
            path.pop()
        if not path or not path[0]:
            raise self._no_provision(eid)
        return Address(tuple(path))

    def _prefixes(self, number: Ordinal) -> tuple[str, ...]:
        return tuple(map(_PREFIXES.__getitem__, self.elements(number)))

    def _no_provision(self, eid: str) -> LawkbError:
        like = self.eid(Address(_EXAMPLE[: min(2, len(self.levels))]))
        return LawkbError(eid, "this id names no provision", f"ids look like {like}")


def without_elements(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """Return levels whose elements are those at their places in ``LEVEL_ELEMENTS``."""
    return tuple(replace(level, element="") for level in levels)


def with_elements(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """Return the levels of a code with the elements of Akoma Ntoso that their names say.

    A level without such a name has the next element inside the one above that no other level has.
    A code whose laws are no articles or sections keeps the elements by place, as do levels that
    would not be one inside the other as ``INNER_PREFIXES`` are.
    """
    law, *inner = levels
    element = law.element or law.name
    if element == "rule" or element not in LAW_PREFIXES:
        return without_elements(levels)
    below = with_inner_elements(tuple(inner), in_section=element == "section")
    return (replace(law, element=element), *below)


def with_inner_elements(
    levels: tuple[Level, ...], *, in_section: bool = False
) -> tuple[Level, ...]:
    """Return the levels inside a law or an annex with their elements, as ``with_elements``."""
    plain = [level for level in levels if not level.is_division]
    names = [level.element or level.name for level in plain]
    # A subsection of an annex is one of its divisions.
    order = [each for each in INNER_PREFIXES if in_section or each != "subsection"]
    own = iter(_elements_in_order(names, order) or LEVEL_ELEMENTS[1:])
    return tuple(
        level if level.is_division else replace(level, element=next(own)) for level in levels
    )


def _elements_in_order(names: Sequence[str], order: Sequence[str]) -> tuple[str, ...] | None:
    """Return an element for each name; None if they would not be in this order."""
    found: list[str] = []
    for name in names:
        rest = order[order.index(found[-1]) + 1 :] if found else order
        free = (each for each in rest if each in LEVEL_ELEMENTS and each not in names)
        own = name if name in order else next(free, "")
        if own not in rest:
            return None
        found.append(own)
    return tuple(found)


def _from_name(level: Level, written: str) -> Ordinal | None:
    """Return the ordinal of a part of an id, ``E`` or ``5-1``; None when it names nothing."""
    value = CANONICAL.read_token(level.counting, written.replace("-", "."))
    exact = value and in_name(CANONICAL.write_token(level.counting, value)) == written
    return value if exact else None


def joined_levels(levels: tuple[Level, ...]) -> Iterator[tuple[Level, int, str]]:
    """Yield each level with inserts, and a level below it that cannot be told from the insert.

    The level below is its place, with the tag of the language that writes it so; empty for all.

    ``12a`` cannot be both the article inserted after 12 and part ``a`` of article 12. The labels
    below a level with inserts must begin with a bracket; below one without letters, a language may
    write them without it: ``5.1(1)c.1)``.
    """
    for depth, level in enumerate(levels):
        lettered = level.counting.has_letters
        for place, below in enumerate(levels[depth + 1 :] if level.inserts else (), depth + 1):
            if not below.written.startswith("("):
                yield level, place, ""
            for tag, form in below.written_in if lettered or below.numbering == "arabic" else ():
                if not form.startswith("(") and (lettered or form.startswith("{}")):
                    yield level, place, tag


# The template of a division inside an annex, ``-part-{}``.
_OF_DIVISION = re.compile(r"-[a-z]+-\{")


@cache
def _bare(forms: Forms) -> Forms:
    """Return the templates of URL fragments: no brackets, a dash where two levels would join."""
    bare = [(forms[0][0], f"{forms[0][1]}#")]
    for depth, (counting, form) in enumerate(forms[1:], start=1):
        above, before = forms[depth - 1]
        if _OF_DIVISION.match(form):
            bare.append((counting, f"{form[1:]}-"))
            continue
        bracketed = before.endswith(")") and form.startswith("(")
        inserts = any(other.inserts for other, _ in forms[1:depth])
        apart = bracketed or above.numbering == counting.numbering or inserts
        apart = apart and not _OF_DIVISION.match(before)
        bare.append((counting, "{}" if depth == 1 or not apart else "-{}"))
    return tuple(bare)


def _written(forms: Forms, address: Address) -> tuple[str, int]:
    """Return the canonical form, and the depth above which skipped levels are written as dots.

    What follows the number of a law is the same for every number, so it is found once for all laws.
    """
    law, (counting, form) = address.path[0], forms[0]
    begins = counting.numbering == "arabic" and form.startswith("{}")
    if not (begins and isinstance(law, int) and law <= _ARABIC_MAX):
        return _found_written(forms, address)
    text, dotted = _found_written(forms, Address((1, *address.path[1:])))
    return f"{law}{text[1:]}", dotted


@lru_cache(_CACHED_WRITTEN)
def _found_written(forms: Forms, address: Address) -> tuple[str, int]:
    if len(address.path) > len(forms):
        raise ValueError(f"{address} does not fit the scheme of {len(forms)} levels")
    for dotted in range(len(address.path) + 1):
        text = _text(forms, address, CANONICAL, dotted)
        if _scan(forms, text, CANONICAL) == address:
            return text, dotted
    raise ValueError(f"{address} cannot be written in this scheme")


def _text(forms: Forms, address: Address, tokens: Tokens, dotted: int) -> str:
    """Write an address with a dot for each skipped level above the depth ``dotted``."""
    out = ""
    for depth, ((counting, form), n) in enumerate(zip(forms, address.path, strict=False)):
        if n:
            out += form.format(tokens.write_token(counting, n))
        elif depth < dotted and not _OF_DIVISION.match(form):
            out += "."
    return out


def _scan(forms: Forms, text: str, tokens: Tokens) -> Address | None:
    path: list[Ordinal] = []
    at = 0
    for counting, form in forms:
        if at == len(text):
            break
        skipped = text[at] == "." and not _OF_DIVISION.match(form)
        if "{}" not in form:  # a series that is one text
            if not text.startswith(form, at):
                return None
            path.append(1)
            at += len(form)
            continue
        match = None if skipped else _pattern(form, tokens.pattern(counting)).match(text, at)
        value = tokens.read_token(counting, match[1]) if match else None
        path.append(value or 0)
        at = match.end() if match and value else at + skipped
    fits = at == len(text) and path and path[0] and path[-1]
    return Address(tuple(path)) if fits else None


@lru_cache(_CACHED_TOKENS)
def _pattern(form: str, token: str) -> re.Pattern[str]:
    before, after = form.split("{}")
    return re.compile(re.escape(before) + f"({token})" + re.escape(after))
