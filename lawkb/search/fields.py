"""Fields of a query: where to look, ``law:20-47``, and what to look for, ``cites:16C``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.errors import LawkbError
from lawkb.model.address import Scheme
from lawkb.model.language import Language
from lawkb.search.addressed import read_address
from lawkb.search.complaints import complaint
from lawkb.search.lexing import EXAMPLES, Lexeme
from lawkb.search.spots import ZONES
from lawkb.search.tree import CITING, Cited, CitedBy, Having, Located, Node, Or, Within

_DASH = r"\s*[-–—]\s*"
_ZONES = {"note": "notes", "comment": "comments", "headings": "heading"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A query and how it is read.

    Attributes:
        query: As typed.
        languages: Languages to read its words in.
        scheme: Levels of the code.
    """

    query: str
    languages: tuple[Language, ...]
    scheme: Scheme


def field_node(asked: Asked, lexeme: Lexeme) -> Node:
    """What a field with a value asks for.

    Raises:
        LawkbError: The value is none of the field.
    """
    match lexeme.text:
        case "law":
            return _either(_located(asked, lexeme))
        case "cites":
            return Within(_address(asked, lexeme, Cited), CITING)
        case "cited-by":
            return _address(asked, lexeme, CitedBy)
        case "in":
            return _having(asked, lexeme, "in", ZONES)
        case "lang":
            return _having(asked, lexeme, "lang", tuple(one.code for one in asked.languages))
        case _:
            return _either(tuple(Having("edition", value) for value in _values(asked, lexeme)))


def _values(asked: Asked, lexeme: Lexeme) -> tuple[str, ...]:
    """The values behind a field: several are parted by commas, and any of them will do."""
    values = tuple(value.strip() for value in lexeme.value.split(",") if value.strip())
    if not values:
        hint = f"write it like {lexeme.text}:{EXAMPLES[lexeme.text]}"
        raise complaint(asked.query, lexeme.span, "this field has no value", hint)
    return values


def _having(asked: Asked, lexeme: Lexeme, what: str, known: tuple[str, ...]) -> Node:
    nodes: list[Node] = []
    for value in _values(asked, lexeme):
        name = _ZONES.get(value.casefold(), value.casefold())
        if name not in known:
            hint = f"there are: {', '.join(known)}"
            raise complaint(asked.query, lexeme.span, f"no such value of {what}:", hint)
        nodes.append(Having("in" if what == "in" else "lang", name))
    return _either(tuple(nodes))


def _located(asked: Asked, lexeme: Lexeme) -> tuple[Located, ...]:
    found = [_range(asked, lexeme, value) for value in _values(asked, lexeme)]
    if None in found:  # its commas part no values: «Article 6, paragraph 1»
        address = _address(asked, lexeme, Cited).address
        found = [Located(address, address, asked.scheme.write(address))]
    return tuple(filter(None, found))


def _range(asked: Asked, lexeme: Lexeme, value: str) -> Located | None:
    ends = [read_address(end, asked.scheme, asked.languages) for end in re.split(_DASH, value)]
    first, last = ends[0], ends[-1]
    if first is None or last is None or len(ends) > 2:
        return None
    if last < first and not last.holds(first):
        what = "the range ends before it begins"
        raise complaint(asked.query, lexeme.span, what, "write it like law:20-47")
    return Located(first, last, "-".join(map(asked.scheme.write, dict.fromkeys((first, last)))))


def _address(asked: Asked, lexeme: Lexeme, kind: type[Cited] | type[CitedBy]) -> Cited | CitedBy:
    address = read_address(lexeme.value, asked.scheme, asked.languages)
    if address is None:
        raise _no_address(asked, lexeme)
    return kind(address, asked.scheme.write(address))


def _no_address(asked: Asked, lexeme: Lexeme) -> LawkbError:
    what = "this is not the address of a provision"
    hint = f"write it like {lexeme.text}:{EXAMPLES[lexeme.text]}"
    return complaint(asked.query, lexeme.span, what, hint)


def _either(nodes: tuple[Node, ...]) -> Node:
    distinct = tuple(dict.fromkeys(nodes))
    return distinct[0] if len(distinct) == 1 else Or(distinct)
