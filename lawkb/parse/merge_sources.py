"""Merge the pages of one law: the richest format is the base, the others fill its gaps.

Companions (texts beside the laws) are not merged: the page of the richest format is used.

Labels that a page lost are inferred from the same law in another language; each is marked. Nothing
is guessed: the text without labels must have as many paragraphs as the labelled one, of similar
lengths, with a colon at the end of the same ones.

What a reader of the laws sees at once is counted: numbers that are missing, texts like titles.
Nothing of it is a fault for certain, but shows that a title was not recognised.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from msgspec import Struct
from msgspec.structs import replace

from lawkb.large_collections import LargeDict
from lawkb.model.address import InSeries, Ordinal
from lawkb.model.code import Code, LawKey, Outline, PathsOfLaw, ProvisionPaths, paths_of
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions, union_of
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import PageIds
from lawkb.model.passage import Passage
from lawkb.parse.complete_law import complete, filled, plain_words
from lawkb.parse.document import PageFormat
from lawkb.parse.read_page import PageReading
from lawkb.parse.structure.titles import looks_like_title


class PageParts(Struct, frozen=True):
    """The result of reading a page, its laws apart."""

    beside_laws: PageReading  # What the page has beside laws.
    # Each law and its provisions, with its edition, language and number.
    laws: tuple[tuple[LawKey, Law, PathsOfLaw], ...]
    # If the page compares revisions, its reading with its laws; if it has other texts than laws, or
    # divisions, that without laws; else None.
    unusual: PageReading | None


def parts_of(reading: PageReading) -> PageParts:
    """Return the parts of a page."""
    laws = tuple((law.key, law, paths_of(law)) for law in reading.laws)
    return PageParts(replace(reading, laws=()), laws, _unusual(reading))


def _unusual(reading: PageReading) -> PageReading | None:
    if reading.comparison:
        return reading
    return replace(reading, laws=()) if reading.companions or reading.divisions else None


class ReadPages:
    """All pages of a corpus as they were read, their laws apart.

    Attributes:
        beside_laws: What each page has beside laws, by its place.
        laws: Each law as the first page with it has it, by edition, language and number.
        paths: The provisions of these laws.
        places: The places of the pages of each law; twice one that has two texts of it.
        keys: Edition, language and number of the laws of each page.
        unusual: By place, what is unusual of a page, as in ``PageParts``; few pages have it.
    """

    def __init__(self, pages: Iterable[PageParts], expected: int = 0) -> None:
        """Store the parts of each page; ``expected`` is how many pages there will be."""
        self.beside_laws: LargeDict[int, PageReading] = LargeDict(expected=expected)
        self.laws: LargeDict[LawKey, Law] = LargeDict(expected=expected)
        self.paths = ProvisionPaths({}, expected)  # each law is put there
        self.places: dict[LawKey, tuple[int, ...]] = {}
        self.keys: list[tuple[LawKey, ...]] = []
        self.unusual: dict[int, PageReading] = {}
        # The other texts of laws, with their place among the texts of the same law.
        self._others: LargeDict[tuple[LawKey, int], Law] = LargeDict()
        for place, page in enumerate(pages):
            self.beside_laws[place] = page.beside_laws
            if page.unusual:
                self.unusual[place] = page.unusual
            for key, law, paths in page.laws:
                before = self.places.get(key, ())
                self.places[key] = (*before, place)
                if before:
                    self._others[key, len(before)] = law
                else:
                    self.laws[key] = law
                    self.paths.put(key, paths)
            self.keys.append(tuple(dict.fromkeys(key for key, _, _ in page.laws)))

    def change(self, key: LawKey, changed: Callable[[Law], Law]) -> None:
        """Change a law as each of its pages has it."""
        self.laws[key] = changed(self.laws[key])
        self.paths.add(key, self.laws[key])
        for turn in range(1, len(self.places[key])):
            self._others[key, turn] = changed(self._others[key, turn])

    def put_beside(self, other: LawKey, law: Law) -> None:
        """Add a law that no page has to the first page of another law."""
        place = self.places[other][0]
        self.places[law.key] = (place,)
        self.laws[law.key] = law
        self.paths.add(law.key, law)
        self.keys[place] = (*self.keys[place], law.key)

    def of_law(self, key: LawKey) -> list[tuple[int, PageReading]]:
        """Return the readings of the pages of a law, each with this law alone, and their places."""
        found = []
        for turn, place in enumerate(self.places[key]):
            law = self._others[key, turn] if turn else self.laws[key]
            found.append((place, replace(self.beside_laws[place], laws=(law,))))
        return found

    def reading(self, place: int) -> PageReading:
        """Return the reading of a page with its laws."""
        texts = (text for key in self.keys[place] for text in self.of_law(key))
        laws = tuple(law for at, one in texts if at == place for law in one.laws)
        return replace(self.beside_laws[place], laws=laws)


_LONGEST_RATIO = 3  # of the lengths of two paragraphs that say the same
_SLACK = 30  # code points that any of both may have besides


def infer_labels(
    laws: Mapping[LawKey, Law], outline: Outline, keys: Iterable[LawKey]
) -> Mapping[LawKey, tuple[Law, tuple[Loss, ...]]]:
    """Return the laws that get labels from another language, each with a loss for every label.

    Args:
        laws: All laws, by edition, language and number.
        outline: The code; languages are tried in its order, that of the original first.
        keys: The laws that may lack labels: another language has more or fewer provisions.
    """
    found: dict[LawKey, tuple[Law, tuple[Loss, ...]]] = {}
    for edition, tag, number in keys:
        law = laws[edition, tag, number]
        for expression in outline.expressions:
            other = laws.get((edition, expression.language, number))
            if expression.edition != edition or other is None or expression.language == tag:
                continue
            labelled = _labelled(law, other)
            if labelled is not law:
                name = outline.language(other.language).name
                losses = _losses(law, labelled, name)
                found[edition, tag, number] = labelled, losses
                break
    return found


def _labelled(law: Law, other: Law) -> Law:
    """Return a law with the labels of another language where it has none."""
    mine = [each.address for each in law.provisions()]
    theirs = {each.address: each for each in other.provisions()}
    if len(mine) == len(theirs):
        return law
    root = law.root
    for address in mine:
        own, printed = law.find(address), theirs.get(address)
        if own and printed and printed.children and not own.children:
            new = _with_labels(own, printed)
            root = root.with_provision(new) if new else root
    return law if root is law.root else replace(law, root=root)


def _with_labels(own: Provision, printed: Provision) -> Provision | None:
    """Return a provision without labels with those of its translation; None if they may not fit."""
    texts = own.passages
    others = [passage for each in printed.walk() for passage in each.passages]
    plain = all(isinstance(item, Passage) for item in own.body)
    shown = all(each.num and not each.inferred for each in printed.walk() if each is not printed)
    ordered = all(_is_in_order(each) for each in printed.walk())
    same = len(texts) == len(others) and all(
        _say_the_same(mine.text, other.text) for mine, other in zip(texts, others, strict=True)
    )
    if not (plain and shown and ordered and same):
        return None
    left = iter(texts)
    return replace(own, body=_filled(printed, left))


def _is_in_order(provision: Provision) -> bool:
    """Whether its text is before the provisions in it, and there is no table."""
    kinds = [isinstance(item, Provision) for item in provision.body]
    plain = all(isinstance(item, Passage | Provision) for item in provision.body)
    return plain and kinds == sorted(kinds)


def _say_the_same(mine: str, other: str) -> bool:
    """Whether two paragraphs have similar lengths, and both or neither end in a colon."""
    shorter, longer = sorted((len(mine), len(other)))
    similar = longer <= shorter * _LONGEST_RATIO + _SLACK
    return similar and mine.endswith(":") == other.endswith(":")


def _filled(printed: Provision, texts: Iterator[Passage]) -> tuple[Passage | Provision, ...]:
    """Return the body of a provision as in its translation, with the given texts in order."""
    return tuple(
        Provision(
            item.address,
            "",
            body=_filled(item, texts),
            inferred=("num",),
            lost=("heading",) if item.heading else (),
        )
        if isinstance(item, Provision)
        else next(texts)
        for item in printed.body
    )


def _losses(before: Law, after: Law, language: str) -> tuple[Loss, ...]:
    known = {each.address for each in before.provisions()}
    message = f"the page lost the label; it is inferred from the text in {language}"
    return tuple(
        Loss("letter", message, each.address, after.language, _line(each))
        for each in after.provisions()
        if each.address not in known
    )


def _line(provision: Provision) -> int | None:
    lines = next((passage.lines for passage in provision.passages if passage.lines), None)
    return lines[0] if lines else None


_Candidate = tuple[int, PageFormat, Companion]


def first_companions(
    readings: Mapping[int, PageReading], pages: Sequence[PageIds]
) -> tuple[Mapping[tuple[str, str, str], Companion], Mapping[int, tuple[Loss, ...]]]:
    """Return the texts beside the laws, and for each page the conflicts between pages.

    The texts are not merged: the first page of the richest format is used, and each other page gets
    a loss of kind ``conflict``.

    Args:
        readings: The result of reading each page with such texts, by its place.

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


def merge(readings: tuple[PageReading, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """Return one law merged from several pages, and the conflicts between the pages.

    The law of the richest format is the base (the first of equals). Headings, titles, footnotes and
    links that it lost come from the others. Where another page has different words, the words of
    the base are used and a loss of kind ``conflict`` is added. A page that compares two
    revisions adds to the law and removes no words; see ``lawkb.parse.complete_law``.

    Args:
        readings: The reading of each page with the law in one language alone. Not all pages may be
            comparisons.
    """
    ranked = sorted(readings, key=lambda reading: -_RICHNESS[reading.form])
    (law,) = ranked[0].laws
    losses: list[Loss] = []
    for reading in ranked[1:]:
        (other,) = reading.laws
        if reading.comparison:
            law, found = complete(law, other, reading.comparison)
            losses.extend(found)
            continue
        losses.extend(_conflicts(law, other))
        law = filled(law, other)
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


class MergedLaws(Struct, frozen=True):
    """The laws of all pages, merged."""

    laws: Mapping[LawKey, Law]  # Laws by edition, language and number, in the order of the code.
    paths: ProvisionPaths  # The provisions of these laws.
    # Keys of the laws whose references must be searched again, since they come from several pages
    # or a comparison, or have inferred labels.
    anew: frozenset[LawKey]
    # What each page has beside laws, by its place, without the losses that another page made up
    # for.
    beside_laws: Mapping[int, PageReading]
    # For each page, the laws that it has; without those of comparisons that no other page has.
    keys: Sequence[tuple[LawKey, ...]]
    # Differences between the pages of a law, by the page that the law is taken from.
    losses: Mapping[int, tuple[Loss, ...]]


def merge_readings(read: ReadPages, outline: Outline) -> MergedLaws:
    """Return the laws of all pages, those of the same edition, language and number merged.

    A comparison of revisions completes the law of other pages. Without other pages, it gives the
    law if it shows the whole present page. Labels that a law lost are inferred from the same law in
    another language.

    Args:
        read: All pages; what is merged replaces their laws.
    """
    laws, paths, beside_laws = read.laws, read.paths, read.beside_laws
    compared = {place: page for place, page in read.unusual.items() if page.comparison}
    several = {key for key, places in read.places.items() if len(places) > 1}
    several |= {law.key for each in compared.values() for law in each.laws}
    losses: dict[int, tuple[Loss, ...]] = {}
    # The page that a law is taken from, if that is not the first one.
    taken: dict[LawKey, int] = {}
    order = sorted(read.places, key=lambda key: outline.place(*key))
    for key in filter(several.__contains__, order):
        usable = _usable(read.of_law(key))
        if not usable:
            del laws[key]
            continue
        laws[key], differing = merge(tuple(one for _, one in usable))
        paths.add(key, laws[key])
        place = next(place for place, one in usable if one.laws[0].origin == laws[key].origin)
        taken[key] = place
        losses[place] = (*losses.get(place, ()), *differing)
    laws = read.laws = laws.of(key for key in order if key in laws)
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


def _uneven(laws: Iterable[LawKey], paths: ProvisionPaths, outline: Outline) -> Iterator[LawKey]:
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


def _usable(readings: list[tuple[int, PageReading]]) -> list[tuple[int, PageReading]]:
    """Return the pages of a law; none if all are comparisons with gaps."""
    if any(reading.comparison is None for _, reading in readings):
        return _texts_first(readings)
    whole = [each for each in readings if each[1].comparison and each[1].comparison.whole]
    return [(page, replace(one, form="wikitext", comparison=None)) for page, one in whole[:1]]


def _texts_first(readings: list[tuple[int, PageReading]]) -> list[tuple[int, PageReading]]:
    """Return the pages of a law; those that have only comments on it come last and add these."""
    whole = [one.comparison is None and one.laws[0].has_texts for _, one in readings]
    if all(whole) or not any(whole):
        return readings
    ordered = sorted(readings, key=lambda each: not each[1].laws[0].has_texts)
    return [
        (page, one if one.laws[0].has_texts else replace(one, form="diff")) for page, one in ordered
    ]


def _after_merge(
    reading: PageReading,
    keys: tuple[LawKey, ...],
    compared: PageReading | None,
    laws: Mapping[LawKey, Law],
    anew: frozenset[LawKey],
) -> PageReading:
    """Return a page's reading, without laws, with the losses that remain.

    Args:
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


def count_law(law: Law, outline: Outline, numbers: Set[Ordinal]) -> Counter[str]:
    """Count what is strange in a law.

    These are its ``recitals``, if it is a preamble; ``untitled``, 1 if it has texts and no title;
    ``title_like`` texts, which look like the title of a law that is not there; provisions with an
    ``inferred`` label.

    Args:
        numbers: Numbers of all laws of its edition in its language.
    """
    language, provisions = outline.language(law.language), tuple(law.provisions())
    return Counter(
        recitals=len(law.root.children) if _is_recitals(law) else 0,
        untitled=int(_is_law(law) and law.root.heading is None and law.has_texts),
        title_like=sum(
            looks_like_title(passage.text, language, outline.scheme, numbers)
            for each in provisions
            for passage in each.passages
        ),
        inferred=sum("num" in each.inferred for each in provisions),
    )


def numbers_by_expression(code: Code) -> dict[tuple[str, str], frozenset[Ordinal]]:
    """Return the numbers of the laws by edition and language; those without laws are left out."""
    found: defaultdict[tuple[str, str], list[Ordinal]] = defaultdict(list)
    for edition, tag, number in code.laws:
        found[edition, tag].append(number)
    return {expression: frozenset(numbers) for expression, numbers in found.items()}


def _is_recitals(law: Law) -> bool:
    return isinstance(law.number, InSeries) and not law.number.n


def _is_law(law: Law) -> bool:
    return not isinstance(law.number, InSeries)
