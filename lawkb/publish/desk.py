"""The translators' desk for one law: its findings, comments, states, losses and references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.checks.report import Report, States
from lawkb.corpus.review import DONE_STATES, REVIEW_STATES, ReviewState
from lawkb.model.address import Address
from lawkb.model.finding import Severity
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.cells import marks_of
from lawkb.publish.findings import (
    FoundView,
    NamedRule,
    found_views,
    has_desk,
    named_rules,
    severity_counts,
)
from lawkb.publish.graph import ReferenceLine, cited_lines
from lawkb.publish.laws import reading_order
from lawkb.publish.places import Place, law_translation_path, translation_path
from lawkb.publish.remarks import CommentView, comment_views
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree

Named = tuple[str, Place | None]


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
        all: Number of provisions that have a text.
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
class LawDeskView:
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
    desk: Place
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


def desk_laws(tree: Tree, report: Report, edition: str) -> tuple[int, ...]:
    """Numbers of the laws that the desk has a page of."""
    numbers = tree.code.numbers(edition)
    return tuple(number for number in numbers if has_desk(tree, report, edition, number))


def law_desk_view(
    tree: Tree, report: Report, law: tuple[str, int], numbers: Sequence[int]
) -> LawDeskView:
    """What the desk shows of a law.

    Args:
        tree: The tree.
        report: What is to be done.
        law: Edition and number.
        numbers: Those of the laws that the desk has a page of, in order.
    """
    edition, number = law
    at = numbers.index(number)
    findings = report.by_law.get((edition, number), ())
    open_ = [each for each in findings if not each.waived]
    laws = reading_order(tree, edition, number)
    found = found_views(tree, open_, report)
    shown = {view.id for view in found}
    return LawDeskView(
        name=law_name(tree, number),
        edition=edition,
        law=tree.place(edition, Address((number,))),
        desk=Place(translation_path(tree.language.code)),
        before=_neighbour(tree, edition, numbers[max(0, at - 1) : at]),
        after=_neighbour(tree, edition, numbers[at + 1 : at + 2]),
        counts=severity_counts(open_),
        rules=named_rules(tree, sorted({each.rule for each in findings})),
        found=found,
        waived=found_views(tree, [f for f in findings if f.waived], report, shown),
        comments=tuple(_comments(tree, laws)),
        progress=tuple(_progress(tree, report, laws)),
        losses=tuple(loss for law in laws for loss in _losses(tree, law)),
        references=_disagreeing(tree, laws),
    )


def progress_view(tree: Tree, edition: str, language: str, states: States) -> ProgressView:
    """How far the provisions of a translation are."""
    views = []
    for state in REVIEW_STATES:
        here = [address for address, own in states if own == state]
        if here:
            named = tuple((tree.name(each), tree.place(edition, each)) for each in here)
            views.append(StateView(state, len(here), named))
    done = sum(state in DONE_STATES for _, state in states)
    name = read_language(language).name
    return ProgressView(language, name, len(states), done, tuple(views))


def _neighbour(tree: Tree, edition: str, numbers: Sequence[int]) -> Named | None:
    if not numbers:
        return None
    path = law_translation_path(tree.language.code, edition, numbers[0])
    return law_name(tree, numbers[0]), Place(path)


def _comments(tree: Tree, laws: Sequence[Law]) -> Iterator[tuple[str, Place | None, CommentView]]:
    for law in laws:
        places = dict.fromkeys(p.address for p in law.provisions())
        for address in (None, *places):
            at = address or law.root.address
            for view in comment_views(tree, law, address):
                yield tree.name(at), tree.place(law.edition, at), view


def _progress(tree: Tree, report: Report, laws: Sequence[Law]) -> Iterator[ProgressView]:
    for law in laws:
        states = report.states.get((law.edition, law.language, law.number))
        if states:
            yield progress_view(tree, law.edition, law.language, states)


def _losses(tree: Tree, law: Law) -> Iterator[LossView]:
    for provision in law.provisions():
        marks = marks_of(tree, provision)
        if any(not mark.startswith("editorial") for mark in marks):
            at = provision.address
            place = tree.place(law.edition, at)
            yield LossView(tree.name(at), place, law.language, marks, at.depth)


def _disagreeing(tree: Tree, laws: Sequence[Law]) -> tuple[ReferenceLine, ...]:
    """References of the law that some of its languages have and others have not."""
    if len(laws) < 2:
        return ()
    lines = cited_lines(tree, laws[0].edition, laws[0].number)
    return tuple(line for line in lines if len(line.languages) < len(laws))
