"""``lawkb ingest``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

import click
from rich.table import Table

from lawkb.api import Corpus
from lawkb.cli.options import Settings, counted, echo, format_option, print_json
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.control_characters import on_one_line
from lawkb.exchange.public_types import IngestedPage, IngestResult, Loss, RetiredCorrection
from lawkb.model.page import PIECE_KINDS

_MOST_SHOWN = 30  # a corpus read for the first time changes everywhere
_COLUMNS = {"page_data": "data", "furniture": "wiki", "headings": "heads"}


@click.command("ingest")
@click.option(
    "--check", is_flag=True, help="Write nothing; exit with 1 if the corpus would change."
)
@click.option("--prune", is_flag=True, help="Remove laws that their page no longer contains.")
@click.option("-v", "--verbose", is_flag=True, help="List every loss.")
@format_option
@click.pass_obj
def ingest_command(settings: Settings, check: bool, prune: bool, verbose: bool, form: str) -> int:
    """Read the sources and write the laws as Akoma Ntoso.

    Prints for each page how many of its characters are law text, headings, notes and so on; the
    counts sum to the whole page. Then it lists the losses: what a page no longer contains, and
    what is unclear in it. A law is removed if its page is gone; any other removal needs --prune.
    A correction that its page has by now is removed from corpus/patches.
    """
    result = Corpus(settings.folder).ingest(check=check, prune=prune)
    if form == "json":
        print_json(result)
    else:
        console().print(_page_table(result))
        _print_companions(result)
        _print_losses(result, verbose)
        for each in result.unread:
            console().print(f"not read: {on_one_line(each.file)} ({each.why})")
        _print_changes(result, check)
    for line in result.audit:
        messages().print(f"audit: {line}")
    return 1 if check and result.changed else 0


def _page_table(result: IngestResult) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("page", overflow="fold")
    table.add_column("lang", no_wrap=True)
    for name in ("chars", *(_COLUMNS.get(kind, kind) for kind in PIECE_KINDS), "losses"):
        table.add_column(name, justify="right", no_wrap=True)
    for page in result.pages:
        counts = (str(page.chars[kind]) for kind in ("total", *PIECE_KINDS))
        names = (on_one_line(page.page), " ".join(page.languages))
        table.add_row(*names, *counts, str(len(page.losses)))
    return table


def _print_companions(result: IngestResult) -> None:
    """Print the texts beside the laws, such as definitions, with their pages."""
    found = {name: on_one_line(page.page) for page in result.pages for name in page.companions}
    if found:
        told = ", ".join(f"{name} ({page})" for name, page in found.items())
        echo(f"texts that are no laws: {told}")


def _print_losses(result: IngestResult, verbose: bool) -> None:
    width = console().width
    for page in result.pages:
        if verbose:
            for loss in page.losses:
                # Not by rich: it takes its time, and these may be thousands.
                echo(fill(_loss_line(loss, page), width, subsequent_indent="    "))
        elif page.losses:
            kinds = Counter(loss.kind for loss in page.losses)
            told = ", ".join(f"{kind} ({count})" for kind, count in kinds.items())
            console().print(f"losses on {on_one_line(page.page)}: {told}")

    if not verbose and any(page.losses for page in result.pages):
        console().print("-v lists each of them")


def _loss_line(loss: Loss, page: IngestedPage) -> str:
    line = f" (line {loss.line})" if loss.line else ""
    place = loss.address or on_one_line(page.page)
    return f"  {place} {loss.lang or ''} {loss.kind}: {loss.message}{line}"


def _print_changes(result: IngestResult, check: bool) -> None:
    if not result.changed:
        echo("nothing to do: the files in corpus/laws are up to date")
        return
    written = [path for path in result.changed if path not in result.removed]
    _print_files("would change" if check else "written", written)
    _print_files("would be removed" if check else "removed", result.removed)
    _print_retired(result.retired, check)
    for change in result.changes[:_MOST_SHOWN]:
        print_change(console(), change)
    if len(result.changes) > _MOST_SHOWN:
        echo(f"  and {len(result.changes) - _MOST_SHOWN} more; --format json lists them all")


def _print_retired(retired: Sequence[RetiredCorrection], check: bool) -> None:
    if not retired:
        return
    verb = "would be retired" if check else "retired"
    echo(f"{verb}: {counted(len(retired), 'correction')}, which the pages have now")
    for each in retired:
        what = "mark of missing words" if each.field == "complete" else each.field
        echo(f"  {on_one_line(Path(each.patch).name)}: {each.address} {each.lang} {what}")


def _print_files(what: str, paths: Sequence[str]) -> None:
    if paths:
        echo(f"{what}: {counted(len(paths), 'file')}")
        for path in paths:
            echo(f"  {on_one_line(path)}")
