"""``lawkb import``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from lawkb.api import Corpus
from lawkb.cli.options import (
    Settings,
    author_option,
    counted,
    echo,
    format_option,
    print_json,
    signed,
)
from lawkb.cli.terminal import clean, console, diff_text, print_hanging
from lawkb.exchange.public_types import ImportedText, ImportResult
from lawkb.history.changes import word_diff

_STYLES = {"accepted": "green", "refused": "bold red", "unchanged": "yellow"}
_MOST_LISTED = 1000  # rows of one outcome


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@author_option
@click.option(
    "--reason", default="translation revised", show_default=True, help="Why the texts change."
)
@click.option("--dry-run", is_flag=True, help="Show what would be done without writing it.")
@format_option
@click.pass_obj
def import_command(
    settings: Settings, file: Path, author: str | None, reason: str, dry_run: bool, form: str
) -> int:
    """Import a translated file: XLIFF, PO, CSV or XLSX.

    Each row of the file is accepted, refused or unchanged. A text that was
    edited is accepted if neither it nor its original has changed since the
    export, and becomes a patch in corpus/patches/; its state goes into
    corpus/review.tsv. What a translator wrote in the notes or the column
    comments is recorded in corpus/discussion.toml. A refused row is listed
    with the reason. Of unchanged rows only those are listed of which more is
    to be told, such as why a state was not set; --format json has all. Then
    follow the findings that are new because of the accepted texts.

    Importing a file again changes nothing.

    Exit codes: 0 nothing was refused, 1 something was refused, 2 could not run.
    """
    who, _ = signed(author)
    corpus = Corpus(settings.folder)
    result = corpus.import_translation(file, author=who, reason=reason, dry_run=dry_run)
    if form == "json":
        print_json(result)
    else:
        _print(result)
    return 1 if result.summary["refused"] else 0


def _print(result: ImportResult) -> None:
    out = console()
    for outcome in _STYLES:
        rows = [each for each in result.rows if each.outcome == outcome]
        if outcome == "unchanged":  # only those of which more is to be told
            rows = [each for each in rows if each.why and each.before == each.after]
        if rows:
            out.print(_table(outcome, rows[:_MOST_LISTED]))
            if len(rows) > _MOST_LISTED:
                out.print(f"and {len(rows) - _MOST_LISTED} more {outcome}; --format json has all")
            out.print()
    if result.findings:
        when = "would be" if result.dry_run else "are"
        out.print(f"{counted(len(result.findings), 'finding')} {when} new because of it:")
        for each in result.findings[:_MOST_LISTED]:
            place = f"{each.severity} {each.address or ''} {each.lang}, {each.rule}: "
            print_hanging(out, "-", Text(clean(f"{place}{each.message}")), 0)
        out.print()
    out.print(", ".join(f"{number} {outcome}" for outcome, number in result.summary.items()))
    if not (result.summary["accepted"] or result.summary["refused"]):
        out.print("no change: the corpus has these texts and states already")
    if result.files:
        told = "would be written" if result.dry_run else "written"
        echo(f"{told}: {', '.join(result.files)}")
    if not result.dry_run and any(file.startswith("patches/") for file in result.files):
        echo("run: lawkb ingest")


def _table(outcome: str, rows: Sequence[ImportedText]) -> Table:
    """Return a table of the texts with one outcome: ids, what was done or why not, differences."""
    table = Table(box=None, pad_edge=False, header_style=_STYLES[outcome], expand=False)
    table.add_column(outcome, overflow="fold", max_width=20)
    table.add_column("line", justify="right")
    table.add_column("what" if outcome == "accepted" else "why", overflow="fold")
    for each in rows:
        told = Text(clean(each.why))
        if each.before != each.after and (each.before or outcome == "accepted"):
            diff = word_diff(each.before, each.after)
            told.append("\n")
            told.append_text(diff_text(tuple((piece.kind, piece.text) for piece in diff)))
        if each.comment:
            told.append(f"\n{clean(each.comment)}", style="italic")
        table.add_row(Text(clean(each.id)), f"{each.row}", told)
    return table
