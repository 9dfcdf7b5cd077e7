"""The embedded engine: an index that Whoosh writes. Import it late: to ask one needs no Whoosh."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import whoosh
from whoosh.fields import STORED, FieldType, Schema
from whoosh.index import create_in

from lawkb.files import link_or_copy
from lawkb.model.address import Address
from lawkb.search.entries import Change, Entry, Zoned, terms
from lawkb.search.layout import Layout, plan, read_layout, runs_of, unit_of, write_layout
from lawkb.search.opened import OpenIndex, segment_name
from lawkb.search.postings import Gathered
from lawkb.search.record import Shown, pack
from lawkb.search.segments import FACTS, words_name
from lawkb.search.shelf import exact_name, stem_name
from lawkb.search.spelling import read_words, write_words
from lawkb.search.tree import FIELDS
from lawkb.search.whoosh_codec import RECORD, TermsCodec, TermsField

# By language, words with the fields that hold them, as bits.
_Words = dict[str, dict[str, int]]

_GAP = 100  # positions between two parts, so that no phrase runs over


class WhooshEngine(OpenIndex):
    """An index of the laws kept by Whoosh.

    Attributes:
        version: Version of the library and of our fields.
    """

    version = f"whoosh {'.'.join(map(str, whoosh.__version__))}, fields 6"

    def build(self, entries: Iterable[Entry], folder: Path) -> int:
        """Write entries, in the order of the laws, into an empty folder; gives their number."""
        words: _Words = {language: {} for language in self._languages}
        units = self._write_segment(entries, folder, 0, words)
        layout = Layout({0: len(units)}, tuple(runs_of(units, 0)))
        _finish(folder, layout, words)
        return len(units)

    def update(self, before: Path, change: Change, folder: Path) -> int:
        """Write into an empty folder what an index becomes; gives the number of units indexed.

        What has changed is a new segment; the others are linked, not copied, unless too much of
        one is passed over.
        """
        planned = plan(read_layout(before), change.units, change.changed)
        kept = bool(planned.sizes)
        words: _Words = {tag: _held_words(before, tag) if kept else {} for tag in self._languages}
        for segment in planned.sizes:
            _link_segment(before, folder, segment)
        units: list[str] = []
        if planned.written:
            entries = (entry for unit in planned.written for entry in change.entries(unit))
            units = self._write_segment(entries, folder, planned.segment, words)
        _finish(folder, planned.layout(units), words)
        return len(planned.written)

    def _write_segment(
        self, entries: Iterable[Entry], folder: Path, segment: int, words: _Words
    ) -> list[str]:
        """Write a segment; gives the unit of each document, and adds to the words."""
        index: Any = create_in(str(folder), self._schema(), indexname=segment_name(segment))
        gathered = Gathered()
        writer = index.writer(codec=TermsCodec(gathered))
        units: list[str] = []
        try:
            for entry in entries:
                shown = Shown(entry.edition, entry.place, entry.texts, entry.cited)
                writer.add_document(**{RECORD: pack(shown)})
                for name, placed in self._fields(entry).items():
                    gathered.add(name, len(units), placed)
                _gather(entry, words)
                units.append(unit_of(entry.edition, entry.place))
        except BaseException:
            writer.cancel()  # closes its files
            raise
        writer.commit()
        index.close()
        return units

    def _schema(self) -> Schema:
        fields: dict[str, FieldType] = {RECORD: STORED(), FACTS: TermsField()}
        for language in self._languages:
            for field in FIELDS:
                fields[exact_name(language, field)] = TermsField()
                fields[stem_name(language, field)] = TermsField()
        return Schema(**fields)

    def _fields(self, entry: Entry) -> dict[str, dict[str, list[int]]]:
        """By field, the terms of an entry with their positions."""
        fields = {FACTS: {fact: [0] for fact in _facts(entry)}}
        for zone in entry.zones:
            exact, stems = self._terms(zone)
            fields[exact_name(zone.language, zone.field)] = exact
            fields[stem_name(zone.language, zone.field)] = stems
        return fields

    def _terms(self, zone: Zoned) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """The exact terms and the stems of a zone, with their positions."""
        exact: dict[str, list[int]] = {}
        stems: dict[str, list[int]] = {}
        position = 0
        for part in zone.parts:
            for token in part:
                position += 1
                term, wider = terms(token, self._scheme)
                exact.setdefault(term, []).append(position)
                for stem in wider:
                    stems.setdefault(stem, []).append(position)
            position += _GAP
        return exact, stems


def _link_segment(before: Path, folder: Path, segment: int) -> None:
    """Put the files of a segment into another folder too; they are never written to again."""
    own = (f"{segment_name(segment)}_", f"_{segment_name(segment)}_")
    for file in before.iterdir():
        if file.name.startswith(own):
            link_or_copy(file, folder / file.name)


def _held_words(folder: Path, language: str) -> dict[str, int]:
    return read_words((folder / words_name(language)).read_text(encoding="utf-8"))


def _finish(folder: Path, layout: Layout, words: _Words) -> None:
    """Write what stands beside the segments."""
    write_layout(layout, folder)
    for language, held in words.items():
        text = write_words(held)
        (folder / words_name(language)).write_text(text, encoding="utf-8", newline="")


def _gather(entry: Entry, words: _Words) -> None:
    """Note the words of an entry, each with the fields that hold it."""
    for zone in entry.zones:
        held = words[zone.language]
        bit = 1 << FIELDS.index(zone.field)
        for part in zone.parts:
            for token in part:
                if token.address is None:
                    held[token.folded] = held.get(token.folded, 0) | bit


def _facts(entry: Entry) -> Iterator[str]:
    """What ``Having`` and ``Located`` ask for."""
    yield f"edition:{entry.edition}"
    if isinstance(entry.place, Address):
        yield f"law:{entry.place.law}"
    for zone in entry.zones:
        yield f"lang:{zone.language}"
        yield f"in:{zone.field}"
