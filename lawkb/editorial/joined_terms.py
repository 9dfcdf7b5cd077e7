"""Several rows of a term in the glossary joined to one, which allows all their translations."""

from __future__ import annotations

from collections.abc import Sequence

from lawkb.corpus.glossary import Glossary, Term, Word, dictionary_form, term_entry, written
from lawkb.editorial.decisions import Decision, new_decision
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.finding import say


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
