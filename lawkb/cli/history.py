"""``lawkb history``."""

from __future__ import annotations

import click
from rich.text import Text

from lawkb.api import Corpus
from lawkb.cli.options import (
    Settings,
    edition_option,
    format_option,
    language_option,
    print_json,
)
from lawkb.cli.terminal import clean, console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.exchange.public_types import Revision


@click.command("history")
@click.argument("address", nargs=-1, required=True)
@language_option
@edition_option
@format_option
@click.pass_obj
def history_command(
    settings: Settings, address: tuple[str, ...], lang: str | None, edition: str | None, form: str
) -> int:
    """Show who changed a provision when, as word diffs.

    Needs the data folder of the wiki as a source: only that holds the revisions.
    """
    typed = " ".join(address)
    revisions = Corpus(settings.folder).history(typed, lang=lang, edition=edition)
    if form == "json":
        print_json({"history": revisions})
    elif not revisions:
        messages().print(f"nothing has changed {typed}")
    else:
        for revision in revisions:
            if revision.changes or revision.losses:
                _print_revision(revision)
    return 0 if revisions else 1


def _print_revision(revision: Revision) -> None:
    out = console()
    when = revision.time.replace("T", " ").removesuffix("Z")
    summary = f": {revision.summary}" if revision.summary else ""
    head = Text(f"{when} UTC", style="bold")
    told = f"  {revision.user or 'unknown'}, {revision.kind}{summary}"
    out.print(head.append(clean(told), style="not bold"))
    for change in revision.changes:
        print_change(out, change)
    for loss in revision.losses:
        out.print(f"  {clean(loss)}")
