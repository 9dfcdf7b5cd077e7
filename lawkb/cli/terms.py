"""``lawkb terms``."""

from __future__ import annotations

import click
from rich.text import Text

from lawkb.checks.term_table import TermRow, term_table, terms_record
from lawkb.cli.printed_laws import print_hanging
from lawkb.cli.printed_texts import clean
from lawkb.cli.settings import (
    Settings,
    console,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.corpus.glossary import read_glossary
from lawkb.errors import LawkbError


@click.command("terms")
@click.argument("term", nargs=-1)
@click.option("--lang", metavar="TAG", help="Only this translation.")
@click.option("--suggest", is_flag=True, help="Suggest terms for the glossary.")
@format_option
@click.pass_obj
def terms_command(
    settings: Settings, term: tuple[str, ...], lang: str | None, suggest: bool, form: str
) -> int:
    """Show the terms of the glossary, how each is translated, and where.

    With --suggest, terms translated consistently but missing from the glossary.
    """
    code = held_code(settings)
    glossary = read_glossary(settings.folder, code.outline)
    rows = term_table(code, glossary, suggest)
    tags = sorted({row.language for row in rows})
    if tags and lang not in {None, *tags}:
        hint = f"write --lang {' or '.join(tags)}"
        raise LawkbError(f"--lang {lang}", "the glossary has no translations in it", hint)
    wanted = " ".join(term).casefold()
    rows = [row for row in rows if wanted in row.term.casefold() and lang in (None, row.language)]
    if form == "json":
        print_json(terms_record(rows))
    else:
        for row in rows:
            _print_row(row)
    if not rows:
        messages().print("no such term")
    return 0 if rows else 1


def _print_row(row: TermRow) -> None:
    out = console()
    head = Text(clean(row.term), style="bold")
    head.append(f"  {row.language}, {row.times}× in the original", style="dim")
    out.print(head)
    for rendering in row.renderings:
        told = Text(clean(f"{rendering.words} ({rendering.status}) {rendering.times}×"))
        told.append(f"  {', '.join(rendering.places)}", style="dim")
        print_hanging(out, "", told, 0)
    if row.missing:
        print_hanging(out, "", Text(f"without a rendering: {', '.join(row.missing)}"), 0)
