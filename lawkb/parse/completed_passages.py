"""Complete a passage from another reading of the same words: links, and texts of footnotes.

Typed signs and the typographic signs that a wiki shows for them are compared in one form.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from lawkb.model.passage import Link, Note, Passage

# In DokuWiki's order, longest first: `-->` is a dash and `>`, never an arrow.
_SIGNS = {
    "<->": "↔",
    "->": "→",
    "<-": "←",
    "<=>": "⇔",
    "=>": "⇒",
    "<=": "⇐",
    ">>": "»",
    "<<": "«",
    "---": "–",
    "--": "–",
    "...": "…",
    "(c)": "©",
    "(tm)": "™",
    "(r)": "®",
}
_TYPED = re.compile("|".join(map(re.escape, _SIGNS)))
_TIMES = re.compile(r"(?<![0-9A-Za-z_])([1-9]|[0-9]{2,})[xX]([0-9]+)(?![0-9A-Za-z_])")
_SAME_SIGN = str.maketrans(
    {
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("—―‒−", "–"),
    }
)


def fold_typography(text: str) -> str:
    """Return text with typed and typographic signs unified, to compare raw with rendered text.

    Quotes are straight, dashes are ``–``, dots, arrows, guillemets and ``©`` are the single
    signs, ``640x480`` has ``×``. Single hyphens stay. For comparing only: a point ``(c)`` also
    becomes ``©``, as the wiki itself shows it.

    Source: formats.md 2.6.
    """
    signed = _TYPED.sub(lambda match: _SIGNS[match[0]], text)
    return _TIMES.sub(r"\1×\2", signed).translate(_SAME_SIGN)


def plain_words(text: str) -> str:
    """Return text for comparison: without differences of typography and white space."""
    return " ".join(fold_typography(text).split())


def with_links(passage: Passage, other: Passage) -> Passage:
    """Return the passage with links that only the other has, on the same words.

    Args:
        passage: The passage to complete.
        other: The same words, or their beginning.
    """
    found = list(passage.links)
    starts: dict[str, tuple[list[int], list[int]]] = {}
    for link in other.links:
        words = other.text[link.start : link.end]
        if words not in starts:
            starts[words] = _starts(words, other.text), _starts(words, passage.text)
        other_starts, own_starts = starts[words]
        nth = bisect_left(other_starts, link.start)
        if nth < len(own_starts):
            moved = replace(link, start=own_starts[nth], end=own_starts[nth] + len(words))
            _insert(found, moved)
    return replace(passage, links=tuple(found))


def with_note_texts(passage: Passage, other: Passage) -> Passage:
    """Return the passage with its lost footnote texts, in order, if both have as many notes."""
    if len(passage.notes) != len(other.notes):
        return passage
    pairs = zip(passage.notes, other.notes, strict=True)
    return replace(passage, notes=tuple(filled_note(note, have) for note, have in pairs))


def filled_note(note: Note, other: Note | None) -> Note:
    """Return the note with the text of another reading if its own is lost."""
    if note.text or other is None or not other.text:
        return note
    return replace(note, text=other.text, lost=(), lines=other.lines)


def _starts(words: str, text: str) -> list[int]:
    """Return the offsets of some words in a text."""
    found: list[int] = []
    at = text.find(words)
    while at >= 0:
        found.append(at)
        at = text.find(words, at + 1)
    return found


def _insert(links: list[Link], link: Link) -> None:
    """Insert a link in order of offsets, unless another link covers its words."""
    at = bisect_left(links, link.start, key=lambda other: other.start)
    before, after = links[at - 1 : at], links[at : at + 1]
    if not any(other.start < link.end and link.start < other.end for other in (*before, *after)):
        links.insert(at, link)
