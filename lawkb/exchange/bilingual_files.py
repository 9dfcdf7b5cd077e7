"""Read any bilingual file as a stream of pairs: XLIFF, TMX, or a table of both texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from lawkb.checks.bilingual_files import FilePair
from lawkb.errors import LawkbError
from lawkb.exchange.formats.rows import LONGEST_TEXT, BilingualRow
from lawkb.exchange.formats.table_reading import (
    ColumnNames,
    begins_like_zip,
    read_cells,
    read_csv,
    read_xlsx,
)
from lawkb.exchange.formats.xliff_reading import read_xliff
from lawkb.exchange.formats.xml_events import Event, read_events
from lawkb.model.language import language_codes

_LOOKED_AT = 512  # bytes read to detect the format
_SOURCE_NAMES = frozenset(("source", "original"))
_TARGET_NAMES = frozenset(("target", "translation"))
_DOCUMENT = re.compile(rb"<(?:[\w.-]+:)?file[\s>]")
_CHUNK = 2**20
_LONGEST_BEGIN = 64  # bytes read before the root element
_MOST_EVENTS = 2000  # events within which a file must name its languages
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")
_INLINE = {"bpt", "ept", "it", "ph", "ut", "sub"}  # TMX elements whose content is no text


@contextmanager
def open_pairs(path: Path, source: str, target: str) -> Iterator[Iterator[FilePair]]:
    """Open a file and yield an iterator of its pairs, in bounded memory.

    The format is detected by content.

    Args:
        path: XLIFF 1.2 or 2, TMX, XLSX, or text of comma-, semicolon- or tab-separated columns: id,
            original, translation, in this order or named ``id``, ``source``/``original`` and
            ``target``/``translation``, or by the tags of the languages.
        source: Tag of the original, ``en``; selects variants of a TMX file. Units without either
            language are skipped.
        target: Tag of the translation.

    Raises:
        LawkbError: Also while iterating: the file cannot be read, is of another format, or needs
            too much memory.
    """
    with _opened(path) as file:
        where = str(path)
        if _begins_like_xml(file):
            several = _holds_several(file)
            yield _xml_pairs(read_events(file, where), (where, source, target), several)
        else:
            yield _pairs(_table(file, where, _names((source,), (target,), required=False)))


def read_file_languages(path: Path) -> tuple[str, ...]:
    """Return the language tags that a file names, original first."""
    with _opened(path) as file:
        where = str(path)
        if not _begins_like_xml(file):
            names = [cell.strip() for cell in next(read_cells(file, where), ())]
            tags = [cell for cell in names if _TAG.fullmatch(cell) and cell.casefold() != "id"]
            known = [tag for tag in tags if _main(tag) in language_codes()]
            named = known if len(known) > 1 else tags
            has_ids = "id" in map(str.casefold, names)
            is_header = len(known) > 1 or (has_ids and len(named) > 1)
            return tuple(named) if is_header else ()
        events = read_events(file, where)
        first = _root(events, where, {"xliff", "tmx"})
        return _named_languages(chain((first,), islice(events, _MOST_EVENTS)))


def _named_languages(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the tags in the root, the header or the first unit of XLIFF or TMX."""
    found: dict[str, str] = {}
    for event in events:
        own = {} if event.kind == "text" else event.attributes
        if event.name == "xliff" and "srcLang" in own:
            return _known_tags(own["srcLang"], own.get("trgLang"))
        if event.name == "file" and "source-language" in own:
            return _known_tags(own["source-language"], own.get("target-language"))
        if event.name == "header" and own.get("srclang", "*all*") != "*all*":
            found[_main(own["srclang"])] = own["srclang"]
        elif event.name == "tuv" and own.get("lang"):
            found.setdefault(_main(own["lang"]), own["lang"])
        elif event.name == "tu" and event.kind == "end":
            break
    return tuple(found.values())


def _known_tags(*tags: str | None) -> tuple[str, ...]:
    return tuple(tag for tag in tags if tag)


@contextmanager
def open_rows(
    path: Path, sources: Iterable[str], targets: Iterable[str]
) -> Iterator[Iterator[BilingualRow]]:
    """Open a file returned by a translator and yield an iterator of its rows.

    Args:
        path: XLIFF 1.2 or 2, CSV or XLSX as ``lawkb export`` writes them.
        sources: Possible names of the column of the original.
        targets: Possible names of the column of the translation.

    Raises:
        LawkbError: As ``open_pairs``; also for TMX, which does not name the places of its texts.
    """
    with _opened(path) as file:
        where = str(path)
        if _begins_like_xml(file):
            events = read_events(file, where)
            begin = tuple(islice(events, 1))
            if begin and begin[0].name == "tmx":
                told = "a translation memory, which does not say where its texts stand"
                raise LawkbError(where, told, "send back XLIFF, CSV or XLSX")
            first = _root(chain(begin, events), where, {"xliff"})
            yield read_xliff(chain((first,), events), where)
        else:
            yield _table(file, where, _names(sources, targets, required=True))


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


def _begins_like_xml(file: BinaryIO) -> bool:
    begin = file.read(_LOOKED_AT)
    file.seek(0)
    plain = begin.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return plain.startswith(b"<")


def _names(sources: Iterable[str], targets: Iterable[str], *, required: bool) -> ColumnNames:
    small = (frozenset(tag.casefold() for tag in tags) for tags in (sources, targets))
    source, target = small
    return ColumnNames(source | _SOURCE_NAMES, target | _TARGET_NAMES, required)


def _table(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    return (read_xlsx if begins_like_zip(file) else read_csv)(file, where, names)


def _root(events: Iterator[Event], where: str, names: set[str]) -> Event:
    first = next(events, None)
    if first is None or first.name not in names:
        found = f"<{first.name[:40]}>" if first else "nothing"
        known = " or ".join(f"<{name}>" for name in sorted(names))
        raise LawkbError(where, f"XML that begins with {found}", f"it should be {known}")
    return first


def _holds_several(file: BinaryIO) -> bool:
    """Return whether an XLIFF file may have several documents with repeated ids."""
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


def _xml_pairs(
    events: Iterator[Event], asked: tuple[str, str, str], several: bool
) -> Iterator[FilePair]:
    where, _, target = asked
    first = _root(events, where, {"xliff", "tmx"})
    if first.name == "tmx":
        return _tmx_pairs(events, asked)
    return _pairs(_translated(read_xliff(chain((first,), events), where), target), several)


def _translated(rows: Iterable[BilingualRow], target: str) -> Iterator[BilingualRow]:
    """Yield the rows of documents in the target language, or in an unknown one."""
    main = _main(target)
    return (row for row in rows if _main(row.target_language) in ("", main))


def _main(tag: str) -> str:
    """Return the main language of a tag, ``en`` for ``en-GB``."""
    return re.split("[-_]", tag)[0].casefold()


def _pairs(rows: Iterable[BilingualRow], several: bool = False) -> Iterator[FilePair]:
    for row in rows:
        name = row.other_name if row.name.startswith("rule_") and row.other_name else row.name
        name = name or f"{row.line}"
        document = f"{row.document}#" if several and row.document else ""
        yield FilePair(f"{document}{name}", row.source_words, row.target_words, row.begins)


@dataclass(slots=True)
class _TmxUnit:
    name: str
    line: int
    texts: dict[str, str] = field(default_factory=dict)
    language: str = ""
    words: list[str] = field(default_factory=list)
    in_segment: bool = False
    in_code: int = 0
    size: int = 0


def _tmx_pairs(events: Iterable[Event], asked: tuple[str, str, str]) -> Iterator[FilePair]:
    where, source, target = asked
    unit: _TmxUnit | None = None
    count = 0
    for event in events:
        if event.kind == "start" and event.name == "tu":
            count += 1
            unit = _TmxUnit(event.attributes.get("tuid") or f"{count}", event.line)
        elif event.kind == "end" and event.name == "tu" and unit:
            ours, theirs = _variant(unit, source), _variant(unit, target)
            if ours is not None and theirs is not None:
                yield FilePair(unit.name, ours, theirs, unit.line)
            unit = None
        elif unit:
            unit.size += len(event.name) + 1
            if unit.size > LONGEST_TEXT:
                told = f"a unit of more than {LONGEST_TEXT} characters"
                raise LawkbError(f"{where}:{event.line}", told, "no law has such a text")
            _step(unit, event)


def _step(unit: _TmxUnit, event: Event) -> None:
    """Update a TMX unit by an event: its variants by language, the words of their segments."""
    if event.kind == "text":
        if unit.in_segment and not unit.in_code:
            unit.words.append(event.name)
    elif event.name == "tuv" and event.kind == "start":
        unit.language = event.attributes.get("lang", "").casefold()
    elif event.name == "seg":
        unit.in_segment = event.kind == "start"
        if event.kind == "end":
            unit.texts.setdefault(unit.language, "".join(unit.words))
        unit.words.clear()
    elif event.name in _INLINE:
        unit.in_code += 1 if event.kind == "start" else -1


def _variant(unit: _TmxUnit, language: str) -> str | None:
    """Return the text in a language or a region of it, ``el-GR`` for ``el``; None if none."""
    tag, main = language.casefold(), _main(language)
    regional = (text for own, text in unit.texts.items() if _main(own) == main)
    return unit.texts[tag] if tag in unit.texts else next(regional, None)
