"""Labels: addresses as a language writes them, and as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Counting, InSeries, Ordinal, Scheme, ordinal
from lawkb.model.language import Language, joined_inserts, letters_of
from lawkb.unicode_normal_forms import normalized

if TYPE_CHECKING:
    from lawkb.model.code import Outline

_PART = re.compile(r"\d+|[^\W\d_]+")
# The same where provisions may have been inserted: 12Α, 5.1, c.1.
_LETTERS = r"[^\W\d_]+"
_PART_WITH_INSERT = re.compile(rf"\d+(?:\.\d+)?(?:{_LETTERS}(?:\.\d+)?)?|{_LETTERS}(?:\.\d+)?")
# Drop spaces, but not between two digits: 47 48 is not 4748.
_SPACES = re.compile(r"(?<!\d)\s+|\s+(?!\d)")
# Nor before a letter where it would be read as an insert: 12 a is not 12a.
_SPACES_BEFORE_INSERTS = re.compile(r"(?<!\w)\s+|\s+(?!\w)")
_LONGEST_TYPED = 80
SIGN = "§"
_PARTS = ("section", "point", "level")  # kinds of words in the table [references]
_LANGUAGES = 64


def label(address: Address, scheme: Scheme, language: Language) -> str:
    """Return an address as a language writes it: ``47E2(a)`` is ``47Ε2(α)`` in Greek."""
    if scheme.series and isinstance(address.law, InSeries):
        from lawkb.model.beside import label_beside  # few codes have such texts

        return label_beside(address, scheme, language)
    return scheme.write(address, language, language.code)


def printed_label(address: Address, scheme: Scheme, language: Language, form: str = "") -> str:
    """Return the label of a provision as a line of a page begins with it: ``(α)``.

    Args:
        address: Address of the provision.
        scheme: The levels of the code.
        language: The language.
        form: Template of the label, such as ``{})``; by default the first of its level.
    """
    level, n = scheme.levels_of(address.law)[address.depth], address.path[-1]
    if level.is_division:
        from lawkb.model.beside import division_label

        return division_label(level, n, language)
    above = _token_above(address, scheme, language) if level.repeats_above else ""
    return (form or level.printed).format(language.write_token(level.counting, n), above=above)


def _token_above(address: Address, scheme: Scheme, language: Language) -> str:
    """Return the number that a label repeats from the level above: 3 for the point 3.1."""
    above = address.parent
    if above is None:
        return ""
    level = scheme.levels_of(address.law)[above.depth]
    token = language.write_token(level.counting, above.path[-1])
    before = _token_above(above, scheme, language) if level.repeats_above else ""
    return f"{before}.{token}" if before else token


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
    composed = normalized("NFC", text)
    if scheme.series:
        from lawkb.model.beside import read_typed_beside

        if beside := read_typed_beside(composed[:_LONGEST_TYPED], scheme, languages):
            return beside
    lettered = any(level.counting.has_letters for level in scheme.levels)
    composed = joined_inserts(composed) if lettered else composed
    parts = _parts(composed, scheme, languages)
    if not parts or not parts[0][0].isdigit():
        return None
    spaces = _SPACES_BEFORE_INSERTS if lettered else _SPACES
    exact = _labelled(spaces.sub("", composed[composed.index(parts[0]) :]), scheme, languages)
    if exact:
        return exact
    by_script = sorted(languages, key=lambda language: -letters_of(text, language))
    for language in by_script:
        path = path_of_parts(tuple(parts), scheme, language)
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
        address = scheme.scan(text, language, language.code)
        if address and _SPACES.sub("", label(address, scheme, language)) == text:
            return address
    return None


def _read_canonical(text: str, scheme: Scheme) -> Address | None:
    try:
        return scheme.read(text)
    except LawkbError:
        return None


def _parts(composed: str, scheme: Scheme, languages: tuple[Language, ...]) -> list[str]:
    """Split a typed address into numbers and letters, without the word for *law*.

    Empty when the text is too long or has characters that no address has.
    """
    composed = composed.strip().removeprefix(SIGN).lstrip()
    if len(composed) > _LONGEST_TYPED or re.search(r"[^\w\s().\[\],-]", composed):
        return []
    inserted = any(level.inserts for level in scheme.levels)
    parts = (_PART_WITH_INSERT if inserted else _PART).findall(composed)
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


def path_of_parts(
    parts: tuple[str, ...], scheme: Scheme, language: Language
) -> tuple[Ordinal, ...] | None:
    """Read the parts level by level; skip a level that does not fit the next part."""
    path: list[Ordinal] = []
    left = list(parts)
    for level in scheme.levels:
        if not left:
            break
        below = path and path[-1]
        read = _longest(left[0], level.counting, language) or (
            _longest(_in_roman(left[0], language), level.counting, language)
            if below and level.numbering == "roman"
            else None
        )
        if read is None:
            path.append(0)
            continue
        n, rest = read
        path.append(n)
        left[0] = rest.removeprefix(".")
        if not rest:
            left.pop(0)
    return tuple(path) if not left and path[0] and path[-1] else None


def _in_roman(part: str, language: Language) -> str:
    """Return letters typed for a Roman numeral: «ιν» on a Greek keyboard for ``iv``."""
    return "".join(language.roman.get(char, char) for char in part.lower())


def _longest(part: str, counting: Counting, language: Language) -> tuple[Ordinal, str] | None:
    """Split a part into its longest prefix that is a label of a level, and the rest.

    Two Latin letters, as after Z, are read only in their canonical writing: ``16 card`` is a
    search, not an address. So are letters inserted after a letter.
    """
    for size in range(len(part), 0, -1):
        written = part[:size].upper() if counting.numbering == "upper" else part[:size].lower()
        if part[size - 1 : size + 1].isdigit() and size < len(part):
            return None  # a number is not cut
        n = _typed_ordinal(written, counting, language)
        if n:
            return n, part[size:]
    return None


def _typed_ordinal(written: str, counting: Counting, language: Language) -> Ordinal | None:
    if counting.numbering == "arabic":
        return language.read_token(counting, written)
    n = language.ordinal(counting.numbering, written)
    if not n and (len(written) == 1 or counting.numbering in ("roman", "doubled")):
        n = ordinal(counting.numbering, written)
    decimals = counting.has_decimals and "." in written
    return n or (language.read_token(counting, written) if decimals else None)
