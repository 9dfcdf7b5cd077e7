"""The JSON of companions: their parts as a flat list in document order."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.exchange.public_types import Record, as_json
from lawkb.exchange.records import (
    links_of,
    marks_of,
    public_comment,
    public_note,
    reference_fields,
    rows_of,
)
from lawkb.model.address import Scheme
from lawkb.model.companion import Companion, Section
from lawkb.model.passage import Note, Passage, Reference, Table

_WHOLE = "all"  # its id in the XML


def companion_record(
    companions: tuple[Companion, ...], name: str, edition: str, scheme: Scheme
) -> Record:
    """A companion in its languages: the JSON of ``lawkb show definitions``.

    Args:
        companions: Its languages; none when it is not held.
        name: Its name.
        edition: Id of the edition.
        scheme: Levels of the code.
    """
    record: Record = as_json(
        {
            "edition": edition,
            "companion": name,
            "kind": companions[0].kind if companions else None,
            "law": companions[0].law if companions else None,
            "texts": {each.language: _text_record(each, scheme) for each in companions},
        }
    )
    return record


def _text_record(companion: Companion, scheme: Scheme) -> Record:
    return {
        "title": companion.heading.text if companion.heading else None,
        "parts": [_part_record(own, part, companion, scheme) for own, part in _parts(companion)],
        "comments": [public_comment(each, companion, scheme) for each in companion.comments],
        "source": {"page": companion.origin.page, "revised": companion.origin.revised},
    }


def _parts(companion: Companion) -> Iterator[tuple[str, Section]]:
    """Yield the companion itself, then its parts, with their ids."""
    yield _WHOLE, Section("section", "", companion.heading, companion.body)
    yield from companion.sections()


def _part_record(own: str, part: Section, companion: Companion, scheme: Scheme) -> Record:
    """Return a part; offsets refer to its ``text``, which excludes its subordinate parts."""
    passages, notes = _passages(part), _notes(part)
    place = {
        "edition": companion.edition,
        "lang": companion.language,
        "from": None,
        "companion": {"name": companion.name, "id": own},
    }
    return {
        "id": own,
        "parent": None if own == _WHOLE else own.rpartition("__")[0] or _WHOLE,
        "kind": companion.kind if own == _WHOLE else part.kind,
        "num": part.num or None,
        "heading": part.heading.text if part.heading else None,
        "text": "\n".join(passage.text for passage in passages),
        "notes": [public_note(note) for note in notes],
        "references": [
            {**place, **reference_fields(reference, scheme), "note": marker}
            for reference, marker in _references(passages, notes)
        ],
        "marks": marks_of(passages),
        "links": links_of(passages),
        "tables": [rows_of(item) for item in part.body if isinstance(item, Table)],
    }


def _passages(part: Section) -> tuple[Passage, ...]:
    """Return its own passages and table cells, without those of subordinate parts."""
    found: list[Passage] = []
    for item in part.body:
        if isinstance(item, Passage):
            found.append(item)
        elif isinstance(item, Table):
            found.extend(item.passages)
    return tuple(found)


def _notes(part: Section) -> tuple[Note, ...]:
    """Return the notes of its heading and own text, in order."""
    headings = (part.heading,) if part.heading else ()
    return tuple(note for passage in (*headings, *_passages(part)) for note in passage.notes)


def _references(
    passages: tuple[Passage, ...], notes: tuple[Note, ...]
) -> list[tuple[Reference, str | None]]:
    """Return the references of a text, then those of its notes with the note marker."""
    found: list[tuple[Reference, str | None]] = []
    begin = 0
    for passage in passages:
        found.extend((reference.shifted(begin), None) for reference in passage.references)
        begin += len(passage.text) + 1
    return found + [(reference, note.marker) for note in notes for reference in note.references]
