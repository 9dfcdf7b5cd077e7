"""Rules for references."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lawkb.checks.numbers.amounts import leaves
from lawkb.checks.numbers.quantities import read_amounts
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import SIDES, CheckedText, Fault, SideName, TextPair, replacement_fix
from lawkb.model.address import Address, between
from lawkb.model.finding import say
from lawkb.model.passage import Reference, Span
from lawkb.words.tokens import SpanSet

_NUMBER = re.compile(r"\d+")
# A single letter is a part: 16C, (a), στοιχείο γ.
_LABEL_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
_LONGEST_RANGE = 100

Target = tuple[str | None, Address, Address | None]


def _targets(side: CheckedText) -> Mapping[Target, Reference]:
    """Return the first reference to each target in a text and its notes.

    The key is edition (None for its own), address, and last address of a range or None.
    """
    found: dict[Target, Reference] = {}
    notes = (reference for note in side.notes for reference in note.references)
    for reference in (*side.references, *notes):
        if reference.target:
            key = (reference.edition, reference.target, reference.upto)
            found.setdefault(key, reference)
    return found


def reference_parity(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """The two languages of a provision cite different addresses.

    Why: whoever reads the translation opens another law.

    Example: the original says *see Law 16C*, the translation *βλέπε Νόμο 16Δ*.

    Limits: ambiguous references are not compared; a provision cited twice counts once, and a range
    is the provisions in it: *22 to 24* equals *22, 23 και 24*. A reference by numbers alone is not
    missing if the other text has the same numbers.
    """
    ours, theirs = pair.original.once(_targets), pair.translation.once(_targets)
    if ours.keys() == theirs.keys():
        return
    missing = [key for key in ours if key not in theirs]
    surplus = [key for key in theirs if key not in ours]
    for key in list(missing):
        moved = next(
            (other for other in surplus if context.same_by_edition(key[1], other[1])), None
        )
        if moved:
            surplus.remove(moved)
            missing.remove(key)
    if _expanded(missing) == _expanded(surplus):
        return
    if not surplus:
        missing = list(_absent(missing, ours, pair.original, pair.translation))
    elif not missing:
        surplus = list(_absent(surplus, theirs, pair.translation, pair.original))
    if not missing and not surplus:
        return
    write = context.write
    lacks, more = (tuple(write(*key[1:]) for key in keys) for keys in (missing, surplus))
    yield Fault(
        _differ(lacks, more),
        quote=", ".join(theirs[key].raw for key in surplus) or ours[missing[0]].raw,
        hint=say("make both languages cite the same provisions"),
        key=" ".join(sorted((*lacks, *more))),
        marked=_spans(pair, ours, missing, "original")
        + _spans(pair, theirs, surplus, "translation"),
        contradicts=bool(surplus),
    )


def _expanded(keys: Sequence[Target]) -> set[Target]:
    """Return targets with each range of siblings (*22 to 24*) replaced by its provisions."""
    found: set[Target] = set()
    for edition, first, last in keys:
        near = last is not None and last.parent == first.parent
        inner = between(first.path[-1], last.path[-1]) if last and near else ()
        if last is None or not near or len(inner) >= _LONGEST_RANGE:
            found.add((edition, first, last))
            continue
        found.update((edition, each, None) for each in (first, last))
        found.update((edition, Address((*first.path[:-1], n)), None) for n in inner)
    return found


def _absent(
    keys: Sequence[Target], found: Mapping[Target, Reference], own: CheckedText, other: CheckedText
) -> Iterator[Target]:
    """Yield the targets whose numbers the other text does not have outside its references."""
    spare = Counter(_free_numbers(other)) - Counter(_free_numbers(own))
    for key in keys:
        raw = found[key].raw
        cited = Counter(match[0] for match in _NUMBER.finditer(raw))
        if not cited or _LABEL_LETTER.search(raw) or not cited <= spare:
            yield key
        else:
            spare -= cited


def _free_numbers(side: CheckedText) -> Iterator[str]:
    """Yield the numbers of a text outside its references, in digits or words, as digits."""
    cited = SpanSet(side.reference_spans)
    for amount in leaves(read_amounts(side.text, side.language.code, side.reference_spans)):
        kind = "number" if amount.shown else "ordinal"
        if not cited.touch(amount.start, amount.end):
            yield from (str(value) for value in list(amount.values(kind))[-1:])


def _differ(lacks: tuple[str, ...], more: tuple[str, ...]) -> str:
    if not more:
        return say("the translation lacks %(places)s", places=lacks)
    if not lacks:
        return say("the translation also cites %(places)s", places=more)
    return say(
        "only the original cites %(places)s, only the translation %(others)s",
        places=lacks,
        others=more,
    )


def reference_edition(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """References that differ because one is of another edition: 2007 ``16D`` is 2017 ``16C``.

    Why: the translation was made from the older edition and its references were not brought up
    to date, or the other way round.

    Example: the original cites 16C, the translation 16D, and the concordance has both in one row.

    Limits: only changes listed in ``corpus/concordance.tsv`` are known.
    """
    ours, theirs = pair.original.once(_targets), pair.translation.once(_targets)
    for key, reference in theirs.items():
        if key in ours:
            continue
        meant = (other for other in ours if other not in theirs)
        other = next((o for o in meant if context.same_by_edition(o[1], key[1])), None)
        if other:
            there, here = context.write(key[1]), context.write(other[1])
            told = say("%(theirs)s of another edition is %(ours)s here", theirs=there, ours=here)
            hint = say("bring the reference up to date")
            yield Fault(told, quote=reference.raw, hint=hint, key=told)


def _spans(
    pair: TextPair, found: Mapping[Target, Reference], keys: list[Target], name: SideName
) -> tuple[tuple[SideName, Span], ...]:
    text = pair.side(name).text
    spans = ((found[key].start, found[key].end, found[key].raw) for key in keys)
    return tuple((name, (start, end)) for start, end, raw in spans if text[start:end] == raw)


def reference_dangling(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A cited provision does not exist, although its law is available here.

    Why: the reader is sent to a place that is not there.

    Example: *see Law 47H* where Law 47 ends with F.

    Limits: references to laws that are not in the corpus are not checked, but for those that it
    had when they were last read. A reference in both languages is reported once, on the original.
    """
    ours, theirs = pair.original.once(_targets), pair.translation.once(_targets)
    sides: tuple[tuple[SideName, Mapping[Target, Reference]], ...] = (
        ("original", ours),
        ("translation", {key: each for key, each in theirs.items() if key not in ours}),
    )
    for name, found in sides:
        for key, reference in found.items():
            if reference.status not in ("unresolved", "removed"):
                continue
            nearest = tuple(context.write(each) for each in reference.candidates)
            hint = say("name the provision that is meant")
            written = context.write(*key[1:])
            told = say("%(place)s is cited, and there is no such provision", place=written)
            if reference.status == "removed":
                told = say("%(place)s is cited, and it was removed", place=written)
            yield Fault(
                told,
                quote=reference.raw,
                hint=say("the nearest is %(places)s", places=nearest) if nearest else hint,
                key=written,
                on=name,
                marked=_spans(pair, found, [key], name),
            )


def reference_script(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A letter of the wrong alphabet in a reference or a label.

    Why: ``16B1`` with a Latin B looks right, but search and other programs do not recognize it.

    Example: ``47E`` in a Greek text.

    Limits: roman numerals such as ``(i)`` are Latin in every language.
    """
    for on in SIDES:
        side = pair.side(on)
        for reference in side.references:
            if reference.folded and reference.folded != reference.raw:
                span = (reference.start, reference.end)
                yield Fault(
                    say("%(label)s has letters of another alphabet", label=reference.raw),
                    quote=reference.raw,
                    hint=say("write %(label)s", label=reference.folded),
                    key=reference.raw,
                    on=on,
                    marked=((on, span),),
                    fix=replacement_fix(side.text, span, reference.folded),
                )
        if side.provision and (wrong := context.foreign_label(side)):
            told = say("the label %(label)s has letters of another alphabet", label=wrong)
            hint = say("correct the page")
            yield Fault(told, quote=wrong, hint=hint, key=f"label {wrong}", on=on)
