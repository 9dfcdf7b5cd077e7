"""The syntax of DokuWiki as data: what can begin where, and which of two readings comes first.

A page is read in modes. In each mode some signs mean something and the rest is text; a sign may
enter a mode, leave the present one, or stand for itself. Where two could begin at one place, the
one that stands first in ``_SIGNS`` wins; that order is DokuWiki's own and decides what a page
shows.

Source: formats.md 2.1 and the parser of release 2022-07-31; where 2026-07-14 differs, it is
followed.
"""

from __future__ import annotations

import re

from lawkb.model.passage import MarkKind

MARKS: dict[str, MarkKind] = {
    "strong": "bold",
    "emphasis": "italic",
    "underline": "underline",
    "mono": "mono",
    "subscript": "sub",
    "superscript": "sup",
    "deleted": "deleted",
}
CLOSERS = {
    "strong": "**",
    "emphasis": "//",
    "underline": "__",
    "mono": "''",
    "subscript": "</sub>",
    "superscript": "</sup>",
    "deleted": "</del>",
    "note": "))",
    "nowiki": "</nowiki>",
    "percent": "%%",
    "code": "</code>",
    "file": "</file>",
    "wrap_block": "</WRAP>",
    "wrap_inline": "</wrap>",
}

# In links only ASCII letters count as letters: DokuWiki's patterns look at bytes.
_PUNCTUATION = r".:?\-;,"
HOST = rf"[0-9A-Za-z_{_PUNCTUATION}]"
ADDRESS = r"[0-9A-Za-z_/#~:.?+=&%@!\-\[\];,]"
_SCHEMES = "https?|telnet|gopher|wais|ftp|ed2k|irc|ldap"
_ATEXT = r"[0-9a-zA-Z!#$%&'*+/=?^_`{|}~-]"
_DOMAIN = r"(?:[0-9a-zA-Z][0-9a-zA-Z-]*\.)+[a-zA-Z]{2,63}"
MAIL_IN_TARGET = re.compile(rf"{_ATEXT}@{_DOMAIN}")

_SIGNS = {
    "list": r"\n(?: {2,}|\t+)[-*]",
    "item": r"\n(?: {2,}|\t+)[-*]",
    "list_end": r"\n",
    "pre": r"\n(?:  |\t)(?![-*])",
    "macro": r"~~NO(?:TOC|CACHE)~~",
    "table": r"\n[|^]",
    "row": r"\n[|^]",
    "joined": r"[\t ]*:::[\t ]*(?=[|^])",
    "blanks": r"[\t ]+",
    "cell": r"[|^]",
    "table_end": r"\n",
    "strong": r"\*\*",
    "strong_end": r"\*\*",
    "emphasis": r"//",
    "emphasis_end": r"//",
    "underline": r"__",
    "underline_end": r"__",
    "mono": r"''",
    "mono_end": r"''",
    # Before the tags, since a tag that nothing closes is no tag and could be an address.
    "mail": rf"<{_ATEXT}+(?:\.{_ATEXT}+)*@{_DOMAIN}>",
    "subscript": r"<sub>",
    "subscript_end": r"</sub>",
    "superscript": r"<sup>",
    "superscript_end": r"</sup>",
    "deleted": r"<del>",
    "deleted_end": r"</del>",
    "break": r"\\\\(?:[ \t]|(?=\n))",
    "note": r"\(\(",
    "note_end": r"\)\)",
    "rule": r"\n[ \t]*-{4,}[ \t]*(?=\n)",
    "nowiki": r"<nowiki>",
    "percent": r"%%",
    "wrap_block": r"<WRAP\b",
    "wrap_block_end": r"</WRAP>",
    "wrap_inline": r"<wrap\b",
    "wrap_inline_end": r"</wrap>",
    "code": r"<code\b",
    "file": r"<file\b",
    "quote": r"\n>+",
    "line": r"\n>+",
    "quote_end": r"\n",
    "discussion": r"~~DISCUSSION",
    # Pictures and typographic signs are text to us, but they take brackets and bars away:
    # `((12B2(c)))` is a note "12B2(c)" since `(c)` is a sign, while `((12Β2(α)))` ends after α.
    "smiley": r"(?<![0-9A-Za-z_])(?:8-[)Oo]|:-[()/\\?DPOoXx|]|=\)|;-\)|m\(|\^_\^|:[?!]:)"
    r"(?![0-9A-Za-z_])",
    "entity": r"<->|->|<-|<=>|=>|<=|>>|<<|---?|\((?:c|tm|r)\)|\.\.\.",
    "link": r"\[\[",
    "feed": r"\{\{rss>",
    "media": r"\{\{",
    "url": rf"(?i:{_SCHEMES})://(?={ADDRESS})",
    "bare_url": rf"(?i:www?|ftp?)\.(?={HOST}+?\.{HOST}{ADDRESS})",
    "share": r"\\\\[0-9A-Za-z_]+(?:\\[0-9A-Za-z_\-$]+)+",
    "eol": r"\n",
}

_CONTAINERS = ("list", "table", "quote", "rule")
_FORMATTING = (*MARKS, "note", "wrap_block", "wrap_inline")
_PROTECTED = ("pre", "code", "file")
_DISABLED = ("nowiki", "percent")
_WORDS = (
    *("macro", "mail", "break", "smiley", "entity"),
    *("link", "feed", "media", "url", "bare_url", "share"),
)
_INLINE = (*_FORMATTING, *_WORDS, *_DISABLED)
_BLOCKS = (*_CONTAINERS, *_INLINE, *_PROTECTED)

_MODES: dict[str, tuple[str, ...]] = {
    "base": (*_BLOCKS, "discussion", "eol"),
    "wrap_block": (*_BLOCKS, "eol", "wrap_block_end"),
    "note": (*(sign for sign in _BLOCKS if sign != "note"), "note_end"),
    "list": (*_INLINE, *_PROTECTED, "item", "list_end"),
    "table": (*_INLINE, *_PROTECTED, "row", "joined", "blanks", "cell", "table_end"),
    "quote": (*_INLINE, *_PROTECTED, "line", "quote_end"),
    "wrap_inline": (*_INLINE, "wrap_inline_end"),
} | {mark: (*(sign for sign in _INLINE if sign != mark), f"{mark}_end") for mark in MARKS}

# Blanks that end a line right behind a sign take the line end with them, so that no rule, quote or
# indented line begins there; lists and tables do.
BLANK_END = re.compile(r"[ \t]+\n(?! {2,}[-*]|\t+[-*]|[|^])")
ENTERED = frozenset(_MODES)
HEADED = frozenset({"base", "wrap_block"})  # modes in which a line may be a heading


def _compiled(signs: tuple[str, ...]) -> re.Pattern[str]:
    ordered = (f"(?P<{name}>{sign})" for name, sign in _SIGNS.items() if name in signs)
    # Most letters begin no sign: one look tells, where trying each sign takes ten times as long.
    blanks = r"\t " if "blanks" in signs else ""
    first = rf"[\n{blanks}~|^:*/_'<\\()%8=;\->.{{\[]|m\(|(?i:[a-z0-9]{{2,6}}:|www?\.|ftp?\.)"
    return re.compile(f"(?={first})(?:{'|'.join(ordered)})")


SIGNS_OF = {mode: _compiled(signs) for mode, signs in _MODES.items()}
