"""The embedded engine: a Whoosh index. The only module that imports Whoosh; import it lazily.

Whoosh keeps the postings and weighs a word in a field (BM25F). Analysis, the query language and
the boolean part are ours, so that every engine gives the same provisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import whoosh
from whoosh.analysis.acore import Token as WhooshToken
from whoosh.analysis.tokenizers import Tokenizer
from whoosh.codec.whoosh3 import W3Codec
from whoosh.fields import STORED, TEXT, FieldType, Schema
from whoosh.index import EmptyIndexError, create_in, open_dir
from whoosh.scoring import BM25F

from lawkb.model.address import Address, Scheme
from lawkb.search.analysis import address_token
from lawkb.search.documents import Place, Spot
from lawkb.search.engine import FIELDS, Entry, Field, Found, Match, Stats, Zoned, terms
from lawkb.search.folding import fold, image
from lawkb.search.query import And, Cited, Form, Leaf, Node, Or, Phrase, Word
from lawkb.search.scores import Score, Scores, best_of, in_both, in_either, one_number

_BLOCK = 512  # postings in a block: indexes 1.4 times faster than Whoosh's own 128
_MEMORY_MB = 128
_SPOT = "@"  # begins a place that is no address
_GAP = 100  # positions between two parts, so that no phrase runs over
_SHORTEST = {1: 3, 2: 7}  # letters of a word that has few neighbours at so many changes
# Ranks by field, exact and stemmed: the address first, a stemmed word of a comment last.
_EXACT = {field: 2 * (len(FIELDS) - i) for i, field in enumerate(FIELDS)}
_STEMMED = {field: rank - 1 for field, rank in _EXACT.items()}


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
    """

    name = "whoosh"
    version = f"whoosh {'.'.join(map(str, whoosh.__version__))}, fields 1"

    def __init__(self, languages: tuple[str, ...], scheme: Scheme) -> None:
        """Name the languages of the fields and the levels of the addresses."""
        self._languages = languages
        self._scheme = scheme
        self._searcher: Any = None  # Whoosh types its searchers in part only

    def build(self, entries: Iterable[Entry], folder: Path) -> int:
        """Write entries, in the order of the laws, into an empty folder; gives their number."""
        index: Any = create_in(str(folder), self._schema())
        codec = W3Codec(blocklimit=_BLOCK)  # type: ignore[no-untyped-call]
        writer = index.writer(codec=codec, limitmb=_MEMORY_MB)
        count = 0
        try:
            for entry in entries:
                writer.add_document(place=_place(entry), **self._fields(entry))
                count += 1
        except BaseException:
            writer.cancel()  # closes its files
            raise
        writer.commit()
        index.close()
        return count

    def open(self, folder: Path) -> None:
        """Make an index that ``build`` wrote ready to be asked.

        Raises:
            OSError: It is not there, or not all of it.
        """
        try:
            index = open_dir(str(folder), readonly=True, schema=self._schema())
            self._searcher = index.searcher(weighting=BM25F())
        except EmptyIndexError as error:
            raise FileNotFoundError(folder) from error

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """The provisions that a tree finds in the texts of some languages."""
        scores = self._scores(tree, languages)
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
                    return Word(seen_as, (Form(language, fold(seen_as), ""),))
        for changes in (1, 2):
            near = list(self._near(word, languages, changes))
            if near:
                _, exact, language = min(near)
                return Word(exact, (Form(language, exact, ""),))
        return None

    def stats(self) -> Stats:
        """What the open index holds."""
        reader = self._opened().reader()
        return Stats(reader.doc_count(), sum(1 for _ in reader.all_terms()))

    def _schema(self) -> Schema:
        fields: dict[str, FieldType] = {"place": STORED()}
        for language in self._languages:
            for field in FIELDS:
                fields[_exact(language, field)] = TEXT(analyzer=Given())
                fields[_stem(language, field)] = TEXT(analyzer=Given(), phrase=False)
        return Schema(**fields)

    def _fields(self, entry: Entry) -> dict[str, str]:
        fields: dict[str, str] = {}
        for zone in entry.zones:
            exact, stems = self._terms(zone)
            fields[_exact(zone.language, zone.field)] = _lines(exact)
            fields[_stem(zone.language, zone.field)] = _lines(stems)
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

    def _scores(self, tree: Node, languages: tuple[str, ...]) -> Scores:
        match tree:
            case And(parts=parts):
                return reduce(in_both, (self._scores(part, languages) for part in parts))
            case Or(parts=parts):
                return reduce(in_either, (self._scores(part, languages) for part in parts))
            case _:
                return self._leaf_scores(tree, languages)

    def _leaf_scores(self, leaf: Leaf, languages: tuple[str, ...]) -> Scores:
        best: Scores = {}
        for field, language in ((field, language) for field in FIELDS for language in languages):
            for number, rank, relevance in self._places(leaf, language, field):
                before, sum_before = best.get(number, (0, 0.0))
                best[number] = (max(before, rank), sum_before + relevance)
        return best

    def _places(self, leaf: Leaf, language: str, field: Field) -> Iterator[tuple[int, int, float]]:
        """Documents that hold a leaf in one field of one language, with rank and relevance."""
        match leaf:
            case Phrase():
                words = tuple(form.exact for form in leaf.words(language))
                for number in self._phrase(words, _exact(language, field)):
                    yield number, _EXACT[field], float(len(words))
            case Word():
                form = leaf.form(language)
                if form:
                    yield from self._term_places(form.exact, form.stem, language, field)
            case Cited(address=address):
                term = address_token(address, self._scheme).term
                yield from self._term_places(term, term, language, field)

    def _term_places(
        self, exact: str, stem: str, language: str, field: Field
    ) -> Iterator[tuple[int, int, float]]:
        for number, relevance in self._postings(_exact(language, field), exact):
            yield number, _EXACT[field], relevance
        for number, relevance in self._postings(_stem(language, field), stem):
            yield number, _STEMMED[field], relevance

    def _postings(self, field: str, term: str) -> Iterator[tuple[int, float]]:
        searcher = self._opened()
        if not term or not searcher.reader().doc_frequency(field, term):
            return
        matcher = searcher.postings(field, term)
        while matcher.is_active():
            yield matcher.id(), matcher.score()
            matcher.next()

    def _phrase(self, words: tuple[str, ...], field: str) -> Iterator[int]:
        """Documents in which words stand one after the other."""
        if not words:
            return
        starts: Mapping[int, set[int]] = self._positions(field, words[0])
        for step, word in enumerate(words[1:], start=1):
            here = self._positions(field, word)
            starts = {
                number: kept
                for number, places in starts.items()
                if (kept := {at for at in places if at + step in here.get(number, ())})
            }
        yield from sorted(starts)

    def _positions(self, field: str, term: str) -> dict[int, set[int]]:
        searcher = self._opened()
        found: dict[int, set[int]] = {}
        if not searcher.reader().doc_frequency(field, term):
            return found
        matcher = searcher.postings(field, term)
        while matcher.is_active():
            found[matcher.id()] = set(matcher.value_as("positions"))
            matcher.next()
        return found

    def _holding(self, language: str, exact: str) -> int:
        """Number of places, field by field, that hold a word in this very form."""
        reader = self._opened().reader()
        return sum(int(reader.doc_frequency(_exact(language, field), exact)) for field in FIELDS)

    def _near(
        self, word: Word, languages: tuple[str, ...], changes: int
    ) -> Iterator[tuple[int, str, str]]:
        """Words at most some changes away: negative number of places, word, language."""
        reader = self._opened().reader()
        for form in word.forms:
            if form.language not in languages or not form.exact.isalpha():
                continue
            if len(form.exact) < _SHORTEST[changes]:
                continue
            near: set[str] = set()
            for field in FIELDS[1:]:
                near.update(reader.terms_within(_exact(form.language, field), form.exact, changes))
            for exact in near:
                if not exact.startswith("§"):
                    yield -self._holding(form.language, exact), exact, form.language

    def _match(self, number: int, score: Score) -> Match:
        stored = self._opened().reader().stored_fields(number)["place"]
        return Match(*_read_place(stored), round(one_number(score), 4))

    def _opened(self) -> Any:
        if self._searcher is None:
            raise ValueError("the index is not open")
        return self._searcher


def _lines(placed: list[tuple[int, str]]) -> str:
    """Terms as one string, since Whoosh numbers the members of a list itself."""
    return "\n".join(f"{position} {term}" for position, term in placed)


def _place(entry: Entry) -> str:
    """``2017 47 5 2`` for an address; for a part of a companion ``2017 @ preface el section_2``."""
    if isinstance(entry.place, Spot):
        spot = entry.place
        return " ".join((entry.edition, _SPOT, spot.name, spot.language, spot.id))
    return " ".join((entry.edition, *map(str, entry.place.path)))


def _read_place(stored: str) -> tuple[str, Place]:
    edition, first, *rest = stored.split()
    if first == _SPOT:
        return edition, Spot(*rest)
    return edition, Address(tuple(map(int, (first, *rest))))


def _exact(language: str, field: Field) -> str:
    return f"exact_{language}" if field == "text" else f"exact_{language}_{field}"


def _stem(language: str, field: Field) -> str:
    return f"stem_{language}" if field == "text" else f"stem_{language}_{field}"
