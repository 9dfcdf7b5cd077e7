"""The findings on a corpus at some places, with the decisions of its editors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lawkb.checks.findings_cache import cached_findings, check_corpus
from lawkb.checks.rule_list import STANDARD, Rule
from lawkb.checks.runner import check_code
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.waivers import read_waivers
from lawkb.editorial.waivers import apply_waivers
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.references.typed_address import typed_address


def findings_on(
    folder: Path, code: Code, rules: Sequence[Rule], places: Sequence[Address]
) -> tuple[Finding, ...]:
    """Return what the rules find, cached where possible; the accepted findings are marked.

    Args:
        folder: The corpus.
        code: Its laws.
        rules: The rules to run.
        places: Provisions, or none for the whole code.

    Raises:
        LawkbError: A file of the corpus cannot be read.
    """
    return judged_at(folder, raw_findings(folder, code, rules, places), code, rules, places)


def judged_at(
    folder: Path,
    found: Sequence[Finding],
    code: Code,
    rules: Sequence[Rule],
    places: Sequence[Address],
) -> tuple[Finding, ...]:
    """Return the findings at some places, or all, with the accepted ones marked."""
    findings = apply_waivers(found, read_waivers(folder), code, rules)
    return tuple(each for each in findings if not places or _is_in(each, places))


def raw_findings(
    folder: Path, code: Code, rules: Sequence[Rule], places: Sequence[Address]
) -> tuple[Finding, ...]:
    """Return what the rules find on the laws of some places, or on all; no waiver is applied."""
    house = read_editorial_settings(folder, code.outline)
    numbers = [place.law for place in places]
    if rules != STANDARD:
        return check_code(code, house, rules, numbers)
    if not numbers:
        return check_corpus(folder, code, house)
    known = cached_findings(folder, code, numbers)
    return check_code(code, house, rules, numbers) if known is None else known


def held_place(text: str, code: Code) -> Address:
    """Return the address that was typed.

    Raises:
        LawkbError: It is no address, or there is no such provision.
    """
    address = typed_address(text, code)
    held = [code.laws[key] for key in code.laws if key[2] == address.law]
    if not held:
        numbers = sorted({number for _, _, number in code.laws})
        told = ", ".join(map(str, numbers[:12]))
        raise LawkbError(text, "this law is not available here", f"name one that is: {told}")
    if not any(law.find(address) for law in held):
        hint = f"lawkb show {address.law} shows what is"
        raise LawkbError(text, "there is no such provision", hint)
    return address


def _is_in(finding: Finding, places: Sequence[Address]) -> bool:
    at = finding.address
    return at is not None and any(place.holds(at) for place in places)
