"""The texts of laws with their originals, for a translator, independent of the format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from lawkb.align.translation_units import InlineCode as InlineCode
from lawkb.align.translation_units import Text, TextPair, texts_digest
from lawkb.corpus.review_states import REVIEW_STATES, ReviewState
from lawkb.editorial.review import ReviewedProvision, Reviews, Translation, reviewed_law
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Comment, Law

# Messages of findings, by provision.
FindingMessages = Mapping[Address, tuple[str, ...]]
_NOTHING: FindingMessages = {}


_BASE = re.compile(r"([\w-]+)/([\w-]+):([0-9a-f]{16})-([0-9a-f]{16})-([a-z-]+)")


@dataclass(frozen=True, slots=True)
class ExportState:
    """The state of a text at export, stored with it and compared when it returns.

    Attributes:
        edition: Id of the edition.
        language: Tag of the translation.
        source: Hash of the original.
        target: Hash of the translation.
        state: Review state of the provision.
    """

    edition: str
    language: str
    source: str
    target: str
    state: ReviewState

    @classmethod
    def of(cls, of: Translation, source: str, target: str, state: ReviewState) -> ExportState:
        """Return the base of a text and its original."""
        return cls(of.edition, of.target, texts_digest([source]), texts_digest([target]), state)

    @classmethod
    def read(cls, text: str) -> ExportState | None:
        """Return the base written by ``str``, or None for other text."""
        found = _BASE.fullmatch(text.strip())
        if not found or found[5] not in REVIEW_STATES:
            return None
        edition, language, source, target, state = found.groups()
        return cls(edition, language, source, target, cast(ReviewState, state))

    def __str__(self) -> str:
        return f"{self.edition}/{self.language}:{self.source}-{self.target}-{self.state}"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a text.

    Attributes:
        kind: ``comment`` of a reader, or ``finding`` of a check.
        text: The words.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class ParcelText:
    """A text for a translator.

    Attributes:
        name: Its id, the address and the part: ``47E2(a)``, ``20E heading``.
        token: The id as an ASCII word, for formats that require one.
        source: The original with its codes, or empty.
        target: The translation with its codes, or empty.
        source_codes: The codes of the original.
        target_codes: The codes of the translation.
        base: State at export, as ``ExportState`` reads it.
        state: Review state of its provision.
        remarks: Comments and findings on the provision, at its first text only.
    """

    name: str
    token: str
    source: str
    target: str
    source_codes: tuple[InlineCode, ...]
    target_codes: tuple[InlineCode, ...]
    base: str
    state: ReviewState
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class ParcelLaw:
    """The texts of one law.

    Attributes:
        number: Number of the law.
        units: Its texts, in document order.
    """

    number: int
    units: tuple[ParcelText, ...]


@dataclass(frozen=True, slots=True)
class TranslationParcel:
    """Texts of one language of an edition, for a translator.

    Attributes:
        code: Id of the code.
        of: The edition, the language of the original and that of the translation.
        groups: Law by law.
    """

    code: str
    of: Translation
    groups: tuple[ParcelLaw, ...]

    @property
    def original(self) -> str:
        """The edition of the texts: ``duplicate-bridge 2017``."""
        return f"{self.code} {self.of.edition}"

    def units(self) -> Iterator[ParcelText]:
        """Yield all texts."""
        for group in self.groups:
            yield from group.units


def translation_of(code: Code, edition: str, language: str | None) -> Translation:
    """Return the requested translation of an edition, or its only one.

    Raises:
        LawkbError: There is no such language, or more than one.
    """
    original = code.outline.authoritative
    known = [e.language for e in code.outline.expressions if e.edition == edition]
    others = [tag for tag in known if tag != original]
    if language is None and len(others) == 1:
        return Translation(edition, original, others[0])
    if language not in others or language is None:
        told = "which translation?" if language is None else f"no translation {language!r}"
        hint = f"--lang, one of: {', '.join(others)}" if others else "it holds no translation"
        raise LawkbError(f"edition {edition}", told, hint)
    return Translation(edition, original, language)


def messages_of(findings: Iterable[Finding], of: Translation) -> FindingMessages:
    """Return the messages of findings on a translation by provision, without waived ones."""
    told: dict[Address, tuple[str, ...]] = {}
    for each in findings:
        here = each.edition == of.edition and each.language in (of.source, of.target)
        if here and each.address and not each.waived:
            hint = f" {each.hint[:1].upper()}{each.hint[1:]}." if each.hint else ""
            text = f"{each.severity} {each.rule}: {each.message.rstrip('.')}.{hint}"
            told[each.address] = (*told.get(each.address, ()), text)
    return told


def build_parcel(
    code: Code,
    of: Translation,
    wanted: tuple[Address, ...] = (),
    reviews: Reviews | None = None,
    findings: FindingMessages = _NOTHING,
) -> TranslationParcel:
    """Return the texts of laws with originals, states, comments and findings.

    Without ``wanted`` laws or provisions, all are included.
    """
    numbers = sorted({address.law for address in wanted} or code.numbers(of.edition))
    groups = []
    for number in numbers:
        law = _Law(code, of, number, reviews or {}, findings)
        units = tuple(law.units(wanted))
        if units:
            groups.append(ParcelLaw(number, units))
    return TranslationParcel(code.outline.id, of, tuple(groups))


@dataclass(slots=True)
class _Law:
    """A law while it is added to a parcel."""

    code: Code
    of: Translation
    number: int
    reviews: Reviews
    findings: FindingMessages
    _comments: dict[Address, list[Remark]] = field(default_factory=dict)

    def units(self, wanted: tuple[Address, ...]) -> Iterator[ParcelText]:
        for tag in (self.of.target, self.of.source):
            law = self.code.law(self.of.edition, tag, self.number)
            if law:
                self._read_comments(law)
        for reviewed in reviewed_law(self.code, self.of, self.number, self.reviews):
            if not wanted or any(address.holds(reviewed.address) for address in wanted):
                yield from self._units(reviewed)

    def _read_comments(self, law: Law) -> None:
        for comment in law.comments:
            place = comment.address or law.root.address
            self._comments.setdefault(place, []).append(Remark("comment", _comment_text(comment)))

    def _units(self, reviewed: ReviewedProvision) -> Iterator[ParcelText]:
        findings = self.findings.get(reviewed.address, ())
        remarks = (
            *self._comments.get(reviewed.address, ()),
            *(Remark("finding", text) for text in findings),
        )
        for pair in reviewed.pairs:
            yield self._unit(pair, reviewed.state, remarks)
            remarks = ()

    def _unit(self, pair: TextPair, state: ReviewState, remarks: tuple[Remark, ...]) -> ParcelText:
        scheme = self.code.outline.scheme
        (source, its_codes), (target, other_codes) = _shown(pair.source), _shown(pair.target)
        return ParcelText(
            name=pair.name(scheme),
            token=pair.token(scheme),
            source=source,
            target=target,
            source_codes=its_codes,
            target_codes=other_codes,
            base=str(ExportState.of(self.of, source, target, state)),
            state=state,
            remarks=remarks,
        )


def _shown(text: Text | None) -> tuple[str, tuple[InlineCode, ...]]:
    return (text.shown, text.codes) if text else ("", ())


def _comment_text(comment: Comment) -> str:
    """Return a comment with its replies, one line per paragraph."""
    head = f"{comment.author}, {comment.created} ({comment.status}): {comment.text}"
    return "\n".join([head, *(f"> {_comment_text(reply)}" for reply in comment.replies)])
