"""The texts of a provision, with the words marked that findings point to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Provision
from lawkb.model.passage import Passage, Span, Table

_CELL = "|"  # as long as the line end it replaces, since spans are offsets
_CONTEXT = 160  # code points of context around marked words


@dataclass(frozen=True, slots=True)
class MarkedPiece:
    """A part of a text, either marked or not."""

    words: str  # the text; a long part without a mark is shortened with ``…``
    marked: bool = False  # whether a finding points to these words


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The text of a provision in one language, with marked words."""

    language: str  # tag of the language, ``el``
    pieces: tuple[MarkedPiece, ...]  # the parts of the text in order, marked and not marked


def marked_texts(findings: Sequence[Finding], code: Code) -> tuple[MarkedText, ...]:
    """Return the text of a provision in each of its languages, with the words of findings marked.

    Args:
        findings: Findings on one provision.
        code: The code that has the provision.

    Returns:
        Texts in the order in which the corpus lists its languages. Empty when no finding points to
        words, or the first finding has no address.
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
            shown.append(MarkedText(language, tuple(marked_pieces(_rows(provision), spans))))
    return tuple(shown)


def unmarked_quote(finding: Finding) -> str:
    """Return the words at fault if neither a marked text nor the message shows them, else "".

    Words of a heading are never marked.
    """
    told = finding.stretches or finding.quote in finding.message
    return "" if told else finding.quote


def marked_pieces(text: str, spans: Sequence[Span]) -> Iterator[MarkedPiece]:
    """Yield a text in parts, alternately with and without a mark.

    Args:
        text: The text.
        spans: Code points of ``text`` to mark, in any order; overlapping or touching spans are
            joined. Long parts between them are shortened with ``…``.
    """
    joined = _joined(spans, len(text))
    at = 0
    for start, end in joined:
        if at < start:
            yield MarkedPiece(_shortened(text[at:start], at == 0, False))
        yield MarkedPiece(text[start:end], True)
        at = end
    if at < len(text):
        yield MarkedPiece(_shortened(text[at:], not joined, True))


def _rows(provision: Provision) -> str:
    """Return the text of a provision itself, with ``|`` between the cells of a table row."""
    parts = []
    for item in provision.body:
        if isinstance(item, Passage):
            parts.append(item.text)
        elif isinstance(item, Table):
            rows = ([cell.passage.text for cell in row if cell.passage] for row in item.rows)
            parts += [_CELL.join(row) for row in rows if row]
    return "\n".join(parts)


def _joined(spans: Sequence[Span], size: int) -> list[Span]:
    """Return spans sorted and cut to the size of the text; overlapping or touching ones are one."""
    found: list[Span] = []
    for start, end in sorted((max(0, a), min(size, b)) for a, b in spans):
        if found and start < end and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        elif start < end:
            found.append((start, end))
    return found


def _shortened(text: str, first: bool, last: bool) -> str:
    if len(text) <= 2 * _CONTEXT:
        return text
    if last:
        return f"{text[: 2 * _CONTEXT if first else _CONTEXT]}…"
    return f"…{text[-_CONTEXT:]}" if first else f"{text[:_CONTEXT]} … {text[-_CONTEXT:]}"
