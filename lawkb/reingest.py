"""Ingest again and again while somebody edits: what did not change is not read anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lawkb.corpus.outline import read_outline, read_sources
from lawkb.corpus.patches import read_patches
from lawkb.corpus.removals import check_removals, removed_files
from lawkb.corpus.writing import one_writer, replace_laws
from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law, Loss
from lawkb.model.page import Page, Source
from lawkb.model.patch import Patch
from lawkb.page_reading import check_rules, corpus_pages, patched, read_page
from lawkb.parse.reading import Reading
from lawkb.pipeline import joined, valid_file
from lawkb.refs.resolve import Resolving
from lawkb.remembered import Remembered

_Key = tuple[str, str]  # source and path of a page
_Place = tuple[Page, Source]


@dataclass(frozen=True, slots=True)
class _Unpatched:
    """What a page gave, and the patches for it."""

    reading: Reading
    patches: tuple[Patch, ...]


class Reingest:
    """Ingest of one corpus, many times; each time it writes what ``ingest`` would write."""

    def __init__(self, folder: Path) -> None:
        """Take the corpus; nothing is read yet."""
        self._folder = folder
        self._outline: Outline | None = None
        self._places: tuple[_Place, ...] = ()
        self._losses: dict[str, tuple[Loss, ...]] = {}

    def write(self) -> tuple[str, ...]:
        """Read the sources and write the laws, all or nothing.

        Returns:
            The paths written, changed or removed, below the corpus folder.

        Raises:
            LawkbError: As ``ingest``; the corpus stays as it was.
        """
        with one_writer(self._folder) as put:
            files = self.files()
            pages = [page for page, _ in self._places]
            sources = read_sources(self._folder, self._known_outline())
            check_removals(self._folder, removed_files(self._folder, files), pages, sources)
            return replace_laws(self._folder, files, put)

    @property
    def losses(self) -> Mapping[str, tuple[Loss, ...]]:
        """What each page was found to lack when the sources were last read, by its file."""
        return self._losses

    def files(self) -> dict[str, bytes]:
        """XML by path below the corpus folder; nothing is written.

        Raises:
            LawkbError: As ``read_all``.
        """
        outline = self._known_outline()
        patches = read_patches(self._folder, outline)
        self._places = corpus_pages(self._folder, outline)
        check_rules(self._folder, self._places, outline)
        pages = {(source.name, page.path): (page, source) for page, source in self._places}
        unpatched = {
            key: _Unpatched(reading, tuple(p for p in patches if p.page in _page_ids(reading)))
            for key, reading in self._read.each(pages).items()
        }
        readings = self._patched.each(unpatched)
        self._losses = {pages[key][0].path: each.losses for key, each in readings.items()}
        code, _, _ = joined(
            self._folder,
            outline,
            tuple((pages[key][0], each) for key, each in readings.items()),
            self._resolving.laws,
        )
        texts: dict[str, Law | Companion] = {}
        texts |= {str(key): law for key, law in code.laws.items()}
        texts |= {str(key): companion for key, companion in code.companions.items()}
        return dict(self._written.each(texts).values())

    def _known_outline(self) -> Outline:
        """The outline; where it is a new one, everything is read anew."""
        outline = read_outline(self._folder)
        if outline != self._outline:
            self._read = Remembered[_Key, _Place, Reading](partial(_read, outline))
            self._patched = Remembered[_Key, _Unpatched, Reading](partial(_patch, outline))
            make = partial(valid_file, outline, False)
            self._written = Remembered[str, Law | Companion, tuple[str, bytes]](make)
            self._resolving = Resolving()
            self._outline = outline
        return outline


def _page_ids(reading: Reading) -> frozenset[str]:
    return frozenset(law.origin.page for law in reading.laws)


def _read(outline: Outline, place: _Place) -> Reading:
    page, source = place
    return read_page(page, source, outline)


def _patch(outline: Outline, unpatched: _Unpatched) -> Reading:
    return patched(unpatched.reading, unpatched.patches, outline)
