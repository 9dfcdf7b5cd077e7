"""A dict that keeps its values in a temporary database once they are many, and views of such.

So memory does not grow with the number of laws. Processes that are forked later read the same file;
none of them writes it.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import zlib
from abc import ABC, abstractmethod
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
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload, runtime_checkable

from lawkb.errors import LawkbError
from lawkb.parallel_work import one_by_one

if TYPE_CHECKING:
    import sqlite3

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

# So many stay in memory: a thousand laws in two languages take about 150 MB.
_MOST = ContextVar("lawkb_most_in_memory", default=2_000)
_RECENT = 8  # values that were read last and are still in memory
_PREFIX, _DATABASE = "lawkb-kept-", "values.sqlite"
_TOGETHER = 50  # items of a sequence that are one value of the dict that keeps them


@contextmanager
def at_most_in_memory(count: int) -> Iterator[None]:
    """Make collections that are begun now keep so many values in memory, and more in a file."""
    before = _MOST.set(count)
    try:
        yield
    finally:
        _MOST.reset(before)


def are_many(things: Sized) -> bool:
    """Return whether some things are so many that collections keep them in a file."""
    return len(things) > _MOST.get()


class LargeDict(MutableMapping[K, V]):
    """A dict in the order of its keys' first insertion; many values are kept in a file.

    A value that is read from the file is a copy: to change it, it must be set again. Keys stay in
    memory.
    """

    def __init__(
        self, items: Mapping[K, V] | Iterable[tuple[K, V]] = (), expected: int = 0
    ) -> None:
        """Store some items; if many are ``expected``, all are put into the file at once."""
        self._held: dict[K, Any] = {}  # the values, or their numbers in the file
        self._most = _MOST.get()
        self._file = _File() if expected > self._most else None
        self.update(items)

    def __getitem__(self, key: K) -> V:
        """Return the value of a key. Raises KeyError when there is none."""
        held: Any = self._held[key]
        found: V = self._file.value(held) if self._file else held
        return found

    def __setitem__(self, key: K, value: V) -> None:
        """Set the value of a key. Raises LawkbError when the file cannot be made or written."""
        self._held[key] = self._file.append(_packed(value)) if self._file else value
        if self._file is None and len(self._held) > self._most:
            self._file = _File()
            for each, held in self._held.items():
                self._held[each] = self._file.append(_packed(held))

    def __delitem__(self, key: K) -> None:
        """Remove a key. Raises KeyError when it is not there."""
        del self._held[key]

    def __contains__(self, key: object) -> bool:
        """Whether a key is there; no value is read."""
        return key in self._held

    def __iter__(self) -> Iterator[K]:
        """Yield the keys in order; no value is read."""
        return iter(self._held)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._held)

    def of(self, keys: Iterable[K]) -> LargeDict[K, V]:
        """Return a dict of some keys alone, in their order; values in a file are not read."""
        found: LargeDict[K, V] = LargeDict()
        found._file, found._held = self._file, {key: self._held[key] for key in keys}
        return found

    def __reduce__(self) -> tuple[Callable[..., LargeDict[K, V]], tuple[Any, ...]]:
        """Pickle the values and not the file, which a worker on another machine does not have."""
        if self._file is None:
            return LargeDict, (self._held,)
        return _restored, ({key: self._file.content(held) for key, held in self._held.items()},)


def _restored(contents: Mapping[K, bytes]) -> LargeDict[K, Any]:
    made: LargeDict[K, Any] = LargeDict()
    file = made._file = _File()
    made._held = {key: file.append(content) for key, content in contents.items()}
    return made


def _packed(value: object) -> bytes:
    return zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1)


class _File:
    """Packed values by number in a database that only the process that made it writes."""

    def __init__(self) -> None:
        # Not above: few codes are large.
        import tempfile
        from multiprocessing.util import Finalize

        self._recent: OrderedDict[int, Any] = OrderedDict()
        self._count, self._maker = 0, os.getpid()
        with _reported():
            _remove_abandoned()
            folder = tempfile.mkdtemp(prefix=_PREFIX)
            # The lock ends with the last process that has it, however that ends.
            lock = os.open(folder, os.O_RDONLY)
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._path = Path(folder, _DATABASE)
            self._connect()
            # Not weakref.finalize: a process that shares work ends without it, and one that was
            # forked must not remove the folder of its parent. This knows both.
            Finalize(self, _remove, (folder, self._connection, lock), exitpriority=0)
            self._connection.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY, content BLOB)")

    def _connect(self) -> None:
        """Open the database in this process: a connection must not be used beyond a fork."""
        import sqlite3

        self._reader = os.getpid()
        self._connection = sqlite3.connect(
            self._path, isolation_level=None, check_same_thread=False
        )
        # Nothing here outlives the process, so nothing need survive a crash.
        self._connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")

    def append(self, content: bytes) -> int:
        """Add a packed value; return its number."""
        if os.getpid() != self._maker:
            raise RuntimeError("a process that shares work must not write what it only reads")
        self._count += 1
        with _reported():
            self._connection.execute("INSERT INTO kept VALUES (?, ?)", (self._count, content))
        return self._count

    def content(self, number: int) -> bytes:
        """Return a value as it is packed."""
        if os.getpid() != self._reader:
            self._connect()
        asked = self._connection.execute("SELECT content FROM kept WHERE number = ?", (number,))
        content: bytes = asked.fetchone()[0]
        return content

    def value(self, number: int) -> Any:
        """Return a value; those that were read last are still in memory."""
        if number not in self._recent:
            # What this program has packed.
            self._recent[number] = pickle.loads(zlib.decompress(self.content(number)))
            if len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
        return self._recent[number]


def _remove(folder: str, connection: sqlite3.Connection, lock: int) -> None:
    import shutil

    connection.close()  # it refers to itself: only a garbage collection would close it
    shutil.rmtree(folder, ignore_errors=True)
    os.close(lock)


def _remove_abandoned() -> None:
    """Remove the folders of processes that were killed: nobody holds their locks any more."""
    import shutil
    import tempfile

    # The database is made when the folder is locked: a folder without one is just being made.
    for database in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_DATABASE}"):
        with suppress(OSError):  # it belongs to another user, or its process is alive
            lock = os.open(database.parent, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(database.parent)
            finally:
                os.close(lock)


@contextmanager
def _reported() -> Iterator[None]:
    import sqlite3
    import tempfile

    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise LawkbError(
            tempfile.tempdir or "the folder of temporary files",
            f"cannot be written: {getattr(error, 'strerror', None) or error}",
            "free space there, or name another folder in the environment: TMPDIR=DIR",
        ) from error


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


class Values(LazySequence[V]):
    """The values of a mapping in the order of its keys, each read when it is accessed."""

    def __init__(self, mapping: Mapping[Any, Any], keys: Sequence[Any] | None = None) -> None:
        """Store the mapping, and the keys whose values are wanted: by default all of them."""
        self._mapping = mapping
        self._keys = tuple(mapping) if keys is None else keys

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._keys)

    def item(self, at: int) -> V:
        """Return the value at a place."""
        value: V = self._mapping[self._keys[at]]
        return value

    def part(self, at: slice) -> Values[V]:
        """Return the values of a slice, which are not read yet."""
        return type(self)(self._mapping, self._keys[at])

    def __reduce__(self) -> tuple[Callable[..., Values[V]], tuple[Any, ...]]:
        """Pickle the wanted values alone; those in a file are not unpacked for it."""
        return type(self), (part_of(self._mapping, self._keys), self._keys)


class Items(Values[tuple[K, V]]):
    """The keys of a mapping in their order, each with its value, read when it is accessed."""

    def __init__(self, mapping: Mapping[K, V], keys: Sequence[K] | None = None) -> None:
        """Store the mapping, and the keys that are wanted: by default all of them."""
        super().__init__(mapping, keys)

    def item(self, at: int) -> tuple[K, V]:
        """Return the key at a place with its value."""
        key = self._keys[at]
        return key, self._mapping[key]


@runtime_checkable
class HasParts(Protocol):
    """A mapping that can give some of its keys alone without reading their values."""

    def of(self, keys: Iterable[Any]) -> Mapping[Any, Any]:
        """Return a mapping of some keys alone, in their order."""


def part_of(mapping: Mapping[K, V], keys: Sequence[K]) -> Mapping[K, V]:
    """Return a mapping of some keys alone; values in a file are not read for it."""
    if isinstance(mapping, HasParts):
        return mapping.of(keys)
    return {key: mapping[key] for key in keys}


class _InBlocks(LazySequence[T]):
    def __init__(self, items: Iterator[T]) -> None:
        self._length = 0
        self._blocks: LargeDict[int, list[T]] = LargeDict(expected=_MOST.get() + 1)
        while block := list(islice(items, _TOGETHER)):
            self._blocks[len(self._blocks)] = block
            self._length += len(block)

    def __len__(self) -> int:
        return self._length

    def item(self, at: int) -> T:
        return self._blocks[at // _TOGETHER][at % _TOGETHER]


def kept(items: Iterable[T]) -> Sequence[T]:
    """Return items as a tuple; if they are many, as a sequence that keeps them in a file."""
    left = iter(items)
    few = tuple(islice(left, _MOST.get() + 1))
    return _InBlocks(chain(few, left)) if are_many(few) else few


def kept_by_key(work: Callable[[V], T], keys: Iterable[K], things: Sequence[V]) -> LargeDict[K, T]:
    """Return the result of ``work`` for each of some things by key, made on all cores."""
    results = one_by_one(work, things)
    return LargeDict(zip(keys, results, strict=True), expected=len(things))
