"""All bilingual formats: selected by name to write a file, by content to read a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from lawkb.align.translation_units import FilePair
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import (
    ID_COLUMN,
    BilingualRow,
    ColumnNames,
    column_language,
    column_words,
    folded_name,
)
from lawkb.exchange.formats.csv_text import (
    read_csv,
    read_delimited,
    write_csv,
)
from lawkb.exchange.formats.po import (
    begins_like_po,
    read_po,
    read_po_languages,
    write_po_file,
)
from lawkb.exchange.formats.tmx import read_tmx, write_tmx
from lawkb.exchange.formats.xliff import read_xliff, write_xliff12, write_xliff21
from lawkb.exchange.formats.xml_files import Event, read_events
from lawkb.exchange.translation_export import ExportState, TranslationExport
from lawkb.extras import needs
from lawkb.model.finding import say
from lawkb.model.language import language_codes, main_language

_LOOKED_AT = 512  # bytes read to detect the format
_DOCUMENT = re.compile(rb"<(?:[\w.-]+:)?file[\s>]")
_CHUNK = 2**20
_LONGEST_BEGIN = 64  # bytes read before the root element
_MOST_EVENTS = 2000  # events within which a file must name its languages
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")


# XLSX needs a library that is an extra: it is imported when there is such a file.
def workbooks(where: str) -> Any:
    """Return the module that reads and writes XLSX; the extra ``office`` brings what it needs."""
    with needs("office", where):
        from lawkb.exchange.formats import xlsx
    return xlsx


# What writes texts in each format, and the format that each suffix stands for.
WRITERS: Mapping[str, Callable[[TranslationExport], bytes]] = {
    "xliff": write_xliff21,
    "xliff12": write_xliff12,
    "tmx": write_tmx,
    "po": write_po_file,
    "csv": write_csv,
    "xlsx": lambda export: workbooks("XLSX").write_xlsx(export),
}
SUFFIXES = {
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".tmx": "tmx",
    ".po": "po",
    ".csv": "csv",
    ".xlsx": "xlsx",
}


@contextmanager
def open_pairs(path: Path, source: str, target: str) -> Iterator[Iterator[FilePair]]:
    """Open a bilingual file and yield an iterator of its text pairs, in bounded memory.

    The format is detected by content.

    Args:
        path: XLIFF 1.2 or 2, TMX, XLSX, PO, or text with comma-, semicolon- or tab-separated
            columns: id, original, translation, in this order or named in the first row.
        source: Tag of the original, ``en``. In TMX, it selects the original; units without both
            languages are skipped.
    """
    with _opened(path) as file:
        where = str(path)
        if _is_po(file):
            yield _pairs(read_po(file, where))
            return
        if not begins_like_xml(file):
            tags = ((tag, main_language(tag)) for tag in (source, target))
            yield _pairs(_table(file, where, _names(*tags, required=False)))
            return
        several = _holds_several(file)
        events = read_events(file, where)
        first = _root(events, where, {"xliff", "tmx"})
        if first.name == "tmx":
            yield read_tmx(events, where, source, target)
        else:
            rows = read_xliff(chain((first,), events), where)
            yield _pairs(_translated(rows, target), several)


def read_file_languages(path: Path) -> tuple[str, ...]:
    """Return the language tags in a bilingual file, original first; empty if it has none."""
    with _opened(path) as file:
        where = str(path)
        if _is_po(file):
            return read_po_languages(file, where)
        if not begins_like_xml(file):
            rows: Iterator[Sequence[str]]
            if begins_like_zip(file):
                rows = workbooks(where).sheet_rows(file, where)
            else:
                rows = (cells for _, cells in read_delimited(file, where))
            return _languages_of_columns([cell.strip() for cell in next(rows, ())])
        events = read_events(file, where)
        first = _root(events, where, {"xliff", "tmx"})
        return _named_languages(chain((first,), islice(events, _MOST_EVENTS)))


def _languages_of_columns(names: Sequence[str]) -> tuple[str, ...]:
    """Return the languages named in the first row of a table; empty if it names none.

    A cell is the tag of a language, or its name in a language that lawkb knows.
    """
    others = [cell for cell in names if folded_name(cell) != ID_COLUMN]
    tags = [column_language(each) or each for each in others]
    tags = [each for each in tags if _TAG.fullmatch(each)]
    known = [tag for tag in tags if main_language(tag) in language_codes()]
    named = known if len(known) > 1 else tags
    is_header = len(set(known)) > 1 or (len(others) < len(names) and len(named) > 1)
    return tuple(named) if is_header else ()


def _named_languages(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the language tags in the root, the header or the first unit of XLIFF or TMX."""
    found: dict[str, str] = {}
    for event in events:
        own = {} if event.kind == "text" else event.attributes
        if event.name == "xliff" and "srcLang" in own:
            return _not_empty(own["srcLang"], own.get("trgLang"))
        if event.name == "file" and "source-language" in own:
            return _not_empty(own["source-language"], own.get("target-language"))
        if event.name == "header" and own.get("srclang", "*all*") != "*all*":
            found[main_language(own["srclang"])] = own["srclang"]
        elif event.name == "tuv" and own.get("lang"):
            found.setdefault(main_language(own["lang"]), own["lang"])
        elif event.name == "tu" and event.kind == "end":
            break
    return tuple(found.values())


def _not_empty(*tags: str | None) -> tuple[str, ...]:
    return tuple(tag for tag in tags if tag)


@contextmanager
def open_rows(
    path: Path, sources: Collection[str], targets: Collection[str]
) -> Iterator[Iterator[BilingualRow]]:
    """Open a file returned by a translator and yield an iterator of its rows; see ``rows_of``."""
    with _opened(path) as file:
        yield rows_of(file, str(path), sources, targets)


def rows_of(
    file: BinaryIO, where: str, sources: Collection[str], targets: Collection[str]
) -> Iterator[BilingualRow]:
    """Return the rows of a file returned by a translator, read while they are taken.

    Args:
        file: XLIFF 1.2 or 2, PO, CSV or XLSX as ``lawkb export`` writes it.
    """
    if begins_like_xml(file):
        events = read_events(file, where)
        begin = tuple(islice(events, 1))
        if begin and begin[0].name == "tmx":
            told = say("a translation memory, which does not name the provisions of its texts")
            raise LawkbError(where, told, say("send back XLIFF, PO, CSV or XLSX"))
        first = _root(chain(begin, events), where, {"xliff"})
        return read_xliff(chain((first,), events), where)
    if begins_like_po(file):
        return read_po(file, where)
    return _table(file, where, _names(sources, targets, required=True))


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        file = path.open("rb")
    except OSError as error:
        raise LawkbError(
            str(path), f"cannot be read: {error.strerror}", "name a bilingual file"
        ) from error
    with file:
        yield file


def begins_like_xml(file: BinaryIO) -> bool:
    """Return whether a file seems to be XML."""
    begin = file.read(_LOOKED_AT)
    file.seek(0)
    plain = begin.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return plain.startswith(b"<")


def begins_like_zip(file: BinaryIO) -> bool:
    """Return whether a file seems to be a workbook."""
    begin = file.read(4)
    file.seek(0)
    return begin == b"PK\x03\x04"


def _is_po(file: BinaryIO) -> bool:
    return not begins_like_xml(file) and begins_like_po(file)


def _names(sources: Collection[str], targets: Collection[str], *, required: bool) -> ColumnNames:
    source = frozenset(map(folded_name, (*sources, *column_words("source"))))
    target = frozenset(map(folded_name, (*targets, *column_words("target"))))
    told = ("/".join(sorted(sources)), "/".join(sorted(targets))) if required else ()
    return ColumnNames(source, target, required, told)


def _table(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    if not begins_like_zip(file):
        return read_csv(file, where, names)
    rows: Iterator[BilingualRow] = workbooks(where).read_xlsx(file, where, names)
    return rows


def _root(events: Iterator[Event], where: str, names: set[str]) -> Event:
    first = next(events, None)
    if first is None or first.name not in names:
        found = f"<{first.name[:40]}>" if first else "nothing"
        known = " or ".join(f"<{name}>" for name in sorted(names))
        raise LawkbError(
            where,
            say("XML that begins with %(found)s", found=found),
            say("it should be %(known)s", known=known),
        )
    return first


def _holds_several(file: BinaryIO) -> bool:
    """Return whether an XLIFF file may have several documents, whose ids may be equal."""
    begun, before = 0, b""
    while chunk := file.read(_CHUNK):
        text = before + chunk.replace(b"\0", b"")
        begun += len(_DOCUMENT.findall(text))
        before = text[-_LONGEST_BEGIN:]
        begun -= len(_DOCUMENT.findall(before))
        if begun > 1:
            break
    begun += len(_DOCUMENT.findall(before))
    file.seek(0)
    return begun > 1


def _translated(rows: Iterable[BilingualRow], target: str) -> Iterator[BilingualRow]:
    """Yield the rows of documents whose target language is the given one or not declared."""
    main = main_language(target)
    return (row for row in rows if main_language(row.target_language) in ("", main))


def _pairs(rows: Iterable[BilingualRow], several: bool = False) -> Iterator[FilePair]:
    for row in rows:
        name = row.shown_name
        name = name or f"{row.line}"
        document = f"{row.document}#" if several and row.document else ""
        base = ExportState.read(row.base)
        yield FilePair(
            f"{document}{name}",
            row.source_words,
            row.target_words,
            row.begins,
            heading_lost=base is not None and base.heading_lost,
        )
