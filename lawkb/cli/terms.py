"""``lawkb terms``."""

from __future__ import annotations

import click
from rich.text import Text

from lawkb.api import Corpus
from lawkb.cli.options import Settings, format_option, print_json
from lawkb.cli.terminal import clean, console, messages, print_hanging
from lawkb.exchange.public_types import Term


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
    terms = Corpus(settings.folder).terms(" ".join(term), lang=lang, suggest=suggest)
    if form == "json":
        print_json({"terms": terms})
    else:
        for each in terms:
            _print_term(each)
    if not terms:
        messages().print("no such term")
    return 0 if terms else 1


def _print_term(term: Term) -> None:
    out = console()
    head = Text(clean(term.term), style="bold")
    head.append(f"  {term.lang}, {term.times}× in the original", style="dim")
    out.print(head)
    for rendering in term.renderings:
        told = Text(clean(f"{rendering.words} ({rendering.status}) {rendering.times}×"))
        told.append(f"  {', '.join(rendering.places)}", style="dim")
        print_hanging(out, "", told, 0)
    if term.missing:
        print_hanging(out, "", Text(f"not translated in: {', '.join(term.missing)}"), 0)
