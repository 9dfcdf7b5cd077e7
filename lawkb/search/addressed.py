"""Addresses in a query: as people type them, ``47E2a``, or as texts cite them, «άρθρο 6 παρ. 1»."""

from __future__ import annotations

import re

from lawkb.model.address import Address, Scheme
from lawkb.model.label import read_typed
from lawkb.model.language import Language

_LONGEST = 120
_BETWEEN = r"[\s,]+"
# A word and a figure, and no sign of the query language.
_MAY_CITE = r"(?s)(?=.*[^\W\d_]{2})(?=.*\d)[^\"«»“”„:=~*?]+"


def read_address(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """The address that a text is, in any writing; None when it is not wholly one.

    Args:
        text: What was typed.
        scheme: The levels of the code.
        languages: Languages to read it in, with the words of the code.
    """
    typed = read_typed(text, scheme, languages)
    if typed or len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return typed
    if not re.fullmatch(_MAY_CITE, text):
        return None
    # Not above: most queries name no provision in words, and the grammar takes its time to load.
    from lawkb.refs.cited import read_cited

    return read_cited(text, scheme, languages)


def read_addresses(
    text: str, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Address, ...]:
    """Two addresses or more that a text is, ``47 20`` or ``16B, 47E``; none when it is not."""
    words = re.split(_BETWEEN, text.strip())
    if len(words) == 1 or len(text) > _LONGEST:
        return ()
    read = tuple(read_typed(word, scheme, languages) for word in words)
    found = tuple(address for address in read if address)
    return found if len(found) == len(words) else ()
