"""Rules for words that change what a provision asks: left untranslated, denied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lawkb.checks.phrases import read_phrases
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, SideName, TextPair
from lawkb.checks.words import Word
from lawkb.model.language import script_of
from lawkb.model.sentence import say
from lawkb.search.vocabulary import read_vocabulary

_CLAUSE = re.compile(r"[,;:.·()\[\]\n–-]")
_LONGEST_ACRONYM = 5
_ROMAN = re.compile(r"[ivxlc]+", re.IGNORECASE)
_SHORTEST = 3  # letters of a word that is surely one of the other language
_SAME_RUN = 3  # words that two texts of one script share, one of them common in one alone
_SIDES: tuple[SideName, SideName] = ("original", "translation")


def untranslated(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
    """A passage left in the language of the other text.

    Why: whoever reads only one language cannot read it.

    Example: *Η αντάμ may not be retracted after dummy has faced any card.*

    Limits: names in capitals, abbreviations, roman numerals and a single borrowed word are left
    alone; where both languages have one script, three words in a row must be the same, and one of
    them so common that it is no name.
    """
    for name in _SIDES:
        side = pair.side(name)
        other = pair.original if name == "translation" else pair.translation
        for first, last in _foreign_runs(side, other):
            span = (side.words[first].start, side.words[last].end)
            words = side.text[slice(*span)]
            yield Fault(
                say("left in the other language: «%(words)s»", words=words[:120]),
                quote=words,
                hint=say("translate it"),
                key=words[:200],
                on=name,
                marked=((name, span),),
            )


def _foreign_runs(side: Side, other: Side) -> Iterator[tuple[int, int]]:
    if side.language.script == other.language.script:
        yield from _shared_runs(side, other)
        return
    script = other.language.script
    if not any(script_of(char) == script for char in set(side.text)):
        return
    known = {word.folded for word in other.words}
    common = read_vocabulary(other.language.code).stop
    run: list[int] = []
    for at, word in enumerate((*side.words, None)):
        if word is not None and script_of(word.text[0]) == script:
            run.append(at)
            continue
        if word is not None and run and word.text.isdigit():
            continue
        if run and _speaks([side.words[each] for each in run], known, common):
            yield run[0], run[-1]
        run = []


def _speaks(run: Sequence[Word], known: set[str], common: frozenset[str]) -> bool:
    """Whether words of another script are more than a name, a label or an abbreviation."""
    words = [word for word in run if not _ROMAN.fullmatch(word.text)]
    small = [word for word in words if word.text.islower() and len(word.text) > 1]
    if any(word.folded in common for word in small):
        return True
    telling = [word for word in small if len(word.text) >= _SHORTEST]
    borrowed = len(words) == 1
    return len(telling) > 2 or (not borrowed and any(word.folded in known for word in telling))


def _shared_runs(side: Side, other: Side) -> Iterator[tuple[int, int]]:
    """Runs of words that both texts of one script have, words of the other language among them."""
    theirs = [word.folded for word in other.words]
    runs = {tuple(theirs[at : at + _SAME_RUN]) for at in range(len(theirs) - _SAME_RUN + 1)}
    own = read_vocabulary(side.language.code).stop
    foreign = read_vocabulary(other.language.code).stop - own
    words = [word.folded for word in side.words]
    at = 0
    while at + _SAME_RUN <= len(words):
        end = at + _SAME_RUN
        if tuple(words[at:end]) not in runs or not foreign & set(words[at:end]):
            at += 1
            continue
        while end < len(words) and tuple(words[end - _SAME_RUN + 1 : end + 1]) in runs:
            end += 1
        yield at, end - 1
        at = end


def negation(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
    """A *not* on one side only.

    Why: it turns the rule around.

    Example: *may not be withdrawn* beside *μπορεί να αποσυρθεί*.

    Limits: denials are counted by clause; a word such as *forbid*, *unless* or *illegal* may stand
    for one and is let through.
    """
    ours, theirs = _denials(pair.original), _denials(pair.translation)
    for name, here, there in (("original", ours, theirs), ("translation", theirs, ours)):
        strong, own = here
        others, likely = there
        # unless and εκτός stand for one another; only those left over may stand for a not
        if len(strong) > len(others) + max(0, likely - own):
            lacking: SideName = "translation" if name == "original" else "original"
            spans = tuple((word.start, word.end) for word in strong)
            words = tuple(word.text for word in strong)
            message, hint = _denied(lacking, words, len(others))
            yield Fault(
                message,
                quote=", ".join(words),
                hint=hint,
                key=f"{lacking} {len(strong)} {len(others)}",
                marked=tuple(
                    ("original" if name == "original" else "translation", s) for s in spans
                ),
            )


def _denied(lacking: SideName, words: tuple[str, ...], others: int) -> tuple[str, str]:
    if lacking == "original":
        told = say(
            "the translation denies too much: %(words)s, against %(count)s",
            words=words,
            count=others,
        )
        return told, say("look for the missing word in the original")
    told = say(
        "the translation denies too little: %(words)s, against %(count)s", words=words, count=others
    )
    return told, say("look for the missing word in the translation")


def _denials(side: Side) -> tuple[list[Word], int]:
    """The words that deny, one for each clause they strengthen, and how many others may."""
    phrases = read_phrases(side.language.code)
    strong: list[Word] = []
    weaker: list[Word] = []
    like: list[Word] = []
    for word in side.words:
        if word.folded in phrases.negation:
            strong.append(word)
        elif word.folded in phrases.negation_doubled:
            weaker.append(word)
        elif word.folded in phrases.negation_like or word.folded.startswith(
            phrases.negation_prefixes or ("\0",)
        ):
            like.append(word)
    for word in weaker:
        before = (other for other in like if other.start < word.start)
        if not any(_one_clause(side.text, word, other) for other in (*strong, *before)):
            strong.append(word)
    return sorted(strong, key=lambda word: word.start), len(like)


def _one_clause(text: str, word: Word, other: Word) -> bool:
    between = text[min(word.end, other.end) : max(word.start, other.start)]
    return not _CLAUSE.search(between)
