"""Raw DokuWiki text to tokens, in one pass from left to right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_letters, digits

from lawkb.parse.wiki_modes import ADDRESS, BLANK_END, CLOSERS, ENTERED, HEADED, MARKS, SIGNS_OF

_NEEDLES = {name: re.compile(re.escape(closer)) for name, closer in CLOSERS.items()} | {
    # The `//` of an address closes nothing.
    "emphasis": re.compile(r"[^:]//"),
    "paragraph": re.compile(r"\n[ \t]*\n"),
    "line": re.compile(r"\n"),
    "tag": re.compile(r">"),
    "macro": re.compile(r"~~"),
    "link": re.compile(r"\]\](?!\])"),
    "media": re.compile(r"\}\}"),
}
_WITHIN = frozenset(f"{ascii_letters}{digits}_")
_WITHIN_PATH = _WITHIN | frozenset("/\\")
_ADDRESS_RUN = re.compile(rf"{ADDRESS}+")


@dataclass(frozen=True, slots=True)
class Token:
    """A sign of the page, or the text between two.

    Attributes:
        kind: Name of the sign, ``text``, ``heading``, or ``unclosed`` for a ``((`` left as text.
        start: First code point of the page; -1 for the line end before it.
        end: Code point after the last.
        value: What was written; what stands inside for links, code and literal text.
    """

    kind: str
    start: int
    end: int
    value: str


class Scanner:
    """Reads one page. Its work is linear: nothing is looked for twice over the same stretch.

    Attributes:
        text: The page between two line ends, as DokuWiki reads it: offsets are one more.
        modes: What is open, innermost last.
        looked: Code points looked through for closing signs so far.
    """

    __slots__ = ("_asked", "_begun", "looked", "modes", "text")

    def __init__(self, text: str) -> None:
        """Take a page, NFC with LF line ends."""
        self.text = f"\n{text}\n"
        self.modes = ["base"]
        self.looked = 0
        self._begun = 0  # end of the last sign
        self._asked: dict[str, tuple[int, int]] = {}

    def tokens(self) -> Iterator[Token]:
        """Tokens in order. What lies between two of them was a sign of the mode being left."""
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
        """Where the needle of this name next begins, from a place on; -1 when nowhere.

        Places only grow from one question to the next, so an answer holds until it is passed.
        """
        asked, found = self._asked.get(name, (0, -2))
        if found == -1 or asked <= at <= found:
            return found
        match = _NEEDLES[name].search(self.text, at)
        found = match.start() if match else -1
        self.looked += (found if match else len(self.text)) - at
        self._asked[name] = (at, found)
        return found

    def follows_sign(self, at: int) -> bool:
        """Whether no text stands between a place and the last sign."""
        return at == self._begun

    def _next(self, at: int) -> tuple[int, int, list[Token]]:
        """The next sign from a place on, with the text before it."""
        found: list[Token] = []
        self._begun = look = at
        blank = BLANK_END.match(self.text, at) if self.modes[-1] in HEADED else None
        if blank:
            return at, blank.end(), [self._token("eol", at, blank.end())]
        while match := SIGNS_OF[self.modes[-1]].search(self.text, look):
            kind, begin = match.lastgroup or "", match.start()
            end = _EXTENTS.get(kind, _as_matched)(self, match)
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
        elif token.kind in ENTERED and not (token.kind == "wrap_block" and written.endswith("/>")):
            self.modes.append(token.kind)

    def _heading(self, at: int) -> int:
        """End of the heading that the line beginning here is, or 0."""
        if self.modes[-1] not in HEADED or self.text[at - 1 : at] != "\n":
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


def _as_matched(scanner: Scanner, match: re.Match[str]) -> int:
    return match.end()


def _formatting(scanner: Scanner, match: re.Match[str]) -> int:
    """A mark opens when it closes before its paragraph ends (release 2026)."""
    closer = scanner.find(match.lastgroup or "", match.end())
    paragraph = scanner.find("paragraph", match.end())
    closes = closer >= 0 and (paragraph < 0 or closer < paragraph)
    return match.end() if closes else 0


def _note(scanner: Scanner, match: re.Match[str]) -> int:
    return match.end() if scanner.find("note", match.end()) >= 0 else 0


def _whole(scanner: Scanner, match: re.Match[str]) -> int:
    """To the end of the closing sign; nothing inside is read."""
    kind = match.lastgroup or ""
    closer = scanner.find(kind, match.end())
    return closer + len(CLOSERS[kind]) if closer >= 0 else 0


def _tag(scanner: Scanner, match: re.Match[str]) -> int:
    """To the end of an opening tag that is closed later, or that closes itself."""
    end = scanner.find("tag", match.end())
    if end < 0:
        return 0
    alone = scanner.text[end - 1] == "/" and match.lastgroup == "wrap_block"
    return end + 1 if alone or scanner.find(match.lastgroup or "", end) >= 0 else 0


def _link(scanner: Scanner, match: re.Match[str]) -> int:
    closer = scanner.find("link", match.end())
    return closer + 2 if closer >= 0 else 0


def _media(scanner: Scanner, match: re.Match[str]) -> int:
    closer = scanner.find("media", match.start() + 2)
    return closer + 2 if closer > match.start() + 2 else 0


def _discussion(scanner: Scanner, match: re.Match[str]) -> int:
    closer, line = scanner.find("macro", match.end()), scanner.find("line", match.end())
    return closer + 2 if 0 <= closer < line else 0


def _address(scanner: Scanner, match: re.Match[str]) -> int:
    """To the end of an address; punctuation at its end is text.

    It begins a word, and one without a scheme is no part of a path; what a sign has taken does
    not count: ``//www.example.org`` is an address in italics.
    """
    within = _WITHIN if match.lastgroup == "url" else _WITHIN_PATH
    if not scanner.follows_sign(match.start()) and scanner.text[match.start() - 1] in within:
        return 0
    run = _ADDRESS_RUN.match(scanner.text, match.end())
    words = run[0].rstrip(".:?-;,") if run else ""
    return match.end() + max(1, len(words))


def _preformatted(scanner: Scanner, match: re.Match[str]) -> int:
    """All lines that begin with two blanks or a tab, the line end after them included."""
    end = scanner.find("line", match.end())
    while end >= 0 and scanner.text.startswith(("\n  ", "\n\t"), end):
        end = scanner.find("line", end + 1)
    return end + 1 if end >= 0 else len(scanner.text)


_EXTENTS: dict[str, Callable[[Scanner, re.Match[str]], int]] = {
    **dict.fromkeys(MARKS, _formatting),
    "note": _note,
    **dict.fromkeys(("nowiki", "percent", "code", "file"), _whole),
    **dict.fromkeys(("wrap_block", "wrap_inline"), _tag),
    "link": _link,
    **dict.fromkeys(("media", "feed"), _media),
    "discussion": _discussion,
    **dict.fromkeys(("url", "bare_url"), _address),
    "pre": _preformatted,
}
