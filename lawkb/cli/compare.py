"""``lawkb compare``: two editions side by side."""

from __future__ import annotations

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from lawkb.cli.printed_changes import diff_text
from lawkb.cli.printed_laws import print_hanging
from lawkb.cli.printed_texts import clean
from lawkb.cli.settings import (
    Settings,
    check_language,
    console,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.corpus.concordance import read_concordance
from lawkb.errors import LawkbError
from lawkb.exchange.comparisons import comparison_record, write_target
from lawkb.history.changes import DiffPiece
from lawkb.history.editions import (
    CitedTarget,
    ComparedEditions,
    ComparedProvision,
    Comparison,
    EditionText,
    ReferenceChange,
    compare_editions,
)
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.references.typed_address import edition_of, typed_address

_STYLES = {"kept": "dim", "same": "", "moved": "yellow", "dropped": "red", "added": "green"}


@click.command("compare")
@click.argument("address", nargs=-1, required=True)
@click.option(
    "--editions",
    metavar="OLD,NEW",
    help="Two editions; by default the oldest and the newest available.",
)
@click.option("--lang", metavar="TAG", multiple=True, help="Only this language; may be repeated.")
@format_option
@click.pass_obj
def compare_command(
    settings: Settings,
    address: tuple[str, ...],
    editions: str | None,
    lang: tuple[str, ...],
    form: str,
) -> int:
    """Compare a provision and everything in it in two editions.

    References that the concordance explains are reported as moved, not as dropped and added.
    """
    code = held_code(settings)
    place = typed_address(" ".join(address), code)
    for tag in lang:
        check_language(code, tag)
    sides = ComparedEditions(*_editions(code, editions), lang)
    concordance = read_concordance(settings.folder, code.outline)
    comparison = compare_editions(code, concordance, sides, place)
    if form == "json":
        print_json(comparison_record(comparison, code.outline.scheme))
    elif comparison.provisions:
        print_comparison(console(), comparison, code.outline.scheme)
    else:
        _tell_nothing(code, sides, place)
    return 0 if comparison.provisions else 1


def print_comparison(out: Console, comparison: Comparison, scheme: Scheme) -> None:
    """A comparison: on a terminal the texts in two columns, in a pipe under one another."""
    out.print(_sides(comparison))
    for provision in comparison.provisions:
        if out.is_terminal:
            out.print(_columns(provision, comparison, scheme))
        else:
            _print_lines(out, provision, comparison, scheme)
    out.print(_summary(comparison))


def _editions(code: Code, typed: str | None) -> tuple[str, str]:
    """The two editions as typed, older first as the user has them; by default the ends held."""
    if typed is None:
        held = [e.id for e in code.outline.editions if code.numbers(e.id)]
        if len(held) < 2:
            told = f"only one edition is available here: {held[0]}"
            hint = "bring another edition into corpus/sources/, then run: lawkb ingest"
            raise LawkbError("lawkb compare", told, hint)
        return held[-1], held[0]
    names = [name.strip() for name in typed.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        known = ",".join(e.id for e in reversed(code.outline.editions))
        raise LawkbError(f"--editions {typed}", "not two editions", f"write --editions {known}")
    return edition_of(code, names[0]), edition_of(code, names[1])


def _tell_nothing(code: Code, sides: ComparedEditions, place: Address) -> None:
    """Say which edition does not hold it."""
    out = messages()
    missing = [e for e in (sides.old, sides.new) if place.law not in code.numbers(e)]
    for edition in missing:
        out.print(f"Law {place.law} of {edition} is not available here")
    if not missing:
        written = code.outline.scheme.write(place)
        out.print(f"{written} is in neither edition, or moved unsaid")
    out.print("  there is nothing to compare")


def _columns(provision: ComparedProvision, comparison: Comparison, scheme: Scheme) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, expand=True, title_justify="left")
    for edition in (comparison.old, comparison.new):
        place = provision.pair.old if edition == comparison.old else provision.pair.new
        written = scheme.write(place) if place else "–"
        table.add_column(Text(f"{edition}  {written}"), ratio=1, overflow="fold")
    table.add_row(
        _side(provision, comparison.old, before=True),
        _side(provision, comparison.new, before=False),
    )
    for change in provision.references:
        old, new = _ends(change, comparison, scheme)
        style = _STYLES[change.kind]
        table.add_row(
            Text(f"cites {old}" if old else "", style=style),
            Text(f"cites {new} ({change.kind})" if new else f"({change.kind})", style=style),
        )
    return table


def _side(provision: ComparedProvision, edition: str, before: bool) -> Group:
    """The texts of one edition; where the other has the language, with what differs marked."""
    diffs = dict(provision.words)
    texts = [text for text in provision.texts if text.edition == edition and text.words]
    return Group(*(_marked(text, diffs.get(text.language, ()), before) for text in texts))


def _marked(text: EditionText, diff: tuple[DiffPiece, ...], before: bool) -> Text:
    shown = Text(f"{text.language}  ", style="dim")
    if not diff:
        return Text("").append_text(shown).append(clean(text.words))
    kind, style = ("gone", "red strike") if before else ("new", "green underline")
    for piece in diff:
        if piece.kind in ("same", kind):
            shown.append(clean(piece.text), style="not dim" if piece.kind == "same" else style)
    return shown


def _print_lines(
    out: Console, provision: ComparedProvision, comparison: Comparison, scheme: Scheme
) -> None:
    out.print(Text(_head(provision, scheme), style="bold"))
    diffs = dict(provision.words)
    words = dict.fromkeys((text.language, text.words) for text in provision.texts)
    for language, said in words:
        if said and language not in diffs:
            print_hanging(out, language, Text(clean(said)), 2)
    for language, diff in provision.words:
        print_hanging(out, language, diff_text(diff), 2)
    for change in provision.references:
        if change.kind != "kept":
            print_hanging(out, "", Text(_told(change, comparison, scheme)), 2)


def _sides(comparison: Comparison) -> str:
    """Which languages of which edition: ``2007 it, 2017 en``."""
    editions = zip((comparison.old, comparison.new), comparison.languages, strict=True)
    return ", ".join(f"{edition} {' and '.join(tags)}".rstrip() for edition, tags in editions)


def _head(provision: ComparedProvision, scheme: Scheme) -> str:
    pair = provision.pair
    here = scheme.write(pair.place)
    if pair.kind == "moved" and pair.old:
        return f"{here}  moved from {scheme.write(pair.old)}"
    return here if pair.kind == "same" else f"{here}  {pair.kind}"


def _told(change: ReferenceChange, comparison: Comparison, scheme: Scheme) -> str:
    old, new = _ends(change, comparison, scheme)
    cited = " → ".join(end for end in (old, new) if end)
    why = f" ({change.why})" if change.why else ""
    return f"reference {change.kind}: {cited}{why}"


def _ends(change: ReferenceChange, comparison: Comparison, scheme: Scheme) -> tuple[str, str]:
    return (
        _written(change.old, comparison.old, scheme),
        _written(change.new, comparison.new, scheme),
    )


def _written(target: CitedTarget | None, edition: str, scheme: Scheme) -> str:
    if target is None:
        return ""
    upto = f"–{scheme.write(target.upto)}" if target.upto else ""
    return write_target(target, edition, scheme) + upto


def _summary(comparison: Comparison) -> str:
    counts = comparison.count_references()
    told = ", ".join(f"{counts[kind]} {kind}" for kind in ("kept", "moved", "dropped", "added"))
    provisions = comparison.count_provisions()
    places = ", ".join(
        f"{provisions[kind]} {kind}"
        for kind in ("same", "moved", "dropped", "added")
        if provisions[kind]
    )
    return f"provisions: {places}; references: {told}"
