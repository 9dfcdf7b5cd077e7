"""Rules for texts in the wrong place: the translation of another law, swapped provisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from lawkb.checks.checked_laws import CheckedLaw
from lawkb.checks.omission.features import (
    link_words_of_pair,
    read_features,
)
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import CheckedText, Fault, SideName, TextPair
from lawkb.model.address import Address
from lawkb.model.finding import say
from lawkb.parallel_work import on_all_cores

_WEAK = 0.4  # kinship of a law and its translation above which it is not compared with others
_BETTER = 0.08  # least advantage of another law; among a hundred clean laws it is -0.24
_FEWEST = 12  # fewest words of a law in either language
_MOST = 8  # laws compared with all others: those least similar to their translation
_LONGEST = 120  # characters of a text that are quoted


@dataclass(frozen=True, slots=True)
class LawWords:
    """The words of a law and of its translation, for the comparison with other laws."""

    edition: str  # id of the edition
    address: Address  # address of the law
    original: frozenset[str]  # keys of the words of the original, unpaired texts included
    translation: frozenset[str]  # keys of the words of the translation
    begins: str  # the first text of the translation that has an original, shortened

    @property
    def is_long(self) -> bool:
        """Whether both languages have at least a dozen words."""
        return min(len(self.original), len(self.translation)) >= _FEWEST


def law_words(law: CheckedLaw, _context: RuleContext) -> LawWords:
    """Return the words of a law and of its translation."""
    original = law.laws.original
    words = next((text.translation.text for text in law.texts if text.translation.text), "")
    return LawWords(
        original.edition,
        original.root.address,
        _words(law, "original"),
        _words(law, "translation"),
        words[:_LONGEST],
    )


def _words(law: CheckedLaw, name: SideName) -> frozenset[str]:
    sides = {id(each.provision): each for each in (text.side(name) for text in law.texts)}
    if not sides:
        return frozenset()
    language = next(iter(sides.values())).language
    whole = law.laws.original if name == "original" else law.laws.translation
    words: set[str] = set()
    for provision in whole.provisions():
        side = sides.get(id(provision)) or CheckedText(language, provision.text)
        words |= read_features(side).counts.keys()
    return frozenset(words)


def misplaced(laws: Sequence[LawWords], context: RuleContext) -> Iterator[tuple[int, Fault]]:
    """The translation of a law is that of another law.

    Why: two pages were mistaken for one another, and every sentence is wrong.

    Example: the page of Law 14 has the Greek text of Law 57, and the other way round.

    Limits: the words of the whole law are compared. Other findings are suppressed for such a law
    until it is corrected. Only the eight laws least like their translations are examined, and none
    of fewer than a dozen words.
    """
    own = on_all_cores(partial(_own_kinship, context.loss), laws)
    judged = [at for at, kinship in enumerate(own) if kinship <= _WEAK]
    judged = sorted(judged, key=own.__getitem__)[:_MOST]
    suspects = [laws[at] for at in judged]
    rows = on_all_cores(partial(_kinships, context.loss, suspects), laws) if suspects else []
    for n, at in enumerate(judged):
        others = ((row[n], -other) for other, row in enumerate(rows) if other != at)
        best, nearest = max(others, default=(0.0, 0))
        if best > own[at] + _BETTER:
            yield at, _misplaced(suspects[n], laws[-nearest], context)


def _own_kinship(loss: LossModel, law: LawWords) -> float:
    """Return the kinship of a law and its translation; infinite if it is too short to be judged."""
    return loss.kinship(law.original, law.translation) if law.is_long else inf


def _kinships(loss: LossModel, suspects: Sequence[LawWords], law: LawWords) -> tuple[float, ...]:
    """Return the kinship of a law with each of some translations of its edition."""
    return tuple(
        loss.kinship(law.original, each.translation)
        if law.is_long and law.edition == each.edition
        else -inf
        for each in suspects
    )


def _misplaced(law: LawWords, other: LawWords, context: RuleContext) -> Fault:
    here, there = context.write(law.address), context.write(other.address)
    return Fault(
        say("the translation of %(here)s seems to be that of %(there)s", here=here, there=there),
        quote=law.begins,
        hint=say(
            "put each text under its own law; until then, other findings on this law are suppressed"
        ),
        key=there,
        at=law.address,
    )


_SURE = 2.0  # least log odds of the other order
_FAR = 6  # most positions between two siblings
_SURER = 8.0  # the same for texts of a file, which are no siblings: the most of clean pairs is -3
_GOOD = 4.0  # log odds of a text with its own translation, above which it is not compared


def swapped(texts: Sequence[TextPair], context: RuleContext) -> Iterator[Fault]:
    """Two provisions of one list have changed places in the translation.

    Why: every reference to either leads to the other.

    Example: 57A1 asks for the highest card in the original and for the lowest in the translation,
    57A2 the other way round.

    Limits: words, numbers and references are compared. Provisions that differ only in words that
    occur once in the code are not distinguished, nor are those far apart: in a bilingual file three
    texts.
    """
    for family in _families(texts).values():
        done: set[int] = set()
        for _, i, j in sorted(_gains(family, context.loss), reverse=True):
            if not done & {i, j}:
                done |= {i, j}
                yield swapped_texts(family[i], family[j])


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
    own = [_fit(text, text, model) for text in family]
    for i in range(len(family)):
        for j in range(i + 1, min(i + 1 + _FAR, len(family))):
            one, other = family[i], family[j]
            gain = _fit(one, other, model) - own[i] - own[j] + _fit(other, one, model)
            if gain >= _SURE:
                yield gain, i, j


def _fit(one: TextPair, other: TextPair, model: LossModel) -> float:
    """Return the fit of a text with the translation of another one, or with its own."""
    ours, theirs = read_features(one.original), read_features(other.translation)
    if one is other:
        weights = model.links(ours, theirs).weights
    else:
        known = model.known(ours, read_features(one.translation))
        weights = link_words_of_pair(ours, theirs, known).weights
    return model.agreement(ours, theirs, sum(weights))


def swapped_with(
    text: TextPair, near: Iterable[TextPair], model: LossModel
) -> tuple[TextPair, bool] | None:
    """Return the text of a bilingual file whose translation was put with another text's.

    Args:
        text: The text; only one that fits its own translation badly is compared.
        near: The texts before and after it.
        model: The model of the file.

    Returns:
        The text with the largest gain, and whether it fits its own translation badly, too.
    """
    if not (text.original.words and text.translation.words):
        return None
    own = _fit(text, text, model)
    if own > _GOOD:
        return None
    best: tuple[float, TextPair, bool] | None = None
    for other in near:
        if other.original.words and other.translation.words:
            its = _fit(other, other, model)
            gain = _fit(text, other, model) + _fit(other, text, model) - own - its
            if gain >= _SURER and (best is None or gain > best[0]):
                best = gain, other, its <= _GOOD
    return best[1:] if best else None


def swapped_texts(one: TextPair, other: TextPair) -> Fault:
    """Return the fault of two texts whose translations have changed places."""
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
