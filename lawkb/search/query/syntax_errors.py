"""The error of a malformed query, with a marker under the faulty words."""

from __future__ import annotations

import unicodedata

from lawkb.errors import LawkbError
from lawkb.model.passage import Span

_FRONT = "query: "
_INDENT = 2  # what LawkbError puts before its second line
_SHOWN = 60  # code points of the query around the place
_WIDTH = 80


def syntax_error(query: str, span: Span, what: str, hint: str) -> LawkbError:
    """Return the error of a malformed query: the query, a marker below it, what to do.

    Args:
        query: The query; a long one is cut around the fault.
        span: Code points of the fault.
        what: What is wrong, in at most 50 characters.
        hint: What to do.
    """
    at = min(span[0], len(query))
    first = max(0, min(at - _SHOWN // 2, len(query) - _SHOWN))
    # Words that fit on neither side of the place need more of the query cut off before it.
    while first < at and not _fits(_shown(query, first, at), what):
        first += 1
    tail = "…" if len(query) > first + _SHOWN else ""
    shown = _shown(query, first, first + _SHOWN) + tail
    column = _columns(_shown(query, first, at))
    length = max(1, min(_columns(_printable(query[at : span[1]])), _columns(shown) - column))
    return LawkbError(shown, _marker(column - _INDENT, length, what), hint)


def _shown(query: str, first: int, end: int) -> str:
    return _FRONT + ("…" if first else "") + _printable(query[first:end])


def _fits(before: str, what: str) -> bool:
    """Return whether the line has room for a message after or before a caret below a text's end."""
    column = _columns(before) - _INDENT
    return len(what) < column or _INDENT + column + len("^ ") + len(what) <= _WIDTH


def _marker(column: int, length: int, what: str) -> str:
    """Return carets below the fault, with the message after or before them, where there is room."""
    behind = f"{' ' * column}{'^' * length} {what}"
    if len(behind) + _INDENT <= _WIDTH:
        return behind
    if len(what) < column:
        return f"{what.ljust(column - 1)} {'^' * length}"
    return f"{' ' * column}^ {what}"


def _printable(text: str) -> str:
    """Return a text on one line; characters that cannot be printed are replaced by spaces."""
    return "".join(char if char.isprintable() else " " for char in text)


def _columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)
