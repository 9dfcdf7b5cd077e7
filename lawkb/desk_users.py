"""The file of those who may sign in at the desk: read by the desk, kept by ``lawkb users``."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from lawkb.atomic_files import locked, write_whole
from lawkb.errors import LawkbError, on_one_line

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST_LETTERS = 10  # of a password
MOST_LETTERS = 1_000
LONGEST_NAME = 100
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


Role = Literal["translator", "reviewer", "administrator"]
# Each may do what those before may.
ROLES: tuple[Role, ...] = get_args(Role)


class User(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who may use the desk."""

    name: str  # they sign in with it, and it signs their decisions
    password: str  # its Argon2 hash
    email: str = ""  # address in git commits
    # What they may do; a file of before there were roles names none.
    role: Role = "reviewer"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    users: tuple[User, ...] = ()


def read_users(file: Path) -> dict[str, User]:
    """Return the users in a file, by name."""
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
    """Write a file of users that only its owner can read."""
    # Not above: whoever lists users writes nothing.
    import tomlkit

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


def change_users(
    file: Path, change: Callable[[dict[str, User]], dict[str, User]]
) -> dict[str, User]:
    """Change the users in a file as they are now; nobody else changes them meanwhile.

    Args:
        file: The file; without it there are no users yet.
        change: Function that returns the users, given those of the file; it may raise an error.

    Returns:
        The users before.
    """
    try:
        file.absolute().parent.mkdir(parents=True, exist_ok=True)
        with locked(file.absolute().parent):
            held = read_users(file) if file.exists() else {}
            write_users(file, change(held))
    except OSError as error:
        what = f"cannot be written: {error.strerror or error}"
        raise LawkbError(str(file), what, "name another file") from error
    return held


def new_user(name: str, password: str, email: str = "", role: Role = "reviewer") -> User:
    """Return a user with the hash of a password."""
    if not name.strip() or name != on_one_line(name).strip() or len(name) > LONGEST_NAME:
        what = f"not a name of 1 to {LONGEST_NAME} letters"
        raise LawkbError(name or "NAME", what, "write the name as it is to sign decisions")
    if not LEAST_LETTERS <= len(password) <= MOST_LETTERS:
        what = f"the password has {len(password)} letters"
        hint = f"take {LEAST_LETTERS} to {MOST_LETTERS}; several words are easy to remember"
        raise LawkbError(name, what, hint)
    return User(name, password_hasher().hash(password), on_one_line(email), role)


def password_hasher() -> PasswordHasher:
    """Return what hashes passwords; the extra ``desk`` brings it."""
    # Not above: whoever lists users hashes nothing.
    from argon2 import PasswordHasher

    return PasswordHasher()


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
