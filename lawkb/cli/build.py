"""``lawkb build``."""

from __future__ import annotations

from pathlib import Path

import click

from lawkb.cli.options import OperatedCommand, Settings, cluster_option, echo, site_config


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
