"""``lawkb check``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace
from rich.text import Text

from lawkb.checks.rule_list import RULES, Rule, chosen_rules, page_parts, rule_named
from lawkb.checks.runner import check_code
from lawkb.checks.shown_findings import groups_by_place
from lawkb.cli.options import (
    OperatedCommand,
    Settings,
    author_option,
    check_reason,
    cluster_option,
    echo,
    is_file,
    looks_like_file,
    missing_file,
    output_option,
    signed,
)
from lawkb.cli.terminal import NARROWEST, console, messages, print_hanging, print_lines, wrapped
from lawkb.cli.terminal_findings import REPORTS, ReportOptions, write_report
from lawkb.corpus.corpus_toml import read_check_settings
from lawkb.corpus.decision_files import WAIVERS, DecisionReason, read_patches, read_waivers
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.writing import Writer, one_writer
from lawkb.editorial.findings import (
    finding_named,
    findings_on,
    held_place,
    judged_at,
    raw_findings,
)
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.references.typed_address import typed_places

_WITH_PAGES = {"sarif", "github"}
_SUFFIXES = {".xlf", ".xliff", ".tmx", ".tsv", ".csv", ".xlsx", ".po", ".txt"}


@click.command("check", cls=OperatedCommand)
@click.argument("laws", nargs=-1, metavar="[ADDRESS]... | [FILE]...")
@click.option("--source", metavar="TAG", help="Language of the originals in FILE.")
@click.option("--target", metavar="TAG", help="Language of the translations in FILE.")
@click.option(
    "--select", multiple=True, metavar="RULE", help="Run only this rule; may be repeated."
)
@click.option("--ignore", multiple=True, metavar="RULE", help="Skip this rule; may be repeated.")
@click.option(
    "--explain",
    metavar="[RULE]",
    is_flag=False,
    flag_value="",
    help="Explain a rule, or list all rules, and exit.",
)
@click.option("-W", "strict", is_flag=True, help="Also exit with 1 if there are warnings.")
@click.option("--fix", is_flag=True, help="Write the unambiguous fixes into corpus/patches/.")
@click.option("--waive", metavar="FINGERPRINT", help="Accept a finding; needs --reason.")
@click.option("--reason", help="Why the finding is accepted.")
@author_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", *REPORTS]),
    default="text",
    show_default=True,
    help="Format of the report.",
)
@click.option(
    "--min-confidence",
    "least",
    type=click.FloatRange(0, 1),
    default=0,
    metavar="P",
    help="Leave out findings less sure than P.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print only the number of findings.")
@click.option("--statistics", is_flag=True, help="Also count findings by rule.")
@output_option
@cluster_option
@click.pass_obj
def check_command(
    settings: Settings,
    /,
    laws: tuple[str, ...],
    form: str,
    least: float,
    quiet: bool,
    statistics: bool,
    output: Path | None,
    strict: bool,
    **asked: Any,
) -> int:
    """Check the translation against the original.

    With ADDRESS only the findings there are shown. FILE is any bilingual file:
    XLIFF, TMX, PO, XLSX, or a table of id, original, translation. It needs no
    corpus; --corpus adds a glossary.

    First comes the number of findings, then the gravest and surest of them.

    Exit codes: 0 no error (with -W: and no warning), 1 otherwise, 2 could not run.
    """
    if asked["explain"] is not None:
        return _explain(asked["explain"]) if asked["explain"] else _list_rules()
    if asked["waive"]:
        check_reason(asked["reason"])
    rules = chosen_rules(asked["select"], asked["ignore"])
    wanted = ReportOptions(form, quiet, statistics, output, least, strict)
    wanted.check()
    if files := _named_files(laws):
        from lawkb.cli.check_file import check_bilingual  # not above: it loads all formats

        return check_bilingual(settings, files, rules, wanted, asked)
    if asked["source"] or asked["target"]:
        raise LawkbError("--source, --target", "they are for a bilingual file", "name the file")
    if asked["waive"] or asked["fix"]:
        if output:
            option = "--fix" if asked["fix"] else "--waive"
            raise LawkbError(f"{option} -o {output}", "it writes no report", "leave out -o")
        with one_writer(settings.folder) as writer:
            return _decide(settings, laws, rules, asked, writer)
    code = settings.open_code()
    places = _places(laws, code)
    findings = findings_on(settings.folder, code, rules, places)
    pages = _page_files(settings.folder, code) if form in _WITH_PAGES else {}
    wanted = replace(wanted, settings=read_check_settings(settings.folder))
    return write_report(groups_by_place(findings), wanted, replace(code, pages=pages))


def _named_files(words: Sequence[str]) -> tuple[Path, ...]:
    """Return the bilingual files that the arguments of ``check`` name; empty if they name laws."""
    files = [word for word in words if _is_named(word)]
    others = [word for word in words if word not in files]
    if files and others:
        what = "files and laws are not checked together"
        raise LawkbError(others[0], what, "run lawkb check for the files, and again for the laws")
    for word in files:
        if not Path(word).exists():
            raise missing_file(word)
    return tuple(dict.fromkeys(map(Path, files)))


def _is_named(word: str) -> bool:
    """Return whether an argument is a file; one called 47 does not hide Law 47."""
    return (is_file(word) and not word.isalnum()) or Path(word).suffix.lower() in _SUFFIXES


def _decide(
    settings: Settings,
    laws: Sequence[str],
    rules: Sequence[Rule],
    asked: dict[str, Any],
    writer: Writer,
) -> int:
    """Accept a finding or write unambiguous fixes, with the corpus locked; return the exit code.

    Fixes are made for the sources and patches as they are now, so a fix that was not yet ingested
    is not made twice.
    """
    folder = settings.folder
    if asked["fix"]:
        from lawkb.pipeline import current_code  # not above: it loads the readers of all pages

        code = current_code(folder)
    else:
        code = settings.open_code()
    places = _places(laws, code)
    if not asked["fix"]:
        return _waive(folder, raw_findings(folder, code, rules, places), code, asked, writer)
    editorial = read_editorial_settings(folder, code.outline)
    found = check_code(code, editorial, rules, [place.law for place in places])
    findings = judged_at(folder, found, code, rules, places)
    return _fix(folder, findings, code, asked["author"], writer)


def _places(typed: Sequence[str], code: Code) -> list[Address]:
    """Parse the addresses typed. Raises LawkbError when one is malformed or does not exist."""
    for text in typed:
        if looks_like_file(text) and not typed_places((text,), code):
            raise missing_file(text)
    return [held_place(text, code) for text in typed]


def _page_files(folder: Path, code: Code) -> dict[tuple[str, str], str]:
    """Return the paths of source files by source and page id, relative to the current folder.

    Annotations of code hosts need them.
    """
    from lawkb.corpus_pages import corpus_pages  # not above: it loads the readers of all pages

    found = {}
    for page, _ in corpus_pages(folder, code.outline):
        inside = folder / "sources" / page.source / page.path  # in the data folder of a wiki
        path = (inside if inside.is_file() else Path(page.path)).resolve()
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        found[page.source, page.page_id] = shown.as_posix()
    return found


def _explain(name: str) -> int:
    rule = rule_named(name)
    out = console()
    out.print(Text(f"{rule.name} ({rule.severity}{', fixable' if rule.fixable else ''})", "bold"))
    for paragraph in rule.page.split("\n\n"):
        print_hanging(out, "", Text(" ".join(paragraph.replace("``", "").split())), 0)
    return 0


def _list_rules() -> int:
    out = console()
    widest = max(len(rule.name) for rule in RULES)
    for rule in RULES:
        name = Text(f"{rule.name:<{widest}}  ", "bold")
        name.append(f"{rule.severity:<7}  ", style="not bold")
        width = max(NARROWEST, out.width - name.cell_len)
        first, *rest = wrapped(out, Text(page_parts(rule)["what"]), width)
        inner = (Text(" " * name.cell_len).append_text(line) for line in rest)
        print_lines(out, (Text("").append_text(name).append_text(first), *inner))
    return 0


def _waive(
    folder: Path, findings: Sequence[Finding], code: Code, asked: dict[str, Any], writer: Writer
) -> int:
    from lawkb.editorial.decisions import accept_finding, put_decision

    cause = DecisionReason(asked["reason"], *signed(asked["author"]))
    finding = finding_named(asked["waive"], findings)
    put_decision(
        folder, accept_finding(finding, code, read_waivers(folder), cause), code.outline, writer
    )
    echo(f"{finding.rule} {finding.place} {finding.language} is waived in {folder / WAIVERS}")
    return 0


def _fix(
    folder: Path, findings: Sequence[Finding], code: Code, author: str | None, writer: Writer
) -> int:
    from lawkb.editorial.decisions import fix_all, put_decision

    patches = read_patches(folder, code.outline)
    decision, left = fix_all(findings, code, patches, *signed(author))
    for patch in (dict(each.values) for each in decision.added):
        echo(f"{patch['place']} {patch['language']}: {patch['old']!r} -> {patch['new']!r}")
    for file in put_decision(folder, decision, code.outline, writer):
        echo(f"patches written to {folder / file}")
    if left:
        messages().print(f"{len(left)} fixes overlap with others: run --fix again")
    echo("run: lawkb ingest" if decision.added else "nothing to fix")
    return 0
