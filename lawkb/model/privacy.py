"""Recognise and remove mail and IP addresses, which must not leave a source."""

from __future__ import annotations

import ipaddress
import re

from lawkb.unicode_characters import normalized

# Author of a comment or change without a name: DokuWiki's word. The site translates it.
GUEST = "guest"
REMOVED = "…"
LONGEST_NAME = 100
_LONGEST_LINE = 1000  # of a name; NFC of a hundred thousand combining marks takes too long

# Characters that no address contains. ":" is not here: IPv6 needs it.
_BETWEEN = re.compile(r"([\s<>()\[\]{},;\"'«»“”|=/]+)")
_IPV4 = re.compile(r"(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9])")


def has_address(text: str) -> bool:
    """Whether a text contains a mail or IP address, also inside a login: ``test192.0.2.7``."""
    return any(_is_private(token) for token in _BETWEEN.split(text))


def without_addresses(text: str) -> str:
    """Return the text with each mail and IP address replaced by ``…``."""
    tokens = _BETWEEN.split(text)
    return "".join(REMOVED if _is_private(token) else token for token in tokens)


def one_line(text: str) -> str:
    """Return text as one line: NFC, each run of white space or control characters one space."""
    plain = (char if char.isprintable() else " " for char in normalized("NFC", text))
    return " ".join("".join(plain).split())


def public_name(*names: str) -> str | None:
    """Return the first name that is not empty and has no mail or IP address; else None."""
    begins = (name[:_LONGEST_LINE] for name in names if not has_address(name))
    lines = (one_line(begin)[:LONGEST_NAME].strip() for begin in begins)
    return next((line for line in lines if line), None)


def _is_private(token: str) -> bool:
    bare = token.rstrip(".").removeprefix("test")
    return _is_mail(token) or bool(_IPV4.search(token)) or _is_ipv6(bare)


def _is_mail(token: str) -> bool:
    before, at, after = token.partition("@")
    return bool(at and before.strip(".:") and after.strip(".:@"))


def _is_ipv6(token: str) -> bool:
    if token.count(":") < 2 or len(token) > 60:
        return False
    try:
        return int(ipaddress.IPv6Address(token)) > 0
    except ValueError:
        return False
