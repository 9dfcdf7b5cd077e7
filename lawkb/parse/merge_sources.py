"""Merge the pages of one law: the richest format is the base, the others fill its gaps.

Companions are not merged: the page of the richest format is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import Page
from lawkb.model.passage import Passage, Table
from lawkb.parse.complete_law import (
    complete,
    filled_note,
    plain_words,
    with_heading,
    with_links,
)
from lawkb.parse.diff.page import Comparison
from lawkb.parse.document import PageFormat
from lawkb.parse.read_page import PageReading

_Candidate = tuple[Page, PageReading, Companion]


def first_companions(
    read: tuple[tuple[Page, PageReading], ...],
) -> tuple[Mapping[tuple[str, str, str], Companion], Mapping[Page, tuple[Loss, ...]]]:
    """Return companions by edition, language and name, and losses for those left out.

    Companions are not merged: the first page of the richest format is used, and each other one is
    a loss of kind ``conflict``.
    """
    candidates: dict[tuple[str, str, str], list[_Candidate]] = {}
    for page, reading in read:
        for one in reading.companions:
            key = (one.edition, one.language, one.name)
            candidates.setdefault(key, []).append((page, reading, one))
    companions = {}
    losses: dict[Page, tuple[Loss, ...]] = {}
    for key in sorted(candidates):
        ranked = sorted(candidates[key], key=lambda candidate: -richness(candidate[1].form))
        first, _, companions[key] = ranked[0]
        for page, _, other in ranked[1:]:
            message = f"{first.source}/{first.page_id} already gives {key[2]}; this one is left out"
            loss = Loss("conflict", message, language=other.language)
            losses[page] = (*losses.get(page, ()), loss)
    return companions, losses


# What a format can express, in order: raw wiki syntax everything, a rendered page all but its
# source, extracted text most words. A comparison may lack parts of the law.
_RICHNESS: dict[PageFormat, int] = {"wikitext": 3, "html": 2, "text": 1, "diff": 0}


@dataclass(frozen=True, slots=True)
class LawReading:
    """One reading of a law.

    Attributes:
        law: The law; of a ``diff`` only the lines that it shows, parsed as a law.
    """

    law: Law
    form: PageFormat
    comparison: Comparison | None = None


def richness(form: PageFormat) -> int:
    """Return the rank of a format: highest for raw wiki syntax, 0 for a comparison."""
    return _RICHNESS[form]


def merge(witnesses: tuple[LawReading, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """Merge several readings of a law.

    The richest format is the base (the first of equals). Headings, titles, notes and links that
    it lost come from the others; where another has different words, that is a loss of kind
    ``conflict``, and the richest counts. A comparison of revisions adds what it has and removes
    no words; see ``lawkb.parse.complete_law``.

    Args:
        witnesses: All readings of one law in one language; at least one is no comparison.
    """
    ranked = sorted(witnesses, key=lambda witness: -richness(witness.form))
    law = ranked[0].law
    losses: list[Loss] = []
    for witness in ranked[1:]:
        if witness.comparison:
            law, found = complete(law, witness.law, witness.comparison)
            losses.extend(found)
            continue
        others = {provision.address: provision for provision in witness.law.provisions()}
        losses.extend(_conflicts(law, witness.law))
        root = _completed(law.root, others)
        law = replace(law, root=root, comments=law.comments or witness.law.comments)
    return law, tuple(losses)


def still_lost(losses: tuple[Loss, ...], law: Law) -> tuple[Loss, ...]:
    """Return the losses of a page that remain after other readings completed its law."""
    found = {provision.address: provision for provision in law.provisions()}
    return tuple(
        loss
        for loss in losses
        if loss.language != law.language
        or loss.address not in found
        or not _is_found(loss, found[loss.address])
    )


def _is_found(loss: Loss, provision: Provision) -> bool:
    if loss.kind == "letter":
        return not provision.inferred
    if loss.kind == "note":
        return all(note.text for note in provision.notes)
    return loss.kind in ("heading", "title") and provision.heading is not None


def _completed(provision: Provision, others: dict[Address, Provision]) -> Provision:
    other = others.get(provision.address)
    if other is not None:
        provision = _with_notes(with_heading(provision, other), other)
        provision = _with_links(provision, other)
    body = tuple(
        _completed(item, others) if isinstance(item, Provision) else item for item in provision.body
    )
    return replace(provision, body=body)


def _with_notes(provision: Provision, other: Provision) -> Provision:
    """Return the provision with the texts of notes that only the other has."""
    known = {note.marker: note for note in other.notes if note.text}

    def completed(passage: Passage) -> Passage:
        notes = tuple(filled_note(note, known.get(note.marker)) for note in passage.notes)
        return replace(passage, notes=notes)

    return _each_passage(provision, completed)


def _with_links(provision: Provision, other: Provision) -> Provision:
    """Return the provision with the links that only the other has, on the same words."""
    by_words = {plain_words(passage.text): passage for passage in other.passages if passage.links}

    def linked(passage: Passage) -> Passage:
        same = by_words.get(plain_words(passage.text)) if by_words else None
        return with_links(passage, same) if same else passage

    return _each_passage(provision, linked)


def _each_passage(provision: Provision, change: Callable[[Passage], Passage]) -> Provision:
    """Return the provision with its own passages changed, except those of tables."""
    body: list[Passage | Table | Provision] = []
    for item in provision.body:
        body.append(change(item) if isinstance(item, Passage) else item)
    return replace(provision, body=tuple(body))


def _conflicts(law: Law, other: Law) -> list[Loss]:
    """Return losses where two readings have different words, apart from typography and spaces."""
    mine = {provision.address: provision for provision in law.provisions()}
    origin = f"{other.origin.source}/{other.origin.page}"
    found: list[Loss] = []
    for provision in other.provisions():
        base = mine.get(provision.address)
        if base is None:
            message = f"{origin} has a provision that the richer page lacks"
        elif plain_words(base.text) != plain_words(provision.text):
            message = f"{origin} has other words; the richer page is used"
        else:
            continue
        found.append(Loss("conflict", message, provision.address, law.language))
    return found


Key = tuple[str, str, int]  # edition, language, number
_Read = tuple[tuple[Page, PageReading], ...]
_LossesByPage = dict[Page, tuple[Loss, ...]]

_ALONE = "only an incomplete comparison of revisions has this law: no law is made of it"


@dataclass(frozen=True, slots=True)
class MergedLaws:
    """The laws of all pages.

    Attributes:
        laws: In the order of the code.
        anew: Keys of the laws whose references must be found again, since several pages or a
            comparison gave them.
        readings: The pages as given, without the losses that another page made good, and without
            the laws of comparisons that no other page has.
        losses: Differences between the readings of a law, by the page it is taken from.
    """

    laws: Mapping[Key, Law]
    anew: frozenset[Key]
    readings: _Read
    losses: Mapping[Page, tuple[Loss, ...]]


def merge_readings(read: _Read, outline: Outline) -> MergedLaws:
    """Merge the laws of all pages.

    A comparison of revisions completes the law of other pages. Without such pages, it gives the
    law if it shows the whole present page.
    """
    witnesses: dict[Key, list[tuple[Page, LawReading]]] = {}
    for page, reading in read:
        for law in reading.laws:
            key = (law.edition, law.language, law.number)
            witnesses.setdefault(key, []).append((page, _witness(law, reading)))
    laws: dict[Key, Law] = {}
    losses: _LossesByPage = {}
    for key in sorted(witnesses, key=lambda key: outline.place(*key)):
        usable = _usable(witnesses[key])
        if usable:
            laws[key], differing = merge(tuple(witness for _, witness in usable))
            page = next(page for page, one in usable if one.law.origin == laws[key].origin)
            losses[page] = (*losses.get(page, ()), *differing)
    anew = frozenset(
        key
        for key in laws
        if len(witnesses[key]) > 1 or any(one.comparison for _, one in witnesses[key])
    )
    readings = tuple((page, _after_merge(reading, laws, anew)) for page, reading in read)
    return MergedLaws(laws, anew, readings, losses)


def _witness(law: Law, reading: PageReading) -> LawReading:
    return LawReading(law, reading.form, reading.comparison)


def _usable(witnesses: list[tuple[Page, LawReading]]) -> list[tuple[Page, LawReading]]:
    """Return the readings of a law; none if all are comparisons with gaps."""
    if any(witness.comparison is None for _, witness in witnesses):
        return witnesses
    whole = [each for each in witnesses if each[1].comparison and each[1].comparison.whole]
    return [(page, LawReading(one.law, "wikitext")) for page, one in whole[:1]]


def _after_merge(reading: PageReading, laws: dict[Key, Law], anew: frozenset[Key]) -> PageReading:
    """Return the reading with the laws that are used, and the losses that remain."""
    keys = {(law.edition, law.language, law.number): law for law in reading.laws}
    losses = reading.losses
    if reading.comparison and not all(
        key in laws and laws[key].origin == law.origin for key, law in keys.items()
    ):
        losses = tuple(loss for loss in losses if loss.address is None)  # without those of the law
    alone = tuple(
        Loss("text", _ALONE, law.root.address, law.language)
        for key, law in keys.items()
        if key not in laws
    )
    for key in keys.keys() & anew:
        losses = still_lost(losses, laws[key])
    used = tuple(law for key, law in keys.items() if key in laws)
    return replace(reading, laws=used, losses=(*losses, *alone))
