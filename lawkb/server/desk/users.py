"""The named users of a desk: whether a password is right, and the pace of wrong ones."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import anyio
from anyio import to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from lawkb.desk_users import LONGEST_NAME, MOST_LETTERS, User, read_users
from lawkb.errors import LawkbError

_MOST_NAMES = 1_000  # whose wrong passwords are counted
_MOST_WAITING = 10  # passwords of one name that wait to be verified
_AT_ONCE = 2  # verifications; each takes 64 MB
_LONGEST_PAUSE_SECONDS = 8.0
_FREE_TRIES = 2  # wrong passwords before the first pause

_hasher = PasswordHasher()


class Users:
    """The users in a file; a change of the file takes effect at the next request."""

    def __init__(self, file: Path) -> None:
        """Read the users.

        Raises:
            LawkbError: The file cannot be read, or has no user.
        """
        self._file = file
        self._stamp = _stamp(file)
        self._held = read_users(file)
        if not self._held:
            hint = f"add one: lawkb users add NAME --users {file}"
            raise LawkbError(str(file), "there is no user in it", hint)
        self._tries = _Tries()
        _unknown()  # made now: the first unknown name takes no longer than others

    def named(self, name: str) -> User | None:
        """Return the user of a name. If the file has become unreadable there are no users."""
        stamp = _stamp(self._file)
        if stamp != self._stamp:
            try:
                self._held = read_users(self._file)
            except LawkbError:
                self._held = {}
            self._stamp = stamp
        return self._held.get(name)

    async def verified(self, name: str, password: str) -> User | None:
        """Return the user if name and password are right; wrong ones take longer each time.

        An unknown name takes as long as a known one.

        Raises:
            TooManyTries: Too many passwords of this name wait to be verified.
        """
        name = name[:LONGEST_NAME]
        async with self._tries.turn(name):
            user = self.named(name)
            right = await to_thread.run_sync(
                _is_right, user.password if user else _unknown(), password[:MOST_LETTERS]
            )
            self._tries.note(name, right and user is not None)
            return user if right else None


class TooManyTries(Exception):  # noqa: N818  # an outcome, not a fault of the program
    """Too many passwords of this name wait to be verified."""


@dataclass(slots=True)
class _Turn:
    """The passwords of one name that wait, of which one is verified."""

    lock: anyio.Lock = field(default_factory=anyio.Lock)
    waiting: int = 0


class _Tries:
    """The wrong passwords of each name; those of one name are verified one after another.

    Only passwords of the same name are in one another's way, and the server bounds how many come at
    once: who guesses the password of one user keeps no other user out.
    """

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, int] = OrderedDict()
        self._turns: dict[str, _Turn] = {}
        self._places = anyio.Semaphore(_AT_ONCE)

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait until a password of a name may be verified: longer after each wrong one."""
        turn = self._turns.setdefault(name, _Turn())
        if turn.waiting >= _MOST_WAITING:
            raise TooManyTries
        turn.waiting += 1
        try:
            async with turn.lock:
                await anyio.sleep(pause_seconds(self._wrong.get(name, 0)))
                async with self._places:
                    yield
        finally:
            turn.waiting -= 1
            if not turn.waiting:
                del self._turns[name]

    def note(self, name: str, right: bool) -> None:
        """Count a wrong password; a right one ends the count."""
        wrong = self._wrong.pop(name, 0)
        if not right:
            self._wrong[name] = wrong + 1
        if len(self._wrong) > _MOST_NAMES:
            self._wrong.popitem(last=False)


def pause_seconds(wrong: int) -> float:
    """Return how long a password waits after a number of wrong ones: 0, 0, 1, 2, 4, 8, 8."""
    if wrong < _FREE_TRIES:
        return 0.0
    return min(2.0 ** (wrong - _FREE_TRIES), _LONGEST_PAUSE_SECONDS)


def _is_right(held: str, password: str) -> bool:
    try:
        return _hasher.verify(held, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _unknown() -> str:
    """Return the hash that the password of an unknown name is compared with."""
    return _hasher.hash(secrets.token_hex())


def _stamp(file: Path) -> tuple[int, int, int]:
    try:
        held = file.stat()
    except OSError:
        return (0, 0, 0)
    return (held.st_ctime_ns, held.st_size, held.st_ino)  # changes with the mode, too
