"""The work that is open: findings and readers' comments by provision, the gravest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from lawkb.model.address import Address
from lawkb.model.finding import SEVERITIES, Finding
from lawkb.server.desk.decision_log import DecisionLog
from lawkb.server.desk.workspace import OpenComment, State, undecided_comments

Place = tuple[str, str, Address | None]  # edition, language; None is the whole code
COMMENT = "comment"  # in place of the name of a rule


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
class Work:
    """What is open on one provision in one language, or on the whole code."""

    edition: str  # id of the edition
    language: str  # BCP 47 tag of the text
    address: Address | None  # the provision; None for the whole code
    findings: tuple[Finding, ...]  # the findings, the gravest first
    comments: tuple[OpenComment, ...]  # the open comments

    @property
    def place(self) -> Place:
        """Return where it is."""
        return self.edition, self.language, self.address

    @property
    def count(self) -> int:
        """Return the number of findings and comments."""
        return len(self.findings) + len(self.comments)


def open_findings(state: State) -> tuple[Finding, ...]:
    """Return the findings that nobody has accepted."""
    return tuple(each for each in state.findings if not each.waived)


def queue(state: State, filters: Filters, own_laws: frozenset[tuple[str, str]]) -> tuple[Work, ...]:
    """Return the open work, the gravest and surest first; equal ones in the order of the laws.

    Args:
        state: The corpus.
        filters: What is wanted.
        own_laws: Edition and number of the laws in which the reader has decided something.
    """
    found: defaultdict[Place, list[Finding]] = defaultdict(list)
    comments: defaultdict[Place, list[OpenComment]] = defaultdict(list)
    for each in open_findings(state):
        if _is_wanted(each, filters, own_laws):
            found[each.edition, each.language, each.address].append(each)
    for said in undecided_comments(state):
        if _is_comment_wanted(said, filters, own_laws):
            root = said.law.root.address
            held = said.comment.address and said.law.find(said.comment.address)
            comments[said.law.edition, said.law.language, held.address if held else root].append(
                said
            )
    places = dict.fromkeys((*found, *comments))
    works = [
        Work(*place, tuple(sorted(found[place], key=_rank)), tuple(comments[place]))
        for place in places
    ]
    editions = [each.id for each in state.code.outline.editions]
    return tuple(sorted(works, key=lambda work: _work_rank(work, editions)))


def laws_of(log: DecisionLog, author: str) -> frozenset[tuple[str, str]]:
    """Return edition and number of the laws in which a person has decided something."""
    return frozenset(
        (each.about.edition, each.about.law)
        for each in log.newest_first()
        if each.author == author and each.about.law
    )


def settled_places(log: DecisionLog, filters: Filters, works: Iterable[Work], state: State) -> int:
    """Return at how many provisions something was decided and nothing of the queue is open."""
    scheme = state.code.outline.scheme
    written = ((w.edition, w.language, w.address and scheme.write(w.address)) for w in works)
    left = frozenset(written)
    done = {
        (each.about.edition, each.about.language, each.about.address)
        for each in log.newest_first()
        if each.settled > 0
        and not each.undone
        and each.about.address
        and filters.law in ("", each.about.law)
        and filters.text in ("", each.about.language)
    }
    return len(done - left)


def _is_wanted(finding: Finding, filters: Filters, own_laws: Iterable[tuple[str, str]]) -> bool:
    number = finding.address.law if finding.address else 0
    return (
        filters.rule in ("", finding.rule)
        and filters.severity in ("", finding.severity)
        and filters.law in ("", str(number))
        and filters.text in ("", finding.language)
        and (not filters.mine or (finding.edition, str(number)) in own_laws)
    )


def _is_comment_wanted(
    said: OpenComment, filters: Filters, own_laws: Iterable[tuple[str, str]]
) -> bool:
    return (
        filters.rule in ("", COMMENT)
        and not filters.severity
        and filters.law in ("", str(said.law.number))
        and filters.text in ("", said.law.language)
        and (not filters.mine or (said.law.edition, str(said.law.number)) in own_laws)
    )


def _rank(finding: Finding) -> tuple[int, int]:
    return SEVERITIES.index(finding.severity), -round(100 * finding.confidence)


def _work_rank(work: Work, editions: list[str]) -> tuple[object, ...]:
    first = _rank(work.findings[0]) if work.findings else (len(SEVERITIES), 0)
    place = editions.index(work.edition) if work.edition in editions else 0
    return (*first, place, work.address.path if work.address else (), work.language)
