"""The file of a page: its id, in signs that are one file on every system."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import unquote_to_bytes

from lawkb.sources.page_names import LONGEST_ID

SUFFIX = ".txt"
# File systems give 255 bytes; the rest is for the suffix and for what others add.
_LONGEST = 200
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-.")
_PART = re.compile(r"[^/\\]+")


def is_page_id(page_id: str) -> bool:
    """Whether a wiki can have a page of this id.

    Ids are what a stranger's server says: those with ``..``, ``/``, an empty part, a character
    that is not printed (of control or direction, a soft hyphen, half a character) or more than
    ``LONGEST_ID`` characters are none, so that nothing downstream ever sees them.
    """
    if len(page_id) > LONGEST_ID or not page_id.isprintable():
        return False
    parts = page_id.split(":")
    return all(_PART.fullmatch(part) and part.strip(".") for part in parts)


def file_name(page_id: str) -> str:
    """The name of the file of a page: ``code:rule_57`` is ``code%3Arule_57.txt``.

    Lower-case ASCII letters, digits, ``_``, ``-`` and ``.`` stand as they are, all else as the
    hex of its UTF-8, as in DokuWiki's own files: no two ids share a file where upper and lower
    case or composed letters are one. A name that would be too long ends in its SHA-256.
    """
    signs = page_id.encode("utf-8", "surrogatepass")
    name = "".join(
        chr(sign) if sign in _PLAIN and (at or sign != ord(".")) else f"%{sign:02X}"
        for at, sign in enumerate(signs)
    )
    if len(name) > _LONGEST:
        name = f"{name[: _LONGEST - 65]}~{hashlib.sha256(signs).hexdigest()}"
    return name + SUFFIX


def page_id_of(name: str) -> str | None:
    """The id of the page that a file is of; None when the name is too long to tell, or is none."""
    stem = name.removesuffix(SUFFIX)
    page_id = unquote_to_bytes(stem).decode("utf-8", "replace")
    return page_id if file_name(page_id) == name else None
