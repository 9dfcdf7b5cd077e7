"""The rule for trees that differ: one finding for a list, whatever follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, SideName
from lawkb.checks.tree_lists import Lone, TreeList, holder, tree_lists
from lawkb.model.address import Address
from lawkb.model.law import Provision

_BY = {"exact": "label", "positional": "order", "statistical": "what the texts have in common"}
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
    lost = "have lost their labels" if len(lone.tops) > 1 else "has lost its label"
    named = _named(lone, setting)
    hint = "put each label back where its words begin"
    if lone.lacking == "original":
        lost = "have no labels" if len(lone.tops) > 1 else "has no label"
        hint = "take the label out of the translation, or put it into the original"
    return Fault(
        f"{named} {lost} in the {lone.lacking}: the words seem to stand in {place}",
        quote=_words(lone.tops[0]),
        hint=hint,
        key=_key("single", lone.tops, setting),
        on=lone.lacking,
        at=lone.tops[0].address,
        evidence=(f"{place}: {_end(lone, pair)}", *((moved.message,) if moved else ())),
        also=(place,),
        labels=True,
    )


def _end(lone: Lone, pair: ProvisionPair) -> str:
    """The last words of the text that seems to hold those of others."""
    held = pair.translation if lone.lacking == "translation" else pair.original
    text = " ".join(held.text.split()) if held else ""
    start = text.rfind(" ", 0, max(0, len(text) - _LONGEST_QUOTE)) + 1
    return f"…{text[start:]}" if start else text


def _single(lone: Lone, moved: Fault | None, setting: Setting) -> Fault:
    are, them = ("are", "them") if len(lone.tops) > 1 else ("is", "it")
    return Fault(
        f"{_named(lone, setting)} {are} not in the {lone.lacking}",
        quote=_words(lone.tops[0]),
        hint=f"add {them} to the {lone.lacking}, or look whether a label was lost",
        key=_key("single", lone.tops, setting),
        on=lone.lacking,
        at=lone.tops[0].address,
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


def _named(lone: Lone, setting: Setting) -> str:
    """Places, and how many lie in them without a counterpart: ``57A–57D with 7 in them``."""
    inside = "it" if len(lone.tops) == 1 else "them"
    return _places(lone.tops, setting) + (f" with {lone.inner} in {inside}" if lone.inner else "")


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
    return (provision.heading.text if provision.heading else provision.text)[:_LONGEST_QUOTE]


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
