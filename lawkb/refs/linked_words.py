"""The references of a passage, read together with the links that their words are in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lawkb.model.address import Address
from lawkb.model.passage import Link, Passage, Reference, Span
from lawkb.refs.grammar import Grammar
from lawkb.refs.link_labels import names_nothing, read_label
from lawkb.refs.link_places import LinkPlace
from lawkb.refs.tokens import read_tokens

# Longer than every phrase such as «του παρόντος νόμου» that places a reference in its own law.
_LONGEST_PHRASE = 60


@dataclass(frozen=True, slots=True)
class Led:
    """A link that leads to a law.

    Attributes:
        link: The link.
        place: Where it leads.
        first: Index of the first reference that its words touch.
        last: Index of the one behind the last; ``first`` when there is none.
    """

    link: Link
    place: LinkPlace
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a passage stands.

    Attributes:
        citing: Provision it is of, if it is of a law.
        edition: Edition of its text.
        grammar: Of its language.
    """

    citing: Address | None
    edition: str
    grammar: Grammar


def linked_references(
    passage: Passage, led: tuple[Led, ...], standing: Standing
) -> tuple[Reference, ...]:
    """The references of a passage with what its links say, in order, not overlapping.

    Work is linear in the number of links and references, but for putting them in order.

    Args:
        passage: With the references that its words give, not resolved.
        led: Its links that lead to a law, in order.
        standing: Where it stands.
    """
    touched = frozenset(at for each in led for at in range(each.first, each.last))
    reading = _Reading(passage, standing, touched, list(passage.references))
    for each in led:
        reading.read(each)
    return reading.references()


@dataclass(slots=True)
class _Reading:
    """A passage while its links are read, one after the other.

    Attributes:
        passage: As it was.
        standing: Where it stands.
        touched: Indexes of the references that stand in a link.
        now: Its references, as the links read so far left them; None for one that is replaced.
        new: Those that links gave.
    """

    passage: Passage
    standing: Standing
    touched: frozenset[int]
    now: list[Reference | None]
    new: list[Reference] = field(default_factory=list)

    def references(self) -> tuple[Reference, ...]:
        kept = (reference for reference in self.now if reference)
        return tuple(sorted((*kept, *self.new), key=lambda reference: reference.start))

    def read(self, led: Led) -> None:
        own = {at: each for at in range(led.first, led.last) if (each := self.now[at])}
        if any(self._agrees(each, led.place) for each in own.values()):
            return
        labels = self._labels(led)
        if not own:
            self.new.extend(self._by_link(led) if labels is None else labels)
        elif labels and all(self._is_partial(each, led.link) for each in own.values()):
            self._replace(tuple(own), labels, led.place)
        elif labels != ():
            self.now[led.first : led.last] = [
                each and self._against(each, led.place) for each in self.now[led.first : led.last]
            ]

    def _labels(self, led: Led) -> tuple[Reference, ...] | None:
        """The words of a link as a label; None when they are none.

        Nothing where the label is of the provision it stands in, or where words behind it place it
        in the citing law and no reference was read in it.
        """
        text, link = self.passage.text, led.link
        labels = read_label(text[link.start : link.end], led.place, self.standing.grammar)
        if labels is None:
            return None
        if self._is_placed(link.end):
            return None if led.first < led.last else ()
        found = (self._of_edition(each.shifted(link.start), led.place) for each in labels)
        return tuple(
            each if self._agrees(each, led.place) else self._against(each, led.place)
            for each in found
            if not self._is_here(each.target, led.place)
        )

    def _is_placed(self, at: int) -> bool:
        """Whether words such as *above* stand behind a place of the text."""
        words = self.standing.grammar.vocabulary
        behind = read_tokens(self.passage.text[at : at + _LONGEST_PHRASE], words.alphabet)
        return words.after.at(behind, 0) is not None

    def _by_link(self, led: Led) -> Iterator[Reference]:
        """Words that name nothing cite what their link leads to, if that can be told."""
        words = self.passage.text[led.link.start : led.link.end]
        raw = words.strip()
        told = led.place.exact and not self._is_here(led.place.address, led.place)
        if told and names_nothing(raw, self.standing.grammar):
            start = led.link.start + words.index(raw)
            found = Reference(start, start + len(raw), raw, "absolute", led.place.address)
            yield self._of_edition(found, led.place)

    def _replace(
        self, own: tuple[int, ...], labels: tuple[Reference, ...], place: LinkPlace
    ) -> None:
        """Put labels in the place of references; one for one it stays a member of its list."""
        last = self.now[own[-1]]
        within = last.within if last else None
        if len(labels) == len(own) == 1:
            labels = (replace(labels[0], within=within),)
        self.new.extend(labels)
        for at in own:
            self.now[at] = None
        if within:
            self._doubt(own[-1] + 1, within, place)

    def _doubt(self, at: int, within: Span, place: LinkPlace) -> None:
        """Partial members of a list behind one that its link puts in another law: in which now?"""
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
        """Whether a reference wholly in the words of a link has its law from the citing one."""
        inside = link.start <= reference.start and reference.end <= link.end
        return inside and self._is_in_own_law(reference)

    def _is_in_own_law(self, reference: Reference) -> bool:
        if reference.form != "range":
            return reference.form == "relative"
        target, citing = reference.target, self.standing.citing
        return bool(citing and target and target.depth and target.law == citing.law)

    def _is_here(self, target: Address | None, place: LinkPlace) -> bool:
        """Whether a link gives nothing but the provision it stands in."""
        here = self.standing.citing
        return here is not None and target == here and place.edition == self.standing.edition

    def _agrees(self, reference: Reference, place: LinkPlace) -> bool:
        """Whether a reference may mean where a link leads: that, something in it, or around it."""
        if (reference.edition or self.standing.edition) != place.edition:
            return False
        there = place.address
        ends = tuple(end for end in (reference.target, reference.upto) if end)
        if len(ends) > 1 and ends[0] <= there <= ends[1]:
            return True
        return any(end.holds(there) or there.holds(end) for end in ends or reference.candidates)

    def _against(self, reference: Reference, place: LinkPlace) -> Reference:
        """The reference with the place of a link that says otherwise; the first one stands."""
        if reference.linked:
            return reference
        edition = self._edition(place)
        return replace(reference, linked=place.address, linked_edition=edition)

    def _of_edition(self, reference: Reference, place: LinkPlace) -> Reference:
        """The reference in the edition of its link, unless its words name one."""
        return replace(reference, edition=reference.edition or self._edition(place))

    def _edition(self, place: LinkPlace) -> str | None:
        return None if place.edition == self.standing.edition else place.edition
