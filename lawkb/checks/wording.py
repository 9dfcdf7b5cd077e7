"""The rule for words that bind and words that allow."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.checks.phrases import read_phrases
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, SideName, TextPair
from lawkb.checks.words import Word
from lawkb.model.passage import Span
from lawkb.model.sentence import say

_SIDES: tuple[SideName, SideName] = ("original", "translation")


def modality(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
    """The original binds and the translation allows, or the other way round.

    Why: *must* and *may* are what a law is made of.

    Example: *he must summon the Director* beside *μπορεί να καλέσει τον Διαιτητή*.

    Limits: a text with words of both kinds is not judged.
    """
    ours, theirs = _modes(pair.original), _modes(pair.translation)
    if ours == ("binds",) and theirs == ("allows",):
        told = say("the original binds, the translation allows")
        yield _turned(pair, "binds allows", told)
    if ours == ("allows",) and theirs == ("binds",):
        told = say("the original allows, the translation binds")
        yield _turned(pair, "allows binds", told)


def _turned(pair: TextPair, key: str, told: str) -> Fault:
    spans: list[tuple[SideName, Span]] = []
    for name in _SIDES:
        spans += [(name, (word.start, word.end)) for word in _modals(pair.side(name))]
    words = tuple(pair.side(name).text[slice(*span)] for name, span in spans)
    return Fault(
        say("%(told)s: %(words)s", told=told, words=words),
        quote=", ".join(words),
        hint=say("use the word that binds or allows as the original does"),
        key=key,
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
