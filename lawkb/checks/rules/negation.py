"""The rule for denials of one text without a counterpart in the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawkb.checks.denials import Denial
from lawkb.checks.omission.features import read_features
from lawkb.checks.paired_denials import (
    FoundDenials,
    UnpairedDenials,
    balance,
    by_sentence,
    denial_count,
    may_deny,
    read_both,
    reversed_pair,
    surplus,
)
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import OTHER_SIDE, Fault, SideName, TextPair, read_rule_words
from lawkb.model.finding import say
from lawkb.model.passage import Span
from lawkb.words.tokens import Word

_HINT: dict[SideName, str] = {
    "original": say("look for the missing word in the original"),
    "translation": say("look for the missing word in the translation"),
}
_NEAR = 3  # words after a denial that can be part of it, as in no longer valid


def negation(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A negation in one of the two texts only.

    Why: it reverses the rule.

    Example: *may not be withdrawn* beside *μπορεί να αποσυρθεί*.

    Limits: negations are matched clause by clause; a double negative such as *κανείς δεν* counts
    once. A word such as *only*, *cease* or *illegal* can be the counterpart of a negation, and so
    can a word that is one elsewhere in the code.
    """
    ours, theirs = read_both(pair)
    if not ours.found and not theirs.found:
        return
    told = [
        fault
        for own, other in by_sentence(ours, theirs)
        for fault in _compared(pair, own, other, context)
    ]
    if len({fault.key.partition(" ")[0] for fault in told}) > 1:  # it is in another sentence
        told = list(_compared(pair, ours.found, theirs.found, context))
    yield from told


def _compared(
    pair: TextPair, ours: FoundDenials, theirs: FoundDenials, context: RuleContext
) -> Iterator[Fault]:
    a, b = balance(ours, theirs)
    sides: tuple[tuple[SideName, UnpairedDenials, UnpairedDenials], ...] = (
        ("original", a, b),
        ("translation", b, a),
    )
    for name, own, other in sides:
        if _denies_more(pair, name, (own, other), context):
            yield _uneven(pair, name, own, other)
            return
    for name, own, other in sides:
        if words := reversed_pair(name, own, other):
            yield _turned(pair, name, words)
            return


def _denies_more(
    pair: TextPair,
    name: SideName,
    both: tuple[UnpairedDenials, UnpairedDenials],
    context: RuleContext,
) -> bool:
    """Return whether the text ``name`` certainly has a negation that the other text lacks."""
    own, other = both
    more = surplus(own, other) - len(other.strict)
    if more > 0 and other.bound:
        return True
    if name == "original":  # χωρίς translates many words that are no denials
        # «not without» and «no … unless» affirm together
        unmet = len(own.strict) - 2 * min(more, len(own.strict)) if more > 0 else len(own.strict)
        more += unmet + _wanted(pair, own, context)
    if more <= 0:
        return False
    if name == "translation" and (_denies(other) or _is_turned(pair, own, context)):
        return False  # a denial repeated in a list, or a word rendered by its contrary
    free = may_deny(own, other)
    learned = context.denial_translations.may(pair, OTHER_SIDE[name], context.loss.taught)
    if denial_count(own, free) + len(learned) < more:
        return True
    explained = _explained(pair, name, own, context)
    free = [each for each in free if not explained & set(_places(each))]
    counted = {at for each in (*other.like, *other.strict, *other.shown) for at in _places(each)}
    words = enumerate(pair.side(OTHER_SIDE[name]).words)
    stems = {word.stem for at, word in words if at not in explained | counted}
    return more > denial_count(own, free) + len(learned & stems)


def _places(denial: Denial) -> range:
    return range(denial.first, denial.last + 1)


def _wanted(pair: TextPair, own: UnpairedDenials, context: RuleContext) -> int:
    """Return how many words of the original are translated by a negation in all other pairs."""
    if not own.like:
        return 0
    known = context.denial_translations.must(pair, "original", context.loss.taught)
    words = pair.original.words
    return sum(words[each.first].stem in known for each in own.like)


def _explained(
    pair: TextPair, name: SideName, own: UnpairedDenials, context: RuleContext
) -> set[int]:
    near = {
        at
        for each in (*own.plain, *own.strict, *own.like)
        for at in range(each.first - 1, each.last + _NEAR + 1)
    }
    here, there = pair.side(name).words, pair.side(OTHER_SIDE[name]).words
    starts = {word.start for at, word in enumerate(here) if at not in near}
    ends = {end for start, end in _links(pair, name, context) if start in starts}
    return {at for at, word in enumerate(there) if word.start in ends}


def _denies(text: UnpairedDenials) -> bool:
    return any(each.kind in ("not", "perhaps") for each in text.shown)


def _is_turned(pair: TextPair, own: UnpairedDenials, context: RuleContext) -> bool:
    """Return whether the translation seems to deny the contrary of a word of the original.

    That is where no word beside its denial has a counterpart, and a word of the original lacks its
    own: *left out* and *δεν υπολογίζεται*. *May* and *δεν μπορεί* are counterparts.
    """
    if not _has_missing_words(pair, context):
        return False
    words = pair.translation.words
    rendered = {there for _, there in _links(pair, "original", context)}
    near = [word for each in own.plain for word in _predicate(words, each)]
    modal = any(word.folded in _modal_words(pair.tags[0]) for word in pair.original.words)
    return not any(
        (word.start in rendered and not word.common)
        or (modal and word.folded in _modal_words(pair.tags[1]))
        for word in near
    )


def _predicate(words: Sequence[Word], denial: Denial) -> Sequence[Word]:
    """Return the words behind a denial, and the last one before it: *gilt nicht*."""
    return words[max(0, denial.first - 1) : denial.last + _NEAR + 1]


def _modal_words(code: str) -> frozenset[str]:
    words = read_rule_words(code)
    return words.permission | words.obligation


def _has_missing_words(pair: TextPair, context: RuleContext) -> bool:
    ours, theirs = read_features(pair.original), read_features(pair.translation)
    weights = context.loss.links(ours, theirs).weights
    return any(
        weight > 0 and not token.common for token, weight in zip(ours.tokens, weights, strict=True)
    )


def _links(pair: TextPair, name: SideName, context: RuleContext) -> Iterator[tuple[int, int]]:
    ours, theirs = read_features(pair.original), read_features(pair.translation)
    to = context.loss.links(ours, theirs).to
    for at, other in enumerate(to):
        if other is not None:
            starts = ours.tokens[at].start, theirs.tokens[other].start
            yield starts if name == "original" else starts[::-1]


def _uneven(pair: TextPair, name: SideName, own: UnpairedDenials, other: UnpairedDenials) -> Fault:
    lacking = OTHER_SIDE[name]
    here, there = _quoted(pair, name, own.shown), _quoted(pair, lacking, other.shown)
    alone = _quoted(pair, lacking, other.bound)
    told = say("without a negation in the other text: %(words)s", words=alone)
    return Fault(
        _told(name, here, there),
        quote=", ".join(_words(pair, name, own.shown)),
        hint=_HINT[lacking],
        key=f"{lacking} {len(own.shown)} {len(other.shown)}",
        marked=_marked(pair, (name, own.shown), (lacking, (*other.shown, *other.bound))),
        evidence=(told,) if alone else (),
    )


def _told(name: SideName, words: str, others: str) -> str:
    if name == "original" and not others:
        return say("the original has a negation (%(words)s), the translation has none", words=words)
    if name == "original":
        return say(
            "the original has the negations %(words)s, the translation %(others)s",
            words=words,
            others=others,
        )
    if not others:
        return say("the translation has a negation (%(words)s), the original has none", words=words)
    return say(
        "the translation has negations (%(words)s), the original only %(others)s",
        words=words,
        others=others,
    )


def _turned(pair: TextPair, name: SideName, words: FoundDenials) -> Fault:
    """Return the fault of a word that has lost the negation of its counterpart."""
    lacking = OTHER_SIDE[name]
    here, there = _quoted(pair, name, words[:1]), _quoted(pair, lacking, words[1:])
    return Fault(
        say(
            "%(words)s seems to have lost its negation: the other text has %(others)s",
            words=here,
            others=there,
        ),
        quote=", ".join(_words(pair, lacking, words[1:])),
        hint=_HINT[lacking],
        key=f"{lacking} {here} {there}",
        marked=_marked(pair, (name, words[:1]), (lacking, words[1:])),
    )


def _quoted(pair: TextPair, name: SideName, found: FoundDenials) -> str:
    return ", ".join(f"«{words}»" for words in _words(pair, name, found))


def _words(pair: TextPair, name: SideName, found: FoundDenials) -> list[str]:
    return [pair.side(name).text[slice(*span)] for _, span in _marked(pair, (name, found))]


def _marked(
    pair: TextPair, *each: tuple[SideName, FoundDenials]
) -> tuple[tuple[SideName, Span], ...]:
    return tuple(
        (name, (pair.side(name).words[one.first].start, pair.side(name).words[one.last].end))
        for name, found in each
        for one in found
    )
