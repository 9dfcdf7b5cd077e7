"""``lawkb desk``."""

from __future__ import annotations

import ipaddress
import os
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import click

from lawkb.cli.exit_codes import STOPPED
from lawkb.cli.options import (
    OperatedCommand,
    Settings,
    echo,
    engine_option,
    listening_options,
    operator_option,
    renamed,
    signed,
    site_config,
)
from lawkb.errors import LawkbError
from lawkb.extras import needs


@click.command("desk", cls=OperatedCommand, context_settings=renamed({"listen": "address"}))
@listening_options(8001)
@click.option("--author", metavar="NAME", help="Who decides; by default your name in git.")
@click.option("--commit", is_flag=True, help="Make a git commit of each decision.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@operator_option(
    "--users",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File of those who may sign in: lawkb users --help.",
)
@operator_option(
    "--url", metavar="URL", default="", help="Public address, if a proxy with TLS is in front."
)
@engine_option
@click.pass_obj
def desk_command(
    settings: Settings,
    address: str,
    users: Path | None,
    url: str,
    author: str | None,
    commit: bool,
    no_browser: bool,
    engine: str | None,
) -> int:
    """Correct the translation in the browser, and decide about findings, comments and terms.

    Only this machine can reach the desk, unless --address or --url says otherwise: then users sign
    in. How to work together: the manual, "Work at the desk together".
    """
    with needs("desk", "lawkb desk"):
        from lawkb.server.app import listen
        from lawkb.server.desk.access import Access, Editor, Users
        from lawkb.server.desk.app import serve_desk
        from lawkb.server.desk.git_commits import Commits, editor_in_settings

    config = site_config(settings)
    folder = settings.folder
    _check_writable(folder)
    listening = listen(address)
    with listening:
        if users is None:
            _check_local(address, url)
        elif author:
            hint = "leave out --author, or --users"
            raise LawkbError("--author", "users sign their decisions themselves", hint)
        known = None if author else editor_in_settings(folder)
        editor = known or Editor(signed(author)[0])
        access = Access(editor, Users(users) if users else None, _checked_url(url))
        begin = f"{url or f'http://{address}'}/desk/"
        echo(f"the desk is at {begin} (Ctrl-C stops)")
        if not (_is_local(address) or url.startswith("https:")):
            echo("others can read along: put TLS in front, and name it with --url", err=True)
        if not no_browser and _has_display():
            threading.Thread(target=webbrowser.open, args=(begin,), daemon=True).start()
        serve_desk(config, address, listening, access, Commits(folder) if commit else None, engine)
    return STOPPED


def _check_writable(folder: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        what = f"decisions cannot be written there: {error.strerror or error}"
        raise LawkbError(str(folder), what, "check its rights, and the room on its disk") from error


def _check_local(address: str, url: str) -> None:
    """Refuse a desk that others can reach and that names no users."""
    if url or not _is_local(address):
        where = f"--url {url}" if url else f"--address {address}"
        hint = "lawkb users add NAME --users FILE, then add --users FILE here"
        raise LawkbError(where, "others can reach it, and no users are named", hint)


def _is_local(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    return host == "localhost" or ipaddress.ip_address(host).is_loopback


def _checked_url(url: str) -> str:
    """Return the public address in lower case, without a slash at its end."""
    found = urlsplit(url.rstrip("/").lower())
    plain = found.scheme in ("http", "https") and found.hostname and "@" not in found.netloc
    if url and (not plain or found.path or found.query or found.fragment):
        hint = "write the beginning alone: https://desk.example.org"
        raise LawkbError(f"--url {url}", "not the address of a server", hint)
    return found.geturl()


def _has_display() -> bool:
    held = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(held) or sys.platform in ("darwin", "win32")
