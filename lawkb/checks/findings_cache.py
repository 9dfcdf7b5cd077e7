"""A cache of the findings on a corpus, valid while its key is unchanged.

Models are learned from the whole code, so one changed law changes everything: there is one file for
a corpus. The key covers the texts, the editors' settings and lawkb itself. Waivers and review
states are applied later and are not part of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import Stemmer

from lawkb.checks import STAMP, own_stamp
from lawkb.checks.runner import check_code
from lawkb.corpus.cached import CHECKED, index_folder
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.manifest import whole_digest
from lawkb.corpus.stats import digest_of
from lawkb.files import keep_content, kept_content
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import (
    AddressText,
    Finding,
    Fix,
    MarkedWords,
    Message,
    RuleName,
    Value,
    address_text,
    say,
)

_PLAIN = (str, int, float, bool, type(None))
_PARTED: dict[type, tuple[str, ...]] = {
    each: tuple(field.name for field in fields(each))
    for each in (Address, Finding, Fix, MarkedWords)
}


def findings_json(findings: Sequence[Finding]) -> bytes:
    """Return findings as a JSON list, in ASCII.

    Raises:
        TypeError: A value cannot be read back.
    """
    return json.dumps([_encoded(each) for each in findings], separators=(",", ":")).encode("ascii")


def read_findings(content: bytes) -> tuple[Finding, ...]:
    """Return the findings written by ``findings_json``.

    Raises:
        ValueError, TypeError, KeyError: The content is something else.
    """
    found = _decoded(json.loads(content))
    if not isinstance(found, tuple) or not all(isinstance(each, Finding) for each in found):
        raise ValueError("this is no list of findings")
    return found


def _encoded(value: object) -> object:
    """Return a value as JSON, tagged with its type where JSON has none."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple):
        return [_encoded(each) for each in value]
    return {kind.__name__: [_encoded(each) for each in _parts(value)]}


def _parts(value: object) -> tuple[object, ...]:
    """Return the constructor arguments of a value."""
    if isinstance(value, Message):
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


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_decoded, value))
    if isinstance(value, dict):
        ((kind, parts),) = value.items()
        return _MADE[kind](*map(_decoded, parts))
    return value


def _message(template: str, names: tuple[str, ...], values: tuple[Value, ...]) -> Message:
    return say(template, **dict(zip(names, values, strict=True)))


_MADE: dict[str, Callable[..., object]] = {
    Message.__name__: _message,
    AddressText.__name__: address_text,
    RuleName.__name__: RuleName,
    **{each.__name__: each for each in _PARTED},
}


def check_corpus(folder: Path, code: Code, house: EditorialSettings) -> tuple[Finding, ...]:
    """Return ``check_code`` of a corpus, cached.

    Without the digests of the files of the laws nothing is cached.
    """
    found = cached_findings(folder, code, house)
    if found is None:
        found = check_code(code, house)
        _write_cache(folder, _key(code, house), found)
    return found


def cached_findings(
    folder: Path, code: Code, house: EditorialSettings, numbers: Collection[int] = ()
) -> tuple[Finding, ...] | None:
    """Return the cached findings of a corpus; None when the cache is invalid.

    ``numbers`` are the laws to return findings of, as in ``check_code``.
    """
    found = _read_cache(_file(folder), _key(code, house))
    if found is None or not numbers:
        return found
    return tuple(each for each in found if each.address and each.address.law in numbers)


def _key(code: Code, house: EditorialSettings) -> str:
    """Return the key of the present state; empty when nothing can be cached.

    If lawkb was edited since this process started, it may have read old and new tables.
    """
    if code.files is None or not STAMP or own_stamp() != STAMP:
        return ""
    terms = tuple(replace(each, where="") for each in house.glossary.terms)
    decided = replace(house, glossary=replace(house.glossary, terms=terms))
    grounds = (STAMP, Stemmer.version(), whole_digest(code.files), code.outline, decided)
    return digest_of(json.dumps(_plain(grounds)).encode("ascii"))


def _plain(value: object) -> object:
    """Return a value as JSON that is equal only for equal values."""
    if isinstance(value, re.Pattern):
        return [value.pattern, value.flags]
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(held)] for key, held in value.items()]
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        own = (field.name for field in fields(value) if field.compare)
        return [type(value).__name__, *(_plain(getattr(value, name)) for name in own)]
    return value


def _file(folder: Path) -> Path:
    return index_folder(folder) / CHECKED


def _read_cache(file: Path, key: str) -> tuple[Finding, ...] | None:
    """Return the cached findings of a key; None for another key or an unreadable file."""
    content = kept_content(file, key) if key else None
    try:
        return None if content is None else read_findings(content)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _write_cache(folder: Path, key: str, findings: tuple[Finding, ...]) -> None:
    """Replace the cached findings, ignoring write errors."""
    if key:
        with suppress(TypeError):
            keep_content(_file(folder), key, findings_json(findings))
