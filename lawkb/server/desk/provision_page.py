"""The page of a provision at the desk: both texts, what is open, and the fields to decide it.

The texts of its form are checked while they are edited; nothing is written. Where several are saved
at once, each correction has the reason that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Literal

from lawkb.align.provisions import pair_provisions
from lawkb.align.translation_units import texts_of
from lawkb.checks.learning import read_law_pair
from lawkb.checks.term_uses import term_uses
from lawkb.corpus.decision_files import REVIEW_STATES, ReviewState, comment_id
from lawkb.corpus.glossary import dictionary_form, written
from lawkb.editorial.findings import RULE as WAIVER
from lawkb.editorial.new_patches import DecisionReason, PatchedText, patch_text
from lawkb.editorial.translation_progress import ReviewedProvision, Translation, reviewed_law
from lawkb.model.address import Address
from lawkb.model.finding import Finding, address_text, say
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import gaps_at, is_of
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.strings import written_date
from lawkb.publish.urls import Place
from lawkb.publish.views.comments import comment_view
from lawkb.publish.views.finding_words import Words, finding_view
from lawkb.publish.views.law_history import history_place
from lawkb.server.desk.decision_log import About, Decided, DecisionLog
from lawkb.server.desk.decision_views import (
    DecisionLine,
    FixWords,
    decision_line,
    fix_words,
    reason_words,
)
from lawkb.server.desk.frames import Localized, desk_path
from lawkb.server.desk.texts import Exhibit, Field, Merge, exhibits, fields_of, places_of_form
from lawkb.server.desk.work import Filters, Work

if TYPE_CHECKING:
    from lawkb.server.desk.workspace import State, Workspace

Cause = Literal["inside", "recorded", "incomplete", "heading", "text", "changed", "new"]


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """A review state with its cause."""

    state: ReviewState  # the state
    # Why it is so: a provision `inside` has it, an editor has `recorded` it, words are missing
    # (`incomplete`), the `heading` or another `text` is not translated, a text was `changed` since
    # a state was recorded, or none was recorded (`new`).
    cause: Cause
    author: str = ""  # who recorded it; empty if nobody did
    written: str = ""  # when, as the language of the reader writes it


def review_of(state: State, site: LocalizedSite, law: Law, address: Address) -> ReviewLine | None:
    """Return the review state of a provision of a translation; None for an original."""
    original = state.code.outline.authoritative
    if law.language == original or not state.code.law(law.edition, original, law.number):
        return None
    reviews = state.content.editorial.reviews
    of = Translation(law.edition, original, law.language)
    reviewed = reviewed_law(state.code, of, law.number, reviews)
    found = next((each for each in reviewed if each.address == address), None)
    if found is None:
        return None
    review = reviews.get((law.edition, law.language, address))
    if review is None or found.stale:
        inside = any(address.holds(each.address) for each in reviewed if each is not found)
        return ReviewLine(found.state, _cause(found, inside))
    day = written_date(review.date, site.language.code)
    return ReviewLine(found.state, "recorded", review.author, day)


def _cause(found: ReviewedProvision, contains_others: bool) -> Cause:
    missing = [pair.part for pair in found.counted if pair.source and not pair.target]
    bare = found.lost_heading and len(missing) == len(found.pairs)
    if not found.pairs or (bare and contains_others):
        return "inside"
    if not found.complete:
        return "incomplete"
    if missing:
        return "heading" if missing == ["heading"] else "text"
    return "changed" if found.stale else "new"


Named = tuple[str, Place | None]
Step = tuple[str, Place, int, str]  # name, page, index in the queue; language of another text
Notes = tuple[str, tuple[tuple[str, tuple[tuple[str, str], ...]], ...]]  # place; language: marks
_MOST_LISTED = 12  # citing provisions, and decisions


@dataclass(frozen=True, slots=True)
class Item:
    """A finding with what can be decided about it."""

    finding: SimpleNamespace  # the finding, as the translators' pages show it
    # The words to replace and their replacement, where that is unambiguous; else None.
    fix: FixWords | None
    waiver: str  # fingerprint of the finding whose acceptance has expired; else empty
    reason: str  # the message in the language of the reader, as the reason of a decision


@dataclass(frozen=True, slots=True)
class Said:
    """A reader's comment with its id, and whether an editor has decided it."""

    id: str
    comment: SimpleNamespace


@dataclass(frozen=True, slots=True)
class TermLine:
    """A term of the glossary in the original of a provision."""

    original: str  # BCP 47 tag of the term
    language: str  # BCP 47 tag of its translations
    term: str
    renderings: tuple[tuple[str, str], ...]  # its translations, each with its status
    found: tuple[str, ...]  # the words of the translation that render it; empty if there are none
    missing: bool  # whether a check reports that it is not translated so
    place: Place  # the page of the term at the desk


@dataclass(frozen=True, slots=True)
class PatchLine:
    """A correction that the text has."""

    what: str  # what is corrected: `text`, `heading`, `note`, or `complete` for missing words
    old: str  # the words that were replaced
    new: str  # the words in their place
    reason: Words  # why, as pairs of tag and words
    author: str  # by whom
    written: str  # when, as the language of the reader writes it


@dataclass(frozen=True, slots=True)
class Steps:
    """The way through the queue."""

    queue: Place  # back to the queue
    # Number of this provision among those of the queue and those that left it, from 1; 0 if nothing
    # is open here.
    at: int
    all: int  # number of provisions in the queue and of those that left it
    left: int  # number of open findings and comments in the queue
    before: Step | None  # the one before; None if there is none
    after: Step | None  # the next one


@dataclass(frozen=True, slots=True)
class ProvisionView:
    """The page of a provision at the desk."""

    name: str  # its address in the language of the reader
    edition: str  # id of the edition
    language: str  # BCP 47 tag of the text to work on.
    language_name: str  # name of this language
    other: str  # BCP 47 tag of the text beside it; empty if there is none.
    law: Place | None  # the provision on the site
    whole: Named | None  # the page of the law at the desk; None on that page itself
    steps: Steps  # the way through the queue
    filters: str  # the query of the page
    items: tuple[Item, ...]  # open findings on this text
    # Pages of findings on the same provision in other languages.
    elsewhere: tuple[tuple[str, Place], ...]
    waived: tuple[Item, ...]  # accepted findings
    exhibits: tuple[Exhibit, ...]  # the texts with marks
    # The notes of both texts by provision, if a finding is about them: the name of the provision;
    # by language, each note with the mark under which it is printed.
    notes: tuple[Notes, ...]
    fields: tuple[Field, ...]  # the texts to edit
    merges: tuple[Merge, ...]  # texts that were changed meanwhile
    reason: str  # reason of the correction in the form
    origin: str  # origin of its words
    # Findings on the texts as they are in the form; None if they were not checked.
    checked: Checked | None
    refused: bool  # whether the texts in the form could not be saved so
    comments: tuple[Said, ...]  # readers' comments
    terms: tuple[TermLine, ...]  # terms of the glossary in the original
    cites: tuple[Named, ...]  # what it cites
    only_other: tuple[Named, ...]  # what only the text beside it cites
    cited_by: tuple[Named, ...]  # what cites it
    patches: tuple[PatchLine, ...]  # the corrections that it has
    decisions: tuple[DecisionLine, ...]  # what was decided at the desk
    history: Place | None  # the history of the law on the site; None if it has none there
    review: ReviewLine | None  # the review state; None if it has none
    states: tuple[ReviewState, ...]  # all review states
    done: DecisionLine | None  # the decision just made; None if there is none


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks say of texts that are being edited."""

    items: tuple[SimpleNamespace, ...]  # the findings
    gone: int  # number of findings that saving would resolve
    error: str  # why the texts cannot be saved so; empty if they can
    fields: tuple[Field, ...]  # the texts with their changes
    terms: tuple[TermLine, ...]  # terms of the glossary in the original, looked for in these texts


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The answer to a check while one edits, and the BCP 47 tag of the text."""

    checked: Checked
    language: str


@dataclass(frozen=True, slots=True)
class Form:
    """What a reader has typed, to be shown again."""

    typed: Mapping[str, str]  # texts by key of the field
    merges: tuple[Merge, ...] = ()  # texts that were changed meanwhile
    reason: str = ""  # the reason; empty for that of the first finding
    origin: str = ""  # the origin of the words; empty for the usual one
    checked: Checked | None = None  # what the checks say; None if they were not asked
    refused: bool = False  # whether the texts could not be saved so


def beside(state: State, law: Law) -> Law | None:
    """Return the original of a law; of an original, its first translation."""
    original = state.code.outline.authoritative
    tags = state.code.languages_of(law.edition, law.number)
    wanted = [original] if law.language != original else [tag for tag in tags if tag != original]
    found = (state.code.law(law.edition, tag, law.number) for tag in wanted)
    return next((each for each in found if each), None)


def provision_view(
    at: Localized,
    log: DecisionLog,
    place: tuple[Law, Address],
    queue: tuple[Sequence[Work], Filters, int, int],
    form: Form,
    done: Decided | None,
) -> ProvisionView:
    """Return the page of a provision.

    Args:
        at: The site in the language of the reader, with the state of the corpus.
        log: What was decided at the desk.
        place: The law, and the address of the provision in it.
        queue: The open work, its filters, the index in it at which the reader was,
            and the number of places at which nothing is open any more.
        form: What the reader has typed.
        done: The decision just made.
    """
    law, address = place
    site, state = at.site, at.state
    works, filters, index, settled = queue
    other = beside(state, law)
    here = [each for each in _findings(state, law, address) if each.language == law.language]
    rest = [each for each in _findings(state, law, address) if each.language != law.language]
    items = items_of(site, [each for each in here if not each.waived])
    name = site.name(address) if address.depth else site.law_name(address.law)
    cites = _cites(at, law, address)
    theirs = _cites(at, other, address) if other else ()
    laws = [each for each in (other, law) if each]
    return ProvisionView(
        name=name,
        edition=law.edition,
        language=law.language,
        language_name=state.code.outline.language(law.language).name,
        other=other.language if other else "",
        law=site.place(law.edition, address),
        whole=_whole(site, law) if address.depth else None,
        steps=steps_at(site, (works, index, settled), (law.edition, law.language, address)),
        filters=filters.query,
        items=items,
        elsewhere=_elsewhere(site, rest),
        waived=items_of(site, [each for each in here if each.waived]),
        exhibits=exhibits(state, site, laws, address, [e for e in (*here, *rest) if not e.waived]),
        notes=_notes(site, laws, address) if _about_notes(here) else (),
        fields=fields_of(state, site, (law, other, address), form.typed),
        merges=form.merges,
        reason=form.reason or (items[0].reason if items else ""),
        origin=form.origin or _origin(site, state, law),
        checked=form.checked,
        refused=form.refused,
        comments=_comments(site, law, address),
        terms=form.checked.terms if form.checked else term_lines(state, site, law, address, here),
        cites=cites,
        only_other=tuple(each for each in theirs if each not in cites),
        cited_by=_cited_by(at, law, address),
        patches=_patches(at, law, address),
        decisions=_decisions(at, log, law, address),
        history=history_place(site, law.edition, law.number),
        review=review_of(state, site, law, address),
        states=REVIEW_STATES,
        done=decision_line(at, done) if done else None,
    )


def _about_notes(findings: Sequence[Finding]) -> bool:
    return any(each.rule == "note-parity" and not each.waived for each in findings)


def _notes(site: LocalizedSite, laws: Sequence[Law], address: Address) -> tuple[Notes, ...]:
    """Return the notes of a provision; of all provisions of the law for the law itself."""
    noted = {e.address: None for law in laws for e in law.provisions() if e.notes}
    wanted = [place for place in noted if not address.depth or place == address]
    return tuple(
        (site.name(place), tuple((law.language, _marked(law, place)) for law in laws))
        for place in wanted
    )


def _marked(law: Law, address: Address) -> tuple[tuple[str, str], ...]:
    provision = law.find(address)
    return tuple((note.marker, note.text) for note in provision.notes) if provision else ()


def place_at_desk(
    site: LocalizedSite, edition: str, language: str, address: Address | None
) -> Place:
    """Return the page of a provision at the desk; without an address, that of the whole code.

    A law that nobody has translated has the page on which it is translated.
    """
    if address and not site.code.law(edition, language, address.law):
        path = desk_path(site.language.code, "translate", edition, language, str(address.law))
        return Place(path)
    written_ = site.code.outline.scheme.write(address) if address else "code"
    return Place(desk_path(site.language.code, edition, language, written_))


def item_views(site: LocalizedSite, findings: Sequence[Finding]) -> tuple[SimpleNamespace, ...]:
    """Return findings as the desk shows them, in the same order."""
    return tuple(finding_view(site, each) for each in findings)


def items_of(site: LocalizedSite, findings: Sequence[Finding]) -> tuple[Item, ...]:
    """Return findings with what can be decided about them, in the same order."""
    return tuple(
        Item(
            view,
            fix_words(each),
            each.key if each.rule == WAIVER else "",
            "".join(words for _, words in view.message),
        )
        for each, view in zip(findings, item_views(site, findings), strict=True)
    )


def _findings(state: State, law: Law, address: Address) -> tuple[Finding, ...]:
    report = state.content.editorial.report
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    return tuple(each for each in found if each.address == address)


def _elsewhere(site: LocalizedSite, findings: Sequence[Finding]) -> tuple[tuple[str, Place], ...]:
    return tuple(
        (tag, place_at_desk(site, found[0].edition, tag, found[0].address))
        for tag in dict.fromkeys(each.language for each in findings if not each.waived)
        if (found := [each for each in findings if each.language == tag])
    )


def _whole(site: LocalizedSite, law: Law) -> Named:
    return site.law_name(law.number), place_at_desk(
        site, law.edition, law.language, law.root.address
    )


def steps_at(
    site: LocalizedSite,
    queue: tuple[Sequence[Work], int, int],
    here: tuple[str, str, Address | None],
) -> Steps:
    """Return the way through the queue from a provision, or from the whole code.

    Args:
        site: The site in the language of the reader.
        queue: The open work, where in it the reader was, if nothing is open here any more, and the
            number of places that left it: the counting goes on after them.
        here: Edition, language and address.
    """
    works, index, settled = queue
    found = next((n for n, work in enumerate(works) if work.place == here), None)
    now = min(index, len(works)) if found is None else found
    after = now if found is None else now + 1
    back = Place(desk_path(site.language.code))
    left = sum(work.count for work in works)
    return Steps(
        back,
        0 if found is None else settled + found + 1,
        settled + len(works),
        left,
        _step(site, works, now - 1, here[1]),
        _step(site, works, after, here[1]),
    )


def _step(site: LocalizedSite, works: Sequence[Work], at: int, language: str) -> Step | None:
    if not 0 <= at < len(works):
        return None
    work = works[at]
    place = place_at_desk(site, work.edition, work.language, work.address)
    other = work.language if work.language != language else ""
    return work_name(site, work.address), place, at, other


def work_name(site: LocalizedSite, address: Address | None) -> str:
    """Return the name of a provision, a law or the whole code in the language of the reader."""
    if address is None:
        return site.gettext("the whole code")
    return site.name(address) if address.depth else site.law_name(address.law)


def _origin(site: LocalizedSite, state: State, law: Law) -> str:
    if law.language == state.code.outline.authoritative:
        return site.gettext("comparison with the official text")
    return site.gettext("comparison with the original")


def _comments(site: LocalizedSite, law: Law, address: Address) -> tuple[Said, ...]:
    held = {each.address for each in law.provisions()}
    root = law.root.address
    return tuple(
        Said(comment_id(law.origin.page, each), comment_view(site, law, each))
        for each in law.comments
        if (each.address if each.address in held else root) == address
    )


def term_lines(
    state: State, site: LocalizedSite, law: Law, address: Address, found: Sequence[Finding]
) -> tuple[TermLine, ...]:
    """Return the terms of the glossary in the original of a provision.

    Args:
        state: The corpus.
        site: The site in the language of the reader.
        law: The law with the texts as they are, or as they are being edited.
        address: The provision.
        found: The findings on these texts.
    """
    other = beside(state, law)
    if other is None:
        return ()
    missing = {each.key for each in found if each.rule == "term-missing"}
    original = state.code.outline.authoritative
    ours, theirs = (law, other) if law.language == original else (other, law)
    laws = pair_provisions(ours, theirs)
    pairs = [each for each in read_law_pair(state.code, laws).texts if each.address == address]
    tag = theirs.language
    return tuple(
        TermLine(
            original,
            tag,
            use.term,
            tuple(
                (dictionary_form(row.renderings[tag]) or written(row.renderings[tag]), row.status)
                for row in use.rows
                if tag in row.renderings
            ),
            tuple(
                dict.fromkeys(
                    pair.translation.text[slice(*span)]
                    for spans in use.found.values()
                    for span in spans
                )
            ),
            use.term in missing,
            Place(desk_path(site.language.code, "terms"), site.terms.ids.get(use.term, "")),
        )
        for pair in pairs
        for use in term_uses(pair, state.content.editorial.glossary)
    )


def _cites(at: Localized, law: Law, address: Address) -> tuple[Named, ...]:
    cited = at.state.content.graph.cites(law.edition, address)
    return tuple(
        dict.fromkeys(
            (at.site.name(each.reference.target), at.site.place(each.target_edition, target))
            for each in cited
            if (target := each.reference.target) and each.language == law.language
        )
    )


def _cited_by(at: Localized, law: Law, address: Address) -> tuple[Named, ...]:
    citing = at.state.content.graph.cited_by(law.edition, address)
    found = dict.fromkeys((each.edition, each.citing) for each in citing)
    return tuple(
        (at.site.name(place), at.site.place(edition, place))
        for edition, place in [*found][:_MOST_LISTED]
    )


def _patches(at: Localized, law: Law, address: Address) -> tuple[PatchLine, ...]:
    provision = law.find(address)
    own = [each for each in at.state.patches if provision and is_of(each, law, provision)]
    return tuple(_patch_line(at, each) for each in own)


def _patch_line(at: Localized, patch: Patch) -> PatchLine:
    day = written_date(patch.date, at.site.language.code)
    reason = reason_words(at, patch.reason, patch.origin)
    return PatchLine(patch.field, patch.old, patch.new, reason, patch.author, day)


def _decisions(
    at: Localized, log: DecisionLog, law: Law, address: Address
) -> tuple[DecisionLine, ...]:
    return tuple(_of_place(at, log, law, address))


def _of_place(
    at: Localized, log: DecisionLog, law: Law, address: Address
) -> Iterator[DecisionLine]:
    written = at.site.code.outline.scheme.write(address)
    about = About(law.edition, law.language, written, str(law.number))
    count = 0
    for each in log.newest_first():
        if each.about == about:
            yield decision_line(at, each)
            count += 1
            if count == _MOST_LISTED:
                return


Kind = tuple[Address, str]  # a provision, and "heading", "note" or "text"
_OF_HEADINGS = ("title-lost", "heading-lost")
_OF_NOTES = ("note-parity",)


def text_kind(part: str) -> str:
    """Return the kind of a text by its name: ``heading``, ``note`` or ``text``."""
    return part.partition(" ")[0] or "text"


def findings_on_form(state: State, law: Law, address: Address) -> list[Finding]:
    """Return the open findings on the texts that are fields on the page of a provision."""
    places = {each.address for each in places_of_form(law, address)}
    own = (law.edition, law.language)
    return [
        each
        for each in state.findings
        if (each.edition, each.language) == own and each.address in places and not each.waived
    ]


def reasons_of_texts(
    site: LocalizedSite, found: Sequence[Finding], kinds: Sequence[Kind], typed: str
) -> Mapping[Kind, str]:
    """Return the reason of each kind of changed texts.

    The typed reason is that of the texts with findings; where the editor has left it as the page
    proposed it, each such text has the words of its own finding. A text without a finding has the
    typed reason, too, unless those are the words of a finding on another text saved with it.

    Args:
        site: The site in the language of the editor.
        found: The open findings on the texts of the form.
        kinds: The changed texts.
        typed: The reason in the form.
    """
    own: dict[Kind, str] = {}
    for finding, item in zip(found, items_of(site, found), strict=True):
        if finding.address:
            own.setdefault((finding.address, _kind_of(finding)), " ".join(item.reason.split()))
    if typed not in own.values():
        return dict.fromkeys(kinds, typed)
    other = site.gettext("supplied with the text") if any(each in own for each in kinds) else typed
    return {each: own.get(each, other) for each in kinds}


def _kind_of(finding: Finding) -> str:
    if finding.rule in _OF_HEADINGS or (finding.fix and finding.fix.heading):
        return "heading"
    return "note" if finding.rule in _OF_NOTES else "text"


_TRIED = DecisionReason("", "", "")


def checked_texts(
    workspace: Workspace,
    at: Localized,
    place: tuple[Law, Address],
    typed: Mapping[str, tuple[str, str]],
) -> Checked:
    """Return what the checks say of edited texts.

    Args:
        workspace: The corpus.
        at: The site in the language of the reader.
        place: The law, and the address of the provision in it.
        typed: Texts of the form with those that it was opened with, by key of the field.
    """
    law, address = place
    state = at.state
    texts = {key: text for key, (_, text) in typed.items()}
    edited, why_not = edited_provision(state, law, address, texts)
    found = workspace.edited_findings(law, edited)
    waived = {each.fingerprint for each in state.findings if each.waived}
    own = [each for each in found if each.address == address and each.fingerprint not in waived]
    names = {each.fingerprint for each in own}
    before = [
        each
        for each in state.findings
        if each.address == address and each.edition == law.edition and not each.waived
    ]
    gone = sum(each.fingerprint not in names for each in before if each.rule != "waiver")
    fields = fields_of(state, at.site, (law, beside(state, law), address), texts)
    edited_law = replace(law, root=law.root.with_provision(edited))
    terms = term_lines(state, at.site, edited_law, address, own)
    return Checked(item_views(at.site, own), gone, why_not, fields, terms)


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
