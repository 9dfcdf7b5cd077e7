"""Findings: what a check says about a provision, and the fingerprint it is known by."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.passage import Span
from lawkb.normal_forms import normalized

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_FINGERPRINT = 16  # hexadecimal figures: 64 bits are unique in any code


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of a text that a finding points at.

    Attributes:
        language: Tag of the text.
        span: Code points of ``Provision.text``, or of the heading where the finding's part is
            ``heading``.
    """

    language: str
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a check says about a provision.

    Attributes:
        rule: Name of the rule, ``omission``.
        severity: By what the fault does to a reader.
        edition: Id of the edition; empty for a file that has none.
        place: Address in its canonical writing, ``47E2(a)``, or the id of a pair of a file; empty
            when the whole code is meant.
        language: Tag of the text that is at fault.
        message: One sentence: what differs.
        quote: The words at fault, or empty.
        hint: What to do.
        evidence: Further facts, the weaker findings that this one explains among them.
        key: What it says without offsets: part of the fingerprint.
        stretches: The words to mark, in either text.
        score: How probable the fault is, 0 to 1; None for what is simply so.
        waived: Whether an editor has accepted it.
        address: The provision; None for a file or the whole code.
        fix: What to put in place of the words at fault where that is certain, else None.
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
    stretches: tuple[Stretch, ...] = ()
    score: float | None = None
    waived: bool = False
    address: Address | None = None
    fix: Fix | None = None
    nth: int = 1
    line: int = 0

    @property
    def fingerprint(self) -> str:
        """Its name: the same while it says the same of the same place, whatever moves around it."""
        parts = (self.rule, self.edition, self.place, self.language, self.key, str(self.nth))
        digest = hashlib.sha256("\x1f".join(parts).encode())
        return digest.hexdigest()[:_FINGERPRINT]


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair that changes no meaning.

    Attributes:
        old: Words that stand once in the text.
        new: What to put in their place.
        heading: Whether they stand in the heading.
    """

    old: str
    new: str
    heading: bool = False


def text_hash(text: str) -> str:
    """The hash of a text by its words: white space and the form of Unicode do not count."""
    plain = " ".join(normalized("NFC", text).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:_FINGERPRINT]
