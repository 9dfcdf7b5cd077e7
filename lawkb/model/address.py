"""Addresses of provisions, numberings of ordinals, and the scheme that writes and reads both."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from lawkb.errors import LawkbError

Numbering = Literal["arabic", "upper", "lower", "roman"]

_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_ROMAN_MAX = 39
_LETTERS_MAX = 702  # A … Z, AA … ZZ
_ARABIC_MAX = 9999
_LONGEST_TOKEN = len("xxxviii")
_CACHED_TOKENS = 4096  # more than a code has
# Regular expressions for what each numbering writes.
TOKENS = {
    "arabic": r"[1-9]\d{0,3}",
    "upper": "[A-Z]{1,2}",
    "lower": "[a-z]{1,2}",
    "roman": "[ivx]+",
}


@lru_cache(maxsize=_ARABIC_MAX)
def write_ordinal(numbering: Numbering, n: int) -> str:
    """Return an ordinal in the digits, Latin letters or roman numerals of a numbering.

    5 is ``5``, ``E``, ``e`` or ``v``.
    """
    if numbering == "arabic":
        return str(n)
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
    for letter in written.lower():
        value = value * 26 + ord(letter) - ord("a") + 1
    return value


def largest_ordinal(numbering: Numbering) -> int:
    """Return the highest ordinal that a numbering can write."""
    return {"arabic": _ARABIC_MAX, "roman": _ROMAN_MAX}.get(numbering, _LETTERS_MAX)


Spelling = Callable[[Numbering, int], str]
Forms = tuple[tuple[Numbering, str], ...]  # numbering and template of each level

_EXAMPLE = (47, 5, 2, 1)
# The id prefix of each level, by the Akoma Ntoso naming convention.
EID_PREFIXES = ("rule", "para", "subpara", "point", "indent")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """The language-neutral name of a provision: one ordinal per level, from the law down.

    Attributes:
        path: Ordinals from 1; 0 for a skipped level. ``47E2(a)`` is ``(47, 5, 2, 1)``. Never empty,
            never ends in 0. Sorting gives the order of the laws.
    """

    path: tuple[int, ...]

    def __post_init__(self) -> None:
        path = self.path
        if not path or path[0] < 1 or path[-1] < 1 or min(path) < 0:
            raise ValueError(f"not an address: {self.path}")

    # Written by hand for speed: a site compares and looks up addresses a million times.
    def __eq__(self, other: object) -> bool:
        """Whether both are the same address."""
        if other.__class__ is not Address:
            return NotImplemented
        return self is other or self.path == other.path

    def __hash__(self) -> int:
        """Return the hash of the path."""
        return hash(self.path)

    @property
    def law(self) -> int:
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

    def child(self, depth: int, ordinal: int) -> Address:
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


@dataclass(frozen=True, slots=True)
class Level:
    """One level of an address scheme, from ``corpus.toml``.

    Attributes:
        name: Word for the level: law, letter, number, point, roman.
        numbering: How the ordinals are written: with digits, letters or roman numerals.
        printed: Template of the label at the start of a line of a page, ``{}.`` or ``({})``.
        written: Template of the label inside an address, ``{}`` or ``({})``.
        also_printed: Other templates of the label on pages, such as ``{})``, where languages
            differ.
        most: Highest ordinal at this level in any law; None where it is not declared.
    """

    name: str
    numbering: Numbering
    printed: str
    written: str
    also_printed: tuple[str, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Scheme:
    """The levels of a code, and the conversions between address, text, eId and URL fragment.

    An eId is the address as an Akoma Ntoso id, ``rule_47__para_E``. All conversions are one-to-one.

    Attributes:
        levels: From the law down, at most five (the Akoma Ntoso profile has five).
    """

    levels: tuple[Level, ...]
    # Caches of what was written and read: a site needs the same addresses again and again.
    _texts: dict[tuple[int, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _eids: dict[tuple[int, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _fragments: dict[tuple[int, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _by_eid: dict[str, Address] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Scheme], tuple[tuple[Level, ...]]]:
        """Return what another process needs to create this scheme again, without the caches."""
        return Scheme, (self.levels,)

    @property
    def closes_alone(self) -> bool:
        """Whether a label of a level is printed with only a closing bracket: ``α)``."""
        forms = (form for level in self.levels for form in (level.printed, *level.also_printed))
        return any(")" in form and "(" not in form for form in forms)

    def write(self, address: Address, spell: Spelling | None = None) -> str:
        """Return an address in its canonical form, ``47E2(a)``, or with other letters, ``47Ε2(α)``.

        A dot marks a skipped level where the text would otherwise be read as another address: law
        47 with a number 1 and no letters is ``47.1``.

        Args:
            address: An address of this scheme.
            spell: Function that writes an ordinal in another alphabet; None for Latin letters.
        """
        if spell:
            forms = _forms(self.levels)
            return _text(forms, address, spell, _written(forms, address)[1])
        text = self._texts.get(address.path)
        if text is None:
            text = self._texts[address.path] = _written(_forms(self.levels), address)[0]
        return text

    def read(self, text: str) -> Address:
        """Return the address of a text in canonical form, ``47E2(a)``; the inverse of ``write``.

        Raises:
            LawkbError: The text is not a canonical address.
        """
        address = _scan(_forms(self.levels), text)
        if address is None or self.write(address) != text:
            what = "this is not the address of a provision"
            raise LawkbError(text, what, f"write it like {self.example}")
        return address

    @property
    def example(self) -> str:
        """Return an example of an address in this scheme: ``47E2(a)``."""
        return self.write(Address(_EXAMPLE[: len(self.levels)]))

    def eid(self, address: Address) -> str:
        """Return the Akoma Ntoso id of an address, ``rule_47__para_E__point_a``.

        It is ASCII, and the same in every language and edition.
        """
        eid = self._eids.get(address.path)
        if eid is None:
            parts = zip(EID_PREFIXES, self.levels, address.path, strict=False)
            named = (
                f"{prefix}_{write_ordinal(level.numbering, n)}" for prefix, level, n in parts if n
            )
            eid = self._eids[address.path] = "__".join(named)
        return eid

    def address_of_eid(self, eid: str) -> Address:
        """Return the address of an Akoma Ntoso id, ``rule_47__para_E``; the inverse of ``eid``.

        Raises:
            LawkbError: The id does not name a provision of this scheme.
        """
        address = self._by_eid.get(eid)
        if address is None:
            address = self._by_eid[eid] = self._scan_eid(eid)
        return address

    def fragment(self, address: Address) -> str:
        """Return the URL fragment on the page of the law: ``E2a``; empty for the law itself."""
        fragment = self._fragments.get(address.path)
        if fragment is None:
            text = _written(_bare(_forms(self.levels)), address)[0]
            fragment = self._fragments[address.path] = text.partition("#")[2]
        return fragment

    def _scan_eid(self, eid: str) -> Address:
        path = [0] * len(self.levels)
        for part in eid.split("__"):
            prefix, _, written = part.partition("_")
            depth = EID_PREFIXES.index(prefix) if prefix in EID_PREFIXES else len(path)
            value = ordinal(self.levels[depth].numbering, written) if depth < len(path) else None
            if value is None or any(path[depth:]):
                raise LawkbError(eid, "this id names no provision", "ids look like rule_47__para_E")
            path[depth] = value
        while path[-1:] == [0]:
            path.pop()
        if not path or not path[0]:
            raise LawkbError(eid, "this id names no provision", "ids look like rule_47__para_E")
        return Address(tuple(path))


def _forms(levels: tuple[Level, ...]) -> Forms:
    return tuple((level.numbering, level.written) for level in levels)


@cache
def _bare(forms: Forms) -> Forms:
    """Return the templates of URL fragments: no brackets, a dash where two levels would join."""
    bare = [(forms[0][0], "{}#")]
    for (above, before), (numbering, form) in pairwise(forms):
        bracketed = before.endswith(")") and form.startswith("(")
        joins = len(bare) == 1 or not (bracketed or above == numbering)
        bare.append((numbering, "{}" if joins else "-{}"))
    return tuple(bare)


# Cached: a site writes each address many times, in each language.
@lru_cache(65_536)
def _written(forms: Forms, address: Address) -> tuple[str, int]:
    """Return the canonical form, and the depth above which skipped levels are written as dots."""
    if len(address.path) > len(forms):
        raise ValueError(f"{address} does not fit the scheme of {len(forms)} levels")
    for dotted in range(len(address.path) + 1):
        text = _text(forms, address, write_ordinal, dotted)
        if _scan(forms, text) == address:
            return text, dotted
    raise ValueError(f"{address} cannot be written in this scheme")


def _text(forms: Forms, address: Address, spell: Spelling, dotted: int) -> str:
    """Write an address with a dot for each skipped level above the depth ``dotted``."""
    out = ""
    for depth, ((numbering, form), n) in enumerate(zip(forms, address.path, strict=False)):
        if n:
            out += form.format(spell(numbering, n))
        elif depth < dotted:
            out += "."
    return out


def _scan(forms: Forms, text: str) -> Address | None:
    path: list[int] = []
    at = 0
    for numbering, form in forms:
        if at == len(text):
            break
        skipped = text[at] == "."
        match = None if skipped else _pattern(form, numbering).match(text, at)
        value = ordinal(numbering, match[1]) if match else None
        path.append(value or 0)
        at = match.end() if match and value else at + skipped
    fits = at == len(text) and path and path[0] and path[-1]
    return Address(tuple(path)) if fits else None


@cache
def _pattern(form: str, numbering: Numbering) -> re.Pattern[str]:
    before, after = form.split("{}")
    return re.compile(re.escape(before) + f"({TOKENS[numbering]})" + re.escape(after))
