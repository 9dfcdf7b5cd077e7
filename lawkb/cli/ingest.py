"""``lawkb ingest``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

import click
from rich.table import Table

from lawkb.api import Corpus
from lawkb.cli.options import (
    OperatedCommand,
    Settings,
    cluster_option,
    counted,
    echo,
    format_option,
    print_json,
)
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.errors import LawkbError, on_one_line
from lawkb.exchange.public_types import (
    IngestedExpression,
    IngestedPage,
    IngestResult,
    Loss,
    RetiredCorrection,
    UnreadFile,
)
from lawkb.model.language import read_language
from lawkb.model.page import PIECE_KINDS

_MOST_CHANGES = 30  # a corpus read for the first time changes everywhere
_FEW = 3  # changes, and losses of a kind, that are shown without -v
_MOST_FILES = 10
_MOST_RANGES = 8  # of missing laws
# What a kind of loss means, in plain words. Of those that somebody should mend the first are shown
# without -v; the others are what a page has lost for good.
_TO_MEND = {
    "conflict": "two files have the same text in different words; one was used",
    "encoding": "characters that could not be read with certainty",
    "link": "links that could not be kept",
    "partial-patch": "corrections that fit only in part",
    "provenance": "where a text comes from is not quite clear",
    "stale-patch": "corrections whose place has changed",
    "text": "words that may be incomplete",
    "unparsed": "text that is in no law, such as what is before the first one",
}
_MEANINGS = {
    **_TO_MEND,
    "comment": "remarks of readers that could not be read whole",
    "heading": "headings that are in the text of no law, or not understood",
    "letter": "letters of labels that were lost",
    "note": "footnotes without a mark, or marks without a footnote",
    "note-number": "numbers of footnotes that were lost",
    "numbering": "labels that do not follow one another; a label may be missing",
    "section": "sections that may be missing",
    "table": "tables whose form could not be kept",
    "title": "laws without a title, or with one that is unusual",
}
_COLUMNS = {"page_data": "data", "furniture": "menus", "headings": "heads"}


@click.command("ingest", cls=OperatedCommand)
@click.option(
    "--check", is_flag=True, help="Write nothing; exit with 1 if the corpus would change."
)
@click.option("--prune", is_flag=True, help="Remove laws that their page no longer contains.")
@click.option(
    "--prune-language",
    "prune_languages",
    metavar="TAG",
    multiple=True,
    help="Remove them in this language, even if none is left.",
)
@click.option(
    "--expect",
    type=click.IntRange(min=1),
    metavar="N",
    help="Exit with 1 unless every language has the laws 1 to N.",
)
@click.option("-v", "--verbose", is_flag=True, help="Also print every page, file and loss.")
@format_option
@cluster_option
@click.pass_obj
def ingest_command(
    settings: Settings,
    check: bool,
    prune: bool,
    prune_languages: tuple[str, ...],
    expect: int | None,
    verbose: bool,
    form: str,
) -> int:
    """Read the sources and write the laws as Akoma Ntoso.

    Prints how many characters are law text, headings, notes and so on, which laws each language has
    and which are missing, what changed, and how many losses there are: what a page no longer
    contains, and what is unclear in it. -v prints all of it.

    A law is removed if its page is gone; any other removal needs --prune. What a page had that
    cannot be read now stays as it is. A correction that its page has by now is removed from
    corpus/patches.
    """
    corpus = Corpus(settings.folder)
    result = corpus.ingest(check=check, prune=prune, prune_languages=prune_languages)
    if form == "json":
        print_json(result)
    else:
        if verbose:
            console().print(_page_table(result.pages))
        else:
            _print_filled(_sum_of(result.pages))
        _print_companions(result)
        _print_unread(result.unread, verbose)
        _print_expressions(result.expressions)
        _print_changes(result, check, verbose)
        _print_losses(result, verbose)
    for line in result.audit:
        messages().print(f"does not fit together: {line}")
    most = len(result.broken) if verbose else _MOST_FILES
    for line in result.broken[:most]:
        messages().print(f"no longer there: {line}")
    if rest := result.broken[most:]:
        messages().print(f"  and {len(rest)} more; -v lists them all")
    fault = _unexpected(result.expressions, expect) if expect else None
    for wrong in (fault, stopped := _unreadable(result)):
        if wrong:
            messages().print(str(wrong))
    if stopped:
        return 2
    return 1 if fault or result.broken or (check and result.changed) else 0


def _print_unread(unread: Sequence[UnreadFile], verbose: bool) -> None:
    most = len(unread) if verbose else _MOST_FILES
    for each in unread[:most]:
        _print_filled(f"not read: {on_one_line(each.file)} ({each.why})")
        _print_files("  kept as they are", each.kept or (), most)
    _print_rest(len(unread) - most)


def _unreadable(result: IngestResult) -> LawkbError | None:
    """Return an error that names the pages that cannot be read, and languages without a law."""
    pages = [each for each in result.unread if each.kept is not None]
    if pages:
        first, more = pages[0], f" and {len(pages) - 1} more" if len(pages) > 1 else ""
        what = first.why.removesuffix(f": {first.hint}") if first.hint else first.why
        kept = sum(len(each.kept or ()) for each in pages)
        told = f"; {counted(kept, 'file')} kept as they are" if kept else ""
        return LawkbError(
            f"{on_one_line(first.file)}{more}",
            what + told,
            first.hint or "put it right, or take away its entry",
        )
    if not result.without_laws:
        return None
    named = ", ".join(f"{tag} ({edition})" for edition, tag in result.without_laws)
    hint = "look at a page of it with: lawkb read FILE"
    return LawkbError(named, "there are pages, but no law is read from them", hint)


def _sum_of(pages: Sequence[IngestedPage]) -> str:
    """Return how many pages and characters were read, and as what."""
    totals = {kind: sum(page.chars[kind] for page in pages) for kind in ("total", *PIECE_KINDS)}
    parts = [f"{kind.replace('_', ' ')} {totals[kind]}" for kind in PIECE_KINDS if totals[kind]]
    return f"{counted(len(pages), 'page')}, {totals['total']} characters: {', '.join(parts)}"


def _print_rest(left: int) -> None:
    if left > 0:
        echo(f"  and {left} more; -v lists them all")


def _page_table(pages: Sequence[IngestedPage]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("page", overflow="fold")
    table.add_column("lang", no_wrap=True)
    kinds = [kind for kind in PIECE_KINDS if any(page.chars[kind] for page in pages)]
    for name in ("chars", *(_COLUMNS.get(kind, kind) for kind in kinds), "losses"):
        table.add_column(name, justify="right", no_wrap=True)
    for page in pages:
        counts = (str(page.chars[kind]) for kind in ("total", *kinds))
        names = (on_one_line(page.page), " ".join(page.languages))
        table.add_row(*names, *counts, str(len(page.losses)))
    return table


def _print_companions(result: IngestResult) -> None:
    """Print the texts beside the laws, such as definitions, with their pages."""
    found = {name: on_one_line(page.page) for page in result.pages for name in page.companions}
    if found:
        told = ", ".join(f"{name} ({page})" for name, page in found.items())
        _print_filled(f"texts that are no laws: {told}")


def _print_expressions(expressions: Sequence[IngestedExpression]) -> None:
    """Print one line for each edition and language: its laws and what is strange in them."""
    several = len({each.edition for each in expressions}) > 1
    for each in expressions:
        name = read_language(each.lang).name + (f" {each.edition}" if several else "")
        _print_filled(f"{name}: {'; '.join(_facts(each))}")


def _facts(each: IngestedExpression) -> Iterator[str]:
    if not each.laws:
        yield "no laws"
        return
    whole, inserted = _whole(each), [n for n in each.numbers if not n.isdigit()]
    ends = (str(whole[0]), str(whole[-1])) if whole else (each.numbers[0], each.numbers[-1])
    span = "–".join(dict.fromkeys(ends))
    total = f" of {each.declared}" if str(each.declared) != ends[1] else ""
    if whole and inserted:
        span += f" with {_spans(inserted)}"
    gaps = f", missing {_spans(each.missing)}" if each.missing else ""
    yield f"{'law' if each.laws == 1 else 'laws'} {span}{total}{gaps}"
    yield from _beside(each)
    if each.divisions:
        yield counted(each.divisions, "part or chapter", "parts and chapters")
    if each.untitled:
        yield f"{each.untitled} without a title"
    if each.title_like:
        like = "looks like a title" if each.title_like == 1 else "look like titles"
        yield f"{counted(each.title_like, 'text')} {like}"
    if each.inferred:
        yield f"{counted(each.inferred, 'label')} inferred"


def _beside(each: IngestedExpression) -> Iterator[str]:
    """Yield what is beside the laws, each series with its numbers: ``annex 1–3``."""
    if each.recitals:
        yield counted(each.recitals, "recital")
    by_series: dict[str, list[str]] = {}
    for text in each.beside:
        series, _, number = text.partition("-")
        if number:
            by_series.setdefault(series, []).append(number)
    for series, numbers in by_series.items():
        yield f"{series} {_spans(numbers)}"


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
    wrong = [each for each in expressions if _whole(each) != [*range(1, expect + 1)]]
    if not wrong:
        return None
    name = {each.lang: read_language(each.lang).name for each in wrong}
    where = ", ".join(
        f"{name[each.lang]} has {counted(len(_whole(each)), 'law')}" for each in wrong
    )
    told = [f"{name[each.lang]} {_difference(each, expect)}" for each in wrong]
    hint = "look for the titles in the losses, or correct --expect"
    if all(len(_whole(each)) > expect for each in wrong):
        hint = "look whether a citation was read as a title, or correct --expect"
    return LawkbError(f"{where}, not {expect}", "; ".join(told), hint)


def _difference(each: IngestedExpression, expect: int) -> str:
    whole = _whole(each)
    missing = [str(n) for n in sorted({*range(1, expect + 1)}.difference(whole))]
    surplus = [str(n) for n in whole if n > expect]
    told = (("missing", missing), ("surplus", surplus))
    return ", ".join(f"{word}: {_spans(numbers)}" for word, numbers in told if numbers)


def _whole(each: IngestedExpression) -> list[int]:
    """Return the numbers of the laws without those inserted later, such as 7a."""
    return [int(n) for n in each.numbers if n.isdigit()]


def _print_losses(result: IngestResult, verbose: bool) -> None:
    """Print the losses: all by page, or their number with the first of those to be mended."""
    lossy = [page for page in result.pages if page.losses]
    by_kind: dict[str, list[str]] = {}
    for page in lossy:
        for loss in page.losses:
            by_kind.setdefault(loss.kind, []).append(_loss_line(loss, page))
            if verbose:
                _print_filled(by_kind[loss.kind][-1])
    if lossy:
        kinds = ", ".join(f"{kind} {len(lines)}" for kind, lines in by_kind.items())
        total = counted(sum(map(len, by_kind.values())), "loss", "losses")
        _print_filled(f"{total} on {counted(len(lossy), 'page')}: {kinds}")
    for kind, lines in by_kind.items():
        if verbose or kind in _TO_MEND:
            meaning = f" ({_MEANINGS[kind]})" if kind in _MEANINGS else ""
            _print_filled(f"{kind} {len(lines)}{meaning}")
        if kind in _TO_MEND and not verbose:
            for line in lines[:_FEW]:
                _print_filled(line)
    if lossy and not verbose:
        echo("lawkb ingest -v lists each loss")


def _print_filled(line: str) -> None:
    # Not by rich: it takes its time, and these may be thousands.
    echo(fill(line, console().width, subsequent_indent="    "))


def _loss_line(loss: Loss, page: IngestedPage) -> str:
    line = f" (line {loss.line})" if loss.line else ""
    place = loss.address or on_one_line(page.page)
    return f"  {place} {loss.lang or ''} {loss.kind}: {loss.message}{line}"


def _print_changes(result: IngestResult, check: bool, verbose: bool) -> None:
    if not result.changed:
        echo("nothing to do: the files in corpus/laws are up to date")
        return
    removed = {*result.removed}
    written = [path for path in result.changed if path not in removed]
    _print_files("would change" if check else "written", written, len(written) if verbose else 0)
    most = len(result.removed) if verbose else _MOST_FILES
    _print_files("would be removed" if check else "removed", result.removed, most)
    _print_retired(result.retired, check)
    most = _MOST_CHANGES if verbose else _FEW
    if len(result.changes) > most and result.added == result.changed:
        echo(f"new: {counted(len(result.changes), 'provision')}, in all languages")
        return
    for change in result.changes[:most]:
        print_change(console(), change)
    if len(result.changes) > most:
        # When they are written, another run has no changes to show.
        told = "--format json lists them all" if verbose else "to see them first: --check -v"
        echo(f"  and {len(result.changes) - most} more; {told}")


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
        _print_rest(len(paths) - most if most else 0)
