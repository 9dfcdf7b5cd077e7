"""Findings on a terminal: by provision, both texts, the words in question marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from lawkb.checks.evidence import Piece, exhibits, marked_pieces, quote_alone
from lawkb.cli.shown import print_hanging
from lawkb.cli.texts import clean
from lawkb.exchange.findings import summary
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Severity

_STYLES: dict[Severity, str] = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_LONGEST_EVIDENCE = 6


def print_findings(out: Console, findings: Sequence[Finding], code: Code) -> None:
    """Findings that are not waived, by provision, then how many there are of each kind."""
    told = [each for each in findings if not each.waived]
    for (edition, place), group in groupby(told, key=lambda each: (each.edition, each.place)):
        found = list(group)
        head = Text(f"{place or 'the whole code'}", style="bold")
        head.append(f"  {edition}", style="dim")
        out.print(head)
        for finding in found:
            _print_finding(out, finding)
        _print_texts(out, found, code)
        out.print()
    out.print(summary_line(findings))


def print_pair(out: Console, findings: Sequence[Finding], texts: Sequence[tuple[str, str]]) -> None:
    """The findings on a pair of a bilingual file.

    Args:
        out: Where to.
        findings: At least one, all of one pair.
        texts: The tag and the words of the original and of the translation.
    """
    out.print(Text(clean(findings[0].place) or "the whole file", style="bold"))
    for each in findings:
        _print_finding(out, each)
    for language, words in texts if any(each.stretches for each in findings) else ():
        spans = [s.span for f in findings for s in f.stretches if s.language == language]
        if words:
            print_hanging(out, language, _marked(marked_pieces(words, spans)), 2)
    out.print()


def summary_line(findings: Sequence[Finding]) -> str:
    """How many findings there are: ``3 errors, 10 warnings, 1 note, 0 waived``."""
    return counted_line(summary(findings))


def counted_line(counts: Mapping[str, int]) -> str:
    """The same of counts, by severity and ``waived``."""
    waived = counts["waived"]
    parts = [f"{counts[name]} {name}{'' if counts[name] == 1 else 's'}" for name in SEVERITIES]
    return ", ".join([*parts, f"{waived} waived"])


def _print_finding(out: Console, finding: Finding) -> None:
    front = Text("  ")
    front.append(finding.severity, style=_STYLES[finding.severity])
    front.append(f" {finding.rule} ", style="bold")
    front.append(f"{finding.language} {finding.fingerprint}", style="dim")
    out.print(front)
    print_hanging(out, "", Text(clean(finding.message)), 3)
    if quote_alone(finding):
        print_hanging(out, "", Text(clean(f"«{finding.quote}»")), 3)
    for told in finding.evidence[:_LONGEST_EVIDENCE]:
        print_hanging(out, "-", Text(clean(told)), 4)
    left = len(finding.evidence) - _LONGEST_EVIDENCE
    if left > 0:
        print_hanging(out, "-", Text(f"{left} more; --format json shows all"), 4)
    if finding.hint:
        print_hanging(out, ">", Text(clean(finding.hint), style="italic"), 4)


def _print_texts(out: Console, findings: Sequence[Finding], code: Code) -> None:
    """Both texts of a provision, the words that its findings point at in ‹angle brackets›."""
    for exhibit in exhibits(findings, code):
        print_hanging(out, exhibit.language, _marked(exhibit.pieces), 2)


def _marked(pieces: Iterable[Piece]) -> Text:
    words = Text()
    for piece in pieces:
        if piece.marked:
            words.append(f"‹{clean(piece.words)}›", style="bold reverse")
        else:
            words.append(clean(piece.words))
    return words
