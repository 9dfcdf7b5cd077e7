"""Tongues: the words of another language in a hand-written page, marked as such."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from lawkb.model.language import Language, letters_of
from lawkb.publish.strings import language_of

# The tags, comments and entities of a page, which are not words; everything between them is text.
_MARKUP = re.compile(r"(<!--.*?-->|<[^>]*>|&[#\w]+;)", re.DOTALL)
_WORD = re.compile(r"(\s+)")


def mark_languages(content: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """HTML with a ``lang`` around every run of words in another script than the page's language.

    Markdown cannot say in which language a word is, and a reading voice needs to know.

    Args:
        content: HTML that Markdown made of one of our own pages: no script, no ``>`` in a value.
        expected: Language of the page.
        languages: Languages of the code.
    """
    pieces = _MARKUP.split(content)
    return "".join(
        piece if n % 2 else "".join(_marked(piece, expected, languages))
        for n, piece in enumerate(pieces)
    )


def _marked(text: str, expected: Language, languages: tuple[Language, ...]) -> Iterator[str]:
    """The words of a text, those of another language in spans as long as they can be."""
    foreign, run, space = expected.code, "", ""
    for word in _WORD.split(text):
        if not word or word.isspace():
            space += word
            continue
        tag = _tag(word, expected, languages) if _has_letters(word) else foreign
        if tag != foreign:
            yield _span(run, foreign, expected.code)
            yield space
            foreign, run, space = tag, "", ""
        run += space + word
        space = ""
    yield _span(run, foreign, expected.code)
    yield space


def _tag(word: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """Language of a word; of ``cites:16Γ``, whose letters tell of several, the page's."""
    tag = language_of(word, expected, languages)
    return tag if tag or not letters_of(word, expected) else expected.code


def _span(words: str, tag: str, expected: str) -> str:
    if not words or tag == expected:
        return words
    return f'<span lang="{escape(tag)}">{words}</span>'


def _has_letters(word: str) -> bool:
    return any(char.isalpha() for char in word)
