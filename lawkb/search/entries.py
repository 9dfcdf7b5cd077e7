"""Entries: the documents of a code as an engine indexes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.search.analysis import Token, address_token
from lawkb.search.documents import Document, documents, shown_texts
from lawkb.search.ground import Ground, ground_of
from lawkb.search.record import ShownText
from lawkb.search.spots import ZONES, Place
from lawkb.search.tree import CITING, Field
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
        texts: What a hit shows of it, the same tokens in it.
    """

    edition: str
    place: Place
    zones: tuple[Zoned, ...]
    cited: tuple[tuple[str, str], ...] = ()
    texts: tuple[ShownText, ...] = ()


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


def entries(code: Code) -> Iterator[Entry]:
    """All documents of a code, ready to be indexed, in their order."""
    ground = ground_of(code.outline)
    return (_entry(document, ground) for document in documents(code))


def entries_of_unit(code: Code, unit: str) -> Iterator[Entry]:
    """The documents of one unit, ready to be indexed, in their order."""
    ground = ground_of(code.outline)
    return (_entry(document, ground) for document in documents_of_unit(code, unit))


def terms(token: Token, scheme: Scheme) -> tuple[str, tuple[str, ...]]:
    """The exact term of a token, and the terms that stand for it in a wider search.

    An address stands for all it lies in: searching Law 16 finds what cites 16C.
    """
    if token.address is None:
        return token.term, (token.stem,) if token.kind == "word" else ()
    above = (token.address, *token.address.ancestors())
    return token.term, tuple(address_token(place, scheme).term for place in above)


def _entry(document: Document, ground: Ground) -> Entry:
    texts = shown_texts(document, ground)
    zones = tuple(_zones(document, texts, ground.scheme))
    cited = _cited(document, zones, ground.scheme)
    return Entry(document.edition, document.place, zones, cited, texts)


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


def _zones(document: Document, texts: tuple[ShownText, ...], scheme: Scheme) -> Iterator[Zoned]:
    own = (address_token(document.citing, scheme),) if document.citing else ()
    for text in texts:
        if own:
            yield Zoned(text.language, "address", (own,))
        for zone in ZONES:
            parts = tuple(part.read for part in text.parts if part.zone == zone)
            if parts:
                yield Zoned(text.language, zone, parts)
