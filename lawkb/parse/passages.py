"""A passage completed by another reading of the same words: links, and texts of notes."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from lawkb.model.passage import Link, Note, Passage
from lawkb.parse.typography import fold_typography


def plain_words(text: str) -> str:
    """Text to compare readings by: typography and white space aside."""
    return " ".join(fold_typography(text).split())


def with_links(passage: Passage, other: Passage) -> Passage:
    """The passage with the links that only the other has, each on the same words.

    Args:
        passage: As it stands.
        other: The same words, or their beginning.
    """
    found = list(passage.links)
    starts: dict[str, tuple[list[int], list[int]]] = {}
    for link in other.links:
        words = other.text[link.start : link.end]
        if words not in starts:
            starts[words] = _starts(words, other.text), _starts(words, passage.text)
        told, held = starts[words]
        nth = bisect_left(told, link.start)
        if nth < len(held):
            moved = replace(link, start=held[nth], end=held[nth] + len(words))
            _insert(found, moved)
    return replace(passage, links=tuple(found))


def with_note_texts(passage: Passage, other: Passage) -> Passage:
    """The passage with the texts of notes it lost, by their order, where both have as many."""
    if len(passage.notes) != len(other.notes):
        return passage
    pairs = zip(passage.notes, other.notes, strict=True)
    return replace(passage, notes=tuple(filled_note(note, have) for note, have in pairs))


def filled_note(note: Note, other: Note | None) -> Note:
    """The note with the text of another reading of it where its own is lost."""
    if note.text or other is None or not other.text:
        return note
    return replace(note, text=other.text, lost=(), lines=other.lines)


def _starts(words: str, text: str) -> list[int]:
    """Where some words stand in a text, in order."""
    found: list[int] = []
    at = text.find(words)
    while at >= 0:
        found.append(at)
        at = text.find(words, at + 1)
    return found


def _insert(links: list[Link], link: Link) -> None:
    """Put a link among others in the order of their places, unless one covers its words."""
    at = bisect_left(links, link.start, key=lambda other: other.start)
    before, after = links[at - 1 : at], links[at : at + 1]
    if not any(other.start < link.end and link.start < other.end for other in (*before, *after)):
        links.insert(at, link)
