"""Words of a dump: Markdown removed, footnote marks removed and recorded at their places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate
from urllib.parse import parse_qs, unquote, urlsplit

from lawkb.model.language import Language
from lawkb.model.passage import Link, MarkKind
from lawkb.model.passage import Mark as Emphasis
from lawkb.parse.document import NotePoint, Words
from lawkb.parse.footnotes import FootnoteMark, find_marks, without_marks
from lawkb.parse.plaintext.dump_lines import Shape
from lawkb.parse.split_by_script import language_of

_RAISED = re.compile(r"\^(\d{1,2})\)")
# Lengths are bounded, so that a line of brackets takes no more time than a line of words.
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|!\[(?P<alt>[^\[\]]{0,300})\]\([^()\s]{0,1000}(?:\s+\"[^\"]{0,300}\")?\)"
    r"|\[(?P<shown>[^\[\]]{1,1000})\]"
    r"\((?P<href><[^<>]{0,1000}>|[^()\s]{0,1000})(?:\s+\"(?P<title>[^\"]{0,300})\")?\)"
    r"|(?P<sign>\*\*|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)|`)"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PAGE_ID = re.compile(r"[^\s<>\"'\\?#|{}\[\]()]{1,200}")
_KINDS: dict[str, MarkKind] = {"**": "bold", "_": "italic", "`": "mono"}


@dataclass(frozen=True, slots=True)
class WordReader:
    """A reader of the words of one page.

    Attributes:
        shape: Layout of the page.
        languages: Languages of the pages of its source, for the letters of labels.
        note: Function that returns the note of a number; None if the page has none.
    """

    shape: Shape
    languages: tuple[Language, ...]
    note: Callable[[str], Words | None]

    def words(self, text: str) -> tuple[Words, int]:
        """Return the words of a line with its notes, and the characters of its footnote marks."""
        plain = plain_words(text, self.shape)
        marks = self._marks(plain.text)
        if not marks:
            return plain, 0
        points, cut = [], 0
        for mark in marks:
            points.append(NotePoint(mark.start - cut, mark.marker, self.note(mark.marker)))
            cut += mark.end - mark.start
        return _shortened(plain, marks, tuple(points)), cut

    def _marks(self, text: str) -> tuple[FootnoteMark, ...]:
        if self.shape == "terminal":
            return tuple(FootnoteMark(m[1], m.start(), m.end()) for m in _RAISED.finditer(text))
        language = language_of(text, self.languages) if self.languages else None
        return find_marks(text, language) if language else ()


def plain_words(text: str, shape: Shape) -> Words:
    """Return the words of a line without markup, with their footnote marks."""
    return _read_markdown(text) if shape == "markdown" else Words(" ".join(text.split()))


def _shortened(
    words: Words, marks: tuple[FootnoteMark, ...], points: tuple[NotePoint, ...]
) -> Words:
    """Return words without their footnote marks, annotations moved."""
    text = without_marks(words.text, marks)
    ends = [mark.end for mark in marks]
    cuts = [0, *accumulate(mark.end - mark.start for mark in marks)]

    def moved(at: int) -> int:
        passed = bisect_right(ends, at)
        inside = passed < len(marks) and marks[passed].start < at
        return (marks[passed].start if inside else at) - cuts[passed]

    marked = tuple(replace(m, start=moved(m.start), end=moved(m.end)) for m in words.marks)
    links = tuple(replace(one, start=moved(one.start), end=moved(one.end)) for one in words.links)
    return _trimmed(Words(text, marked, links, points))


def _trimmed(words: Words) -> Words:
    """Return words without the spaces that markup left at the ends."""
    text = words.text.strip()
    cut, end = len(words.text) - len(words.text.lstrip()), len(text)

    def at(place: int) -> int:
        return min(max(place - cut, 0), end)

    marks = (replace(mark, start=at(mark.start), end=at(mark.end)) for mark in words.marks)
    links = (replace(link, start=at(link.start), end=at(link.end)) for link in words.links)
    return Words(
        text,
        tuple(mark for mark in marks if mark.start < mark.end),
        tuple(link for link in links if link.start < link.end),
        tuple(replace(note, at=at(note.at)) for note in words.notes),
    )


def _read_markdown(source: str) -> Words:
    """Return the words of Markdown as html2text writes it."""
    text = " ".join(source.split())
    tokens = list(_TOKEN.finditer(text))
    partners = _partners(tokens)
    out: list[str] = []
    length = at = 0
    marks: list[Emphasis] = []
    links: list[Link] = []
    begun: dict[int, int] = {}  # a sign that opens emphasis, to where its words begin
    for index, token in enumerate(tokens):
        before, words = text[at : token.start()], _shown(token, index in partners)
        length += len(before)
        if index in partners and partners[index] > index:
            begun[index] = length
        elif index in partners and begun[partners[index]] < length:
            marks.append(Emphasis(_KINDS[token["sign"]], begun[partners[index]], length))
        link = _link(token["href"].strip("<>"), token["title"] or "") if token["href"] else None
        if link and words:
            links.append(replace(link, start=length, end=length + len(words)))
        out += before, words
        length += len(words)
        at = token.end()
    shown = Words("".join([*out, text[at:]]), tuple(sorted(marks, key=_order)), tuple(links))
    return _trimmed(shown)


def _order(mark: Emphasis) -> tuple[int, int]:
    return mark.start, -mark.end


def _partners(tokens: list[re.Match[str]]) -> dict[int, int]:
    """Return, for each sign of emphasis that has a partner, the index of the partner."""
    found: dict[int, int] = {}
    opened: dict[str, int] = {}
    for index, token in enumerate(tokens):
        sign = token["sign"]
        if sign in opened:
            other = opened.pop(sign)
            found[index], found[other] = other, index
        elif sign:
            opened[sign] = index
    return found


def _shown(token: re.Match[str], is_markup: bool) -> str:
    """Return the text that a Markdown token shows."""
    if token["escaped"] or token["shown"]:
        return token["escaped"] or _ESCAPE.sub(r"\1", token["shown"])
    if token["alt"] is not None or is_markup:
        return ""
    return token["sign"] or token[0]


def _link(href: str, title: str) -> Link | None:
    """Return a link; None when it leads neither to a page of the wiki nor to the web."""
    try:
        parts = urlsplit(href)
    except ValueError:  # «http://[», says urllib, is no IPv6 address
        return None
    if parts.scheme in ("http", "https") and parts.netloc:
        return Link(0, 0, "external", href)
    named = parse_qs(parts.query).get("id", [""])[0]
    target = named or title
    if parts.scheme or parts.netloc or not _PAGE_ID.fullmatch(target):
        return None
    return Link(0, 0, "page", target, unquote(parts.fragment) or None)
