"""Copies of passages, provisions and references with other contents, made in half the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

_T = TypeVar("_T")


def copier(kind: type[_T], first: str, second: str) -> Callable[[_T, Any, Any], _T]:
    """A function that gives a copy of a thing with other values in two of its fields.

    It does what ``dataclasses.replace`` does, but looks up the names of the fields once only: a
    page has a hundred things to copy.

    Args:
        kind: A dataclass whose fields are all arguments of its constructor.
        first: A field to change; the function takes the thing, its new value and the other's.
        second: The other.
    """
    every: list[str] = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    values_of = attrgetter(*every)
    one, other = every.index(first), every.index(second)

    def copy(thing: _T, new: Any, newer: Any) -> _T:
        values = [*values_of(thing)]
        values[one], values[other] = new, newer
        return kind(*values)

    return copy
