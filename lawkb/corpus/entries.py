"""Entries of the files of editors: find, add and remove them without touching anything else.

An entry is a table of a TOML file or a row of a tab-separated one. ``toml_layout`` and
``tsv_layout`` divide their files into segments, which are removed and inserted the same way for
both. New content is parsed before it is written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import accumulate, chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from lawkb.errors import LawkbError, on_one_line
from lawkb.model.finding import say
from lawkb.sources.untrusted_files import parse_toml

if TYPE_CHECKING:
    from tomlkit.items import Item, Key

_BLANK_LINE = re.compile(r"(?:^|(?<=\n))\r?\n\Z")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SHORT = 60  # characters of a value in a message
_LINE_END = re.compile(r"\r?\n")
_OPENING_LINE = re.compile(r"(?<=\n)\r?\n\Z")
_BLANK_END = re.compile(r"(?:^|\n)\r?\n\Z")


_Key = frozenset[tuple[str, str]]  # the values of an entry that are not empty


class Written(Struct, frozen=True):
    """How and where an entry is written in its file, so that it can be put back exactly there."""

    text: str  # its characters, with the empty line before it
    nth: int  # number of entries before it
    gap: int  # number of characters, such as comments, between the entry before it and its own
    newline: str = "\n"  # the line end of the file


@dataclass(frozen=True, slots=True)
class Entry:
    """A table of a TOML file, or a row of a tab-separated file, that editors decide on.

    Two entries are equal if all their values are.
    """

    # Path below the corpus folder: `patches/law_20.toml`, `waivers.toml`, `comments.toml`,
    # `review.tsv` or `glossary.tsv`.
    file: str
    values: tuple[tuple[str, str], ...]  # Keys or columns with their values, in order.
    # How and where the file has it; None for an entry that is new or was not looked up.
    written: Written | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a file: an entry, or what is between two entries."""

    text: str  # Its characters; those of all segments join to the whole file.
    # Values of the entry by key or column; None for what is no entry.
    values: Mapping[str, str] | None = field(default=None, hash=False)


class Layout(Struct, frozen=True):
    """How a kind of file is divided into segments, and how an entry is written in it."""

    divide: Callable[[str], list[Segment]]  # Function that divides the content of a file.
    # Function that divides it only as far as new entries need.
    undivided: Callable[[str], list[Segment]]
    # Function that returns the lines of an entry, given the content of the file.
    write: Callable[[Mapping[str, str], str], str]
    head: str = ""  # Content of a new file before its first entry.
    separator: str = ""  # What is between two entries.
    # Function that returns a sort key of values; None where new entries are put at the end.
    order: Callable[[Mapping[str, str]], Any] | None = None


def changed_content(
    path: Path, content: str, layout: Layout, removed: Sequence[Entry], added: Sequence[Entry]
) -> str:
    """Return the content of a file with entries removed and added; all else stays as it is.

    An entry is removed where all its values are found, the last one of several. The first added
    entry takes the place of the first removed one, and so on; an entry that was looked up before
    (``Entry.written``) is put back where it was; the others follow in the order of the layout.

    Raises:
        LawkbError: An entry to be removed is not in the file.
    """
    whole = content or layout.head
    find = bool(removed) or any(each.written for each in added)
    ends = _line_end(whole, *(each.written.newline for each in added if each.written))
    segments = (layout.divide if find else layout.undivided)(whole)
    editing = _Editing(path, layout, whole, segments, ends)
    found = editing.find(removed)
    new = [each for each in added if each.written is None]
    # An entry equal to one of the file is put at the end: an undo removes the last one of them.
    last = editing.repeated(new) if found else []
    first = [each for each in new if each not in last]
    taking, others = first[: len(found)], [*first[len(found) :], *last]
    for index, entry in zip(found, taking, strict=False):
        editing.overwrite(index, entry)
    editing.remove(found[len(taking) :])
    held = [(each.written, each) for each in added if each.written is not None]
    for was, entry in sorted(held, key=lambda pair: pair[0].nth):
        editing.put_back(entry, was)
    editing.insert(others)
    return editing.content()


def looked_up(
    path: Path, content: str, layout: Layout, entries: Sequence[Entry]
) -> tuple[Entry, ...]:
    """Return entries of a file with how and where they are written in it.

    Raises:
        LawkbError: An entry is not in the file.
    """
    editing = _Editing(path, layout, content, layout.divide(content), _line_end(content))
    found = editing.find(entries)
    written = {}
    for index in sorted(found, reverse=True):  # as they are removed, and put back from the first on
        written[index] = editing.written(index)
        editing.remove([index])
    return tuple(
        replace(entry, written=written[index]) for entry, index in zip(entries, found, strict=True)
    )


class _Editing:
    """A file that is changed segment by segment."""

    def __init__(
        self, path: Path, layout: Layout, content: str, segments: list[Segment], newline: str
    ) -> None:
        self._path = path
        self._layout = layout
        self._whole = content
        self._newline = newline
        self._unended = bool(content) and not content.endswith("\n")
        self._segments = segments
        if self._unended:
            last = segments[-1]
            segments[-1] = replace(last, text=last.text + self._newline)

    def content(self) -> str:
        text = "".join(each.text for each in self._segments)
        return _without_end(text) if self._unended and not _BLANK_END.search(text) else text

    def find(self, entries: Iterable[Entry]) -> list[int]:
        """Return the indexes of the segments of entries."""
        held = self._indexes()
        found: list[int] = []
        for entry in entries:
            same = held.get(_key(dict(entry.values)))
            if not same:
                values = (on_one_line(value) for _, value in entry.values if value)
                told = (each if len(each) <= _SHORT else f"{each[:_SHORT]}…" for each in values)
                raise LawkbError(
                    str(self._path),
                    say("this entry is no longer there: %(entry)s", entry=", ".join(told)),
                    say("the file was changed since: look at the place again"),
                )
            found.append(same.pop())
        return found

    def repeated(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return those of the entries to which an entry of the file is equal."""
        held = self._indexes()
        return [each for each in entries if _key(dict(each.values)) in held]

    def _indexes(self) -> dict[_Key, list[int]]:
        """Return the indexes of the segments of all entries, by their values."""
        found: defaultdict[_Key, list[int]] = defaultdict(list)
        for index, each in enumerate(self._segments):
            if each.values is not None:
                found[_key(each.values)].append(index)
        return dict(found)

    def written(self, index: int) -> Written:
        before = self._segments[:index]
        entries = [n for n, each in enumerate(before) if each.values is not None]
        gap = sum(len(each.text) for each in before[entries[-1] + 1 if entries else 0 :])
        text = self._segments[index].text
        if self._unended and index == len(self._segments) - 1:
            text = _without_end(text)
        return Written(text + self._opening_line(index), len(entries), gap, self._newline)

    def overwrite(self, index: int, entry: Entry) -> None:
        self._segments[index] = self._segment(entry, _empty_lines(self._segments[index].text))

    def remove(self, indexes: Iterable[int]) -> None:
        for index in sorted(indexes, reverse=True):
            if opening := self._opening_line(index):
                after = self._segments[index + 1]
                self._segments[index + 1] = replace(after, text=after.text[len(opening) :])
            del self._segments[index]

    def put_back(self, entry: Entry, was: Written) -> None:
        """Insert an entry where it was: after as many entries, and after as long a gap."""
        entries = self._places()
        later = was.nth > len(entries)  # fewer entries are left than were before it
        at = len(self._segments) if later else entries[was.nth - 1] + 1 if was.nth else 0
        gap = ""
        while at < len(self._segments) and self._segments[at].values is None:
            gap += self._segments.pop(at).text
        end = len(gap)
        if at < len(self._segments):
            # Without the entry, an empty line of the gap counts as one before the next entry.
            follows = self._segments[at].text
            lines = _empty_lines(follows)
            self._segments[at] = replace(self._segments[at], text=follows[len(lines) :])
            gap += lines
        cut = was.gap
        if cut > len(gap) or (cut and not gap[:cut].endswith("\n")):
            cut = 0 if was.nth else end
        text = was.text
        if not text.endswith("\n"):
            text += self._newline
            self._unended = self._unended or (cut == len(gap) and at == len(self._segments))
        match = _OPENING_LINE.search(text)
        opening = match[0] if match else ""
        own = Segment(text.removesuffix(opening), dict(entry.values))
        parts = [Segment(gap[:cut]), own, Segment(opening + gap[cut:])]
        self._segments[at:at] = [each for each in parts if each.text]

    def insert(self, entries: Sequence[Entry]) -> None:
        """Insert new entries at the end, or where the order of the layout has them."""
        order = self._layout.order
        held = self._places()
        if order is None or not held:
            for entry in sorted(entries, key=_by(order)) if order else entries:
                separator = self._layout.separator if self._segments else ""
                blank = separator.replace("\n", self._newline)
                self._segments.append(self._segment(entry, blank))
            return
        keys = [order(self._segments[n].values or {}) for n in held]
        # The least key from each entry on: it grows, so the last smaller one is found by halving.
        least = [*accumulate(reversed(keys), min)][::-1]
        new: defaultdict[int, list[Segment]] = defaultdict(list)
        for entry in sorted(entries, key=_by(order)):
            before = bisect_right(least, order(dict(entry.values)))
            new[held[before - 1] + 1 if before else held[0]].append(self._segment(entry, ""))
        count = len(self._segments) + 1
        parts = ((*new.get(n, ()), *self._segments[n : n + 1]) for n in range(count))
        self._segments = [*chain.from_iterable(parts)]

    def _segment(self, entry: Entry, blank: str) -> Segment:
        values = dict(entry.values)
        lines = self._layout.write(values, self._whole).replace("\n", self._newline)
        return Segment(blank + lines, values)

    def _opening_line(self, index: int) -> str:
        """Return the empty line after an entry that begins the file; else an empty string."""
        follows = self._segments[index + 1 : index + 2]
        match = _LINE_END.match(follows[0].text) if index == 0 and follows else None
        return match[0] if match else ""

    def _places(self) -> list[int]:
        """Return the indexes of the segments that are entries."""
        return [n for n, each in enumerate(self._segments) if each.values is not None]


def _key(values: Mapping[str, str]) -> _Key:
    """Return what equal entries have in common: empty values do not count."""
    return frozenset((name, value) for name, value in values.items() if value)


def _by(order: Callable[[Mapping[str, str]], Any]) -> Callable[[Entry], Any]:
    return lambda entry: order(dict(entry.values))


def _line_end(*texts: str) -> str:
    return "\r\n" if any("\r\n" in text for text in texts) else "\n"


def _empty_lines(text: str) -> str:
    """Return the empty lines that a text begins with."""
    return text[: len(text) - len(text.lstrip("\r\n"))]


def _without_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")


# ---- how both kinds of files are divided, and how their entries are written


def toml_layout(key: str) -> Layout:
    """Return how a TOML file that has one array of tables is divided, and how tables are written.

    A file whose array is written inline, ``waivers = [{…}]``, is first written anew as tables,
    since TOML allows no addition to that.
    """
    return Layout(
        lambda content: [*_tables(key, content)],
        partial(_with_new_tables, key),
        partial(_table, key),
        separator="\n",
    )


def _table(key: str, values: Mapping[str, object], _: str = "") -> str:
    import tomlkit

    return f"[[{key}]]\n{tomlkit.dumps(values)}"


def _with_new_tables(key: str, content: str) -> list[Segment]:
    """Return a file as one segment if tables can be appended to it: finding each takes long."""
    try:
        parse_toml(f"{content}\n[[{key}]]\n")
    except ValueError:
        return [*_tables(key, content)]
    return [Segment(content)] if content else []


@lru_cache(maxsize=2)  # a decision divides a file twice: to look up entries, and to change them
def _tables(key: str, content: str) -> tuple[Segment, ...]:
    """Divide a file into the tables of its array and what is between them, such as comments.

    The empty line before a table belongs to it.
    """
    raw = parse_toml(content)
    listed = raw.pop(key, [])
    texts = [*_pieces(content)]
    if sum(is_table for _, is_table in texts) != len(listed):  # an inline array
        other = _table("", raw).partition("\n")[2] if raw else ""
        tables = (Segment(_table(key, each), each) for each in listed)
        return (*[Segment(other)] * bool(other), *tables)
    values = iter(listed)
    found: list[Segment] = []
    gap = ""
    for text, is_table in texts:
        if not is_table:
            gap += text
            continue
        match = _BLANK_LINE.search(gap)
        blank = match[0] if match else ""
        found += [Segment(gap.removesuffix(blank)), Segment(blank + text, next(values))]
        gap = ""
    return tuple(each for each in (*found, Segment(gap)) if each.text)


def _pieces(content: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a TOML file and whether each is a table of an array.

    What follows the last key of a table is a part of its own.
    """
    import tomlkit
    from tomlkit.items import AoT

    at = 0
    for name, item in tomlkit.parse(content).body:
        if not isinstance(item, AoT):
            size = len(_item(name, item))
            yield content[at : at + size], False
            at += size
            continue
        for table in item.body:
            begin, lines = content.index("\n", at) + 1, table.value.as_string()
            after = takewhile(lambda each: each[0] is None, reversed(table.value.body))
            end = begin + len(lines) - sum(len(each.as_string()) for _, each in after)
            yield content[at:end], True
            at = begin + len(lines)
            yield content[end:at], False


def _item(name: Key | None, item: Item) -> str:
    """Return white space, a comment, or a key with its value, as the file writes it."""
    if name is None:
        return item.as_string()
    around = item.trivia
    value = f"{name.as_string()}{name.sep}{item.as_string()}"
    return f"{around.indent}{value}{around.comment_ws}{around.comment}{around.trail}"


def tsv_layout(
    names: Sequence[str],
    defaults: Mapping[str, str],
    order: Callable[[Mapping[str, str]], Any] | None = None,
) -> Layout:
    """Return how a tab-separated file is divided into rows, and how rows are written.

    Args:
        defaults: What an empty cell means, by column.
        order: Function that returns a sort key of a row; None where new rows are put at the end.
    """
    divide = partial(_rows, defaults)
    return Layout(divide, divide, _row, head="\t".join(names) + "\n", order=order)


def _rows(defaults: Mapping[str, str], content: str) -> list[Segment]:
    names: list[str] = []
    found: list[Segment] = []
    for line in _LINE.findall(content.removeprefix("\ufeff")):
        cells = _cells(line)
        if not line.strip() or line.startswith("#"):
            found.append(Segment(line))
        elif names and len(cells) == len(names):
            values = dict(zip(names, cells, strict=True))
            found.append(
                Segment(line, values | {k: values.get(k) or v for k, v in defaults.items()})
            )
        else:
            names = names or cells
            found.append(Segment(line))
    if found and content.startswith("\ufeff"):
        found[0] = Segment("\ufeff" + found[0].text)
    return found


def _row(values: Mapping[str, str], content: str) -> str:
    """Return the line of a row; it has the columns that the file has."""
    lines = (found[0].lstrip("\ufeff") for found in _LINE.finditer(content))
    names = _cells(next(line for line in lines if line.strip() and not line.startswith("#")))
    missing = [name for name, value in values.items() if value and name not in names]
    if missing:
        told = f"has no column {missing[0]}"
        raise LawkbError("the table", told, "add it to the first line, and a tab to each row")
    row = "\t".join(" ".join(values.get(name, "").split()) for name in names)
    if row.startswith("#"):
        raise LawkbError(row, "a row that begins with # is a comment", "write it without the #")
    return f"{row}\n"


def _cells(line: str) -> list[str]:
    """Return the cells of a line; runs of white space become one space."""
    return [" ".join(cell.split()) for cell in line.split("\t")]
