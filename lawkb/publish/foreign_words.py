"""Find foreign words: parts of a text in another language, recognised by their letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
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
    """Put ``<span lang="…">`` around words in another script than that of the page's language.

    A screen reader needs the language, which Markdown cannot express.

    Args:
        content: HTML that MkDocs made of a hand-written page, without scripts and without ``>`` in
            attributes.
        expected: Language of the page.
    """
    pieces = _MARKUP.split(content)
    return "".join(
        piece if n % 2 else "".join(_marked(piece, expected, languages))
        for n, piece in enumerate(pieces)
    )


def language_runs(
    text: str, expected: Language, languages: tuple[Language, ...]
) -> tuple[tuple[str, str], ...]:
    """Split a text of lawkb, which may quote laws, into runs of one language each.

    A word with letters of two scripts belongs to the language that is not in Latin script:
    ``40B2(β)`` is Greek.

    Returns:
        Pairs of BCP 47 tag and words, in order; the words join to the text.
    """
    return tuple(_runs(text, expected.code, partial(_tag, expected, languages)))


def foreign_words(
    text: str, expected: Language, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str | None]]:
    """Split a text of a source at words of another language.

    A word is foreign by the script of its letters. In a text that is not in Latin script, a Latin
    word needs at least three letters: a shorter one, and a roman number, is a label.

    Yields:
        Words and BCP 47 tag, None for the language of the text. The words join to the text.
    """
    foreign = _FOREIGN.get(expected.script)
    if foreign is None or not foreign.search(text):
        return iter([(text, None)])

    def tag_of(word: str) -> str:
        is_label = not foreign.search(word) or _ROMAN.fullmatch(word)
        return expected.code if is_label else _tag_by_most(expected, languages, word)

    runs = _runs(text, expected.code, tag_of)
    return ((words, None if tag == expected.code else tag) for tag, words in runs)


def _tag(expected: Language, languages: tuple[Language, ...], word: str) -> str:
    foreign = "".join(char for char in word if char.isalpha() and not _is_of(char, expected))
    if expected.script != "LATIN" and any(_is_of(char, expected) for char in word):
        return expected.code
    return language_of(foreign, expected, languages) if foreign else expected.code


def _is_of(char: str, language: Language) -> bool:
    return unicodedata.name(char, "").startswith(language.script)


def _marked(text: str, expected: Language, languages: tuple[Language, ...]) -> Iterator[str]:
    """Yield the words of a text as HTML, runs of another language in a ``span`` each."""
    for tag, words in _runs(text, expected.code, partial(_tag_by_most, expected, languages)):
        yield _span(words, tag, expected.code)


def _tag_by_most(expected: Language, languages: tuple[Language, ...], word: str) -> str:
    """Return the language of most letters of a word; on a tie, as in ``cites:16Γ``, the page's."""
    tag = language_of(word, expected, languages)
    return tag if tag or not letters_of(word, expected) else expected.code


def _runs(text: str, expected: str, tag_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield tag and words of each run; a space between two runs belongs to ``expected``."""
    tag, run, space = expected, "", ""
    for word in _WORD.split(text):
        if not word or word.isspace():
            space += word
            continue
        own = tag_of(word) if any(char.isalpha() for char in word) else tag
        if own != tag:
            yield from _if_any(tag, run)
            yield from _if_any(expected, space)
            tag, run, space = own, "", ""
        run += space + word
        space = ""
    yield from _if_any(tag, run)
    yield from _if_any(expected, space)


def _if_any(tag: str, words: str) -> Iterator[tuple[str, str]]:
    if words:
        yield tag, words


def _span(words: str, tag: str, expected: str) -> str:
    if tag == expected:
        return words
    return f'<span lang="{escape(tag)}">{words}</span>'
