"""Queries typed as people type them, written from the laws alone, and what a search gives for them.

A query is answered when one of its right provisions is among the first three hits. The provision
itself counts: one that contains it, or is in it, only if it is named, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.search.cases import rows

FIRST = 3
ENOUGH = 57  # of sixty


@dataclass(frozen=True, slots=True)
class Situation:
    """A query as typed, and the provisions that answer it."""

    kind: str
    query: str
    right: frozenset[str]


def situations() -> tuple[Situation, ...]:
    """The queries of ``situations.tsv``, in its order."""
    return tuple(
        Situation(row["kind"], row["query"], frozenset(row["right"].split(";")))
        for row in rows("situations.tsv")
    )


def unanswered(search: Callable[[str], Sequence[str]]) -> list[tuple[str, str, list[str]]]:
    """Kind, query and first hits of the queries that a search does not answer.

    ``search`` returns the addresses of the hits, best first.
    """
    found = ((each, list(search(each.query))[:FIRST]) for each in situations())
    return [(each.kind, each.query, hits) for each, hits in found if each.right.isdisjoint(hits)]
