"""Tables as text: comma-, semicolon- and tab-separated, whatever program wrote them."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from lawkb.errors import LawkbError
from lawkb.exchange.row import LONGEST_TEXT

_DELIMITERS = "\t;,"
_SEPARATOR = re.compile(r"sep=([\t;,])\r?\n?")  # what Excel writes and reads above the first line
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_MOST_LINES = 100  # of one cell of a tab-separated table
_LOOKED_AT = 20  # lines that tell a PO file


class _Lines:
    """The lines of a text one after the other; some may be put back."""

    def __init__(self, lines: Iterator[str]) -> None:
        """Take the lines."""
        self._lines = lines
        self._waiting: deque[str] = deque()
        self.taken = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._waiting.popleft() if self._waiting else next(self._lines)
        self.taken += 1
        return line

    def put_back(self, lines: Sequence[str]) -> None:
        """Take back lines that were taken last, in their order."""
        self._waiting.extendleft(reversed(lines))
        self.taken -= len(lines)


def read_delimited(file: BinaryIO, where: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows of a table, each with the line of the file where it begins, from 1.

    Line ends in cells are one character.

    UTF-8, or UTF-16 with its mark. Quotation marks hold cells together. In tab-separated text,
    where many programs mean nothing by them, they do so only around a whole cell.

    Raises:
        LawkbError: It is in another encoding, a line or a cell has no end, or it is no table.
    """
    lines = _Lines(_text_lines(file, where))
    first = next(lines, "")
    told = _SEPARATOR.fullmatch(first)
    if told:
        first = next(lines, "")
    delimiter = told[1] if told else max(_DELIMITERS, key=first.count)
    if not first.strip():
        first = next((line for line in lines if line.strip()), "")
        if not first:
            raise LawkbError(where, "there is nothing in it", "name another file")
    lines.put_back([first])
    _refuse_po(lines, where)
    rows = _tabbed(lines) if delimiter == "\t" else csv.reader(lines, delimiter=delimiter)
    for number, row in _numbered(rows, lines, where):
        yield number, [cell.replace("\r\n", "\n").replace("\r", "\n") for cell in row]


def _text_lines(file: BinaryIO, where: str) -> Iterator[str]:
    begin = file.read(2)
    file.seek(0)
    wide = begin in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = io.TextIOWrapper(file, encoding="utf-16" if wide else "utf-8-sig", newline="")
    number = 1
    try:
        while line := text.readline(LONGEST_TEXT + 1):
            if len(line) > LONGEST_TEXT:
                told = f"a line of more than {LONGEST_TEXT} characters"
                raise LawkbError(f"{where}:{number}", told, "this is no table of texts")
            yield line
            number += 1
    except UnicodeError as error:
        raise LawkbError(
            f"{where}:{number}", "neither UTF-8 nor UTF-16 text", "save it as CSV UTF-8"
        ) from error
    finally:
        text.close()


def _refuse_po(lines: _Lines, where: str) -> None:
    """Look at the first lines, which no PO file may begin with."""
    begin = list(islice(lines, _LOOKED_AT))
    if any(line.startswith('msgid "') for line in begin):
        raise LawkbError(where, "a PO file", "export XLIFF, TMX or CSV from your program")
    lines.put_back(begin)


def _numbered(
    rows: Iterator[list[str]], lines: _Lines, where: str
) -> Iterator[tuple[int, list[str]]]:
    """Rows with the lines where they begin; no row is read before it is asked for."""
    begin = lines.taken + 1
    try:
        for row in rows:
            yield begin, row
            begin = lines.taken + 1
    except csv.Error as error:
        hint = "close the quotation marks of its cells"
        raise LawkbError(f"{where}:{begin}", f"not CSV: {error}", hint) from error


def _tabbed(lines: _Lines) -> Iterator[list[str]]:
    """The cells of tab-separated lines.

    A quotation mark that opens a cell and is closed at the cell's end, in the same line or a later
    one, is that of a spreadsheet; any other is a character like the rest.
    """
    for line in lines:
        row: list[str] = []
        rest: str | None = line
        while rest is not None:
            quoted = _quoted_cell(rest, lines) if rest.startswith('"') else None
            cell, rest = quoted or _plain_cell(rest)
            row.append(cell)
        yield row


def _plain_cell(text: str) -> tuple[str, str | None]:
    """The first cell of a line and what stands behind its tab; None at the end of the line."""
    cell, tab, rest = text.partition("\t")
    return (cell, rest) if tab else (cell.rstrip("\r\n"), None)


def _quoted_cell(text: str, lines: _Lines) -> tuple[str, str | None] | None:
    """The same of a cell in quotation marks; None where they do not end with the cell.

    Lines that were read on the way and are none of the cell's are put back.
    """
    read: list[str] = []
    while True:
        match = _QUOTED.match(text)
        if match and text[match.end() :].startswith("\t"):
            return match[1].replace('""', '"'), text[match.end() + 1 :]
        if match and not text[match.end() :].strip("\r\n"):
            return match[1].replace('""', '"'), None
        line = "" if match else next(lines, "")
        read += [line] if line else []
        text += line
        if not line or len(read) > _MOST_LINES or len(text) > LONGEST_TEXT:
            lines.put_back(read)
            return None
