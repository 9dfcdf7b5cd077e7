"""The rule for words that exclude each other: *before* and *after*, *highest* and *lowest*.

The words of a language are in the table ``[opposites]`` of its file: closed lists by field, with
the same names in every language. The names of the months are those of its numerals.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from lawkb.checks.denials import PhraseList, read_denials, read_phrases
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import (
    OTHER_SIDE,
    SIDES,
    CheckedText,
    Fault,
    SideName,
    TextPair,
    read_rule_words,
    sentence_pairs,
)
from lawkb.model.finding import Severity, say
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import Word

_APART = "apart"  # phrases of a field that have none of its meanings
_MONTH = "month"
_LINK = "link"  # and, or: after a denial either may be right
_CERTAIN = frozenset((_MONTH, "weekday"))  # fields of names, which nobody paraphrases
_ABBREVIATED = 3  # most letters of a month that needs a number beside it: «set», «mar», May
_LIMIT = "limit"  # only: there is no word for its opposite, so that it is missing or not
_ONLY = "only"
_MOST_KNOWN = 2**17  # words
_SHORT = 30  # most words of a sentence whose only link is compared with certainty
_LONGEST = 60  # most words of a sentence, or of texts that have not the same sentences
_TURNING = frozenset(("not", "perhaps", "nor", "strict", "bound"))  # kinds of denials
_LIMITING = frozenset(("only", "until"))  # meanings that a denial may stand for


_Turns = tuple[int, int, int]  # numbers of denials, of limits, and of all that may be one


class _Member(NamedTuple):
    """A word or phrase of a field."""

    field: str  # `order`
    name: str  # `before`
    start: int
    end: int


def opposites(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """The translation has the opposite of a word, or another word of its closed field.

    Why: *before the lead* and *after the lead*, *Tuesday* and *Thursday* are two rules.

    Example: *the highest score* beside *η χαμηλότερη βαθμολογία*.

    Limits: only words of the tables ``[opposites]`` of both languages. Nothing is reported where
    one text denies or limits more than the other: *not before* may be *only after*. Days and months
    are errors, all others warnings.
    """
    ours, theirs = pair.original.once(_members), pair.translation.once(_members)
    fields = sorted({each.field for each in ours} & {each.field for each in theirs} - {_LIMIT})
    limits = any(each.name == _ONLY for each in (*ours, *theirs))
    if not fields and not limits:
        return
    for left, right in sentence_pairs(pair):
        if max(len(left), len(right)) > _LONGEST:
            continue
        own, other = _within(ours, left), _within(theirs, right)
        changes = [
            (field, changed)
            for field in fields
            if (changed := _changed(_of(field, own), _of(field, other)))
        ]
        lone = list(_lone_limits(own, other)) if limits else []
        if not changes and not lone:
            continue
        turns = _turns(pair.original, left), _turns(pair.translation, right)
        for field, changed in changes if turns[0][:2] == turns[1][:2] else ():
            if field != _LINK:
                yield _fault(pair, changed, "error" if field in _CERTAIN else "warning")
            elif turns[0][:2] == (0, 0):
                alone = len(_of(field, own)) == 1 and max(len(left), len(right)) <= _SHORT
                yield _fault(pair, changed, "warning" if alone else "note")
        for name, limit in lone:
            at = SIDES.index(name)
            # the other text has no denial more than this one, nor what may stand for one
            if turns[1 - at][2] <= turns[at][0]:
                yield _limit_missing(pair, name, limit)


def _within(members: Sequence[_Member], words: Sequence[Word]) -> list[_Member]:
    first, last = (words[0].start, words[-1].end) if words else (0, -1)
    return [each for each in members if first <= each.start < last]


def _of(field: str, members: Iterable[_Member]) -> list[_Member]:
    return [each for each in members if each.field == field]


def _changed(
    ours: Sequence[_Member], theirs: Sequence[_Member]
) -> tuple[list[_Member], list[_Member]] | None:
    """Return the members of one meaning that only one text has, and those of another in the other.

    None unless exactly one meaning is gone and exactly one other is new, as often as the first or
    alone in its text.
    """
    here, there = Counter(e.name for e in ours), Counter(e.name for e in theirs)
    gone, new = here - there, there - here
    if len(gone) != 1 or len(new) != 1:
        return None
    if gone.total() != new.total() and not len(here) == len(there) == 1:
        return None
    lost, put = next(iter(gone)), next(iter(new))
    return [e for e in ours if e.name == lost], [e for e in theirs if e.name == put]


def _lone_limits(
    ours: Sequence[_Member], theirs: Sequence[_Member]
) -> Iterator[tuple[SideName, _Member]]:
    """Yield the first *only* of a sentence whose counterpart has no limit of any kind."""
    for name, own, other in ((SIDES[0], ours, theirs), (SIDES[1], theirs, ours)):
        only = next((each for each in own if (each.field, each.name) == (_LIMIT, _ONLY)), None)
        if only and not _of(_LIMIT, other):
            yield name, only


def _limit_missing(pair: TextPair, name: SideName, limit: _Member) -> Fault:
    words = pair.side(name).text[limit.start : limit.end]
    lacking = OTHER_SIDE[name]
    return Fault(
        say("«%(words)s» without a counterpart in the translation", words=words)
        if name == "original"
        else say("«%(words)s» without a counterpart in the original", words=words),
        quote=words,
        hint=say("compare both texts: one of them says more than the other"),
        key=f"only {lacking}",
        marked=((name, (limit.start, limit.end)),),
        severity="warning",
        contradicts=name == "translation",
    )


def _turns(side: CheckedText, words: Sequence[Word]) -> _Turns:
    """Return how many denials, limits such as *only*, and other possible denials a sentence has."""
    first, last = (words[0].start, words[-1].end) if words else (0, 0)
    held = [e for e in side.once(read_denials).found if first <= side.words[e.first].start < last]
    limits = sum(not _LIMITING.isdisjoint(each.groups) for each in held)
    return sum(each.kind in _TURNING for each in held), limits, len(held)


def _fault(
    pair: TextPair,
    changed: tuple[Sequence[_Member], Sequence[_Member]],
    severity: Severity,
) -> Fault:
    spans: list[tuple[SideName, Span]] = [
        (name, (each.start, each.end))
        for name, own in zip(SIDES, changed, strict=True)
        for each in own
    ]
    words, others = (
        tuple(dict.fromkeys(f"«{pair.side(name).text[a:b]}»" for on, (a, b) in spans if on == name))
        for name in SIDES
    )
    return Fault(
        say("%(ours)s in the original, %(theirs)s in the translation", ours=words, theirs=others),
        quote=pair.translation.text[slice(*spans[-1][1])],
        hint=say("compare both words"),
        key=f"{changed[0][0].name} {changed[1][0].name}",
        marked=tuple(spans),
        severity=severity,
        contradicts=True,
    )


def _members(side: CheckedText) -> tuple[_Member, ...]:
    """Return the members of the fields in a text, in order."""
    known = _phrases(side.language.code)
    if known is None:
        return ()
    found: list[_Member] = []
    words, reached, opens = side.words, 0, _openers(side.language.code)
    for at in [at for at, word in enumerate(words) if opens[word.text]]:
        for entry in known.at(side.text, words, at) if at >= reached else ():
            field, _, name = entry.group.partition(".")
            reached = at + len(entry.forms)
            if name != _APART and (field != _MONTH or _is_month(words, at, side.language.code)):
                found.append(_Member(field, name, words[at].start, words[reached - 1].end))
    return tuple(found)


class _Openers(dict[str, bool]):
    """Whether each word may open a phrase, found once: a look-up is all the time."""

    def __init__(self, phrases: PhraseList) -> None:
        first = [entry.forms[0] for entry in phrases.entries]
        self._prefixes = tuple(form.partition("*")[0] for form in first if "*" in form)
        self._words = {form.removeprefix("=") for form in first if "*" not in form}

    def __missing__(self, word: str) -> bool:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        folded = fold(word)
        told = folded in self._words or folded.startswith(self._prefixes)
        self[word] = told or word.lower() in self._words  # with its accents
        return self[word]


@cache
def _openers(code: str) -> _Openers:
    phrases = _phrases(code)
    assert phrases
    return _Openers(phrases)


def _is_month(words: Sequence[Word], at: int, code: str) -> bool:
    """Return whether a word is the name of a month, and not *may*, or «set», a set."""
    word = words[at]
    beside = [*words[max(0, at - 1) : at], *words[at + 1 : at + 2]]
    if any(each.text[0].isdecimal() for each in beside):
        return True
    return len(word.folded) > _ABBREVIATED and word.folded not in read_rule_words(code).permission


@cache
def _phrases(code: str) -> PhraseList | None:
    """Return the phrases of a language by field and meaning; None if its file has none."""
    tables = any_language(code).tables
    likes: Mapping[str, str] = tables.get("denial", {}).get("like", {})
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for field, members in tables.get("opposites", {}).items():
        for name, forms in members.items():
            listed[f"{field}.{name}"] += chain.from_iterable(
                likes[form[1:]].split() if form.startswith("@") else (form,)
                for form in forms.split()
            )
    if not listed:
        return None
    for at, forms in enumerate(tables.get("numerals", {}).get("months", ()), start=1):
        listed[f"{_MONTH}.{at}"] = [fold(form) for form in forms.split()]
    return read_phrases(listed)
