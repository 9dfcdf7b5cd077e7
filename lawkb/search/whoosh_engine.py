"""The embedded engine: a Whoosh index. Import it lazily: nothing else needs Whoosh.

Whoosh keeps the postings. Analysis, the query language, the order of the hits and the words of a
pattern are ours (``lawkb.search.execution``), so that every engine gives the same provisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import whoosh
from whoosh.fields import STORED, FieldType, Schema
from whoosh.index import EmptyIndexError, create_in, open_dir
from whoosh.reading import TermNotFound

from lawkb.files import link_or_copy
from lawkb.model.address import Address, Scheme
from lawkb.search.documents import Spot
from lawkb.search.engine import Change, Entry, Found, Match, Stats, Zoned, terms
from lawkb.search.execution import found_by
from lawkb.search.folding import fold, image
from lawkb.search.layout import Layout, plan, read_layout, runs_of, write_layout
from lawkb.search.scores import Score, best_of, one_number
from lawkb.search.shelf import Run, exact_name, stem_name
from lawkb.search.spelling import read_words, words_near, write_words
from lawkb.search.tree import FIELDS, Form, Node, Word
from lawkb.search.units import unit_of
from lawkb.search.whoosh_codec import Gathered, TermsCodec, TermsField
from lawkb.search.whoosh_shelf import FACTS, SPOT, WhooshShelf, words_file

# By language, words with the fields that hold them, as bits.
_Words = dict[str, dict[str, int]]

_GAP = 100  # positions between two parts, so that no phrase runs over
_SHORTEST = {1: 3, 2: 7}  # letters of a word that has few neighbours at so many changes


class WhooshEngine:
    """An index of the laws kept by Whoosh.

    Attributes:
        name: ``whoosh``.
        version: Version of the library and of our fields.
        folder: Folder of the open index; None before.
    """

    name = "whoosh"
    version = f"whoosh {'.'.join(map(str, whoosh.__version__))}, fields 5"

    def __init__(self, languages: tuple[str, ...], scheme: Scheme) -> None:
        """Name the languages of the fields and the levels of the addresses."""
        self._languages = languages
        self._scheme = scheme
        self._shelf: WhooshShelf | None = None
        self.folder: Path | None = None

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

    def open(self, folder: Path) -> None:
        """Make an index that was written ready to be asked.

        Raises:
            OSError: It is not there, or not all of it.
        """
        try:
            layout = read_layout(folder)
            readers = {segment: self._reader(folder, segment) for segment in layout.sizes}
        except EmptyIndexError as error:
            raise FileNotFoundError(folder) from error
        # Read now, since another process may sweep the folder away later.
        words = {tag: words_file(folder, tag).read_bytes() for tag in self._languages}
        self._shelf = WhooshShelf(readers, TermNotFound, layout, words)
        self.folder = folder

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """The provisions that a tree finds in the texts of some languages."""
        scores = found_by(Run(self._opened(), self._scheme, languages), tree)
        best = (self._match(number, score) for number, score in best_of(scores, limit))
        return Found(len(scores), tuple(best))

    def suggest(self, word: Word, languages: tuple[str, ...]) -> Word | None:
        """A word of the index that is near one that nothing holds; None when there is none.

        First its image, when it was typed wholly in look-alikes of another alphabet; then the
        words at one change of a letter, then at two; of several the one most provisions hold.
        """
        seen_as = image(word.text)
        if seen_as:
            for language in languages:
                if self._holding(language, fold(seen_as)):
                    return Word(seen_as, (Form(language, fold(seen_as), fold(seen_as)),))
        for changes in (1, 2):
            near = list(self._near(word, languages, changes))
            if near:
                _, exact, language = min(near)
                return Word(exact, (Form(language, exact, exact),))
        return None

    def stats(self) -> Stats:
        """What the open index holds."""
        shelf = self._opened()
        return Stats(shelf.size, shelf.count_terms())

    def _write_segment(
        self, entries: Iterable[Entry], folder: Path, segment: int, words: _Words
    ) -> list[str]:
        """Write a segment; gives the unit of each document, and adds to the words."""
        index: Any = create_in(str(folder), self._schema(), indexname=_name(segment))
        gathered = Gathered()
        writer = index.writer(codec=TermsCodec(gathered))
        units: list[str] = []
        try:
            for entry in entries:
                writer.add_document(place=_place(entry), cited=_cited(entry))
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

    def _reader(self, folder: Path, segment: int) -> Any:
        name = _name(segment)
        index: Any = open_dir(str(folder), name, readonly=True, schema=self._schema())
        return index.reader()

    def _schema(self) -> Schema:
        fields: dict[str, FieldType] = {"place": STORED(), "cited": STORED()}
        fields[FACTS] = TermsField()
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

    def _holding(self, language: str, exact: str) -> int:
        """Number of places, field by field, that hold a word in this very form."""
        shelf = self._opened()
        return sum(shelf.frequency(exact_name(language, field), exact) for field in FIELDS)

    def _near(
        self, word: Word, languages: tuple[str, ...], changes: int
    ) -> Iterator[tuple[int, str, str]]:
        """Words at most some changes away: negative number of places, word, language."""
        for form in word.forms:
            if form.language not in languages or not form.exact.isalpha():
                continue
            if len(form.exact) < _SHORTEST[changes]:
                continue
            for near, _ in words_near(form.exact, self._opened().words(form.language), changes):
                holding = self._holding(form.language, near)
                if holding:
                    yield -holding, near, form.language

    def _match(self, number: int, score: Score) -> Match:
        edition, place = self._opened().place(number)
        return Match(edition, place, round(one_number(score), 4))

    def _opened(self) -> WhooshShelf:
        if self._shelf is None:
            raise ValueError("the index is not open")
        return self._shelf


def _name(segment: int) -> str:
    """What Whoosh calls a segment: all names of its files begin with it."""
    return f"segment{segment}"


def _link_segment(before: Path, folder: Path, segment: int) -> None:
    """Put the files of a segment into another folder too; they are never written to again."""
    own = (f"{_name(segment)}_", f"_{_name(segment)}_")
    for file in before.iterdir():
        if file.name.startswith(own):
            link_or_copy(file, folder / file.name)


def _held_words(folder: Path, language: str) -> dict[str, int]:
    return read_words(words_file(folder, language).read_text(encoding="utf-8"))


def _finish(folder: Path, layout: Layout, words: _Words) -> None:
    """Write what stands beside the segments."""
    write_layout(layout, folder)
    for language, held in words.items():
        text = write_words(held)
        words_file(folder, language).write_text(text, encoding="utf-8", newline="")


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


def _cited(entry: Entry) -> str:
    """Editions and terms of what an entry cites, a line each."""
    return "\n".join(f"{edition} {term}" for edition, term in entry.cited)


def _place(entry: Entry) -> str:
    """``2017 47 5 2`` for an address; for a part of a companion ``2017 @ preface el section_2``."""
    if isinstance(entry.place, Spot):
        spot = entry.place
        return " ".join((entry.edition, SPOT, spot.name, spot.language, spot.id))
    return " ".join((entry.edition, *map(str, entry.place.path)))
