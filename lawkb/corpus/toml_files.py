"""Typed reading of the TOML files of a corpus, and entries that editors add to them.

Every error of a file is reported at once, each with its place. What a table may hold is a model of
pydantic, or a data class with ``__pydantic_config__ = CLOSED``. What is written is parsed again
first.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar, get_args

import tomli_w
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model
from pydantic_core import ErrorDetails

from lawkb.errors import LawkbError

T = TypeVar("T")
Place = tuple[str | int, ...]
Fault = tuple[Place, str]  # where in a file, and what is wrong there

CLOSED = ConfigDict(extra="forbid", frozen=True)
_SAID = {
    "missing": "is missing",
    "string_type": "is not a text",
    "int_type": "is not a whole number",
    "tuple_type": "is not a list",
    "dict_type": "is not a table",
    "model_type": "is not a table",
    "model_attributes_type": "is not a table",
    "dataclass_type": "is not a table",
    "pattern_regex": "is no regular expression of Python",
}
_LONGEST, _MOST = 300, 50  # characters of a line, lines of a message: the file may be hostile
_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


class Table(BaseModel):
    """A table whose keys are all known."""

    model_config = CLOSED


def read_toml(path: Path) -> dict[str, Any]:
    """A whole TOML file.

    Raises:
        LawkbError: The file cannot be read or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LawkbError(
            str(path), f"cannot be read: {error.strerror}", "is this a corpus?"
        ) from error
    except (ValueError, RecursionError) as error:  # digits and brackets without end among them
        told = " ".join(f"{error}".split())
        raise LawkbError(str(path), f"not TOML: {told}", "fix the syntax there") from error


def read_entries(
    file: Path, key: str, entry: type[T], known: Mapping[str, Any] | None = None
) -> tuple[T, ...]:
    """The list of tables below a key, which is all that a file holds; none where it is not there.

    Args:
        file: The file, which a corpus need not have.
        key: The key.
        entry: What a table may hold.
        known: What its validators need to know.

    Raises:
        LawkbError: The file cannot be read or is wrong; it names every fault.
    """
    if not file.is_file():
        return ()
    listed: Any = {key: (tuple[entry, ...], ())}  # type: ignore[valid-type]  # made at run time
    whole = create_model("whole", __base__=Table, **listed)
    found, faults = read_as(whole, read_toml(file), known)
    refuse(file, faults)
    entries: tuple[T, ...] = getattr(found, key)
    return entries


def read_as(
    kind: type[T], raw: object, known: Mapping[str, Any] | None = None, at: Place = ()
) -> tuple[T | None, list[Fault]]:
    """What a table of a file is, or its faults.

    Args:
        kind: What it may hold.
        raw: What it holds.
        known: What validators need to know.
        at: Place of the table in its file.
    """
    try:
        return TypeAdapter(kind).validate_python(raw, context=known), []
    except ValidationError as error:
        return None, [((*at, *_place(each)), _said(each, kind)) for each in error.errors()]


def refuse(file: Path, faults: Iterable[Fault]) -> None:
    """Refuse a file that has faults, a line for each.

    Raises:
        LawkbError: There are any.
    """
    said = [*dict.fromkeys(_written(place, what) for place, what in faults)]
    if said:
        hint = "correct it there" if len(said) == 1 else f"correct these {len(said)} there"
        more = [f"and {len(said) - _MOST} more"] if len(said) > _MOST else []
        raise LawkbError(str(file), "\n  ".join([*said[:_MOST], *more]), hint)


def _place(error: ErrorDetails) -> Place:
    """The place of a fault; where a whole table is at fault, with no key in it."""
    whole = error["type"] == "value_error" and isinstance(error["input"], dict)
    return (*error["loc"], "") if whole else error["loc"]


def _said(error: ErrorDetails, kind: type) -> str:
    """What is wrong, after the place of the key; «is unknown» with the key that was meant."""
    sort, given = error["type"], error["input"]
    if sort in _UNKNOWN:
        *above, key = error["loc"]
        like = get_close_matches(str(key), _keys(kind, above), 1)
        return "is unknown" + (f"; did you mean {like[0]}?" if like else "")
    if sort == "literal_error":
        return f"{given!r} is unknown, it is one of {error['ctx']['expected']}"
    if sort == "value_error":
        return str(error["ctx"]["error"])
    if sort == "greater_than_equal":
        return f"is {given}, and must be {error['ctx']['ge']} or more"
    return _SAID.get(sort, error["msg"])


def _keys(kind: Any, place: Iterable[str | int]) -> list[str]:
    """The keys that a table may have, by its place below another."""
    for step in place:
        inside = [each for each in get_args(kind) if each is not ...]
        kind = _fields(kind).get(str(step)) or (inside[-1] if inside else None)
        if type(None) in get_args(kind):
            kind = get_args(kind)[0]
    return [*_fields(kind)]


def _fields(kind: Any) -> dict[str, Any]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {name: field.annotation for name, field in kind.model_fields.items()}
    is_class = isinstance(kind, type) and dataclasses.is_dataclass(kind)
    return {each.name: each.type for each in dataclasses.fields(kind)} if is_class else {}


def _written(place: Place, what: str) -> str:
    """A fault in a line: ``[[sources]] 2: zone is missing``."""
    *tables, key = _steps(place)
    above = re.sub(r"\] \[(?!\[)", ".", " ".join(tables))
    line = " ".join(f"{above + ':' if above else ''} {key} {what}".split())
    shown = "".join(char if char.isprintable() else "\ufffd" for char in line)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def _steps(place: Place) -> Iterator[str]:
    """The tables on the way to a key as the file writes them, then the key."""
    names = [*place]
    while names:
        name, numbers = (
            str(names.pop(0)),
            list(takewhile(lambda each: isinstance(each, int), names)),
        )
        del names[: len(numbers)]
        number = f" {int(numbers[0]) + 1}" if numbers else ""
        mark = ("[[", "]]") if numbers else ("[", "]")
        yield f"{mark[0]}{name}{mark[1]}{number}" if names else f"{name}{number}"


def with_entries(file: Path, key: str, entries: Sequence[Mapping[str, object]]) -> bytes:
    """Return what a file holds after tables are added at the end of the list below a key.

    What the file holds already is not changed, remarks included, unless its list is written
    inline, to which TOML lets nobody add: then the whole file is written anew.

    Args:
        file: A TOML file, which need not exist.
        key: Name of the list.
        entries: The tables to add; their values are no tables.

    Raises:
        LawkbError: The file is there and cannot be read.
    """
    try:
        content = file.read_text(encoding="utf-8") if file.exists() else ""
        known = tomllib.loads(content)
    except (OSError, ValueError) as error:
        told = " ".join(f"cannot be read: {error}".split())
        raise LawkbError(str(file), told, "check rights; it is TOML, in UTF-8") from error
    blocks = [content.rstrip("\n") + "\n"] if content.strip() else []
    added = [_block(key, each) for each in entries]
    try:
        tomllib.loads("\n".join([*blocks, *added]))
    except tomllib.TOMLDecodeError:
        held = known.pop(key)
        blocks = [tomli_w.dumps(known)] if known else []
        blocks += [_block(key, each) for each in held]
    return "\n".join([*blocks, *added]).encode()


def _block(key: str, entry: Mapping[str, object]) -> str:
    """One table of a list. tomli-w would write a list of few short tables inline."""
    return f"[[{key}]]\n{tomli_w.dumps(entry)}"
