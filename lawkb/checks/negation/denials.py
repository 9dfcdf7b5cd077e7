"""The denials of a text: words that deny, may deny, or only strengthen a denial.

Many languages strengthen a denial by a second word (negative concord): *κανείς δεν*, *non …
nessuno* and *ne … aucun* are one denial each, and so is *nobody*.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lawkb.checks.negation.denial_words import DenialWords, EntryMatch, Kind, read_denial_words
from lawkb.checks.text_pairs import CheckedText, is_quoted
from lawkb.words import Word, sentences

_CLAUSE = re.compile(r"[,;:.·?!()\[\]\n–—]|\s-\s")
_SENTENCE = re.compile(r"[;:.·?!](?=\s|$)|\n")
_STOPS = ".?!"
_NUMBER = re.compile(r"[.°º]?\s*\d")
_APOSTROPHES = "'’"
_SHORT = 2  # most letters of a possible abbreviation: No. 5
_LONGEST = 80  # most words of a clause
_STRENGTHEN = ("bound", "opening", "closing")
_ANY = "un"  # the meaning of a word known only by its prefix
_PLAIN = ("not", "perhaps")


class Denial(NamedTuple):
    """A word or phrase that denies, or may.

    Attributes:
        first: Index of its first word.
        last: Index of its last one.
        kind: ``not`` denies, ``perhaps`` may; the meaning of ``strict`` includes a denial, that of
            ``like`` may; ``bound`` strengthens a denial that is missing.
        groups: Its meanings; empty for a plain denial.
        sentence: Number of its sentence.
        opens: Whether only very frequent words precede it in its sentence.
    """

    first: int
    last: int
    kind: Kind
    groups: frozenset[str]
    sentence: int
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Denials:
    """The denials of a text in order, and the number of its sentences."""

    found: tuple[Denial, ...]
    sentences: int


class _Clause(NamedTuple):
    """A clause: words up to the next mark or conjunction.

    Attributes:
        span: Indexes of its words.
        found: Its certain and possible denials.
        first: Whether it is the first clause of its sentence.
    """

    span: range
    found: tuple[Denial, ...]
    first: bool


def read_denials(side: CheckedText) -> Denials:
    """Return the denials of a text, outside references and local remarks."""
    words, known = side.words, read_denial_words(side.language.code)
    facts = [known.known_of(word) for word in words]
    if not any(near for near, _ in facts):  # most texts
        return Denials((), 1)
    clauses = tuple(_clauses(side, known, facts))
    told = [each for clause in clauses for each in _resolved(words, known, clause)]
    number = sum(clause.first for clause in clauses)
    return Denials(tuple(_alone(words, known, told)), number)


def _clauses(
    side: CheckedText, known: DenialWords, facts: Sequence[EntryMatch]
) -> Iterator[_Clause]:
    text = side.text
    stops = tuple(end for _, end in sentences(text, side.language.code, _STOPS))
    number, first = 1, True
    found: list[Denial] = []
    start = end = previous_end = 0
    for at, (word, (near, marks)) in enumerate(zip(side.words, facts, strict=True)):
        between = text[previous_end : word.start] if at else " "
        if between != " ":
            between = _between(text, stops, previous_end, word.start)
        previous_end = word.end
        marked = between != " " and _CLAUSE.search(between)
        cut = marked or "clause" in marks or at - start >= _LONGEST
        if cut and at >= end and at:
            yield _Clause(range(start, at), tuple(found), first)
            start, found = at, []
            first = bool(marked and _SENTENCE.search(between))
            number += first
        if near and at >= end and (denial := _begins(side, known, at, number)):
            found.append(denial)
            end = denial.last + 1
    yield _Clause(range(start, len(facts)), tuple(found), first)


def _between(text: str, stops: Sequence[int], start: int, end: int) -> str:
    """Return the characters between two words, without the full stop of an abbreviation."""
    between = text[start:end]
    if "." not in between:
        return between
    after = bisect_right(stops, start)
    ended = after < len(stops) and stops[after] <= end
    return between if ended else between.replace(".", "")


def _begins(side: CheckedText, known: DenialWords, at: int, sentence: int) -> Denial | None:
    """Return the denial that begins at a word, by the longest phrase."""
    there = known.at(side.words, at)
    if not there:
        return None
    last = at + len(there[0].forms) - 1
    if last == at and not _is_whole(side.text, side.words[at]):
        return None
    groups = frozenset(each.group for each in there if each.group)
    return Denial(at, last, there[0].kind, groups - {_ANY} or groups, sentence)


def _is_whole(text: str, word: Word) -> bool:
    """Return whether a word is no abbreviation (*No. 5*), elided letter, or quoted word.

    A single word in quotation marks is only mentioned: *the answer "no"*.
    """
    if word.end - word.start == 1:
        beside = text[max(0, word.start - 1) : word.start], text[word.end : word.end + 1]
        return any(mark and mark in _APOSTROPHES for mark in beside)
    if is_quoted(text, (word.start, word.end)):
        return False
    return word.end - word.start > _SHORT or not _NUMBER.match(text, word.end)


def _resolved(words: Sequence[Word], known: DenialWords, clause: _Clause) -> Iterator[Denial]:
    """Yield the denials of a clause, without words that only strengthen one."""
    span, found = clause.span, clause.found
    strengthening = [each for each in found if each.kind in _STRENGTHEN]
    if not strengthening:
        found = _meaningful_denials(words, known, clause)
    plain = [each.first for each in found if each.kind in _PLAIN]
    for each in found:
        if each.kind == "nor":
            adds = not plain or each.first > plain[-1]
            opens = clause.first and all(word.common for word in words[span.start : each.first])
            yield each._replace(kind="nor" if adds else "like", opens=opens)
        elif each.kind not in _STRENGTHEN:
            yield each
        elif _denies(words, known, each, clause):
            yield each._replace(kind="not")
        elif not _is_licensed(words, known, each, clause):
            yield each._replace(kind="bound")
        elif each is not strengthening[0]:
            yield each._replace(kind="like")


def _denies(words: Sequence[Word], known: DenialWords, denial: Denial, clause: _Clause) -> bool:
    """Return whether a word that can strengthen a denial is one itself, by its position."""
    span = clause.span
    joined = [at for at in span if at < denial.first and known.marked(words[at], "joining")]
    start = joined[-1] + 1 if joined else span.start
    before = words[start : denial.first]
    opens = all(word.common and not known.marked(word, "verb") for word in before)
    if denial.kind == "closing":
        ends = denial.last + 1 == span.stop and not opens
        return not ends and not _is_licensed(words, known, denial, clause)
    if _is_licensed(words, known, denial, clause) or not opens:
        return False
    rest = words[denial.last + 1 : span.stop]
    is_verbless = not any(known.marked(word, "verb") for word in rest)
    return denial.kind == "opening" or is_verbless


def _is_licensed(
    words: Sequence[Word], known: DenialWords, denial: Denial, clause: _Clause
) -> bool:
    """Return whether the clause has a denial that a word strengthens: anywhere, or before it."""
    span, found = clause.span, clause.found
    end = span.stop if denial.kind == "bound" else denial.first
    return any(
        each.kind in (*_PLAIN, "strict", "nor") and each.first < end for each in found
    ) or any(known.marked(word, "licence") for word in words[span.start : denial.first])


def _meaningful_denials(
    words: Sequence[Word], known: DenialWords, clause: _Clause
) -> tuple[Denial, ...]:
    """Return the denials of a clause without those that deny nothing or mean *only*."""
    span, found = clause.span, clause.found
    plain = [each for each in found if each.kind in _PLAIN]
    for each in found:
        turned = known.with_denial(words, each.first)
        idle = next((one for one in plain if turned and one.first > each.last), None)
        if turned and idle:
            kept = each._replace(groups=frozenset((turned,)))
            return tuple(kept if one is each else one for one in found if one is not idle)
    for each in plain[:1]:
        if any(known.marked(word, "restrictive") for word in words[each.last + 1 : span.stop]):
            only = each._replace(kind="like", groups=frozenset(("only",)))
            return tuple(only if one is each else one for one in found)
    return found


def _alone(words: Sequence[Word], known: DenialWords, found: Sequence[Denial]) -> Iterator[Denial]:
    """Yield denials; one that repeats another of its sentence becomes a possible one."""
    denied: set[int] = set()
    several = Counter(each.sentence for each in found if each.kind == "nor")
    for each in found:
        before = each.sentence in denied
        if each.kind == "nor":
            alone = each.opens or several[each.sentence] > 1
            yield each._replace(kind="like" if before else "not" if alone else "bound")
        elif before and _repeats(words, known, each):
            yield each._replace(kind="perhaps")
        else:
            yield each
        if each.kind != "like":
            denied.add(each.sentence)


def _repeats(words: Sequence[Word], known: DenialWords, denial: Denial) -> bool:
    at = denial.first
    joined = at > 0 and known.marked(words[at - 1], "joining")
    return joined and known.marked(words[at], "repeated")
