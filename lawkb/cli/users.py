"""``lawkb users``."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec.structs import replace

from lawkb.cli.options import echo
from lawkb.desk_users import (
    ROLES,
    Role,
    User,
    change_users,
    new_user,
    password_hasher,
    read_users,
)
from lawkb.errors import LawkbError
from lawkb.extras import needs

users_option = click.option(
    "--users",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    required=True,
    help="File of the users.",
)


@click.group("users")
def users_command() -> None:
    """Manage the users of the desk."""


@users_command.command("add")
@click.argument("name")
@users_option
@click.option("--email", metavar="EMAIL", default="", help="Address of the user in git commits.")
@click.option(
    "--role",
    type=click.Choice(ROLES),
    help="Translators propose, reviewers decide.  [default: reviewer, or as it was]",
)
def add_command(name: str, file: Path, email: str, role: Role | None) -> int:
    """Add a user, or give a known one a new password.

    The password is asked twice. The file keeps a hash of it, and only you can
    read it.
    """
    with needs("desk", "lawkb users add"):
        password_hasher()  # it is missed before a password is typed
    if file.exists():
        read_users(file)  # what is wrong with it is told before a password is typed
    password = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    user = new_user(name, password, email)

    def added(held: dict[str, User]) -> dict[str, User]:
        known = held.get(user.name, user)
        return {**held, user.name: replace(user, role=role or known.role)}

    before = change_users(file, added)
    echo(f"{'changed' if user.name in before else 'added'} {user.name} in {file}")
    return 0


@users_command.command("remove")
@click.argument("name")
@users_option
def remove_command(name: str, file: Path) -> int:
    """Remove a user; a desk that runs signs them out at once."""
    read_users(file)

    def without(held: dict[str, User]) -> dict[str, User]:
        if name not in held:
            known = ", ".join(held) or "nobody"
            raise LawkbError(name, f"is no user in {file}", f"the users are: {known}")
        return {key: user for key, user in held.items() if key != name}

    change_users(file, without)
    echo(f"removed {name} from {file}")
    return 0


@users_command.command("list")
@users_option
def list_command(file: Path) -> int:
    """List the users."""
    for user in read_users(file).values():
        echo(f"{user.name}  {user.role}  {user.email}".rstrip())
    return 0
