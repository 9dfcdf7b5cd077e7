"""Engines: what an index must do for the search, whichever library keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lawkb.model.address import Scheme
from lawkb.model.code import Code, Outline
from lawkb.search.analysis import Token, address_token
from lawkb.search.documents import ZONES, Document, Place, documents, tokens_of_part
from lawkb.search.tree import CITING, Field, Node, Word
from lawkb.search.units import documents_of_unit


@dataclass(frozen=True, slots=True)
class Zoned:
    """The tokens of one zone of a provision in one language.

    Attributes:
        language: BCP 47 tag.
        field: The zone, or the provision's own address.
        parts: Tokens of each part of the zone; a phrase does not run from one into the next.
    """

    language: str
    field: Field
    parts: tuple[tuple[Token, ...], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A provision, or a part of a companion, as an engine indexes it.

    Attributes:
        edition: Id of the edition.
        place: Which one.
        zones: Its tokens in every language.
        cited: Editions and terms of the provisions that it cites, each once.
    """

    edition: str
    place: Place
    zones: tuple[Zoned, ...]
    cited: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """What an engine found.

    Attributes:
        edition: Id of the edition.
        place: The provision, or the part of a companion.
        score: The higher the better; comparable within one search only.
    """

    edition: str
    place: Place
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found.

    Attributes:
        total: Number of provisions found.
        matches: The best of them, best first; equal ones in the order of the laws.
    """

    total: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """What an index holds.

    Attributes:
        documents: Provisions.
        words: Distinct terms of all its fields; after an update also those that nothing holds
            any more, until their segment is written anew.
    """

    documents: int
    words: int


@dataclass(frozen=True, slots=True)
class Change:
    """What an index is to become.

    Attributes:
        units: All that it shall hold, in the order of the laws.
        changed: Those that it does not hold yet, or holds otherwise.
        entries: Gives the documents of a unit.
    """

    units: tuple[str, ...]
    changed: frozenset[str]
    entries: Callable[[str], Iterable[Entry]]


class Engine(Protocol):
    """An index that can be built and asked.

    It ranks by the fields of the words first (``FIELDS``), by words that stand together as they
    were typed next, then by exact before stemmed forms, and by relevance last; equal provisions
    stay in the order of the laws. ``lawkb.search.execution`` does it for any index of postings.
    """

    @property
    def name(self) -> str:
        """Name as the answers give it, ``whoosh``."""

    @property
    def version(self) -> str:
        """Version of its files; an index of another version is built anew."""

    @property
    def folder(self) -> Path | None:
        """Folder of the open index; None before."""

    def build(self, entries: Iterable[Entry], folder: Path) -> int:
        """Write entries, in the order of the laws, into an empty folder; gives their number."""

    def update(self, before: Path, change: Change, folder: Path) -> int:
        """Write into an empty folder what an index becomes; gives the number of units indexed.

        Every query finds in it what it finds in one built anew. The index before, of this very
        version, is left as it was. Raises OSError when that one is gone.
        """

    def open(self, folder: Path) -> None:
        """Make an index that ``build`` wrote ready to be asked. Raises OSError when it is gone."""

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """The provisions that a tree finds in the texts of some languages."""

    def suggest(self, word: Word, languages: tuple[str, ...]) -> Word | None:
        """A word of the index that is near one that nothing holds; None when there is none."""

    def stats(self) -> Stats:
        """What the open index holds."""


def entries(code: Code) -> Iterator[Entry]:
    """All documents of a code, ready to be indexed, in their order."""
    return (_entry(document, code.outline) for document in documents(code))


def entries_of_unit(code: Code, unit: str) -> Iterator[Entry]:
    """The documents of one unit, ready to be indexed, in their order."""
    return (_entry(document, code.outline) for document in documents_of_unit(code, unit))


def terms(token: Token, scheme: Scheme) -> tuple[str, tuple[str, ...]]:
    """The exact term of a token, and the terms that stand for it in a wider search.

    An address stands for all it lies in: searching Law 16 finds what cites 16C.
    """
    if token.address is None:
        return token.term, (token.stem,) if token.kind == "word" else ()
    above = (token.address, *token.address.ancestors())
    return token.term, tuple(address_token(place, scheme).term for place in above)


def _entry(document: Document, outline: Outline) -> Entry:
    zones = tuple(_zones(document, outline))
    return Entry(document.edition, document.place, zones, _cited(document, zones, outline.scheme))


def _cited(
    document: Document, zones: tuple[Zoned, ...], scheme: Scheme
) -> tuple[tuple[str, str], ...]:
    """What a provision cites, in its own edition unless the words name another."""
    elsewhere = {
        (address_token(reference.target, scheme).term, reference.edition)
        for text in document.texts
        for part in text.parts
        for reference in part.references or ()
        if reference.target and reference.edition
    }
    terms = {
        token.term
        for zone in zones
        if zone.field in CITING
        for part in zone.parts
        for token in part
        if token.address
    }
    named = dict(elsewhere)
    return tuple(sorted((named.get(term) or document.edition, term) for term in terms))


def _zones(document: Document, outline: Outline) -> Iterator[Zoned]:
    citing = document.citing
    own = (address_token(citing, outline.scheme),) if citing else ()
    for text in document.texts:
        language = outline.language(text.language)
        if own:
            yield Zoned(text.language, "address", (own,))
        for zone in ZONES:
            parts = text.in_zone(zone)
            if parts:
                read = (tokens_of_part(part, language, outline.scheme, citing) for part in parts)
                yield Zoned(text.language, zone, tuple(read))
