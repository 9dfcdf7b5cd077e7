"""The footnotes of a wiki page, ``((…))`` in its text.

The lexer finds their signs, and the page numbers them in their order.
"""

from __future__ import annotations

from lawkb.parse.dokuwiki.blocks import PageDraft
from lawkb.parse.dokuwiki.lexer import Token, is_heading

_LONGEST = 1000  # a longer one is probably an unclosed `((` with the text after it


def open_note(page: PageDraft, token: Token) -> None:
    """Open a footnote at a token ``((``.

    Inside a footnote, the token is text, though its closing ``))`` closes the footnote.
    """
    if page.note:
        page.note.add(token.value)
    else:
        page.note, page.note_start = page.words(token.start).add_note(), token.start


def close_note(page: PageDraft, token: Token) -> None:
    """Close the open footnote.

    Report a loss if the footnote seems to contain text after an unclosed ``((``.
    """
    if page.note:
        end_note(page, token.end)
    else:
        page.words(token.start).add(token.value)


def end_note(page: PageDraft, end: int) -> None:
    """Close the open footnote at the code point ``end``."""
    start, written = page.note_start, page.text[page.note_start : end]
    page.notes.append((start, end))
    page.note = None
    if any(is_heading(line) for line in written.split("\n")):
        page.lose("note", "a note contains a heading: (( may be no mark", start)
    elif len(written) > _LONGEST:
        page.lose("note", f"a note of {len(written)} characters", start)


def report_unclosed(page: PageDraft, token: Token) -> None:
    """Report a loss for brackets that open a footnote and are never closed."""
    page.lose("note", "(( opens a note that is never closed: it stays text", token.start)
