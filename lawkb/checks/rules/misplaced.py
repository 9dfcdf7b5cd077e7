"""Rules for texts in the wrong place: the translation of another law, swapped provisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.omission.word_links import (
    link_words_of_pair,
)
from lawkb.checks.pairing import CheckedLaw
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import CheckedText, Fault, SideName, TextPair
from lawkb.model.address import Address
from lawkb.model.finding import say

_WEAK = 0.4  # kinship of a law and its translation above which it is not compared with others
_BETTER = 0.08  # least advantage of another law; among a hundred clean laws it is -0.24
_FEWEST = 12  # fewest words of a law in either language
_MOST = 8  # laws compared with all others: those least similar to their translation


def misplaced(laws: Sequence[CheckedLaw], context: RuleContext) -> Iterator[tuple[int, Fault]]:
    """The translation of a law is that of another law.

    Why: two pages were mistaken for one another, and every sentence is wrong.

    Example: the page of Law 14 has the Greek text of Law 57, and the other way round.

    Limits: the words of the whole law are compared. Other findings are suppressed for such a law
    until it is corrected. Only the eight laws least like their translations are examined, and none
    of fewer than a dozen words.
    """
    read = [(_law_words(law, "original"), _law_words(law, "translation")) for law in laws]
    own = [context.loss.kinship(ours, theirs) for ours, theirs in read]
    judged = [at for at, both in enumerate(read) if min(map(len, both)) >= _FEWEST]
    for at in sorted(judged, key=own.__getitem__)[:_MOST]:
        if own[at] > _WEAK:
            return
        others = [
            (context.loss.kinship(read[n][0], read[at][1]), -n)
            for n in judged
            if n != at and laws[n].laws.original.edition == laws[at].laws.original.edition
        ]
        best, nearest = max(others, default=(0.0, 0))
        if best > own[at] + _BETTER:
            yield at, _misplaced(laws[at], laws[-nearest], context)


def _law_words(law: CheckedLaw, name: SideName) -> set[str]:
    """Return the keys of the words of a law in one language, unpaired texts included."""
    sides = {id(each.provision): each for each in (text.side(name) for text in law.texts)}
    if not sides:
        return set()
    language = next(iter(sides.values())).language
    whole = law.laws.original if name == "original" else law.laws.translation
    words: set[str] = set()
    for provision in whole.provisions():
        side = sides.get(id(provision)) or CheckedText(language, provision.text)
        words |= read_features(side).counts.keys()
    return words


def _misplaced(law: CheckedLaw, other: CheckedLaw, context: RuleContext) -> Fault:
    here, there = (context.write(each.laws.original.root.address) for each in (law, other))
    words = next((text.translation.text for text in law.texts if text.translation.text), "")
    return Fault(
        say("the translation of %(here)s seems to be that of %(there)s", here=here, there=there),
        quote=words[:120],
        hint=say(
            "put each text under its own law; until then, other findings on this law are suppressed"
        ),
        key=there,
        at=law.laws.original.root.address,
    )


_SURE = 2.0  # least log odds of the other order
_FAR = 6  # most positions between two siblings


def swapped(texts: Sequence[TextPair], context: RuleContext) -> Iterator[Fault]:
    """Two provisions of one list have changed places in the translation.

    Why: every reference to either leads to the other.

    Example: 57A1 asks for the highest card in the original and for the lowest in the translation,
    57A2 the other way round.

    Limits: words, numbers and references are compared. Provisions that differ only in words that
    occur once in the code are not distinguished, nor are provisions that are far apart.
    """
    for family in _families(texts).values():
        done: set[int] = set()
        for _, i, j in sorted(_gains(family, context.loss), reverse=True):
            if not done & {i, j}:
                done |= {i, j}
                yield _swapped(family[i], family[j])


def _families(texts: Sequence[TextPair]) -> dict[Address | None, list[TextPair]]:
    """Return the text pairs of each list of provisions in order, by address of the parent.

    Only provisions whose translation has the same address are returned.
    """
    found: dict[Address | None, list[TextPair]] = {}
    for text in texts:
        held = text.original.words and text.translation.words
        if held and text.address and text.pair and text.pair.grade == "exact":
            found.setdefault(text.address.parent, []).append(text)
    return found


def _gains(family: Sequence[TextPair], model: LossModel) -> Iterator[tuple[float, int, int]]:
    """Yield pairs of texts that fit better with each other's translations.

    Yields:
        The gain in log odds, and the indexes of both texts.
    """
    read = [(read_features(text.original), read_features(text.translation)) for text in family]
    own = [model.agreement(*both, sum(model.links(*both).weights)) for both in read]

    def fit(one: int, other: int) -> float:
        """Return the fit of a text with the translation of another one."""
        ours, theirs = read[one][0], read[other][1]
        weights = link_words_of_pair(ours, theirs, model.known(*read[one])).weights
        return model.agreement(ours, theirs, sum(weights))

    for i in range(len(family)):
        for j in range(i + 1, min(i + 1 + _FAR, len(family))):
            gain = fit(i, j) - own[i] - own[j] + fit(j, i)
            if gain >= _SURE:
                yield gain, i, j


def _swapped(one: TextPair, other: TextPair) -> Fault:
    there = other.translation.text[:120]
    return Fault(
        say("%(one)s and %(other)s seem to have changed places", one=one.place, other=other.place),
        quote=one.translation.text[:120],
        hint=say("compare both with the original"),
        key=f"{one.place} {other.place}",
        at=one.address,
        also=(one.place, other.place),
        evidence=(say("%(place)s: %(words)s", place=other.place, words=there),),
    )
