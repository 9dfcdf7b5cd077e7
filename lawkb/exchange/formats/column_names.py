"""How tables of texts name their columns: by words or by their languages, in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from babel import Locale

from lawkb.model.language import known_codes, language_codes, read_language
from lawkb.words.folding import fold


def folded_name(cell: str) -> str:
    """Return a column name for comparison: without capitals, accents and spaces around it."""
    return fold(cell.strip())


@cache
def column_words(column: Literal["source", "target", "id"]) -> tuple[str, ...]:
    """Return the words that name a column, folded, from the table ``[columns]`` of each language.

    Args:
        column: That of the originals, of the translations, or of the ids.
    """
    tables = (read_language(code).tables.get("columns", {}) for code in language_codes())
    words = (folded_name(word) for table in tables for word in table.get(column, ()))
    return tuple(dict.fromkeys(words))


def column_language(name: str) -> str:
    """Return the tag of the language that a column is named after: ``el`` for ``Greek``, or "".

    The names are those in every language that has a file.
    """
    return _language_names().get(folded_name(name), "")


@cache
def _language_names() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for code in language_codes():
        names = Locale.parse(code).languages
        found |= {folded_name(names[tag]): tag for tag in known_codes() if tag in names}
    return found
