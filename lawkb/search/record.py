"""Records: what a hit shows of a provision, as it lies beside the postings of an index.

A hit is shown from its record alone: no law is read for it, and none of its words is analysed
again, since the record holds the tokens that were indexed.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

from lawkb.model.address import Address
from lawkb.model.passage import Span
from lawkb.search.analysis import Token
from lawkb.search.spots import Place, Zone, read_place, write_place

_LEVEL = 3  # of zlib: a third of the size, at a fifth of the time of the analysis


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A run of text of one zone of a provision.

    Attributes:
        zone: Where it stands.
        text: Its words.
        whole: Spans of it that must not be cut: references, short cells of tables.
        read: Its tokens.
    """

    zone: Zone
    text: str
    whole: tuple[Span, ...] = ()
    read: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownText:
    """A provision or a part of a companion in one language.

    Attributes:
        language: BCP 47 tag.
        label: Its address as the language writes it, or title and term.
        headings: Headings from the law down to it.
        parts: What can be searched, in the order of the zones.
    """

    language: str
    label: str
    headings: tuple[str, ...]
    parts: tuple[ShownPart, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A provision in all the languages it is held in, or a part of a companion.

    Attributes:
        edition: Id of the edition.
        place: Which one.
        texts: In the order of the expressions of the edition.
        cited: Editions and terms of the provisions that it cites, each once.
    """

    edition: str
    place: Place
    texts: tuple[ShownText, ...]
    cited: tuple[tuple[str, str], ...] = ()


def pack(shown: Shown) -> bytes:
    """The bytes of a record."""
    texts = [
        [each.language, each.label, each.headings, [_part_record(part) for part in each.parts]]
        for each in shown.texts
    ]
    held = [write_place(shown.edition, shown.place), shown.cited, texts]
    written = json.dumps(held, ensure_ascii=False, separators=(",", ":"), check_circular=False)
    return zlib.compress(written.encode("utf-8", "surrogatepass"), _LEVEL)


def unpack(content: bytes) -> Shown:
    """The record of some bytes. Raises ValueError or zlib.error when they are damaged."""
    held = json.loads(zlib.decompress(content).decode("utf-8", "surrogatepass"))
    edition, place = read_place(held[0])
    texts = (
        ShownText(language, label, tuple(headings), tuple(map(_read_part, parts)))
        for language, label, headings, parts in held[2]
    )
    return Shown(edition, place, tuple(texts), tuple((each[0], each[1]) for each in held[1]))


def _part_record(part: ShownPart) -> list[Any]:
    return [part.zone, part.text, part.whole, [_token_record(token) for token in part.read]]


def _token_record(token: Token) -> list[Any]:
    """A token in as few words as tell it from others: most are words, their stem a beginning."""
    held: list[Any] = [token.start, token.end, token.folded]
    if token.address:
        return [*held, token.address.path]
    if token.kind == "stop":
        return [*held, token.stem, 0]
    return [*held, token.stem] if token.stem != token.folded else held


def _read_part(held: list[Any]) -> ShownPart:
    zone, text, whole, read = held
    spans = tuple((start, end) for start, end in whole)
    return ShownPart(zone, text, spans, tuple(_read_token(*each) for each in read))


def _read_token(start: int, end: int, folded: str, stem: Any = None, stop: int = 1) -> Token:
    if isinstance(stem, list):
        return Token(start, end, folded, folded, "address", Address(tuple(stem)))
    return Token(start, end, folded, folded if stem is None else stem, "word" if stop else "stop")
