"""The rule for trees that differ: one finding for a list, whatever follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, SideName
from lawkb.checks.tree_lists import Lone, TreeList, holder, tree_lists
from lawkb.model.address import Address
from lawkb.model.law import Provision
from lawkb.model.sentence import Sentence, Value, say

_BY = {
    "positional": say("paired by order"),
    "statistical": say("paired by what the texts have in common"),
}
_ADD: dict[SideName, tuple[Sentence, Sentence]] = {
    "original": (
        say("add it to the original, or look whether a label was lost"),
        say("add them to the original, or look whether a label was lost"),
    ),
    "translation": (
        say("add it to the translation, or look whether a label was lost"),
        say("add them to the translation, or look whether a label was lost"),
    ),
}
_LABEL: dict[SideName, Sentence] = {
    "original": say("take the label out of the translation, or put it into the original"),
    "translation": say("put each label back where its words begin"),
}
_MOST_TOLD = 8  # places that a message names
_LONGEST_QUOTE = 120  # code points


def tree_parity(laws: LawPair, setting: Setting) -> Iterator[Fault]:
    """A provision, heading, title or note that only one language has, or a label that differs.

    Why: either words are missing, or a label was lost and every address behind it is wrong.

    Example: the original has 14B1 to 14B4, the translation ends with 14B3.

    Limits: one finding for a list of provisions, however many of it are missing or have another
    label. Whether the words of a missing one stand in the text before it is told by the length of
    that text. A heading that a source lost, or that an editor supplied in one language alone, is
    another rule's.
    """
    lists = tree_lists(laws)
    swollen: set[int] = set()
    for each in lists:
        for pair in _holders(each, setting):
            swollen |= {id(pair)} if pair else set()
        yield from _of_list(each, setting)
    for pair in laws.pairs:
        if id(pair) not in swollen:
            yield from _headings(pair)
            yield from _notes(pair)


def _holders(held: TreeList, setting: Setting) -> tuple[ProvisionPair | None, ProvisionPair | None]:
    """The pairs that seem to hold the words of what is missing and of what is too many."""
    ratio = setting.loss.ratio
    return holder(held, held.missing, ratio), holder(held, held.extra, ratio)


def _of_list(held: TreeList, setting: Setting) -> Iterator[Fault]:
    moved = _moved(held.moved, setting) if held.moved else None
    for lone, pair in zip((held.missing, held.extra), _holders(held, setting), strict=True):
        if lone.tops and pair:
            yield _unlabelled(lone, pair, moved, setting)
        elif lone.tops:
            yield _single(lone, moved, setting)
        moved = None if lone.tops else moved
    if moved:
        yield moved


def _unlabelled(lone: Lone, pair: ProvisionPair, moved: Fault | None, setting: Setting) -> Fault:
    """The labels are gone, or too many, and the words are not."""
    place = setting.write(pair.held.address)
    told = say("%(place)s: %(words)s", place=place, words=_end(lone, pair))
    return Fault(
        _without_label(lone, place, setting),
        quote=_words(lone.tops[0]),
        hint=_LABEL[lone.lacking],
        key=_key("single", lone.tops, setting),
        on=lone.lacking,
        at=lone.tops[0].address,
        evidence=(told, *((moved.message,) if moved else ())),
        also=(place,),
        labels=True,
    )


def _without_label(lone: Lone, place: str, setting: Setting) -> Sentence:
    named, several = _named(lone, setting), len(lone.tops) > 1
    if lone.lacking == "original":
        if several:
            return say(
                "%(places)s have no labels in the original: the words seem to stand in %(other)s",
                places=named,
                other=place,
            )
        return say(
            "%(place)s has no label in the original: the words seem to stand in %(other)s",
            place=named,
            other=place,
        )
    if several:
        return say(
            "%(places)s have lost their labels in the translation: "
            "the words seem to stand in %(other)s",
            places=named,
            other=place,
        )
    return say(
        "%(place)s has lost its label in the translation: the words seem to stand in %(other)s",
        place=named,
        other=place,
    )


def _end(lone: Lone, pair: ProvisionPair) -> str:
    """The last words of the text that seems to hold those of others."""
    held = pair.translation if lone.lacking == "translation" else pair.original
    text = " ".join(held.text.split()) if held else ""
    start = text.rfind(" ", 0, max(0, len(text) - _LONGEST_QUOTE)) + 1
    return f"…{text[start:]}" if start else text


def _single(lone: Lone, moved: Fault | None, setting: Setting) -> Fault:
    return Fault(
        _lacks(lone, setting),
        quote=_words(lone.tops[0]),
        hint=_ADD[lone.lacking][len(lone.tops) > 1],
        key=_key("single", lone.tops, setting),
        on=lone.lacking,
        at=lone.tops[0].address,
        evidence=(moved.message, *moved.evidence) if moved else (),
        labels=True,
    )


def _lacks(lone: Lone, setting: Setting) -> Sentence:
    named, several = _named(lone, setting), len(lone.tops) > 1
    if lone.lacking == "original":
        if several:
            return say("%(places)s are not in the original", places=named)
        return say("%(place)s is not in the original", place=named)
    if several:
        return say("%(places)s are not in the translation", places=named)
    return say("%(place)s is not in the translation", place=named)


def _moved(pairs: Sequence[ProvisionPair], setting: Setting) -> Fault:
    """Provisions that have another label in the translation."""
    both = [(p.original, p.translation) for p in pairs if p.original and p.translation]
    ours, theirs = (_places(each, setting) for each in zip(*both, strict=True))
    if len(both) > 1:
        told = say(
            "%(ours)s of the original are %(theirs)s in the translation", ours=ours, theirs=theirs
        )
    else:
        told = say(
            "%(ours)s of the original is %(theirs)s in the translation", ours=ours, theirs=theirs
        )
    return Fault(
        told,
        quote=_words(both[0][1]),
        hint=say("look for the label that is lost or too many above it"),
        key=" ".join(setting.write(each.address) for pair in both for each in pair),
        at=both[0][0].address,
        evidence=tuple(dict.fromkeys(_BY[pair.grade] for pair in pairs)),
        labels=True,
    )


def _named(lone: Lone, setting: Setting) -> Value:
    """Places, and how many lie in them without a counterpart: ``57A–57D with 7 in them``."""
    places = _places(lone.tops, setting)
    if not lone.inner:
        return places
    if len(lone.tops) > 1:
        return say("%(places)s with %(inner)s in them", places=places, inner=lone.inner)
    return say("%(place)s with %(inner)s in it", place=places, inner=lone.inner)


def _places(provisions: Sequence[Provision], setting: Setting) -> Value:
    """``57A1, 57A2``; three and more that follow one another are a range."""
    addresses = [each.address for each in provisions]
    if len(addresses) > 2 and all(map(_follows, addresses, addresses[1:])):
        return setting.write(addresses[0], addresses[-1])
    told = tuple(setting.write(each) for each in addresses[:_MOST_TOLD])
    left = len(addresses) - len(told)
    if left:
        return say("%(places)s and %(count)s more", places=told, count=left)
    return told if len(told) > 1 else told[0]


def _follows(before: Address, after: Address) -> bool:
    return before.path[:-1] == after.path[:-1] and after.path[-1] == before.path[-1] + 1


def _key(word: str, provisions: Sequence[Provision], setting: Setting) -> str:
    return " ".join([word, *(setting.write(each.address) for each in provisions)])


def _words(provision: Provision) -> str:
    return (provision.heading.text if provision.heading else provision.text)[:_LONGEST_QUOTE]


def _headings(pair: ProvisionPair) -> Iterator[Fault]:
    ours, theirs = pair.original, pair.translation
    if ours is None or theirs is None or bool(ours.heading) == bool(theirs.heading):
        return
    if any(each.lost or "heading" in each.editorial for each in (ours, theirs)):
        return
    having = ours if ours.heading else theirs
    lacking: SideName = "translation" if ours.heading else "original"
    told = say("the heading is not in the translation")
    if lacking == "original":
        told = say("the heading is not in the original")
    yield Fault(
        told,
        quote=having.heading.text if having.heading else "",
        hint=say("add the heading"),
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
        say(
            "%(ours)s notes in the original, %(theirs)s in the translation",
            ours=len(ours.notes),
            theirs=len(theirs.notes),
        ),
        quote=having.notes[-1].text,
        hint=say("add the note, or its mark"),
        key=f"notes {len(ours.notes)} {len(theirs.notes)}",
        on=fewer,
        at=ours.address,
    )
