"""The findings on a corpus, kept between runs: while nothing has changed, nothing is checked again.

What the rules know they learn from the whole code, so that one changed law is all of it: there is
one file for a corpus, with the findings of one state. It counts while its key does. In the key is
whatever the findings depend on: the texts, what the editors have decided, and lawkb itself. Waivers
and states of a translation are not: they are looked at afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import Stemmer

from lawkb.checks import STAMP, own_stamp
from lawkb.checks.desk import check_code
from lawkb.checks.finding_json import findings_json, read_findings
from lawkb.corpus.cached import CHECKED, index_folder
from lawkb.corpus.house import House
from lawkb.corpus.manifest import whole_digest
from lawkb.corpus.stats import digest_of
from lawkb.files import keep_content, kept_content
from lawkb.model.code import Code
from lawkb.model.finding import Finding


def check_corpus(folder: Path, code: Code, house: House) -> tuple[Finding, ...]:
    """What ``check_code`` says of a corpus; where it has said it before, it is not asked again.

    Args:
        folder: The corpus.
        code: Its laws; without the digests of their files all is checked, and nothing kept.
        house: What the editors have decided.
    """
    found = kept_findings(folder, code, house)
    if found is None:
        found = check_code(code, house)
        _keep(folder, _key(code, house), found)
    return found


def kept_findings(
    folder: Path, code: Code, house: House, numbers: Collection[int] = ()
) -> tuple[Finding, ...] | None:
    """What ``check_code`` has said of a corpus as it stands; None when nobody knows any more.

    Args:
        folder: The corpus.
        code: Its laws.
        house: What the editors have decided.
        numbers: Laws to tell of, as ``check_code`` has them.
    """
    found = _read(_file(folder), _key(code, house))
    if found is None or not numbers:
        return found
    return tuple(each for each in found if each.address and each.address.law in numbers)


def _key(code: Code, house: House) -> str:
    """What no other findings have; empty where nothing can be kept.

    A lawkb that was edited since this process was started is neither the old one nor the new one:
    some of its tables may have been read before, and some behind.
    """
    if code.files is None or not STAMP or own_stamp() != STAMP:
        return ""
    terms = tuple(replace(each, where="") for each in house.glossary.terms)
    decided = replace(house, glossary=replace(house.glossary, terms=terms))
    grounds = (STAMP, Stemmer.version(), whole_digest(code.files), code.outline, decided)
    return digest_of(json.dumps(_plain(grounds)).encode("ascii"))


def _plain(value: object) -> object:
    """A value as JSON tells it from every other one that it is not equal to."""
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


def _read(file: Path, key: str) -> tuple[Finding, ...] | None:
    """The findings of a key; None when there are others, or the file is damaged or not ours."""
    held = kept_content(file, key) if key else None
    try:
        return None if held is None else read_findings(held)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _keep(folder: Path, key: str, findings: tuple[Finding, ...]) -> None:
    """Keep findings in place of those before; where nothing can be kept, that costs time alone."""
    if not key:
        return
    try:
        keep_content(_file(folder), key, findings_json(findings))
    except TypeError:  # a rule says what JSON has no word for
        return
