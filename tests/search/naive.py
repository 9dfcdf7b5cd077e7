"""The search without an index: every document is read, word by word, whatever the query."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.search.documents import Document, Place
from lawkb.search.engine import Zoned, zones
from lawkb.search.query import nodes
from lawkb.words.tokens import Token


@dataclass(frozen=True, slots=True)
class Entry:
    """A document with its tokens."""

    edition: str
    place: Place
    zones: tuple[Zoned, ...]


def entry(document: Document, outline: Outline) -> Entry:
    """A document with its tokens."""
    return Entry(document.edition, document.place, tuple(zones(document, outline)))


Key = tuple[str, Place]
Spans = set[tuple[int, int]]
Reading = tuple[tuple[nodes.Field, ...], tuple[str, ...]]


def found(tree: nodes.Node, entries: tuple[Entry, ...], languages: tuple[str, ...]) -> set[Key]:
    """The documents that a tree finds."""
    reading = (nodes.FIELDS, languages)
    return {(e.edition, e.place) for e in entries if _holds(tree, e, entries, reading)}


def _holds(tree: nodes.Node, entry: Entry, entries: tuple[Entry, ...], reading: Reading) -> bool:
    match tree:
        case nodes.And(parts=parts):
            return all(_holds(part, entry, entries, reading) for part in parts)
        case nodes.Or(parts=parts):
            return any(_holds(part, entry, entries, reading) for part in parts)
        case nodes.Not(part=part):
            return not _holds(part, entry, entries, reading)
        case nodes.Within(part=part, fields=fields, languages=languages):
            inner = (fields or reading[0], languages or reading[1])
            return _holds(part, entry, entries, inner)
        case nodes.Filter(what="law", addresses=(first, last)):
            at = entry.place
            return isinstance(at, Address) and first <= at and (at <= last or last.holds(at))
        case nodes.Filter(what="cited-by", addresses=(address,)):
            return any(_cites(other, entry) for other in entries if _lies(other, address))
        case nodes.Filter(what="edition", value=value):
            return entry.edition == value
        case nodes.Filter(what="lang", value=value):
            return any(zone.language == value for zone in entry.zones)
        case nodes.Filter(value=value):
            return any(zone.field == value for zone in entry.zones)
        case _:
            read = (zone for zone in entry.zones if _is_read(zone, reading))
            return any(_spans(tree, part, zone.language) for zone in read for part in zone.parts)


def _is_read(zone: Zoned, reading: Reading) -> bool:
    return zone.field in reading[0] and zone.language in reading[1]


def _lies(entry: Entry, address: Address) -> bool:
    return isinstance(entry.place, Address) and address.holds(entry.place)


def _cites(entry: Entry, cited: Entry) -> bool:
    if not isinstance(cited.place, Address) or entry.edition != cited.edition:
        return False
    tokens = (
        token
        for zone in entry.zones
        if zone.field in ("heading", "text", "notes")
        for part in zone.parts
        for token in part
    )
    return any(token.address == cited.place for token in tokens)


def _spans(tree: nodes.Node, read: tuple[Token, ...], language: str) -> Spans:
    match tree:
        case nodes.Near(parts=parts, distance=distance):
            spans = _spans(parts[0], read, language)
            for part in parts[1:]:
                spans = _near(spans, _spans(part, read, language), distance)
            return spans
        case nodes.Or(parts=parts):
            return {span for part in parts for span in _spans(part, read, language)}
        case nodes.Phrase():
            words = [form.exact for form in tree.words(language)]
            ends = range(len(words), len(read) + 1) if words else ()
            fits = (end for end in ends if [t.term for t in read[end - len(words) : end]] == words)
            return {(end - len(words), end - 1) for end in fits}
        case _:
            return {(at, at) for at, token in enumerate(read) if _is(tree, token, language)}


def _near(left: Spans, right: Spans, distance: int) -> Spans:
    pairs = [(a, b) for a in left for b in right] + [(b, a) for a in left for b in right]
    return {(a[0], b[1]) for a, b in pairs if 0 < b[0] - a[1] <= distance}


def _is(leaf: nodes.Node, token: Token, language: str) -> bool:
    match leaf:
        case nodes.Cited(address=address):
            return token.address is not None and address.holds(token.address)
        case nodes.Word():
            form = leaf.form(language)
            stemmed = token.kind == "word" and form is not None and token.stem == form.stem
            return form is not None and (token.term == form.exact or stemmed)
        case nodes.Pattern(glob=glob):
            return token.address is None and fnmatchcase(token.folded, glob)
        case nodes.Like(folded=folded, changes=changes):
            return token.address is None and distance_of(folded, token.folded) <= changes
        case _:
            raise AssertionError(leaf)


@cache
def distance_of(word: str, other: str) -> int:
    """Letters to put in, leave out, replace or swap, by the definition."""
    if not word or not other:
        return len(word) + len(other)
    least = min(
        distance_of(word[:-1], other) + 1,
        distance_of(word, other[:-1]) + 1,
        distance_of(word[:-1], other[:-1]) + (word[-1] != other[-1]),
    )
    if word[-2:] == other[-2:][::-1] and len(word) > 1 and len(other) > 1:
        least = min(least, distance_of(word[:-2], other[:-2]) + 1)
    return least
