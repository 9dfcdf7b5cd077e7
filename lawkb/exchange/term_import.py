"""Bring the terms of a file of another program into the glossary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import get_args
from xml.etree.ElementTree import Element

from msgspec import Struct

from lawkb.corpus.glossary import (
    STATUSES,
    Glossary,
    Term,
    TermStatus,
    Word,
    check_addition,
    dictionary_form,
    term_entry,
    written,
)
from lawkb.editorial.decisions import Decision, new_decision, typed_term
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import begins_like_xml, begins_like_zip, workbooks
from lawkb.exchange.formats.bilingual_rows import column_language, folded_name
from lawkb.exchange.formats.csv_text import read_delimited, unguard_formula
from lawkb.exchange.formats.tbx import STATUSES as TBX_STATUSES
from lawkb.exchange.formats.xml_files import read_element, read_events
from lawkb.exchange.translation_import import JudgedRows, Outcome
from lawkb.model.code import Outline
from lawkb.model.finding import say
from lawkb.model.language import main_language
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
        any(
            word.startswith(fold(stem.text)) if stem.open else word == fold(stem.text)
            for stem in alternatives
        )
        for alternatives, word in zip(stems, map(fold, words), strict=True)
    )


_STATUSES = {value: status for status, value in TBX_STATUSES.items()} | {
    name: name for name in get_args(TermStatus)
}
# Of tools that write the status of TBX-Basic without its ending, or that of older picklists.
_STATUSES |= {value.removesuffix("-admn-sts"): status for value, status in _STATUSES.items()}
_STATUSES |= {"deprecatedTerm": "forbidden", "supersededTerm": "forbidden"}
_ENTRIES = ("conceptEntry", "termEntry")
_SECTIONS = ("langSec", "langSet")
_TERM_COLUMN = "term"
_LAST = ("status", "note")
_FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class FileTerm:
    """A term of a file with its translations."""

    line: int  # Line or row of the file, from 1.
    term: str  # The term in the language of the original; may be empty.
    renderings: Mapping[str, str] = field(hash=False)  # By BCP 47 tag of the code's languages.
    status: str = ""  # As the glossary names it; another word is refused later; may be empty.
    note: str = ""  # A remark; may be empty.


def read_terms(content: bytes, where: str, outline: Outline) -> list[FileTerm]:
    """Return the terms of a file, in its order; languages that the code does not have are left out.

    A table names its columns: the original's language or ``term``, the languages of translations
    by tag or name, and perhaps ``status`` and ``note``.
    """
    file = BytesIO(content)
    if begins_like_xml(file):
        found = [*_of_tbx(file, where, outline)]
    elif begins_like_zip(file):
        rows = enumerate(workbooks(where).sheet_rows(file, where), start=1)
        found = [*_of_table(rows, where, outline)]
    else:
        placed = read_delimited(file, where)
        plain = ((line, [unguard_formula(cell) for cell in row]) for line, row in placed)
        found = [*_of_table(plain, where, outline)]
    if not found:
        names = [outline.authoritative, *_others(outline)]
        raise LawkbError(
            where,
            say("there is no term in it"),
            say("its languages should be %(tags)s", tags=tuple(names)),
        )
    return found


def _others(outline: Outline) -> list[str]:
    return [tag for tag in outline.titles if tag != outline.authoritative]


def _tag_of(name: str, outline: Outline) -> str:
    """Return the language of the code that a tag or a name means; empty for none."""
    wanted = (main_language(name), column_language(name))
    known = [outline.authoritative, *_others(outline)]
    exact = (tag for tag in known if folded_name(tag) == folded_name(name))
    return next(exact, next((tag for tag in known if main_language(tag) in wanted), ""))


# ---- tables


def _of_table(
    rows: Iterable[tuple[int, Sequence[str]]], where: str, outline: Outline
) -> Iterator[FileTerm]:
    columns: dict[str, int] = {}
    for line, cells in rows:
        if not columns:
            columns = _columns(cells, where, outline)
            continue
        if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
            continue
        held = {
            name: " ".join(cells[at].split()) if at < len(cells) else ""
            for name, at in columns.items()
        }
        term = held.pop(outline.authoritative)
        status, note = (held.pop(name, "") for name in _LAST)
        renderings = {tag: words for tag, words in held.items() if words}
        yield FileTerm(line, term, renderings, status and _STATUSES.get(status, status), note)


def _columns(cells: Sequence[str], where: str, outline: Outline) -> dict[str, int]:
    """Return the places of the columns that a first line names."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        name = folded_name(cell)
        known = name if name in _LAST else _tag_of(cell.strip(), outline)
        known = outline.authoritative if name == _TERM_COLUMN else known
        if known:
            found.setdefault(known, at)
    if outline.authoritative not in found or not {*found} & {*_others(outline)}:
        names = (outline.authoritative, *_others(outline), *_LAST)
        raise LawkbError(
            where,
            say("the first line does not name the columns"),
            say("they are: %(columns)s", columns=names),
        )
    return found


# ---- TBX


def _of_tbx(file: BytesIO, where: str, outline: Outline) -> Iterator[FileTerm]:
    events = read_events(file, where)
    begun = False
    for event in events:
        if not begun and event.kind == "start":
            begun = True
            if event.name not in ("tbx", "martif"):
                raise LawkbError(
                    where,
                    say("XML that begins with %(found)s", found=f"<{event.name[:40]}>"),
                    say("it should be %(known)s", known="<tbx> or <martif>"),
                )
        if event.kind == "start" and event.name in _ENTRIES:
            entry = read_element(event, events, where)
            yield from _of_concept(entry, event.line, outline)


def _of_concept(entry: Element, line: int, outline: Outline) -> Iterator[FileTerm]:
    """Yield a row for each translation of a concept, under its first term of the original."""
    named: dict[str, list[FileTerm]] = {}
    for section in entry:
        if section.tag in _SECTIONS:
            tag = _tag_of(section.get("lang", ""), outline)
            named.setdefault(tag, []).extend(_terms_in(section, line))
    own = named.get(outline.authoritative, [])
    first = next((each for each in own if each.status != _FORBIDDEN), None)
    for tag in _others(outline):
        for each in named.get(tag, ()):
            term = first.term if first else ""
            yield replace(each, term=term, renderings={tag: each.term})


def _terms_in(section: Element, line: int) -> Iterator[FileTerm]:
    """Yield the terms of a concept in one language, without translations."""
    # A term has an element of its own, or one inside that of a group, as older files have it.
    for group in section.iter():
        term = group.find("term")
        if term is None:
            continue
        words = " ".join("".join(term.itertext()).split())
        said = [
            " ".join("".join(note.itertext()).split())
            for note in group.iter("termNote")
            if note.get("type") == "administrativeStatus"
        ]
        notes = ["".join(note.itertext()).strip() for note in group.findall("note")]
        status = next((_STATUSES[each] for each in said if each in _STATUSES), "")
        if words:
            yield FileTerm(line, words, {}, status, "; ".join(each for each in notes if each))
