"""The words of a code: how its terms are translated, and what people type for them.

``corpus/glossary.tsv`` has the terms of the original with their translations,
``corpus/synonyms.tsv`` what people type for words of the code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct

from lawkb.corpus.entries import Entry, Layout, tsv_layout
from lawkb.corpus.typed_tables import check_language, columns, read_rows
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.finding import choice_of, say

FILE = "glossary.tsv"
TermStatus = Literal["preferred", "admitted", "forbidden"]
STATUSES: tuple[TermStatus, ...] = get_args(TermStatus)
_LAST = ["status", "note"]
_MOST = 100  # rows of a term, and alternatives of a word: each is looked for in every text


class Stem(Struct, frozen=True):
    """A word of a term's translation, or the stem that all inflected forms of the word share."""

    text: str  # The word or stem without the star, `τιμωρημέν`; never empty.
    open: bool  # Whether any ending may follow, as in `τιμωρημέν*`; else `text` is the whole word.

    def __str__(self) -> str:
        """Return the word as the file writes it, a stem with its star: ``τιμωρημέν*``."""
        return f"{self.text}*" if self.open else self.text


Word = tuple[Stem, ...]  # alternatives; one of them is at this place


@dataclass(frozen=True, slots=True)
class Term:
    """One row of the glossary: a term of the original with its translations.

    A row has at most one translation (*rendering*) in each language. A term with several
    translations has several rows, each with its own status.
    """

    where: str  # File and line, for messages.
    term: str  # The term in the language of the original, as a dictionary has it.
    # Words of the translation, in order, by BCP 47 tag; languages without one are missing.
    renderings: Mapping[str, tuple[Word, ...]] = field(hash=False)
    # `preferred`, `admitted`, or `forbidden` (this translation must not be used for the term).
    status: TermStatus
    note: str  # Remark of an editor; may be empty.


class Glossary(Struct, frozen=True):
    """The terms of a law code with their translations, in the order of the file."""

    terms: tuple[Term, ...] = ()

    def renderings(self, language: str) -> dict[str, tuple[Term, ...]]:
        """Return the rows with a translation into a language, by term, in the order of the file."""
        found: dict[str, list[Term]] = {}
        for row in self.terms:
            if language in row.renderings:
                found.setdefault(row.term, []).append(row)
        return {term: tuple(rows) for term, rows in found.items()}


def read_glossary(folder: Path, outline: Outline) -> Glossary:
    """Return the glossary of a corpus; empty without ``glossary.tsv``.

    The first line names the columns: the language of the original, any other languages of the law
    code by their tags, then ``status`` and ``note``. In a rendering, spaces separate the words and
    ``|`` the alternatives of a word; ``*`` stands for any ending: ``τιμωρημέν* φύλλ*|κάρτ*``. The
    first alternative without a star is the dictionary form of a word: ``φύλλο|φύλλ*``. Empty lines
    and lines that begin with ``#`` are left out; an empty status is ``preferred``.
    """
    seen: dict[tuple[str, str], str] = {}
    rows = Counter[str]()
    terms = []
    for where, cells in read_rows(folder / FILE, partial(_check_names, outline)):
        term = _term(where, cells, outline.authoritative)
        _check_new(term, seen)
        rows[term.term] += 1
        if rows[term.term] > _MOST:
            told = f"{term.term!r} has more than {_MOST} rows"
            raise LawkbError(where, told, say("keep the translations that are in use"))
        terms.append(term)
    return Glossary(tuple(terms))


def layout_of(outline: Outline) -> Layout:
    """Return the layout of ``glossary.tsv``; a new one has a column for each language."""
    names = [outline.authoritative, *_other_languages(outline), *_LAST]
    return tsv_layout(names, {"status": STATUSES[0]})


def new_term(
    term: str,
    renderings: Mapping[str, str],
    status: str,
    note: str,
    outline: Outline,
) -> Term:
    """Return a row of the glossary from what an editor typed.

    Args:
        renderings: Translations by language tag, as the file writes them: ``τιμωρημέν* φύλλ*``.
    """
    known = _other_languages(outline)
    for tag in renderings:
        if tag not in known:
            told = f"the code has no translation in {tag!r}"
            raise LawkbError(term, told, f"one of {', '.join(known)}")
    cells = {outline.authoritative: term, **renderings, "status": status, "note": note}
    plain = {name: " ".join(cell.split()) for name, cell in cells.items()}
    if plain[outline.authoritative].startswith("#"):
        raise LawkbError(
            term, say("a row that begins with # is a comment"), say("write it without the #")
        )
    made = _term(term, plain, outline.authoritative)
    if not made.renderings:
        raise LawkbError(
            term,
            say("it has no translation"),
            say("give one in %(languages)s", languages=choice_of(known)),
        )
    return made


def check_addition(glossary: Glossary, term: Term) -> None:
    """Refuse a new row whose translation another row of the same term has already."""
    seen: dict[tuple[str, str], str] = {}
    for each in (*glossary.terms, term):
        _check_new(each, seen)


def term_entry(term: Term, outline: Outline) -> Entry:
    """Return a term as a row of ``glossary.tsv``."""
    values = {
        outline.authoritative: term.term,
        **{tag: written(words) for tag, words in term.renderings.items()},
        "status": term.status,
        "note": " ".join(term.note.split()),
    }
    return Entry(FILE, tuple(values.items()))


def written(words: tuple[Word, ...]) -> str:
    """Return a translation of a term as the file writes it: ``τιμωρημέν* φύλλ*|κάρτ*``."""
    return " ".join("|".join(map(str, word)) for word in words)


def first_form(words: tuple[Word, ...]) -> str:
    """Return a translation of a term for a reader: the dictionary form of each word.

    A word that has none is the beginning that the file has: ``τιμωρημέν… φύλλο``.
    """
    shown = (
        next((stem.text for stem in word if not stem.open), f"{word[0].text}…") for word in words
    )
    return " ".join(shown)


def dictionary_form(words: tuple[Word, ...]) -> str:
    """Return the dictionary form of a translation, such as ``τιμωρημένο φύλλο``.

    It is empty if a word of the translation has no alternative without a star.
    """
    whole = [next((stem.text for stem in word if not stem.open), "") for word in words]
    return " ".join(whole) if all(whole) else ""


def _other_languages(outline: Outline) -> list[str]:
    return [tag for tag in outline.titles if tag != outline.authoritative]


def _check_names(outline: Outline, where: str, names: list[str]) -> None:
    others = _other_languages(outline)
    shape = f"tab-separated: {', '.join([outline.authoritative, *others, *_LAST])}"
    if names[-2:] != _LAST or len(names) < 4 or names[0] != outline.authoritative:
        raise LawkbError(where, "the first line does not name the columns", shape)
    for place, name in enumerate(names[1:-2], start=1):
        if name not in others:
            raise LawkbError(where, f"the code has no language {name!r}", shape)
        if name in names[:place]:
            raise LawkbError(where, f"language {name} has two columns", "keep one of them")


def _term(where: str, cells: Mapping[str, str], original: str) -> Term:
    status = cells["status"] or STATUSES[0]
    if status not in STATUSES:
        raise LawkbError(where, f"status {status!r} is unknown", f"one of {', '.join(STATUSES)}")
    if not cells[original]:
        raise LawkbError(
            where, say("the term is empty"), say("write the term of the original first")
        )
    tags = [tag for tag in cells if tag not in (original, *_LAST) and cells[tag]]
    return Term(
        where=where,
        term=cells[original],
        renderings={tag: _words(where, cells[tag]) for tag in tags},
        status=status,
        note=cells["note"],
    )


def _words(where: str, cell: str) -> tuple[Word, ...]:
    words = tuple(tuple(_stem(where, stem) for stem in word.split("|")) for word in cell.split())
    if any(len(word) > _MOST for word in words):
        told = say("a word has more than %(most)s alternatives", most=_MOST)
        raise LawkbError(where, told, say("keep the translations that are in use"))
    return words


def _stem(where: str, text: str) -> Stem:
    bare = text.removesuffix("*")
    if not bare or "*" in bare:
        hint = say("write words as stem*, alternates with | and no spaces around it")
        raise LawkbError(where, say("%(text)s is no stem", text=repr(text)), hint)
    return Stem(bare, bare != text)


def _check_new(term: Term, seen: dict[tuple[str, str], str]) -> None:
    """Refuse a second row with the same translation of a term: its status would be ambiguous."""
    for tag, words in term.renderings.items():
        key = (term.term.casefold(), f"{tag} {written(words)}")
        if key in seen:
            told = say(
                "this rendering of %(term)s is in line %(line)s already",
                term=repr(term.term),
                line=seen[key],
            )
            raise LawkbError(term.where, told, say("keep one of them"))
        seen[key] = term.where.rpartition(":")[2]


# ---- synonyms.tsv: what people type, and the words of the law code for it

SYNONYMS = "synonyms.tsv"
_SYNONYM_COLUMNS = ["language", "typed", "meant", "note"]


class Synonym(Struct, frozen=True):
    """One row: expressions that people type, and the expressions of the law code for them."""

    # What is typed: `lost card`, `card gone`. Their inflected forms count, too.
    typed: tuple[str, ...]
    meant: tuple[str, ...]  # What the law code says instead: `missing card`.


# The synonyms of a law code by BCP 47 tag, in the order of the file.
Synonyms = Mapping[str, tuple[Synonym, ...]]


def read_synonyms(folder: Path, outline: Outline) -> Synonyms:
    """Return the synonyms of a corpus; empty without ``synonyms.tsv``.

    The first line names the columns: ``language``, ``typed``, ``meant``, ``note``. In ``typed`` and
    ``meant``, ``|`` separates expressions with the same meaning. Empty lines and lines that begin
    with ``#`` are left out.
    """
    tags = tuple(language.code for language in outline.languages)
    found: dict[str, list[Synonym]] = {}
    for where, cells in read_rows(folder / SYNONYMS, columns(_SYNONYM_COLUMNS)):
        check_language(where, cells["language"], tags)
        row = Synonym(*map(partial(_expressions, where, cells), ("typed", "meant")))
        found.setdefault(cells["language"], []).append(row)
    return {tag: tuple(rows) for tag, rows in found.items()}


def _expressions(where: str, cells: Mapping[str, str], column: str) -> tuple[str, ...]:
    found = tuple(" ".join(each.split()) for each in cells[column].split("|"))
    if not all(found):
        raise LawkbError(where, f"an expression in {column} is empty", "write a | b")
    return found
