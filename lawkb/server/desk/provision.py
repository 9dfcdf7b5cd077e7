"""The page of a provision at the desk: both texts, what is open, and the fields to decide it.

The texts of its form are checked while they are edited; nothing is written. Where several are saved
at once, each correction has the reason that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as replace_asked
from datetime import date
from functools import partial
from itertools import islice
from types import SimpleNamespace
from urllib.parse import quote

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from lawkb.align.provisions import pair_provisions
from lawkb.align.translation_units import texts_of
from lawkb.checks.learning import read_law_pair
from lawkb.checks.term_uses import term_uses
from lawkb.corpus.decision_files import REVIEW_STATES, DecisionReason, SettledAs, comment_id
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import (
    Decision,
    decide_comment,
    joined_corrections,
    set_review_state,
    withdraw_comment_decision,
)
from lawkb.editorial.new_patches import PatchedText, patch_text
from lawkb.editorial.teamwork import sent_form
from lawkb.editorial.translation_progress import (
    ReviewedProvision,
    Translation,
    review_at,
    reviewed_law,
)
from lawkb.errors import LawkbError, without_controls
from lawkb.model.address import Address
from lawkb.model.finding import AddressText, Finding, Message, address_text, say
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import gaps_at, is_of
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.strings import written_date
from lawkb.publish.urls import Place, page_url
from lawkb.publish.views.comments import comment_view
from lawkb.publish.views.finding_words import Words, localized_message, quoted_languages
from lawkb.publish.views.law_history import history_place
from lawkb.server.desk.access import desk_path
from lawkb.server.desk.code_and_terms import on_finding
from lawkb.server.desk.decisions import reason_of, reason_words
from lawkb.server.desk.law_to_translate import is_made_here
from lawkb.server.desk.pages import Asked, Desk, name_of, place_at_desk
from lawkb.server.desk.queue import index_of, steps_at
from lawkb.server.desk.team import (
    comment,
    is_asked_for,
    proposal_for_fields,
    proposals_at,
    threads_at,
)
from lawkb.server.desk.texts import (
    FILLING,
    MINE,
    OF_NOTES,
    Changed,
    Merge,
    beside,
    by_colleagues,
    chosen,
    exhibits,
    fields_of,
    finding_kind,
    merge_text,
    merges,
    places_of_form,
    renderings_of,
    text_kind,
    typed_here,
    typed_texts,
)
from lawkb.server.desk.workspace import About, Decided, State, clock_time

Named = tuple[str, Place | None]
Notes = tuple[str, list[tuple[str, list[tuple[str, str]]]]]  # place; language: marks and notes
_MOST_LISTED = 12  # citing provisions, and decisions


def lead_from_site(desk: Desk, asked: Asked) -> Response:
    """Lead from a provision on the site to its page at the desk, in its first translation."""
    named, site = asked.request.path_params, asked.site
    edition, code = named["edition"], site.code
    number = code.outline.scheme.law_number(named["number"]) or 0
    tags = code.languages_of(edition, number)
    translations = [tag for tag in tags if tag != code.outline.authoritative]
    for tag in (*translations, *tags):
        law = code.law(edition, tag, number)
        for provision in law.provisions() if law else ():
            if (site.fragment(provision.address) or "-") == named["fragment"]:
                place = place_at_desk(site, edition, tag, provision.address)
                return RedirectResponse(f"/{page_url(place.path)}", 303)
    raise HTTPException(404, say("There is no such provision."))


def show_provision(
    desk: Desk,
    asked: Asked,
    error: LawkbError | None = None,
    changed: tuple[Merge, ...] = (),
    checked: SimpleNamespace | None = None,
    choice: str = "",
    rivals: tuple[Merge, ...] = (),
) -> Response:
    """Answer with the page of a provision, and the form as it was sent, if it was.

    Where a proposal is taken into the fields, nobody has saved it: what is chosen of texts that
    have changed meanwhile fills the fields.

    Args:
        desk: The desk.
        asked: The request.
        error: Why a decision was refused; None if it was not.
        changed: The texts that somebody else changed meanwhile.
        checked: What the checks say of the texts of the form; None if they were not asked.
        choice: Which of the texts that have changed meanwhile was taken into its field.
        rivals: What colleagues have proposed meanwhile for the texts of the form.
    """
    law, address = _place(asked)
    site, state, form = asked.site, asked.state, asked.form
    if taken := None if form else proposal_for_fields(asked, (law.edition, law.language, address)):
        sent = {**sent_form(taken), "proposal": taken.id, FILLING: "yes"}
        found_changed = merges(state, law, address, typed_here(sent, state, law, address))
        if is_asked_for(asked, taken) or not found_changed:
            form, changed = sent, found_changed
    settled = next((e for e in state.proposals if e.id == form.get("proposal")), None)
    filling = settled if FILLING in form else None
    typed = {k: text for k, (_, text) in typed_here(form, state, law, address).items()}
    typed |= {
        each.name: each.yours if each.merged is None else each.merged
        for each in changed
        if f"{MINE} {each.name}" not in form  # else it may have been edited since
    }
    other = beside(state, law)
    report = state.content.editorial.report
    of_law = report.by_law.get((law.edition, law.number), ()) if report else ()
    found = [each for each in of_law if each.address == address]
    here = [each for each in found if each.language == law.language]
    opened = [each for each in here if not each.waived]
    rest = [each for each in found if each.language != law.language and not each.waived]
    laws = [each for each in (other, law) if each]
    cites = _cites(asked, law, address)
    theirs = _cites(asked, other, address) if other else ()
    name = name_of(site, address)
    about = About(
        law.edition, law.language, site.code.outline.scheme.write(address), str(law.number)
    )
    proposed = _words(site, opened[0]) if opened else site.gettext("corrected at the desk")
    typed_reason = "" if form.get("reason") == form.get("proposed") else form.get("reason", "")
    proposals = proposals_at(desk, asked, (law.edition, law.language, address))
    decided = islice(desk.workspace.log.at(about, law.origin.page), _MOST_LISTED)
    own = place_at_desk(site, law.edition, law.language, address)
    return desk.answer(
        asked,
        "provision.html",
        f"{name} ({law.language}, {law.edition})",
        error,
        name=name,
        edition=law.edition,
        language=law.language,
        language_name=state.code.outline.language(law.language).name,
        other=other.language if other else "",
        law=site.place(law.edition, address),
        whole=law.root.address if address.depth else None,
        steps=steps_at(desk, asked, (law.edition, law.language, address)),
        findings=opened,
        elsewhere=dict.fromkeys(each.language for each in rest),
        address=address,
        missing=law.find(address) is None,
        waived=[each for each in here if each.waived],
        exhibits=exhibits(state, site, laws, address, [*opened, *rest]),
        notes=_notes(site, laws, address) if any(e.rule in OF_NOTES for e in opened) else [],
        fields=fields_of(state, site, (law, other, address), typed),
        merges=by_colleagues(desk.workspace.log, about, changed),
        reason=typed_reason or proposed,
        proposed=proposed,
        proposed_by=opened[0].fingerprint if opened else "",
        no_reason=error is not None and "reason" in form and not form["reason"].strip(),
        taken="taken" in asked.request.query_params,
        choice=choice,
        rivals=rivals,
        filling=filling,
        waits=next((e for e in proposals if e.own and e.one.state == "open"), None),
        origin=form.get("origin") or _origin(site, law),
        checked=checked,
        refused=error is not None and form.get("do") == "save",
        comments=_comments(site, law, address),
        threads=threads_at(asked, (about.edition, about.language, about.address)),
        proposals=proposals,
        proposal=form.get("proposal", ""),
        terms=checked.terms if checked else term_lines(state, site, law, address, here),
        cites=cites,
        only_other=[each for each in theirs if each not in cites],
        cited_by=_cited_by(asked, law, address),
        patches=_patches(asked, law, address),
        decisions=desk.lines(asked, decided, own),
        history=history_place(site, law.edition, law.number),
        review=review_of(state, site, law, address),
        states=REVIEW_STATES,
    )


def decide_on_provision(desk: Desk, asked: Asked) -> Decided | Response:
    """Do what the form of a provision asks for."""
    law, address = place = _place(asked)
    if asked.form.get("do") == "check":
        return show_provision(desk, asked, checked=_checked(desk, asked))
    page = quote(asked.request.url.path)
    if choice := chosen(asked.form):
        form, waiting = choice
        taken = asked.form["do"].partition(" ")[0]
        asked = replace_asked(asked, form=form)
        if FILLING in form and not waiting:
            waiting = merges(asked.state, law, address, typed_here(form, asked.state, law, address))
            return show_provision(desk, asked, changed=waiting, choice="" if waiting else taken)
        if waiting:
            return show_provision(desk, asked, changed=waiting)
        if all(base == text for base, text in typed_texts(form).values()):
            return RedirectResponse(f"{page}{asked.query(taken='yes')}#told", 303)
    written = asked.site.code.outline.scheme.write(address)
    about = About(law.edition, law.language, written, str(law.number))
    index = asked.request.query_params.get("at") or index_of(
        desk, asked, (law.edition, law.language, address)
    )
    try:
        made = desk.decide(asked, partial(_decision, asked, place), about)
    except Changed as changed:
        return show_provision(desk, desk.newest(asked), changed=changed.found)
    except _RivalsError as proposed:
        return show_provision(desk, desk.newest(asked), rivals=proposed.found)
    return RedirectResponse(f"{page}{asked.query(done=made.id, at=index, taken='')}#told", 303)


def check_provision(desk: Desk, asked: Asked) -> Response:
    """Answer with what the checks say of the texts in a form; nothing is written."""
    language = asked.request.path_params["language"]
    checked = _checked(desk, asked)
    return desk.answer(asked, "check_answer.html", "", checked=checked, language=language)


def _checked(desk: Desk, asked: Asked) -> SimpleNamespace:
    """Return what the checks say of the texts in a form.

    These are the findings, how many of the present ones are gone, why the texts cannot be saved so
    (empty if they can), the fields with their changes, and the terms looked for in these texts.
    """
    (law, address), state = _place(asked), asked.state
    typed = typed_here(asked.form, state, law, address)
    texts = {key: text for key, (_, text) in typed.items()}
    edited, why_not = edited_provision(state, law, address, texts)
    found = desk.workspace.edited_findings(law, edited)
    waived = {each.fingerprint for each in state.findings if each.waived}
    own = [each for each in found if each.address == address and each.fingerprint not in waived]
    names = {each.fingerprint for each in own}
    before = [
        each
        for each in state.findings
        if each.address == address and each.edition == law.edition and not each.waived
    ]
    edited_law = replace(law, root=law.root.with_provision(edited))
    return SimpleNamespace(
        findings=own,
        gone=sum(each.fingerprint not in names for each in before if each.rule != "waiver"),
        error=why_not,
        fields=fields_of(state, asked.site, (law, beside(state, law), address), texts),
        terms=term_lines(state, asked.site, edited_law, address, own),
    )


def _place(asked: Asked) -> tuple[Law, Address]:
    """Return the law and the address that the path names; another text alone may have the address.

    Raises:
        HTTPException: There is no such provision; status 404. Or the law is to be translated:
            status 303.
    """
    named = asked.request.path_params
    code, edition, language = asked.site.code, named["edition"], named["language"]
    try:
        address = code.outline.scheme.read(named["address"])
    except LawkbError as error:
        raise HTTPException(404, say("There is no such provision.")) from error
    law = code.law(edition, language, address.law)
    held = (code.law(edition, tag, address.law) for tag in code.languages_of(edition, address.law))
    if not any(each and each.find(address) for each in held):
        raise HTTPException(404, say("There is no such provision."))
    listed = [(each.edition, each.language) for each in code.outline.expressions]
    is_new = law is None or (is_made_here(asked.state, law) and law.find(address) is None)
    if is_new and (edition, language) in listed and language != code.outline.authoritative:
        number = code.outline.scheme.write(Address((address.law,)))
        path = desk_path(named["tag"], "translate", edition, language, number)
        raise HTTPException(303, headers={"Location": f"/{page_url(path)}{asked.query()}"})
    if law is None:
        raise HTTPException(404, say("There is no such provision."))
    return law, address


# ---- what is shown


def review_of(
    state: State, site: LocalizedSite, law: Law, address: Address
) -> SimpleNamespace | None:
    """Return the review state of a provision of a translation; None for an original.

    Its cause: a provision ``inside`` has the state, an editor has ``recorded`` it, words are
    missing (``incomplete``), the ``heading`` or another ``text`` is not translated, a text was
    ``changed`` since a state was recorded, or none was recorded (``new``).
    """
    original = state.code.outline.authoritative
    if law.language == original or not state.code.law(law.edition, original, law.number):
        return None
    reviews = state.content.editorial.reviews
    of = Translation(law.edition, original, law.language)
    reviewed = reviewed_law(state.code, of, law.number, reviews)
    found = next((each for each in reviewed if each.address == address), None)
    if found is None:
        return None
    review = review_at(reviews, of, address, state.code)
    if review is None or found.stale:
        inside = any(address.holds(each.address) for each in reviewed if each is not found)
        return SimpleNamespace(state=found.state, cause=_cause(found, inside))
    day = written_date(review.date, site.language.code)
    return SimpleNamespace(state=found.state, cause="recorded", author=review.author, written=day)


def _cause(found: ReviewedProvision, contains_others: bool) -> str:
    missing = [pair.part for pair in found.counted if pair.source and not pair.target]
    bare = found.lost_heading and len(missing) == len(found.pairs)
    if not found.pairs or (bare and contains_others):
        return "inside"
    if not found.complete:
        return "incomplete"
    if missing:
        return "heading" if missing == ["heading"] else "text"
    return "changed" if found.stale else "new"


def _notes(site: LocalizedSite, laws: Sequence[Law], address: Address) -> list[Notes]:
    """Return the notes of a provision; of all provisions of the law for the law itself."""
    noted = {e.address: None for law in laws for e in law.provisions() if e.notes}
    wanted = [place for place in noted if not address.depth or place == address]
    return [
        (site.name(place), [(law.language, _marked(law, place)) for law in laws])
        for place in wanted
    ]


def _marked(law: Law, address: Address) -> list[tuple[str, str]]:
    provision = law.find(address)
    return [(note.marker, note.text) for note in provision.notes] if provision else []


def _words(site: LocalizedSite, finding: Finding) -> str:
    """Return what a finding says, as the reason of a decision."""
    languages = quoted_languages(site, finding.edition, finding.address)
    return "".join(words for _, words in localized_message(site, finding.message, languages))


def _origin(site: LocalizedSite, law: Law) -> str:
    if law.language == site.code.outline.authoritative:
        return site.gettext("comparison with the official text")
    return site.gettext("comparison with the original")


def _comments(site: LocalizedSite, law: Law, address: Address) -> list[tuple[str, SimpleNamespace]]:
    """Return the readers' comments with their ids; those on no provision are of the law."""
    held = {each.address for each in law.provisions()}
    root = law.root.address
    return [
        (comment_id(law.origin.page, each), comment_view(site, law, each))
        for each in law.comments
        if (each.address if each.address in held else root) == address
    ]


def term_lines(
    state: State, site: LocalizedSite, law: Law, address: Address, found: Sequence[Finding]
) -> list[SimpleNamespace]:
    """Return the terms of the glossary in the original of a provision.

    Each has the words of the translation that render it, and whether a check misses them.

    Args:
        state: The corpus.
        site: The site in the language of the reader.
        law: The law with the texts as they are, or as they are being edited.
        address: The provision.
        found: The findings on these texts.
    """
    other = beside(state, law)
    if other is None:
        return []
    missing = {each.key for each in found if each.rule == "term-missing"}
    original = state.code.outline.authoritative
    ours, theirs = (law, other) if law.language == original else (other, law)
    laws = pair_provisions(ours, theirs)
    pairs = [each for each in read_law_pair(state.code, laws).texts if each.address == address]
    return [
        SimpleNamespace(
            original=original,
            language=theirs.language,
            term=use.term,
            renderings=renderings_of(use, theirs.language),
            found=dict.fromkeys(
                pair.translation.text[slice(*span)]
                for spans in use.found.values()
                for span in spans
            ),
            missing=use.term in missing,
            id=site.terms.ids.get(use.term, ""),
        )
        for pair in pairs
        for use in term_uses(pair, state.content.editorial.glossary)
    ]


def _cites(asked: Asked, law: Law, address: Address) -> tuple[Named, ...]:
    cited = asked.state.content.graph.cites(law.edition, address)
    return tuple(
        dict.fromkeys(
            (asked.site.name(each.reference.target), asked.site.place(each.target_edition, target))
            for each in cited
            if (target := each.reference.target) and each.language == law.language
        )
    )


def _cited_by(asked: Asked, law: Law, address: Address) -> tuple[Named, ...]:
    citing = asked.state.content.graph.cited_by(law.edition, address)
    found = dict.fromkeys((each.edition, each.citing) for each in citing)
    return tuple(
        (asked.site.name(place), asked.site.place(edition, place))
        for edition, place in [*found][:_MOST_LISTED]
    )


def _patches(asked: Asked, law: Law, address: Address) -> list[tuple[Patch, Words, str]]:
    """Return the corrections that a text has, each with why and when in the reader's language."""
    provision, tag = law.find(address), asked.site.language.code
    return [
        (
            each,
            reason_words(asked.site, each.reason, each.origin, each.said),
            written_date(each.date, tag),
        )
        for each in asked.state.patches
        if provision and is_of(each, law, provision)
    ]


# ---- its form


def _decision(asked: Asked, place: tuple[Law, Address], state: State) -> Decision:
    """Return the decision of the form of a provision.

    Raises:
        Changed: A text of the form was changed meanwhile.
        LawkbError: The form decides nothing that fits the newest state.
    """
    do = asked.form.get("do", "")
    if do == "save":
        return _correction(asked, place, state)
    if do == "review":
        return _review(asked, place, state)
    if do == "say":
        law, address = place
        written = state.code.outline.scheme.write(address)
        return comment(asked.form, asked.author, (law.edition, law.language, written), state)
    if do in ("applied", "rejected", "reopen"):
        return _on_comment(asked.form, asked.author, state)
    return on_finding(asked.form, asked.author, state)


def _correction(asked: Asked, place: tuple[Law, Address], state: State) -> Decision:
    known, address = place
    law = state.code.law(known.edition, known.language, known.number)
    if law is None:
        raise LawkbError(
            asked.form.get("do", ""), say("this law is gone"), say("load the queue again")
        )
    typed = typed_here(asked.form, state, law, address)
    found = merges(state, law, address, typed)
    if found:
        raise Changed(found)
    proposes = not (asked.editor.reviews or asked.proposal)
    if proposes and (others := _rivals(asked, law, typed, state)):
        raise _RivalsError(others)
    scheme = state.code.outline.scheme
    here = say("%(place)s", place=address_text(scheme.write(address), address))
    open_here = findings_on_form(state, law, address)
    reason = _reason(asked, open_here)
    if not reason:
        raise LawkbError(here, say("there is no reason"), say("say why the text is changed"))
    origin = asked.form.get("origin", "").strip() or "lawkb desk"
    changed = [
        (scheme.read(at), part, text)
        for key, (base, text) in typed.items()
        if text.strip() != base.strip()
        for at, _, part in [key.partition(" ")]
    ]
    if not changed:
        raise LawkbError(here, say("no text was changed"), say("change one, then save"))
    kinds = [(at, text_kind(part)) for at, part, _ in changed]
    reasons = reasons_of_texts(open_here, kinds, reason)
    together: dict[tuple[Address, str], dict[str, str]] = {}
    for at, part, text in changed:
        together.setdefault((at, reasons[at, text_kind(part)]), {})[part] = text
    author = _signed_by(asked, state, typed)
    made = [
        correct_texts(
            state.code,
            state.patches,
            (law.edition, law.language, at),
            texts,
            reason_of(asked.site, why, author, origin),
        )
        for (at, why), texts in together.items()
    ]
    if len(made) == 1:
        return made[0]
    names = ", ".join(dict.fromkeys(scheme.write(at) for at, _ in together))
    return joined_corrections(made, f"Correct {names} ({law.language}): {reason}")


class _RivalsError(Exception):
    """Colleagues have proposed other words for the texts of a form since it was opened."""

    def __init__(self, found: tuple[Merge, ...]) -> None:
        super().__init__()
        self.found = found


def _rivals(
    asked: Asked, law: Law, typed: Mapping[str, tuple[str, str]], state: State
) -> tuple[Merge, ...]:
    """Return what colleagues propose for the texts of a form, and its page did not show yet."""
    known = asked.form.get("shown", "").split()
    of = (law.edition, law.language)
    new = [
        each
        for each in state.proposals
        if (each.edition, each.language) == of
        and each.state == "open"
        and each.author != asked.editor.name
        and each.id not in known
    ]
    return tuple(
        Merge(key, base, theirs, yours, None, each.author, clock_time(each.time))
        for each in new
        for key, (_, theirs) in typed_texts(sent_form(each)).items()
        for base, yours in [typed.get(key, (theirs, theirs))]
        if base not in (theirs, yours)
    )


def _reason(asked: Asked, found: Sequence[Finding]) -> str:
    """Return the reason in a form: a sentence of lawkb where it was left as the page proposed it.

    That is what the finding says whose words were proposed, while it is open.

    Args:
        asked: The request.
        found: The open findings on the texts of the form.
    """
    sent = (without_controls(asked.form.get(name, "")) for name in ("reason", "proposed"))
    typed, proposed = (" ".join(words.split()) for words in sent)
    if not typed or typed != proposed:
        return typed
    of = asked.form.get("proposed-by", "")
    said = (
        each.message
        for each in found
        if each.fingerprint == of or " ".join(_words(asked.site, each).split()) == typed
    )
    return next(said, say("corrected at the desk"))


def _signed_by(asked: Asked, state: State, typed: Mapping[str, tuple[str, str]]) -> str:
    """Return who wrote the words of a form: the colleague whose proposal it has, or both merged."""
    id_ = asked.form.get("proposal", "")
    settled = next((each for each in state.proposals if each.id == id_), None)
    if settled is None:
        return asked.author
    theirs = typed_texts(sent_form(settled))
    for key, (base, text) in typed.items():
        first, words = theirs.get(key, (base, base))
        as_proposed = (words.strip(), (merge_text(key, first, base, words).merged or "").strip())
        if text.strip() != base.strip() and text.strip() not in as_proposed:
            return asked.author
    return settled.author


def _review(asked: Asked, place: tuple[Law, Address], state: State) -> Decision:
    law, address = place
    wanted = asked.form.get("state", "")
    known = next((each for each in REVIEW_STATES if each == wanted), None)
    if known is None:
        raise LawkbError(wanted, say("is no state of a translation"), say("choose one of the list"))
    original = state.code.outline.authoritative
    of = Translation(law.edition, original, law.language)
    reviews = state.content.editorial.reviews
    return set_review_state(
        state.code, reviews, (of, [address]), known, (asked.author, date.today().isoformat())
    )


def _on_comment(form: Mapping[str, str], author: str, state: State) -> Decision:
    comment, do = form.get("comment", ""), form.get("do", "")
    if do == "reopen":
        return withdraw_comment_decision(state.settlements, comment)
    laws = state.code.laws.values()
    ids = {comment_id(law.origin.page, each) for law in laws for each in law.comments}
    if comment not in ids:
        told = say("there is no such comment any more")
        raise LawkbError(comment, told, say("load the page again"))
    cause = DecisionReason(form.get("reason", "").strip(), author, date.today().isoformat())
    status: SettledAs = "applied" if do == "applied" else "rejected"
    return decide_comment(state.settlements, comment, status, cause)


_LOST = "heading-lost"
Kind = tuple[Address, str]  # a provision, and "heading", "note" or "text"


def findings_on_form(state: State, law: Law, address: Address) -> list[Finding]:
    """Return the open findings on the texts that are fields on the page of a provision."""
    places = {each.address for each in places_of_form(law, address)}
    own = (law.edition, law.language)
    return [
        each
        for each in state.findings
        if (each.edition, each.language) == own
        and not each.waived
        and (each.address in places or (each.rule == _LOST and each.address == law.root.address))
    ]


def reasons_of_texts(
    found: Sequence[Finding], kinds: Sequence[Kind], reason: str
) -> Mapping[Kind, str]:
    """Return the reason of each kind of changed texts.

    The typed reason is that of all texts. Where the editor has left it as the page proposed it,
    each text has what its own finding says, and one without a finding that of the page, unless
    another text saved with it has a finding.

    Args:
        found: The open findings on the texts of the form.
        kinds: The changed texts.
        reason: The reason in the form; a message where it was left.
    """
    own: dict[Kind, str] = {}
    for each in found:
        for place in _lost_headings(each):
            words = say("the source lost the heading of %(place)s", place=place)
            own.setdefault((place.address, "heading"), words)
        if each.address:
            own.setdefault((each.address, finding_kind(each)), each.message)
    if not isinstance(reason, Message):
        return dict.fromkeys(kinds, reason)
    other = say("supplied with the text") if any(kind in own for kind in kinds) else reason
    return {kind: own.get(kind, other) for kind in kinds}


def _lost_headings(finding: Finding) -> Iterator[AddressText]:
    """Yield the provisions whose headings the source lost, by a finding that names them."""
    said = finding.message
    if finding.rule == _LOST and isinstance(said, Message):
        places = said.values["places"]
        for each in places if isinstance(places, tuple) else ():
            if isinstance(each, AddressText):
                yield each


_TRIED = DecisionReason("", "", "")


def edited_provision(
    state: State, law: Law, address: Address, texts: Mapping[str, str]
) -> tuple[Provision, str]:
    """Return a provision with edited texts, and why one of them cannot be saved so, or "".

    On the page of a law, the headings inside it are edited, too.
    """
    scheme = state.code.outline.scheme
    root = law.find(address)
    assert root is not None
    why_not = ""
    for key, text in texts.items():
        name, _, part = key.partition(" ")
        at = scheme.read(name)
        provision = _inside(root, at)
        held = texts_of(provision, scheme).get(part) if provision else None
        if provision is None or text == (held.shown if held else ""):
            continue
        own = replace(law, root=root)
        made = patch_text(
            PatchedText(own, provision, part, gaps_at(state.patches, law, provision)),
            text,
            _TRIED,
            scheme,
        )
        if made.why_not and not why_not:
            place = address_text(name, at)
            why_not = say("%(place)s: %(why)s", place=place, why=made.why_not)
        root = root.with_provision(made.provision)
    return root, why_not


def _inside(root: Provision, address: Address) -> Provision | None:
    if root.address == address:
        return root
    children = (each for each in root.children if each.address.holds(address))
    return next((found for each in children if (found := _inside(each, address))), None)
