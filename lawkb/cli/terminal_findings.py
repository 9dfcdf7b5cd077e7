"""Print findings: on a terminal by provision with both texts, or in other programs' formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from rich.console import Console
from rich.text import Text

from lawkb.checks.marked_texts import MarkedPiece, marked_pieces, marked_texts, unmarked_quote
from lawkb.cli.options import counted, echo
from lawkb.cli.terminal import clean, hanging_words, print_lines
from lawkb.exchange.sarif_and_junit import (
    check_pieces,
    count_by_severity,
    github_lines,
    junit_pieces,
    sarif_pieces,
)
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Severity

_STYLES: dict[Severity, str] = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_LONGEST_EVIDENCE = 6


def print_findings(out: Console, findings: Sequence[Finding], code: Code) -> None:
    """Print open findings by provision, then the number of findings by severity."""
    told = [each for each in findings if not each.waived]
    for (edition, place), group in groupby(told, key=lambda each: (each.edition, each.place)):
        found = list(group)
        head = Text(f"{place or 'the whole code'}", style="bold")
        head.append(f"  {edition}", style="dim")
        told_of = (line for finding in found for line in _finding_lines(out, finding))
        print_lines(out, chain((head,), told_of, _text_lines(out, found, code), (Text(),)))
    out.print(summary_line(count_by_severity(findings)))


def pair_lines(
    out: Console, findings: Sequence[Finding], texts: Sequence[tuple[str, str]]
) -> Iterator[Text]:
    """Yield the findings on a pair of texts of a bilingual file, then the texts.

    Args:
        out: The console.
        findings: The findings.
        texts: Language tag and text of both.
    """
    yield Text(clean(findings[0].place) or "the whole file", style="bold")
    for each in findings:
        yield from _finding_lines(out, each)
    for language, words in texts if any(each.stretches for each in findings) else ():
        spans = [s.span for f in findings for s in f.stretches if s.language == language]
        if words:
            yield from hanging_words(out, language, _marked(marked_pieces(words, spans)), 2)
    yield Text()


def summary_line(counts: Mapping[str, int]) -> str:
    """Return numbers by severity: ``3 errors, 10 warnings, 1 note, 0 waived``."""
    parts = [counted(counts[name], name) for name in SEVERITIES]
    return ", ".join([*parts, f"{counts['waived']} waived"])


def _finding_lines(out: Console, finding: Finding) -> Iterator[Text]:
    front = Text("  ")
    front.append(finding.severity, style=_STYLES[finding.severity])
    front.append(f" {finding.rule} ", style="bold")
    front.append(f"{finding.language} {finding.fingerprint}", style="dim")
    yield front
    yield from hanging_words(out, "", Text(clean(finding.message)), 3)
    if unmarked_quote(finding):
        yield from hanging_words(out, "", Text(clean(f"«{finding.quote}»")), 3)
    for told in finding.evidence[:_LONGEST_EVIDENCE]:
        yield from hanging_words(out, "-", Text(clean(told)), 4)
    left = len(finding.evidence) - _LONGEST_EVIDENCE
    if left > 0:
        yield from hanging_words(out, "-", Text(f"{left} more; --format json shows all"), 4)
    if finding.hint:
        yield from hanging_words(out, ">", Text(clean(finding.hint), style="italic"), 4)


def _text_lines(out: Console, findings: Sequence[Finding], code: Code) -> Iterator[Text]:
    for text in marked_texts(findings, code):
        yield from hanging_words(out, text.language, _marked(text.pieces), 2)


def _marked(pieces: Iterable[MarkedPiece]) -> Text:
    """Return text with the words that findings are about in ‹angle brackets›."""
    words = Text()
    for piece in pieces:
        if piece.marked:
            words.append(f"‹{clean(piece.words)}›", style="bold reverse")
        else:
            words.append(clean(piece.words))
    return words


# By name of the format: from findings, and the code or the path of the bilingual file.
REPORTS: dict[str, Callable[[Iterable[Finding], Code | str], Iterator[str]]] = {
    "json": lambda findings, _where: check_pieces(findings),
    "sarif": sarif_pieces,
    "junit": lambda findings, _where: junit_pieces(findings),
    "github": github_lines,
}


def print_report(form: str, findings: Iterable[Finding], where: Code | str) -> None:
    """Print findings in a format such as JSON or SARIF, one by one.

    Args:
        form: Name of the format.
        findings: The findings.
        where: The law code that they are about, or the name of a file.
    """
    for piece in REPORTS[form](findings, where):
        echo(piece, end="")
