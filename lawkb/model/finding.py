"""Findings: faults that a check reports in a provision, with their fingerprints and messages.

A message is an English sentence that can be printed as it is. It keeps its template and values, so
that a site can look up the template in its catalogue (gettext) and fill in the values in another
language.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import MsgspecError, Struct, json

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.passage import Span
from lawkb.unicode_characters import normalized

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_FINGERPRINT = 16  # hexadecimal digits: 64 bits are unique in any code


class MarkedWords(Struct, frozen=True):
    """Words of a text that are marked because a finding is about them."""

    language: str  # Tag of the language of the text.
    # Code points of `Provision.text`, or of the heading when the finding is about the heading.
    span: Span


class Finding(Struct, frozen=True):
    """A fault that a check reports in a provision."""

    rule: str  # Name of the check's rule, `omission`.
    severity: Severity  # `error`, `warning` or `note`.
    edition: str  # Id of the edition; empty for a bilingual file, which has none.
    # Address in canonical form, `47E2(a)`, or the id of a translation unit of a bilingual file;
    # empty when the finding is about the whole code.
    place: str
    language: str  # Tag of the language of the faulty text.
    message: str  # One sentence: what differs.
    quote: str = ""  # The faulty words, or empty.
    hint: str = ""  # What an editor can do about the fault.
    evidence: tuple[str, ...] = ()  # Further facts, among them weaker findings with the same cause.
    key: str = ""  # The fault without offsets, part of the fingerprint.
    # The words to mark, in the original or the translation.
    stretches: tuple[MarkedWords, ...] = ()
    # Where words are missing in the text of `language`: a code point of `Provision.text`; None
    # where no place is known.
    gap: int | None = None
    score: float | None = None  # Probability of the fault, 0 to 1; None where the fault is certain.
    waived: bool = False  # Whether an editor has accepted the finding.
    address: Address | None = None  # The provision; None for a bilingual file or the whole code.
    fix: Fix | None = None  # Replacement of the faulty words where it is unambiguous, else None.
    nth: int = 1  # 1 for the first finding with the same rule, place and key, 2 for the next.
    file: str = ""  # Path of the bilingual file; empty for a finding on a law.
    # Line of the bilingual file where the translation unit begins, or row of a workbook; 0 where no
    # line is known.
    line: int = 0

    @property
    def confidence(self) -> float:
        """Return the probability that the fault is there, 0 to 1: ``score``, else 1."""
        return 1.0 if self.score is None else self.score

    @property
    def fingerprint(self) -> str:
        """Return the id of this finding, which other findings or new offsets do not change."""
        parts = (self.rule, self.edition, self.place, self.language, self.key, str(self.nth))
        digest = hashlib.sha256("\x1f".join(parts).encode())
        return digest.hexdigest()[:_FINGERPRINT]


class Fix(Struct, frozen=True):
    """A replacement of words that does not change the meaning and can be applied automatically."""

    old: str  # words that occur exactly once in the text
    new: str  # words to put in their place
    heading: bool = False  # whether the words are in the heading, not in the text


def text_hash(text: str) -> str:
    """Return a hash of a text that ignores white space and the Unicode normal form."""
    plain = " ".join(normalized("NFC", text).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:_FINGERPRINT]


Value = str | int | float | tuple[str, ...]  # the words of a tuple are written as a list


class Message(str):
    """A message in English, with its template and values so that it can be translated."""

    __slots__ = ("template", "values")

    template: str  # Text with `%(name)s` for each value, and `%%` for a percent sign.
    # Values by name: words of a source, numbers, other messages, addresses.
    values: Mapping[str, Value]


class AddressText(str):
    """An address in canonical form, ``47E2(a)``, inside a message.

    It keeps the address because other languages write it differently.
    """

    __slots__ = ("address", "upto")

    address: Address  # the address, or the first of a range
    upto: Address | None  # the last of a range, else None


class RuleName(str):
    """The name of a check's rule, ``omission``, inside a message.

    A site replaces it by the title that the manual of its language gives the rule.
    """

    __slots__ = ()


def say(template: str, **values: Value) -> Message:
    """Return a message made from a template that the site can translate.

    Args:
        template: Text with ``%(name)s`` for each value; a literal, so that gettext can extract it.
        **values: Values by name: words of a source, numbers, other messages, addresses.
    """
    texts = {name: _value_text(value) for name, value in values.items()}
    message = Message(template % texts)
    message.template = template
    message.values = values
    return message


_PLACEHOLDER = re.compile(r"%\(\w+\)s|%%")


def written_message(message: Message, write: Callable[[Address], str]) -> str:
    """Return a message as JSON, from which ``read_message`` makes it again."""
    return json.encode(_plain(message, write)).decode()


def read_message(written: str, read: Callable[[str], Address]) -> Message | None:
    """Return the message that ``written_message`` wrote; None for anything else."""
    try:
        found = _made(json.decode(written), read)
    except (
        LawkbError,
        MsgspecError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ):
        return None
    return found if isinstance(found, Message) else None


def _plain(value: object, write: Callable[[Address], str]) -> object:
    if isinstance(value, Message):
        return {"say": value.template, "values": _plain({**value.values}, write)}
    if isinstance(value, dict):
        return {name: _plain(each, write) for name, each in value.items()}
    if isinstance(value, AddressText):
        upto = write(value.upto) if value.upto else ""
        return {"at": str(value), "address": write(value.address), "upto": upto}
    if isinstance(value, RuleName):
        return {"rule": str(value)}
    if isinstance(value, tuple):
        return [_plain(each, write) for each in value]
    return value if isinstance(value, (int, float)) else str(value)


def _made(value: Any, read: Callable[[str], Address]) -> Any:  # JSON
    if isinstance(value, list):
        return tuple(_made(each, read) for each in value)
    if not isinstance(value, dict):
        return value
    if "say" in value:
        template = value["say"]
        if "%" in _PLACEHOLDER.sub("", template):  # a width would fill the memory
            raise ValueError(template)
        return say(template, **{k: _made(v, read) for k, v in value["values"].items()})
    if "rule" in value:
        return RuleName(value["rule"])
    upto = read(value["upto"]) if value["upto"] else None
    return address_text(str(value["at"]), read(value["address"]), upto)


def choice_of(words: Sequence[str]) -> str:
    """Return words as a choice, ``a, b or c``; a single word unchanged."""
    if len(words) < 2:
        return "".join(words)
    return say("%(words)s or %(last)s", words=tuple(words[:-1]), last=words[-1])


def address_text(written: str, address: Address, upto: Address | None = None) -> AddressText:
    """Return an address in canonical form, ``47E2(a)``, or with ``upto`` a range, for a message."""
    text = AddressText(written)
    text.address = address
    text.upto = upto
    return text


def _value_text(value: Value) -> str:
    """Return a value as it is printed in a message; the words of a tuple become a list."""
    if isinstance(value, float):
        return f"{value:.1f}"
    return separator(value).join(value) if isinstance(value, tuple) else str(value)


def separator(words: Sequence[str]) -> str:
    """Return the separator between the words of a list: a comma, or a semicolon.

    It is a semicolon when one of the words contains a comma.
    """
    return "; " if any(", " in word for word in words) else ", "
