"""Labels: addresses as a language writes them, and as people type them.

Those of the laws (``47Ε2(α)``), of the texts beside them («Παράρτημα I», «αιτιολογική σκέψη 47»),
and the numbers in headings: II, 2, «Β΄», «δεύτερο», *Two*.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from lawkb.errors import LawkbError
from lawkb.model.address import (
    Address,
    Counting,
    InSeries,
    Level,
    Ordinal,
    Scheme,
    Series,
    ordinal,
    write_ordinal,
)
from lawkb.model.language import Language, joined_inserts, letters_of
from lawkb.unicode_characters import PRIMES, normalized

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
        return label_beside(address, scheme, language)
    return scheme.write(address, language, language.code)


def printed_label(address: Address, scheme: Scheme, language: Language, form: str = "") -> str:
    """Return the label of a provision as a line of a page begins with it: ``(α)``.

    Args:
        form: Template of the label, such as ``{})``; by default the first of its level.
    """
    level, n = scheme.levels_of(address.law)[address.depth], address.path[-1]
    if level.is_division:
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

    Returns:
        The address, or None when the whole text is not an address.
    """
    composed = normalized("NFC", text)
    if scheme.series and (
        beside := read_typed_beside(composed[:_LONGEST_TYPED], scheme, languages)
    ):
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
            # The words between a provision and what it belongs to: *of*, *του*.
            tables = (each.tables.get("references", {}) for each in outline.languages)
            of = "|".join(re.escape(word) for table in tables for word in table.get("of_law", ()))
            known = re.escape(edition.id)
            found = re.fullmatch(rf"{known}(?:\s*:\s*|\s+)(\S.*)", text) or re.fullmatch(
                rf"(\S.*?)\s+(?:(?:{of})\s+)?(?:{known}|\({known}\))", text, re.IGNORECASE
            )
            if found:
                return edition.id, found[1]
    return None, text


def _labelled(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """Return the address of a text in canonical form or as a label of a language, else None."""
    with suppress(LawkbError):
        return scheme.read(text)
    for language in languages:
        address = scheme.scan(text, language, language.code)
        if address and _SPACES.sub("", label(address, scheme, language)) == text:
            return address
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
    if [part[0].isdigit() for part in parts[:2]] != [False, True]:
        return parts  # before anything but a number no word is looked up: that reads the languages
    key = plain(parts[0])
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
def range_words(languages: tuple[Language, ...]) -> frozenset[str]:
    """Return the words between the ends of a range as people type it, such as *to*, folded."""
    tables = (language.tables.get("references", {}).get("range", ()) for language in languages)
    # Not the Italian «a»: it is a letter of an address.
    return frozenset(plain(word) for table in tables for word in table if len(word) > 1)


@lru_cache(_LANGUAGES)
def _typed_words(language: Language) -> frozenset[str]:
    return frozenset(map(plain, typed_law_words(language)))


@lru_cache(2**14)
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
        read = _longest(left[0], level.counting, language)
        if not read and path and path[-1] and level.numbering == "roman":
            # Letters typed for a Roman numeral: «ιν» on a Greek keyboard for iv.
            roman = "".join(language.roman.get(char, char) for char in left[0].lower())
            read = _longest(roman, level.counting, language)
        if read is None:
            path.append(0)
            continue
        n, rest = read
        path.append(n)
        left[0] = rest.removeprefix(".")
        if not rest:
            left.pop(0)
    return tuple(path) if not left and path[0] and path[-1] else None


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


SIGNS = "΄'’´ʹ᾽`\"«»[](){};·.:,–—-"  # around a number: «Α΄», I., [II]
_ROMAN = re.compile(r"(?=[clxvi])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_VALUES = {"c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5, "iv": 4, "i": 1}
_LONGEST_ENDING = 3  # of an ordinal word, whose stem is listed
_MOST = 90  # the highest ordinal in words that is read


def read_number(written: str, language: Language) -> tuple[int, ...]:
    """Return what the number of a division may be: II, 2, «Β΄», «δεύτερο» are 2."""
    bare = _ordinal_end(language).sub("", written.strip(SIGNS))
    found = [
        int(bare) if re.fullmatch(r"[1-9]\d{0,2}", bare, re.ASCII) else None,
        ordinal_word(bare, language) or _cardinals(language).get(plain(bare)),
        _roman(bare, language),
        language.ordinal("upper", bare) if bare.isupper() or bare[:1].isupper() else None,
    ]
    return tuple(dict.fromkeys(n for n in found if n))


def is_ordinal_number(written: str, language: Language) -> bool:
    """Whether a number may be before what it counts: *1.*, *II.*, «Ier», «2ο», «Α΄», *First*."""
    if ordinal_word(written, language):
        return True
    marked = written[-1:] in ("." + PRIMES) or _ordinal_end(language).search(written)
    return bool((marked or written.isupper()) and read_number(written, language))


@cache
def _ordinal_end(language: Language) -> re.Pattern[str]:
    """Return the pattern of what follows the digits of an ordinal: «er» in «Ier», «η» in «2η»."""
    tables = (language.tables.get(name, {}) for name in ("titles", "divisions"))
    own = [re.escape(ending) for table in tables for ending in table.get("endings", ())]
    return re.compile(rf"(?<=\d|[IVXL])({'|'.join(['[oº°ª]', *own])})$")


def _roman(written: str, language: Language) -> int | None:
    letters = "".join(language.roman.get(char, char) for char in written.lower())
    match = _ROMAN.fullmatch(letters) if written.isupper() or written.islower() else None
    if not match:
        return None
    value = match[1].count("c") * 100
    for part in (match[2], match[3]):
        whole = _VALUES.get(part)
        value += whole if whole is not None else sum(_VALUES[char] for char in part)
    return value


def ordinal_word(written: str, language: Language) -> int | None:
    """Return the value of an ordinal in words: 1 for *First* or «ΠΡΩΤΟ»; else None."""
    word = plain(written.strip(SIGNS))
    for n, stem, whole in _ordinals(language):
        if word == stem or (
            not whole and word.startswith(stem) and len(word) - len(stem) <= _LONGEST_ENDING
        ):
            return n
    return None


def number_words(language: Language, upto: int) -> tuple[tuple[int, str], ...]:
    """Return the numbers in words that ``read_number`` reads, in its order, up to a number.

    A word that ends in ``~`` is the stem of words with at most three more letters: ``πρωτ~``.
    """
    ordinals = ((n, f"{stem}{'' if whole else '~'}") for n, stem, whole in _ordinals(language))
    cardinals = ((n, word) for word, n in _cardinals(language).items())
    return tuple((n, word) for n, word in (*ordinals, *cardinals) if n <= upto)


@cache
def _ordinals(language: Language) -> tuple[tuple[int, str, bool], ...]:
    """Return value and stem of each ordinal of a language, and whether the stem is a whole word."""
    table = language.tables.get("numerals", {}).get("ordinals", {})
    return tuple(
        (int(n), plain(form.rstrip("~")), not form.endswith("~"))
        for n, forms in table.items()
        for form in forms.split()
        if int(n) <= _MOST
    )


@cache
def _cardinals(language: Language) -> dict[str, int]:
    """Return the value of each number in words, as in *Part One*."""
    table = language.tables.get("numerals", {}).get("cardinals", {})
    pairs = ((form, int(n)) for n, forms in table.items() for form in forms.split())
    return {plain(form): n for form, n in pairs if form.isalpha() and 0 < n <= _MOST}


# «(3.1)»: the number of a point that repeats that of the point above it.
_REPEATED = re.compile(r"(?<=[(.\d])(\d+)\.(?=\d)")
_LONGEST_LETTERS = 3  # of a label, such as «στ»; longer words name its level


def law_name(number: Ordinal, scheme: Scheme, language: Language) -> str:
    """Return the name of a law, «Άρθρο 12Α», or of a text beside the laws, ``Annex I``."""
    series = scheme.series_of(number)
    if series is None or not isinstance(number, InSeries):
        return f"{language.law} {language.write_token(scheme.levels[0].counting, number)}"
    name = _names(series.name, language)[0]
    if not number.n or series.is_unnumbered:
        return name
    return f"{name} {_written(number.n, series.numbering, language)}"


def label_beside(address: Address, scheme: Scheme, language: Language) -> str:
    """Return the label of a provision of a text beside the laws.

    ``Annex I(2)``, ``Annex III, Part B(2)``, ``Recital 47``.
    """
    head = law_name(address.law, scheme, language)
    if not address.depth:
        return head
    series, below = scheme.series_of(address.law), label_inside(address, scheme, language)
    if series and not series.numbering:
        return f"{_names(_member(series.name), language)[0]} {below}"
    return f"{head}{'' if below.startswith('(') else ', '}{below}"


def label_inside(address: Address, scheme: Scheme, language: Language) -> str:
    """Return the label of a provision without the name of its law or annex.

    ``(2)(b)``, ``(3.1)``, ``Part B(2)``; of a recital ``47``.
    """
    if not isinstance(address.law, InSeries):
        law = scheme.write(Address((address.law,)), language)
        return scheme.write(address, language).removeprefix(law)
    series = scheme.series_of(address.law)
    levels = series.levels if series else ()
    named = [
        division_label(level, n, language)
        for level, n in zip(levels, address.path[1:], strict=False)
        if level.is_division and n
    ]
    below = ", ".join(named) + _plain_label(address, scheme, language)
    return below if series and series.numbering else below.strip("()")


def division_label(level: Level, n: Ordinal, language: Language) -> str:
    """Return the label of a division inside an annex: ``Part B``, «Μέρος Β»."""
    words = language.tables.get("divisions", {}).get(level.name) or (level.name,)
    return f"{words[0][:1].upper()}{words[0][1:]} {_written(n, level.numbering, language)}"


def _plain_label(address: Address, scheme: Scheme, language: Language) -> str:
    """Return the label of a provision inside its division: ``(2)(b)``; empty for a division."""
    levels = scheme.levels_of(address.law)
    path = tuple(
        0 if level.is_division else n for level, n in zip(levels, address.path, strict=False)
    )
    if not path[-1]:
        return ""
    text = scheme.write(Address(path), language)
    for depth in range(len(path) - 1, 0, -1):
        if levels[depth].repeats_above and path[depth] and path[depth - 1]:
            above = scheme.write(Address(path[:depth]), language)
            here = scheme.write(Address(path[: depth + 1]), language).removesuffix(")")
            if text.startswith(here):
                own = here.removeprefix(above).removeprefix("(")
                text = f"{above.removesuffix(')')}.{own}{text.removeprefix(here)}"
    return text.removeprefix(scheme.write(Address(path[:1])))


def read_typed_beside(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """Return the address of a typed text beside the laws: ``Annex I point 2``, ``recital 47``.

    Args:
        text: The typed text; the canonical form ``annex-1(2)`` is read, too.
    """
    own = scheme.scan(text.strip())
    if own and isinstance(own.law, InSeries) and scheme.write(own) == text.strip():
        return own
    words = text.replace("(", " (").split()
    for series in scheme.series:
        for language in languages:
            rest = _after_name(words, series, language)
            found = None if rest is None else _read(rest, series, scheme, language)
            if found:
                return found
    return None


def opening_of_series(
    text: str, series: Series, language: Language
) -> tuple[tuple[int, ...], int] | None:
    """Return what the number of a heading such as ``ANNEX I`` may be, and where the label ends.

    Returns:
        None if the line does not begin with a word for the series. Without a number the readings
        are empty.
    """
    tokens = [*re.finditer(r"\S+", text)]
    rest = _after_name([token[0] for token in tokens], series, language)
    if rest is None:
        return None
    at = len(tokens) - len(rest)
    readings = read_number(rest[0], language) if rest else ()
    last = tokens[at] if readings else tokens[at - 1]
    return readings, last.start() + len(last[0].rstrip(":–—-"))


def _member(name: str) -> str:
    """Return the key of the words for one text of a series that is one text."""
    return name.removesuffix("s")


def _names(name: str, language: Language) -> tuple[str, ...]:
    return tuple(language.tables.get("series", {}).get(name, ())) or (name.capitalize(),)


def _written(n: Ordinal, numbering: str | None, language: Language) -> str:
    if not isinstance(n, int):
        return str(n)
    if numbering == "roman":
        return write_ordinal("roman", n).upper()
    if numbering == "upper":
        return language.letter("upper", n) or write_ordinal("upper", n)
    return str(n)


def _after_name(words: list[str], series: Series, language: Language) -> list[str] | None:
    """Return the words after the name of a series; None if they do not begin with it."""
    folded = [plain(word.strip(SIGNS)) for word in words]
    for name in _folded_names(series, language):
        if folded[: len(name)] == list(name):
            return words[len(name) :]
    return None


def names_of(series: Series, language: Language) -> tuple[str, ...]:
    """Return every form of the name of a series, and of one of its texts if it is one text."""
    keys = [series.name] if series.numbering else [series.name, _member(series.name)]
    return tuple(form for key in keys for form in _names(key, language))


def words_of_series(series: Series, language: Language) -> tuple[str, ...]:
    """Return every form of the name of a series, folded, the longest first: ``αιτ. σκεψη``."""
    return tuple(" ".join(name) for name in _folded_names(series, language))


def names_of_series(series: Series, language: Language) -> tuple[str, ...]:
    """Return the name of a series in labels, and that of one of its texts: *Recitals*, *Recital*.

    Both are the same where the texts are numbered: *Annex*.
    """
    keys = (series.name, series.name if series.numbering else _member(series.name))
    return tuple(_names(key, language)[0] for key in keys)


@cache
def _folded_names(series: Series, language: Language) -> tuple[tuple[str, ...], ...]:
    """Return every form of the name of a series as folded words, the longest first."""
    forms = {tuple(map(plain, form.split())) for form in names_of(series, language)}
    return tuple(sorted(forms, key=len, reverse=True))


def _read(rest: list[str], series: Series, scheme: Scheme, language: Language) -> Address | None:
    number: Ordinal = series.number(0)
    if series.numbering:
        if not rest:
            return None
        n = own_number(rest[0], series.numbering, language)
        # The only annex of an act has no number.
        number, rest = series.number(n or 1), rest[bool(n) :]
    divided = _divisions(rest, series, language)
    if divided is None:
        return None
    named, rest = divided
    head = str(number) + "".join(
        level.written.format(n) for level, n in zip(series.divisions, named, strict=True) if n
    )
    printed = "".join(rest)
    repeats = any(level.repeats_above for level in series.levels)
    below = _REPEATED.sub(r"\1)(", printed) if repeats else printed
    exact = scheme.scan(head + below, language)
    # Schedule 2, 1 is not schedule 21: the address must be in the same text and divisions.
    below_text = (*(exact.path[1:] if exact else ()), *(0 for _ in named))[: len(named)]
    inside = exact and exact.law == number and below_text == tuple(named)
    if exact and inside and label_beside(exact, scheme, language).endswith(printed):
        return exact
    # The numbers and letters of the place, without the words that name levels.
    found = _PART.findall(" ".join(rest))
    parts = tuple(each for each in found if each.isdigit() or len(each) <= _LONGEST_LETTERS)
    path = path_of_parts(("1", *parts), scheme.below_divisions(number), language)
    return Address((number, *named, *path[1:])) if path and parts else None


def _divisions(
    words: list[str], series: Series, language: Language
) -> tuple[list[int], list[str]] | None:
    """Return the ordinal of each division that words name, 0 for the others, and the other words.

    ``Part B, point 2`` names part 2; None where a division has no number, or two.
    """
    table = language.tables.get("divisions", {})
    named, left, at = [0] * len(series.divisions), [], 0
    while at < len(words):
        word = plain(words[at].strip(SIGNS))
        depth = next(
            (
                depth
                for depth, level in enumerate(series.divisions)
                if word in map(plain, table.get(level.name, ()))
            ),
            None,
        )
        if depth is None:
            left.append(words[at])
            at += 1
            continue
        numbering = series.divisions[depth].numbering
        n = own_number(words[at + 1], numbering, language) if words[at + 1 :] else None
        if not n or named[depth]:
            return None
        named[depth] = n
        at += 2
        left += re.findall(r"\.+$", words[at - 1]) if at < len(words) else []
    return named, left


def own_number(written: str, numbering: str, language: Language) -> int | None:
    """Return the number of an annex or division as it counts, else in any other way.

    ``C`` is the third where letters count, the hundredth where Roman numerals do.
    """
    own = numbering == "upper" and language.ordinal("upper", written.strip(SIGNS).upper())
    readings = (own,) if own else read_number(written, language)
    return readings[0] if readings else None
