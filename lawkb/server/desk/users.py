"""The named users of a desk: their file, their passwords, and the pace of wrong ones."""

from __future__ import annotations

import os
import secrets
import stat
import subprocess
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import anyio
import msgspec
import tomlkit
from anyio import to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from lawkb.control_characters import on_one_line
from lawkb.errors import LawkbError
from lawkb.files import write_whole

LEAST_LETTERS = 10  # of a password
MOST_LETTERS = 1_000
LONGEST_NAME = 100
_MOST_NAMES = 1_000  # whose wrong passwords are counted
_MOST_WAITING = 10  # passwords of one name that wait to be verified
_AT_ONCE = 2  # verifications; each takes 64 MB
_LONGEST_PAUSE_SECONDS = 8.0
_FREE_TRIES = 2  # wrong passwords before the first pause
_OTHERS = stat.S_IRWXG | stat.S_IRWXO

_hasher = PasswordHasher()


class User(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who may use the desk.

    Attributes:
        name: The name that they sign in with, and that signs their decisions.
        password: Argon2 hash of the password.
        email: Address in git commits, or empty.
    """

    name: str
    password: str
    email: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    users: tuple[User, ...] = ()


def read_users(file: Path) -> dict[str, User]:
    """Return the users in a file, by name.

    Raises:
        LawkbError: The file is missing or malformed, or somebody else may read it.
    """
    hint = f"add a user: lawkb users add NAME --users {file}"
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            content = opened.read()
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        raise LawkbError(str(file), what, hint) from error
    if mode & _OTHERS:
        raise LawkbError(str(file), "other users of this machine may read it", f"chmod 600 {file}")
    try:
        held = msgspec.toml.decode(content, type=_File).users
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LawkbError(str(file), f"is no list of users: {error}", hint) from error
    return {user.name: user for user in held}


def write_users(file: Path, users: dict[str, User]) -> None:
    """Write a file of users that only its owner can read.

    Raises:
        LawkbError: The file would be committed, or cannot be written.
    """
    _check_not_committed(file)
    content = tomlkit.dumps({"users": [msgspec.to_builtins(user) for user in users.values()]})
    before = os.umask(_OTHERS)
    try:
        write_whole(file, content.encode())
    except OSError as error:
        what = f"cannot be written: {error.strerror or error}"
        raise LawkbError(str(file), what, "name another file") from error
    finally:
        os.umask(before)


def new_user(name: str, password: str, email: str = "") -> User:
    """Return a user with the hash of a password.

    Raises:
        LawkbError: The name or the password cannot be used.
    """
    if not name.strip() or name != on_one_line(name).strip() or len(name) > LONGEST_NAME:
        what = f"not a name of 1 to {LONGEST_NAME} letters"
        raise LawkbError(name or "NAME", what, "write the name as it is to sign decisions")
    if not LEAST_LETTERS <= len(password) <= MOST_LETTERS:
        what = f"the password has {len(password)} letters"
        hint = f"take {LEAST_LETTERS} to {MOST_LETTERS}; several words are easy to remember"
        raise LawkbError(name, what, hint)
    return User(name, _hasher.hash(password), on_one_line(email))


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


def _check_not_committed(file: Path) -> None:
    """Refuse a file in a git repository that does not ignore it."""
    folder = file.absolute().parent
    for words in (("rev-parse", "--git-dir"), ("check-ignore", "--quiet", "--", file.name)):
        try:
            done = subprocess.run(
                ["git", *words], cwd=folder, capture_output=True, check=False, timeout=30
            )
        except (OSError, subprocess.TimeoutExpired):
            return  # no git, nothing to commit
        if words[0] == "rev-parse" and done.returncode:
            return
    if done.returncode:
        what = "it would be committed with the files around it"
        raise LawkbError(
            str(file), what, "name a file in another folder, such as ~/desk-users.toml"
        )
