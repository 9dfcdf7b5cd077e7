"""The rule for a translation of another law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawkb.checks.omission.readings import read_features
from lawkb.checks.pairing import CheckedLaw
from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import CheckedText, Fault, SideName
from lawkb.model.finding import say

_WEAK = 0.4  # kinship of a law and its translation above which it is not compared with others
_BETTER = 0.08  # least advantage of another law; among a hundred clean laws it is -0.24
_FEWEST = 12  # fewest words of a law in either language
_MOST = 8  # laws compared with all others: those least similar to their translation


def misplaced(laws: Sequence[CheckedLaw], setting: RuleContext) -> Iterator[tuple[int, Fault]]:
    """The translation of a law is that of another law.

    Why: two pages were mistaken for one another, and every sentence is wrong.

    Example: the page of Law 14 has the Greek text of Law 57, and the other way round.

    Limits: the words of the whole law are compared. Other findings are suppressed for such a law
    until it is corrected. Only the eight laws least like their translations are examined, and none
    of fewer than a dozen words.
    """
    read = [(_words(law, "original"), _words(law, "translation")) for law in laws]
    own = [setting.loss.kinship(ours, theirs) for ours, theirs in read]
    judged = [at for at, both in enumerate(read) if min(map(len, both)) >= _FEWEST]
    for at in sorted(judged, key=own.__getitem__)[:_MOST]:
        if own[at] > _WEAK:
            return
        others = [
            (setting.loss.kinship(read[n][0], read[at][1]), -n)
            for n in judged
            if n != at and laws[n].laws.original.edition == laws[at].laws.original.edition
        ]
        best, nearest = max(others, default=(0.0, 0))
        if best > own[at] + _BETTER:
            yield at, _told(laws[at], laws[-nearest], setting)


def _words(law: CheckedLaw, name: SideName) -> set[str]:
    """Return the words of all texts of a law in one language, unpaired texts included."""
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


def _told(law: CheckedLaw, other: CheckedLaw, setting: RuleContext) -> Fault:
    here, there = (setting.write(each.laws.original.root.address) for each in (law, other))
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
