"""The words of provisions, to compare quotations with: in order, and an index of the rare ones.

Words are compared without case, accents, final sigma and signs. Headings, labels and footnotes are
optional: who quotes a law with its points may leave them out.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from lawkb.model.address import Address, Ordinal, keep_in
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Note, Passage, Table
from lawkb.words.folding import fold

# Letters and digits with the marks on them; characters that print nothing do not end a word.
_WORD = re.compile(
    r"[^\W_](?:[^\W_]|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u00ad\u200b-\u200d\u2060])*"
)
# A bracket or quotation mark is the beginning of the word behind it.
_PRINTED = re.compile(rf"[(\[{{«“‘„‚‹\"']*{_WORD.pattern}")
LawPlace = tuple[str, str, Ordinal]  # edition, language and number of a law
_MOST_KEPT = 512  # provisions whose words are kept
_MOST_HELD = 24  # laws that are looked at for one quotation


class QuotedWord(NamedTuple):
    """A word of a text as quotations are compared."""

    folded: str  # Without case, accents and final sigma.
    start: int  # First code point.
    end: int  # Code point after the last one.


def words_of(text: str) -> list[QuotedWord]:
    """Return the words of a text in order."""
    return [QuotedWord(fold(each[0]), *each.span()) for each in _WORD.finditer(text)]


@dataclass(frozen=True)
class ProvisionWords:
    """The words of a provision and of those inside it, in order, after those that lead on to it.

    The first three have the same length.
    """

    folded: tuple[str, ...]  # The words as they are compared.
    # The provision that each word is of; None for a label, and optional is a heading, too.
    owners: tuple[Address, ...]
    # Whether a quotation may leave the word out: headings, labels and footnotes, which are last.
    optional: tuple[bool, ...]
    own: int  # How many of the words lead on to the provision from around it.
    texts: tuple[str, ...]  # The labels, headings and passages that have the words.
    begins: tuple[int, ...]  # The first word of each of these.

    def printed(self, start: int, end: int) -> str:
        """Return some words as printed, with the signs and spaces up to the next one."""
        found: list[str] = []
        first = bisect_right(self.begins, start) - 1
        for number in range(first, bisect_left(self.begins, end)):
            begin = self.begins[number]
            found += self._pieces(number)[max(start - begin, 0) : end - begin]
        return "".join(found)

    def left_out(self, start: int, end: int, quoted: Collection[int]) -> bool:
        """Return whether words may be left out: optional ones of texts that are not quoted.

        Args:
            quoted: Numbers of the texts that have quoted words, as ``texts_of`` returns them.
        """
        return all(self.optional[start:end]) and not self.texts_of(start, end) & set(quoted)

    def texts_of(self, start: int, end: int) -> set[int]:
        """Return the numbers of the labels, headings and passages that have some words."""
        return {bisect_right(self.begins, at) - 1 for at in range(start, end)}

    def _pieces(self, number: int) -> list[str]:
        if number not in self._kept:
            text = self.texts[number]
            starts = [each.start() for each in _PRINTED.finditer(text)]
            ends = [*starts[1:], len(text)] if starts else ()
            pieces = [text[start:end] for start, end in pairwise((0, *ends))]
            self._kept[number] = [*pieces[:-1], *(f"{each} " for each in pieces[-1:])]
        return self._kept[number]

    @cached_property
    def _kept(self) -> dict[int, list[str]]:
        return {}

    def find(self, segments: Sequence[Sequence[str]]) -> tuple[int, int] | None:
        """Return the span of words in which segments follow one another; None if there is none.

        It has a word of the provision itself.
        """
        if not self.has(segments):
            return None
        found = self._needed.find(segments, self.own)
        return found or (self._whole.find(segments, self.own) if any(self.optional) else None)

    def has(self, segments: Iterable[Iterable[str]]) -> bool:
        """Return whether it has each word of some segments, wherever."""
        return all(self._every.issuperset(segment) for segment in segments)

    @cached_property
    def _every(self) -> frozenset[str]:
        return frozenset(self.folded)

    @cached_property
    def _needed(self) -> _View:
        """The words without optional ones."""
        needed = [at for at, optional in enumerate(self.optional) if not optional]
        return _View([self.folded[at] for at in needed], needed)

    @cached_property
    def _whole(self) -> _View:
        return _View(self.folded, range(len(self.folded)))

    def holder(self, start: int, end: int) -> Address:
        """Return the smallest provision that has the words from ``start`` to before ``end``."""
        paths = {self.owners[at].path for at in range(start, end) if not self.optional[at]}
        paths = paths or {self.owners[at].path for at in range(start, end)}
        first, *others = sorted(paths, key=len)
        depth = len(first)
        for other in others:
            depth = next((i for i in range(depth) if first[i] != other[i]), depth)
        return Address(first[:depth])


class _View:
    """Some of the words as one string, in which segments are found fast."""

    def __init__(self, folded: Sequence[str], places: Sequence[int]) -> None:
        self._text = f" {' '.join(folded)} "
        self._starts = [0, *accumulate(len(each) + 1 for each in folded)]
        self._places = places

    def find(self, segments: Sequence[Sequence[str]], after: int) -> tuple[int, int] | None:
        # The last segment ends behind the word, so the search for it may begin near.
        wanted = [f" {' '.join(segment)} " for segment in segments]
        floor = bisect_left(self._places, after)
        begin = 0
        if len(segments) == 1:
            begin = self._starts[max(0, floor - len(segments[0]) + 1)]
        first = at = None
        for number, each in enumerate(wanted):
            if number == len(wanted) - 1 and len(wanted) > 1:
                begin = max(begin, self._starts[max(0, floor - len(segments[-1]) + 1)])
            at = self._text.find(each, begin)
            if at < 0:
                return None
            first = at if first is None else first
            begin = at + len(each) - 1
        if first is None or at is None:
            return None
        last = bisect_right(self._starts, begin - 1) - 1
        place = bisect_left(self._starts, first)
        return self._places[place], self._places[last] + 1


class CodeWords:
    """The words of a code; those looked up last are kept, and the index once it is made."""

    def __init__(self, code: Code) -> None:
        """Store the code; no law is read yet."""
        self.code = code
        self._kept: dict[tuple[LawPlace, Address], ProvisionWords | None] = {}

    def of(self, place: LawPlace, address: Address) -> ProvisionWords | None:
        """Return the words of a provision, after those of the provisions around it; None without.

        «He may:» leads on to each of the points below it, so whoever quotes one may quote it.
        """
        key = place, address
        if key not in self._kept:
            law = self.code.laws.get(place)
            found = law.find(address) if law else None
            keep_in(self._kept, key, _words(law, found) if law and found else None, _MOST_KEPT)
        return self._kept[key]

    def inside(self, place: LawPlace, address: Address) -> Iterator[Address]:
        """Yield the provisions inside another."""
        law = self.code.laws.get(place)
        found = law.find(address) if law else None
        yield from (each.address for each in islice(found.walk() if found else (), 1, None))

    def holding(self, words: set[str]) -> list[LawPlace]:
        """Return laws that have all of some words, at most ``_MOST_HELD``, in the code's order."""
        rows = sorted((self._index.get(word, _NONE) for word in words), key=len)
        found: Sequence[int] = rows[0] if rows else _NONE
        for row in rows[1:]:
            found = [at for at in found if _has(row, at)]
        return [self._places[at] for at in found[:_MOST_HELD]]

    def nearest(self, words: set[str], most: int = 4) -> list[LawPlace]:
        """Return the laws that have most of some words, the rarest of which count most."""
        rows = sorted((row for word in words if (row := self._index.get(word))), key=len)
        votes: dict[int, float] = {}
        for row in rows[:_RAREST]:
            if len(row) > _COMMON and votes:
                break
            for at in row:
                votes[at] = votes.get(at, 0) + 1 / len(row)
        best = nlargest(most, votes, key=votes.__getitem__)
        return [self._places[at] for at in best]

    @cached_property
    def _places(self) -> tuple[LawPlace, ...]:
        return tuple(self.code.laws)

    @cached_property
    def _index(self) -> Mapping[str, array[int]]:
        """From each word to the laws that have it, as numbers in the code's order."""
        index: dict[str, array[int]] = {}
        for at, law in enumerate(self.code.laws.values()):
            for word in {fold(word) for word in {*_printed_words(law)}}:
                if word in index:
                    index[word].append(at)
                else:
                    index[word] = array("I", (at,))
        return index


def _has(row: array[int], at: int) -> bool:
    """Return whether an ascending row has a number."""
    place = bisect_left(row, at)
    return place < len(row) and row[place] == at


_NONE: array[int] = array("I")
_RAREST = 12  # words of a quotation by which its law is looked for
_COMMON = 2000  # laws with a word that tells little


def _printed_words(law: Law) -> Iterator[str]:
    for provision in law.provisions():
        if provision.heading:
            yield from _WORD.findall(provision.heading.text)
        texts = [each.text for each in provision.passages]
        for text in (*texts, *(note.text for note in provision.notes)):
            yield from _WORD.findall(text)


def _words(law: Law, provision: Provision) -> ProvisionWords:
    folded: list[str] = []
    texts: list[str] = []
    begins: list[int] = []
    noted: list[tuple[Note, Address]] = []
    owners: list[Address] = []
    optional: list[bool] = []

    def add(text: str, owner: Address, *, is_optional: bool) -> None:
        found = _WORD.findall(text)
        texts.append(text)
        begins.append(len(folded))
        folded.extend(map(fold, found))
        owners.extend([owner] * len(found))
        optional.extend([is_optional] * len(found))

    def read(each: Provision, *, inner: bool) -> None:
        noted.extend((note, each.address) for note in each.notes if inner)
        add(each.num, each.address, is_optional=True)
        if each.heading:
            add(each.heading.text, each.address, is_optional=True)
        for item in each.body:
            if isinstance(item, Passage):
                add(item.text, each.address, is_optional=False)
            elif isinstance(item, Table):
                for passage in item.passages:
                    add(passage.text, each.address, is_optional=False)
            elif inner:
                read(item, inner=True)
            else:
                break  # what is behind the points does not lead on to them

    for address in reversed(tuple(provision.address.ancestors())):
        if above := law.find(address):
            read(above, inner=False)
    own = len(folded)
    read(provision, inner=True)
    for note, address in noted:
        add(note.text, address, is_optional=True)
    return ProvisionWords(
        folded=tuple(folded),
        owners=tuple(owners),
        optional=tuple(optional),
        own=own,
        texts=tuple(texts),
        begins=tuple(begins),
    )
