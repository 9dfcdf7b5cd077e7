"""The rules for omitted and for added text; numbers that both texts contain are not omitted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import sqrt

from msgspec import structs

from lawkb.align.association import general_partners
from lawkb.checks.omission.features import TextFeatures, read_features
from lawkb.checks.omission.loss_model import SHORT, LossEstimate
from lawkb.checks.omission.lost_words import Gap
from lawkb.checks.omission.series import longer_series
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rules.numbers import spans_of_equal_amounts
from lawkb.checks.text_pairs import CheckedText, Fault, TextPair
from lawkb.model.finding import say
from lawkb.model.passage import Span


def read_pair(pair: TextPair) -> tuple[TextFeatures, TextFeatures]:
    """Return the features of both texts without numbers that are written differently.

    Times, dates and numbers with an equal amount in the translation in other digits or words are
    skipped: *45 minutes* and *τρία τέταρτα της ώρας* are evidence neither for nor against a loss.
    """
    ours, theirs = read_features(pair.original), read_features(pair.translation)
    spans = spans_of_equal_amounts(pair)
    if not spans:
        return ours, theirs
    tokens = tuple(
        token._replace(key="")
        if token.key not in theirs.counts
        and not token.cited
        and any(start < token.end and token.start < end for start, end in spans)
        else token
        for token in ours.tokens
    )
    turned = replace(pair, original=pair.translation, translation=pair.original)
    lengths = [  # *thirty-five* is longer than 35
        max(0, each.length - sum(end - start for start, end in own))
        for each, own in ((ours, spans), (theirs, spans_of_equal_amounts(turned)))
    ]
    return (
        replace(ours, tokens=tokens, length=lengths[0], asked={}),
        replace(theirs, length=lengths[1], asked={}),
    )


_SEAM = re.compile(r"(?<![^\W_])[^\W_]+\)?, [^\W\d_]+[,.]")
_CLOSED = re.compile(r"[.;·!?]+[)\]»”’]*")
_LONGEST = 240  # code points quoted
_MOST = 12  # most words listed
_AROUND = 3  # words on either side of a gap; it is within them in six losses of seven


# How likely a loss must be for a shorter series to be told: among our own cases those with a loss
# are above.
_SHORTER_SERIES = 0.15


def omission(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """Text lost in the translation.

    Why: the reader does not know what is missing and applies half a rule.

    Example: *All players, including dummy or a player required by law to pass, are responsible for
    prompt correction of errors* beside *Όλοι οι παίκτες, συμπεριλαμβανομένων του μορ λαθών*.

    Limits: the evidence is the length of the text, words without a counterpart, and traces of a
    loss, such as a small letter at the beginning or a missing sentence. A doubtful loss is a
    warning: *possibly*. A very free translation may be taken for one. Headings and notes are not
    examined.
    """
    ours, theirs = pair.original, pair.translation
    if not ours.text:
        return
    if not theirs.text.strip():
        yield _whole_text(pair)
        return
    if _is_name_of_act(theirs) and any(each.act for each in ours.references):
        return  # «This Act may be cited as the …» is its title alone in French
    a, b = read_pair(pair)
    found = context.loss.judge(a, b)
    certain = found.probability >= context.loss.error_threshold
    # Headings and captions are translated freely.
    is_heading = len(a.tokens) < SHORT and not a.ends_marked
    if not certain and (is_heading or found.probability < context.loss.threshold):
        if found.probability >= _SHORTER_SERIES and found.deviations < 0:
            yield from _member_missing(pair, a, context.loss.links(a, b).to, found.probability)
        return
    lost = context.loss.lost(a, b)
    if not certain and lost and all(each.common for each in a.tokens[lost.first : lost.last]):
        return  # «a» alone is no loss that a reader sees
    stretch = _lost_span(ours.text, a, lost)
    gap = _gap_span(b, lost)
    quote = ours.text[slice(*stretch)] if stretch else ""
    yield Fault(
        _told(found.probability, _shortened(quote), certain),
        quote=theirs.text[:_LONGEST],
        hint=say("compare both texts and translate what is missing"),
        key="loss",
        score=found.probability,
        severity=None if certain else "warning",
        doubtful=not certain,
        marked=(("original", stretch),) if stretch else (),
        gap=gap,
        missing_at=_missing_at(b, lost) if gap else None,
        evidence=(*_evidence(pair, (a, b), found, stretch), *_place(theirs.text, b, lost, gap)),
    )


def _member_missing(
    pair: TextPair, ours: TextFeatures, to: Sequence[int | None], chance: float
) -> Iterator[Fault]:
    """Yield the fault of a series that lacks a member none of whose words has a counterpart."""
    members = longer_series(pair)
    lost = [span for span in members if _has_no_link(ours, to, span)]
    if lost:
        words = [pair.original.text[slice(*span)] for span in lost]
        yield Fault(
            say(
                "a series has %(count)s members in the original, fewer in the translation",
                count=len(members),
            ),
            quote=pair.translation.text[:_LONGEST],
            hint=say("compare both texts and translate what is missing"),
            key="series",
            score=chance,
            severity="warning",
            doubtful=True,
            marked=tuple(("original", span) for span in lost),
            evidence=(say("without a counterpart: %(words)s", words=tuple(words)),),
        )


def _has_no_link(ours: TextFeatures, to: Sequence[int | None], span: Span) -> bool:
    """Return whether a span has content words, and none of them a counterpart."""
    links = [
        to[at]
        for at, token in enumerate(ours.tokens)
        if span[0] <= token.start < span[1] and not token.common
    ]
    return bool(links) and all(link is None for link in links)


def _is_name_of_act(side: CheckedText) -> bool:
    """Return whether a text is nothing but the name of an act."""
    return not side.words and any(each.act for each in side.references)


def _whole_text(pair: TextPair) -> Fault:
    """Return the fault of an empty translation, a warning if its source has lost the heading."""
    text = pair.original.text
    whole = Fault(
        say("the whole text is missing"),
        quote=text[:_LONGEST],
        hint=say("translate it"),
        key="whole",
        score=0.99,
        marked=(("original", (0, len(text))),),
    )
    if not pair.heading_lost:
        return whole
    return structs.replace(whole, message=say("the source lost this heading"), severity="warning")


def _shortened(words: str) -> str:
    if len(words) <= _LONGEST:
        return words
    return f"{words[: words.rfind(' ', 0, _LONGEST)]} …"


def _told(chance: float, words: str, certain: bool) -> str:
    sure = min(99, round(100 * chance))
    if not certain:
        return (
            say("text is possibly lost, %(sure)s %% sure: «%(words)s»", sure=sure, words=words)
            if words
            else say("text is possibly lost, %(sure)s %% sure", sure=sure)
        )
    if not words:
        return say("text seems to be lost, %(sure)s %% sure", sure=sure)
    return say("text seems to be lost, %(sure)s %% sure: «%(words)s»", sure=sure, words=words)


def _lost_span(text: str, ours: TextFeatures, lost: Gap | None) -> Span | None:
    """Return the span of the lost words with the punctuation after the last, or None."""
    if lost is None:
        return None
    start, end = ours.tokens[lost.first].start, ours.tokens[lost.last - 1].end
    closed = _CLOSED.match(text, end)
    return start, closed.end() if closed else end


def _gap_span(theirs: TextFeatures, lost: Gap | None) -> Span | None:
    """Return the span of the words of the translation around the place of lost words, or None."""
    tokens = theirs.tokens
    around = tokens[max(0, lost.low - _AROUND) : lost.high + _AROUND] if lost else ()
    return (around[0].start, around[-1].end) if around else None


def _missing_at(theirs: TextFeatures, lost: Gap | None) -> int | None:
    """Return the offset in the translation after which words are missing; None if unknown."""
    if lost is None:
        return None
    return theirs.tokens[lost.low - 1].end if lost.low else 0


def _place(text: str, theirs: TextFeatures, lost: Gap | None, span: Span | None) -> Iterator[str]:
    """Yield where in the translation words are missing, with the words of a span around it."""
    if span and lost:
        tokens = theirs.tokens
        before = text[span[0] : tokens[lost.low - 1].end] if lost.low else ""
        after = text[tokens[lost.high].start : span[1]] if lost.high < len(tokens) else ""
        words = f"{before} […] {after}".strip()
        yield say("it is missing about here: «%(words)s»", words=words)


def _evidence(
    pair: TextPair,
    features: tuple[TextFeatures, TextFeatures],
    found: LossEstimate,
    stretch: Span | None,
) -> Iterator[str]:
    ours, theirs = features
    share = round(100 * theirs.length / max(1.0, found.expected))
    if found.deviations < -1:
        yield say("it has %(share)s %% of the expected length", share=share)
    tokens = [ours.tokens[at] for at in found.missing if not ours.tokens[at].common]
    inside = [token for token in tokens if stretch and stretch[0] <= token.start < stretch[1]]
    words = dict.fromkeys(pair.original.text[t.start : t.end] for t in inside or tokens)
    if words:
        yield say("without a counterpart: %(words)s", words=tuple(words)[:_MOST])
    yield from _loss_signs(pair, features)
    provision = pair.translation.provision
    if provision and not provision.complete:
        yield say("an editor has marked the text as incomplete")


def _loss_signs(pair: TextPair, features: tuple[TextFeatures, TextFeatures]) -> Iterator[str]:
    ours, theirs = features
    text = pair.translation.text
    if ours.has_more_sentences(theirs):
        yield say(
            "it has %(here)s of %(there)s sentences",
            here=theirs.sentences,
            there=ours.sentences,
        )
    for at in theirs.seams:
        end = theirs.tokens[min(at + 1, len(theirs.tokens) - 1)].end
        words = text[theirs.tokens[at].start : end]
        yield say("words that are nowhere else next to each other: «%(words)s»", words=words)
    if theirs.begins_small and not ours.begins_small:
        yield say("it begins with a small letter")
    if ours.ends_marked and not ours.ends_shortened and not theirs.ends_marked:
        yield say("it has no punctuation at its end")
    seam = _SEAM.search(text)
    if seam and not _SEAM.search(pair.original.text):
        yield say("a possible gap here: «%(words)s»", words=seam[0])


_PARTS = re.compile(r"[,;:·.()\[\]–—?!]")  # what parts a text
_LONGER, _MUCH_LONGER = 2.0, 5.0  # standard deviations above the expected length
_FEWEST = 2  # content words of an added part
_FEWEST_IN_RUN = 3  # of added words that no mark parts from others


def addition(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """Text in the translation that the original does not have.

    Why: the reader obeys a condition that no law makes.

    Example: *The secretary keeps the minutes* beside *Ο γραμματέας τηρεί τα πρακτικά, τα οποία
    δημοσιεύονται*.

    Limits: the translation must be much longer than expected, or have a part between two marks of
    which no word has a counterpart. Single words, headings and notes are not examined.
    """
    ours, theirs = read_features(pair.original), read_features(pair.translation)
    lengths = context.loss.lengths
    longer = theirs.length - lengths.ratio * ours.length
    deviations = longer / (lengths.spread * sqrt(max(ours.length, 1)))
    if deviations < _LONGER or context.loss.threshold > 1:  # lengths are not known
        return
    if not ours.tokens or (len(ours.tokens) < SHORT and not ours.ends_marked):
        return
    linked = context.loss.links(ours, theirs).taken
    added = _added_part(pair, (ours, theirs), linked)
    if added is None and deviations >= _MUCH_LONGER:
        added = _unlinked_run(theirs, linked)
    if added is None:
        return
    words = pair.translation.text[slice(*added)]
    yield Fault(
        say(
            "the translation seems to say more than the original: «%(words)s»",
            words=words[:_LONGEST],
        ),
        quote=words[:_LONGEST],
        hint=say("compare both texts: one of them says more than the other"),
        key="addition",
        marked=(("translation", added),),
        doubtful=True,
        contradicts=True,
    )


def _added_part(
    pair: TextPair, both: tuple[TextFeatures, TextFeatures], linked: frozenset[int]
) -> Span | None:
    """Return the longest part of a translation that nothing in the original explains, or None."""
    ours, theirs = both
    parts = list(_parts_of(pair.translation.text, theirs))
    if len(parts) <= len(list(_parts_of(pair.original.text, ours))):
        return None
    content = [at for at, token in enumerate(theirs.tokens) if not token.common]
    known = general_partners({theirs.tokens[at].key for at in content}, pair.tags[::-1])
    found = []
    for part in parts:
        own = [at for at in content if part.start <= at < part.stop]
        meant = [known[key].words for at in own if (key := theirs.tokens[at].key) in known]
        if (
            len(own) >= _FEWEST
            and meant
            and linked.isdisjoint(own)
            and not any(theirs.tokens[at].cited for at in own)
            and all(words.isdisjoint(ours.counts) for words in meant)
        ):
            found.append((len(own), part))
    longest = max(found, key=lambda each: each[0], default=None)
    return _span(theirs, longest[1]) if longest else None


def _parts_of(text: str, features: TextFeatures) -> Iterator[range]:
    """Yield the indexes of the words of each part of a text between two marks."""
    first, tokens = 0, features.tokens
    for at, token in enumerate(tokens):
        end = tokens[at + 1].start if at + 1 < len(tokens) else len(text)
        if at + 1 == len(tokens) or _PARTS.search(text, token.end, end):
            yield range(first, at + 1)
            first = at + 1


def _unlinked_run(theirs: TextFeatures, linked: frozenset[int]) -> Span | None:
    """Return the longest run of words of a translation of which no content word is linked."""
    content = [at for at, token in enumerate(theirs.tokens) if not token.common]
    runs = [list(own) for free, own in groupby(content, lambda at: at not in linked) if free]
    longest = max(runs, key=len, default=[])
    return (
        _span(theirs, range(longest[0], longest[-1] + 1))
        if len(longest) >= _FEWEST_IN_RUN
        else None
    )


def _span(features: TextFeatures, at: range) -> Span:
    return features.tokens[at.start].start, features.tokens[at.stop - 1].end
