"""Convert between page ids and file names, those of a DokuWiki and those of a corpus.

Source: DokuWiki's ``cleanID``, ``utf8_encodeFN`` and ``SafeFN``, release 2022-07-31.
"""

from __future__ import annotations

import hashlib
import re
from urllib.parse import unquote_to_bytes

from lawkb.unicode_characters import normalized

LONGEST_ID = 255  # the longest file name of the file systems that wikis run on

# Characters that DokuWiki's cleaning turns into "_". Non-ASCII punctuation is left to the wiki.
_SPECIAL = frozenset(" !\"#$%&'()*+,/;<=>?@[\\]^`{|}~")
_ESCAPED = re.compile(r"(?:[^%]|%[0-9A-Fa-f]{2})*")
# Plain characters, or encoded ones in base 36 up to a "]".
_SAFE = re.compile(r"(?:[-./\[_0-9a-z]|(?:%[0-9a-z]{1,5})+\])*")
_SAFE_PART = re.compile(r"%([0-9a-z]+)|\]|(.)")
_FRONT = frozenset({"start", "sidebar"})
_OWN = ("wiki:", "playground:")


def page_id(path: tuple[str, ...]) -> str | None:
    """Decode a DokuWiki page id from the names of its folders and file.

    Args:
        path: Names below ``pages``, the last one without its suffix. Each name may be encoded by
            any of DokuWiki's three methods.

    Returns:
        ``ns:name``, NFC; None when no page of a wiki has such a name: ``..``, control characters,
        capitals, or an id of more than ``LONGEST_ID`` characters.
    """
    names = [_decoded(name) for name in path]
    if not names or any(name is None or not _is_clean(name) for name in names):
        return None
    joined = ":".join(name for name in names if name)
    return joined if len(joined) <= LONGEST_ID else None


def is_content(page: str) -> bool:
    """Whether a page is content: not a front page, a sidebar, or a page of DokuWiki's manual."""
    return page.rpartition(":")[2] not in _FRONT and not page.startswith(_OWN)


def _decoded(name: str) -> str | None:
    """Decode a name; None when it is in no known encoding. Ids have neither "%" nor "]"."""
    if "]" in name:
        return _from_safe(name) if _SAFE.fullmatch(name) else None
    if not _ESCAPED.fullmatch(name):
        return None
    try:
        return normalized("NFC", unquote_to_bytes(name).decode())
    except UnicodeError:  # not UTF-8, or a file name that Python could not decode
        return None


def _from_safe(name: str) -> str | None:
    """Decode a ``SafeFN`` name: ``%pm%pd]`` is two letters, code points less 32 in base 36."""
    letters = []
    for match in _SAFE_PART.finditer(name):
        point = int(match[1], 36) + 32 if match[1] else None
        if point and (point > 0x10FFFF or 0xD800 <= point <= 0xDFFF):
            return None
        letters.append(chr(point) if point else match[2] or "")
    return normalized("NFC", "".join(letters))


def _is_clean(name: str) -> bool:
    return bool(
        name
        and name == name.strip("._-")
        and name == name.lower()
        and name.isprintable()
        and ":" not in name
        and not _SPECIAL.intersection(name)
    )


SUFFIX = ".txt"
# File systems allow 255 bytes; the rest is for suffixes of this and other programs.
_LONGEST = 200
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-.")
_PART = re.compile(r"[^/\\]+")


def is_page_id(page_id: str) -> bool:
    """Whether a wiki can have a page of this id.

    Ids come from an untrusted server: those with ``..``, ``/``, an empty part, an unprintable
    character (control, direction, soft hyphen, lone surrogate) or more than ``LONGEST_ID``
    characters are refused, so that no later step has to check.
    """
    if len(page_id) > LONGEST_ID or not page_id.isprintable():
        return False
    parts = page_id.split(":")
    return all(_PART.fullmatch(part) and part.strip(".") for part in parts)


def file_name(page_id: str) -> str:
    """Return the file name of a page: ``code%3Arule_57.txt`` for ``code:rule_57``.

    Lower-case ASCII letters, digits, ``_``, and ``-`` and ``.`` behind others stay, other
    characters become the hex of their UTF-8, as in DokuWiki: no two ids share a file where a file
    system ignores case or normal forms. A name that would be too long ends in the SHA-256 of the
    id.
    """
    signs = page_id.encode("utf-8", "surrogatepass")
    name = "".join(
        chr(sign) if sign in _PLAIN and (at or sign not in b".-") else f"%{sign:02X}"
        for at, sign in enumerate(signs)
    )
    if len(name) > _LONGEST:
        name = f"{name[: _LONGEST - 65]}~{hashlib.sha256(signs).hexdigest()}"
    return name + SUFFIX
