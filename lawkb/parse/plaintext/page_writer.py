"""Write a law as a page of plain text, so that ``text_page`` reads the same law."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from lawkb.model.law import Provision
from lawkb.model.passage import Note, Passage, Table
from lawkb.parse.labels import may_follow
from lawkb.parse.law_structure import may_be_heading


def write_text(law: Provision) -> str | None:
    """Return a law as plain text, with a line end at the end.

    Footnotes are at the end of the page, after their numbers.

    Args:
        law: The law with its label and title; all provisions in it have labels.

    Returns:
        The page; None if the law has what plain text cannot express: tables, emphasis, links.
    """
    if any(_is_rich(item) for each in law.walk() for item in (each.heading, *each.body)):
        return None
    numbers = count(1)
    notes: list[str] = []

    def marked(passage: Passage) -> str:
        pieces, at = [], 0
        for note in passage.notes:
            number = f"{next(numbers)})"
            pieces += [passage.text[at : note.at], number]
            notes.append(f"{number}\n{note.text}")
            at = note.at
        return "".join([*pieces, passage.text[at:]])

    def lines(provision: Provision, prefix: str) -> Iterator[str]:
        for item in provision.body:
            if isinstance(item, Provision):
                if prefix and (item.heading or not may_follow(item.num)):
                    yield prefix
                    prefix = ""
                if item.heading:
                    yield f"{item.num} {marked(item.heading)}"
                label = "" if item.heading else item.num
                yield from lines(item, f"{prefix} {label}".strip())
            elif isinstance(item, Passage):
                words = marked(item)
                if prefix and len(provision.address.path) == 2 and may_be_heading(words):
                    yield prefix
                    prefix = ""
                yield f"{prefix} {words}".strip()
            prefix = ""
        if prefix:
            yield prefix

    title = " – ".join(filter(None, (law.num, marked(law.heading) if law.heading else "")))
    return "\n\n".join([title, *lines(law, ""), *notes]) + "\n"


def _is_rich(item: Passage | Table | Provision | None) -> bool:
    """Whether an item is a table, or a passage with more than words and footnotes."""
    if not isinstance(item, Passage):
        return isinstance(item, Table)
    empty = any(_is_empty(note) for note in item.notes)
    return bool(item.marks or item.links or item.preformatted or empty)


def _is_empty(note: Note) -> bool:
    return not note.text
