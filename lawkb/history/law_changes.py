"""The history of laws: the text of one at a moment, and all changes of a corpus, newest first.

The revisions of a wiki are read once: what they changed is cached by page. A law without revisions
has one change, the last one of its page, if its date is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from lawkb.corpus.cache import cached_value, digest_of, put_cached
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.errors import LawkbError
from lawkb.history.changes import DiffPiece, ProvisionChange, changes_of_law, word_diff
from lawkb.large_collections import Values
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Loss
from lawkb.model.page import Page, Revision
from lawkb.model.privacy import has_address, without_addresses
from lawkb.model.source import Source
from lawkb.parallel_work import one_by_one
from lawkb.parse.read_page import read_page
from lawkb.references.links import link_references
from lawkb.references.resolve import annotate_law, resolve_code
from lawkb.sources.dokuwiki_data import WikiPage, read_data_folder, revision_text


class RevisionStep(Struct, frozen=True):
    """A revision of the page of a law, and the changes it made."""

    page: str  # Id of the page.
    revision: Revision  # The revision.
    name: str | None  # Real name of the author if the source knows it, else the login, else None.
    # Provisions that differ from the previous revision; all of them in the first.
    changes: tuple[ProvisionChange, ...]
    losses: tuple[Loss, ...]  # Parts of this revision that could not be read.


def law_history(folder: Path, edition: str, address: Address) -> tuple[RevisionStep, ...]:
    """Return the revisions that changed a provision or provisions inside it, oldest first.

    Only the changes of these provisions are included.
    """
    outline = read_outline(folder)
    pages = pages_with_history(folder, outline, edition, address)
    steps = [step for source, page in pages for step in read_steps(source, page, outline)]
    kept = (
        replace(step, changes=tuple(c for c in step.changes if address.holds(c.address)))
        for step in steps
    )
    return tuple(step for step in kept if step.changes or step.losses)


def pages_with_history(
    folder: Path, outline: Outline, edition: str, address: Address
) -> list[tuple[Source, WikiPage]]:
    """Return the pages of a law whose revisions are known, each with its source."""
    found = [
        (source, page)
        for source, page in wiki_pages(folder, outline)
        if any(
            rule.edition == edition and rule.law(page.page_id) == address.law
            for rule in source.rules
        )
    ]
    if not found:
        raise LawkbError(
            outline.scheme.write(address),
            "no source with a history has a page of this law",
            "put the data folder of the wiki into corpus/sources/",
        )
    return found


def code_at(folder: Path, code: Code, moment: datetime) -> Code:
    """Return the code as its pages were at a moment, without laws that have no history.

    Present patches are not applied, since they correct present texts.
    """
    laws = {}
    for source, page in wiki_pages(folder, code.outline):
        for law in laws_at(source, page, code.outline, moment):
            laws[law.key] = annotate_law(law, code.outline)
    ordered = {key: laws[key] for key in sorted(laws, key=lambda key: code.outline.place(*key))}
    read = Code(code.outline, ordered)
    return resolve_code(link_references(read, read_sources(folder, code.outline)))


def read_moment(text: str) -> datetime:
    """Return the moment that a text denotes: ``2016-03-06`` is the end of that day, UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise LawkbError(f"--at {text}", "this is no date", "write it like 2016-03-06") from error
    if len(text) <= len("2016-03-06"):
        moment = datetime.combine(moment.date(), time.max)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def wiki_pages(folder: Path, outline: Outline) -> Iterator[tuple[Source, WikiPage]]:
    """Yield the pages of all sources that are data folders of a wiki, each with its source."""
    for source in read_sources(folder, outline):
        tree = folder / "sources" / source.name
        if (tree / "pages").is_dir():
            pages = (item for item in read_data_folder(tree) if isinstance(item, WikiPage))
            yield from ((source, page) for page in pages)


def read_steps(source: Source, page: WikiPage, outline: Outline) -> Iterator[RevisionStep]:
    """Yield the revisions of a page with what each of them changed, oldest first."""
    names = dict(page.names)
    before: dict[str, Law] = {}
    for revision in page.revisions:
        content, losses = revision_text(page, revision.id)
        now = {} if revision.kind == "delete" else before
        if content is not None and revision.kind != "delete":
            now = {law.language: law for law in _laws(source, page, outline, content)}
        yield RevisionStep(
            page.page_id,
            revision,
            names.get(revision.user or "", revision.user),
            _changes(before, now),
            losses if revision.kind != "delete" else (),
        )
        before = now


def _changes(before: dict[str, Law], now: dict[str, Law]) -> tuple[ProvisionChange, ...]:
    found: list[ProvisionChange] = []
    for tag in dict.fromkeys([*before, *now]):
        if tag in now:
            found.extend(changes_of_law(before.get(tag), now[tag]))
        else:
            empty = replace(before[tag], root=replace(before[tag].root, body=(), heading=None))
            found.extend(changes_of_law(before[tag], empty))
    return tuple(found)


def laws_at(source: Source, page: WikiPage, outline: Outline, moment: datetime) -> tuple[Law, ...]:
    """Return the laws of a page as it was at a moment, without references; none if it was not."""
    past = [step for step in page.revisions if int(step.id) <= moment.timestamp()]
    if not past or past[-1].kind == "delete":
        return ()
    content, _ = revision_text(page, past[-1].id)
    return _laws(source, page, outline, content) if content is not None else ()


def _laws(source: Source, page: WikiPage, outline: Outline, content: bytes) -> tuple[Law, ...]:
    old = Page(source.name, page.page_id, page.path, content)
    return read_page(old, source, outline).laws


_CACHED = "history"


@dataclass(frozen=True, slots=True)
class LawChange:
    """A change of a law: a revision of its page, or the last change of a page without revisions."""

    edition: str  # Id of the edition.
    law: Ordinal  # Number of the law.
    time: str  # ISO 8601 in UTC, `2018-05-25T13:53:00Z`.
    # Provisions that changed, in order; empty when they are unknown.
    addresses: tuple[Address, ...] = ()
    # Name of the author; None when unknown, or only a mail or IP address.
    author: str | None = None
    summary: str = ""  # The author's summary; may be empty.
    first: bool = False  # Whether the law was new. Then `provisions` is empty: all of it was added.
    # What changed, with word diffs, without mail and IP addresses.
    provisions: tuple[ProvisionChange, ...] = ()


def law_changes(folder: Path, code: Code) -> tuple[LawChange, ...]:
    """Return the changes of all laws of a corpus, newest first."""
    sources = read_sources(folder, code.outline)
    return in_order((*_revisions(folder, code), *last_changes(code, sources)))


def in_order(changes: Iterable[LawChange]) -> tuple[LawChange, ...]:
    """Return changes newest first; a last change of a law that has revisions is left out."""
    every = tuple(changes)
    known = {(each.edition, each.law) for each in every if each.addresses}
    kept = [each for each in every if each.addresses or (each.edition, each.law) not in known]
    by_law = sorted(kept, key=lambda each: (each.edition, each.law))
    return tuple(sorted(by_law, key=lambda each: each.time, reverse=True))


def last_changes(code: Code, sources: Iterable[Source]) -> tuple[LawChange, ...]:
    """Return the last change of each law's page, where its date is known."""
    zones = {source.name: source.zone for source in sources}
    times = one_by_one(partial(last_change, zones), Values(code.laws))
    dated = ((edition, law, time) for (edition, _, law), time in zip(code.laws, times, strict=True))
    return tuple(LawChange(*each) for each in dict.fromkeys(dated) if each[2])


def last_change(zones: Mapping[str, str], law: Law) -> str:
    """Return the time of the last change of a law's page in UTC; empty if it is not known.

    ``zones`` are the time zones of the sources by name.
    """
    return _utc(law.origin.revised or "", zones.get(law.origin.source, "UTC"))


def _utc(stamp: str, zone: str) -> str:
    """Convert a time in the zone of a source to UTC; return "" if it is missing or malformed."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return ""
    local = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def changes_of_steps(steps: Iterable[RevisionStep]) -> Iterator[LawChange]:
    """Yield the changes that the revisions of a page made, law by law, oldest first."""
    begun: set[tuple[str, Ordinal]] = set()
    for step in steps:
        by_law: dict[tuple[str, Ordinal], list[ProvisionChange]] = {}
        for change in step.changes:
            by_law.setdefault((change.edition, change.address.law), []).append(change)
        for law, provisions in by_law.items():
            first = law not in begun
            begun.add(law)
            yield LawChange(
                *law,
                time=step.revision.time,
                addresses=tuple(sorted({each.address for each in provisions})),
                author=step.name,
                summary=step.revision.summary,
                first=first,
                provisions=() if first else tuple(map(public_change, provisions)),
            )


def public_change(change: ProvisionChange) -> ProvisionChange:
    """Return a change without mail and IP addresses: an old text may have had some."""
    before = "".join(piece.text for piece in change.diff if piece.kind != "new")
    after = "".join(piece.text for piece in change.diff if piece.kind != "gone")
    if not (has_address(before) or has_address(after)):
        return change
    diff = word_diff(without_addresses(before), without_addresses(after))
    return ProvisionChange(change.edition, change.language, change.address, change.kind, diff)


# A change as the cache keeps it: only plain types and classes of the model.
_Row = tuple[Any, ...]


def _revisions(folder: Path, code: Code) -> Iterator[LawChange]:
    """Yield the changes of all pages with revisions; those of unchanged pages are cached."""
    settings = digest_of((folder / "corpus.toml").read_bytes())
    known: Mapping[str, tuple[str, list[_Row]]] | None = None
    now: dict[str, tuple[str, list[_Row]]] = {}
    for source, page in wiki_pages(folder, code.outline):
        if known is None:
            known = cached_value(folder, _CACHED, settings) or {}
        key = f"{source.name} {page.page_id}"
        digest = digest_of(repr((page.revisions, page.names, page.content)).encode())
        if key in known and known[key][0] == digest:
            now[key] = known[key]
        else:
            steps = read_steps(source, page, code.outline)
            now[key] = digest, [_row(change) for change in changes_of_steps(steps)]
    if now and now != known:
        put_cached(folder, _CACHED, settings, now)
    for _, rows in now.values():
        yield from map(_change, rows)


def _row(change: LawChange) -> _Row:
    return (
        change.edition,
        change.law,
        change.time,
        change.addresses,
        change.author,
        change.summary,
        change.first,
        tuple(
            (each.language, each.address, each.kind, tuple((p.kind, p.text) for p in each.diff))
            for each in change.provisions
        ),
    )


def _change(row: _Row) -> LawChange:
    edition, law, time, addresses, author, summary, first, provisions = row
    found = tuple(
        ProvisionChange(edition, language, address, kind, tuple(DiffPiece(*p) for p in diff))
        for language, address, kind, diff in provisions
    )
    return LawChange(edition, law, time, addresses, author, summary, first, found)
