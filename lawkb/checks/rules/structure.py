"""Rules for the structure of laws: missing laws, lost headings, labels, notes, comments, size."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise

from lawkb.align.provisions import LawPair
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rules.provision_trees import inferred_labels
from lawkb.checks.text_pairs import LONGEST_CHECKED, SIDES, Fault, TextPair, each_text
from lawkb.corpus.comment_decisions import comment_id
from lawkb.model.address import Address, Ordinal, base_of, is_next
from lawkb.model.code import Code
from lawkb.model.finding import say
from lawkb.model.law import Law, Provision


def law_missing(code: Code) -> Iterator[tuple[str, str, Fault]]:
    """A law that is here in one language of its edition and not in another.

    Why: a missing text cannot be compared, and the findings on it disappear with it.

    Example: Law 20 is here in English, its Greek page was lost with the last change of the sources.

    Limits: the languages of an edition are those of ``[[expressions]]`` in ``corpus.toml``. A law
    needs its translation where the original is here, and its original where any translation is;
    one that no language has is not missing, nor is the original of an edition that lists none. A
    language of which no law is here yet is one note. While a
    translation is under way, leave the rule out: ``--ignore law-missing``.
    """
    original = code.outline.authoritative
    for edition in code.outline.editions:
        tags = [e.language for e in code.outline.expressions if e.edition == edition.id]
        held = {
            tag: {number for own, other, number in code.laws if (own, other) == (edition.id, tag)}
            for tag in tags
        }
        if original not in held:
            continue
        translated = set().union(*(held[tag] for tag in tags if tag != original))
        for tag in tags:
            wanted = translated if tag == original else held[original]
            for fault in _missing(held[tag], wanted, tag == original):
                yield edition.id, tag, fault


def _missing(held: Set[Ordinal], wanted: Set[Ordinal], is_original: bool) -> Iterator[Fault]:
    if wanted and not held:
        told = say("no law has a translation here yet")
        if is_original:
            told = say("no law is here in the original")
        hint = say("if it is only planned, nothing needs to be done; otherwise check the sources")
        yield Fault(told, hint=hint, key="none", severity="note")
        return
    told = say("the law has no translation here")
    if is_original:
        told = say("the original of the law is not here")
    for number in sorted(wanted - held):
        hint = say("look for its page in the sources, then run lawkb ingest")
        yield Fault(told, hint=hint, key="law", at=Address((number,)))


def heading_lost(laws: LawPair, context: RuleContext) -> Iterator[Fault]:
    """The source lost headings of sections; if in both languages, tree-parity cannot detect this.

    Why: a section without its heading is read without its scope.

    Example: the page of Law 20 lost the headings and letters of A to G.

    Limits: one finding for a law and language; a heading that an editor supplied is not reported.
    """
    for name, law in zip(SIDES, (laws.original, laws.translation), strict=True):
        lost = [each for each in law.provisions() if _is_lost(each, "heading")]
        if lost:
            places = tuple(context.write(each.address) for each in lost)
            told = say("the source lost the headings of %(places)s", places=places)
            if all("num" in each.inferred for each in lost):
                told = say(
                    "the source lost the headings of %(places)s; "
                    "their letters were rebuilt from the order",
                    places=places,
                )
            yield Fault(
                told,
                hint=say("supply them in corpus/patches/"),
                key="headings",
                on=name,
                evidence=tuple(
                    say(
                        "%(place)s: %(words)s",
                        place=context.write(pair.original.address),
                        words=pair.original.heading.text,
                    )
                    for pair in laws.pairs
                    if name == "translation"
                    and pair.original
                    and pair.original.heading
                    and pair.translation in lost
                ),
            )


def title_lost(laws: LawPair, _context: RuleContext) -> Iterator[Fault]:
    """The source lost the title of a law.

    Why: lists and links show a bare number.

    Example: all four Greek pages have the law without its title.

    Limits: as *heading-lost*; a law without a title in both languages has none.
    """
    both = laws.original, laws.translation
    if laws.original is not laws.translation and all(_is_lost(law.root, "title") for law in both):
        return
    for name, law in zip(SIDES, both, strict=True):
        if _is_lost(law.root, "title"):
            other = (laws.original if name == "translation" else laws.translation).root.heading
            there = [say("the other language has: %(words)s", words=other.text)] if other else []
            yield Fault(
                say("the source lost the title of the law"),
                hint=say("supply it in corpus/patches/"),
                key="title",
                on=name,
                evidence=tuple(there),
            )


def _is_lost(provision: Provision, what: str) -> bool:
    return what in provision.lost and provision.heading is None


REBUILT = say("its label was lost and rebuilt from the order")
_SETTLE = "lawkb comments settle"


def note_parity(laws: LawPair, _context: RuleContext) -> Iterator[Fault]:
    """Notes without their text, out of order, or whose number the source lost.

    Why: a note at the wrong mark changes another rule.

    Example: the marks 1 and 2 of the page, below it two texts without numbers.

    Limits: numbers run through the page, so that Greek 1 and 2 are English 3 and 4: order is
    compared, never the numbers themselves.
    """
    for name, law in zip(SIDES, (laws.original, laws.translation), strict=True):
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


def numbering(laws: LawPair, context: RuleContext) -> Iterator[Fault]:
    """A gap, a repeat or a restart of labels; a section without its letter.

    Why: every reference to a provision after the gap leads to the wrong place.

    Example: 1., 2., 4.

    Limits: a gap that both languages have is reported once, on the original: it may be a provision
    that was repealed. Sections whose headings the source lost too are *heading-lost*. Labels that
    were inferred from the other language are *tree-parity*. Those of a part of an annex may go on.
    """
    gaps = _gaps(laws.original, context)
    taken = {each for side in SIDES for each in inferred_labels(laws, side)}
    for on, found in zip(SIDES, (gaps, _gaps(laws.translation, context)), strict=True):
        law = laws.original if on == "original" else laws.translation
        for place, told in found.items():
            if told == REBUILT and id(law.find(place)) in taken:
                continue
            if on == "original" or place not in gaps:
                written = context.write(place)
                message = say("%(place)s: %(told)s", place=written, told=told)
                hint = say("look for the label that is lost or repeated")
                yield Fault(message, hint=hint, key=told, on=on, at=place)


def _gaps(law: Law, context: RuleContext) -> dict[Address, str]:
    found: dict[Address, str] = {}
    last: Ordinal = 0  # of the part of an annex before
    for parent in law.provisions():
        ordinals = [(child, child.address.path[-1]) for child in parent.children]
        depths = {child.address.depth for child in parent.children}
        goes_on = False
        if ordinals and _is_part(parent, context):
            goes_on, last = is_next(ordinals[0][1], last), ordinals[-1][1]
        if ordinals and len(depths) == 1 and base_of(ordinals[0][1]) != 1 and not goes_on:
            found[ordinals[0][0].address] = say("the first of its list has another label")
        for (before, n), (after, m) in pairwise(ordinals):
            if before.address.depth == after.address.depth and not is_next(m, n):
                gap, repeat = say("follows with a gap"), say("repeats a label")
                found[after.address] = gap if m > n else repeat
        for child in parent.children:
            if "num" in child.inferred and "heading" not in child.lost:
                found[child.address] = REBUILT
    return found


def _is_part(provision: Provision, context: RuleContext) -> bool:
    """Return whether a provision is a part of an annex or schedule."""
    if context.scheme is None or not provision.address.depth:
        return False
    return context.scheme.levels_of(provision.address.law)[provision.address.depth].is_division


def comment_open(laws: LawPair, _context: RuleContext) -> Iterator[Fault]:
    """A reader's correction that has not been resolved.

    Why: someone took the trouble to report it.

    Example: a comment under Law 57 that asks to drop three words, while they still stand.

    Limits: the quotation shows whether a comment is resolved; a comment without one stays open
    until ``lawkb comments settle`` closes it.
    """
    for name, law in zip(SIDES, (laws.original, laws.translation), strict=True):
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


_QUOTED = 80  # most characters quoted


def too_long(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """A text that is too long to be checked; no other rule reads it or its counterpart.

    Why: the time for one text is limited, so that a file from a stranger cannot stop the checks.

    Example: a whole book in one cell of a bilingual file.

    Limits: the limit is 10,000 characters; provisions of laws have some hundreds.
    """
    for name, side, _ in each_text(pair):
        length, text = max((len(text), text) for text in (side.text, side.heading))
        if length > LONGEST_CHECKED:
            yield Fault(
                say(
                    "too long to be checked: %(length)s characters, %(most)s at most",
                    length=str(length),
                    most=str(LONGEST_CHECKED),
                ),
                quote=f"{text[:_QUOTED]} …",
                hint=say("split it, original and translation alike"),
                key="too long",
                on=name,
            )
