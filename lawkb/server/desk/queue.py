"""The queue: what is open by provision, gravest first, and its page with filters.

The filters stay in the address of the page, and in those of the provisions to which it leads.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from lawkb.corpus.decision_files import DONE_STATES, ColleagueComment, Proposal
from lawkb.editorial.decisions import Decision, fix_all
from lawkb.editorial.new_translation import made_here
from lawkb.editorial.teamwork import is_open, place_in, threads_of
from lawkb.editorial.translation_progress import Translation, reviewed_law
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.finding import SEVERITIES, Finding, say
from lawkb.model.law import Law
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.views.finding_words import rule_title
from lawkb.server.desk.access import users_file
from lawkb.server.desk.decisions import entries_of, proposal_title
from lawkb.server.desk.workspace import (
    About,
    Decided,
    DecisionLog,
    OpenComment,
    Settled,
    State,
    undecided_comments,
)

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

Thread = tuple[ColleagueComment, ...]
Place = tuple[str, str, Address | None]  # edition, language; None is the whole code
COMMENT = "comment"  # in place of the name of a rule
THREAD, PROPOSAL = "discussion", "proposal"  # the same, of what colleagues say and propose
UNPROPOSED = "unproposed"  # the same, of places for which nobody has proposed anything yet
REVIEW = "review"  # the same, of laws translated at the desk that nobody has reviewed yet
MOST = 100  # provisions on a page of the queue


@dataclass(frozen=True, slots=True)
class Filters:
    """What is shown of the queue, as the address of the page has it; empty for everything."""

    rule: str = ""  # name of a rule, or ``comment`` for the comments that no person has decided
    severity: str = ""  # severity of the findings
    law: str = ""  # number of the law
    text: str = ""  # BCP 47 tag of the text at fault
    mine: str = ""  # ``yes`` for the laws in which the reader has decided something

    @property
    def query(self) -> str:
        """Return the filters as the query of a URL, with its question mark; empty for none."""
        asked = {each.name: getattr(self, each.name) for each in fields(self)}
        written = urlencode({name: value for name, value in asked.items() if value})
        return f"?{written}" if written else ""


def read_filters(asked: Mapping[str, str]) -> Filters:
    """Return the filters in the query of a URL; what is none is left out."""
    return Filters(**{each.name: asked.get(each.name, "").strip() for each in fields(Filters)})


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """What is open on one provision in one language, or on the whole code."""

    edition: str  # id of the edition
    language: str  # BCP 47 tag of the text
    address: Address | None  # the provision; None for the whole code
    findings: tuple[Finding, ...]  # the findings, the gravest first
    comments: tuple[OpenComment, ...]  # the open comments
    threads: tuple[Thread, ...] = ()  # the open threads of colleagues
    proposals: tuple[Proposal, ...] = ()  # what colleagues propose
    unreviewed: int = 0  # provisions of a law translated at the desk that nobody has reviewed

    @property
    def place(self) -> Place:
        """Return where it is."""
        return self.edition, self.language, self.address

    @property
    def count(self) -> int:
        """Return the number of findings, comments, threads, proposals and provisions to review."""
        parts = (self.findings, self.comments, self.threads, self.proposals)
        return sum(map(len, parts)) + self.unreviewed


def queue(
    state: State,
    filters: Filters,
    own_laws: frozenset[tuple[str, str]],
    of_reviewer: bool = False,
) -> tuple[OpenPlace, ...]:
    """Return what is open, the gravest and surest first; equal ones in the order of the laws.

    Args:
        state: The corpus.
        filters: What is wanted.
        own_laws: Edition and number of the laws in which the reader has decided something.
        of_reviewer: Whether it has the laws that were translated at the desk and are to be
            reviewed.
    """
    unproposed = filters.rule == UNPROPOSED
    if unproposed:
        filters = replace(filters, rule="")
    found: defaultdict[Place, list[Finding]] = defaultdict(list)
    comments: defaultdict[Place, list[OpenComment]] = defaultdict(list)
    for each in state.findings:
        number = str(each.address.law if each.address else 0)
        own = Filters(each.rule, each.severity, number, each.language)
        if not each.waived and _is_wanted(own, each.edition, filters, own_laws):
            found[each.edition, each.language, each.address].append(each)
    for said in undecided_comments(state):
        law, at = said.law, said.comment.address
        own = Filters(COMMENT, "", str(law.number), law.language)
        if _is_wanted(own, law.edition, filters, own_laws):
            held = law.find(at) if at else None
            place = held.address if held else law.root.address
            comments[law.edition, law.language, place].append(said)
    threads: defaultdict[Place, list[Thread]] = defaultdict(list)
    for (edition, language, written), thread in threads_of(state.discussion).items():
        own = Filters(THREAD, "", law_of(state, written), language)
        if is_open(thread) and _is_wanted(own, edition, filters, own_laws):
            threads[place_in(state.code, edition, language, written)].append(thread)
    proposals: defaultdict[Place, list[Proposal]] = defaultdict(list)
    for one in state.proposals:
        own = Filters(PROPOSAL, "", one.law or "0", one.language)
        if _is_wanted(own, one.edition, filters, own_laws):
            proposals[place_in(state.code, one.edition, one.language, one.place)].append(one)
    unreviewed: dict[Place, int] = {}
    for law, count in _unreviewed(state) if of_reviewer else ():
        own = Filters(REVIEW, "", str(law.number), law.language)
        if _is_wanted(own, law.edition, filters, own_laws):
            unreviewed[law.edition, law.language, law.root.address] = count
    opened = [
        OpenPlace(
            *place,
            tuple(sorted(found[place], key=_rank)),
            tuple(comments[place]),
            tuple(threads[place]),
            tuple(proposals[place]),
            unreviewed.get(place, 0),
        )
        for place in dict.fromkeys((*found, *comments, *threads, *proposals, *unreviewed))
        if not (unproposed and proposals[place])
    ]
    editions = [each.id for each in state.code.outline.editions]
    return tuple(sorted(opened, key=lambda each: _place_rank(each, editions)))


def _unreviewed(state: State) -> Iterator[tuple[Law, int]]:
    """Yield the laws translated at the desk, with how many translated provisions await review."""
    code, here = state.code, made_here(state.folder)
    for law in code.laws.values() if here else ():
        if (law.origin.source, law.origin.page) in here:
            of = Translation(law.edition, code.outline.authoritative, law.language)
            reviewed = reviewed_law(code, of, law.number, state.content.editorial.reviews)
            states = [each.state for each in reviewed if each.pairs]
            count = sum(each not in (*DONE_STATES, "needs-translation") for each in states)
            if count:
                yield law, count


def is_of_reviewer(asked: Asked) -> bool:
    """Return whether the reader reviews what others translate at this desk."""
    return asked.editor.reviews and users_file(asked.request) is not None


def law_of(state: State, written: str) -> str:
    """Return the number of the law of an address as filters have it: 0 for the whole code."""
    with suppress(LawkbError):
        return str(state.code.outline.scheme.read(written).law)
    return "0"


def laws_of(log: DecisionLog, author: str) -> frozenset[tuple[str, str]]:
    """Return edition and number of the laws in which a person has decided something."""
    return frozenset(
        (each.about.edition, each.about.law)
        for each in log.newest_first()
        if each.author == author and each.about.law
    )


def asked_queue(desk: Desk, asked: Asked) -> tuple[OpenPlace, ...]:
    """Return the queue with the filters in the address of a page."""
    filters = read_filters(asked.request.query_params)
    own_laws = laws_of(desk.workspace.log, asked.author)
    return queue(asked.state, filters, own_laws, is_of_reviewer(asked))


def steps_at(desk: Desk, asked: Asked, here: Place) -> SimpleNamespace:
    """Return the way through the queue from a provision, or from the whole code.

    Where nothing is open any more, or after a decision only what comes later in the queue, it goes
    on from the index in the address of the page. All numbers are of the places open now.
    """
    query = asked.request.query_params
    opened = asked_queue(desk, asked)
    at = query.get("at", "")
    index = int(at) if at.isdecimal() and len(at) < 7 else 0
    place = next((n for n, each in enumerate(opened) if each.place == here), None)
    found = None if place is not None and place > index and "done" in query else place
    now = min(index, len(opened)) if found is None else found
    after = now if found is None else now + 1
    return SimpleNamespace(
        filters=read_filters(query).query,
        language=here[1],
        at=None if place is None else place + 1,
        all=len(opened),
        before=(opened[now - 1], now - 1) if 0 < now <= len(opened) else None,
        after=(opened[after], after) if after < len(opened) else None,
    )


def index_of(desk: Desk, asked: Asked, here: Place) -> str:
    """Return the index of a place in the queue, as the address of its page has it; "" for none."""
    opened = asked_queue(desk, asked)
    return next((str(n) for n, each in enumerate(opened) if each.place == here), "")


def _is_wanted(
    own: Filters, edition: str, filters: Filters, own_laws: Iterable[tuple[str, str]]
) -> bool:
    """Return whether what is open passes some filters; ``own`` are those that fit it alone."""
    return (
        filters.rule in ("", own.rule)
        and filters.severity in ("", own.severity)
        and filters.law in ("", own.law)
        and filters.text in ("", own.text)
        and (not filters.mine or (edition, own.law) in own_laws)
    )


def _rank(finding: Finding) -> tuple[int, int]:
    return SEVERITIES.index(finding.severity), -round(100 * finding.confidence)


def _place_rank(opened: OpenPlace, editions: list[str]) -> tuple[object, ...]:
    first = _rank(opened.findings[0]) if opened.findings else (len(SEVERITIES), 0)
    place = editions.index(opened.edition) if opened.edition in editions else 0
    return (*first, place, opened.address.path if opened.address else (), opened.language)


# ---- its page


def show_queue(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the queue."""
    site, state = asked.site, asked.state
    filters = read_filters(asked.request.query_params)
    own_laws = laws_of(desk.workspace.log, asked.author)
    every = queue(state, Filters(), own_laws, is_of_reviewer(asked))
    opened = asked_queue(desk, asked)
    severities = {each.severity for place in every for each in place.findings}
    tags = {place.language for place in every}
    fixable = Counter(each.rule for place in opened for each in place.findings if each.fix)
    return desk.answer(
        asked,
        "queue.html",
        site.gettext("Desk"),
        error,
        opened=opened[:MOST],
        more=max(0, len(opened) - MOST),
        left=len(opened),
        open=len(every),
        rules=_rules(site, every),
        severities=[each for each in SEVERITIES if each in severities],
        laws=_laws(site, every),
        texts=[(e.code, (e.code, e.name)) for e in site.code.outline.languages if e.code in tags],
        filters=filters,
        fixable=[(name, rule_title(site, name), n) for name, n in fixable.items() if n > 1],
        language_of=site.language_of,
        proposed=len(state.proposals),
        title_of=partial(proposal_title, site),
    )


def _rules(site: LocalizedSite, opened: Sequence[OpenPlace]) -> list[tuple[str, tuple[str, str]]]:
    """Return the rules to choose from: name, and title with its BCP 47 tag."""
    names = {each.rule for place in opened for each in place.findings}
    found = [(name, rule_title(site, name)) for name in sorted(names)]
    if any(place.comments for place in opened):
        found.append((COMMENT, (site.language.code, site.gettext("Comments of readers"))))
    if any(place.threads for place in opened):
        found.append((THREAD, (site.language.code, site.gettext("Comments of colleagues"))))
    if any(place.proposals for place in opened):
        found.append((PROPOSAL, (site.language.code, site.gettext("Proposals"))))
        found.append((UNPROPOSED, (site.language.code, site.gettext("Places without a proposal"))))
    if any(place.unreviewed for place in opened):
        found.append((REVIEW, (site.language.code, site.gettext("Translations to review"))))
    return found


def _laws(site: LocalizedSite, opened: Sequence[OpenPlace]) -> list[tuple[str, str]]:
    numbers = sorted({place.address.law if place.address else 0 for place in opened})
    whole = site.gettext("the whole code")
    return [(str(number), site.law_name(number) if number else whole) for number in numbers]


def fix_in_queue(desk: Desk, asked: Asked) -> Decided:
    """Correct one finding by one click."""
    fingerprint = asked.form.get("fix", "")
    found = asked.state.finding(fingerprint)
    if found is None:
        raise settled(fingerprint)
    about = About()
    if found.address:
        place = str(found.place)  # the log holds plain text
        about = About(found.edition, found.language, place, str(found.address.law))
    return desk.decide(asked, partial(_fixed, (fingerprint,), asked.author), about)


def settled(where: str) -> LawkbError:
    """Return the error that a finding is not there any more."""
    return Settled(
        where,
        say("this finding is not there any more"),
        say("it is settled: load the page again"),
    )


# ---- all fixes of a rule


def show_fixes(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the fixes of a rule, and what they would write."""
    rule, site, state = asked.request.path_params["rule"], asked.site, asked.state
    filters = replace(read_filters(asked.request.query_params), rule=rule)
    opened = queue(state, filters, laws_of(desk.workspace.log, asked.author))
    found = [each for place in opened for each in place.findings if each.fix]
    entries: list[tuple[list[tuple[str, str]], bool]] = []
    if found:
        with suppress(LawkbError):
            entries = entries_of(fixes(found, asked.author, state))
    title = rule_title(site, rule)
    return desk.answer(
        asked, "fix.html", title[1], error, title=title, findings=found, entries=entries
    )


def fix_all_of_rule(desk: Desk, asked: Asked) -> Response:
    """Correct all the findings that the form names, at once; then show the queue."""
    wanted = tuple(asked.form.get("fingerprints", "").split())
    decided = desk.decide(asked, partial(_fixed, wanted, asked.author))
    query = asked.query(rule="", done=decided.id)
    return RedirectResponse(f"/desk/{asked.site.language.code}/{query}#told", 303)


def _fixed(fingerprints: Sequence[str], author: str, state: State) -> Decision:
    found = [each for name in fingerprints if (each := state.finding(name))]
    if not found:
        raise settled(" ".join(fingerprints))
    return fixes(found, author, state)


def fixes(findings: Sequence[Finding], author: str, state: State) -> Decision:
    """Return the decision that makes the corrections of findings."""
    return fix_all(findings, state.code, state.patches, author, date.today().isoformat())[0]
