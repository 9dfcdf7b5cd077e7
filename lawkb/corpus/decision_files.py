"""The files that hold the decisions of editors: waivers, comments, review states, patches.

They are read here, and entries are added to them or removed, those of the glossary too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict, fields, force_setattr, replace

from lawkb.corpus import glossary
from lawkb.corpus.entries import Entry, Layout, changed_content, looked_up, toml_layout, tsv_layout
from lawkb.corpus.typed_tables import Table, columns, read_address, read_entries, read_rows
from lawkb.errors import LawkbError, without_controls
from lawkb.model.address import Address, Ordinal, Scheme, between
from lawkb.model.code import Code, Outline
from lawkb.model.law import Comment, CommentStatus, Law, Repeal
from lawkb.model.page import Patch, PatchField
from lawkb.model.source import is_web_pattern

WAIVERS = "waivers.toml"
SETTLEMENTS = "comments.toml"
REPEALS = "repeals.toml"
REVIEWS = "review.tsv"
DISCUSSION = "discussion.toml"
PROPOSALS = "proposals.toml"


# ---- waivers.toml: findings that editors have accepted, for texts with certain hashes


# How the origin of a correction begins that a rule made, and of what was imported, before the file.
BY_RULE = "lawkb check --fix, rule "
FROM_FILE = "file "


class DecisionReason(Struct, frozen=True):
    """Why something is decided, by whom and when; without control characters."""

    reason: str
    author: str  # name of the editor
    date: str  # ISO date, ``2018-05-25``
    # Of a patch, where the correct words are from, such as ``lawkb check --fix, rule spacing``.
    origin: str = ""
    # The reason as ``written_message`` writes it, where it is a sentence of lawkb.
    said: str = ""

    def __post_init__(self) -> None:
        for name in ("reason", "author", "origin"):
            force_setattr(self, name, without_controls(getattr(self, name)))


class Waiver(Table, frozen=True):
    """A finding that an editor has accepted. It expires when a text changes."""

    fingerprint: str  # Fingerprint of the finding.
    rule: str  # Name of the rule that reported it.
    edition: str  # Id of the edition.
    # Canonical address of the provision, `47E2(a)`; empty for a finding on the whole law code.
    place: str
    language: str  # BCP 47 tag of the text with the finding.
    # Hash of the original text when the finding was accepted; empty for a finding on the whole law
    # code.
    original: str
    translation: str  # Hash of the translation then.
    # Why the finding is accepted; never empty.
    reason: Annotated[
        str,
        lambda text: None if text.strip() else "is empty: say why the finding is accepted",
    ]
    author: str  # Name of the editor.
    date: str  # ISO date of the decision.


def read_waivers(folder: Path) -> tuple[Waiver, ...]:
    """Return the accepted findings of a corpus in file order; empty without ``waivers.toml``."""
    return read_entries(folder / WAIVERS, "waivers", Waiver)


def waiver_entry(waiver: Waiver) -> Entry:
    """Return a waiver as an entry of ``waivers.toml``."""
    return Entry(WAIVERS, tuple(asdict(waiver).items()))


# ---- comments.toml: what editors have decided about readers' comments

SettledAs = Literal["applied", "rejected"]
_COMMENT_ID = 8  # hexadecimal digits of an id


class Settlement(Table, frozen=True):
    """An editor's decision on a reader's comment: ``applied`` or ``rejected``."""

    comment: str  # id of the comment, as ``comment_id`` returns it
    status: SettledAs  # ``applied`` or ``rejected``
    reason: str  # the reason, in words
    author: str  # name of the editor
    date: str  # ISO date of the decision


def comment_id(page: str, comment: Comment) -> str:
    """Return the id of a comment: 8 hexadecimal digits of a hash of page, author, time and text."""
    said = "\x1f".join((page, comment.author, comment.created, comment.text))
    return hashlib.sha256(said.encode()).hexdigest()[:_COMMENT_ID]


def read_settlements(folder: Path) -> tuple[Settlement, ...]:
    """Return editors' decisions on comments in file order; empty without ``comments.toml``."""
    return read_entries(folder / SETTLEMENTS, "comments", Settlement)


def settlement_entry(settlement: Settlement) -> Entry:
    """Return a decision on a comment as an entry of ``comments.toml``."""
    return Entry(SETTLEMENTS, tuple(asdict(settlement).items()))


def settle(law: Law, settlements: Mapping[str, Settlement]) -> Law:
    """Return a law in which each comment that editors decided on has the status they set.

    Its replies get the same status.
    """
    if not settlements or not law.comments:
        return law
    comments = []
    for each in law.comments:
        settled = settlements.get(comment_id(law.origin.page, each))
        if settled:
            replies = tuple(replace(reply, status=settled.status) for reply in each.replies)
            each = replace(each, status=settled.status, replies=replies)
        comments.append(each)
    return replace(law, comments=tuple(comments))


# ---- discussion.toml: what translators and reviewers say to each other about provisions

ThreadState = Literal["open", "resolved"]
_DESK = "desk"  # origin of a comment that was typed there


class ColleagueComment(Table, frozen=True):
    """A comment on a provision for colleagues; those on one provision are a thread.

    Each says how the thread stands from then on: the last one decides. So two who write at once
    lose nothing of each other.
    """

    id: str  # names it: 12 hexadecimal digits
    edition: str  # id of the edition
    language: str  # BCP 47 tag of the text
    place: str  # canonical address of the provision, `47E2(a)`; empty for the whole code
    state: ThreadState  # of its thread, from this comment on
    text: str  # what is said; may be empty where the thread is only resolved or opened again
    author: str  # who says it
    time: str  # when, ISO 8601 in UTC, `2026-11-29T21:40:00Z`
    origin: str = ""  # the file that it came in, `file law-20.xlf`; empty if it was typed here


def read_discussion(folder: Path) -> tuple[ColleagueComment, ...]:
    """Return the comments for colleagues in file order; empty without ``discussion.toml``."""
    return read_entries(folder / DISCUSSION, "discussion", ColleagueComment)


def with_discussion(folder: Path, code: Code) -> Code:
    """Return a code whose laws have the comments of colleagues behind those of readers.

    Those of a thread that is resolved, or that editors decided on, are not open.
    """
    discussion = read_discussion(folder)
    if not discussion:
        return code
    settlements = {each.comment: each for each in read_settlements(folder)}
    threads = {(each.edition, each.language, each.place): each.state for each in discussion}
    scheme = code.outline.scheme
    of_laws: dict[tuple[str, str, Ordinal], list[Comment]] = {}
    for each in discussion:
        where = (each.edition, each.language, each.place)
        if not each.text.strip() or not _is_address(each.place, scheme):
            continue
        address = scheme.read(each.place)
        key = (each.edition, each.language, address.law)
        status: CommentStatus = "open" if threads[where] == "open" else "applied"
        origin = each.origin or _DESK
        comment = Comment(each.author, each.time, each.text, address, status=status, origin=origin)
        of_laws.setdefault(key, []).append(comment)
    laws = dict(code.laws)
    for key, said in of_laws.items():
        if (law := laws.get(key)) is not None:
            own = settle(replace(law, comments=tuple(said)), settlements).comments
            laws[key] = replace(law, comments=(*law.comments, *own))
    return replace(code, laws=laws)


def discussion_entry(comment: ColleagueComment) -> Entry:
    """Return a comment as an entry of ``discussion.toml``."""
    return Entry(DISCUSSION, _filled(comment))


# ---- proposals.toml: what translators would decide, for a reviewer

ProposalState = Literal["open", "returned"]


class Proposal(Table, frozen=True):
    """What somebody who may not decide it would decide; it leaves the file when it is accepted.

    It is the form that they sent, and is decided on the texts as they are by then: so a text that
    has changed meanwhile is noticed.
    """

    id: str  # names it: 12 hexadecimal digits
    kind: str  # what it would decide, as a decision names it: `correction`
    what: str  # the same on one line, in English
    page: str  # page of the desk that takes the form, without its language: `2017/el/57D/`
    form: str  # JSON object of the fields of the form
    edition: str  # id of the edition; empty where it is about no text
    language: str  # BCP 47 tag of the text
    place: str  # canonical address of the provision; empty for the whole code
    law: str  # number of the law
    author: str  # who proposes it
    time: str  # when, ISO 8601 in UTC
    state: ProposalState = "open"  # `returned` by a reviewer, with a word
    word: str = ""  # what the reviewer says
    reviewer: str = ""  # who sent it back


def read_proposals(folder: Path) -> tuple[Proposal, ...]:
    """Return the proposals in file order; empty without ``proposals.toml``."""
    return read_entries(folder / PROPOSALS, "proposals", Proposal)


def proposal_entry(proposal: Proposal) -> Entry:
    """Return a proposal as an entry of ``proposals.toml``."""
    return Entry(PROPOSALS, _filled(proposal))


def _filled(table: Table) -> tuple[tuple[str, str], ...]:
    """Return the fields of a table, without the last ones that may be left out."""
    needed = {each.name for each in fields(table) if each.required}
    return tuple((name, value) for name, value in asdict(table).items() if value or name in needed)


# ---- repeals.toml: what is repealed, where the pages do not say so, or have it no longer


class RepealEntry(Table, frozen=True):
    """A repeal of a provision, a law or a range of them, as ``repeals.toml`` has it."""

    edition: str  # Id of the edition.
    place: str  # Canonical address, `6` or `6(2)`; the first one of a range.
    date: str  # ISO date from which it is repealed.
    reason: Annotated[
        str, lambda text: None if text.strip() else "is empty: say why it is repealed"
    ]
    author: str  # Name of the editor.
    upto: str = ""  # Last address of a range; empty for one provision.
    by: str = ""  # What repealed it, in words: `Resolution 3 of 2024`.
    link: str = ""  # Its web address, or the canonical address of a provision of this code.


class RecordedRepeal(Struct, frozen=True):
    """A repeal that an editor recorded, read by the outline of the code."""

    edition: str
    first: Address
    last: Address
    repeal: Repeal

    def addresses(self, held: Iterable[Address]) -> Iterator[Address]:
        """Yield the repealed provisions in order."""
        if self.first == self.last:
            yield self.first
            return
        same = {each for each in held if each.path[:-1] == self.first.path[:-1]}
        ends, around = (self.first.path[-1], self.last.path[-1]), self.first.path[:-1]
        same |= {Address((*around, n)) for n in (ends[0], *between(*ends), ends[1])}
        yield from (each for each in sorted(same) if self.first <= each <= self.last)


def read_repeals(folder: Path, outline: Outline) -> tuple[RecordedRepeal, ...]:
    """Return the repeals that editors recorded, in file order; empty without ``repeals.toml``."""
    scheme, editions = outline.scheme, {each.id for each in outline.editions}

    def faults(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if str(entry.get("edition", "")) not in editions and "edition" in entry:
            yield "edition", f"{entry['edition']!r} is none of {', '.join(sorted(editions))}"
        if "date" in entry and not _is_date(entry["date"]):
            yield "date", f"{entry['date']!r} is no date such as 2024-03-01"
        link = str(entry.get("link", ""))
        of_code = () if not link or is_web_pattern(link) else ("link",)
        for key in (*(key for key in ("place", "upto") if entry.get(key)), *of_code):
            if not _is_address(str(entry[key]), scheme):
                yield key, f"{entry[key]!r} is no address such as 6(2)"
        first, last = str(entry.get("place", "")), str(entry.get("upto", ""))
        if last and _is_address(first, scheme) and _is_address(last, scheme):
            ends = scheme.read(first), scheme.read(last)
            if not (ends[0].path[:-1] == ends[1].path[:-1] and ends[0] < ends[1]):
                yield "upto", f"{last!r} is not behind {first!r} in the same provision"

    entries = read_entries(folder / REPEALS, "repeals", RepealEntry, faults)
    return tuple(_recorded(each, scheme) for each in entries)


def _recorded(entry: RepealEntry, scheme: Scheme) -> RecordedRepeal:
    first = scheme.read(entry.place)
    url = entry.link if is_web_pattern(entry.link) else None
    by = scheme.read(entry.link) if entry.link and url is None else None
    repeal = Repeal(entry.date, entry.by, url, by, entry.reason, entry.author)
    return RecordedRepeal(
        entry.edition, first, scheme.read(entry.upto) if entry.upto else first, repeal
    )


def _is_address(written: str, scheme: Scheme) -> bool:
    try:
        scheme.read(written)
    except LawkbError:
        return False
    return True


def _is_date(written: object) -> bool:
    try:
        date.fromisoformat(str(written))
    except ValueError:
        return False
    return True


# ---- review.tsv: translation progress of each provision, recorded by reviewers

ReviewState = Literal["needs-translation", "needs-review", "translated", "reviewed", "final"]
# In order of progress.
REVIEW_STATES: tuple[ReviewState, ...] = get_args(ReviewState)
DONE_STATES: tuple[ReviewState, ...] = ("reviewed", "final")


class Review(Struct, frozen=True):
    """The review of one provision of a translation."""

    edition: str  # id of the edition
    language: str  # BCP 47 tag of the translation
    address: Address  # address of the provision
    state: ReviewState  # state of the translation: ``reviewed``
    source: str  # hash of the texts of the original when the state was recorded
    target: str  # hash of the texts of the translation then
    author: str  # name of the reviewer
    date: str  # ISO date of the record


_REVIEW_COLUMNS = [each.name for each in fields(Review)]
_ReviewKey = tuple[str, str, Address]


def read_review(folder: Path, outline: Outline) -> dict[_ReviewKey, Review]:
    """Return the recorded review of each provision, by edition, language and address.

    Empty when the corpus has no ``review.tsv``. Empty lines and lines that begin with ``#`` are
    left out.
    """
    found: dict[_ReviewKey, Review] = {}
    for where, cells in read_rows(folder / REVIEWS, columns(_REVIEW_COLUMNS)):
        review = _review(where, [*cells.values()], outline)
        key = (review.edition, review.language, review.address)
        if key in found:
            raise LawkbError(where, f"a second line for {cells['address']}", "keep one of them")
        found[key] = review
    return found


def _review_layout(outline: Outline) -> Layout:
    """Return the layout of ``review.tsv``: a new row is put before the provisions that follow it.

    Rows are sorted by edition, language and address.
    """
    expressions = [(each.edition, each.language) for each in outline.expressions]

    def order(row: Mapping[str, str]) -> tuple[int, Address]:
        place = (row["edition"], row["language"])
        return expressions.index(place), outline.scheme.read(row["address"])

    return tsv_layout(_REVIEW_COLUMNS, {}, order)


def review_entry(review: Review, outline: Outline) -> Entry:
    """Return a review as a row of ``review.tsv``; white space in a name becomes one space."""
    address = outline.scheme.write(review.address)
    values = {name: getattr(review, name) for name in _REVIEW_COLUMNS} | {"address": address}
    return Entry(REVIEWS, tuple((name, " ".join(cell.split())) for name, cell in values.items()))


def _review(where: str, cells: list[str], outline: Outline) -> Review:
    edition, language, address, state, *rest = cells
    known = {(each.edition, each.language) for each in outline.expressions}
    if (edition, language) not in known:
        hint = "look at [[expressions]] in corpus.toml"
        raise LawkbError(where, f"the code has no {edition} {language}", hint)
    if state not in REVIEW_STATES:
        hint = f"one of {', '.join(REVIEW_STATES)}"
        raise LawkbError(where, f"state {state!r} is unknown", hint)
    place = read_address(where, address, outline.scheme)
    return Review(edition, language, place, state, *rest)


# ---- patches/*.toml: corrections of the texts of sources


class _PatchEntry(Table, frozen=True, kw_only=True):
    page: str
    language: str
    place: str
    field: PatchField
    old: str
    new: str = ""
    reason: str
    origin: str
    author: str
    date: str
    said: str = ""

    def __post_init__(self) -> None:
        if bool(self.new.strip()) == (self.field == "complete"):
            what = "a repair has new words, a gap has none"
            raise ValueError(f"new does not fit the field {self.field}: {what}")
        if self.field != "heading" and not self.old:
            raise ValueError("old is empty: quote the words to replace")


def read_patches(folder: Path, outline: Outline) -> tuple[Patch, ...]:
    """Return all patches of a corpus folder, by file name and then in the order of the file."""

    def check_place(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        place = entry.get("place")
        try:
            outline.scheme.read(place if isinstance(place, str) else outline.scheme.example)
        except LawkbError as error:
            yield "place", f"{place!r} is not the address of a provision; {error.hint}"

    found = []
    for file in sorted((folder / "patches").glob("*.toml")):
        entries = read_entries(file, "patches", _PatchEntry, check_place)
        for number, entry in enumerate(entries, start=1):
            values = asdict(entry)
            address = outline.scheme.read(values.pop("place"))
            found.append(Patch(f"{file} [[patches]] {number}", address=address, **values))
    return tuple(found)


def patch_entries(
    patches: Iterable[Patch], existing: Iterable[Patch], outline: Outline
) -> tuple[Entry, ...]:
    """Return new patches as entries of files in ``corpus/patches/``.

    A patch goes to the file named after its page, or to a later file that already has patches of
    the same provision, so that it is applied after those.
    """
    last = {_patch_place(each): _patch_file(each) for each in existing}
    found = []
    for patch in patches:
        own = f"patches/{re.sub(r'[^0-9A-Za-z_-]', '_', patch.page)}.toml"
        file = max(own, last.get(_patch_place(patch), own))
        found.append(Entry(file, _patch_values(patch, outline)))
    return tuple(found)


def patch_entry(patch: Patch, outline: Outline) -> Entry:
    """Return the entry that a patch was read from."""
    return Entry(_patch_file(patch), _patch_values(patch, outline))


def _patch_place(patch: Patch) -> tuple[str, str, Address]:
    """Return what a patch corrects; patches with another key can be applied in any order."""
    return patch.page, patch.language, patch.address


def _patch_file(patch: Patch) -> str:
    return f"patches/{Path(patch.path.rpartition(' [[')[0]).name}"


def _patch_values(patch: Patch, outline: Outline) -> tuple[tuple[str, str], ...]:
    place = outline.scheme.write(patch.address)
    values = (
        (name, place if name == "place" else getattr(patch, name))
        for name in _PatchEntry.__struct_fields__
    )
    return tuple((name, value) for name, value in values if value or name not in ("new", "said"))


# ---- entries added and removed


def changed_files(
    folder: Path, removed: Sequence[Entry], added: Sequence[Entry], outline: Outline
) -> dict[str, str]:
    """Return the new content of files with entries removed and added, by path; nothing is written.

    Comments, order and spelling of all other entries stay as they are. See ``changed_content``.
    """
    found = {}
    for file in dict.fromkeys(each.file for each in (*removed, *added)):
        gone = [each for each in removed if each.file == file]
        new = [each for each in added if each.file == file]
        layout = _layout(file, outline)
        with _reported(folder / file):
            content = _content(folder / file)
            found[file] = changed_content(folder / file, content, layout, gone, new)
    return found


def entries_as_written(
    folder: Path, entries: Iterable[Entry], outline: Outline
) -> tuple[Entry, ...]:
    """Return entries with how and where their files have them, to be put back exactly there."""
    found: list[Entry] = []
    for file, group in groupby(entries, key=lambda each: each.file):
        path = folder / file
        with _reported(path):
            found += looked_up(path, _content(path), _layout(file, outline), [*group])
    return tuple(found)


def is_empty(file: str, content: str, outline: Outline) -> bool:
    """Return whether a file has no entry, nor anything else that editors wrote."""
    return content in ("", _layout(file, outline).head)


_WAIVERS_LAYOUT = toml_layout("waivers")
_SETTLEMENTS_LAYOUT = toml_layout("comments")
_DISCUSSION_LAYOUT = toml_layout("discussion")
_PROPOSALS_LAYOUT = toml_layout("proposals")
_PATCHES_LAYOUT = toml_layout("patches")
_PROVENANCE_LAYOUT = toml_layout("pages")


def _layout(file: str, outline: Outline) -> Layout:
    if file.startswith("patches/"):
        return _PATCHES_LAYOUT
    if file.startswith("sources/"):
        return _PROVENANCE_LAYOUT
    layouts = {
        WAIVERS: _WAIVERS_LAYOUT,
        SETTLEMENTS: _SETTLEMENTS_LAYOUT,
        DISCUSSION: _DISCUSSION_LAYOUT,
        PROPOSALS: _PROPOSALS_LAYOUT,
        REVIEWS: _review_layout(outline),
        glossary.FILE: glossary.layout_of(outline),
    }
    return layouts[file]


def _content(path: Path) -> str:
    """Return the text of a file with its own line ends; empty if it is missing."""
    return path.read_bytes().decode() if path.exists() else ""


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RecursionError) as error:
        told = " ".join(f"cannot be read: {error}".split())
        kind = {".toml": "TOML"}.get(path.suffix, "a table")
        hint = f"check its permissions; it must be {kind}, in UTF-8"
        raise LawkbError(str(path), told, hint) from error
