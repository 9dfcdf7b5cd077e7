"""Dicts that serve as caches: what is in them can be made again, so they need not grow."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def keep_in(cache: dict[K, V], key: K, value: V, most: int) -> None:
    """Add a value to a cache, which is emptied when it has ``most`` values."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value
