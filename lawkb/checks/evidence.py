"""The texts of a provision with the words marked that its findings point at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Provision
from lawkb.model.passage import Passage, Span, Table

_CELL = "|"  # as long as the line end that it stands for: spans are offsets
_CONTEXT = 160  # code points of text shown before and behind what is marked


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text.

    Attributes:
        words: The text; where some of it is left out, an ellipsis stands for that.
        marked: Whether a finding points at it.
    """

    words: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A text that findings point at.

    Attributes:
        language: Its tag.
        pieces: Its pieces in order.
    """

    language: str
    pieces: tuple[Piece, ...]


def exhibits(findings: Sequence[Finding], code: Code) -> tuple[Exhibit, ...]:
    """The text of a provision in every language it is held in.

    Args:
        findings: Of one provision.
        code: The laws.

    Returns:
        In the order of the outline's expressions; nothing where no finding points at words.
    """
    if not findings or not any(each.stretches for each in findings):
        return ()
    first = findings[0]
    if first.address is None:
        return ()
    shown = []
    for language in code.languages_of(first.edition, first.address.law):
        provision = code.provision(first.edition, language, first.address)
        if provision and provision.text:
            spans = [s.span for f in findings for s in f.stretches if s.language == language]
            shown.append(Exhibit(language, tuple(marked_pieces(_rows(provision), spans))))
    return tuple(shown)


def quote_alone(finding: Finding) -> str:
    """The words at fault where no text shows them marked, those of a heading; else empty."""
    told = finding.stretches or finding.quote in finding.message
    return "" if told else finding.quote


def marked_pieces(text: str, spans: Sequence[Span]) -> Iterator[Piece]:
    """A text with spans marked; long stretches without one are shortened.

    Args:
        text: The text.
        spans: Code points of it, in any order; those that overlap or touch are made one.
    """
    joined = list(_joined(spans, len(text)))
    at = 0
    for start, end in joined:
        if at < start:
            yield Piece(_shortened(text[at:start], at == 0, False))
        yield Piece(text[start:end], True)
        at = end
    if at < len(text):
        yield Piece(_shortened(text[at:], not joined, True))


def _rows(provision: Provision) -> str:
    """The own text of a provision; a stroke parts the cells of a row, where a line end would be."""
    parts = []
    for item in provision.body:
        if isinstance(item, Passage):
            parts.append(item.text)
        elif isinstance(item, Table):
            rows = ([cell.passage.text for cell in row if cell.passage] for row in item.rows)
            parts += [_CELL.join(row) for row in rows if row]
    return "\n".join(parts)


def _joined(spans: Sequence[Span], size: int) -> Iterator[Span]:
    """Spans in order, those that touch made one."""
    waiting: Span | None = None
    for start, end in sorted((max(0, a), min(size, b)) for a, b in spans):
        if start >= end:
            continue
        if waiting and start <= waiting[1]:
            waiting = (waiting[0], max(waiting[1], end))
            continue
        if waiting:
            yield waiting
        waiting = (start, end)
    if waiting:
        yield waiting


def _shortened(text: str, first: bool, last: bool) -> str:
    if len(text) <= 2 * _CONTEXT:
        return text
    if first and last:
        return f"{text[: 2 * _CONTEXT]}…"
    if first:
        return f"…{text[-_CONTEXT:]}"
    if last:
        return f"{text[:_CONTEXT]}…"
    return f"{text[:_CONTEXT]} … {text[-_CONTEXT:]}"
