"""Pages about the whole code: its findings, all fixes of a rule, the terms."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawkb.corpus.glossary import FILE, Term, TermStatus, written
from lawkb.editorial.decisions import Decision, allow_all, rows_in_use, shown_form
from lawkb.errors import LawkbError
from lawkb.model.finding import Finding, Message
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.urls import Place
from lawkb.publish.views.finding_words import rule_title
from lawkb.server.desk.decision_log import Decided
from lawkb.server.desk.decision_views import (
    DecisionLine,
    FixWords,
    WrittenEntry,
    decision_line,
    entry_views,
    words_of_fix,
)
from lawkb.server.desk.frames import Localized, desk_path
from lawkb.server.desk.provision_page import Item, Steps, items_of, place_at_desk, steps_at
from lawkb.server.desk.work import Filters, Work

if TYPE_CHECKING:
    from lawkb.server.desk.workspace import State

_STATUSES: tuple[TermStatus, ...] = ("preferred", "admitted", "forbidden")
SEVERAL = "term-inconsistent"  # the rule that finds several translations of a term
_ID = 12  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class TermUse:
    """A translation of a term in use: its dictionary form, status, and where it occurs."""

    words: str
    status: str
    times: int
    places: tuple[tuple[str, Place], ...]


@dataclass(frozen=True, slots=True)
class TermUses:
    """A term with several translations in use, and the step that allows all of them."""

    language: str  # BCP 47 tag of the translations
    uses: tuple[TermUse, ...]  # the translations
    entries: tuple[WrittenEntry, ...]  # what allowing all would write; empty if that cannot be done


@dataclass(frozen=True, slots=True)
class CodeItem:
    """A finding on the whole code."""

    item: Item  # the finding
    # The terms of the glossary that it names, with their place at the desk.
    terms: tuple[tuple[str, Place], ...]
    uses: TermUses | None  # the translations of its term; None if it is about something else


@dataclass(frozen=True, slots=True)
class CodeView:
    """The findings on the whole code."""

    steps: Steps  # the way through the queue
    filters: str  # the query of the page
    items: tuple[CodeItem, ...]  # the open findings
    waived: tuple[Item, ...]  # the accepted findings
    done: DecisionLine | None  # the decision just made; None if there is none


def code_view(
    at: Localized,
    text: tuple[str, str],
    queue: tuple[Sequence[Work], Filters, int, int],
    done: Decided | None,
) -> CodeView:
    """Return the page of the findings on the whole code.

    Args:
        at: The site in the language of the reader, with the state of the corpus.
        text: Edition, and BCP 47 tag of the text at fault.
        queue: The open work, its filters, the index in it at which the reader was,
            and the number of places at which nothing is open any more.
        done: The decision just made.
    """
    works, filters, index, settled = queue
    found = [
        each
        for each in at.state.findings
        if each.address is None and (each.edition, each.language) == text
    ]
    opened = [each for each in found if not each.waived]
    return CodeView(
        steps=steps_at(at.site, (works, index, settled), (*text, None)),
        filters=filters.query,
        items=tuple(
            CodeItem(item, _terms_in(at, each), _term_uses(at, each))
            for item, each in zip(items_of(at.site, opened), opened, strict=True)
        ),
        waived=items_of(at.site, [each for each in found if each.waived]),
        done=decision_line(at, done) if done else None,
    )


def _terms_in(at: Localized, finding: Finding) -> tuple[tuple[str, Place], ...]:
    """Return the terms of the glossary that a finding quotes, with their place at the desk."""
    ids = at.site.terms.ids
    path = desk_path(at.site.language.code, "terms")
    named = dict.fromkeys(each.term for each in at.state.content.editorial.glossary.terms)
    return tuple((term, Place(path, ids[term])) for term in named if f"«{term}»" in finding.message)


def _term_uses(at: Localized, finding: Finding) -> TermUses | None:
    """Return the translations that a finding of several translations is about."""
    said = finding.message
    parts = said.values.get("parts") if isinstance(said, Message) else None
    if finding.rule != SEVERAL or not isinstance(said, Message) or not isinstance(parts, tuple):
        return None
    term, language = str(said.values["term"]), finding.language
    glossary, outline = at.state.content.editorial.glossary, at.state.code.outline
    rows = rows_in_use(glossary, term, language)
    statuses = {shown_form(row.renderings[language]): row.status for row in rows}
    try:
        entries = entry_views(allow_all(glossary, term, language, outline))
    except LawkbError:
        entries = ()
    uses = (_term_use(at, finding, each, statuses) for each in parts if isinstance(each, Message))
    return TermUses(language, tuple(uses), entries)


def _term_use(
    at: Localized, finding: Finding, part: Message, statuses: Mapping[str, str]
) -> TermUse:
    words, places = str(part.values["name"]), part.values["places"]
    scheme = at.state.code.outline.scheme
    read = [scheme.read(str(each)) for each in (places if isinstance(places, tuple) else ())]
    named = (
        (at.site.name(each), place_at_desk(at.site, finding.edition, finding.language, each))
        for each in read
    )
    return TermUse(words, statuses.get(words, ""), int(str(part.values["times"])), tuple(named))


# ---- all fixes of a rule


@dataclass(frozen=True, slots=True)
class FixLine:
    """A finding that can be corrected: where, and the words that change."""

    name: str
    place: Place
    language: str
    words: FixWords


@dataclass(frozen=True, slots=True)
class FixView:
    """All fixes of a rule, and what they would write."""

    title: tuple[str, str]  # BCP 47 tag and title of the rule
    lines: tuple[FixLine, ...]  # the findings
    fingerprints: tuple[str, ...]  # those of the findings
    entries: tuple[WrittenEntry, ...]  # what would be written
    queue: Place  # back to the queue
    filters: str  # the query of the queue


def fix_view(
    at: Localized,
    rule: str,
    findings: Sequence[Finding],
    make: Callable[[State], Decision],
    filters: Filters,
) -> FixView:
    """Return the page of all fixes of a rule.

    Args:
        at: The site in the language of the reader, with the state of the corpus.
        rule: Name of the rule.
        findings: Findings of the rule that have a fix.
        make: Function that returns the decision to make the fixes.
        filters: The filters of the queue.
    """
    try:
        entries = entry_views(make(at.state)) if findings else ()
    except LawkbError:
        entries = ()
    return FixView(
        title=rule_title(at.site, rule),
        lines=tuple(_fix_line(at.site, each) for each in findings),
        fingerprints=tuple(each.fingerprint for each in findings),
        entries=entries,
        queue=Place(desk_path(at.site.language.code)),
        filters=filters.query,
    )


def _fix_line(site: LocalizedSite, finding: Finding) -> FixLine:
    assert finding.fix and finding.address
    words = words_of_fix(finding.fix.old, finding.fix.new)
    place = place_at_desk(site, finding.edition, finding.language, finding.address)
    name = site.name(finding.address)
    return FixLine(name, place, finding.language, words)


# ---- terms


@dataclass(frozen=True, slots=True)
class TermRow:
    """A row of the glossary as fields of a form."""

    row: str  # names the row as it is now; empty for a new one
    term: str  # the term
    # BCP 47 tag, name of the language, and translation, as the file writes it.
    renderings: tuple[tuple[str, str, str], ...]
    status: str  # its status
    note: str  # remark of an editor


@dataclass(frozen=True, slots=True)
class TermView:
    """A term with its rows; the last one is new."""

    id: str  # HTML id
    name: str  # the term; empty for the form of a new term
    place: Place | None  # the term on the site; None if it is not there
    rows: tuple[TermRow, ...]  # its rows


@dataclass(frozen=True, slots=True)
class TermsView:
    """The glossary at the desk."""

    terms: tuple[TermView, ...]  # the terms; the last one is the form of a new term
    original: str  # BCP 47 tag of the terms
    statuses: tuple[str, ...]  # the choices of the status
    queue: Place  # back to the queue
    done: DecisionLine | None  # the decision just made; None if there is none
    done_at: str  # HTML id of the term that it is about, if it is shown; else empty


def terms_view(at: Localized, wanted: str, done: Decided | None) -> TermsView:
    """Return the page of the terms; of one term if it is named."""
    site, glossary = at.site, at.state.content.editorial.glossary
    names = dict.fromkeys(each.term for each in glossary.terms)
    shown = [name for name in names if wanted in ("", name)]
    terms = [_term(at, name) for name in shown]
    if not wanted:
        terms.append(TermView("new", "", None, (_row(at, None, ""),)))
    tag, original = site.language.code, at.state.code.outline.authoritative
    entries = (*done.decision.added, *done.decision.removed) if done else ()
    about = {dict(each.values).get(original) for each in entries if each.file == FILE}
    return TermsView(
        tuple(terms),
        original,
        _STATUSES,
        Place(desk_path(tag)),
        decision_line(at, done) if done else None,
        next((each.id for each in terms if each.name and each.name in about), ""),
    )


def row_id(term: Term) -> str:
    """Return a name for a row of the glossary that changes with its content."""
    parts = (term.term, *(f"{k} {written(v)}" for k, v in term.renderings.items()))
    whole = "\x1f".join((*parts, term.status, term.note))
    return hashlib.sha256(whole.encode()).hexdigest()[:_ID]


def _term(at: Localized, name: str) -> TermView:
    glossary, ids = at.state.content.editorial.glossary, at.site.terms.ids
    rows = [_row(at, each, name) for each in glossary.terms if each.term == name]
    id_ = ids.get(name, "")
    place = Place(at.site.paths.terms(), id_) if id_ else None
    return TermView(id_, name, place, (*rows, _row(at, None, name)))


def _row(at: Localized, row: Term | None, name: str) -> TermRow:
    outline = at.state.code.outline
    held = row.renderings if row else {}
    known = {tag for each in at.state.content.editorial.glossary.terms for tag in each.renderings}
    tags = [each for each in outline.languages if each.code != outline.authoritative]
    return TermRow(
        row_id(row) if row else "",
        name,
        tuple(
            (each.code, each.name, written(held[each.code]) if each.code in held else "")
            for each in tags
            if each.code in known or not known
        ),
        row.status if row else "preferred",
        row.note if row else "",
    )
