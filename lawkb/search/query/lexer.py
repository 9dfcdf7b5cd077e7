"""Cut a query into operators, brackets, fields, phrases, words and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from lawkb.model.address import Address, Scheme
from lawkb.model.label import read_typed
from lawkb.model.language import Language
from lawkb.model.passage import Reference, Span
from lawkb.search.query.nodes import NEAR_DISTANCE, syntax_error
from lawkb.unicode_characters import normalized
from lawkb.words.folding import fold, image
from lawkb.words.tokens import Token, tokens

Operator = Literal["and", "or", "not", "near"]
Kind = Literal["(", ")", "field", "phrase", "exact", "pattern", "like", "word"] | Operator

FIELD_NAMES = ("law", "lang", "edition", "cites", "cited-by", "in", "heading")

# Patterns that few queries need are compiled when one does.
# An address inside other words: digits, then letters, digits or bracketed letters: 47E2(a).
_BARE_ADDRESS = (
    r"(?<![^\W_])\d{1,6}(?=[^\W\d_]|\()(?:[^\W\d_]{1,3}\d{0,2})?[^\W\d_]{0,2}"
    r"(?:\([^\W\d_]{1,4}\))*(?![^\W_])"
)
_QUOTES = {'"': '"', "«": "»", "“": "”", "„": "“”"}
_IN_A_WORD = re.compile(r"\w-?\Z")
_FIELD = re.compile(rf"({'|'.join(FIELD_NAMES)})\s*:\s*", re.IGNORECASE)
_LOOKS_LIKE_FIELD = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*):(?=[^\W_(\"«“„])")
_VALUE = r"(?:[^\s()\"«»“”„]|\([^\s()]*\))+"
_PIECE = re.compile(r"=?[\w\u0300-\u036f\u00ad\u200b-\u200d\u2060*?]+(?:~\d*)?|[=~]")
# How many words apart: of NEAR in capitals, or of a word that has a number behind it.
_NEAR = r"/([^\s()\"«»“”„]*)"
_COUNTED = r"/[-−–]?\d"
# Signs that are operators: NOT where they stand before a word, the others anywhere.
_NOT_SIGN = re.compile(r"(?<![^\s(|&])[-−–!]+(?=[\w\"«“„(=])")
_JOINING_SIGN = re.compile(r"\|\|?|&&?")
_WEIGHT = re.compile(r"(?<=[\w\"»”)])\^\d+(?:\.\d+)?")
_GLUED_NOTE = r"\d{1,2}\)"
# Operators that everybody types; the others are in the table ``[search.operators]`` of a language.
_OPERATORS: dict[str, Operator] = {"AND": "and", "OR": "or", "NOT": "not", "NEAR": "near"}
_TABLES: tuple[Operator, ...] = ("and", "or", "not", "near")
FARTHEST = 50  # words of a NEAR; two parts of a provision are farther apart than that
NEAR_COUNTS = f"NEAR counts from 1 to {FARTHEST} words"


class Lexeme(Struct, frozen=True):
    """A token of a query: an operator, bracket, field, phrase, word or address."""

    kind: Kind  # What it is: `word`, `phrase`, `and` …
    span: Span  # Its code points in the query.
    text: str  # A word or phrase without its signs, the name of a field, or the distance of a NEAR.
    value: str = ""  # Value of a field: `47` of `law:47`; number of changes of a `like`, or empty.
    # How each language reads a word; the provisions of a cited range.
    tokens: tuple[Token, ...] = ()


def lexemes(query: str, languages: tuple[Language, ...], scheme: Scheme) -> tuple[Lexeme, ...]:
    """Return the tokens of a query in order; punctuation without a meaning is left out.

    Raises:
        LawkbError: A quotation mark is not closed, a field is unknown, or a sign has no word.
    """
    special = {lexeme.span[0]: lexeme for lexeme in _special(query, languages)}
    operators = [each.span for each in special.values() if each.kind in _TABLES]
    others = [each.span for each in special.values() if each.kind not in _TABLES]
    for_references = _blanked(query, others)
    found = _references(for_references, languages, scheme)
    references = tuple(
        ref
        for ref in found
        if not any(ref.start < end and start < ref.end for start, end in operators)
    )
    text = _blanked(for_references, operators)
    read = tuple(tokens(text, language, scheme, references) for language in languages)
    return tuple(_in_order(query, special, _words(read)))


def read_words(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> tuple[tuple[Token, ...], ...]:
    """Return the tokens of a text as each language reads them.

    The spans are the same in each language; only the stems differ.
    """
    references = tuple(_references(text, languages, scheme))
    return tuple(tokens(text, language, scheme, references) for language in languages)


def _in_order(
    query: str, special: Mapping[int, Lexeme], words: Mapping[int, Lexeme]
) -> Iterator[Lexeme]:
    at = opened = 0
    while at < len(query):
        lexeme = special.get(at) or words.get(at)
        if lexeme is None and query[at] in "()":
            lexeme = Lexeme("(" if query[at] == "(" else ")", (at, at + 1), query[at])
            opened += 1 if query[at] == "(" else -1
        if lexeme is None:
            at += 1
            continue
        yield lexeme
        at = lexeme.span[1]
        if lexeme.kind == "word" and opened < 1 and query[at : at + 1].isdigit():
            glued = re.compile(_GLUED_NOTE).match(query, at)
            at = glued.end() if glued else at


def _words(read: tuple[tuple[Token, ...], ...]) -> dict[int, Lexeme]:
    found: dict[int, Lexeme] = {}
    for same in zip(*read, strict=True):
        token = same[0]
        before = found.get(token.start)
        cited = (before.tokens if before else ()) + (token,)
        held = cited if token.address else same
        found[token.start] = Lexeme("word", (token.start, token.end), "", tokens=held)
    return found


def _special(query: str, languages: tuple[Language, ...]) -> Iterator[Lexeme]:
    """Yield the tokens of a query except brackets and plain words."""
    at = 0
    while at < len(query):
        lexeme = _phrase_at(query, at) or _field_at(query, at) or _operator_sign_at(query, at)
        piece = None if lexeme else _PIECE.match(query, at)
        lexeme = lexeme or (_sign_of(query, piece, languages) if piece else None)
        if lexeme:
            yield lexeme
        at = lexeme.span[1] if lexeme else piece.end() if piece else at + 1


def _phrase_at(query: str, at: int) -> Lexeme | None:
    if query[at] in "»”":
        what = "this quotation mark closes nothing"
        raise syntax_error(query, (at, at + 1), what, 'type "a phrase" with a mark on each side')
    closing = _QUOTES.get(query[at])
    if closing is None:
        return None
    ends = [end for sign in closing if (end := query.find(sign, at + 1)) > 0]
    if not ends:
        what = "this quotation mark is never closed"
        raise syntax_error(
            query, (at, at + 1), what, f"close it with {closing[0]}, or leave it out"
        )
    return Lexeme("phrase", (at, min(ends) + 1), query[at + 1 : min(ends)])


def _operator_sign_at(query: str, at: int) -> Lexeme | None:
    """Return the operator that a sign stands for: ``card -penalty``, ``!penalty``, ``a || b``."""
    weight = _WEIGHT.match(query, at)
    if weight:
        what = "this sign means nothing here"
        raise syntax_error(query, weight.span(), what, "leave it out: rare words count more anyway")
    denied = _NOT_SIGN.match(query, at)
    if denied:
        return Lexeme("not", denied.span(), "NOT")
    joining = _JOINING_SIGN.match(query, at)
    if joining is None:
        return None
    return Lexeme("or" if "|" in joining[0] else "and", joining.span(), joining[0])


def _field_at(query: str, at: int) -> Lexeme | None:
    if _IN_A_WORD.search(query[:at]):
        return None
    match = _FIELD.match(query, at)
    if match is None:
        unknown = _LOOKS_LIKE_FIELD.match(query, at)
        if unknown:
            hint = f"the fields are {', '.join(FIELD_NAMES)}"
            raise syntax_error(query, unknown.span(1), "there is no such field", hint)
        return None
    name = match[1].lower()
    if name == "heading":
        return Lexeme("field", match.span(), name)
    phrase = _phrase_at(query, match.end()) if match.end() < len(query) else None
    if phrase:
        return Lexeme("field", (at, phrase.span[1]), name, phrase.text)
    value = re.compile(_VALUE).match(query, match.end())
    if value is None:
        hint = f"write it like {name}:{EXAMPLES[name]}"
        raise syntax_error(query, match.span(1), "this field has no value", hint)
    return Lexeme("field", (at, value.end()), name, _unstopped(value[0]))


def _unstopped(value: str) -> str:
    """Return a value without the stop of its sentence; two stops are those of a range: ``20..``."""
    bare = value.rstrip(",;")
    return bare if bare.endswith("..") else bare.rstrip(".")


EXAMPLES = {
    "law": "47, law:20-47, law:20- or law:47E",
    "lang": "el",
    "edition": "2017",
    "cites": "16C",
    "cited-by": "47D",
    "in": "notes",
    "heading": "dummy",
}


def _sign_of(query: str, piece: re.Match[str], languages: tuple[Language, ...]) -> Lexeme | None:
    """Return the token of an operator or of a word with a sign (``=``, ``~``, ``*``), or None."""
    text, span = piece[0], piece.span()
    near = text.rstrip("~0123456789") if "~" in text else ""
    if text == "=" and query[span[1] : span[1] + 1] in tuple(_QUOTES):
        return None  # ="a phrase" is the phrase
    core = text.removeprefix("=").partition("~")[0]
    if ("=" in text or "~" in text) and not any(map(str.isalnum, core)):
        raise syntax_error(query, span, "this sign has no word", "write =word or word~")
    if "*" in text or "?" in text:
        return _pattern(query, span, text)
    if text.startswith("=") and near:
        raise syntax_error(query, span, "= and ~ exclude one another", "write =word or word~")
    if text.startswith("="):
        return Lexeme("exact", span, core)
    if near:
        return _like(query, span, text)
    return _operator(query, piece, languages)


def _pattern(query: str, span: Span, text: str) -> Lexeme:
    if not any(map(str.isalnum, text)):
        hint = "write it like αμυν* or w?rd, without a space"
        raise syntax_error(query, span, "this wildcard has no letters beside it", hint)
    if "=" in text or "~" in text:
        hint = "write one of =word, word~ and word*"
        raise syntax_error(query, span, "a word has one sign only", hint)
    return Lexeme("pattern", span, text)


def _like(query: str, span: Span, text: str) -> Lexeme:
    word, _sign, changes = text.partition("~")
    if changes not in ("", "1", "2"):
        hint = "write it like penalty~1 or penalty~2"
        raise syntax_error(query, span, "at most two letters may differ", hint)
    return Lexeme("like", span, word, changes)


def _operator(query: str, piece: re.Match[str], languages: tuple[Language, ...]) -> Lexeme | None:
    start, end = piece.span()
    counted = re.compile(_COUNTED).match(query, end)
    # A number behind it makes NEAR an operator in small letters, too: near/3.
    kind = _operator_of(piece[0].upper() if counted else piece[0], languages)
    if kind != "near":
        if kind and counted and piece[0].isupper():
            what = "NEAR alone counts words"
            raise syntax_error(query, (start, counted.end()), what, "write it like NEAR/5")
        return Lexeme(kind, (start, end), piece[0]) if kind and piece[0].isupper() else None
    distance = re.compile(_NEAR).match(query, end)
    if distance is None:
        return Lexeme(kind, (start, end), str(NEAR_DISTANCE))
    if not (distance[1].isascii() and distance[1].isdecimal()):
        raise syntax_error(query, (start, distance.end()), NEAR_COUNTS, "write it like NEAR/5")
    return Lexeme(kind, (start, distance.end()), distance[1])


def _operator_of(word: str, languages: tuple[Language, ...]) -> Operator | None:
    """Return the operator that a word in capitals stands for, or None.

    Ή (or) needs its accent, since Η is an article.
    """
    if not word.isupper():
        return None
    composed = normalized("NFC", word)
    known = _operators(languages)
    if len(composed) == 1:
        return known.get(composed)
    return known.get(fold(composed)) or known.get(fold(image(composed) or ""))


def operator_words(languages: tuple[Language, ...]) -> Mapping[str, Operator]:
    """Return the operators by their folded spelling; those of one letter are not folded."""
    return dict(_operators(languages))


@lru_cache(16)
def _operators(languages: tuple[Language, ...]) -> Mapping[str, Operator]:
    """Return the operators by their folded spelling; those of one letter are not folded."""
    found = {fold(word): kind for word, kind in _OPERATORS.items()}
    for language in languages:
        table = language.tables.get("search", {}).get("operators", {})
        for kind in _TABLES:
            words = table.get(kind, ())
            found |= {word if len(word) == 1 else fold(word): kind for word in words}
    return found


def _blanked(text: str, spans: list[Span]) -> str:
    """Return a text with some spans replaced by spaces, so that other offsets stay the same."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _references(text: str, languages: tuple[Language, ...], scheme: Scheme) -> Iterator[Reference]:
    """Yield the addresses in a query: after a key word of any language, or bare; none overlap."""
    if scheme.levels[0].numbering == "arabic" and not any(map(str.isnumeric, text)):
        return  # without the number of a law no address is whole
    # Not above: most queries have no number.
    from lawkb.references.find import find_references

    found = [*_bare_references(text, languages, scheme)]
    for language in languages:
        read = find_references(text, language, scheme, None)
        found.extend(ref for ref in read if ref.form in ("absolute", "range") and ref.target)
    at = 0
    for reference in sorted(found, key=lambda ref: (ref.start, -ref.end)):
        if reference.start >= at:
            yield reference
            at = reference.end


def _bare_references(
    text: str, languages: tuple[Language, ...], scheme: Scheme
) -> Iterator[Reference]:
    for match in re.finditer(_BARE_ADDRESS, text):
        address = read_typed(match[0], scheme, languages)
        if address:
            yield Reference(match.start(), match.end(), match[0], "absolute", address)


_LONGEST = 120
_BETWEEN = r"[\s,]+"
# A word and a digit, or a letter before one («L47E2»), and no sign of the query language.
_MAY_CITE = r"(?s)(?=.*[^\W\d_]{2}|\s*[^\W\d_]\d)(?=.*\d)[^\"«»“”„:=~*?]+"


def read_address(text: str, scheme: Scheme, languages: tuple[Language, ...]) -> Address | None:
    """Return the address that a text consists of, in any writing and language, else None.

    Examples: ``47E2(a)``, ``47e2a``, ``Νόμος 47Ε``.
    """
    typed = read_typed(text, scheme, languages)
    if typed or len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return typed
    if not re.fullmatch(_MAY_CITE, text):
        return None
    # Not above: most queries name no provision in words.
    from lawkb.references.typed_address import read_typed_address

    return read_typed_address(text, scheme, languages)


def read_addresses(
    text: str, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Address, ...]:
    """Return the addresses that a text consists of: ``47 20`` or ``16B, 47E``.

    Empty for fewer than two, and if anything else is in the text.
    """
    words = re.split(_BETWEEN, text.strip())
    if len(words) == 1 or len(text) > _LONGEST:
        return ()
    read = tuple(read_typed(word, scheme, languages) for word in words)
    found = tuple(address for address in read if address)
    return found if len(found) == len(words) else ()
