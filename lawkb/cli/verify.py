"""``lawkb verify``: whether the citations and quotations of a text hold."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import click
from rich.console import Console
from rich.text import Text

from lawkb.citing.cited_files import (
    CitingFile,
    corrected_copy,
    read_citing_bytes,
    read_citing_file,
)
from lawkb.citing.verification import VERDICTS, Verdict, Verifier, findings_of, verdicts_on
from lawkb.cli.options import (
    Settings,
    counted,
    echo,
    edition_option,
    output_option,
    write_output,
)
from lawkb.cli.terminal import clean, diff_text, hanging_words, messages, print_lines, wrapped
from lawkb.cli.terminal_findings import opened_report
from lawkb.errors import LawkbError, on_one_line
from lawkb.exchange.public_types import (
    Verification,
    Verifications,
    VerifiedCitation,
    VerifiedQuote,
    as_json,
)
from lawkb.exchange.sarif_and_junit import github_lines, json_piece, junit_pieces, sarif_pieces
from lawkb.model.finding import SEVERITIES
from lawkb.sources.untrusted_files import MOST_BYTES

_STDIN = "standard input"
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_CONTEXT = 28  # characters of equal words before and behind a difference
DiffPiece = tuple[Literal["same", "gone", "new"], str]
_MOST_SHOWN = 1000  # verdicts that are printed
_FORMATS = ("text", "json", "sarif", "junit", "github")


@click.command("verify")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--lang", metavar="TAG", help="The only language in which the text cites.")
@edition_option
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Format of the report.",
)
@output_option
@click.option("-W", "strict", is_flag=True, help="Also exit with 1 if there are warnings.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the numbers of verdicts.")
@click.option("--fix", is_flag=True, help="Write a copy with corrected quotations beside FILE.")
@click.pass_obj
def verify_command(
    settings: Settings,
    files: tuple[str, ...],
    lang: str | None,
    edition: str | None,
    form: str,
    output: Path | None,
    strict: bool,
    quiet: bool,
    fix: bool,
) -> int:
    """Verify the citations of provisions and the quotations in a text.

    FILE is a ruling, a regulation, an answer of an assistant: plain text,
    Markdown, Word, HTML; - is standard input. Every citation gets a verdict
    (found, not-held, no-such-provision, repealed, ambiguous, other-edition,
    outside), and so do words in quotation marks that belong to one
    (quote-exact, quote-differs, quote-elsewhere, quote-of-another-edition,
    quote-not-found). The worst come first.

    A paragraph is read in the language it is written in, and in others whose
    word for a law it has. The edition is the one that a citation names, else
    that of --edition, else the newest.

    Exit codes: 0 no error (with -W: and no warning), 1 otherwise, 2 could not run.
    """
    if quiet and form != "text":
        raise LawkbError(f"-q --format {form}", "it is for text", "leave out -q")
    read = _read(files, fix)
    verifier = Verifier(settings.folder, settings.open_code())
    verified = Verifications(
        tuple(replace(verifier.verify(each.text, lang, edition), file=each.name) for each in read)
    )
    for file in read:
        for message in file.unread:
            messages().print(f"{on_one_line(file.name)}: {message}")
    with opened_report(output) as (out, write):
        if form == "text":
            _print_text(out, verified, quiet=quiet)
        else:
            for piece in _pieces(verified, form):
                write(piece)
    if output:
        echo(f"{_sum_line(verified.texts)}\nreport in {output}")
    for file, each in zip(read, verified.texts, strict=True) if fix else ():
        _write_corrected(file, each.quotes)
    found = {each.severity for text in verified.texts for each in verdicts_on(text)}
    return 1 if "error" in found or (strict and "warning" in found) else 0


def _read(files: Sequence[str], fix: bool) -> list[CitingFile]:
    """Return the files, or standard input if it is named or if there is no terminal to type at."""
    if not files and sys.stdin.isatty():
        hint = "name a file, or give a text: echo 'Law 47 says …' | lawkb verify -"
        raise LawkbError("lawkb verify", "there is no text to verify", hint)
    if fix and (not files or "-" in files):
        hint = "save the text as a file, and name that"
        raise LawkbError("--fix", f"{_STDIN} is no file that could have a copy", hint)
    found = []
    for name in dict.fromkeys(files or ("-",)):
        if name == "-":
            found.append(read_citing_bytes(sys.stdin.buffer.read(MOST_BYTES + 1), _STDIN))
        else:
            found.append(read_citing_file(Path(name)))
    return found


def _pieces(verified: Verifications, form: str) -> Iterator[str]:
    findings = findings_of(verified.texts)
    match form:
        case "json":
            yield f"{json_piece(as_json(verified), 0)}\n"
        case "sarif":
            yield from sarif_pieces(findings, None, VERDICTS)
        case "junit":
            yield from junit_pieces(findings, "lawkb verify")
        case _:
            yield from github_lines(findings, None)


def _print_text(out: Console, verified: Verifications, *, quiet: bool) -> None:
    """Print the numbers of verdicts, then what is to be said, the worst first."""
    told = [
        (text.file or "", each)
        for text in verified.texts
        for each in verdicts_on(text)
        if each.severity
    ]
    for text in verified.texts:
        name = f"{on_one_line(text.file or '')}: "
        print_lines(out, [*wrapped(out, Text(name + _sum_line([text]), style="bold"), out.width)])
    if quiet:
        return
    told.sort(key=lambda one: SEVERITIES.index(one[1].severity or "note"))
    for file, each in told[:_MOST_SHOWN]:
        print_lines(out, _lines(out, file, each))
    if len(told) > _MOST_SHOWN:
        out.print(f"{len(told) - _MOST_SHOWN} more; --format json shows all")
    for text in verified.texts:
        _print_translations(out, text)


def _sum_line(texts: Sequence[Verification]) -> str:
    """Return how many citations and quotations there are, and how many of them are wrong."""
    citations = sum(len(text.citations) for text in texts)
    quotes = sum(len(text.quotes) for text in texts)
    counts = Counter(each.severity for text in texts for each in verdicts_on(text))
    parts = [counted(counts[name], name) for name in SEVERITIES]
    editions = " and ".join(dict.fromkeys(text.edition for text in texts))
    told = f"{counted(citations, 'citation')}, {counted(quotes, 'quotation')}"
    return f"{told} ({editions}): {', '.join(parts)}"


def _lines(out: Console, file: str, each: Verdict) -> Iterator[Text]:
    """Yield the three lines of a verdict: what and where, why, and the words."""
    severity = each.severity or "note"
    place = f"{file}:{each.line}" if each.line else file
    head = Text(severity, style=_STYLES[severity]).append(f" {each.verdict}  ", style="bold")
    yield head.append(clean(on_one_line(place)), style="dim not bold")
    yield from hanging_words(out, "", Text(clean(each.message)), 0)
    words = Text(f"«{each.raw}»") if isinstance(each, VerifiedCitation) else _quoted(each)
    shown = Text("   ").append_text(Text(clean(words.plain)) if not words.spans else words)
    shown.truncate(out.width, overflow="ellipsis")
    yield shown


def _quoted(quote: VerifiedQuote) -> Text:
    """Return the quoted words on one line, or how they differ from those of the provision."""
    if quote.verdict == "quote-differs" and quote.diff:
        pieces = [(kind, " ".join(words.split())) for kind, words in quote.diff]
        return Text(" ").join(diff_text((each,)) for each in _cut(pieces))
    return Text(f"«{' '.join(quote.words.split())}»")


def _cut(diff: Sequence[DiffPiece]) -> Iterator[DiffPiece]:
    """Yield the pieces of a diff, those that are the same without the words far from a change."""
    for at, (kind, words) in enumerate(diff):
        if kind != "same" or len(words) <= _CONTEXT:
            yield kind, words
        elif at == 0:
            yield kind, f"…{words[-_CONTEXT:]}"
        elif at == len(diff) - 1:
            yield kind, f"{words[:_CONTEXT]}…"
        else:
            yield kind, f"{words[: _CONTEXT // 2]}…{words[-_CONTEXT // 2 :]}"


def _print_translations(out: Console, text: Verification) -> None:
    """Print how many quotations are of a translation, in one line for each language."""
    exact = [each for each in text.quotes if each.verdict == "quote-exact" and not each.severity]
    counts = Counter((each.lang, each.translation_of) for each in exact if each.translation_of)
    for (tag, original), number in counts.items():
        told = f"{counted(number, 'exact quotation')} of a translation ({tag})"
        out.print(f"{told}: the text in {original} decides", style="dim")


def _write_corrected(file: CitingFile, quotes: Sequence[VerifiedQuote]) -> None:
    """Write a copy of a file with corrected quotations beside it, if there is one to correct."""
    path = Path(file.name)
    content, count = corrected_copy(file, quotes)
    left = sum(each.verdict == "quote-differs" for each in quotes) - count
    if not count:
        echo(f"{on_one_line(file.name)}: no quotation to correct", err=True)
        return
    copy = path.with_name(f"{path.stem}.corrected{path.suffix}")
    if copy.exists():
        raise LawkbError(str(copy), "it is there already", "rename or remove it, then run again")
    write_output(copy, content)
    more = f"; {left} left, where it is not sure what to write" if left > 0 else ""
    echo(f"{counted(count, 'quotation')} corrected in {on_one_line(str(copy))}{more}", err=True)
