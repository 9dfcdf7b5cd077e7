"""An open index: what its files answer. Nothing that writes one is imported here, nor Whoosh.

Analysis, the query language, the order of the hits and the words of a pattern are ours
(``lawkb.search.execution``), so that every engine gives the same provisions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from lawkb.model.address import Scheme
from lawkb.search.execution import found_by
from lawkb.search.folding import fold, image
from lawkb.search.found import Found, Match, Stats
from lawkb.search.layout import read_layout
from lawkb.search.postings import TERMS, Segment
from lawkb.search.record import Shown
from lawkb.search.scores import Score, best_of, one_number
from lawkb.search.segments import Segments, words_name
from lawkb.search.shelf import Run, exact_name
from lawkb.search.spelling import words_near
from lawkb.search.tree import FIELDS, Form, Node, Word

_SHORTEST = {1: 3, 2: 7}  # letters of a word that has few neighbours at so many changes


class OpenIndex:
    """An index of the laws that is there, to be asked.

    Attributes:
        name: Of the engine that keeps it, as answers give it.
        folder: Folder of the open index; None before.
    """

    name = "whoosh"

    def __init__(self, languages: tuple[str, ...], scheme: Scheme) -> None:
        """Name the languages of the fields and the levels of the addresses."""
        self._languages = languages
        self._scheme = scheme
        self._shelf: Segments | None = None
        self.folder: str | Path | None = None

    def open(self, folder: str | Path) -> None:
        """Make an index that was written ready to be asked.

        Raises:
            OSError: It is not there, or not all of it.
        """
        layout = read_layout(folder)
        names = _segment_names(folder)
        if not layout.sizes.keys() <= names.keys():  # another process sweeps it away just now
            raise FileNotFoundError(folder)
        segments = {number: Segment(os.fspath(folder), names[number]) for number in layout.sizes}
        # Read now, since another process may sweep the folder away later.
        words = {tag: _content(f"{folder}/{words_name(tag)}") for tag in self._languages}
        self._shelf = Segments(segments, layout, words)
        self.folder = folder

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """The provisions that a tree finds in the texts of some languages."""
        scores = found_by(Run(self._opened(), self._scheme, languages), tree)
        best = (self._match(number, score) for number, score in best_of(scores, limit))
        return Found(len(scores), tuple(best))

    def shown(self, match: Match) -> Shown:
        """What a hit shows of a provision that was found."""
        return self._opened().shown(match.number)

    def suggest(self, word: Word, languages: tuple[str, ...]) -> Word | None:
        """A word of the index that is near one that nothing holds; None when there is none.

        First its image, when it was typed wholly in look-alikes of another alphabet; then the
        words at one change of a letter, then at two; of several the one most provisions hold.
        """
        seen_as = image(word.text)
        if seen_as:
            for language in languages:
                if self._holding(language, fold(seen_as)):
                    return Word(seen_as, (Form(language, fold(seen_as), fold(seen_as)),))
        for changes in (1, 2):
            near = list(self._near(word, languages, changes))
            if near:
                _, exact, language = min(near)
                return Word(exact, (Form(language, exact, exact),))
        return None

    def stats(self) -> Stats:
        """What the open index holds."""
        shelf = self._opened()
        return Stats(shelf.size, shelf.count_terms())

    def _holding(self, language: str, exact: str) -> int:
        """Number of places, field by field, that hold a word in this very form."""
        shelf = self._opened()
        return sum(shelf.frequency(exact_name(language, field), exact) for field in FIELDS)

    def _near(
        self, word: Word, languages: tuple[str, ...], changes: int
    ) -> Iterator[tuple[int, str, str]]:
        """Words at most some changes away: negative number of places, word, language."""
        for form in word.forms:
            if form.language not in languages or not form.exact.isalpha():
                continue
            if len(form.exact) < _SHORTEST[changes]:
                continue
            for near, _ in words_near(form.exact, self._opened().words(form.language), changes):
                holding = self._holding(form.language, near)
                if holding:
                    yield -holding, near, form.language

    def _match(self, number: int, score: Score) -> Match:
        shown = self._opened().shown(number)
        return Match(shown.edition, shown.place, round(one_number(score), 4), number)

    def _opened(self) -> Segments:
        if self._shelf is None:
            raise ValueError("the index is not open")
        return self._shelf


def segment_name(number: int) -> str:
    """What Whoosh calls a segment: the names of its files begin with it."""
    return f"segment{number}"


def _segment_names(folder: str | Path) -> dict[int, str]:
    """By number, what the names of the files of a segment begin with, as Whoosh chose it."""
    stems = [name.removesuffix(TERMS) for name in os.listdir(folder) if name.endswith(TERMS)]  # noqa: PTH208 (pathlib takes longer to load)
    return {int(stem.partition("_")[0].removeprefix(segment_name(0)[:-1])): stem for stem in stems}


def _content(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 (pathlib takes longer to load)
        return file.read()
