"""The same corpus read again and again while it is edited: only what changed is made anew.

``SourceReader`` gives what ``pipeline.ingest`` would write, for ``lawkb serve`` and the desk.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, TypeVar

from msgspec.structs import replace

from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.decision_files import (
    read_patches,
)
from lawkb.corpus.laws import without_renamed
from lawkb.corpus.writing import (
    Writer,
    check_removals,
    held_files,
    one_writer,
)
from lawkb.corpus_pages import (
    CorpusPages,
    TextsBefore,
    check_rules,
    corpus_pages,
    patched,
)
from lawkb.editorial.decisions import decided_files
from lawkb.editorial.retirement import retired_patches, retirement
from lawkb.large_collections import (
    at_most_in_memory,
)
from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions
from lawkb.model.law import Law, Loss
from lawkb.model.page import Page, Patch
from lawkb.model.source import Source
from lawkb.parse.merge_sources import (
    ReadPages,
    parts_of,
)
from lawkb.parse.read_page import PageReading, read_page
from lawkb.pipeline import MergedCode, merged_code, valid_file

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
R = TypeVar("R")

Stamps = Mapping[str, tuple[int, int, int]]  # times of change and size of files, by path
_PageKey = tuple[str, str]  # source and path of a page
_READ = (".toml", ".tsv", ".xml")  # ends of names of files, besides all sources
_LAWS_ARE_MADE_OF = ("sources/", "languages/", "corpus.toml", "comments.toml", "repeals.toml")


class MemoizedByKey(Generic[K, T, R]):
    """Results of a function by key; computed again when the argument of the key changes."""

    def __init__(self, function: Callable[[T], R]) -> None:
        """Store the function; it must return equal results for equal arguments."""
        self._function = function
        self._results: dict[K, tuple[T, R]] = {}

    def each(self, arguments: Mapping[K, T]) -> dict[K, R]:
        """Return the result for each argument, in the same order; drop other cached results."""
        before, self._results = self._results, {}
        for key, argument in arguments.items():
            known = before.get(key)
            same = known is not None and (known[0] is argument or known[0] == argument)
            result = known[1] if known and same else self._function(argument)
            self._results[key] = (argument, result)
        return {key: result for key, (_, result) in self._results.items()}


class SourceReader:
    """Reads the sources of one corpus repeatedly; writes what ``ingest`` would write.

    Attributes:
        losses: What each page lacked when the sources were last read, by path of its file.
    """

    def __init__(self, folder: Path) -> None:
        """Store the corpus folder; nothing is read yet, and nobody has changed it."""
        self._folder = folder
        self._outline: Outline | None = None
        self._pages = CorpusPages((), {}, ())
        self._unpatched: Mapping[_PageKey, PageReading] = {}
        self._merged: MergedCode | None = None
        self._inputs: Stamps = {}  # of the files that the laws were merged from
        self._patches: dict[str, tuple[Patch, ...]] = {}  # by id of the page
        self._stamps = stamps(folder)  # of all files, as they were last written or read
        self.losses: dict[str, tuple[Loss, ...]] = {}

    def is_current(self) -> bool:
        """Return whether nobody else has changed a file since this has written or begun."""
        return stamps(self._folder) == self._stamps

    def write(self) -> tuple[str, ...]:
        """Read the sources and write what ``ingest`` would, all or nothing; return the paths."""
        with one_writer(self._folder) as writer:
            return self.take_in(writer)

    def take_in(self, writer: Writer) -> tuple[str, ...]:
        """Do as ``write``, with a writer from ``one_writer``.

        Corrections that their pages have by now are retired, as by ``ingest``: the laws that are
        written show no longer which corrections they had.
        """
        self._merged = None
        return self.write_with(writer, self._retirement())

    def write_with(self, writer: Writer, changed: Mapping[str, bytes | None]) -> tuple[str, ...]:
        """Write changed files of the editors, and the laws that follow from them, in one step."""
        removed: list[str] = []
        with _as_changed(self._folder, changed) as folder:
            files = self._corrected(folder, changed)
            if files is None:
                files = self._files(folder)
                held = held_files(self._folder)
                removed = sorted(held.keys() - files.keys())
                outline = self._known_outline()
                lost = without_renamed(removed, files, outline.scheme)
                sources = read_sources(self._folder, outline)
                check_removals(self._folder, lost, (page for page, _ in self._pages), sources)
        own = {path: content for path, content in changed.items() if content is not None}
        gone = [path for path in changed if path not in own]
        laws = [path for path in files if not _has(self._folder / path, files[path])]
        merged, self._merged = self._merged, None  # if it fails, all is read again
        writer.put({**own, **{path: files[path] for path in laws}}, [*gone, *removed])
        self._merged, self._stamps = merged, stamps(self._folder)
        return (*changed, *sorted([*laws, *removed]))

    def files(self) -> dict[str, bytes]:
        """Return the XML of all laws by path below the corpus folder; nothing is written."""
        return self._files(self._folder)

    def _retirement(self) -> dict[str, bytes | None]:
        """Return the files in ``patches/`` without the corrections that their pages have by now."""
        outline = self._known_outline()
        patches = read_patches(self._folder, outline)
        if not patches:
            return {}
        readings = (
            (reading, partial(self._unpatched.__getitem__, key))
            for key, (_, reading) in self._readings(self._folder).items()
        )
        retired = retired_patches(self._folder, patches, readings)
        return decided_files(self._folder, retirement(retired, outline), outline)

    def _files(self, folder: Path) -> dict[str, bytes]:
        """Return the XML of all laws; ``folder`` has the editors' files, or all of the corpus."""
        self._merged, inputs = None, _inputs(self._folder)
        read = self._readings(folder)
        outline = self._known_outline()
        self.losses = {page.path: reading.losses for page, reading in read.values()}
        with at_most_in_memory(sys.maxsize):  # what is the same object need not be compared
            read_pages = ReadPages(parts_of(reading) for _, reading in read.values())
            ids = dict(zip(map(_page_key, self._pages), self._pages.ids, strict=True))
            merged = merged_code(folder, outline, [*ids.values()], read_pages, self._folder)
            code = merged.finished()
        texts: dict[tuple[object, ...], Law | Companion | Divisions] = {}
        texts.update(code.laws.items())
        texts.update(code.companions.items())
        texts.update(((*key, "divisions"), each) for key, each in code.divisions.items())
        files = dict(self._written.each(texts).values())
        self._merged, self._inputs = merged, inputs
        return files

    def _corrected(
        self, folder: Path, changed: Mapping[str, bytes | None]
    ) -> dict[str, bytes] | None:
        """Return the XML of the laws whose corrections change; None if others may change, too.

        Others do when a law gets or loses a provision, a paragraph or a heading, by which they cite
        it, and when it is merged from several pages, or labelled by another language.
        """
        merged, outline = self._merged, self._known_outline()
        if merged is None or _inputs(self._folder) != self._inputs:
            return None
        if any(path.startswith(_LAWS_ARE_MADE_OF) for path in changed):
            return None
        if not any(path.startswith("patches/") for path in changed):
            return {}  # no law depends on accepted findings, review states and terms
        before, now = self._patches, self._patches_in(folder, outline)
        other = {page for page in {**before, **now} if before.get(page) != now.get(page)}
        files, losses = {}, {}
        for key, unpatched in self._unpatched.items():
            if unpatched.unread:
                return None
            if all(law.origin.page not in other for law in unpatched.laws):
                continue
            reading = patched(unpatched, _patches_of(unpatched, now), outline)
            losses[key[1]] = reading.losses
            for law in reading.laws:
                if not merged.is_alone(law):
                    return None
                path, content = self._write(merged.finish((law.key, law)))
                files[path] = content
        self.losses.update(losses)
        self._patches = now
        return files

    def _patches_in(self, folder: Path, outline: Outline) -> dict[str, tuple[Patch, ...]]:
        """Return the patches of each page by its id; ``folder`` has the files of the patches."""
        found: dict[str, tuple[Patch, ...]] = {}
        for each in read_patches(folder, outline):
            path = each.path.replace(f"{folder}", f"{self._folder}", 1)
            found[each.page] = (*found.get(each.page, ()), replace(each, path=path))
        return found

    def _readings(self, folder: Path) -> dict[_PageKey, tuple[Page, PageReading]]:
        """Return every page with its texts, patches applied."""
        outline = self._known_outline()
        self._patches = self._patches_in(folder, outline)
        of_pages = folder if (folder / "sources").is_dir() else self._folder
        with at_most_in_memory(sys.maxsize):
            self._pages = corpus_pages(of_pages, outline)
        check_rules(of_pages, self._pages, outline)
        pages = {_page_key(each): each for each in self._pages}
        self._unpatched = self._read.each(pages)
        unpatched = {
            key: (reading, _patches_of(reading, self._patches))
            for key, reading in self._unpatched.items()
        }
        readings = self._patched.each(unpatched)
        ids = dict(zip(pages, self._pages.ids, strict=True))
        before = TextsBefore(self._folder, outline)
        return {
            key: (pages[key][0], before.of(ids[key], reading)) for key, reading in readings.items()
        }

    def _known_outline(self) -> Outline:
        """Return the outline of the law code; if it has changed, drop all cached results."""
        outline = read_outline(self._folder)
        if outline != self._outline:
            self._read = MemoizedByKey[_PageKey, tuple[Page, Source], PageReading](
                lambda place: read_page(*place, outline)
            )
            self._patched = MemoizedByKey[
                _PageKey, tuple[PageReading, tuple[Patch, ...]], PageReading
            ](lambda page: patched(*page, outline))
            self._write = partial(valid_file, outline, False)
            self._written = MemoizedByKey[
                tuple[object, ...], Law | Companion | Divisions, tuple[str, bytes]
            ](self._write)
            self._outline, self._merged = outline, None
        return outline


@contextmanager
def _as_changed(folder: Path, changed: Mapping[str, bytes | None]) -> Iterator[Path]:
    """Yield a folder with the editors' files of a corpus as they would be after some changes.

    It has the sources, too, if one of them changes. Without changes it is the corpus itself.
    """
    if not changed:
        yield folder
        return
    with TemporaryDirectory() as name:
        copy = Path(name)
        for file in (*folder.glob("*.toml"), *folder.glob("patches/*.toml")):
            place = copy / file.relative_to(folder)
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, place)
        if any(path.startswith("sources/") for path in changed):
            shutil.copytree(folder / "sources", copy / "sources", symlinks=True)
        for path, content in changed.items():
            place = copy / path
            if content is None:
                place.unlink(missing_ok=True)
            else:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        yield copy


def stamps(folder: Path, parts: Set[str] = frozenset()) -> Stamps:
    """Return times and size of every file of a corpus that people or programs edit, by path.

    Args:
        parts: Names in the folder, such as ``sources``, of what is looked at; all when empty.
    """
    found: dict[str, tuple[int, int, int]] = {}
    waiting = [str(folder)]
    while waiting:
        inside = waiting.pop()
        wanted = parts if inside == str(folder) else frozenset()
        with suppress(FileNotFoundError), os.scandir(inside) as entries:  # gone meanwhile
            for entry in entries:
                if wanted and entry.name not in wanted:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting += [] if entry.name.startswith(".") else [entry.path]
                elif entry.name.endswith(_READ) or f"{os.sep}sources{os.sep}" in entry.path:
                    held = entry.stat()
                    found[entry.path] = held.st_mtime_ns, held.st_ctime_ns, held.st_size
    return found


def _inputs(folder: Path) -> Stamps:
    """Return the stamps of what the laws of a corpus are made of, besides patches."""
    return stamps(folder, {part.rstrip("/") for part in _LAWS_ARE_MADE_OF})


def _has(file: Path, content: bytes) -> bool:
    """Whether a file is there and has this content."""
    try:
        return file.read_bytes() == content
    except FileNotFoundError:
        return False


def _page_key(place: tuple[Page, Source]) -> _PageKey:
    page, source = place
    return source.name, page.path


def _patches_of(
    reading: PageReading, patches: Mapping[str, tuple[Patch, ...]]
) -> tuple[Patch, ...]:
    """Return the patches of a page, given by page id; laws on it may have ids of other pages."""
    pages = dict.fromkeys(law.origin.page for law in reading.laws)
    return tuple(each for page in pages for each in patches.get(page, ()))
