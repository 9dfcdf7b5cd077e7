"""Make hits of the provisions that an engine found: snippets with the words of the query marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.answer import CompanionPlace, Hit, OtherText
from lawkb.model.code import Outline
from lawkb.model.division import division_eid
from lawkb.model.passage import Span
from lawkb.search.documents import DivisionPlace, Document, Part, Spot, Text, tokens_of_part
from lawkb.search.engine import MAKES_BOOST, Match
from lawkb.search.query.nodes import (
    And,
    Cited,
    Field,
    Like,
    Near,
    Node,
    Or,
    Pattern,
    Phrase,
    Word,
    Zone,
    fits,
    is_near,
    leaves,
    scoped_leaves,
)
from lawkb.search.translated_query import (
    Counterparts,
    Way,
    is_common,
    pieces,
    rendered,
    rows,
)
from lawkb.words.folding import fold, script
from lawkb.words.tokens import Token, read_vocabulary

# Which part of a provision a hit shows, when several hold as many words of the query.
_SHOWN: dict[Zone, int] = {"text": 3, "heading": 2, "notes": 1, "comments": 0}


class _Seen(Struct, frozen=True):
    """A part of a text with the words that a query finds in it."""

    text: Text
    part: Part
    read: tuple[Token, ...]  # Tokens of the part.
    marks: tuple[Mark, ...]  # What the query finds in the part.
    # Probable translations of words of the query, in a text of another language.
    answers: tuple[Mark, ...] = ()


def hits(
    outline: Outline,
    found: tuple[Match, ...],
    typed: Node,
    run: Node,
    languages: tuple[str, ...],
    counterparts: Counterparts,
) -> tuple[Hit, ...]:
    """Return the hits of a query, in the order of the matches.

    Args:
        run: The query that was run, perhaps with translations added.
        languages: Tags of the languages searched; a hit shows its text in one of them.
    """
    fit = _fit(script("".join(leaf.text for leaf in leaves(typed))), outline)
    given: list[Hit] = []
    for match in found:
        seen = _seen(match.document, run, outline)
        best = max((one for one in seen if one.text.language in languages), key=fit)
        source = best.text.language
        answered = tuple(_answered(outline, one, source, typed, counterparts) for one in seen)
        given.append(_hit(len(given) + 1, match, answered, _told(match, seen, best), outline))
    return tuple(given)


_AROUND = 3  # words between a verb and what it makes, besides the words of the query


def makers_first(
    found: tuple[Match, ...], tree: Node, languages: tuple[str, ...], outline: Outline
) -> tuple[Match, ...]:
    """Return matches with those first whose text makes something what a query of words asks for.

    *It becomes a penalty card* is before *see Law 49, penalty card*; *may become* mentions one. A
    word alone must be there as it was typed: that counts for more than the verb.
    """
    parts = tree.parts if isinstance(tree, And) and not tree.strict else (tree,)
    words = tuple(part for part in parts if isinstance(part, Word))
    if len(words) < len(parts):
        return found
    made = (_makes(match.document, words, languages, outline) for match in found)
    scored = [
        replace(match, score=match.score + MAKES_BOOST) if is_made else match
        for match, is_made in zip(found, made, strict=True)
    ]
    return tuple(sorted(scored, key=lambda match: -match.score))


def _makes(
    document: Document, words: tuple[Word, ...], languages: tuple[str, ...], outline: Outline
) -> bool:
    for text in document.texts:
        vocabulary = read_vocabulary(text.language)
        forms = [form for word in words if (form := word.form(text.language))]
        is_alone = len(words) == 1
        wanted = {form.exact if is_alone else form.stem for form in forms}
        if text.language not in languages or len(wanted) < len(words):
            continue
        for part in text.in_zone("text"):
            if not any(verb in fold(part.text) for verb in vocabulary.makes):
                continue
            language = outline.language(text.language)
            read = tokens_of_part(part, language, outline.scheme, document.citing)
            for at, token in enumerate(read):
                may = any(each.folded in vocabulary.asking for each in read[max(0, at - 2) : at])
                near = read[at + 1 : at + 1 + len(words) + _AROUND]
                behind = {each.folded if is_alone else each.stem for each in near}
                if token.folded in vocabulary.makes and not may and wanted <= behind:
                    return True
    return False


def hit_of_address(document: Document, language: str, outline: Outline) -> Hit:
    """Return the hit for an address: the beginning of the provision, with no words marked.

    ``language`` is the tag of the language to show; if it is missing, the first one is shown.
    """
    seen = tuple(_Seen(text, _first_part(text), (), ()) for text in document.texts)
    best = next((one for one in seen if one.text.language == language), seen[0])
    return _hit(1, Match(document, 1.0), seen, best, outline)


def _seen(document: Document, tree: Node, outline: Outline) -> tuple[_Seen, ...]:
    seen = []
    for text in document.texts:
        language = outline.language(text.language)
        for part in text.parts or (_first_part(text),):
            read = tokens_of_part(part, language, outline.scheme, document.citing)
            found = marks(read, tree, text.language, part.zone)
            seen.append(_Seen(text, part, read, found))
    return tuple(seen)


def _answered(
    outline: Outline, seen: _Seen, source: str, typed: Node, counterparts: Counterparts
) -> _Seen:
    """Return a part of a translation with probable translations of the query's words marked."""
    if seen.text.language == source or seen.part.zone == "comments":
        return seen
    way = Way(source, seen.text.language, counterparts, MARK_PROBABILITY, links=1)
    answers = answering_marks(seen.read, typed, way, outline)
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


def _hit(rank: int, match: Match, seen: tuple[_Seen, ...], best: _Seen, outline: Outline) -> Hit:
    text, part, place = best.text, best.part, match.document.place
    shown = snippet(part.text, best.marks, part.uncut)
    share = (shown.start + shown.end) / 2 / (len(part.text) or 1)
    others = tuple(
        _answering(other, seen, best, share)
        for other in dict.fromkeys(one.text for one in seen if one.text is not text)
    )
    return Hit(
        rank=rank,
        score=round(match.score, 4),
        edition=match.document.edition,
        address=outline.scheme.write(place) if isinstance(place, Address) else None,
        companion=CompanionPlace(place.name, place.id) if isinstance(place, Spot) else None,
        division=division_eid(place.path) if isinstance(place, DivisionPlace) else None,
        label=text.label,
        lang=text.language,
        heading=" › ".join(text.headings) or None,
        snippet=shown.text,
        spans=shown.spans,
        other=next(iter(others), None),
        others=others,
    )


def _answering(other: Text, seen: tuple[_Seen, ...], best: _Seen, share: float) -> OtherText:
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
        shown = aligned(first.text, 0.0, first.uncut)
        return OtherText(other.language, other.label, shown.text, (), ())
    answer = theirs[at]
    both = sorted((*answer.marks, *answer.answers), key=lambda mark: (mark.start, mark.end))
    shown = (
        snippet(answer.part.text, tuple(both), answer.part.uncut)
        if both
        else aligned(answer.part.text, share, answer.part.uncut)
    )
    return OtherText(
        lang=other.language,
        label=other.label,
        snippet=shown.text,
        spans=shown.places(answer.marks),
        counterparts=tuple(sorted({*shown.places(answer.answers)} - {*shown.places(answer.marks)})),
    )


class Mark(Struct, frozen=True):
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
        field: Field of the text; words that the query seeks only in other fields are not marked.
    """
    found = [
        Mark(read[first].start, read[last].end, number, exact)
        for number, scoped in enumerate(scoped_leaves(tree))
        if scoped.reads(field, language)
        for first, last, exact in _leaf_places(scoped.part, read, language)
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.leaf)))


def _leaf_places(
    leaf: Node, read: tuple[Token, ...], language: str
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


class Snippet(Struct, frozen=True):
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


MARK_PROBABILITY = 0.1  # that a counterpart must have to be marked in a translation


def answering_marks(
    read: tuple[Token, ...], tree: Node, way: Way, outline: Outline
) -> tuple[Mark, ...]:
    """Return the words of a translated text that answer the words of a query, in text order.

    Only the likeliest translation that occurs is marked for each word.
    """
    found: dict[Mark, None] = {}
    for number, renderings in enumerate(
        own for row in rows(tree, way.source) for _, own in pieces(row, way)
    ):
        for rendering in renderings:
            wanted = _in_a_row(rendered(rendering.text, way.target, outline))
            places = tuple(_rendering_places(read, wanted))
            if places:
                found |= {Mark(start, end, number, False): None for start, end in places}
                break
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.leaf)))


def _rendering_places(read: tuple[Token, ...], wanted: tuple[Node, ...]) -> Iterator[Span]:
    """Yield the spans where the words of a translation are next to each other, in any form."""
    for at in range(len(read) - len(wanted) + 1 if wanted else 0):
        here = read[at : at + len(wanted)]
        if all(map(_is_form, wanted, here)):
            yield here[0].start, here[-1].end


def _in_a_row(node: Node | None) -> tuple[Node, ...]:
    if isinstance(node, Near):
        return tuple(each for part in node.parts for each in _in_a_row(part))
    return (node,) if node else ()


def _is_form(wanted: Node, token: Token) -> bool:
    match wanted:
        case Or(parts=parts) | Near(parts=parts):
            return any(_is_form(part, token) for part in parts)
        case Pattern(glob=glob):
            return token.address is None and fits(glob, token.folded)
        case Word(forms=(form, *_)):
            stemmed = token.kind == "word" and token.stem == form.stem and not is_common(form)
            return token.term == form.exact or stemmed
        case _:
            return False
