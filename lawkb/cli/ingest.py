"""``lawkb ingest`` and ``lawkb index``."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

import click
from rich.table import Table

from lawkb.cli.diffs import print_change
from lawkb.cli.settings import (
    Settings,
    console,
    echo,
    format_option,
    messages,
    opened_code,
    print_json,
)
from lawkb.controls import on_one_line
from lawkb.corpus.cached import index_folder
from lawkb.errors import LawkbError
from lawkb.exchange.records import change_record, page_record
from lawkb.model.address import Scheme
from lawkb.model.companion import Companion
from lawkb.model.law import Law
from lawkb.model.page import PIECE_KINDS
from lawkb.pipeline import Ingest, PageReport, ingest, read_all, refuse_removals
from lawkb.search.index import open_index

_MOST_SHOWN = 30  # a corpus read for the first time changes everywhere
_COLUMNS = {"page_data": "data", "furniture": "wiki", "headings": "heads"}


@click.command("ingest")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when the corpus would change.")
@click.option(
    "--prune", is_flag=True, help="Remove laws that no page gives any more, though it is there."
)
@click.option("-v", "--verbose", is_flag=True, help="Every loss on a line of its own.")
@format_option
@click.pass_obj
def ingest_command(settings: Settings, check: bool, prune: bool, verbose: bool, form: str) -> int:
    """Read the sources and write the laws as Akoma Ntoso.

    Prints for every page where its characters went; the counts sum to the page. A law whose page
    is gone is removed, and named; any other needs --prune.
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
        print_json(_record(result, scheme))
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


@click.command("index")
@click.pass_obj
def index_command(settings: Settings) -> int:
    """Build the search index, if it does not fit the corpus any more."""
    code = opened_code(settings)
    folder = index_folder(settings.folder)
    try:
        engine = open_index(code, folder, lambda line: messages().print(line))
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "set LAWKB_CACHE to another folder"
        ) from error
    others = " and parts of other texts" if code.companions else ""
    echo(f"{engine.stats().documents} provisions{others} are indexed")
    return 0


def _record(result: Ingest, scheme: Scheme) -> dict[str, object]:
    pages = [
        page_record(report.page.page_id, _texts(report), report.account, report.losses, scheme)
        for report in result.reports
    ]
    return {
        "pages": pages,
        "changed": list(result.changed),
        "removed": list(result.removed),
        "unread": [{"file": each.path, "why": each.why} for each in result.unread],
        "changes": [change_record(change, scheme) for change in result.changes],
        "audit": list(result.audit),
    }


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
        echo(f"{what}: {len(paths)} files")
        for path in paths:
            echo(f"  {on_one_line(path)}")


def _print_changes(result: Ingest, scheme: Scheme, check: bool) -> None:
    if not result.changed:
        companions = len(result.code.companions)
        others = f" and {companions} other texts" if companions else ""
        echo(f"{len(result.code.laws)} laws{others} stand as they were")
        return
    written = [path for path in result.changed if path not in result.removed]
    _print_files("would change" if check else "written", written)
    _print_files("would be removed" if check else "removed", result.removed)
    for change in result.changes[:_MOST_SHOWN]:
        print_change(console(), change, scheme)
    if len(result.changes) > _MOST_SHOWN:
        echo(f"  and {len(result.changes) - _MOST_SHOWN} more; --format json lists them all")
