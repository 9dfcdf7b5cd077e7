"""Make hits of the provisions that an engine found, with the words of the query marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.division import DivisionPath
from lawkb.model.passage import Span
from lawkb.search.corrections import Corrected
from lawkb.search.counterparts import Counterparts, Way
from lawkb.search.documents import DivisionPlace, Document, Part, Place, Spot, Text, tokens_of_part
from lawkb.search.engine import Match
from lawkb.search.query.nodes import Node, Zone, leaves
from lawkb.search.snippets import Mark, aligned, marks, snippet
from lawkb.search.translated_query import MARK_PROBABILITY, Added, answering_marks
from lawkb.words.folding import script
from lawkb.words.tokens import Token

# Which part of a provision a hit shows, when several hold as many words of the query.
_SHOWN: dict[Zone, int] = {"text": 3, "heading": 2, "notes": 1, "comments": 0}


@dataclass(frozen=True, slots=True)
class Aligned:
    """The text of a hit in another language.

    Attributes:
        language: Tag of that language.
        label: Address as that language writes it, ``47Ε2(α)``.
        snippet: A few words of the text that correspond to the snippet of the hit.
        spans: What the query finds in ``snippet``, as code points.
        counterparts: Probable translations, in ``snippet``, of the words found in the hit.
    """

    language: str
    label: str
    snippet: str
    spans: tuple[Span, ...] = ()
    counterparts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision, a division, or a section of a text beside the laws, that a query found.

    Attributes:
        rank: Position among the hits, from 1.
        score: The higher the better; comparable only within one answer.
        edition: Id of the edition.
        place: Address of the provision, the division, or the section of the companion.
        label: Address as ``language`` writes it, ``47Ε2(α)``; for a companion its title and the
            heading of the section: ``Ορισμοί: Βότσαλο``.
        language: BCP 47 tag of the text that fits the query best.
        headings: Headings from the law down to the provision, in that language.
        snippet: Some words of that text around what was found.
        spans: What was found, as code points of ``snippet``.
        others: The provision in its other languages, in the order of the corpus.
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
        """Address of the provision; None for other places."""
        return self.place if isinstance(self.place, Address) else None

    @property
    def companion(self) -> Spot | None:
        """The section of a companion (a text beside the laws); None for other places."""
        return self.place if isinstance(self.place, Spot) else None

    @property
    def division(self) -> DivisionPath | None:
        """Address of the division; None for other places."""
        return self.place.path if isinstance(self.place, DivisionPlace) else None

    @property
    def heading(self) -> str:
        """The headings in one line, joined by `` › ``."""
        return " › ".join(self.headings)

    @property
    def other(self) -> Aligned | None:
        """The provision in the first of its other languages, or None."""
        return next(iter(self.others), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query.

    Attributes:
        query: The query as typed.
        interpreted: How the query was understood: ``penalty AND card``.
        total: Number of provisions found.
        hits: The best of them, best first.
        suggestion: The corrected query that was answered, or the nearest address; None without.
        engine: Name of the search engine; ``address`` when the query was only an address.
        added: Translations that were searched for, too.
        corrected: Words that no text has, each with the word that was searched instead.
        whole: How many of the provisions have all words of the query, the first ones; None for all.
    """

    query: str
    interpreted: str
    total: int
    hits: tuple[Hit, ...]
    suggestion: str | None
    engine: str
    added: tuple[Added, ...] = ()
    corrected: tuple[Corrected, ...] = ()
    whole: int | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    """What was searched.

    Attributes:
        typed: The query as typed.
        tree: The query that was run, perhaps with translations added.
        languages: Tags of the languages searched; a hit shows its text in one of them.
        counterparts: Where to look up translations.
    """

    typed: Node
    tree: Node
    languages: tuple[str, ...]
    counterparts: Counterparts


@dataclass(frozen=True, slots=True)
class _Seen:
    """A part of a text with the words that a query finds in it.

    Attributes:
        read: Tokens of the part.
        marks: What the query finds in the part.
        answers: Probable translations of words of the query, in a text of another language.
    """

    text: Text
    part: Part
    read: tuple[Token, ...]
    marks: tuple[Mark, ...]
    answers: tuple[Mark, ...] = ()


def hits(outline: Outline, found: tuple[Match, ...], sought: Sought) -> tuple[Hit, ...]:
    """Return the hits of a query, in the order of the matches.

    Args:
        outline: Languages and levels of the code.
        found: What the engine found.
        sought: What was searched.
    """
    typed = script("".join(leaf.text for leaf in leaves(sought.typed)))
    fit = _fit(typed, outline)
    given: list[Hit] = []
    for match in found:
        seen = _seen(match.document, sought.tree, outline)
        best = max((one for one in seen if one.text.language in sought.languages), key=fit)
        answered = tuple(_answered(outline, one, best.text.language, sought) for one in seen)
        given.append(_hit(len(given) + 1, match, answered, _told(match, seen, best)))
    return tuple(given)


def hit_of_address(document: Document, language: str) -> Hit:
    """Return the hit for an address: the beginning of the provision, with no words marked.

    ``language`` is the tag of the language to show; if it is missing, the first one is shown.
    """
    seen = tuple(_Seen(text, _first_part(text), (), ()) for text in document.texts)
    best = next((one for one in seen if one.text.language == language), seen[0])
    return _hit(1, Match(document, 1.0), seen, best)


def _seen(document: Document, tree: Node, outline: Outline) -> tuple[_Seen, ...]:
    seen = []
    for text in document.texts:
        language = outline.language(text.language)
        for part in text.parts or (_first_part(text),):
            read = tokens_of_part(part, language, outline.scheme, document.citing)
            found = marks(read, tree, text.language, part.zone)
            seen.append(_Seen(text, part, read, found))
    return tuple(seen)


def _answered(outline: Outline, seen: _Seen, source: str, sought: Sought) -> _Seen:
    """Return a part of a translation with probable translations of the query's words marked."""
    if seen.text.language == source or seen.part.zone == "comments":
        return seen
    way = Way(source, seen.text.language, sought.counterparts, MARK_PROBABILITY, links=1)
    answers = answering_marks(seen.read, sought.typed, way, outline)
    return _Seen(seen.text, seen.part, seen.read, seen.marks, answers)


def _first_part(text: Text) -> Part:
    first = next((part for part in text.parts if part.zone == "text"), None)
    return first or next(iter(text.parts), Part("text", "", ()))


def _fit(typed: str | None, outline: Outline) -> Callable[[_Seen], tuple[int, int, int, bool]]:
    """Return a sort key for parts of texts: how well a part fits a query.

    It compares the number of words found, the zone, the number of exact words, and the script.
    """
    scripts = {language.code: language.script for language in outline.languages}

    def fit(seen: _Seen) -> tuple[int, int, int, bool]:
        found = {mark.leaf for mark in seen.marks}
        exact = {mark.leaf for mark in seen.marks if mark.exact}
        own_script = scripts[seen.text.language] == typed
        return len(found), _SHOWN[seen.part.zone], len(exact), own_script

    return fit


def _told(match: Match, seen: tuple[_Seen, ...], best: _Seen) -> _Seen:
    """Return the part that a hit shows.

    Of a text beside the laws (a companion) it is not the heading, which is in the label.
    """
    if isinstance(match.document.place, Spot) and best.part.zone == "heading":
        return next((one for one in seen if one.part.zone == "text"), best)
    return best


def _hit(rank: int, match: Match, seen: tuple[_Seen, ...], best: _Seen) -> Hit:
    text, part = best.text, best.part
    shown = snippet(part.text, best.marks, part.uncut)
    share = (shown.start + shown.end) / 2 / (len(part.text) or 1)
    others = dict.fromkeys(one.text for one in seen if one.text is not text)
    return Hit(
        rank=rank,
        score=match.score,
        edition=match.document.edition,
        place=match.document.place,
        label=text.label,
        language=text.language,
        headings=text.headings,
        snippet=shown.text,
        spans=shown.spans,
        others=tuple(_answering(other, seen, best, share) for other in others),
    )


def _answering(other: Text, seen: tuple[_Seen, ...], best: _Seen, share: float) -> Aligned:
    """Return the words of another language that correspond to the snippet of a hit.

    They are from the same note or the same law text. Words that the query finds there, or
    translations of its words, are shown; else words at the same relative position (``share``).
    Comments have no translation.
    """
    zone = best.part.zone
    same = [one.part for one in seen if one.text is best.text and one.part.zone == zone]
    theirs = [one for one in seen if one.text is other and one.part.zone == zone != "comments"]
    at = same.index(best.part) if best.part in same else 0
    if at >= len(theirs):
        first = _first_part(other)
        return Aligned(other.language, other.label, aligned(first.text, 0.0, first.uncut).text)
    answer = theirs[at]
    both = sorted((*answer.marks, *answer.answers), key=lambda mark: (mark.start, mark.end))
    shown = (
        snippet(answer.part.text, tuple(both), answer.part.uncut)
        if both
        else aligned(answer.part.text, share, answer.part.uncut)
    )
    return Aligned(
        language=other.language,
        label=other.label,
        snippet=shown.text,
        spans=shown.places(answer.marks),
        counterparts=tuple(sorted({*shown.places(answer.answers)} - {*shown.places(answer.marks)})),
    )
