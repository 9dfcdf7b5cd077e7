"""Addresses: the language-neutral names of provisions, and the scheme they are written in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise

from lawkb.errors import LawkbError
from lawkb.model.numbering import TOKENS, Numbering, ordinal, token

Spelling = Callable[[Numbering, int], str]
Forms = tuple[tuple[Numbering, str], ...]  # how ordinals are written, level by level

_EXAMPLE = (47, 5, 2, 1)
# The id prefix of each level, after the Akoma Ntoso naming convention.
EID_PREFIXES = ("rule", "para", "subpara", "point", "indent")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """The place of a provision: one ordinal per level, from the law down.

    Attributes:
        path: Ordinals from 1; 0 stands for a level that was skipped. ``47E2(a)`` is
            ``(47, 5, 2, 1)``. Never empty, never ends in 0. Sorting gives the order of the laws.
    """

    path: tuple[int, ...]

    def __post_init__(self) -> None:
        path = self.path
        if not path or path[0] < 1 or path[-1] < 1 or min(path) < 0:
            raise ValueError(f"not an address: {self.path}")

    # Written out: a site compares and looks up addresses a million times.
    def __eq__(self, other: object) -> bool:
        """Whether it is the same place."""
        if other.__class__ is not Address:
            return NotImplemented
        return self is other or self.path == other.path

    def __hash__(self) -> int:
        """A number that equal addresses share."""
        return hash(self.path)

    @property
    def law(self) -> int:
        """Number of the law."""
        return self.path[0]

    @property
    def depth(self) -> int:
        """Levels down from the law: 0 for the law itself."""
        return len(self.path) - 1

    @property
    def parent(self) -> Address | None:
        """Address one existing level up; None for a law."""
        path = self.path[:-1]
        while path and path[-1] == 0:
            path = path[:-1]
        return Address(path) if path else None

    def child(self, depth: int, ordinal: int) -> Address:
        """Address of the provision ``ordinal`` at level ``depth`` in this one, levels skipped."""
        kept = self.path[:depth]
        return Address(kept + (0,) * (depth - len(kept)) + (ordinal,))

    def ancestors(self) -> tuple[Address, ...]:
        """The provisions this one lies in, nearest first; empty for a law."""
        found = []
        above = self.parent
        while above is not None:
            found.append(above)
            above = above.parent
        return tuple(found)

    def holds(self, other: Address) -> bool:
        """Whether ``other`` is this provision or lies in it."""
        return other.path[: len(self.path)] == self.path


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a scheme, as ``corpus.toml`` gives it.

    Attributes:
        name: The field's word: law, letter, number, point, roman.
        numbering: How its ordinals are written.
        printed: Label at the start of a line of a page, ``{}.`` or ``({})``.
        written: The same inside an address, ``{}`` or ``({})``.
        also_printed: Other labels that pages have: ``{})``, where languages differ.
        most: No provision has a higher ordinal here, in any law; None where nobody says so.
    """

    name: str
    numbering: Numbering
    printed: str
    written: str
    also_printed: tuple[str, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Scheme:
    """The levels of a code, and the bijection address ⇄ text ⇄ eId ⇄ URL fragment.

    Attributes:
        levels: From the law down, at most five (the Akoma Ntoso profile has five).
    """

    levels: tuple[Level, ...]
    # What each address is in writing: a site writes the same ones again and again.
    _texts: dict[tuple[int, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _eids: dict[tuple[int, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _fragments: dict[tuple[int, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    # And the other way: a law has the same ids in every language.
    _by_eid: dict[str, Address] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Scheme], tuple[tuple[Level, ...]]]:
        """What another process makes it from; what it has written stays here."""
        return Scheme, (self.levels,)

    @property
    def closes_alone(self) -> bool:
        """Whether some label is printed with a closing bracket that nothing opens: ``α)``."""
        forms = (form for level in self.levels for form in (level.printed, *level.also_printed))
        return any(")" in form and "(" not in form for form in forms)

    def write(self, address: Address, spell: Spelling | None = None) -> str:
        """Address in its canonical writing, ``47E2(a)``, or in the alphabet that ``spell`` gives.

        A skipped level is written as a dot where the canonical text would otherwise read as
        another address: law 47 with a number 1 and no letters is ``47.1``.
        """
        if spell:
            forms = _forms(self.levels)
            return _text(forms, address, spell, _written(forms, address)[1])
        text = self._texts.get(address.path)
        if text is None:
            text = self._texts[address.path] = _written(_forms(self.levels), address)[0]
        return text

    def read(self, text: str) -> Address:
        """Address of a canonical writing; the inverse of ``write``.

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
        """How an address looks in this scheme: ``47E2(a)``."""
        return self.write(Address(_EXAMPLE[: len(self.levels)]))

    def eid(self, address: Address) -> str:
        """Akoma Ntoso id, ``rule_47__para_E__point_a``: ASCII, the same in every language."""
        eid = self._eids.get(address.path)
        if eid is None:
            parts = zip(EID_PREFIXES, self.levels, address.path, strict=False)
            named = (f"{prefix}_{token(level.numbering, n)}" for prefix, level, n in parts if n)
            eid = self._eids[address.path] = "__".join(named)
        return eid

    def address_of_eid(self, eid: str) -> Address:
        """Address of an id; the inverse of ``eid``.

        Raises:
            LawkbError: The id does not name a provision of this scheme.
        """
        address = self._by_eid.get(eid)
        if address is None:
            address = self._by_eid[eid] = self._scan_eid(eid)
        return address

    def fragment(self, address: Address) -> str:
        """URL fragment of a provision on the page of its law: ``E2a``; empty for the law itself."""
        fragment = self._fragments.get(address.path)
        if fragment is None:
            text = _written(_bare(_forms(self.levels)), address)[0]
            fragment = self._fragments[address.path] = text.partition("#")[2]
        return fragment

    def address_of_fragment(self, law: int, fragment: str) -> Address:
        """Address of a URL fragment; the inverse of ``fragment``.

        Raises:
            LawkbError: The fragment is not one that ``fragment`` gives.
        """
        address = _scan(_bare(_forms(self.levels)), f"{law}#{fragment}")
        if address is None or self.fragment(address) != fragment:
            raise LawkbError(f"{law}#{fragment}", "no such place", "fragments look like E2a")
        return address

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
    """Forms of the fragment: no brackets; a dash where two levels would run together."""
    bare = [(forms[0][0], "{}#")]
    for (above, before), (numbering, form) in pairwise(forms):
        bracketed = before.endswith(")") and form.startswith("(")
        joins = len(bare) == 1 or not (bracketed or above == numbering)
        bare.append((numbering, "{}" if joins else "-{}"))
    return tuple(bare)


# A site writes each address many times, in each language.
@lru_cache(65_536)
def _written(forms: Forms, address: Address) -> tuple[str, int]:
    """The canonical writing, and down to which depth it has a dot for each skipped level."""
    if len(address.path) > len(forms):
        raise ValueError(f"{address} does not fit the scheme of {len(forms)} levels")
    for dotted in range(len(address.path) + 1):
        text = _text(forms, address, token, dotted)
        if _scan(forms, text) == address:
            return text, dotted
    raise ValueError(f"{address} cannot be written in this scheme")


def _text(forms: Forms, address: Address, spell: Spelling, dotted: int) -> str:
    """The writing with a dot for each skipped level above the depth ``dotted``."""
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
    """A token in the form of its level."""
    before, after = form.split("{}")
    return re.compile(re.escape(before) + f"({TOKENS[numbering]})" + re.escape(after))
