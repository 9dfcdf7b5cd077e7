"""The embedded engine: a Whoosh index. The only module that imports Whoosh; import it lazily.

Whoosh keeps the postings. Analysis, the query language, the order of the hits and the words of a
pattern are ours (``lawkb.search.execution``), so that every engine gives the same provisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import whoosh
from whoosh.analysis.acore import Token as WhooshToken
from whoosh.analysis.tokenizers import Tokenizer
from whoosh.codec.whoosh3 import W3Codec
from whoosh.fields import STORED, TEXT, FieldType, Schema
from whoosh.index import EmptyIndexError, create_in, open_dir
from whoosh.reading import TermNotFound

from lawkb.model.address import Address, Scheme
from lawkb.search.documents import Spot
from lawkb.search.engine import Entry, Found, Match, Stats, Zoned, terms
from lawkb.search.execution import found_by
from lawkb.search.folding import fold, image
from lawkb.search.scores import Score, best_of, one_number
from lawkb.search.shelf import Run, exact_name, stem_name
from lawkb.search.spelling import words_near, write_words
from lawkb.search.tree import FIELDS, Form, Node, Word
from lawkb.search.whoosh_shelf import FACTS, SPOT, WhooshShelf, words_file

_BLOCK = 512  # postings in a block: indexes 1.4 times faster than Whoosh's own 128
_MEMORY_MB = 128
_GAP = 100  # positions between two parts, so that no phrase runs over
_SHORTEST = {1: 3, 2: 7}  # letters of a word that has few neighbours at so many changes


class Given(Tokenizer):
    """Gives Whoosh the terms we made, each with its position, from the lines of ``_lines``."""

    def __call__(self, value: str, **_: object) -> Iterator[WhooshToken]:
        """Yield one token again and again, as Whoosh asks of its tokenizers."""
        token = WhooshToken(positions=True)
        for line in value.split("\n"):
            position, _space, token.text = line.partition(" ")
            token.pos = int(position)
            token.boost = 1.0
            yield token


class WhooshEngine:
    """An index of the laws kept by Whoosh.

    Attributes:
        name: ``whoosh``.
        version: Version of the library and of our fields.
        folder: Folder of the open index; None before.
    """

    name = "whoosh"
    version = f"whoosh {'.'.join(map(str, whoosh.__version__))}, fields 2"

    def __init__(self, languages: tuple[str, ...], scheme: Scheme) -> None:
        """Name the languages of the fields and the levels of the addresses."""
        self._languages = languages
        self._scheme = scheme
        self._shelf: WhooshShelf | None = None
        self.folder: Path | None = None

    def build(self, entries: Iterable[Entry], folder: Path) -> int:
        """Write entries, in the order of the laws, into an empty folder; gives their number."""
        index: Any = create_in(str(folder), self._schema())
        codec = W3Codec(blocklimit=_BLOCK)  # type: ignore[no-untyped-call]
        writer = index.writer(codec=codec, limitmb=_MEMORY_MB)
        words: dict[str, dict[str, int]] = {language: {} for language in self._languages}
        count = 0
        try:
            for entry in entries:
                writer.add_document(**self._stored(entry), **self._fields(entry))
                _gather(entry, words)
                count += 1
        except BaseException:
            writer.cancel()  # closes its files
            raise
        writer.commit()
        index.close()
        for language, held in words.items():
            text = write_words(held)
            words_file(folder, language).write_text(text, encoding="utf-8", newline="")
        return count

    def open(self, folder: Path) -> None:
        """Make an index that ``build`` wrote ready to be asked.

        Raises:
            OSError: It is not there, or not all of it.
        """
        try:
            index: Any = open_dir(str(folder), readonly=True, schema=self._schema())
            self._shelf = WhooshShelf(index.reader(), TermNotFound, folder, self._languages)
        except EmptyIndexError as error:
            raise FileNotFoundError(folder) from error
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

    def _schema(self) -> Schema:
        fields: dict[str, FieldType] = {"place": STORED(), "cited": STORED()}
        fields[FACTS] = TEXT(analyzer=Given(), phrase=False)
        for language in self._languages:
            for field in FIELDS:
                fields[exact_name(language, field)] = TEXT(analyzer=Given())
                fields[stem_name(language, field)] = TEXT(analyzer=Given())
        return Schema(**fields)

    def _stored(self, entry: Entry) -> dict[str, str]:
        facts = [f"edition:{entry.edition}"]
        if isinstance(entry.place, Address):
            facts.append(f"law:{entry.place.law}")
        facts.extend(sorted({f"lang:{zone.language}" for zone in entry.zones}))
        facts.extend(sorted({f"in:{zone.field}" for zone in entry.zones}))
        cited = "\n".join(f"{edition} {term}" for edition, term in entry.cited)
        return {"place": _place(entry), "cited": cited, FACTS: _lines(list(enumerate(facts)))}

    def _fields(self, entry: Entry) -> dict[str, str]:
        fields: dict[str, str] = {}
        for zone in entry.zones:
            exact, stems = self._terms(zone)
            fields[exact_name(zone.language, zone.field)] = _lines(exact)
            fields[stem_name(zone.language, zone.field)] = _lines(stems)
        return {name: lines for name, lines in fields.items() if lines}

    def _terms(self, zone: Zoned) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
        """The exact terms and the stems of a zone, with their positions."""
        exact: list[tuple[int, str]] = []
        stems: list[tuple[int, str]] = []
        position = 0
        for part in zone.parts:
            for token in part:
                position += 1
                term, wider = terms(token, self._scheme)
                exact.append((position, term))
                stems.extend((position, stem) for stem in wider)
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
                yield -self._holding(form.language, near), near, form.language

    def _match(self, number: int, score: Score) -> Match:
        edition, place = self._opened().place(number)
        return Match(edition, place, round(one_number(score), 4))

    def _opened(self) -> WhooshShelf:
        if self._shelf is None:
            raise ValueError("the index is not open")
        return self._shelf


def _gather(entry: Entry, words: dict[str, dict[str, int]]) -> None:
    """Note the words of an entry, each with the fields that hold it."""
    for zone in entry.zones:
        held = words[zone.language]
        bit = 1 << FIELDS.index(zone.field)
        for part in zone.parts:
            for token in part:
                if token.address is None:
                    held[token.folded] = held.get(token.folded, 0) | bit


def _lines(placed: list[tuple[int, str]]) -> str:
    """Terms as one string, since Whoosh numbers the members of a list itself."""
    return "\n".join(f"{position} {term}" for position, term in placed)


def _place(entry: Entry) -> str:
    """``2017 47 5 2`` for an address; for a part of a companion ``2017 @ preface el section_2``."""
    if isinstance(entry.place, Spot):
        spot = entry.place
        return " ".join((entry.edition, SPOT, spot.name, spot.language, spot.id))
    return " ".join((entry.edition, *map(str, entry.place.path)))
