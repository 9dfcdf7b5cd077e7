"""The rule for lost text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawkb.align.sequences import align_monotone
from lawkb.checks.equal_amounts import read_pair
from lawkb.checks.loss import LossModel, Suspicion
from lawkb.checks.readings import Reading
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, TextPair
from lawkb.model.passage import Span
from lawkb.model.sentence import say

_SENTENCE = re.compile(r"[^.;·!?\n]+(?:[.;·!?]+[)\]»”’]*|\n|$)")
_SEAM = re.compile(r"\w\)?, [^\W\d_]+[,.]")
_LONGEST = 240  # code points quoted
_ALONE = -0.05


def omission(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """Text lost in the translation.

    Why: the reader does not know what is missing, and acts on half a rule.

    Example: *All players, including dummy or a player required by law to pass, are responsible for
    prompt correction of errors* beside *Όλοι οι παίκτες, συμπεριλαμβανομένων του μορ λαθών*.

    Limits: lengths are weighed, and words that find no counterpart, by what the code itself
    teaches, its glossary, and words that any law may have. A loss of a tenth is seen one time in
    three, one of a fifth three times in four, one of a third or more nearly always; in a text of
    fewer than eight words a loss is often too little to be told from a freer translation. A text
    that is only longer is not reported, and headings and notes are not looked at.
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
    stretch = _stretch(ours.text, a, found) or _sentence_span(pair, a, b, setting.loss)
    quote = ours.text[slice(*stretch)] if stretch else ""
    yield Fault(
        _told(found.probability, quote[:_LONGEST]),
        quote=theirs.text[:_LONGEST],
        hint=say("compare both texts and translate what is missing"),
        key="loss",
        score=found.probability,
        marked=(("original", stretch),) if stretch else (),
        evidence=tuple(_evidence(pair, (a, b), found, setting.loss)),
    )


def _told(chance: float, words: str) -> str:
    sure = min(99, round(100 * chance))
    if not words:
        return say("text seems to be lost, %(sure)s %% sure", sure=sure)
    return say("text seems to be lost, %(sure)s %% sure: «%(words)s»", sure=sure, words=words)


def _stretch(text: str, ours: Reading, found: Suspicion) -> Span | None:
    """Where the words stand that find no counterpart, up to the known words around them."""
    if found.stretch is None:
        return None
    first, last = found.stretch
    start, end = ours.tokens[first].start, ours.tokens[last - 1].end
    return (start, end) if len(text[start:end].split()) > 1 else None


def _evidence(
    pair: TextPair, readings: tuple[Reading, Reading], found: Suspicion, model: LossModel
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
    words = dict.fromkeys(
        pair.original.text[ours.tokens[at].start : ours.tokens[at].end] for at in found.missing
    )
    if words:
        yield say("without a counterpart: %(words)s", words=tuple(words)[:12])
    alone = lone_sentences(pair.original.text, pair.translation.text, (ours, theirs), model)
    for start, end in alone:
        sentence = pair.original.text[start:end].strip()[:120]
        yield say("a sentence without a counterpart: «%(words)s»", words=sentence)
    seam = _SEAM.search(pair.translation.text)
    if seam and not _SEAM.search(pair.original.text):
        yield say("a seam, where words may have stood: «%(words)s»", words=seam[0])
    provision = pair.translation.provision
    if provision and not provision.complete:
        yield say("an editor has marked the text as incomplete")


def _sentence_span(pair: TextPair, ours: Reading, theirs: Reading, model: LossModel) -> Span | None:
    alone = lone_sentences(pair.original.text, pair.translation.text, (ours, theirs), model)
    return alone[0] if alone else None


def lone_sentences(
    ours: str, theirs: str, readings: tuple[Reading, Reading], model: LossModel
) -> tuple[Span, ...]:
    """The sentences of the original that have none beside them in the translation.

    Sentences are aligned in their order by their lengths and words; one that was lost in part has
    a counterpart.
    """
    left = [match.span() for match in _SENTENCE.finditer(ours) if match[0].strip()]
    right = [match.span() for match in _SENTENCE.finditer(theirs) if match[0].strip()]
    if len(left) <= len(right):
        return ()
    parts = (
        [_part(readings[0], span) for span in left],
        [_part(readings[1], span) for span in right],
    )

    def fit(i: int, j: int) -> float:
        a, b = parts[0][i], parts[1][j]
        longer = max(model.ratio * a.length, b.length, 1.0)
        return model.kinship(a, b) - 0.5 * abs(model.ratio * a.length - b.length) / longer

    steps = align_monotone((len(left), len(right)), fit, _ALONE)
    return tuple(left[i] for i, j in steps if i is not None and j is None)


def _part(reading: Reading, span: Span) -> Reading:
    tokens = tuple(t for t in reading.tokens if span[0] <= t.start and t.end <= span[1])
    return Reading(tokens, span[1] - span[0])
