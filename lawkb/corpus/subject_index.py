"""What people look laws up by, as editors write it.

``corpus/index.tsv`` has their entries of the index of subjects, ``corpus/titles.tsv`` the titles of
laws whose text is not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lawkb.corpus.typed_tables import check_language, columns, read_address_in, read_rows
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline

FILE = "index.tsv"
_COLUMNS = ["language", "edition", "entry", "subentry", "addresses", "see"]


@dataclass(frozen=True, slots=True)
class Subject:
    """One row of the index: a subject, or a situation in it, with the provisions on it."""

    where: str  # file and line, for messages
    language: str  # BCP 47 tag of the words
    edition: str  # id of the edition of the addresses
    entry: str  # the subject, under which it is sorted: ``played card``
    subentry: str  # what about it: ``is to be taken back``; may be empty
    addresses: tuple[Address, ...]  # the provisions; may be empty if ``see`` is not
    see: tuple[str, ...]  # other entries of the same language and edition


def read_subject_index(folder: Path, code: Code) -> tuple[Subject, ...]:
    """Return the index of subjects of a corpus in the order of the file; empty without the file.

    The file is a table of tab-separated columns. Its first line names them: language, edition,
    entry, subentry, addresses, see. An empty edition is the newest one. Spaces separate addresses,
    ``47E2(a) 57C3``; ``|`` separates the entries in ``see``. Empty lines and lines that begin with
    ``#`` are left out.

    Args:
        code: The laws; an address must be one of their provisions, or of a law that is not
            available here.
    """
    seen: dict[tuple[str, str, str, str], str] = {}
    rows = []
    for where, cells in read_rows(folder / FILE, columns(_COLUMNS)):
        subject = _subject(where, cells, code)
        key = (subject.language, subject.edition, subject.entry, subject.subentry)
        if key in seen:
            told = f"this entry is in line {seen[key].rpartition(':')[2]} already"
            raise LawkbError(where, told, "put all its addresses into one row")
        seen[key] = where
        rows.append(subject)
    entries = {(row.language, row.edition, row.entry) for row in rows}
    for row in rows:
        for name in row.see:
            if (row.language, row.edition, name) not in entries:
                told = f"see {name!r}: the index has no such entry in this language"
                raise LawkbError(row.where, told, "write it as the column entry does")
    return tuple(rows)


def _subject(where: str, cells: dict[str, str], code: Code) -> Subject:
    outline = code.outline
    language, edition = cells["language"], cells["edition"] or outline.editions[0].id
    if not cells["entry"]:
        raise LawkbError(where, "the entry is empty", "write the word to look it up by")
    _check_expression(where, language, edition, outline)
    addresses = tuple(map(partial(_address, where, edition, code), cells["addresses"].split()))
    see = tuple(name.strip() for name in cells["see"].split("|") if name.strip())
    if not addresses and not see:
        hint = "write the provisions, or another entry in the column see"
        raise LawkbError(where, "the entry leads nowhere", hint)
    return Subject(where, language, edition, cells["entry"], cells["subentry"], addresses, see)


def _check_expression(where: str, language: str, edition: str, outline: Outline) -> None:
    editions = [each.id for each in outline.editions]
    if edition not in editions:
        raise LawkbError(
            where, f"there is no edition {edition!r}", f"there are: {', '.join(editions)}"
        )
    tags = [each.language for each in outline.expressions if each.edition == edition]
    if language not in tags:
        hint = f"there are: {', '.join(tags)}"
        raise LawkbError(where, f"edition {edition} has no language {language!r}", hint)


def _address(where: str, edition: str, code: Code, cell: str) -> Address:
    address = read_address_in(where, cell, edition, code.outline)
    tags = code.languages_of(edition, address.law)

    def is_held(place: Address) -> bool:
        return any(code.provision(edition, tag, place) for tag in tags)

    if tags and not is_held(address):
        nearest = next(place for place in address.ancestors() if is_held(place))
        hint = f"the nearest is {code.outline.scheme.write(nearest)}"
        raise LawkbError(where, f"{edition} has no provision {cell}", hint)
    return address


TITLES = "titles.tsv"
_TITLE_COLUMNS = ["edition", "law", "language", "title", "words"]


@dataclass(frozen=True, slots=True)
class LawTitle:
    """The title of a law in one language."""

    edition: str  # id of the edition of the law
    law: Address
    language: str  # BCP 47 tag of the title
    title: str
    words: tuple[str, ...] = ()  # other words by which people look for the law: ``hesitation``


def read_law_titles(folder: Path, outline: Outline) -> tuple[LawTitle, ...]:
    """Return the titles of a corpus in the order of the file; none without the file.

    The file is a table of tab-separated columns. Its first line names them: edition, law, language,
    title, words. An empty edition is the newest one. In ``words``, ``|`` separates the words by
    which people look for the law. Empty lines and lines that begin with ``#`` are left out.
    """
    found: dict[tuple[str, Address, str], LawTitle] = {}
    tags = tuple(language.code for language in outline.languages)
    for where, cells in read_rows(folder / TITLES, columns(_TITLE_COLUMNS)):
        check_language(where, cells["language"], tags)
        edition = cells["edition"] or outline.editions[0].id
        if edition not in {each.id for each in outline.editions}:
            known = ", ".join(each.id for each in outline.editions)
            raise LawkbError(where, f"there is no edition {edition!r}", f"there are: {known}")
        law = read_address_in(where, cells["law"], edition, outline)
        if law.depth:
            hint = f"write {outline.scheme.write(Address((law.law,)))}"
            raise LawkbError(where, f"{cells['law']} is a part of a law", hint)
        if not cells["title"]:
            raise LawkbError(where, "the title is empty", "write it, or leave the line out")
        key = (edition, law, cells["language"])
        if key in found:
            told = f"Law {cells['law']} has a title in this language already"
            raise LawkbError(where, told, "keep one of them")
        words = tuple(each.strip() for each in cells["words"].split("|") if each.strip())
        found[key] = LawTitle(edition, law, cells["language"], cells["title"], words)
    return tuple(found.values())
