"""What the rules read: a text, a pair of texts, and the faults they find in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar, cast

from lawkb.align.provisions import ProvisionPair
from lawkb.checks.phrases import read_phrases
from lawkb.checks.sentences import sentences
from lawkb.checks.words import Word, read_words
from lawkb.model.address import Address
from lawkb.model.finding import Fix, Severity
from lawkb.model.language import Language
from lawkb.model.law import Provision
from lawkb.model.passage import Note, Reference, Span

LONGEST_CHECKED = 10_000  # characters of a text; provisions of real laws have some hundreds
_WIDEST = 200  # characters beside a place that are looked at to tell it from others
_OPENING, _CLOSING = "«“‘\"'", "»”’\"'"
SideName = Literal["original", "translation"]
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class Side:
    """A text in one language. No slots: its words are read once and kept.

    Attributes:
        language: Its language.
        text: The own text of a provision, or that of a bilingual file.
        heading: Heading of the provision, or empty.
        references: What it cites; offsets into ``text``.
        notes: Notes of the law text.
        provision: Where it comes from; None for a text of a file.
        kept: What others have read from it, by what read it.
    """

    language: Language
    text: str
    heading: str = ""
    references: tuple[Reference, ...] = ()
    notes: tuple[Note, ...] = ()
    provision: Provision | None = None
    kept: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    def once(self, read: Callable[[Side], _Read]) -> _Read:
        """What somebody reads from it; read once and kept."""
        if read not in self.kept:
            self.kept[read] = read(self)
        return cast(_Read, self.kept[read])

    def forget(self) -> None:
        """Let go of what others have read from it, which takes more room than all the rest."""
        self.kept.clear()

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words in order, those of references and local remarks left out."""
        left_out = self.reference_spans + self.local_spans
        return read_words(self.text, self.language.code, left_out)

    @cached_property
    def local_spans(self) -> tuple[Span, ...]:
        """Remarks that hold for one country only, «(στην Ελλάδα …)», brackets included."""
        found = []
        for opening in read_phrases(self.language.code).local:
            at = self.text.casefold().find(f"({opening.casefold()}")
            if at >= 0:
                end = self.text.find(")", at)
                found.append((at, end + 1 if end >= 0 else len(self.text)))
        return tuple(found)

    @cached_property
    def reference_spans(self) -> tuple[Span, ...]:
        """Where its references stand, key words included."""
        return tuple(each.within or (each.start, each.end) for each in self.references)

    def texts(self) -> Iterator[tuple[str, bool]]:
        """Its text, and its heading (True); those that are empty left out."""
        if self.heading:
            yield self.heading, True
        if self.text:
            yield self.text, False


@dataclass(frozen=True, slots=True)
class TextPair:
    """A text and its translation.

    Attributes:
        place: Address in its canonical writing, or id of the pair in a file.
        edition: Id of the edition, or empty.
        law: Number of the law; 0 for a file.
        original: The text in the authoritative language.
        translation: The text in another one.
        pair: The provisions; None for a file.
    """

    place: str
    edition: str
    law: int
    original: Side
    translation: Side
    pair: ProvisionPair | None = None

    @property
    def address(self) -> Address | None:
        """The address of the provision; None for a file."""
        return self.pair.held.address if self.pair else None

    @property
    def alone(self) -> bool:
        """Whether it is a text of a law that no other language has, beside itself."""
        return self.original is self.translation

    @property
    def is_too_long(self) -> bool:
        """Whether a text or heading has more than ``LONGEST_CHECKED`` characters."""
        return any(
            len(text) > LONGEST_CHECKED
            for side in (self.original, self.translation)
            for text in (side.text, side.heading)
        )

    def side(self, name: SideName) -> Side:
        """One of both texts."""
        return self.original if name == "original" else self.translation


@dataclass(frozen=True, slots=True)
class Fault:
    """What a rule finds; the rule's name and the place are added by who runs it.

    Attributes:
        message: One sentence: what differs.
        quote: The words at fault, or empty.
        hint: What to do.
        key: What it says without offsets.
        on: Which text is at fault.
        marked: Words to mark in either text.
        evidence: Further facts.
        score: Probability of the fault, or None.
        severity: Where it is not that of the rule.
        fix: A repair that is certain, or None.
        at: Where a rule for a whole law or code means one provision; None for all of it.
        also: Every place it explains, where it is about several.
        labels: Whether it explains what is said of the labels beside its own.
    """

    message: str
    quote: str = ""
    hint: str = ""
    key: str = ""
    on: SideName = "translation"
    marked: tuple[tuple[SideName, Span], ...] = ()
    evidence: tuple[str, ...] = ()
    score: float | None = None
    severity: Severity | None = None
    fix: Fix | None = None
    at: Address | None = field(default=None)
    also: tuple[str, ...] = ()
    labels: bool = False


def replacing(text: str, span: Span, new: str, heading: bool = False) -> Fix | None:
    """The repair that puts words in the place of a span, with as much around as stands once.

    None where not even ``_WIDEST`` characters on either side tell the place from all others.
    """
    start, end = span
    farthest = (max(0, start - _WIDEST), min(len(text), end + _WIDEST))
    if not _stands_once(text, farthest):
        return None
    while not _stands_once(text, (start, end)):
        start, end = max(farthest[0], start - 1), min(farthest[1], end + 1)
    old = text[start:end]
    return Fix(old, text[start : span[0]] + new + text[span[1] : end], heading)


def _stands_once(text: str, span: Span) -> bool:
    start, end = span
    words = text[start:end]
    # What stands often is found near by; only the rest is sought in all of the text.
    near = text.find(words, end) >= 0 or text.rfind(words, 0, start) >= 0
    return not near and text.count(words) == 1


def both(pair: TextPair) -> Iterator[tuple[SideName, Side, Side]]:
    """Each text of a pair by its name, with the other one; one that stands alone beside nothing."""
    if pair.alone:
        yield "original", pair.original, Side(pair.original.language, "")
        return
    yield "original", pair.original, pair.translation
    yield "translation", pair.translation, pair.original


def is_quoted(text: str, span: Span) -> bool:
    """Whether words stand between quotation marks, with nothing else between these."""
    before, behind = text[max(0, span[0] - 1) : span[0]], text[span[1] : span[1] + 1]
    return bool(before and behind) and before in _OPENING and behind in _CLOSING


def around(text: str, span: Span) -> str:
    """A few words around a place, cut at blanks."""
    near, far = max(0, span[0] - 12), min(len(text), span[1] + 12)
    first, last = max(0, near - _WIDEST), min(len(text), far + _WIDEST)
    start = text.rfind(" ", first, near) + 1 or first
    end = text.find(" ", far, last)
    return text[start : end if end >= 0 else last].replace("\n", " ")


def sentence_pairs(
    pair: TextPair, marks: tuple[str, str]
) -> Iterator[tuple[Sequence[Word], Sequence[Word]]]:
    """The words of both texts, sentence by sentence where both have as many, else as a whole.

    Sentences that hold no words are left out.

    Args:
        pair: Both texts.
        marks: Characters that end a sentence of the original, and of the translation.
    """
    ours, theirs = _by_sentence(pair.original, marks[0]), _by_sentence(pair.translation, marks[1])
    if len(ours) == len(theirs):
        yield from zip(ours, theirs, strict=True)
    else:
        yield pair.original.words, pair.translation.words


def _by_sentence(side: Side, marks: str) -> list[tuple[Word, ...]]:
    starts = [word.start for word in side.words]
    found, first = [], 0
    for _, end in sentences(side.text, side.language.code, marks):
        behind = bisect_left(starts, end, first)
        if behind > first:
            found.append(side.words[first:behind])
        first = behind
    return found
