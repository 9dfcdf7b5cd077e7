"""Run all rules on a code and return findings in the order of the laws.

Models are learned from the whole code, so one changed law may change every finding: all findings
are cached together, as one value. A great many are not cached, because that value would fill the
memory. Waivers and review states are applied later and are not cached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain, islice
from pathlib import Path

import Stemmer
from msgspec.structs import replace

from lawkb.align.provisions import LawPair
from lawkb.checks.checked_laws import CheckedLaw, CheckedLaws, LawNumber
from lawkb.checks.learning import (
    Facts,
    learn_rules,
    monolingual_laws,
    pair_code,
    read_facts,
    read_of,
    untaught_context,
    with_learned,
)
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import STANDARD, TOO_LONG, Rule, with_settings
from lawkb.checks.rules.misplaced import swapped_texts, swapped_with
from lawkb.checks.rules.structure import REBUILT
from lawkb.checks.text_pairs import SIDES, Fault, SideName, TextPair
from lawkb.corpus.cache import cached_value, digest_of, put_cached
from lawkb.corpus.editorial_settings import FILES, EditorialSettings
from lawkb.corpus.laws import read_laws
from lawkb.large_collections import LargeDict, Values, kept
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, MarkedWords, Message, RuleName, say
from lawkb.parallel_work import without_collecting
from lawkb.words.tokens import SpanSet

_MOST = 100  # most faults of one rule in one pair of texts

FindingsByLaw = Mapping[LawNumber, Sequence[Finding]]


def check_code(
    code: Code,
    settings: EditorialSettings | None = None,
    rules: Sequence[Rule] = STANDARD,
    numbers: Iterable[Ordinal] = (),
) -> Sequence[Finding]:
    """Return the findings of rules on a code: first those on the whole code, then in order of laws.

    Models are learned from the whole code, whichever laws are checked. Each law is read by one of
    the processes that share the work, and forgotten when it was judged; many findings are kept in a
    file.

    Args:
        code: The laws, with resolved references and the state of their comments.
        settings: The editors' settings; None for none. They may switch off some of the rules.
        rules: The rules to run. A finding that a finding of a stronger rule explains becomes
            evidence of that finding.
        numbers: Numbers of the laws to check; all when empty. Findings on the whole code are
            returned only when all laws are checked.

    Raises:
        LawkbError: A law cannot be read, or a rule cannot run.
    """
    settings, asked = settings or EditorialSettings(), set(numbers)
    rules = with_settings(rules, settings.checks)
    read_laws(code)
    with without_collecting():
        by_law: list[FindingsByLaw] = []
        on_code: list[Finding] = []
        for laws in pair_code(code, settings.glossary).values():
            context, facts = learn_rules(code, settings, laws, rules)
            wanted = _wanted(laws, asked)
            if wanted:
                context = with_learned(context, rules, [facts])
            elsewhere = _of_laws(facts, context, rules)
            by_law.append(_of_all(wanted, context, rules, elsewhere))
            if not asked:
                on_code += _of_code(facts, context, rules)
        by_law += _of_monolingual(code, settings, rules, asked)
        missing: defaultdict[LawNumber, list[Finding]] = defaultdict(list)
        for finding in check_editions(code, rules, asked):
            at = finding.address
            (missing[finding.edition, at.law] if at else on_code).append(finding)
        by_law.append(missing)
        least = settings.checks.min_confidence
        found = (each for each in _in_order(code, on_code, by_law) if each.confidence >= least)
        return kept(found)


def finding_rank(finding: Finding, editions: Sequence[str]) -> tuple[object, ...]:
    """Return the sort key of a finding: those on the whole code first, then in order of laws."""
    if finding.address is None:
        return (-1, (), SEVERITIES.index(finding.severity), -(finding.score or 0))
    place = editions.index(finding.edition) if finding.edition in editions else 0
    level = SEVERITIES.index(finding.severity)
    return (place, finding.address.path, level, -(finding.score or 0))


def _in_order(
    code: Code, on_code: Sequence[Finding], by_law: Sequence[FindingsByLaw]
) -> Iterator[Finding]:
    """Yield all findings once, sorted by ``finding_rank``; those of one law at a time are read."""
    editions = list(dict.fromkeys(edition for edition, _, _ in code.laws))
    places = {edition: at for at, edition in enumerate(editions)}
    numbers = {number for each in by_law for number in each}
    for law in (None, *sorted(numbers, key=lambda each: (places.get(each[0], 0), each[1]))):
        found: dict[str, Finding] = {}
        for finding in on_code if law is None else _of_law_in(law, by_law):
            found.setdefault(finding.fingerprint, finding)
        yield from sorted(found.values(), key=lambda each: finding_rank(each, editions))


def _of_law_in(law: LawNumber, by_law: Sequence[FindingsByLaw]) -> Iterator[Finding]:
    for each in by_law:
        yield from each.get(law, ())


def _wanted(laws: CheckedLaws, asked: set[Ordinal]) -> CheckedLaws:
    """Return the laws to check: those of some numbers, or all."""
    if not asked:
        return laws
    return laws.of([number for number in laws.both.numbers if number[1] in asked])


def _of_all(
    laws: CheckedLaws, context: RuleContext, rules: Sequence[Rule], elsewhere: FindingsByLaw
) -> FindingsByLaw:
    """Return the findings on laws; ``elsewhere`` has those that suppress all others on a law."""
    found: LargeDict[LawNumber, Sequence[Finding]] = LargeDict()
    work = partial(_of_one, context, rules, frozenset(elsewhere))
    for number, findings in zip(laws.both.numbers, laws.results(work), strict=True):
        if own := elsewhere.get(number, findings):
            found[number] = own
    return found


def _of_one(
    context: RuleContext, rules: Sequence[Rule], without: Set[LawNumber], law: CheckedLaw
) -> Sequence[Finding]:
    """Return the findings on a law; clear the caches of its texts."""
    if law.number in without:
        return ()
    found = list(check_law_pair(law, context, rules))
    for text in law.texts:
        text.original.kept.clear()
        text.translation.kept.clear()
    return found


def _of_code(facts: Facts, context: RuleContext, rules: Sequence[Rule]) -> Iterator[Finding]:
    """Yield the findings of rules that judge all texts of a translation together."""
    held = next((item for item in facts.laws.items() if item[1].in_both), None)
    if held:
        (edition, _), first = held
        for rule in rules:
            if rule.scope == "code":
                read = read_of(rule, facts)
                yield from on_whole(read, (edition, first.tags), context, rule)


def _of_monolingual(
    code: Code, settings: EditorialSettings, rules: Sequence[Rule], asked: set[Ordinal]
) -> Iterator[FindingsByLaw]:
    """Yield the findings on the laws of each language that have no translation or no original."""
    alone = tuple(rule for rule in rules if rule.alone)
    context = untaught_context(code, settings)
    languages = monolingual_laws(code)
    wanted = [_wanted(laws, asked) for laws in languages]
    if any(wanted) and any(rule.learn for rule in alone):
        context = with_learned(
            context, alone, [read_facts(laws, alone, context) for laws in languages]
        )
    for laws in wanted:
        yield _of_all(laws, context, alone, {})


def check_editions(code: Code, rules: Sequence[Rule], asked: set[Ordinal]) -> Iterator[Finding]:
    """Yield the findings of rules that compare editions, on laws of some numbers or on all."""
    for rule in rules:
        if rule.scope == "editions":
            for edition, language, fault in rule.find(code):
                if not asked or (fault.at and fault.at.law in asked):
                    written = code.outline.scheme.write(fault.at) if fault.at else ""
                    yield _finding_at(rule, fault, (edition, written, language), fault.at)


def _of_laws(facts: Facts, context: RuleContext, rules: Sequence[Rule]) -> FindingsByLaw:
    """Return the findings of rules with the scope ``laws``.

    Such a finding suppresses all other findings on its law.
    """
    found: dict[LawNumber, list[Finding]] = {}
    for rule in rules:
        if rule.scope == "laws":
            read = facts.read[rule.name]
            numbers = tuple(read)
            for at, fault in rule.find(Values(read), context):
                edition, number = law = numbers[at]
                address = fault.at or Address((number,))
                place = edition, context.write(address), facts.laws[law].tags[1]
                found[law] = [_finding_at(rule, fault, place, address)]
    return found


def check_law_pair(
    law: CheckedLaw, context: RuleContext, rules: Sequence[Rule]
) -> Iterator[Finding]:
    """Yield the findings on a law and its texts; explained findings become evidence of others.

    Args:
        law: The law and its translation. Rules for texts see only those in ``texts``.
        context: What was learned from all laws of the translation.
        rules: The rules to run; those for several laws or for the whole code are left out.
    """
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    told = [*_of_lists(law, context, rules), *_of_law(law.laws, context, rules)]
    for _, _, finding in told:
        found[finding.place].append(finding)
    for text in (*law.texts, *law.too_long):
        found[text.place] += check_pair(text, context, rules)
    order = {place: at for at, place in enumerate(found)}
    labels: defaultdict[Address | None, list[str]] = defaultdict(list)
    for place, own in found.items():
        for parent in filter(None, map(_list_of_label, own)):
            labels[parent].append(place)
    for rule, fault, finding in told:
        if not rule.explains or finding not in found[finding.place]:
            continue
        beside = finding.address.parent if fault.labels and finding.address else None
        weaker = []
        places = {*fault.also, *labels.get(beside, ())} & order.keys()
        for place in sorted(places, key=order.__getitem__):
            taken = [
                each
                for each in found[place]
                if each.rule in rule.explains
                and (place in fault.also or (beside and _list_of_label(each) == beside))
            ]
            weaker += taken
            found[place] = [each for each in found[place] if each not in taken]
        at = found[finding.place].index(finding)
        evidence = finding.evidence + tuple(map(_as_evidence, weaker))
        found[finding.place][at] = replace(finding, evidence=evidence)
    for own in found.values():
        yield from own


def _list_of_label(finding: Finding) -> Address | None:
    """Return the address of the parent if a finding reports a label out of order, else None."""
    is_label = finding.rule == "numbering" and finding.key != REBUILT
    return finding.address.parent if is_label and finding.address else None


def _as_evidence(finding: Finding) -> str:
    return say(
        "%(place)s %(rule)s: %(told)s",
        place=finding.place,
        rule=RuleName(finding.rule),
        told=finding.message,
    )


def _of_lists(
    law: CheckedLaw, context: RuleContext, rules: Sequence[Rule]
) -> Iterator[tuple[Rule, Fault, Finding]]:
    held = {text.place: text for text in law.texts}
    for rule in rules:
        if rule.scope == "list":
            for fault in rule.find(law.texts, context):
                place = fault.also[0]
                yield rule, fault, _finding(rule, fault, held[place], place)


def check_pair(
    text: TextPair, context: RuleContext, rules: Sequence[Rule] = STANDARD
) -> Iterator[Finding]:
    """Yield the findings of rules with the scope ``text`` on one text pair.

    Findings that a finding of a stronger rule explains become its evidence. A pair that is too long
    gets only the finding ``too-long``. At most ``_MOST`` faults of a rule are reported; the last
    one then has the evidence that there are more.
    """
    if text.is_too_long:
        rules = (TOO_LONG,)
    found: dict[str, list[tuple[Fault, Finding]]] = {}
    for rule in rules:
        if rule.scope == "text":
            faults = _listed(_once(rule.find(text, context), text.alone))
            found[rule.name] = [(each, _finding(rule, each, text, text.place)) for each in faults]
    for rule in rules:
        if not found.get(rule.name):
            continue
        fault, finding = found[rule.name][0]
        told: tuple[Message, ...] = ()
        for name in rule.explains:
            kept = []
            for weaker, each in found.get(name, ()):
                if _explains(fault, weaker):
                    told += (say("%(rule)s: %(told)s", rule=RuleName(name), told=each.message),)
                else:
                    kept.append((weaker, each))
            found[name] = kept
        found[rule.name][0] = fault, replace(finding, evidence=finding.evidence + told)
    yield from _numbered(finding for own in found.values() for _, finding in own)


def check_place(
    text: TextPair,
    sides: tuple[Iterable[TextPair], Iterable[TextPair]],
    context: RuleContext,
    rule: Rule,
    found: Sequence[Finding],
) -> Iterator[Finding]:
    """Yield the findings on a text of a bilingual file, with the one that it is swapped.

    Args:
        text: The text.
        sides: The texts before it and those after it.
        context: Rule context for the text.
        rule: The rule for swapped texts. What it explains in both texts is not reported.
        found: The other findings on the text.
    """
    before, after = sides
    if not text.is_too_long:
        earlier = swapped_with(text, before, context.loss)
        later = None if earlier else swapped_with(text, after, context.loss)
        if earlier or later:
            found = [each for each in found if each.rule not in rule.explains]
        if later:
            yield _finding(rule, swapped_texts(text, later[0]), text, text.place)
        elif earlier and not earlier[1]:  # the other one was not compared
            yield _finding(rule, swapped_texts(earlier[0], text), text, text.place)
    yield from found


def _explains(stronger: Fault, weaker: Fault) -> bool:
    """Return whether a stronger fault of a pair explains a weaker one.

    A doubtful one explains nothing; others explain what is at the same place. Lost words do not
    explain what the translation has instead, such as another number.
    """
    if stronger.doubtful:
        return False
    sides: tuple[SideName, ...] = ("translation",) if weaker.contradicts else SIDES
    both = [(stronger.spans(name), weaker.spans(name)) for name in sides]
    shared = [(SpanSet(own), other) for own, other in both if own and other]
    if not shared:
        return not weaker.contradicts
    return any(own.touch(*span) for own, other in shared for span in other)


def _once(faults: Iterable[Fault], alone: bool) -> Iterator[Fault]:
    """Yield faults; for a text paired with itself, only those in the original."""
    return (fault for fault in faults if not alone or fault.on == "original")


def _listed(faults: Iterator[Fault]) -> Iterator[Fault]:
    """Yield the first ``_MOST`` faults of a rule; the last reports whether there are more."""
    first = list(islice(faults, _MOST))
    if next(faults, None):
        more = say("there are more in this text: only %(count)s are listed", count=str(_MOST))
        first[-1] = replace(first[-1], evidence=(*first[-1].evidence, more))
    yield from first


def check_whole(texts: Iterable[TextPair], context: RuleContext, rule: Rule) -> Iterator[Finding]:
    """Yield the findings of a rule that judges all text pairs of a translation together.

    Args:
        texts: All text pairs of one translation; iterated once.
        context: Rule context for these pairs.
        rule: A rule with the scope ``code``.
    """
    pairs = iter(texts)
    first = next(pairs, None)
    if first and rule.read:
        read = (rule.read(each, context) for each in chain((first,), pairs))
        yield from on_whole(read, (first.edition, first.tags), context, rule)


def on_whole(
    read: Iterable[object], of: tuple[str, tuple[str, str]], context: RuleContext, rule: Rule
) -> Iterator[Finding]:
    """Yield the findings of a rule on what it has read of all text pairs of a translation.

    ``of`` has the edition of the first text, and the language tags of original and translation.
    """
    edition, tags = of
    yield from _numbered(
        _finding_at(rule, fault, (edition, "", tags[SIDES.index(fault.on)]), None)
        for fault in rule.find(read, context)
    )


def _of_law(
    laws: LawPair, context: RuleContext, rules: Sequence[Rule]
) -> Iterator[tuple[Rule, Fault, Finding]]:
    for rule in rules:
        if rule.scope == "law":
            alone = laws.original is laws.translation
            faults = list(_once(rule.find(laws, context), alone))
            told = _numbered(_law_finding(rule, each, laws, context) for each in faults)
            yield from ((rule, *both) for both in zip(faults, told, strict=True))


def _law_finding(rule: Rule, fault: Fault, laws: LawPair, context: RuleContext) -> Finding:
    law = laws.original if fault.on == "original" else laws.translation
    address = fault.at or laws.original.root.address
    place = law.edition, context.write(address), law.language
    return _finding_at(rule, fault, place, address)


def _finding(rule: Rule, fault: Fault, text: TextPair, place: str = "") -> Finding:
    at = text.edition, place, text.side(fault.on).language.code
    stretches = tuple(
        MarkedWords(text.side(name).language.code, span) for name, span in fault.marked
    )
    finding = _finding_at(rule, fault, at, text.address if place else None)
    return replace(finding, stretches=stretches, gap=fault.missing_at)


def _finding_at(
    rule: Rule, fault: Fault, at: tuple[str, str, str], address: Address | None
) -> Finding:
    edition, place, language = at
    return Finding(
        rule=rule.name,
        severity=rule.set_severity or fault.severity or rule.severity,
        edition=edition,
        place=place,
        language=language,
        message=fault.message,
        quote=fault.quote,
        hint=fault.hint,
        evidence=fault.evidence,
        key=fault.key,
        score=fault.score,
        address=address,
        fix=fault.fix,
    )


def _numbered(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings; equal ones are numbered (``nth``), so that each fingerprint is unique."""
    seen: dict[str, int] = {}
    for finding in findings:
        seen[finding.fingerprint] = times = seen.get(finding.fingerprint, 0) + 1
        yield replace(finding, nth=times) if times > 1 else finding


_NAME = "findings"
_MOST_CACHED = 50_000  # findings that are cached; they take about a hundred megabytes


def check_corpus(folder: Path, code: Code, house: EditorialSettings) -> Sequence[Finding]:
    """Return the findings of the standard rules on a corpus, from the cache if it is valid.

    More than 50,000 findings are not cached.

    Args:
        folder: The corpus folder.
        code: The laws of the corpus. If ``code.files`` is None (a code that was not read from
            files), nothing is cached.
        house: The editors' settings of the corpus.
    """
    if code.files is None:
        return check_code(code, house)
    inputs = _inputs(folder, code)
    known: tuple[Finding, ...] | None = cached_value(folder, _NAME, inputs)
    if known is not None:
        return known
    found = check_code(code, house)
    if len(found) <= _MOST_CACHED:
        put_cached(folder, _NAME, inputs, tuple(found))
    return found


def cached_findings(
    folder: Path, code: Code, numbers: Collection[Ordinal] = ()
) -> tuple[Finding, ...] | None:
    """Return the cached findings of a corpus, or None without a valid cache.

    Args:
        folder: The corpus folder.
        code: The laws of the corpus.
        numbers: Numbers of the laws whose findings are returned; all findings when empty.
    """
    found: tuple[Finding, ...] | None = None
    if code.files is not None:
        found = cached_value(folder, _NAME, _inputs(folder, code))
    if found is None or not numbers:
        return found
    return tuple(each for each in found if each.address and each.address.law in numbers)


def _inputs(folder: Path, code: Code) -> str:
    """Return the digest of the law files, the editors' settings and the version of the stemmer."""
    held = {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}
    return digest_of(repr((dict(code.files or {}), held, Stemmer.version())).encode())
