"""``lawkb ingest``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

import click
from rich.table import Table

from lawkb.api import Corpus
from lawkb.cli.options import Settings, counted, echo, format_option, print_json
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.control_characters import on_one_line
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import (
    IngestedExpression,
    IngestedPage,
    IngestResult,
    Loss,
    RetiredCorrection,
)
from lawkb.model.language import read_language
from lawkb.model.page import PIECE_KINDS

_MOST_SHOWN = 30  # a corpus read for the first time changes everywhere
_MOST_FILES = 10
_MOST_PAGES = 40  # rows of the table of pages
_MOST_LOSSES = 3  # of each kind
_MOST_RANGES = 8  # of missing laws
_COLUMNS = {"page_data": "data", "furniture": "wiki", "headings": "heads"}


@click.command("ingest")
@click.option(
    "--check", is_flag=True, help="Write nothing; exit with 1 if the corpus would change."
)
@click.option("--prune", is_flag=True, help="Remove laws that their page no longer contains.")
@click.option(
    "--expect",
    type=click.IntRange(min=1),
    metavar="N",
    help="Exit with 1 unless every language has N laws.",
)
@click.option("-v", "--verbose", is_flag=True, help="List every page, file and loss.")
@format_option
@click.pass_obj
def ingest_command(
    settings: Settings, check: bool, prune: bool, expect: int | None, verbose: bool, form: str
) -> int:
    """Read the sources and write the laws as Akoma Ntoso.

    Prints for each page how many of its characters are law text, headings, notes and so on; the
    counts sum to the whole page. Then one line for each language: which laws it has, which are
    missing, and what looks like a title that was not recognised. Last come the losses: what a page
    no longer contains, and what is unclear in it. A law is removed if its page is gone; any other
    removal needs --prune. A correction that its page has by now is removed from corpus/patches.
    """
    result = Corpus(settings.folder).ingest(check=check, prune=prune)
    if form == "json":
        print_json(result)
    else:
        _print_pages(result, verbose)
        _print_companions(result)
        most = len(result.unread) if verbose else _MOST_FILES
        for each in result.unread[:most]:
            console().print(f"not read: {on_one_line(each.file)} ({each.why})")
        _print_rest(len(result.unread) - most)
        _print_changes(result, check, verbose)
        _print_expressions(result.expressions)
        _print_losses(result, verbose)
    for line in result.audit:
        messages().print(f"audit: {line}")
    fault = _unexpected(result.expressions, expect) if expect else None
    if fault:
        messages().print(str(fault))
    return 1 if fault or (check and result.changed) else 0


def _print_pages(result: IngestResult, verbose: bool) -> None:
    """Print the table of pages; of a long one those with losses, or the first."""
    pages = result.pages
    if not verbose and len(pages) > _MOST_PAGES:
        lossy = [page for page in pages if page.losses][:_MOST_PAGES]
        clean = [page for page in pages if not page.losses][: _MOST_PAGES - len(lossy)]
        shown = {id(page) for page in (*lossy, *clean)}
        pages = tuple(page for page in pages if id(page) in shown)
    console().print(_page_table(pages))
    left = len(result.pages) - len(pages)
    if left:
        shown_losses = sum(bool(page.losses) for page in pages)
        lossy_left = sum(bool(page.losses) for page in result.pages) - shown_losses
        what = f"{lossy_left} of them with losses" if lossy_left else "without losses"
        link = ", " if lossy_left else " "
        echo(f"and {counted(left, 'more page')}{link}{what}; -v lists them all")


def _print_rest(left: int) -> None:
    if left > 0:
        echo(f"  and {left} more; -v lists them all")


def _page_table(pages: Sequence[IngestedPage]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("page", overflow="fold")
    table.add_column("lang", no_wrap=True)
    for name in ("chars", *(_COLUMNS.get(kind, kind) for kind in PIECE_KINDS), "losses"):
        table.add_column(name, justify="right", no_wrap=True)
    for page in pages:
        counts = (str(page.chars[kind]) for kind in ("total", *PIECE_KINDS))
        names = (on_one_line(page.page), " ".join(page.languages))
        table.add_row(*names, *counts, str(len(page.losses)))
    return table


def _print_companions(result: IngestResult) -> None:
    """Print the texts beside the laws, such as definitions, with their pages."""
    found = {name: on_one_line(page.page) for page in result.pages for name in page.companions}
    if found:
        told = ", ".join(f"{name} ({page})" for name, page in found.items())
        echo(f"texts that are no laws: {told}")


def _print_expressions(expressions: Sequence[IngestedExpression]) -> None:
    """Print one line for each edition and language: its laws and what is strange in them."""
    several = len({each.edition for each in expressions}) > 1
    for each in expressions:
        name = read_language(each.lang).name + (f" {each.edition}" if several else "")
        line = f"{name}: {'; '.join(_facts(each))}"
        echo(fill(line, console().width, subsequent_indent="    "))


def _facts(each: IngestedExpression) -> Iterator[str]:
    if not each.laws:
        yield "no laws"
        return
    first, last = each.numbers[0], each.numbers[-1]
    beside = f", {', '.join(each.beside)}" if each.beside else ""
    span = last if first == last else f"{first}–{last}"
    total = f" of {each.declared}" if str(each.declared) != last else ""
    gaps = f", missing {_spans(each.missing)}" if each.missing else ""
    yield f"{'law' if each.laws == 1 else 'laws'} {span}{total}{beside}{gaps}"
    if each.untitled:
        yield f"{each.untitled} without a title"
    if each.title_like:
        like = "looks like a title" if each.title_like == 1 else "look like titles"
        yield f"{counted(each.title_like, 'text')} {like}"
    if each.inferred:
        yield f"{counted(each.inferred, 'label')} inferred"


def _spans(numbers: Sequence[str]) -> str:
    """Return numbers with runs of three and more as spans: ``3, 5–9``; many are cut."""
    spans: list[list[str]] = []
    for n in numbers:
        follows = spans and n.isdigit() and spans[-1][-1].isdigit()
        if follows and int(n) == int(spans[-1][-1]) + 1:
            spans[-1].append(n)
        else:
            spans.append([n])
    told = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(run) for run in spans]
    more = sum(map(len, spans[_MOST_RANGES:]))
    return ", ".join(told[:_MOST_RANGES]) + (f" and {more} more" if more else "")


def _unexpected(expressions: Sequence[IngestedExpression], expect: int) -> LawkbError | None:
    """Return an error that names the laws that a language lacks or has too many, or None."""
    wrong = [each for each in expressions if each.laws != expect]
    if not wrong:
        return None
    name = {each.lang: read_language(each.lang).name for each in wrong}
    where = ", ".join(f"{name[each.lang]} has {counted(each.laws, 'law')}" for each in wrong)
    told = [f"{name[each.lang]} {_difference(each, expect)}" for each in wrong]
    hint = "look for the titles in the losses, or correct --expect"
    if all(each.laws > expect for each in wrong):
        hint = "look whether a citation was read as a title, or correct --expect"
    return LawkbError(f"{where}, not {expect}", "; ".join(told), hint)


def _difference(each: IngestedExpression, expect: int) -> str:
    if each.laws < expect:
        missing = [str(n) for n in range(1, expect + 1) if str(n) not in each.numbers]
        return f"missing: {_spans(missing)}"
    surplus = [n for n in each.numbers if not n.isdigit() or int(n) > expect]
    return f"surplus: {_spans(surplus)}"


def _print_losses(result: IngestResult, verbose: bool) -> None:
    """Print the losses: all, or how many of each kind with the first of them."""
    lossy = [page for page in result.pages if page.losses]
    if verbose:
        for page in lossy:
            _print_each(page.losses, page)
        return
    for page in lossy[:_MOST_SHOWN]:
        kinds = Counter(loss.kind for loss in page.losses)
        told = ", ".join(f"{kind} ({count})" for kind, count in kinds.items())
        console().print(f"losses on {on_one_line(page.page)}: {told}")
    if len(lossy) > _MOST_SHOWN:
        echo(f"and losses on {counted(len(lossy) - _MOST_SHOWN, 'more page')}")
    by_kind: dict[str, list[tuple[Loss, IngestedPage]]] = {}
    for page in lossy:
        for loss in page.losses:
            by_kind.setdefault(loss.kind, []).append((loss, page))
    for kind, losses in by_kind.items():
        first = f", the first {_MOST_LOSSES}" if len(losses) > _MOST_LOSSES else ""
        echo(f"{kind}: {len(losses)}{first}")
        for loss, page in losses[:_MOST_LOSSES]:
            _print_each((loss,), page)
    if lossy:
        echo("-v lists each of them")


def _print_each(losses: Sequence[Loss], page: IngestedPage) -> None:
    for loss in losses:
        # Not by rich: it takes its time, and these may be thousands.
        echo(fill(_loss_line(loss, page), console().width, subsequent_indent="    "))


def _loss_line(loss: Loss, page: IngestedPage) -> str:
    line = f" (line {loss.line})" if loss.line else ""
    place = loss.address or on_one_line(page.page)
    return f"  {place} {loss.lang or ''} {loss.kind}: {loss.message}{line}"


def _print_changes(result: IngestResult, check: bool, verbose: bool) -> None:
    if not result.changed:
        echo("nothing to do: the files in corpus/laws are up to date")
        return
    written = [path for path in result.changed if path not in result.removed]
    most = len(result.changed) if verbose else _MOST_FILES
    _print_files("would change" if check else "written", written, most)
    _print_files("would be removed" if check else "removed", result.removed, most)
    _print_retired(result.retired, check)
    for change in result.changes[:_MOST_SHOWN]:
        print_change(console(), change)
    if len(result.changes) > _MOST_SHOWN:
        echo(f"  and {len(result.changes) - _MOST_SHOWN} more; --format json lists them all")


def _print_retired(retired: Sequence[RetiredCorrection], check: bool) -> None:
    if not retired:
        return
    verb = "would be retired" if check else "retired"
    echo(f"{verb}: {counted(len(retired), 'correction')}, which the pages have now")
    for each in retired:
        what = "mark of missing words" if each.field == "complete" else each.field
        echo(f"  {on_one_line(Path(each.patch).name)}: {each.address} {each.lang} {what}")


def _print_files(what: str, paths: Sequence[str], most: int) -> None:
    if paths:
        echo(f"{what}: {counted(len(paths), 'file')}")
        for path in paths[:most]:
            echo(f"  {on_one_line(path)}")
        _print_rest(len(paths) - most)
