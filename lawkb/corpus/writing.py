"""Write a corpus folder: one writer at a time, and all files of a write or none of them.

New files are written to a stage beside the laws, synced, and listed in a plan; the rename of the
plan decides the write. Whatever kills the process, the next reader or writer finds the old corpus
or finishes the new one. A plan is a file that others could have put there, with a repository or in
a shared folder, so nothing of it is believed: it may only name files that lawkb writes, below
folders that are no links, and it is carried out only by the user who wrote it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from lawkb.akn.metadata import read_origin
from lawkb.akn.validate import read_tree
from lawkb.errors import LawkbError
from lawkb.files import locked, sync_path, write_synced

if TYPE_CHECKING:
    from lawkb.model.law import Origin
    from lawkb.model.page import Page
    from lawkb.model.source import Source

_MOST_NAMED = 8  # laws in a message
STAGE = ".laws.new"  # holds the files of a write until it is decided
PLAN = "plan.json"  # decides it
_NAME = r"[^./\\\x00-\x1f][^/\\\x00-\x1f]*"
# What lawkb writes in a corpus, and nothing else.
_WRITTEN = re.compile(
    rf"laws/{_NAME}/{_NAME}/{_NAME}\.xml|patches/{_NAME}\.toml"
    r"|(comments|waivers|checklist)\.toml|(glossary|review)\.tsv"
)
Put = Callable[..., None]


def laws_files(folder: Path) -> dict[str, bytes]:
    """Return the XML files as they are on the disk, by path below the corpus folder.

    Raises:
        LawkbError: ``laws`` holds a link, which could lead anywhere.
    """
    files = sorted((folder / "laws").glob("*/*/*.xml"))
    for path in dict.fromkeys(file.parent.relative_to(folder) for file in files):
        _refuse_links(folder, path)
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def held_files(folder: Path) -> dict[str, bytes]:
    """Return the XML files as ``laws_files``, after a write that was cut short is finished.

    Raises:
        LawkbError: As ``laws_files``, or that write cannot be finished.
    """
    recover(folder)
    return laws_files(folder)


def replace_laws(folder: Path, files: Mapping[str, bytes], put: Put) -> tuple[str, ...]:
    """Make ``corpus/laws/`` hold these files and no others, all or nothing.

    Args:
        folder: The corpus.
        files: Content by path below the folder.
        put: What ``one_writer`` gave.

    Returns:
        The paths written, changed or removed; empty when nothing changed.

    Raises:
        LawkbError: The folder cannot be written.
    """
    held = laws_files(folder)
    changed = {path: new for path, new in files.items() if held.get(path) != new}
    removed = sorted(set(held) - set(files))
    put(changed, removed)
    return tuple(sorted([*changed, *removed]))


@contextmanager
def one_writer(folder: Path) -> Iterator[Put]:
    """Lock a corpus for one writer: nothing changes between what is read and what is written.

    Yields a function that writes files by path below the folder, and removes others, all or
    nothing; what further files hold is kept.

    Args:
        folder: The corpus.

    Raises:
        LawkbError: The folder cannot be written; the function raises it too.
    """

    def put(files: Mapping[str, bytes], removed: Iterable[str] = ()) -> None:
        gone = list(removed)
        if not files and not gone:
            return
        with _reported(folder):
            for path in (*files, *gone):
                _check_place(folder, path)
            for path, content in files.items():
                _check_readable(folder / path, content)
            _stage(folder / STAGE, files, gone)
            _finish(folder)

    with ExitStack() as held:
        with _reported(folder):
            held.enter_context(locked(folder))
            _finish(folder)
        yield put


def recover(folder: Path) -> None:
    """Finish a write that was decided and then cut short. Without one it does nothing.

    Raises:
        LawkbError: The write is another user's, or its plan is none that lawkb makes.
    """
    if os.path.lexists(folder / STAGE / PLAN):
        with _reported(folder), locked(folder):
            _finish(folder)


@contextmanager
def _reported(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if not folder.is_dir():
            raise LawkbError(str(folder), "there is no such folder", "put it back") from error
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "check rights and free space"
        ) from error


def _check_readable(file: Path, content: bytes) -> None:
    import tomllib

    try:
        if file.suffix == ".xml":
            etree.fromstring(content, etree.XMLParser(resolve_entities=False, huge_tree=True))
        elif file.suffix == ".toml":
            tomllib.loads(content.decode())
        else:
            content.decode()
    except (etree.XMLSyntaxError, ValueError) as error:
        what = " ".join(f"could not be read after this write: {error}".split())
        raise LawkbError(str(file), what, "mend the file; nothing was written") from error


def _check_place(folder: Path, path: str) -> None:
    """Refuse a place that is not lawkb's or cannot be written, before the write is decided."""
    if not _WRITTEN.fullmatch(path):
        raise LawkbError(str(folder / path), "lawkb writes no such file", "nothing was written")
    _refuse_links(folder, Path(path))
    file = folder / path
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.parent.exists() and not os.access(file.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _refuse_links(folder: Path, path: Path) -> None:
    """Refuse a path with a link on its way: it leads out of the corpus, or could."""
    for part in (*reversed(path.parents), path):
        if (folder / part).is_symlink():
            hint = "put a real file or folder in its place"
            raise LawkbError(str(folder / part), "is a link, and lawkb follows none here", hint)


def _stage(stage: Path, changed: Mapping[str, bytes], removed: list[str]) -> None:
    stage.mkdir(mode=0o700, parents=True)
    for number, content in enumerate(changed.values()):
        write_synced(stage / str(number), content)
    plan = json.dumps({"write": list(changed), "remove": removed}, ensure_ascii=False)
    write_synced(stage / f"{PLAN}.tmp", plan.encode())
    (stage / f"{PLAN}.tmp").replace(stage / PLAN)
    sync_path(stage)


def _finish(folder: Path) -> None:
    import shutil

    stage = folder / STAGE
    if not os.path.lexists(stage):
        return
    _check_owned(stage, stat.S_ISDIR)
    if os.path.lexists(stage / PLAN):
        written, removed = _read_plan(folder, stage / PLAN)
        for number, path in enumerate(written):
            _move(stage / str(number), folder / path)
        for path in removed:
            (folder / path).unlink(missing_ok=True)
        _sync_folders(folder, [*written, *removed])
        (stage / PLAN).unlink()
    shutil.rmtree(stage)


def _read_plan(folder: Path, plan: Path) -> tuple[list[str], list[str]]:
    """Return the paths that a plan writes and removes, all of which lawkb may write."""
    _check_owned(plan, stat.S_ISREG)
    try:
        steps = json.loads(plan.read_text(encoding="utf-8"))
        written, removed = steps["write"], steps["remove"]
        lists = isinstance(written, list) and isinstance(removed, list)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _foreign(plan) from error
    if not lists or not all(isinstance(each, str) for each in [*written, *removed]):
        raise _foreign(plan)
    for path in (*written, *removed):
        if not _WRITTEN.fullmatch(path):
            raise _foreign(plan)
        _refuse_links(folder, Path(path).parent)
    return written, removed


def _foreign(plan: Path) -> LawkbError:
    hint = f"somebody else put it there: look at it, then delete {plan.parent}"
    return LawkbError(str(plan), "is not the plan of a write of lawkb", hint)


def _check_owned(path: Path, is_kind: Callable[[int], bool]) -> None:
    """Refuse what this user did not write, and what is a link or of another kind."""
    held = path.lstat()
    if not is_kind(held.st_mode):
        hint = f"delete it: rm -r {path}"
        raise LawkbError(str(path), "is where lawkb stages its writes", hint)
    if held.st_uid != os.geteuid():
        what = f"is an unfinished write of another user ({held.st_uid})"
        raise LawkbError(str(path), what, "ask that user to run: lawkb ingest")


def _move(staged: Path, path: Path) -> None:
    """Move a staged file to its place; one that is gone was moved before the interruption."""
    if os.path.lexists(staged):
        _check_owned(staged, stat.S_ISREG)
        path.parent.mkdir(parents=True, exist_ok=True)
        staged.replace(path)


def _sync_folders(folder: Path, paths: list[str]) -> None:
    for path in {folder, *((folder / path).parent for path in paths)}:
        if path.is_dir():
            sync_path(path)


# ---- laws that leave the corpus: a wrong setting removes none


def removed_files(folder: Path, files: Iterable[str]) -> tuple[str, ...]:
    """Return the files of laws in the corpus that are not among those to be written, in order.

    Args:
        folder: The corpus.
        files: To be written, by path below the corpus folder.
    """
    held = {file.relative_to(folder).as_posix() for file in (folder / "laws").glob("*/*/*.xml")}
    return tuple(sorted(held.difference(files)))


def check_removals(
    folder: Path, removed: Iterable[str], pages: Iterable[Page], sources: Iterable[Source]
) -> None:
    """Refuse to remove a law whose page is still there: a setting is wrong rather than the law.

    A law may go when its page went from the source folder. All of a run is refused, since the
    rest of it would be a corpus that fits neither the old settings nor the ones that were meant.
    A file that does not say where it is from, which lawkb did not write, is refused too.

    Args:
        folder: The corpus.
        removed: Paths below it.
        pages: Every page of the sources now.
        sources: Those of ``corpus.toml``. The pages of others count as there while their folders
            are.

    Raises:
        LawkbError: There are such laws; it names them.
    """
    origins = {path: _origin(folder / path) for path in removed}
    if not origins:
        return
    names = {source.name for source in sources}
    there = {(page.source, page.page_id) for page in pages} | {page.sha256 for page in pages}
    kept = [
        path
        for path, origin in origins.items()
        if origin is None
        or {(origin.source, origin.page), origin.sha256} & there
        or (origin.source not in names and (folder / "sources" / origin.source).is_dir())
    ]
    if kept:
        more = f" and {len(kept) - _MOST_NAMED} more" if len(kept) > _MOST_NAMED else ""
        raise LawkbError(
            str(folder),
            f"no page gives these any more, but their pages are there: "
            f"{', '.join(kept[:_MOST_NAMED])}{more}",
            "look at the sources in corpus.toml, or remove them: lawkb ingest --prune",
        )


def _origin(file: Path) -> Origin | None:
    """Return the origin of the text of a file; None if the file does not say it."""
    try:
        return read_origin(read_tree(file.read_bytes(), str(file)))
    except (LawkbError, KeyError, StopIteration):
        return None
