"""The texts of laws with their originals, for a translator, in no particular file format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from lawkb.align.translation_units import InlineCode as InlineCode
from lawkb.align.translation_units import TextPair, texts_digest
from lawkb.corpus.decision_files import REVIEW_STATES, ReviewState
from lawkb.editorial.translation_progress import (
    ReviewedProvision,
    Reviews,
    Translation,
    reviewed_law,
    shown_texts,
)
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.finding import Finding
from lawkb.model.language import main_language
from lawkb.model.law import Comment
from lawkb.unicode_characters import normalized

# Messages of findings, by provision.
FindingMessages = Mapping[Address, tuple[str, ...]]
_NOTHING: FindingMessages = {}
_HEADING_LOST = ";heading-lost"
_TOLD = ";told"
_STATE = re.compile(
    r"(?:([\w-]+):)?([\w-]+)/([\w-]+):"
    rf"([0-9a-f]{{16}})-([0-9a-f]{{16}})-([a-z-]+)({_HEADING_LOST})?(?:{_TOLD}((?:-[0-9a-f]{{6}})+))?"
)


@dataclass(frozen=True, slots=True)
class ExportState:
    """The state of a text at export, stored in the file and compared when the file is imported."""

    edition: str  # Id of the edition.
    language: str  # Tag of the translation.
    source: str  # Hash of the original.
    target: str  # Hash of the translation.
    state: ReviewState  # Review state.
    # Whether the text is a heading that the source of the translation has lost.
    heading_lost: bool = False
    code: str = ""  # Id of the code; empty in files of earlier versions, which did not name it.
    # Short hashes of the lines of its comments and findings, by which new ones are recognised.
    told: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> ExportState | None:
        """Return the state written by ``str``; None for any other text."""
        found = _STATE.fullmatch(text.strip())
        if not found or found[6] not in REVIEW_STATES:
            return None
        code, edition, language, source, target, state, lost, told = found.groups()
        known = cast(ReviewState, state)
        lines = tuple((told or "").split("-")[1:])
        return cls(edition, language, source, target, known, bool(lost), code or "", lines)

    def __str__(self) -> str:
        lost = _HEADING_LOST if self.heading_lost else ""
        code = f"{self.code}:" if self.code else ""
        hashes = f"{self.source}-{self.target}"
        told = "".join((_TOLD, *(f"-{each}" for each in self.told))) if self.told else ""
        return f"{code}{self.edition}/{self.language}:{hashes}-{self.state}{lost}{told}"


def lines_told(text: str) -> dict[str, str]:
    """Return the lines of comments and findings by the hashes that an export has of them."""
    lines = (" ".join(line.split()) for line in normalized("NFC", text).splitlines())
    return {texts_digest([line])[:6]: line for line in lines if line}


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a text."""

    kind: str  # ``comment`` (of a reader) or ``finding`` (of a check)
    text: str  # the remark


@dataclass(frozen=True, slots=True)
class ExportedText:
    """A text for a translator."""

    address: Address  # The provision that has the text.
    part: str  # The part of it: empty for its first paragraph, `heading`, `note 1`; see `Text`.
    name: str  # Address and part: `47E2(a)`, `20E heading`.
    token: str  # The same id as an ASCII word, for formats that require one.
    source: str  # The original, with inline codes: `<b>` emphasis, `<a>` a link, `[1]` a footnote.
    target: str  # The translation, with inline codes; empty if there is none.
    source_codes: tuple[InlineCode, ...]  # Inline codes of the original, in order.
    target_codes: tuple[InlineCode, ...]  # Inline codes of the translation, in order.
    base: str  # What both texts were at export, as `ExportState` writes it; import compares it.
    state: ReviewState  # Review state.
    # Comments and findings on the provision; only its first text has them.
    remarks: tuple[Remark, ...] = ()

    @property
    def mark(self) -> str:
        """What a file has to say of its export: ``base``, and which remarks it was given."""
        told = lines_told("\n".join(each.text for each in self.remarks))
        return f"{self.base}{_TOLD}-{'-'.join(told)}" if told else self.base


@dataclass(frozen=True, slots=True)
class TranslationExport:
    """The texts of an edition with their translations into one language."""

    code: str  # Id of the code, `duplicate-bridge`.
    of: Translation  # The translation.
    units: tuple[ExportedText, ...]  # The texts, law by law in document order.
    # Remarks on none of the texts, such as a finding on the whole code.
    remarks: tuple[Remark, ...] = ()

    @property
    def original(self) -> str:
        """Name of the exported edition: ``duplicate-bridge 2017``."""
        return f"{self.code} {self.of.edition}"


def translation_of(code: Code, edition: str, language: str | None) -> Translation:
    """Return the translation of an edition into a language; without one, the only translation."""
    original = code.outline.authoritative
    known = [e.language for e in code.outline.expressions if e.edition == edition]
    others = [tag for tag in known if tag != original]
    if language is None and len(others) == 1:
        return Translation(edition, original, others[0])
    if language and language not in others:
        language = next(
            (e for e in others if main_language(e) == main_language(language)), language
        )
    if language not in others or language is None:
        told = "which translation?" if language is None else f"no translation {language!r}"
        hint = f"--lang, one of: {', '.join(others)}" if others else "it has no translation"
        raise LawkbError(f"edition {edition}", told, hint)
    return Translation(edition, original, language)


def messages_of(findings: Iterable[Finding], of: Translation) -> FindingMessages:
    """Return messages of findings on both texts of a translation, by address of the provision.

    Findings that an editor has accepted (waived) are left out.
    """
    told: dict[Address, tuple[str, ...]] = {}
    for each in findings:
        here = each.edition == of.edition and each.language in (of.source, of.target)
        if here and each.address and not each.waived:
            hint = f"; {each.hint}" if each.hint else ""
            text = f"{each.severity} {each.rule}: {each.message.rstrip('.')}{hint}"
            told[each.address] = (*told.get(each.address, ()), text)
    return told


def export_texts(
    code: Code,
    of: Translation,
    wanted: tuple[Address, ...] = (),
    reviews: Reviews | None = None,
    findings: FindingMessages = _NOTHING,
) -> TranslationExport:
    """Return the texts of laws with their originals, review states, comments and findings."""
    places: dict[Ordinal, list[Address]] = {}
    for address in wanted:
        places.setdefault(address.law, []).append(address)
    units: list[ExportedText] = []
    for number in sorted(places or code.numbers(of.edition)):
        comments = _comments(code, of, number)
        for reviewed in reviewed_law(code, of, number, reviews or {}):
            at = reviewed.address
            if not wanted or any(address.holds(at) for address in places[number]):
                told = (Remark("finding", text) for text in findings.get(at, ()))
                remarks = (*comments.get(at, ()), *told)
                units.extend(_units(reviewed, of, remarks, code.outline))
    return TranslationExport(code.outline.id, of, tuple(units))


def _comments(code: Code, of: Translation, number: Ordinal) -> dict[Address, list[Remark]]:
    """Return the comments on a law in both languages, by provision."""
    found: dict[Address, list[Remark]] = {}
    for tag in (of.target, of.source):
        if law := code.law(of.edition, tag, number):
            for comment in law.comments:
                place = comment.address or law.root.address
                found.setdefault(place, []).append(Remark("comment", comment_text(comment)))
    return found


def comment_text(comment: Comment) -> str:
    """Return a comment with its replies, one line per paragraph."""
    head = f"{comment.author}, {comment.created} ({comment.status}): {comment.text}"
    return "\n".join([head, *(f"> {comment_text(reply)}" for reply in comment.replies)])


def state_of_text(reviewed: ReviewedProvision, pair: TextPair) -> ReviewState:
    """Return the state of a text in an exported file: a missing translation needs one."""
    return reviewed.state if pair.target or not pair.source else "needs-translation"


def _units(
    reviewed: ReviewedProvision, of: Translation, remarks: tuple[Remark, ...], outline: Outline
) -> Iterator[ExportedText]:
    scheme = outline.scheme
    for pair in reviewed.pairs:
        source, target = shown_texts(pair)
        state = state_of_text(reviewed, pair)
        yield ExportedText(
            address=pair.address,
            part=pair.part,
            name=pair.name(scheme),
            token=pair.token(scheme),
            source=source,
            target=target,
            source_codes=pair.source.codes if pair.source else (),
            target_codes=pair.target.codes if pair.target else (),
            base=str(
                ExportState(
                    of.edition,
                    of.target,
                    texts_digest([source]),
                    texts_digest([target]),
                    state,
                    reviewed.lost_heading and pair.part == "heading" and not target,
                    outline.id,
                )
            ),
            state=state,
            remarks=remarks,
        )
        remarks = ()
