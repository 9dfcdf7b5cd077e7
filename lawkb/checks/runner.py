"""Run all rules on a code and return findings in the order of the laws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import cast

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.negation.opposites import learn_denial_translations
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.pairing import CheckedLaw, monolingual_laws, pair_code
from lawkb.checks.rule_list import (
    STANDARD,
    TOO_LONG,
    OfCode,
    OfHeld,
    OfLaw,
    OfLaws,
    OfList,
    OfText,
    Rule,
)
from lawkb.checks.rules.structure import REBUILT
from lawkb.checks.settings import RuleContext
from lawkb.checks.term_uses import count_rendered
from lawkb.checks.texts import Fault, TextPair
from lawkb.cores import on_all_cores, without_collecting
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, MarkedWords, RuleName, say

_MOST = 100  # most faults of one rule in one pair of texts
_FEW = 30  # up to so many laws, one process is faster


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a fault as a finding names it."""

    edition: str
    written: str
    language: str
    address: Address | None


def check_code(
    code: Code,
    house: EditorialSettings | None = None,
    rules: Sequence[Rule] = STANDARD,
    numbers: Iterable[int] = (),
) -> tuple[Finding, ...]:
    """Return the findings of some rules on a code, those of the whole code first.

    Models are learned from the whole code, whichever laws are checked.

    Args:
        code: The laws, their references resolved and comments judged.
        house: The editors' settings.
        rules: The rules to run. A finding explained by a stronger one becomes its evidence.
        numbers: Laws to check; all when empty. Otherwise findings of the whole code are left out.
    """
    with without_collecting():
        return _checked(code, house or EditorialSettings(), rules, set(numbers))


def _checked(
    code: Code, house: EditorialSettings, rules: Sequence[Rule], asked: set[int]
) -> tuple[Finding, ...]:
    found: dict[str, Finding] = {}
    lone = (monolingual_laws(code), tuple(rule for rule in rules if rule.alone))
    runs = [(each.laws, each.loss, rules) for each in pair_code(code, house.glossary)]
    runs.append((lone[0], LossModel.untaught(), lone[1]))
    for laws, loss, own in runs:
        setting = rule_context(code, house, laws, loss)
        for finding in _run(laws, setting, own, asked):
            found.setdefault(finding.fingerprint, finding)
    found |= {each.fingerprint: each for each in _of_held(code, rules, asked)}
    editions = list(dict.fromkeys(edition for edition, _, _ in code.laws))
    return tuple(sorted(found.values(), key=lambda each: _rank(each, editions)))


def _rank(finding: Finding, editions: Sequence[str]) -> tuple[object, ...]:
    if finding.address is None:
        return (-1, (), SEVERITIES.index(finding.severity), -(finding.score or 0))
    place = editions.index(finding.edition) if finding.edition in editions else 0
    level = SEVERITIES.index(finding.severity)
    return (place, finding.address.path, level, -(finding.score or 0))


def rule_context(
    code: Code, house: EditorialSettings, laws: Sequence[CheckedLaw], loss: LossModel
) -> RuleContext:
    """Return the context of the rules for some laws."""
    texts = [text for law in laws for text in law.texts]
    rendered = count_rendered(texts, house.glossary) if house.glossary.terms else {}
    return RuleContext(
        scheme=code.outline.scheme,
        loss=loss,
        glossary=house.glossary,
        concordance=house.concordance,
        checklist=house.checklist,
        texts=texts,
        rendered=rendered,
        denial_translations=learn_denial_translations(texts),
    )


def _run(
    laws: Sequence[CheckedLaw], setting: RuleContext, rules: Sequence[Rule], asked: set[int]
) -> Iterator[Finding]:
    elsewhere = _of_laws(laws, setting, rules)
    wanted = [at for at, law in enumerate(laws) if not asked or law.laws.original.number in asked]
    alone = [at for at in wanted if at not in elsewhere]
    # The context cannot be sent to other processes.
    found = on_all_cores(lambda at: _of_one(laws[at], setting, rules), alone, few=_FEW)
    told = dict(zip(alone, found, strict=True)) | elsewhere
    for at in wanted:
        yield from told[at]
    texts = [text for law in laws for text in law.texts]
    for rule in rules:
        if rule.scope == "code" and texts and not asked:
            yield from check_whole(texts, setting, rule)


def _of_held(code: Code, rules: Sequence[Rule], asked: set[int]) -> Iterator[Finding]:
    """Yield the findings on missing laws."""
    for rule in rules:
        if rule.scope == "held":
            for lack in cast(OfHeld, rule.find)(code):
                at = lack.fault.at
                if not asked or (at and at.law in asked):
                    written = code.outline.scheme.write(at) if at else ""
                    place = _Place(lack.edition, written, lack.language, at)
                    yield _finding_at(place, rule, lack.fault)


def _of_laws(
    laws: Sequence[CheckedLaw], setting: RuleContext, rules: Sequence[Rule]
) -> dict[int, list[Finding]]:
    """Return the findings that suppress all others, by index of their law."""
    found: dict[int, list[Finding]] = {}
    for rule in rules:
        if rule.scope == "laws":
            for at, fault in cast(OfLaws, rule.find)(laws, setting):
                pair = laws[at].laws
                root = ProvisionPair(pair.original.root, pair.translation.root, "exact")
                found[at] = [_law_finding(rule, fault, pair, root, setting)]
    return found


def _of_one(law: CheckedLaw, setting: RuleContext, rules: Sequence[Rule]) -> list[Finding]:
    """Return the findings on a law, and free the caches of its texts."""
    found = list(_of_pair(law, setting, rules))
    for text in law.texts:
        text.original.forget()
        text.translation.forget()
    return found


def _of_pair(law: CheckedLaw, setting: RuleContext, rules: Sequence[Rule]) -> Iterator[Finding]:
    """Yield the findings on a law and its texts; findings on lists absorb what they explain."""
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    told = [*_of_lists(law, setting, rules), *_of_law(law.laws, setting, rules)]
    for _, _, finding in told:
        found[finding.place].append(finding)
    for text in (*law.texts, *law.too_long):
        found[text.place] += check_pair(text, setting, rules)
    order = {place: at for at, place in enumerate(found)}
    labels = _places_of_labels(found)
    for rule, fault, finding in told:
        if not rule.explains or finding not in found[finding.place]:
            continue
        beside = finding.address.parent if fault.labels and finding.address else None
        places = {*fault.also, *(labels.get(beside, ()) if beside else ())} & order.keys()
        weaker = _absorbed(found, sorted(places, key=order.__getitem__), rule, fault, beside)
        evidence = tuple(_explained(each, at_place=True) for each in weaker)
        at = found[finding.place].index(finding)
        found[finding.place][at] = replace(finding, evidence=finding.evidence + evidence)
    for own in found.values():
        yield from own


def _places_of_labels(found: Mapping[str, Sequence[Finding]]) -> dict[Address, list[str]]:
    """Return where findings on the order of labels are, by what contains the list of labels."""
    places: defaultdict[Address, list[str]] = defaultdict(list)
    for place, own in found.items():
        for each in own:
            if each.address and each.address.parent and _is_label(each, each.address.parent):
                places[each.address.parent].append(place)
    return places


def _absorbed(
    found: dict[str, list[Finding]],
    places: Sequence[str],
    rule: Rule,
    fault: Fault,
    beside: Address | None,
) -> list[Finding]:
    """Remove and return the findings that a fault explains, at some places."""
    taken = []
    for place in places:
        weaker = [
            each
            for each in found[place]
            if each.rule in rule.explains
            and (place in fault.also or (beside and _is_label(each, beside)))
        ]
        taken += weaker
        found[place] = [each for each in found[place] if each not in weaker]
    return taken


def _is_label(finding: Finding, parent: Address) -> bool:
    """Return whether a finding concerns the order of labels of a list."""
    at, told = finding.address, finding.rule == "numbering" and finding.key != REBUILT
    return told and at is not None and at.parent == parent


def _of_lists(
    law: CheckedLaw, setting: RuleContext, rules: Sequence[Rule]
) -> Iterator[tuple[Rule, Fault, Finding]]:
    held = {text.place: text for text in law.texts}
    for rule in rules:
        if rule.scope == "list":
            for fault in cast(OfList, rule.find)(law.texts, setting):
                place = fault.also[0]
                yield rule, fault, _finding(rule, fault, held[place], place)


def _explained(finding: Finding, at_place: bool) -> str:
    rule = RuleName(finding.rule)
    if at_place:
        return say(
            "%(place)s %(rule)s: %(told)s", place=finding.place, rule=rule, told=finding.message
        )
    return say("%(rule)s: %(told)s", rule=rule, told=finding.message)


def check_pair(
    text: TextPair, setting: RuleContext, rules: Sequence[Rule] = STANDARD
) -> Iterator[Finding]:
    """Yield the findings of text rules on a pair; explained ones become evidence.

    For a pair that is too long this is the only finding. After ``_MOST`` faults of a rule, one
    finding reports that there are more.
    """
    if text.is_too_long:
        rules = (TOO_LONG,)
    found: dict[str, list[Finding]] = {}
    for rule in rules:
        if rule.scope == "text":
            faults = _listed(_once(cast(OfText, rule.find)(text, setting), text.alone))
            found[rule.name] = [_finding(rule, fault, text, text.place) for fault in faults]
    for rule in rules:
        stronger = found.get(rule.name)
        weaker = [each for name in rule.explains for each in found.get(name, ())]
        if stronger and weaker:
            told = tuple(_explained(each, at_place=False) for each in weaker)
            stronger[0] = replace(stronger[0], evidence=stronger[0].evidence + told)
            for name in rule.explains:
                found[name] = []
    yield from _numbered(each for own in found.values() for each in own)


def _once(faults: Iterable[Fault], alone: bool) -> Iterator[Fault]:
    """Yield faults; for a text paired with itself, those on one side only."""
    return (fault for fault in faults if not alone or fault.on == "original")


def _listed(faults: Iterator[Fault]) -> Iterator[Fault]:
    """Yield the first faults of a rule."""
    first = list(islice(faults, _MOST))
    if next(faults, None):
        more = say("there are more in this text: only %(count)s are listed", count=str(_MOST))
        first[-1] = replace(first[-1], evidence=(*first[-1].evidence, more))
    yield from first


def check_whole(texts: Iterable[TextPair], setting: RuleContext, rule: Rule) -> Iterator[Finding]:
    """Yield the findings of a rule for a whole code on its pairs, which are iterated once."""
    first: list[TextPair] = []

    def noted() -> Iterator[TextPair]:
        for text in texts:
            first.extend(() if first else (text,))
            yield text

    faults = cast(OfCode, rule.find)(noted(), setting)
    yield from _numbered(_finding(rule, fault, first[0]) for fault in faults)


def _of_law(
    laws: LawPair, setting: RuleContext, rules: Sequence[Rule]
) -> Iterator[tuple[Rule, Fault, Finding]]:
    root = ProvisionPair(laws.original.root, laws.translation.root, "exact")
    for rule in rules:
        if rule.scope == "law":
            alone = laws.original is laws.translation
            faults = list(_once(cast(OfLaw, rule.find)(laws, setting), alone))
            told = _numbered(_law_finding(rule, each, laws, root, setting) for each in faults)
            yield from ((rule, *both) for both in zip(faults, told, strict=True))


def _law_finding(
    rule: Rule, fault: Fault, laws: LawPair, root: ProvisionPair, setting: RuleContext
) -> Finding:
    law = laws.original if fault.on == "original" else laws.translation
    address = fault.at or root.held.address
    place = _Place(law.edition, setting.write(address), law.language, address)
    return _finding_at(place, rule, fault)


def _finding(rule: Rule, fault: Fault, text: TextPair, place: str = "") -> Finding:
    tags = {name: text.side(name).language.code for name, _ in fault.marked}
    address = text.address if place else None
    at = _Place(text.edition, place, text.side(fault.on).language.code, address)
    stretches = tuple(MarkedWords(tags[name], span) for name, span in fault.marked)
    return replace(_finding_at(at, rule, fault), stretches=stretches)


def _finding_at(place: _Place, rule: Rule, fault: Fault) -> Finding:
    return Finding(
        rule=rule.name,
        severity=fault.severity or rule.severity,
        edition=place.edition,
        place=place.written,
        language=place.language,
        message=fault.message,
        quote=fault.quote,
        hint=fault.hint,
        evidence=fault.evidence,
        key=fault.key,
        score=fault.score,
        address=place.address,
        fix=fault.fix,
    )


def _numbered(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings with equal ones numbered, so fingerprints are unique."""
    seen: dict[str, int] = {}
    for finding in findings:
        seen[finding.fingerprint] = times = seen.get(finding.fingerprint, 0) + 1
        yield replace(finding, nth=times) if times > 1 else finding
