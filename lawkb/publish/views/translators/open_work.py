"""Open work on a law: findings by provision, progress, losses; the same for every reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from lawkb.checks.marked_texts import MarkedText, marked_texts
from lawkb.corpus.review_states import DONE_STATES, REVIEW_STATES, ReviewState
from lawkb.corpus.waivers import Waiver
from lawkb.editorial.report import EditorialReport, ReviewStates
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Severity
from lawkb.model.language import read_language
from lawkb.model.law import Provision, provisions_of
from lawkb.publish.foreign_words import foreign_words
from lawkb.publish.views.references.law_references import LawLinks, Link


def status_of(finding: Finding) -> str:
    """``open``, or ``waived`` once an editor has accepted it."""
    return "waived" if finding.waived else "open"


def statuses_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """``open`` and ``waived``, as far as they occur."""
    return tuple(sorted({status_of(each) for each in findings}))


def severity_counts(findings: Iterable[Finding]) -> tuple[tuple[Severity, int], ...]:
    """How many findings there are of every severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for each in findings:
        counts[each.severity] += 1
    return tuple(counts.items())


def severities_of(findings: Iterable[Finding]) -> tuple[Severity, ...]:
    """The severities that occur."""
    return tuple(severity for severity, count in severity_counts(findings) if count)


@dataclass(frozen=True, slots=True)
class ExhibitView:
    """A text that findings point at.

    Attributes:
        language: Its tag.
        pieces: Its pieces in order: whether a finding points at it, and its words in runs of one
            language each.
    """

    language: str
    pieces: tuple[tuple[bool, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Findings on one provision, or on the whole code.

    Attributes:
        address: The provision; None for the whole code.
        held: The same, or what it would stand in if it were there; None for the whole code.
        edition: Id of the edition.
        findings: The findings.
        exhibits: Its text in every language, the words marked that the findings point at.
    """

    address: Address | None
    held: Address | None
    edition: str
    findings: tuple[Finding, ...]
    exhibits: tuple[ExhibitView, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a translation of a law is.

    Attributes:
        all: Number of provisions.
        done: How many of them are reviewed or final.
        states: Those that occur, from the least to the furthest, with the provisions.
    """

    all: int
    done: int
    states: tuple[tuple[ReviewState, tuple[Address, ...]], ...]


@dataclass(frozen=True, slots=True)
class LawWork:
    """What is to be done on a law.

    Attributes:
        counts: Number of open findings by severity.
        rules: Names of the rules that found something, in their order.
        open: Open findings by provision.
        waived: Accepted findings by provision.
        waivers: Why findings are accepted, by their fingerprints; those of other laws too.
        progress: How far each translation is, by its tag.
        lost: The provisions that a source lost something of, by the tag of the expression.
        references: Those that not every language has.
    """

    counts: tuple[tuple[Severity, int], ...]
    rules: tuple[str, ...]
    open: tuple[Found, ...]
    waived: tuple[Found, ...]
    waivers: Mapping[str, Waiver]
    progress: Mapping[str, Progress]
    lost: Mapping[str, tuple[Provision, ...]]
    references: tuple[Link, ...]


def law_work(
    code: Code,
    report: EditorialReport,
    links: Callable[[str, int], LawLinks],
    edition: str,
    number: int,
) -> LawWork:
    """What is to be done on a law of an edition.

    Args:
        code: The laws.
        report: What the checks found, and what editors decided.
        links: Gives what a law cites, by its edition and number.
        edition: Id of the edition.
        number: Number of the law.
    """
    tags = code.languages_of(edition, number)
    findings = report.by_law.get((edition, number), ())
    open_ = [each for each in findings if not each.waived]
    states = report.states_by_language(code.outline, edition, number)
    cites = links(edition, number).cites if len(tags) > 1 else ()
    return LawWork(
        counts=severity_counts(open_),
        rules=tuple(sorted({each.rule for each in findings})),
        open=found_in(code, open_),
        waived=found_in(code, (each for each in findings if each.waived)),
        waivers=report.waivers,
        progress={tag: progress_of(own) for tag, own in states.items() if own},
        lost={tag: tuple(_lost(code, edition, tag, number)) for tag in tags},
        references=tuple(link for link in cites if len(link.languages) < len(tags)),
    )


def found_in(code: Code, findings: Iterable[Finding]) -> tuple[Found, ...]:
    """The findings on a law, or on the whole code, by provision in the order of the text."""
    ordered = sorted(findings, key=lambda each: each.address.path if each.address else ())
    held = _Held(code)
    return tuple(
        _found(code, held, tuple(group))
        for _, group in groupby(ordered, key=lambda each: each.address)
    )


def progress_of(states: ReviewStates) -> Progress:
    """How far the provisions of a translation are."""
    by_state: dict[ReviewState, list[Address]] = {}
    for address, state in states:
        by_state.setdefault(state, []).append(address)
    done = sum(len(by_state.get(state, ())) for state in DONE_STATES)
    occurring = (state for state in REVIEW_STATES if state in by_state)
    return Progress(len(states), done, tuple((each, tuple(by_state[each])) for each in occurring))


class _Held:
    """The provisions of laws; each law is walked through once, if anything in it is asked for."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._laws: dict[tuple[str, int], frozenset[Address]] = {}

    def nearest(self, edition: str, address: Address) -> Address:
        """A provision, or what it would stand in if it were there."""
        law = Address((address.law,))
        if address == law:
            return law
        held = self._of(edition, address.law)
        return next((at for at in (address, *address.ancestors()) if at in held), law)

    def _of(self, edition: str, number: int) -> frozenset[Address]:
        found = self._laws.get((edition, number))
        if found is None:
            tags = self._code.languages_of(edition, number)
            found = provisions_of(self._code.laws[edition, tag, number] for tag in tags)
            self._laws[edition, number] = found
        return found


def _found(code: Code, held: _Held, findings: tuple[Finding, ...]) -> Found:
    address, edition = findings[0].address, findings[0].edition
    return Found(
        address,
        held.nearest(edition, address) if address else None,
        edition,
        findings,
        tuple(_exhibit(code, each) for each in marked_texts(findings, code)),
    )


def _exhibit(code: Code, exhibit: MarkedText) -> ExhibitView:
    own = exhibit.language
    language, languages = read_language(own), code.outline.languages
    return ExhibitView(
        own,
        tuple(
            (
                piece.marked,
                tuple(
                    (tag or own, words)
                    for words, tag in foreign_words(piece.words, language, languages)
                ),
            )
            for piece in exhibit.pieces
        ),
    )


def _lost(code: Code, edition: str, tag: str, number: int) -> Iterator[Provision]:
    for each in code.laws[edition, tag, number].provisions():
        if each.inferred or each.lost or not each.complete:
            yield each
