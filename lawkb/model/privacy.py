"""Mail and IP addresses never leave a source: how they are told and kept out."""

from __future__ import annotations

import ipaddress
import re

from lawkb.normal_forms import normalized

# Who wrote without a name: DokuWiki's own word for it. The site may say it in its languages.
GUEST = "guest"
TAKEN_OUT = "…"
LONGEST_NAME = 100
_LONGEST_LINE = 1000  # of a name; composing a hundred thousand marks would take for ever

# Everything an address does not hold. ":" is not here, IPv6 needs it.
_BETWEEN = re.compile(r"([\s<>()\[\]{},;\"'«»“”|=/]+)")
_IPV4 = re.compile(r"(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9])")


def has_private(text: str) -> bool:
    """Whether text holds a mail or an IP address; ``test192.0.2.7``, a guest's login, does."""
    return any(_is_private(token) for token in _BETWEEN.split(text))


def without_private(text: str) -> str:
    """Text with each mail and IP address in it replaced by ``…``; everything else stays."""
    tokens = _BETWEEN.split(text)
    return "".join(TAKEN_OUT if _is_private(token) else token for token in tokens)


def one_line(text: str) -> str:
    """Text as one line: NFC, runs of white space and of control characters are one blank."""
    plain = (char if char.isprintable() else " " for char in normalized("NFC", text))
    return " ".join("".join(plain).split())


def public_name(*names: str) -> str | None:
    """The first of some names that says something and is no address; None when none is."""
    begins = (name[:_LONGEST_LINE] for name in names if not has_private(name))
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
