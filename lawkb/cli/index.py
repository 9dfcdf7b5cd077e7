"""``lawkb index``."""

from __future__ import annotations

import click

from lawkb.cli.options import Settings, echo
from lawkb.cli.terminal import messages
from lawkb.corpus.cache import cache_folder
from lawkb.errors import LawkbError
from lawkb.search import open_index


@click.command("index")
@click.pass_obj
def index_command(settings: Settings) -> int:
    """Build the search index if it is out of date."""
    code = settings.open_code()
    folder = cache_folder(settings.folder)
    try:
        engine = open_index(code, folder, lambda line: messages().print(line))
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "set LAWKB_CACHE to another folder"
        ) from error
    others = " and parts of other texts" if code.companions else ""
    echo(f"{engine.count()} provisions{others} are indexed")
    return 0
