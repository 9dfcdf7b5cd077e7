"""Sentences of ours: what is said, and how it was made, so that it can be said in another language.

Each is its English text, and whoever only prints it needs nothing else. A site takes the template
from its catalogue and fills it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lawkb.model.address import Address

Value = str | int | float | tuple[str, ...]  # those of a tuple are listed


class Sentence(str):
    """A sentence.

    Attributes:
        template: Its text with ``%(name)s`` for each value, and ``%%`` for a sign of per cent.
        values: What stands in it by name: words of a source, numbers, sentences, addresses.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Value]


class AddressText(str):
    """An address in its canonical writing, which a reader's language may write otherwise.

    Attributes:
        address: The address, or the first of a range.
        upto: The last of a range, else None.
    """

    __slots__ = ("address", "upto")

    address: Address
    upto: Address | None


class RuleName(str):
    """The name of a rule, which the manual of a language may give a title."""

    __slots__ = ()


def say(template: str, **values: Value) -> Sentence:
    """A sentence made of a template, which stands in the catalogues of the site.

    Args:
        template: As ``Sentence.template``; a literal, so that it can be collected.
        **values: As ``Sentence.values``.
    """
    texts = {name: listed(value) for name, value in values.items()}
    sentence = Sentence(template % texts)
    sentence.template = template
    sentence.values = values
    return sentence


def either(words: Sequence[str]) -> str:
    """A choice among some words; of one, the word."""
    if len(words) < 2:
        return "".join(words)
    return say("%(words)s or %(last)s", words=tuple(words[:-1]), last=words[-1])


def address_text(written: str, address: Address, upto: Address | None = None) -> AddressText:
    """An address, or a range of them, as its canonical writing."""
    text = AddressText(written)
    text.address = address
    text.upto = upto
    return text


def listed(value: Value) -> str:
    """A value as it stands in a sentence."""
    if isinstance(value, float):
        return f"{value:.1f}"
    return separator(value).join(value) if isinstance(value, tuple) else str(value)


def separator(words: Sequence[str]) -> str:
    """What parts the words of a list: a comma, or a semicolon where they have commas."""
    return "; " if any(", " in word for word in words) else ", "
