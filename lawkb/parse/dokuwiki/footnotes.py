"""The footnotes of a wiki page, ``((…))`` in its text.

The lexer finds their signs, and the page numbers them in their order.
"""

from __future__ import annotations

from lawkb.parse.dokuwiki.blocks import PageDraft
from lawkb.parse.dokuwiki.lexer import Token, is_heading

_LONGEST = 1000  # a longer one is probably an unclosed `((` with the text after it


def open_note(page: PageDraft, token: Token) -> None:
    """Open a note. Inside a note, the brackets are text, though their end closes the note."""
    if page.note:
        page.note.add(token.value)
    else:
        page.note, page.note_start = page.words(token.start).add_note(), token.start


def close_note(page: PageDraft, token: Token) -> None:
    """Close the open note; report a loss if it seems to contain text after an unclosed mark."""
    if page.note:
        end_note(page, token.end)
    else:
        page.words(token.start).add(token.value)


def end_note(page: PageDraft, end: int) -> None:
    """Close the open note at an offset."""
    start, written = page.note_start, page.text[page.note_start : end]
    page.notes.append((start, end))
    page.note = None
    if any(is_heading(line) for line in written.split("\n")):
        page.lose("note", "a note contains a heading: (( may be no mark", start)
    elif len(written) > _LONGEST:
        page.lose("note", f"a note of {len(written)} characters", start)


def report_unclosed(page: PageDraft, token: Token) -> None:
    """Report brackets that open a note and are never closed."""
    page.lose("note", "(( opens a note that is never closed: it stays text", token.start)
