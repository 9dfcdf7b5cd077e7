"""Add to a query the same in other languages, and what the law code says for its words.

*Missing card* is said for *lost card*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from lawkb.corpus.synonyms import Synonyms
from lawkb.model.code import Outline
from lawkb.model.passage import Span
from lawkb.search.counterparts import (
    Counterparts,
    Origin,
    Piece,
    Way,
    is_common,
    pieces,
    row_of,
    rows,
)
from lawkb.search.query.nodes import (
    NEAR_DISTANCE,
    And,
    Form,
    Meant,
    MostOf,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Within,
    Word,
    fits,
)
from lawkb.search.snippets import Mark
from lawkb.words.folding import fold
from lawkb.words.tokens import Token, tokens

_Row = tuple[tuple[str, ...], tuple[Node, ...]]  # stems that are typed, what is meant


def with_synonyms(tree: Node, outline: Outline, synonyms: Synonyms) -> Node:
    """Return a query whose words also find what the law code says for them.

    Every word of an expression may be found as it was typed, or by what the expression means.
    Phrases, words near each other and what follows NOT are left as they are.

    Args:
        tree: The query.
        outline: Languages and levels of the code.
        synonyms: The synonyms of the corpus.
    """
    rows = {
        language.code: tuple(_rows(language.code, outline, synonyms))
        for language in outline.languages
        if synonyms.get(language.code)
    }
    return _with_synonyms(tree, rows) if rows else tree


def _rows(tag: str, outline: Outline, synonyms: Synonyms) -> Iterator[_Row]:
    for synonym in synonyms.get(tag, ()):
        nodes = [_node(_told(text, tag, outline), text, tag) for text in synonym.meant]
        meant = tuple(node for node in nodes if node)
        for text in synonym.typed:
            stems = tuple(token.stem for token in _told(text, tag, outline))
            if stems and meant:
                yield stems, meant


def _told(text: str, tag: str, outline: Outline) -> tuple[Token, ...]:
    """Return the words of an expression without very frequent ones, unless it has no others."""
    read = tokens(text, outline.language(tag), outline.scheme)
    return tuple(token for token in read if token.kind != "stop") or read


def _node(read: tuple[Token, ...], text: str, tag: str) -> Node | None:
    words = tuple(
        Word(text[token.start : token.end], (Form(tag, token.term, token.stem),)) for token in read
    )
    return Near(words, NEAR_DISTANCE) if len(words) > 1 else next(iter(words), None)


def _with_synonyms(tree: Node, rows: dict[str, tuple[_Row, ...]]) -> Node:
    match tree:
        case Word():
            return _with_meanings((tree,), rows)[0]
        case And(parts=parts) | MostOf(parts=parts):
            inner = (
                each if isinstance(each, Word) else _with_synonyms(each, rows) for each in parts
            )
            return replace(tree, parts=_with_meanings(tuple(inner), rows))
        case Or(parts=parts):
            return Or(tuple(_with_synonyms(each, rows) for each in parts))
        case Within(part=part):
            return replace(tree, part=_with_synonyms(part, rows))
        case _:
            return tree


def _with_meanings(parts: tuple[Node, ...], rows: dict[str, tuple[_Row, ...]]) -> tuple[Node, ...]:
    """Return the parts of a conjunction; words that are an expression also find what it means."""
    meant: dict[int, dict[Node, None]] = {}
    for tag, known in rows.items():
        stems = [_stem(part, tag) for part in parts]
        for typed, others in known:
            for at in range(len(parts) - len(typed) + 1):
                if tuple(stems[at : at + len(typed)]) == typed:
                    for place in range(at, at + len(typed)):
                        meant.setdefault(place, {}).update(dict.fromkeys(others))
    return tuple(
        Meant(part, tuple(meant[place])) if isinstance(part, Word) and place in meant else part
        for place, part in enumerate(parts)
    )


def _stem(part: Node, tag: str) -> str | None:
    form = part.form(tag) if isinstance(part, Word) else None
    return form.stem if form else None


PROBABILITY = 0.2  # that a counterpart must have to be searched for
LINKS = 2  # how often it must have been found
_MOST = 3  # counterparts of one word


@dataclass(frozen=True, slots=True)
class Added:
    """A translation that was added to a query."""

    typed: str  # the word or phrase as typed
    language: str  # tag of the language of the translation
    counterpart: str  # the translation
    probability: float  # probability that the word is translated this way; 1 for a term
    origin: Origin  # ``glossary``, ``definitions``, ``texts`` or ``general``


@dataclass(frozen=True, slots=True)
class Widened:
    """A query with its translations."""

    tree: Node  # the query, or any of its translations
    added: tuple[Added, ...] = ()  # translations that were added, in the order of the query


def widened(
    tree: Node, outline: Outline, counterparts: Counterparts, languages: tuple[str, ...]
) -> Widened:
    """Return a query extended by its translations into the languages that are searched.

    The query is translated as a whole, so a provision must match it in one language. Addresses,
    fields, patterns and words without a known translation are kept. If a phrase has no translation,
    those of its words must be near each other. What follows NOT is excluded in every language.

    Args:
        tree: The query.
        outline: Languages and levels of the code.
        counterparts: Where to look up translations.
        languages: Tags of the languages that are searched.
    """
    tags = [language.code for language in outline.languages]
    found: dict[Node, None] = {tree: None}
    added: dict[Added, None] = {}
    for source, target in permutations(tags, 2):
        if target not in languages:
            continue
        way = Way(source, target, counterparts, PROBABILITY, LINKS)
        translation = _Translation(outline, way, {})
        node = translation.of(tree)
        if node:
            found[node] = None
            added |= dict.fromkeys(translation.added)
    return Widened(Or(tuple(found)) if len(found) > 1 else tree, tuple(added))


@dataclass(frozen=True, slots=True)
class _Translation:
    """The translation of a query into one language; ``added`` collects the translated words."""

    outline: Outline
    way: Way
    added: dict[Added, None]

    def of(self, node: Node) -> Node | None:
        """Return the translation of a tree; None when nothing in it has a known translation."""
        match node:
            case Word():
                form = node.form(self.way.source)
                return (
                    self._piece(Piece((form,), self.way.of((form,))), node.text) if form else None
                )
            case Phrase():
                return self._phrase(node)
            case And():
                return self._conjunction(node)
            case Or(parts=parts):
                return _either(tuple(filter(None, map(self.of, parts))))
            case Near(parts=parts):
                found = tuple(other for part in parts if (other := self.of(part)))
                return Near(found, node.distance) if len(found) == len(parts) else None
            case Within(part=part, languages=languages):
                inner = None if languages and self.way.target not in languages else self.of(part)
                return Within(inner, node.fields, node.languages) if inner else None
            case _:
                return None

    def _phrase(self, phrase: Phrase) -> Node | None:
        words = phrase.words(self.way.source)
        found = tuple(pieces(words, self.way))
        nodes = tuple(self._piece(piece, _typed(piece, phrase.text, words)) for piece in found)
        parts = tuple(node for node in nodes if node)
        if not parts or len(parts) < len(nodes):
            return None
        return parts[0] if len(parts) == 1 else Near(parts, len(words))

    def _conjunction(self, node: And) -> Node | None:
        row = row_of(node, self.way.source)
        texts = {
            form.exact: part.text
            for part in node.parts
            if isinstance(part, Word) and (form := part.form(self.way.source))
        }
        found: list[Node] = []
        for piece in pieces(row, self.way):
            typed = " ".join(texts.get(form.exact, form.exact) for form in piece.words)
            own = self._piece(piece, typed)
            found.extend((own,) if own else _kept(node, piece, self.way.source))
        told = {form.exact for form in row}
        changed = any(each not in node.parts for each in found)
        for part in node.parts:
            form = part.form(self.way.source) if isinstance(part, Word) else None
            if form and form.exact in told:
                continue
            own = self.of(part)
            changed = changed or own is not None
            found.append(own or self._denied(part))
        parts = tuple(dict.fromkeys(found))
        if not changed:
            return None
        return And(parts, None, node.strict) if len(parts) > 1 else parts[0]

    def _denied(self, part: Node) -> Node:
        """Return a part unchanged; after NOT, with its translation excluded, too."""
        if not isinstance(part, Not):
            return part
        other = _Translation(self.outline, self.way, {}).of(part.part)
        return Not(Or((part.part, other))) if other else part

    def _piece(self, piece: Piece, typed: str) -> Node | None:
        nodes = []
        for rendering in piece.renderings[:_MOST]:
            node = rendered(rendering.text, self.way.target, self.outline)
            if node:
                nodes.append(node)
                probability, origin = rendering.probability, rendering.origin
                found = Added(typed, self.way.target, rendering.text, probability, origin)
                self.added[found] = None
        return _either(tuple(nodes))


def rendered(text: str, language: str, outline: Outline) -> Node | None:
    """Return the query for a translation: a word, or words next to each other; None without words.

    A glossary writes stems and alternatives: ``τιμωρημέν* φύλλ*|κάρτ*``.
    """
    places = [
        node
        for word in text.split()
        if (node := _either(tuple(_alternates(word.split("|"), language, outline))))
    ]
    return Near(tuple(places), 1) if len(places) > 1 else next(iter(places), None)


def _alternates(alternates: list[str], language: str, outline: Outline) -> Iterator[Node]:
    for text in alternates:
        if text.endswith("*"):
            yield Pattern(text, fold(text))
            continue
        read = tokens(text, outline.language(language), outline.scheme)
        words = tuple(
            Word(text[token.start : token.end], (Form(language, token.term, token.stem),))
            for token in read
        )
        if words:
            yield Near(words, 1) if len(words) > 1 else words[0]


def _typed(piece: Piece, text: str, words: tuple[Form, ...]) -> str:
    if len(piece.words) == len(words):
        return text
    return " ".join(form.exact for form in piece.words)


def _kept(node: And, piece: Piece, language: str) -> Iterator[Node]:
    """Yield the parts of a conjunction whose words have no translation."""
    exact = {form.exact for form in piece.words}
    for part in node.parts:
        form = part.form(language) if isinstance(part, Word) else None
        if form and form.exact in exact:
            yield part


def _either(nodes: tuple[Node, ...]) -> Node | None:
    distinct = tuple(dict.fromkeys(nodes))
    if len(distinct) > 1:
        return Or(distinct)
    return distinct[0] if distinct else None


MARK_PROBABILITY = 0.1  # that a counterpart must have to be marked in a translation


def answering_marks(
    read: tuple[Token, ...], tree: Node, way: Way, outline: Outline
) -> tuple[Mark, ...]:
    """Return the words of a translated text that answer the words of a query, in text order.

    Only the likeliest translation that occurs is marked for each word.

    Args:
        read: Tokens of the text.
        tree: The query.
        way: Languages, and where to look up translations.
        outline: Languages and levels of the code.
    """
    found: dict[Mark, None] = {}
    for number, piece in enumerate(
        piece for row in rows(tree, way.source) for piece in pieces(row, way)
    ):
        for rendering in piece.renderings:
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
