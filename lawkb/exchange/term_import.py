"""Bring the terms of a file of another program into the glossary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from lawkb.corpus.glossary import (
    STATUSES,
    Glossary,
    Term,
    Word,
    check_addition,
    dictionary_form,
    term_entry,
    written,
)
from lawkb.editorial.decisions import Decision, new_decision, typed_term
from lawkb.errors import LawkbError
from lawkb.exchange.formats.term_files import FileTerm, read_terms
from lawkb.exchange.translation_import import JudgedRows, Outcome
from lawkb.model.code import Outline
from lawkb.model.finding import say
from lawkb.words.folding import fold


class TermRow(Struct, frozen=True):
    """A term of a file with what becomes of it, one of three."""

    line: int  # Line or row of the file, from 1.
    term: str  # The term in the language of the original.
    words: str  # Its translations.
    outcome: Outcome  # `accepted`, `refused`, or `unchanged` if the glossary has it.
    why: str  # Why it is refused or unchanged; else empty.


@dataclass(frozen=True, slots=True)
class TermImport(JudgedRows[TermRow]):
    """What the import of a file of terms does."""

    decision: Decision | None  # What is written; None if nothing changes.


def import_terms(glossary: Glossary, file: tuple[str, bytes], outline: Outline) -> TermImport:
    """Return what the import of a file of terms does; nothing is written.

    No row of the glossary is changed: what it has already is *unchanged*, even with another status
    or note. So a second import of a file changes nothing.

    Args:
        glossary: The glossary as it is.
        file: Name and bytes of the file.
        outline: The languages of the code.
    """
    name, content = file
    rows: list[TermRow] = []
    new: list[Term] = []
    for each in read_terms(content, name, outline):
        words = ", ".join(each.renderings.values())
        try:
            made = _made(each, outline)
            told = _known(made, glossary.terms) or _known(
                made, new, say("the same row is there before")
            )
            outcome: Outcome = "unchanged" if told else "accepted"
            if not told:
                check_addition(Glossary((*glossary.terms, *new)), made)
                new.append(made)
        except LawkbError as error:
            outcome, told = "refused", error.what
        rows.append(TermRow(each.line, each.term, words, outcome, told))
    if not new:
        return TermImport(tuple(rows), None)
    what = f"Import {len(new)} terms of {name}" if len(new) > 1 else f"Import a term of {name}"
    added = [term_entry(each, outline) for each in new]
    return TermImport(tuple(rows), new_decision("term", what, added))


def _made(row: FileTerm, outline: Outline) -> Term:
    if not row.term:
        told = say("it has no term in the language of the original")
        raise LawkbError(", ".join(row.renderings.values()), told, say("add one in the file"))
    return typed_term(row.term, row.renderings, row.status or STATUSES[0], row.note, outline)


def _known(row: Term, held: Sequence[Term], told: str = "") -> str:
    """Return why a row need not be added: the glossary has all its translations; or ""."""
    same = [each for each in held if each.term.casefold() == row.term.casefold()]
    found = [_with_words(same, tag, words) for tag, words in row.renderings.items()]
    if not all(found):
        return ""
    statuses = {each.status for each in found if each}
    if told or statuses == {row.status}:
        return told or say("the glossary has it")
    return say("the glossary has it with another status: change it there")


def _with_words(rows: Sequence[Term], tag: str, words: tuple[Word, ...]) -> Term | None:
    """Return the row whose stems allow the words of a translation, or that is written so."""
    names = (dictionary_form(words) or written(words)).split()
    for each in rows:
        own = each.renderings.get(tag, ())
        if own and (written(own) == written(words) or _allow(own, names)):
            return each
    return None


def _allow(stems: tuple[Word, ...], words: Sequence[str]) -> bool:
    return len(stems) == len(words) and all(
        any(_fits(stem.text, stem.open, word) for stem in alternatives)
        for alternatives, word in zip(stems, words, strict=True)
    )


def _fits(stem: str, is_open: bool, word: str) -> bool:
    return fold(word).startswith(fold(stem)) if is_open else fold(word) == fold(stem)
