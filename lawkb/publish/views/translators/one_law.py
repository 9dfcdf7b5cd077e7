"""The translators' page of one law: its findings, comments, states, losses and references."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from lawkb.corpus.decision_files import REVIEW_STATES, ReviewState
from lawkb.editorial.findings import EditorialReport
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import Severity
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.views.counts import (
    Coverage,
    count_provisions,
    coverage_of,
    findings_on,
    open_findings,
    progress_of,
    severity_counts,
)
from lawkb.publish.views.law_rows import marks_of
from lawkb.publish.views.localized_site import LocalizedSite, reading_order
from lawkb.publish.views.references import (
    CommentView,
    Named,
    comments_by_provision,
    law_links,
    reference_lines,
)
from lawkb.publish.views.translators.findings import (
    FoundView,
    NamedRule,
    found_views,
    has_translation_page,
    named_rules,
)
from lawkb.publish.views.urls import Place


@dataclass(frozen=True, slots=True)
class StateView:
    """The provisions of a translation that are in one state, such as ``reviewed``."""

    state: ReviewState
    count: int  # number of these provisions
    provisions: tuple[Named, ...]  # pairs of address and link to the provision


@dataclass(frozen=True, slots=True)
class ProgressView:
    """The progress of a translation of a law; ``all`` is the number of its provisions."""

    language: str
    name: str
    all: int
    done: int  # number of provisions that are reviewed or final
    states: tuple[StateView, ...]  # the states that occur, from the least to the most finished


@dataclass(frozen=True, slots=True)
class LossView:
    """What the source lacks of a provision, such as its heading.

    Attributes:
        name: Address in the language of the reader.
        place: Link to the provision; None if it has no page.
        language: BCP 47 tag of the text.
        marks: Remarks on what is missing or was supplied by editors, as in ``Cell.marks``.
        depth: Depth of the provision, 0 for the law.
    """

    name: str
    place: Place | None
    language: str
    marks: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class LawTranslationView:
    """The translators' page of a law: its open work.

    Attributes:
        name: ``Law 57``.
        edition: Id of the edition.
        law: Link to the law; None if it has no page.
        translation: Link to the translators' overview.
        before: Name of the previous law with such a page and link to that page; None if there is
            none.
        after: Name and page of the next such law; None if there is none.
        coverage: How much of the law each language has.
        counts: Pairs of severity and number of open findings.
        rules: The rules with findings, sorted by name.
        found: Open findings by provision.
        waived: Accepted findings by provision.
        comments: Readers' comments, each with address and link of its provision.
        progress: Progress of each translation.
        losses: What the sources lack of its provisions.
        references: References that are not the same in all languages.
    """

    name: str
    edition: str
    law: Place | None
    translation: Place
    before: Named | None
    after: Named | None
    coverage: tuple[Coverage, ...]
    counts: tuple[tuple[Severity, int], ...]
    rules: tuple[NamedRule, ...]
    found: tuple[FoundView, ...]
    waived: tuple[FoundView, ...]
    comments: tuple[tuple[str, Place | None, CommentView], ...]
    progress: tuple[ProgressView, ...]
    losses: tuple[LossView, ...]
    references: tuple[SimpleNamespace, ...]


def laws_with_translation_page(site: LocalizedSite, edition: str) -> tuple[Ordinal, ...]:
    """Return the numbers of the laws that have a translators' page."""
    return site.once(_laws_with_page, edition, 0)


def _laws_with_page(site: LocalizedSite, edition: str, _: Ordinal) -> tuple[Ordinal, ...]:
    return tuple(n for n in site.numbers[edition] if has_translation_page(site, edition, n))


def law_translation_view(site: LocalizedSite, edition: str, number: Ordinal) -> LawTranslationView:
    """Return the translators' page of a law that has one."""
    numbers = laws_with_translation_page(site, edition)
    at = bisect_left(numbers, number)
    report = site.editorial.report
    assert report is not None
    laws = reading_order(site, edition, number)
    findings = findings_on(site, edition, number)
    found = found_views(site, open_findings(findings))
    waived = (each for each in findings if each.waived)
    return LawTranslationView(
        name=site.law_name(number),
        edition=edition,
        law=site.place(edition, Address((number,))),
        translation=Place(site.paths.translation()),
        before=_neighbour(site, edition, numbers[max(0, at - 1) : at]),
        after=_neighbour(site, edition, numbers[at + 1 : at + 2]),
        coverage=tuple(coverage_of(site, law, count_provisions(laws)) for law in laws),
        counts=severity_counts(open_findings(findings)),
        rules=named_rules(site, sorted({each.rule for each in findings})),
        found=found,
        waived=found_views(site, waived, {view.id for view in found}),
        comments=tuple(_comments(site, laws)),
        progress=tuple(_progress(site, report, edition, number)),
        losses=tuple(_losses(site, laws)),
        references=_disagreeing(site, edition, number),
    )


def _neighbour(site: LocalizedSite, edition: str, numbers: Sequence[Ordinal]) -> Named | None:
    if not numbers:
        return None
    path = site.paths.law_translation(edition, numbers[0])
    return site.law_name(numbers[0]), Place(path)


def _comments(
    site: LocalizedSite, laws: Sequence[Law]
) -> Iterator[tuple[str, Place | None, CommentView]]:
    for law in laws:
        views = comments_by_provision(site, law)
        places = dict.fromkeys(p.address for p in law.provisions()) if views else ()
        for address in (None, *places):
            at = address or law.root.address
            for view in views.get(address, ()):
                yield site.name(at), site.place(law.edition, at), view


def _progress(
    site: LocalizedSite, report: EditorialReport, edition: str, number: Ordinal
) -> Iterator[ProgressView]:
    """Yield the progress of each translation of a law, the reader's language first."""
    states = report.states_by_language(site.code.outline, edition, number)
    path = site.paths.law(edition, number)
    for tag in sorted(states, key=lambda tag: tag != site.language.code):
        by_state: dict[ReviewState, list[Named]] = {state: [] for state in REVIEW_STATES}
        for address, state in states[tag]:
            by_state[state].append((site.name(address), Place(path, site.fragment(address))))
        views = [StateView(state, len(own), tuple(own)) for state, own in by_state.items() if own]
        counts = progress_of(Counter(state for _, state in states[tag]))
        if views:
            name = read_language(tag).name
            yield ProgressView(tag, name, counts.all, counts.done, tuple(views))


def _losses(site: LocalizedSite, laws: Sequence[Law]) -> Iterator[LossView]:
    for law in laws:
        for each in law.provisions():
            if each.inferred or each.lost or not each.complete:
                at = each.address
                place, marks = site.place(law.edition, at), marks_of(site, each)
                yield LossView(site.name(at), place, law.language, marks, at.depth)


def _disagreeing(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[SimpleNamespace, ...]:
    """Return the references of a law that are not the same in all languages."""
    languages = len(site.code.languages_of(edition, number))
    if languages == 1:
        return ()
    cites = site.once(law_links, edition, number).cites
    shown = [link for link in cites if len(link.languages) < languages]
    return reference_lines(site, edition, number, shown)
