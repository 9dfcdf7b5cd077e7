"""What was made of things before, so that equal things are not worked on twice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
R = TypeVar("R")


class Remembered(Generic[K, T, R]):
    """What a function gives for each of some things; it is asked again where a thing is new."""

    def __init__(self, make: Callable[[T], R]) -> None:
        """Take the function; it must give the same for equal things."""
        self._make = make
        self._held: dict[K, tuple[T, R]] = {}

    def each(self, things: Mapping[K, T]) -> dict[K, R]:
        """What it gives for each of the things, in their order; nothing else is kept."""
        held: dict[K, tuple[T, R]] = {}
        for key, thing in things.items():
            before = self._held.get(key)
            known = before is not None and before[0] == thing
            held[key] = before if before and known else (thing, self._make(thing))
        self._held = held
        return {key: made for key, (_, made) in held.items()}
