"""Write a law as a page in the form of its source: what ``read_page`` does, the other way.

In the raw text of a wiki page, titles and headings are headings of the wiki, footnotes ``((…))``,
labels the beginning of a line. Signs of the wiki in the words of a law are written between ``%%``,
where they mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, zip_longest
from operator import itemgetter

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.law import Law, Provision
from lawkb.model.page import Page
from lawkb.model.passage import Align, Cell, Link, MarkKind, Passage, Table
from lawkb.model.source import Source
from lawkb.parse.document import PageFormat
from lawkb.parse.read_page import read_page
from lawkb.parse.structure.law_structure import may_be_heading


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
                if prefix and item.heading:
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
    empty = any(not note.text for note in item.notes)
    return bool(item.marks or item.links or item.preformatted or empty)


# Opening and closing sign of emphasis; the other kinds are not written.
_EMPHASIS: dict[MarkKind, tuple[str, str]] = {
    "bold": ("**", "**"),
    "italic": ("//", "//"),
    "underline": ("__", "__"),
    "mono": ("''", "''"),
    "sub": ("<sub>", "</sub>"),
    "sup": ("<sup>", "</sup>"),
}
_SIGN = (
    r"\*\*+|//+|__+|''+|\(\(+|\[\[+|\{\{+|~~+|%%+|\\\\+|;;+|<(?=[\w/])"
    r"|\b(?i:www?|ftp?)\.(?=\w)"
)
_SIGNS = re.compile(rf"%*(?:{_SIGN})%*")
_SIGNS_IN_CELL = re.compile(rf"%*(?:{_SIGN}|[|^]+|:::+)%*")
_LINE_START = re.compile(r"\A(?:[>|^=]+|-{4,})")
_CLOSING = re.compile(r"\)\)+")
# At the end of a footnote they would be its first closing bracket, or a face with it: ``=)``.
_BEFORE_CLOSING = (")", "=", "-")
_PADDING: dict[Align | None, tuple[str, str]] = {
    None: (" ", " "),
    "left": (" ", "  "),
    "right": ("  ", " "),
    "center": ("  ", "  "),
}


def write_wikitext(law: Provision) -> str:
    """Return a law as raw wiki text, with a line end at the end.

    Args:
        law: The law with its label and title; all provisions in it have labels.
    """
    headed = any(each.heading for each in law.walk() if each is not law)
    title = " – ".join(filter(None, (law.num, law.heading.text if law.heading else "")))
    return "\n\n".join([f"===== {title} =====", *_blocks(law, "", headed)]) + "\n"


def _blocks(provision: Provision, prefix: str, headed: bool) -> Iterator[str]:
    """Yield headings, paragraphs and tables of a provision, without the title of a law.

    Args:
        prefix: Labels that the first paragraph begins with.
        headed: Whether the law has headings, so that the reader takes no paragraph for one.
    """
    for item in provision.body:
        if isinstance(item, Provision):
            if prefix and item.heading:
                yield prefix
                prefix = ""
            if item.heading:
                yield f"{_equals(item)} {item.num} {item.heading.text} {_equals(item)}"
            label = "" if item.heading else item.num
            yield from _blocks(item, f"{prefix} {label}".strip(), headed)
            prefix = ""
            continue
        words = "" if isinstance(item, Table) or item.preformatted else _inline(item, _SIGNS)
        in_section = len(provision.address.path) == 2 and not headed
        if prefix and (not words or (in_section and may_be_heading(words))):
            yield prefix
            prefix = ""
        if isinstance(item, Table):
            yield "\n".join(_rows(item))
        elif item.preformatted:
            yield f"<code>\n{item.text}\n</code>"
        else:
            yield f"{prefix} {words}" if prefix else _LINE_START.sub(_literal, words)
        prefix = ""
    if prefix:
        yield prefix


def _equals(provision: Provision) -> str:
    return "=" * max(2, 5 - provision.address.depth)


def _literal(match: re.Match[str]) -> str:
    return f"<nowiki>{match[0]}</nowiki>" if "%" in match[0] else f"%%{match[0]}%%"


def _inline(passage: Passage, signs: re.Pattern[str]) -> str:
    """Return the words of a passage with footnotes, emphasis and links as wiki signs."""
    # Sorted as the signs are nested: at one place, what ends is before what begins.
    points: list[tuple[tuple[int, int, int], str]] = []
    for note in passage.notes:
        points.append(((note.at, 1, 0), f"(({_note(note.text, signs)}))"))
    spans = [(each.start, each.end, _EMPHASIS.get(each.kind)) for each in passage.marks]
    spans += [(each.start, each.end, (_opening(each), "]]")) for each in passage.links]
    for start, end, written in spans:
        if written:
            points.append(((start, 2, -end), written[0]))
            points.append(((end, 0, -start), written[1]))
    pieces, at = [], 0
    for (place, *_), sign in sorted(points, key=itemgetter(0)):
        pieces += [signs.sub(_literal, passage.text[at:place]), sign]
        at = place
    return "".join([*pieces, signs.sub(_literal, passage.text[at:])])


def _note(text: str, signs: re.Pattern[str]) -> str:
    """Return the words between the brackets of a footnote, which must not close them."""
    written = _CLOSING.sub(_literal, signs.sub(_literal, text))
    return f"{written} " if not written or written.endswith(_BEFORE_CLOSING) else written


def _opening(link: Link) -> str:
    root = ":" if link.kind == "page" else ""
    anchor = f"#{link.anchor}" if link.anchor else ""
    return f"[[{root}{link.target}{anchor}|"


def _rows(table: Table) -> Iterator[str]:
    """Yield the rows of a table; ``:::`` continues the cell above, ``||`` the cell before."""
    written: dict[tuple[int, int], str] = {}
    for row, cells in enumerate(table.rows):
        column = 0
        for cell in cells:
            while (row, column) in written:
                column += 1
            sign = "^" if cell.header else "|"
            for below in range(cell.rows):
                for beside in range(cell.columns):
                    shown = " ::: " if below else "" if beside else _wiki_cell(cell)
                    written[row + below, column + beside] = sign + shown
        last = cells[-1] if cells else None
        row_cells = sorted(at for at in written if at[0] == row)
        yield "".join(written[at] for at in row_cells) + ("^" if last and last.header else "|")


def _wiki_cell(cell: Cell) -> str:
    if cell.passage is None:
        return "  " if cell.align == "left" else " "
    before, after = _PADDING[cell.align]
    return f"{before}{_inline(cell.passage, _SIGNS_IN_CELL)}{after}"


def write_page(law: Law, form: PageFormat, source: Source, outline: Outline) -> bytes:
    """Return the page of a law. It was read again: ``read_page`` gives the same law.

    Args:
        law: The law in one language, with labels and its title as the page is to print them. Its
            origin names the page.
        form: Format of the other pages of the source. A law that plain text cannot express is
            written in wiki syntax, which is also used for a source of any other format.
        source: The source; a rule of it must fit the page.

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
