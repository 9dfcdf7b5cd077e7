"""The checks of a whole code: every rule on every pair, as findings in the order of the laws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import cast

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.loss import LossModel
from lawkb.checks.opposed import learn_opposed
from lawkb.checks.pairing import Paired, lone_laws, pair_code
from lawkb.checks.rules import (
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
from lawkb.checks.setting import Setting
from lawkb.checks.structure import REBUILT
from lawkb.checks.term_uses import count_rendered
from lawkb.checks.texts import Fault, TextPair
from lawkb.cores import in_forks, without_collecting
from lawkb.corpus.house import House
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Stretch
from lawkb.model.sentence import RuleName, say

_MOST = 100  # faults that a rule lists of one pair of texts
_FEW = 30  # laws that are checked sooner than processes are there to share them


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a fault stands, as a finding names it."""

    edition: str
    written: str
    language: str
    address: Address | None


def check_code(
    code: Code,
    house: House | None = None,
    rules: Sequence[Rule] = STANDARD,
    numbers: Iterable[int] = (),
) -> tuple[Finding, ...]:
    """Every finding of some rules on a code, in the order of the laws; of the whole code first.

    What the pairs teach is learned from the whole code, whichever laws are asked for.

    Args:
        code: The laws, their references resolved and comments judged.
        house: What the editors have decided.
        rules: The rules to run. One that is silenced by a stronger one is its evidence.
        numbers: Laws to check; all when empty. What is said of the whole code is left out then.
    """
    with without_collecting():
        return _checked(code, house or House(), rules, set(numbers))


def _checked(
    code: Code, house: House, rules: Sequence[Rule], asked: set[int]
) -> tuple[Finding, ...]:
    found: dict[str, Finding] = {}
    lone = (lone_laws(code), tuple(rule for rule in rules if rule.alone))
    runs = [(each.laws, each.loss, rules) for each in pair_code(code, house.glossary)]
    runs.append((lone[0], LossModel.untaught(), lone[1]))
    for laws, loss, own in runs:
        setting = setting_of(code, house, laws, loss)
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


def setting_of(code: Code, house: House, laws: Sequence[Paired], loss: LossModel) -> Setting:
    """What the rules know besides the texts of some laws."""
    texts = [text for law in laws for text in law.texts]
    rendered = count_rendered(texts, house.glossary) if house.glossary.terms else {}
    return Setting(
        scheme=code.outline.scheme,
        loss=loss,
        glossary=house.glossary,
        concordance=house.concordance,
        checklist=house.checklist,
        texts=texts,
        rendered=rendered,
        opposed=learn_opposed(texts),
    )


def _run(
    laws: Sequence[Paired], setting: Setting, rules: Sequence[Rule], asked: set[int]
) -> Iterator[Finding]:
    elsewhere = _of_laws(laws, setting, rules)
    wanted = [at for at, law in enumerate(laws) if not asked or law.laws.original.number in asked]
    alone = [at for at in wanted if at not in elsewhere]
    # What the rules know is not for sending.
    found = in_forks(lambda at: _of_one(laws[at], setting, rules), alone, few=_FEW)
    told = dict(zip(alone, found, strict=True)) | elsewhere
    for at in wanted:
        yield from told[at]
    texts = [text for law in laws for text in law.texts]
    for rule in rules:
        if rule.scope == "code" and texts and not asked:
            yield from check_whole(texts, setting, rule)


def _of_held(code: Code, rules: Sequence[Rule], asked: set[int]) -> Iterator[Finding]:
    """What is said of the laws that are not here."""
    for rule in rules:
        if rule.scope == "held":
            for lack in cast(OfHeld, rule.find)(code):
                at = lack.fault.at
                if not asked or (at and at.law in asked):
                    written = code.outline.scheme.write(at) if at else ""
                    place = _Place(lack.edition, written, lack.language, at)
                    yield _finding_at(place, rule, lack.fault)


def _of_laws(
    laws: Sequence[Paired], setting: Setting, rules: Sequence[Rule]
) -> dict[int, list[Finding]]:
    """By their place among the laws, those of which nothing else is to be said."""
    found: dict[int, list[Finding]] = {}
    for rule in rules:
        if rule.scope == "laws":
            for at, fault in cast(OfLaws, rule.find)(laws, setting):
                pair = laws[at].laws
                root = ProvisionPair(pair.original.root, pair.translation.root, "exact")
                found[at] = [_law_finding(rule, fault, pair, root, setting)]
    return found


def _of_one(law: Paired, setting: Setting, rules: Sequence[Rule]) -> list[Finding]:
    """The findings on a law; nobody asks for more than the words of its texts behind that."""
    found = list(_of_pair(law, setting, rules))
    for text in law.texts:
        text.original.forget()
        text.translation.forget()
    return found


def _of_pair(law: Paired, setting: Setting, rules: Sequence[Rule]) -> Iterator[Finding]:
    """The findings on a law and its texts; what is said of several takes in what it explains."""
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    told = [*_of_lists(law, setting, rules), *_of_law(law.laws, setting, rules)]
    for _, _, finding in told:
        found[finding.place].append(finding)
    for text in (*law.texts, *law.too_long):
        found[text.place] += check_pair(text, setting, rules)
    for rule, fault, finding in told:
        if not rule.explains or finding not in found[finding.place]:
            continue
        weaker = _taken(found, rule, fault, finding)
        evidence = tuple(_explained(each, at_place=True) for each in weaker)
        at = found[finding.place].index(finding)
        found[finding.place][at] = replace(finding, evidence=finding.evidence + evidence)
    for own in found.values():
        yield from own


def _taken(
    found: dict[str, list[Finding]], rule: Rule, fault: Fault, finding: Finding
) -> list[Finding]:
    """Take out what a finding explains: at the places it names, and of labels in its list."""
    beside = finding.address.parent if fault.labels and finding.address else None
    taken = []
    for place, own in found.items():
        weaker = [
            each
            for each in own
            if each.rule in rule.explains
            and (place in fault.also or (beside and _is_label(each, beside)))
        ]
        taken += weaker
        found[place] = [each for each in own if each not in weaker]
    return taken


def _is_label(finding: Finding, parent: Address) -> bool:
    """Whether a finding is on the order of the labels of a list."""
    at, told = finding.address, finding.rule == "numbering" and finding.key != REBUILT
    return told and at is not None and at.parent == parent


def _of_lists(
    law: Paired, setting: Setting, rules: Sequence[Rule]
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
    text: TextPair, setting: Setting, rules: Sequence[Rule] = STANDARD
) -> Iterator[Finding]:
    """The findings of the rules for single texts on a pair, the weaker ones folded in.

    Of a pair that is too long nothing else is said, whatever the rules. A rule lists at most
    ``_MOST`` faults of a pair; the last one says that there are more.
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
    """What is said of a text; not again of itself where it stands beside itself."""
    return (fault for fault in faults if not alone or fault.on == "original")


def _listed(faults: Iterator[Fault]) -> Iterator[Fault]:
    """The first faults; a text with so many is not mended one by one."""
    first = list(islice(faults, _MOST))
    if next(faults, None):
        more = say("there are more in this text: only %(count)s are listed", count=str(_MOST))
        first[-1] = replace(first[-1], evidence=(*first[-1].evidence, more))
    yield from first


def check_whole(texts: Iterable[TextPair], setting: Setting, rule: Rule) -> Iterator[Finding]:
    """The findings of a rule for a whole code on all its pairs; they are gone through once."""
    first: list[TextPair] = []

    def noted() -> Iterator[TextPair]:
        for text in texts:
            first.extend(() if first else (text,))
            yield text

    faults = cast(OfCode, rule.find)(noted(), setting)
    yield from _numbered(_finding(rule, fault, first[0]) for fault in faults)


def _of_law(
    laws: LawPair, setting: Setting, rules: Sequence[Rule]
) -> Iterator[tuple[Rule, Fault, Finding]]:
    root = ProvisionPair(laws.original.root, laws.translation.root, "exact")
    for rule in rules:
        if rule.scope == "law":
            alone = laws.original is laws.translation
            faults = list(_once(cast(OfLaw, rule.find)(laws, setting), alone))
            told = _numbered(_law_finding(rule, each, laws, root, setting) for each in faults)
            yield from ((rule, *both) for both in zip(faults, told, strict=True))


def _law_finding(
    rule: Rule, fault: Fault, laws: LawPair, root: ProvisionPair, setting: Setting
) -> Finding:
    law = laws.original if fault.on == "original" else laws.translation
    address = fault.at or root.held.address
    place = _Place(law.edition, setting.write(address), law.language, address)
    return _finding_at(place, rule, fault)


def _finding(rule: Rule, fault: Fault, text: TextPair, place: str = "") -> Finding:
    tags = {name: text.side(name).language.code for name, _ in fault.marked}
    address = text.address if place else None
    at = _Place(text.edition, place, text.side(fault.on).language.code, address)
    stretches = tuple(Stretch(tags[name], span) for name, span in fault.marked)
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
    """Findings that say the same of the same place are counted, so that each has its name."""
    seen: dict[str, int] = {}
    for finding in findings:
        seen[finding.fingerprint] = times = seen.get(finding.fingerprint, 0) + 1
        yield replace(finding, nth=times) if times > 1 else finding
