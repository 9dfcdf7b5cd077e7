"""Find the laws that two editions share, and compare them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from lawkb.align.provisions import EditionPair, pair_all_provisions
from lawkb.corpus.concordance import Concordance
from lawkb.history.editions import ComparedEditions, Comparison, ComparisonContext, compare_pairs
from lawkb.model.address import Ordinal
from lawkb.model.code import Code
from lawkb.references.graph import Graph

ByLaw = Mapping[Ordinal, tuple[EditionPair, ...]]


@dataclass(frozen=True, slots=True)
class EditionIndex:
    """The laws that occur in two editions.

    Attributes:
        context: The laws, references and concordance for comparing; None when no two editions share
            a law.
        pairs: By the ids of two editions, older and newer, then by the number of a law in either
            edition, the pairs of corresponding provisions. The newest editions come first.
    """

    context: ComparisonContext | None = None
    pairs: Mapping[tuple[str, str], ByLaw] = field(default_factory=dict, repr=False, hash=False)

    def beside(self, edition: str, number: Ordinal) -> Iterator[tuple[str, str]]:
        """Yield pairs of edition ids, older and newer, in which a law can be compared.

        Args:
            edition: Id of one of the two editions.
            number: Number of the law.
        """
        for editions, laws in self.pairs.items():
            if edition in editions and number in laws:
                yield editions

    def compare(self, editions: tuple[str, str], number: Ordinal) -> Comparison:
        """Compare a law in two editions, as ``lawkb compare`` does.

        The languages are those that both editions have, else the original of each: what is counted
        is the same for every reader.

        Args:
            editions: Ids of the older and the newer edition.
            number: Number of the law.
        """
        assert self.context is not None
        return compare_pairs(
            self.context, ComparedEditions(*editions), self.pairs[editions][number]
        )


def index_editions(code: Code, graph: Graph, concordance: Concordance) -> EditionIndex:
    """Return the laws that two editions share, paired as ``lawkb compare`` does."""
    held = [edition.id for edition in code.outline.editions if code.numbers(edition.id)]
    found = {}
    for new, old in combinations(held, 2):
        if laws := _by_law(pair_all_provisions(code, concordance, (old, new))):
            found[old, new] = laws
    return (
        EditionIndex(ComparisonContext(code, graph, concordance), found)
        if found
        else EditionIndex()
    )


def _by_law(pairs: tuple[EditionPair, ...]) -> ByLaw:
    laws: dict[Ordinal, list[EditionPair]] = {}
    for pair in pairs:
        for number in {end.law for end in (pair.old, pair.new) if end}:
            laws.setdefault(number, []).append(pair)
    return {number: tuple(laws[number]) for number in sorted(laws)}
