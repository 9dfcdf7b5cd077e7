"""Messages in English that keep their template and values, so that a site can translate them.

A message is its English text: whoever only prints it needs nothing else. A site looks up the
template in its catalogue (gettext) and fills in the values again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lawkb.model.address import Address

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
        template: As ``Sentence.template``; a literal, so that it can be extracted.
        **values: As ``Sentence.values``.
    """
    texts = {name: value_text(value) for name, value in values.items()}
    sentence = Message(template % texts)
    sentence.template = template
    sentence.values = values
    return sentence


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
