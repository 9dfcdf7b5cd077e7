"""What ``lawkb check`` prints for other programs, of a code and of a bilingual file alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lawkb.cli.settings import json_text
from lawkb.exchange.findings import check_record, github_lines, junit
from lawkb.exchange.sarif import sarif
from lawkb.model.code import Code
from lawkb.model.finding import Finding

# By name of the format: from findings and where they were found, of a bilingual file its path.
REPORTS: dict[str, Callable[[Sequence[Finding], Code | str], str]] = {
    "json": lambda findings, _where: json_text(check_record(findings)) + "\n",
    "sarif": lambda findings, where: json_text(sarif(findings, where)) + "\n",
    "junit": lambda findings, _where: junit(findings).decode(),
    "github": github_lines,
}
