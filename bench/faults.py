"""What the checks find of faults that are put into clean pairs, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from bench.fault_codes import Clean, clean_codes
from bench.fault_kinds import Fault, faults_of
from bench.toolkit import toolkit_failures
from lawkb.checks.omission.features import read_features
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.runner import check_code, check_pair
from lawkb.checks.term_uses import RenderedCounts, term_uses
from lawkb.checks.text_pairs import TextPair
from lawkb.model.finding import Finding, Severity
from lawkb.parallel_work import on_all_cores

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
    """Put a fault into a code, check it anew, and look at what is said of the place."""
    said = _of_lists(code, fault) if len(fault.texts) > 1 else _of_pair(code, fault)
    rules = {rule for rule, _, _ in said}
    pair = fault.pair
    return Outcome(
        code.name,
        fault.kind.name,
        pair.place,
        len(pair.translation.text.split()),
        bool(rules & fault.kind.counted),
        any(severity in ("error", "warning") for _, severity, _ in said),
        _toolkit_finds(code, fault),
    )


_Said = set[tuple[str, Severity, str]]  # rule, severity and message of what is new


def _of_pair(code: Clean, fault: Fault) -> _Said:
    """What is new on a pair. The code has taught before; this pair is left out, as ever."""
    pair = fault.pair
    (text,) = fault.texts.values()
    changed = replace(pair, translation=code.side(pair, text))
    setting = code.setting(fault.kind.by_terms)
    seen = (read_features(pair.original).counts, read_features(pair.translation).counts)
    anew = replace(
        setting,
        loss=replace(setting.loss, counted=seen),
        rendered=_rendered(setting, pair, changed),
    )
    before = {(f.rule, f.severity, f.message) for f in check_pair(pair, setting)}
    return {(f.rule, f.severity, f.message) for f in check_pair(changed, anew)} - before


def _rendered(setting: RuleContext, pair: TextPair, changed: TextPair) -> RenderedCounts:
    """How often the terms are rendered, the changed pair counted in the place of the clean one."""
    found = setting.rendered.rendered.copy()
    for own, step in ((pair, -1), (changed, 1)):
        for use in term_uses(own, setting.glossary):
            found[use.counted_as, own.tags[1]] += step * use.rendered
    return replace(setting.rendered, rendered=found)


def _of_lists(code: Clean, fault: Fault) -> _Said:
    """What is new on several pairs: the whole code is checked again."""
    house = code.terms if fault.kind.by_terms else code.house
    places = {code.code.outline.scheme.write(address) for address in fault.texts}
    numbers = {address.law for address in fault.texts}
    found = check_code(code.changed(fault.texts), house, numbers=numbers)
    return _said(found, places) - _said(_clean_findings(code, fault.kind.by_terms), places)


def _said(findings: Iterable[Finding], places: set[str]) -> _Said:
    return {(f.rule, f.severity, f.message) for f in findings if f.place in places}


@cache
def _clean_findings(code: Clean, by_terms: bool) -> Sequence[Finding]:
    return check_code(code.code, code.terms if by_terms else code.house)


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
