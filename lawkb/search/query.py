"""Queries: what a person typed, as a tree that any engine can run."""

from __future__ import annotations

from lawkb.errors import LawkbError
from lawkb.model.address import Scheme
from lawkb.model.language import Language
from lawkb.search.complaints import complaint
from lawkb.search.conjunctions import Part, conjunction, whole
from lawkb.search.fields import Asked, field_node
from lawkb.search.folding import fold
from lawkb.search.leaves import cited, is_key, like, phrase, word
from lawkb.search.lexing import Lexeme, lexemes
from lawkb.search.tree import (
    Leaf,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Within,
)

LONGEST_QUERY = 1000
MOST_EXPANSIONS = 16  # words with a wildcard or ~: each may stand for thousands
DEEPEST = 20  # brackets in brackets
FARTHEST = 50  # words of a NEAR; two parts of a provision are farther apart than that


def check_length(query: str) -> None:
    """Refuse a query that no person typed.

    Raises:
        LawkbError: It is longer than ``LONGEST_QUERY``.
    """
    if len(query) > LONGEST_QUERY:
        raise LawkbError(
            f"query of {len(query)} characters",
            f"a query holds at most {LONGEST_QUERY}",
            "search for the few words that matter",
        )


def parse_query(query: str, languages: tuple[Language, ...], scheme: Scheme) -> Node | None:
    """The tree of a query, by the grammar below; words side by side must all be there.

    Words too common to tell provisions apart are left out as long as another one remains.

    Args:
        query: Anything a person may type.
        languages: Languages to read its words in.
        scheme: Levels of the code.

    Returns:
        The tree; None when there is no word in it.

    Raises:
        LawkbError: The query is longer than ``LONGEST_QUERY``, or malformed; the error shows the
            place.

    Source: decisions/0006-search.md. ::

        any     := all ("OR" all)*                  ΚΑΙ, Ή, ΟΧΙ, ΚΟΝΤΑ are in the language files
        all     := negated ("AND"? negated)*
        negated := "NOT"* near
        near    := part ("NEAR" ("/" number)? part)*
        part    := "(" any ")" | field | phrase | =word | word~ | pattern | word | address
    """
    check_length(query)
    read = lexemes(query, languages, scheme)
    _check_expansions(query, read)
    cursor = _Cursor(Asked(query, languages, scheme), read)
    if not read:
        return None
    tree = _any(cursor, 0)
    left = cursor.next
    if left:
        what = "this bracket closes nothing"
        raise complaint(query, left.span, what, "open one before it, or leave it out")
    return tree


class _Cursor:
    """A place among the lexemes of a query, and what is needed to read them."""

    __slots__ = ("asked", "at", "lexemes")

    def __init__(self, asked: Asked, lexemes: tuple[Lexeme, ...]) -> None:
        self.asked = asked
        self.lexemes = lexemes
        self.at = 0

    @property
    def query(self) -> str:
        return self.asked.query

    @property
    def languages(self) -> tuple[Language, ...]:
        return self.asked.languages

    @property
    def scheme(self) -> Scheme:
        return self.asked.scheme

    @property
    def next(self) -> Lexeme | None:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else None

    def takes(self, *kinds: str) -> Lexeme | None:
        """The next lexeme, passed, when it is of a kind."""
        lexeme = self.next
        if lexeme is None or lexeme.kind not in kinds:
            return None
        self.at += 1
        return lexeme


def _check_expansions(query: str, read: tuple[Lexeme, ...]) -> None:
    wide = [lexeme for lexeme in read if lexeme.kind in ("pattern", "like")]
    if len(wide) > MOST_EXPANSIONS:
        what = f"more than {MOST_EXPANSIONS} words with a wildcard or ~"
        raise complaint(query, wide[MOST_EXPANSIONS].span, what, "search for fewer at once")


def _any(cursor: _Cursor, depth: int) -> Node | None:
    parts = [_all(cursor, depth)]
    while operator := cursor.takes("or"):
        parts.append(_all(cursor, depth))
        if parts[-2] is None or parts[-1] is None:
            raise _one_sided(cursor, operator)
    if len(parts) == 1:
        return parts[0]
    distinct = tuple(dict.fromkeys(part for part in parts if part))
    return Or(distinct) if len(distinct) > 1 else distinct[0]


def _all(cursor: _Cursor, depth: int) -> Node | None:
    """A conjunction; None when nothing stands here."""
    runs: list[list[Part]] = [[]]  # what stands side by side, without an operator
    while cursor.next and cursor.next.kind not in ("or", ")"):
        operator = cursor.takes("and")
        if operator:
            runs.append([])
        part = _negated(cursor, depth)
        if operator and (part is None or not runs[-2]):
            raise _one_sided(cursor, operator)
        if part:
            runs[-1].append(part)
    parts = tuple(part for run in runs for part in run)
    return conjunction(parts, whole(runs, cursor.languages), strict=len(runs) > 1)


def _one_sided(cursor: _Cursor, operator: Lexeme) -> LawkbError:
    what = "this operator needs something on both sides"
    word = operator.text if operator.kind != "near" else "NEAR"
    hint = f"write it like: card {word} lead; in small letters it is a word"
    return complaint(cursor.query, operator.span, what, hint)


def _negated(cursor: _Cursor, depth: int) -> Part | None:
    negation = None
    negative = False
    while operator := cursor.takes("not"):
        negation = operator
        negative = not negative
    part = _near(cursor, depth)
    if part is None and negation:
        what = "nothing stands behind this operator"
        hint = f"write it like: card {negation.text} lead"
        raise complaint(cursor.query, negation.span, what, hint)
    return Part(Not(part.node)) if part and negative else part


def _near(cursor: _Cursor, depth: int) -> Part | None:
    part = _part(cursor, depth)
    while operator := cursor.takes("near"):
        distance = int(operator.text[:4])
        if not 1 <= distance <= FARTHEST:
            what = f"NEAR counts from 1 to {FARTHEST} words"
            raise complaint(cursor.query, operator.span, what, "write it like NEAR/5")
        right = _part(cursor, depth)
        if part is None or right is None:
            raise _one_sided(cursor, operator)
        if not (_can_be_near(part.node) and _can_be_near(right.node)):
            what = "NEAR joins words and phrases only"
            hint = "write it like: (lead OR play) NEAR/5 card"
            raise complaint(cursor.query, operator.span, what, hint)
        part = Part(_nearer(part.node, right.node, distance))
    return part


def _nearer(left: Node, right: Node, distance: int) -> Near:
    if isinstance(left, Near) and left.distance == distance:
        return Near((*left.parts, right), distance)
    return Near((left, right), distance)


def _can_be_near(node: Node) -> bool:
    """Whether something has a place in a text: a word has one, ``NOT card`` has none."""
    if isinstance(node, Or | Near):
        return all(map(_can_be_near, node.parts))
    return isinstance(node, Leaf)


def _part(cursor: _Cursor, depth: int) -> Part | None:
    lexeme = cursor.takes("(", "field", "phrase", "exact", "pattern", "like", "word")
    if lexeme is None:
        return None
    match lexeme.kind:
        case "(":
            return Part(_bracket(cursor, lexeme, depth + 1))
        case "field" if lexeme.text == "heading":
            return Part(_in_heading(cursor, lexeme, depth))
        case "field":
            return Part(field_node(cursor.asked, lexeme))
        case "phrase" | "exact":
            return Part(phrase(cursor.asked, lexeme))
        case "pattern":
            return Part(Pattern(lexeme.text, fold(lexeme.text)))
        case "like":
            return Part(like(lexeme))
        case _:
            return _word(cursor, lexeme)


def _bracket(cursor: _Cursor, opening: Lexeme, depth: int) -> Node:
    if depth > DEEPEST:
        what = f"more than {DEEPEST} brackets in one another"
        raise complaint(cursor.query, opening.span, what, "leave out those that change nothing")
    inside = _any(cursor, depth)
    closing = cursor.takes(")")
    if closing is None:
        what = "this bracket is never closed"
        raise complaint(cursor.query, opening.span, what, "close it with ), or leave it out")
    if inside is None:
        span = (opening.span[0], closing.span[1])
        what = "nothing stands in these brackets"
        raise complaint(cursor.query, span, what, "put a word there, or leave them out")
    return inside


def _word(cursor: _Cursor, lexeme: Lexeme) -> Part | None:
    first = lexeme.tokens[0]
    if first.address:
        return Part(cited(cursor.asked, lexeme))
    following = cursor.next.tokens if cursor.next else ()
    if following and following[0].address and is_key(cursor.asked, first):
        return _part(cursor, 0)  # the «Law» of «Law 16C» asks for nothing more
    telling = not any(token.kind == "stop" for token in lexeme.tokens)
    return Part(word(cursor.asked, lexeme), telling, lexeme)


def _in_heading(cursor: _Cursor, lexeme: Lexeme, depth: int) -> Node:
    part = _part(cursor, depth)
    if part is None:
        hint = "write it like heading:dummy or heading:(a OR b)"
        raise complaint(cursor.query, lexeme.span, "this field has no value", hint)
    return Within(part.node, ("heading",))
