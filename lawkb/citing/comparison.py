"""Compare quoted words with those of a provision: which differ, and what should be there.

What is marked as an omission, «[…]», may leave out anything; words in square brackets are those of
the writer. Headings and labels of the provision may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from lawkb.citing.provision_words import ProvisionWords, QuotedWord, words_of
from lawkb.exchange.public_types import Diff

_MOST_WORDS = 4000  # of a quotation that are compared; of longer ones only the first
_DOTS = r"…|\.(?:[ \u00a0]?\.){2,3}"
_OMISSION = re.compile(rf"[\[(][ \u00a0]?(?:{_DOTS})[ \u00a0]?[\])]|{_DOTS}|\[[ \u00a0]?\]")
_BRACKETED = re.compile(r"\[[^\[\]\n]{1,200}\]")
_LETTER = re.compile(r"\[([^\W\d_])\](?=[^\W\d_])")  # «[w]hen»
_SENTENCE_END = re.compile(r"[.!?;·:]\W*$")
_SLACK = 6  # words around the likeliest place
_FAR = 8  # words of the provision that may be missing between two runs of equal words


@dataclass(frozen=True)
class QuotedWords:
    """The words of a quotation, with the places where something is left out."""

    text: str  # The quotation as it is in the text.
    words: tuple[QuotedWord, ...]  # Its words, at most ``_MOST_WORDS``.
    # Numbers of the words before which something is left out; the number of words for the end.
    omissions: frozenset[int]

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(word.folded for word in self.words)

    @cached_property
    def segments(self) -> tuple[tuple[str, ...], ...]:
        """The words between omissions, none empty."""
        ends = sorted({*self.omissions, 0, len(self.words)})
        return tuple(self.folded[start:end] for start, end in pairwise(ends) if start < end)


def readings_of(quoted: str) -> tuple[QuotedWords, ...]:
    """Return a quotation as printed, and without the words in square brackets if it has any."""
    # One character is put for another: places stay.
    plain = _LETTER.sub(lambda found: f"\u200b{found[1]}\u200b", quoted)
    first = _reading(plain, quoted, [each.span() for each in _OMISSION.finditer(plain)])
    bracketed = [each.span() for each in _BRACKETED.finditer(plain)]
    if not bracketed:
        return (first,)
    every = sorted({*(each.span() for each in _OMISSION.finditer(plain)), *bracketed})
    second = _reading(plain, quoted, every)
    return (first, second) if second.words else (first,)


def _reading(plain: str, quoted: str, left_out: list[tuple[int, int]]) -> QuotedWords:
    words: list[QuotedWord] = []
    omissions = set()
    at = 0
    for start, end in (*left_out, (len(plain), len(plain))):
        words += (
            QuotedWord(each.folded, at + each.start, at + each.end)
            for each in words_of(plain[at:start])
        )
        if start < len(plain):
            omissions.add(len(words))
        at = max(at, end)
    kept = tuple(words[:_MOST_WORDS])
    return QuotedWords(quoted, kept, frozenset(each for each in omissions if each <= len(kept)))


# A kind of piece, the span of its words in the provision, and that in the quotation.
_Piece = tuple[Literal["same", "gone", "new"], tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Likeness:
    """Quoted words compared with the nearest words of a provision."""

    quoted: QuotedWords
    provision: ProvisionWords
    pieces: tuple[_Piece, ...]  # what is equal and what differs, in order

    @cached_property
    def share(self) -> float:
        """The share of the quoted words that the provision has in their order, 0 to 1."""
        same = sum(end - start for kind, _, (start, end) in self.pieces if kind == "same")
        return same / len(self.quoted.words)

    @cached_property
    def span(self) -> tuple[int, int]:
        """The first of the words of the provision, and the word after the last."""
        spans = [span for kind, span, _ in self.pieces if kind != "new"]
        return spans[0][0], spans[-1][1]

    @cached_property
    def differs(self) -> bool:
        """Whether words differ that matter."""
        return any(self._counts(piece) for piece in self.pieces)

    @property
    def diff(self) -> Diff:
        """The words: ``gone`` has only the provision, ``new`` only the quotation."""
        return tuple(
            (piece[0], _shown(piece, self.quoted, self.provision)) for piece in self.pieces
        )

    @property
    def correct(self) -> str:
        """The quotation with the words of the provision."""
        texts = []
        for kind, held, asked in self.pieces:
            if kind == "gone" and asked[0] in self.quoted.omissions:
                texts.append("[…] ")
            elif kind == "same":
                texts.append(self.provision.printed(*held))
            elif kind == "gone":
                spans = ((at, at + 1) for at in range(*held))
                needed = (each for each in spans if not self.provision.left_out(*each, self._texts))
                texts += (self.provision.printed(*each) for each in needed)
        return _corrected("".join(texts).strip(), self.quoted)

    @cached_property
    def _texts(self) -> frozenset[int]:
        """The numbers of the texts of the provision that have quoted words."""
        spans = (span for kind, span, _ in self.pieces if kind == "same")
        return frozenset(each for span in spans for each in self.provision.texts_of(*span))

    def _counts(self, piece: _Piece) -> bool:
        """Return whether a piece is a difference that matters."""
        kind, held, asked = piece
        if kind == "gone":
            is_left_out = asked[0] in self.quoted.omissions
            return not is_left_out and not self.provision.left_out(*held, self._texts)
        return kind == "new"


_Run = tuple[int, int, int]  # equal words: the first of the provision, of the quotation, how many


def compare_words(quoted: QuotedWords, provision: ProvisionWords) -> Likeness | None:
    """Return how quoted words differ from those of a provision; None if they share none."""
    runs = _near(_runs(quoted, provision), quoted, provision.folded)
    if not runs:
        return None
    return Likeness(quoted, provision, tuple(_pieces(runs, quoted, provision)))


def _runs(quoted: QuotedWords, provision: ProvisionWords) -> list[_Run]:
    """Return the runs of equal words near the likeliest place."""
    wanted, held = quoted.folded, provision.folded
    start, end = 0, len(held)
    if not quoted.omissions and len(held) > 2 * len(wanted):
        place = fuzz.partial_ratio_alignment(wanted, held)
        if place is None:
            return []
        slack = max(_SLACK, len(wanted) // 2)
        start, end = max(0, place.dest_start - slack), min(len(held), place.dest_end + slack)
    ops = Indel.opcodes(held[start:end], wanted)
    return [
        (start + each.src_start, each.dest_start, each.src_end - each.src_start)
        for each in ops
        if each.tag == "equal"
    ]


def _near(runs: list[_Run], quoted: QuotedWords, held: Sequence[str]) -> list[_Run]:
    """Return the longest run with those on both sides that are not far from it.

    Words that the provision has more than once are taken where they are nearest to the others.
    """
    if not runs:
        return []
    main = max(range(len(runs)), key=lambda at: (runs[at][2], -at))
    near = [runs[main]]
    for run in reversed(runs[:main]):
        nearest = _moved_to(run, range(near[0][0] - run[2], run[0], -1), held)
        if not _follows(nearest, near[0], run[2], quoted):
            break
        near.insert(0, nearest)
    for run in runs[main + 1 :]:
        nearest = _moved_to(run, range(near[-1][0] + near[-1][2], run[0]), held)
        if not _follows(near[-1], nearest, run[2], quoted):
            break
        near.append(nearest)
    return near


def _moved_to(run: _Run, places: Iterable[int], held: Sequence[str]) -> _Run:
    """Return a run at the first of several places that have its words, or as it is."""
    start, own, length = run
    words = held[start : start + length]
    return next(((at, own, length) for at in places if held[at : at + length] == words), run)


def _follows(run: _Run, behind: _Run, length: int, quoted: QuotedWords) -> bool:
    end = run[1] + run[2]
    if any(end <= at <= behind[1] for at in quoted.omissions):
        return True
    missing, added = behind[0] - run[0] - run[2], behind[1] - end
    return missing <= (added + _FAR if length > 1 else added + 2)


def _pieces(runs: list[_Run], quoted: QuotedWords, provision: ProvisionWords) -> Iterator[_Piece]:
    """Yield what is equal and what differs, in order, with words at both ends that correspond."""
    first, last = runs[0], runs[-1]
    begin, end = first[0], last[0] + last[2]
    left = len(quoted.words) - last[1] - last[2]
    before = _words_before(provision, begin, first[1])
    behind = _words_behind(provision, end, left)
    if first[1] and not left:  # what is new in front may be what is missing behind
        behind = _moved(provision, end, quoted.folded[: first[1]])
    held = begin - before
    asked = 0
    for start, own, length in runs:
        yield from _gap((held, start), (asked, own), quoted, provision)
        yield "same", (start, start + length), (own, own + length)
        held, asked = start + length, own + length
    yield from _gap((held, end + behind), (asked, len(quoted.words)), quoted, provision)


def _gap(
    held: tuple[int, int], asked: tuple[int, int], quoted: QuotedWords, provision: ProvisionWords
) -> Iterator[_Piece]:
    """Yield the words between two runs.

    Words that differ by spaces alone are the same, and so are those with the number of a footnote
    of the text or of the provision, which the site and a book count anew.
    """
    joined = "".join(provision.folded[slice(*held)])
    own = "".join(quoted.folded[slice(*asked)])
    if joined and joined in (own, own.rstrip("0123456789")):
        yield "same", held, asked
        return
    if held[0] < held[1]:
        yield "gone", held, (asked[0], asked[0])
    if asked[0] < asked[1]:
        yield "new", (held[1], held[1]), asked


def _words_before(provision: ProvisionWords, begin: int, new: int) -> int:
    """Return how many words before a place correspond to new ones: none of another sentence."""
    count = 0
    while count < new and begin - count > 0:
        if _SENTENCE_END.search(provision.printed(begin - count - 1, begin - count)):
            break
        count += 1
    return count


def _words_behind(provision: ProvisionWords, end: int, new: int) -> int:
    count = 0
    while count < new and end + count < len(provision.folded):
        if _SENTENCE_END.search(provision.printed(end + count - 1, end + count)):
            break
        count += 1
    return count


def _moved(provision: ProvisionWords, end: int, new: Sequence[str]) -> int:
    """Return how many words are the rest of a sentence that has most of the new words."""
    count = _words_behind(provision, end, 2 * len(new))
    rest = set(provision.folded[end : end + count])
    return count if 2 * sum(word in rest for word in new) >= len(new) else 0


def _shown(piece: _Piece, quoted: QuotedWords, provision: ProvisionWords) -> str:
    kind, held, asked = piece
    if kind != "new":
        return provision.printed(*held)
    words = quoted.words
    end = words[asked[1]].start if asked[1] < len(words) else words[-1].end
    text = quoted.text[words[asked[0]].start : end]
    return text if text[-1:].isspace() else f"{text} "


def _corrected(whole: str, quoted: QuotedWords) -> str:
    """Return words of a provision with the signs and the first letter of the quotation."""
    signs = quoted.text[quoted.words[-1].end :]
    end = words_of(whole)[-1].end
    kept = whole[end:] if whole[end : end + 1] in ")]" else ""
    first, own = whole[:1], quoted.text[quoted.words[0].start]
    if first.lower() == own.lower():
        whole, first = own + whole[1:], own
    return whole[:end] + (kept.rstrip(".,;:·") + signs if kept.strip(")]") else signs or kept)
