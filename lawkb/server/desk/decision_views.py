"""Decisions as the desk's pages show them: what was decided, by whom, and whether to undo it.

Their page has the newest first, each with its undo. Of a correction by one click, what one may
overlook is said in words: letters that look alike, signs.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from lawkb.corpus import decision_files, glossary
from lawkb.corpus.entries import Entry
from lawkb.editorial.decisions import Decision
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Ordinal
from lawkb.model.finding import Finding, say
from lawkb.publish.strings import written_date
from lawkb.publish.urls import Place
from lawkb.publish.views.finding_words import Words, rule_title
from lawkb.server.desk.decision_log import About, Decided, DecisionLog
from lawkb.server.desk.frames import Localized, desk_path

_SIGNS = frozenset(".,;:·!?-–—’'\"«»()[] ")


@dataclass(frozen=True, slots=True)
class FixWords:
    """The words that a correction replaces."""

    old: str  # the words
    new: str  # those in their place
    # Letters that a letter of another script replaces, each as script and letter, then script and
    # letter of the new one: `LATIN`, `B`, `GREEK`, `Β`.
    letters: tuple[tuple[str, str, str, str], ...]
    removed: str  # the sign that goes, if nothing else changes; else empty
    added: str  # the sign that is added, if nothing else changes; else empty


def fix_words(finding: Finding) -> FixWords | None:
    """Return the words of the correction of a finding; None if it has none."""
    return words_of_fix(finding.fix.old, finding.fix.new) if finding.fix else None


def words_of_fix(old: str, new: str) -> FixWords:
    """Return the words of a correction, with what one may overlook in them."""
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    gone, came = old[start : len(old) - end], new[start : len(new) - end]
    return FixWords(
        old,
        new,
        _letters(old, new),
        gone if gone in _SIGNS and not came else "",
        came if came in _SIGNS and not gone else "",
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


_MOST_CHANGES = 3  # shown of a decision
_FIXED = "lawkb check --fix, rule "  # origin of a correction that a rule made
_FILE = "file "  # the same, of what was imported, before the name of the file

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
    ("import", "added"): say("Import of a file"),
    ("import", "changed"): say("Import of a file"),
    ("import", "removed"): say("Import of a file taken back"),
}
_Values = Mapping[str, str]


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
    removed: bool = False  # whether what the change says is no longer so


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """An entry that a decision added to a file, or removed from it."""

    file: str  # path below the corpus folder
    lines: tuple[tuple[str, str], ...]  # the entry as pairs of key and value
    added: bool  # whether it was added


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision."""

    id: str  # names it in the log
    kind: str  # What it is about: `correction`, `acceptance` …
    title: str  # what was decided, in the language of the reader
    source: str  # name of the file that was imported; empty for another decision
    changes: tuple[Change, ...]  # the first changes
    more: int  # number of other changes
    author: str  # by whom
    time: str  # when, ISO 8601
    written: str  # when, by the local clock, as the language of the reader writes it
    files: tuple[str, ...]  # the files that were written
    entries: tuple[WrittenEntry, ...]  # what was added and removed
    undone: bool  # whether it was taken back
    undoes: bool  # whether it takes another one back
    # Name and page of what it is about, where no change says it; else None.
    about: tuple[str, Place] | None


def decision_line(at: Localized, decided: Decided) -> DecisionLine:
    """Return a decision as a page shows it."""
    decision = decided.decision
    changes = tuple(_changes(at, decision, decided.about))
    return DecisionLine(
        id=decided.id,
        kind=decision.kind,
        title=at.site.gettext(_TITLES[decision.kind, _action(decision, bool(decided.undoes))]),
        source=_imported_file(decision),
        changes=changes[:_MOST_CHANGES],
        more=max(0, len(changes) - _MOST_CHANGES),
        author=decided.author,
        time=decided.time,
        written=written_date(_local(decided.time), at.site.language.code),
        files=decided.files,
        entries=entry_views(decision),
        undone=bool(decided.undone),
        undoes=bool(decided.undoes),
        about=None if changes else _about(at, decided.about),
    )


def _local(time: str) -> str:
    """Return a time in UTC by the clock of this machine, without its zone."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%dT%H:%M")


def reason_words(at: Localized, reason: str, origin: str) -> Words:
    """Return why a text was corrected; for what a rule corrected, the title of the rule."""
    if origin.startswith(_FIXED):
        return (rule_title(at.site, origin.removeprefix(_FIXED)),)
    return (("", reason),) if reason else ()


def _action(decision: Decision, undoes: bool) -> str:
    """Return what a decision does, or of an undo, what the decision did that it takes back."""
    added, removed = decision.added or decision.pages, decision.removed or decision.removed_pages
    if undoes:
        added, removed = removed, added
    return "changed" if added and removed else "removed" if removed else "added"


def _imported_file(decision: Decision) -> str:
    if decision.kind != "import":
        return ""
    origins = (dict(each.values).get("origin", "") for each in (*decision.added, *decision.removed))
    return next((each[len(_FILE) :] for each in origins if each.startswith(_FILE)), "")


def _about(at: Localized, about: About) -> tuple[str, Place] | None:
    number = at.site.code.outline.scheme.law_number(about.law)
    if not number:
        return None
    tag = at.site.language.code
    path = desk_path(tag, "translate", about.edition, about.language, about.law)
    return at.site.law_name(number), Place(path)


def _changes(at: Localized, decision: Decision, about: About) -> Iterator[Change]:
    """Yield the changes of a decision; an entry in the place of another is one change."""
    removed, added = _said(decision.removed), _said(decision.added)
    gone: defaultdict[tuple[str, ...], list[_Values]] = defaultdict(list)
    for each in removed:
        gone[_place_of(each)].append(dict(each.values))
    for each in added:
        same = gone[_place_of(each)]
        yield _change(at, about, each.file, same.pop(0) if same else {}, dict(each.values))
    files = {_place_of(each): each.file for each in removed}
    for key, left in gone.items():
        for values in left:
            yield _change(at, about, files[key], values, {})


def _said(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that say something of a text or term, not those about pages of sources."""
    return [each for each in entries if each.file in _KINDS or each.file.startswith("patches/")]


def _place_of(entry: Entry) -> tuple[str, ...]:
    """Return what two entries have in common of which one takes the place of the other."""
    values = dict(entry.values)
    names = ("page", "language", "place", "field", "old", "fingerprint", "edition", "address")
    return entry.file, *(values.get(name, "") for name in names)


def _change(at: Localized, about: About, file: str, before: _Values, after: _Values) -> Change:
    made = _KINDS.get(file, _of_patch)(at, about, before, after)
    return replace(made, removed=not after)


def _of_patch(at: Localized, about: About, before: _Values, after: _Values) -> Change:
    one = after or before
    field, tag = one.get("field", ""), one.get("language", "")
    old = before.get("new", "") if before else one.get("old", "")
    new = after.get("new", "") if after else one.get("old", "")
    address = at.site.code.outline.scheme.read(one["place"])
    edition = about.edition or _edition(at, one.get("page", ""), tag, address.law)
    if field == "complete":
        old = new = one.get("old", "")
    kind = "title" if field == "heading" and not address.depth else field
    name, place = _named(at, edition, tag, one["place"])
    reason = reason_words(at, one.get("reason", ""), one.get("origin", ""))
    return Change(kind, name, place, tag, ((tag, word_diff(old, new)),), reason=reason)


def _of_waiver(at: Localized, _: About, before: _Values, after: _Values) -> Change:
    one = after or before
    tag = one.get("language", "")
    name, place = _named(at, one.get("edition", ""), tag, one.get("place", ""))
    rule = rule_title(at.site, one.get("rule", ""))
    return Change("finding", name, place, tag, rule=rule, reason=(("", one.get("reason", "")),))


def _of_review(at: Localized, _: About, before: _Values, after: _Values) -> Change:
    one = after or before
    tag = one.get("language", "")
    name, place = _named(at, one.get("edition", ""), tag, one.get("address", ""))
    states = before.get("state", ""), after.get("state", "")
    return Change("state", name, place, tag, states=states)


def _of_comment(at: Localized, about: About, before: _Values, after: _Values) -> Change:
    one = after or before
    name, place = _named(at, about.edition, about.language, about.address)
    states = before.get("status", ""), after.get("status", "")
    reason = (("", one.get("reason", "")),)
    return Change("comment", name, place, about.language, states=states, reason=reason)


def _of_term(at: Localized, _: About, before: _Values, after: _Values) -> Change:
    one, outline = after or before, at.site.code.outline
    term = one.get(outline.authoritative, "")
    tags = [each.code for each in outline.languages if each.code != outline.authoritative]
    diffs = tuple(
        (tag, word_diff(before.get(tag, ""), after.get(tag, "")))
        for tag in tags
        if before.get(tag) or after.get(tag)
    )
    states = before.get("status", ""), after.get("status", "")
    note = (("", one["note"]),) if one.get("note") else ()
    path = desk_path(at.site.language.code, "terms")
    place = Place(path, at.site.terms.ids.get(term, ""))
    name = outline.authoritative, term
    return Change("term", name, place, diffs=diffs, states=states, reason=note)


_KINDS: Mapping[str, Callable[[Localized, About, _Values, _Values], Change]] = {
    decision_files.WAIVERS: _of_waiver,
    decision_files.REVIEWS: _of_review,
    decision_files.SETTLEMENTS: _of_comment,
    glossary.FILE: _of_term,
}


def _edition(at: Localized, page: str, language: str, number: Ordinal) -> str:
    """Return the edition of a law by its page; empty if it is not there."""
    code = at.site.code
    laws = (code.law(each.id, language, number) for each in code.outline.editions)
    return next((each.edition for each in laws if each and each.origin.page == page), "")


def _named(
    at: Localized, edition: str, language: str, written: str
) -> tuple[tuple[str, str], Place | None]:
    """Return a provision in the language of the reader, with its page at the desk if it is there.

    Without an address it is the whole code.
    """
    site = at.site
    tag = site.language.code
    if not written:
        place = Place(desk_path(tag, edition, language, "code")) if edition and language else None
        return (tag, site.gettext("the whole code")), place
    address = site.code.outline.scheme.read(written)
    law = site.code.law(edition, language, address.law)
    name = site.name(address) if address.depth else site.law_name(address.law)
    held = law is not None and law.find(address) is not None
    return (tag, name), Place(desk_path(tag, edition, language, written)) if held else None


def entry_views(decision: Decision) -> tuple[WrittenEntry, ...]:
    """Return what a decision adds to files and removes from them."""
    return (
        *(_written(each, True) for each in decision.added),
        *(_written(each, False) for each in decision.removed),
    )


def _written(entry: Entry, added: bool) -> WrittenEntry:
    return WrittenEntry(entry.file, entry.values, added)


_MOST = 200


@dataclass(frozen=True, slots=True)
class DecisionsView:
    """The decisions."""

    lines: tuple[DecisionLine, ...]  # the newest decisions
    more: int  # number of older ones
    queue: Place  # back to the queue
    done: DecisionLine | None  # the decision just made; None if there is none


def decisions_view(at: Localized, log: DecisionLog, done: Decided | None) -> DecisionsView:
    """Return the page of the decisions."""
    every = log.newest_first()
    return DecisionsView(
        tuple(decision_line(at, each) for each in every[:_MOST]),
        max(0, len(every) - _MOST),
        Place(desk_path(at.site.language.code)),
        decision_line(at, done) if done else None,
    )
