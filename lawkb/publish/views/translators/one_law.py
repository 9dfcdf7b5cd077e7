"""The translators' page of one law: its findings, comments, states, losses and references."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.corpus.review_states import ReviewState
from lawkb.editorial.report import EditorialReport
from lawkb.model.address import Address
from lawkb.model.finding import Severity
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.views.laws.citations_and_comments import CommentView, comment_views
from lawkb.publish.views.laws.law_page import reading_order
from lawkb.publish.views.laws.provision_cells import marks_of
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.references.law_references import (
    Named,
    ReferenceLine,
    reference_lines,
)
from lawkb.publish.views.translators.findings import (
    FoundView,
    LawWork,
    NamedRule,
    found_views,
    has_translation_page,
    law_work,
    named_rules,
)
from lawkb.publish.views.urls import (
    Place,
    law_path,
    law_translation_path,
    translation_path,
)


@dataclass(frozen=True, slots=True)
class StateView:
    """The provisions of a translation that are equally far.

    Attributes:
        state: How far.
        count: How many.
        provisions: Name and place of each.
    """

    state: ReviewState
    count: int
    provisions: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class ProgressView:
    """How far a translation of a law is.

    Attributes:
        language: Its tag.
        name: The language's own name for itself.
        all: Number of provisions.
        done: How many of them are reviewed or final.
        states: Those that occur, from the least to the furthest.
    """

    language: str
    name: str
    all: int
    done: int
    states: tuple[StateView, ...]


@dataclass(frozen=True, slots=True)
class LossView:
    """What a source lost of a provision.

    Attributes:
        name: The address in the language of the reader.
        place: The provision on the page of its law.
        language: Tag of the expression.
        marks: What was lost and what was supplied, as ``Cell.marks`` has it.
        depth: Levels down from the law.
    """

    name: str
    place: Place | None
    language: str
    marks: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class LawTranslationView:
    """What is to be done on a law.

    Attributes:
        name: Its number with the reader's word for a law.
        edition: Id of the edition.
        law: Its page.
        desk: The desk of the whole code.
        before: The law before it that the desk has a page of, as name and place; None for none.
        after: The one after it.
        counts: Number of open findings by severity.
        rules: The rules that found something, in the order of their names.
        found: Open findings by provision.
        waived: Accepted findings by provision.
        comments: Name and place of the provision, and the comment.
        progress: One for each translation.
        losses: What the sources lost.
        references: Those that not every language has.
    """

    name: str
    edition: str
    law: Place | None
    translation: Place
    before: Named | None
    after: Named | None
    counts: tuple[tuple[Severity, int], ...]
    rules: tuple[NamedRule, ...]
    found: tuple[FoundView, ...]
    waived: tuple[FoundView, ...]
    comments: tuple[tuple[str, Place | None, CommentView], ...]
    progress: tuple[ProgressView, ...]
    losses: tuple[LossView, ...]
    references: tuple[ReferenceLine, ...]


def laws_with_translation_page(
    site: LocalizedSite, report: EditorialReport, edition: str
) -> tuple[int, ...]:
    """Numbers of the laws that the desk has a page of."""
    numbers = site.code.numbers(edition)
    return tuple(
        number for number in numbers if has_translation_page(site, report, edition, number)
    )


def law_translation_view(
    site: LocalizedSite, edition: str, number: int, numbers: Sequence[int]
) -> LawTranslationView:
    """What is to be done on a law.

    Args:
        site: The site in the language of the reader.
        edition: Id of the edition.
        number: Number of the law.
        numbers: Those of all laws that have such a page, in order.
    """
    at = bisect_left(numbers, number)
    work = site.once(law_work, edition, number)
    laws = reading_order(site, edition, number)
    found = found_views(site, work.open, work.waivers)
    shown = {view.id for view in found}
    return LawTranslationView(
        name=site.law_name(number),
        edition=edition,
        law=site.place(edition, Address((number,))),
        translation=Place(translation_path(site.language.code)),
        before=_neighbour(site, edition, numbers[max(0, at - 1) : at]),
        after=_neighbour(site, edition, numbers[at + 1 : at + 2]),
        counts=work.counts,
        rules=named_rules(site, work.rules),
        found=found,
        waived=found_views(site, work.waived, work.waivers, shown),
        comments=tuple(_comments(site, laws)),
        progress=tuple(_progress(site, work, (edition, number))),
        losses=tuple(_losses(site, work, laws)),
        references=reference_lines(site, edition, number, work.references),
    )


def _neighbour(site: LocalizedSite, edition: str, numbers: Sequence[int]) -> Named | None:
    if not numbers:
        return None
    path = law_translation_path(site.language.code, edition, numbers[0])
    return site.law_name(numbers[0]), Place(path)


def _comments(
    site: LocalizedSite, laws: Sequence[Law]
) -> Iterator[tuple[str, Place | None, CommentView]]:
    for law in laws:
        if not law.comments:
            continue
        places = dict.fromkeys(p.address for p in law.provisions())
        for address in (None, *places):
            at = address or law.root.address
            for view in comment_views(site, law, address):
                yield site.name(at), site.place(law.edition, at), view


def _progress(site: LocalizedSite, work: LawWork, law: tuple[str, int]) -> Iterator[ProgressView]:
    """The translations of a law, by its edition and number; the reader's language first."""
    for tag in sorted(work.progress, key=lambda tag: tag != site.language.code):
        own = work.progress[tag]
        states = tuple(_state(site, law, *each) for each in own.states)
        yield ProgressView(tag, read_language(tag).name, own.all, own.done, states)


def _state(
    site: LocalizedSite, law: tuple[str, int], state: ReviewState, addresses: Sequence[Address]
) -> StateView:
    path = law_path(site.language.code, *law)
    named = tuple((site.name(each), Place(path, site.fragment(each))) for each in addresses)
    return StateView(state, len(addresses), named)


def _losses(site: LocalizedSite, work: LawWork, laws: Sequence[Law]) -> Iterator[LossView]:
    for law in laws:
        for provision in work.lost[law.language]:
            at = provision.address
            place, marks = site.place(law.edition, at), marks_of(site, provision)
            yield LossView(site.name(at), place, law.language, marks, at.depth)
