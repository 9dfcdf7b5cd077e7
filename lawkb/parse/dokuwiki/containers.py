"""Lists, tables and quotes of a wiki page, line by line.

Only the words are read of one in a footnote, or of one inside another in a box: no page of laws
has one, and the words stay in their place.
"""

from __future__ import annotations

from collections.abc import Callable

from lawkb.parse.dokuwiki.blocks import BlockDraft, PageDraft
from lawkb.parse.dokuwiki.lexer import Token
from lawkb.parse.dokuwiki.tables import TableDraft


def _open_container(page: PageDraft, token: Token) -> bool:
    if page.in_blocks:
        page.container = token.kind
        return True
    page.nested += 1
    page.words(token.start).add(" ")
    return False


def _close_container(page: PageDraft, token: Token) -> None:
    if page.nested:
        page.nested -= 1
        page.words(token.start).add(" ")
    else:
        page.container = ""
        page.end_block()


def _list(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        page.depths = [_depth(token.value)]
        _begin_item(page, token)


def _item(page: PageDraft, token: Token) -> None:
    """Begin the next item: deeper, or at the depth of the last item that is not deeper."""
    if page.nested or page.in_note:
        page.words(token.start).add(" ")
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
        table.row(token.value.endswith("^"))
        page.begin(BlockDraft("table", token.start + 1, table=table))


def _in_table(page: PageDraft) -> TableDraft | None:
    return None if page.nested or page.in_note or not page.block else page.block.table


def _row(page: PageDraft, token: Token) -> None:
    table = _in_table(page)
    if table:
        table.row(token.value.endswith("^"))
    else:
        page.words(token.start).add(" ")


def _cell(page: PageDraft, token: Token) -> None:
    table = _in_table(page)
    if table:
        table.cell(token.value == "^")
    else:
        page.words(token.start).add(" ")


def _blanks(page: PageDraft, token: Token) -> None:
    table = _in_table(page)
    if table:
        table.blanks(token.value)
    else:
        page.words(token.start).add(" ")


def _joined(page: PageDraft, token: Token) -> None:
    table = _in_table(page)
    if table:
        table.join(token.value)
    else:
        page.words(token.start).add(" ")


def _quote(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        _begin_quote(page, token)


def _quote_line(page: PageDraft, token: Token) -> None:
    """Begin the next line of a quote, or continue the words of a line of the same depth."""
    if page.nested or page.in_note or (page.block and page.block.level == len(token.value) - 1):
        page.words(token.start).add(" ")
    else:
        _begin_quote(page, token)


def _begin_quote(page: PageDraft, token: Token) -> None:
    page.begin(BlockDraft("quote", token.start + 1, len(token.value) - 1))


CONTAINER_READERS: dict[str, Callable[[PageDraft, Token], None]] = {
    **dict.fromkeys(("list_end", "table_end", "quote_end"), _close_container),
    "list": _list,
    "item": _item,
    "table": _table,
    "row": _row,
    "cell": _cell,
    "blanks": _blanks,
    "joined": _joined,
    "quote": _quote,
    "line": _quote_line,
}
