"""Passages ⇄ mixed content: text with notes and references at their places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from lxml import etree

from lawkb.akn.names import Home, add, kind, lk, marks, put, put_marks, put_span, span
from lawkb.akn.standoff import (
    is_preformatted,
    put_standoff,
    read_links,
    read_marks,
    standoff_faults,
)
from lawkb.model.passage import Form, Note, Passage, Reference, RefStatus, Span

_Step = Callable[[etree._Element], etree._Element]
# What comes first where several things meet at one place of the text.
_CLOSE_REF, _CLOSE_LIST, _NOTE, _OPEN_LIST, _OPEN_REF = range(5)
# The attributes that hold target and end of the range, by element.
_LINKS = {"ref": ("href", "upTo"), "rref": ("from", "upTo"), "inline": ("href", lk("upto"))}


def write_passage(element: etree._Element, passage: Passage, home: Home) -> None:
    """Fill a ``p`` or ``heading`` that has its eId with a passage.

    Raises:
        ValueError: Notes, references, marks or links do not fit the text; a fault of the program
            that made them.
    """
    if not passage.text:
        raise ValueError(f"an empty passage in {element.get('eId')}")
    put_span(element, "lines", passage.lines)
    put_standoff(element, passage)
    _Pen(element, passage, home).write()


def read_passage(element: etree._Element, home: Home) -> Passage:
    """The passage of a ``p`` or ``heading``; the inverse of ``write_passage``.

    Raises:
        LawkbError: It holds no text, marks or links outside it, or a reference to no provision.
    """
    found = _Found(home)
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


@dataclass(slots=True)
class _Pen:
    """Writes one element: walks along the text, opening and closing elements on the way."""

    element: etree._Element
    passage: Passage
    home: Home
    ids: Counter[str] = field(default_factory=Counter)

    def write(self) -> None:
        text, at, place = self.passage.text, 0, self.element
        if not self.passage.references and not self.passage.notes:
            place.text = text  # most passages are that plain
            return
        for position, _, step in sorted(self._steps(), key=lambda entry: entry[:2]):
            if not at <= position <= len(text):
                raise ValueError(f"{position} is no place in the text of {self.element.get('eId')}")
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
        if reference.target is None:
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
        _Pen(p, Passage(note.text, (), note.references), self.home).write()
        return place


@dataclass(slots=True)
class _Found:
    """What has been read of one element so far."""

    home: Home
    words: list[str] = field(default_factory=list)
    size: int = 0
    notes: list[Note] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All words read so far."""
        return "".join(self.words)

    def take(self, element: etree._Element) -> None:
        """Read an element and all in it."""
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
    """The lists of references that can be written as ``mref``.

    A list is left out, and its span kept on each member, when it is not a plain stretch of the
    text: when a reference of another list lies in it, a member outside, or two lists overlap.

    Args:
        passage: Its references are in order and do not overlap.
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
        apart = not spans or spans[-1][1] <= start
        if fits and apart and start >= 0 and end <= len(passage.text):
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
    # Not len(place): libxml2 counts the elements one by one.
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
    """A reference without a target has no link, so it cannot be a ``ref``: the XSD asks for one."""
    if reference.target is None:
        return "inline"
    return "ref" if reference.upto is None else "rref"


def _put_own(element: etree._Element, reference: Reference, home: Home) -> None:
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
    put_span(element, "within", reference.within)


def _read_reference(element: etree._Element, here: Span, raw: str, home: Home) -> Reference:
    edition, linked_edition = element.get(lk("edition")), element.get(lk("linked-edition"))
    linked, subparagraph = lk("linked"), element.get(lk("subparagraph"))
    target, upto = (
        home.address_of_href(element, name, edition) if name in element.attrib else None
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
    )


def _read_note(element: etree._Element, at: int, home: Home) -> Note:
    found = _Found(home)
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
