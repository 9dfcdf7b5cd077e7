"""Translation progress by law, and the JSON of ``lawkb review``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lawkb.corpus.review_states import REVIEW_STATES, ReviewState
from lawkb.editorial.review import ReviewedProvision, Reviews, Translation, reviewed_law
from lawkb.exchange.public_types import Record
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code


@dataclass(frozen=True, slots=True)
class LawProgress:
    """The provisions of a law of a translation.

    Attributes:
        number: Number of the law.
        reviewed: Its provisions, in document order.
    """

    number: int
    reviewed: tuple[ReviewedProvision, ...]

    @property
    def counts(self) -> Mapping[ReviewState, int]:
        """Number of provisions by state; every state is a key."""
        counted = Counter(each.state for each in self.reviewed)
        return {state: counted[state] for state in REVIEW_STATES}


def progress_of(
    code: Code, of: Translation, reviews: Reviews, wanted: Sequence[Address] = ()
) -> tuple[LawProgress, ...]:
    """Return the progress of each law of a translation.

    Without ``wanted`` laws or provisions, all are included.
    """
    numbers = sorted({each.law for each in wanted} or code.numbers(of.edition))
    found = []
    for number in numbers:
        reviewed = tuple(
            each
            for each in reviewed_law(code, of, number, reviews)
            if not wanted or any(place.holds(each.address) for place in wanted)
        )
        if reviewed:
            found.append(LawProgress(number, reviewed))
    return tuple(found)


def progress_record(progress: Sequence[LawProgress], of: Translation, scheme: Scheme) -> Record:
    """Return the states of provisions, and their number by law and in total."""
    whole = Counter[str]()
    for law in progress:
        whole.update(law.counts)
    return {
        "edition": of.edition,
        "lang": of.target,
        "laws": [{"law": law.number, "states": dict(law.counts)} for law in progress],
        "provisions": list(_provisions(progress, scheme)),
        "summary": {state: whole[state] for state in REVIEW_STATES},
    }


def _provisions(progress: Sequence[LawProgress], scheme: Scheme) -> Iterator[Record]:
    for law in progress:
        for each in law.reviewed:
            yield {
                "address": scheme.write(each.address),
                "state": each.state,
                "stale": each.stale,
            }
