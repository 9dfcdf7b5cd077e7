"""Findings as JSON that holds all of them: read back they are equal, sentences with their values.

What other programs read is ``lawkb.exchange.findings``; this is for lawkb itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from lawkb.model.address import Address
from lawkb.model.finding import Finding, Fix, Stretch
from lawkb.model.sentence import AddressText, RuleName, Sentence, Value, address_text, say

_PLAIN = (str, int, float, bool, type(None))
_PARTED: dict[type, tuple[str, ...]] = {
    each: tuple(field.name for field in fields(each)) for each in (Address, Finding, Fix, Stretch)
}


def findings_json(findings: Sequence[Finding]) -> bytes:
    """Findings as a JSON list, in ASCII.

    Raises:
        TypeError: There is something in them that could not be read back.
    """
    return json.dumps([_written(each) for each in findings], separators=(",", ":")).encode("ascii")


def read_findings(content: bytes) -> tuple[Finding, ...]:
    """The findings that ``findings_json`` wrote.

    Raises:
        ValueError: It did not write this; so say TypeError and KeyError.
    """
    found = _read(json.loads(content))
    if not isinstance(found, tuple) or not all(isinstance(each, Finding) for each in found):
        raise ValueError("this is no list of findings")
    return found


def _written(value: object) -> object:
    """A value for JSON: what is no list there and has no name of its own has that of its type."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    return {kind.__name__: [_written(each) for each in _parts(value)]}


def _parts(value: object) -> tuple[object, ...]:
    """What a value is made of again."""
    if isinstance(value, Sentence):
        return (value.template, tuple(value.values), tuple(value.values.values()))
    if isinstance(value, AddressText):
        return (str(value), value.address, value.upto)
    if isinstance(value, RuleName):
        return (str(value),)
    return tuple(getattr(value, name) for name in _names(value))


def _names(value: object) -> tuple[str, ...]:
    if type(value) not in _PARTED:
        raise TypeError(f"a finding with {type(value).__name__} cannot be read back")
    return _PARTED[type(value)]


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_read, value))
    if isinstance(value, dict):
        ((kind, parts),) = value.items()
        return _MADE[kind](*map(_read, parts))
    return value


def _sentence(template: str, names: tuple[str, ...], values: tuple[Value, ...]) -> Sentence:
    return say(template, **dict(zip(names, values, strict=True)))


_MADE: dict[str, Callable[..., object]] = {
    "Sentence": _sentence,
    "AddressText": address_text,
    "RuleName": RuleName,
    **{each.__name__: each for each in _PARTED},
}
