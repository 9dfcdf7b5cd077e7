"""Rules for references and figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lawkb.checks.phrases import Phrases, read_phrases
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, SideName, TextPair, replacing
from lawkb.model.address import Address
from lawkb.model.passage import Reference, Span
from lawkb.model.sentence import say

Target = tuple[str | None, Address, Address | None]

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_SPELT = 13  # the highest figure that the languages know as a word
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")


def _targets(side: Side) -> dict[Target, Reference]:
    """What a text and its notes cite; the first reference of each target."""
    found: dict[Target, Reference] = {}
    notes = (reference for note in side.notes for reference in note.references)
    for reference in (*side.references, *notes):
        if reference.target:
            key = (reference.edition, reference.target, reference.upto)
            found.setdefault(key, reference)
    return found


def reference_parity(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """The two languages of a provision cite different addresses.

    Why: whoever reads the translation opens another law.

    Example: the original says *see Law 16C*, the translation *βλέπε Νόμο 16Δ*.

    Limits: references whose target cannot be told are not compared; one that is cited twice counts
    once.
    """
    ours, theirs = _targets(pair.original), _targets(pair.translation)
    missing = [key for key in ours if key not in theirs]
    surplus = [key for key in theirs if key not in ours]
    for key in list(missing):
        moved = next(
            (other for other in surplus if setting.same_by_edition(key[1], other[1])), None
        )
        if moved:
            surplus.remove(moved)
            missing.remove(key)
    if not missing and not surplus:
        return
    write = setting.write
    lacks, more = (tuple(write(*key[1:]) for key in keys) for keys in (missing, surplus))
    yield Fault(
        _differ(lacks, more),
        quote=", ".join(theirs[key].raw for key in surplus) or ours[missing[0]].raw,
        hint=say("make both languages cite the same provisions"),
        key=" ".join(sorted((*lacks, *more))),
        marked=_spans(pair, ours, missing, "original")
        + _spans(pair, theirs, surplus, "translation"),
    )


def _differ(lacks: tuple[str, ...], more: tuple[str, ...]) -> str:
    if not more:
        return say("the translation lacks %(places)s", places=lacks)
    if not lacks:
        return say("the translation cites %(places)s besides", places=more)
    return say(
        "the translation lacks %(places)s and cites %(others)s besides", places=lacks, others=more
    )


def reference_edition(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A difference of references that another edition explains: 2007 ``16D`` is 2017 ``16C``.

    Why: the translation was made from the older edition and its references were not brought up
    to date, or the other way round.

    Example: the original cites 16C, the translation 16D, and the concordance has both in one row.

    Limits: only what ``corpus/concordance.tsv`` says.
    """
    ours, theirs = _targets(pair.original), _targets(pair.translation)
    for key, reference in theirs.items():
        if key in ours:
            continue
        meant = (other for other in ours if other not in theirs)
        other = next((o for o in meant if setting.same_by_edition(o[1], key[1])), None)
        if other:
            there, here = setting.write(key[1]), setting.write(other[1])
            told = say("%(theirs)s of another edition is %(ours)s here", theirs=there, ours=here)
            hint = say("bring the reference up to date")
            yield Fault(told, quote=reference.raw, hint=hint, key=told)


def _spans(
    pair: TextPair, found: dict[Target, Reference], keys: list[Target], name: SideName
) -> tuple[tuple[SideName, Span], ...]:
    text = pair.side(name).text
    spans = ((found[key].start, found[key].end, found[key].raw) for key in keys)
    return tuple((name, (start, end)) for start, end, raw in spans if text[start:end] == raw)


def reference_dangling(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A cited provision does not exist in a law that is held.

    Why: the reader is sent to a place that is not there.

    Example: *see Law 47H* where Law 47 ends with F.

    Limits: laws that the corpus does not hold are not judged. What both languages cite is reported
    once, on the original.
    """
    ours, theirs = _targets(pair.original), _targets(pair.translation)
    sides: tuple[tuple[SideName, dict[Target, Reference]], ...] = (
        ("original", ours),
        ("translation", {key: each for key, each in theirs.items() if key not in ours}),
    )
    for name, found in sides:
        for key, reference in found.items():
            if reference.status != "unresolved":
                continue
            nearest = tuple(setting.write(each) for each in reference.candidates)
            hint = say("name the provision that is meant")
            written = setting.write(*key[1:])
            yield Fault(
                say("%(place)s is cited, and there is no such provision", place=written),
                quote=reference.raw,
                hint=say("the nearest is %(places)s", places=nearest) if nearest else hint,
                key=written,
                on=name,
                marked=_spans(pair, found, [key], name),
            )


def reference_script(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A letter of the wrong alphabet in a reference or a label.

    Why: ``16B1`` with a Latin B looks right, and no search and no other program reads it so.

    Example: ``47E`` in a Greek text.

    Limits: roman numerals such as ``(i)`` are Latin in every language.
    """
    sides: tuple[SideName, SideName] = ("original", "translation")
    for on in sides:
        side = pair.side(on)
        for reference in side.references:
            if reference.folded and reference.folded != reference.raw:
                span = (reference.start, reference.end)
                yield Fault(
                    say(
                        "%(label)s is written with letters of another alphabet", label=reference.raw
                    ),
                    quote=reference.raw,
                    hint=say("write %(label)s", label=reference.folded),
                    key=reference.raw,
                    on=on,
                    marked=((on, span),),
                    fix=replacing(side.text, span, reference.folded),
                )
        if side.provision and (wrong := setting.foreign_label(side)):
            told = say(
                "the label %(label)s is written with letters of another alphabet", label=wrong
            )
            hint = say("mend the page")
            yield Fault(told, quote=wrong, hint=hint, key=f"label {wrong}", on=on)


def numbers(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
    """Figures differ, references aside.

    Why: *13 cards* and *12 φύλλα* are two rules.

    Example: *paid within 30 days* beside *μέσα σε 20 ημέρες*.

    Limits: a figure that the other language writes as a word (*two*, *δύο*) is found only up to 13.
    Groups of thousands and decimal signs are not told apart.
    """
    ours, theirs = _figures(pair.original), _figures(pair.translation)
    if ours.keys() == theirs.keys() and all(len(ours[k]) == len(theirs[k]) for k in ours):
        return
    missing = _left(ours, theirs, pair.translation)
    surplus = _left(theirs, ours, pair.original)
    if missing or surplus:
        names = [figure for figure, _ in missing], [figure for figure, _ in surplus]
        told = say(
            "%(ours)s in the original, %(theirs)s in the translation",
            ours=tuple(names[0]) or say("nothing"),
            theirs=tuple(names[1]) or say("nothing"),
        )
        spans: list[tuple[SideName, Span]] = [("original", span) for _, span in missing]
        spans += [("translation", span) for _, span in surplus]
        yield Fault(
            say("figures differ: %(told)s", told=told),
            quote=", ".join(names[1]) or ", ".join(names[0]),
            hint=say("compare the figures"),
            key=told,
            marked=tuple(spans),
        )


def _figures(side: Side) -> dict[str, list[Span]]:
    """The figures of a text, by their value, with their places; references left out."""
    found: dict[str, list[Span]] = {}
    left_out = side.reference_spans + side.local_spans
    for match in _FIGURE.finditer(side.text):
        start, end = match.span()
        if any(first < end and start < last for first, last in left_out):
            continue
        value = _THOUSANDS.sub("", match[0]).replace(",", ".")
        found.setdefault(value, []).append((start, end))
    return found


def _left(
    ours: dict[str, list[Span]], theirs: dict[str, list[Span]], other: Side
) -> list[tuple[str, Span]]:
    """Figures that the other text has neither as figures nor, often enough, as words."""
    left = []
    for figure, spans in ours.items():
        lacking = len(spans) - len(theirs.get(figure, ()))
        if lacking > 0:
            lacking -= _as_words(figure, other)
        left += [(figure, span) for span in spans[len(spans) - lacking :]] if lacking > 0 else []
    return left


def _as_words(figure: str, side: Side) -> int:
    phrases: Phrases = read_phrases(side.language.code)
    if not phrases.figures and figure.isdigit() and int(figure) <= _SPELT:
        return len(side.words)  # any of its words may say it: none is known
    words = phrases.figures.get(figure, frozenset())
    counts = Counter(word.folded for word in side.words)
    return sum(counts[word] for word in words)
