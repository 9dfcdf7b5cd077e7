"""Parse what a person typed into the tree of a query."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.errors import LawkbError
from lawkb.model.address import Scheme
from lawkb.model.label import law_words
from lawkb.model.language import Language
from lawkb.search.documents import ZONES
from lawkb.search.query.lexer import EXAMPLES, Lexeme, lexemes, read_address, read_words
from lawkb.search.query.syntax_errors import syntax_error
from lawkb.search.query.tree import (
    CITING,
    And,
    Cited,
    CitedBy,
    Field,
    Form,
    Having,
    Leaf,
    Like,
    Located,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Within,
    Word,
    leaves,
)
from lawkb.words import Token, fold, tokens

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
    """Return the tree of a query, by the grammar below; words side by side must all be there.

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
        raise syntax_error(query, left.span, what, "open one before it, or leave it out")
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
        """Return the next lexeme, passed, when it is of a kind."""
        lexeme = self.next
        if lexeme is None or lexeme.kind not in kinds:
            return None
        self.at += 1
        return lexeme


def _check_expansions(query: str, read: tuple[Lexeme, ...]) -> None:
    wide = [lexeme for lexeme in read if lexeme.kind in ("pattern", "like")]
    if len(wide) > MOST_EXPANSIONS:
        what = f"more than {MOST_EXPANSIONS} words with a wildcard or ~"
        raise syntax_error(query, wide[MOST_EXPANSIONS].span, what, "search for fewer at once")


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
    """Return a conjunction; None when nothing stands here."""
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
    return syntax_error(cursor.query, operator.span, what, hint)


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
        raise syntax_error(cursor.query, negation.span, what, hint)
    return Part(Not(part.node)) if part and negative else part


def _near(cursor: _Cursor, depth: int) -> Part | None:
    part = _part(cursor, depth)
    while operator := cursor.takes("near"):
        distance = int(operator.text[:4])
        if not 1 <= distance <= FARTHEST:
            what = f"NEAR counts from 1 to {FARTHEST} words"
            raise syntax_error(cursor.query, operator.span, what, "write it like NEAR/5")
        right = _part(cursor, depth)
        if part is None or right is None:
            raise _one_sided(cursor, operator)
        if not (_can_be_near(part.node) and _can_be_near(right.node)):
            what = "NEAR joins words and phrases only"
            hint = "write it like: (lead OR play) NEAR/5 card"
            raise syntax_error(cursor.query, operator.span, what, hint)
        part = Part(_nearer(part.node, right.node, distance))
    return part


def _nearer(left: Node, right: Node, distance: int) -> Near:
    if isinstance(left, Near) and left.distance == distance:
        return Near((*left.parts, right), distance)
    return Near((left, right), distance)


def _can_be_near(node: Node) -> bool:
    """Say whether something has a place in a text: a word has one, ``NOT card`` has none."""
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
        raise syntax_error(cursor.query, opening.span, what, "leave out those that change nothing")
    inside = _any(cursor, depth)
    closing = cursor.takes(")")
    if closing is None:
        what = "this bracket is never closed"
        raise syntax_error(cursor.query, opening.span, what, "close it with ), or leave it out")
    if inside is None:
        span = (opening.span[0], closing.span[1])
        what = "nothing stands in these brackets"
        raise syntax_error(cursor.query, span, what, "put a word there, or leave them out")
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
        raise syntax_error(cursor.query, lexeme.span, "this field has no value", hint)
    return Within(part.node, ("heading",))


# ---- conjunctions


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a conjunction.

    Attributes:
        node: What it finds.
        telling: Whether it tells provisions apart, as a common word does not.
        word: The plain word that it was typed as, or None.
    """

    node: Node
    telling: bool = True
    word: Lexeme | None = None


def conjunction(parts: tuple[Part, ...], whole: Phrase | None, strict: bool) -> Node | None:
    """Return the tree of parts that must all be there; None when there are none.

    ``in:`` and ``lang:`` say where the other parts are sought: ``card in:notes`` finds a card in
    a note, not a card in a provision that has notes. Common words are left out as long as a
    telling one remains.

    Args:
        parts: In the order they were typed.
        whole: Words that stood side by side.
        strict: Whether AND was typed between them.
    """
    scopes = [scope for part in parts if (scope := _scope(part.node))]
    sought = _telling(tuple(part for part in parts if not _scope(part.node)))
    nodes = tuple(dict.fromkeys(part.node for part in sought))
    rest = _all_of(nodes, whole, strict)
    if not scopes:
        return rest
    filters = tuple(dict.fromkeys(part.node for part in parts if _scope(part.node)))
    if rest is None:
        return _all_of(filters)
    fields = tuple(dict.fromkeys(field for fields, _ in scopes for field in fields))
    languages = tuple(dict.fromkeys(tag for _, tags in scopes for tag in tags))
    scoped = Within(rest, fields, languages)
    # What is found in a note proves that there is one.
    return scoped if any(map(leaves, nodes)) else _all_of((scoped, *filters))


def whole(runs: list[list[Part]], languages: tuple[Language, ...]) -> Phrase | None:
    """Return the longest row of plain words, common ones too; None when no two are together."""
    rows: list[list[Lexeme]] = [[]]
    for run in runs:
        rows.append([])
        for part in run:
            if part.word:
                rows[-1].append(part.word)
            else:
                rows.append([])
    longest = max(rows, key=len)
    if len(longest) < 2:
        return None
    forms = (
        tuple(_form(word.tokens[place], language) for word in longest)
        for place, language in enumerate(languages)
    )
    return Phrase(" ".join(word.tokens[0].folded for word in longest), tuple(forms))


def _scope(node: Node) -> tuple[tuple[Field, ...], tuple[str, ...]] | None:
    """Zones and languages that a part restricts the others to; None when it is no such part."""
    parts = node.parts if isinstance(node, Or) else (node,)
    named = [part for part in parts if isinstance(part, Having)]
    kinds = {part.what for part in named}
    if len(named) < len(parts) or len(kinds) != 1:
        return None
    values = tuple(part.value for part in named)
    if kinds == {"lang"}:
        return (), values
    return (tuple(zone for zone in ZONES if zone in values), ()) if kinds == {"in"} else None


def _telling(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts without common words, unless nothing else is sought."""
    others = tuple(part for part in parts if part.telling)
    return others if any(leaves(part.node) for part in others) else parts


def _all_of(
    nodes: tuple[Node, ...], whole: Phrase | None = None, strict: bool = False
) -> Node | None:
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return And(nodes, whole, strict)


# ---- words, phrases, addresses


_SHORT = 7  # letters from which a word may differ in two of them


def word(asked: Asked, lexeme: Lexeme) -> Word:
    """Return a plain word."""
    forms = tuple(map(_form, lexeme.tokens, asked.languages))
    return Word(asked.query[slice(*lexeme.span)], forms)


def phrase(asked: Asked, lexeme: Lexeme) -> Phrase:
    """Return a phrase; a word alone in quotes is a phrase too, and so asks for its very form."""
    by_language = read_words(lexeme.text, asked.languages, asked.scheme)
    forms = _forms(by_language, asked.languages)
    if not any(forms):
        hint = "put a word between them, or leave them out"
        raise syntax_error(asked.query, lexeme.span, "there is no word in this phrase", hint)
    return Phrase(lexeme.text, forms)


def like(lexeme: Lexeme) -> Like:
    """Return a word whose spelling may differ, in as many letters as typed, else by its length."""
    folded = fold(lexeme.text)
    changes = int(lexeme.value) if lexeme.value else 1 + (len(folded) >= _SHORT)
    return Like(lexeme.text, folded, changes)


def is_key(asked: Asked, token: Token) -> bool:
    """Say whether a word is one for a law, which an address behind it makes needless."""
    words = (word for language in asked.languages for word in law_words(language))
    return token.folded in {fold(word).rstrip(".") for word in words}


def cited(asked: Asked, lexeme: Lexeme) -> Node:
    """Return an address inside other words; 21st and 16c may be words, so they are both."""
    typed = asked.query[slice(*lexeme.span)]
    found = (token.address for token in lexeme.tokens if token.address)
    nodes = [Cited(address, asked.scheme.write(address)) for address in dict.fromkeys(found)]
    if len(nodes) > 1:
        return Or(tuple(nodes))
    if not typed.isalnum() or not typed.islower():
        return nodes[0]
    same = tuple(tokens(typed, language, asked.scheme)[0] for language in asked.languages)
    return Or((nodes[0], Word(typed, tuple(map(_form, same, asked.languages)))))


def _form(token: Token, language: Language) -> Form:
    return Form(language.code, token.term, token.stem)


def _forms(
    by_language: tuple[tuple[Token, ...], ...], languages: tuple[Language, ...]
) -> tuple[tuple[Form, ...], ...]:
    return tuple(
        tuple(_form(token, language) for token in found)
        for language, found in zip(languages, by_language, strict=True)
    )


# ---- fields


_DASH = r"\s*[-–—]\s*"
_ZONES = {"note": "notes", "comment": "comments", "headings": "heading"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A query and how it is read.

    Attributes:
        query: As typed.
        languages: Languages to read its words in.
        scheme: Levels of the code.
    """

    query: str
    languages: tuple[Language, ...]
    scheme: Scheme


def field_node(asked: Asked, lexeme: Lexeme) -> Node:
    """Return what a field with a value asks for.

    Raises:
        LawkbError: The value is none of the field.
    """
    match lexeme.text:
        case "law":
            return _either(_located(asked, lexeme))
        case "cites":
            return Within(_address(asked, lexeme, Cited), CITING)
        case "cited-by":
            return _address(asked, lexeme, CitedBy)
        case "in":
            return _having(asked, lexeme, "in", ZONES)
        case "lang":
            return _having(asked, lexeme, "lang", tuple(one.code for one in asked.languages))
        case _:
            return _either(tuple(Having("edition", value) for value in _values(asked, lexeme)))


def _values(asked: Asked, lexeme: Lexeme) -> tuple[str, ...]:
    """Return the values behind a field: several are parted by commas, and any of them will do."""
    values = tuple(value.strip() for value in lexeme.value.split(",") if value.strip())
    if not values:
        hint = f"write it like {lexeme.text}:{EXAMPLES[lexeme.text]}"
        raise syntax_error(asked.query, lexeme.span, "this field has no value", hint)
    return values


def _having(asked: Asked, lexeme: Lexeme, what: str, known: tuple[str, ...]) -> Node:
    nodes: list[Node] = []
    for value in _values(asked, lexeme):
        name = _ZONES.get(value.casefold(), value.casefold())
        if name not in known:
            hint = f"there are: {', '.join(known)}"
            raise syntax_error(asked.query, lexeme.span, f"no such value of {what}:", hint)
        nodes.append(Having("in" if what == "in" else "lang", name))
    return _either(tuple(nodes))


def _located(asked: Asked, lexeme: Lexeme) -> tuple[Located, ...]:
    found = [_range(asked, lexeme, value) for value in _values(asked, lexeme)]
    if None in found:  # its commas part no values: «Article 6, paragraph 1»
        address = _address(asked, lexeme, Cited).address
        found = [Located(address, address, asked.scheme.write(address))]
    return tuple(filter(None, found))


def _range(asked: Asked, lexeme: Lexeme, value: str) -> Located | None:
    ends = [read_address(end, asked.scheme, asked.languages) for end in re.split(_DASH, value)]
    first, last = ends[0], ends[-1]
    if first is None or last is None or len(ends) > 2:
        return None
    if last < first and not last.holds(first):
        what = "the range ends before it begins"
        raise syntax_error(asked.query, lexeme.span, what, "write it like law:20-47")
    return Located(first, last, "-".join(map(asked.scheme.write, dict.fromkeys((first, last)))))


def _address(asked: Asked, lexeme: Lexeme, kind: type[Cited] | type[CitedBy]) -> Cited | CitedBy:
    address = read_address(lexeme.value, asked.scheme, asked.languages)
    if address is None:
        raise _no_address(asked, lexeme)
    return kind(address, asked.scheme.write(address))


def _no_address(asked: Asked, lexeme: Lexeme) -> LawkbError:
    what = "this is not the address of a provision"
    hint = f"write it like {lexeme.text}:{EXAMPLES[lexeme.text]}"
    return syntax_error(asked.query, lexeme.span, what, hint)


def _either(nodes: tuple[Node, ...]) -> Node:
    distinct = tuple(dict.fromkeys(nodes))
    return distinct[0] if len(distinct) == 1 else Or(distinct)
