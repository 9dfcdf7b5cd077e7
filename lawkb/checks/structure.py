"""Rules for the tree of a law: labels, headings, titles, notes and comments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lawkb.align.provisions import LawPair
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, SideName
from lawkb.corpus.settlements import comment_id
from lawkb.model.address import Address
from lawkb.model.law import Law, Provision

REBUILT = "its label was lost and rebuilt from the order"
_SIDES: tuple[SideName, SideName] = ("original", "translation")


def note_parity(laws: LawPair, _setting: Setting) -> Iterator[Fault]:
    """Notes without their text, out of order, or whose number the source lost.

    Why: a note under the wrong mark changes the rule it stands at.

    Example: the marks 1 and 2 of the page, below it two texts without numbers.

    Limits: numbers run through the page, so that Greek 1 and 2 are English 3 and 4: order is
    compared, never the numbers themselves.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        noted = [(each, note) for each in law.provisions() for note in each.notes]
        for provision, note in noted:
            if not note.text:
                yield Fault(
                    f"the mark {note.marker}) has no note",
                    hint="find the note, or take the mark out",
                    key=f"empty {note.marker}",
                    on=name,
                    at=provision.address,
                )
        figures = [int(note.marker) for _, note in noted if note.marker.isdigit()]
        if any(after <= before for before, after in pairwise(figures)):
            told = f"notes are out of order: {', '.join(map(str, figures))}"
            yield Fault(told, hint="put the marks in order", key="order", on=name)
        lost = [note.marker for _, note in noted if "marker" in note.inferred]
        if lost:
            yield Fault(
                f"the notes {', '.join(lost)} of the page have lost their own numbers",
                hint="they were matched with their marks by order: compare them",
                key="markers",
                on=name,
            )


def numbering(laws: LawPair, setting: Setting) -> Iterator[Fault]:
    """A gap, a repeat or a restart of labels; a section without its letter.

    Why: every reference to a provision behind the gap leads astray.

    Example: 1., 2., 4.

    Limits: a gap that both languages have is reported once, on the original: it may be a provision
    that was repealed. Sections whose headings the source lost too are *heading-lost*.
    """
    gaps = _gaps(laws.original)
    for on, found in zip(_SIDES, (gaps, _gaps(laws.translation)), strict=True):
        for place, told in found.items():
            if on == "original" or place not in gaps:
                written = setting.write(place)
                hint = "look for the label that is lost or repeated"
                yield Fault(f"{written}: {told}", hint=hint, key=told, on=on, at=place)


def _gaps(law: Law) -> dict[Address, str]:
    found: dict[Address, str] = {}
    for parent in law.provisions():
        ordinals = [(child, child.address.path[-1]) for child in parent.children]
        depths = {child.address.depth for child in parent.children}
        if ordinals and len(depths) == 1 and ordinals[0][1] != 1:
            found[ordinals[0][0].address] = "the first of its list has another label"
        for (before, n), (after, m) in pairwise(ordinals):
            if before.address.depth == after.address.depth and m != n + 1:
                found[after.address] = "follows with a gap" if m > n + 1 else "repeats a label"
        for child in parent.children:
            if "num" in child.inferred and "heading" not in child.lost:
                found[child.address] = REBUILT
    return found


def heading_lost(laws: LawPair, setting: Setting) -> Iterator[Fault]:
    """The source lost the headings of sections, in one language or in both; parity cannot see that.

    Why: a section without its heading is read without its scope.

    Example: the page of Law 20 lost the headings and letters of A to G.

    Limits: one finding for a law and language; what an editor has supplied is not lost any more.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        lost = [each for each in law.provisions() if _is_lost(each, "heading")]
        if lost:
            places = ", ".join(setting.write(each.address) for each in lost)
            lettered = all("num" in each.inferred for each in lost)
            letters = "; their letters were rebuilt from the order" if lettered else ""
            yield Fault(
                f"the source lost the headings of {places}{letters}",
                hint="supply them in corpus/patches/",
                key="headings",
                on=name,
                evidence=tuple(
                    f"{setting.write(pair.original.address)}: {pair.original.heading.text}"
                    for pair in laws.pairs
                    if name == "translation"
                    and pair.original
                    and pair.original.heading
                    and pair.translation in lost
                ),
            )


def title_lost(laws: LawPair, _setting: Setting) -> Iterator[Fault]:
    """The source lost the title of a law.

    Why: lists and links show a bare number.

    Example: all four Greek pages have the law without its title.

    Limits: as *heading-lost*.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        if _is_lost(law.root, "title"):
            yield Fault(
                "the source lost the title of the law",
                hint="supply it in corpus/patches/",
                key="title",
                on=name,
                evidence=_other_title(laws, name),
            )


def _other_title(laws: LawPair, name: SideName) -> tuple[str, ...]:
    other = laws.original if name == "translation" else laws.translation
    return (f"the other language has: {other.root.heading.text}",) if other.root.heading else ()


def _is_lost(provision: Provision, what: str) -> bool:
    return what in provision.lost and provision.heading is None


def comment_open(laws: LawPair, _setting: Setting) -> Iterator[Fault]:
    """A reader's correction that nobody has settled.

    Why: someone took the trouble.

    Example: a comment under Law 57 that asks to drop three words, while they still stand.

    Limits: whether a comment is settled is told by its quote; one that quotes nothing stays open
    until ``lawkb comments settle`` closes it.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        for comment in law.comments:
            if comment.status == "open":
                own = comment_id(law.origin.page, comment)
                yield Fault(
                    f"{comment.author} wrote on {comment.created[:10]}: {comment.text[:160]}",
                    quote=comment.quote or "",
                    hint=f"lawkb comments settle {own} --applied|--rejected",
                    key=f"{comment.author} {comment.created}",
                    on=name,
                    at=comment.address,
                )
