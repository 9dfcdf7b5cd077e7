r"""Passages ⇄ Akoma Ntoso: text with notes and references, marks and links, tables.

Notes and references are elements at their places in the text. Emphasis and links may overlap
references, lists and one another, so they are standoff annotations in attributes:
``lk:marks="italic 12 17; bold 3 9"`` and ``lk:links="page 0 7 code:rule_07 part-b"``: kind, start
and end in code points of the text, then target and anchor. In these two, spaces, ``;``, ``\`` and
characters that XML does not allow are written ``\u0020``. A table is a ``table`` of ``tr``, whose
``th`` and ``td`` hold one ``p`` each.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import cast

from lxml import etree
from msgspec import Struct, field
from msgspec.structs import replace

from lawkb.akn.eids_and_iris import (
    FileContext,
    add,
    kind,
    lk,
    marks,
    put,
    put_marks,
    put_span,
    span,
)
from lawkb.model.passage import (
    Align,
    Cell,
    Form,
    Link,
    LinkKind,
    Mark,
    MarkKind,
    Note,
    Passage,
    Reference,
    RefStatus,
    Span,
    Table,
)

_PREFORMATTED = "preformatted"
_SEPARATOR = "; "
# Each of them fits into four hexadecimal digits.
_TO_ESCAPE = re.compile(r"[\\;\s\x00-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


def put_standoff(element: etree._Element, passage: Passage) -> None:
    """Set the attributes of a ``p`` or ``heading`` for emphasis, links and preformatted text."""
    for what in standoff_faults(passage):
        raise ValueError(what)
    put(element, "class", _PREFORMATTED if passage.preformatted else None)
    marks = (f"{mark.kind} {mark.start} {mark.end}" for mark in passage.marks)
    put(element, lk("marks"), _SEPARATOR.join(marks) or None)
    put(element, lk("links"), _SEPARATOR.join(map(_written, passage.links)) or None)


def read_marks(element: etree._Element) -> tuple[Mark, ...]:
    """Return the emphasis of a ``p`` or ``heading``, as ``put_standoff`` wrote it."""
    return tuple(
        Mark(cast(MarkKind, kind), int(start), int(end))
        for kind, start, end in _entries(element, "marks")
    )


def read_links(element: etree._Element) -> tuple[Link, ...]:
    """Return the links of a ``p`` or ``heading``, as ``put_standoff`` wrote them."""
    found = []
    for sort, start, end, *place in _entries(element, "links"):
        target, *anchor = (_ESCAPE.sub(lambda code: chr(int(code[1], 16)), each) for each in place)
        found.append(
            Link(int(start), int(end), cast(LinkKind, sort), target, anchor[0] if anchor else None)
        )
    return tuple(found)


def is_preformatted(element: etree._Element) -> bool:
    """Whether line ends and spaces of a ``p`` or ``heading`` are significant."""
    return element.get("class") == _PREFORMATTED


def standoff_faults(passage: Passage) -> Iterator[str]:
    """Yield a message for each span of emphasis or link that does not fit its passage."""
    size = len(passage.text)
    annotations: tuple[Mark | Link, ...] = (*passage.marks, *passage.links)
    for each in annotations:
        if not 0 <= each.start < each.end <= size:
            yield f"{each.kind} from {each.start} to {each.end} is no part of a text of {size}"
    for before, after in pairwise(passage.links):
        if after.start < before.end:
            yield f"the links at {before.start} and {after.start} overlap or are not in order"


def _written(link: Link) -> str:
    place = (link.target,) if link.anchor is None else (link.target, link.anchor)
    escaped = " ".join(
        _TO_ESCAPE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", each) for each in place
    )
    return f"{link.kind} {link.start} {link.end} {escaped}"


def _entries(element: etree._Element, name: str) -> Iterator[list[str]]:
    written = element.get(lk(name))
    if written is not None:
        yield from (entry.split(" ") for entry in written.split(_SEPARATOR))


_MOST_SPANNED = 999_999_999  # the profile allows no more


def write_table(element: etree._Element, table: Table, home: FileContext) -> None:
    """Write a table into an empty ``table`` element that has its eId."""
    eid = element.get("eId", "")
    if not table.rows:
        raise ValueError(f"a table without rows: {eid}")
    put_span(element, "lines", table.lines)
    for n, cells in enumerate(table.rows, 1):
        row = add(element, "tr", f"{eid}__tr_{n}")
        for m, cell in enumerate(cells, 1):
            name = "th" if cell.header else "td"
            _write_cell(add(row, name, f"{eid}__tr_{n}__{name}_{m}"), cell, home)
        if not cells:
            # Cells above span the whole row: the XSD requires a cell, and one without p is ignored.
            add(row, "td", f"{eid}__tr_{n}__td_1")


def read_table(element: etree._Element, home: FileContext) -> Table:
    """Read a table from a ``table`` element; the inverse of ``write_table``."""
    rows = (tuple(_read_cell(cell, home) for cell in row if len(cell)) for row in element)
    return Table(tuple(rows), span(element, "lines"))


def _write_cell(element: etree._Element, cell: Cell, home: FileContext) -> None:
    for name, number in (("colspan", cell.columns), ("rowspan", cell.rows)):
        if not 1 <= number <= _MOST_SPANNED:
            raise ValueError(f"{element.get('eId')} has a {name} of {number}")
        put(element, name, str(number) if number > 1 else None)
    put(element, lk("align"), cell.align)
    p = add(element, "p", f"{element.get('eId')}__p_1")
    if cell.passage:
        write_passage(p, cell.passage, home)


def _read_cell(element: etree._Element, home: FileContext) -> Cell:
    p = element[0]
    empty = not p.text and not len(p)
    return Cell(
        passage=None if empty else read_passage(p, home),
        header=kind(element) == "th",
        columns=int(element.get("colspan", "1")),
        rows=int(element.get("rowspan", "1")),
        align=cast(Align | None, element.get(lk("align"))),
    )


_Step = Callable[[etree._Element], etree._Element]
# The order of events at the same place of the text.
_CLOSE_REF, _CLOSE_LIST, _NOTE, _OPEN_LIST, _OPEN_REF = range(5)
# The attributes for target and end of the range, by element.
_LINKS = {"ref": ("href", "upTo"), "rref": ("from", "upTo"), "inline": ("href", lk("upto"))}


def write_passage(element: etree._Element, passage: Passage, home: FileContext) -> None:
    """Write a passage into an empty ``p`` or ``heading`` element that has its eId."""
    if not passage.text:
        raise ValueError(f"an empty passage in {element.get('eId')}")
    put_span(element, "lines", passage.lines)
    put_standoff(element, passage)
    _PassageWriter(element, passage, home).write()


def read_passage(element: etree._Element, home: FileContext) -> Passage:
    """Read the passage of a ``p`` or ``heading``; the inverse of ``write_passage``."""
    found = _PassageReader(home)
    found.take(element)
    text = found.text
    if not text:
        raise home.fault(element, f"<{kind(element)}> holds no text")
    passage = Passage(
        text=text,
        notes=tuple(found.notes),
        references=tuple(found.references),
        lines=span(element, "lines"),
        marks=read_marks(element),
        links=read_links(element),
        preformatted=is_preformatted(element),
    )
    for what in standoff_faults(passage):
        raise home.fault(element, what)
    return passage


class _PassageWriter(Struct):
    """A writer of one element, which opens and closes child elements along the text."""

    element: etree._Element
    passage: Passage
    home: FileContext
    ids: Counter[str] = field(default_factory=Counter)

    def write(self) -> None:
        text, at, place = self.passage.text, 0, self.element
        if not self.passage.references and not self.passage.notes:
            place.text = text  # as in most passages
            return
        for position, _, step in sorted(self._steps(), key=lambda entry: entry[:2]):
            if not at <= position <= len(text):
                raise ValueError(
                    f"{position} is not an offset in the text of {self.element.get('eId')}"
                )
            _append(place, text[at:position])
            at, place = position, step(place)
        _append(place, text[at:])

    def _steps(self) -> Iterator[tuple[int, int, _Step]]:
        _check_order(self.passage)
        lists = list_spans(self.passage)
        for start, end in lists:
            yield start, _OPEN_LIST, partial(self._open, "mref")
            yield end, _CLOSE_LIST, _close
        for note in self.passage.notes:
            yield note.at, _NOTE, partial(self._note, note)
        for ref in self.passage.references:
            alone = replace(ref, within=None) if ref.within in lists else ref
            yield ref.start, _OPEN_REF, partial(self._reference, alone)
            yield ref.end, _CLOSE_REF, _close

    def _open(self, name: str, place: etree._Element) -> etree._Element:
        self.ids[name] += 1
        return add(place, name, f"{self.element.get('eId')}__{name}_{self.ids[name]}")

    def _reference(self, reference: Reference, place: etree._Element) -> etree._Element:
        element = self._open(_element_of(reference), place)
        if kind(element) == "inline":
            element.set("name", "reference")
        for name, address in zip(
            _LINKS[kind(element)], (reference.target, reference.upto), strict=True
        ):
            if address is not None:
                element.set(name, self.home.href(address, reference.edition))
        _put_own(element, reference, self.home)
        return element

    def _note(self, note: Note, place: etree._Element) -> etree._Element:
        element = self._open("authorialNote", place)
        put(element, "marker", note.marker)
        put(element, "placement", "bottom")
        put_marks(element, inferred=note.inferred, lost=note.lost)
        put_span(element, "lines", note.lines)
        p = add(element, "p", f"{element.get('eId')}__p_1")
        _PassageWriter(p, Passage(note.text, (), note.references), self.home).write()
        return place


class _PassageReader(Struct):
    """A reader of one element, with the words, footnotes and references read so far."""

    home: FileContext
    words: list[str] = field(default_factory=list)
    size: int = 0
    notes: list[Note] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return all words read so far."""
        return "".join(self.words)

    def take(self, element: etree._Element) -> None:
        """Read an element with its children."""
        self._add(element.text or "")
        for child in element:
            start, before, first = self.size, len(self.references), len(self.words)
            if kind(child) == "authorialNote":
                self.notes.append(_read_note(child, start, self.home))
            else:
                self.take(child)
                here, raw = (start, self.size), "".join(self.words[first:])
                self.references[before:] = self._closed(child, here, raw, self.references[before:])
            self._add(child.tail or "")

    def _closed(
        self, element: etree._Element, here: Span, raw: str, inside: list[Reference]
    ) -> list[Reference]:
        if kind(element) == "mref":
            return [replace(reference, within=here) for reference in inside]
        if not raw:
            raise self.home.fault(element, "a reference without words")
        return [_read_reference(element, here, raw, self.home)]

    def _add(self, words: str) -> None:
        self.words.append(words)
        self.size += len(words)


def list_spans(passage: Passage) -> frozenset[Span]:
    """Return the spans of the lists of references that can be written as ``mref`` elements.

    A list is left out if a reference of another list is inside it, a member is outside its span, or
    it overlaps another list: then each of its references has an attribute ``within`` instead.
    """
    spans: list[Span] = []
    starts = [ref.start for ref in passage.references]
    ends = [ref.end for ref in passage.references]
    lists = defaultdict[Span, list[Reference]](list)
    for reference in passage.references:
        if reference.within:
            lists[reference.within].append(reference)
    for within, members in lists.items():
        start, end = within
        touched = passage.references[bisect_right(ends, start) : bisect_left(starts, end)]
        fits = touched == tuple(members) and start <= members[0].start and members[-1].end <= end
        # Lists that fit are in the order of their members.
        is_separate = not spans or spans[-1][1] <= start
        if fits and is_separate and start >= 0 and end <= len(passage.text):
            spans.append(within)
    return frozenset(spans)


def _check_order(passage: Passage) -> None:
    at = 0
    for reference in passage.references:
        if not at <= reference.start < reference.end:
            raise ValueError(f"reference {reference.raw!r} is empty or not in order")
        at = reference.end
    places = [note.at for note in passage.notes]
    if places != sorted(places):
        raise ValueError(f"notes are not in order: {places}")


def _append(place: etree._Element, words: str) -> None:
    # Not len(place): libxml2 would count all elements.
    last = next(place.iterchildren(reversed=True), None)
    if last is not None:
        last.tail = (last.tail or "") + words
    else:
        place.text = (place.text or "") + words


def _close(place: etree._Element) -> etree._Element:
    parent = place.getparent()
    if parent is None:
        raise ValueError("references and lists overlap")
    return parent


def _element_of(reference: Reference) -> str:
    """Return the element name for a reference: ``inline`` without a target, which ``ref`` needs."""
    if reference.target is None:
        return "ref" if reference.url else "inline"
    return "ref" if reference.upto is None else "rref"


def _put_own(element: etree._Element, reference: Reference, home: FileContext) -> None:
    put(element, lk("form"), reference.form)
    put(element, lk("status"), reference.status)
    put(element, lk("edition"), reference.edition)
    put_marks(element, candidates=tuple(map(home.outline.scheme.eid, reference.candidates)))
    put(element, lk("folded"), reference.folded)
    if reference.linked:
        put(element, lk("linked"), home.href(reference.linked, reference.linked_edition))
    put(element, lk("linked-edition"), reference.linked_edition)
    if reference.subparagraph is not None:
        put(element, lk("subparagraph"), str(reference.subparagraph))
    put(element, lk("division"), reference.division)
    put(element, lk("act"), reference.act)
    if reference.url:
        put(element, "href", reference.url)
    put_span(element, "within", reference.within)


def _read_reference(element: etree._Element, here: Span, raw: str, home: FileContext) -> Reference:
    edition, linked_edition = element.get(lk("edition")), element.get(lk("linked-edition"))
    linked, subparagraph = lk("linked"), element.get(lk("subparagraph"))
    act = element.get(lk("act"))
    target, upto = (
        home.address_of_href(element, name, edition)
        if act is None and name in element.attrib
        else None
        for name in _LINKS[kind(element)]
    )
    eids = marks(element, "candidates")
    return Reference(
        start=here[0],
        end=here[1],
        raw=raw,
        form=cast(Form, element.get(lk("form"))),
        target=target,
        upto=upto,
        edition=edition,
        status=cast(RefStatus, element.get(lk("status"))),
        candidates=tuple(home.address_of_eid(element, eid) for eid in eids),
        folded=element.get(lk("folded")),
        within=span(element, "within"),
        linked=home.address_of_href(element, linked, linked_edition)
        if linked in element.attrib
        else None,
        linked_edition=linked_edition,
        subparagraph=None if subparagraph is None else int(subparagraph),
        division=element.get(lk("division")),
        act=act,
        url=None if act is None else element.get("href"),
    )


def _read_note(element: etree._Element, at: int, home: FileContext) -> Note:
    found = _PassageReader(home)
    found.take(element[0])
    return Note(
        at=at,
        marker=element.get("marker", ""),
        text=found.text,
        references=tuple(found.references),
        inferred=marks(element, "inferred"),
        lost=marks(element, "lost"),
        lines=span(element, "lines"),
    )
