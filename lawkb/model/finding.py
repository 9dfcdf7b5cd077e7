"""Findings: faults that a check reports in a provision, their fingerprints and messages.

A message is its English text: whoever only prints it needs nothing else. It keeps its template
and values, so that a site can look up the template in its catalogue (gettext) and fill it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.passage import Span
from lawkb.unicode_normal_forms import normalized

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_FINGERPRINT = 16  # hexadecimal digits: 64 bits are unique in any code


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words of a text that a finding points to.

    Attributes:
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
        heading: Whether they are in the heading.
    """

    old: str
    new: str
    heading: bool = False


def text_hash(text: str) -> str:
    """Return the hash of a text; white space and the Unicode normal form make no difference."""
    plain = " ".join(normalized("NFC", text).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:_FINGERPRINT]


Value = str | int | float | tuple[str, ...]  # the words of a tuple are written as a list


class Message(str):
    """A message with its template and values.

    Attributes:
        template: Its text with ``%(name)s`` for each value, and ``%%`` for a percent sign.
        values: Values by name: words of a source, numbers, other messages, addresses.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Value]


class AddressText(str):
    """An address in its canonical writing, which another language may write differently.

    Attributes:
        address: The address, or the first of a range.
        upto: The last of a range, else None.
    """

    __slots__ = ("address", "upto")

    address: Address
    upto: Address | None


class RuleName(str):
    """The name of a check's rule, for which the manual of a language may have a title."""

    __slots__ = ()


def say(template: str, **values: Value) -> Message:
    """Return a message made from a template of the catalogues of the site.

    Args:
        template: As ``Message.template``; a literal, so that it can be extracted.
        **values: As ``Message.values``.
    """
    texts = {name: value_text(value) for name, value in values.items()}
    message = Message(template % texts)
    message.template = template
    message.values = values
    return message


def choice_of(words: Sequence[str]) -> str:
    """Return words as a choice, ``a, b or c``; a single word as it is."""
    if len(words) < 2:
        return "".join(words)
    return say("%(words)s or %(last)s", words=tuple(words[:-1]), last=words[-1])


def address_text(written: str, address: Address, upto: Address | None = None) -> AddressText:
    """Return an address, or a range of them, in its canonical writing."""
    text = AddressText(written)
    text.address = address
    text.upto = upto
    return text


def value_text(value: Value) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, float):
        return f"{value:.1f}"
    return separator(value).join(value) if isinstance(value, tuple) else str(value)


def separator(words: Sequence[str]) -> str:
    """Return the separator of a list: a comma, or a semicolon when a member has a comma."""
    return "; " if any(", " in word for word in words) else ", "
