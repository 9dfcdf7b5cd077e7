"""What editors wrote that guides a search: the index of subjects, and titles of laws not held.

The index puts situations as players put them: *opening lead: is it my lead?* Its words are in no
law. The script of the site finds entries by the same rules; one file of cases tests both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from lawkb.corpus.subject_index import LawTitle, Subject, read_law_titles, read_subject_index
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.search.query.nodes import And, Meant, MostOf, Near, Node, Word
from lawkb.words.tokens import Token, tells_nothing, tokens

SAID = 3.0  # score of a situation that is asked for word for word, or almost
_SHARE = 2 / 3  # of the telling words of a query that an entry must have
_WHOLE = 1.0  # … when it has all of them
_SENTENCE = 3  # words of a situation that is recognised inside a longer query
_LIKE = 3 / 4  # of the words of a query and a situation that are put almost alike
_LIKE_ALONE = 1 / 2  # … where one of them tells anything
_ROW = 0.2  # how much it counts how many of its own words were asked for
_CLOSE = 0.05  # entries with almost the score of the best one answer, too
_MOST = 4  # provisions of an entry that has all words of the query
_UNSURE = 2  # … of one that lacks some
_RARE = 3  # entries that may have a word which is the only one of a query


class Guide(Struct, frozen=True):
    """What editors wrote that guides a search."""

    subjects: tuple[Subject, ...] = ()  # the entries of the index of subjects
    titles: tuple[LawTitle, ...] = ()  # titles of laws whose text is not here


NO_GUIDE = Guide()


def read_guide(folder: Path, code: Code) -> Guide:
    """Return what the editors of a corpus wrote; empty without their files.

    Raises:
        LawkbError: A line of a file cannot be read.
    """
    return Guide(read_subject_index(folder, code), read_law_titles(folder, code.outline))


class FoundSubject(Struct, frozen=True):
    """What the index of subjects says to a query."""

    edition: str  # id of the edition of the address
    address: Address
    words: str  # the entry that leads there: ``opening lead: is it my lead?``
    language: str  # tag of its language
    score: float  # the higher, the surer

    @property
    def is_said(self) -> bool:
        """Whether the query is the situation, word for word."""
        return self.score >= SAID


def found_subjects(
    rows: Sequence[Subject], query: str, tree: Node, outline: Outline
) -> tuple[FoundSubject, ...]:
    """Return the provisions of the entries that a query asks for, the surest first.

    Args:
        query: The query as typed; it consists of words alone.
        tree: Its tree, with synonyms.
    """
    best: list[tuple[float, Subject]] = []
    for tag in dict.fromkeys(row.language for row in rows):
        asked = _Asked.of(query, tree, tag, outline)
        own = [_Row.of(row, outline) for row in rows if row.language == tag]
        alone = len(asked.telling) == 1 and sum(map(asked.has_word_of, own)) <= _RARE
        scored = ((asked.score(row, alone), row.subject) for row in own)
        best += [each for each in scored if each[0]]
    top = max((score for score, _ in best), default=0.0)
    close = sorted((each for each in best if each[0] >= top - _CLOSE), key=lambda each: -each[0])
    found: dict[tuple[str, Address], FoundSubject] = {}
    for score, subject in close:
        for address in addresses_of(subject, rows):
            words = ": ".join(filter(None, (subject.entry, subject.subentry)))
            place = FoundSubject(subject.edition, address, words, subject.language, score)
            found.setdefault((subject.edition, address), place)
    return tuple(found.values())[: _MOST if top >= _WHOLE else _UNSURE]


def subject_stems(rows: Sequence[Subject], outline: Outline) -> frozenset[str]:
    """Return the stems of the words of all entries: none of them is a misspelt word."""
    return frozenset().union(*(_Row.of(row, outline).all for row in rows))


def addresses_of(subject: Subject, rows: Sequence[Subject]) -> Iterator[Address]:
    """Yield the provisions of an entry of the index, and those of the entries it sends to."""
    yield from subject.addresses
    for row in rows:
        same = (row.language, row.edition) == (subject.language, subject.edition)
        if same and row.entry in subject.see:
            yield from row.addresses


class _Row(Struct, frozen=True):
    """An entry with its words."""

    subject: Subject
    said: tuple[str, ...]  # the words of the situation, folded; of the entry where it has none
    own: frozenset[str]  # stems of the telling words of the situation
    all: frozenset[str]  # … and of the entry

    @staticmethod
    @lru_cache(4096)
    def of(subject: Subject, outline: Outline) -> _Row:
        entry = read_in(subject.entry, subject.language, outline)
        situation = read_in(subject.subentry, subject.language, outline) or entry
        own = stems_of(situation, subject.language)
        everything = own | stems_of(entry, subject.language)
        return _Row(subject, tuple(each.folded for each in situation), own, everything)


class _Asked(Struct, frozen=True):
    """The words of a query, as a language reads them."""

    words: tuple[str, ...]  # folded, very frequent ones too
    # For each telling word what may be said for it: lists of stems, its own first.
    telling: tuple[tuple[frozenset[str], ...], ...]

    @staticmethod
    def of(query: str, tree: Node, tag: str, outline: Outline) -> _Asked:
        read = read_in(query, tag, outline)
        parts = tree.parts if isinstance(tree, And | MostOf) else (tree,)
        telling = (ways_of(part, tag) for part in parts)
        return _Asked(tuple(each.folded for each in read), tuple(filter(None, telling)))

    def _is_like(self, row: _Row) -> bool:
        """Return whether a query is put almost as the situation is.

        *Is it me to lead?* is *is it my lead?*; more may differ where one word alone is telling.
        """
        said, asked = frozenset(row.said), frozenset(self.words)
        both = len(said & asked)
        alone = len(self.telling) == 1 and any(way <= row.own for way in self.telling[0])
        return both >= _SENTENCE and both >= (_LIKE_ALONE if alone else _LIKE) * len(said | asked)

    def has_word_of(self, row: _Row) -> bool:
        return any(way <= row.all for ways in self.telling for way in ways)

    def score(self, row: _Row, alone: bool) -> float:
        """Return how well an entry fits, 0 if it does not."""
        whole = self.words == row.said or (
            len(row.said) >= _SENTENCE and _stands_in(row.said, self.words)
        )
        if whole and row.subject.subentry and len(self.words) > 1:
            return SAID
        if self._is_like(row):
            return SAID
        found = [way for ways in self.telling if (way := _first_in(ways, row.all))]
        share = len(found) / len(self.telling) if self.telling else 0
        words = frozenset().union(*found)
        least = _SHARE if row.subject.subentry else _WHOLE
        if (len(found) < 2 and not alone) or share < least or not words & row.own:
            return 0
        return share + _ROW * len(words) / len(row.all)


def _first_in(ways: tuple[frozenset[str], ...], held: frozenset[str]) -> frozenset[str] | None:
    return next((way for way in ways if way <= held), None)


def _stands_in(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Return whether words stand in others, one behind the other."""
    size = len(short)
    return any(long[at : at + size] == short for at in range(len(long) - size + 1))


def ways_of(part: Node, tag: str) -> tuple[frozenset[str], ...]:
    """Return the stems of a word of a query, and those of what it means; empty for others."""
    if isinstance(part, Meant):
        return (
            *ways_of(part.word, tag),
            *(way for each in part.meant for way in ways_of(each, tag)),
        )
    if isinstance(part, Near):
        each = [ways_of(inner, tag) for inner in part.parts]
        return (frozenset().union(*(ways[0] for ways in each)),) if all(each) else ()
    form = part.form(tag) if isinstance(part, Word) else None
    return (frozenset({form.stem}),) if form else ()


def read_in(text: str, tag: str, outline: Outline) -> tuple[Token, ...]:
    """Return the words of a text as a language reads them."""
    return tokens(text, outline.language(tag), outline.scheme)


def stems_of(read: tuple[Token, ...], tag: str) -> frozenset[str]:
    """Return the stems of telling words; of all words if there are no others."""
    telling = frozenset(each.stem for each in read if not tells_nothing(each, tag))
    return telling or frozenset(each.stem for each in read)
