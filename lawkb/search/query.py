"""Queries: what a person typed, as a tree that any engine can run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.model.label import law_words, read_typed
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.refs.find import find_references
from lawkb.search.analysis import Token, tokens
from lawkb.search.folding import fold

LONGEST_QUERY = 1000

_QUOTED = re.compile(r'"([^"]*)"|«([^»]*)»|“([^”]*)”')
# An address inside other words: figures, then letters, figures or bracketed letters: 47E2(a).
_BARE_ADDRESS = re.compile(
    r"(?<![^\W_])\d{1,4}(?=[^\W\d_]|\()(?:[^\W\d_]{1,3}\d{0,2})?[^\W\d_]{0,2}"
    r"(?:\([^\W\d_]{1,4}\))*(?![^\W_])"
)


@dataclass(frozen=True, slots=True)
class Form:
    """A word as one language reads it.

    Attributes:
        language: BCP 47 tag.
        exact: Term of its very form.
        stem: Its stem.
    """

    language: str
    exact: str
    stem: str


@dataclass(frozen=True, slots=True)
class Word:
    """Provisions that hold a word in any of its forms.

    Attributes:
        text: As typed.
        forms: One for each language.
    """

    text: str
    forms: tuple[Form, ...]

    def form(self, language: str) -> Form | None:
        """How a language reads it; None for a language it was not read in."""
        return next((form for form in self.forms if form.language == language), None)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Provisions that hold words beside one another, in these very forms.

    Attributes:
        text: As typed, without the quotes.
        forms: For each language the words in order.
    """

    text: str
    forms: tuple[tuple[Form, ...], ...]

    def words(self, language: str) -> tuple[Form, ...]:
        """How a language reads its words; empty for a language it was not read in."""
        read = (forms for forms in self.forms if forms and forms[0].language == language)
        return next(read, ())


@dataclass(frozen=True, slots=True)
class Cited:
    """Provisions that cite an address, or anything in it, or that lie there.

    Attributes:
        address: The address.
        text: Its canonical writing.
    """

    address: Address
    text: str


@dataclass(frozen=True, slots=True)
class And:
    """Provisions that every part finds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Provisions that any part finds."""

    parts: tuple[Node, ...]


Leaf = Word | Phrase | Cited
Node = Leaf | And | Or


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
    """The tree of a query: plain words, all of which must be there, "phrases" and addresses.

    Words too common to tell provisions apart are left out as long as another one remains.

    Args:
        query: Anything a person may type.
        languages: Languages to read its words in.
        scheme: Levels of the code.

    Returns:
        A leaf, or a conjunction; None when there is no word in it.

    Raises:
        LawkbError: The query is longer than ``LONGEST_QUERY``.
    """
    check_length(query)
    parts = _telling(tuple(_parts(query, languages, scheme)))
    distinct = tuple(dict.fromkeys(node for node, _ in parts))
    return _all_of(distinct)


def leaves(tree: Node) -> tuple[Leaf, ...]:
    """The words, phrases and addresses of a tree, in the order they were typed."""
    if isinstance(tree, And | Or):
        return tuple(leaf for part in tree.parts for leaf in leaves(part))
    return (tree,)


def loosened(tree: Node) -> Node | None:
    """The same tree with any of its words instead of all; None when that is no other tree."""
    return Or(tree.parts) if isinstance(tree, And) else None


def written(tree: Node) -> str:
    """A tree as it would be typed in full: ``penalty AND card``."""
    match tree:
        case Word(text=text) | Cited(text=text):
            return text
        case Phrase(text=text):
            return f'"{text}"'
        case And(parts=parts):
            return " AND ".join(_bracketed(part) for part in parts)
        case Or(parts=parts):
            return " OR ".join(_bracketed(part) for part in parts)


def _bracketed(tree: Node) -> str:
    return f"({written(tree)})" if isinstance(tree, And | Or) else written(tree)


def _all_of(parts: tuple[Node, ...]) -> Node | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return And(parts)


def _telling(parts: tuple[tuple[Node, bool], ...]) -> tuple[tuple[Node, bool], ...]:
    """The parts that tell provisions apart; all of them when none does."""
    return tuple(part for part in parts if part[1]) or parts


def _parts(
    query: str, languages: tuple[Language, ...], scheme: Scheme
) -> Iterator[tuple[Node, bool]]:
    """Each part of a query, and whether it tells provisions apart."""
    at = 0
    for quoted in _QUOTED.finditer(query):
        yield from _plain_parts(query[at : quoted.start()], languages, scheme)
        yield from _phrase_parts(next(filter(None, quoted.groups()), ""), languages, scheme)
        at = quoted.end()
    yield from _plain_parts(query[at:], languages, scheme)


def _phrase_parts(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> Iterator[tuple[Node, bool]]:
    """A phrase; a word alone in quotes is a phrase too, and so asks for its very form."""
    by_language = _read(text, languages, scheme)
    forms = tuple(
        tuple(_form(token, language) for token in found)
        for language, found in zip(languages, by_language, strict=True)
    )
    if any(forms):
        yield Phrase(text, forms), True


def _plain_parts(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> Iterator[tuple[Node, bool]]:
    by_language = _read(text, languages, scheme)
    keys = {fold(word).rstrip(".") for language in languages for word in law_words(language)}
    for place, same in enumerate(zip(*by_language, strict=True)):
        first = same[0]
        typed = text[first.start : first.end]
        if first.address:
            yield _cited(first.address, typed, languages, scheme), True
            continue
        following = by_language[0][place + 1 : place + 2]
        if first.folded in keys and any(token.address for token in following):
            continue  # the «Law» of «Law 16C» asks for nothing more
        forms = tuple(map(_form, same, languages))
        yield Word(typed, forms), not any(token.kind == "stop" for token in same)


def _cited(address: Address, typed: str, languages: tuple[Language, ...], scheme: Scheme) -> Node:
    """An address inside other words; 21st and 16c may be meant as words, so they are both."""
    cited = Cited(address, scheme.write(address))
    if not typed.isalnum() or not typed.islower():
        return cited
    same = tuple(tokens(typed, language, scheme)[0] for language in languages)
    return Or((cited, Word(typed, tuple(map(_form, same, languages)))))


def _form(token: Token, language: Language) -> Form:
    return Form(language.code, token.term, token.stem)


def _read(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> tuple[tuple[Token, ...], ...]:
    """The tokens of a text by language; the same places in each, only the stems differ."""
    references = tuple(_references(text, languages, scheme))
    return tuple(tokens(text, language, scheme, references) for language in languages)


def _references(text: str, languages: tuple[Language, ...], scheme: Scheme) -> Iterator[Reference]:
    """The addresses in a query, with a key word in any language or bare; none overlap."""
    found = [*_bare_references(text, languages, scheme)]
    for language in languages:
        read = find_references(text, language, scheme, None)
        found.extend(ref for ref in read if ref.form == "absolute" and ref.target)
    at = 0
    for reference in sorted(found, key=lambda ref: (ref.start, -ref.end)):
        if reference.start >= at:
            yield reference
            at = reference.end


def _bare_references(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> Iterator[Reference]:
    for match in _BARE_ADDRESS.finditer(text):
        address = read_typed(match[0], scheme, languages)
        if address:
            yield Reference(match.start(), match.end(), match[0], "absolute", address)
