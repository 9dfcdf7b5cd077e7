"""The translators' desk for a whole code: what was found, by rule and by law, and how far it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.checks.report import Report, States
from lawkb.checks.rules import RULES
from lawkb.corpus.review import DONE_STATES, REVIEW_STATES, ReviewState
from lawkb.model.companion import Companion
from lawkb.model.finding import Finding, Severity
from lawkb.model.language import read_language
from lawkb.model.law import CommentStatus, Law
from lawkb.publish.counting import severity_counts
from lawkb.publish.desk import desk_laws
from lawkb.publish.desk_table import DeskLine, LawsPart, first_lines, laws_parts
from lawkb.publish.findings import FoundView, found_views
from lawkb.publish.places import Place, rule_path
from lawkb.publish.said import Words, rule_title, rule_told
from lawkb.publish.tree import Tree
from lawkb.publish.work import found_in

_STATUSES: tuple[CommentStatus, ...] = ("open", "outdated", "orphan", "applied", "rejected")


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule that found something.

    Attributes:
        name: Its name.
        title: Tag and title of it.
        place: The page of its findings.
        told: What it finds.
        counts: Number of open findings by severity, in the order of the severities.
        waived: Number of accepted ones.
        laws: Number of laws it speaks of.
    """

    name: str
    title: tuple[str, str]
    place: Place
    told: Words
    counts: tuple[int, ...]
    waived: int
    laws: int


@dataclass(frozen=True, slots=True)
class TranslationLine:
    """How far a translation of an edition is.

    Attributes:
        language: Its tag.
        name: The language's own name for itself.
        all: Number of its provisions.
        done: How many of them are reviewed or final.
        counts: Number of provisions by state, from the least to the furthest.
    """

    language: str
    name: str
    all: int
    done: int
    counts: tuple[tuple[ReviewState, int], ...]


@dataclass(frozen=True, slots=True)
class DeskEdition:
    """An edition on the desk.

    Attributes:
        id: Its id, and that of its part of the page.
        translations: How far they are.
        alone: Own names of its languages by tag, where the desk has nothing to tell of its laws.
        lines: Its held laws; where they are too many for a page, those with most to do.
        parts: The pages of the table of its laws; none where it stands here.
    """

    id: str
    translations: tuple[TranslationLine, ...]
    alone: tuple[tuple[str, str], ...]
    lines: tuple[DeskLine, ...]
    parts: tuple[LawsPart, ...]


@dataclass(frozen=True, slots=True)
class DeskView:
    """The overview.

    Attributes:
        rules: Rules that found something, in the order of the list of rules.
        counts: Number of open findings by severity.
        waived: Number of accepted ones.
        found: What is found of the whole code.
        waived_found: What of that is accepted.
        editions: Newest first; those of which a law is held.
        comments: Number of readers' comments by status.
    """

    rules: tuple[RuleLine, ...]
    counts: tuple[tuple[Severity, int], ...]
    waived: int
    found: tuple[FoundView, ...]
    waived_found: tuple[FoundView, ...]
    editions: tuple[DeskEdition, ...]
    comments: tuple[tuple[CommentStatus, int], ...]


def found_rules(report: Report) -> tuple[str, ...]:
    """Names of the rules that found something, in the order of the list of rules."""
    found = {each.rule for each in report.findings}
    known = [rule.name for rule in RULES if rule.name in found]
    return (*known, *sorted(found - set(known)))


def desk_view(tree: Tree, report: Report) -> DeskView:
    """The overview of the desk."""
    open_ = [each for each in report.findings if not each.waived]
    whole = [each for each in report.findings if each.address is None]
    by_rule: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        by_rule[finding.rule].append(finding)
    found = found_views(
        tree, found_in(tree.code, [f for f in whole if not f.waived]), report.waivers
    )
    shown = {view.id for view in found}
    waived = found_in(tree.code, [f for f in whole if f.waived])
    return DeskView(
        rules=tuple(_rule_line(tree, name, by_rule[name]) for name in found_rules(report)),
        counts=severity_counts(open_),
        waived=len(report.findings) - len(open_),
        found=found,
        waived_found=found_views(tree, waived, report.waivers, shown),
        editions=tuple(_editions(tree, report)),
        comments=_comments(tree),
    )


def _counts(findings: Sequence[Finding]) -> tuple[int, ...]:
    return tuple(count for _, count in severity_counts(findings))


def _rule_line(tree: Tree, name: str, found: Sequence[Finding]) -> RuleLine:
    open_ = [each for each in found if not each.waived]
    laws = {(each.edition, each.address.law) for each in found if each.address}
    return RuleLine(
        name,
        rule_title(tree, name),
        Place(rule_path(tree.language.code, name)),
        rule_told(tree, name),
        _counts(open_),
        len(found) - len(open_),
        len(laws),
    )


def _editions(tree: Tree, report: Report) -> Iterator[DeskEdition]:
    states: defaultdict[str, list[tuple[str, States]]] = defaultdict(list)
    for (edition, tag, _), own in report.states.items():
        states[edition].append((tag, own))
    for edition in (each.id for each in tree.code.outline.editions):
        if tree.code.numbers(edition):
            yield DeskEdition(
                edition,
                tuple(_translations(states[edition])),
                _alone(tree, report, edition),
                first_lines(tree, report, edition),
                laws_parts(tree, report, edition),
            )


def _alone(tree: Tree, report: Report, edition: str) -> tuple[tuple[str, str], ...]:
    if desk_laws(tree, report, edition):
        return ()
    numbers = tree.code.numbers(edition)
    tags = dict.fromkeys(tag for n in numbers for tag in tree.code.languages_of(edition, n))
    return tuple((tag, read_language(tag).name) for tag in tags)


def _translations(states: Sequence[tuple[str, States]]) -> Iterator[TranslationLine]:
    for language in dict.fromkeys(tag for tag, _ in states):
        counts = Counter(state for tag, own in states if tag == language for _, state in own)
        done = sum(counts[state] for state in DONE_STATES)
        counted = tuple((state, counts[state]) for state in REVIEW_STATES)
        name = read_language(language).name
        yield TranslationLine(language, name, counts.total(), done, counted)


def _comments(tree: Tree) -> tuple[tuple[CommentStatus, int], ...]:
    texts: tuple[Law | Companion, ...] = (
        *tree.code.laws.values(),
        *tree.code.companions.values(),
    )
    counts = Counter(comment.status for text in texts for comment in text.comments)
    return tuple((status, counts[status]) for status in _STATUSES if counts[status])
