"""How far the translation of each provision is: what was said of it, as long as its texts stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lawkb.align.texts import TextPair, digest, pair_texts
from lawkb.corpus.review import Review, ReviewState
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.law import Law

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
        pairs: Its texts.
        complete: False when an editor has found that words of the translation are missing.
        state: How far it is.
        stale: Whether more was said of it, of texts that have changed since.
    """

    address: Address
    pairs: tuple[TextPair, ...]
    complete: bool
    state: ReviewState
    stale: bool = False


def reviewed_law(
    code: Code, of: Translation, number: int, reviews: Reviews
) -> tuple[Reviewed, ...]:
    """The provisions of a law that have a text, each with its state.

    A provision that lacks a text of the original, or words, needs translation. Else it is as far
    as a reviewer said, as long as neither its original nor its translation has changed; without
    that it needs review.
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
    incomplete = {p.address for p in target.provisions() if not p.complete} if target else set()
    found = []
    for address, group in groupby(pair_texts(source, target, scheme), key=lambda p: p.address):
        texts = tuple(group)
        review = said(address)
        complete = address not in incomplete
        found.append(_reviewed(texts, complete, review))
    return tuple(found)


def digests(pairs: tuple[TextPair, ...]) -> tuple[str, str]:
    """Hashes of the originals and of the translations of a provision."""
    sources = [pair.source.shown if pair.source else "" for pair in pairs]
    targets = [pair.target.shown if pair.target else "" for pair in pairs]
    return digests_of(sources, targets)


def digests_of(sources: Sequence[str], targets: Sequence[str]) -> tuple[str, str]:
    """The same of texts with their codes shown; empty where there is none."""
    return digest(sources), digest(targets)


def _reviewed(pairs: tuple[TextPair, ...], complete: bool, review: Review | None) -> Reviewed:
    stands = review is not None and (review.source, review.target) == digests(pairs)
    state: ReviewState = "needs-review"
    if stands and review is not None:
        state = review.state
    elif not complete or any(pair.source and not pair.target for pair in pairs):
        state = "needs-translation"
    return Reviewed(pairs[0].address, pairs, complete, state, bool(review) and not stands)
