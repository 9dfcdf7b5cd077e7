"""References of a passage corrected by the wiki links on their words.

«81Γ5» and «Γ5» with a link to Law 81 are both 81C5.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import folded_law_words, plain
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Link, Passage, Reference, Span
from lawkb.model.source import Source
from lawkb.parse.dokuwiki.links import clean_id
from lawkb.references.grammar import Grammar
from lawkb.references.labels import PrintedLabel, law_path, part_paths, read_item
from lawkb.references.lists import Listing, read_laws, read_parts, references_of
from lawkb.references.normalized_text import read_tokens
from lawkb.references.reader import ReferenceText

# Provision of each anchor; None for an anchor that several provisions have.
_Anchors = dict[str, Address | None]


@dataclass(frozen=True, slots=True)
class LinkPlace:
    """The target of a link.

    Attributes:
        edition: Edition of the law.
        address: The law, or the provision that the anchor of the link belongs to.
        exact: False when the anchor belongs to no available provision, so only the law is known.
    """

    edition: str
    address: Address
    exact: bool


@dataclass(frozen=True, slots=True)
class LinkPlaces:
    """Resolver of links to provisions.

    Attributes:
        code: The laws; anchors are made from their headings.
        sources: Their rules map pages to laws.
    """

    code: Code
    sources: tuple[Source, ...]
    _known: dict[tuple[str, int], _Anchors] = field(default_factory=dict)

    def of(self, source: str, link: Link) -> LinkPlace | None:
        """Return the target of a link on a page of a source; None when it is no law.

        The page need not exist: its id alone names the law.
        """
        found = self._law(source, link.target) if link.kind == "page" else None
        if found is None or not link.anchor:
            return found
        anchors = self._anchors(found.edition, found.address.law)
        place = anchors.get(link.anchor) or anchors.get(section_id(link.anchor))
        if place is None:
            return LinkPlace(found.edition, found.address, exact=False)
        return LinkPlace(found.edition, place, exact=True)

    def _law(self, source: str, page: str) -> LinkPlace | None:
        """Return the law of a page by the first rule that fits it."""
        rules = (rule for each in self.sources if each.name == source for rule in each.rules)
        for rule in rules:
            number = rule.law(page)
            most = self.code.outline.edition(rule.edition).laws
            if rule.fits(page) and (number or 0) <= most:
                is_law = number is not None and rule.kind == "law"
                return LinkPlace(rule.edition, Address((number or 1,)), True) if is_law else None
        return None

    def _anchors(self, edition: str, number: int) -> _Anchors:
        key = (edition, number)
        if key not in self._known:
            tags = self.code.languages_of(edition, number)
            laws = (self.code.laws[edition, tag, number] for tag in tags)
            self._known[key] = _anchors_of(tuple(laws), self.code.outline.scheme)
        return self._known[key]


def section_id(title: str) -> str:
    """Return the id that DokuWiki gives a section heading: ``β_ανάκληση`` for «Β. Ανάκληση».

    Source: ``sectionID`` of DokuWiki, and the ids of the sample pages.
    """
    plain = clean_id(title).replace(":", "").replace(".", "")
    return plain.lstrip("0123456789_-")


def _anchors_of(laws: tuple[Law, ...], scheme: Scheme) -> _Anchors:
    """Return the anchors of a law in all its languages, with the fragments of our own site."""
    found: _Anchors = {}
    for law in laws:
        for provision in law.provisions():
            for anchor in filter(None, _names(provision, scheme)):
                same = found.setdefault(anchor, provision.address) == provision.address
                found[anchor] = provision.address if same else None
    return found


def _names(provision: Provision, scheme: Scheme) -> Iterator[str]:
    with suppress(ValueError):  # a page may have more levels than the scheme
        yield scheme.fragment(provision.address)
    if provision.heading:
        # A title has a dash between the number of its law and its words; a section has none.
        for between in (" ", " - "):
            yield section_id(f"{provision.num}{between}{provision.heading.text}")


def read_label(words: str, place: LinkPlace, grammar: Grammar) -> tuple[Reference, ...] | None:
    """Return the references in words that are only a label or a list of labels.

    A bare number is read in the linked law only where that is clear: «81» as Law 81, or «5» in a
    link to 81C. In a link to Law 81, «5» may be Law 5 or its provision 5, and is ambiguous.

    Returns:
        References of form ``absolute`` or ``range`` with offsets in ``words``; None when the words
        are not labels only.
    """
    reading = _reading(words, grammar, place.address)
    item = read_item(reading, 0)
    if item is None or item.torn:
        return None
    path = law_path(item)
    bare = path if item.is_bare_number else None
    if bare and bare[0] != place.address.law and place.address.depth == 0:
        return _ambiguous(reading, item, place)
    is_law = bare is not None and bare[0] == place.address.law
    listing = read_laws(reading, 0, False) if is_law else read_parts(reading, 0, False)
    if listing is None or reading.tokens[listing.end].kind != "end":
        return None
    return _references(reading, listing, place)


def has_no_label(words: str, grammar: Grammar) -> bool:
    """Return whether the words of a link have no digit and no label: «εδώ», «the Director»."""
    reading = _reading(words, grammar, None)
    kinds = [token.kind for token in reading.tokens]
    return "word" in kinds and "number" not in kinds and read_item(reading, 0) is None


def is_key_word(words: str, grammar: Grammar) -> bool:
    """Return whether words are only the key word for a law: «Νόμο»."""
    return plain(words.strip()) in folded_law_words(grammar.language)


def _reading(words: str, grammar: Grammar, citing: Address | None) -> ReferenceText:
    vocabulary = grammar.vocabulary
    return ReferenceText(
        words, read_tokens(words, vocabulary.alphabet), grammar, vocabulary, citing
    )


def _references(
    reading: ReferenceText, listing: Listing, place: LinkPlace
) -> tuple[Reference, ...]:
    found = []
    for reference in references_of(reading, listing, 0):
        told = reference.target or reference.candidates
        # A label equal to the linked provision has no target of its own: it is the linked one.
        target = reference.target if told else place.address
        form = "absolute" if reference.form == "relative" else reference.form
        found.append(replace(reference, form=form, target=target))
    return tuple(found)


def _ambiguous(
    reading: ReferenceText, item: PrintedLabel, place: LinkPlace
) -> tuple[Reference, ...] | None:
    """Return an ambiguous reference for a number that may be a law or a part of the linked law."""
    start, end = reading.tokens[0].start, reading.tokens[item.end - 1].end
    path = law_path(item)
    if path is None or reading.tokens[item.end].kind != "end":
        return None
    candidates = (Address(path), *map(Address, part_paths(reading, item)))
    raw = reading.text[start:end]
    return (
        Reference(start, end, raw, "absolute", None, status="ambiguous", candidates=candidates),
    )


# Code points, more than any phrase such as «του παρόντος νόμου».
_LONGEST_PHRASE = 60


@dataclass(frozen=True, slots=True)
class LawLink:
    """A link to a law, with the references that its words overlap.

    Attributes:
        link: The link.
        place: Its target.
        first: Index of the first reference that its words overlap.
        last: Index after the last one; equal to ``first`` when there is none.
    """

    link: Link
    place: LinkPlace
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PassageContext:
    """The provision, edition and language of a passage.

    Attributes:
        citing: Its provision, unless the text is of no law.
        edition: Edition of its text.
        grammar: Grammar of its language.
    """

    citing: Address | None
    edition: str
    grammar: Grammar


def linked_references(
    passage: Passage, led: tuple[LawLink, ...], standing: PassageContext
) -> tuple[Reference, ...]:
    """Return the references of a passage corrected by its links, sorted, not overlapping."""
    touched = frozenset(at for each in led for at in range(each.first, each.last))
    reading = _LinkedPassage(passage, standing, touched, list(passage.references))
    for each in led:
        reading.read(each)
    return reading.references()


@dataclass(slots=True)
class _LinkedPassage:
    """The references of a passage while its links are applied one by one.

    Attributes:
        passage: As given.
        standing: Its provision, edition and language.
        touched: Indexes of the references in links.
        now: Its references so far; None for a replaced one.
        new: References added by links.
    """

    passage: Passage
    standing: PassageContext
    touched: frozenset[int]
    now: list[Reference | None]
    new: list[Reference] = field(default_factory=list)

    def references(self) -> tuple[Reference, ...]:
        kept = (reference for reference in self.now if reference)
        return tuple(sorted((*kept, *self.new), key=lambda reference: reference.start))

    def read(self, led: LawLink) -> None:
        own = {at: each for at in range(led.first, led.last) if (each := self.now[at])}
        if any(self._agrees(each, led.place) for each in own.values()):
            return
        labels = self._labels(led)
        if not own:
            self.new.extend(self._reference_by_link(led) if labels is None else labels)
        elif labels and all(self._is_partial(each, led.link) for each in own.values()):
            self._replace(tuple(own), labels, led.place)
        elif labels != ():
            self.now[led.first : led.last] = [
                each and self._with_linked_target(each, led.place)
                for each in self.now[led.first : led.last]
            ]

    def _labels(self, led: LawLink) -> tuple[Reference, ...] | None:
        """Return the references in the words of a link read as labels, or None.

        Empty when they name their own provision, or when following words place them in the citing
        law and no reference was found there.
        """
        text, link = self.passage.text, led.link
        labels = read_label(text[link.start : link.end], led.place, self.standing.grammar)
        if labels is None:
            return None
        if self._is_placed(link.end):
            return None if led.first < led.last else ()
        found = (self._of_edition(each.shifted(link.start), led.place) for each in labels)
        return tuple(
            each if self._agrees(each, led.place) else self._with_linked_target(each, led.place)
            for each in found
            if not self._is_here(each.target, led.place)
        )

    def _is_placed(self, at: int) -> bool:
        """Return whether words such as *above* follow at an offset."""
        words = self.standing.grammar.vocabulary
        following = read_tokens(self.passage.text[at : at + _LONGEST_PHRASE], words.alphabet)
        return words.after.at(following, 0) is not None

    def _reference_by_link(self, led: LawLink) -> Iterator[Reference]:
        """Yield a reference for words without a label, if the link has an exact other target."""
        words = self.passage.text[led.link.start : led.link.end]
        raw = words.strip()
        told = led.place.exact and not self._is_here(led.place.address, led.place)
        if told and has_no_label(raw, self.standing.grammar):
            start = led.link.start + words.index(raw)
            found = Reference(start, start + len(raw), raw, "absolute", led.place.address)
            yield self._of_edition(found, led.place)

    def _replace(
        self, own: tuple[int, ...], labels: tuple[Reference, ...], place: LinkPlace
    ) -> None:
        """Replace references by labels; a single one keeps its place in its list."""
        last = self.now[own[-1]]
        within = last.within if last else None
        if len(labels) == len(own) == 1:
            labels = (replace(labels[0], within=within),)
        self.new.extend(labels)
        for at in own:
            self.now[at] = None
        if within:
            self._mark_ambiguous(own[-1] + 1, within, place)

    def _mark_ambiguous(self, at: int, within: Span, place: LinkPlace) -> None:
        """Mark list members as ambiguous after one that its link puts in another law."""
        while at < len(self.now) and at not in self.touched:
            each = self.now[at]
            if each is None or each.within != within or not self._is_in_own_law(each):
                return
            ends = tuple(end for end in (each.target, each.upto) if end)
            there = tuple(Address((place.address.law, *end.path[1:])) for end in ends)
            if ends and there != ends:
                candidates = (*ends, *there)
                self.now[at] = replace(
                    each, target=None, upto=None, status="ambiguous", candidates=candidates
                )
            at += 1

    def _is_partial(self, reference: Reference, link: Link) -> bool:
        """Return whether a reference inside the link gets its law from the citing provision."""
        inside = link.start <= reference.start and reference.end <= link.end
        return inside and self._is_in_own_law(reference)

    def _is_in_own_law(self, reference: Reference) -> bool:
        if reference.form != "range":
            return reference.form == "relative"
        target, citing = reference.target, self.standing.citing
        return bool(citing and target and target.depth and target.law == citing.law)

    def _is_here(self, target: Address | None, place: LinkPlace) -> bool:
        """Return whether a target is just the citing provision."""
        here = self.standing.citing
        return here is not None and target == here and place.edition == self.standing.edition

    def _agrees(self, reference: Reference, place: LinkPlace) -> bool:
        """Return whether a reference may mean the link target, something in it, or around it."""
        if (reference.edition or self.standing.edition) != place.edition:
            return False
        there = place.address
        ends = tuple(end for end in (reference.target, reference.upto) if end)
        if len(ends) > 1 and ends[0] <= there <= ends[1]:
            return True
        return any(end.holds(there) or there.holds(end) for end in ends or reference.candidates)

    def _with_linked_target(self, reference: Reference, place: LinkPlace) -> Reference:
        """Return the reference with the differing link target; the first link counts."""
        if reference.linked:
            return reference
        edition = self._edition(place)
        return replace(reference, linked=place.address, linked_edition=edition)

    def _of_edition(self, reference: Reference, place: LinkPlace) -> Reference:
        """Return the reference in the edition of its link, unless its words name one."""
        return replace(reference, edition=reference.edition or self._edition(place))

    def _edition(self, place: LinkPlace) -> str | None:
        return None if place.edition == self.standing.edition else place.edition
