"""Hits: the provisions an engine found, each with the words that made it one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.language import read_language
from lawkb.model.passage import Reference, Span
from lawkb.search.analysis import Token
from lawkb.search.answering import PROBABILITY, answering_marks
from lawkb.search.counterparts import Counterparts
from lawkb.search.documents import (
    Document,
    Part,
    Place,
    Spot,
    Text,
    Zone,
    documents_beside,
    tokens_of_part,
)
from lawkb.search.engine import Match
from lawkb.search.folding import script
from lawkb.search.marks import Mark, marks
from lawkb.search.renderings import Way
from lawkb.search.snippets import LENGTH, aligned, snippet
from lawkb.search.tree import Node, leaves
from lawkb.search.widening import Added

# Which part of a provision a hit shows, when several hold as many words of the query.
_SHOWN: dict[Zone, int] = {"text": 3, "heading": 2, "notes": 1, "comments": 0}

_LONGEST_UNCUT = LENGTH // 2  # a cell that is longer reads like a paragraph, and is cut like one


@dataclass(frozen=True, slots=True)
class Aligned:
    """The text of a hit in another language.

    Attributes:
        language: BCP 47 tag.
        label: The address as that language writes it.
        snippet: Words at about the same place of the provision.
        spans: What the query finds in them, as code points of ``snippet``.
        counterparts: What probably stands for the words that were found, likewise.
    """

    language: str
    label: str
    snippet: str
    spans: tuple[Span, ...] = ()
    counterparts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision, or a part of a companion, that a query found.

    Attributes:
        rank: From 1.
        score: The higher the better; comparable within one answer only.
        edition: Id of the edition.
        place: Which one.
        label: The address as ``language`` writes it, or the title and the term.
        language: BCP 47 tag of the text that fits the query best.
        headings: Headings from the law down to the provision, in that language.
        snippet: Words of that text around what was found.
        spans: What was found, as code points of ``snippet``.
        others: The other languages of the provision, in the order of the expressions.
    """

    rank: int
    score: float
    edition: str
    place: Place
    label: str
    language: str
    headings: tuple[str, ...]
    snippet: str
    spans: tuple[Span, ...]
    others: tuple[Aligned, ...]

    @property
    def address(self) -> Address | None:
        """Its address; None for a part of a companion."""
        return self.place if isinstance(self.place, Address) else None

    @property
    def companion(self) -> Spot | None:
        """The part of a companion; None for a provision."""
        return self.place if isinstance(self.place, Spot) else None

    @property
    def heading(self) -> str:
        """Its headings in one line."""
        return " › ".join(self.headings)

    @property
    def other(self) -> Aligned | None:
        """The first of the other languages, or None."""
        return next(iter(self.others), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found.

    Attributes:
        query: As typed.
        interpreted: How it was understood.
        total: Number of provisions found.
        hits: The best of them.
        suggestion: The query with a word of the laws in place of one that nothing holds, or None.
        engine: Name of the engine that was asked; ``address`` when none was needed.
        added: Counterparts that were sought besides.
    """

    query: str
    interpreted: str
    total: int
    hits: tuple[Hit, ...]
    suggestion: str | None
    engine: str
    added: tuple[Added, ...] = ()


@dataclass(frozen=True, slots=True)
class Sought:
    """What was searched, and how its hits are shown.

    Attributes:
        typed: The query as it was typed.
        tree: The query as it was run; it may hold counterparts too.
        languages: BCP 47 tags of the languages that a hit may show first.
        counterparts: What stands for its words in other languages.
    """

    typed: Node
    tree: Node
    languages: tuple[str, ...]
    counterparts: Counterparts


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a query finds in one part of a text, and what answers it in another language."""

    text: Text
    part: Part
    marks: tuple[Mark, ...]
    read: tuple[Token, ...] = ()
    answers: tuple[Mark, ...] = ()


def hits(code: Code, matches: tuple[Match, ...], sought: Sought) -> tuple[Hit, ...]:
    """The hits of a query, in the order of the matches.

    Args:
        code: The code that was searched.
        matches: What the engine found, best first.
        sought: What was searched.
    """
    typed = script("".join(leaf.text for leaf in leaves(sought.typed)))
    held: dict[tuple[str, Place], Document] = {}
    found: list[Hit] = []
    for match in matches:
        if (match.edition, match.place) not in held:
            beside = documents_beside(code, match.edition, match.place)
            held |= {(document.edition, document.place): document for document in beside}
        document = held[match.edition, match.place]
        seen = _seen(document, sought.tree, code.outline)
        shown = [one for one in seen if one.text.language in sought.languages]
        best = max(shown, key=_fit(typed))
        answered = tuple(_answered(code, one, best.text.language, sought) for one in seen)
        found.append(_hit(len(found) + 1, match, answered, _told(match, seen, best)))
    return tuple(found)


def hit_of_address(document: Document, language: str) -> Hit:
    """The hit of an address alone: the beginning of the provision, nothing marked."""
    text = document.text(language) or document.texts[0]
    seen = tuple(_Seen(text, _first_part(text), ()) for text in document.texts)
    match = Match(document.edition, document.place, 1.0)
    return _hit(1, match, seen, seen[document.texts.index(text)])


def _seen(document: Document, tree: Node, outline: Outline) -> tuple[_Seen, ...]:
    """What a query finds in every part of every text of a provision."""
    seen = []
    for text in document.texts:
        language = outline.language(text.language)
        for part in text.parts or (_first_part(text),):
            read = tokens_of_part(part, language, outline.scheme, document.citing)
            seen.append(_Seen(text, part, marks(read, tree, text.language, part.zone), read))
    return tuple(seen)


def _answered(code: Code, seen: _Seen, source: str, sought: Sought) -> _Seen:
    """A part of a translation with the places that answer the words of the query."""
    if seen.text.language == source or seen.part.zone == "comments":
        return seen
    way = Way(source, seen.text.language, sought.counterparts, PROBABILITY, links=1)
    return replace(seen, answers=answering_marks(seen.read, sought.typed, way, code))


def _first_part(text: Text) -> Part:
    return next(iter((*text.in_zone("text"), *text.parts)), Part("text", ""))


def _fit(typed: str | None) -> Callable[[_Seen], tuple[int, int, int, bool]]:
    """How well a part fits: words found, law text first, very forms, the script of the query."""

    def fit(seen: _Seen) -> tuple[int, int, int, bool]:
        found = {mark.leaf for mark in seen.marks}
        exact = {mark.leaf for mark in seen.marks if mark.exact}
        own_script = read_language(seen.text.language).script == typed
        return len(found), _SHOWN[seen.part.zone], len(exact), own_script

    return fit


def _told(match: Match, seen: tuple[_Seen, ...], best: _Seen) -> _Seen:
    """What a hit shows: of a companion never the term alone, which its label says already."""
    if isinstance(match.place, Spot) and best.part.zone == "heading":
        return next((one for one in seen if one.part.zone == "text"), best)
    return best


def _hit(rank: int, match: Match, seen: tuple[_Seen, ...], best: _Seen) -> Hit:
    text, part = best.text, best.part
    shown = snippet(part.text, best.marks, _uncut(part))
    share = (shown.start + shown.end) / 2 / (len(part.text) or 1)
    others = dict.fromkeys(one.text for one in seen if one.text is not text)
    return Hit(
        rank=rank,
        score=match.score,
        edition=match.edition,
        place=match.place,
        label=text.label,
        language=text.language,
        headings=text.headings,
        snippet=shown.text,
        spans=shown.spans,
        others=tuple(_answering(other, seen, best, share) for other in others),
    )


def _answering(other: Text, seen: tuple[_Seen, ...], best: _Seen, share: float) -> Aligned:
    """The words of another language at the place of a hit: the same note, or the law text.

    A query may find words there too, such as the address it cites, or counterparts of its words
    answer it; else the place is about as far on as in the text that was found. Comments have no
    translation.
    """
    zone = best.part.zone
    same = [one.part for one in seen if one.text is best.text and one.part.zone == zone]
    theirs = [one for one in seen if one.text is other and one.part.zone == zone != "comments"]
    at = same.index(best.part) if best.part in same else 0
    if at >= len(theirs):
        first = _first_part(other)
        return Aligned(other.language, other.label, aligned(first.text, 0.0, _uncut(first)).text)
    answer = theirs[at]
    both = sorted((*answer.marks, *answer.answers), key=lambda mark: (mark.start, mark.end))
    shown = (
        snippet(answer.part.text, tuple(both), _uncut(answer.part))
        if both
        else aligned(answer.part.text, share, _uncut(answer.part))
    )
    return Aligned(
        language=other.language,
        label=other.label,
        snippet=shown.text,
        spans=shown.places(answer.marks),
        counterparts=tuple(sorted({*shown.places(answer.answers)} - {*shown.places(answer.marks)})),
    )


def _uncut(part: Part) -> tuple[Span, ...]:
    """The spans that a snippet must not cut: references with the word for a law, short cells."""
    cited = (_with_key(part.text, reference) for reference in part.references or ())
    return (*cited, *(cell for cell in part.cells if cell[1] - cell[0] <= _LONGEST_UNCUT))


def _with_key(text: str, reference: Reference) -> Span:
    start, end = reference.within or (reference.start, reference.end)
    return text.rfind(" ", 0, max(start - 1, 0)) + 1, end
