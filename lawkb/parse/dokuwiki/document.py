r"""Raw DokuWiki syntax to a document: headings, lists, tables, notes, links, marks.

Pages are parsed by the wiki's own rules, bugs included, so that words, notes and their numbers are
those that the reader saw. A line break ``\\`` in a paragraph becomes a space: the paragraph of a
law stays one line. Footnotes, ``((…))`` in the text, are numbered in their order.

Source: formats.md 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lawkb.model.page import PieceKind
from lawkb.model.passage import Link
from lawkb.parse.document import Document
from lawkb.parse.dokuwiki.blocks import BlockDraft, PageDraft, TableDraft
from lawkb.parse.dokuwiki.lexer import CLOSERS, MARKS, Lexer, Token, is_heading
from lawkb.parse.dokuwiki.links import ShownLink, read_address, read_link, read_media
from lawkb.parse.words_draft import WordsDraft

_LONGEST = 1000  # a longer one is probably an unclosed `((` with the text after it


def open_note(page: PageDraft, token: Token) -> None:
    """Open a footnote at a token ``((``.

    Inside a footnote, the token is text, though its closing ``))`` closes the footnote.
    """
    if page.note:
        page.note.add_signed(token.value)
    else:
        page.note, page.note_start = page.words(token.start).add_note(), token.start


def close_note(page: PageDraft, token: Token) -> None:
    """Close the open footnote.

    Report a loss if the footnote seems to contain text after an unclosed ``((``.
    """
    if page.note:
        end_note(page, token.end)
    else:
        page.words(token.start).add_signed(token.value)


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


_DEEPEST_HEADING = 5
_FILE_NAME = re.compile(r"\s+\S+\s+(\S.*)", re.DOTALL)  # after the language, which is not shown


def read_wikitext(text: str, page_id: str) -> Document:
    """Return the raw text of a wiki page as a document. Never raises.

    Args:
        text: Whole page, NFC, LF line ends, without a byte order mark.
        page_id: Id of the page, ``code:rule_57``, to resolve links.

    Returns:
        Blocks in page order. Every character is in the size of one block, in its footnote size, or
        furniture of the wiki (macros, ``<WRAP>`` lines, blank lines at the top). Footnotes are
        numbered through the page. Losses are: an unclosed ``((``, which stays text; a footnote that
        contains a heading or is longer than 1000 characters; the name of a code block, which is
        unparsed; words that the wiki does not show after the last bar of a table row, or takes for
        the target of a link; pictures and links without words; and a sign that is never closed,
        since it hides all signs after it.
    """
    page, scanner = PageDraft(text), Lexer(text)
    for token in scanner.tokens():
        _read(page, token, page_id)
    if scanner.modes[1:]:
        page.lose("unparsed", f"a sign is never closed: {scanner.modes[1]}", len(text))
    if page.note:
        end_note(page, len(text))
    blocks, furniture, unparsed = page.finish()
    elsewhere: tuple[tuple[PieceKind, int], ...] = (
        ("furniture", furniture),
        ("unparsed", unparsed),
    )
    return Document(
        "wikitext",
        blocks,
        total=len(text),
        elsewhere=tuple((kind, size) for kind, size in elsewhere if size),
        losses=tuple(page.losses),
    )


def _read(page: PageDraft, token: Token, page_id: str) -> None:
    link = _LINKS.get(token.kind)
    if token.kind == "eol":
        _line_end(page, token)
    elif link:
        _read_link(page, token, *link(token.value, page_id))
    elif token.kind in _WORDS:
        _WORDS[token.kind](page.words(token.start), token.value)
    else:
        _READERS[token.kind](page, token)
    if token.kind != "eol" and token.value.strip():
        page.line_ends = 0


def _read_link(page: PageDraft, token: Token, link: Link, shown: str) -> None:
    target = token.value[2:].partition("|")[0]
    if token.kind in {"link", "media"} and any(sign in target for sign in ("\n", "[[", "{{")):
        page.lose("text", f"words are taken for the target of a {token.kind}", token.start)
    if not shown.strip():
        what = "an image" if link.kind == "media" else "a link"
        page.lose("unparsed", f"{what} without words is left out: {link.target[:120]}", token.start)
    page.words(token.start).add_signed_link(link, shown)


def _line_end(page: PageDraft, token: Token) -> None:
    page.line_ends += 1
    if not page.in_blocks:
        page.words(token.start).add_signed(" ")
    elif page.line_ends > 1:
        page.end_block()
    elif page.block:
        page.block.words.add_signed(" ")


def _text(page: PageDraft, token: Token) -> None:
    leading = len(token.value) - len(token.value.lstrip(" \t\n"))
    if leading < len(token.value) or page.block or page.note:
        page.words(token.start + leading).add_signed(token.value)


def _space(page: PageDraft, token: Token) -> None:
    page.words(token.start).add_signed(" ")


def _mark(page: PageDraft, token: Token) -> None:
    words = page.words(token.start)
    if token.kind in MARKS:
        words.open(MARKS[token.kind])
    else:
        words.close(MARKS[token.kind.removesuffix("_end")])


def _heading(page: PageDraft, token: Token) -> None:
    line = token.value.strip(" \t")
    words = line.strip("=")
    if not page.in_blocks:
        page.words(token.start).add_signed(f" {words} ")
        return
    level = min(_DEEPEST_HEADING, max(1, 7 - (len(line) - len(line.lstrip("=")))))
    page.begin(BlockDraft("heading", token.start, level)).words.add_signed(words)
    page.end_block()


def _rule(page: PageDraft, token: Token) -> None:
    if page.in_blocks:
        page.begin(BlockDraft("rule", token.start + 1))
        page.end_block()
    else:
        _space(page, token)


def _preformatted(page: PageDraft, token: Token) -> None:
    """Read indented lines; a blank indented line between two words only separates paragraphs."""
    lines = token.value.strip("\n").split("\n")
    words = "\n".join(line[1:] if line.startswith("\t") else line[2:] for line in lines)
    _show_code(page, token.start + 1, words)


def _code(page: PageDraft, token: Token) -> None:
    """Read the text after the ``>`` of a tag, which may have a language and a file name."""
    inside = token.value[len("<code") : -len(CLOSERS[token.kind])]
    options, closed, words = inside.partition(">")
    named = _FILE_NAME.match(options) if closed else None
    if named:
        start = token.start + len("<code")
        page.leave_out("the name of a block of code", start + named.start(1), start + named.end(1))
    _show_code(page, token.start, words if closed else options)


def _show_code(page: PageDraft, start: int, words: str) -> None:
    if page.in_blocks:
        page.begin(BlockDraft("preformatted", start, literal=words))
        page.end_block()
    else:
        target = page.words(start)
        target.add_signed(" ")
        target.add_marked("code", words)
        target.add_signed(" ")


def _macro(page: PageDraft, token: Token) -> None:
    page.furnish(token.start, token.end)
    if page.container:
        page.words(token.start)  # a cell with a macro is not empty


def _block_macro(page: PageDraft, token: Token) -> None:
    """Read a macro between blocks, such as a box around paragraphs or the discussion."""
    page.furnish(token.start, token.end)
    if page.in_blocks:
        page.end_block()
    else:
        _space(page, token)


def _open_container(page: PageDraft, token: Token) -> bool:
    """Open a list, table or quote; return whether it is read as a block.

    Inside a footnote, or inside another container in a box, only its words are read: no page of
    laws has this, and the words stay where they are.
    """
    if page.in_blocks:
        page.container = token.kind
        return True
    page.nested += 1
    _space(page, token)
    return False


def _close_container(page: PageDraft, token: Token) -> None:
    if page.nested:
        page.nested -= 1
        _space(page, token)
    else:
        page.container = ""
        page.end_block()


def _list(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        page.depths = [_depth(token.value)]
        _begin_item(page, token)


def _item(page: PageDraft, token: Token) -> None:
    """Begin the next list item: deeper, or at the depth of the last item that is not deeper."""
    if page.nested or page.note:
        _space(page, token)
        return
    depth = max(_depth(token.value), page.depths[0])
    if depth > page.depths[-1]:
        page.depths.append(depth)
    while depth < page.depths[-1]:
        page.depths.pop()
    _begin_item(page, token)


def _begin_item(page: PageDraft, token: Token) -> None:
    ordered = token.value.endswith("-")
    page.begin(BlockDraft("item", token.start + 1, len(page.depths), ordered))


def _depth(marker: str) -> int:
    return marker.replace("\t", "  ").count("  ")


def _table(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        table = TableDraft()
        table.row(token.value)
        page.begin(BlockDraft("table", token.start + 1, table=table))


_TABLE_SIGNS: dict[str, Callable[[TableDraft, str], None]] = {
    "row": TableDraft.row,
    "cell": TableDraft.cell,
    "blanks": TableDraft.blanks,
    "joined": TableDraft.join,
}


def _table_sign(page: PageDraft, token: Token) -> None:
    table = None if page.nested or page.note or not page.block else page.block.table
    if table:
        _TABLE_SIGNS[token.kind](table, token.value)
    else:
        _space(page, token)


def _quote(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        _begin_quote(page, token)


def _quote_line(page: PageDraft, token: Token) -> None:
    """Begin the next line of a quote, or continue the words of a line of the same depth."""
    if page.nested or page.note or (page.block and page.block.level == len(token.value) - 1):
        _space(page, token)
    else:
        _begin_quote(page, token)


def _begin_quote(page: PageDraft, token: Token) -> None:
    page.begin(BlockDraft("quote", token.start + 1, len(token.value) - 1))


_LINKS: dict[str, Callable[[str, str], ShownLink]] = {
    "link": lambda value, page_id: read_link(value[2:-2], page_id),
    "media": lambda value, page_id: read_media(value[2:-2], page_id),
    "mail": lambda value, _: (Link(0, 0, "mail", value[1:-1]), value[1:-1]),
    "share": lambda value, _: (Link(0, 0, "windows", value), value),
    "url": lambda value, _: read_address(value),
    "bare_url": lambda value, _: read_address(value),
}
_WORDS: dict[str, Callable[[WordsDraft, str], None]] = {
    "smiley": WordsDraft.add_signed,
    "entity": WordsDraft.add_signed,
    "break": lambda words, _: words.add_signed(" "),
    "nowiki": lambda words, value: words.add_literal(value[len("<nowiki>") : -len("</nowiki>")]),
    "percent": lambda words, value: words.add_literal(value[2:-2]),
    # These show nothing and belong to the words around them.
    "wrap_inline": lambda words, _: None,
    "wrap_inline_end": lambda words, _: None,
}
_READERS: dict[str, Callable[[PageDraft, Token], None]] = {
    **dict.fromkeys(("list_end", "table_end", "quote_end"), _close_container),
    "list": _list,
    "item": _item,
    "table": _table,
    **dict.fromkeys(_TABLE_SIGNS, _table_sign),
    "quote": _quote,
    "line": _quote_line,
    **dict.fromkeys((*MARKS, *(f"{mark}_end" for mark in MARKS)), _mark),
    **dict.fromkeys(("code", "file"), _code),
    **dict.fromkeys(("wrap_block", "wrap_block_end", "discussion", "feed"), _block_macro),
    "text": _text,
    "note": open_note,
    "note_end": close_note,
    "unclosed": report_unclosed,
    "heading": _heading,
    "rule": _rule,
    "pre": _preformatted,
    "macro": _macro,
}
