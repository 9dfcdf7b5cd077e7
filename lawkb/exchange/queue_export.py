"""The queue of a translator as a file: the texts that have open findings, each with its findings.

Such a file comes back through the same import as any other export.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lawkb.align.translation_units import InlineCode as InlineCode
from lawkb.align.translation_units import without_inline_codes
from lawkb.corpus.glossary import Glossary
from lawkb.editorial.translation_progress import (
    Reviews,
    Translation,
)
from lawkb.errors import LawkbError
from lawkb.exchange.translation_export import ExportedText, Remark, TranslationExport, export_texts
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.finding import AddressText, Finding, Message

# Rules about texts that are no paragraphs: which parts of a provision they are about.
_PARTS = {"title-lost": "heading", "heading-lost": "heading", "note-parity": "note"}


@dataclass(frozen=True, slots=True)
class Queue:
    """The texts that have open findings, for a translator."""

    # These texts, each with its findings and the comments of readers as remarks; the findings
    # without a text are remarks of the whole export.
    export: TranslationExport
    findings: tuple[Finding, ...]  # The open findings on the translation and its original.
    # Those of the findings that are about no text, such as one on a whole code.
    without_text: tuple[Finding, ...]


def queue_of(code: Code, of: Translation, findings: Iterable[Finding], reviews: Reviews) -> Queue:
    """Return the texts of a translation that have an open finding, in document order.

    A finding on a whole law or code is with each text that it names: that of a lost heading with
    the headings, that of a term with the provisions that have it.
    """
    here = [each for each in findings if _is_open(each, of)]
    laws = {place.law for each in here for place in (each.address, *_named(each)) if place}
    wanted = tuple(Address((number,)) for number in sorted(laws))
    empty = TranslationExport(code.outline.id, of, ())
    whole = export_texts(code, of, wanted, reviews) if wanted else empty
    by_place: dict[Address, list[ExportedText]] = {}
    by_law: dict[Ordinal, list[ExportedText]] = {}
    for unit in whole.units:
        by_place.setdefault(unit.address, []).append(unit)
        by_law.setdefault(unit.address.law, []).append(unit)
    found: dict[str, list[Finding]] = {}
    without = []
    for finding in here:
        names = {unit.name for unit in _texts_of(finding, by_place, by_law)}
        if not names:
            without.append(finding)
        for name in names:
            found.setdefault(name, []).append(finding)
    remarks = tuple(Remark("finding", _finding_text(each, of)) for each in without)
    comments = {
        address: tuple(each for unit in units for each in unit.remarks if each.kind == "comment")
        for address, units in by_place.items()
    }
    export = replace(whole, units=tuple(_queued(whole, of, found, comments)), remarks=remarks)
    return Queue(export, tuple(here), tuple(without))


def export_queue(
    code: Code, of: Translation, findings: Iterable[Finding], reviews: Reviews, form: str
) -> bytes:
    """Return the texts that have an open finding as a file."""
    return write_texts(queue_of(code, of, findings, reviews).export, form)


def write_texts(export: TranslationExport, form: str) -> bytes:
    """Return exported texts as a file.

    Args:
        form: Name of a format: ``xliff`` (2.1), ``xliff12``, ``csv`` or ``xlsx``.
    """
    # Not above: few commands need the writers of workbooks, which take long to load.
    from lawkb.exchange.formats.all_formats import WRITERS

    if form not in WRITERS:
        raise LawkbError(form, "there is no such format", f"one of: {', '.join(WRITERS)}")
    return WRITERS[form](export)


def write_terms(code: Code, glossary: Glossary, language: str, form: str) -> bytes:
    """Return the glossary in a language as a file."""
    from lawkb.exchange.formats.tbx import tbx2, tbx3, term_base

    return {"tbx": tbx3, "tbx2": tbx2}[form](term_base(code, glossary, language))


def _finding_text(finding: Finding, of: Translation) -> str:
    """Return a finding for a translator: what is found, the words, the evidence, what to do.

    Each is a line. The language is named if it is not that of the translation.
    """
    where = "" if finding.language == of.target else f" ({finding.language})"
    lines = [f"{finding.severity} {finding.rule}{where}: {finding.message}"]
    if finding.quote and finding.quote not in finding.message:
        lines.append(f"words: «{finding.quote}»")
    lines += [f"evidence: {each}" for each in finding.evidence]
    lines += [f"hint: {finding.hint}"] if finding.hint else []
    return "\n".join(lines)


def _is_open(finding: Finding, of: Translation) -> bool:
    languages = (of.source, of.target)
    return not finding.waived and finding.edition == of.edition and finding.language in languages


def _queued(
    whole: TranslationExport,
    of: Translation,
    found: dict[str, list[Finding]],
    comments: dict[Address, tuple[Remark, ...]],
) -> Iterator[ExportedText]:
    """Yield only the texts that have findings, and these as remarks."""
    for unit in whole.units:
        if unit.name in found:
            told = (Remark("finding", _finding_text(each, of)) for each in found[unit.name])
            # Those of a provision are with the first of its texts here.
            yield replace(unit, remarks=(*comments.pop(unit.address, ()), *told))


def _texts_of(
    finding: Finding,
    by_place: dict[Address, list[ExportedText]],
    by_law: dict[Ordinal, list[ExportedText]],
) -> Sequence[ExportedText]:
    """Return the texts that a finding is about; empty if there is none."""
    at = finding.address
    named = [unit for place in _named(finding) for unit in by_place.get(place, ())]
    own = by_place.get(at, []) if at else []
    if at and (part := _PARTS.get(finding.rule)):
        inside = [unit for unit in by_law.get(at.law, ()) if at.holds(unit.address)]
        for texts in (named, own, inside):
            if fitting := [unit for unit in texts if unit.part.startswith(part)]:
                return fitting
    if own:
        return [_text_of(finding, own)]
    places = dict.fromkeys(unit.address for unit in named)
    return [_text_of(finding, by_place[place]) for place in places]


def _text_of(finding: Finding, texts: Sequence[ExportedText]) -> ExportedText:
    """Return the text of a provision that a finding is about: that with its words, or the first.

    A heading is the last choice.
    """
    if finding.fix and finding.fix.heading:
        return texts[0]
    paragraphs = [unit for unit in texts if unit.part != "heading"] or texts
    with_words = (
        unit
        for unit in (*paragraphs, *texts)
        if finding.quote
        and any(finding.quote in without_inline_codes(text) for text in (unit.target, unit.source))
    )
    return next(with_words, paragraphs[0])


def _named(finding: Finding) -> tuple[Address, ...]:
    """Return the provisions that the message and the evidence of a finding name, in order."""
    texts: list[object] = [finding.message, *finding.evidence]
    return tuple(dict.fromkeys(place for text in texts for place in _places_in(text)))


def _places_in(value: object) -> Iterator[Address]:
    if isinstance(value, AddressText):
        yield value.address
    elif isinstance(value, Message):
        for each in value.values.values():
            yield from _places_in(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _places_in(each)
