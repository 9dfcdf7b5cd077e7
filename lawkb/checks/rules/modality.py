"""Rules for words that oblige, allow and advise."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import NamedTuple

from lawkb.checks.denials import read_denials
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import (
    SIDES,
    CheckedText,
    Fault,
    SideName,
    TextPair,
    read_rule_words,
    sentence_pairs,
)
from lawkb.model.finding import Message, say
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import Word

_CLAUSE = re.compile(r"[,;:·()\[\]\n]|[.–—](?!\w)")
_MOST_PLACES = 1_000  # of a word that are told
_BEFORE, _BEHIND = 1, 3  # words beside a denial among which is what it denies


def modality(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """The original obliges and the translation permits, or the other way round.

    Why: *must* and *may* are what a law is made of.

    Example: *he must summon the Director* beside *μπορεί να καλέσει τον Διαιτητή*.

    Limits: a clause with a negation or a limit is not compared: *may not* is an order, and *may
    take at most two* can be one, unless the other text says *is bound to*. An order without such a
    word, as *is paid*, is not compared.
    """
    yield from _freed(pair)
    binds, allows = _kinds(pair.original)
    bound, allowed = _kinds(pair.translation)
    if not ((binds and allowed) or (allows and bound)):
        return
    for left, right in sentence_pairs(pair):
        ours, theirs = _modal_words(pair.original, left), _modal_words(pair.translation, right)
        if _are_limited(ours, theirs):
            continue
        if _only(ours, "binds") and _only(theirs, "allows"):
            told = say("the original obliges, the translation permits")
            yield _turned(pair, (ours, theirs), "binds allows", told)
        if _only(ours, "allows") and _only(theirs, "binds"):
            told = say("the original permits, the translation obliges")
            yield _turned(pair, (ours, theirs), "allows binds", told)
        if one := _one_of_several(ours, theirs):
            yield _turned(pair, (ours, theirs), "one of several", one)


def _freed(pair: TextPair) -> Iterator[Fault]:
    """Yield the fault of *must not* beside «muss nicht», which is *need not*."""
    ours, theirs = pair.original.once(_denied), pair.translation.once(_denied)
    if len(ours) == len(theirs) == 1 and ours[0][0] != theirs[0][0]:
        words = [
            pair.side(name).text[slice(*span)]
            for name, ((_, span),) in zip(SIDES, (ours, theirs), strict=True)
        ]
        told = (
            say("the original forbids, the translation only exempts")
            if ours[0][0] == "forbids"
            else say("the original only exempts, the translation forbids")
        )
        yield Fault(
            say("%(told)s: %(words)s", told=told, words=tuple(words)),
            quote=words[1],
            hint=say("use a word of obligation or permission as in the original"),
            key="forbids exempts",
            marked=tuple(zip(SIDES, (ours[0][1], theirs[0][1]), strict=True)),
            contradicts=True,
        )


def _denied(side: CheckedText) -> tuple[tuple[str, Span], ...]:
    """Return the modal words of a text that a denial is beside, each with what it does with it.

    It ``forbids``, as in *must not*, or ``exempts``, as in *need not*.
    """
    denials = [e for e in side.once(read_denials).found if e.kind in ("not", "perhaps")]
    if not denials:  # as in most texts
        return ()
    modal, words, found = _modal(side.language.code), side.words, []
    clauses = [*_clauses(side.text, words)]
    for denial in denials:
        clause = next(own for own in clauses if words[denial.first] in own)
        near = words[max(0, denial.first - _BEFORE) : denial.last + 1 + _BEHIND]
        told = {
            (kind, (word.start, word.end))
            for kind, forms in modal.denied.items()
            for word in clause
            if word.folded in forms and (word in near or word.folded in modal.afar)
        }
        found += sorted(told) if len(told) == 1 else [("", span) for _, span in told]
    return tuple(found)


def _are_limited(ours: _ModalWords, theirs: _ModalWords) -> bool:
    """Return whether a measure may make an order of a permission: nobody is *bound to* there."""
    return "measures" in ours.others | theirs.others and not (ours.obliges or theirs.obliges)


def _one_of_several(ours: _ModalWords, theirs: _ModalWords) -> Message | None:
    """Return what is told if one of several words became one of the other kind.

    Both texts have as many words, at least two, and nothing that turns or may replace one.
    """
    here, there = (len(ours.binds), len(ours.allows)), (len(theirs.binds), len(theirs.allows))
    mixed = sum(here) == sum(there) > 1 and all(map(any, zip(here, there, strict=True)))
    if ours.others or theirs.others or not mixed:
        return None
    if here[0] == there[0] + 1:
        return say("one word obliges in the original and permits in the translation")
    if here[1] == there[1] + 1:
        return say("one word permits in the original and obliges in the translation")
    return None


def _kinds(side: CheckedText) -> tuple[bool, bool]:
    """Return whether a text has words that always oblige, and words that always allow."""
    modal = _modal(side.language.code)
    words = modal.surely.intersection([word.folded for word in side.words])
    framed = any(word.folded in modal.frame for word in side.words) if modal.frame else False
    binds = framed or not words.isdisjoint(modal.binds) or bool(_obliging(side.words, modal))
    return binds, not words.isdisjoint(modal.allows)


def _obliging(words: Sequence[Word], modal: _Modal) -> list[Word]:
    """Return the last word of each phrase that binds in so many words: *is bound to*."""
    if modal.obliges_at.isdisjoint([word.folded for word in words]):  # most texts
        return []
    return [words[at.stop - 1] for at in _found([word.folded for word in words], modal.obliging)]


@dataclass(frozen=True, slots=True)
class _Modal:
    """The words and phrases of a language that oblige or allow; folded."""

    binds: frozenset[str]  # Words that oblige: *must*.
    allows: frozenset[str]  # Words that allow: *may*.
    surely: frozenset[str]  # Words of both kinds that have no other meaning.
    # Phrases that make an order of a permission or the reverse: *not*, *only*.
    turns: frozenset[tuple[str, ...]]
    measures: frozenset[tuple[str, ...]]  # Phrases of a measure, which may do so: *at most*.
    obliging: frozenset[tuple[str, ...]]  # Phrases that bind in so many words: *is bound to*.
    obliges_at: frozenset[str]  # The first words of these.
    may_bind: frozenset[tuple[str, ...]]  # Phrases that sometimes oblige.
    may_allow: frozenset[tuple[str, ...]]  # Phrases that sometimes allow.
    months: frozenset[str]  # Names of months, such as *May*.
    frame: frozenset[str]  # Verbs that bind with another verb at the end of the clause: *hat*.
    frame_end: re.Pattern[str]  # The end of such a clause: *zu zahlen*, *auszuzahlen*.
    # Words that forbid with a denial beside them, and those that exempt.
    denied: Mapping[str, frozenset[str]]
    afar: frozenset[str]  # Those of both that a denial may be far from: «muss … nicht».


@dataclass(frozen=True, slots=True)
class _ModalWords:
    """The words of a sentence that oblige and that allow."""

    binds: tuple[Word, ...]
    allows: tuple[Word, ...]
    # Kinds of other words in it: `binds` and `allows` for doubtful ones, `turns`, `measures`.
    others: frozenset[str]
    obliges: bool = False  # Whether one of the first binds in so many words.


def _only(told: _ModalWords, kind: str) -> bool:
    own, against = (told.binds, told.allows) if kind == "binds" else (told.allows, told.binds)
    other = "allows" if kind == "binds" else "binds"
    return bool(own) and not against and other not in told.others and "turns" not in told.others


def _modal_words(side: CheckedText, words: Sequence[Word]) -> _ModalWords:
    modal = _modal(side.language.code)
    folded = [word.folded for word in words]
    spoken = [word for at, word in enumerate(words) if not _is_month(words, at, modal)]
    weak = {word.folded for word in spoken} - modal.surely
    others = set()
    if weak & modal.binds or _has_any(folded, modal.may_bind):
        others.add("binds")
    if weak & modal.allows or _has_any(folded, modal.may_allow):
        others.add("allows")
    binds = tuple(
        word
        for word in spoken
        if word.folded in modal.binds & modal.surely
        or (word.folded in modal.frame and _is_framed(side.text, words, word, modal))
    )
    allows = tuple(word for word in spoken if word.folded in modal.allows & modal.surely)
    obliging = [word for word in _obliging(words, modal) if word not in binds]
    binds = (*binds, *obliging)
    own = {*binds, *allows}
    for clause in _clauses(side.text, words) if own else ():
        if own & {*clause}:
            held = [word.folded for word in clause]
            measures = list(_found(held, modal.measures))
            if measures:
                others.add("measures")
            for at in measures:  # *not more than*
                held[at.start : at.stop] = [""] * len(at)
            if _has_any(held, modal.turns):
                others.add("turns")
    return _ModalWords(binds, allows, frozenset(others), bool(obliging))


def _is_framed(text: str, words: Sequence[Word], verb: Word, modal: _Modal) -> bool:
    """Return whether the clause of a verb ends with one that it binds to: «hat … zu zahlen»."""
    clause = next((own for own in _clauses(text, words) if verb in own), ())
    return bool(clause and modal.frame_end.search(text[verb.end : clause[-1].end]))


def _clauses(text: str, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    starts = [word.start for word in words]
    marks = _CLAUSE.finditer(text, starts[0], words[-1].end) if words else ()
    first = 0
    for mark in marks:
        end = bisect_left(starts, mark.end())
        yield words[first:end]
        first = end
    yield words[first:]


def _is_month(words: Sequence[Word], at: int, modal: _Modal) -> bool:
    """Return whether *May* is the month: with a capital, or next to a number."""
    word = words[at]
    if word.folded not in modal.months:
        return False
    beside = [*words[max(0, at - 1) : at], *words[at + 1 : at + 2]]
    return (at > 0 and word.text[0].isupper()) or any(w.text[0].isdecimal() for w in beside)


def _has_any(folded: Sequence[str], phrases: frozenset[tuple[str, ...]]) -> bool:
    return any(True for _ in _found(folded, phrases))


def _found(folded: Sequence[str], phrases: frozenset[tuple[str, ...]]) -> Iterator[range]:
    """Yield the indexes of each phrase in a text, the longest of each place."""
    longest = max((len(phrase) for phrase in phrases), default=0)
    for at in range(len(folded)):
        for size in range(longest, 0, -1):
            if tuple(folded[at : at + size]) in phrases:
                yield range(at, at + size)
                break


@cache
def _modal(code: str) -> _Modal:
    table = any_language(code).tables
    checks, numerals = table.get("checks", {}), table.get("numerals", {})
    phrases = read_rule_words(code)

    def listed(key: str) -> frozenset[tuple[str, ...]]:
        found = checks.get(key, "").split()
        return frozenset(tuple(map(fold, each.split("-"))) for each in found)

    return _Modal(
        phrases.obligation,
        phrases.permission,
        frozenset(map(fold, checks.get("modal", ()))),
        listed("turning"),
        listed("measuring"),
        obliging := listed("obliging"),
        frozenset(phrase[0] for phrase in obliging),
        listed("binding"),
        listed("allowing"),
        frozenset(fold(word) for each in numerals.get("months", ()) for word in each.split()),
        frozenset(map(fold, checks.get("frame", ()))),
        re.compile(checks.get("frame_end", r"(?!)")),
        {
            kind: frozenset(map(fold, checks.get(kind, "").split()))
            for kind in ("forbids", "exempts")
        },
        frozenset(map(fold, checks.get("afar", "").split())),
    )


def _turned(pair: TextPair, both: tuple[_ModalWords, _ModalWords], key: str, told: str) -> Fault:
    spans: list[tuple[SideName, Span]] = [
        (name, (word.start, word.end))
        for name, own in zip(SIDES, both, strict=True)
        for word in (*own.binds, *own.allows)
    ]
    words = tuple(pair.side(name).text[slice(*span)] for name, span in spans)
    return Fault(
        say("%(told)s: %(words)s", told=told, words=words),
        quote=", ".join(words),
        hint=say("use a word of obligation or permission as in the original"),
        key=key,
        marked=tuple(spans),
    )


_Places = defaultdict[str, dict[str, None]]  # by word


class BindingWord(NamedTuple):
    """A word of obligation in the translation of a sentence that either advises or orders."""

    advises: bool  # whether the sentence advises: *should*
    word: str  # the word of the translation, in lower case
    place: str  # the text pair


def binding_words(pair: TextPair, _context: RuleContext) -> tuple[BindingWord, ...]:
    """Return the words of obligation in a translation, by what the original says there."""
    binding = read_rule_words(pair.tags[1]).obligation
    found = []
    for original, translation in sentence_pairs(pair):
        if kind := _kind(original, pair.tags[0]):
            words = (word.lower for word in translation if word.folded in binding)
            found += [BindingWord(kind == "advice", word, pair.place) for word in words]
    return tuple(dict.fromkeys(found))


def _told(places: Mapping[str, None]) -> tuple[str, ...] | str:
    """Return places; of very many, the first and how many more there are."""
    told = tuple(islice(places, _MOST_PLACES))
    left = len(places) - len(told)
    return say("%(places)s and %(count)s more", places=told, count=left) if left else told


def advice(texts: Iterable[Sequence[BindingWord]], _context: RuleContext) -> Iterator[Fault]:
    """*should* and *must* are translated with the same word: a style decision, reported once.

    Why: what is advised and what is ordered have different consequences.

    Example: *should be given* and *must summon* both became *πρέπει*.

    Limits: texts are compared sentence by sentence if both have the same number, otherwise as a
    whole; a text that both advises and orders is left out.
    """
    advised: _Places = defaultdict(dict)
    ordered: _Places = defaultdict(dict)
    for own in texts:
        for advises, word, place in own:
            (advised if advises else ordered)[word][place] = None
    both = sorted(word for word in advised if word in ordered)
    if both:
        counts = tuple(
            say(
                "%(word)s (%(advised)s advised, %(ordered)s ordered)",
                word=word,
                advised=len(advised[word]),
                ordered=len(ordered[word]),
            )
            for word in both
        )
        yield Fault(
            say("advice and order are translated with the same word: %(counts)s", counts=counts),
            hint=say("choose one translation for each, or accept this finding"),
            evidence=tuple(
                say(
                    "%(word)s: advised in %(advised)s; ordered in %(ordered)s",
                    word=word,
                    advised=_told(advised[word]),
                    ordered=_told(ordered[word]),
                )
                for word in both
            ),
            key="advice",
            severity="note",
        )


def _kind(words: Sequence[Word], language: str) -> str:
    """Return ``advice`` or ``order`` for a sentence of the original; empty for neither or both."""
    phrases = read_rule_words(language)
    folded = {word.folded for word in words}
    advises, orders = folded & phrases.advice, folded & phrases.obligation
    if bool(advises) == bool(orders):
        return ""
    return "advice" if advises else "order"
