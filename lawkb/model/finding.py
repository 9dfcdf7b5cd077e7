"""Findings: faults that a check reports in a provision, and their fingerprints."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.passage import Span
from lawkb.normal_forms import normalized

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_FINGERPRINT = 16  # hexadecimal digits: 64 bits are unique in any code


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words of a text that a finding points to.

    Attributes:
        language: Tag of the text.
        span: Code points of ``Provision.text``, or of the heading where the finding's part is
            ``heading``.
    """

    language: str
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that a check reports in a provision.

    Attributes:
        rule: Name of the rule, ``omission``.
        severity: How much the fault matters to a reader.
        edition: Id of the edition; empty for a bilingual file, which has none.
        place: Address in its canonical writing, ``47E2(a)``, or the id of a pair of a file; empty
            when the finding is about the whole code.
        language: Tag of the text at fault.
        message: One sentence: what differs.
        quote: The words at fault, or empty.
        hint: What an editor can do about it.
        evidence: Further facts, among them the weaker findings that this one explains.
        key: What it says, without offsets: part of the fingerprint.
        stretches: The words to mark, in either text.
        score: Probability of the fault, 0 to 1; None where the fault is certain.
        waived: Whether an editor has accepted it.
        address: The provision; None for a file or the whole code.
        fix: Replacement of the words at fault where it is unambiguous, else None.
        nth: 1 for the first finding of its rule, place and key, 2 for the next.
        line: Line of the bilingual file where its pair begins; 0 where no line is known.
    """

    rule: str
    severity: Severity
    edition: str
    place: str
    language: str
    message: str
    quote: str = ""
    hint: str = ""
    evidence: tuple[str, ...] = ()
    key: str = ""
    stretches: tuple[MarkedWords, ...] = ()
    score: float | None = None
    waived: bool = False
    address: Address | None = None
    fix: Fix | None = None
    nth: int = 1
    line: int = 0

    @property
    def fingerprint(self) -> str:
        """Return its identity, which stays the same when offsets or other findings change."""
        parts = (self.rule, self.edition, self.place, self.language, self.key, str(self.nth))
        digest = hashlib.sha256("\x1f".join(parts).encode())
        return digest.hexdigest()[:_FINGERPRINT]


@dataclass(frozen=True, slots=True)
class Fix:
    """An unambiguous replacement that does not change the meaning.

    Attributes:
        old: Words that occur once in the text.
        new: Their replacement.
        heading: Whether they are in the heading.
    """

    old: str
    new: str
    heading: bool = False


def text_hash(text: str) -> str:
    """Return the hash of a text; white space and the Unicode normal form make no difference."""
    plain = " ".join(normalized("NFC", text).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:_FINGERPRINT]
