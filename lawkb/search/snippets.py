"""Snippets: the few words of a text around what a query finds in it, which are marked."""

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
    scoped_leaves,
)
from lawkb.search.query.wildcards_and_typos import fits, is_near
from lawkb.words import Token


@dataclass(frozen=True, slots=True)
class Mark:
    """A place of a text that a query finds: code points, and which leaf of the query finds it.

    ``exact`` says whether it stands there in its very form.
    """

    start: int
    end: int
    leaf: int
    exact: bool


def marks(
    read: tuple[Token, ...], tree: Node, language: str, field: Field = "text"
) -> tuple[Mark, ...]:
    """Return the places of a text that a query finds, in order.

    Words that are searched for in other fields only are not marked in this one.
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
    """Yield first and last token of each place of a leaf, and whether it is its very form."""
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
    """Return the marks with overlapping ones joined."""
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
    """A part of a text, on one line, in whole words and whole references.

    Attributes:
        text: With ``…`` where the whole text goes on.
        spans: What was found in it, as code points of ``text``.
        start: Code point of the whole text at which it begins.
        end: Code point of the whole text after its last.
        shift: Code points from a place of the whole text to the same of ``text``.
    """

    text: str
    spans: tuple[Span, ...]
    start: int
    end: int
    shift: int

    def places(self, found: tuple[Mark, ...]) -> tuple[Span, ...]:
        """Return where places of the whole text are in it, without those that it leaves out."""
        inside = (m for m in merged(found) if self.start <= m.start and m.end <= self.end)
        return tuple((mark.start + self.shift, mark.end + self.shift) for mark in inside)


def snippet(text: str, marks: tuple[Mark, ...], whole: Iterable[Span] = ()) -> Snippet:
    """Return about ``LENGTH`` characters of a text around the places that were found, in order.

    It is the stretch that holds the most words of the query, the first one of several, or the
    beginning of the text. Spans in ``whole``, such as references, are not cut.
    """
    cuts = _cuts(text, (*whole, *((mark.start, mark.end) for mark in marks)))
    first, last = _densest(marks)
    room = max(LENGTH - (last - first), 0)
    before = min(room // 2, first)
    before = max(before, room - (len(text) - last)) if len(text) > LENGTH else first
    return _cut_out(text, marks, _widened(cuts, (first, last), max(first - before, 0)))


def aligned(text: str, share: float, whole: Iterable[Span] = ()) -> Snippet:
    """Return about ``LENGTH`` characters around a share of a text: 0 is its beginning, 1 its end.

    A translation runs along its original, so the place that answers a hit is about as far on.
    """
    centre = round(min(max(share, 0.0), 1.0) * len(text))
    start = min(max(centre - LENGTH // 2, 0), max(len(text) - LENGTH, 0))
    cuts = _cuts(text, whole)
    first = next((end for _, end in cuts if end >= start), 0) if start else 0
    return _cut_out(text, (), _widened(cuts, (first, first), first))


def _cuts(text: str, whole: Iterable[Span]) -> list[Span]:
    """Return the gaps at which a text may be cut, its two ends among them."""
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
    """Return the stretch of at most ``LENGTH`` with most words of the query, the shortest."""
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
    """Return a stretch widened to about ``LENGTH``, to where the text may be cut."""
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
