"""``lawkb import``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from lawkb.cli.author import signed
from lawkb.cli.printed_changes import diff_text
from lawkb.cli.printed_texts import clean
from lawkb.cli.settings import Settings, console, echo, format_option, print_json
from lawkb.editorial.patches import PatchReason
from lawkb.exchange.translation_merge import MergedRow, Outcome, merge_record
from lawkb.history.changes import word_diff
from lawkb.returned import Returned, take_back, try_back

_STYLES: dict[Outcome, str] = {"accepted": "green", "refused": "bold red"}
_TOLD: tuple[Outcome, ...] = ("accepted", "refused")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--author", help="Name of the translator.  [default: the user]")
@click.option("--reason", default="translation revised", show_default=True, help="Why.")
@click.option("--dry-run", is_flag=True, help="Show what would be done without writing it.")
@format_option
@click.pass_obj
def import_command(
    settings: Settings, file: Path, author: str | None, reason: str, dry_run: bool, form: str
) -> int:
    """Import a translated file: XLIFF, CSV or XLSX.

    A text is taken if neither it nor its original has changed since the
    export, and becomes a patch in corpus/patches/; its state goes into
    corpus/review.tsv. The rest is refused, each text with the reason.

    Exit codes: 0 all was taken, 1 something was refused, 2 could not run.
    """
    cause = PatchReason(reason, file.name, *signed(author))
    returned = (try_back if dry_run else take_back)(settings.folder, file, cause)
    if form == "json":
        print_json(merge_record(returned.merge, returned.files, dry_run))
    else:
        _print(returned, dry_run)
    return 1 if any(each.outcome == "refused" for each in returned.merge.judged) else 0


def _print(returned: Returned, dry_run: bool) -> None:
    merge = returned.merge
    out = console()
    parts = []
    for outcome in _TOLD:
        judged = [each for each in merge.judged if each.outcome == outcome]
        parts.append(f"{len(judged)} {outcome}")
        if judged:
            out.print(_table(outcome, judged))
            out.print()
    out.print(", ".join([*parts, f"{merge.untouched} untouched"]))
    if not merge.judged:
        out.print("no change")
    if returned.files:
        told = "would be written" if dry_run else "written"
        echo(f"{told}: {', '.join(returned.files)}")
    if merge.patches and not dry_run:
        echo("run: lawkb ingest")


def _table(outcome: Outcome, judged: Sequence[MergedRow]) -> Table:
    """Texts of one outcome: their ids, what was done or why not, and the words that differ."""
    table = Table(box=None, pad_edge=False, header_style=_STYLES[outcome], expand=False)
    table.add_column(outcome, overflow="fold", max_width=20)
    table.add_column("line", justify="right")
    table.add_column("what" if outcome == "accepted" else "why", overflow="fold")
    for each in judged:
        told = Text(clean(each.why))
        if each.before != each.after and (each.before or outcome == "accepted"):
            told.append("\n")
            told.append_text(diff_text(word_diff(each.before, each.after)))
        table.add_row(Text(clean(each.name)), f"{each.line}", told)
    return table
