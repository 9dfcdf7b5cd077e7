"""Leaves: a word, phrase or address of a query, as every language reads it."""

from __future__ import annotations

from lawkb.model.label import law_words
from lawkb.model.language import Language
from lawkb.search.analysis import Token, tokens
from lawkb.search.complaints import complaint
from lawkb.search.fields import Asked
from lawkb.search.folding import fold
from lawkb.search.lexing import Lexeme, read_words
from lawkb.search.tree import Cited, Form, Like, Node, Or, Phrase, Word

_SHORT = 7  # letters from which a word may differ in two of them


def word(asked: Asked, lexeme: Lexeme) -> Word:
    """A plain word."""
    forms = tuple(map(_form, lexeme.tokens, asked.languages))
    return Word(asked.query[slice(*lexeme.span)], forms)


def phrase(asked: Asked, lexeme: Lexeme) -> Phrase:
    """A phrase; a word alone in quotes is a phrase too, and so asks for its very form."""
    by_language = read_words(lexeme.text, asked.languages, asked.scheme)
    forms = _forms(by_language, asked.languages)
    if not any(forms):
        hint = "put a word between them, or leave them out"
        raise complaint(asked.query, lexeme.span, "there is no word in this phrase", hint)
    return Phrase(lexeme.text, forms)


def like(lexeme: Lexeme) -> Like:
    """A word whose spelling may differ: in as many letters as asked for, else by its length."""
    folded = fold(lexeme.text)
    changes = int(lexeme.value) if lexeme.value else 1 + (len(folded) >= _SHORT)
    return Like(lexeme.text, folded, changes)


def is_key(asked: Asked, token: Token) -> bool:
    """Whether a word is one for a law, which an address behind it makes needless."""
    words = (word for language in asked.languages for word in law_words(language))
    return token.folded in {fold(word).rstrip(".") for word in words}


def cited(asked: Asked, lexeme: Lexeme) -> Node:
    """An address inside other words; 21st and 16c may be meant as words, so they are both."""
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
