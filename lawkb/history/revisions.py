"""The history of a law: its text at a moment, and the revisions that changed its provisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from pathlib import Path

from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.errors import LawkbError
from lawkb.history.changes import ProvisionChange, changes_of_law
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.history import Revision
from lawkb.model.law import Law, Loss
from lawkb.model.page import Page
from lawkb.model.source import Source
from lawkb.parse.read_page import read_page
from lawkb.references.links import link_references
from lawkb.references.resolve import annotate_law, resolve_code
from lawkb.sources.dokuwiki_data.data_folder import WikiPage, read_data_folder, text_of


@dataclass(frozen=True, slots=True)
class RevisionStep:
    """A revision of the page of a law, and the changes it made.

    Attributes:
        page: Id of the page.
        revision: The revision.
        name: Real name of the author if the source knows it, else the login, else None.
        changes: Provisions that differ from the previous revision; all of them in the first.
        losses: Parts of this revision that could not be read.
    """

    page: str
    revision: Revision
    name: str | None
    changes: tuple[ProvisionChange, ...]
    losses: tuple[Loss, ...]


def law_history(folder: Path, edition: str, address: Address) -> tuple[RevisionStep, ...]:
    """Return the revisions that changed a provision or provisions inside it, oldest first.

    Only the changes of these provisions are included.

    Raises:
        LawkbError: No source with a history has a page of this law.
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
    """Return the pages of a law whose revisions are known, each with its source.

    Raises:
        LawkbError: No source with a history has a page of this law.
    """
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

    Args:
        folder: The corpus folder.
        code: The present code; its languages, levels and editions are used.
        moment: The moment, with a time zone.
    """
    laws = {}
    for source, page in wiki_pages(folder, code.outline):
        for law in _laws_at(source, page, code.outline, moment):
            laws[law.key] = annotate_law(law, code.outline)
    ordered = {key: laws[key] for key in sorted(laws, key=lambda key: code.outline.place(*key))}
    read = Code(code.outline, ordered)
    return resolve_code(link_references(read, read_sources(folder, code.outline)))


def read_moment(text: str) -> datetime:
    """Return the moment that a text denotes: ``2016-03-06`` is the end of that day, UTC.

    Raises:
        LawkbError: The text is not an ISO 8601 date or time.
    """
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
        content, losses = text_of(page, revision.id)
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


def _laws_at(source: Source, page: WikiPage, outline: Outline, moment: datetime) -> tuple[Law, ...]:
    past = [step for step in page.revisions if int(step.id) <= moment.timestamp()]
    if not past or past[-1].kind == "delete":
        return ()
    content, _ = text_of(page, past[-1].id)
    return _laws(source, page, outline, content) if content is not None else ()


def _laws(source: Source, page: WikiPage, outline: Outline, content: bytes) -> tuple[Law, ...]:
    old = Page(source.name, page.page_id, page.path, content)
    return read_page(old, source, outline).laws
