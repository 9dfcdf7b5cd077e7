"""Labels: addresses as a language writes them, and as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Numbering, Scheme, ordinal, write_ordinal
from lawkb.model.language import Language, letters_of
from lawkb.unicode_normal_forms import normalized

if TYPE_CHECKING:
    from lawkb.model.code import Outline

_PART = re.compile(r"\d+|[^\W\d_]+")
_LETTERS = r"[^\W\d_]+"
# Drop spaces, but not between two digits: 47 48 is not 4748.
_SPACES = re.compile(r"(?<!\d)\s+|\s+(?!\d)")
_LONGEST_TYPED = 80
SIGN = "§"
_PARTS = ("section", "point", "level")  # kinds of words in the table [references]
_LANGUAGES = 64


def label(address: Address, scheme: Scheme, language: Language) -> str:
    """Return an address as a language writes it: ``47E2(a)`` is ``47Ε2(α)`` in Greek."""

    def spell(numbering: Numbering, n: int) -> str:
        return language.letter(numbering, n) or write_ordinal(numbering, n)

    return scheme.write(address, spell)


def printed_label(address: Address, scheme: Scheme, language: Language, form: str = "") -> str:
    """Return the label of a provision as a line of a page begins with it: ``(α)``.

    Args:
        address: Address of the provision.
        scheme: The levels of the code.
        language: The language.
        form: Template of the label, such as ``{})``; by default the first of its level.
    """
    level, n = scheme.levels[address.depth], address.path[-1]
    letter = language.letter(level.numbering, n) or write_ordinal(level.numbering, n)
    return (form or level.printed).format(letter)


def read_typed(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """Return the address that a person typed: ``47E2a``, ``47 ε 2 α``, ``Νόμος 47Ε2(α)``.

    Canonical forms and labels are read exactly: ``47(a)`` is a point of a law without letters, not
    section A. In any other text, brackets and dots are ignored, and the letters are read in the
    first language whose alphabet has all of them. The language whose script has most of the letters
    is tried first.

    Args:
        text: The typed text.
        scheme: The levels of the code.
        languages: Languages in which to read letters.

    Returns:
        The address, or None when the whole text is not an address.
    """
    parts = _parts(text, languages)
    if not parts or not parts[0].isdigit():
        return None
    composed = normalized("NFC", text)
    exact = _labelled(_SPACES.sub("", composed[composed.index(parts[0]) :]), scheme, languages)
    if exact:
        return exact
    by_script = sorted(languages, key=lambda language: -letters_of(text, language))
    for language in by_script:
        path = _path(tuple(parts), scheme, language)
        if path:
            return Address(path)
    return None


def split_edition(text: str, outline: Outline) -> tuple[str | None, str]:
    """Return the id of the edition before or after an address, and the rest of the text.

    ``2007 47B``, ``47B (2007)`` and ``47B του 2007`` give ``("2007", "47B")``; the id is None when
    none is there.
    """
    folded = text.casefold()
    for edition in outline.editions:
        if edition.id.casefold() in folded:  # rarely; a pattern is slow to make
            known, of = re.escape(edition.id), "|".join(_words_of(outline))
            found = re.fullmatch(rf"{known}(?:\s*:\s*|\s+)(\S.*)", text) or re.fullmatch(
                rf"(\S.*?)\s+(?:(?:{of})\s+)?(?:{known}|\({known}\))", text, re.IGNORECASE
            )
            if found:
                return edition.id, found[1]
    return None, text


def _words_of(outline: Outline) -> Iterator[str]:
    """Yield patterns of the words between a provision and what it belongs to: *of*, *του*."""
    for language in outline.languages:
        yield from map(re.escape, language.tables.get("references", {}).get("of_law", ()))


def _labelled(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """Return the address of a text in canonical form or as a label of a language, else None."""
    own = _read_canonical(text, scheme)
    if own:
        return own
    for language in languages:
        spelled = partial(_canonical_letter, language)
        address = _read_canonical(re.sub(_LETTERS, spelled, text), scheme)
        if address and label(address, scheme, language) == text:
            return address
    return None


def _read_canonical(text: str, scheme: Scheme) -> Address | None:
    try:
        return scheme.read(text)
    except LawkbError:
        return None


def _canonical_letter(language: Language, run: re.Match[str]) -> str:
    """Replace a letter of the language by the canonical one; leave others, as in ``iv``."""
    letters: tuple[tuple[Numbering, tuple[str, ...]], ...] = (
        ("upper", language.upper),
        ("lower", language.lower),
    )
    for numbering, known in letters:
        if run[0] in known:
            return write_ordinal(numbering, known.index(run[0]) + 1)
    return run[0]


def _parts(text: str, languages: tuple[Language, ...]) -> list[str]:
    """Split a typed address into numbers and letters, without the word for *law*.

    Empty when the text is too long or has characters that no address has.
    """
    composed = normalized("NFC", text).strip().removeprefix(SIGN).lstrip()
    if len(composed) > _LONGEST_TYPED or re.search(r"[^\w\s().\[\],-]", composed):
        return []
    parts = _PART.findall(composed)
    key = plain(parts[0]) if parts else ""
    return parts[1:] if any(key in _typed_words(language) for language in languages) else parts


def law_words(language: Language) -> tuple[str, ...]:
    """Return every form of a language's word for a law, from its file: ``Νόμος``, ``Νόμου``."""
    return (language.law, *language.tables.get("references", {}).get("law", ()))


@lru_cache(_LANGUAGES)
def folded_law_words(language: Language) -> frozenset[str]:
    """Return the forms of a language's word for a law, normalised by ``plain`` for look-up."""
    return frozenset(map(plain, law_words(language)))


def typed_law_words(language: Language) -> tuple[str, ...]:
    """Return the words that people type before the number of a law, in this code or another.

    Words for parts of a law are left out, as *Article* where it is one.
    """
    references = language.tables.get("references", {})
    of_parts = {plain(word) for key in _PARTS for word in references.get(key, ())}
    of_levels = references.get("levels", {}).values()
    of_parts |= {plain(word) for level in of_levels for word in level.get("words", ())}
    others = (word for word in references.get("typed_law", ()) if plain(word) not in of_parts)
    return (*law_words(language), *others)


@lru_cache(_LANGUAGES)
def _typed_words(language: Language) -> frozenset[str]:
    return frozenset(map(plain, typed_law_words(language)))


def plain(word: str) -> str:
    """Return a word for comparison: in lower case, without accents or a final full stop."""
    marked = normalized("NFD", word.casefold())
    return "".join(char for char in marked if not unicodedata.combining(char)).rstrip(".")


def _path(parts: tuple[str, ...], scheme: Scheme, language: Language) -> tuple[int, ...] | None:
    """Read the parts level by level; skip a level that does not fit the next part."""
    path: list[int] = []
    left = list(parts)
    for level in scheme.levels:
        if not left:
            break
        below = path and path[-1] > 0
        read = _longest(left[0], level.numbering, language) or (
            _longest(_in_roman(left[0], language), "roman", language)
            if below and level.numbering == "roman"
            else None
        )
        if read is None:
            path.append(0)
            continue
        n, rest = read
        path.append(n)
        left[0] = rest
        if not rest:
            left.pop(0)
    return tuple(path) if not left and path[0] and path[-1] else None


def _in_roman(part: str, language: Language) -> str:
    """Return letters typed for a Roman numeral: «ιν» on a Greek keyboard for ``iv``."""
    return "".join(language.roman.get(char, char) for char in part.lower())


def _longest(part: str, numbering: Numbering, language: Language) -> tuple[int, str] | None:
    """Split a part into its longest prefix that is a label of a level, and the rest.

    Two Latin letters, as after Z, are read only in their canonical writing: ``16 card`` is a
    search, not an address.
    """
    if part.isdigit():
        n = ordinal("arabic", part) if numbering == "arabic" else None
        return (n, "") if n else None
    for size in range(len(part), 0, -1):
        written = part[:size].upper() if numbering == "upper" else part[:size].lower()
        n = language.ordinal(numbering, written)
        if not n and (size == 1 or numbering == "roman"):
            n = ordinal(numbering, written)
        if n:
            return n, part[size:]
    return None
