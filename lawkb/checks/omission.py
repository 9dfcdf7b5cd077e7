"""The rule for lost text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawkb.checks.equal_amounts import read_pair
from lawkb.checks.loss import Suspicion
from lawkb.checks.readings import Reading
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, TextPair
from lawkb.model.passage import Span
from lawkb.model.sentence import say

_SEAM = re.compile(r"(?<![^\W_])[^\W_]+\)?, [^\W\d_]+[,.]")
_CLOSED = re.compile(r"[.;·!?]+[)\]»”’]*")
_LONGEST = 240  # code points quoted
_MOST = 12  # words that are named


def omission(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """Text lost in the translation.

    Why: the reader does not know what is missing, and acts on half a rule.

    Example: *All players, including dummy or a player required by law to pass, are responsible for
    prompt correction of errors* beside *Όλοι οι παίκτες, συμπεριλαμβανομένων του μορ λαθών*.

    Limits: lengths are weighed, and words that find no counterpart, by what the code itself
    teaches, its glossary, words that any law may have and words that two languages share; so is
    what a loss leaves behind: words side by side that never stand so, a small letter at the
    beginning, no mark at the end, a sentence less. A loss of a tenth is seen two times in five, one
    of a fifth four times in five, one of a third nine times in ten, a larger one nearly always. A
    word that is rendered very freely may be taken for lost, and the words quoted may be a word too
    many or too few. A text that is only longer is not reported, and headings and notes are not
    looked at.
    """
    ours, theirs = pair.original, pair.translation
    if not ours.text:
        return
    if not theirs.text.strip():
        yield Fault(
            say("the whole text is missing"),
            quote=ours.text[:_LONGEST],
            hint=say("translate it"),
            key="whole",
            score=0.99,
            marked=(("original", (0, len(ours.text))),),
        )
        return
    a, b = read_pair(pair)
    found = setting.loss.judge(a, b)
    if found.probability < setting.loss.threshold:
        return
    stretch = _stretch(ours.text, a, setting.loss.lost(a, b))
    quote = ours.text[slice(*stretch)] if stretch else ""
    yield Fault(
        _told(found.probability, _shortened(quote)),
        quote=theirs.text[:_LONGEST],
        hint=say("compare both texts and translate what is missing"),
        key="loss",
        score=found.probability,
        marked=(("original", stretch),) if stretch else (),
        evidence=tuple(_evidence(pair, (a, b), found, stretch)),
    )


def _shortened(words: str) -> str:
    """Words that are quoted, cut at a blank where they are many."""
    if len(words) <= _LONGEST:
        return words
    return f"{words[: words.rfind(' ', 0, _LONGEST)]} …"


def _told(chance: float, words: str) -> str:
    sure = min(99, round(100 * chance))
    if not words:
        return say("text seems to be lost, %(sure)s %% sure", sure=sure)
    return say("text seems to be lost, %(sure)s %% sure: «%(words)s»", sure=sure, words=words)


def _stretch(text: str, ours: Reading, lost: tuple[int, int] | None) -> Span | None:
    """Where words stand, with the mark that closes the last of them."""
    if lost is None:
        return None
    start, end = ours.tokens[lost[0]].start, ours.tokens[lost[1] - 1].end
    closed = _CLOSED.match(text, end)
    return start, closed.end() if closed else end


def _evidence(
    pair: TextPair, readings: tuple[Reading, Reading], found: Suspicion, stretch: Span | None
) -> Iterator[str]:
    """What speaks for the loss, in sentences."""
    ours, theirs = readings
    share = round(100 * theirs.length / max(1.0, found.expected))
    if found.deviations < -1:
        yield say(
            "it has %(share)s %% of the length to be expected, "
            "%(deviations)s standard deviations too little",
            share=share,
            deviations=-found.deviations,
        )
    tokens = [ours.tokens[at] for at in found.missing if not ours.tokens[at].common]
    inside = [token for token in tokens if stretch and stretch[0] <= token.start < stretch[1]]
    words = dict.fromkeys(pair.original.text[t.start : t.end] for t in inside or tokens)
    if words:
        yield say("without a counterpart: %(words)s", words=tuple(words)[:_MOST])
    yield from _broken(pair, readings)
    provision = pair.translation.provision
    if provision and not provision.complete:
        yield say("an editor has marked the text as incomplete")


def _broken(pair: TextPair, readings: tuple[Reading, Reading]) -> Iterator[str]:
    """What a loss leaves behind at its edges."""
    ours, theirs = readings
    text = pair.translation.text
    if theirs.sentences < ours.sentences:
        yield say(
            "it has %(here)s of %(there)s sentences",
            here=theirs.sentences,
            there=ours.sentences,
        )
    for at in theirs.seams:
        end = theirs.tokens[min(at + 1, len(theirs.tokens) - 1)].end
        words = text[theirs.tokens[at].start : end]
        yield say("words that never stand so side by side: «%(words)s»", words=words)
    if theirs.begins_small and not ours.begins_small:
        yield say("it begins with a small letter")
    if ours.ends_marked and not theirs.ends_marked:
        yield say("no mark stands at its end")
    seam = _SEAM.search(text)
    if seam and not _SEAM.search(pair.original.text):
        yield say("a seam, where words may have stood: «%(words)s»", words=seam[0])
