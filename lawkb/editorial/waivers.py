"""Apply waivers to findings, and report waivers that match none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lawkb.checks.rule_list import Rule
from lawkb.corpus.waivers import Waiver
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Finding, RuleName, say, text_hash
from lawkb.model.law import Provision

RULE = "waiver"


@dataclass(frozen=True, slots=True)
class WaiverReason:
    """The reason, author and ISO date of a waiver."""

    reason: str
    author: str
    date: str


def apply_waivers(
    findings: Sequence[Finding], waivers: Iterable[Waiver], code: Code, rules: Sequence[Rule]
) -> tuple[Finding, ...]:
    """Return the findings, waived ones marked, and one finding per waiver that matches none.

    A waiver is valid while both texts are unchanged. Waivers of rules that were not run are
    ignored.
    """
    by_name = {finding.fingerprint: finding for finding in findings}
    ran = {rule.name for rule in rules}
    waived: set[str] = set()
    useless = []
    for waiver in waivers:
        finding = by_name.get(waiver.fingerprint)
        if finding is None:
            if waiver.rule in ran:
                useless.append(_useless(waiver, code, say("no longer applies to any finding")))
        elif finding_hashes(finding, code) != (waiver.original, waiver.translation):
            useless.append(_useless(waiver, code, say("has expired: one of its texts has changed")))
        else:
            waived.add(waiver.fingerprint)
    marked = (
        replace(each, waived=True) if each.fingerprint in waived else each for each in findings
    )
    return (*marked, *useless)


def waiver_for(
    fingerprint: str, findings: Iterable[Finding], code: Code, cause: WaiverReason
) -> Waiver:
    """Return a waiver for a finding.

    A unique prefix of the fingerprint is enough.

    Raises:
        LawkbError: No finding, or several, have such a fingerprint.
    """
    named = [each for each in findings if each.fingerprint.startswith(fingerprint.casefold())]
    if len(named) != 1:
        told = "names several findings" if named else "no finding has this fingerprint"
        raise LawkbError(f"--waive {fingerprint}", told, "lawkb check prints them")
    finding = named[0]
    original, translation = finding_hashes(finding, code)
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


def finding_hashes(finding: Finding, code: Code) -> tuple[str, str]:
    """Return the hashes of the original and of the faulty text; empty where there is none.

    A finding on the original has its hash twice: no translation is concerned.
    """
    if finding.address is None:
        return "", ""
    original = code.provision(finding.edition, code.outline.authoritative, finding.address)
    translation = code.provision(finding.edition, finding.language, finding.address)
    return _hash(original), _hash(translation)


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
        "review the finding again, or remove %(fingerprint)s from corpus/waivers.toml",
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
