"""Findings as they are shown: the gravest and surest first, the words they point to marked."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from tempfile import SpooledTemporaryFile

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding
from lawkb.model.law import Provision
from lawkb.model.passage import Passage, Span, Table

_SPOOLED = 2**22  # bytes of findings in memory
_CELL = "|"  # as long as the line end it replaces, since spans are offsets
_CONTEXT = 160  # code points of context around marked words

# Words of a text, and whether a finding points to them; long words without a mark are shortened
# with ``…``.
MarkedPiece = tuple[str, bool]
MarkedText = tuple[MarkedPiece, ...]


class FindingGroup(Struct, frozen=True):
    """Findings on one provision, on one pair of texts, or on a whole code or file."""

    findings: tuple[Finding, ...]  # The findings, at least one.
    # Language tag and text of both sides of a pair of a bilingual file; else empty.
    texts: tuple[tuple[str, str], ...] = ()


def groups_by_place(findings: Iterable[Finding]) -> Iterator[FindingGroup]:
    """Yield findings by provision or pair; those on the same one must be next to each other."""
    for _, found in groupby(findings, key=lambda each: (each.edition, each.place)):
        yield FindingGroup(tuple(found))


def ranked_groups(groups: Iterable[FindingGroup]) -> Iterator[FindingGroup]:
    """Yield groups by their gravest finding: by severity, then the surest first.

    Equal groups keep their order, as do equal findings of a group. Findings that an editor has
    accepted come last. Groups that do not fit into memory are buffered in a file.
    """
    with SpooledTemporaryFile(_SPOOLED) as file:
        places = []
        for group in groups:
            ranked = replace(group, findings=tuple(sorted(group.findings, key=_rank)))
            places.append((*_rank(ranked.findings[0]), file.tell()))
            pickle.dump(ranked, file, pickle.HIGHEST_PROTOCOL)
        for *_, at in sorted(places):
            file.seek(at)
            yield pickle.load(file)


def ranked(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings as ``lawkb check`` prints them, those on one place next to each other."""
    groups = ranked_groups(groups_by_place(findings))
    return tuple(each for group in groups for each in group.findings)


def _rank(finding: Finding) -> tuple[bool, int, int]:
    # In per cent, as it is printed: what looks equally sure stays in the order of the texts.
    sure = round(100 * finding.confidence)
    return finding.waived, SEVERITIES.index(finding.severity), -sure


# ---- the texts, with marks


def marked_texts(findings: Sequence[Finding], code: Code) -> tuple[tuple[str, MarkedText], ...]:
    """Return tag and text of a provision in each of its languages, words of findings marked.

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
    shown: list[tuple[str, MarkedText]] = []
    for language in code.languages_of(first.edition, first.address.law):
        provision = code.provision(first.edition, language, first.address)
        if provision and provision.text:
            spans = [s.span for f in findings for s in f.stretches if s.language == language]
            shown.append((language, tuple(marked_pieces(_rows(provision), spans))))
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
            yield _shortened(text[at:start], at == 0, False), False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield _shortened(text[at:], not joined, True), False


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
