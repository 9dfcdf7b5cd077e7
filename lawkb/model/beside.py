"""Labels of the texts beside the laws of an act: «Παράρτημα I», «αιτιολογική σκέψη 47»."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawkb.model.address import Address, InSeries, Ordinal, Scheme, Series, write_ordinal
from lawkb.model.label import path_of_parts, plain
from lawkb.model.language import Language
from lawkb.model.numerals import SIGNS, read_number

_PART = re.compile(r"\d+|[^\W\d_]+")
_LONGEST_LETTERS = 3  # of a label, such as «στ»; longer words name its level


def law_name(number: Ordinal, scheme: Scheme, language: Language) -> str:
    """Return the name of a law, «Άρθρο 12Α», or of a text beside the laws, ``Annex I``."""
    series = scheme.series_of(number)
    if series is None or not isinstance(number, InSeries):
        return f"{language.law} {language.write_token(scheme.levels[0].counting, number)}"
    name = _names(series.name, language)[0]
    return f"{name} {_written(number.n, series, language)}" if number.n else name


def label_beside(address: Address, scheme: Scheme, language: Language) -> str:
    """Return the label of a provision of a text beside the laws: ``Annex I(2)``, ``Recital 47``."""
    head = law_name(address.law, scheme, language)
    if not address.depth:
        return head
    series, below = scheme.series_of(address.law), label_inside(address, scheme, language)
    if series and not series.numbering:
        return f"{_names(_member(series.name), language)[0]} {below}"
    return f"{head}{below}"


def label_inside(address: Address, scheme: Scheme, language: Language) -> str:
    """Return the label of a provision without the name of its law or annex: ``(2)(b)``, ``47``."""
    if not isinstance(address.law, InSeries):
        return scheme.write(address, language).removeprefix(str(address.law))
    series = scheme.series_of(address.law)
    below = scheme.write(address, language).removeprefix(scheme.write(Address(address.path[:1])))
    return below if series and series.numbering else below.strip("()")


def read_typed_beside(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """Return the address of a typed text beside the laws: ``Annex I point 2``, ``recital 47``.

    Args:
        text: The typed text; the canonical form ``annex-1(2)`` is read, too.
        scheme: The levels and series of the code.
        languages: Languages in which to read words and letters.
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

    Args:
        text: The line.
        series: The series.
        language: Language of the line.

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


def _written(n: Ordinal, series: Series, language: Language) -> str:
    if not isinstance(n, int):
        return str(n)
    if series.numbering == "roman":
        return write_ordinal("roman", n).upper()
    if series.numbering == "upper":
        return language.letter("upper", n) or write_ordinal("upper", n)
    return str(n)


def _after_name(words: list[str], series: Series, language: Language) -> list[str] | None:
    """Return the words after the name of a series; None if they do not begin with it."""
    folded = [plain(word.strip(SIGNS)) for word in words]
    for name in _folded_names(series, language):
        if folded[: len(name)] == list(name):
            return words[len(name) :]
    return None


@cache
def _folded_names(series: Series, language: Language) -> tuple[tuple[str, ...], ...]:
    """Return every form of the name of a series as folded words, the longest first."""
    keys = [series.name] if series.numbering else [series.name, _member(series.name)]
    forms = {tuple(map(plain, form.split())) for key in keys for form in _names(key, language)}
    return tuple(sorted(forms, key=len, reverse=True))


def _read(rest: list[str], series: Series, scheme: Scheme, language: Language) -> Address | None:
    number: Ordinal = series.number(0)
    if series.numbering:
        readings = read_number(rest[0], language) if rest else ()
        if not readings:
            return None
        number, rest = series.number(readings[0]), rest[1:]
    exact = scheme.scan(f"{number}{''.join(rest)}", language)
    if exact and label_beside(exact, scheme, language).endswith("".join(rest)):
        return exact
    parts = tuple(_labels(" ".join(rest)))
    if not parts:
        return Address((number,))
    path = path_of_parts(("1", *parts), scheme.inside(number), language)
    return Address((number, *path[1:])) if path else None


def _labels(text: str) -> Iterator[str]:
    """Yield the numbers and letters of a typed place, without the words that name levels."""
    for part in _PART.findall(text):
        if part.isdigit() or len(part) <= _LONGEST_LETTERS:
            yield part
