"""What fetching keeps on the disk: the pages of a wiki, what is known of them, where from.

``fetch.json`` is the memory of ``lawkb fetch``; ``provenance.toml`` tells the same to everyone
else. Both and each page are written to a temporary name, synced, then renamed. While a fetch runs,
what it learns is added to a journal, a line a page, so that remembering one of ten thousand pages
costs one line; the journal goes into ``fetch.json`` when the fetch ends, or the next one begins.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import tomli_w

from lawkb.errors import LawkbError
from lawkb.files import append_synced, sync_path, write_whole
from lawkb.model.history import utc_time
from lawkb.sources.folder import PROVENANCE, STATE
from lawkb.sources.page_files import SUFFIX, file_name, is_page_id

_JOURNAL = ".fetch.journal"


@dataclass(frozen=True, slots=True)
class Kept:
    """A page that was fetched.

    Attributes:
        listed: Revision the list of the wiki gave when it was fetched; while it gives the same,
            the page is not fetched again.
        revision: Unix time of its last change.
        user: Who made it, or None.
        sha256: Of its bytes.
        gone: Whether the wiki no longer has it.
    """

    listed: int
    revision: int
    user: str | None
    sha256: str
    gone: bool = False


class Store:
    """The folder of a fetched source, for one writer at a time."""

    __slots__ = ("_pages", "_told", "folder", "wiki")

    def __init__(self, folder: Path, wiki: str, pages: dict[str, Kept]) -> None:
        """Use ``open_store``."""
        self.folder = folder
        self.wiki = wiki
        self._pages = pages
        self._told = False

    def pages(self) -> dict[str, Kept]:
        """What is kept, by page id."""
        return dict(self._pages)

    def holds(self, page_id: str, listed: int) -> bool:
        """Whether a page is here as the wiki lists it, and its file is as it was written."""
        kept = self._pages.get(page_id)
        if kept is None or kept.gone or kept.listed != listed:
            return False
        try:
            content = (self.folder / file_name(page_id)).read_bytes()
        except FileNotFoundError:
            return False
        return hashlib.sha256(content).hexdigest() == kept.sha256

    def keep(self, page_id: str, content: bytes, kept: Kept) -> None:
        """Write a page, then that it is here. Killed between, it is fetched once more.

        Raises:
            ValueError: It is no page id; ``is_page_id`` is asked before.
        """
        if not is_page_id(page_id):
            raise ValueError(f"not a page id: {page_id!r}")
        write_whole(self.folder / file_name(page_id), content)
        self._remember(page_id, kept)

    def mark_gone(self, page_id: str) -> None:
        """Note that the wiki no longer has a page; its file stays."""
        kept = self._pages.get(page_id)
        if kept and not kept.gone:
            gone = Kept(kept.listed, kept.revision, kept.user, kept.sha256, gone=True)
            self._remember(page_id, gone)

    def prune(self) -> None:
        """Remove the files of the pages that are gone."""
        pruned = [page_id for page_id, kept in self._pages.items() if kept.gone]
        # Nobody else may read of a file that is no longer there.
        self.tell(without=frozenset(pruned))
        for page_id in pruned:
            (self.folder / file_name(page_id)).unlink(missing_ok=True)
        if pruned:
            sync_path(self.folder)
            self._pages = {i: kept for i, kept in self._pages.items() if not kept.gone}
            self._write_state()
        self._told = True

    def tell(self, without: frozenset[str] = frozenset()) -> None:
        """Write ``provenance.toml``, if what is kept changed since."""
        untouched = not self._pages and not (self.folder / STATE).exists()
        if untouched or (self._told and not without):
            return
        entries = [
            _entry(page_id, kept)
            for page_id, kept in sorted(self._pages.items())
            if page_id not in without and (self.folder / file_name(page_id)).is_file()
        ]
        told = {"origin": f"fetched by lawkb from {self.wiki}", "pages": entries}
        content = tomli_w.dumps(told).encode()
        path = self.folder / PROVENANCE
        if not path.is_file() or path.read_bytes() != content:
            write_whole(path, content)
        self._told = True

    def settle(self) -> None:
        """Write ``fetch.json`` and drop the journal, if there is one."""
        journal = self.folder / _JOURNAL
        if journal.exists():
            self._write_state()
            journal.unlink()

    def _remember(self, page_id: str, kept: Kept) -> None:
        if not (self.folder / STATE).exists():
            self._write_state()
        line = json.dumps([page_id, asdict(kept)], ensure_ascii=False)
        append_synced(self.folder / _JOURNAL, f"{line}\n".encode())
        self._pages[page_id] = kept
        self._told = False

    def _write_state(self) -> None:
        entries = {page_id: asdict(kept) for page_id, kept in sorted(self._pages.items())}
        state = {"wiki": self.wiki, "pages": entries}
        lines = json.dumps(state, ensure_ascii=False, indent=1)
        write_whole(self.folder / STATE, f"{lines}\n".encode())


@contextmanager
def open_store(folder: Path, wiki: str) -> Iterator[Store]:
    """The folder of a source for the pages of a wiki, made when there is none.

    When it is left, also by an error, ``provenance.toml`` tells what is there.

    Args:
        folder: ``corpus/sources/<name>``.
        wiki: The address of the wiki.

    Raises:
        LawkbError: It holds pages of another origin, its memory is damaged, another fetch is at
            work in it, or it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            store = Store(folder, wiki, _read(folder, wiki))
            store.settle()
            try:
                yield store
            finally:
                store.settle()
                store.tell()
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "check rights and free space"
        ) from error


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One writer at a time; the lock falls with the process that holds it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise LawkbError(str(folder), "another fetch is at work in it", "wait for it") from error
    finally:
        os.close(descriptor)


def _read(folder: Path, wiki: str) -> dict[str, Kept]:
    path = folder / STATE
    if not path.exists():
        _refuse_others(folder)
        return {}
    try:
        state = json.loads(path.read_bytes())
        came_from = state["wiki"]
        entries = state["pages"] | dict(_journal(folder))
        pages = {page_id: _kept(entry) for page_id, entry in entries.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LawkbError(
            str(path), f"damaged: {error}", "restore it, or remove the folder and fetch anew"
        ) from error
    if came_from != wiki:
        raise LawkbError(
            str(path), f"the pages here came from {came_from}", "name another --source"
        )
    return {page_id: kept for page_id, kept in pages.items() if is_page_id(page_id)}


def _journal(folder: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """What an interrupted fetch learned; a last line that is half written counts for nothing."""
    path = folder / _JOURNAL
    lines = path.read_bytes().split(b"\n")[:-1] if path.is_file() else []
    for line in lines:
        page_id, entry = json.loads(line)
        yield page_id, entry


def _refuse_others(folder: Path) -> None:
    """Pages that were put here by hand are not overwritten."""
    held = [folder / PROVENANCE] if (folder / PROVENANCE).exists() else []
    # An interrupted first fetch may have left one page that it does not remember.
    if held or len(list(folder.glob(f"*{SUFFIX}"))) > 1:
        raise LawkbError(str(folder), "holds pages that were not fetched", "name another --source")


def _kept(entry: dict[str, object]) -> Kept:
    """What is kept of a page, as read back; types as they were written."""
    kept = Kept(**entry)  # type: ignore[arg-type]  # checked in the next lines
    numbers, words = (kept.listed, kept.revision), (kept.sha256, kept.user or "")
    if not all(type(number) is int for number in numbers) or type(kept.gone) is not bool:
        raise ValueError("a revision is no number")
    if not all(isinstance(word, str) for word in words):
        raise ValueError("a user is no text")
    return kept


def _entry(page_id: str, kept: Kept) -> dict[str, object]:
    """What ``provenance.toml`` says of a page; ``sources.folder`` reads it."""
    entry: dict[str, object] = {
        "page": page_id,
        "file": file_name(page_id),
        "sha256": kept.sha256,
        "revision": kept.revision,
    }
    revised = utc_time(kept.revision)
    entry |= {"revised": revised} if revised else {}
    entry |= {"user": kept.user} if kept.user else {}
    return entry | ({"gone": True} if kept.gone else {})
