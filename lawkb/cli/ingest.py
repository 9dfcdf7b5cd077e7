"""``lawkb ingest``."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

import click
from rich.table import Table

from lawkb.api import ingest_result
from lawkb.cli.printed_changes import print_change
from lawkb.cli.printing import counted
from lawkb.cli.settings import (
    Settings,
    console,
    echo,
    format_option,
    messages,
    print_json,
)
from lawkb.controls import on_one_line
from lawkb.exchange.public_types import as_json
from lawkb.model.address import Scheme
from lawkb.model.companion import Companion
from lawkb.model.law import Law
from lawkb.model.page import PIECE_KINDS
from lawkb.pipeline import Ingest, PageReport, ingest, read_all, refuse_removals

_MOST_SHOWN = 30  # a corpus read for the first time changes everywhere
_COLUMNS = {"page_data": "data", "furniture": "wiki", "headings": "heads"}


@click.command("ingest")
@click.option(
    "--check", is_flag=True, help="Write nothing; exit with 1 if the corpus would change."
)
@click.option(
    "--prune", is_flag=True, help="Remove laws whose page is there but no longer gives them."
)
@click.option("-v", "--verbose", is_flag=True, help="List every loss.")
@format_option
@click.pass_obj
def ingest_command(settings: Settings, check: bool, prune: bool, verbose: bool, form: str) -> int:
    """Read the sources and write the laws as Akoma Ntoso.

    Prints what the characters of each page are: law text, headings, notes and so on; the counts
    sum to the page. A law is removed if its page is gone; any other removal needs --prune.
    """
    folder = settings.folder
    if check:
        result = read_all(folder, official=True)
        if not prune:
            refuse_removals(folder, result)
    else:
        result = ingest(folder, prune)
    scheme = result.code.outline.scheme
    if form == "json":
        print_json(as_json(ingest_result(result)))
    else:
        _print_pages(result)
        _print_companions(result)
        _print_losses(result, scheme, verbose)
        for each in result.unread:
            console().print(f"not read: {on_one_line(each.path)} ({each.why})")
        _print_changes(result, scheme, check)
    for line in result.audit:
        messages().print(f"audit: {line}")
    return 1 if check and result.changed else 0


def _print_pages(result: Ingest) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("page", overflow="fold")
    table.add_column("lang", no_wrap=True)
    for name in ("chars", *(_COLUMNS.get(kind, kind) for kind in PIECE_KINDS), "losses"):
        table.add_column(name, justify="right", no_wrap=True)
    for report in result.reports:
        table.add_row(*_page_row(report))
    console().print(table)


def _page_row(report: PageReport) -> tuple[str, ...]:
    counts = report.account.counts
    return (
        on_one_line(report.page.page_id),
        " ".join(dict.fromkeys(text.language for text in _texts(report))),
        str(report.account.total),
        *(str(counts[kind]) for kind in PIECE_KINDS),
        str(len(report.losses)),
    )


def _texts(report: PageReport) -> tuple[Law | Companion, ...]:
    return (*report.laws, *report.companions)


def _print_companions(result: Ingest) -> None:
    """The texts that are no laws, with their pages: the table has no room for their names."""
    found = {
        name: report.page.page_id
        for report in result.reports
        for name in dict.fromkeys(companion.name for companion in report.companions)
    }
    if found:
        told = ", ".join(f"{name} ({on_one_line(page)})" for name, page in found.items())
        console().print(f"beside the laws: {told}")


def _print_losses(result: Ingest, scheme: Scheme, verbose: bool) -> None:
    out = console()
    for report in result.reports:
        kinds: dict[str, int] = {}
        for loss in report.losses:
            kinds[loss.kind] = kinds.get(loss.kind, 0) + 1
            if verbose:
                place = (
                    scheme.write(loss.address) if loss.address else on_one_line(report.page.page_id)
                )
                line = f" (line {loss.line})" if loss.line else ""
                told = f"  {place} {loss.language or ''} {loss.kind}: {loss.message}{line}"
                # Not by rich: it takes its time, and these may be thousands.
                echo(fill(told, out.width, subsequent_indent="    "))
        if kinds and not verbose:
            told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
            out.print(f"lost on {on_one_line(report.page.page_id)}: {told}")


def _print_files(what: str, paths: Sequence[str]) -> None:
    if paths:
        echo(f"{what}: {counted(len(paths), 'file')}")
        for path in paths:
            echo(f"  {on_one_line(path)}")


def _print_changes(result: Ingest, scheme: Scheme, check: bool) -> None:
    if not result.changed:
        companions = len(result.code.companions)
        others = f" and {counted(companions, 'other text')}" if companions else ""
        laws = counted(len(result.code.laws), "law file")
        echo(f"no change: {laws}{others} in corpus/laws, one for each law and language")
        return
    written = [path for path in result.changed if path not in result.removed]
    _print_files("would change" if check else "written", written)
    _print_files("would be removed" if check else "removed", result.removed)
    for change in result.changes[:_MOST_SHOWN]:
        print_change(console(), change, scheme)
    if len(result.changes) > _MOST_SHOWN:
        echo(f"  and {len(result.changes) - _MOST_SHOWN} more; --format json lists them all")
