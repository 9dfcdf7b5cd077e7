"""``lawkb waivers``: show, renew and remove accepted findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec.structs import asdict
from rich.text import Text

from lawkb.checks.rule_list import RULES, STANDARD, Rule, with_settings
from lawkb.cli.options import Settings, author_option, echo, format_option, print_json, signed
from lawkb.cli.terminal import clean, console, messages, print_hanging
from lawkb.corpus.corpus_toml import read_check_settings
from lawkb.corpus.decision_files import WAIVERS, DecisionReason, Waiver, read_waivers
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import end_acceptance, put_decision, renew_acceptance
from lawkb.editorial.findings import (
    WaiverState,
    raw_findings,
    waiver_states,
)
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Finding

_MEANINGS: dict[WaiverState, str] = {
    "valid": "",
    "expired": "expired: one of its texts has changed",
    "useless": "useless: there is no such finding any more",
    "unchecked": "its rule does not run here",
}


@click.group("waivers", invoke_without_command=True)
@format_option
@click.pass_context
def waivers_command(context: click.Context, form: str) -> int:
    """Show the findings that editors have accepted.

    Each has the reason, and whether it still holds: when a text changes, the
    waiver expires and the finding is open again.
    """
    if context.invoked_subcommand:
        return 0
    folder = context.obj.folder
    waivers = read_waivers(folder)
    states = _states(folder, context.obj.open_code(), waivers) if waivers else []
    if form == "json":
        print_json({"waivers": [_public(waiver) | {"state": state} for waiver, state in states]})
        return 0 if states else 1
    for waiver, state in states:
        _print_waiver(waiver, state)
    if not states:
        messages().print("no finding has been accepted")
    return 0 if states else 1


@waivers_command.command("renew")
@click.argument("fingerprint")
@click.option("--reason", default="", help="Why it is accepted now.  [default: as before]")
@author_option
@click.pass_obj
def renew_command(settings: Settings, fingerprint: str, reason: str, author: str | None) -> int:
    """Accept a finding for the texts as they are now.

    FINGERPRINT is what `lawkb waivers` prints, or a beginning of it.
    """
    folder, signature = settings.folder, signed(author)
    with one_writer(folder) as writer:
        waiver = _named(fingerprint, read_waivers(folder))[-1]
        code = settings.open_code()
        findings = _findings(folder, code, [waiver])
        decision = renew_acceptance(waiver, findings, code, DecisionReason(reason, *signature))
        put_decision(folder, decision, code.outline, writer)
    echo(f"{_title(waiver)} is waived for the present texts in {folder / WAIVERS}")
    return 0


@waivers_command.command("remove")
@click.argument("fingerprint")
@click.pass_obj
def remove_command(settings: Settings, fingerprint: str) -> int:
    """Remove a waiver, so that its finding is open again.

    FINGERPRINT is what `lawkb waivers` prints, or a beginning of it.
    """
    folder = settings.folder
    with one_writer(folder) as writer:
        waivers = _named(fingerprint, read_waivers(folder))
        put_decision(folder, end_acceptance(*waivers), settings.open_code().outline, writer)
    echo(f"{_title(waivers[0])} is no longer waived in {folder / WAIVERS}")
    return 0


def _findings(folder: Path, code: Code, waivers: Sequence[Waiver]) -> Sequence[Finding]:
    """Return the findings of the rules that run, and of those that the waivers are about."""
    return raw_findings(folder, code, _rules(waivers), ())


def _rules(waivers: Sequence[Waiver]) -> tuple[Rule, ...]:
    names = {each.rule for each in waivers}
    others = (rule for rule in RULES if rule.name in names and rule not in STANDARD)
    return (*STANDARD, *others)


def _states(
    folder: Path, code: Code, waivers: Sequence[Waiver]
) -> list[tuple[Waiver, WaiverState]]:
    ran = with_settings(_rules(waivers), read_check_settings(folder))
    return [*waiver_states(_findings(folder, code, waivers), waivers, code, ran)]


def _named(typed: str, waivers: Sequence[Waiver]) -> list[Waiver]:
    """Return the waivers of the one finding whose fingerprint begins as typed."""
    found = [each for each in waivers if each.fingerprint.startswith(typed.casefold())]
    if len({each.fingerprint for each in found}) != 1:
        told = "names several waivers" if found else "no waiver has this fingerprint"
        raise LawkbError(typed, told, "lawkb waivers prints them")
    return found


def _public(waiver: Waiver) -> dict[str, str]:
    names = {"place": "address", "language": "lang"}
    hidden = {"original", "translation"}
    return {names.get(k, k): v for k, v in asdict(waiver).items() if k not in hidden}


def _title(waiver: Waiver) -> str:
    return " ".join(filter(None, (waiver.rule, waiver.place, waiver.language)))


def _print_waiver(waiver: Waiver, state: WaiverState) -> None:
    out = console()
    head = Text(clean(_title(waiver)), "bold")
    head.append(clean(f"  {waiver.edition} {waiver.fingerprint}"), "not bold dim")
    out.print(head)
    if told := _MEANINGS[state]:
        print_hanging(out, "", Text(told, "yellow"), 2)
    print_hanging(out, "", Text(clean(waiver.reason)), 2)
    print_hanging(out, "", Text(clean(f"{waiver.author}, {waiver.date}"), "dim"), 2)
