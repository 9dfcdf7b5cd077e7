"""``lawkb init``."""

from __future__ import annotations

from pathlib import Path

import click

from lawkb.cli.options import echo
from lawkb.corpus.new_corpus import start_corpus


@click.command("init")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
def init_command(folder: Path) -> int:
    """Make a new corpus: settings with comments, and an example page.

    It is made in DIR, or in the current folder. Nothing there is overwritten.
    """
    for name in start_corpus(folder):
        echo(folder / name)
    go = "" if folder == Path() else f"cd {folder}, "
    echo(f"next: {go}edit corpus/corpus.toml, then run: lawkb ingest")
    return 0
