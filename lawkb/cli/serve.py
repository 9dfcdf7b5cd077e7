"""``lawkb build`` and ``lawkb serve``: the site as files, and on a server."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

import click

from lawkb.cli.exit_codes import STOPPED
from lawkb.cli.options import (
    OperatedCommand,
    Settings,
    cluster_option,
    echo,
    engine_option,
    left_option,
    listening_options,
    operator_option,
    site_config,
)
from lawkb.extras import needs


@click.command("build", cls=OperatedCommand)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@cluster_option
@click.pass_obj
def build_command(settings: Settings, strict: bool) -> int:
    """Build the site into build/site."""
    from lawkb.publish.plugin import build_site  # not above: the help needs no MkDocs

    folder = build_site(site_config(settings), strict=strict or None)
    near = folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
    echo(f"the site is in {near}")
    return 0


@click.command("serve", cls=OperatedCommand)
@listening_options(8000)
@operator_option(
    "--search-only",
    is_flag=True,
    help="Answer only queries, for a published site; restart it after lawkb index.",
)
@operator_option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to log: messages alone, or every request, too, as JSON objects.",
)
@operator_option(
    "--log-addresses", is_flag=True, help="With --log json, also log the addresses of readers."
)
@click.option(
    "-v", "--verbose", is_flag=True, help="Also print the traceback of an error in lawkb itself."
)
@engine_option
@left_option(
    "--metrics",
    metavar="ADDRESS",
    why="the log has route, status, time and outcome of each request",
    hint="write --log json, and count what it logs",
)
@click.pass_obj
def serve_command(
    settings: Settings,
    address: str,
    search_only: bool,
    log: str,
    log_addresses: bool,
    verbose: bool,
    engine: str | None,
) -> int:
    """Show the site while you edit: sources, patches, pages, templates; a change shows at once.

    Queries are answered at /search.json. No log has the words of a query.

    With --search-only, nothing else is answered. Nothing is watched or checked, and a law is read
    when a query needs it: this starts sooner, and needs less memory.
    """
    with needs("desk", "lawkb serve"):
        from lawkb.server.app import listen, serve_search, serve_site
        from lawkb.server.request_log import TRACEBACK_LOG, LoggedRequests, json_formatter
        from lawkb.server.search_endpoint import SearchedCode

    if log_addresses and log != "json":
        raise click.UsageError("--log-addresses needs --log json")
    structured = log == "json"
    config = site_config(settings, json_formatter() if structured else None)
    if verbose:
        logging.getLogger(TRACEBACK_LOG).setLevel(logging.DEBUG)
    listening = listen(address)
    with listening:
        logged = partial(LoggedRequests, log_addresses) if structured else None
        if search_only:
            code = SearchedCode(config, address, engine)
            echo(f"search is answered at {code.url}search.json (Ctrl-C stops)")
            serve_search(code, listening, logged)
        else:
            echo(f"the site is at http://{address}/ (Ctrl-C stops)")
            serve_site(config, address, listening, logged, engine)
    return STOPPED
