"""Print findings or write them into a file: as text with both texts, or in other formats."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from lawkb.checks.shown_findings import (
    FindingGroup,
    MarkedText,
    marked_pieces,
    marked_texts,
    ranked_groups,
    unmarked_quote,
)
from lawkb.cli.options import counted, echo, open_output
from lawkb.cli.terminal import clean, console, file_console, hanging_words, print_lines, wrapped
from lawkb.corpus.corpus_toml import CheckSettings
from lawkb.errors import LawkbError, visible
from lawkb.exchange.sarif_and_junit import check_pieces, github_lines, junit_pieces, sarif_pieces
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Severity

_STYLES: dict[Severity, str] = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_LONGEST_EVIDENCE = 6
_MOST_SHOWN = 1000  # provisions or texts with findings that are printed

# By name of the format: from findings, and the code, None for bilingual files.
REPORTS: dict[str, Callable[[Iterable[Finding], Code | None], Iterator[str]]] = {
    "json": lambda findings, _code: check_pieces(findings),
    "sarif": sarif_pieces,
    "junit": lambda findings, _code: junit_pieces(findings),
    "github": github_lines,
}


class ReportOptions(Struct, frozen=True):
    """What a report of ``lawkb check`` has, and where it is written."""

    form: str  # ``text``, or a format of ``REPORTS``
    quiet: bool  # whether a text has no findings, only their number
    statistics: bool  # whether a text has the number of findings by rule
    output: Path | None  # file to write; None for standard output
    least: float  # least confidence of a finding; others are left out and not counted
    strict: bool  # whether warnings fail, too
    settings: CheckSettings = CheckSettings()  # of the corpus

    def check(self) -> None:
        """Raise ``LawkbError`` if an option that is for text is given with another format."""
        for option, given in (("-q", self.quiet), ("--statistics", self.statistics)):
            if given and self.form != "text":
                hint = f"leave out {option}, or --format {self.form}"
                raise LawkbError(f"{option} --format {self.form}", "it is for text", hint)


# Number of findings by rule and severity; those that an editor has accepted are ``waived``.
_Counts = Counter[tuple[str, str]]


def _counted(groups: Iterable[FindingGroup], counts: _Counts) -> Iterator[FindingGroup]:
    """Yield groups unchanged, while counting their findings."""
    for group in groups:
        counts.update(
            (each.rule, "waived" if each.waived else each.severity) for each in group.findings
        )
        yield group


def _by_severity(counts: _Counts) -> Counter[str]:
    found = Counter[str]()
    for (_, severity), number in counts.items():
        found[severity] += number
    return found


def write_report(
    groups: Iterable[FindingGroup], wanted: ReportOptions, code: Code | None = None
) -> int:
    """Print findings, or write them into a file; return the exit code of ``lawkb check``.

    Nothing is printed before all findings are there: the gravest and surest come first.
    """
    counts: _Counts = Counter()
    least = max(wanted.least, wanted.settings.min_confidence)
    found = ranked_groups(_counted(_sure(groups, least), counts))
    with opened_report(wanted.output) as (out, write):
        if wanted.form == "text":
            _print_text(out, found, wanted, counts, code)
        else:
            findings = (each for group in found for each in group.findings)
            for piece in REPORTS[wanted.form](findings, code):
                write(piece)
    numbers = _by_severity(counts)
    if wanted.output:
        echo(f"{_sum_lines(counts, wanted)}\nreport in {wanted.output}")
    return 1 if numbers["error"] + (numbers["warning"] if wanted.strict else 0) else 0


def _sure(groups: Iterable[FindingGroup], least: float) -> Iterator[FindingGroup]:
    for group in groups:
        if kept := tuple(each for each in group.findings if each.confidence >= least):
            yield replace(group, findings=kept)


@contextmanager
def opened_report(output: Path | None) -> Iterator[tuple[Console, Callable[[str], object]]]:
    """Yield a console, and a function that writes plain text to the same place."""
    if output is None:
        yield console(), lambda piece: echo(piece, end="")
        return
    with open_output(output) as file:
        stream = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        try:
            yield file_console(stream), lambda piece: stream.write(visible(piece))
        finally:
            stream.detach()  # open_output closes the file


def _print_text(
    out: Console,
    groups: Iterator[FindingGroup],
    wanted: ReportOptions,
    counts: _Counts,
    code: Code | None,
) -> None:
    """Print the sum, which is known when the first group is, then the groups with open findings."""
    first = [*islice(groups, 1)]
    out.print(_sum_lines(counts, wanted))
    if wanted.statistics:
        print_lines(out, map(Text, _statistics(counts)))
    if wanted.quiet:
        return
    told = (
        group for group in chain(first, groups) if any(not each.waived for each in group.findings)
    )
    for group in islice(told, None if wanted.output else _MOST_SHOWN):
        out.print()
        print_lines(out, _group_lines(out, group, code))
    left = sum(1 for _ in told)
    if left:
        where = "provisions" if code else "texts"
        out.print(f"\nfindings in {left} more {where}; --format json shows all")


def _group_lines(out: Console, group: FindingGroup, code: Code | None) -> Iterator[Text]:
    """Yield the open findings on a provision or pair of texts, then its texts."""
    findings = tuple(each for each in group.findings if not each.waived)
    yield from wrapped(out, _head(findings[0], code), out.width)
    for each in findings:
        yield from _finding_lines(out, each)
    texts = marked_texts(findings, code) if code else _pair_texts(findings, group.texts)
    for language, text in texts:
        yield from hanging_words(out, language, _marked(text), 2)


def _head(finding: Finding, code: Code | None) -> Text:
    whole = "the whole code" if code else "the whole file"
    line = f":{finding.line}" if finding.line else ""
    head = Text(clean(finding.place) or whole, style="bold")
    return head.append(f"  {finding.edition or clean(finding.file)}{line}", style="dim not bold")


def _pair_texts(
    findings: Iterable[Finding], texts: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, MarkedText]]:
    marked = [each for finding in findings for each in finding.stretches]
    for language, words in texts if marked else ():
        if words:
            spans = [each.span for each in marked if each.language == language]
            yield language, tuple(marked_pieces(words, spans))


def _statistics(counts: _Counts) -> Iterator[str]:
    """Yield a table of the number of open findings by rule: the rules with most errors first."""
    rows = [
        (rule, [counts[rule, severity] for severity in SEVERITIES])
        for rule in {rule for rule, severity in counts if severity != "waived"}
    ]
    total = sum(sum(numbers) for _, numbers in rows)
    width = max((len(rule) for rule, _ in rows), default=0)
    names = [f"{severity}s" for severity in SEVERITIES]
    if rows:
        yield f"{'rule':<{width}}  {'  '.join(names)}  share"
    for rule, numbers in sorted(rows, key=lambda row: ([-each for each in row[1]], row[0])):
        cells = [f"{each:>{len(name)}}" for each, name in zip(numbers, names, strict=True)]
        share = round(100 * sum(numbers) / total)
        yield f"{rule:<{width}}  {'  '.join(cells)}  {share:>3} %"


def _sum_lines(counts: _Counts, wanted: ReportOptions) -> str:
    """Return numbers by severity, ``3 errors, 10 warnings, 1 note, 0 waived``, then the settings.

    The settings are those of the corpus that leave out findings or change their severity, on a line
    of their own.
    """
    numbers = _by_severity(counts)
    parts = [counted(numbers[name], name) for name in SEVERITIES]
    line = ", ".join([*parts, f"{numbers['waived']} waived"])
    told = ", ".join(_decided(wanted.settings))
    return f"{line}\n{told} in corpus.toml" if told else line


def _decided(settings: CheckSettings) -> Iterator[str]:
    off = sum(each.severity == "off" for each in settings.rules)
    others = len(settings.rules) - off
    if off:
        yield f"{counted(off, 'rule')} switched off"
    if others:
        yield f"{others if off else counted(others, 'rule')} with another severity"
    if settings.min_confidence:
        yield f"findings below {settings.min_confidence} left out"


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


def _marked(text: MarkedText) -> Text:
    """Return text with the words that findings are about in ‹angle brackets›."""
    shown = Text()
    for words, marked in text:
        if marked:
            shown.append(f"‹{clean(words)}›", style="bold reverse")
        else:
            shown.append(clean(words))
    return shown
