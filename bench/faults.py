"""What the checks find of faults that are put into clean pairs, one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bench.fault_codes import Clean, clean_codes
from bench.fault_kinds import Fault, faults_of
from bench.toolkit import toolkit_failures
from lawkb.checks.desk import check_code
from lawkb.cores import on_all_cores
from lawkb.model.finding import Finding

SEED = 7


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found of a fault.

    Attributes:
        code: Name of the code.
        kind: Name of the kind.
        place: Where the fault is.
        words: Of the translation, before the fault.
        found: Whether a finding that was not there before names the place and is of a rule that
            counts for the kind.
        told: Whether any new error or warning names the place.
        toolkit: Whether any filter of translate-toolkit fails on the pair that did not before.
    """

    code: str
    kind: str
    place: str
    words: int
    found: bool
    told: bool
    toolkit: bool


@dataclass(frozen=True, slots=True)
class Alarms:
    """What is said of clean pairs.

    Attributes:
        code: Name of the code.
        pairs: How many there are.
        errors: False errors on them, rule and place.
        warnings: False warnings.
        toolkit: Pairs on which a filter of translate-toolkit fails.
    """

    code: str
    pairs: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    toolkit: int


def alarms_of(code: Clean) -> Alarms:
    """The false alarms of a code: what is found beyond what was read and found right."""
    found = [each for each in code.findings() if each.place]
    by_severity = {
        severity: tuple(f"{f.rule} {f.place}" for f in found if f.severity == severity)
        for severity in ("error", "warning")
    }
    failing = sum(
        bool(toolkit_failures(pair.original.text, pair.translation.text, code.language))
        for pair in code.pairs
    )
    return Alarms(code.name, len(code.pairs), by_severity["error"], by_severity["warning"], failing)


def outcome(code: Clean, fault: Fault) -> Outcome:
    """Put a fault into a code, check the whole code anew, and look at what is said of the place."""
    house = code.terms if fault.kind.by_terms else code.house
    places = {code.code.outline.scheme.write(address) for address in fault.texts}
    before = _said(_clean_findings(code, fault.kind.by_terms), places)
    said = _said(check_code(code.changed(fault.texts), house).findings, places) - before
    rules = {rule for rule, _, _ in said}
    pair = fault.pair
    assert pair.address
    return Outcome(
        code.name,
        fault.kind.name,
        pair.place,
        len(pair.translation.text.split()),
        bool(rules & fault.kind.counted),
        any(severity in ("error", "warning") for _, severity, _ in said),
        _toolkit_finds(code, fault),
    )


def _said(findings: Iterable[Finding], places: set[str]) -> set[tuple[str, str, str]]:
    return {(f.rule, f.severity, f.message) for f in findings if f.place in places}


@cache
def _clean_findings(code: Clean, by_terms: bool) -> tuple[Finding, ...]:
    return check_code(code.code, code.terms if by_terms else code.house).findings


def _toolkit_finds(code: Clean, fault: Fault) -> bool:
    held = {pair.address: pair for pair in code.pairs}
    for address, text in fault.texts.items():
        pair = held[address]
        clean = toolkit_failures(pair.original.text, pair.translation.text, code.language)
        if toolkit_failures(pair.original.text, text, code.language) - clean:
            return True
    return False


def outcomes(seed: int = SEED, step: int = 1) -> tuple[Outcome, ...]:
    """What is found of every fault, or of every second, third or further one.

    Args:
        seed: Of the faults.
        step: 1 for all.
    """
    tasks = [
        (seed, at, number)
        for at, code in enumerate(clean_codes())
        for number in range(0, len(_faults(code, seed)), step)
    ]
    return tuple(on_all_cores(_outcome, tasks))


@cache
def _faults(code: Clean, seed: int) -> tuple[Fault, ...]:
    return tuple(faults_of(code, seed))


def _outcome(task: tuple[int, int, int]) -> Outcome:
    seed, at, number = task
    code = clean_codes()[at]
    return outcome(code, _faults(code, seed)[number])
