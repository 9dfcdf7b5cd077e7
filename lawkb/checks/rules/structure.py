"""Rules for the structure of laws: missing laws, lost headings, labels, trees, notes, comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from lawkb.align.provisions import LawPair, ProvisionPair, length_distance
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import LONGEST_CHECKED, SIDES, Fault, SideName, TextPair, each_text
from lawkb.corpus.decision_files import comment_id
from lawkb.model.address import Address, Ordinal, base_of, is_next
from lawkb.model.code import Code
from lawkb.model.finding import Message, Value, say
from lawkb.model.law import Law, Provision

_SHORTEST = 12  # code points: fewer cannot be noticed in a text that absorbed them
_TAKEN_IN = 0.5  # share of the missing words by which a text must be too long


@dataclass(slots=True)
class UnpairedProvisions:
    """Provisions of a list that exist in one language only."""

    lacking: SideName  # The text that lacks them, `original` or `translation`.
    # The provisions in the other text, without those contained in them.
    tops: list[Provision] = field(default_factory=list)
    inner: int = 0  # Number of provisions contained in them that also lack a counterpart.
    # The pair of provisions before the first of them; None at the beginning.
    before: ProvisionPair | None = None


@dataclass(slots=True)
class TreeList:
    """The differences among the children of a provision."""

    parent: ProvisionPair  # The provision in both languages.
    # Children that only the original has.
    missing: UnpairedProvisions = field(default_factory=lambda: UnpairedProvisions("translation"))
    # Children that only the translation has.
    extra: UnpairedProvisions = field(default_factory=lambda: UnpairedProvisions("original"))
    # Children that have another label in the translation.
    moved: list[ProvisionPair] = field(default_factory=list)


def tree_lists(laws: LawPair) -> list[TreeList]:
    """Return the lists of provisions that differ between the languages, in order of the law."""
    ours = {pair.original.address: pair for pair in laws.pairs if pair.original}
    theirs = {pair.translation.address: pair for pair in laws.pairs if pair.translation}
    alone = frozenset(id(pair.held) for pair in laws.pairs if pair.grade == "single")
    found: dict[int, TreeList] = {}
    last = laws.pairs[0]
    for pair in laws.pairs:
        above, beside = (
            own.get(each.address.parent or each.address) if each else None
            for own, each in ((ours, pair.original), (theirs, pair.translation))
        )
        parent = above or beside
        if parent and parent.grade != "single" and not _is_alike(pair, above):
            held = found.setdefault(id(parent), TreeList(parent))
            if pair.grade == "single":
                _add(held.missing if pair.original else held.extra, pair.held, last, alone)
            else:
                held.moved.append(pair)
        last = last if pair.grade == "single" else pair
    return list(found.values())


def containing_pair(held: TreeList, lone: UnpairedProvisions, ratio: float) -> ProvisionPair | None:
    """Return the pair whose text seems to contain the words of missing provisions, or None.

    When a label is lost, or a superfluous one splits a text, the words are in the text before, or
    in that of the parent, which is then longer than expected by about as much.

    Args:
        held: The list.
        lone: Its missing or its extra provisions.
        ratio: Usual length of a translation divided by that of its original.
    """
    inner = sum(_length(each) for top in lone.tops for each in top.walk())
    words = inner * ratio if lone.lacking == "translation" else float(inner)
    fits = []
    for pair in (held.parent, lone.before) if words >= _SHORTEST else ():
        if pair and pair.original and pair.translation:
            expected, length = _length(pair.original) * ratio, float(_length(pair.translation))
            if lone.lacking == "original":
                expected, length = length, expected
            whole = length_distance(length, expected + words)
            if length - expected >= _TAKEN_IN * words and whole < length_distance(length, expected):
                fits.append((whole, pair))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _is_alike(pair: ProvisionPair, above: ProvisionPair | None) -> bool:
    """Return whether a pair has the same label, or keeps it under a moved parent."""
    if pair.grade == "single" or pair.original is None or pair.translation is None:
        return False
    moved = above is not None and above.grade not in ("exact", "single")
    follows = moved and pair.original.address.path[-1] == pair.translation.address.path[-1]
    return pair.grade == "exact" or follows


def _add(
    lone: UnpairedProvisions, top: Provision, before: ProvisionPair, alone: frozenset[int]
) -> None:
    lone.tops.append(top)
    lone.inner += sum(id(each) in alone for each in top.walk()) - 1
    lone.before = lone.before or before


def _length(provision: Provision) -> int:
    heading = len(provision.heading.text) if provision.heading else 0
    return heading + len(provision.text)


_BY = {
    "positional": say("paired by order"),
    "statistical": say("paired by content"),
}
_ADD: dict[SideName, tuple[Message, Message]] = {
    "original": (
        say("add it to the original, or check whether a label was lost"),
        say("add them to the original, or check whether a label was lost"),
    ),
    "translation": (
        say("add it to the translation, or check whether a label was lost"),
        say("add them to the translation, or check whether a label was lost"),
    ),
}
_LABEL: dict[SideName, Message] = {
    "original": say("remove the label from the translation, or add it to the original"),
    "translation": say("put each label back where its words begin"),
}
_MOST_TOLD = 8  # most places in a message
_LONGEST_QUOTE = 120  # code points


def tree_parity(laws: LawPair, context: RuleContext) -> Iterator[Fault]:
    """A provision, heading, title or note that only one language has, or a label that differs.

    Why: either words are missing, or a label was lost and every address after it is wrong.

    Example: the original has 14B1 to 14B4, the translation ends with 14B3.

    Limits: one finding for a list of provisions. Headings that a source lost are *heading-lost*
    and *title-lost*.
    """
    swollen: set[int] = set()
    for each in tree_lists(laws):
        ratio = context.loss.ratio
        sides = [(lone, containing_pair(each, lone, ratio)) for lone in (each.missing, each.extra)]
        swollen |= {id(pair) for _, pair in sides if pair}
        yield from _of_list(each, sides, context)
    yield from _of_inferred_labels(laws, context)
    for pair in laws.pairs:
        if id(pair) not in swollen:
            yield from _headings(pair)
            yield from _notes(pair)


def _of_list(
    held: TreeList,
    sides: Sequence[tuple[UnpairedProvisions, ProvisionPair | None]],
    context: RuleContext,
) -> Iterator[Fault]:
    """Yield the faults of a list.

    ``sides`` has missing and extra provisions, each with the pair that seems to contain their
    words.
    """
    moved = _moved(held.moved, context) if held.moved else None
    for lone, pair in sides:
        if lone.tops and pair:
            yield _unlabelled(lone, pair, moved, context)
        elif lone.tops:
            yield _single(lone, moved, context)
        moved = None if lone.tops else moved
    if moved:
        yield moved


def inferred_labels(laws: LawPair, side: SideName) -> dict[int, Provision]:
    """Return the provisions of a language whose labels were inferred from the other language.

    By ``id()``, each with its counterpart, which has the label. Labels of sections with a heading,
    or whose heading was lost too, were inferred from the numbering.
    """
    found: dict[int, Provision] = {}
    for pair in laws.pairs:
        own, other = pair.original, pair.translation
        if side == "translation":
            own, other = other, own
        if own is None or other is None or own.heading or own.lost:
            continue
        if "num" in own.inferred and other.num and own.address == other.address:
            found[id(own)] = other
    return found


def _of_inferred_labels(laws: LawPair, context: RuleContext) -> Iterator[Fault]:
    """Yield a fault for each list whose labels were inferred from the other language.

    On the page their words are in the text before, as if the labels had not been inferred.
    """
    parents = {id(each): pair for pair in laws.pairs for each in (pair.original, pair.translation)}
    for lacking, law in zip(SIDES, (laws.original, laws.translation), strict=True):
        printed = inferred_labels(laws, lacking)
        for parent in law.provisions():
            tops = [printed[id(each)] for each in parent.children if id(each) in printed]
            if tops and id(parent) not in printed:
                inner = sum(1 for top in tops for _ in top.walk()) - len(tops)
                lone = UnpairedProvisions(lacking, tops, inner)
                yield _unlabelled(lone, parents[id(parent)], None, context)


def _unlabelled(
    lone: UnpairedProvisions, pair: ProvisionPair, moved: Fault | None, context: RuleContext
) -> Fault:
    place = context.write(pair.held.address)
    told = say("%(place)s: %(words)s", place=place, words=_end(lone, pair))
    return Fault(
        _without_label(lone, place, context),
        quote=_words(lone.tops[0]),
        hint=_LABEL[lone.lacking],
        key=_key(lone.tops, context),
        on=lone.lacking,
        at=lone.tops[0].address,
        evidence=(told, *((moved.message,) if moved else ())),
        also=(place,),
        labels=True,
    )


def _without_label(lone: UnpairedProvisions, place: str, context: RuleContext) -> Message:
    named, several = _named(lone, context), len(lone.tops) > 1
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


def _end(lone: UnpairedProvisions, pair: ProvisionPair) -> str:
    """Return the last words of the text that seems to contain those of missing provisions."""
    held = pair.translation if lone.lacking == "translation" else pair.original
    text = " ".join(held.text.split()) if held else ""
    start = text.rfind(" ", 0, max(0, len(text) - _LONGEST_QUOTE)) + 1
    return f"…{text[start:]}" if start else text


def _single(lone: UnpairedProvisions, moved: Fault | None, context: RuleContext) -> Fault:
    return Fault(
        _lacks(lone, context),
        quote=_words(lone.tops[0]),
        hint=_ADD[lone.lacking][len(lone.tops) > 1],
        key=_key(lone.tops, context),
        on=lone.lacking,
        at=lone.tops[0].address,
        evidence=(moved.message, *moved.evidence) if moved else (),
        labels=True,
    )


def _lacks(lone: UnpairedProvisions, context: RuleContext) -> Message:
    named, several = _named(lone, context), len(lone.tops) > 1
    if lone.lacking == "original":
        if several:
            return say("%(places)s are not in the original", places=named)
        return say("%(place)s is not in the original", place=named)
    if several:
        return say("%(places)s are not in the translation", places=named)
    return say("%(place)s is not in the translation", place=named)


def _moved(pairs: Sequence[ProvisionPair], context: RuleContext) -> Fault:
    both = [(p.original, p.translation) for p in pairs if p.original and p.translation]
    ours, theirs = (_places(each, context) for each in zip(*both, strict=True))
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
        hint=say("look above it for a label that is missing or surplus"),
        key=" ".join(context.write(each.address) for pair in both for each in pair),
        at=both[0][0].address,
        evidence=tuple(dict.fromkeys(_BY[pair.grade] for pair in pairs)),
        labels=True,
    )


def _named(lone: UnpairedProvisions, context: RuleContext) -> Value:
    """Return addresses with the number of provisions inside them: ``57A–57D with 7 in them``."""
    places = _places(lone.tops, context)
    if not lone.inner:
        return places
    if len(lone.tops) > 1:
        return say("%(places)s with %(inner)s in them", places=places, inner=lone.inner)
    return say("%(place)s with %(inner)s in it", place=places, inner=lone.inner)


def _places(provisions: Sequence[Provision], context: RuleContext) -> Value:
    """Return addresses, ``57A1, 57A2``; three or more in a row are written as a range."""
    addresses = [each.address for each in provisions]
    follow = (
        a.parent == b.parent and is_next(b.path[-1], a.path[-1]) for a, b in pairwise(addresses)
    )
    if len(addresses) > 2 and all(follow):
        return context.write(addresses[0], addresses[-1])
    told = tuple(context.write(each) for each in addresses[:_MOST_TOLD])
    left = len(addresses) - len(told)
    if left:
        return say("%(places)s and %(count)s more", places=told, count=left)
    return told if len(told) > 1 else told[0]


def _key(provisions: Sequence[Provision], context: RuleContext) -> str:
    return " ".join(["single", *(context.write(each.address) for each in provisions)])


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


def law_missing(code: Code) -> Iterator[tuple[str, str, Fault]]:
    """A law that is here in one language of its edition and not in another.

    Why: a missing text cannot be compared, and the findings on it disappear with it.

    Example: Law 20 is here in English, its Greek page was lost.

    Limits: a language without any law yet is one note. Until it is translated:
    ``--ignore law-missing``.
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


def changed_by_hand(laws: LawPair, context: RuleContext) -> Iterator[Fault]:
    """Words in the XML file of a law that lawkb did not write there.

    Why: the next ``lawkb ingest`` overwrites them.

    Example: *peble* corrected in ``law_7.xml``, not on the page.

    Limits: labels, notes and references have no digest.
    """
    for name, law in zip(SIDES, (laws.original, laws.translation), strict=True):
        if law.altered:
            yield Fault(
                say(
                    "the words of %(places)s in the XML file were changed by hand",
                    places=tuple(map(context.write, law.altered)),
                ),
                hint=say("change the page or write a patch, then run: lawkb ingest"),
                key="altered",
                on=name,
                at=law.altered[0],
            )


def _is_lost(provision: Provision, what: str) -> bool:
    return what in provision.lost and provision.heading is None


REBUILT = say("its label was lost and rebuilt from the order")
_SETTLE = "lawkb comments settle"


def note_parity(laws: LawPair, _context: RuleContext) -> Iterator[Fault]:
    """Notes without their text, out of order, or whose number the source lost.

    Why: a note at the wrong mark changes another rule.

    Example: the marks 1 and 2 of the page, below it two texts without numbers.

    Limits: order is compared, never the numbers, which run through the page.
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

    Limits: a gap in both languages is reported once: a provision may have been repealed. Lost
    headings are *heading-lost*, inferred labels *tree-parity*. Parts of an annex may go on.
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

    Example: a comment under Law 57 that asks to drop three words that still stand.

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
    """A text too long to be checked; no other rule reads it or its counterpart.

    Why: a file from a stranger cannot stop the checks.

    Example: a whole book in one cell of a bilingual file.

    Limits: more than 10,000 characters.
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
