"""Decisions as the desk's pages show them: what was decided, by whom, and whether to undo it.

Their page has the newest first, each with its undo. Of a correction by one click, what one may
overlook is said in words: letters that look alike, signs.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice, takewhile
from types import SimpleNamespace
from typing import TYPE_CHECKING

from msgspec import convert
from starlette.responses import Response

from lawkb.corpus import decision_files, glossary
from lawkb.corpus.decision_files import BY_RULE, FROM_FILE, DecisionReason, Proposal
from lawkb.corpus.entries import Entry
from lawkb.editorial.decisions import Decision
from lawkb.editorial.teamwork import sent_form
from lawkb.errors import LawkbError
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Ordinal
from lawkb.model.finding import Message, read_message, say, written_message
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.strings import written_date
from lawkb.publish.urls import Place
from lawkb.publish.views.finding_words import Words, localized_message, rule_title
from lawkb.server.desk.access import desk_path, term_place
from lawkb.server.desk.workspace import About, Decided, clock_time, is_there

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

_SIGNS = frozenset(".,;:·!?-–—’'\"«»()[] ")


def fix_words(old: str, new: str) -> SimpleNamespace:
    """Return the words of a correction, with what one may overlook in them.

    Its ``letters`` are those that a letter of another script replaces, each as script and letter,
    then script and letter of the new one: ``LATIN``, ``B``, ``GREEK``, ``Β``. It has the sign that
    is ``removed`` or ``added``, if nothing else changes.
    """
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    gone, came = old[start : len(old) - end], new[start : len(new) - end]
    return SimpleNamespace(
        old=old,
        new=new,
        letters=_letters(old, new),
        removed=gone if gone in _SIGNS and not came else "",
        added=came if came in _SIGNS and not gone else "",
    )


def _same(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their start."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _letters(old: str, new: str) -> tuple[tuple[str, str, str, str], ...]:
    if len(old) != len(new):
        return ()
    pairs = dict.fromkeys((a, b) for a, b in zip(old, new, strict=True) if a != b)
    found = tuple((_script(a), a, _script(b), b) for a, b in pairs)
    return found if all(a and b and a != b for a, _, b, _ in found) else ()


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""


_OF_TEXTS = ("correction", "translation", "import")  # decisions that resolve findings
_MOST_CHANGES = 3  # shown of a decision

# What a decision is called, by its kind and whether it adds, changes or removes entries.
_TITLES = {
    ("correction", "added"): say("Correction"),
    ("correction", "changed"): say("Correction"),
    ("correction", "removed"): say("Correction taken back"),
    ("acceptance", "added"): say("Acceptance of a finding"),
    ("acceptance", "changed"): say("Renewed acceptance of a finding"),
    ("acceptance", "removed"): say("End of the acceptance of a finding"),
    ("review", "added"): say("State of the translation"),
    ("review", "changed"): say("State of the translation"),
    ("review", "removed"): say("State of the translation removed"),
    ("comment", "added"): say("Decision on a comment"),
    ("comment", "changed"): say("Decision on a comment"),
    ("comment", "removed"): say("Decision on a comment taken back"),
    ("term", "added"): say("New term"),
    ("term", "changed"): say("Changed term"),
    ("term", "removed"): say("Removed term"),
    ("translation", "added"): say("Translation of a law"),
    ("translation", "changed"): say("Translation of a law"),
    ("translation", "removed"): say("Translation of a law removed"),
    ("discussion", "added"): say("Comment for colleagues"),
    ("discussion", "changed"): say("Comment for colleagues"),
    ("discussion", "removed"): say("Comment for colleagues taken back"),
    ("proposal", "added"): say("Proposal, to be decided by a reviewer"),
    ("proposal", "changed"): say("Proposal made anew"),
    ("proposal", "returned"): say("Proposal sent back"),
    ("proposal", "removed"): say("Proposal taken back"),
    ("import", "added"): say("Import of a file"),
    ("import", "changed"): say("Import of a file"),
    ("import", "removed"): say("Import of a file taken back"),
}
_Values = Mapping[str, str]
_Key = tuple[str, frozenset[tuple[str, str]]]  # as ``State.written`` has an entry
_MOST = 200  # decisions on their page


@dataclass(frozen=True, slots=True)
class Change:
    """What a decision changes at one place."""

    # `text`, `heading`, `title`, `note` or `complete` of a correction; `finding`, `state`,
    # `comment` or `term`.
    kind: str
    # BCP 47 tag and words: the provision as the language of the reader writes it; or the term.
    name: tuple[str, str]
    place: Place | None = None  # its page at the desk; None if it is not there
    language: str = ""  # BCP 47 tag of the text; empty for a term.
    # Old and new words, each with their BCP 47 tag.
    diffs: tuple[tuple[str, tuple[DiffPiece, ...]], ...] = ()
    states: tuple[str, str] = ("", "")  # state before and after; empty where there is none
    rule: tuple[str, str] = ("", "")  # BCP 47 tag and title of the rule of a finding.
    reason: Words = ()  # why, as pairs of tag and words


def undo_of(decided: Decided, above: Decided | None, written: Set[_Key]) -> SimpleNamespace | None:
    """Return what of the undo of a decision is offered; None where it was undone, or is an undo.

    It ``works``; or it waits for the later decision that is ``above``, with its ``time``; or what
    was decided is not in the files any more, of which ``written`` has the entries.
    """
    if decided.undone or decided.undoes:
        return None
    return SimpleNamespace(
        works=above is None and is_there(decided.decision, written),
        above=above,
        time=clock_time(above.time) if above else "",
    )


def decision_line(
    site: LocalizedSite,
    decided: Decided,
    undo: SimpleNamespace | None,
    again: bool = False,
    here: Place | None = None,
) -> SimpleNamespace:
    """Return a decision as a page shows it: its first changes, and how to take it back.

    Args:
        site: The site in the language of the reader.
        decided: The decision.
        undo: What ``undo_of`` returned.
        again: Whether it is an undo, and what it took back can be made again.
        here: The page of a provision; what changed there comes first.
    """
    decision = decided.decision
    changes = list(_changes(site, decision, decided.about))
    changes.sort(key=lambda each: here is not None and each.place != here)
    proposals = [
        dict(each.values)
        for each in decision.removed
        if not _is_of_kind(each, decision) and not decided.undoes
    ]
    return SimpleNamespace(
        decided=decided,
        undo=undo,
        again=again,
        title=site.gettext(_TITLES[decision.kind, _action(decision, bool(decided.undoes))]),
        source=_imported_file(decision),
        changes=changes[:_MOST_CHANGES],
        more=max(0, len(changes) - _MOST_CHANGES),
        written=written_date(local_time(decided.time), site.language.code),
        proposed_by=next((e["author"] for e in proposals if e["author"] != decided.author), ""),
        # How many findings it resolved, as far as the log says that.
        resolved=decided.settled - len(proposals) if decision.kind in _OF_TEXTS else 0,
        entries=entries_of(decision),
        about=None if changes else _about(site, decided.about),
    )


def local_time(time: str) -> str:
    """Return a time in UTC by the clock of this machine, without its zone."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%dT%H:%M")


def reason_of(site: LocalizedSite, why: str, author: str, origin: str = "") -> DecisionReason:
    """Return the reason of a decision of today; a sentence of lawkb stays one for every reader."""
    today = date.today().isoformat()
    if not isinstance(why, Message):
        return DecisionReason(why, author, today, origin)
    words = "".join(words for _, words in _sentence(site, why))
    said = written_message(why, site.code.outline.scheme.write)
    return DecisionReason(" ".join(words.split()), author, today, origin, said)


def _sentence(site: LocalizedSite, message: Message) -> Words:
    return localized_message(site, message, site.code.outline.languages)


def reason_words(site: LocalizedSite, reason: str, origin: str, said: str) -> Words:
    """Return why a text was corrected, in the language of the reader where lawkb has said it.

    For what a rule corrected, it is the title of the rule.
    """
    if origin.startswith(BY_RULE):
        return (rule_title(site, origin.removeprefix(BY_RULE)),)
    if said and (message := read_message(said, site.code.outline.scheme.read)):
        return _sentence(site, message)
    return (("", reason),) if reason else ()


def _action(decision: Decision, undoes: bool) -> str:
    """Return what a decision does, or of an undo, what the decision did that it takes back."""
    gone = [each for each in decision.removed if _is_of_kind(each, decision)]
    came = [each for each in decision.added if _is_of_kind(each, decision)]
    added, removed = came or decision.pages, gone or decision.removed_pages
    if undoes:
        added, removed = removed, added
    new = gone if undoes else came
    if decision.kind == "proposal" and any(("state", "returned") in each.values for each in new):
        return "returned"
    return "changed" if added and removed else "removed" if removed else "added"


def _is_of_kind(entry: Entry, decision: Decision) -> bool:
    """Return whether an entry is what a decision is about, not the proposal that it settles."""
    return decision.kind == "proposal" or entry.file != decision_files.PROPOSALS


def _imported_file(decision: Decision) -> str:
    if decision.kind != "import":
        return ""
    origins = (dict(each.values).get("origin", "") for each in (*decision.added, *decision.removed))
    return next(
        (each.removeprefix(FROM_FILE) for each in origins if each.startswith(FROM_FILE)), ""
    )


def _about(site: LocalizedSite, about: About) -> tuple[str, Place] | None:
    number = site.code.outline.scheme.law_number(about.law)
    if not number:
        return None
    tag = site.language.code
    path = desk_path(tag, "translate", about.edition, about.language, about.law)
    return site.law_name(number), Place(path)


def _changes(site: LocalizedSite, decision: Decision, about: About) -> Iterator[Change]:
    """Yield the changes of a decision; an entry in the place of another is one change."""
    removed, added = (
        [each for each in _said(entries) if _is_of_kind(each, decision)]
        for entries in (decision.removed, decision.added)
    )
    gone: defaultdict[tuple[str, ...], list[_Values]] = defaultdict(list)
    for each in removed:
        gone[_place_of(each)].append(dict(each.values))
    for each in added:
        same = gone[_place_of(each)]
        yield _KINDS.get(each.file, _of_patch)(
            site, about, same.pop(0) if same else {}, dict(each.values)
        )
    files = {_place_of(each): each.file for each in removed}
    for key, left in gone.items():
        for values in left:
            yield _KINDS.get(files[key], _of_patch)(site, about, values, {})


def _said(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that say something of a text or term, not those about pages of sources."""
    return [each for each in entries if each.file in _KINDS or each.file.startswith("patches/")]


def _place_of(entry: Entry) -> tuple[str, ...]:
    """Return what two entries have in common of which one takes the place of the other."""
    values = dict(entry.values)
    names = ("page", "language", "place", "field", "old", "fingerprint", "edition", "address", "id")
    return entry.file, *(values.get(name, "") for name in names)


def _of_patch(site: LocalizedSite, about: About, before: _Values, after: _Values) -> Change:
    one = after or before
    field, tag = one.get("field", ""), one.get("language", "")
    old = before.get("new", "") if before else one.get("old", "")
    new = after.get("new", "") if after else one.get("old", "")
    address = site.code.outline.scheme.read(one["place"])
    edition = about.edition or _edition(site, one.get("page", ""), tag, address.law)
    if field == "complete":
        old = new = one.get("old", "")
    kind = "title" if field == "heading" and not address.depth else field
    name, place = _named(site, edition, tag, one["place"])
    reason = reason_words(site, one.get("reason", ""), one.get("origin", ""), one.get("said", ""))
    return Change(kind, name, place, tag, ((tag, word_diff(old, new)),), reason=reason)


def _of_waiver(site: LocalizedSite, _: About, before: _Values, after: _Values) -> Change:
    one = after or before
    tag = one.get("language", "")
    name, place = _named(site, one.get("edition", ""), tag, one.get("place", ""))
    rule = rule_title(site, one.get("rule", ""))
    return Change("finding", name, place, tag, rule=rule, reason=(("", one.get("reason", "")),))


def _of_review(site: LocalizedSite, _: About, before: _Values, after: _Values) -> Change:
    one = after or before
    tag = one.get("language", "")
    name, place = _named(site, one.get("edition", ""), tag, one.get("address", ""))
    states = before.get("state", ""), after.get("state", "")
    return Change("state", name, place, tag, states=states)


def _of_comment(site: LocalizedSite, about: About, before: _Values, after: _Values) -> Change:
    one = after or before
    name, place = _named(site, about.edition, about.language, about.address)
    states = before.get("status", ""), after.get("status", "")
    reason = (("", one.get("reason", "")),)
    return Change("comment", name, place, about.language, states=states, reason=reason)


def _of_term(site: LocalizedSite, _: About, before: _Values, after: _Values) -> Change:
    one, outline = after or before, site.code.outline
    term = one.get(outline.authoritative, "")
    tags = [each.code for each in outline.languages if each.code != outline.authoritative]
    diffs = tuple(
        (tag, word_diff(before.get(tag, ""), after.get(tag, "")))
        for tag in tags
        if before.get(tag) or after.get(tag)
    )
    states = before.get("status", ""), after.get("status", "")
    note = (("", one["note"]),) if one.get("note") else ()
    place = term_place(site.language.code, site.terms.ids.get(term, ""))
    name = outline.authoritative, term
    return Change("term", name, place, diffs=diffs, states=states, reason=note)


def _of_remark(site: LocalizedSite, _: About, before: _Values, after: _Values) -> Change:
    one = after or before
    name, place = _named(
        site, one.get("edition", ""), one.get("language", ""), one.get("place", "")
    )
    said = (("", one["text"]),) if one.get("text") else ()
    states = before.get("state", ""), after.get("state", "")
    return Change("thread", name, place, one.get("language", ""), states=states, reason=said)


def _of_proposal(site: LocalizedSite, _: About, before: _Values, after: _Values) -> Change:
    one = convert(after or before, Proposal)
    title, about = _proposed(site, one)
    name, place = _named(site, one.edition, one.language, one.place)
    if about:
        terms = Place(desk_path(site.language.code, "terms"))
        name, place = ("", about), terms if one.page.startswith("terms/") else None
    word = (("", one.word),) if one.word and after else ()  # a withdrawn one is its author's
    return Change("proposal", name, place, one.language, rule=(one.author, title), reason=word)


_KINDS: Mapping[str, Callable[[LocalizedSite, About, _Values, _Values], Change]] = {
    decision_files.WAIVERS: _of_waiver,
    decision_files.REVIEWS: _of_review,
    decision_files.SETTLEMENTS: _of_comment,
    decision_files.DISCUSSION: _of_remark,
    decision_files.PROPOSALS: _of_proposal,
    glossary.FILE: _of_term,
}


def _edition(site: LocalizedSite, page: str, language: str, number: Ordinal) -> str:
    """Return the edition of a law by its page; empty if it is not there."""
    code = site.code
    laws = (code.law(each.id, language, number) for each in code.outline.editions)
    return next((each.edition for each in laws if each and each.origin.page == page), "")


def _named(
    site: LocalizedSite, edition: str, language: str, written: str
) -> tuple[tuple[str, str], Place | None]:
    """Return a provision in the language of the reader, with its page at the desk if it is there.

    Without an address it is the whole code.
    """
    tag = site.language.code
    if not written:
        place = Place(desk_path(tag, edition, language, "code")) if edition and language else None
        return (tag, site.gettext("the whole code")), place
    address = site.code.outline.scheme.read(written)
    law = site.code.law(edition, language, address.law)
    name = site.name(address) if address.depth else site.law_name(address.law)
    held = law is not None and law.find(address) is not None
    return (tag, name), Place(desk_path(tag, edition, language, written)) if held else None


def proposal_line(
    site: LocalizedSite, proposal: Proposal, decision: Decision | None, about: About
) -> SimpleNamespace:
    """Return what a proposal would decide, with its first changes; these only if it still can."""
    changes = [*_changes(site, decision, about)] if decision else []
    return SimpleNamespace(
        title=proposal_title(site, proposal),
        changes=changes[:_MOST],  # a reviewer accepts nothing unseen
        more=max(0, len(changes) - _MOST),
        about=None if changes else _about(site, about),
        source="",
    )


def proposal_title(site: LocalizedSite, proposal: Proposal) -> str:
    """Return what a proposal is called: as the decision that it would be, with its term or file."""
    title, about = _proposed(site, proposal)
    return f"{title}: {about}" if about else title


def _proposed(site: LocalizedSite, proposal: Proposal) -> tuple[str, str]:
    """Return what a proposal is called, and its term or file; empty where it is of a text."""
    form = sent_form(proposal)
    if "content" in form:
        return site.gettext("Import of a file"), form.get("name", "")
    if "find" in form:
        return site.gettext("Search and replace"), f"{form['find']} → {form.get('new') or '–'}"
    action = "removed" if form.get("do") == "remove" else "changed" if form.get("row") else "added"
    title = _TITLES.get((proposal.kind, action))
    about = form.get("term", "") if proposal.kind == "term" else ""
    return (site.gettext(title) if title else proposal.kind), about


_UNSAID = frozenset({"id", "form", "page", "said", "fingerprint", "hash", "hashes", "base"})


def entries_of(decision: Decision) -> list[tuple[list[tuple[str, str]], bool]]:
    """Return the entries that a decision writes, each with whether it adds it.

    What only the program reads in them is left out.
    """
    both = [(each, True) for each in decision.added] + [(each, False) for each in decision.removed]
    return [
        ([(key, value) for key, value in each.values if value and key not in _UNSAID], added)
        for each, added in both
        if _is_of_kind(each, decision)
    ]


def show_decisions(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the decisions made at the desk."""
    log = desk.workspace.log
    return desk.answer(
        asked,
        "decisions.html",
        asked.site.gettext("Decisions"),
        error,
        lines=desk.lines(asked, islice(log.with_later_ones(), _MOST)),
        more=max(0, len(log.newest_first()) - _MOST),
    )
