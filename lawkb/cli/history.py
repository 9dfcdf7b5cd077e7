"""``lawkb history``."""

from __future__ import annotations

import click
from rich.text import Text

from lawkb.cli.printed_changes import print_change
from lawkb.cli.printed_texts import clean
from lawkb.cli.settings import (
    Settings,
    check_language,
    console,
    edition_option,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.exchange.comparisons import history_record
from lawkb.history.revisions import RevisionStep, law_history
from lawkb.model.address import Scheme
from lawkb.references.typed_address import typed_place


@click.command("history")
@click.argument("address", nargs=-1, required=True)
@click.option("--lang", metavar="TAG", help="Only this language.")
@edition_option
@format_option
@click.pass_obj
def history_command(
    settings: Settings, address: tuple[str, ...], lang: str | None, edition: str | None, form: str
) -> int:
    """Show who changed a provision when, as word diffs.

    Needs the data folder of the wiki as a source: only that holds the revisions.
    """
    code = held_code(settings)
    check_language(code, lang)
    named = typed_place(address, code, edition)
    place, scheme = named.address, code.outline.scheme
    steps = law_history(settings.folder, named.edition or "", place)
    if form == "json":
        print_json(history_record(steps, lang, scheme))
        return 0 if steps else 1
    for step in steps:
        _print_step(step, lang, scheme)
    if not steps:
        messages().print(f"nothing has changed {scheme.write(place)}")
    return 0 if steps else 1


def _print_step(step: RevisionStep, lang: str | None, scheme: Scheme) -> None:
    out = console()
    changes = [change for change in step.changes if lang in {None, change.language}]
    if not changes and not step.losses:
        return
    when = step.revision.time.replace("T", " ").removesuffix("Z")
    head = Text(f"{when} UTC", style="bold")
    head.append(clean(f"  {step.name or 'unknown'}, {step.revision.kind}"), style="not bold")
    if step.revision.summary:
        head.append(clean(f": {step.revision.summary}"), style="not bold")
    out.print(head)
    for change in changes:
        print_change(out, change, scheme)
    for loss in step.losses:
        out.print(f"  {clean(loss.message)}")
