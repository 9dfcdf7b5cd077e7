"""``lawkb build`` and ``lawkb serve``."""

from __future__ import annotations

import ipaddress
import logging
import os
from pathlib import Path

import click

from lawkb.cli.settings import Settings, echo
from lawkb.controls import visible
from lawkb.errors import LawkbError
from lawkb.publish.edited import serve_site
from lawkb.publish.faults import FAULTS
from lawkb.publish.plugin import build_site
from lawkb.publish.serving import listen

_CONFIG = "mkdocs.yml"
_LAST_PORT = 65535


@click.command("build")
@click.option("--strict", is_flag=True, help="A warning fails the build.")
@click.pass_obj
def build_command(settings: Settings, strict: bool) -> int:
    """Build the site into build/site."""
    config = _config(settings)
    _log_visibly()
    folder = build_site(config, strict=strict or None)
    near = folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
    echo(f"the site is in {near}")
    return 0


@click.command("serve")
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Host and port.")
@click.option("-v", "--verbose", is_flag=True, help="The traceback of a fault of lawkb, too.")
@click.pass_obj
def serve_command(settings: Settings, address: str, verbose: bool) -> int:
    """Show the site while you edit: sources, patches, pages, templates; a change shows at once."""
    config = _config(settings)
    _log_visibly()
    if verbose:
        logging.getLogger(FAULTS).setLevel(logging.DEBUG)
    _check_address(address)
    server = listen(address)
    echo(f"the site is at http://{address}/ (Ctrl-C stops)")
    serve_site(config, address, server)
    return 0


class _Visible(logging.Formatter):
    """Writes what is logged with control characters visible: pages and file names are in it."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


def _log_visibly() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Visible("%(message)s"))
    logging.basicConfig(handlers=[handler])


def _check_address(address: str) -> None:
    host, _, port = address.rpartition(":")
    known = host == "localhost" or _is_ip(host)
    if not known or not port.isdecimal() or not 0 < int(port) <= _LAST_PORT:
        raise LawkbError(
            f"--address {address}", "not an IP address and a port", "write 127.0.0.1:8000"
        )


def _is_ip(host: str) -> bool:
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False


def _config(settings: Settings) -> Path:
    """The mkdocs.yml beside the corpus, else the one of the current folder.

    The plugin reads the corpus that ``LAWKB_CORPUS`` names; ``--corpus`` says the same to it.
    """
    corpus = settings.folder
    if settings.corpus is not None:
        os.environ["LAWKB_CORPUS"] = str(corpus.resolve())
    for folder in (corpus.resolve().parent, Path.cwd()):
        if (folder / _CONFIG).is_file():
            return folder / _CONFIG
    raise LawkbError(
        _CONFIG,
        "not found beside the corpus nor here",
        f"run it in the folder that holds {_CONFIG}",
    )
