"""Answers of a wiki, checked and converted to known types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawkb.model.privacy import public_name
from lawkb.sources.dokuwiki_api.http import BadAnswerError
from lawkb.sources.dokuwiki_api.xmlrpc import Value


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page in the page list of a wiki.

    Attributes:
        page_id: Id as the wiki gives it, unchecked.
        revision: Unix time of its last change.
    """

    page_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """Metadata of the current text of a page.

    Attributes:
        revision: Unix time of its last change.
        user: Its author; None for a guest, for whom a wiki gives the IP address.
    """

    revision: int
    user: str | None


def as_list(value: Value, key: str, where: str) -> tuple[ListedPage, ...]:
    """Return a list of pages, with the revision from ``key`` of each record.

    Raises:
        BadAnswerError: The value is no such list; ``where`` names the wiki.
    """
    if not isinstance(value, list):
        raise _unlike(where)
    records = [as_record(item, where) for item in value]
    return tuple(
        ListedPage(as_words(record.get("id"), where), as_number(record.get(key), where))
        for record in records
    )


def as_metadata(record: Mapping[str, Value], key: str, where: str) -> PageMetadata:
    """Return the metadata of a page, with the revision from ``key``. Raises as ``as_list``."""
    user = record.get("author")
    name = public_name(user) if isinstance(user, str) else None
    return PageMetadata(as_number(record.get(key), where), name)


def as_record(value: Value, where: str) -> Mapping[str, Value]:
    """Return a record. PHP writes an empty one as an empty list. Raises as ``as_list``."""
    if value == []:
        return {}
    if not isinstance(value, dict):
        raise _unlike(where)
    return value


def as_number(value: Value, where: str) -> int:
    """Return a number from 0 to 2**63 - 1. Raises as ``as_list``."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise _unlike(where)
    return value


def as_words(value: Value, where: str) -> str:
    """Return a text. Raises as ``as_list``."""
    if not isinstance(value, str):
        raise _unlike(where)
    return value


def _unlike(where: str) -> BadAnswerError:
    return BadAnswerError(where, "an answer unlike DokuWiki's", "is it a DokuWiki?")
