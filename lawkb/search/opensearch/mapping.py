"""What the server keeps of a document: its fields, and how our tokens are written in them.

For each language and zone, such as ``el`` and ``text``, there are three fields:

- ``exact_el_text``: the words in their exact form, and cited addresses, at their positions;
- ``stem_el_text``: at the same positions their stems, and a citation with all that contains it;
- ``count_el_text``: the words that are there more than once, with how often, and all addresses
  under which a citation is found.

``words_el`` has every word of the language with how often the document has it. The server analyses
nothing: tokens stand between blanks, and its analyzer ``whitespace`` only splits them.

The server keeps documents as JSON beside their tokens; they are read back equal.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import structs

from lawkb.model.address import Address, InSeries, Inserted
from lawkb.model.code import Outline
from lawkb.model.passage import Reference
from lawkb.search.documents import DivisionPlace, Document, Part, Place, Spot, Text, with_references
from lawkb.search.engine import (
    Zoned,
    cited_by_document,
    count_step,
    exact_field,
    is_word,
    place_key,
    stem_field,
    terms,
    zones,
)
from lawkb.search.query.nodes import FIELDS, Field
from lawkb.words.tokens import Token

# The records that a document is made of, by the names that JSON has for them.
_RECORDS: dict[str, type[Any]] = {
    each.__name__: each
    for each in (
        *(Document, DivisionPlace, Spot, Text, Part, Reference),
        *(Address, InSeries, Inserted),
    )
}
_RECORD = "record"  # key of the name of a record; none has an attribute of this name


def write_document(document: Document) -> str:
    """Return a document as JSON."""
    return msgspec.json.encode(_written(document)).decode("utf-8")


def _written(value: Any) -> Any:
    """Return a record with its name and its attributes, without those that have their default."""
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    if isinstance(value, msgspec.Struct):
        fields: Iterable[Any] = structs.fields(value)
    elif dataclasses.is_dataclass(value):  # the numbers of inserted laws and of annexes
        fields = dataclasses.fields(value)
    else:
        return value
    held = ((each.name, getattr(value, each.name), each.default) for each in fields)
    own = {name: _written(has) for name, has, usual in held if has != usual}
    return {_RECORD: type(value).__name__, **own}


def read_document(written: str) -> Document:
    """Return a document that ``write_document`` wrote.

    Raises:
        ValueError: It is damaged.
    """
    try:
        read = _read(msgspec.json.decode(written))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("not a document") from error
    if not isinstance(read, Document):
        raise ValueError("not a document")
    return read


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_read, value))
    if not isinstance(value, dict):
        return value
    own = {name: _read(held) for name, held in value.items() if name != _RECORD}
    return _RECORDS[value[_RECORD]](**own)


# Raise it when the fields or what is in them change: an index of another version is not asked.
MAPPING_VERSION = 2

_GAP = 100  # positions between two parts, so that no phrase runs over
_NO_STEM = "-"  # at the position of a word that is found by its exact form alone
_LONGEST = 200  # characters of a token; the analyzer splits longer ones than 255 UTF-16 units
_KEPT = 100  # first characters of a longer one
_CUT = "…"  # between these and its hash
_LONGEST_WORD = 8000  # characters of a word that wildcards find; a server's term has 32 kB
_MOST_PLACES = 1000  # of a word in a provision that phrases and NEAR know, as in Whoosh's index
_MOST_TERMS = 1_000_000  # words that a wildcard may stand for


def index_body(outline: Outline, languages: Iterable[str]) -> dict[str, Any]:
    """Return settings and mappings for a new index, without numbers of shards and copies."""
    fields: dict[str, Any] = {
        "document": {"type": "keyword", "index": False, "doc_values": False},
        "place": {"type": "long"},  # equally good hits are in the order of these
        "digest": {"type": "keyword", "index": False},
        "cites": {"type": "keyword", "index": False},
        **dict.fromkeys(("edition", "lang", "in", "law", "address", "key"), _TERM),
    }
    for language in languages:
        fields[words_field(language)] = {"type": "keyword", "index": False}
        for field in FIELDS:
            fields[exact_field(language, field)] = _TOKENS
            fields[stem_field(language, field)] = _TOKENS
            fields[count_field(language, field)] = _TERM
    return {
        "settings": {
            "index": {
                "codec": "best_compression",
                "mapping.total_fields.limit": 2 * len(fields) + 100,
                "max_terms_count": _MOST_TERMS,
            }
        },
        "mappings": {
            "dynamic": "strict",
            "_meta": {"lawkb_mapping": MAPPING_VERSION, "code": outline.id},
            "properties": fields,
        },
    }


_TERM = {"type": "keyword", "doc_values": False, "norms": False}
_TOKENS = {
    "type": "text",
    "analyzer": "whitespace",
    "index_options": "positions",
    "norms": False,
    "position_increment_gap": _GAP,
}


def source_of(document: Document, outline: Outline) -> dict[str, Any]:
    """Return what is sent to the server for a document, all but its place and its digest."""
    document = with_references(document, outline)
    read = tuple(zones(document, outline))
    cited = cited_by_document(document, read)
    source: dict[str, Any] = {
        "document": write_document(document),
        "edition": document.edition,
        "lang": sorted({zone.language for zone in read}),
        "in": sorted({zone.field for zone in read}),
        "cites": [edition_key(edition, address) for edition, address in cited],
    }
    if isinstance(document.place, Address):
        source["law"] = place_key(Address((document.place.law,)))
        source["address"] = place_key(document.place)
        source["key"] = edition_key(document.edition, document.place)
    words: dict[str, Counter[str]] = {}
    for zone in read:
        exact, stems, counts = _written_zone(zone, outline)
        source[exact_field(zone.language, zone.field)] = exact
        source[stem_field(zone.language, zone.field)] = stems
        source[count_field(zone.language, zone.field)] = counts
        held = words.setdefault(words_field(zone.language), Counter())
        held.update(_words_of(zone))
    for name, found in words.items():
        source[name] = [f"{number}:{word}" for word, number in sorted(found.items())]
    return source


def id_of(document: Document) -> str:
    """Return the id of a document on the server: the same in every build, of 32 characters."""
    parts = json.dumps([document.edition, *_place_id(document.place)])
    return blake2b(parts.encode(), digest_size=16).hexdigest()


def alias_of(code: str, edition: str) -> str:
    """Return the name by which the index of an edition is asked: ``lawkb-duplicate-bridge-2017``.

    No two editions have the same name.
    """
    safe = re.sub("[^a-z0-9-]", _escaped, code)
    name = f"lawkb-{safe}-{re.sub('[^a-z0-9]', _escaped, edition)}"
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_KEPT]}_{blake2b(name.encode(), digest_size=16).hexdigest()}"


def count_field(language: str, field: Field) -> str:
    """Return the name of the field of words with how often they are there: ``count_el_text``."""
    return f"count_{language}_{field}"


def words_field(language: str) -> str:
    """Return the name of the field of all words of a language: ``words_el``."""
    return f"words_{language}"


def edition_key(edition: str, address: Address) -> str:
    """Return the term of a provision of an edition."""
    return f"{edition} {place_key(address)}"


def token(term: str) -> str:
    """Return a term as the analyzer leaves it: no blanks, and not too long.

    No two terms are written alike.
    """
    written = re.sub(f"[\\s%{_CUT}]", lambda found: f"%{ord(found[0]):x};", term)
    if len(written) <= _LONGEST and (written.isascii() or _utf16(written) <= _LONGEST):
        return written
    return f"{written[:_KEPT]}{_CUT}{blake2b(term.encode(), digest_size=16).hexdigest()}"


def counted_exactly(step: int, term: str) -> str:
    """Return the term for an exact form that is in a text a number of times."""
    return f"{step}={token(term)}"


def counted_stem(step: int, term: str) -> str:
    """Return the term for a stem, or what contains a citation, a number of times in a text."""
    return f"{step}~{token(term)}"


def nested_token(wider: tuple[str, ...]) -> str:
    """Return the token of a citation at its position, with the provisions that contain it."""
    written = "".join(f"{token(each)}/" for each in reversed(wider))
    return written if len(written) <= _LONGEST else f"{token(wider[0])}/"


def word_with_number(written: str) -> tuple[str, int]:
    """Return a word and how often a document has it from the field of all words."""
    number, _, word = written.partition(":")
    return word, int(number)


def _written_zone(zone: Zoned, outline: Outline) -> tuple[list[str], list[str], list[str]]:
    """Return what the three fields of a zone have: exact tokens and stems by part, and counts."""
    exact_counts: Counter[str] = Counter()
    stem_counts: Counter[str] = Counter()
    exact_parts, stem_parts = [], []
    addresses: set[str] = set()
    for part in zone.parts:
        exact_row, stem_row = [], []
        for each in part:
            term, wider = terms(each, outline.scheme)
            exact_counts[term] += 1
            stem_counts.update(wider)
            if each.address:
                addresses.update(wider)
            exact_row.append(token(term) if exact_counts[term] <= _MOST_PLACES else _NO_STEM)
            stem_row.append(_stem_token(each, wider, stem_counts))
        exact_parts.append(" ".join(exact_row))
        stem_parts.append(" ".join(stem_row))
    counts = [
        *(counted_exactly(count_step(n), each) for each, n in exact_counts.items() if n > 1),
        *(counted_stem(count_step(n), each) for each, n in stem_counts.items() if n > 1),
        *(counted_stem(1, each) for each in addresses),
    ]
    return exact_parts, stem_parts, counts


def _stem_token(each: Token, wider: tuple[str, ...], counts: Counter[str]) -> str:
    if not wider or counts[wider[0]] > _MOST_PLACES:
        return _NO_STEM
    return nested_token(wider) if each.address else token(wider[0])


def _words_of(zone: Zoned) -> dict[str, int]:
    held = Counter(each.term for part in zone.parts for each in part)
    return {
        word: min(number, _MOST_PLACES)
        for word, number in held.items()
        if is_word(word) and len(word) <= _LONGEST_WORD
    }


def _place_id(place: Place) -> Iterator[str]:
    if isinstance(place, Address):
        yield from ("provision", place_key(place))
    elif isinstance(place, DivisionPlace):
        yield "division"
        yield from (f"{kind} {n}" for kind, n in place.path)
    else:
        yield from ("section", place.name, place.language, place.id)


def _escaped(found: re.Match[str]) -> str:
    return f"_{ord(found[0]):x}_"


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
