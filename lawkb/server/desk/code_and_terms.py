"""The page of the findings on the whole code, and that of the terms of the glossary."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from starlette.responses import Response

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.entries import Entry
from lawkb.corpus.glossary import FILE, Term, TermStatus, first_form, written
from lawkb.editorial.decisions import (
    Decision,
    accept_finding,
    add_term,
    allow_all,
    change_term,
    end_acceptance,
    remove_term,
    renew_acceptance,
    rows_in_use,
    typed_term,
)
from lawkb.errors import LawkbError
from lawkb.model.finding import Finding, Message, say
from lawkb.publish.urls import Place
from lawkb.server.desk.access import desk_path
from lawkb.server.desk.decisions import entries_of
from lawkb.server.desk.queue import fixes, settled, steps_at
from lawkb.server.desk.workspace import About, Decided, State

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

_STATUSES: tuple[TermStatus, ...] = ("preferred", "admitted", "forbidden")
SEVERAL = "term-inconsistent"  # the rule that finds several translations of a term
_ID = 12  # hexadecimal digits


# ---- the findings on the whole code


def show_code(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the findings on the whole code."""
    edition, language = (asked.request.path_params[name] for name in ("edition", "language"))
    found = [
        each
        for each in asked.state.findings
        if each.address is None and (each.edition, each.language) == (edition, language)
    ]
    return desk.answer(
        asked,
        "code.html",
        asked.site.gettext("The whole code"),
        error,
        steps=steps_at(desk, asked, (edition, language, None)),
        items=[(e, _terms_in(asked, e), _term_uses(asked, e)) for e in found if not e.waived],
        waived=[each for each in found if each.waived],
    )


def decide_on_code(desk: Desk, asked: Asked) -> Decided:
    """Do what the form of a finding on the whole code asks for."""
    edition, language = (asked.request.path_params[name] for name in ("edition", "language"))
    about = About(edition, language)
    return desk.decide(asked, partial(on_finding, asked.form, asked.author), about)


def on_finding(form: Mapping[str, str], author: str, state: State) -> Decision:
    """Return the decision that a form of a finding asks for."""
    fingerprint, do = form.get("finding", ""), form.get("do", "")
    reason = DecisionReason(form.get("reason", "").strip(), author, date.today().isoformat())
    if do in ("renew", "end"):
        waiver = next((each for each in state.waivers if each.fingerprint == fingerprint), None)
        if waiver is None:
            raise settled(fingerprint)
        if do == "end":
            return end_acceptance(waiver)
        return renew_acceptance(waiver, state.findings, state.code, reason)
    finding = state.finding(fingerprint)
    if finding is None:
        raise settled(fingerprint)
    if do == "fix":
        return fixes([finding], author, state)
    if do == "allow" and isinstance(finding.message, Message):
        term, language = str(finding.message.values["term"]), finding.language
        glossary = state.content.editorial.glossary
        return allow_all(glossary, term, language, state.code.outline)
    if do == "accept":
        return accept_finding(finding, state.code, state.waivers, reason)
    raise LawkbError(do, say("the desk knows no such decision"), say("load the page again"))


def _terms_in(asked: Asked, finding: Finding) -> list[tuple[str, Place]]:
    """Return the terms of the glossary that a finding quotes, with their place at the desk."""
    ids = asked.site.terms.ids
    path = desk_path(asked.site.language.code, "terms")
    named = dict.fromkeys(each.term for each in asked.state.content.editorial.glossary.terms)
    return [(term, Place(path, ids[term])) for term in named if f"«{term}»" in finding.message]


def _term_uses(asked: Asked, finding: Finding) -> SimpleNamespace | None:
    """Return the translations in use of the term that a finding of several translations is about.

    With them is what allowing all of them would write; nothing if that cannot be done.
    """
    said = finding.message
    parts = said.values.get("parts") if isinstance(said, Message) else None
    if finding.rule != SEVERAL or not isinstance(said, Message) or not isinstance(parts, tuple):
        return None
    term, language = str(said.values["term"]), finding.language
    glossary, outline = asked.state.content.editorial.glossary, asked.state.code.outline
    rows = rows_in_use(glossary, term, language)
    statuses = {first_form(row.renderings[language]): row.status for row in rows}
    entries: list[tuple[Entry, bool]] = []
    with suppress(LawkbError):
        entries = entries_of(allow_all(glossary, term, language, outline))
    uses = []
    for part in parts:
        if isinstance(part, Message):
            words, places = str(part.values["name"]), part.values["places"]
            read = (
                [outline.scheme.read(str(e)) for e in places] if isinstance(places, tuple) else []
            )
            uses.append((words, statuses.get(words, ""), int(str(part.values["times"])), read))
    return SimpleNamespace(uses=uses, entries=entries)


# ---- terms


def show_terms(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the glossary; with one term if the query names it."""
    wanted = asked.request.query_params.get("term", "")
    names = dict.fromkeys(each.term for each in asked.state.content.editorial.glossary.terms)
    # The form of a new term is a term without a name, the last one.
    terms = [_term(asked, name) for name in (*names, "") if wanted in ("", name)]
    done = desk.workspace.log.find(asked.done)
    original = asked.state.code.outline.authoritative
    entries = (*done.decision.added, *done.decision.removed) if done else ()
    about = {dict(each.values).get(original) for each in entries if each.file == FILE}
    return desk.answer(
        asked,
        "terms.html",
        asked.site.gettext("Terms"),
        error,
        terms=terms,
        original=original,
        statuses=_STATUSES,
        done_at=next((each.id for each in terms if each.name and each.name in about), ""),
        row_id=row_id,
    )


def decide_on_term(desk: Desk, asked: Asked) -> Decided:
    """Add, change or remove a row of the glossary."""
    return desk.decide(asked, partial(_on_term, asked.form))


def _on_term(form: Mapping[str, str], state: State) -> Decision:
    outline, glossary = state.code.outline, state.content.editorial.glossary
    renderings = {
        name.removeprefix("in "): value.strip()
        for name, value in form.items()
        if name.startswith("in ") and value.strip()
    }
    status, note = form.get("status", ""), form.get("note", "").strip()
    row, term = form.get("row", ""), form.get("term", "").strip()
    old = next((each for each in glossary.terms if row_id(each) == row), None)
    if row and old is None:
        raise LawkbError(term, say("this row was changed meanwhile"), say("load the page again"))
    if old and form.get("do") == "remove":
        return remove_term(old, outline)
    new = typed_term(term, renderings, status, note, outline, old)
    return change_term(glossary, old, new, outline) if old else add_term(glossary, new, outline)


def row_id(term: Term) -> str:
    """Return a name for a row of the glossary that changes with its content."""
    parts = (term.term, *(f"{k} {written(v)}" for k, v in term.renderings.items()))
    whole = "\x1f".join((*parts, term.status, term.note))
    return hashlib.sha256(whole.encode()).hexdigest()[:_ID]


def _term(asked: Asked, name: str) -> SimpleNamespace:
    """Return a term with its rows as fields of forms; the last one is new."""
    id_ = asked.site.terms.ids.get(name, "")
    held = [each for each in asked.state.content.editorial.glossary.terms if each.term == name]
    return SimpleNamespace(
        id=id_ if name else "new",
        name=name,
        place=Place(asked.site.paths.terms(), id_) if id_ else None,
        rows=[(each, _renderings(asked, each)) for each in (*held, None)],
    )


def _renderings(asked: Asked, row: Term | None) -> list[tuple[str, str, str]]:
    """Return the languages of a row: BCP 47 tag, name, and translation as the file writes it."""
    outline = asked.state.code.outline
    held = row.renderings if row else {}
    terms = asked.state.content.editorial.glossary.terms
    known = {tag for each in terms for tag in each.renderings}
    tags = [each for each in outline.languages if each.code != outline.authoritative]
    return [
        (each.code, each.name, written(held[each.code]) if each.code in held else "")
        for each in tags
        if each.code in known or not known
    ]
