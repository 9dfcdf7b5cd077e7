"""The protocol of an engine: what an index must do, whichever library keeps it.

Analysis and the query language are the same for every engine: it is given documents, indexes the
tokens that ``zones`` reads in them, and compiles the query tree into queries of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Outline
from lawkb.search.documents import ZONES, Document, tokens_of_part
from lawkb.search.query.nodes import CITING, Field, Node, Word
from lawkb.words import Token, address_token


@dataclass(frozen=True, slots=True)
class Match:
    """A document that an engine found, in which the references of all parts have been read.

    Scores are the higher the better, and comparable within one search only.
    """

    document: Document
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found: how many documents, and the best of them, best first.

    Equal ones are in the order of the laws.
    """

    total: int
    matches: tuple[Match, ...]


class Engine(Protocol):
    """An index that can be built and searched.

    Attributes:
        name: Name of the library, as answers give it: ``whoosh``.
        version: Version of its files; an index of another version is rebuilt.
        folder: Folder of the open index; None before.
    """

    name: str
    version: str
    folder: Path | None

    def build(self, documents: Iterable[Document], folder: Path) -> int:
        """Index documents, in the order of the laws, in an empty folder; return their number."""

    def open(self, folder: Path) -> None:
        """Open an index that ``build`` wrote. Raises OSError when it is gone."""

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """Return the documents that a query finds in the texts of some languages."""

    def suggest(self, word: Word, languages: tuple[str, ...]) -> Word | None:
        """Return an indexed word that is near one that is not; None when there is none."""

    def count(self) -> int:
        """Return the number of documents in the open index."""


@dataclass(frozen=True, slots=True)
class Zoned:
    """The tokens of one zone of a document in one language, or of the provision's own address.

    A phrase does not run from one part of the zone into the next.
    """

    language: str
    field: Field
    parts: tuple[tuple[Token, ...], ...]


def zones(document: Document, outline: Outline) -> Iterator[Zoned]:
    """Yield the tokens of a document, zone by zone in each language."""
    scheme, citing = outline.scheme, document.citing
    own = (address_token(citing, scheme),) if citing else ()
    for text in document.texts:
        language = outline.language(text.language)
        if own:
            yield Zoned(text.language, "address", (own,))
        for zone in ZONES:
            parts = text.in_zone(zone)
            if parts:
                read = (tokens_of_part(part, language, scheme, citing) for part in parts)
                yield Zoned(text.language, zone, tuple(read))


def terms(token: Token, scheme: Scheme) -> tuple[str, tuple[str, ...]]:
    """Return the exact term of a token, and the terms it is found by in a wider search.

    An address is found by all that it lies in: searching Law 16 finds what cites 16C.
    """
    if token.address is None:
        return token.term, (token.stem,) if token.kind == "word" else ()
    above = (token.address, *token.address.ancestors())
    return token.term, tuple(address_token(place, scheme).term for place in above)


def cited_by_document(
    document: Document, read: tuple[Zoned, ...]
) -> tuple[tuple[str, Address], ...]:
    """Return the provisions that a document cites in its zones, each once with its edition.

    It is the document's own edition unless the words name another.
    """
    named = {
        reference.target: reference.edition
        for text in document.texts
        for part in text.parts
        for reference in part.references or ()
        if reference.target and reference.edition
    }
    cited = {
        token.address
        for zone in read
        if zone.field in CITING
        for part in zone.parts
        for token in part
        if token.address
    }
    pairs = ((named.get(address) or document.edition, address) for address in cited)
    return tuple(sorted(pairs, key=lambda pair: (pair[0], pair[1].path)))
