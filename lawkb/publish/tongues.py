"""Tongues: the words of another language inside a text, to be marked as such."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

from lawkb.model.language import Language, letters_of
from lawkb.publish.strings import language_of

# The tags, comments and entities of a page, which are not words; everything between them is text.
_MARKUP = re.compile(r"(<!--.*?-->|<[^>]*>|&[#\w]+;)", re.DOTALL)
_WORD = re.compile(r"(\s+)")
# Letters that are foreign to a text in the letters of a script.
_FOREIGN = {
    "LATIN": re.compile(r"[^\W\d_A-Za-zªºÀ-ɏḀ-ỿ]"),
    "GREEK": re.compile(r"[^\W\d_µͰ-Ͽἀ-῿]{3,}"),
}
_ROMAN = re.compile(r"\W*[ivxlcdmIVXLCDM]+\W*")


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


def language_runs(
    text: str, expected: Language, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str]]:
    """A text cut into runs of one language, as long as they can be, each with its tag.

    Joined, the runs are the text; white space between two languages is of the expected one.
    """
    pieces = _pieces(text, expected.code, lambda word: _tag(word, expected, languages))
    return ((tag, words) for words, tag in pieces)


def foreign_words(
    text: str, expected: Language, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str | None]]:
    """A text of a source in pieces, each foreign one with its tag; they join to the text.

    A word is foreign by the script of its letters. In a text that is not in Latin letters, a
    Latin word needs three of them: what is shorter is a label, and so is a roman number.
    """
    foreign = _FOREIGN.get(expected.script)
    if foreign is None or not foreign.search(text):
        return iter([(text, None)])

    def tag_of(word: str) -> str:
        is_label = not foreign.search(word) or _ROMAN.fullmatch(word)
        return expected.code if is_label else _tag(word, expected, languages)

    pieces = _pieces(text, expected.code, tag_of)
    return ((words, None if tag == expected.code else tag) for words, tag in pieces)


def _marked(text: str, expected: Language, languages: tuple[Language, ...]) -> Iterator[str]:
    """The words of a text, those of another language in spans as long as they can be."""
    runs = language_runs(text, expected, languages)
    return (_span(words, tag, expected.code) for tag, words in runs)


def _pieces(text: str, expected: str, tag_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Runs of words with one tag; white space between two of them is of the language around."""
    tag, run, space = expected, "", ""
    for word in _WORD.split(text):
        if not word or word.isspace():
            space += word
            continue
        own = tag_of(word) if _has_letters(word) else tag
        if own != tag:
            yield from _told((run, tag), (space, expected))
            tag, run, space = own, "", ""
        run += space + word
        space = ""
    yield from _told((run, tag), (space, expected))


def _told(*pieces: tuple[str, str]) -> Iterator[tuple[str, str]]:
    return ((words, tag) for words, tag in pieces if words)


def _tag(word: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """Language of a word; of ``cites:16Γ``, whose letters tell of several, the page's."""
    tag = language_of(word, expected, languages)
    return tag if tag or not letters_of(word, expected) else expected.code


def _span(words: str, tag: str, expected: str) -> str:
    return words if tag == expected else f'<span lang="{escape(tag)}">{words}</span>'


def _has_letters(word: str) -> bool:
    return any(char.isalpha() for char in word)
