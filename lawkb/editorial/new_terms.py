"""Rows of the glossary from what an editor typed, with stems for the inflected forms of words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lawkb.corpus.glossary import Term, dictionary_form, new_term, written
from lawkb.model.code import Outline
from lawkb.words.folding import fold
from lawkb.words.tokens import read_vocabulary

_SHORTEST = 4  # letters of a stem that few other words share
_SIGNS = re.compile(r"[*|]")


def typed_term(
    term: str,
    renderings: Mapping[str, str],
    status: str,
    note: str,
    outline: Outline,
    old: Term | None = None,
) -> Term:
    """Return a row of the glossary; new translations that were typed without stems get them.

    Args:
        term: The term of the original.
        renderings: Translations by language tag, as ``τιμωρημένο φύλλο`` or as the file writes
            them, ``τιμωρημέν* φύλλο|φύλλ*``.
        status: ``preferred``, ``admitted`` or ``forbidden``.
        note: A remark; may be empty.
        outline: The languages of the law code.
        old: The row that is changed. A translation whose words stay gets no stems.

    Raises:
        LawkbError: A value is not allowed in the glossary; the message says why.
    """
    held = old.renderings if old else {}
    known = {tag: (written(words), dictionary_form(words)) for tag, words in held.items()}
    stemmed = {
        tag: words
        if words in known.get(tag, ()) or tag not in outline.titles
        else with_stems(words, tag)
        for tag, words in renderings.items()
    }
    return new_term(term, stemmed, status, note, outline)


def with_stems(words: str, language: str) -> str:
    """Return a translation with the stem of each word as an alternative: ``φύλλο|φύλλ*``.

    A word stays alone if its stem is so short that other words begin with it. If the editor wrote
    any stems or alternatives, nothing is added.

    Args:
        words: The translation.
        language: BCP 47 tag of its language.
    """
    if _SIGNS.search(words):
        return words
    return " ".join(_with_stem(word, language) for word in words.split())


def _with_stem(word: str, language: str) -> str:
    vocabulary, folded = read_vocabulary(language), fold(word)
    stem = vocabulary.stem(folded)
    distinct = len(stem) >= _SHORTEST and stem != folded and folded not in vocabulary.stop
    if not distinct or not folded.startswith(stem) or len(folded) != len(word):
        return word
    return f"{word}|{word[: len(stem)]}*"
