"""Correct the references of laws and companions by the links that the wiki page has on their words.

With a link to Law 81, both «81Γ5» and «Γ5» cite 81C5. A companion is a text beside the laws, such
as a preface or definitions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from lawkb.large_collections import LargeDict
from lawkb.model.address import Address, Ordinal, Scheme
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.label import folded_law_words, plain
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.passage import (
    Link,
    Passage,
    Reference,
    Span,
    active_link_message,
    is_active_target,
)
from lawkb.model.source import Source
from lawkb.parse.dokuwiki.links import clean_id
from lawkb.references.grammar import ANY, Grammar, LabelWords, read_grammar, text_to_read
from lawkb.references.label_reading import law_path, part_paths, read_item
from lawkb.references.lists_and_ranges import read_laws, read_named_parts, references_of
from lawkb.references.resolve import PassageChange, change_companion, change_law
from lawkb.references.vocabulary import read_tokens

# Code points, more than any phrase such as «του παρόντος νόμου».
_LONGEST_PHRASE = 60

# Provision of each anchor; None for an anchor that several provisions have.
_Anchors = dict[str, Address | None]


def link_references(code: Code, sources: tuple[Source, ...]) -> Code:
    """Return the code with its references corrected by the links of the wiki pages.

    Their targets must be looked up afterwards, with ``resolve_code``. A link leads to a law when
    the id of its page fits a rule of the source. If the linked words already cite that law, nothing
    changes. A label alone («81Γ5», «Γ5») is read in that law. Words without a label («εδώ») become
    a reference to the target of the link. Words that cite another provision keep their target, and
    ``Reference.linked`` gets the target of the link. Headings and footnotes are not changed.
    """
    targets = LinkTargets(code, sources)
    laws = {key: link_law(law, targets) for key, law in code.laws.items()}
    companions = {
        key: link_companion(companion, targets) for key, companion in code.companions.items()
    }
    return replace(code, laws=laws, companions=companions)


def link_law(law: Law, targets: LinkTargets) -> Law:
    """Return a law with its references corrected by its links, as ``link_references`` does."""
    return change_law(law, _by_links(law, targets))


def link_companion(companion: Companion, targets: LinkTargets) -> Companion:
    """Return a companion with its references corrected by its links, as ``link_references``."""
    return change_companion(companion, _by_links(companion, targets))


def link_losses(text: Law | Companion, scheme: Scheme) -> tuple[Loss, ...]:
    """Return the problems of the links of a law, or of a companion, as losses of kind ``link``.

    There is one for every link whose target differs from the reference in its words, and one for
    every link that would run a script. A companion is a text beside the laws, such as a preface.
    """
    passages: list[tuple[Address | None, Passage]]
    if isinstance(text, Companion):
        passages = [(None, each) for each in text.passages()]
    else:
        passages = [(own.address, each) for own in text.provisions() for each in own.passages]
    found: list[Loss] = []
    for place, passage in passages:
        messages = [_contradiction(each, scheme) for each in passage.references if each.linked]
        for link in passage.links:
            if is_active_target(link.target):
                messages.append(active_link_message(passage.text[link.start : link.end]))
        line = passage.lines and passage.lines[0]
        found += [Loss("link", each, place, text.language, line) for each in messages]
    return tuple(found)


def _contradiction(reference: Reference, scheme: Scheme) -> str:
    says = (
        f"cite {scheme.write(reference.target)}"
        if reference.target
        else "cite no provision that can be determined"
    )
    edition = f"{reference.linked_edition}:" if reference.linked_edition else ""
    leads = f"{edition}{scheme.write(reference.linked)}" if reference.linked else ""
    return f"the words «{reference.raw}» {says}, their link leads to {leads}"


class _Target(NamedTuple):
    """The target of a link: a provision in an edition.

    ``exact`` is False when the anchor belongs to no available provision; ``address`` is then the
    law.
    """

    edition: str
    address: Address
    exact: bool


@dataclass(frozen=True, slots=True)
class LinkTargets:
    """Finds the targets of links by the rules of the sources and the headings of the laws."""

    code: Code  # the code of the corpus, with references as they were found
    sources: tuple[Source, ...]  # the sources of the corpus
    _known: LargeDict[tuple[str, Ordinal], _Anchors] = field(default_factory=LargeDict)

    def of(self, source: str, link: Link) -> _Target | None:
        """Return the target of a link on a page of a source; None when the link leads to no law.

        The linked page need not exist: its id alone names the law.
        """
        found = self._law(source, link.target) if link.kind == "page" else None
        if found is None or not link.anchor:
            return found
        anchors = self._anchors(found.edition, found.address.law)
        place = anchors.get(link.anchor) or anchors.get(section_id(link.anchor))
        return _Target(found.edition, place or found.address, exact=place is not None)

    def _law(self, source: str, page: str) -> _Target | None:
        """Return the law of a page by the first rule that fits it."""
        rules = (rule for each in self.sources if each.name == source for rule in each.rules)
        for rule in rules:
            number = rule.law(page)
            most = self.code.outline.edition(rule.edition).laws
            if rule.fits(page) and (number or 0) <= most:
                is_law = number is not None and rule.kind == "law"
                return _Target(rule.edition, Address((number or 1,)), True) if is_law else None
        return None

    def _anchors(self, edition: str, number: Ordinal) -> _Anchors:
        """Return the anchors of a law in all its languages, with those of our own site."""
        if (edition, number) not in self._known:
            found: _Anchors = {}
            for tag in self.code.languages_of(edition, number):
                for provision in self.code.laws[edition, tag, number].provisions():
                    for anchor in filter(None, _names(provision, self.code.outline.scheme)):
                        same = found.setdefault(anchor, provision.address) == provision.address
                        found[anchor] = provision.address if same else None
            self._known[edition, number] = found
        return self._known[edition, number]


def section_id(title: str) -> str:
    """Return the id that DokuWiki gives a section heading: ``β_ανάκληση`` for «Β. Ανάκληση».

    Source: ``sectionID`` of DokuWiki, and the ids of the sample pages.
    """
    return clean_id(title).replace(":", "").replace(".", "").lstrip("0123456789_-")


def _names(provision: Provision, scheme: Scheme) -> Iterator[str]:
    with suppress(ValueError):  # a page may have more levels than the scheme
        yield scheme.fragment(provision.address)
    if provision.heading:
        # A title has a dash between the number of its law and its words; a section has none.
        for between in (" ", " - "):
            yield section_id(f"{provision.num}{between}{provision.heading.text}")


@dataclass(frozen=True, slots=True)
class _Page:
    """The source, edition and language of a text whose links are read."""

    targets: LinkTargets
    source: str
    edition: str
    grammar: Grammar


class _LawLink(NamedTuple):
    """A link to a law, with the indexes of the references that its words overlap.

    The references are those from ``first`` to before ``last``.
    """

    link: Link
    target: _Target
    first: int
    last: int


def _by_links(text: Law | Companion, targets: LinkTargets) -> PassageChange:
    """Return a function that corrects the references of the passages of a text."""
    outline = targets.code.outline
    grammar = read_grammar(outline.language(text.language), outline.scheme)
    page = _Page(targets, text.origin.source, text.edition, grammar)

    def changed(passage: Passage, at: Address) -> Passage:
        links = tuple(_links_to_laws(passage, page)) if passage.links else ()
        if not links:
            return passage
        references = _LinkedPassage(passage, page, at, list(passage.references)).read(links)
        same = references == passage.references
        return passage if same else replace(passage, references=references)

    return changed


def _links_to_laws(passage: Passage, page: _Page) -> Iterator[_LawLink]:
    """Yield the links of a passage that lead to a law, with the references in their words."""
    starts = [reference.start for reference in passage.references]
    ends = [reference.end for reference in passage.references]
    for link in passage.links:
        target = page.targets.of(page.source, link)
        if target is None:
            continue
        first, last = bisect_right(ends, link.start), bisect_left(starts, link.end)
        if first == last < len(starts) and not passage.text[link.end : starts[last]].strip():
            # The link is only on the word before a reference: «Νόμος» in «Νόμος 16».
            words = plain(passage.text[link.start : link.end].strip())
            last += words in folded_law_words(page.grammar.language)
        yield _LawLink(link, target, first, last)


@dataclass(slots=True)
class _LinkedPassage:
    """The references of a passage while its links are applied one by one."""

    passage: Passage
    page: _Page
    citing: Address
    now: list[Reference | None]  # the references so far; None for a replaced one
    new: list[Reference] = field(default_factory=list)  # references added by links
    touched: frozenset[int] = frozenset()  # indexes of the references inside links

    def read(self, links: tuple[_LawLink, ...]) -> tuple[Reference, ...]:
        """Return the passage's references corrected by links, in text order, not overlapping."""
        self.touched = frozenset(at for each in links for at in range(each.first, each.last))
        for each in links:
            self._apply(each)
        kept = (reference for reference in self.now if reference)
        return tuple(sorted((*kept, *self.new), key=lambda reference: reference.start))

    def _apply(self, led: _LawLink) -> None:
        own = {at: each for at in range(led.first, led.last) if (each := self.now[at])}
        if any(self._agrees(each, led.target) for each in own.values()):
            return
        labels = self._labels(led)
        if not own:
            self.new.extend(self._reference_by_link(led) if labels is None else labels)
        elif labels and all(self._is_partial(each, led.link) for each in own.values()):
            self._replace(tuple(own), labels, led.target)
        elif labels != ():
            self.now[led.first : led.last] = [
                each and self._with_linked_target(each, led.target)
                for each in self.now[led.first : led.last]
            ]

    def _labels(self, led: _LawLink) -> tuple[Reference, ...] | None:
        """Return the references in the words of a link if these are labels, else None.

        Empty when the words name the provision that contains them, or when words after them, such
        as *above*, place them in the citing law and no reference was found there.
        """
        link, target = led.link, led.target
        labels = _read_label(self._words(link), target.address, self.page.grammar)
        if labels is None:
            return None
        if self._is_placed(link.end):
            return None if led.first < led.last else ()
        found = (self._of_edition(each.shifted(link.start), target) for each in labels)
        return tuple(
            each if self._agrees(each, target) else self._with_linked_target(each, target)
            for each in found
            if not self._is_here(each.target, target)
        )

    def _words(self, link: Link) -> str:
        return self.passage.text[link.start : link.end]

    def _is_placed(self, at: int) -> bool:
        """Return whether words such as *above* follow at an offset."""
        words = self.page.grammar.vocabulary
        following = read_tokens(self.passage.text[at : at + _LONGEST_PHRASE], words.alphabet)
        return words.after.at(following, 0) is not None

    def _reference_by_link(self, led: _LawLink) -> Iterator[Reference]:
        """Yield a reference for words without a label, if the link has an exact other target."""
        words, target = self._words(led.link), led.target
        raw = words.strip()
        cites = target.exact and not self._is_here(target.address, target)
        if cites and _has_no_label(raw, self.page.grammar):
            start = led.link.start + words.index(raw)
            found = Reference(start, start + len(raw), raw, "absolute", target.address)
            yield self._of_edition(found, target)

    def _replace(
        self, own: tuple[int, ...], labels: tuple[Reference, ...], target: _Target
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
            self._mark_ambiguous(own[-1] + 1, within, target)

    def _mark_ambiguous(self, at: int, within: Span, target: _Target) -> None:
        """Mark list members as ambiguous after one that its link puts in another law."""
        while at < len(self.now) and at not in self.touched:
            each = self.now[at]
            if each is None or each.within != within or not self._is_in_own_law(each):
                return
            ends = tuple(end for end in (each.target, each.upto) if end)
            there = tuple(Address((target.address.law, *end.path[1:])) for end in ends)
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
        target = reference.target
        return bool(target and target.depth and target.law == self.citing.law)

    def _is_here(self, address: Address | None, target: _Target) -> bool:
        """Return whether an address is just the citing provision."""
        return address == self.citing and target.edition == self.page.edition

    def _agrees(self, reference: Reference, target: _Target) -> bool:
        """Return whether a reference may mean the link target or a provision in or around it."""
        if (reference.edition or self.page.edition) != target.edition:
            return False
        there = target.address
        ends = tuple(end for end in (reference.target, reference.upto) if end)
        if len(ends) > 1 and ends[0] <= there <= ends[1]:
            return True
        return any(end.holds(there) or there.holds(end) for end in ends or reference.candidates)

    def _with_linked_target(self, reference: Reference, target: _Target) -> Reference:
        """Return the reference with the differing link target; the first link counts."""
        if reference.linked:
            return reference
        return replace(reference, linked=target.address, linked_edition=self._edition(target))

    def _of_edition(self, reference: Reference, target: _Target) -> Reference:
        """Return the reference in the edition of its link, unless its words name one."""
        return replace(reference, edition=reference.edition or self._edition(target))

    def _edition(self, target: _Target) -> str | None:
        return None if target.edition == self.page.edition else target.edition


def _read_label(words: str, place: Address, grammar: Grammar) -> tuple[Reference, ...] | None:
    """Return the references in linked words that are only a label or a list of labels.

    A number alone is read in the linked law only where that is clear: «81» as Law 81, or «5» in a
    link to 81C. In a link to Law 81, «5» may be Law 5 or its provision 5, and is ambiguous.

    Returns:
        References of form ``absolute`` or ``range`` with offsets in ``words``; None when the words
        are not labels only.
    """
    reading = text_to_read(words, grammar, place)
    item = read_item(reading, 0)
    if item is None or item.torn:
        return None
    path = law_path(item)
    bare = path if item.is_bare_number else None
    if bare and bare[0] != place.law and place.depth == 0:
        if reading.tokens[item.end].kind != "end":
            return None
        start, end = reading.tokens[0].start, reading.tokens[item.end - 1].end
        either = (Address(bare), *map(Address, part_paths(reading, item)))
        found = Reference(start, end, words[start:end], "absolute", None)
        return (replace(found, status="ambiguous", candidates=either),)
    is_law = bare is not None and bare[0] == place.law
    listing = (
        read_laws(reading, 0, LabelWords("law")) if is_law else read_named_parts(reading, 0, ANY)
    )
    if listing is None or reading.tokens[listing.end].kind != "end":
        return None
    # Each is an absolute reference or range. A label equal to the linked provision has no target of
    # its own: it is the linked one.
    return tuple(
        replace(
            each,
            form="absolute" if each.form == "relative" else each.form,
            target=each.target if each.target or each.candidates else place,
        )
        for each in references_of(reading, listing, 0)
    )


def _has_no_label(words: str, grammar: Grammar) -> bool:
    """Return whether the words of a link have no digit and no label: «εδώ», «the Director»."""
    reading = text_to_read(words, grammar, None)
    kinds = [token.kind for token in reading.tokens]
    return "word" in kinds and "number" not in kinds and read_item(reading, 0) is None
