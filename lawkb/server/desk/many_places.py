"""Decisions on many places at once: states of the provisions of a law, and words replaced.

Each is one decision, and can be undone as one. A form has, for each place, a hash of what the page
showed there: what has changed since is not decided unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from starlette.responses import Response

from lawkb.align.translation_units import Text, texts_digest, texts_of, with_inline_codes
from lawkb.corpus.decision_files import REVIEW_STATES, Proposal, ReviewState
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import Decision, joined_corrections, new_decision, set_review_state
from lawkb.editorial.teamwork import sent_form
from lawkb.editorial.translation_progress import (
    ReviewedProvision,
    Translation,
    reviewed_law,
    texts_hashes,
)
from lawkb.errors import LawkbError, without_controls
from lawkb.history.changes import word_diff
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import Message, say
from lawkb.server.desk.decisions import reason_of
from lawkb.server.desk.queue import law_of
from lawkb.server.desk.team import is_asked_for
from lawkb.server.desk.workspace import About, Decided, State
from lawkb.unicode_characters import normalized

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

_AT = "at "  # how the fields of places begin; what follows is the place
_ON_PAGE = 200  # provisions on a page of states
MOST_PLACES = 500  # shown of a search
LONGEST_WORDS = 500  # characters to look for, and to put in their place


def _changed_since(place: str) -> LawkbError:
    told = say("the text has changed since this page was shown")
    return LawkbError(place, told, say("look at the places again"))


# ---- states


def show_states(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the provisions of a law or of all, and their states, to choose from."""
    query, code = asked.request.query_params, asked.state.code
    translations = _translations(asked.state)
    of = _translation(asked.state, query)
    numbers = [*code.numbers(of.edition)] if of else []
    wanted = code.outline.scheme.law_number(query.get("law", ""))
    number = wanted if wanted in numbers else None
    now = query.get("now", "")
    found = [
        each
        for law in ((number,) if number else numbers)
        for each in (_reviewed(asked.state, of, law) if of else ())
        if now in ("", each.state)
    ]
    shown, pages = asked.paged(found, _ON_PAGE)
    rows = [(each, _shown(each), code.outline.scheme.write(each.address)) for each in shown]
    return desk.answer(
        asked,
        "states.html",
        asked.site.gettext("States"),
        error,
        translations=translations,
        of=of,
        laws=[(str(each), asked.site.law_name(each)) for each in numbers],
        law=str(number or ""),
        now=now,
        rows=rows,
        all=len(found),
        pages=pages,
        states=REVIEW_STATES,
        shown=" ".join(f"{written}={digest}" for _, digest, written in rows),
    )


def decide_on_states(desk: Desk, asked: Asked) -> Decided:
    """Record a state for the chosen provisions, or for all that the page showed."""
    form = asked.form
    laws = {law_of(asked.state, written) for written in _chosen(form)}
    law = next(iter(laws)) if len(laws) == 1 else ""
    about = About(form.get("edition", ""), form.get("language", ""), "", law)
    return desk.decide(asked, partial(_states, form, asked.author), about)


def _chosen(form: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen places of a form, each with the hash of what was shown."""
    if form.get("which") == "all":
        pairs = (each.rpartition("=") for each in form.get("shown", "").split(" ") if each)
        return {written: digest for written, _, digest in pairs}
    return {key.removeprefix(_AT): form[key] for key in form if key.startswith(_AT)}


def _translations(state: State) -> list[tuple[str, str, str]]:
    """Return edition, tag and name of each translation."""
    outline = state.code.outline
    return [
        (each.edition, each.language, outline.language(each.language).name)
        for each in outline.expressions
        if each.language != outline.authoritative
    ]


def _translation(state: State, asked: Mapping[str, str]) -> Translation | None:
    known = [(edition, tag) for edition, tag, _ in _translations(state)]
    named = (asked.get("edition", ""), asked.get("language", ""))
    if named not in known and "of" in asked:  # of the list of the page
        edition, _, tag = asked["of"].partition(" ")
        named = (edition, tag)
    found = named if named in known else next(iter(known), None)
    return Translation(found[0], state.code.outline.authoritative, found[1]) if found else None


def _reviewed(state: State, of: Translation, number: Ordinal) -> list[ReviewedProvision]:
    """Return the provisions of a law that have a state of their own."""
    reviews = state.content.editorial.reviews
    return [each for each in reviewed_law(state.code, of, number, reviews) if each.pairs]


def _shown(reviewed: ReviewedProvision) -> str:
    """Return a hash of what the page shows of a provision."""
    return texts_digest([*texts_hashes(reviewed.pairs)])


def _states(form: Mapping[str, str], author: str, state: State) -> Decision:
    wanted: ReviewState | None = next((e for e in REVIEW_STATES if e == form.get("state")), None)
    if wanted is None:
        told = say("is no state of a translation")
        raise LawkbError(form.get("state", ""), told, say("choose one of the list"))
    of, scheme = _translation(state, form), state.code.outline.scheme
    chosen = _chosen(form)
    if of is None or not chosen:
        raise LawkbError("", say("nothing is chosen"), say("choose provisions, then record"))
    laws = dict.fromkeys(scheme.read(written).law for written in chosen)
    reviewed = (each for number in laws for each in _reviewed(state, of, number))
    held = {scheme.write(each.address): each for each in reviewed}
    for written, digest in chosen.items():
        if written not in held or _shown(held[written]) != digest:
            raise _changed_since(written)
    places = [held[written].address for written in chosen]
    signed = (author, date.today().isoformat())
    made = set_review_state(
        state.code, state.content.editorial.reviews, (of, places), wanted, signed
    )
    only = {scheme.write(each) for each in places}
    # What is in a chosen provision and was not chosen itself stays as it is.
    added = [each for each in made.added if dict(each.values)["address"] in only]
    removed = [each for each in made.removed if dict(each.values)["address"] in only]
    what = f"Mark {len(places)} provisions ({of.target}) as {wanted}"
    return new_decision("review", what if len(places) > 1 else made.what, added, removed)


# ---- words


@dataclass(frozen=True, slots=True)
class _Search:
    """Words to look for in the texts of a language, and those to put in their place."""

    edition: str
    language: str  # BCP 47 tag
    law: Ordinal | None  # number of the only law to look at
    find: str
    new: str
    pattern: re.Pattern[str] | None  # None as long as nothing is asked for


@dataclass(frozen=True, slots=True)
class _Found:
    """A text that has the words."""

    address: Address
    key: str  # address and name of the text, as forms of provisions have it: `20E heading`
    part: str
    before: str  # the text with its inline codes
    after: str  # the same with the words replaced; as before if that cannot be done
    times: int

    @property
    def digest(self) -> str:
        """Return a hash of the text as it is."""
        return texts_digest([self.before])


def show_replacement(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the form to look for words, and each place with what would become of it."""
    state = asked.state
    taken = next((each for each in state.proposals if is_asked_for(asked, each)), None)
    query = {**asked.request.query_params, **(sent_form(taken) if taken else {})}
    search = _search(query, asked)
    places = [*_places(state, search)] if search.pattern else []
    expressions = [
        (edition, tag, state.code.outline.language(tag).name) for edition, tag in _texts(asked)
    ]
    of = (search.edition, search.language)
    proposed = [
        (each, sent_form(each)) for each in state.proposals if (each.edition, each.language) == of
    ]
    because = reason_of(asked.site, _proposed_reason(search), "").reason
    return desk.answer(
        asked,
        "replace.html",
        asked.site.gettext("Search and replace"),
        error,
        search=search,
        asked={name: query.get(name, "") for name in ("case", "whole", "proposal")},
        expressions=expressions,
        laws=[(str(n), asked.site.law_name(n)) for n in state.code.numbers(search.edition)],
        law=str(search.law or ""),
        places=[_view(asked, each, proposed, taken) for each in places[:MOST_PLACES]],
        more=max(0, len(places) - MOST_PLACES),
        reason=asked.form.get("reason", "") or because,
        proposed=because,
    )


def decide_on_replacement(desk: Desk, asked: Asked) -> Decided:
    """Replace the words at the chosen places."""
    form = asked.form
    about = About(form.get("edition", ""), form.get("language", ""))
    return desk.decide(asked, partial(_replacement, asked), about)


def _proposed_reason(search: _Search) -> Message:
    return say("%(old)s replaced by %(new)s", old=search.find, new=search.new or "–")


def _view(
    asked: Asked,
    found: _Found,
    proposals: Iterable[tuple[Proposal, Mapping[str, str]]],
    taken: Proposal | None,
) -> SimpleNamespace:
    """Return a place as the page shows it; what somebody proposes already is not ticked again.

    Args:
        asked: The request.
        found: The place.
        proposals: The proposals for the texts that were searched, each with its form.
        taken: The proposal whose places are chosen from; None for none.
    """
    field = f"{_AT}{found.key}"
    proposed = [each for each, form in proposals if form.get(field) == found.digest]
    return SimpleNamespace(
        found=found,
        field=field,
        name=asked.site.name(found.address),
        pieces=word_diff(found.before, found.after),
        possible=found.after != found.before,
        proposed_by=[each.author for each in proposed if each is not taken],
        ticked=taken in proposed if taken else not proposed,
    )


def _texts(asked: Asked) -> list[tuple[str, str]]:
    """Return edition and tag of the texts to search: for who translates, the translations."""
    outline = asked.state.code.outline
    listed = [(each.edition, each.language) for each in outline.expressions]
    translated = [each for each in listed if each[1] != outline.authoritative]
    return listed if asked.editor.reviews or not translated else translated


def _search(form: Mapping[str, str], asked: Asked) -> _Search:
    outline, known = asked.state.code.outline, _texts(asked)
    edition, _, tag = form.get("of", "").partition(" ")
    named = (form.get("edition", edition), form.get("language", tag))
    first = next((each for each in known if each[1] != outline.authoritative), known[0])
    edition, tag = named if named in known else first
    find, new = (
        " ".join(normalized("NFC", without_controls(form.get(name, ""))).split())[:LONGEST_WORDS]
        for name in ("find", "new")
    )
    pattern = None
    if find:
        words = re.escape(find).replace(r"\ ", r"\s+")
        whole = rf"(?<!\w){words}(?!\w)" if form.get("whole") else words
        pattern = re.compile(whole, 0 if form.get("case") else re.IGNORECASE)
    law = outline.scheme.law_number(form.get("law", ""))
    return _Search(edition, tag, law, find, new, pattern)


def _places(state: State, search: _Search) -> Iterator[_Found]:
    scheme = state.code.outline.scheme
    for number in state.code.numbers(search.edition):
        law = state.code.law(search.edition, search.language, number)
        if law is None or search.law not in (None, number):
            continue
        for provision in law.provisions():
            for part, text in texts_of(provision, scheme).items():
                if found := _replaced(text, search):
                    key = f"{scheme.write(provision.address)} {part}".rstrip()
                    yield _Found(provision.address, key, part, text.shown, *found)


def _replaced(text: Text, search: _Search) -> tuple[str, int] | None:
    """Return a text with the words replaced, and how often it has them; None without them.

    Words with the mark of a note or emphasis between them stay: nobody could say where it belongs.
    """
    assert search.pattern
    spans = [found.span() for found in search.pattern.finditer(text.words)]
    if not spans:
        return None
    words, codes = text.words, text.codes
    for start, end in reversed(spans):
        if any(start < code.at < end for code in codes):
            continue
        new = _as_written(search, words[start:end])
        words = words[:start] + new + words[end:]
        grown = len(new) - (end - start)
        codes = tuple(
            replace(code, at=code.at + grown) if code.at >= end else code for code in codes
        )
    return with_inline_codes(words, codes), len(spans)


def _as_written(search: _Search, found: str) -> str:
    """Return the new words with a capital where those that they replace have one."""
    capital = found[0].isupper() and not search.find[0].isupper()
    return search.new[:1].upper() + search.new[1:] if capital else search.new


def _replacement(asked: Asked, state: State) -> Decision:
    form = asked.form
    search, chosen = _search(form, asked), _chosen(form)
    if not search.pattern or not chosen:
        raise LawkbError("", say("nothing is chosen"), say("choose places, then replace"))
    reason = " ".join(without_controls(form.get("reason", "")).split())
    if not reason:
        raise LawkbError("", say("there is no reason"), say("say why the text is changed"))
    found = {each.key: each for each in _places(state, search)}
    texts: dict[Address, dict[str, str]] = {}
    for key, digest in chosen.items():
        if key not in found or found[key].digest != digest:
            raise _changed_since(key)
        texts.setdefault(found[key].address, {})[found[key].part] = found[key].after
    why = _proposed_reason(search) if reason == form.get("proposed") else reason
    settled = next((each for each in state.proposals if each.id == form.get("proposal")), None)
    author = settled.author if settled else asked.author  # of places of a colleague's proposal
    cause = reason_of(asked.site, why, author, "lawkb desk, replacement")
    made = [
        correct_texts(
            state.code,
            state.patches,
            (search.edition, search.language, address),
            parts,
            cause,
        )
        for address, parts in texts.items()
    ]
    places = f"{len(chosen)} places" if len(chosen) > 1 else "one place"
    what = f"Replace «{search.find}» by «{search.new}» at {places} ({search.language})"
    return joined_corrections(made, what)
