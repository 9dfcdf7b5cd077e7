"""Rules for the tree of a law: provisions, labels, headings, titles and notes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, SideName
from lawkb.corpus.settlements import comment_id
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.model.sentence import say

_SIDES: tuple[SideName, SideName] = ("original", "translation")
_SETTLE = "lawkb comments settle"


def tree_parity(laws: LawPair, setting: Setting) -> Iterator[Fault]:
    """A provision, heading, title or note that only one language has.

    Why: either words are missing, or a label was lost and every address behind it is wrong.

    Example: the original has 14B1 to 14B4, the translation ends with 14B3.

    Limits: a heading that a source lost, or that an editor supplied in one language alone, is
    another rule's.
    """
    alone = {id(pair.held) for pair in laws.pairs if pair.grade == "single"}
    inside = {
        id(child) for pair in laws.pairs if id(pair.held) in alone for child in pair.held.children
    }
    for pair in laws.pairs:
        if pair.grade == "single":
            if id(pair.held) not in inside:
                yield _single(pair, setting)
            continue
        yield from _renumbered(pair, setting)
        yield from _headings(pair)
        yield from _notes(pair)


def _single(pair: ProvisionPair, setting: Setting) -> Fault:
    lacking: SideName = "translation" if pair.original else "original"
    held, place = pair.held, setting.write(pair.held.address)
    inner = sum(1 for _ in held.walk()) - 1
    words = (held.heading.text if held.heading else held.text)[:120]
    return Fault(
        _lacks(place, inner, lacking),
        quote=words,
        hint=_ADD[lacking],
        key=f"single {place}",
        on=lacking,
        at=held.address,
    )


_ADD = {
    "original": say("add it to the original, or look whether a label was lost"),
    "translation": say("add it to the translation, or look whether a label was lost"),
}


def _lacks(place: str, inner: int, lacking: SideName) -> str:
    if inner and lacking == "original":
        return say(
            "%(place)s with %(inner)s in it is not in the original", place=place, inner=inner
        )
    if inner:
        return say(
            "%(place)s with %(inner)s in it is not in the translation", place=place, inner=inner
        )
    if lacking == "original":
        return say("%(place)s is not in the original", place=place)
    return say("%(place)s is not in the translation", place=place)


def _renumbered(pair: ProvisionPair, setting: Setting) -> Iterator[Fault]:
    if pair.original is None or pair.translation is None or pair.grade == "exact":
        return
    ours, theirs = (setting.write(each.address) for each in (pair.original, pair.translation))
    yield Fault(
        say("%(ours)s of the original is %(theirs)s in the translation", ours=ours, theirs=theirs),
        quote=pair.translation.text[:120],
        hint=say("look for the label that is lost or too many above it"),
        key=f"{ours} {theirs}",
        at=pair.original.address,
        evidence=(_BY[pair.grade],),
    )


_BY = {
    "positional": say("paired by order"),
    "statistical": say("paired by what the texts have in common"),
}


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
                    say("the mark %(mark)s) has no note", mark=note.marker),
                    hint=say("find the note, or take the mark out"),
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
                found[child.address] = say("its label was lost and rebuilt from the order")
    return found


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
                    say(
                        "%(author)s wrote on %(date)s: %(words)s",
                        author=comment.author,
                        date=comment.created[:10],
                        words=comment.text[:160],
                    ),
                    quote=comment.quote or "",
                    hint=say(
                        "settle it: %(command)s", command=f"{_SETTLE} {own} --applied|--rejected"
                    ),
                    key=f"{comment.author} {comment.created}",
                    on=name,
                    at=comment.address,
                )
