"""Merge the pages of one law: the richest format is the base, the others fill its gaps.

Companions (texts beside the laws) are not merged: the page of the richest format is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lawkb.model.address import Ordinal
from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions, union_of
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import Page
from lawkb.parse.complete_law import (
    complete,
    filled,
    plain_words,
)
from lawkb.parse.diff.newer_revision import Comparison
from lawkb.parse.document import PageFormat
from lawkb.parse.labels_of_translation import infer_labels
from lawkb.parse.read_page import PageReading

_Candidate = tuple[Page, PageReading, Companion]


def first_companions(
    read: tuple[tuple[Page, PageReading], ...],
) -> tuple[Mapping[tuple[str, str, str], Companion], Mapping[Page, tuple[Loss, ...]]]:
    """Return the texts beside the laws, and for each page the conflicts between pages.

    The texts are not merged: the first page of the richest format is used, and each other page gets
    a loss of kind ``conflict``.

    Args:
        read: Pages, each with the result of reading it.

    Returns:
        Texts by edition, language and name; losses by page.
    """
    candidates: dict[tuple[str, str, str], list[_Candidate]] = {}
    for page, reading in read:
        for one in reading.companions:
            key = (one.edition, one.language, one.name)
            candidates.setdefault(key, []).append((page, reading, one))
    companions = {}
    losses: dict[Page, tuple[Loss, ...]] = {}
    for key in sorted(candidates):
        ranked = sorted(candidates[key], key=lambda candidate: -_RICHNESS[candidate[1].form])
        first, _, companions[key] = ranked[0]
        for page, _, other in ranked[1:]:
            message = f"{first.source}/{first.page_id} already gives {key[2]}; this one is left out"
            loss = Loss("conflict", message, language=other.language)
            losses[page] = (*losses.get(page, ()), loss)
    return companions, losses


def joined_divisions(
    read: tuple[tuple[Page, PageReading], ...],
) -> dict[tuple[str, str], Divisions]:
    """Return the divisions by edition and language, those of several pages joined.

    Where two pages have a division, label and heading are those of the page in the richer format.

    Args:
        read: Pages, each with the result of reading it.
    """
    found: dict[tuple[str, str], list[Divisions]] = {}
    for _, reading in sorted(read, key=lambda each: -_RICHNESS[each[1].form]):
        for each in reading.divisions:
            found.setdefault((each.edition, each.language), []).append(each)
    return {
        key: replace(of_pages[0], divisions=union_of(of_pages))
        if len(of_pages) > 1
        else of_pages[0]
        for key, of_pages in sorted(found.items())
    }


# What a format can express, in order: raw wiki syntax and files of a word processor everything, a
# rendered page and a file of elements all but its source, extracted text most words. A comparison
# may lack parts of the law.
_RICHNESS: dict[PageFormat, int] = {
    **dict.fromkeys(("wikitext", "mediawiki", "markdown", "docx"), 3),
    **dict.fromkeys(("html", "web", "akn", "formex"), 2),
    "text": 1,
    **dict.fromkeys(("diff", "xml"), 0),
}


@dataclass(frozen=True, slots=True)
class LawReading:
    """A law as one page has it.

    Attributes:
        law: The law; from a ``diff`` only the lines that it shows, parsed as a law.
        form: Format of the page.
        comparison: For a ``diff``, the revision and the gaps of its newer side; else None.
    """

    law: Law
    form: PageFormat
    comparison: Comparison | None = None


def merge(readings: tuple[LawReading, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """Return one law merged from several pages, and the conflicts between the pages.

    The law of the richest format is the base (the first of equals). Headings, titles, footnotes and
    links that it lost come from the others. Where another page has different words, the words of
    the base are used and a loss of kind ``conflict`` is added. A page that compares two
    revisions adds to the law and removes no words; see ``lawkb.parse.complete_law``.

    Args:
        readings: The law in one language as each page has it. Not all pages may be comparisons.
    """
    ranked = sorted(readings, key=lambda reading: -_RICHNESS[reading.form])
    law = ranked[0].law
    losses: list[Loss] = []
    for reading in ranked[1:]:
        if reading.comparison:
            law, found = complete(law, reading.law, reading.comparison)
            losses.extend(found)
            continue
        losses.extend(_conflicts(law, reading.law))
        law = filled(law, reading.law)
    return law, tuple(losses)


def _still_lost(losses: tuple[Loss, ...], law: Law) -> tuple[Loss, ...]:
    """Return the losses of a page that remain after other pages completed its law."""
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
    if loss.kind == "section":
        return any(each.address.depth == 1 for each in provision.children)
    if loss.kind == "note":
        return all(note.text for note in provision.notes)
    return loss.kind in ("heading", "title") and provision.heading is not None


def _conflicts(law: Law, other: Law) -> list[Loss]:
    """Return losses where two pages have different words, apart from typography and spaces."""
    mine = {provision.address: provision for provision in law.provisions()}
    origin = f"{other.origin.source}/{other.origin.page}"
    found: list[Loss] = []
    if not other.has_texts:
        return found  # a page with comments on a law that another page translates
    for provision in other.provisions():
        base = mine.get(provision.address)
        if base is None:
            message = f"{origin} has a provision that the page in the richer format lacks"
        elif plain_words(base.text) != plain_words(provision.text):
            message = f"{origin} has other words; those of the page in the richer format are used"
        else:
            continue
        found.append(Loss("conflict", message, provision.address, law.language))
    return found


Key = tuple[str, str, Ordinal]  # edition, language, number
_Read = tuple[tuple[Page, PageReading], ...]

_ALONE = "only an incomplete comparison of revisions has this law: no law is made of it"


@dataclass(frozen=True, slots=True)
class MergedLaws:
    """The laws of all pages, merged.

    Attributes:
        laws: Laws by edition, language and number, in the order of the code.
        anew: Keys of the laws whose references must be searched again, since they come from several
            pages or a comparison, or have inferred labels.
        readings: The pages as given, without the losses that another page made up for, and without
            the laws of comparisons that no other page has.
        losses: Differences between the pages of a law, by the page that the law is taken from.
    """

    laws: Mapping[Key, Law]
    anew: frozenset[Key]
    readings: _Read
    losses: Mapping[Page, tuple[Loss, ...]]


def merge_readings(read: _Read, outline: Outline) -> MergedLaws:
    """Return the laws of all pages, those of the same edition, language and number merged.

    A comparison of revisions completes the law of other pages. Without other pages, it gives the
    law if it shows the whole present page. Labels that a law lost are inferred from the same law in
    another language.

    Args:
        read: Pages, each with the result of reading it.
        outline: The code.
    """
    by_law: dict[Key, list[tuple[Page, LawReading]]] = {}
    for page, reading in read:
        for law in reading.laws:
            one = LawReading(law, reading.form, reading.comparison)
            by_law.setdefault(_key(law), []).append((page, one))
    laws: dict[Key, Law] = {}
    losses: dict[Page, tuple[Loss, ...]] = {}
    for key in sorted(by_law, key=lambda key: outline.place(*key)):
        usable = _usable(by_law[key])
        if usable:
            laws[key], differing = merge(tuple(one for _, one in usable))
            page = next(page for page, one in usable if one.law.origin == laws[key].origin)
            losses[page] = (*losses.get(page, ()), *differing)
    labelled = infer_labels(laws, outline)
    for key, (law, inferred) in labelled.items():
        laws[key] = law
        page = next(page for page, one in by_law[key] if one.law.origin == law.origin)
        losses[page] = (*losses.get(page, ()), *inferred)
    anew = frozenset(
        key
        for key in laws
        if len(by_law[key]) > 1 or key in labelled or any(one.comparison for _, one in by_law[key])
    )
    after = tuple((page, _after_merge(reading, laws, anew)) for page, reading in read)
    return MergedLaws(laws, anew, after, losses)


def _key(law: Law) -> Key:
    return law.edition, law.language, law.number


def _usable(readings: list[tuple[Page, LawReading]]) -> list[tuple[Page, LawReading]]:
    """Return the pages of a law; none if all are comparisons with gaps."""
    if any(reading.comparison is None for _, reading in readings):
        return _texts_first(readings)
    whole = [each for each in readings if each[1].comparison and each[1].comparison.whole]
    return [(page, LawReading(one.law, "wikitext")) for page, one in whole[:1]]


def _texts_first(readings: list[tuple[Page, LawReading]]) -> list[tuple[Page, LawReading]]:
    """Return the pages of a law; those that have only comments on it come last and add these."""
    whole = [one.comparison is None and one.law.has_texts for _, one in readings]
    if all(whole) or not any(whole):
        return readings
    ordered = sorted(readings, key=lambda each: not each[1].law.has_texts)
    return [
        (page, one if one.law.has_texts else replace(one, form="diff")) for page, one in ordered
    ]


def _after_merge(reading: PageReading, laws: dict[Key, Law], anew: frozenset[Key]) -> PageReading:
    """Return a page's reading with the laws that are used, and the losses that remain."""
    keys = {_key(law): law for law in reading.laws}
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
        losses = _still_lost(losses, laws[key])
    used = tuple(law for key, law in keys.items() if key in laws)
    return replace(reading, laws=used, losses=(*losses, *alone))
