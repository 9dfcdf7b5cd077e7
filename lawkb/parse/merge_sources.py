"""Merge the pages of one law: the richest format is the base, the others fill its gaps.

Companions (texts beside the laws) are not merged: the page of the richest format is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions, union_of
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import PageIds
from lawkb.model.provision_paths import Key, ProvisionPaths
from lawkb.parse.complete_law import (
    complete,
    filled,
    plain_words,
)
from lawkb.parse.document import PageFormat
from lawkb.parse.labels_of_translation import infer_labels
from lawkb.parse.read_page import PageReading
from lawkb.parse.read_pages import LawReading, ReadPages

_Candidate = tuple[int, PageFormat, Companion]


def first_companions(
    readings: Mapping[int, PageReading], pages: Sequence[PageIds]
) -> tuple[Mapping[tuple[str, str, str], Companion], Mapping[int, tuple[Loss, ...]]]:
    """Return the texts beside the laws, and for each page the conflicts between pages.

    The texts are not merged: the first page of the richest format is used, and each other page gets
    a loss of kind ``conflict``.

    Args:
        readings: The result of reading each page with such texts, by its place.
        pages: The ids of each page.

    Returns:
        Texts by edition, language and name; losses by place of the page.
    """
    candidates: dict[tuple[str, str, str], list[_Candidate]] = {}
    for place, reading in readings.items():
        for one in reading.companions:
            key = (one.edition, one.language, one.name)
            candidates.setdefault(key, []).append((place, reading.form, one))
    companions = {}
    losses: dict[int, tuple[Loss, ...]] = {}
    for key in sorted(candidates):
        ranked = sorted(candidates[key], key=lambda candidate: -_RICHNESS[candidate[1]])
        place, _, companions[key] = ranked[0]
        first = pages[place]
        for place, _, other in ranked[1:]:
            message = f"{first.source}/{first.page_id} already gives {key[2]}; this one is left out"
            loss = Loss("conflict", message, language=other.language)
            losses[place] = (*losses.get(place, ()), loss)
    return companions, losses


def joined_divisions(readings: Iterable[PageReading]) -> dict[tuple[str, str], Divisions]:
    """Return the divisions by edition and language, those of several pages joined.

    Where two pages have a division, label and heading are those of the page in the richer format.

    Args:
        readings: The result of reading each page with divisions.
    """
    found: dict[tuple[str, str], list[Divisions]] = {}
    with_divisions = [(each.form, each.divisions) for each in readings if each.divisions]
    for _, divisions in sorted(with_divisions, key=lambda each: -_RICHNESS[each[0]]):
        for each in divisions:
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


_ALONE = "only an incomplete comparison of revisions has this law: no law is made of it"


@dataclass(frozen=True, slots=True)
class MergedLaws:
    """The laws of all pages, merged.

    Attributes:
        laws: Laws by edition, language and number, in the order of the code.
        paths: The provisions of these laws.
        anew: Keys of the laws whose references must be searched again, since they come from several
            pages or a comparison, or have inferred labels.
        beside_laws: What each page has beside laws, by its place, without the losses that another
            page made up for.
        keys: For each page, the laws that it has; without those of comparisons that no other page
            has.
        losses: Differences between the pages of a law, by the page that the law is taken from.
    """

    laws: Mapping[Key, Law]
    paths: ProvisionPaths
    anew: frozenset[Key]
    beside_laws: Mapping[int, PageReading]
    keys: Sequence[tuple[Key, ...]]
    losses: Mapping[int, tuple[Loss, ...]]


def merge_readings(read: ReadPages, outline: Outline) -> MergedLaws:
    """Return the laws of all pages, those of the same edition, language and number merged.

    A comparison of revisions completes the law of other pages. Without other pages, it gives the
    law if it shows the whole present page. Labels that a law lost are inferred from the same law in
    another language.

    Args:
        read: All pages; what is merged replaces their laws.
        outline: The code.
    """
    laws, paths, beside_laws = read.laws, read.paths, read.beside_laws
    compared = {place: page for place, page in read.unusual.items() if page.comparison}
    several = {key for key, places in read.places.items() if len(places) > 1}
    several |= {law.key for each in compared.values() for law in each.laws}
    losses: dict[int, tuple[Loss, ...]] = {}
    # The page that a law is taken from, if that is not the first one.
    taken: dict[Key, int] = {}
    order = sorted(read.places, key=lambda key: outline.place(*key))
    for key in filter(several.__contains__, order):
        usable = _usable(read.of_law(key))
        if not usable:
            del laws[key]
            continue
        laws[key], differing = merge(tuple(one for _, one in usable))
        paths.add(key, laws[key])
        place = next(place for place, one in usable if one.law.origin == laws[key].origin)
        taken[key] = place
        losses[place] = (*losses.get(place, ()), *differing)
    laws.put_in_order(key for key in order if key in laws)
    labelled = infer_labels(laws, outline, _uneven(laws, paths, outline))
    for key, (law, inferred) in labelled.items():
        laws[key] = law
        paths.add(key, law)
        place = taken.get(key, read.places[key][0])
        losses[place] = (*losses.get(place, ()), *inferred)
    anew = frozenset(key for key in {*several, *labelled} if key in laws)
    for place in sorted({*compared, *(at for key in anew for at in read.places[key])}):
        own, page = read.keys[place], compared.get(place)
        beside_laws[place] = _after_merge(beside_laws[place], own, page, laws, anew)
    keys = [tuple(key for key in own if key in laws) for own in read.keys]
    return MergedLaws(laws, paths, anew, beside_laws, keys, losses)


def _uneven(laws: Iterable[Key], paths: ProvisionPaths, outline: Outline) -> Iterator[Key]:
    """Yield the laws of which another language has more or fewer provisions."""
    tags: dict[str, list[str]] = {}
    for each in outline.expressions:
        tags.setdefault(each.edition, []).append(each.language)
    held = {*laws}
    for edition, tag, number in laws:
        mine = len(paths[edition, tag, number].paths)
        others = ((edition, other, number) for other in tags[edition] if other != tag)
        if any(len({*paths[other].paths}) != mine for other in others if other in held):
            yield edition, tag, number


def _usable(readings: list[tuple[int, LawReading]]) -> list[tuple[int, LawReading]]:
    """Return the pages of a law; none if all are comparisons with gaps."""
    if any(reading.comparison is None for _, reading in readings):
        return _texts_first(readings)
    whole = [each for each in readings if each[1].comparison and each[1].comparison.whole]
    return [(page, LawReading(one.law, "wikitext")) for page, one in whole[:1]]


def _texts_first(readings: list[tuple[int, LawReading]]) -> list[tuple[int, LawReading]]:
    """Return the pages of a law; those that have only comments on it come last and add these."""
    whole = [one.comparison is None and one.law.has_texts for _, one in readings]
    if all(whole) or not any(whole):
        return readings
    ordered = sorted(readings, key=lambda each: not each[1].law.has_texts)
    return [
        (page, one if one.law.has_texts else replace(one, form="diff")) for page, one in ordered
    ]


def _after_merge(
    reading: PageReading,
    keys: tuple[Key, ...],
    compared: PageReading | None,
    laws: Mapping[Key, Law],
    anew: frozenset[Key],
) -> PageReading:
    """Return a page's reading, without laws, with the losses that remain.

    Args:
        reading: What the page has beside laws.
        keys: The laws that it has.
        compared: The reading with its laws, if the page compares revisions.
        laws: The laws that are used.
        anew: Those of them that are not just the law of one page.
    """
    losses = reading.losses
    own = {law.key: law for law in compared.laws} if compared else {}
    if not all(key in laws and laws[key].origin == law.origin for key, law in own.items()):
        losses = tuple(loss for loss in losses if loss.address is None)  # without those of the law
    alone = tuple(
        Loss("text", _ALONE, law.root.address, law.language)
        for key, law in own.items()
        if key not in laws
    )
    for key in anew.intersection(keys):
        losses = _still_lost(losses, laws[key])
    return replace(reading, losses=(*losses, *alone))
