"""``lawkb compare``: two editions side by side."""

from __future__ import annotations

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from lawkb.api import Corpus
from lawkb.cli.options import Settings, format_option, print_json
from lawkb.cli.terminal import clean, console, diff_text, messages, print_hanging
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import (
    ComparedProvision,
    ComparedReference,
    Comparison,
    Diff,
    EditionText,
)
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.references.typed_address import typed_address

_STYLES = {"kept": "dim", "same": "", "moved": "yellow", "dropped": "red", "added": "green"}


@click.command("compare")
@click.argument("address", nargs=-1, required=True)
@click.option(
    "--editions",
    metavar="OLD,NEW",
    help="Two editions; by default the oldest and the newest available.",
)
@click.option("--from", "first", metavar="DATE", help="Compare the text of this day; needs --to.")
@click.option("--to", "last", metavar="DATE", help="With the text of this day.")
@click.option("--lang", metavar="TAG", multiple=True, help="Only this language; may be repeated.")
@format_option
@click.pass_obj
def compare_command(
    settings: Settings,
    address: tuple[str, ...],
    editions: str | None,
    first: str | None,
    last: str | None,
    lang: tuple[str, ...],
    form: str,
) -> int:
    """Compare a provision and everything in it in two editions, or on two days.

    References that the concordance explains are reported as moved, not as dropped and added.
    """
    corpus, typed = Corpus(settings.folder), " ".join(address)
    dates = _dates(first, last, editions)
    comparison = corpus.compare(typed, _editions(corpus, editions), langs=lang, dates=dates)
    if form == "json":
        print_json(comparison)
    elif comparison.provisions:
        print_comparison(console(), comparison)
    else:
        _print_missing(settings.open_code(), comparison.editions, typed)
    return 0 if comparison.provisions else 1


def print_comparison(out: Console, comparison: Comparison) -> None:
    """Print a comparison: on a terminal in two columns, in a pipe one text under the other."""
    told = (f"{e} {' and '.join(tags)}".rstrip() for e, tags in comparison.languages.items())
    out.print(", ".join(told))
    for provision in comparison.provisions:
        if out.is_terminal:
            out.print(_columns(provision, comparison.editions))
        else:
            _print_lines(out, provision)
    places, references = comparison.summary.provisions, comparison.summary.references
    kinds = ("same", "moved", "dropped", "added")
    counts = ", ".join(f"{places[kind]} {kind}" for kind in kinds if places[kind])
    told_references = ", ".join(f"{number} {kind}" for kind, number in references.items())
    out.print(f"provisions: {counts}; references: {told_references}")


def _editions(corpus: Corpus, typed: str | None) -> tuple[str, str] | None:
    """Parse the two editions typed; None if none are."""
    if typed is None:
        return None
    names = [name.strip() for name in typed.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        known = ",".join(reversed(corpus.editions))
        raise LawkbError(f"--editions {typed}", "not two editions", f"write --editions {known}")
    return names[0], names[1]


def _dates(first: str | None, last: str | None, editions: str | None) -> tuple[str, str] | None:
    """Return the two days, or None if none is named."""
    if first is None and last is None:
        return None
    if first is None or last is None:
        named = f"--from {first}" if first else f"--to {last}"
        hint = "write --from 2017-01-01 --to 2018-06-01"
        raise LawkbError(named, "the other day is missing", hint)
    if editions is not None:
        what = "editions and days are not compared together"
        raise LawkbError(f"--editions {editions} --from {first}", what, "leave out one of them")
    return first, last


def _print_missing(code: Code, editions: tuple[str, str], typed: str) -> None:
    """Print which of two editions lacks the provision."""
    law, out = typed_address(typed, code).law, messages()
    written = code.outline.scheme.write(Address((law,)))
    missing = [edition for edition in editions if law not in code.numbers(edition)]
    for edition in missing:
        out.print(f"Law {written} of {edition} is not available here")
    if not missing:
        out.print(f"{typed} is in neither edition, or the concordance lacks its move")
    out.print("  there is nothing to compare")


def _columns(provision: ComparedProvision, editions: tuple[str, str]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, expand=True, title_justify="left")
    for edition, place in zip(editions, (provision.old, provision.new), strict=True):
        table.add_column(Text(f"{edition}  {place or '–'}"), ratio=1, overflow="fold")
    old, new = editions
    table.add_row(_side(provision, old, "gone"), _side(provision, new, "new"))
    for each in provision.references:
        style, (before, after) = _STYLES[each.kind], _ends(each)
        table.add_row(
            Text(f"cites {before}" if before else "", style=style),
            Text(f"cites {after} ({each.kind})" if after else f"({each.kind})", style=style),
        )
    return table


def _side(provision: ComparedProvision, edition: str, kind: str) -> Group:
    """Return the texts of one edition, with differences from the other edition marked."""
    diffs = {each.lang: each.diff for each in provision.words}
    texts = [each for each in provision.texts if each.edition == edition and _words(each)]
    return Group(*(_marked(text, diffs.get(text.lang, ()), kind) for text in texts))


def _marked(text: EditionText, diff: Diff, kind: str) -> Text:
    shown = Text(f"{text.lang}  ", style="dim")
    if not diff:
        return Text("").append_text(shown).append(clean(_words(text)))
    style = "red strike" if kind == "gone" else "green underline"
    for of, words in diff:
        if of in ("same", kind):
            shown.append(clean(words), style="not dim" if of == "same" else style)
    return shown


def _print_lines(out: Console, provision: ComparedProvision) -> None:
    here = provision.new or provision.old
    came = f"  moved from {provision.old}" if provision.kind == "moved" else f"  {provision.kind}"
    out.print(Text(f"{here}{'' if provision.kind == 'same' else came}", style="bold"))
    diffs = {each.lang: each.diff for each in provision.words}
    for language, words in dict.fromkeys((each.lang, _words(each)) for each in provision.texts):
        if words and language not in diffs:
            print_hanging(out, language, Text(clean(words)), 2)
    for language, diff in diffs.items():
        print_hanging(out, language, diff_text(diff), 2)
    for change in provision.references:
        if change.kind != "kept":
            cited = " → ".join(end for end in _ends(change) if end)
            why = f" ({change.why})" if change.why else ""
            print_hanging(out, "", Text(f"reference {change.kind}: {cited}{why}"), 2)


def _words(text: EditionText) -> str:
    return "\n".join(part for part in (text.heading, text.text) if part)


def _ends(change: ComparedReference) -> tuple[str, str]:
    """Return the target in the old and new edition, ranges as ``27–32``; empty if missing."""
    old_upto = f"–{change.old_upto}" if change.old_upto else ""
    new_upto = f"–{change.new_upto}" if change.new_upto else ""
    return f"{change.old or ''}{old_upto}", f"{change.new or ''}{new_upto}"
