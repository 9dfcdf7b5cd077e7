"""The words, numbers and signs of a text, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from lawkb.refs.normal import normalise

_Kind = Literal["number", "word", "sign", "break", "end"]

_RUNS = re.compile(r"(?P<number>[0-9]+)|(?P<word>[^\W\d_]+)|(?P<break>\n[^\S\n]*+\n)|(?P<sign>\S)")


class Token(NamedTuple):
    """A run of letters, a run of figures, or one sign.

    A named tuple: a page has a thousand of them, and no other kind of object is made as fast.

    Attributes:
        kind: Which of them; ``break`` is an empty line, ``end`` closes every text.
        text: Without accents, case kept.
        key: The same, casefolded and in one alphabet: what words are compared by.
        start: First code point in the text as given.
        end: Code point after the last one.
        glued: No space stands before it.
    """

    kind: _Kind
    text: str
    key: str
    start: int
    end: int
    glued: bool


def read_tokens(text: str, alphabet: Mapping[int, int]) -> tuple[Token, ...]:
    """Tokens of a text; the last one is of kind ``end``.

    Args:
        text: As given.
        alphabet: Small look-alike letters to letters of the language, for ``str.translate``: a
            word typed ``Nόμος`` with a Latin N is still the word.
    """
    plain = normalise(text)
    tokens = (
        token._replace(
            key=token.text.casefold().translate(alphabet),
            start=plain.starts[token.start],
            end=plain.ends[token.end - 1],
        )
        for token in tokens_from(plain.text, plain.text, 0)
    )
    return (*tokens, end_token(text))


def tokens_from(plain: str, keys: str, start: int) -> Iterator[Token]:
    """Tokens of a plain text from a place on, one by one, none of kind ``end``.

    Args:
        plain: As ``normalise`` gives it; the places of the tokens are places in it.
        keys: The keys of its tokens, in the same places.
        start: Where a token begins.
    """
    before = -1 if not start or plain[start - 1].isspace() else start
    for match in _RUNS.finditer(plain, start):
        kind: _Kind = match.lastgroup  # type: ignore[assignment]  # the groups are named so
        begin, end = match.span()
        yield Token(kind, match[0], keys[begin:end], begin, end, begin == before)
        before = -1 if kind == "break" else end


def end_token(text: str) -> Token:
    """The token that closes a text."""
    return Token("end", "", "", len(text), len(text), False)
