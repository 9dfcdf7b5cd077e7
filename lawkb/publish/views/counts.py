"""What the pages count, each count defined once: provisions, findings, comments, progress.

A law is a provision too: one with the letters A and B has three provisions. Provisions are those
of all languages together, unless a function says otherwise. A comment is counted without its
replies, a finding as open unless an editor has accepted it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.corpus.decision_files import DONE_STATES, ReviewState
from lawkb.model.address import Address, Ordinal
from lawkb.model.companion import Companion
from lawkb.model.finding import SEVERITIES, Finding, Severity
from lawkb.model.law import Comment, CommentStatus, Law, provisions_of
from lawkb.publish.views.localized_site import LocalizedSite

COMMENT_STATUSES: tuple[CommentStatus, ...] = ("open", "outdated", "orphan", "applied", "rejected")
_OF_TEXT = ("omission", "untranslated")


def count_provisions(laws: Iterable[Law]) -> int:
    """Return the number of provisions of a law, those of its languages together."""
    return len(provisions_of(laws))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a law one language has.

    Attributes:
        language: BCP 47 tag.
        provisions: Number of provisions that this language has.
        missing: Number of provisions that only other languages have.
        incomplete: Number of provisions that an editor has marked as incomplete.
        doubtful: Number of further provisions in which the checks find lost or untranslated text.
        lost: Number of headings, including the title, that the source lacks and no editor supplied.
    """

    language: str
    provisions: int
    missing: int
    incomplete: int
    doubtful: int
    lost: int

    @property
    def lacks_text(self) -> bool:
        """Whether words are known to be missing; a lost heading alone is none."""
        return bool(self.missing or self.incomplete or self.doubtful)


def coverage_of(site: LocalizedSite, law: Law, provisions: int) -> Coverage:
    """Return how much of a law one language has; ``provisions`` is the number in all languages."""
    held = list(law.provisions())
    whole = {each.address for each in held if each.complete}
    lost = (what for each in held if "heading" not in each.editorial for what in each.lost)
    return Coverage(
        language=law.language,
        provisions=len(held),
        missing=provisions - len(held),
        incomplete=len(held) - len(whole),
        doubtful=len(doubted(site, law) & whole),
        lost=sum(what in ("heading", "title") for what in lost),
    )


def findings_on(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[Finding, ...]:
    """Return the findings on a law; empty if the translators' pages are not published."""
    report = site.editorial.report
    return tuple(report.by_law.get((edition, number), ())) if report else ()


def open_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that no editor has accepted."""
    return [each for each in findings if not each.waived]


def severity_counts(findings: Iterable[Finding]) -> tuple[tuple[Severity, int], ...]:
    """Return pairs of severity and number of findings, for every severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for each in findings:
        counts[each.severity] += 1
    return tuple(counts.items())


def doubted(site: LocalizedSite, law: Law) -> frozenset[Address]:
    """Return the addresses whose text, by the checks, was lost or left untranslated.

    What is only possible is told to translators, but not to the readers of the law.
    """
    return frozenset(
        each.address
        for each in open_findings(findings_on(site, law.edition, law.number))
        if each.address
        and each.rule in _OF_TEXT
        and each.language == law.language
        and each.severity == "error"
    )


def comment_counts(texts: Iterable[Law | Companion]) -> dict[CommentStatus, int]:
    """Return the number of readers' comments on some texts by status; every status is a key."""
    found: Iterable[Comment] = (comment for text in texts for comment in text.comments)
    counts = Counter(comment.status for comment in found)
    return {status: counts[status] for status in COMMENT_STATUSES}


@dataclass(frozen=True, slots=True)
class Progress:
    """Translated provisions by review state; one of two translations counts for itself."""

    all: int  # number of provisions, the law itself included
    done: int  # number of those that are reviewed or final
    states: Counter[ReviewState]  # number of provisions by review state


def progress_of(states: Counter[ReviewState]) -> Progress:
    """Return the progress of translated provisions from the number of those in each state."""
    return Progress(states.total(), sum(states[state] for state in DONE_STATES), states)
