"""Page ids and the file names of a DokuWiki: how one is told from the other.

Source: DokuWiki's ``cleanID``, ``utf8_encodeFN`` and ``SafeFN``, release 2022-07-31.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from lawkb.normal_forms import normalized

LONGEST_ID = 255  # no file system that a wiki runs on takes longer names

# What cleaning turns into "_", so that no id holds it. Marks beyond ASCII are left to the wiki.
_SPECIAL = frozenset(" !\"#$%&'()*+,/;<=>?@[\\]^`{|}~")
_ESCAPED = re.compile(r"(?:[^%]|%[0-9A-Fa-f]{2})*")
# Plain characters, or converted ones in base 36 that "]" ends.
_SAFE = re.compile(r"(?:[-./\[_0-9a-z]|(?:%[0-9a-z]{1,5})+\])*")
_SAFE_PART = re.compile(r"%([0-9a-z]+)|\]|(.)")
_FRONT = frozenset({"start", "sidebar"})
_OWN = ("wiki:", "playground:")


def page_id(path: tuple[str, ...]) -> str | None:
    """The page id that the names of folders and file on the way to a page stand for.

    Args:
        path: Names below ``pages``, the last one without its ending. Names may be encoded by
            each of DokuWiki's three ways, all in one tree.

    Returns:
        ``ns:name``, NFC; None when no page of a wiki has such a name: ``..``, control characters,
        capitals, an id of more than ``LONGEST_ID`` characters.
    """
    names = [_decoded(name) for name in path]
    if not names or any(name is None or not _is_clean(name) for name in names):
        return None
    joined = ":".join(name for name in names if name)
    return joined if len(joined) <= LONGEST_ID else None


def is_content(page: str) -> bool:
    """Whether a page is more than the wiki's own: no front page, sidebar, manual or sandpit."""
    return page.rpartition(":")[2] not in _FRONT and not page.startswith(_OWN)


def _decoded(name: str) -> str | None:
    """A name without its encoding; None when it is of none. Ids hold neither "%" nor "]"."""
    if "]" in name:
        return _from_safe(name) if _SAFE.fullmatch(name) else None
    if not _ESCAPED.fullmatch(name):
        return None
    try:
        return normalized("NFC", unquote_to_bytes(name).decode())
    except UnicodeError:  # not UTF-8, or a name that the file system could not tell
        return None


def _from_safe(name: str) -> str | None:
    """A name by ``SafeFN``: ``%pm%pd]`` are two letters, their numbers less 32 in base 36."""
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
