"""Rows of the glossary from what an editor typed, with stems for the inflected forms of words.

Several rows of a term can be joined to one, which allows all their translations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lawkb.corpus.glossary import (
    Glossary,
    Term,
    Word,
    dictionary_form,
    new_term,
    term_entry,
    written,
)
from lawkb.editorial.decisions import Decision, new_decision
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.finding import say
from lawkb.words.folding import fold
from lawkb.words.tokens import read_vocabulary


def allow_all(glossary: Glossary, term: str, language: str, outline: Outline) -> Decision:
    """Return the decision to join the rows of a term that are not forbidden to the first of them.

    Args:
        glossary: The terms of the law code.
        term: The term of the original.
        language: BCP 47 tag; only rows with a translation into this language are joined.
        outline: The languages of the law code.

    Raises:
        LawkbError: There are no two such rows, or their translations differ in several words.
    """
    rows = rows_in_use(glossary, term, language)
    if len(rows) < 2:
        raise LawkbError(term, say("it has one translation"), say("load the page again"))
    new = _joined(rows)
    names = ", ".join(shown_form(each.renderings[language]) for each in rows)
    return new_decision(
        "term",
        f"Change the term {term}: {names}",
        [term_entry(new, outline)],
        [term_entry(each, outline) for each in rows],
    )


def rows_in_use(glossary: Glossary, term: str, language: str) -> tuple[Term, ...]:
    """Return the rows of a term with a translation into a language that is not forbidden."""
    rows = glossary.renderings(language).get(term, ())
    return tuple(each for each in rows if each.status != "forbidden")


def _joined(rows: Sequence[Term]) -> Term:
    tags = dict.fromkeys(tag for row in rows for tag in row.renderings)
    preferred = any(row.status == "preferred" for row in rows)
    return Term(
        where=rows[0].where,
        term=rows[0].term,
        renderings={tag: _words(rows, tag) for tag in tags},
        status="preferred" if preferred else rows[0].status,
        note=", ".join(dict.fromkeys(row.note for row in rows if row.note)),
    )


def _words(rows: Sequence[Term], tag: str) -> tuple[Word, ...]:
    """Return one translation for several; they may differ in one word only.

    With alternatives of two words, it would also be mixtures that nobody has allowed.

    Raises:
        LawkbError: They differ in more than one word.
    """
    all_ = [row.renderings[tag] for row in rows if tag in row.renderings]
    places = range(len(all_[0]))
    differing = [n for n in places if len({words[n : n + 1] for words in all_}) > 1]
    if len({len(words) for words in all_}) > 1 or len(differing) > 1:
        told = say(
            "its translations differ in more than one word: %(words)s",
            words=", ".join(map(shown_form, all_)),
        )
        raise LawkbError(rows[0].term, told, say("choose one of them, or change the texts"))
    return tuple(tuple(dict.fromkeys(one for words in all_ for one in words[n])) for n in places)


def shown_form(words: tuple[Word, ...]) -> str:
    """Return the dictionary form of a translation or, without one, what the file has."""
    return dictionary_form(words) or written(words)


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
