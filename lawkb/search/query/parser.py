"""Parse a query as typed into its tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from msgspec import Struct

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.model.label import typed_law_words
from lawkb.model.language import Language
from lawkb.model.passage import Span
from lawkb.search.query import nodes
from lawkb.search.query.lexer import (
    EXAMPLES,
    FARTHEST,
    NEAR_COUNTS,
    Lexeme,
    lexemes,
    read_address,
    read_words,
)
from lawkb.search.query.nodes import ZONES, syntax_error
from lawkb.words.folding import fold
from lawkb.words.tokens import Token, tells_nothing, tokens

LONGEST_QUERY = 1000
MOST_EXPANSIONS = 16  # words with a wildcard or ~: each may stand for thousands
DEEPEST = 20  # brackets in brackets


def check_length(query: str) -> None:
    """Raise an error if a query is too long.

    Raises:
        LawkbError: It is longer than 1000 characters (``LONGEST_QUERY``).
    """
    if len(query) > LONGEST_QUERY:
        raise LawkbError(
            f"query of {len(query)} characters",
            f"a query has at most {LONGEST_QUERY}",
            "search for the few words that matter",
        )


def parse_query(query: str, languages: tuple[Language, ...], scheme: Scheme) -> nodes.Node | None:
    """Return the tree of a query, by the grammar below.

    Words next to each other are joined as if by AND. Very frequent words, and those of a question
    such as *can* and *what*, are left out unless the query has no others.

    Returns:
        The tree; None when there is no word in it.

    Raises:
        LawkbError: The query is longer than ``LONGEST_QUERY``, or malformed; the error shows the
            place.

    Source: decisions/0006-search.md. ::

        any     := all ("OR" all)*                  ΚΑΙ, Ή, ΟΧΙ, ΚΟΝΤΑ are in the language files
        all     := negated ("AND"? negated)*        || and | say OR, && and & say AND
        negated := "NOT"* near                      -word, −word and !word say NOT
        near    := part ("NEAR" ("/" number)? part)*
        part    := "(" any ")" | field | phrase | =word | word~ | pattern | word | address
    """
    check_length(query)
    cursor = _Cursor(query, languages, scheme, lexemes(query, languages, scheme))
    _check_expansions(cursor)
    if not cursor.lexemes:
        return None
    tree = _any(cursor, 0)
    if cursor.next:
        what = "this bracket closes nothing"
        raise cursor.error(cursor.next.span, what, "open one before it, or leave it out")
    return tree


def plain_words(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> tuple[nodes.Word, ...]:
    """Return the words of a text, without operators, addresses and very frequent words."""
    return tuple(
        nodes.Word(text[slice(*lexeme.span)], tuple(map(_form, lexeme.tokens, languages)))
        for lexeme in lexemes(text, languages, scheme)
        if lexeme.kind == "word" and all(token.kind == "word" for token in lexeme.tokens)
    )


@dataclass(slots=True)
class _Cursor:
    """A position among the tokens of a query, and what is needed to read them."""

    query: str
    languages: tuple[Language, ...]
    scheme: Scheme
    lexemes: tuple[Lexeme, ...]
    at: int = 0

    @property
    def next(self) -> Lexeme | None:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else None

    def takes(self, *kinds: str) -> Lexeme | None:
        """Return the next token and move on if it is of one of these kinds, else None."""
        lexeme = self.next
        if lexeme is None or lexeme.kind not in kinds:
            return None
        self.at += 1
        return lexeme

    def error(self, span: Span, what: str, hint: str) -> LawkbError:
        return syntax_error(self.query, span, what, hint)

    def write(self, address: Address) -> str:
        return self.scheme.write(address)


def _check_expansions(cursor: _Cursor) -> None:
    wide = [lexeme for lexeme in cursor.lexemes if lexeme.kind in ("pattern", "like")]
    if len(wide) > MOST_EXPANSIONS:
        what = f"more than {MOST_EXPANSIONS} words with a wildcard or ~"
        raise cursor.error(wide[MOST_EXPANSIONS].span, what, "search for fewer at once")


def _any(cursor: _Cursor, depth: int) -> nodes.Node | None:
    parts = [_all(cursor, depth)]
    while operator := cursor.takes("or"):
        parts.append(_all(cursor, depth))
        if parts[-2] is None or parts[-1] is None:
            raise _one_sided(cursor, operator)
    return _either(tuple(part for part in parts if part)) if parts[0] else None


def _all(cursor: _Cursor, depth: int) -> nodes.Node | None:
    """Return a conjunction; None when it has no parts."""
    runs: list[list[_Part]] = [[]]  # what stands side by side, without an operator
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
    return _conjunction(parts, _words_in_a_row(runs, cursor.languages), strict=len(runs) > 1)


def _one_sided(cursor: _Cursor, operator: Lexeme) -> LawkbError:
    what = "this operator needs something on both sides"
    word = operator.text if operator.kind != "near" else "NEAR"
    plain = "; in small letters it is a word" if word.isalpha() else ""
    hint = f"write it like: card {word} lead{plain}"
    return cursor.error(operator.span, what, hint)


def _negated(cursor: _Cursor, depth: int) -> _Part | None:
    negation = None
    negative = False
    while operator := cursor.takes("not"):
        negation = operator
        negative = not negative
    part = _near(cursor, depth)
    if part is None and negation:
        what = "nothing follows this operator"
        raise cursor.error(negation.span, what, f"write it like: card {negation.text} lead")
    return _Part(nodes.Not(part.node)) if part and negative else part


def _near(cursor: _Cursor, depth: int) -> _Part | None:
    part = _part(cursor, depth)
    while operator := cursor.takes("near"):
        distance = int(operator.text[:4])
        if not 1 <= distance <= FARTHEST:
            raise cursor.error(operator.span, NEAR_COUNTS, "write it like NEAR/5")
        right = _part(cursor, depth)
        if part is None or right is None:
            raise _one_sided(cursor, operator)
        if not (_can_be_near(part.node) and _can_be_near(right.node)):
            what = "NEAR joins words and phrases only"
            raise cursor.error(operator.span, what, "write it like: (lead OR play) NEAR/5 card")
        part = _Part(_nearer(part.node, right.node, distance))
    return part


def _nearer(left: nodes.Node, right: nodes.Node, distance: int) -> nodes.Near:
    if isinstance(left, nodes.Near) and left.distance == distance:
        return nodes.Near((*left.parts, right), distance)
    return nodes.Near((left, right), distance)


def _can_be_near(node: nodes.Node) -> bool:
    """Return whether a query has positions in a text: a word does, ``NOT card`` does not."""
    if isinstance(node, nodes.Or | nodes.Near):
        return all(map(_can_be_near, node.parts))
    return isinstance(node, nodes.Leaf)


def _part(cursor: _Cursor, depth: int) -> _Part | None:
    lexeme = cursor.takes("(", "field", "phrase", "exact", "pattern", "like", "word")
    if lexeme is None:
        return None
    match lexeme.kind:
        case "(":
            return _Part(_bracket(cursor, lexeme, depth + 1))
        case "field" if lexeme.text == "heading":
            return _Part(_in_heading(cursor, lexeme, depth))
        case "field":
            return _Part(_field(cursor, lexeme))
        case "phrase" | "exact":
            return _Part(_phrase(cursor, lexeme))
        case "pattern":
            return _Part(nodes.Pattern(lexeme.text, fold(lexeme.text)))
        case "like":
            return _Part(_like(lexeme))
        case _:
            return _word(cursor, lexeme)


def _bracket(cursor: _Cursor, opening: Lexeme, depth: int) -> nodes.Node:
    if depth > DEEPEST:
        what = f"more than {DEEPEST} brackets in one another"
        raise cursor.error(opening.span, what, "leave out those that change nothing")
    inside = _any(cursor, depth)
    closing = cursor.takes(")")
    if closing is None:
        what = "this bracket is never closed"
        raise cursor.error(opening.span, what, "close it with ), or leave it out")
    if inside is None:
        span = (opening.span[0], closing.span[1])
        what = "these brackets are empty"
        raise cursor.error(span, what, "put a word there, or leave them out")
    return inside


def _in_heading(cursor: _Cursor, lexeme: Lexeme, depth: int) -> nodes.Node:
    part = _part(cursor, depth)
    if part is None:
        hint = "write it like heading:dummy or heading:(a OR b)"
        raise cursor.error(lexeme.span, "this field has no value", hint)
    return nodes.Within(part.node, ("heading",))


# ---- conjunctions


class _Part(Struct, frozen=True):
    """A part of a conjunction."""

    node: nodes.Node  # its query
    telling: bool = True  # whether it distinguishes provisions, as a very frequent word does not
    word: Lexeme | None = None  # the plain word that was typed, or None


def _conjunction(
    parts: tuple[_Part, ...], whole: nodes.Phrase | None, strict: bool
) -> nodes.Node | None:
    """Return the tree that all parts must match; None when there are none.

    ``in:`` and ``lang:`` determine where to search for the other parts: ``card in:notes`` finds a
    card in a note, not a card in a provision that has notes. Very frequent words are left out as
    long as another part remains.
    """
    scopes = [scope for part in parts if (scope := _scope(part.node))]
    sought = _telling(tuple(part for part in parts if not _scope(part.node)))
    found = tuple(dict.fromkeys(part.node for part in sought))
    rest = _all_of(found, whole, strict)
    if not scopes:
        return rest
    filters = tuple(dict.fromkeys(part.node for part in parts if _scope(part.node)))
    if rest is None:
        return _all_of(filters)
    fields = tuple(dict.fromkeys(field for fields, _ in scopes for field in fields))
    languages = tuple(dict.fromkeys(tag for _, tags in scopes for tag in tags))
    scoped = nodes.Within(rest, fields, languages)
    # What is found in a note proves that there is one.
    return scoped if any(map(nodes.leaves, found)) else _all_of((scoped, *filters))


def _words_in_a_row(
    runs: list[list[_Part]], languages: tuple[Language, ...]
) -> nodes.Phrase | None:
    """Return the longest run of plain words, very frequent ones too; None when it is one word."""
    words = [[part.word for part in run] for run in runs]
    rows = ([*filter(None, row)] for run in words for _, row in groupby(run, key=bool))
    longest = max(rows, key=len, default=[])
    if len(longest) < 2:
        return None
    by_language = zip(*(word.tokens for word in longest), strict=False)
    text = " ".join(word.tokens[0].folded for word in longest)
    return nodes.Phrase(text, _forms(by_language, languages))


def _scope(node: nodes.Node) -> tuple[tuple[nodes.Field, ...], tuple[str, ...]] | None:
    """Return zones and languages that a part restricts the others to, or None."""
    parts = node.parts if isinstance(node, nodes.Or) else (node,)
    named = [part for part in parts if isinstance(part, nodes.Filter)]
    kinds = {part.what for part in named}
    if len(named) < len(parts) or len(kinds) != 1:
        return None
    values = tuple(part.value for part in named)
    if kinds == {"lang"}:
        return (), values
    return (tuple(zone for zone in ZONES if zone in values), ()) if kinds == {"in"} else None


def _telling(parts: tuple[_Part, ...]) -> tuple[_Part, ...]:
    """Return the parts without very frequent words; all parts if there are no others."""
    others = tuple(part for part in parts if part.telling)
    return others if any(nodes.leaves(part.node) for part in others) else parts


def _all_of(
    parts: tuple[nodes.Node, ...], whole: nodes.Phrase | None = None, strict: bool = False
) -> nodes.Node | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return nodes.And(parts, whole, strict)


def _either(parts: tuple[nodes.Node, ...]) -> nodes.Node:
    distinct = tuple(dict.fromkeys(parts))
    return distinct[0] if len(distinct) == 1 else nodes.Or(distinct)


# ---- words, phrases, addresses


_LONG = 7  # letters from which a word may differ in two of them


def _word(cursor: _Cursor, lexeme: Lexeme) -> _Part | None:
    first = lexeme.tokens[0]
    if first.address:
        return _Part(_cited(cursor, lexeme))
    following = cursor.next.tokens if cursor.next else ()
    if following and following[0].address and _is_law_word(cursor, first):
        return _part(cursor, 0)  # the «Law» of «Law 16C» asks for nothing more
    telling = not any(
        tells_nothing(token, language.code)
        for token, language in zip(lexeme.tokens, cursor.languages, strict=True)
    )
    forms = tuple(map(_form, lexeme.tokens, cursor.languages))
    return _Part(nodes.Word(cursor.query[slice(*lexeme.span)], forms), telling, lexeme)


def _phrase(cursor: _Cursor, lexeme: Lexeme) -> nodes.Phrase:
    """Return a phrase; a single word in quotation marks is a phrase, too, in exactly its form."""
    read = read_words(lexeme.text, cursor.languages, cursor.scheme)
    forms = _forms(read, cursor.languages)
    if not any(forms):
        hint = "put a word between them, or leave them out"
        raise cursor.error(lexeme.span, "there is no word in this phrase", hint)
    return nodes.Phrase(lexeme.text, forms)


def _like(lexeme: Lexeme) -> nodes.Like:
    """Return a query for similar spellings: the typed number of changes, or 1 or 2 by length."""
    folded = fold(lexeme.text)
    changes = int(lexeme.value) if lexeme.value else 1 + (len(folded) >= _LONG)
    return nodes.Like(lexeme.text, folded, changes)


def _is_law_word(cursor: _Cursor, token: Token) -> bool:
    words = (word for language in cursor.languages for word in typed_law_words(language))
    return token.folded in {fold(word).rstrip(".") for word in words}


def _cited(cursor: _Cursor, lexeme: Lexeme) -> nodes.Node:
    """Return the query for an address among words; 21st or 16c may be a word, too."""
    typed = cursor.query[slice(*lexeme.span)]
    addresses = dict.fromkeys(token.address for token in lexeme.tokens if token.address)
    found = [nodes.Cited(address, cursor.write(address)) for address in addresses]
    if len(found) > 1:
        return nodes.Or(tuple(found))
    if not typed.isalnum() or not typed.islower():
        return found[0]
    same = tuple(tokens(typed, language, cursor.scheme)[0] for language in cursor.languages)
    return nodes.Or((found[0], nodes.Word(typed, tuple(map(_form, same, cursor.languages)))))


def _form(token: Token, language: Language) -> nodes.Form:
    return nodes.Form(language.code, token.term, token.stem)


def _forms(
    by_language: Iterable[tuple[Token, ...]], languages: tuple[Language, ...]
) -> tuple[tuple[nodes.Form, ...], ...]:
    pairs = zip(languages, by_language, strict=True)
    return tuple(tuple(_form(token, language) for token in found) for language, found in pairs)


# ---- fields


_TO = r"\s*(?:[-–—−‑]|\.{2,}|…)\s*"  # between the ends of a range
_LAST_LAW = 10**6 - 1  # no address that is read has a higher number
_ZONES = {"note": "notes", "comment": "comments", "headings": "heading"}


def _field(cursor: _Cursor, lexeme: Lexeme) -> nodes.Node:
    """Return the query of a field with its value, ``law:47``."""
    match lexeme.text:
        case "law":
            return _either(_located(cursor, lexeme))
        case "cites":
            address, text = _address(cursor, lexeme)
            return nodes.Within(nodes.Cited(address, text), nodes.CITING)
        case "cited-by":
            address, text = _address(cursor, lexeme)
            return nodes.Filter("cited-by", text, (address,))
        case "in":
            return _either(tuple(_having(cursor, lexeme, "in", ZONES)))
        case "lang":
            known = tuple(language.code for language in cursor.languages)
            return _either(tuple(_having(cursor, lexeme, "lang", known)))
        case _:
            values = _values(cursor, lexeme)
            return _either(tuple(nodes.Filter("edition", value) for value in values))


def _values(cursor: _Cursor, lexeme: Lexeme) -> tuple[str, ...]:
    """Return the values of a field, which commas separate; a provision must match any of them."""
    values = tuple(value.strip() for value in lexeme.value.split(",") if value.strip())
    if not values:
        hint = f"write it like {lexeme.text}:{EXAMPLES[lexeme.text]}"
        raise cursor.error(lexeme.span, "this field has no value", hint)
    return values


def _having(
    cursor: _Cursor, lexeme: Lexeme, what: Literal["lang", "in"], known: tuple[str, ...]
) -> Iterator[nodes.Filter]:
    for value in _values(cursor, lexeme):
        name = _ZONES.get(value.casefold(), value.casefold())
        if name not in known:
            hint = f"there are: {', '.join(known)}"
            raise cursor.error(lexeme.span, f"no such value of {what}:", hint)
        yield nodes.Filter(what, name)


def _located(cursor: _Cursor, lexeme: Lexeme) -> tuple[nodes.Filter, ...]:
    found = [_range(cursor, lexeme, value) for value in _values(cursor, lexeme)]
    if None in found:  # its commas part no values: «Article 6, paragraph 1»
        address, text = _address(cursor, lexeme)
        found = [nodes.Filter("law", text, (address, address))]
    return tuple(filter(None, found))


def _range(cursor: _Cursor, lexeme: Lexeme, value: str) -> nodes.Filter | None:
    """Return the filter for a provision or a range; one of its ends may be open: ``law:20-``."""
    ends = re.split(_TO, value)
    named = [end for end in ends if end]
    read = [read_address(end, cursor.scheme, cursor.languages) for end in named]
    found = [address for address in read if address]
    if len(ends) > 2 or not found or len(found) < len(named):
        return None
    first = found[0] if ends[0] else Address((1,))
    last = found[-1] if ends[-1] else Address((_LAST_LAW,))
    if last < first and not last.holds(first):
        what = "the range ends before it begins"
        raise cursor.error(lexeme.span, what, "write it like law:20-47")
    same = len(ends) == 2 and first == last
    text = "-".join(end and cursor.write(found[n and -1]) for n, end in enumerate(ends[same:]))
    return nodes.Filter("law", text, (first, last))


def _address(cursor: _Cursor, lexeme: Lexeme) -> tuple[Address, str]:
    """Return the address that is the value of a field, and the same in canonical form."""
    address = read_address(lexeme.value, cursor.scheme, cursor.languages)
    if address is None:
        hint = f"write it like {lexeme.text}:{EXAMPLES[lexeme.text]}"
        raise cursor.error(lexeme.span, "this is not the address of a provision", hint)
    return address, cursor.write(address)
