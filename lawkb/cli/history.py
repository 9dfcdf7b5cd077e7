"""``lawkb history``."""

from __future__ import annotations

import click
from rich.text import Text

from lawkb.cli.diffs import print_change
from lawkb.cli.places import typed_place
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
from lawkb.cli.texts import clean
from lawkb.exchange.records import change_record
from lawkb.model.address import Scheme
from lawkb.revisions import Step, law_history


@click.command("history")
@click.argument("address", nargs=-1, required=True)
@click.option("--lang", metavar="TAG", help="One language only.")
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
        print_json({"history": [_record(step, lang, scheme) for step in steps]})
        return 0 if steps else 1
    for step in steps:
        _print_step(step, lang, scheme)
    if not steps:
        messages().print(f"nothing has changed {scheme.write(place)}")
    return 0 if steps else 1


def _record(step: Step, lang: str | None, scheme: Scheme) -> dict[str, object]:
    return {
        "page": step.page,
        "revision": step.revision.id,
        "time": step.revision.time,
        "kind": step.revision.kind,
        "user": step.name,
        "summary": step.revision.summary,
        "changes": [
            change_record(change, scheme)
            for change in step.changes
            if lang in {None, change.language}
        ],
        "losses": [loss.message for loss in step.losses],
    }


def _print_step(step: Step, lang: str | None, scheme: Scheme) -> None:
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
