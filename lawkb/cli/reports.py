"""What ``lawkb check`` prints for other programs, of a code and of a bilingual file alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lawkb.cli.settings import echo
from lawkb.exchange.findings import check_pieces, github_lines, junit_pieces
from lawkb.exchange.sarif import sarif_pieces
from lawkb.model.code import Code
from lawkb.model.finding import Finding

# By name of the format: from findings and where they were found, of a bilingual file its path.
REPORTS: dict[str, Callable[[Iterable[Finding], Code | str], Iterator[str]]] = {
    "json": lambda findings, _where: check_pieces(findings),
    "sarif": sarif_pieces,
    "junit": lambda findings, _where: junit_pieces(findings),
    "github": github_lines,
}


def print_report(form: str, findings: Iterable[Finding], where: Code | str) -> None:
    """Print findings in a format, each when it comes."""
    for piece in REPORTS[form](findings, where):
        echo(piece, end="")
