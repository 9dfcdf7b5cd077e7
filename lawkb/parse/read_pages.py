"""All pages of a corpus as they were read: their laws apart, so that each law is kept by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lawkb.large_collections import LargeDict, Packed, packed
from lawkb.model.law import Law
from lawkb.model.pickling import pickled_quickly
from lawkb.model.provision_paths import Key, PathsOfLaw, ProvisionPaths, paths_of
from lawkb.parse.diff.newer_revision import Comparison
from lawkb.parse.document import PageFormat
from lawkb.parse.read_page import PageReading


@dataclass(frozen=True, slots=True)
class LawReading:
    """A law as one page has it.

    Attributes:
        law: The law; from a ``diff`` only the lines that it shows, parsed as a law.
        form: Format of the page.
        comparison: For a ``diff``, the revision and the gaps of its newer side; else None.
    """

    law: Law
    form: PageFormat
    comparison: Comparison | None = None


@pickled_quickly
@dataclass(frozen=True, slots=True)
class PageParts:
    """The result of reading a page, its laws apart; the parts may be packed where it is read.

    Attributes:
        beside_laws: What the page has beside laws.
        laws: Each law and its provisions, with its edition, language and number.
        unusual: If the page compares revisions, its reading with its laws; if it has other texts
            than laws, or divisions, that without laws; else None.
    """

    beside_laws: PageReading | Packed[PageReading]
    laws: tuple[tuple[Key, Law | Packed[Law], PathsOfLaw | Packed[PathsOfLaw]], ...]
    unusual: PageReading | None


def parts_of(reading: PageReading) -> PageParts:
    """Return the parts of a page."""
    laws = tuple((law.key, law, paths_of(law)) for law in reading.laws)
    return PageParts(replace(reading, laws=()), laws, _unusual(reading))


def packed_parts_of(reading: PageReading) -> PageParts:
    """Return the parts of a page, packed."""
    laws = tuple((law.key, packed(law), packed(paths_of(law))) for law in reading.laws)
    return PageParts(packed(replace(reading, laws=())), laws, _unusual(reading))


def _unusual(reading: PageReading) -> PageReading | None:
    if reading.comparison:
        return reading
    return replace(reading, laws=()) if reading.companions or reading.divisions else None


class ReadPages:
    """All pages of a corpus as they were read, their laws apart.

    Attributes:
        beside_laws: What each page has beside laws, by its place.
        laws: Each law as the first page with it has it, by edition, language and number.
        paths: The provisions of these laws.
        places: The places of the pages of each law; twice one that has two texts of it.
        keys: Edition, language and number of the laws of each page.
        unusual: By place, what is unusual of a page, as in ``PageParts``; few pages have it.
    """

    def __init__(self, pages: Iterable[PageParts], expected: int = 0) -> None:
        """Store the parts of each page; ``expected`` is how many pages there will be."""
        self.beside_laws: LargeDict[int, PageReading] = LargeDict(expected=expected)
        self.laws: LargeDict[Key, Law] = LargeDict(expected=expected)
        self.paths = ProvisionPaths({}, expected)  # each law is put there
        self.places: dict[Key, tuple[int, ...]] = {}
        self.keys: list[tuple[Key, ...]] = []
        self.unusual: dict[int, PageReading] = {}
        # The other texts of laws, with their place among the texts of the same law.
        self._others: LargeDict[tuple[Key, int], Law] = LargeDict()
        for place, page in enumerate(pages):
            self.beside_laws[place] = page.beside_laws
            if page.unusual:
                self.unusual[place] = page.unusual
            for key, law, paths in page.laws:
                before = self.places.get(key, ())
                self.places[key] = (*before, place)
                if before:
                    self._others[key, len(before)] = law
                else:
                    self.laws[key] = law
                    self.paths.put(key, paths)
            self.keys.append(tuple(dict.fromkeys(key for key, _, _ in page.laws)))

    def of_law(self, key: Key) -> list[tuple[int, LawReading]]:
        """Return the law as each page has it, with the place of the page."""
        found = []
        for turn, place in enumerate(self.places[key]):
            law = self._others[key, turn] if turn else self.laws[key]
            page = self.beside_laws[place]
            found.append((place, LawReading(law, page.form, page.comparison)))
        return found

    def reading(self, place: int) -> PageReading:
        """Return the reading of a page with its laws."""
        texts = (text for key in self.keys[place] for text in self.of_law(key))
        laws = tuple(one.law for at, one in texts if at == place)
        return replace(self.beside_laws[place], laws=laws)
