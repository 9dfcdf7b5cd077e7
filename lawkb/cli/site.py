"""``lawkb build`` and ``lawkb serve``."""

from __future__ import annotations

from pathlib import Path

import click

from lawkb.cli.settings import Settings
from lawkb.errors import LawkbError
from lawkb.publish.plugin import build_site, serve_site

_CONFIG = "mkdocs.yml"


@click.command("build")
@click.option("--strict", is_flag=True, help="A warning fails the build.")
@click.pass_obj
def build_command(settings: Settings, strict: bool) -> int:
    """Build the site into build/site."""
    folder = settings.folder
    build_site(_config(folder), folder, strict=strict)
    click.echo("the site is in build/site")
    return 0


@click.command("serve")
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Host and port.")
@click.pass_obj
def serve_command(settings: Settings, address: str) -> int:
    """Show the site while you edit; a change shows in the browser."""
    folder = settings.folder
    serve_site(_config(folder), folder, address)
    return 0


def _config(corpus: Path) -> Path:
    """The mkdocs.yml beside the corpus, else the one of the current folder."""
    for folder in (corpus.resolve().parent, Path.cwd()):
        if (folder / _CONFIG).is_file():
            return folder / _CONFIG
    raise LawkbError(_CONFIG, "not found beside the corpus nor here", "run lawkb where it stands")
