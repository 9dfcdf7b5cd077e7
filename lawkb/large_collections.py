"""A dict and a list that keep their values in a temporary file once these are many.

So memory does not grow with the number of laws. A few values stay in memory as they are; above that
number all are pickled, compressed and appended to a file. The file has no name: nobody else can
open it, and it is gone when the process ends, however it ends. Processes that are forked later read
the same file, each at the places that it needs.
"""

from __future__ import annotations

import os
import pickle
import tempfile
import weakref
import zlib
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    Sequence,
    Sized,
)
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import accumulate
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload, runtime_checkable

from lawkb.errors import LawkbError
from lawkb.parallel_work import on_all_cores, one_by_one

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

# So many stay in memory: a thousand laws in two languages take about 150 MB.
_MOST = ContextVar("lawkb_most_in_memory", default=2_000)
_RECENT = 8  # values that were read last and are still in memory


@contextmanager
def at_most_in_memory(count: int) -> Iterator[None]:
    """Make collections that are begun now keep so many values in memory, and more in a file."""
    before = _MOST.set(count)
    try:
        yield
    finally:
        _MOST.reset(before)


class Packed(NamedTuple, Generic[T]):
    """A value as it is kept in a file: what another process made is put there as it is."""

    content: bytes  # the value, pickled and compressed


def packed(value: T) -> Packed[T]:
    """Return a value as it is kept in a file."""
    return Packed(zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1))


def unpacked(value: Packed[T]) -> T:
    """Return what was packed."""
    found: T = pickle.loads(zlib.decompress(value.content))  # what this program has packed
    return found


class LazySequence(Sequence[T], ABC):
    """A sequence whose items are made or read when they are accessed."""

    @abstractmethod
    def item(self, at: int) -> T:
        """Return the item at a place, counted from 0, which is in the sequence."""

    def part(self, at: slice) -> Sequence[T]:
        """Return the items of a slice."""
        return [self.item(place) for place in range(*at.indices(len(self)))]

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        """Return an item, or those of a slice. Raises IndexError outside."""
        return self.part(at) if isinstance(at, slice) else self.item(range(len(self))[at])


class LargeDict(MutableMapping[K, V]):
    """A dict in the order of its keys' first insertion; many values are kept in a file.

    A value that is read from the file is a copy: to change it, it must be set again. Keys stay in
    memory.
    """

    def __init__(
        self, items: Mapping[K, V] | Iterable[tuple[K, V]] = (), expected: int = 0
    ) -> None:
        """Store some items.

        Args:
            items: The items.
            expected: How many there will be: if they are many, all are put into the file at once.
        """
        self._few: dict[K, V] = {}
        self._places: dict[K, int] = {}
        self._most = _MOST.get()
        self._file: _PackedValues[V] | None = _PackedValues() if expected > self._most else None
        self.update(items)

    def __getitem__(self, key: K) -> V:
        """Return the value of a key. Raises KeyError when there is none."""
        return self._few[key] if self._file is None else self._file[self._places[key]]

    def __setitem__(self, key: K, value: V | Packed[V]) -> None:
        """Set the value of a key; a key that is there keeps its place in the order.

        Raises:
            LawkbError: The temporary file cannot be made or written.
        """
        if self._file is not None:
            self._places[key] = self._file.append(value)
            return
        self._few[key] = unpacked(value) if isinstance(value, Packed) else value
        if len(self._few) > self._most:
            self._file = _PackedValues()
            self._places = {each: self._file.append(held) for each, held in self._few.items()}
            self._few = {}

    def of(self, keys: Iterable[K]) -> LargeDict[K, V]:
        """Return a dict of some keys alone, in their order; values in a file are not read."""
        found: LargeDict[K, V] = LargeDict()
        if self._file is None:
            found.update((key, self._few[key]) for key in keys)
        else:
            found._file, found._places = self._file, {key: self._places[key] for key in keys}
        return found

    def __reduce__(self) -> tuple[Callable[..., LargeDict[K, V]], tuple[Any, ...]]:
        """Pickle the values and not the file, which a worker on another machine does not have."""
        if self._file is None:
            return LargeDict, (self._few,)
        contents = {key: self._file.packed(place) for key, place in self._places.items()}
        return _dict_of_packed, (contents,)

    def __delitem__(self, key: K) -> None:
        """Remove a key. Raises KeyError when it is not there."""
        del self._keys[key]

    def __contains__(self, key: object) -> bool:
        """Whether a key is there; no value is read."""
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        """Yield the keys in order; no value is read."""
        return iter(self._keys)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._keys)

    def put_in_order(self, keys: Iterable[K]) -> None:
        """Put the keys in an order; keys that are not named are removed. No value is read."""
        if self._file is None:
            self._few = {key: self._few[key] for key in keys}
        else:
            self._places = {key: self._places[key] for key in keys}

    @property
    def _keys(self) -> dict[K, Any]:
        return self._few if self._file is None else self._places


class LargeList(LazySequence[T]):
    """A list that only grows; many values are kept in a file, and those read are copies."""

    def __init__(self, items: Iterable[T] = (), at_a_time: int = 1) -> None:
        """Store some items.

        Args:
            items: The items.
            at_a_time: How many are packed together: 1 if they are large or not read in their order.
        """
        self._last: list[T] = []  # not in the file
        self._file: _PackedValues[list[T]] | None = None
        self._most, self._size = _MOST.get(), at_a_time
        for each in items:
            self.append(each)

    def append(self, value: T) -> None:
        """Add a value at the end.

        Raises:
            LawkbError: The temporary file cannot be made or written.
        """
        self._last.append(value)
        if self._file is None and len(self._last) > self._most:
            self._file = _PackedValues()
        if self._file is not None and len(self._last) >= self._size:
            whole = len(self._last) // self._size * self._size
            for start in range(0, whole, self._size):
                self._file.append(self._last[start : start + self._size])
            self._last = self._last[whole:]

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._last) + self._size * len(self._file or ())

    def item(self, at: int) -> T:
        """Return the value at a place."""
        if self._file is None:
            return self._last[at]
        block, place = divmod(at, self._size)
        return (self._file[block] if block < len(self._file) else self._last)[place]

    def __eq__(self, other: object) -> bool:
        """Whether another sequence has equal values in the same order."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == theirs for mine, theirs in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # as of a list


def kept(items: Iterable[T], at_a_time: int = 1) -> Sequence[T]:
    """Return items as a tuple; if they are many, as a sequence that keeps them in a file.

    Args:
        items: The items.
        at_a_time: How many are packed together, as in ``LargeList``.

    Raises:
        LawkbError: The temporary file cannot be made or written.
    """
    found = LargeList(items, at_a_time)
    return found if are_many(found) else tuple(found)


def kept_results(work: Callable[[V], T], things: Sequence[V]) -> Sequence[T]:
    """Return the result of ``work`` for each of some things, as ``on_all_cores``, and as ``kept``.

    Many results are packed by the processes that made them; this one never unpacks them.
    """
    if not are_many(things):
        return tuple(on_all_cores(work, things))
    return Values(kept_by_key(work, range(len(things)), things))


def kept_by_key(work: Callable[[V], T], keys: Iterable[K], things: Sequence[V]) -> LargeDict[K, T]:
    """Return the result of ``work`` for each of some things by key, made as ``kept_results``.

    Args:
        work: A function whose result depends on its argument alone.
        keys: A key for each of the things.
        things: The arguments, one for each call.
    """
    found: LargeDict[K, T] = LargeDict(expected=len(things))
    for key, content in zip(keys, one_by_one(partial(_packed_result, work), things), strict=True):
        found[key] = content
    return found


def _packed_result(work: Callable[[V], T], thing: V) -> Packed[T]:
    return packed(work(thing))


def are_many(things: Sized) -> bool:
    """Return whether some things are so many that collections keep them in a file."""
    return len(things) > _MOST.get()


class Joined(LazySequence[T]):
    """The items of sequences, one after another; a sequence is made when an item of it is read."""

    def __init__(self, lengths: Iterable[int], made: Callable[[int], Sequence[T]]) -> None:
        """Store the length of each sequence, and a function that makes it, given its place."""
        self._ends, self._made = array("Q", accumulate(lengths)), made
        self._last: tuple[int, Sequence[T]] = (-1, ())  # place of the last one that was made

    def __len__(self) -> int:
        """Return the number of items of all sequences."""
        return self._ends[-1] if self._ends else 0

    def item(self, at: int) -> T:
        """Return the item at a place, counted over all sequences."""
        place = bisect_right(self._ends, at)
        if self._last[0] != place:
            self._last = place, self._made(place)
        return self._last[1][at - (self._ends[place - 1] if place else 0)]


class Values(LazySequence[V]):
    """The values of a mapping in the order of its keys, each read when it is accessed."""

    def __init__(self, mapping: Mapping[Any, V], keys: Sequence[Any] | None = None) -> None:
        """Store the mapping, and the keys whose values are wanted: by default all of them."""
        self._mapping = mapping
        self._keys = tuple(mapping) if keys is None else keys

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._keys)

    def item(self, at: int) -> V:
        """Return the value at a place."""
        return self._mapping[self._keys[at]]

    def part(self, at: slice) -> Values[V]:
        """Return the values of a slice, which are not read yet."""
        return Values(self._mapping, self._keys[at])

    def __reduce__(self) -> tuple[Callable[..., Values[V]], tuple[Any, ...]]:
        """Pickle the wanted values alone; those in a file are not unpacked for it."""
        return Values, (part_of(self._mapping, self._keys), self._keys)


class Items(LazySequence[tuple[K, V]], Generic[K, V]):
    """The keys of a mapping in their order, each with its value, read when it is accessed."""

    def __init__(self, mapping: Mapping[K, V], keys: Sequence[K] | None = None) -> None:
        """Store the mapping, and the keys that are wanted: by default all of them."""
        self._mapping = mapping
        self._keys: Sequence[K] = tuple(mapping) if keys is None else keys

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._keys)

    def item(self, at: int) -> tuple[K, V]:
        """Return the key at a place with its value."""
        return self._keys[at], self._mapping[self._keys[at]]

    def part(self, at: slice) -> Items[K, V]:
        """Return the keys of a slice with their values, which are not read yet."""
        return Items(self._mapping, self._keys[at])

    def __reduce__(self) -> tuple[Callable[..., Items[K, V]], tuple[Any, ...]]:
        """Pickle the wanted values alone, as ``Values`` does."""
        return Items, (part_of(self._mapping, self._keys), self._keys)


def part_of(mapping: Mapping[K, V], keys: Sequence[K]) -> Mapping[K, V]:
    """Return a mapping of some keys alone; values in a file are not read for it."""
    if isinstance(mapping, HasParts):
        return mapping.of(keys)
    return {key: mapping[key] for key in keys}


@runtime_checkable
class HasParts(Protocol):
    """A mapping that can give some of its keys alone without reading their values."""

    def of(self, keys: Iterable[Any]) -> Mapping[Any, Any]:
        """Return a mapping of some keys alone, in their order."""


class _PackedValues(Generic[T]):
    """Values in an unnamed file, by number; only the process that made it appends."""

    def __init__(self) -> None:
        self._descriptor = _unnamed_file()
        weakref.finalize(self, os.close, self._descriptor)
        self._maker = os.getpid()
        self._ends = array("Q", [0])  # of each value, after that of nothing
        self._recent: OrderedDict[int, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> T:
        if number in self._recent:
            self._recent.move_to_end(number)
            return self._recent[number]
        value = unpacked(self.packed(number))
        self._recent[number] = value
        if len(self._recent) > _RECENT:
            self._recent.popitem(last=False)
        return value

    def packed(self, number: int) -> Packed[T]:
        """Return a value as it is packed."""
        return Packed(self._read(self._ends[number], self._ends[number + 1]))

    def append(self, value: T | Packed[T]) -> int:
        """Add a value; return its number."""
        content = (value if isinstance(value, Packed) else packed(value)).content
        if os.getpid() != self._maker:
            raise RuntimeError("a process that shares work must not write what it only reads")
        start, left = self._ends[-1], memoryview(content)
        with _reported():
            while left:
                left = left[os.pwrite(self._descriptor, left, start + len(content) - len(left)) :]
        self._ends.append(start + len(content))
        return len(self) - 1

    def __reduce__(self) -> tuple[Callable[..., _PackedValues[T]], tuple[list[Packed[T]]]]:
        """Pickle the values and not the file, which a worker on another machine does not have."""
        return _of_packed, ([self.packed(number) for number in range(len(self))],)

    def _read(self, start: int, end: int) -> bytes:
        found = os.pread(self._descriptor, end - start, start)
        while len(found) < end - start:
            more = os.pread(self._descriptor, end - start - len(found), start + len(found))
            if not more:
                raise EOFError(f"the temporary file ends at {start + len(found)}")
            found += more
        return found


def _dict_of_packed(contents: Mapping[K, Packed[V]]) -> LargeDict[K, V]:
    made: LargeDict[K, V] = LargeDict()
    made._file = _PackedValues()
    made._places = {key: made._file.append(each) for key, each in contents.items()}
    return made


def _of_packed(contents: Iterable[Packed[T]]) -> _PackedValues[T]:
    made: _PackedValues[T] = _PackedValues()
    for content in contents:
        made.append(content)
    return made


def _unnamed_file() -> int:
    with _reported(), tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LawkbError(
            tempfile.tempdir or "the folder of temporary files",
            f"cannot be written: {error.strerror or error}",
            "free space there, or name another folder in the environment: TMPDIR=DIR",
        ) from error
