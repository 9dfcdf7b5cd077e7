"""What an engine found, and what its index holds."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.search.spots import Place


@dataclass(frozen=True, slots=True)
class Match:
    """What an engine found.

    Attributes:
        edition: Id of the edition.
        place: The provision, or the part of a companion.
        score: The higher the better; comparable within one search only.
        number: Of its document in the open index; -1 when none was asked.
    """

    edition: str
    place: Place
    score: float
    number: int = -1


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found.

    Attributes:
        total: Number of provisions found.
        matches: The best of them, best first; equal ones in the order of the laws.
    """

    total: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """What an index holds.

    Attributes:
        documents: Provisions.
        words: Distinct terms of all its fields; after an update also those that nothing holds
            any more, until their segment is written anew.
    """

    documents: int
    words: int
