"""What can go wrong between us and a wiki: kinds of ``LawkbError``."""

from __future__ import annotations

from lawkb.errors import LawkbError


class UnreachableError(LawkbError):
    """No answer comes: no such host, refused, too slow, a wrong certificate."""

    __slots__ = ()


class RemoteOffError(LawkbError):
    """The wiki answers, its remote interface is switched off."""

    __slots__ = ()


class NotAllowedError(LawkbError):
    """The wiki does not let this user, or a guest, read it."""

    __slots__ = ()


class PageMissingError(LawkbError):
    """The wiki has no such page, or no longer."""

    __slots__ = ()


class BadAnswerError(LawkbError):
    """An answer that says nothing we understand: too long, cut, not of DokuWiki, an error."""

    __slots__ = ()


def one_line(words: str) -> str:
    """What a stranger's server says, fit for a line of a message: short, nothing but signs."""
    line = " ".join(words.split())[:200]
    return "".join(sign for sign in line if sign.isprintable())
