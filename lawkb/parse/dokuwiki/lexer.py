"""The lexer of raw DokuWiki text: tokens in one pass, by a table of the syntax.

A page is read in modes. In each mode some signs have a meaning and the rest is text; a sign may
enter a mode, leave the current one, or be a token by itself. Where two could begin at one place,
the one that comes first in ``_SIGNS`` wins; that order is DokuWiki's own and decides what a page
shows.

Source: formats.md 2.1 and the parser of release 2022-07-31; where 2026-07-14 differs, it is
followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_letters, digits

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
    "link": "]]",
    "media": "}}",
    "feed": "}}",
}

# In links only ASCII letters count as letters: DokuWiki's patterns work on bytes.
_PUNCTUATION = r".:?\-;,"
_HOST = rf"[0-9A-Za-z_{_PUNCTUATION}]"
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
    # Before the tags, since an unclosed tag is no tag and could be an address.
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
    # Pictures and typographic signs are text for us, but their brackets and bars do not count:
    # `((12B2(c)))` is a note "12B2(c)" since `(c)` is a sign, while `((12Β2(α)))` ends after α.
    "smiley": r"(?<![0-9A-Za-z_])(?:8-[)Oo]|:-[()/\\?DPOoXx|]|=\)|;-\)|m\(|\^_\^|:[?!]:)"
    r"(?![0-9A-Za-z_])",
    "entity": r"<->|->|<-|<=>|=>|<=|>>|<<|---?|\((?:c|tm|r)\)|\.\.\.",
    "link": r"\[\[",
    "feed": r"\{\{rss>",
    "media": r"\{\{",
    "url": rf"(?i:{_SCHEMES})://(?={ADDRESS})",
    "bare_url": rf"(?i:www?|ftp?)\.(?={_HOST}+?\.{_HOST}{ADDRESS})",
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

# White space that ends a line right after a sign includes the line end, so that no rule, quote or
# indented line begins there; lists and tables do.
_BLANK_END = re.compile(r"[ \t]+\n(?! {2,}[-*]|\t+[-*]|[|^])")
_ENTERED = frozenset(_MODES)
_HEADED = frozenset({"base", "wrap_block"})  # modes in which a line may be a heading


def _compiled(signs: tuple[str, ...]) -> re.Pattern[str]:
    ordered = (f"(?P<{name}>{sign})" for name, sign in _SIGNS.items() if name in signs)
    # Most letters begin no sign: one lookahead is ten times as fast as trying each sign.
    blanks = r"\t " if "blanks" in signs else ""
    first = rf"[\n{blanks}~|^:*/_'<\\()%8=;\->.{{\[]|m\(|(?i:[a-z0-9]{{2,6}}:|www?\.|ftp?\.)"
    return re.compile(f"(?={first})(?:{'|'.join(ordered)})")


_SIGNS_OF = {mode: _compiled(signs) for mode, signs in _MODES.items()}


_NEEDLES = {name: re.compile(re.escape(closer)) for name, closer in CLOSERS.items()} | {
    # The `//` of a URL closes nothing.
    "emphasis": re.compile(r"[^:]//"),
    "paragraph": re.compile(r"\n[ \t]*\n"),
    "line": re.compile(r"\n"),
    "tag": re.compile(r">"),
    "macro": re.compile(r"~~"),
    "link": re.compile(r"\]\](?!\])"),
}
_WITHIN = frozenset(f"{ascii_letters}{digits}_")
_WITHIN_PATH = _WITHIN | frozenset("/\\")
_ADDRESS_RUN = re.compile(rf"{ADDRESS}+")


@dataclass(frozen=True, slots=True)
class Token:
    """A sign of the page, such as ``**``, or the text between two signs."""

    kind: str  # name of the sign, ``text``, ``heading``, or ``unclosed`` for a ``((`` left as text
    start: int  # first code point in the page; -1 for the line end before the page
    end: int  # code point after the last one
    value: str  # the text as written; for links, code and literal text including their signs


class Lexer:
    """A lexer of one page, in linear time: no span is searched twice for the same sign.

    Attributes:
        text: The page between two line ends, as DokuWiki reads it: offsets are one higher.
        modes: Open modes, innermost last.
        begun: End of the last sign.
        looked: Number of code points searched for closing signs so far.
    """

    __slots__ = ("_searches", "begun", "looked", "modes", "text")

    def __init__(self, text: str) -> None:
        """Create a lexer for a page, NFC with LF line ends."""
        self.text = f"\n{text}\n"
        self.modes = ["base"]
        self.looked = 0
        self.begun = 0
        self._searches: dict[str, tuple[int, int]] = {}

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens in order. A gap between two tokens was a sign that ended a mode."""
        at = 0
        while at < len(self.text):
            heading = self._heading(at)
            if heading:
                yield self._token("heading", at, heading)
                at = heading
            else:
                begin, end, found = self._next(at)
                yield from found
                self._turn(found[-1], self.text[begin:end])
                at = end

    def find(self, name: str, at: int) -> int:
        """Return the next offset of a named closing sign at or after ``at``; -1 if there is none.

        Offsets must increase from call to call, so that a cached result stays valid until it is
        passed.
        """
        start, found = self._searches.get(name, (0, -2))
        if found == -1 or start <= at <= found:
            return found
        match = _NEEDLES[name].search(self.text, at)
        found = match.start() if match else -1
        self.looked += (found if match else len(self.text)) - at
        self._searches[name] = (at, found)
        return found

    def _next(self, at: int) -> tuple[int, int, list[Token]]:
        """Return the next sign at or after an offset, with the text before it."""
        found: list[Token] = []
        self.begun = look = at
        blank = _BLANK_END.match(self.text, at) if self.modes[-1] in _HEADED else None
        if blank:
            return at, blank.end(), [self._token("eol", at, blank.end())]
        while match := _SIGNS_OF[self.modes[-1]].search(self.text, look):
            kind, begin = match.lastgroup or "", match.start()
            extent = _EXTENTS.get(kind)
            end = extent(self, match) if extent else match.end()
            if end:
                before = [self._token("text", at, begin)] if begin > at else []
                return begin, end, [*found, *before, self._token(kind, begin, end)]
            if kind == "note" and not found:
                found.append(self._token("unclosed", begin, begin))
            look = begin + 1
        rest = self._token("text", at, len(self.text))
        return at, len(self.text), [*found, rest]

    def _turn(self, token: Token, written: str) -> None:
        """Enter or leave a mode after a sign."""
        if token.kind.endswith("_end"):
            self.modes.pop()
        elif token.kind in _ENTERED and not (token.kind == "wrap_block" and written.endswith("/>")):
            self.modes.append(token.kind)

    def _heading(self, at: int) -> int:
        """Return the end of the heading on the line that begins at an offset, or 0."""
        if self.modes[-1] not in _HEADED or self.text[at - 1 : at] != "\n":
            return 0
        if self.text[at] not in "= \t":
            return 0
        end = self.find("line", at)
        return end if end > 0 and is_heading(self.text[at:end]) else 0

    def _token(self, kind: str, begin: int, end: int) -> Token:
        return Token(kind, begin - 1, min(len(self.text) - 2, end - 1), self.text[begin:end])


def is_heading(line: str) -> bool:
    """Whether a line is a heading: ``== text ==``, two signs or more, nothing else on the line."""
    bare = line.strip(" \t")
    return len(bare) > 4 and bare.startswith("==") and bare.endswith("==")


def _formatting(scanner: Lexer, match: re.Match[str]) -> int:
    """Return the end of a sign such as ``**`` that is closed in its paragraph, else 0.

    Source: release 2026 of DokuWiki.
    """
    closer = scanner.find(match.lastgroup or "", match.end())
    paragraph = scanner.find("paragraph", match.end())
    closes = closer >= 0 and (paragraph < 0 or closer < paragraph)
    return match.end() if closes else 0


def _note(scanner: Lexer, match: re.Match[str]) -> int:
    return match.end() if scanner.find("note", match.end()) >= 0 else 0


def _whole(scanner: Lexer, match: re.Match[str]) -> int:
    """Return the end of the closing sign; nothing between the signs is read."""
    kind = match.lastgroup or ""
    closer = scanner.find(kind, match.end())
    return closer + len(CLOSERS[kind]) if closer >= 0 else 0


def _tag(scanner: Lexer, match: re.Match[str]) -> int:
    """Return the end of an opening tag that is closed later or closes itself, else 0."""
    end = scanner.find("tag", match.end())
    if end < 0:
        return 0
    alone = scanner.text[end - 1] == "/" and match.lastgroup == "wrap_block"
    return end + 1 if alone or scanner.find(match.lastgroup or "", end) >= 0 else 0


def _media(scanner: Lexer, match: re.Match[str]) -> int:
    return 0 if scanner.text.startswith("}}", match.end()) else _whole(scanner, match)


def _discussion(scanner: Lexer, match: re.Match[str]) -> int:
    closer, line = scanner.find("macro", match.end()), scanner.find("line", match.end())
    return closer + 2 if 0 <= closer < line else 0


def _address(scanner: Lexer, match: re.Match[str]) -> int:
    """Return the end of a URL; punctuation at its end is text.

    A URL must begin a word, and one without a scheme must not be part of a path; a sign before it
    does not count: ``//www.example.org`` is a URL in italics.
    """
    within = _WITHIN if match.lastgroup == "url" else _WITHIN_PATH
    if match.start() != scanner.begun and scanner.text[match.start() - 1] in within:
        return 0
    run = _ADDRESS_RUN.match(scanner.text, match.end())
    words = run[0].rstrip(".:?-;,") if run else ""
    return match.end() + max(1, len(words))


def _preformatted(scanner: Lexer, match: re.Match[str]) -> int:
    """Return the end of all lines that begin with two spaces or a tab, last line end included."""
    end = scanner.find("line", match.end())
    while end >= 0 and scanner.text.startswith(("\n  ", "\n\t"), end):
        end = scanner.find("line", end + 1)
    return end + 1 if end >= 0 else len(scanner.text)


_EXTENTS: dict[str, Callable[[Lexer, re.Match[str]], int]] = {
    **dict.fromkeys(MARKS, _formatting),
    "note": _note,
    **dict.fromkeys(("nowiki", "percent", "code", "file", "link", "feed"), _whole),
    **dict.fromkeys(("wrap_block", "wrap_inline"), _tag),
    "media": _media,
    "discussion": _discussion,
    **dict.fromkeys(("url", "bare_url"), _address),
    "pre": _preformatted,
}
