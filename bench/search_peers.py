"""The peers of the search: stock Whoosh and SQLite FTS5, given the tokens that lawkb indexes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoosh.analysis.tokenizers import SpaceSeparatedTokenizer
from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.index import create_in, open_dir
from whoosh.query.compound import And
from whoosh.query.positional import Phrase
from whoosh.query.terms import FuzzyTerm, Prefix, Term, Wildcard

from bench.search_queries import Asked
from lawkb.model.code import Code, Outline
from lawkb.search.documents import Document, Spot, documents, with_references
from lawkb.search.engine import Match, terms, zones
from lawkb.search.hits import hits
from lawkb.search.query.parser import parse_query
from lawkb.search.translated_query import Counterparts

LIMIT = 10


@dataclass(frozen=True, slots=True)
class Row:
    """A provision as a peer indexes it.

    Attributes:
        place: Its address, ``47 5 2``.
        exact: The exact terms of all its languages, parted by spaces.
        stem: The stems.
        document: What a hit shows.
    """

    place: str
    exact: str
    stem: str
    document: Document


def rows(code: Code) -> Iterator[Row]:
    """All documents of a code with the very terms that lawkb indexes."""
    outline = code.outline
    for each in documents(code):
        if not isinstance(each.place, Spot):
            document = with_references(each, outline)
            exact, stems = _terms(document, outline)
            place = " ".join(map(str, each.place.path))
            yield Row(place, " ".join(exact), " ".join(stems), document)


class WhooshPeer:
    """Whoosh with one field of exact words and one of stems, its own queries and BM25F.

    The query is parsed and the hits are shown as lawkb does it.
    """

    name = "Whoosh"

    def __init__(self, folder: Path, outline: Outline) -> None:
        """Keep the index in a folder."""
        self._folder = folder
        self._outline = outline
        self._searcher: Any = None

    def build(self, rows: Iterable[Row]) -> None:
        """Write the index and open it."""
        self._folder.mkdir()
        spaced = SpaceSeparatedTokenizer()
        schema = Schema(
            place=ID(stored=True),
            exact=TEXT(analyzer=spaced),
            stem=TEXT(analyzer=spaced),
            document=STORED(),
        )
        writer = create_in(str(self._folder), schema).writer()
        for row in rows:
            writer.add_document(
                place=row.place, exact=row.exact, stem=row.stem, document=row.document
            )
        writer.commit()
        self._searcher = open_dir(str(self._folder)).searcher()

    def total(self, asked: Asked) -> int | None:
        """Ask for the ten best; gives how many there are, None for what it cannot ask."""
        results = self._searcher.search(_whoosh_query(asked), limit=LIMIT)
        matches = tuple(Match(hit["document"], hit.score) for hit in results)
        if asked.kind != "jump":
            outline = self._outline
            tree = parse_query(asked.query, outline.languages, outline.scheme)
            assert tree
            hits(
                outline,
                matches,
                tree,
                tree,
                tuple(each.code for each in outline.languages),
                Counterparts(None),
            )
        return len(results)


class SqlitePeer:
    """SQLite FTS5 with unicode61 and bm25."""

    name = "SQLite FTS5"

    def __init__(self, file: Path) -> None:
        """Keep the index in a file."""
        self._table = sqlite3.connect(file)

    def build(self, rows: Iterable[Row]) -> None:
        """Write the index."""
        columns = "place unindexed, exact, stem, tokenize=\"unicode61 tokenchars '§-='\""
        self._table.execute(f"create virtual table laws using fts5({columns})")
        self._table.execute("create table places (place text primary key, law integer)")
        for number, row in enumerate(rows):
            self._table.execute(
                "insert into laws (rowid, place, exact, stem) values (?, ?, ?, ?)",
                (number, row.place, row.exact, row.stem),
            )
            self._table.execute("insert into places values (?, ?)", (row.place, number))
        self._table.commit()

    def total(self, asked: Asked) -> int | None:
        """Ask for the ten best; gives how many there are, None for what it cannot ask."""
        if asked.kind == "jump":
            found = "select law from places where place = ?"
            return len(self._table.execute(found, (asked.terms[0],)).fetchall())
        match = _sqlite_query(asked)
        if match is None:
            return None
        best = "select place from laws where laws match ? order by rank limit ?"
        self._table.execute(best, (match, LIMIT)).fetchall()
        count = self._table.execute("select count(*) from laws where laws match ?", (match,))
        return int(count.fetchone()[0])


def _terms(document: Document, outline: Outline) -> tuple[list[str], list[str]]:
    exact: list[str] = []
    stems: list[str] = []
    # The provision's own address is in the field of its place, so that citing it is another thing.
    for zone in (each for each in zones(document, outline) if each.field != "address"):
        for token in (token for part in zone.parts for token in part):
            term, wider = terms(token, outline.scheme)
            exact.append(term)
            stems.extend(wider)
    return exact, stems


def _whoosh_query(asked: Asked) -> Any:
    words = asked.terms
    match asked.kind:
        case "phrase":
            return Phrase("exact", list(words))
        case "near":
            return Phrase("exact", list(words), slop=5)
        case "prefix":
            return Prefix("exact", words[0])
        case "wildcard":
            return Wildcard("exact", words[0])
        case "fuzzy":
            return FuzzyTerm("exact", words[0], maxdist=1)
        case "jump":
            return Term("place", words[0])
        case _:
            return And([Term("stem", word) for word in words])


def _sqlite_query(asked: Asked) -> str | None:
    words = [f'"{word}"' for word in asked.terms]
    match asked.kind:
        case "phrase":
            return f"exact: {' + '.join(words)}"
        case "near":
            return f"exact: NEAR({' '.join(words)}, 5)"
        case "prefix":
            return f"exact: {words[0]} *"
        case "wildcard" | "fuzzy":
            return None
        case _:
            return " AND ".join(f"stem: {word}" for word in words)
