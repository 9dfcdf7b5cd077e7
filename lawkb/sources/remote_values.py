"""What a wiki answers, as values of known types. Anything may be in an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawkb.model.privacy import public_name
from lawkb.sources.remote_faults import BadAnswerError
from lawkb.sources.xmlrpc_values import Value


@dataclass(frozen=True, slots=True)
class Listed:
    """A page in the list of a wiki.

    Attributes:
        page_id: As the wiki gives it; anything.
        revision: Unix time of its last change.
    """

    page_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class About:
    """What a wiki tells of the current text of a page.

    Attributes:
        revision: Unix time of its last change.
        user: Who made it; None when nobody was logged in, for whom a wiki gives the IP address.
    """

    revision: int
    user: str | None


def as_list(value: Value, key: str, where: str) -> tuple[Listed, ...]:
    """A list of pages whose revisions stand under a key.

    Raises:
        BadAnswerError: It is no such list; ``where`` says whose.
    """
    if not isinstance(value, list):
        raise _unlike(where)
    records = [as_record(item, where) for item in value]
    return tuple(
        Listed(as_words(record.get("id"), where), as_number(record.get(key), where))
        for record in records
    )


def as_about(record: Mapping[str, Value], key: str, where: str) -> About:
    """What is told of a page, its revision under a key. Raises as ``as_list``."""
    user = record.get("author")
    name = public_name(user) if isinstance(user, str) else None
    return About(as_number(record.get(key), where), name)


def as_record(value: Value, where: str) -> Mapping[str, Value]:
    """A record. PHP writes an empty one as an empty list. Raises as ``as_list``."""
    if value == []:
        return {}
    if not isinstance(value, dict):
        raise _unlike(where)
    return value


def as_number(value: Value, where: str) -> int:
    """A number from 0 that a machine of 64 bits has. Raises as ``as_list``."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise _unlike(where)
    return value


def as_words(value: Value, where: str) -> str:
    """A text. Raises as ``as_list``."""
    if not isinstance(value, str):
        raise _unlike(where)
    return value


def _unlike(where: str) -> BadAnswerError:
    return BadAnswerError(where, "an answer unlike DokuWiki's", "is it a DokuWiki?")
