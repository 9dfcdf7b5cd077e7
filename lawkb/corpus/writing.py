"""Write a corpus folder: one writer at a time, and all files of a write or none of them.

New files are first written to a staging folder in the corpus, synced, and listed in a plan file.
The write is decided when the plan gets its final name. If the process is killed before, the old
corpus stays; if after, the next reader or writer finishes the write. Others could have put a plan
there, with a repository or in a shared folder, so it is not trusted: it may only name files that
lawkb writes, below folders that are no links, and it is carried out only by the user who wrote it.
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

from lawkb.akn.eids_and_iris import akn
from lawkb.akn.laws import read_origin
from lawkb.akn.validate import read_tree
from lawkb.atomic_files import locked, sync_path, write_synced
from lawkb.errors import LawkbError

if TYPE_CHECKING:
    from lawkb.model.law import Origin
    from lawkb.model.page import Page
    from lawkb.model.source import Source

_MOST_NAMED = 8  # laws in a message
_PARAGRAPHS, _BEGINNING = 3, 60  # of a law, and their first code points, that make its page known
STAGE = ".laws.new"  # holds the files of a write until it is decided
PLAN = "plan.json"  # decides it
_NAME = r"[^./\\\x00-\x1f][^/\\\x00-\x1f]*"
# What lawkb writes in a corpus, and nothing else.
_WRITTEN = re.compile(
    rf"laws/{_NAME}/{_NAME}/{_NAME}\.xml|patches/{_NAME}\.toml"
    rf"|sources/{_NAME}/({_NAME}\.desk\.txt|provenance\.toml)"  # never a page that came
    r"|(comments|repeals|waivers|checklist|discussion|proposals)\.toml|(glossary|review)\.tsv"
)


class _Files(Mapping[str, bytes]):
    """The content of files by path below a folder, read at every access."""

    def __init__(self, folder: Path, paths: Iterable[str]) -> None:
        self._folder, self._paths = folder, dict.fromkeys(paths)

    def __getitem__(self, path: str) -> bytes:
        if path not in self._paths:
            raise KeyError(path)
        return (self._folder / path).read_bytes()

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def held_files(folder: Path) -> Mapping[str, bytes]:
    """Return the content of the XML files of a corpus, by path: ``laws/2017/el/law_47.xml``.

    A file is read whenever it is accessed. If a write of the corpus was interrupted after it was
    decided, it is finished first.

    Raises:
        LawkbError: The folder ``laws`` contains a link, or the interrupted write cannot be
            finished.
    """
    recover(folder)
    files = sorted((folder / "laws").glob("*/*/*.xml"))
    for path in dict.fromkeys(file.parent.relative_to(folder) for file in files):
        _refuse_links(folder, path)
    return _Files(folder, (file.relative_to(folder).as_posix() for file in files))


class Writer:
    """Writes a corpus that it has locked, in steps: every file is staged, then all take effect.

    Until ``finish`` the corpus does not change. What was staged without it is forgotten.
    """

    def __init__(self, folder: Path) -> None:
        """Store the corpus folder."""
        self._folder, self._stage = folder, folder / STAGE
        self._staged: list[str] = []
        self._checked: set[Path] = set()  # folders to write in

    def put(self, files: Mapping[str, bytes], removed: Iterable[str] = ()) -> None:
        """Write files and delete others, all or nothing; the files are read back before.

        Raises:
            LawkbError: A file could not be read back, or the folder cannot be written.
        """
        try:
            for path, content in files.items():
                self._check_place(path)
                _check_readable(self._folder / path, content)
                self.stage(path, content)
            self.finish(removed)
        except BaseException:
            self.forget()
            raise

    def stage(self, path: str, content: bytes) -> None:
        """Store the new content of a file, which can be read back, beside the corpus.

        Raises:
            LawkbError: lawkb may not write such a file, or the folder cannot be written.
        """
        self._check_place(path)
        with _reported(self._folder):
            if not self._staged:
                self._stage.mkdir(mode=0o700, parents=True)
            write_synced(self._stage / str(len(self._staged)), content)
        self._staged.append(path)

    def finish(self, removed: Iterable[str] = ()) -> None:
        """Put all staged files in their places and delete others, given by path."""
        gone = list(removed)
        for path in gone:
            self._check_place(path)
        if not self._staged and not gone:
            return
        with _reported(self._folder):
            if not self._staged:
                self._stage.mkdir(mode=0o700, parents=True)
            steps = {"write": self._staged, "remove": gone}
            plan = json.dumps(steps, ensure_ascii=False).encode()
            write_synced(self._stage / f"{PLAN}.tmp", plan)
            (self._stage / f"{PLAN}.tmp").replace(self._stage / PLAN)
            sync_path(self._stage)
            _finish(self._folder)
        self._staged.clear()

    def forget(self) -> None:
        """Remove what was staged, if that is not decided."""
        if os.path.lexists(self._stage) and not os.path.lexists(self._stage / PLAN):
            import shutil

            shutil.rmtree(self._stage, ignore_errors=True)
        self._staged.clear()

    def _check_place(self, path: str) -> None:
        with _reported(self._folder):
            _check_place(self._folder, path)
            parent = Path(path).parent
            if parent not in self._checked:
                _refuse_links(self._folder, parent)
                held = self._folder / parent
                if held.exists() and not os.access(held, os.W_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                self._checked.add(parent)


@contextmanager
def one_writer(folder: Path) -> Iterator[Writer]:
    """Lock a corpus for one writer, so that nobody else changes it between reading and writing.

    Yield the writer. What it has staged and not finished at the end of the block is forgotten.

    Raises:
        LawkbError: The folder cannot be written.
    """
    with ExitStack() as held:
        with _reported(folder):
            held.enter_context(locked(folder))
            _finish(folder)
        writer = Writer(folder)
        held.callback(writer.forget)
        yield writer


def recover(folder: Path) -> None:
    """Finish a write of a corpus that was interrupted after it was decided, if there is one.

    Raises:
        LawkbError: The interrupted write is another user's, or its plan file was not made by lawkb.
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
            raise LawkbError(
                str(folder),
                "there is no such folder",
                "make it, or name another corpus: --corpus DIR",
            ) from error
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
        raise LawkbError(str(file), what, "fix the file; nothing was written") from error


def _check_place(folder: Path, path: str) -> None:
    """Refuse a path that is not one of lawkb's files, or is that of a link or folder."""
    if not _WRITTEN.fullmatch(path):
        raise LawkbError(
            str(folder / path),
            "this file is none of those that lawkb may write",
            "nothing was written; report it",
        )
    file = folder / path
    try:
        held = file.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    if stat.S_ISLNK(held):
        raise _link(file)
    if stat.S_ISDIR(held):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


def _refuse_links(folder: Path, path: Path) -> None:
    """Refuse a path that contains a link, which could lead out of the corpus."""
    for part in (*reversed(path.parents), path):
        if (folder / part).is_symlink():
            raise _link(folder / part)


def _link(path: Path) -> LawkbError:
    hint = "put a real file or folder in its place"
    return LawkbError(str(path), "is a link, which lawkb does not follow here", hint)


def _parents(paths: Iterable[str]) -> Iterable[Path]:
    """Return the folders of paths, each once."""
    return map(Path, dict.fromkeys(path.rpartition("/")[0] for path in paths))


def _finish(folder: Path) -> None:
    import shutil

    stage = folder / STAGE
    if not os.path.lexists(stage):
        return
    _check_owned(stage, stat.S_ISDIR)
    if os.path.lexists(stage / PLAN):
        written, removed = _read_plan(folder, stage / PLAN)
        for parent in _parents(written):
            (folder / parent).mkdir(parents=True, exist_ok=True)
        for number, path in enumerate(written):
            staged = stage / str(number)
            if os.path.lexists(staged):  # else it was moved before the interruption
                _check_owned(staged, stat.S_ISREG)
                staged.replace(folder / path)
        for path in removed:
            (folder / path).unlink(missing_ok=True)
        for parent in {folder, *(folder / each for each in _parents((*written, *removed)))}:
            if parent.is_dir():
                sync_path(parent)
        (stage / PLAN).unlink()
    shutil.rmtree(stage)


def _read_plan(folder: Path, plan: Path) -> tuple[list[str], list[str]]:
    """Return the paths to write and the paths to remove, after checking that lawkb may."""
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
    for parent in _parents((*written, *removed)):
        _refuse_links(folder, parent)
    return written, removed


def _foreign(plan: Path) -> LawkbError:
    hint = f"somebody else put it there: look at it, then delete {plan.parent}"
    return LawkbError(str(plan), "is not a list of unfinished writes made by lawkb", hint)


def _check_owned(path: Path, is_kind: Callable[[int], bool]) -> None:
    """Refuse a file or folder of another user, a link, and anything of another kind."""
    held = path.lstat()
    if not is_kind(held.st_mode):
        hint = f"delete it: rm -r {path}"
        raise LawkbError(
            str(path), "was not made by lawkb, which keeps unfinished writes there", hint
        )
    if held.st_uid != os.geteuid():
        what = f"is an unfinished write of another user ({held.st_uid})"
        raise LawkbError(str(path), what, "ask that user to run: lawkb ingest")


# ---- laws that leave the corpus: a wrong setting removes none


def check_removals(
    folder: Path, removed: Iterable[str], pages: Iterable[Page], sources: Iterable[Source]
) -> None:
    """Refuse to remove a law whose page is still there: probably a setting is wrong.

    A law may be removed when its page was removed from the source folder. If one removal is
    refused, the whole run is: otherwise the corpus would fit neither the old settings nor the
    intended ones. The removal of a file that does not name its source, so that lawkb did not write
    it, is refused, too.

    Args:
        sources: The sources listed in ``corpus.toml``. A page of another source counts as still
            there while the folder of that source exists.

    Raises:
        LawkbError: There are such laws; the message names them.
    """
    origins: dict[str, Origin | None] = {}
    words: dict[str, tuple[str, ...]] = {}
    for path in removed:
        file = folder / path
        try:
            root = read_tree(file.read_bytes(), str(file))
            origins[path], words[path] = read_origin(root), _words_of(root)
        except (LawkbError, KeyError, StopIteration):  # the file does not say it
            origins[path] = None
    if not origins:
        return
    from lawkb.model.text_encoding import decode_page  # every command finishes a write, few remove

    names = {source.name for source in sources}
    there: dict[str | tuple[str, str], str] = {}  # by id and digest of a page, its file
    texts: list[str] = []
    for page in pages:
        there |= dict.fromkeys(((page.source, page.page_id), page.sha256), page.path)
        texts += [] if page.is_word_file else [_on_one_line(decode_page(page.content)[0])]
    kept = [
        path
        for path, origin in origins.items()
        if origin is None
        or {(origin.source, origin.page), origin.sha256} & there.keys()
        or (origin.source not in names and (folder / "sources" / origin.source).is_dir())
        # A part of a page does not have its digest, but its words: it has another name now.
        or (origin.is_part and any(all(map(text.__contains__, words[path])) for text in texts))
    ]
    if kept:
        more = f" and {len(kept) - _MOST_NAMED} more" if len(kept) > _MOST_NAMED else ""
        first = origins[kept[0]]
        source_file = there.get((first.source, first.page)) if first else None
        look = (
            f"a title may be mistyped: lawkb read {source_file} shows what it reads"
            if source_file
            else "check the sources in corpus.toml"
        )
        raise LawkbError(
            str(folder),
            f"their pages are still there, but no longer contain these laws: "
            f"{', '.join(kept[:_MOST_NAMED])}{more}",
            f"{look}; to remove these laws: lawkb ingest --prune",
        )


def _words_of(root: etree._Element) -> tuple[str, ...]:
    """Return how the longest paragraphs of a law begin, by which its page can be known."""
    texts = (_on_one_line(p.text or "") for p in root.iter(akn("p")))
    longest = sorted(filter(None, texts), key=len, reverse=True)[:_PARAGRAPHS]
    return tuple(text[:_BEGINNING] for text in longest) or ("\0",)  # without words it is nowhere


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
