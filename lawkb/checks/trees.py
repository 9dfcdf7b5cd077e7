"""The rule for trees that differ: one finding for a list, whatever follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, SideName
from lawkb.model.address import Address
from lawkb.model.law import Provision

_BY = {"exact": "label", "positional": "order", "statistical": "what the texts have in common"}
_MOST_TOLD = 8  # places that a message names
_SHORTEST = 12  # code points: shorter words cannot be seen in a text that took them in
_TAKEN_IN = 0.5  # of the words of a provision, by which a text must be too long


@dataclass(slots=True)
class _List:
    """What is not alike in the provisions directly in one.

    Attributes:
        parent: The provision they lie in.
        missing: Those that only the original has.
        extra: Those that only the translation has.
        moved: Those that have another label in the translation.
        before: The pair that stands before the first of the missing ones.
        alone: All provisions of the law that have no counterpart, by identity.
    """

    parent: ProvisionPair
    alone: frozenset[int] = frozenset()
    missing: list[Provision] = field(default_factory=list)
    extra: list[Provision] = field(default_factory=list)
    moved: list[ProvisionPair] = field(default_factory=list)
    before: ProvisionPair | None = None


def tree_parity(laws: LawPair, setting: Setting) -> Iterator[Fault]:
    """A provision, heading, title or note that only one language has, or a label that differs.

    Why: either words are missing, or a label was lost and every address behind it is wrong.

    Example: the original has 14B1 to 14B4, the translation ends with 14B3.

    Limits: one finding for a list of provisions, however many of it are missing or have another
    label. Whether the words of a missing one stand in the text before it is told by the length of
    that text. A heading that a source lost, or that an editor supplied in one language alone, is
    another rule's.
    """
    lists = _lists(laws)
    holders = {id(each): _holder(each, setting) for each in lists}
    for each in lists:
        yield from _of_list(each, holders[id(each)], setting)
    swollen = {id(holder) for holder in holders.values()}
    for pair in laws.pairs:
        if id(pair) not in swollen:
            yield from _headings(pair)
            yield from _notes(pair)


def _lists(laws: LawPair) -> list[_List]:
    """The lists in which something is not alike, in the order of the law."""
    ours = {pair.original.address: pair for pair in laws.pairs if pair.original}
    theirs = {pair.translation.address: pair for pair in laws.pairs if pair.translation}
    alone = frozenset(id(pair.held) for pair in laws.pairs if pair.grade == "single")
    found: dict[int, _List] = {}
    last = laws.pairs[0]
    for pair in laws.pairs:
        above = ours.get(_above(pair.original)) if pair.original else None
        beside = theirs.get(_above(pair.translation)) if pair.translation else None
        parent = above or beside
        if parent and parent.grade != "single":
            held = found.get(id(parent)) or _List(parent, alone)
            if _sort(pair, held, above):
                held.before = held.before or (last if held.missing else None)
                found[id(parent)] = held
        last = last if pair.grade == "single" else pair
    return list(found.values())


def _above(provision: Provision) -> Address:
    return provision.address.parent or provision.address


def _sort(pair: ProvisionPair, held: _List, above: ProvisionPair | None) -> bool:
    """Put a pair that is not alike where it belongs in its list; gives whether it was one.

    One that keeps its label under a parent that moved, the pair ``above``, is as alike as can be.
    """
    ours, theirs = pair.original, pair.translation
    if ours and theirs:
        with_parent = above is not None and above.grade not in ("exact", "single")
        follows = with_parent and ours.address.path[-1] == theirs.address.path[-1]
        if pair.grade == "exact" or follows:
            return False
        held.moved.append(pair)
    elif ours:
        held.missing.append(ours)
    elif theirs:
        held.extra.append(theirs)
    return True


def _holder(held: _List, setting: Setting) -> ProvisionPair | None:
    """The pair whose translation seems to hold the words of the missing provisions, if one does.

    Where labels are lost, the words stand in the text before them, or in that of the provision
    they lie in; it is too long for its own original by about what is missing.
    """
    inner = sum(_length(each) for top in held.missing for each in top.walk())
    missing = setting.loss.ratio * inner
    if missing < _SHORTEST:
        return None
    fits = []
    for pair in (held.parent, held.before):
        if pair and pair.original and pair.translation:
            alone = setting.loss.ratio * _length(pair.original)
            length = _length(pair.translation)
            whole = _apart(length, alone + missing)
            if length - alone >= _TAKEN_IN * missing and whole < _apart(length, alone):
                fits.append((whole, pair))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _apart(length: float, expected: float) -> float:
    return abs(log((length + 8) / (expected + 8)))


def _length(provision: Provision) -> int:
    heading = len(provision.heading.text) if provision.heading else 0
    return heading + len(provision.text)


def _of_list(held: _List, holder: ProvisionPair | None, setting: Setting) -> Iterator[Fault]:
    moved = _moved(held.moved, setting) if held.moved else None
    if holder:
        yield _unlabelled(held, holder, moved, setting)
    elif held.missing:
        yield _single(held, "translation", moved, setting)
    if held.extra:
        yield _single(held, "original", None if held.missing else moved, setting)
    if moved and not held.missing and not held.extra:
        yield moved


def _unlabelled(held: _List, holder: ProvisionPair, moved: Fault | None, setting: Setting) -> Fault:
    """The labels are gone, the words are not."""
    missing, place = held.missing, setting.write(holder.held.address)
    lost = "have lost their labels" if len(missing) > 1 else "has lost its label"
    named = _named(missing, held.alone, setting)
    return Fault(
        f"{named} {lost} in the translation: the words seem to stand in {place}",
        quote=_words(missing[0]),
        hint="put each label back where its words begin",
        key=_key("single", missing, setting),
        at=missing[0].address,
        evidence=(moved.message,) if moved else (),
        also=(place,),
        labels=True,
    )


def _single(held: _List, lacking: SideName, moved: Fault | None, setting: Setting) -> Fault:
    alone = held.missing if lacking == "translation" else held.extra
    are = "are" if len(alone) > 1 else "is"
    return Fault(
        f"{_named(alone, held.alone, setting)} {are} not in the {lacking}",
        quote=_words(alone[0]),
        hint=f"add {'them' if are == 'are' else 'it'} to the {lacking}, "
        "or look whether a label was lost",
        key=_key("single", alone, setting),
        on=lacking,
        at=alone[0].address,
        evidence=(moved.message, *moved.evidence) if moved else (),
        labels=True,
    )


def _moved(pairs: Sequence[ProvisionPair], setting: Setting) -> Fault:
    """Provisions that have another label in the translation."""
    both = [(p.original, p.translation) for p in pairs if p.original and p.translation]
    ours, theirs = [ours for ours, _ in both], [theirs for _, theirs in both]
    are = "are" if len(both) > 1 else "is"
    grades = dict.fromkeys(_BY[pair.grade] for pair in pairs)
    return Fault(
        f"{_places(ours, setting)} of the original {are} {_places(theirs, setting)} "
        "in the translation",
        quote=_words(theirs[0]),
        hint="look for the label that is lost or too many above it",
        key=" ".join(setting.write(each.address) for pair in both for each in pair),
        at=ours[0].address,
        evidence=(f"paired by {' and '.join(grades)}",),
        labels=True,
    )


def _named(tops: Sequence[Provision], alone: frozenset[int], setting: Setting) -> str:
    """Places, and how many lie in them without a counterpart: ``57A–57D with 7 in them``."""
    inner = sum(id(each) in alone for top in tops for each in top.walk()) - len(tops)
    inside = "it" if len(tops) == 1 else "them"
    return _places(tops, setting) + (f" with {inner} in {inside}" if inner else "")


def _places(provisions: Sequence[Provision], setting: Setting) -> str:
    """``57A1, 57A2``; three and more that follow one another are a range."""
    addresses = [each.address for each in provisions]
    if len(addresses) > 2 and all(map(_follows, addresses, addresses[1:])):
        return setting.write(addresses[0], addresses[-1])
    told = [setting.write(each) for each in addresses[:_MOST_TOLD]]
    left = len(addresses) - len(told)
    return ", ".join(told) + (f" and {left} more" if left else "")


def _follows(before: Address, after: Address) -> bool:
    return before.path[:-1] == after.path[:-1] and after.path[-1] == before.path[-1] + 1


def _key(word: str, provisions: Sequence[Provision], setting: Setting) -> str:
    return " ".join([word, *(setting.write(each.address) for each in provisions)])


def _words(provision: Provision) -> str:
    return (provision.heading.text if provision.heading else provision.text)[:120]


def _headings(pair: ProvisionPair) -> Iterator[Fault]:
    ours, theirs = pair.original, pair.translation
    if ours is None or theirs is None or bool(ours.heading) == bool(theirs.heading):
        return
    if any(each.lost or "heading" in each.editorial for each in (ours, theirs)):
        return
    having = ours if ours.heading else theirs
    lacking: SideName = "translation" if ours.heading else "original"
    yield Fault(
        f"the heading is not in the {lacking}",
        quote=having.heading.text if having.heading else "",
        hint="add the heading",
        key="heading",
        on=lacking,
        at=ours.address,
    )


def _notes(pair: ProvisionPair) -> Iterator[Fault]:
    ours, theirs = pair.original, pair.translation
    if ours is None or theirs is None or len(ours.notes) == len(theirs.notes):
        return
    fewer: SideName = "translation" if len(theirs.notes) < len(ours.notes) else "original"
    having = ours if fewer == "translation" else theirs
    yield Fault(
        f"{_count(len(ours.notes))} in the original, {len(theirs.notes)} in the translation",
        quote=having.notes[-1].text,
        hint="add the note, or its mark",
        key=f"notes {len(ours.notes)} {len(theirs.notes)}",
        on=fewer,
        at=ours.address,
    )


def _count(notes: int) -> str:
    return "1 note" if notes == 1 else f"{notes} notes"
