"""Read the tables of a corpus: TOML files with types, and tab-separated files row by row.

The keys that a table may have are the fields of a subclass of ``Table``. All errors of a file are
reported at once, each with the table and key.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme, base_of
from lawkb.model.code import Outline
from lawkb.sources.untrusted_files import parse_toml

T = TypeVar("T")
Place = tuple[str | int, ...]
Fault = tuple[Place, str]  # where in a file, and what is wrong there

_EXPECTED = {
    str: "is not a text",
    int: "is not a whole number",
    float: "is not a number",
    tuple: "is not a list",
    dict: "is not a table",
    re.Pattern: "is no regular expression of Python",
}
_LONGEST, _MOST = 300, 50  # characters of a line, lines of a message: the file may be hostile


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class for a TOML table; its fields are the only keys allowed.

    The type of a field may be ``Annotated`` with functions that return what is wrong with a value,
    or None. A check of the whole table is a ``__post_init__`` that raises ``ValueError``.
    """


_fields = cache(msgspec.structs.fields)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file as a dictionary."""
    return parsed(path, content_of(path))


def content_of(path: Path) -> bytes:
    """Return the content of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise LawkbError(
            str(path), f"cannot be read: {error.strerror}", "name a corpus: --corpus DIR"
        ) from error


def parsed(path: Path, content: bytes) -> dict[str, Any]:
    """Return the content of a TOML file as a dictionary."""
    try:
        return parse_toml(io.TextIOWrapper(io.BytesIO(content), "utf-8").read())
    except (ValueError, RecursionError) as error:  # digits and brackets without end among them
        told = " ".join(f"{error}".split())
        raise LawkbError(str(path), f"not TOML: {told}", "fix the syntax there") from error


def read_entries(
    file: Path,
    key: str,
    entry: type[T],
    check: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] = lambda entry: (),
) -> tuple[T, ...]:
    """Return the array of tables of a TOML file that has no other keys; empty without a file.

    Args:
        check: Function that returns key and message of each fault which the type does not cover.
    """
    if not file.is_file():
        return ()
    raw = read_toml(file)
    whole = msgspec.defstruct("whole", [(key, tuple[entry, ...], ())], bases=(Table,))  # type: ignore[valid-type]  # made at run time
    found, faults = read_as(whole, raw)
    faults += [
        ((key, number, name), what)
        for number, table in enumerate(tables(raw, key))
        for name, what in check(table)
    ]
    refuse(file, faults)
    entries: tuple[T, ...] = getattr(found, key)
    return entries


def tables(raw: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the array of tables ``[[key]]``; empty if the value of the key is something else."""
    values = raw.get(key)
    is_list = isinstance(values, list) and all(isinstance(value, dict) for value in values)
    return values if isinstance(values, list) and is_list else []


def read_as(kind: type[T], raw: object) -> tuple[T | None, list[Fault]]:
    """Return a raw table as an instance of a type, or its faults.

    Returns:
        The instance and no faults, or None and at least one fault.
    """
    faults = [*_faults(kind, raw, ())]
    return None if faults else _converted(kind, raw), faults


def _converted(kind: type[T], raw: object) -> T:
    return msgspec.convert(raw, kind, dec_hook=lambda _, written: re.compile(written))


def refuse(file: Path, faults: Iterable[Fault]) -> None:
    """Raise an error with a line for each fault of a file; do nothing if there are none."""
    lines = [*dict.fromkeys(_written(place, what) for place, what in faults)]
    if lines:
        hint = "correct it there" if len(lines) == 1 else f"correct these {len(lines)} there"
        more = [f"and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
        raise LawkbError(str(file), "\n  ".join([*lines[:_MOST], *more]), hint)


def _faults(kind: Any, raw: object, at: Place) -> Iterator[Fault]:
    """Yield all faults of a value, since msgspec stops at the first one."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = [each for each in inside if each is not NoneType]
        yield from _faults(kinds[-1 if isinstance(raw, list | dict) else 0], raw, at)
    elif origin is Annotated:
        found = [*_faults(inside[0], raw, at)]
        yield from found or ((at, what) for check in inside[1:] if (what := check(raw)))
    elif isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _faults_of_table(kind, raw, at)
    elif isinstance(raw, dict) and origin is dict:
        for key, value in raw.items():
            yield from _faults(inside[0], key, (*at, key))
            yield from _faults(inside[1], value, (*at, key))
    elif isinstance(raw, list) and origin is tuple:
        for number, value in enumerate(raw):
            yield from _faults(inside[0], value, (*at, number))
    elif type(raw) is not kind:
        yield from _faults_of_value(kind, raw, at)


def _faults_of_table(kind: type[msgspec.Struct], raw: dict[str, Any], at: Place) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in _fields(kind)}
    found: list[Fault] = []
    for name, field in fields.items():
        if name in raw:
            found += _faults(field.type, raw[name], (*at, name))
        elif field.required:
            found.append(((*at, name), f"is missing{_needed(field.type)}"))
    for key in raw:
        if key not in fields:
            from difflib import get_close_matches  # rarely: it is slow to load

            like = get_close_matches(key, [*fields], 1)
            meant = f"; did you mean {like[0]}?" if like else ""
            found.append(((*at, key), f"is unknown{meant}"))
    yield from found or _faults_of_value(kind, raw, (*at, ""))


def _needed(kind: Any) -> str:
    """Return the keys that a missing table must have, so that they are not told one by one."""
    while get_origin(kind) in (Annotated, tuple):
        kind = get_args(kind)[0]
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return ""
    names = ", ".join(field.encode_name for field in _fields(kind) if field.required)
    return f"; it needs {names}" if names else ""


def _faults_of_value(kind: Any, raw: object, at: Place) -> Iterator[Fault]:
    try:
        _converted(kind, raw)
    except (msgspec.ValidationError, re.error, TypeError) as error:
        if isinstance(error.__cause__, ValueError):
            yield at, str(error.__cause__)
        elif get_origin(kind) is Literal:
            *others, last = map(repr, get_args(kind))
            yield at, f"{raw!r} is unknown, it is one of {', '.join(others)} or {last}"
        else:
            quoted = ": write it in quotation marks" if isinstance(raw, date) else ""
            yield at, _EXPECTED.get(get_origin(kind) or kind, _EXPECTED[dict]) + quoted


def _written(place: Place, what: str) -> str:
    """Return a fault as one line: ``[[sources]] 2: zone is missing``."""
    *above, key = _steps(place)
    names = re.sub(r"\] \[(?!\[)", ".", " ".join(above))
    line = " ".join(f"{names + ':' if names else ''} {key} {what}".split())
    shown = "".join(char if char.isprintable() else "\ufffd" for char in line)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def _steps(place: Place) -> Iterator[str]:
    """Yield the tables that lead to a key as the file writes them, then the key."""
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


# ---- tab-separated files


def read_rows(
    file: Path, check_names: Callable[[str, list[str]], None]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a tab-separated file: position, and cells by column name.

    The position is file and line, ``corpus/review.tsv:3``, for error messages. The first line of
    the file names the columns. Empty lines and lines that begin with ``#`` are left out. A missing
    file has no rows.

    Args:
        check_names: Function called with the position and the column names of the first line; it
            raises an error if they are wrong.
    """
    if not file.is_file():
        return
    lines = _lines(file)
    where, names = next(lines, (f"{file}:1", [""]))
    check_names(where, names)
    for where, cells in lines:
        if len(cells) != len(names):
            counted = f"{len(cells)} columns, and the first line names {len(names)}"
            raise LawkbError(where, counted, "put one tab between two columns")
        yield where, dict(zip(names, cells, strict=True))


def columns(names: Sequence[str]) -> Callable[[str, list[str]], None]:
    """Return a function for ``read_rows`` that allows these columns alone, in this order."""

    def check(where: str, found: list[str]) -> None:
        if found != [*names]:
            shape = f"tab-separated: {', '.join(names)}"
            raise LawkbError(where, "the first line does not name the columns", shape)

    return check


def check_language(where: str, tag: str, tags: Sequence[str]) -> None:
    """Refuse a language that is none of those of the code."""
    if tag not in tags:
        hint = f"one of {', '.join(tags)}"
        raise LawkbError(where, f"the code has no language {tag!r}", hint)


def read_address(where: str, cell: str, scheme: Scheme) -> Address:
    """Parse the canonical address in a cell, ``47E2(a)``."""
    try:
        return scheme.read(cell)
    except LawkbError as error:
        raise LawkbError(where, f"{cell} is not the address of a provision", error.hint) from error


def read_address_in(where: str, cell: str, edition: str, outline: Outline) -> Address:
    """Parse the canonical address of a provision whose law must be one of an edition's."""
    address = read_address(where, cell, outline.scheme)
    laws = outline.edition(edition).laws
    if base_of(address.law) > laws:
        raise LawkbError(where, f"{edition} has no Law {cell}", f"its last one is {laws}")
    return address


def _lines(file: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        told = " ".join(f"{error}".split())
        raise LawkbError(str(file), f"cannot be read: {told}", "save it as UTF-8 text") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            yield f"{file}:{number}", [cell.strip() for cell in line.split("\t")]
