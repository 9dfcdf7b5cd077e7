"""``lawkb terms``: show the glossary, add terms and change them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from lawkb.api import Corpus
from lawkb.cli.options import NamedGroup, Settings, echo, format_option, print_json
from lawkb.cli.terminal import clean, console, messages, print_hanging
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.glossary import FILE, STATUSES, Glossary, read_glossary, written
from lawkb.corpus.glossary import Term as Row
from lawkb.corpus.writing import one_writer
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import Term
from lawkb.model.finding import choice_of

if TYPE_CHECKING:
    from lawkb.editorial.decisions import Decision


@click.group(
    "terms",
    cls=NamedGroup,
    subcommand_metavar="[show] [TERM]… | add TERM | change TERM | import FILE",
)
def terms_command() -> None:
    """Show the terms of the glossary.

    `terms add` adds a term, `terms change` changes one, `terms import` adds
    those of a file. A term named like a command is shown by `lawkb terms show
    add`.
    """


@terms_command.command("show")
@click.argument("term", nargs=-1)
@click.option("--lang", metavar="TAG", help="Only this translation.")
@click.option("--suggest", is_flag=True, help="Suggest terms for the glossary.")
@format_option
@click.pass_obj
def show_command(
    settings: Settings, term: tuple[str, ...], lang: str | None, suggest: bool, form: str
) -> int:
    """Show terms, how each is translated, and where.

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


_rendering_option = click.option(
    "--rendering",
    "renderings",
    type=(str, str),
    multiple=True,
    metavar="TAG WORDS",
    help="Translation into a language; may be repeated.",
)
_status_option = click.option(
    "--status",
    type=click.Choice(STATUSES),
    help="Whether to use this translation.  [default: preferred]",
)
_note_option = click.option("--note", help="A remark for other editors.")


@terms_command.command("add")
@click.argument("term")
@_rendering_option
@_status_option
@_note_option
@click.pass_obj
def add_command(
    settings: Settings,
    term: str,
    renderings: tuple[tuple[str, str], ...],
    status: str | None,
    note: str | None,
) -> int:
    """Add a term with its translations to the glossary.

    WORDS are as in corpus/glossary.tsv: 'τιμωρημέν* φύλλο|φύλλ*'. Words without
    any * or | get the stems of their other forms, and the row is printed.
    """
    # Not above: to show terms, nothing that decides is needed.
    from lawkb.editorial.decisions import add_term, put_decision, typed_term

    folder = settings.folder
    with one_writer(folder) as writer:
        outline = read_outline(folder)
        new = typed_term(term, dict(renderings), status or STATUSES[0], note or "", outline)
        decision = add_term(read_glossary(folder, outline), new, outline)
        put_decision(folder, decision, outline, writer)
    _print_written(decision)
    echo(f"written to {folder / FILE}")
    return 0


@terms_command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would be added without writing it.")
@click.pass_obj
def import_command(settings: Settings, file: Path, dry_run: bool) -> int:
    """Add the terms of a file: TBX, CSV or XLSX.

    The first row of a table names its columns: the languages by tag or name,
    status and note. Words get the stems of their other forms, as in `lawkb
    terms add`. A translation that the glossary has already is unchanged; one
    that it has with another status, or that is no term, is refused and named.

    Exit codes: 0 fine, 1 a term was refused, 2 could not run.
    """
    from lawkb.editorial.decisions import add_terms, put_decision, typed_term
    from lawkb.exchange.formats.all_formats import read_terms

    folder = settings.folder
    with one_writer(folder) as writer:
        outline = read_outline(folder)
        tags = [outline.authoritative, *(t for t in outline.titles if t != outline.authoritative)]
        lines: dict[Row, int] = {}
        refused: list[tuple[int, str, str]] = []
        for each in read_terms(file, tags):
            try:
                tag = outline.read_tag(each.language)
                status = each.status or STATUSES[0]
                row = typed_term(each.term, {tag: each.words}, status, each.note, outline)
                lines.setdefault(row, each.line)
            except LawkbError as error:
                refused.append((each.line, f"{each.term} = {each.words}", error.what))
        if not lines and not refused:
            told = f"there is no term with a translation into {choice_of(tags[1:])} in it"
            raise LawkbError(str(file), told, "name a file of terms")
        glossary = read_glossary(folder, outline)
        decision, left = add_terms(glossary, lines, outline, f"Import terms of {file.name}")
        if decision.added and not dry_run:
            put_decision(folder, decision, outline, writer)
    refused += [(lines[row], row.term, why) for row, why in left.items() if why]
    for line, name, why in sorted(refused):
        console().print(Text(clean(f"refused: line {line}: {name}: {why}")), soft_wrap=True)
    _print_written(decision)
    unchanged = sum(not why for why in left.values())
    echo(f"{len(decision.added)} accepted, {len(refused)} refused, {unchanged} unchanged")
    if decision.added:
        echo(f"{'would be written' if dry_run else 'written'} to {folder / FILE}")
    return 1 if refused else 0


@terms_command.command("change")
@click.argument("term")
@_rendering_option
@_status_option
@_note_option
@click.option("--line", type=int, metavar="N", help="Line of the glossary, if several have TERM.")
@click.pass_obj
def change_command(
    settings: Settings,
    term: str,
    renderings: tuple[tuple[str, str], ...],
    status: str | None,
    note: str | None,
    line: int | None,
) -> int:
    """Change a translation, the status or the note of a term.

    WORDS are as in `lawkb terms add`; empty words remove the translation. What
    is not named stays. The old and the new row are printed.
    """
    from lawkb.editorial.decisions import change_term, put_decision, typed_term

    folder = settings.folder
    with one_writer(folder) as writer:
        outline = read_outline(folder)
        glossary = read_glossary(folder, outline)
        old = _row(glossary, term, line)
        new = typed_term(
            old.term,
            _renderings(old) | dict(renderings),
            status or old.status,
            old.note if note is None else note,
            outline,
            old,
        )
        decision = change_term(glossary, old, new, outline)
        put_decision(folder, decision, outline, writer)
    if not decision.added:
        echo("nothing to do: the term is like that")
        return 0
    _print_written(decision)
    echo(f"written to {folder / FILE}")
    return 0


def _renderings(row: Row) -> dict[str, str]:
    return {tag: written(words) for tag, words in row.renderings.items()}


def _row(glossary: Glossary, term: str, line: int | None) -> Row:
    """Return the one row of a term, or the one at a line of the file."""
    rows = [each for each in glossary.terms if each.term.casefold() == term.casefold()]
    if not rows:
        raise LawkbError(term, "the glossary has no such term", "lawkb terms shows all")
    named = [each for each in rows if line in (None, _line(each))]
    if len(named) != 1:
        lines = ", ".join(
            f"{_line(each)} ({' '.join(_renderings(each).values())})" for each in rows
        )
        raise LawkbError(term, f"it is in several lines: {lines}", "name one: --line N")
    return named[0]


def _line(row: Row) -> int:
    return int(row.where.rpartition(":")[2])


def _print_written(decision: Decision) -> None:
    for sign, entries in (("-", decision.removed), ("+", decision.added)):
        for entry in entries:
            cells = "  ".join(f"{name}: {value}" for name, value in entry.values if value)
            print_hanging(console(), sign, Text(clean(cells)), 0)


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
