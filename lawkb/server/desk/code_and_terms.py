"""The page of the findings on the whole code."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from starlette.responses import Response

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.glossary import first_form
from lawkb.editorial.decisions import (
    Decision,
    accept_finding,
    allow_all,
    end_acceptance,
    renew_acceptance,
    rows_in_use,
)
from lawkb.errors import LawkbError
from lawkb.model.finding import Finding, Message, say
from lawkb.publish.urls import Place
from lawkb.server.desk.access import term_place
from lawkb.server.desk.decisions import entries_of
from lawkb.server.desk.queue import fixes, settled, steps_at
from lawkb.server.desk.team import comment, proposals_at, threads_at
from lawkb.server.desk.workspace import About, Decided, State

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

SEVERAL = "term-inconsistent"  # the rule that finds several translations of a term

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
        threads=threads_at(asked, (edition, language, "")),
        proposals=proposals_at(desk, asked, (edition, language, None)),
    )


def decide_on_code(desk: Desk, asked: Asked) -> Decided:
    """Do what the form of a finding on the whole code asks for."""
    edition, language = (asked.request.path_params[name] for name in ("edition", "language"))
    about = About(edition, language)
    if asked.form.get("do") == "say":
        said = partial(comment, asked.form, asked.author, (edition, language, ""))
        return desk.decide(asked, said, about)
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
    tag = asked.site.language.code
    named = dict.fromkeys(each.term for each in asked.state.content.editorial.glossary.terms)
    return [(term, term_place(tag, ids[term])) for term in named if f"«{term}»" in finding.message]


def _term_uses(asked: Asked, finding: Finding) -> SimpleNamespace | None:
    """Return the translations in use of the term that a finding of several translations is about.

    The texts without any of them are the last, with no words. With them is what allowing all of
    them would write; nothing if that cannot be done.
    """
    said = finding.message
    parts = said.values.get("parts") if isinstance(said, Message) else None
    if finding.rule != SEVERAL or not isinstance(said, Message) or not isinstance(parts, tuple):
        return None
    term, language = str(said.values["term"]), finding.language
    glossary, outline = asked.state.content.editorial.glossary, asked.state.code.outline
    rows = rows_in_use(glossary, term, language)
    statuses = {first_form(row.renderings[language]): row.status for row in rows}
    entries: list[tuple[list[tuple[str, str]], bool]] = []
    with suppress(LawkbError):
        entries = entries_of(allow_all(glossary, term, language, outline))
    uses = []
    for part in parts:
        if isinstance(part, Message):
            # Texts without any of the translations have no name.
            words, places = str(part.values.get("name", "")), part.values["places"]
            read = (
                [outline.scheme.read(str(e)) for e in places] if isinstance(places, tuple) else []
            )
            uses.append((words, statuses.get(words, ""), int(str(part.values["times"])), read))
    return SimpleNamespace(uses=uses, entries=entries)
