"""The rule for denials: what one text denies and the other does not."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.checks.denial_balance import (
    Found,
    Left,
    balance,
    by_sentence,
    may_deny,
    stand_for,
    surplus,
    turned,
)
from lawkb.checks.denials import Denial, read_denials
from lawkb.checks.readings import read_side
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, SideName, TextPair
from lawkb.model.sentence import say

_OTHER: dict[SideName, SideName] = {"original": "translation", "translation": "original"}
_NEAR = 3  # words behind a denial that may share its meaning, as in no longer valid


def negation(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A *not* on one side only.

    Why: it turns the rule around.

    Example: *may not be withdrawn* beside *μπορεί να αποσυρθεί*.

    Limits: denials are counted by sentence, *κανείς δεν* and *non … nessuno* as one. A word such as
    *only*, *cease* or *illegal* may stand for one where no other word of the other text stands for
    it, and so may a word that stands opposite a denial in other pairs of the code.
    """
    ours, theirs = pair.original.once(read_denials), pair.translation.once(read_denials)
    if not ours.found and not theirs.found:
        return
    told = [
        fault
        for own, other in by_sentence(ours, theirs)
        for fault in _compared(pair, own, other, setting)
    ]
    if len({fault.key.partition(" ")[0] for fault in told}) > 1:  # moved to another sentence
        told = list(_compared(pair, ours.found, theirs.found, setting))
    yield from told


def _compared(pair: TextPair, ours: Found, theirs: Found, setting: Setting) -> Iterator[Fault]:
    a, b = balance(ours, theirs)
    sides: tuple[tuple[SideName, Left, Left], ...] = (("original", a, b), ("translation", b, a))
    for name, own, other in sides:
        if _denies_more(pair, name, (own, other), setting):
            yield _uneven(pair, name, own, other)
            return
    for name, own, other in sides:
        if words := turned(own, other):
            yield _turned(pair, name, words)
            return


def _denies_more(pair: TextPair, name: SideName, both: tuple[Left, Left], setting: Setting) -> bool:
    """Whether the text ``name`` denies what the other one does not, by any reading of both."""
    own, other = both
    more = surplus(own, other)
    if more > 0 and other.bound:
        return True
    more -= len(other.strict)
    if name == "original":  # where a translation says χωρίς, an original has many other words
        more += len(own.strict) + _wanted(pair, own, setting)
    if more <= 0:
        return False
    free = may_deny(own, other)
    learned = setting.opposed.may(pair, _OTHER[name], setting.loss.taught)
    if stand_for(own, free) + len(learned) < more:
        return True
    explained = _explained(pair, name, own, setting)
    free = [each for each in free if not explained & set(_places(each))]
    counted = {at for each in (*other.like, *other.strict, *other.shown) for at in _places(each)}
    words = enumerate(pair.side(_OTHER[name]).words)
    stems = {word.stem for at, word in words if at not in explained | counted}
    return more > stand_for(own, free) + len(learned & stems)


def _places(denial: Denial) -> range:
    return range(denial.first, denial.last + 1)


def _wanted(pair: TextPair, own: Left, setting: Setting) -> int:
    """How many words of an original that may hold a denial have one beside them in all pairs."""
    if not own.like:
        return 0
    known = setting.opposed.must(pair, "original", setting.loss.taught)
    words = pair.original.words
    return sum(words[each.first].stem in known for each in own.like)


def _explained(pair: TextPair, name: SideName, own: Left, setting: Setting) -> set[int]:
    """Indexes of words of the other text that stand for a word of this one but a denial."""
    near = {
        at
        for each in (*own.plain, *own.strict, *own.like)
        for at in range(each.first - 1, each.last + _NEAR + 1)
    }
    here, there = pair.side(name).words, pair.side(_OTHER[name]).words
    starts = {word.start for at, word in enumerate(here) if at not in near}
    ends = {end for start, end in _links(pair, name, setting) if start in starts}
    return {at for at, word in enumerate(there) if word.start in ends}


def _links(pair: TextPair, name: SideName, setting: Setting) -> Iterator[tuple[int, int]]:
    """Where words begin that stand for one another: in the text ``name``, and in the other one."""
    ours, theirs = read_side(pair.original), read_side(pair.translation)
    to = setting.loss.links(ours, theirs, theirs).to
    for at, other in enumerate(to):
        if other is not None:
            starts = ours.tokens[at].start, theirs.tokens[other].start
            yield starts if name == "original" else starts[::-1]


def _uneven(pair: TextPair, name: SideName, own: Left, other: Left) -> Fault:
    """What to say of denials of the text ``name`` that the other one lacks."""
    lacking = _OTHER[name]
    here, there = _quoted(pair, name, own.shown), _quoted(pair, lacking, other.shown)
    alone = _quoted(pair, lacking, other.bound)
    return Fault(
        _told(name, here, there),
        quote=", ".join(_words(pair, name, own.shown)),
        hint=_hint(lacking),
        key=f"{lacking} {len(own.shown)} {len(other.shown)}",
        marked=(
            *((name, span) for span in _spans(pair, name, own.shown)),
            *((lacking, span) for span in _spans(pair, lacking, (*other.shown, *other.bound))),
        ),
        evidence=(say("without a denial beside it: %(words)s", words=alone),) if alone else (),
    )


def _told(name: SideName, words: str, others: str) -> str:
    if name == "original" and not others:
        return say("the original denies with %(words)s, the translation does not", words=words)
    if name == "original":
        return say(
            "the original denies with %(words)s, the translation only with %(others)s",
            words=words,
            others=others,
        )
    if not others:
        return say("the translation denies with %(words)s, the original does not", words=words)
    return say(
        "the translation denies with %(words)s, the original only with %(others)s",
        words=words,
        others=others,
    )


def _hint(lacking: SideName) -> str:
    if lacking == "original":
        return say("look for the missing word in the original")
    return say("look for the missing word in the translation")


def _turned(pair: TextPair, name: SideName, words: Found) -> Fault:
    """What to say of a word of the text ``name`` and one of the other text that lost its denial."""
    lacking = _OTHER[name]
    here, there = _quoted(pair, name, words[:1]), _quoted(pair, lacking, words[1:])
    return Fault(
        say(
            "%(words)s seems to have lost its denial: %(others)s stands beside it",
            words=here,
            others=there,
        ),
        quote=", ".join(_words(pair, lacking, words[1:])),
        hint=_hint(lacking),
        key=f"{lacking} {here} {there}",
        marked=(
            *((name, span) for span in _spans(pair, name, words[:1])),
            *((lacking, span) for span in _spans(pair, lacking, words[1:])),
        ),
    )


def _quoted(pair: TextPair, name: SideName, found: Found) -> str:
    return ", ".join(f"«{words}»" for words in _words(pair, name, found))


def _words(pair: TextPair, name: SideName, found: Found) -> list[str]:
    return [pair.side(name).text[slice(*span)] for span in _spans(pair, name, found)]


def _spans(pair: TextPair, name: SideName, found: Found) -> list[tuple[int, int]]:
    words = pair.side(name).words
    return [(words[each.first].start, words[each.last].end) for each in found]
