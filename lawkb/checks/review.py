"""How far the translation of each provision is: what was said of it, as long as its texts stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lawkb.align.texts import TextPair, digest, pair_texts, paired_places
from lawkb.corpus.review import REVIEW_STATES, Review, ReviewState
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision

Reviews = Mapping[tuple[str, str, Address], Review]


@dataclass(frozen=True, slots=True)
class Translation:
    """One language of an edition beside its original.

    Attributes:
        edition: Id of the edition.
        source: Tag of the original.
        target: Tag of the translation.
    """

    edition: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A provision of a translation with what is known of it.

    Attributes:
        address: The provision.
        pairs: Its texts; none of a label that only holds others.
        complete: False when an editor has found that words of the translation are missing.
        state: How far it is.
        stale: Whether more was said of it, of texts that have changed since.
        lost_heading: Whether the source of the translation has lost its heading.
    """

    address: Address
    pairs: tuple[TextPair, ...]
    complete: bool
    state: ReviewState
    stale: bool = False
    lost_heading: bool = False

    @property
    def counted(self) -> tuple[TextPair, ...]:
        """The texts that its state is of: a heading that the source lost is none beside others."""
        return _counted(self.pairs, self.lost_heading)


def begun_translations(code: Code) -> dict[Translation, tuple[int, ...]]:
    """The translations of which any law is held, each with the laws to be counted.

    These are the laws that the original or the translation has. An edition that does not list its
    original has none: there is nothing to compare its texts with.
    """
    held: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for edition, language, number in code.laws:
        held[edition, language].add(number)
    original = code.outline.authoritative
    listed = [(each.edition, each.language) for each in code.outline.expressions]
    return {
        Translation(edition, original, tag): tuple(
            sorted(held[edition, tag] | held[edition, original])
        )
        for edition, tag in listed
        if tag != original and (edition, original) in listed and (edition, tag) in held
    }


def reviewed_law(
    code: Code, of: Translation, number: int, reviews: Reviews
) -> tuple[Reviewed, ...]:
    """The provisions of a law, each with its state.

    A provision that lacks a text of the original, or words, needs translation; a heading that the
    source of the translation lost is no text it lacks, as long as others are there. Else it is as
    far as a reviewer said, as long as neither its original nor its translation has changed;
    without that it needs review. A provision without texts of its own has the state of its least
    finished part.
    """
    source, target = (code.law(of.edition, tag, number) for tag in (of.source, of.target))

    def said(address: Address) -> Review | None:
        return reviews.get((of.edition, of.target, address))

    return reviewed_pair(source, target, code.outline.scheme, said)


def reviewed_pair(
    source: Law | None,
    target: Law | None,
    scheme: Scheme,
    said: Callable[[Address], Review | None],
) -> tuple[Reviewed, ...]:
    """The same of a law in both languages, either of which may not be held.

    Args:
        source: The original.
        target: The translation.
        scheme: How addresses are written.
        said: Gives what was said of a provision of the translation.
    """
    translated = {each.address: each for each in target.provisions()} if target else {}
    found = {}
    for address, group in groupby(pair_texts(source, target, scheme), key=lambda p: p.address):
        found[address] = _reviewed(tuple(group), translated.get(address), said(address))
    least: dict[Address, ReviewState] = {}
    for address, each in found.items():
        for above in address.ancestors():
            states = (each.state, least.get(above, each.state))
            least[above] = min(states, key=REVIEW_STATES.index)
    return tuple(
        found.get(address) or Reviewed(address, (), True, least.get(address, "translated"))
        for address in paired_places(source, target)
    )


def digests(pairs: tuple[TextPair, ...]) -> tuple[str, str]:
    """Hashes of the originals and of the translations of a provision."""
    sources = [pair.source.shown if pair.source else "" for pair in pairs]
    targets = [pair.target.shown if pair.target else "" for pair in pairs]
    return digests_of(sources, targets)


def digests_of(sources: Sequence[str], targets: Sequence[str]) -> tuple[str, str]:
    """The same of texts with their codes shown; empty where there is none."""
    return digest(sources), digest(targets)


def _reviewed(
    pairs: tuple[TextPair, ...], translated: Provision | None, review: Review | None
) -> Reviewed:
    complete = translated is None or translated.complete
    lost = translated is not None and bool({"heading", "title"} & set(translated.lost))
    stands = review is not None and (review.source, review.target) == digests(pairs)
    state: ReviewState = "needs-review"
    if stands and review is not None:
        state = review.state
    elif not complete or any(p.source and not p.target for p in _counted(pairs, lost)):
        state = "needs-translation"
    stale = bool(review) and not stands
    return Reviewed(pairs[0].address, pairs, complete, state, stale, lost)


def _counted(pairs: tuple[TextPair, ...], lost_heading: bool) -> tuple[TextPair, ...]:
    if not lost_heading:
        return pairs
    others = tuple(pair for pair in pairs if pair.part != "heading" or pair.target)
    return others or pairs
