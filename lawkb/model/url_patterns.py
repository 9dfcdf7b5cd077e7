"""URLs with placeholders, as ``corpus.toml`` gives them for places outside the site."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import quote

# The host is written out: a value must never decide where a link leads.
_WEB = re.compile(r"https?://[^\s/?#@\\{}]+(?:[/?#][^\s\\<>\"]*)?", re.IGNORECASE)
_MAIL = re.compile(
    r"mailto:[^\s/?#\\{}<>\"@]+@[^\s/?#\\{}<>\"@]+(?:\?[^\s\\<>\"]*)?", re.IGNORECASE
)
_UNFIT = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]")
_FIELD = re.compile(r"\{(\w*)\}")


def is_web_pattern(pattern: str) -> bool:
    """Whether a pattern is an ``https`` or ``http`` URL with a host that is written out."""
    return bool(_WEB.fullmatch(pattern)) and not _UNFIT.search(pattern)


def is_mail_pattern(pattern: str) -> bool:
    """Whether a pattern is a ``mailto`` URL with an address that is written out."""
    return bool(_MAIL.fullmatch(pattern)) and not _UNFIT.search(pattern)


def unknown_fields(pattern: str, fields: Collection[str]) -> list[str]:
    """Return what stands in braces and is none of the placeholders, and braces without a partner.

    Args:
        pattern: The URL.
        fields: Names of the placeholders.
    """
    alone = ["{"] if re.search(r"[{}]", _FIELD.sub("", pattern)) else []
    return [*alone, *(f"{{{name}}}" for name in _FIELD.findall(pattern) if name not in fields)]


def filled(pattern: str, **values: str) -> str:
    """Return the URL of a pattern with percent-encoded values in the place of its placeholders.

    A placeholder without a value stays.
    """
    return _FIELD.sub(
        lambda field: quote(values[field[1]], safe="") if field[1] in values else field[0], pattern
    )
