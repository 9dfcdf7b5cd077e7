"""``lawkb check`` and ``lawkb terms``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from lawkb.checks.desk import check_code
from lawkb.checks.fixing import fixes
from lawkb.checks.kept import check_corpus, kept_findings
from lawkb.checks.manual import page_parts
from lawkb.checks.rules import RULES, STANDARD, Rule, chosen_rules, rule_named
from lawkb.checks.term_table import TermRow, term_table
from lawkb.checks.waiving import Cause, waive, waiver_for
from lawkb.cli.checking_files import check_bilingual, named_file
from lawkb.cli.findings_shown import print_findings
from lawkb.cli.reports import REPORTS, print_report
from lawkb.cli.settings import (
    Settings,
    console,
    echo,
    format_option,
    held_code,
    messages,
    opened_code,
    print_json,
    typed_address,
)
from lawkb.cli.shown import print_hanging
from lawkb.cli.signing import signed
from lawkb.cli.texts import NARROWEST, clean, wrapped
from lawkb.corpus.glossary import read_glossary
from lawkb.corpus.house import read_house
from lawkb.corpus.patches import files_with_patches
from lawkb.corpus.waivers import FILE, read_waivers, with_waiver
from lawkb.corpus.writing import Put, one_writer
from lawkb.errors import LawkbError
from lawkb.exchange.terms import terms_record
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.page_reading import corpus_pages
from lawkb.pipeline import current_code

_WITH_PAGES = {"sarif", "github"}


@click.command("check")
@click.argument("laws", nargs=-1, metavar="[LAW]... | FILE")
@click.option("--source", metavar="TAG", help="Of a FILE: the language of its originals.")
@click.option("--target", metavar="TAG", help="Of a FILE: the language of its translations.")
@click.option("--select", multiple=True, metavar="RULE", help="Only this rule; may be repeated.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Not this rule; may be repeated.")
@click.option(
    "--explain",
    metavar="[RULE]",
    is_flag=False,
    flag_value="",
    help="Show the manual page of a rule, or the list of rules, and stop.",
)
@click.option("-W", "strict", is_flag=True, help="Exit with 1 on warnings too.")
@click.option("--fix", is_flag=True, help="Write the sure repairs into corpus/patches/.")
@click.option("--waive", metavar="FINGERPRINT", help="Accept a finding; needs --reason.")
@click.option("--reason", help="Why the finding is accepted.")
@click.option("--author", help="Who accepts or repairs.  [default: the user]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", *REPORTS]),
    default="text",
    show_default=True,
    help="What to print on standard output.",
)
@click.pass_obj
def check_command(settings: Settings, /, laws: tuple[str, ...], form: str, **asked: Any) -> int:
    """Check the translation against the original.

    LAW is a number, or any address: only what is found there is shown. FILE is
    any bilingual file: XLIFF, TMX, XLSX, or a table of id, original and
    translation, tab- or comma-separated. No corpus is needed for it; one that
    --corpus names lends its glossary.

    Exit codes: 0 no error (with -W: and no warning), 1 otherwise, 2 could not run.
    """
    if asked["explain"] is not None:
        return _explain(asked["explain"]) if asked["explain"] else _list_rules()
    if asked["waive"] and not (asked["reason"] or "").strip():
        raise LawkbError("--waive", "there is no reason", "say why: --reason '…'")
    rules = chosen_rules(asked["select"], asked["ignore"])
    if file := named_file(laws):
        return check_bilingual(settings, file, rules, form, asked)
    if asked["source"] or asked["target"]:
        raise LawkbError("--source, --target", "they are for a bilingual file", "name the file")
    if asked["waive"] or asked["fix"]:
        with one_writer(settings.folder) as put:
            return _decide(settings, laws, rules, asked, put)
    code = opened_code(settings)
    places = [_place(text, code) for text in laws]
    found = _found(settings.folder, code, rules, [place.law for place in places])
    findings = _judged(settings.folder, found, code, rules, places)
    if form == "text":
        print_findings(console(), findings, code)
    else:
        pages = _page_files(settings.folder, code) if form in _WITH_PAGES else {}
        print_report(form, findings, replace(code, pages=pages))
    return _exit_code(findings, asked["strict"])


def _decide(
    settings: Settings,
    laws: Sequence[str],
    rules: Sequence[Rule],
    asked: dict[str, Any],
    put: Put,
) -> int:
    """Accept a finding, or write the unambiguous fixes of findings, as the only writer.

    Fixes are made for the laws as sources and patches give them now: what was fixed but not yet
    ingested is not fixed again.
    """
    folder = settings.folder
    code = current_code(folder) if asked["fix"] else opened_code(settings)
    places = [_place(text, code) for text in laws]
    numbers = [place.law for place in places]
    if asked["fix"]:
        found = check_code(code, read_house(folder, code.outline), rules, numbers)
        findings = _judged(folder, found, code, rules, places)
        return _fix(folder, findings, code, asked["author"], put)
    return _waive(folder, _found(folder, code, rules, numbers), code, asked, put)


def _judged(
    folder: Path,
    found: Sequence[Finding],
    code: Code,
    rules: Sequence[Rule],
    places: Sequence[Address],
) -> tuple[Finding, ...]:
    """The findings at some places, those that editors accepted marked."""
    findings = waive(found, read_waivers(folder), code, rules)
    return tuple(each for each in findings if not places or _is_in(each, places))


def _found(
    folder: Path, code: Code, rules: Sequence[Rule], numbers: Sequence[int]
) -> tuple[Finding, ...]:
    """What the rules find, on some laws or on all; what is known is not looked for again."""
    house = read_house(folder, code.outline)
    if rules != STANDARD:
        return check_code(code, house, rules, numbers)
    if not numbers:
        return check_corpus(folder, code, house)
    known = kept_findings(folder, code, house, numbers)
    return check_code(code, house, rules, numbers) if known is None else known


def _exit_code(findings: Sequence[Finding], strict: bool) -> int:
    counted = ("error", "warning") if strict else ("error",)
    return 1 if any(each.severity in counted and not each.waived for each in findings) else 0


def _page_files(folder: Path, code: Code) -> dict[tuple[str, str], str]:
    """Where the pages lie, as seen from here: what code hosts put findings beside."""
    found = {}
    for page, _ in corpus_pages(folder, code.outline):
        inside = folder / "sources" / page.source / page.path  # in the data folder of a wiki
        path = (inside if inside.is_file() else Path(page.path)).resolve()
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        found[page.source, page.page_id] = shown.as_posix()
    return found


def _place(text: str, code: Code) -> Address:
    address = typed_address(text, code)
    held = [code.laws[key] for key in code.laws if key[2] == address.law]
    if not held:
        numbers = sorted({number for _, _, number in code.laws})
        told = ", ".join(map(str, numbers[:12]))
        raise LawkbError(text, "this law is not held", f"name one that is: {told}")
    if not any(law.find(address) for law in held):
        hint = f"lawkb show {address.law} shows what is"
        raise LawkbError(text, "there is no such provision", hint)
    return address


def _is_in(finding: Finding, places: Sequence[Address]) -> bool:
    at = finding.address
    return at is not None and any(place.holds(at) for place in places)


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
        front = name.cell_len
        first, *rest = wrapped(
            out, Text(page_parts(rule)["what"]), max(NARROWEST, out.width - front)
        )
        out.print(Text("").append_text(name).append_text(first), soft_wrap=True)
        for line in rest:
            out.print(Text(" " * front).append_text(line), soft_wrap=True)
    return 0


def _waive(
    folder: Path, findings: Sequence[Finding], code: Code, asked: dict[str, Any], put: Put
) -> int:
    cause = Cause(asked["reason"], *signed(asked["author"]))
    waiver = waiver_for(asked["waive"], findings, code, cause)
    if any(each.fingerprint == waiver.fingerprint for each in read_waivers(folder)):
        told = "it is waived already, perhaps for texts that have changed"
        raise LawkbError(f"--waive {asked['waive']}", told, "take the old entry out first")
    put({FILE: with_waiver(folder, waiver)})
    echo(f"{waiver.rule} {waiver.place} {waiver.language} is waived in {folder / FILE}")
    return 0


def _fix(
    folder: Path, findings: Sequence[Finding], code: Code, author: str | None, put: Put
) -> int:
    made = fixes(findings, code, *signed(author))
    for patch in made.patches:
        place = code.outline.scheme.write(patch.address)
        echo(f"{place} {patch.language}: {patch.old!r} -> {patch.new!r}")
    files = files_with_patches(folder, made.patches, code.outline)
    put(files)
    for file in files:
        echo(f"patches are in {folder / file}")
    if made.left:
        messages().print(f"{len(made.left)} repairs touch others: run --fix again")
    echo("run: lawkb ingest" if made.patches else "nothing to repair")
    return 0


@click.command("terms")
@click.argument("term", nargs=-1)
@click.option("--lang", metavar="TAG", help="One translation only.")
@click.option("--suggest", is_flag=True, help="Show what the code suggests for the glossary.")
@format_option
@click.pass_obj
def terms_command(
    settings: Settings, term: tuple[str, ...], lang: str | None, suggest: bool, form: str
) -> int:
    """Show the terms of the glossary, how each is rendered, and where.

    With --suggest, words and phrases that the code renders nearly always alike and that the
    glossary has not yet.
    """
    code = held_code(settings)
    glossary = read_glossary(settings.folder, code.outline)
    rows = term_table(code, glossary, suggest)
    tags = sorted({row.language for row in rows})
    if tags and lang not in {None, *tags}:
        hint = f"write --lang {' or '.join(tags)}"
        raise LawkbError(f"--lang {lang}", "the glossary has no renderings in it", hint)
    wanted = " ".join(term).casefold()
    rows = [row for row in rows if wanted in row.term.casefold() and lang in (None, row.language)]
    if form == "json":
        print_json(terms_record(rows))
    else:
        for row in rows:
            _print_row(row)
    if not rows:
        messages().print("no such term")
    return 0 if rows else 1


def _print_row(row: TermRow) -> None:
    out = console()
    head = Text(clean(row.term), style="bold")
    head.append(f"  {row.language}, {row.times}× in the original", style="dim")
    out.print(head)
    for rendering in row.renderings:
        told = Text(clean(f"{rendering.words} ({rendering.status}) {rendering.times}×"))
        told.append(f"  {', '.join(rendering.places)}", style="dim")
        print_hanging(out, "", told, 0)
    if row.missing:
        print_hanging(out, "", Text(f"without a rendering: {', '.join(row.missing)}"), 0)
