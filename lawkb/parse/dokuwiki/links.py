"""Targets and words of the links of a wiki page."""

from __future__ import annotations

import re
import unicodedata

from lawkb.model.passage import Link, LinkKind
from lawkb.parse.dokuwiki.lexer import MAIL_IN_TARGET
from lawkb.unicode_characters import normalized

_INTERWIKI = re.compile(r"[a-zA-Z0-9.]+>")
# Patterns of targets outside the wiki, in DokuWiki's order.
_OUTSIDE_KINDS: dict[LinkKind, re.Pattern[str]] = {
    "windows": re.compile(r"\A\\\\[^\\]+\\"),
    "external": re.compile(r"\A[a-z0-9.+-]+://", re.IGNORECASE),
    "mail": MAIL_IN_TARGET,
}
_OUTSIDE_WIKI = re.compile(r"(?:https?|ftps?)://|[a-zA-Z0-9.]+>", re.IGNORECASE)
_PICTURE = re.compile(r"\.(?:jpe?g|gif|png|ico|svg|webp)\Z", re.IGNORECASE)
_PICTURE_ALONE = re.compile(r"\{\{[^}]+\}\}")
_LEADING_DOTS = re.compile(r"((?:\.+:)*)(\.+)(?=[^:.])")
_START = "start"  # DokuWiki's name for the first page of a namespace
# Letters that lose more than an accent; other Latin letters are reduced to their base letter.
_LATIN = str.maketrans(
    dict(zip("äöüßæðþ", ("ae", "oe", "ue", "ss", "ae", "dh", "th"), strict=True))
    | dict(zip("øđħłŧıƒµ", "odhltifu", strict=True))
)


ShownLink = tuple[Link, str]
"""A link of a page, and the words that the page shows for it: empty for a picture without any."""


def read_link(written: str, page_id: str) -> ShownLink:
    """Return a link from the text between its double brackets: ``rule_07|Law 7``.

    The words of the link are those after the first ``|``, else what DokuWiki shows by default. If
    they are a picture, the caption is used: the link is the page's, not the picture's.

    Args:
        written: The text between the brackets.
        page_id: Id of the page that has the link.
    """
    target, bar, words = written.partition("|")
    target = target.strip(" \t\n")
    if _PICTURE_ALONE.fullmatch(words):
        return _shown_link(target, page_id, _shown(words[2:-2]))
    return _shown_link(target, page_id, words if bar and words.strip() else None)


def read_media(written: str, page_id: str) -> ShownLink:
    """Return a picture or file from the text between its double braces: ``diagram.png|Deal 1``.

    The words of the link are the caption; without one, the name of a file, and nothing for a
    picture.

    Args:
        written: The text between the braces.
        page_id: Id of the page that has the picture or file.
    """
    source, options, caption = _source(written)
    source = source.strip(" \t\n")
    pictured = _PICTURE.search(source) and "linkonly" not in options.lower()
    shown = caption if caption.strip() else "" if pictured else _file_name(source)
    is_outside = _OUTSIDE_WIKI.match(source)
    target = source if is_outside else resolve_media(source, page_id)
    return Link(0, 0, "media", target), shown


def read_address(written: str) -> ShownLink:
    """Return the link for a URL that is written in the text without brackets."""
    lower = written.lower()
    bare = lower.startswith(("ww", "ft")) and not lower.startswith("ftp://")
    scheme = "" if not bare else "http://" if lower.startswith("w") else "ftp://"
    return Link(0, 0, "external", scheme + written), written


def resolve_page(written: str, page_id: str) -> str:
    """Return the page id that a link target on a page means; the page itself for an empty target.

    On ``code:rule_57``, ``rule_07`` is ``code:rule_07``, ``:x`` is ``x``, ``..:x`` is one namespace
    up, ``~x`` is below the page, ``code:`` is the first page of the namespace.
    """
    if not written:
        return page_id
    full = _joined(_prefixed(written.replace(";", ":"), page_id))
    return clean_id(full + _START if full.endswith(":") else full)


def resolve_media(written: str, page_id: str) -> str:
    """Return the id of a file named on a page: ``a.png`` on ``code:x`` is ``code:a.png``.

    The rules are those of ``resolve_page``, but ``x:`` means no first page of a namespace.
    """
    return clean_id(_joined(_prefixed(written.replace(";", ":"), page_id))) if written else ""


def clean_id(written: str) -> str:
    """Return a typed page name as the wiki stores it: ``Law 57`` becomes ``law_57``.

    Lower case (Σ becomes σ, never ς), Latin letters without accents, an underscore for each other
    character that is no letter or digit.
    """
    lower = "".join(char.lower() for char in written.strip())
    plain = "".join(map(_stripped, lower.translate(_LATIN)))
    plain = plain.replace(";", ":")
    name = "".join(char if char in ":.-_" or _is_word(char) else "_" for char in plain)
    name = re.sub(r":+", ":", re.sub(r"_+", "_", name)).strip(":._-")
    return ":".join(part for part in (p.strip("._-") for p in name.split(":")) if part)


def _source(written: str) -> tuple[str, str, str]:
    """Return source, options and caption of a picture or file."""
    place, _, caption = written.partition("|")
    source, mark, options = place.strip(" \t\n").rpartition("?")
    return (source, options, caption) if mark else (options, "", caption)


def _shown(written: str) -> str:
    """Return the words for a picture or file; empty for a picture without a caption."""
    source, _, caption = _source(written)
    return caption if caption.strip() else "" if _PICTURE.search(source) else _file_name(source)


def _file_name(source: str) -> str:
    return source.rpartition(">")[2].replace(":", "/").rpartition("/")[2]


def _shown_link(target: str, page_id: str, words: str | None) -> ShownLink:
    if _INTERWIKI.match(target):
        shown = target.partition(">")[2] if words is None else words
        return Link(0, 0, "interwiki", target), shown
    for kind, begins in _OUTSIDE_KINDS.items():
        if begins.search(target):
            return Link(0, 0, kind, target), target if words is None else words
    return _page_link(target, page_id, words)


def _page_link(target: str, page_id: str, words: str | None) -> ShownLink:
    name, _, query = target.partition("?")
    page, _, anchor = name.partition("#")
    anchor = anchor or query.partition("#")[2]
    shown = words if words is not None else _default(name or page_id)
    return Link(0, 0, "page", resolve_page(page.strip(), page_id), anchor or None), shown


def _default(name: str) -> str:
    """Return the default words of a link: its anchor, else the last part of the name as written.

    For the start page of a namespace, the words are the namespace: «.» for ``.:start``, as in the
    wiki.
    """
    page, _, anchor = name.partition("#")
    above, _, last = page.replace(";", ":").rpartition(":")
    if last in ("", _START):
        last = above.rpartition(":")[2] or _START
    return anchor or last


def _prefixed(written: str, page_id: str) -> str:
    """Return the name from the root of the wiki, with ``.`` and ``..`` not resolved yet."""
    namespace = page_id.rpartition(":")[0]
    if written.startswith("~"):
        return f"{page_id}:{written[1:]}"
    if written.startswith("."):
        return f"{namespace}:" + _LEADING_DOTS.sub(r"\1\2:", written, count=1)
    return written if ":" in written else f"{namespace}:{written}"


def _joined(name: str) -> str:
    """Resolve ``.`` and ``..`` in a name; a colon at the end is kept."""
    parts: list[str] = []
    for part in name.split(":"):
        if part == "..":
            del parts[-1:]
        elif part not in {"", "."}:
            parts.append(part)
    return ":".join(parts) + (":" if name.endswith(":") else "")


def _stripped(char: str) -> str:
    """Return a Latin letter without its accent; other characters unchanged."""
    base = normalized("NFD", char)[0] if char > "\x7f" else char
    return base if base.isascii() and base.isalpha() else char


def _is_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"
