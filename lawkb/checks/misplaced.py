"""The rule for laws whose translation is that of another law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawkb.checks.pairing import Paired
from lawkb.checks.readings import read_side
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, SideName
from lawkb.model.sentence import say

_WEAK = 0.4  # kinship of a law and its translation from which on nobody asks for another
_BETTER = 0.08  # by how much another law must be nearer; in a hundred clean ones it is 0.24 farther
_FEWEST = 12  # words that a law must have, in either language
_MOST = 8  # laws that are compared with all others: those least like their own translation


def misplaced(laws: Sequence[Paired], setting: Setting) -> Iterator[tuple[int, Fault]]:
    """The translation of a law is that of another one.

    Why: two pages were mistaken for one another, and every sentence is wrong.

    Example: the page of Law 14 has the Greek text of Law 57, and the other way round.

    Limits: what tells is the words of the whole law. Nothing else is said of such a law until it is
    mended. Of a code, the eight laws least like their translations are looked at, and none of fewer
    than a dozen words.
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


def _words(law: Paired, name: SideName) -> set[str]:
    """The words of all texts of a law in one language, those that have no counterpart too."""
    sides = {id(each.provision): each for each in (text.side(name) for text in law.texts)}
    if not sides:
        return set()
    language = next(iter(sides.values())).language
    whole = law.laws.original if name == "original" else law.laws.translation
    words: set[str] = set()
    for provision in whole.provisions():
        side = sides.get(id(provision)) or Side(language, provision.text)
        words |= read_side(side).counts.keys()
    return words


def _told(law: Paired, other: Paired, setting: Setting) -> Fault:
    here, there = (setting.write(each.laws.original.root.address) for each in (law, other))
    words = next((text.translation.text for text in law.texts if text.translation.text), "")
    return Fault(
        say("the translation of %(here)s seems to be that of %(there)s", here=here, there=there),
        quote=words[:120],
        hint=say("put each text under its own law; until then nothing else is said of this one"),
        key=there,
        at=law.laws.original.root.address,
    )
