"""Pickle dataclasses with slots in half the time that Python 3.11 takes for them.

Laws are sent between processes, and kept in files, as pickles of a great many small objects. The
methods that ``dataclasses`` adds look up the fields of the class anew for each object.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def pickled_quickly(cls: type[T]) -> type[T]:
    """Return a frozen dataclass with slots, with its fields looked up once for all objects."""
    made: Any = cls
    names = [each.name for each in fields(made)]
    setters = [getattr(cls, name).__set__ for name in names]
    values = attrgetter(*names, names[0])  # always a tuple, also of one field

    def state(self: T) -> Sequence[Any]:
        return values(self)[:-1]

    def restore(self: T, state: Sequence[Any]) -> None:
        for put, value in zip(setters, state, strict=True):
            put(self, value)

    made.__getstate__, made.__setstate__ = state, restore
    return cls
