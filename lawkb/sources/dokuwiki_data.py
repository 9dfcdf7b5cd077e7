"""The data folder of a DokuWiki: pages with their history and comments.

Of all forms in which a wiki comes, it has the most. The folder is untrusted: nothing outside of it
is read, no link is followed, and nothing is read without a bound. Mail and IP addresses are
removed, except from the text of a page itself.

Source: DokuWiki, releases 2022-07-31 and 2026-07-14, as recorded in ``tests/samples/dokuwiki``.
"""

from __future__ import annotations

import bz2
import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import IO

from msgspec import structs

from lawkb.errors import LawkbError
from lawkb.model.law import Loss
from lawkb.model.page import LARGEST_PAGE, Page, Revision, RevisionKind, utc_time
from lawkb.model.php_serialized import (
    PhpValue,
    array_of,
    is_true,
    key_of,
    number_of,
    read_php,
    text_of,
    write_php,
)
from lawkb.model.privacy import one_line, public_name, without_addresses
from lawkb.sources.page_folder import UnreadFile, other_files
from lawkb.sources.page_names import is_content, page_id
from lawkb.sources.untrusted_files import (
    MOST_BYTES,
    RefusedError,
    UntrustedFile,
    printable,
    read_bounded,
    walk_files,
)

_TEXT = ".txt"
_META = (".changes", ".comments", ".meta")
# Logs of the whole wiki start with it: _dokuwiki.changes and the like. No id does.
_OF_THE_WIKI = "_"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file of a wiki's data folder that is not read as a page."""

    path: str  # Path in the data folder; unprintable characters are replaced by U+FFFD.
    # Page id of the file, `wiki:syntax`; None when its name is not that of a page.
    page_id: str | None
    # The reason if the file was refused; None if it is a normal part of a wiki.
    loss: Loss | None = None


@dataclass(slots=True)
class PageFiles:
    """The files of one page."""

    text: UntrustedFile | None = None  # File of the current text; None when the page was deleted.
    meta: dict[str, Path] = field(default_factory=dict)  # Files in `meta` by suffix, `.changes`.
    # Files of old texts in `attic` by revision, `1495778700`.
    old: dict[str, Path] = field(default_factory=dict)


def index_data_folder(folder: Path) -> tuple[dict[str, PageFiles], tuple[Skipped, ...]]:
    """Find the files of all pages in a wiki's ``pages``, ``meta`` and ``attic``, unread.

    Returns:
        Files of the content pages by page id, sorted; and the files that are no content page, or
        that were refused.
    """
    found: dict[str, PageFiles] = {}
    skipped = (
        *_index_texts(folder / "pages", found),
        *_index_meta(folder / "meta", found),
        *_index_attic(folder / "attic", found),
    )
    pages = {page: found[page] for page in sorted(found) if is_content(page)}
    return {page: files for page, files in pages.items() if _is_page(files)}, skipped


def files_of_pages(folder: Path) -> dict[str, dict[str, Path]]:
    """Return the files of each page that has a text now, by page id and path in a data folder.

    The first file of a page is its text.
    """
    pages, _ = index_data_folder(folder)
    found = {
        page: (files.text.path, *files.meta.values(), *files.old.values())
        for page, files in pages.items()
        if files.text
    }
    return {
        page: {file.relative_to(folder).as_posix(): file for file in files}
        for page, files in found.items()
    }


def _is_page(files: PageFiles) -> bool:
    """Whether the files are those of a page; ``.meta`` alone is only a cache."""
    return bool(files.text or files.old or set(files.meta) - {".meta"})


def _index_texts(folder: Path, found: dict[str, PageFiles]) -> Iterator[Skipped]:
    for file in walk_files(folder):
        name = file.names[-1]
        page = page_id((*file.names[1:-1], name.removesuffix(_TEXT)))
        if file.refused or (page is None and name.endswith(_TEXT)):
            yield _refused(file, file.refused or "has a name that no page has", page)
        elif page is None or not name.endswith(_TEXT):
            yield Skipped(printable(file.names), None)
        elif not is_content(page):
            yield Skipped(printable(file.names), page)
        elif found.setdefault(page, PageFiles()).text:
            yield _refused(file, f"is a second file of the page {page}")
        else:
            found[page].text = file


def _index_meta(folder: Path, found: dict[str, PageFiles]) -> Iterator[Skipped]:
    for file in walk_files(folder):
        stem, dot, ending = file.names[-1].rpartition(".")
        page = page_id((*file.names[1:-1], stem))
        if file.refused:
            yield _refused(file, file.refused)
        elif dot + ending not in _META or stem.startswith(_OF_THE_WIKI):
            continue
        elif page is None:
            yield _refused(file, "has a name that no page has")
        else:
            found.setdefault(page, PageFiles()).meta.setdefault(dot + ending, file.path)


def _index_attic(folder: Path, found: dict[str, PageFiles]) -> Iterator[Skipped]:
    for file in walk_files(folder):
        name = split_name(file.names[-1])
        page = page_id((*file.names[1:-1], name[0])) if name else None
        if file.refused:
            yield _refused(file, file.refused)
        elif name is None:
            yield Skipped(printable(file.names), None)
        elif page is None:
            yield _refused(file, "has a name that no page has")
        else:
            old = found.setdefault(page, PageFiles()).old
            old[name[1]] = min(old.get(name[1], file.path), file.path, key=preference)


def _refused(file: UntrustedFile, why: str, page: str | None = None) -> Skipped:
    path = printable(file.names)
    return Skipped(path, page, Loss("provenance", f"{path} {why}"))


Losses = tuple[Loss, ...]

_NO_CONTENT = "a front page, a sidebar or a page of the wiki about itself"
# What DokuWiki itself has in its data folder.
_OF_A_WIKI = (
    *("attic", "cache", "index", "locks", "log", "media", "media_attic", "media_meta", "meta"),
    *("pages", "tmp", "_dummy", "deleted.files", "security.png", "security.xcf"),
)


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page of a wiki's data folder, with its history."""

    page_id: str  # Page id, `code:rule_57`.
    # Path of the current text, `pages/code/rule_57.txt`; empty when the page was deleted.
    path: str
    # Bytes of the current text; None when the page was deleted, or its text could not be read. The
    # latter adds a `Loss`.
    content: bytes | None
    revisions: tuple[Revision, ...] = ()  # Revisions of the page, oldest first.
    # Pairs of login and real name of those who changed the page, as far as the wiki has them.
    names: tuple[tuple[str, str], ...] = ()
    # Bytes of the comments file, without private data, to be parsed by `read_comments`; None when
    # the page has no comments.
    comments: bytes | None = None
    # Whether the current text differs from the last revision, so that the date of the text is
    # unknown.
    changed_outside: bool = False
    losses: Losses = ()  # Descriptions of what could not be read or is missing.
    # Files of old texts by revision, `1495778700`; `revision_text` reads them.
    old_texts: Mapping[str, Path] = field(default_factory=dict, hash=False, repr=False)

    def page(self, source: str) -> Page | None:
        """Return the current text as a ``Page`` of a source; None when the page was deleted.

        A text that could not be read gives an empty page with a ``Loss`` that names the reason.
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


def read_data_folder(folder: Path) -> Iterator[WikiPage | Skipped]:
    """Read the pages of a DokuWiki's ``data`` folder, and list the files skipped.

    ``meta`` and ``attic`` may be missing. A deleted page is included if any file of it is left.
    Front pages, sidebars and the namespaces ``wiki`` and ``playground`` are skipped.

    Args:
        folder: The folder that contains ``pages``.

    Yields:
        First the skipped files, then the pages sorted by id, each read when it is asked for.

    Raises:
        LawkbError: The folder has no subfolder ``pages``.
    """
    if not (folder / "pages").is_dir():
        raise LawkbError(
            str(folder), "there is no folder called pages in it", "name the data folder of a wiki"
        )
    pages, skipped = index_data_folder(folder)
    yield from skipped
    for page, files in pages.items():
        yield _read_page(page, files)


def unread_in_data_folder(folder: Path) -> tuple[UnreadFile, ...]:
    """Return the files of a data folder that are not read, sorted; refused ones are left out.

    Folders that every DokuWiki has, such as ``cache``, and hidden files are left out, too.
    """
    skipped = (each for each in index_data_folder(folder)[1] if not each.loss)
    found = [
        UnreadFile(
            each.path, _NO_CONTENT if each.page_id else "not a file that a wiki writes there"
        )
        for each in skipped
        if not each.path.endswith("/_dummy")
    ]
    found += other_files(folder, _OF_A_WIKI, "not one of the folders of a wiki")
    return tuple(sorted(found, key=lambda each: each.path))


def revision_text(page: WikiPage, revision: str) -> tuple[bytes | None, Losses]:
    """Return the text of a revision as bytes, None if it cannot be read, and losses.

    Never raises. For a deletion, the deleted text is returned, as in the wiki. Line ends are LF. If
    the folder ``attic`` lacks the last revision, the current text is returned with its line ends
    unchanged.

    Args:
        page: The page.
        revision: Id of the revision, its Unix time: ``1495778700``.
    """
    path = page.old_texts.get(revision)
    if path:
        return _read(path, f"the text of {page.page_id} of {revision}", read_old_text)
    last = page.revisions[-1] if page.revisions else None
    if last and last.id == revision and last.held:
        return page.content, ()
    return None, (Loss("text", f"the attic holds no text of {page.page_id} of {revision}"),)


def _read_page(page: str, files: PageFiles) -> WikiPage:
    content, unread = _read_text(page, files)
    changes, faults = _read_meta(page, files, ".changes")
    meta, _ = _read_meta(page, files, ".meta")  # a cache: nothing is lost with it
    comments, comment_losses = _read_comments(page, files)
    revisions, cut = read_changes(changes or b"", page)
    revisions, gaps = _with_texts(page, revisions, files, content is not None)
    known = WikiPage(
        page_id=page,
        path=printable(files.text.names) if files.text else "",
        content=content,
        revisions=revisions,
        names=read_names(meta or b""),
        comments=comments,
        losses=(*unread, *faults, *cut, *gaps, *comment_losses),
        old_texts=files.old,
    )
    return _with_changed_outside(known)


def _read_text(page: str, files: PageFiles) -> tuple[bytes | None, Losses]:
    if not files.text:
        return None, ()
    return _read(files.text.path, f"the text of {page}", read_bounded)


def _read_meta(page: str, files: PageFiles, ending: str) -> tuple[bytes | None, Losses]:
    path = files.meta.get(ending)
    return _read(path, f"the {ending} file of {page}", read_bounded) if path else (None, ())


def _read_comments(page: str, files: PageFiles) -> tuple[bytes | None, Losses]:
    """Return the comments file without private data, of at most the size of a page."""
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
    """Set for each revision whether its text is available, and add those that have only a text."""
    known = {revision.id for revision in revisions}
    times = {id: utc_time(int(id)) for id in files.old if id not in known}
    only_texts = [Revision(id, time, "unknown", held=True) for id, time in times.items() if time]
    held = [structs.replace(revision, held=revision.id in files.old) for revision in revisions]
    every = tuple(sorted((*held, *only_texts), key=lambda revision: int(revision.id)))
    missing = sum(not revision.held for revision in every)
    if readable and every and not every[-1].held and every[-1].kind != "delete":
        every = (*every[:-1], structs.replace(every[-1], held=True))
        missing -= 1  # the current text is its text
    if not missing:
        return every, ()
    message = f"the attic lacks the texts of {missing} of the {len(every)} revisions of {page}"
    return every, (Loss("provenance", message),)


def _with_changed_outside(page: WikiPage) -> WikiPage:
    """Set whether the text was changed since the last revision without the wiki's editor.

    In a running wiki, file times would show this; they do not survive a copy, the texts do.
    """
    content = page.content
    if content is None:
        return page
    if not page.revisions:
        return replace(page, changed_outside=True)
    last = page.revisions[-1]
    text, unread = revision_text(page, last.id)
    if last.id in page.old_texts:  # other missing texts are already reported
        page = replace(page, losses=(*page.losses, *unread))
    same = text is None or _lines(text) == _lines(content)
    if same and last.kind != "delete":
        return page
    message = f"the text of {page.page_id} was changed outside the wiki after {last.time}"
    return replace(page, changed_outside=True, losses=(*page.losses, Loss("provenance", message)))


def _lines(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


# ---- .changes: time, author and type of each change

_KINDS: dict[str, RevisionKind] = {
    "C": "create",
    "E": "edit",
    "e": "minor",
    "D": "delete",
    "R": "revert",
}
_COLUMNS = 8
_TIME = re.compile(r"[1-9][0-9]{0,11}")
_SIZE = re.compile(r"-?[0-9]{1,12}")
_OUTSIDE = "127.0.0.1"


def read_changes(content: bytes, page: str) -> tuple[tuple[Revision, ...], tuple[Loss, ...]]:
    """Read the revisions in a page's ``.changes`` file, oldest first. Never raises.

    A line has at most eight columns, of which time and page id are required. Truncated lines and
    lines of other pages are reported as a ``Loss``. Of two lines with the same second, which the
    wiki cannot distinguish, the later one counts.

    Args:
        content: Bytes of the ``.changes`` file.
        page: Id of the page, ``code:rule_57``.
    """
    found: dict[str, Revision] = {}
    cut, again = [], []
    for number, line in _decoded_lines(content):
        revision = _revision(line, page)
        if not revision:
            cut.append(number)
            continue
        if revision.id in found:
            again.append(number)
        found[revision.id] = revision
    losses = (
        *_loss(cut, f"of the changes of {page} are truncated, or are no changes of it"),
        *_loss(again, f"of the changes of {page} have the time of another one"),
    )
    return tuple(sorted(found.values(), key=lambda revision: int(revision.id))), losses


def _decoded_lines(content: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield number, line.rstrip(b"\r").decode(errors="replace")


def _revision(line: str, page: str) -> Revision | None:
    columns = line.split("\t", _COLUMNS)[:_COLUMNS]
    written, ip, kind, line_page, user, summary, extra, size = columns + [""] * (
        _COLUMNS - len(columns)
    )
    time = utc_time(int(written)) if _TIME.fullmatch(written) else None
    if time is None or line_page != page:
        return None
    return Revision(
        id=written,
        time=time,
        kind=_KINDS.get(kind, "unknown"),
        user=public_name(user),
        summary=without_addresses(one_line(summary)),
        restored=extra if kind == "R" and _TIME.fullmatch(extra) else None,
        size_change=int(size) if _SIZE.fullmatch(size) else None,
        outside=ip == _OUTSIDE and not user,
    )


def _loss(lines: list[int], what: str) -> tuple[Loss, ...]:
    """Return one loss for all bad lines of a kind: a damaged file may have a million of them."""
    if not lines:
        return ()
    return (Loss("provenance", f"{len(lines)} lines {what}", line=lines[0]),)


# ---- attic: the texts of old revisions, compressed or not

_NAME = re.compile(r"(.+)\.([1-9][0-9]{0,11})\.txt(\.gz|\.bz2)?", re.DOTALL)
_CHUNK = 64 * 1024
# How much larger a text may be unpacked: law texts are three to five times as large, tables ten.
_MOST_TIMES = 20
_OPENERS: dict[str, Callable[[IO[bytes]], gzip.GzipFile | bz2.BZ2File]] = {
    ".gz": lambda packed: gzip.GzipFile(fileobj=packed),
    ".bz2": lambda packed: bz2.BZ2File(packed),
}


def split_name(name: str) -> tuple[str, str] | None:
    """Split ``rule_57.1495778700.txt.gz`` from ``attic`` into page name and revision id.

    Returns:
        ``("rule_57", "1495778700")``; None if the name is not that of an old text.
    """
    match = _NAME.fullmatch(name)
    return (match[1], match[2]) if match else None


def preference(path: Path) -> int:
    """Return the rank of a file among several files of one revision; the lowest is read.

    The order is that of DokuWiki: ``.gz``, ``.bz2``, ``.txt``.
    """
    return (".gz", ".bz2", ".txt").index(path.suffix)


def read_old_text(path: Path) -> bytes:
    """Read the text of an old revision, decompressed by the suffix of its file.

    Raises:
        RefusedError: The file cannot be read or is damaged, or its text is larger than
            ``MOST_BYTES`` or than any text compressed to this size.
    """
    content = read_bounded(path)
    opener = _OPENERS.get(path.suffix)
    if not opener:
        return content
    try:
        with opener(BytesIO(content)) as unpacked:
            return _read_chunks(unpacked, len(content))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise RefusedError(f"is damaged: {error}") from error


def _read_chunks(unpacked: gzip.GzipFile | bz2.BZ2File, packed_bytes: int) -> bytes:
    """Decompress a whole file; at most one chunk above the size limit is in memory."""
    most = min(MOST_BYTES, max(_CHUNK, _MOST_TIMES * packed_bytes))
    chunks: list[bytes] = []
    total = 0
    while chunk := unpacked.read(_CHUNK):
        total += len(chunk)
        if total > most:
            raise RefusedError(f"unpacks to more than {most} bytes")
        chunks.append(chunk)
    return b"".join(chunks)


# ---- .meta and .comments: the parts that may leave the wiki


def read_names(content: bytes) -> tuple[tuple[str, str], ...]:
    """Return pairs of login and real name of those who changed a page, from a ``.meta`` file.

    Never raises. The file is a cache of the wiki, so missing parts are not reported as a ``Loss``.
    """
    whole = read_php(content).value
    found: dict[str, PhpValue] = {}
    for part in ("current", "persistent"):  # the later one wins
        meta = array_of(array_of(whole).get(part))
        found[text_of(meta.get("user"))] = meta.get("creator")
        found.update(array_of(meta.get("contributor")))
    names = ((public_name(login), public_name(text_of(name))) for login, name in found.items())
    return tuple(sorted((login, name) for login, name in names if login and name))


def public_comments(content: bytes) -> bytes:
    """Return a ``.comments`` file without private data. Never raises.

    Mail addresses, subscribers, IP addresses of guests, web sites and towns are removed. Of a
    hidden comment only an empty entry is left. ``read_comments`` gives the same result for this as
    for the whole file. A damaged or truncated file stays truncated.
    """
    reading = read_php(content)
    comments: dict[str, PhpValue] = {
        without_addresses(key): _public_comment(comment)
        for key, comment in reading.array("comments").items()
        if isinstance(comment, dict)
    }
    open_to_all = is_true(array_of(reading.value).get("status", 1))
    written = write_php({"status": int(open_to_all), "comments": comments})
    return written[:-1] if reading.fault else written


def _public_comment(comment: dict[str, PhpValue]) -> PhpValue:
    shown = is_true(comment.get("show"))
    replies = array_of(comment.get("replies")).values()
    place: dict[str, PhpValue] = {
        "show": shown,
        "parent": without_addresses(key_of(comment.get("parent"))),
        "replies": {str(n): without_addresses(key_of(reply)) for n, reply in enumerate(replies)},
    }
    return {**place, **_public_words(comment)} if shown else place


def _public_words(comment: dict[str, PhpValue]) -> dict[str, PhpValue]:
    """Return author, times and text of a comment in the current format of the file."""
    user, date = comment.get("user"), comment.get("date")
    old = {"id": user, "name": comment.get("name")}
    author = user if isinstance(user, dict) else old
    created = date if not isinstance(date, dict) else date.get("created")
    edited = array_of(date).get("modified", comment.get("edited"))
    return {
        "user": {key: public_name(text_of(author.get(key))) or "" for key in ("id", "name")},
        "date": {"created": number_of(created), "modified": number_of(edited)},
        "raw": without_addresses(text_of(comment.get("raw"))),
    }
