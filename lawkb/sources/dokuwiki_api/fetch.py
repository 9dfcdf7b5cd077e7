"""Fetch the pages of a DokuWiki over its remote API into a folder: only what changed.

The folder has the pages, their state, and their provenance.

``fetch.json`` is the state of ``lawkb fetch``; ``provenance.toml`` has the same facts for every
other reader. Both and each page are written to a temporary name, synced, then renamed. During a
fetch, each page appends one line to a journal, so that the state of ten thousand pages is not
rewritten for each; the journal is merged into ``fetch.json`` at the end or by the next fetch.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import tomlkit

from lawkb.atomic_files import append_synced, locked, sync_path, write_whole
from lawkb.errors import LawkbError
from lawkb.model.page import utc_time
from lawkb.sources.dokuwiki_api.calls import ListedPage, RemoteCalls
from lawkb.sources.dokuwiki_api.http import (
    BadAnswerError,
    BusyError,
    NotAllowedError,
    PageMissingError,
)
from lawkb.sources.page_folder import PROVENANCE, STATE, is_page_file, read_provenance
from lawkb.sources.page_names import file_name, is_page_id

_JOURNAL = ".fetch.journal"


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The state of a page that was fetched."""

    # Revision (Unix time) in the wiki's page list when the page was fetched. While the list has
    # this revision, the page is not fetched again.
    listed: int
    revision: int  # Unix time of the page's last change.
    user: str | None  # Login of the author of that change; None for a guest.
    sha256: str  # Hexadecimal SHA-256 of the file.
    gone: bool = False  # Whether the wiki no longer has it.


class Store:
    """The folder of a fetched wiki, for one writer at a time."""

    __slots__ = ("_pages", "_provenance_written", "folder", "inside", "wiki")

    def __init__(
        self, folder: Path, wiki: str, pages: dict[str, FetchedPage], inside: str = ""
    ) -> None:
        """Store folder, address of the wiki and state of its pages; use ``open_store`` instead.

        Args:
            inside: Namespace that the ids of the pages lack here; empty for none.
        """
        self.folder = folder
        self.wiki = wiki
        self.inside = inside
        self._pages = pages
        self._provenance_written = False

    def pages(self) -> dict[str, FetchedPage]:
        """Return the state of all pages, by page id."""
        return dict(self._pages)

    def own_id(self, page_id: str) -> str:
        """Return the id that a page of the wiki has here."""
        return page_id.removeprefix(f"{self.inside}:") if self.inside else page_id

    def file(self, page_id: str) -> Path:
        """Return the file of a page."""
        return self.folder / file_name(self.own_id(page_id))

    def by_hand(self) -> dict[str, str]:
        """Return the ids of the pages that no fetch brought, by the names of their files."""
        known = read_provenance(self.folder)
        fetched = {self.file(page_id).name for page_id in self._pages}
        files = [each.name for each in self.folder.iterdir() if is_page_file(each)]
        return {
            name: str(known.get(name, {}).get("page") or Path(name).stem)
            for name in sorted(files)
            if name not in fetched
        }

    def adopt(self, page_id: str, page: FetchedPage) -> None:
        """Record a page whose file was put here by hand and is what the wiki has."""
        self._record(page_id, page)

    def holds(self, page_id: str, listed: int) -> bool:
        """Whether the file of a page has the listed revision (Unix time) and is undamaged."""
        page = self._pages.get(page_id)
        if page is None or page.gone or page.listed != listed:
            return False
        try:
            content = self.file(page_id).read_bytes()
        except FileNotFoundError:
            return False
        return hashlib.sha256(content).hexdigest() == page.sha256

    def save(self, page_id: str, content: bytes, page: FetchedPage) -> None:
        """Write a page, then its state. After a crash in between, the page is fetched again.

        Raises:
            ValueError: The page id is invalid; check it with ``is_page_id`` first.
        """
        if not is_page_id(page_id):
            raise ValueError(f"not a page id: {page_id!r}")
        write_whole(self.file(page_id), content)
        self._record(page_id, page)

    def mark_gone(self, page_id: str) -> None:
        """Record that the wiki no longer has a page; its file is not deleted."""
        page = self._pages.get(page_id)
        if page and not page.gone:
            gone = FetchedPage(page.listed, page.revision, page.user, page.sha256, gone=True)
            self._record(page_id, gone)

    def prune(self) -> None:
        """Delete the files of the pages that the wiki no longer has."""
        pruned = [page_id for page_id, page in self._pages.items() if page.gone]
        # First, so that the provenance never names a missing file.
        self.write_provenance(without=frozenset(pruned))
        for page_id in pruned:
            self.file(page_id).unlink(missing_ok=True)
        if pruned:
            sync_path(self.folder)
            self._pages = {i: page for i, page in self._pages.items() if not page.gone}
            self._write_state()
        self._provenance_written = True

    def write_provenance(self, without: frozenset[str] = frozenset()) -> None:
        """Write ``provenance.toml``, if pages changed since it was last written.

        Args:
            without: Ids of pages to leave out.
        """
        untouched = not self._pages and not (self.folder / STATE).exists()
        if untouched or (self._provenance_written and not without):
            return
        own = self.by_hand()
        kept = [entry for name, entry in read_provenance(self.folder).items() if name in own]
        entries = kept + [
            self._entry(page_id, page)
            for page_id, page in sorted(self._pages.items())
            if page_id not in without and self.file(page_id).is_file()
        ]
        provenance = {"origin": f"fetched by lawkb from {self.wiki}", "pages": entries}
        content = tomlkit.dumps(provenance).encode()
        path = self.folder / PROVENANCE
        if not path.is_file() or path.read_bytes() != content:
            write_whole(path, content)
        self._provenance_written = True

    def merge_journal(self) -> None:
        """Merge the journal into ``fetch.json`` and delete it, if there is a journal."""
        journal = self.folder / _JOURNAL
        if journal.exists():
            self._write_state()
            journal.unlink()

    def _record(self, page_id: str, page: FetchedPage) -> None:
        if not (self.folder / STATE).exists():
            self._write_state()
        line = json.dumps([page_id, asdict(page)], ensure_ascii=False)
        append_synced(self.folder / _JOURNAL, f"{line}\n".encode())
        self._pages[page_id] = page
        self._provenance_written = False

    def _write_state(self) -> None:
        entries = {page_id: asdict(page) for page_id, page in sorted(self._pages.items())}
        inside = {"inside": self.inside} if self.inside else {}
        state = {"wiki": self.wiki, **inside, "pages": entries}
        lines = json.dumps(state, ensure_ascii=False, indent=1)
        write_whole(self.folder / STATE, f"{lines}\n".encode())

    def _entry(self, page_id: str, page: FetchedPage) -> dict[str, object]:
        entry: dict[str, object] = {
            "page": self.own_id(page_id),
            "file": self.file(page_id).name,
            "sha256": page.sha256,
            "revision": page.revision,
        }
        revised = utc_time(page.revision)
        entry |= {"revised": revised} if revised else {}
        entry |= {"user": page.user} if page.user else {}
        return entry | ({"gone": True} if page.gone else {})


@contextmanager
def open_store(folder: Path, wiki: str, inside: str = "") -> Iterator[Store]:
    """Open the folder for the pages of a wiki; make it if it is missing.

    On leaving the block, also by an exception, ``provenance.toml`` is written, if there is a page
    of the wiki.

    Args:
        folder: ``corpus/sources/<name>``.
        wiki: The address of the wiki.
        inside: Namespace that the ids of the pages lack here, where nothing was fetched yet.

    Raises:
        LawkbError: The folder has pages of another wiki, its ``fetch.json`` is damaged, another
            ``lawkb fetch`` is using it, or it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder, partial(_refuse_second, folder)):
            store = _read(folder, wiki, inside)
            store.merge_journal()
            try:
                yield store
            finally:
                store.merge_journal()
                store.write_provenance()
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "check rights and free space"
        ) from error


def fetched_from(folder: Path) -> str | None:
    """Return the address of the wiki from which the pages of a folder were fetched; None if none.

    Raises:
        LawkbError: ``fetch.json`` is damaged.
    """
    path = folder / STATE
    return str(_state(path)["wiki"]) if path.exists() else None


def _refuse_second(folder: Path) -> None:
    raise LawkbError(str(folder), "another fetch is using it", "wait for it to end")


def _read(folder: Path, wiki: str, inside: str) -> Store:
    path = folder / STATE
    if not path.exists():
        return Store(folder, wiki, {}, inside)
    state = _state(path)
    came_from = state["wiki"]
    try:
        entries = state["pages"] | dict(_journal(folder))
        pages = msgspec.convert(entries, dict[str, FetchedPage])
        known = msgspec.convert(state["inside"], str)
    except (ValueError, TypeError, RecursionError) as error:
        raise _damaged(path, error) from error
    if came_from != wiki:
        raise LawkbError(
            str(path), f"the pages here came from {came_from}", "name another --source"
        )
    good = {page_id: page for page_id, page in pages.items() if is_page_id(page_id)}
    return Store(folder, wiki, good, known)


def _state(path: Path) -> dict[str, Any]:
    try:
        state = json.loads(path.read_bytes())
        inside = state.get("inside", "")
        return {"wiki": state["wiki"], "inside": inside, "pages": state["pages"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> LawkbError:
    hint = "restore this file, or remove its folder and fetch again"
    return LawkbError(str(path), f"damaged: {error}", hint)


def _journal(folder: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield page id and state from the journal of an interrupted fetch.

    An incomplete last line is ignored.
    """
    path = folder / _JOURNAL
    lines = path.read_bytes().split(b"\n")[:-1] if path.is_file() else []
    for line in lines:
        page_id, entry = json.loads(line)
        yield page_id, entry


OutcomeKind = Literal["fetched", "gone", "failed", "kept"]
_MOST_FAILURES = 10
_MOST_REVISIONS = 20  # of a page, in which the text of a file is looked for


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of fetching one page."""

    page_id: str  # page id as the wiki sent it; not checked if the page failed
    # ``fetched``; ``gone`` if the wiki no longer has the page; ``kept`` if a file that was put here
    # by hand has another text; or ``failed``.
    fate: OutcomeKind
    why: str = ""  # short reason if the page failed or was kept; else empty


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages that a run of ``lawkb fetch`` has to handle."""

    # Pages that are new or changed, in the order of the wiki's list.
    wanted: tuple[ListedPage, ...]
    unchanged: int  # Number of pages of which the folder has the wiki's latest revision.
    # Ids of pages in the folder that the wiki no longer lists, except pages already recorded as
    # deleted there.
    unlisted: tuple[str, ...]
    # Entries of the wiki's list with invalid page ids, as failures, and pages kept by hand.
    refused: tuple[Outcome, ...]

    @property
    def steps(self) -> int:
        """Return the number of outcomes that ``fetch_pages`` will yield."""
        return len(self.wanted) + len(self.unlisted) + len(self.refused)


def list_pages(calls: RemoteCalls, namespace: str) -> tuple[ListedPage, ...]:
    """Return the page list of a wiki; page ids are not checked yet.

    Args:
        calls: The wiki.
        namespace: Namespace to list, ``ns:sub``; ``""`` is the whole wiki.

    Raises:
        LawkbError: The wiki does not answer.
        NotAllowedError: The wiki lists no page in the namespace for this user.
    """
    listed = tuple(p for p in calls.pages(namespace) if _within(p.page_id, namespace))
    if not listed:
        raise NotAllowedError(
            f"namespace {namespace}" if namespace else "the list of pages",
            "the wiki shows no page there",
            "check the namespace, and what this user or a guest is allowed to read",
        )
    return listed


def plan_changes(
    listed: tuple[ListedPage, ...],
    store: Store,
    namespace: str,
    kept: tuple[Outcome, ...] = (),
) -> Plan:
    """Return a plan for the pages that are new, changed, or damaged in the folder.

    Args:
        listed: The wiki's page list.
        store: The folder of the pages fetched earlier.
        namespace: The namespace that was listed, ``ns:sub``; ``""`` is the whole wiki.
        kept: The pages to leave out, from ``adopt_pages``.
    """
    plan = plan_all(listed, store, namespace, kept)
    wanted = tuple(p for p in plan.wanted if not store.holds(p.page_id, p.revision))
    return replace(plan, wanted=wanted, unchanged=len(plan.wanted) - len(wanted))


def plan_all(
    listed: tuple[ListedPage, ...],
    store: Store,
    namespace: str,
    kept: tuple[Outcome, ...] = (),
) -> Plan:
    """Return a plan for every listed page, changed or not; arguments as for ``plan_changes``."""
    good = {page.page_id: page for page in listed if is_page_id(page.page_id)}
    bad = dict.fromkeys(page.page_id for page in listed if page.page_id not in good)
    unlisted = tuple(
        page_id
        for page_id, fetched in store.pages().items()
        if _within(page_id, namespace) and page_id not in good and not fetched.gone
    )
    refused = tuple(Outcome(page_id, "failed", "this is no page id") for page_id in bad)
    left = {each.page_id for each in kept}
    wanted = tuple(page for page_id, page in good.items() if page_id not in left)
    return Plan(wanted, 0, unlisted, (*refused, *kept))


def adopt_pages(
    calls: RemoteCalls, store: Store, listed: Iterable[ListedPage]
) -> tuple[Outcome, ...]:
    """Take over the files of a folder that were put there by hand and are pages of the wiki.

    A file that is byte for byte what the wiki has is recorded as fetched. One that is what it had
    before, as after a push, is replaced by a fetch. The others stay as they are.

    Returns:
        The pages that a fetch must leave out, since their files have another text.

    Raises:
        LawkbError: None of the files is a page of the wiki, or it does not answer.
    """
    by_hand = store.by_hand()
    there = [page for page in listed if is_page_id(page.page_id)] if by_hand else []
    files = {store.file(page.page_id).name: page for page in there}
    ids = {store.own_id(page.page_id): page for page in there}
    both = {
        name: page for name, id_ in by_hand.items() if (page := files.get(name) or ids.get(id_))
    }
    kept = [name for name, page in both.items() if not _adopted(calls, store, page, name)]
    # An interrupted first fetch may have left one file that is recorded nowhere.
    by_people = len(by_hand) > 1 or (store.folder / PROVENANCE).exists()
    if by_people and not store.pages() and len(kept) == len(both):
        what = "holds pages that were not fetched"
        what += ", and no file has the text that its page in the wiki has, or had" if kept else ""
        hint = "name another --source"
        hint += ", or --replace to take the wiki's texts" if kept else ""
        raise LawkbError(str(store.folder), what, hint)
    why = "has another text than its page in the wiki has, or had"
    return tuple(Outcome(both[name].page_id, "kept", f"{name} {why}") for name in kept)


def _adopted(calls: RemoteCalls, store: Store, page: ListedPage, name: str) -> bool:
    """Return whether a file is a page of the wiki as it is, which is recorded, or as it was."""
    path = store.folder / name
    if path != store.file(page.page_id) or path.is_symlink():
        return False
    content = path.read_bytes()
    about = calls.about(page.page_id)
    if _content(calls.text(page.page_id)) == content:
        store.adopt(page.page_id, _fetched_page(page, about, content))
        return True
    earlier = calls.revisions(page.page_id)[:_MOST_REVISIONS]
    return any(_content(calls.text_at(page.page_id, at)) == content for at in earlier)


def fetch_pages(calls: RemoteCalls, store: Store, plan: Plan) -> Iterator[Outcome]:
    """Execute a plan page by page; each page is on the disk before its outcome is yielded.

    A page that cannot be fetched is an outcome, not an error. After an interruption, the next
    plan has what is missing.

    Raises:
        LawkbError: The wiki does not answer any more, or fails page after page.
    """
    yield from plan.refused
    failures = 0
    for page in plan.wanted:
        outcome = _fetch(calls, store, page)
        yield outcome
        failures = failures + 1 if outcome.fate == "failed" else 0
        if failures == _MOST_FAILURES:
            raise BadAnswerError(
                page.page_id,
                f"{failures} pages in a row failed, at last: {outcome.why}",
                "try later: the pages fetched so far are saved",
            )
    for page_id in plan.unlisted:
        yield _check_unlisted(calls, store, page_id)


def _within(page_id: str, namespace: str) -> bool:
    return not namespace or page_id.startswith(f"{namespace}:")


def _fetch(calls: RemoteCalls, store: Store, page: ListedPage) -> Outcome:
    try:
        # In this order, so that the next plan detects a change between the two.
        about = calls.about(page.page_id)
        text = calls.text(page.page_id)
    except PageMissingError:
        return _gone(store, page.page_id)
    except BusyError:
        raise  # so are the other pages
    except (NotAllowedError, BadAnswerError) as fault:
        return Outcome(page.page_id, "failed", fault.what)
    if not text:
        return _gone(store, page.page_id)
    return _save(store, page, about, text)


def _save(store: Store, page: ListedPage, about: ListedPage, text: str) -> Outcome:
    content = _content(text)
    store.save(page.page_id, content, _fetched_page(page, about, content))
    return Outcome(page.page_id, "fetched")


def _content(text: str) -> bytes:
    """Return the bytes of the file of a text."""
    # Lone surrogates, possible in JSON only, become bytes that reading reports as a loss.
    return text.encode("utf-8", "surrogatepass")


def _fetched_page(page: ListedPage, about: ListedPage, content: bytes) -> FetchedPage:
    return FetchedPage(
        page.revision, about.revision, about.user, hashlib.sha256(content).hexdigest()
    )


def _check_unlisted(calls: RemoteCalls, store: Store, page_id: str) -> Outcome:
    """Return whether a page that is not listed was deleted, or is only hidden from this user."""
    try:
        calls.about(page_id)
    except PageMissingError:
        return _gone(store, page_id)
    except BusyError:
        raise
    except (NotAllowedError, BadAnswerError) as fault:
        return Outcome(page_id, "failed", fault.what)
    return Outcome(page_id, "failed", "the wiki has it, but does not list it")


def _gone(store: Store, page_id: str) -> Outcome:
    store.mark_gone(page_id)
    return Outcome(page_id, "gone")
