"""Rules for the tree of a law: labels, headings, titles, notes and comments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lawkb.align.provisions import LawPair
from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import Fault, SideName
from lawkb.corpus.comment_decisions import comment_id
from lawkb.model.address import Address
from lawkb.model.finding import say
from lawkb.model.law import Law

REBUILT = say("its label was lost and rebuilt from the order")
_SIDES: tuple[SideName, SideName] = ("original", "translation")
_SETTLE = "lawkb comments settle"


def note_parity(laws: LawPair, _setting: RuleContext) -> Iterator[Fault]:
    """Notes without their text, out of order, or whose number the source lost.

    Why: a note at the wrong mark changes another rule.

    Example: the marks 1 and 2 of the page, below it two texts without numbers.

    Limits: numbers run through the page, so that Greek 1 and 2 are English 3 and 4: order is
    compared, never the numbers themselves.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        noted = [(each, note) for each in law.provisions() for note in each.notes]
        for provision, note in noted:
            if not note.text:
                yield Fault(
                    say("the mark %(mark)s) has no note", mark=note.marker),
                    hint=say("find the note, or remove the mark"),
                    key=f"empty {note.marker}",
                    on=name,
                    at=provision.address,
                )
        figures = [int(note.marker) for _, note in noted if note.marker.isdigit()]
        if any(after <= before for before, after in pairwise(figures)):
            marks = tuple(map(str, figures))
            told = say("notes are out of order: %(marks)s", marks=marks)
            yield Fault(told, hint=say("put the marks in order"), key="order", on=name)
        lost = tuple(note.marker for _, note in noted if "marker" in note.inferred)
        if lost:
            yield Fault(
                say("the notes %(marks)s of the page have lost their own numbers", marks=lost),
                hint=say("they were matched with their marks by order: compare them"),
                key="markers",
                on=name,
            )


def numbering(laws: LawPair, setting: RuleContext) -> Iterator[Fault]:
    """A gap, a repeat or a restart of labels; a section without its letter.

    Why: every reference to a provision after the gap leads to the wrong place.

    Example: 1., 2., 4.

    Limits: a gap that both languages have is reported once, on the original: it may be a provision
    that was repealed. Sections whose headings the source lost too are *heading-lost*.
    """
    gaps = _gaps(laws.original)
    for on, found in zip(_SIDES, (gaps, _gaps(laws.translation)), strict=True):
        for place, told in found.items():
            if on == "original" or place not in gaps:
                written = setting.write(place)
                message = say("%(place)s: %(told)s", place=written, told=told)
                hint = say("look for the label that is lost or repeated")
                yield Fault(message, hint=hint, key=told, on=on, at=place)


def _gaps(law: Law) -> dict[Address, str]:
    found: dict[Address, str] = {}
    for parent in law.provisions():
        ordinals = [(child, child.address.path[-1]) for child in parent.children]
        depths = {child.address.depth for child in parent.children}
        if ordinals and len(depths) == 1 and ordinals[0][1] != 1:
            found[ordinals[0][0].address] = say("the first of its list has another label")
        for (before, n), (after, m) in pairwise(ordinals):
            if before.address.depth == after.address.depth and m != n + 1:
                gap, repeat = say("follows with a gap"), say("repeats a label")
                found[after.address] = gap if m > n + 1 else repeat
        for child in parent.children:
            if "num" in child.inferred and "heading" not in child.lost:
                found[child.address] = REBUILT
    return found


def comment_open(laws: LawPair, _setting: RuleContext) -> Iterator[Fault]:
    """A reader's correction that has not been resolved.

    Why: someone took the trouble to report it.

    Example: a comment under Law 57 that asks to drop three words, while they still stand.

    Limits: the quotation shows whether a comment is resolved; a comment without one stays open
    until ``lawkb comments settle`` closes it.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        for comment in law.comments:
            if comment.status == "open":
                own = comment_id(law.origin.page, comment)
                yield Fault(
                    say(
                        "%(author)s wrote on %(date)s: %(words)s",
                        author=comment.author,
                        date=comment.created[:10],
                        words=comment.text[:160],
                    ),
                    quote=comment.quote or "",
                    hint=say(
                        "resolve it: %(command)s", command=f"{_SETTLE} {own} --applied|--rejected"
                    ),
                    key=f"{comment.author} {comment.created}",
                    on=name,
                    at=comment.address,
                )
