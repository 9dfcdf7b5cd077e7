"""``lawkb serve``."""

from __future__ import annotations

import logging

import click

from lawkb.cli import STOPPED
from lawkb.cli.options import Settings, echo, site_config
from lawkb.server import TRACEBACK_LOG, listen, serve_site


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
    listening = listen(address)
    echo(f"the site is at http://{address}/ (Ctrl-C stops)")
    serve_site(config, address, listening)
    return STOPPED
