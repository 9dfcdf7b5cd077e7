"""Findings on a terminal: by provision, both texts, the words in question marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from rich.console import Console
from rich.text import Text

from lawkb.cli.shown import print_hanging
from lawkb.cli.texts import clean
from lawkb.exchange.findings import summary
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Severity
from lawkb.model.passage import Span

_STYLES: dict[Severity, str] = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_LONGEST_EVIDENCE = 6
# What moves a cursor, as blanks: spans stay where they are.
_CONTROLS = dict.fromkeys((*range(10), *range(11, 32), *range(127, 160)), " ")
_CONTEXT = 160  # code points of text shown before and behind what is marked


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
        told = replace(each, message=clean(each.message), hint=clean(each.hint))
        _print_finding(out, replace(told, evidence=tuple(map(clean, each.evidence))))
    for language, words in texts if any(each.stretches for each in findings) else ():
        spans = [s.span for f in findings for s in f.stretches if s.language == language]
        if words:
            print_hanging(out, language, marked(words.translate(_CONTROLS), spans), 2)
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
    first = findings[0]
    if first.address is None or not any(each.stretches for each in findings):
        return
    for language in code.languages_of(first.edition, first.address.law):
        provision = code.provision(first.edition, language, first.address)
        if provision and provision.text:
            spans = [s.span for f in findings for s in f.stretches if s.language == language]
            print_hanging(out, language, marked(provision.text, spans), 2)


def marked(text: str, spans: Sequence[Span]) -> Text:
    """A text with spans in angle brackets and bold; long stretches without one are shortened."""
    shown = Text()
    joined = list(_joined(spans, len(text)))
    at = 0
    for start, end in joined:
        shown.append(_shortened(text[at:start], at == 0, False))
        shown.append(f"‹{text[start:end]}›", style="bold reverse")
        at = end
    shown.append(_shortened(text[at:], not joined, True))
    return shown


def _joined(spans: Sequence[Span], size: int) -> Iterator[Span]:
    """Spans in order, those that touch made one."""
    waiting: Span | None = None
    for start, end in sorted((max(0, a), min(size, b)) for a, b in spans if a < b):
        if waiting and start <= waiting[1]:
            waiting = (waiting[0], max(waiting[1], end))
            continue
        if waiting:
            yield waiting
        waiting = (start, end)
    if waiting:
        yield waiting


def _shortened(text: str, first: bool, last: bool) -> str:
    if first and last and len(text) > 2 * _CONTEXT:
        return f"{text[: 2 * _CONTEXT]}…"
    if len(text) <= 2 * _CONTEXT:
        return text
    if first:
        return f"…{text[-_CONTEXT:]}"
    if last:
        return f"{text[:_CONTEXT]}…"
    return f"{text[:_CONTEXT]} … {text[-_CONTEXT:]}"
