"""Public records as JSON without what is empty; the schema of that; and pages of it.

A client validates what it gets by the schema, so both are made from the same fields.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import msgspec

from lawkb.errors import LawkbError

# Fields that an answer leaves out: names by the name of their record.
LeftOut = Mapping[str, frozenset[str]]

MOST_CHARACTERS = 20_000  # of an answer as JSON
_ROOM = 18_000  # of them for the answer itself; the rest is around it
_LONG = 1_500  # characters of a string that may be divided between pages
_WHOLE = 4_000  # characters of an item that is not divided
_PLAIN_TYPES = ("string", "integer", "number", "boolean")


def plain(value: Any, left_out: LeftOut) -> Any:
    """Return a public record as JSON data, without empty fields and those that are left out."""
    if is_dataclass(value):
        hidden = left_out.get(type(value).__name__, frozenset())
        held = {
            each.name.rstrip("_"): plain(getattr(value, each.name), left_out)
            for each in fields(value)
            if each.name not in hidden
        }
        return {name: one for name, one in held.items() if one not in (None, [], {})}
    if isinstance(value, Mapping):
        return {str(key): plain(one, left_out) for key, one in value.items() if one is not None}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(one, left_out) for one in value]
    return value


def written(value: Any) -> str:
    """Return JSON data as text, in as few characters as possible."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ---- the schema


def schema_of(record: type, left_out: LeftOut) -> dict[str, Any]:
    """Return the JSON Schema of what ``plain`` makes of a record, with its ``$defs``."""
    (whole,), parts = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    defined = {name: _object(name, each, left_out) for name, each in parts.items()}
    return {**whole, "$defs": _reached(whole, defined)}


def _object(name: str, schema: dict[str, Any], left_out: LeftOut) -> dict[str, Any]:
    """Return the schema of a record: only plain values are always there."""
    hidden = left_out.get(name, frozenset())
    shown = {own: one for own, one in schema["properties"].items() if own not in hidden}
    return {
        "type": "object",
        "description": schema.get("description", ""),
        "properties": {own.rstrip("_"): _shape(one) for own, one in shown.items()},
        "required": [own.rstrip("_") for own, one in shown.items() if _is_always(one)],
        "additionalProperties": False,
    }


def _is_always(shape: Mapping[str, Any]) -> bool:
    return shape.get("type") in _PLAIN_TYPES or ("enum" in shape and None not in shape["enum"])


def _shape(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a value that is there: not null, and no tuple of several types."""
    made = {key: one for key, one in schema.items() if key != "default"}
    if "anyOf" in made:
        # Null is left out. The first of what remains keeps its place if it is alone.
        inner = [_shape(one) for one in made["anyOf"] if one.get("type") != "null"]
        return inner[0] if len(inner) == 1 else {"anyOf": inner}
    if "enum" in made:
        kept = [one for one in made["enum"] if one is not None]
        return {"enum": kept} if None not in made["enum"] else {"anyOf": [{"enum": kept}]}
    if "prefixItems" in made:  # clients of older drafts do not know it
        inner = [_shape(one) for one in made.pop("prefixItems")]
        different = [one for at, one in enumerate(inner) if one not in inner[:at]]
        made["items"] = different[0] if len(different) == 1 else {"anyOf": different}
    elif isinstance(made.get("items"), Mapping):
        made["items"] = _shape(made["items"])
    if isinstance(made.get("additionalProperties"), Mapping):
        made["additionalProperties"] = _shape(made["additionalProperties"])
    return made


def _reached(schema: Any, defined: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definitions that a schema needs."""
    found: dict[str, Any] = {}
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            name = str(each.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found[name] = defined[name]
                waiting.append(defined[name])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return dict(sorted(found.items()))


# ---- pages


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """A part of an answer that is not too long."""

    value: dict[str, Any]  # The answer; lists and long strings have a part of what they hold.
    following: int | None  # Where the next page begins; None if this is the last.
    cut: tuple[
        str, ...
    ]  # Where strings stand of which a part is here: `provisions.0.texts.en.text`.


def page_of(value: dict[str, Any], start: int) -> AnswerPage:
    """Return the page of an answer that begins at a place, 0 for the first.

    Every item of a list is on one page; one that is too long is divided itself. Long strings are
    divided, too: those of following pages go on where they ended. Short values of a record are
    repeated with each part of it.
    """
    cutter = _Cutter(start)
    taken = cutter.record(value, "", is_whole=True)
    following = cutter.place if cutter.is_full else None
    return AnswerPage(taken or {}, following, tuple(cutter.cut))


@dataclass(slots=True)
class _Cutter:
    """Walks through an answer and leaves out what is before ``start`` and behind the page."""

    start: int  # number of pieces that earlier pages have
    room: int = _ROOM  # characters that are left
    place: int = 0  # number of pieces before this one
    is_full: bool = False
    has_any: bool = False  # whether a piece is on the page
    cut: list[str] = field(default_factory=list)

    def piece(self, size: int) -> bool:
        """Return whether the next piece is on this page."""
        if self.is_full:
            return False
        if self.place < self.start:
            self.place += 1
            return False
        if size > self.room and self.has_any:
            self.is_full = True
            return False
        self.place += 1
        self.room -= size
        self.has_any = True
        return True

    def record(self, value: dict[str, Any], path: str, is_whole: bool) -> dict[str, Any] | None:
        """Return what is on the page of a record; None if nothing is."""
        short = {key: one for key, one in value.items() if _is_short(one)}
        size = len(written(short))
        if is_whole:
            self.room -= size
        # The short values are a piece of their own: a record that has no others is not lost.
        on_page = is_whole or self.piece(size)
        before = self.room
        if not on_page:
            self.room -= size
        parts: dict[str, Any] = {}
        for key, one in value.items():
            if key not in short and (part := self._part(one, f"{path}{key}")) is not None:
                parts[key] = part
        if not (on_page or parts):
            self.room = before
            return None
        for key, one in value.items():
            if isinstance(one, str) and key not in short:
                parts.setdefault(key, "")
        return {
            key: short.get(key, parts.get(key)) for key in value if key in short or key in parts
        }

    def _part(self, value: Any, path: str) -> Any:
        if isinstance(value, str):
            return self._string(value, path)
        if isinstance(value, dict):
            return self.record(value, f"{path}.", is_whole=False)
        found = [self._item(one, f"{path}.{at}.") for at, one in enumerate(value)]
        return [one for one in found if one is not None] or None

    def _item(self, value: Any, path: str) -> Any:
        size = len(written(value)) + 1
        if isinstance(value, dict) and size > _WHOLE:
            return self.record(value, path, is_whole=False)
        if isinstance(value, list) and size > _WHOLE:
            is_pair = all(isinstance(one, str) for one in value)
            return self._pair(value, path) if is_pair else self._part(value, path.rstrip("."))
        if isinstance(value, str) and size > _WHOLE:
            return self._string(value, path.rstrip("."))
        return value if self.piece(size) else None

    def _pair(self, value: list[str], path: str) -> list[str] | None:
        """Return strings that belong together, such as a word and the text that it is about."""
        found = [
            one if _is_short(one) else self._string(one, f"{path}{at}") or ""
            for at, one in enumerate(value)
        ]
        is_here = any(one for one, whole in zip(found, value, strict=True) if not _is_short(whole))
        return found if is_here else None

    def _string(self, value: str, path: str) -> str | None:
        pieces = [value[at : at + _LONG] for at in range(0, len(value), _LONG)]
        found = "".join(each for each in pieces if self.piece(len(written(each))))
        if found and found != value:
            self.cut.append(path)
        return found or None


def _is_short(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONG
    return not isinstance(value, (dict, list))


# ---- cursors: a place, and the call that it belongs to


def cursor_of(call: str, place: int) -> str:
    """Return the cursor of a place in the answer to a call."""
    return f"{place}-{zlib.crc32(call.encode()):08x}"


def place_of(call: str, cursor: str | None) -> int:
    """Return the place that a cursor names; 0 without one."""
    if not cursor:
        return 0
    place = cursor.partition("-")[0]
    known = place.isascii() and place.isdecimal() and len(place) < 12
    if not known or cursor != cursor_of(call, int(place)):
        hint = "repeat the call with the same arguments and the cursor that it gave as `next`"
        raise LawkbError("cursor", "it is not of this call", hint)
    return int(place)
