"""To which citation a quotation belongs: behind it in brackets, before it, or somewhere near it.

A ruling quotes players, too. Where a text does not say that its words are those of a provision, the
attribution is not sure, and nothing is held against words that no provision has. A denied address,
«not Law 47F1 but 47F2», is not what the words are of.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from lawkb.citing.citations import Cited, quotation_words
from lawkb.citing.citing_text import CitingText, Quotation
from lawkb.model.code import Outline
from lawkb.model.label import folded_law_words, plain
from lawkb.model.language import Language
from lawkb.words.folding import fold
from lawkb.words.tokens import read_vocabulary

_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"[.!?;·…]['\"”’»)\]]*\s+(?=\W*[^\W\d_a-zα-ωά-ώ])")
_ENDED = re.compile(r"[.!?;…]\W*\Z")
_OPENED = re.compile(r"[\s.,;:·]*(?:[(\[]|[–—-]\s)\s*")
_APART = re.compile(r"[.!?;·:()\[\]\n\"“”„«»]")  # signs between two statements
_AROUND_ALONE = re.compile(r"\W*\Z")
_BEFORE = 5  # words between a citation and the quotation that it announces
_BEHIND = 3  # words between a quotation and its citation
_MOSTLY = 0.5
# What is before the last bracket or dash of a block quote, and the words behind it.
_LAST_SIGN = re.compile(r"(.*)(?:[(\[]|(?<!\w)[–—-]{1,2}(?!\w))([^(\[–—]*)\Z", re.DOTALL)
_COLON = re.compile(r"\W*:\s*")
_FARTHEST = 400  # code points that are looked at
_CLAUSE = 60  # code points before a citation in which it is denied


class Attribution(NamedTuple):
    """The citations that a quotation belongs to."""

    cited: tuple[Cited, ...]  # Those of one list together; empty if none is near.
    is_sure: bool  # Whether the text says that the words are those of the provision.


class Attributions:
    """The citations of a text by place, to find those that belong to its quotations."""

    def __init__(
        self,
        text: CitingText,
        quotations: Sequence[Quotation],
        citations: Sequence[Cited],
        outline: Outline,
    ) -> None:
        """Store the text, its quotations and its citations, both in order."""
        self._outer = _outermost(quotations)
        self._every = quotations, citations, outline
        self._inner: dict[int, Attributions] = {}  # of what is in a quotation, by its number
        self._text = text
        self._words = text.words
        self._cited = [
            each
            for each in citations
            if not _is_inside(each, self._outer) and not _is_denied(text.words, each, outline)
        ]
        self._starts = [each.reference.start for each in self._cited]
        self._quotes = [each.outer[0] for each in self._outer]
        self._told: set[int] = set()  # starts of citations that belong to a quotation before them
        self._naming = _naming_words(outline)
        self._laws = frozenset[str]().union(*map(folded_law_words, outline.languages))
        self._clauses = frozenset(
            word for each in outline.languages for word in quotation_words(each, "clause")
        )

    def of(self, quotation: Quotation) -> Attribution:
        """Return the citations that a quotation belongs to; asked in the order of the text.

        One inside another, such as a law in a player's words, belongs to a citation beside it
        there, if there is any.
        """
        around = self._around(quotation)
        found = around.of(quotation) if around else None
        if found and found.cited:
            return found
        behind, before = self._behind(quotation), self._before(quotation)
        announced = before is not None and self._announces(before, quotation)
        if behind and self._is_bracketed(quotation, behind, announced):
            self._told.add(behind.reference.start)
            return Attribution(self._list_of(behind), is_sure=True)
        if before and announced:
            return Attribution(self._sentence_of(before), is_sure=True)
        if behind and self._follows(quotation, behind):
            self._told.add(behind.reference.start)
            return Attribution(self._list_of(behind), is_sure=True)
        near = self.near(quotation)
        return Attribution(self._list_of(near) if near else (), is_sure=False)

    def speaks_of_law(self, quotation: Quotation) -> bool:
        """Return whether words are said to be the law's without an address: the Laws say “…”."""
        start, end = quotation.outer
        begin, stop = self._text.paragraph(start)
        before = _SENTENCE_END.split(self._words[max(begin, start - _FARTHEST) : start])[-1]
        behind = _APART.split(self._words[end : min(max(stop, end), end + _FARTHEST)], 1)[0]
        beside = [*_WORD.findall(before)[-_BEFORE:], *_WORD.findall(behind)[:_BEHIND]]
        return not self._laws.isdisjoint(map(plain, beside))

    def _around(self, quotation: Quotation) -> Attributions | None:
        """Return the citations inside the outermost quotation around another."""
        at = bisect_right(self._quotes, quotation.outer[0]) - 1
        if at < 0 or not _is_in(quotation.outer, self._outer[at].outer):
            return None
        if quotation == self._outer[at]:
            return None
        if at not in self._inner:
            quotations, citations, outline = self._every
            start, end = self._outer[at].outer
            first = bisect_left(quotations, start, key=lambda each: each.outer[0])
            last = bisect_left(quotations, end, key=lambda each: each.outer[0])
            own = bisect_left(citations, start, key=lambda each: each.reference.start)
            behind = bisect_left(citations, end, key=lambda each: each.reference.start)
            inside = [each for each in quotations[first:last] if each != self._outer[at]]
            self._inner[at] = Attributions(self._text, inside, citations[own:behind], outline)
        return self._inner[at]

    def near(self, quotation: Quotation) -> Cited | None:
        """Return the citation nearest to a quotation: the one before it, else the one behind it."""
        return self._before(quotation) or self._behind(quotation)

    def _behind(self, quotation: Quotation) -> Cited | None:
        """Return the first one behind a quotation in its paragraph; of a block, in the next."""
        at = bisect_left(self._starts, quotation.outer[1])
        end = self._text.paragraph(max(quotation.outer[1] - 1, 0))[1]
        if quotation.is_block:
            end = self._text.paragraph(min(end, len(self._words)))[1]
        end = min(end, quotation.outer[1] + _FARTHEST)
        return self._cited[at] if at < len(self._cited) and self._starts[at] < end else None

    def _before(self, quotation: Quotation) -> Cited | None:
        at = bisect_right(self._starts, quotation.outer[0]) - 1
        begin = self._text.paragraph(quotation.outer[0])[0]
        if quotation.is_block:
            begin = self._text.paragraph(max(begin - 1, 0))[0]
        begin = max(begin, quotation.outer[0] - _FARTHEST)
        found = self._cited[at] if at >= 0 and self._starts[at] >= begin else None
        return found if found and found.reference.end <= quotation.outer[0] else None

    def _is_bracketed(self, quotation: Quotation, cited: Cited, announced: bool) -> bool:
        """Return whether a citation is in brackets or after a dash; of a block, alone below it.

        A dash on a new line begins the next item of a list if the quotation was announced.
        """
        gap = self._words[quotation.outer[1] : cited.reference.start]
        if quotation.is_block:
            rest = self._words[cited.reference.end : self._text.paragraph(cited.reference.start)[1]]
            return self._count(gap) <= 1 and bool(_AROUND_ALONE.match(rest))
        opened = _OPENED.match(gap)
        if opened is None or self._count(gap) > _BEHIND:
            return False
        if announced and "\n" in opened[0] and opened[0].strip()[-1:] not in ("(", "["):
            return False
        return not re.search(r"[)\]]", gap[opened.end() :])

    def _announces(self, cited: Cited, quotation: Quotation) -> bool:
        """Return whether a citation announces the words behind it: «Law 47 says: “…”»."""
        gap = self._words[cited.reference.end : quotation.outer[0]]
        if cited.reference.start in self._told or _SENTENCE_END.search(gap):
            return False
        if quotation.is_block:
            return gap.rstrip().endswith(":")
        act = {plain(word) for word in _WORD.findall(cited.reference.act or "")}
        skipped = self._naming | act
        told = [word for word in _WORD.findall(gap) if plain(word) not in skipped]
        return len(told) <= _BEFORE and not any(word[:1].isupper() for word in told)

    def _follows(self, quotation: Quotation, cited: Cited) -> bool:
        """Return whether a citation says of words before it whose they are: “…”, as Law 47 says."""
        gap = self._words[quotation.outer[1] : cited.reference.start]
        told = [plain(word) for word in _WORD.findall(gap)]
        if not told or told[0] in self._clauses or _SENTENCE_END.search(gap) or "\n\n" in gap:
            return False
        if self._count(gap) > _BEHIND or self._is_sentence_end(quotation):
            return False
        after = bisect_left(self._quotes, cited.reference.end)
        if after == len(self._quotes):
            return True
        rest = self._words[cited.reference.end : self._quotes[after]]
        return len(_WORD.findall(rest[:_FARTHEST])) > _BEFORE or bool(_SENTENCE_END.search(rest))

    def _is_sentence_end(self, quotation: Quotation) -> bool:
        """Return whether a quotation ends a sentence that began before it, as in: He said “No.”."""
        if not _ENDED.search(self._words, quotation.start, quotation.end):
            return False
        begin = max(self._text.paragraph(quotation.outer[0])[0], quotation.outer[0] - _FARTHEST)
        before = self._words[begin : quotation.outer[0]]
        ends = [each.end() for each in _SENTENCE_END.finditer(before)]
        return bool(_WORD.search(before, ends[-1] if ends else 0))

    def _count(self, gap: str) -> int:
        """Return the number of words, without those for a law and for the code."""
        return sum(plain(word) not in self._naming for word in _WORD.findall(gap))

    def _sentence_of(self, cited: Cited) -> tuple[Cited, ...]:
        """Return a citation that announces words, with those before it: Law 47E and Law 47F."""
        found = self._list_of(cited)
        at = bisect_left(self._starts, found[0].reference.start)
        while at > 0:
            above = self._cited[at - 1]
            gap = self._words[above.reference.end : found[0].reference.start]
            if not gap.strip() or self._count(gap) > _BEHIND or _APART.search(gap):
                break
            at -= 1
            found = (above, *found)
        return found

    def _list_of(self, cited: Cited) -> tuple[Cited, ...]:
        """Return all citations of the list that contains one: «Laws 14A1 and 14A2»."""
        within = cited.reference.within
        if within is None:
            return (cited,)
        first = bisect_left(self._starts, within[0])
        last = bisect_left(self._starts, within[1])
        return tuple(self._cited[first:last]) or (cited,)


def _is_denied(words: str, cited: Cited, outline: Outline) -> bool:
    """Return whether a text denies a citation right before it: «not in Law 47F1», not «not only».

    A verb between them is denied instead: «did not follow Law 47F1».
    """
    within = cited.reference.within
    begin = within[0] if within else cited.reference.start
    before = _APART.split(words[max(0, begin - _CLAUSE) : begin].replace(",", "."))[-1]
    for word in reversed([plain(each) for each in _WORD.findall(before)][-_BEFORE:]):
        if any(word in quotation_words(each, "denied") for each in outline.languages):
            return True
        if not any(_is_passed(word, each) for each in outline.languages):
            return False
    return False


@lru_cache(4096)
def _is_passed(word: str, language: Language) -> bool:
    """Return whether a word between a denial and an address changes nothing."""
    if word in quotation_words(language, "only"):
        return False
    if word in folded_law_words(language) | quotation_words(language, "joins"):
        return True
    return fold(word) in read_vocabulary(language.code).stop


def without_attributions(
    text: CitingText,
    quotations: Sequence[Quotation],
    citations: Sequence[Cited],
    outline: Outline,
) -> tuple[Quotation, ...]:
    """Return quotations whose block quotes are the quoted words alone.

    A block quote names its provision at its end, in brackets or after a dash, or before its first
    words: «Law 47E: A card …». One whose words are mostly in quotation marks is these.
    """
    naming, starts = _naming_words(outline), [each.reference.start for each in citations]
    found: list[Quotation] = []
    for each in quotations:
        inner = (one for one in quotations if not one.is_block and _is_in(one.outer, each.outer))
        if each.is_block and _share(text.words, each, inner) >= _MOSTLY:
            continue
        first = bisect_left(starts, each.start)
        own = citations[first : bisect_left(starts, each.end)] if each.is_block else ()
        found.append(_trimmed(text.words, each, own, naming) if own else each)
    return tuple(found)


def _is_in(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _share(words: str, block: Quotation, inner: Iterable[Quotation]) -> float:
    """Return the share of the words of a block quote that are in quotation marks."""
    held = sum(len(_WORD.findall(words[one.start : one.end])) for one in inner)
    return held / max(1, len(_WORD.findall(words[block.start : block.end])))


def _trimmed(
    words: str, block: Quotation, citations: Sequence[Cited], naming: frozenset[str]
) -> Quotation:
    """Return a block quote without the citation that names its provision."""

    def names(part: str) -> bool:
        return all(plain(word) in naming for word in _WORD.findall(part))

    start, end = block.start, block.end
    last, first = citations[-1].reference, citations[0].reference
    opened = _LAST_SIGN.match(words[start : last.start])
    if opened and names(opened[2]) and names(words[last.end : end]):
        end = start + opened.end(1)
    elif names(words[start : first.start]) and (colon := _COLON.match(words, first.end, end)):
        start = colon.end()
    if (start, end) == (block.start, block.end):
        return block
    end = start + len(words[start:end].rstrip())
    return replace(block, start=start, end=end, outer=(start, end))


def _outermost(quotations: Iterable[Quotation]) -> list[Quotation]:
    found: list[Quotation] = []
    for each in quotations:
        if not found or each.outer[0] >= found[-1].outer[1]:
            found.append(each)
    return found


def _is_inside(cited: Cited, outer: Sequence[Quotation]) -> bool:
    at = bisect_right(outer, cited.reference.start, key=lambda each: each.outer[0]) - 1
    return at >= 0 and cited.reference.start < outer[at].outer[1]


def _naming_words(outline: Outline) -> frozenset[str]:
    """Return the words for a law, and those that name the code and its editions."""
    texts = [*outline.titles.values(), *(edition.id for edition in outline.editions)]
    for own in outline.references.values():
        for key in ("filler", "edition"):
            texts += own.get(key, ())
    words = {plain(word) for text in texts for word in _WORD.findall(text)}
    return frozenset(words.union(*map(folded_law_words, outline.languages)))
