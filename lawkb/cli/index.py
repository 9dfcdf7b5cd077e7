"""``lawkb index``."""

from __future__ import annotations

import click

from lawkb.cli.options import OperatedCommand, Settings, echo, engine_option
from lawkb.cli.terminal import messages
from lawkb.corpus.cache import cache_folder
from lawkb.errors import LawkbError
from lawkb.search import chosen_cluster, load_index, open_index


@click.command("index", cls=OperatedCommand)
@engine_option
@click.pass_obj
def index_command(settings: Settings, engine: str | None) -> int:
    """Build the search index if it is out of date.

    A cluster gets only what has changed. If it asks who you are, set LAWKB_OPENSEARCH_USER and
    LAWKB_OPENSEARCH_PASSWORD, or LAWKB_OPENSEARCH_TOKEN, in the environment.
    """
    cluster = chosen_cluster(settings.folder, engine)
    code = settings.open_code()
    folder = cache_folder(settings.folder)
    others = " and parts of other texts" if code.companions else ""

    def told(line: str) -> None:
        messages().print(line)

    try:
        if cluster:
            loaded = load_index(code, folder, cluster, told)
            changed = f"{loaded.sent} were sent, {loaded.removed} removed"
            echo(f"{loaded.documents} provisions{others} are indexed; {changed}")
        else:
            echo(f"{open_index(code, folder, told).count()} provisions{others} are indexed")
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "set LAWKB_CACHE to another folder"
        ) from error
    return 0
