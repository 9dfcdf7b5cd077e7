"""The owner's data tree of a DokuWiki: pages with their history and comments.

The best of all forms a wiki can be had in. The tree is data from strangers: nothing outside of it
is read, no link followed, nothing read without bound. Mail and IP addresses stay behind; only
what the text of a page itself says is given as it is.

Source: DokuWiki, releases 2022-07-31 and 2026-07-14, as far as ``tests/samples/dokuwiki`` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.model.history import Revision, utc_time
from lawkb.model.law import Loss
from lawkb.model.page import LARGEST_PAGE, Page
from lawkb.sources.attic import read_old_text
from lawkb.sources.changes import read_changes
from lawkb.sources.folder import Unread, unread_beside
from lawkb.sources.meta_files import public_comments, read_names
from lawkb.sources.tree_files import RefusedError, printable, read_bounded
from lawkb.sources.tree_index import PageFiles, Skipped, index_tree

Losses = tuple[Loss, ...]

_NO_CONTENT = "a front page, a sidebar or a page of the wiki on itself"
# What DokuWiki has in its data folder, as far as no page of ours.
_OF_A_WIKI = (
    *("attic", "cache", "index", "locks", "log", "media", "media_attic", "media_meta", "meta"),
    *("pages", "tmp", "_dummy", "deleted.files", "security.png", "security.xcf"),
)


@dataclass(frozen=True, slots=True)
class TreePage:
    """A page of a tree.

    Attributes:
        page_id: Its id, ``code:rule_57``.
        path: Where its text lies in the tree, ``pages/code/rule_57.txt``; empty when it is gone.
        content: Bytes of the current text as they lie there; None for a page that was deleted, or
            whose text could not be read, which a loss says.
        revisions: Oldest first.
        names: Real names by login, of those who changed it, as far as the wiki remembers.
        comments: Its comments as ``read_comments`` reads them, without what is private in the
            file; None when it has none.
        changed_outside: Whether the current text is not that of the last revision, so that
            nobody knows since when it stands.
        losses: What of it could not be read or is missing.
        old_texts: Files of the attic by revision, for `text_of`.
    """

    page_id: str
    path: str
    content: bytes | None
    revisions: tuple[Revision, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    comments: bytes | None = None
    changed_outside: bool = False
    losses: Losses = ()
    old_texts: Mapping[str, Path] = field(default_factory=dict, hash=False, repr=False)

    def page(self, source: str) -> Page | None:
        """The current text as a page of a source of ``corpus.toml``; None when it is deleted.

        A text that could not be read is an empty page with a loss.
        """
        if not self.path:
            return None
        last = self.revisions[-1] if self.revisions and not self.changed_outside else None
        revised, user = (last.time, last.user) if last else (None, None)
        return Page(
            source,
            self.page_id,
            self.path,
            self.content or b"",
            revised,
            user,
            comments=self.comments,
            losses=self.losses,
        )


def read_tree(folder: Path) -> Iterator[TreePage | Skipped]:
    """Read the pages of a ``data`` folder, and what was skipped.

    ``meta`` and ``attic`` may be missing. Pages that are deleted are given too, when anything of
    them is left. Front pages, sidebars and the namespaces ``wiki`` and ``playground`` are skipped.

    Args:
        folder: The one that holds ``pages``.

    Yields:
        First what is skipped, then the pages in the order of their ids, read one by one.

    Raises:
        LawkbError: The folder holds no ``pages``.
    """
    if not (folder / "pages").is_dir():
        raise LawkbError(str(folder), "it holds no folder pages", "name the data folder of a wiki")
    index = index_tree(folder)
    yield from index.skipped
    for page, files in index.pages.items():
        yield _read_page(page, files)


def unread_in_tree(folder: Path) -> tuple[Unread, ...]:
    """The files of a tree that nobody reads, in order; what is refused has a loss and is not here.

    The folders that a wiki keeps beside its pages are its own, as are hidden files.
    """
    skipped = (each for each in index_tree(folder).skipped if not each.loss)
    found = [
        Unread(each.path, _NO_CONTENT if each.page_id else "no file that a wiki writes there")
        for each in skipped
        if not each.path.endswith("/_dummy")
    ]
    found += unread_beside(folder, _OF_A_WIKI, "it is beside the folders of a wiki")
    return tuple(sorted(found, key=lambda each: each.path))


def text_of(page: TreePage, revision: str) -> tuple[bytes | None, Losses]:
    """The text of a revision, and what is missing. Never raises.

    The text of a deletion is what it deleted, as the wiki keeps it. Line ends are LF; for a last
    revision that the attic does not hold, the current text stands in, its line ends as they are.

    Args:
        page: The page.
        revision: Id of the revision.
    """
    path = page.old_texts.get(revision)
    if path:
        return _read(path, f"the text of {page.page_id} of {revision}", read_old_text)
    last = page.revisions[-1] if page.revisions else None
    if last and last.id == revision and last.held:
        return page.content, ()
    return None, (Loss("text", f"the attic holds no text of {page.page_id} of {revision}"),)


def text_at(page: TreePage, moment: datetime) -> tuple[bytes | None, Losses]:
    """The text that stood on a page at a moment, as far as the wiki knew; None when none did.

    Args:
        page: The page.
        moment: With a zone; the wiki shows local times, its files count in UTC.

    Raises:
        ValueError: The moment has no zone.
    """
    if moment.utcoffset() is None:
        raise ValueError(f"{moment} has no zone")
    past = [revision for revision in page.revisions if int(revision.id) <= moment.timestamp()]
    if not past or past[-1].kind == "delete":
        return None, ()
    return text_of(page, past[-1].id)


def _read_page(page: str, files: PageFiles) -> TreePage:
    content, unread = _read_text(page, files)
    changes, faults = _read_meta(page, files, ".changes")
    meta, _ = _read_meta(page, files, ".meta")  # a cache: nothing is lost with it
    comments, silent = _read_comments(page, files)
    revisions, cut = read_changes(changes or b"", page)
    revisions, gaps = _with_texts(page, revisions, files, content is not None)
    known = TreePage(
        page_id=page,
        path=printable(files.text.names) if files.text else "",
        content=content,
        revisions=revisions,
        names=read_names(meta or b""),
        comments=comments,
        losses=(*unread, *faults, *cut, *gaps, *silent),
        old_texts=files.old,
    )
    return _told_of_outside(known)


def _read_text(page: str, files: PageFiles) -> tuple[bytes | None, Losses]:
    if not files.text:
        return None, ()
    return _read(files.text.path, f"the text of {page}", read_bounded)


def _read_meta(page: str, files: PageFiles, ending: str) -> tuple[bytes | None, Losses]:
    path = files.meta.get(ending)
    return _read(path, f"the {ending} file of {page}", read_bounded) if path else (None, ())


def _read_comments(page: str, files: PageFiles) -> tuple[bytes | None, Losses]:
    """The comments without what is private; they have the bound of a page."""
    content, losses = _read_meta(page, files, ".comments")
    if content is None:
        return None, losses
    if len(content) > LARGEST_PAGE:
        message = f"the comments of {page} are not read: more than {LARGEST_PAGE} bytes"
        return None, (Loss("comment", message),)
    return public_comments(content), losses


def _read(path: Path, what: str, read: Callable[[Path], bytes]) -> tuple[bytes | None, Losses]:
    try:
        return read(path), ()
    except RefusedError as refused:
        return None, (Loss("text", f"{what} {refused}"),)


def _with_texts(
    page: str, revisions: tuple[Revision, ...], files: PageFiles, readable: bool
) -> tuple[tuple[Revision, ...], Losses]:
    """The revisions, each knowing whether its text is held; those of which only a text is left."""
    known = {revision.id for revision in revisions}
    times = {id: utc_time(int(id)) for id in files.old if id not in known}
    only_texts = [Revision(id, time, "unknown", held=True) for id, time in times.items() if time]
    held = [replace(revision, held=revision.id in files.old) for revision in revisions]
    every = tuple(sorted((*held, *only_texts), key=lambda revision: int(revision.id)))
    missing = sum(not revision.held for revision in every)
    if readable and every and not every[-1].held and every[-1].kind != "delete":
        every = (*every[:-1], replace(every[-1], held=True))
        missing -= 1  # the current text stands in for it
    if not missing:
        return every, ()
    message = f"the attic lacks the texts of {missing} of the {len(every)} revisions of {page}"
    return every, (Loss("provenance", message),)


def _told_of_outside(page: TreePage) -> TreePage:
    """The page, saying whether its text was changed past the wiki since its last revision.

    File times say so in a living wiki; they do not survive a copy, the texts do.
    """
    content = page.content
    if content is None:
        return page
    if not page.revisions:
        return replace(page, changed_outside=True)
    last = page.revisions[-1]
    text, unread = text_of(page, last.id)
    if last.id in page.old_texts:  # of others it is told already that they are missing
        page = replace(page, losses=(*page.losses, *unread))
    same = text is None or _lines(text) == _lines(content)
    if same and last.kind != "delete":
        return page
    message = f"the text of {page.page_id} was changed past the wiki after {last.time}"
    return replace(page, changed_outside=True, losses=(*page.losses, Loss("provenance", message)))


def _lines(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
