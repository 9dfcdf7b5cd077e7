"""``corpus/titles.tsv``: titles of laws whose text is not here, as editors give them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.tsv_files import check_language, columns, read_address_in, read_rows
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline

FILE = "titles.tsv"
_COLUMNS = ["edition", "law", "language", "title", "words"]


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

    Raises:
        LawkbError: A line cannot be read, or names what does not exist; the message says which.
    """
    found: dict[tuple[str, Address, str], LawTitle] = {}
    tags = tuple(language.code for language in outline.languages)
    for where, cells in read_rows(folder / FILE, columns(_COLUMNS)):
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
