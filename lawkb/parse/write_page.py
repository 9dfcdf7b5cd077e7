"""Write a law as a page in the form of its source: what ``read_page`` does, the other way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.law import Law, Provision
from lawkb.model.page import Page
from lawkb.model.passage import Cell, Passage, Table
from lawkb.model.source import Source
from lawkb.parse.document import PageFormat
from lawkb.parse.dokuwiki.page_writer import write_wikitext
from lawkb.parse.plaintext.page_writer import write_text
from lawkb.parse.read_page import read_page


def write_page(law: Law, form: PageFormat, source: Source, outline: Outline) -> bytes:
    """Return the page of a law. It was read again: ``read_page`` gives the same law.

    Args:
        law: The law in one language, with labels and its title as the page is to print them. Its
            origin names the page.
        form: Format of the other pages of the source. A law that plain text cannot express is
            written in wiki syntax, which is also used for a source of any other format.
        source: The source; a rule of it must fit the page.
        outline: The code.

    Raises:
        LawkbError: Words of the law would be read otherwise, such as a paragraph that begins with a
            label; the message names the first provision.
    """
    texts = [write_text(law.root)] if form == "text" else []
    where: Address | None = law.root.address
    for text in (*texts, write_wikitext(law.root)):
        if text is None:
            continue
        page = Page(source.name, law.origin.page, law.origin.page, text.encode())
        read = read_page(page, source, outline).laws
        where = next(_differing(law.root, read[0].root), None) if read else law.root.address
        if where is None:
            return page.content
    assert where is not None
    raise LawkbError(
        outline.scheme.write(where),
        "the words here would be read as something else on a page",
        "leave out labels such as (a) and signs of the wiki at the beginning of a text",
    )


def _differing(written: Provision, read: Provision) -> Iterator[Address]:
    """Yield the addresses at which two laws differ in labels, words, footnotes or markup."""
    for mine, other in zip_longest(written.walk(), read.walk()):
        if mine is None or other is None:
            yield (mine or other).address
        elif _content(mine) != _content(other):
            yield mine.address


def _content(provision: Provision) -> tuple[object, ...]:
    """Return what a page must keep of a provision."""
    heading = _words(provision.heading) if provision.heading else None
    return provision.address, provision.num, heading, tuple(map(_item, provision.body))


def _item(item: Passage | Table | Provision) -> object:
    if isinstance(item, Provision):
        return item.address
    if isinstance(item, Passage):
        return _words(item)
    return tuple(tuple(map(_cell, row)) for row in item.rows)


def _cell(cell: Cell) -> tuple[object, ...]:
    if cell.passage is None:
        return cell.header, cell.columns, cell.rows
    return _words(cell.passage), cell.header, cell.columns, cell.rows, cell.align


def _words(passage: Passage) -> tuple[object, ...]:
    notes = tuple((note.at, note.text) for note in passage.notes)
    return passage.text, notes, passage.marks, passage.links, passage.preformatted
