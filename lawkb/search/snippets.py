"""Snippets: some words of a text around what a query finds, with the found words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lawkb.model.passage import Span
from lawkb.search.query.nodes import (
    Cited,
    Field,
    Leaf,
    Like,
    Node,
    Pattern,
    Phrase,
    Word,
    fits,
    is_near,
    scoped_leaves,
)
from lawkb.words.tokens import Token


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a text that a query finds."""

    start: int  # offset of the first code point
    end: int  # offset after the last code point
    leaf: int  # index of the word, phrase or pattern of the query, as in ``scoped_leaves``
    exact: bool  # whether the text has the word exactly as typed, not in another form


def marks(
    read: tuple[Token, ...], tree: Node, language: str, field: Field = "text"
) -> tuple[Mark, ...]:
    """Return the words of a text that a query finds, in text order.

    Args:
        read: Tokens of the text.
        tree: The query.
        language: Tag of the language of the text.
        field: Field of the text; words that the query seeks only in other fields are not marked.
    """
    found = [
        Mark(read[first].start, read[last].end, number, exact)
        for number, scoped in enumerate(scoped_leaves(tree))
        if scoped.reads(field, language)
        for first, last, exact in _leaf_places(scoped.leaf, read, language)
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.leaf)))


def _leaf_places(
    leaf: Leaf, read: tuple[Token, ...], language: str
) -> Iterator[tuple[int, int, bool]]:
    """Yield each occurrence of a leaf: index of first and last token, and whether it is exact."""
    match leaf:
        case Word():
            form = leaf.form(language)
            for at, token in enumerate(read if form else ()):
                exact = form is not None and token.term == form.exact
                stemmed = form is not None and token.kind == "word" and token.stem == form.stem
                if exact or stemmed:
                    yield at, at, exact
        case Cited(address=address):
            for at, token in enumerate(read):
                if token.address and address.holds(token.address):
                    yield at, at, token.address == address
        case Pattern(glob=glob):
            for at, token in enumerate(read):
                if token.address is None and fits(glob, token.folded):
                    yield at, at, False
        case Like(folded=folded, changes=changes):
            for at, token in enumerate(read):
                if token.address is None and is_near(folded, token.folded, changes):
                    yield at, at, token.folded == folded
        case Phrase():
            words = [form.exact for form in leaf.words(language)]
            for at in range(len(read) - len(words) + 1 if words else 0):
                if [token.term for token in read[at : at + len(words)]] == words:
                    yield at, at + len(words) - 1, True


def merged(found: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return marks, sorted by offset, with overlapping ones joined."""
    kept: list[Mark] = []
    for mark in found:
        if kept and mark.start < kept[-1].end:
            last = kept[-1]
            kept[-1] = Mark(last.start, max(last.end, mark.end), last.leaf, last.exact)
        else:
            kept.append(mark)
    return tuple(kept)


LENGTH = 160

_GAP = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of a text, on one line, that cuts neither words nor references."""

    text: str  # the words, with ``…`` where the text continues
    spans: tuple[Span, ...]  # what was found in the snippet, as code points of its ``text``
    start: int  # offset of the snippet in the complete text
    end: int  # offset in the complete text after the snippet
    shift: int  # what to add to an offset of the complete text to get that of ``text``

    def places(self, found: tuple[Mark, ...]) -> tuple[Span, ...]:
        """Return where the marks of the complete text are in the snippet; others are left out."""
        inside = (m for m in merged(found) if self.start <= m.start and m.end <= self.end)
        return tuple((mark.start + self.shift, mark.end + self.shift) for mark in inside)


def snippet(text: str, marks: tuple[Mark, ...], whole: Iterable[Span] = ()) -> Snippet:
    """Return about ``LENGTH`` characters of a text around the words that a query finds.

    It shows the first part of the text with the most different words of the query, or its
    beginning.

    Args:
        text: The complete text.
        marks: What the query finds in the text, in order.
        whole: Spans that must not be cut, such as references.
    """
    cuts = _cuts(text, (*whole, *((mark.start, mark.end) for mark in marks)))
    first, last = _densest(marks)
    room = max(LENGTH - (last - first), 0)
    before = min(room // 2, first)
    before = max(before, room - (len(text) - last)) if len(text) > LENGTH else first
    return _cut_out(text, marks, _widened(cuts, (first, last), max(first - before, 0)))


def aligned(text: str, share: float, whole: Iterable[Span] = ()) -> Snippet:
    """Return about ``LENGTH`` characters of a text around a relative position.

    A translation corresponds to its original at about the same relative position.

    Args:
        text: The complete text.
        share: The position: 0 is the beginning of the text, 1 its end.
        whole: Spans that must not be cut, such as references.
    """
    centre = round(min(max(share, 0.0), 1.0) * len(text))
    start = min(max(centre - LENGTH // 2, 0), max(len(text) - LENGTH, 0))
    cuts = _cuts(text, whole)
    first = next((end for _, end in cuts if end >= start), 0) if start else 0
    return _cut_out(text, (), _widened(cuts, (first, first), first))


def _cuts(text: str, whole: Iterable[Span]) -> list[Span]:
    """Return the spans of white space at which a text may be cut, and its beginning and end."""
    ends = [0] * (len(text) + 1)
    for start, end in whole:
        ends[start] = max(ends[start], end)
    cuts = [(0, 0)]
    reach = scanned = 0
    for gap in _GAP.finditer(text):
        reach = max(reach, *ends[scanned : gap.end()])
        scanned = gap.end()
        if reach <= gap.start():
            cuts.append(gap.span())
    return [*cuts, (len(text), len(text))]


def _densest(found: tuple[Mark, ...]) -> Span:
    """Return the shortest span of at most ``LENGTH`` with the most different words of the query."""
    best: Span = (0, 0)
    most = (0, 0)
    for at, mark in enumerate(found):
        near = found[at : at + LENGTH]  # there are hardly more: a mark has a letter at least
        within = [other for other in near if other.end <= mark.start + LENGTH] or [mark]
        firsts = {other.leaf: other.end for other in reversed(within)}
        end = max(firsts.values())
        if (len(firsts), mark.start - end) > most:
            most = (len(firsts), mark.start - end)
            best = (mark.start, end)
    return best


def _widened(cuts: list[Span], found: Span, earliest: int) -> Span:
    """Return a span widened to about ``LENGTH``, up to where the text may be cut."""
    start = next((end for _, end in cuts if end >= earliest and end <= found[0]), None)
    if start is None:
        start = max(end for _, end in cuts if end <= found[0])
    ends = [begin for begin, _ in cuts if begin >= max(found[1], start)]
    fitting = [end for end in ends if end <= start + LENGTH]
    return start, (fitting[-1] if fitting else ends[0])


def _cut_out(text: str, marks: tuple[Mark, ...], span: Span) -> Snippet:
    start, end = span
    lead = "… " if text[:start].strip() else ""
    tail = " …" if text[end:].strip() else ""
    # A line end is one code point, and so is a space: the spans stay true.
    words = re.sub(r"\s", " ", text[start:end])
    cut = Snippet(f"{lead}{words}{tail}", (), start, end, len(lead) - start)
    return Snippet(cut.text, cut.places(marks), start, end, cut.shift)
