"""Check laws again while they are edited, with models that were learned from the code once.

Learning takes seconds, checking a provision milliseconds. Models change little with one provision,
so they are kept until the program ends; a complete check (``runner.check_code``) learns them anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice

from msgspec import structs

from lawkb.align.provisions import LawPair, pair_provisions
from lawkb.checks.checked_laws import CheckedLaw, LawNumber, is_paired_by_address
from lawkb.checks.learning import (
    learn_rules,
    monolingual_laws,
    pair_code,
    read_law_pair,
    untaught_context,
    with_learned,
)
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import STANDARD, Rule, with_settings
from lawkb.checks.runner import (
    check_editions,
    check_law_pair,
    finding_rank,
    on_whole,
)
from lawkb.checks.term_uses import count_rendered
from lawkb.checks.text_pairs import TextPair
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Law, Provision
from lawkb.parallel_work import without_collecting

_FEW_TEXTS = 4_000  # up to so many, rules on the whole code are run after each change


@dataclass(frozen=True, slots=True)
class _Translation:
    """What was learned from the laws of one translation."""

    context: RuleContext
    rules: tuple[Rule, ...]


class RepeatedChecks:
    """Checks the laws of one code repeatedly. One thread at a time may use it."""

    def __init__(self, code: Code, settings: EditorialSettings) -> None:
        """Learn the models from the whole code; this takes seconds.

        Args:
            code: The laws.
            settings: The editors' settings.
        """
        self._code, self._settings = code, settings
        self._laws: dict[str, dict[LawNumber, CheckedLaw]] = {}
        # What rules on the whole code read of each law, by language and rule: most laws stay.
        self._read: dict[tuple[str, str], dict[LawNumber, tuple[CheckedLaw, list[object]]]] = {}
        self._learned: dict[str, _Translation] = {}
        rules = with_settings(STANDARD, settings.checks)
        with without_collecting():
            for language, laws in pair_code(code, settings.glossary).items():
                context, facts = learn_rules(code, settings, laws, rules)
                context = with_learned(context, rules, [facts])
                self._laws[language] = {law.number: law for law in laws}
                self._learned[language] = _Translation(context, rules)
            self._alone = untaught_context(code, settings)

    def findings(
        self, code: Code, settings: EditorialSettings, before: Iterable[Finding]
    ) -> tuple[Finding, ...]:
        """Return the findings on a code that has changed, in the order of ``check_code``.

        Only the laws that changed are checked again. Findings on the whole code are renewed if
        that is fast; else they stay as they were, until the next complete check.

        Args:
            code: The laws as they are now.
            settings: The editors' settings as they are now.
            before: Findings on the code as it was at the last call, waivers not applied.
        """
        changed = self._take(code, settings)
        rules = with_settings(STANDARD, settings.checks)
        editions = [each.id for each in code.outline.editions]
        kept = {each.fingerprint: each for each in before if _law_of(each) not in changed}
        if self._has_few_texts():
            kept = {name: each for name, each in kept.items() if each.address}
            kept |= {each.fingerprint: each for each in self._on_whole_code(rules)}
        for law in sorted(changed):
            for each in self._on_law(code, rules, law):
                kept.setdefault(each.fingerprint, each)
        least = settings.checks.min_confidence
        sure = (each for each in kept.values() if each.confidence >= least)
        return tuple(sorted(sure, key=lambda each: finding_rank(each, editions)))

    def findings_on(self, law: Law, provision: Provision) -> tuple[Finding, ...]:
        """Return the findings on a provision that is being edited.

        They are those of the rules for texts on this provision, and those of the rules for laws
        on its whole law.

        Args:
            law: The law in the language that is edited, before the edit.
            provision: The provision after the edit, its references resolved.
        """
        found: dict[str, Finding] = {}
        for language, laws in self._laws.items():
            known = laws.get((law.edition, law.number))
            if known is None:
                continue
            edited = _edited(self._code, known, law, provision)
            if edited is None:
                continue
            own = self._learned[language]
            for each in check_law_pair(edited, own.context, own.rules):
                found.setdefault(each.fingerprint, each)
        number = law.edition, law.number
        if not any(number in laws for laws in self._laws.values()):
            return tuple(self._of_text_alone(law, provision))
        return tuple(found.values())

    def _of_text_alone(self, law: Law, provision: Provision) -> Iterator[Finding]:
        """Yield the findings on an edited provision of a law without a translation."""
        edited = structs.replace(law, root=law.root.with_provision(provision))
        laws = {law.key: edited}
        rules = tuple(each for each in with_settings(STANDARD, self._settings.checks) if each.alone)
        for each in chain.from_iterable(monolingual_laws(structs.replace(self._code, laws=laws))):
            own = tuple(text for text in each.texts if text.address == provision.address)
            yield from check_law_pair(replace(each, texts=own), self._alone, rules)

    def findings_on_pair(self, original: Law, translation: Law) -> tuple[Finding, ...]:
        """Return the findings on a translation that the code does not have, and on its original.

        Empty if nothing was learned from other translations into the language.

        Args:
            original: The law in the authoritative language.
            translation: The translation, its references resolved.
        """
        own = self._learned.get(translation.language)
        if own is None:
            return ()
        laws = read_law_pair(self._code, pair_provisions(original, translation))
        return tuple(check_law_pair(laws, own.context, own.rules))

    def _take(self, code: Code, settings: EditorialSettings) -> frozenset[LawNumber]:
        """Store the new state of the code; return the laws that must be checked again."""
        before = self._code
        other_settings = settings != self._settings
        changed = frozenset(
            (key[0], key[2])
            for key in {**before.laws, **code.laws}
            if other_settings or before.laws.get(key) is not code.laws.get(key)
        )
        self._code, self._settings = code, settings
        if other_settings:
            self._read.clear()
        for language, laws in self._laws.items():
            for law in changed:
                self._pair_again(language, laws, law)
            own = self._learned[language]
            context = replace(
                own.context,
                glossary=settings.glossary,
                concordance=settings.concordance,
                checklist=settings.checklist,
                recent={},
            )
            if other_settings:
                uses = ((text, context.term_uses(text)) for text in _texts(laws))
                context = replace(context, rendered=count_rendered(uses))
            rules = with_settings(STANDARD, settings.checks)
            if self._has_few_texts():
                learned = {
                    rule.name: rule.learn(self._read_by(rule, language, context), context)
                    for rule in rules
                    if rule.learn and rule.read
                }
                context = replace(context, learned=learned)
            self._learned[language] = _Translation(context, rules)
        self._alone = untaught_context(code, settings)
        return changed

    def _pair_again(self, language: str, laws: dict[LawNumber, CheckedLaw], law: LawNumber) -> None:
        edition, number = law
        original = self._code.law(edition, self._code.outline.authoritative, number)
        translation = self._code.law(edition, language, number)
        if original is None or translation is None:
            laws.pop(law, None)
            return
        pair = pair_provisions(original, translation)
        known = laws.get(law)
        if known and not is_paired_by_address(pair):
            pair = _with_texts_of(known.laws, original, translation) or pair
        laws[law] = read_law_pair(self._code, pair)

    def _has_few_texts(self) -> bool:
        texts = sum(len(law.texts) for own in self._laws.values() for law in own.values())
        return texts <= _FEW_TEXTS

    def _on_whole_code(self, rules: Iterable[Rule]) -> Iterator[Finding]:
        on_code = [rule for rule in rules if rule.scope == "code"]
        for language, own in self._learned.items():
            for first in islice(_texts(self._laws[language]), 1):
                of = first.edition, first.tags
                for rule in on_code:
                    read = self._read_by(rule, language, own.context)
                    yield from on_whole(read, of, own.context, rule)

    def _read_by(self, rule: Rule, language: str, context: RuleContext) -> list[object]:
        """Return what a rule reads of all texts of a translation; of unchanged laws, as before."""
        assert rule.read
        before = self._read.get((language, rule.name), {})
        read = self._read[language, rule.name] = {
            number: held
            if (held := before.get(number)) and held[0] is law
            else (law, [rule.read(text, context) for text in law.texts])
            for number, law in self._laws[language].items()
        }
        return [each for _, own in read.values() for each in own]

    def _on_law(self, code: Code, rules: tuple[Rule, ...], law: LawNumber) -> Iterator[Finding]:
        edition, number = law
        for language, laws in self._laws.items():
            if law in laws:
                own = self._learned[language]
                yield from check_law_pair(laws[law], own.context, own.rules)
        held = {key: each for key, each in code.laws.items() if (key[0], key[2]) == law}
        alone = tuple(rule for rule in rules if rule.alone)
        for each in chain.from_iterable(monolingual_laws(structs.replace(code, laws=held))):
            yield from check_law_pair(each, self._alone, alone)
        yield from (
            each for each in check_editions(code, rules, {number}) if each.edition == edition
        )


def _texts(laws: Mapping[LawNumber, CheckedLaw]) -> Iterator[TextPair]:
    for law in laws.values():
        yield from law.texts


def _law_of(finding: Finding) -> LawNumber | None:
    return (finding.edition, finding.address.law) if finding.address else None


def _edited(code: Code, known: CheckedLaw, law: Law, provision: Provision) -> CheckedLaw | None:
    """Return a checked law with one provision replaced, and the text of that provision alone."""
    both = {law.language: structs.replace(law, root=law.root.with_provision(provision))}
    original = both.get(known.laws.original.language, known.laws.original)
    translation = both.get(known.laws.translation.language, known.laws.translation)
    if law.language not in (original.language, translation.language):
        return None
    laws = _with_texts_of(known.laws, original, translation)
    if laws is None:
        return None
    at = provision.address
    one = replace(laws, pairs=tuple(each for each in laws.pairs if each.held.address == at))
    text = read_law_pair(code, one)
    return replace(text, laws=laws)


def _with_texts_of(known: LawPair, original: Law, translation: Law) -> LawPair | None:
    """Return a law pair with the texts of other laws, paired as before; None if they differ."""
    ours, theirs = _by_address(original), _by_address(translation)
    pairs = []
    for pair in known.pairs:
        mine, other = pair.original, pair.translation
        if (mine and mine.address not in ours) or (other and other.address not in theirs):
            return None
        pairs.append(
            replace(
                pair,
                original=mine and ours[mine.address],
                translation=other and theirs[other.address],
            )
        )
    paired = [each.held.address for each in pairs]
    if len({*paired}) < len({*ours}):
        return None
    return LawPair(original, translation, tuple(pairs))


def _by_address(law: Law) -> Mapping[Address, Provision]:
    return {provision.address: provision for provision in law.provisions()}
