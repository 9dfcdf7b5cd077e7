"""Labels of the texts beside the laws of an act: «Παράρτημα I», «αιτιολογική σκέψη 47»."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawkb.model.address import (
    Address,
    InSeries,
    Level,
    Ordinal,
    Scheme,
    Series,
    write_ordinal,
)
from lawkb.model.label import path_of_parts, plain
from lawkb.model.language import Language
from lawkb.model.numerals import SIGNS, read_number

_PART = re.compile(r"\d+|[^\W\d_]+")
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
    # Schedule 2, 1 is not schedule 21.
    inside = exact and _begins_with(exact, number, named)
    if exact and inside and label_beside(exact, scheme, language).endswith(printed):
        return exact
    parts = tuple(_labels(" ".join(rest)))
    path = path_of_parts(("1", *parts), scheme.below_divisions(number), language)
    return Address((number, *named, *path[1:])) if path and parts else None


def _begins_with(address: Address, number: Ordinal, named: list[int]) -> bool:
    """Return whether an address is in a text beside the laws and in its divisions, 0 for none."""
    below = (*address.path[1:], *(0 for _ in named))[: len(named)]
    return address.law == number and below == tuple(named)


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


def _labels(text: str) -> Iterator[str]:
    """Yield the numbers and letters of a typed place, without the words that name levels."""
    for part in _PART.findall(text):
        if part.isdigit() or len(part) <= _LONGEST_LETTERS:
            yield part
