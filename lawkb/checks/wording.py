"""Rules for words that change what a provision asks: left untranslated, denied, bound, allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lawkb.checks.phrases import read_phrases
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, SideName, TextPair
from lawkb.checks.words import Word
from lawkb.model.language import script_of
from lawkb.model.passage import Span
from lawkb.search.vocabulary import read_vocabulary

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
                f"left in the other language: «{words[:120]}»",
                quote=words,
                hint="translate it",
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


def modality(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
    """The original binds and the translation allows, or the other way round.

    Why: *must* and *may* are what a law is made of.

    Example: *he must summon the Director* beside *μπορεί να καλέσει τον Διαιτητή*.

    Limits: a text with words of both kinds is not judged.
    """
    ours, theirs = _modes(pair.original), _modes(pair.translation)
    if ours == ("binds",) and theirs == ("allows",):
        yield _turned(pair, "binds", "allows")
    if ours == ("allows",) and theirs == ("binds",):
        yield _turned(pair, "allows", "binds")


def _turned(pair: TextPair, ours: str, theirs: str) -> Fault:
    spans: list[tuple[SideName, Span]] = []
    for name in _SIDES:
        spans += [(name, (word.start, word.end)) for word in _modals(pair.side(name))]
    words = ", ".join(pair.side(name).text[slice(*span)] for name, span in spans)
    return Fault(
        f"the original {ours}, the translation {theirs}: {words}",
        quote=words,
        hint="use the word that binds or allows as the original does",
        key=f"{ours} {theirs}",
        marked=tuple(spans),
    )


def _modals(side: Side) -> list[Word]:
    phrases = read_phrases(side.language.code)
    both = phrases.obligation | phrases.permission
    return [word for word in side.words if word.folded in both]


def _modes(side: Side) -> tuple[str, ...]:
    """What a text does: ``advises`` comes with ``binds`` where one word does both."""
    phrases = read_phrases(side.language.code)
    words = {word.folded for word in side.words}
    kinds = (
        ("binds", phrases.obligation),
        ("advises", phrases.advice - phrases.obligation),
        ("allows", phrases.permission),
    )
    return tuple(name for name, listed in kinds if listed & words)
