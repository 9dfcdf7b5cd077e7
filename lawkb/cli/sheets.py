"""Sheets: what ``lawkb show`` prints, as plain lists that a cache can keep, and their lines.

What takes a provision apart (``lawkb.cli.shown``) and what prints it are two steps, so that a
provision kept in the cache is printed by the same words as one read just now. rich is imported
for tables alone: it takes longer to load than a whole answer may last (decision 0013).

A *run* is words in one style, ``["bold", "47E2(a)"]``; a *block* says how runs are laid out:
``["wrap", runs]`` broken at the width, ``["keep", runs]`` as they are, ``["table", rows]``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from typing import Any

Run = Sequence[str]  # style, words
Block = Sequence["Any"]  # how, runs
Line = list[Run]
Composed = Mapping[str, "Any"]  # as lawkb.cli.shown composes it

NARROWEST = 20
# Characters of one place; what rich knows of the others is asked when there are some.
_LETTERS = chain(range(0x20, 0x7F), range(0xA0, 0xAD), range(0xAE, 0x300), range(0x370, 0x483))
_MARKS = chain(range(0x2010, 0x2028), range(0x2030, 0x205F))
_NARROW = frozenset(map(chr, chain(_LETTERS, _MARKS)))
_SGR = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "yellow": "33"}


class Terminal:
    """What the lines are made for.

    Attributes:
        width: Places of a line.
        styled: Whether styles are shown: never in a pipe.
        coloured: Whether colours are.
    """

    __slots__ = ("coloured", "styled", "width")

    def __init__(self, width: int = 80, styled: bool = False, coloured: bool = False) -> None:
        self.width = width
        self.styled = styled
        self.coloured = coloured


def terminal() -> Terminal:
    """What standard output is; 80 columns in a pipe. As rich sees it, which heeds NO_COLOR."""
    given = os.environ
    compatible = given.get("TTY_COMPATIBLE", "")
    forced = given.get("FORCE_COLOR")
    if compatible in ("0", "1"):
        shown = compatible == "1"
    else:
        piped = sys.stdout is None or not sys.stdout.isatty()
        shown = not piped if forced is None else forced != ""
    if not shown:
        return Terminal()
    if given.get("TERM", "").lower() in ("dumb", "unknown"):
        return Terminal(80, False, False)
    return Terminal(_columns(), True, not given.get("NO_COLOR"))


class Sheet:
    """A provision and all in it, ready to be printed.

    Attributes:
        edition: Edition it is of.
        provisions: As ``lawkb.cli.shown`` composes them, in document order, the one to show first.
        commentaries: Names of the commentaries on the law.
        newest: Id of the newest edition, which needs no mention.
    """

    __slots__ = ("commentaries", "edition", "newest", "provisions")

    def __init__(
        self,
        edition: str,
        provisions: Sequence[Composed],
        commentaries: Sequence[str],
        newest: str,
    ) -> None:
        self.edition = edition
        self.provisions = provisions
        self.commentaries = commentaries
        self.newest = newest


def print_sheet(sheet: Sheet, tags: Sequence[str]) -> None:
    """A sheet as text: the languages one under the other, with the references.

    Args:
        sheet: What to print.
        tags: Languages to show, in order.
    """
    write("\n".join(sheet_lines(sheet, tags, terminal())))


def print_sheet_json(sheet: Sheet) -> None:
    """A sheet as the JSON of ``lawkb show``."""
    import json  # the text does without

    records = [provision["record"] for provision in sheet.provisions]
    commentaries = list(sheet.commentaries)
    record = {"edition": sheet.edition, "provisions": records, "commentaries": commentaries}
    write(json.dumps(record, ensure_ascii=False, indent=2))


def write(text: str) -> None:
    """A text and a line end on standard output."""
    if sys.stdout is not None:  # it was not closed
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def sheet_lines(sheet: Sheet, tags: Sequence[str], out: Terminal) -> Iterator[str]:
    """The lines of ``print_sheet``, made for a terminal."""
    first = sheet.provisions[0]
    above = [path for tag in tags if (path := first["above"].get(tag))]
    for path in above[:1]:
        yield from printed(block_lines(["wrap", [["dim", path]]], out.width), out)
    for provision in sheet.provisions:
        room = (2 * (provision["depth"] - first["depth"]), out.width)
        yield from printed(_lines(provision, tags, sheet.newest, room), out)
    for name in sheet.commentaries:
        told = f"commentary on it: lawkb show {name}"
        yield from printed(block_lines(["wrap", [["dim", told]]], out.width), out)


def citing_words(citing: Iterable[Mapping[str, str]], newest: str) -> str:
    """Who cites, each provision once: ``14B2, 14B3 (2007 47B)``."""
    labels = (
        each["from"] if each["edition"] == newest else f"{each['edition']} {each['from']}"
        for each in citing
    )
    return ", ".join(dict.fromkeys(labels))


def block_lines(block: Block, width: int) -> list[Line]:
    """The lines of a block at a width, no blanks at their ends."""
    how, content = block
    if how == "table":
        from lawkb.cli.texts import table_lines  # its columns are set by rich

        return table_lines(content, width)
    (style, words), *others = content
    if others:
        return _cut(content, _spans("".join(run[1] for run in content), width))
    if how == "keep":
        return [[(style, line.rstrip())] for line in words.split("\n")]
    return [[(style, words[start:end])] for start, end in _spans(words, width)]


def indented(block: Block, indent: int, width: int) -> Iterator[Line]:
    """The lines of a block set in."""
    for line in block_lines(block, max(NARROWEST, width - indent)):
        yield [("", " " * indent), *line]


def hanging(tag: str, blocks: Iterable[Block], room: tuple[int, int]) -> Iterator[Line]:
    """Blocks behind a tag of two letters, set in by the first of ``room`` in the width of all."""
    indent, width = room
    inner = max(NARROWEST, width - indent - 3)
    lines = [line for block in blocks for line in block_lines(block, inner)]
    for number, line in enumerate(lines):
        yield [("dim", " " * indent + ("   " if number else f"{tag:<2} ")), *line]


def printed(lines: Iterable[Line], out: Terminal) -> Iterator[str]:
    """Lines as they are written to a terminal or a pipe."""
    for line in lines:
        if not out.styled:
            yield "".join(words for _, words in line)
        else:
            yield "".join(_dressed(style, words, out.coloured) for style, words in line)


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit():
        return int(columns) or 80
    for descriptor in (0, 1, 2):
        try:
            return os.get_terminal_size(descriptor).columns or 80
        except OSError:
            continue
    return 80


def _lines(
    provision: Composed, tags: Sequence[str], newest: str, room: tuple[int, int]
) -> Iterator[Line]:
    """The lines of one provision. ``room`` is how far it is set in, and the width of all."""
    indent, width = room
    labels = dict.fromkeys(provision["labels"][tag] for tag in tags)
    yield from indented(["wrap", [["bold", " · ".join(labels)]]], indent, width)
    for tag in tags:
        yield from hanging(tag, provision["texts"].get(tag, ()), (indent + 2, width))
    for tag in tags:
        for inner, block in provision["comments"].get(tag, ()):
            yield from indented(block, indent + 2 + inner, width)
    cited_by = citing_words(provision["record"]["cited_by"], newest)
    for name, labelled in (("cites", provision["cites"]), ("cited by", cited_by)):
        if labelled:
            block = ["wrap", [["dim", f"{name} {labelled}"]]]
            yield from indented(block, indent + 2, width)


def _spans(words: str, width: int) -> Iterator[tuple[int, int]]:
    """Where the lines of words begin and end, broken at the width, blanks at their ends left out.

    A word that is wider than a line is cut.
    """
    at = 0
    for line in words.split("\n"):
        breaks = [0, *_breaks(line, width), len(line)]
        for start, end in pairwise(breaks):
            yield at + start, at + start + len(line[start:end].rstrip())
        at += len(line) + 1


def _places(words: str) -> int:
    """How many places words take."""
    if _NARROW.issuperset(words):
        return len(words)
    from rich.cells import cell_len

    return cell_len(words)


def _pieces(word: str, width: int) -> list[str]:
    """A word that is wider than a line, cut."""
    from rich.cells import chop_cells

    return chop_cells(word, width)


def _breaks(line: str, width: int) -> Iterator[int]:
    """Where a line is broken, as rich breaks it."""
    taken = at = 0
    for word in _words(line):
        if _places(word.rstrip()) <= width - taken:
            taken += _places(word)
        elif _places(word.rstrip()) > width:
            begin = at
            for piece in _pieces(word, width):
                if begin:
                    yield begin
                begin += len(piece)
                taken = _places(piece)
        else:
            if taken and at:
                yield at
            taken = _places(word)
        at += len(word)


def _words(line: str) -> Iterator[str]:
    """Words, each with the blanks behind it; the first with those before it too."""
    begin = at = 0
    for part in line.split():
        at = line.index(part, at) + len(part)
        end = at + len(line[at:]) - len(line[at:].lstrip())
        yield line[begin:end]
        begin = at = end


def _cut(runs: Sequence[Run], spans: Iterable[tuple[int, int]]) -> list[Line]:
    """Runs as lines: the parts of them in each span."""
    lines: list[Line] = []
    for start, end in spans:
        line: Line = []
        at = 0
        for style, words in runs:
            part = words[max(0, start - at) : max(0, end - at)]
            at += len(words)
            if part:
                line.append((style, part))
        lines.append(line)
    return lines


def _dressed(style: str, words: str, coloured: bool) -> str:
    names = (name for name in style.split() if coloured or name != "yellow")
    codes = ";".join(_SGR[name] for name in names if name in _SGR)
    return f"\x1b[{codes}m{words}\x1b[0m" if codes and words else words
