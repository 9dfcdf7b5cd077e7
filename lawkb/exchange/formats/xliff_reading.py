"""Read XLIFF 1.2 and 2 of any program unit by unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lawkb.corpus.review_states import REVIEW_STATES, ReviewState
from lawkb.errors import LawkbError
from lawkb.exchange.formats import xliff12, xliff21
from lawkb.exchange.formats.rows import LONGEST_TEXT, BilingualRow
from lawkb.exchange.formats.xml_events import Event

_SKIPPED = {"alt-trans", "seg-source", "matches", "originalData", "changeTrack"}
_UNITS = {"trans-unit", "unit"}
_OF_TOOLS = {"bpt", "ept", "it", "ph", "sub"}  # elements of 1.2 whose content is no text


@dataclass(slots=True)
class _Unit:
    """A unit while it is read: texts with codes, and without."""

    event: Event
    document: tuple[str, str] = ("", "")
    shown: dict[str, list[str]] = field(default_factory=lambda: {"source": [], "target": []})
    words: dict[str, list[str]] = field(default_factory=lambda: {"source": [], "target": []})
    states: list[ReviewState] = field(default_factory=list)
    base: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    size: int = 0
    in_text: str = ""
    in_base: bool = False
    in_code: int = 0

    def row(self) -> BilingualRow:
        attributes = self.event.attributes
        return BilingualRow(
            name=attributes.get("id", ""),
            other_name=attributes.get("name") or attributes.get("resname") or "",
            source="".join(self.shown["source"]),
            target="".join(self.shown["target"]),
            source_words="".join(self.words["source"]),
            target_words="".join(self.words["target"]),
            state=min(self.states, key=REVIEW_STATES.index, default=""),
            base="".join(self.base),
            line=self.event.line,
            document=self.document[0],
            target_language=self.document[1],
            begins=self.event.line,
        )

    def grow(self, event: Event, where: str) -> None:
        """Count the size of an event, tags included, to bound a unit."""
        self.size += len(event.name) + sum(map(len, event.attributes.values()))
        if self.size > LONGEST_TEXT:
            told = f"a text of more than {LONGEST_TEXT} characters"
            raise LawkbError(f"{where}:{self.event.line}", told, "no law has such a text")

    def add_code(self, shown: str) -> None:
        if self.in_text:
            self.shown[self.in_text].append(shown)

    def add_text(self, text: str) -> None:
        if self.in_base:
            self.base.append(text)
        elif self.in_text and not self.in_code:
            self.shown[self.in_text].append(text)
            self.words[self.in_text].append(text)


def read_xliff(events: Iterable[Event], where: str) -> Iterator[BilingualRow]:
    """Yield the units of an XLIFF file as rows, in order.

    Alternative translations, matches, notes and elements of other namespaces are skipped, segments
    joined, and units not to be translated left out.

    Raises:
        LawkbError: A text is too long.
    """
    unit: _Unit | None = None
    document = ("", "")
    for event in _of_xliff(events):
        if unit:
            unit.grow(event, where)
        if event.kind == "text":
            if unit:
                unit.add_text(event.name)
        elif event.name in _UNITS:
            if event.kind == "end" and unit and unit.event.attributes.get("translate") != "no":
                yield unit.row()
            unit = _Unit(event, document) if event.kind == "start" else None
        elif event.kind == "start":
            document = _document(event.attributes) if event.name == "file" else document
            if unit:
                _start(unit, event)
        elif unit:
            _end(unit, event)


def _of_xliff(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events of XLIFF elements."""
    skipped, own = 0, {xliff21.METADATA}
    for event in events:
        if event.kind == "text":
            if not skipped:
                yield event
            continue
        if event.name == "xliff":
            own.add(event.namespace)
        if skipped or event.name in _SKIPPED or event.namespace not in own:
            skipped += 1 if event.kind == "start" else -1
        else:
            yield event


def _document(attributes: dict[str, str]) -> tuple[str, str]:
    """Return the name of a document of the file, and its target language."""
    name = attributes.get("original") or attributes.get("id", "")
    return name, attributes.get("target-language", "")


def _start(unit: _Unit, event: Event) -> None:
    name, attributes = event.name, event.attributes
    if name in unit.shown:
        unit.in_text = name
    if name in ("target", "segment"):
        state = _state(attributes)
        unit.states.extend([state] if state else [])
    elif name == "context":
        unit.in_base = attributes.get("context-type") == xliff12.BASE
    elif name == "meta":
        unit.in_base = (
            event.namespace == xliff21.METADATA and attributes.get("type") == xliff21.BASE
        )
    elif name == "cp":
        unit.add_code(_character(attributes.get("hex", "")))
    elif name == "pc":
        unit.add_code(attributes.get("equivStart", ""))
        unit.closing.append(attributes.get("equivEnd", ""))
    elif unit.in_text and name not in unit.shown:
        unit.add_code(attributes.get("equiv-text") or attributes.get("equiv") or "")
        unit.in_code += name in _OF_TOOLS


def _end(unit: _Unit, event: Event) -> None:
    if event.name in unit.shown:
        unit.in_text = ""
        unit.in_code = 0
    elif event.name in ("context", "meta"):
        unit.in_base = False
    elif event.name == "pc" and unit.closing:
        unit.add_code(unit.closing.pop())
    elif unit.in_code and event.name in _OF_TOOLS:
        unit.in_code -= 1


def _state(attributes: dict[str, str]) -> ReviewState | None:
    """Return our review state for that of a target or segment; None when unknown."""
    ours = xliff21.SUB_STATES_READ.get(attributes.get("subState", ""))
    state = attributes.get("state", "")
    return ours or xliff12.STATES_READ.get(state) or xliff21.STATES_READ.get(state)


def _character(hexadecimal: str) -> str:
    try:
        return chr(int(hexadecimal, 16))
    except (ValueError, OverflowError):
        return ""
