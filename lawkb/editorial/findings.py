"""The findings on a corpus, with the waivers (accepted findings) and review states of editors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from lawkb.checks.rule_list import STANDARD, Rule, with_settings
from lawkb.checks.runner import cached_findings, check_code, check_corpus
from lawkb.corpus.corpus_toml import CheckSettings, read_check_settings
from lawkb.corpus.decision_files import (
    DecisionReason,
    ReviewState,
    Waiver,
    read_review,
    read_waivers,
)
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.subject_index import read_subject_index
from lawkb.editorial.translation_progress import (
    Reviews,
    Translation,
    begun_translations,
    reviewed_law,
)
from lawkb.errors import LawkbError
from lawkb.large_collections import LargeDict, kept, kept_by_key, part_of
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.finding import Finding, RuleName, say, text_hash
from lawkb.model.law import Provision
from lawkb.references.resolve import Resolver, annotate_law, resolve_law
from lawkb.references.typed_address import typed_address

RULE = "waiver"
WaiverState = Literal["valid", "expired", "useless", "unchecked"]
ReviewStates = tuple[tuple[Address, ReviewState], ...]
ReviewStatesByLaw = Mapping[tuple[str, str, Ordinal], ReviewStates]


def findings_on(
    folder: Path, code: Code, rules: Sequence[Rule], places: Sequence[Address]
) -> Sequence[Finding]:
    """Return the findings of rules on provisions, accepted ones marked as waived.

    Args:
        places: Addresses; only findings on these provisions or inside them. All when empty.
    """
    return judged_at(folder, raw_findings(folder, code, rules, places), code, rules, places)


def judged_at(
    folder: Path,
    found: Sequence[Finding],
    code: Code,
    rules: Sequence[Rule],
    places: Sequence[Address],
) -> Sequence[Finding]:
    """Return those of the findings that concern provisions, accepted ones marked as waived."""
    ran = with_settings(rules, read_check_settings(folder))
    findings = apply_waivers(found, read_waivers(folder), code, ran)
    if not places:
        return findings
    held = (
        each
        for each in findings
        if (at := each.address) and any(place.holds(at) for place in places)
    )
    return kept(held)


def raw_findings(
    folder: Path, code: Code, rules: Sequence[Rule], places: Sequence[Address]
) -> Sequence[Finding]:
    """Return the findings of rules on the laws of ``places``, on all laws if it is empty.

    Waivers are not applied.
    """
    read_subject_index(folder, code)
    settings = read_editorial_settings(folder, code.outline)
    numbers = [place.law for place in places]
    if rules != STANDARD:
        return check_code(code, settings, rules, numbers)
    if not numbers:
        return check_corpus(folder, code, settings)
    known = cached_findings(folder, code, numbers)
    return check_code(code, settings, rules, numbers) if known is None else known


def findings_made(folder: Path, before: Code, after: Code) -> tuple[Finding, ...]:
    """Return the findings on laws that changed which were not there before the change.

    Args:
        after: The code after the change; the references in its changed laws need not be read.
    """
    keys = [key for key, law in after.laws.items() if before.laws.get(key) is not law]
    if not keys:
        return ()
    outline, resolver = after.outline, Resolver(after)
    laws = dict(after.laws)
    for key in keys:
        laws[key] = resolve_law(annotate_law(laws[key], outline), resolver)
    settings = read_editorial_settings(folder, outline)
    numbers = {number for _, _, number in keys}
    known = {each.fingerprint for each in check_code(before, settings, STANDARD, numbers)}
    found = check_code(replace(after, laws=laws), settings, STANDARD, numbers)
    return tuple(each for each in found if each.fingerprint not in known)


def held_place(text: str, code: Code) -> Address:
    """Return the address that was typed, ``47E2(a)``, if it is that of a provision of the code."""
    address = typed_address(text, code)
    held = [code.laws[key] for key in code.laws if key[2] == address.law]
    if not held:
        numbers = sorted({number for _, _, number in code.laws})
        write = code.outline.scheme.write
        told = ", ".join(write(Address((number,))) for number in numbers[:12])
        raise LawkbError(text, "this law is not available here", f"name one that is: {told}")
    if not any(law.find(address) for law in held):
        law = code.outline.scheme.write(Address((address.law,)))
        hint = f"lawkb show {law} shows what is"
        raise LawkbError(text, "there is no such provision", hint)
    return address


def apply_waivers(
    findings: Sequence[Finding], waivers: Iterable[Waiver], code: Code, rules: Sequence[Rule]
) -> Sequence[Finding]:
    """Return the findings, those that a waiver accepts marked as waived.

    A waiver is valid while both texts are unchanged. For each waiver that is no longer valid or has
    no such finding, a finding is added at the end. Waivers of rules that were not run are ignored.
    """
    waived: set[str] = set()
    useless = []
    for waiver, state in waiver_states(findings, waivers, code, rules):
        if state == "useless":
            useless.append(_useless(waiver, code, say("no longer applies to any finding")))
        elif state == "expired":
            useless.append(_useless(waiver, code, say("has expired: one of its texts has changed")))
        elif state == "valid":
            waived.add(waiver.fingerprint)
    marked = (
        replace(each, waived=True) if not waived.isdisjoint(_names_of(each, code)) else each
        for each in findings
    )
    return kept(chain(marked, useless))


def waiver_states(
    findings: Iterable[Finding], waivers: Iterable[Waiver], code: Code, rules: Sequence[Rule]
) -> Iterator[tuple[Waiver, WaiverState]]:
    """Yield each waiver with whether it is valid.

    It is valid while both texts are unchanged, else expired. It is useless if no finding has its
    fingerprint, and unchecked if its rule was not run.
    """
    waivers = tuple(waivers)
    named = {waiver.fingerprint for waiver in waivers}
    found = ((name, each) for each in findings for name in _names_of(each, code)) if named else ()
    by_name = {name: finding for name, finding in found if name in named}
    ran = {rule.name for rule in rules}
    for waiver in waivers:
        finding = by_name.get(waiver.fingerprint)
        if finding is None:
            yield waiver, "useless" if waiver.rule in ran else "unchecked"
        elif _finding_hashes(finding, code) != (waiver.original, waiver.translation):
            yield waiver, "expired"
        else:
            yield waiver, "valid"


def finding_named(fingerprint: str, findings: Iterable[Finding]) -> Finding:
    """Return the finding whose fingerprint begins as typed.

    Raises:
        LawkbError: No finding, or more than one, has a fingerprint that begins so.
    """
    named = [each for each in findings if each.fingerprint.startswith(fingerprint.casefold())]
    if len(named) != 1:
        told = "names several findings" if named else "no finding has this fingerprint"
        raise LawkbError(f"--waive {fingerprint}", told, "lawkb check prints them")
    return named[0]


def new_waiver(finding: Finding, code: Code, cause: DecisionReason) -> Waiver:
    """Return a waiver, which accepts a finding while its texts are as they are now."""
    original, translation = _finding_hashes(finding, code)
    return Waiver(
        fingerprint=finding.fingerprint,
        rule=finding.rule,
        edition=finding.edition,
        place=finding.place,
        language=finding.language,
        original=original,
        translation=translation,
        reason=cause.reason,
        author=cause.author,
        date=cause.date,
    )


def _finding_hashes(finding: Finding, code: Code) -> tuple[str, str]:
    """Return the hash of the original of a provision, and of the text at fault.

    A hash is empty if there is no such text. For a finding on the original both are equal.
    """
    if finding.address is None:
        return "", ""
    original = code.provision(finding.edition, code.outline.authoritative, finding.address)
    translation = code.provision(finding.edition, finding.language, finding.address)
    return _hash(original), _hash(translation)


def _names_of(finding: Finding, code: Code) -> Iterator[str]:
    """Yield the fingerprint of a finding, and the one with an address of before ``(a.a)``."""
    yield finding.fingerprint
    scheme, address = code.outline.scheme, finding.address
    before = scheme.before_two_letters(address) if address else None
    if before and not code.provision(finding.edition, finding.language, before):
        yield replace(finding, place=scheme.write(before)).fingerprint


def _hash(provision: Provision | None) -> str:
    if provision is None:
        return ""
    heading = provision.heading.text if provision.heading else ""
    notes = "\n".join(note.text for note in provision.notes)
    return text_hash(f"{heading}\n{provision.text}\n{notes}")


def _useless(waiver: Waiver, code: Code, told: str) -> Finding:
    try:
        address = code.outline.scheme.read(waiver.place) if waiver.place else None
    except LawkbError:
        address = None
    message = say(
        "the waiver of %(rule)s by %(author)s %(told)s",
        rule=RuleName(waiver.rule),
        author=waiver.author,
        told=told,
    )
    hint = say(
        "decide again: lawkb waivers renew %(fingerprint)s, or waivers remove %(fingerprint)s",
        fingerprint=waiver.fingerprint,
    )
    return Finding(
        rule=RULE,
        severity="warning",
        edition=waiver.edition,
        place=waiver.place,
        language=waiver.language,
        message=message,
        quote=waiver.reason,
        hint=hint,
        key=waiver.fingerprint,
        address=address,
    )


@dataclass(frozen=True, slots=True)
class EditorialReport:
    """The findings of all standard rules, the waivers and the review states of a code."""

    # All findings, accepted ones marked as waived. One that is on no text, such as that of a
    # useless waiver, has no address.
    findings: Sequence[Finding] = field(hash=False)
    # Waivers (accepted findings) by fingerprint of the finding.
    waivers: Mapping[str, Waiver] = field(hash=False)
    # Review states of the provisions of translated laws, by edition, language tag and number of the
    # law.
    states: ReviewStatesByLaw = field(hash=False)
    # Findings by edition and number of the law; 0 for the whole code.
    by_law: Mapping[tuple[str, Ordinal], tuple[Finding, ...]] = field(hash=False)

    def without(self, laws: frozenset[tuple[str, Ordinal]]) -> EditorialReport:
        """Return the report without some laws, given by edition and number."""
        left = (each for each in self.findings if (each.edition, _number(each)) not in laws)
        return EditorialReport(
            kept(left),
            self.waivers,
            part_of(self.states, [key for key in self.states if (key[0], key[2]) not in laws]),
            part_of(self.by_law, [law for law in self.by_law if law not in laws]),
        )


def code_report(folder: Path, code: Code) -> EditorialReport:
    """Return the report of a corpus; cached findings are used if they are up to date."""
    waivers, reviews = read_waivers(folder), read_review(folder, code.outline)
    settings = read_editorial_settings(folder, code.outline)
    found = check_corpus(folder, code, settings)
    states = review_states_of(code, reviews)
    return report_of_findings(found, code, waivers, states, settings.checks)


def report_of_findings(
    found: Sequence[Finding],
    code: Code,
    waivers: tuple[Waiver, ...],
    states: ReviewStatesByLaw,
    settings: CheckSettings,
) -> EditorialReport:
    """Return the report of a code from findings, waivers (accepted findings) and review states."""
    marked = apply_waivers(found, waivers, code, with_settings(STANDARD, settings))
    findings = kept(_on_held(each, code) for each in marked)
    by_law: LargeDict[tuple[str, Ordinal], tuple[Finding, ...]] = LargeDict()
    for law, own in groupby(findings, lambda each: (each.edition, _number(each))):
        by_law[law] = (*by_law.get(law, ()), *own)
    by_name = {waiver.fingerprint: waiver for waiver in waivers}
    accepted = ((each, _names_of(each, code)) for each in findings if each.waived)
    moved = ((each, by_name[name]) for each, names in accepted for name in names if name in by_name)
    return EditorialReport(
        findings,
        by_name | {each.fingerprint: waiver for each, waiver in moved},
        states,
        by_law,
    )


def review_states_of(code: Code, reviews: Reviews) -> ReviewStatesByLaw:
    """Return the review states of all provisions of all translated laws.

    They are by edition, language tag and number of the law.
    """
    laws = [(of, number) for of, numbers in begun_translations(code).items() for number in numbers]
    keys = ((of.edition, of.target, number) for of, number in laws)
    return kept_by_key(partial(_states, code, reviews), keys, laws)


def _states(code: Code, reviews: Reviews, law: tuple[Translation, Ordinal]) -> ReviewStates:
    return tuple((each.address, each.state) for each in reviewed_law(code, *law, reviews))


def _number(finding: Finding) -> Ordinal:
    """Return the law number of a finding; 0 if it is about the whole code."""
    return finding.address.law if finding.address else 0


def _on_held(finding: Finding, code: Code) -> Finding:
    at = finding.address
    held = at is None or code.languages_of(finding.edition, at.law)
    return finding if held else replace(finding, address=None)
