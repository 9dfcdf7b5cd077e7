"""Findings on a terminal: by provision, both texts, the words in question marked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from lawkb.checks.evidence import exhibits
from lawkb.cli.shown import print_hanging
from lawkb.exchange.findings import summary
from lawkb.model.code import Code
from lawkb.model.finding import Finding, Severity

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


def summary_line(findings: Sequence[Finding]) -> str:
    """How many findings there are: ``3 errors, 10 warnings, 1 note, 0 waived``."""
    counts = summary(findings)
    waived = counts.pop("waived")
    parts = [f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items()]
    return ", ".join([*parts, f"{waived} waived"])


def _print_finding(out: Console, finding: Finding) -> None:
    front = Text("  ")
    front.append(finding.severity, style=_STYLES[finding.severity])
    front.append(f" {finding.rule} ", style="bold")
    front.append(f"{finding.language} {finding.fingerprint}", style="dim")
    out.print(front)
    print_hanging(out, "", Text(finding.message), 3)
    for told in finding.evidence[:_LONGEST_EVIDENCE]:
        print_hanging(out, "-", Text(told), 4)
    left = len(finding.evidence) - _LONGEST_EVIDENCE
    if left > 0:
        print_hanging(out, "-", Text(f"{left} more; --format json shows all"), 4)
    if finding.hint:
        print_hanging(out, ">", Text(finding.hint, style="italic"), 4)


def _print_texts(out: Console, findings: Sequence[Finding], code: Code) -> None:
    """Both texts of a provision, the words that its findings point at in ‹angle brackets›."""
    for exhibit in exhibits(findings, code):
        words = Text()
        for piece in exhibit.pieces:
            if piece.marked:
                words.append(f"‹{piece.words}›", style="bold reverse")
            else:
                words.append(piece.words)
        print_hanging(out, exhibit.language, words, 2)
