"""The words, numbers and signs of a text, each with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from lawkb.refs.normal import normalise

_RUNS = re.compile(r"(?P<number>[0-9]+)|(?P<word>[^\W\d_]+)|(?P<space>\s+)|(?P<sign>.)")
_PARAGRAPH = "\n\n"


@dataclass(frozen=True, slots=True)
class Token:
    """A run of letters, a run of figures, or one sign.

    Attributes:
        kind: Which of them; ``break`` is an empty line, ``end`` closes every text.
        text: Without accents, case kept.
        key: The same, casefolded and in one alphabet: what words are compared by.
        start: First code point in the text as given.
        end: Code point after the last one.
        glued: No space stands before it.
    """

    kind: Literal["number", "word", "sign", "break", "end"]
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
    tokens = []
    glued = False
    for match in _RUNS.finditer(plain.text):
        run, kind = match[0], match.lastgroup
        if kind == "space" and run.count("\n") < len(_PARAGRAPH):
            glued = False
            continue
        start, end = plain.starts[match.start()], plain.ends[match.end() - 1]
        key = run.casefold().translate(alphabet) if kind == "word" else run
        if kind == "space":
            tokens.append(Token("break", _PARAGRAPH, _PARAGRAPH, start, end, False))
        elif kind == "number":
            tokens.append(Token("number", run, key, start, end, glued))
        else:
            tokens.append(Token("word" if kind == "word" else "sign", run, key, start, end, glued))
        glued = kind != "space"
    tokens.append(Token("end", "", "", len(text), len(text), False))
    return tuple(tokens)
