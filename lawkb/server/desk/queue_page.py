"""The queue: what is open, gravest first, with filters that stay in the address of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from lawkb.model.finding import SEVERITIES, Severity
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.urls import Place
from lawkb.publish.views.finding_words import rule_title
from lawkb.server.desk.decision_log import Decided, DecisionLog
from lawkb.server.desk.decision_views import DecisionLine, FixWords, decision_line, fix_words
from lawkb.server.desk.frames import Localized, desk_path
from lawkb.server.desk.provision_page import item_views, place_at_desk, work_name
from lawkb.server.desk.work import COMMENT, Filters, Work, laws_of, queue
from lawkb.server.desk.workspace import open_count

MOST = 100  # provisions on a page of the queue


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a filter: how it is written in the address, its words by language."""

    value: str
    words: tuple[str, str]
    chosen: bool


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A provision with what is open on it.

    Attributes:
        name: Its address in the language of the reader.
        edition: Id of the edition.
        language: BCP 47 tag of the text.
        place: Its page at the desk.
        at: Its index in the queue.
        findings: The findings.
        fixes: The words to replace and their replacement, by finding; None without a fix.
        comments: Open comments: language, beginning, and whether the text seems to have the
            change already.
    """

    name: str
    edition: str
    language: str
    place: Place
    at: int
    findings: tuple[tuple[SimpleNamespace, FixWords | None], ...]
    comments: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class FixableRule:
    """A rule with findings that can all be corrected at once."""

    name: str  # name of the rule
    title: tuple[str, str]  # BCP 47 tag and title of the rule
    count: int  # number of these findings
    place: Place  # the page that shows what would be written


@dataclass(frozen=True, slots=True)
class QueueView:
    """The queue."""

    lines: tuple[QueueLine, ...]  # the provisions shown, in order
    more: int  # number of provisions that are not shown
    left: int  # number of findings and comments in the queue as filtered
    open: int  # number of all open ones
    all: int  # number of all open ones and of those settled at the desk
    rules: tuple[Choice, ...]  # choices of the rule
    severities: tuple[Severity, ...]  # choices of the severity
    laws: tuple[Choice, ...]  # choices of the law
    texts: tuple[Choice, ...]  # choices of the language of the text
    filters: Filters
    fixable: tuple[FixableRule, ...]  # rules of which all findings can be corrected at once
    query: str  # the filters as the query of a URL
    decisions: Place  # the page of the decisions
    terms: Place  # the page of the terms
    translate: Place  # the page of the laws to translate
    files: Place  # the page of exports and imports
    done: DecisionLine | None  # the decision just made; None if there is none


def queue_view(
    at: Localized, log: DecisionLog, author: str, filters: Filters, done: Decided | None
) -> QueueView:
    """Return the queue.

    Args:
        at: The site in the language of the reader, with the state of the corpus.
        log: What was decided at the desk.
        author: Name of the reader.
        filters: What is wanted.
        done: The decision just made.
    """
    site, state = at.site, at.state
    own = laws_of(log, author)
    every = queue(state, Filters(), own)
    works = queue(state, filters, own)
    tag = site.language.code
    now = open_count(state)
    settled = sum(each.settled for each in log.newest_first())
    return QueueView(
        lines=tuple(_line(site, work, n) for n, work in enumerate(works[:MOST])),
        more=max(0, len(works) - MOST),
        left=sum(work.count for work in works),
        open=now,
        all=now + max(0, settled),
        rules=_rules(site, every, filters),
        severities=_severities(every),
        laws=_laws(site, every, filters),
        texts=_texts(site, every, filters),
        filters=filters,
        fixable=_fixable(site, works),
        query=filters.query,
        decisions=Place(desk_path(tag, "decisions")),
        terms=Place(desk_path(tag, "terms")),
        translate=Place(desk_path(tag, "translate")),
        files=Place(desk_path(tag, "files")),
        done=decision_line(at, done) if done else None,
    )


def _line(site: LocalizedSite, work: Work, at: int) -> QueueLine:
    views = item_views(site, work.findings)
    return QueueLine(
        work_name(site, work.address),
        work.edition,
        work.language,
        place_at_desk(site, work.edition, work.language, work.address),
        at,
        tuple((view, fix_words(each)) for each, view in zip(work.findings, views, strict=True)),
        tuple(
            (
                site.language_of(said.comment.text),
                said.comment.text.partition("\n")[0],
                said.comment.status == "applied",
            )
            for said in work.comments
        ),
    )


def _rules(site: LocalizedSite, works: Sequence[Work], filters: Filters) -> tuple[Choice, ...]:
    names = dict.fromkeys(each.rule for work in works for each in work.findings)
    tag = site.language.code
    found = [Choice(name, rule_title(site, name), name == filters.rule) for name in sorted(names)]
    if any(work.comments for work in works):
        words = site.gettext("Comments of readers")
        found.append(Choice(COMMENT, (tag, words), filters.rule == COMMENT))
    return tuple(found)


def _severities(works: Sequence[Work]) -> tuple[Severity, ...]:
    held = {each.severity for work in works for each in work.findings}
    return tuple(each for each in SEVERITIES if each in held)


def _laws(site: LocalizedSite, works: Sequence[Work], filters: Filters) -> tuple[Choice, ...]:
    numbers = sorted({work.address.law if work.address else 0 for work in works})
    tag = site.language.code
    return tuple(
        Choice(
            str(number),
            (tag, site.law_name(number) if number else site.gettext("the whole code")),
            filters.law == str(number),
        )
        for number in numbers
    )


def _texts(site: LocalizedSite, works: Sequence[Work], filters: Filters) -> tuple[Choice, ...]:
    tags = dict.fromkeys(work.language for work in works)
    languages = site.code.outline.languages
    return tuple(
        Choice(each.code, (each.code, each.name), filters.text == each.code)
        for each in languages
        if each.code in tags
    )


def _fixable(site: LocalizedSite, works: Sequence[Work]) -> tuple[FixableRule, ...]:
    found: dict[str, int] = {}
    for work in works:
        for each in work.findings:
            if each.fix:
                found[each.rule] = found.get(each.rule, 0) + 1
    tag = site.language.code
    return tuple(
        FixableRule(name, rule_title(site, name), count, Place(desk_path(tag, "fix", name)))
        for name, count in found.items()
        if count > 1
    )
