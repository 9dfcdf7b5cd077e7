"""XML of translation programs: read untrusted files as events, write texts with inline codes.

Reading needs bounded memory and expands no entities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import IO, Literal
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from lxml import etree

from lawkb.align.translation_units import InlineCode, split_at_codes
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import LONGEST_TEXT

_CHUNK = 2**16  # bytes read at a time
_LONGEST_TOKEN = 2**20  # bytes, the longest tag or comment
_DEEPEST = 200
_BETWEEN = "\n"  # separator of namespace and name; neither can have one


@dataclass(frozen=True, slots=True)
class Event:
    """The start or end of an XML element, or a text."""

    kind: Literal["start", "end", "text"]  # Which of these it is.
    name: str  # Name of the element without its namespace; for a text, the text.
    namespace: str  # Namespace of the element; empty for a text.
    # By name; without those of other namespaces, except `xml:lang` as `lang` and `xml:space` as
    # `space`.
    attributes: dict[str, str]
    line: int  # Line of the file, from 1.


@dataclass(slots=True)
class _Reader:
    where: str
    parser: expat.XMLParserType
    events: list[Event] = field(default_factory=list)
    depth: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(f"elements in elements, more than {_DEEPEST}")
        namespace, _, local = name.rpartition(_BETWEEN)
        own = {key: value for key, value in attributes.items() if _BETWEEN not in key}
        xml = {
            key.rpartition(_BETWEEN)[2]: value
            for key, value in attributes.items()
            if key.startswith("http://www.w3.org/XML/1998/namespace")
        }
        self._add("start", local, namespace, own | xml)

    def end(self, name: str) -> None:
        self.depth -= 1
        namespace, _, local = name.rpartition(_BETWEEN)
        self._add("end", local, namespace, {})

    def text(self, text: str) -> None:
        self._add("text", text, "", {})

    def entity(self, name: str, *_: object) -> None:
        raise self.error(f"it declares the entity {name!r}")

    def error(self, what: str) -> LawkbError:
        where = f"{self.where}:{self.parser.CurrentLineNumber}"
        return LawkbError(where, what, "name a file that a translation tool has written")

    def _add(
        self,
        kind: Literal["start", "end", "text"],
        name: str,
        namespace: str,
        attributes: dict[str, str],
    ) -> None:
        line = self.parser.CurrentLineNumber
        self.events.append(Event(kind, name, namespace, attributes, line))


def read_events(file: IO[bytes], where: str) -> Iterator[Event]:
    """Yield the elements and texts of an XML file, in bounded memory.

    Only the five entities of XML are expanded, none may be declared, and no other file is read.

    Raises:
        LawkbError: It is not XML, declares entities, is nested more than 200 levels deep, or has a
            tag or a comment of more than a mebibyte.
    """
    parser = expat.ParserCreate(namespace_separator=_BETWEEN)
    reader = _Reader(where, parser)
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    for _ in _fed(reader, file):
        yield from reader.events
        reader.events.clear()


def read_element(
    start: Event,
    events: Iterator[Event],
    where: str,
    skip: Callable[[Event], bool] = lambda _event: False,
) -> Element:
    """Return an element as a tree, with names without namespaces.

    Args:
        start: The start of the element, already taken from ``events``.
        events: What follows; it is read up to the end of the element.
        skip: Returns whether the element that an event starts is left out.
    """
    builder, depth, skipped, size = TreeBuilder(), 0, 0, 0
    for event in chain((start,), events):
        if event.kind == "text":
            if not skipped:
                builder.data(event.name)
        elif skipped or skip(event):
            skipped += 1 if event.kind == "start" else -1
            continue
        elif event.kind == "start":
            builder.start(event.name, event.attributes)
            depth += 1
        else:
            builder.end(event.name)
            depth -= 1
        size += 0 if skipped else len(event.name) + sum(map(len, event.attributes.values())) + 1
        if size > LONGEST_TEXT:
            told = f"a text of more than {LONGEST_TEXT} characters"
            raise LawkbError(
                f"{where}:{start.line}", told, "no law has a text like this; name another file"
            )
        if not depth:
            break
    return builder.close()


def walk_elements(
    file: IO[bytes],
    where: str,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    text: Callable[[str], None],
) -> None:
    """Call functions for the elements and texts of an XML file; names have their prefixes."""
    reader = _Reader(where, expat.ParserCreate())
    reader.parser.StartElementHandler = start
    reader.parser.EndElementHandler = end
    reader.parser.CharacterDataHandler = text
    for _ in _fed(reader, file):
        pass


def _fed(reader: _Reader, file: IO[bytes]) -> Iterator[None]:
    """Feed a file to a parser, one chunk for each step of the iterator."""
    parser = reader.parser
    parser.EntityDeclHandler = reader.entity
    read = 0
    while True:
        chunk = file.read(_CHUNK)
        read += len(chunk)
        try:
            parser.Parse(chunk, not chunk)
        except (expat.ExpatError, ValueError, LookupError) as error:
            told = " ".join(f"{error}".split())
            hint = "save it again in the tool it comes from"
            raise LawkbError(reader.where, f"not XML: {told}", hint) from error
        yield
        if not chunk:
            return
        if read - max(parser.CurrentByteIndex, 0) > _LONGEST_TOKEN + _CHUNK:
            raise reader.error("a tag or a comment without an end")


def put_text(
    element: etree._Element,
    text: str,
    codes: tuple[InlineCode, ...],
    write: Callable[[InlineCode, int], etree._Element],
) -> None:
    """Fill an empty XML element with a text, in which inline codes become elements.

    Args:
        write: Returns the element of a code, given the code and its index.
    """
    pieces = split_at_codes(text, [code.token for code in codes]) or (text,)
    element.text = pieces[0]
    for place, (code, words) in enumerate(zip(codes, pieces[1:], strict=True)):
        inline = write(code, place)
        inline.tail = words
        element.append(inline)
