"""``lawkb serve``."""

from __future__ import annotations

import ipaddress
import logging

import click

from lawkb.cli import STOPPED
from lawkb.cli.options import Settings, echo, site_config
from lawkb.errors import LawkbError
from lawkb.server import TRACEBACK_LOG, listen, serve_site

_LAST_PORT = 65535


@click.command("serve")
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Host and port.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Also print the traceback of an error in lawkb itself."
)
@click.pass_obj
def serve_command(settings: Settings, address: str, verbose: bool) -> int:
    """Show the site while you edit: sources, patches, pages, templates; a change shows at once."""
    config = site_config(settings)
    if verbose:
        logging.getLogger(TRACEBACK_LOG).setLevel(logging.DEBUG)
    _check_address(address)
    listening = listen(address)
    echo(f"the site is at http://{address}/ (Ctrl-C stops)")
    serve_site(config, address, listening)
    return STOPPED


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
